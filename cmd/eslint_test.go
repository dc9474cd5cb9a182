package cmd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// eslint is the outcome of a run of ESLint.
type eslint []struct {
	FilePath string
	Messages []struct {
		RuleID             string
		Message            string
		Line, Column       int
		EndLine, EndColumn int
	}
	SuppressedMessages []struct{ RuleID string }
}

// TestESLint runs ESLint 9 with the plugin of docs/eslint: what it shows, its own comments, --fix, text on stdin, and
// how often it starts snag.
func TestESLint(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node", "sh")
	program, err := filepath.Abs(editors + "/node_modules/eslint/bin/eslint.js")
	if err == nil {
		_, err = os.Stat(program)
	}
	if err != nil || runtime.GOOS == "windows" {
		snagtest.Skip(t, "npm ci in testdata/editors has not been run")
	}
	plugin, err := os.ReadFile("../docs/eslint/snag.mjs")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	started := filepath.Join(t.TempDir(), "started")
	wrapper := filepath.Join(t.TempDir(), "snag.sh")
	if err := os.WriteFile(wrapper, []byte("#!/bin/sh\necho \"$@\" >>'"+started+"'\nexec '"+snagProgram(t)+"' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	starts := func() string {
		text, _ := os.ReadFile(started)
		os.Remove(started)
		return strings.TrimSpace(string(text))
	}
	write("snag.mjs", string(plugin))
	write("eslint.config.mjs", `import snag from "./snag.mjs";
export default [snag.configs.recommended, { settings: { snag: { program: "`+wrapper+`" } } }];
`)
	write("a.js", "// é\n'😀'; const a = /^([a-z]+\\s?)+$/;\n")
	write("b.js", "// eslint-disable-next-line snag/regex -- titles are short\nconst b = /^([a-z]+\\s?)+$/;\nconst c = /\\s+$/; // snag-ignore: ours alone\n")
	write("c.js", "const d = /a/, e = /\\s+$/;\r\n\r\nconst f = new RegExp('^(a|a)*$');\r\n")
	run := func(want int, stdin string, args ...string) (all eslint) {
		t.Helper()
		c := exec.CommandContext(t.Context(), "node", append([]string{program, "--format", "json"}, args...)...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		c.Env = append(os.Environ(), "NODE_OPTIONS=")
		out, err := c.Output()
		if c.ProcessState == nil || c.ProcessState.ExitCode() != want {
			t.Fatalf("eslint %q: %v, want the status %d\n%s", args, err, want, out)
		}
		if err := json.Unmarshal(out, &all); err != nil && want < 2 {
			t.Fatalf("eslint %q printed %s: %v", args, out, err)
		}
		return all
	}
	all := run(1, "", "a.js", "b.js", "c.js")
	if n := strings.Count(starts(), "regex"); n != 1 {
		t.Errorf("snag was started %d times for a run, want once", n)
	}
	if len(all) != 3 || len(all[0].Messages) != 1 || len(all[1].Messages) != 0 || len(all[1].SuppressedMessages) != 1 || len(all[2].Messages) != 2 {
		t.Fatalf("got %+v, want 1 message, 1 that is suppressed, and 2", all)
	}
	m := all[0].Messages[0]
	if m.RuleID != "snag/regex" || m.Line != 2 || m.Column != 20 || m.EndColumn != 26 || !strings.HasPrefix(m.Message, "O(2ⁿ) · ") {
		t.Errorf("got %+v, want it at 2:20-26", m)
	}
	if m := all[2].Messages[1]; m.Line != 3 || m.Column != 24 {
		t.Errorf("got %+v, want it at 3:24", m)
	}
	if got := run(1, "const x = /^(a+)+$/;\n", "--stdin", "--stdin-filename", "new.js"); len(got) != 1 || len(got[0].Messages) != 1 {
		t.Errorf("on stdin: got %+v, want one message", got)
	}
	starts()
	run(0, "", "--fix", "a.js", "c.js")
	if n := strings.Count(starts(), "regex"); n > 5 {
		t.Errorf("snag was started %d times for --fix of two files", n)
	}
	for name, want := range map[string]string{
		"a.js": "// é\n'😀'; const a = /^([a-z]+(?![a-z])\\s?)+$/;\n",
		"c.js": "const d = /a/, e = /(?<!\\s)\\s+$/;\r\n\r\nconst f = new RegExp('^(a)*$');\r\n",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s became %q, want %q (%v)", name, got, want, err)
		}
	}
	write("eslint.config.mjs", `import snag from "./snag.mjs";
export default [snag.configs.recommended, { settings: { snag: { program: "/no/such/snag" } } }];
`)
	run(2, "", "a.js")
}
