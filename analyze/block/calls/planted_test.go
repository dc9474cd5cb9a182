package calls

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
)

// TestPlanted looks for calls that block in the modules of an application, far from its handlers, and for nothing
// else.
func TestPlanted(t *testing.T) {
	if n := checkPlanted(t, "planted"); n < 60 {
		t.Errorf("only %d calls are planted", n)
	}
}

// TestServed tells calls on loops that serve others from those that a tool, a test or the start of a program makes.
func TestServed(t *testing.T) { checkPlanted(t, "served") }

// TestPlantedLoops does the same in programs on event loops of other languages, one to three functions from their handlers.
func TestPlantedLoops(t *testing.T) {
	n := 0
	for _, folder := range []string{"rust", "java", "cs", "kotlin", "php", "ruby", "em"} {
		n += checkPlanted(t, "loops/"+folder)
	}
	if n < 60 {
		t.Errorf("only %d calls are planted", n)
	}
}

// planted is the mark of a call above a note, as often as a number says, or of a note.
var planted = regexp.MustCompile(`(?://|#)(!(\d*)|-)$`)

// checkPlanted compares the calls that are found in a folder with those that are marked, and returns how many those are.
func checkPlanted(t *testing.T, folder string) int {
	t.Helper()
	root := os.DirFS("../../../testdata/calls/" + folder)
	var paths, want []string
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		paths = append(paths, name)
		text, err := fs.ReadFile(root, name)
		for n, line := range strings.Split(string(text), "\n") {
			if m := planted.FindStringSubmatch(line); m != nil {
				times := 1
				fmt.Sscan(m[2], &times)
				for range times {
					want = append(want, fmt.Sprintf("%s:%d%s", name, n+1, noted(folder, m[1] == "-")))
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files := link.NewList(paths, func(name string) ([]byte, error) { return fs.ReadFile(root, path.Clean(name)) })
	var got []string
	for _, c := range Find(calling.Input{Paths: paths, Files: files}).Calls {
		got = append(got, fmt.Sprintf("%s:%d%s", c.File, c.Line, noted(folder, c.Minor)))
	}
	for _, w := range want {
		if i := slices.Index(got, w); i >= 0 {
			got = slices.Delete(got, i, i+1)
		} else {
			t.Errorf("%s was missed", w)
		}
	}
	for _, g := range got {
		t.Errorf("%s was found and is harmless", g)
	}
	return len(want)
}

// noted says that a call is no more than a note, where a folder tells notes from the rest.
func noted(folder string, minor bool) string {
	if minor && folder != "planted" {
		return " as a note"
	}
	return ""
}
