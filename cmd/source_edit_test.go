package cmd

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"snag/analyze/source/extract"
)

func TestSourceEdits(t *testing.T) {
	const source = "const a = /x+x/g // one\r\nconst b = new RegExp('y+')\nif (/z/.test(a)) {}"
	for name, test := range map[string]struct {
		edits []edit
		want  string
		err   error
	}{
		"one":      {[]edit{{11, 14, "x{2,}", "x{2,}"}}, "const a = /x{2,}/g // one\r\nconst b = new RegExp('y+')\nif (/z/.test(a)) {}", nil},
		"two":      {[]edit{{47, 49, "yy*", "yy*"}, {11, 14, "x", "x"}}, "const a = /x/g // one\r\nconst b = new RegExp('yy*')\nif (/z/.test(a)) {}", nil},
		"overlap":  {[]edit{{11, 14, "x", "x"}, {12, 13, "", ""}}, "", errOverlap},
		"outside":  {[]edit{{1100, 1104, "x", "x"}}, "", errOverlap},
		"wrong":    {[]edit{{11, 14, "x", "y"}}, "", errUnfaithful},
		"spills":   {[]edit{{11, 14, "x/ + /y", "x/ + /y"}}, "", errUnfaithful},
		"no place": {[]edit{{0, 5, "var", "var"}}, "", errUnfaithful},
	} {
		t.Run(name, func(t *testing.T) {
			language, _ := extract.ByPath("a.js")
			path := filepath.Join(t.TempDir(), "a.js")
			if err := os.WriteFile(path, []byte(source), 0o640); err != nil {
				t.Fatal(err)
			}
			s := sourceEdits{path: path, language: language, content: []byte(source), edits: test.edits}
			if err := s.write(); !errors.Is(err, test.err) {
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
	s := sourceEdits{path: path, language: language, content: []byte("x = /a/"), edits: []edit{{5, 6, "b", "b"}}}
	if err := os.WriteFile(path, []byte("x = /a/ // edited"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.write(); !errors.Is(err, errChangedFile) {
		t.Errorf("got %v, want %v", err, errChangedFile)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "x = /a/ // edited" {
		t.Errorf("the file is %q (%v)", got, err)
	}
}
