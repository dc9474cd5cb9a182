package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// TestDotnetFake starts the worker of .NET with a program that is .NET in name only: it checks how the
// worker is built, started and cleared away, and not that the worker compiles.
func TestDotnetFake(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || !groups {
		t.Skip("there is no shell here")
	}
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept")
	script := fmt.Sprintf(`#!/bin/sh
case "$1" in
--version) echo 8.0.404 ;;
run) echo "$3" > %[1]q; cat "$3/worker.csproj" "$3/worker.cs" >> %[1]q; %[2]s="dies between patterns" exec %[3]q ;;
esac
`, kept, hostileEnv, os.Args[0])
	if err := os.WriteFile(filepath.Join(dir, "dotnet"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	engine := find(t, "dotnet")
	j := nestedPlus()
	j.Pattern.Dialect = syntax.DotNet
	j.Limits.Length = 2
	c, err := Confirm(t.Context(), engine, j)
	if err != nil || c.Series.End == confirm.Failed || len(c.Points) == 0 || engine.Version() != "0" {
		t.Fatalf("got %+v, version %q, %v", c, engine.Version(), err)
	}
	engine.Close()
	text, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	folder, source, _ := strings.Cut(string(text), "\n")
	for _, want := range []string{"<TargetFramework>net8.0</TargetFramework>", "RegexMatchTimeoutException"} {
		if !strings.Contains(source, want) {
			t.Errorf("the project lacks %q", want)
		}
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", folder, err)
	}
}

// TestTransport checks what the worker is told: bytes as characters, lone surrogates as they are.
func TestTransport(t *testing.T) {
	for _, test := range []struct {
		name    string
		pattern redos.Pattern
		suffix  string
		quote   func(string) string
		want    string // in the question
	}{
		{"bytes of the pattern", redos.Pattern{Text: "é", Dialect: syntax.PCRE}, "", nil, `"pattern":"Ã©"`},
		{"bytes of the attack", redos.Pattern{Text: "a", Dialect: syntax.PCRE}, "é", nil, `"suffix":"é"`},
		{"larger characters", redos.Pattern{Text: "a", Flags: "b", Dialect: syntax.Python}, "ж", nil, `"suffix":"Ð¶"`},
		{"Unicode", redos.Pattern{Text: "é", Flags: "u", Dialect: syntax.PCRE}, "ж", nil, `"suffix":"ж"`},
		{"UTF by a verb", redos.Pattern{Text: "(*UTF)é", Dialect: syntax.PCRE}, "", nil, `"bytes":false`},
		{"Ruby", redos.Pattern{Text: "é", Flags: "n", Dialect: syntax.Ruby}, "", nil, `"bytes":true`},
		{"a lone surrogate", redos.Pattern{Text: "a"}, "\xed\xa0\x80", nil, `"suffix":"\ud800"`},
		{"a lone surrogate for .NET", redos.Pattern{Text: "a", Dialect: syntax.DotNet}, "x\xed\xa0\x80", quoteUnits, `"suffix":[120,55296]`},
		{"a mode", redos.Pattern{Text: "a", Mode: syntax.Full}, "", nil, `"mode":"full"`},
	} {
		h := host{quote: test.quote}
		j := Job{Pattern: test.pattern, Verdict: redos.Verdict{Attack: pump("", "a", test.suffix)}}
		if got := loadFields(j, h.quoter()); !strings.Contains(got, test.want) {
			t.Errorf("%s: got %s, want %s in it", test.name, got, test.want)
		}
	}
}
