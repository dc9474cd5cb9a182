package pattern

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"snag/analyze/regex/audit"
	"snag/analyze/source/extract"
)

func TestSourceEdits(t *testing.T) {
	const source = "const a = /x+x/g // one\r\nconst b = new RegExp('y+')\nif (/z/.test(a)) {}"
	for name, test := range map[string]struct {
		edits []audit.Edit
		want  string
		err   error
	}{
		"one":      {[]audit.Edit{{Start: 11, End: 14, Text: "x{2,}", Pattern: "x{2,}"}}, "const a = /x{2,}/g // one\r\nconst b = new RegExp('y+')\nif (/z/.test(a)) {}", nil},
		"two":      {[]audit.Edit{{Start: 47, End: 49, Text: "yy*", Pattern: "yy*"}, {Start: 11, End: 14, Text: "x", Pattern: "x"}}, "const a = /x/g // one\r\nconst b = new RegExp('yy*')\nif (/z/.test(a)) {}", nil},
		"overlap":  {[]audit.Edit{{Start: 11, End: 14, Text: "x", Pattern: "x"}, {Start: 12, End: 13, Text: "", Pattern: ""}}, "", audit.ErrOverlap},
		"outside":  {[]audit.Edit{{Start: 1100, End: 1104, Text: "x", Pattern: "x"}}, "", audit.ErrOverlap},
		"wrong":    {[]audit.Edit{{Start: 11, End: 14, Text: "x", Pattern: "y"}}, "", audit.ErrUnfaithful},
		"spills":   {[]audit.Edit{{Start: 11, End: 14, Text: "x/ + /y", Pattern: "x/ + /y"}}, "", audit.ErrUnfaithful},
		"no place": {[]audit.Edit{{Start: 0, End: 5, Text: "var", Pattern: "var"}}, "", audit.ErrUnfaithful},
	} {
		t.Run(name, func(t *testing.T) {
			language, _ := extract.ByPath("a.js")
			path := filepath.Join(t.TempDir(), "a.js")
			if err := os.WriteFile(path, []byte(source), 0o640); err != nil {
				t.Fatal(err)
			}
			s := SourceEdits{path: path, Language: language, Content: []byte(source), Edits: test.edits}
			if err := s.Write(); !errors.Is(err, test.err) {
				t.Fatalf("got %v, want %v", err, test.err)
			}
			want := test.want
			if test.err != nil {
				want = source
			}
			got, err := os.ReadFile(path)
			if err != nil || string(got) != want {
				t.Errorf("the file is %q (%v), want %q", got, err, want)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("the mode is %v (%v)", info.Mode(), err)
			}
		})
	}
}

func TestSourceEditsRefuseAChangedFile(t *testing.T) {
	language, _ := extract.ByPath("a.js")
	path := filepath.Join(t.TempDir(), "a.js")
	s := SourceEdits{path: path, Language: language, Content: []byte("x = /a/"), Edits: []audit.Edit{{Start: 5, End: 6, Text: "b", Pattern: "b"}}}
	if err := os.WriteFile(path, []byte("x = /a/ // edited"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(); !errors.Is(err, errChangedFile) {
		t.Errorf("got %v, want %v", err, errChangedFile)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "x = /a/ // edited" {
		t.Errorf("the file is %q (%v)", got, err)
	}
}
