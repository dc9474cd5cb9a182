package callsearch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"snag/analyze/judge"
	"snag/analyze/reach/calling"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// TestInterrupted checks that a search which is interrupted while it follows calls reports, as notes, what the files
// say by themselves, and is partial.
func TestInterrupted(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"a.js": "block()\n", "b.js": "block()\n", "c.js": "other()\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	may := func(_ extract.Language, text []byte) bool { return bytes.Contains(text, []byte("block")) }
	for _, test := range []struct {
		name  string
		may   func(extract.Language, []byte) bool
		reads bool // whether all was read before the interrupt
		want  []string
	}{
		{"following", may, true, []string{"a.js note", "b.js note"}},
		{"a search that needs all files", nil, true, nil},
		{"before anything was read", may, false, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			over := make(chan struct{})
			defer close(over)
			var stdout, stderr bytes.Buffer
			stdio := &cli.Stdio{Out: &stdout, Err: &stderr}
			stdio.Color = cli.NewEnum("never")
			o := &options{stdio: stdio, jobs: 2, paths: []string{folder}, grace: time.Minute, Kind: Kind{
				Knows: func(l extract.Language) bool { return l.Name == "JavaScript" }, May: test.may,
				Summary: func(calls, files string) string { return calls + " in " + files },
				Find: func(in calling.Input) Result {
					if len(in.Paths) > 1 {
						cancel()
						<-over // it would take longer than anybody waits
						return Result{}
					}
					return Result{Found: []Found{{
						Finding: judge.Finding{Rule: "block/blocking-call", Level: judge.Error, Message: "it blocks"}, File: in.Paths[0],
						Start: literal.Position{Line: 1, Column: 1}, End: literal.Position{Line: 1, Column: 6, Offset: 5},
						Items: func(file report.Text) []any { return []any{file} },
					}}}
				},
			}}
			if !test.reads {
				cancel()
			}
			err := o.search(ctx, &cli.Output{Stdio: stdio, Command: "block calls", Format: cli.FormatNamed("json")})
			if !errors.Is(err, cli.ErrPartial) {
				t.Errorf("got %v, want %v", err, cli.ErrPartial)
			}
			var got struct {
				Partial  bool
				Findings []struct {
					Level    string
					Location struct{ File string }
				}
				Data struct {
					Calls       []string
					NotFollowed []string `json:"not_followed"`
				}
			}
			if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
				t.Fatalf("%v in %s", err, stdout.String())
			}
			var found []string
			for _, f := range got.Findings {
				found = append(found, filepath.Base(f.Location.File)+" "+f.Level)
			}
			if !got.Partial || strings.Join(found, ", ") != strings.Join(test.want, ", ") || len(got.Data.Calls) != len(test.want) {
				t.Errorf("partial %v, found %q with %d calls, want %q: %s", got.Partial, found, len(got.Data.Calls), test.want, stdout.String())
			}
			if said := strings.Contains(strings.Join(got.Data.NotFollowed, "\n"), "3 of 3 files"); said != (test.want != nil) {
				t.Errorf("not followed: %q", got.Data.NotFollowed)
			}
		})
	}
}
