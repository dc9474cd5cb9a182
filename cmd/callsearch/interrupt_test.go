package callsearch_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/reach/calling"
	"snag/analyze/source/extract"
	"snag/cmd/callsearch"
	"snag/cmd/cli"
)

// TestInterrupt ends a search while it follows calls. No format may then tell of a number of calls, which looks as if
// all was well, and no baseline is written that would accept nothing.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.js"), []byte("f();\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	baseline := filepath.Join(dir, "baseline.json")
	for _, format := range []string{"table", "markdown", "html", "json", "github", "junit"} {
		ctx, cancel := context.WithCancel(t.Context())
		var stdout, stderr bytes.Buffer
		stdio := &cli.Stdio{Out: &stdout, Err: &stderr}
		stdio.Color = cli.NewEnum("never")
		c := callsearch.New(stdio, callsearch.Kind{
			Use:     "calls",
			Knows:   extract.Language.HasTokens,
			Summary: func(calls, files string) string { return calls + " in " + files + "." },
			Find: func(calling.Input) callsearch.Result {
				cancel()
				return callsearch.Result{}
			},
		})
		c.SilenceErrors, c.SilenceUsage = true, true
		c.SetArgs([]string{"--format", format, "--write-baseline", baseline, dir})
		if err := c.ExecuteContext(ctx); !errors.Is(err, cli.ErrPartial) {
			t.Errorf("%s: error %v, want %v", format, err, cli.ErrPartial)
		}
		cancel()
		text := strings.ReplaceAll(strings.Join(strings.Fields(stdout.String()), " "), "**", "")
		if want := "Partial: the run ended before it was done. 1 file read, and nothing is known of the calls in any."; !strings.Contains(text, want) {
			t.Errorf("%s says\n%s\nwant %q", format, stdout.String(), want)
		}
		if strings.Contains(text, "0 calls in") {
			t.Errorf("%s tells of calls:\n%s", format, stdout.String())
		}
		if format != "github" && !strings.Contains(text, "baseline.json was not written") {
			t.Errorf("%s does not tell of the baseline:\n%s", format, stdout.String())
		}
	}
	if _, err := os.Stat(baseline); err == nil {
		t.Error("a baseline was written")
	}
}
