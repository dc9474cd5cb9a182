package source

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestStaged reads git's index and not the working tree, from the top and from a folder, and takes no links.
func TestStaged(t *testing.T) {
	dir := newRepository(t)
	write(t, dir, "a.js", "one\ntwo\n")
	write(t, dir, "gone.js", "one\n")
	write(t, dir, "moved.js", strings.Repeat("line\n", 20))
	write(t, dir, "node_modules/m.js", "one\n")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-q", "-m", "one")

	write(t, dir, "a.js", "one\nstaged\n")
	write(t, dir, "sub/b.js", "new\n")
	write(t, dir, "sub/c.min.js", "new\n")
	runGit(t, dir, "mv", "moved.js", "sub/moved.js")
	write(t, dir, "sub/moved.js", strings.Repeat("line\n", 20)+"last\n")
	runGit(t, dir, "rm", "-q", "gone.js")
	if runtime.GOOS != "windows" {
		if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.js")); err != nil {
			t.Fatal(err)
		}
	}
	runGit(t, dir, "add", ".")
	write(t, dir, "a.js", "on disk\non disk\n")
	write(t, dir, "untracked.js", "new\n")
	if err := os.Remove(filepath.Join(dir, "sub/b.js")); err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct {
		in, root string
		want     string
	}{
		{dir, dir, "a.js 2-2, node_modules/m.js code of others, sub/b.js 1-1, sub/c.min.js minified, sub/moved.js 21-21"},
		{filepath.Join(dir, "sub"), filepath.Join(dir, "sub"), "b.js 1-1, c.min.js minified, moved.js 21-21"},
		{dir, filepath.Join(dir, "sub/b.js"), "sub/b.js 1-1"},
	} {
		index, changes, err := Staged(t.Context(), c.in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for f := range index.Files([]string{c.root}, Options{}) {
			name, err := filepath.Rel(c.in, f.Path)
			if err != nil {
				t.Fatal(err)
			}
			text, skip := index.ReadFile(f, Options{})
			if skip != nil {
				got = append(got, filepath.ToSlash(name)+" "+skip.Reason.String())
				continue
			}
			touched := ""
			for line := 1; line <= strings.Count(string(text), "\n"); line++ {
				if changes.Touch(f.Path, line, line) {
					touched = fmt.Sprintf("%s %d-%[2]d", filepath.ToSlash(name), line)
				}
			}
			if touched != "" {
				got = append(got, touched)
			}
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s below %s: got %s, want %s", c.in, c.root, strings.Join(got, ", "), c.want)
		}
		if index.Exists("link.js") || index.Exists("untracked.js") || index.Exists("gone.js") {
			t.Errorf("the index has %q", index.Names())
		}
		if _, err := index.Read("no.js"); !os.IsNotExist(err) {
			t.Errorf("a file that is not there: got %v", err)
		}
		if err := index.Close(); err != nil {
			t.Error(err)
		}
	}
}
