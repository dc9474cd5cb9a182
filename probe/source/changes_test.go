package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

func TestChangedSince(t *testing.T) {
	dir := newRepository(t)
	lines := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "line %d\n", i+1)
		}
		return b.String()
	}
	odd := "sub/sp ace \"q\"\té\\.js"
	for _, name := range []string{"a.js", "old.js", "gone.js", "same.js", "cut.js", "tricky.js", odd} {
		write(t, dir, name, lines(20))
	}
	write(t, dir, "bin.js", "\x00\x01")
	write(t, dir, ".gitignore", "ignored.js\n")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-q", "-m", "one")
	runGit(t, dir, "tag", "v1")

	text := lines(20)
	write(t, dir, "a.js", strings.Replace(strings.Replace(text, "line 3\n", "new 3\n", 1), "line 10\n", "line 10\nadded\nadded\n", 1)+"no newline")
	write(t, dir, odd, strings.Replace(text, "line 5\n", "new 5\n", 1))
	write(t, dir, "cut.js", strings.Replace(text, "line 7\nline 8\n", "", 1))
	// Content that looks like the frame of a diff.
	write(t, dir, "tricky.js", strings.Replace(text, "line 2\n", "++ b/same.js\n@@ -1 +1 @@\n-- a/x\ndiff --git a/same.js b/same.js\n", 1)+strings.Repeat("x", 200000)+"\n+++ b/same.js\n")
	write(t, dir, "bin.js", "\x00\x02")
	runGit(t, dir, "mv", "old.js", "sub/renamed.js")
	write(t, dir, "sub/renamed.js", strings.Replace(text, "line 9\n", "new 9\n", 1))
	write(t, dir, "staged.js", "one\ntwo\n")
	runGit(t, dir, "add", "staged.js", "sub/renamed.js")
	runGit(t, dir, "rm", "-q", "gone.js")
	write(t, dir, "sub/un tracked.js", "x\n")
	write(t, dir, "ignored.js", "x\n")

	// Settings and variables that change how git prints a diff.
	for _, s := range []string{"diff.noprefix", "diff.mnemonicPrefix", "diff.relative", "color.ui=always", "core.quotePath", "diff.external=false", "diff.context=3", "diff.interHunkContext=9"} {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			value = "true"
		}
		runGit(t, dir, "config", name, value)
	}
	t.Setenv("GIT_DIFF_OPTS", "--unified=5")
	t.Setenv("GIT_EXTERNAL_DIFF", "false")

	for _, from := range []string{dir, filepath.Join(dir, "sub")} {
		for _, revision := range []string{"HEAD", "v1", "main", "HEAD^{commit}"} {
			c, err := ChangedSince(context.Background(), from, revision)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, name := range c.Files() {
				rel, _ := filepath.Rel(dir, name)
				names = append(names, filepath.ToSlash(rel))
			}
			expect(t, names, "a.js", "staged.js", "sub/renamed.js", odd, "sub/un tracked.js", "tricky.js")
			for _, tt := range []struct {
				name string
				want string // changed lines of the first 25
			}{
				{"a.js", "3 11 12 23"}, {"sub/renamed.js", "9"}, {odd, "5"}, {"cut.js", ""}, {"same.js", ""}, {"bin.js", ""},
				{"staged.js", "1 2"}, {"ignored.js", ""}, {"old.js", ""}, {"gone.js", ""}, {"tricky.js", "2 3 4 5 24 25"},
			} {
				var got []string
				for line := 1; line <= 25; line++ {
					if c.Touch(filepath.Join(dir, tt.name), line, line) {
						got = append(got, fmt.Sprint(line))
					}
				}
				if got := strings.Join(got, " "); got != tt.want {
					t.Errorf("%s since %s: lines %s, want %s", tt.name, revision, got, tt.want)
				}
			}
			if !c.Touch(filepath.Join(dir, "sub/un tracked.js"), 1, 1) || !c.Touch(filepath.Join(dir, "a.js"), 1, 5) || c.Touch(filepath.Join(dir, "a.js"), 4, 10) {
				t.Error("Touch is wrong about new files or ranges")
			}
		}
	}
	t.Chdir(filepath.Join(dir, "sub"))
	c, err := ChangedSince(context.Background(), ".", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if !c.Touch("renamed.js", 9, 9) || !c.Touch("../a.js", 3, 3) || c.Touch("../../a.js", 3, 3) {
		t.Error("Touch is wrong about relative paths")
	}
}

func TestChangedSinceFails(t *testing.T) {
	dir := newRepository(t)
	write(t, dir, "a.js", "x\n")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-q", "-m", "one")
	mark := filepath.Join(dir, "made-by-option")
	for _, revision := range []string{"nope", "", "-h", "--output=" + mark, "HEAD:a.js", "HEAD --output=" + mark, "HEAD\n--output=" + mark, "HEAD..HEAD", "^HEAD"} {
		if c, err := ChangedSince(context.Background(), dir, revision); !errors.Is(err, ErrNoRevision) {
			t.Errorf("revision %q: got %v, %v", revision, c, err)
		}
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a revision became an option")
	}
	if _, err := ChangedSince(context.Background(), t.TempDir(), "HEAD"); !errors.Is(err, ErrNoTree) {
		t.Errorf("outside of a tree: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ChangedSince(ctx, dir, "HEAD"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := ChangedSince(context.Background(), dir, "HEAD"); !errors.Is(err, ErrNoGit) {
		t.Errorf("without git: %v", err)
	}
}

// Files returns the files with changed lines, absolute and sorted.
func (c *Changes) Files() []string {
	names := make([]string, 0, len(c.files))
	for name := range c.files {
		names = append(names, filepath.Join(c.top, filepath.FromSlash(name)))
	}
	sort.Strings(names)
	return names
}
