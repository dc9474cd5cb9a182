//go:build unix

package pattern

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"snag/analyze/regex/audit"
	"snag/analyze/source/extract"
)

// TestSourceEditsKeepTheFile checks that a rewrite leaves a file as it is, but for its text, or is refused.
func TestSourceEditsKeepTheFile(t *testing.T) {
	language, _ := extract.ByPath("a.js")
	const source, rewritten = "x = /a/", "x = /b/"
	for _, test := range []struct {
		name    string
		prepare func(path string) error
		refused string
		root    bool
	}{
		{"plain", func(string) error { return nil }, "", false},
		{"read-only", func(path string) error { return os.Chmod(path, 0o444) }, "it is read-only", false},
		{"hard links", func(path string) error { return os.Link(path, path+".link") }, "it has 2 hard links", false},
		{"of another", func(path string) error { return os.Chown(path, 12345, 54321) }, "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.root && os.Geteuid() != 0 {
				t.Skip("SKIPPED: it needs root")
			}
			path := filepath.Join(t.TempDir(), "a.js")
			if err := os.WriteFile(path, []byte(source), 0o640); err != nil {
				t.Fatal(err)
			}
			if err := test.prepare(path); err != nil {
				t.Fatal(err)
			}
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			s := SourceEdits{path: path, Language: language, Content: []byte(source), Edits: []audit.Edit{{Start: 5, End: 6, Text: "b", Pattern: "b"}}}
			err = s.Write()
			want := rewritten
			if test.refused != "" {
				want = source
				if err == nil || !strings.Contains(err.Error(), test.refused) {
					t.Errorf("got %v, want %q", err, test.refused)
				}
			} else if err != nil {
				t.Error(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != want {
				t.Errorf("the file is %q (%v), want %q", got, err, want)
			}
			after, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			was, is := before.Sys().(*syscall.Stat_t), after.Sys().(*syscall.Stat_t)
			if was.Uid != is.Uid || was.Gid != is.Gid || was.Nlink != is.Nlink || before.Mode() != after.Mode() {
				t.Errorf("owner %d:%d, links %d, mode %v became %d:%d, %d, %v", was.Uid, was.Gid, was.Nlink, before.Mode(), is.Uid, is.Gid, is.Nlink, after.Mode())
			}
		})
	}
}
