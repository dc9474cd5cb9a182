package calls

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
)

// TestPlanted looks for calls that block in the modules of an application, far from its handlers, and for nothing
// else.
func TestPlanted(t *testing.T) {
	root := os.DirFS("../../../testdata/calls/planted")
	var paths, want []string
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		paths = append(paths, name)
		text, err := fs.ReadFile(root, name)
		for n, line := range strings.Split(string(text), "\n") {
			if m := marked.FindStringSubmatch(line); m != nil {
				times := 1
				fmt.Sscan(m[1], &times)
				for range times {
					want = append(want, fmt.Sprintf("%s:%d", name, n+1))
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
		got = append(got, fmt.Sprintf("%s:%d", c.File, c.Line))
	}
	if len(want) < 60 {
		t.Errorf("only %d calls are planted", len(want))
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
}
