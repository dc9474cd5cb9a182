package source

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// found walks and returns a line per file: its path below dir, and why it was left out.
func found(dir string, roots []string, o Options) []string {
	var lines []string
	for f := range Walk(context.Background(), roots, o) {
		name := f.Path
		if rel, err := filepath.Rel(dir, f.Path); err == nil && filepath.IsAbs(f.Path) {
			name = filepath.ToSlash(rel)
		}
		_, skip := Read(f, o)
		switch {
		case skip != nil && f.Dir:
			name += "/ " + skip.Reason.String()
		case skip != nil:
			name += " " + skip.Reason.String()
		case f.Language.Name == "":
			name += " has no language"
		}
		lines = append(lines, name)
	}
	return lines
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestWalk(t *testing.T) {
	dir := resolved(t.TempDir())
	for name, text := range map[string]string{
		"b.js": "", "a.ts": "", "B.jsx": "", "notes.md": "", "data.json": "", "c/d/e.tsx": "", "c/a.vue": "", "c.html": "",
		"node_modules/x/x.js": "", "c/node_modules/y.js": "", "vendor/v.js": "", "bower_components/b.js": "",
		".git/hooks/h.js": "", ".hg/h.js": "", "c/.svn/s.js": "", ".hidden/h.js": "", ".config.js": "",
		"lib.min.js": "", "dist.js": strings.Repeat("x=1;", 8000), "table.js": "x=[" + strings.Repeat("1,", 4000) + "]",
		"zero.js": "x\x00y", "late-zero.js": strings.Repeat(" \n", 5000) + "\x00", "big.js": strings.Repeat("a;\n", 20000),
		"run": "#!/usr/bin/env node\n", "shell": "#!/bin/sh\n", "text": "no",
		".gitignore": "ignored.js\n/out/\n", "ignored.js": "", "out/o.js": "", "c/out/o.js": "", "c/.gitignore": "!ignored.js\nd/*\n!d/e.tsx\n",
		"c/ignored.js": "", "c/d/f.js": "", "out/o.json": "", "big.json": strings.Repeat("[]\n", 20000),
	} {
		write(t, dir, name, text)
	}
	o := Options{MaxSize: 50000}
	expect(t, found(dir, []string{dir}, o),
		".config.js", ".git/ version control data", ".hg/ version control data", ".hidden/h.js", "B.jsx", "a.ts", "b.js",
		"big.js too large", "bower_components/ code of others",
		"c/.svn/ version control data", "c/a.vue", "c/d/e.tsx", "c/d/f.js ignored by git", "c/ignored.js", "c/node_modules/ code of others", "c/out/o.js",
		"c.html", "data.json", "dist.js minified", "ignored.js ignored by git", "late-zero.js", "lib.min.js minified", "node_modules/ code of others",
		"out/ ignored by git", "run", "table.js", "vendor/ code of others", "zero.js not text")
	all := Options{IncludeIgnored: true, IncludeVendored: true, IncludeMinified: true}
	expect(t, found(dir, []string{dir}, all),
		".config.js", ".git/ version control data", ".hg/ version control data", ".hidden/h.js", "B.jsx", "a.ts", "b.js",
		"big.js", "big.json", "bower_components/b.js",
		"c/.svn/ version control data", "c/a.vue", "c/d/e.tsx", "c/d/f.js", "c/ignored.js", "c/node_modules/y.js", "c/out/o.js",
		"c.html", "data.json", "dist.js", "ignored.js", "late-zero.js", "lib.min.js", "node_modules/x/x.js",
		"out/o.js", "out/o.json", "run", "table.js", "vendor/v.js", "zero.js not text")
}

func TestRoots(t *testing.T) {
	dir := resolved(t.TempDir())
	for _, name := range []string{"a.js", "b/c.js", "b/d.min.js", "node_modules/e.js", "node_modules/f/g.js", "h.md", "zero.js"} {
		write(t, dir, name, "\x00")
	}
	write(t, dir, "b/ok.js", "")
	at := func(names ...string) []string {
		for i := range names {
			names[i] = filepath.Join(dir, names[i])
		}
		return names
	}
	// Files that are named are read whatever they look like; what two roots share is found once.
	expect(t, found(dir, at("b/d.min.js", "b", "node_modules/e.js", "."), Options{}),
		"b/d.min.js", "b/c.js not text", "b/ok.js", "node_modules/e.js", "a.js not text", "node_modules/ code of others", "zero.js not text")
	expect(t, found(dir, at("node_modules", "b/..//zero.js", "zero.js"), Options{}),
		"node_modules/e.js not text", "node_modules/f/g.js not text", "zero.js")
	expect(t, found(dir, at("h.md", "missing.js", "none/"), Options{}), "h.md not a known language", "missing.js not readable", "none not readable")
	for f := range Walk(context.Background(), at("h.md"), Options{}) {
		if !f.Named || !strings.Contains(f.Skip.String(), ".mjs") {
			t.Errorf("%v does not name the known endings", f.Skip)
		}
	}
	for f := range Walk(context.Background(), at("missing.js"), Options{}) {
		if f.Skip.Err == nil || strings.Contains(f.Skip.Detail, dir) {
			t.Errorf("skip is %v, %v", f.Skip, f.Skip.Err)
		}
	}
	t.Chdir(dir)
	expect(t, found(dir, []string{"."}, Options{})[:2], "a.js not text", "b/c.js not text")
	expect(t, found(dir, []string{"./b/../b/ok.js"}, Options{}), filepath.FromSlash("b/ok.js"))
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	outside := resolved(t.TempDir())
	write(t, outside, "secret.js", "")
	dir := filepath.Join(resolved(t.TempDir()), "tree")
	write(t, dir, "a/a.js", "")
	for name, to := range map[string]string{
		"out": outside, "file.js": filepath.Join(outside, "secret.js"), "loop": ".", "a/up": "..", "dead.js": "nowhere", "inside.js": "a/a.js", "note": "a/a.js",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, found(dir, []string{dir}, Options{}),
		"a/a.js", "a/up/ symbolic link", "dead.js symbolic link", "file.js symbolic link", "inside.js symbolic link", "loop/ symbolic link", "out/ symbolic link")
	// Named, links are followed.
	expect(t, found(dir, []string{filepath.Join(dir, "file.js"), filepath.Join(dir, "inside.js")}, Options{}), "file.js", "inside.js")
	expect(t, found(dir, []string{filepath.Join(dir, "out")}, Options{}), "out/secret.js")
}

func TestUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("nothing is unreadable for this user")
	}
	dir := resolved(t.TempDir())
	write(t, dir, "a/x.js", "")
	write(t, dir, "b.js", "")
	for _, name := range []string{"a", "b.js"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(filepath.Join(dir, name), 0o755)
	}
	expect(t, found(dir, []string{dir}, Options{}), "a/ not readable", "b.js not readable")
}

func TestReplacedFile(t *testing.T) {
	dir := resolved(t.TempDir())
	write(t, dir, "a.js", "x")
	var f File
	for f = range Walk(context.Background(), []string{dir}, Options{}) {
	}
	name := filepath.Join(dir, "a.js")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, skip := Read(f, Options{}); skip == nil || skip.Reason != Unreadable || skip.Detail == "" {
		t.Errorf("reading a removed file: %v", skip)
	}
	if err := os.Mkdir(name, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, skip := Read(f, Options{}); skip == nil || skip.Reason != NotRegular {
		t.Errorf("reading a folder: %v", skip)
	}
	write(t, dir, "b.js", strings.Repeat("x\n", 100))
	if _, skip := Read(File{Path: filepath.Join(dir, "b.js")}, Options{MaxSize: 199}); skip == nil || skip.Reason != TooLarge || !strings.Contains(skip.Detail, "199") {
		t.Errorf("reading a file that grew: %v", skip)
	}
	src, skip := Read(File{Path: filepath.Join(dir, "b.js")}, Options{MaxSize: 200})
	if skip != nil || len(src) != 200 {
		t.Errorf("reading a file of the largest size: %d bytes, %v", len(src), skip)
	}
}

func TestWalkEnds(t *testing.T) {
	dir := resolved(t.TempDir())
	for i := range 10 {
		write(t, dir, fmt.Sprintf("%d/a.js", i), "")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	for range Walk(ctx, []string{dir}, Options{}) {
		if n++; n == 3 {
			cancel()
		}
	}
	if n != 3 {
		t.Errorf("found %d files, of which 7 after the end", n)
	}
	for range Walk(context.Background(), []string{dir, dir}, Options{}) {
		break
	}
}

// TestWalkAsGit compares the files found in a repository with those that git lists.
func TestWalkAsGit(t *testing.T) {
	dir := newRepository(t)
	for name, text := range map[string]string{
		".gitignore": "*.gen.js\n/build\n!keep.gen.js\nlogs/\n", ".git/info/exclude": "mine.js\nkeep.gen.js\n",
		"a.js": "", "a.gen.js": "", "keep.gen.js": "", "mine.js": "", "build/a.js": "", "src/build/a.js": "",
		"src/.gitignore": "# nothing\n*.js\n!a*.js\n!*.gen.js\n", "src/b.js": "", "src/a.js": "", "src/x.gen.js": "", "src/mine.js": "",
		"src/deep/c.js": "", "src/deep/a.js": "", "src/deep/.gitignore": "a.js\n!c.js\n", "logs/.gitignore": "!*\n", "logs/a.js": "",
		"é ü/a.js": "", "é ü/.gitignore": "\uFEFFa.js\r\n",
	} {
		write(t, dir, name, text)
	}
	git := strings.Split(strings.Trim(runGit(t, dir, "ls-files", "-z", "--others", "--exclude-standard"), "\x00"), "\x00")
	git = slices.DeleteFunc(git, func(name string) bool { return !strings.HasSuffix(name, ".js") })
	slices.Sort(git)
	var got []string
	collect := func(root string) []string {
		var names []string
		for f := range Walk(context.Background(), []string{root}, Options{}) {
			if f.Skip == nil {
				rel, _ := filepath.Rel(dir, f.Path)
				names = append(names, filepath.ToSlash(rel))
			}
		}
		return names
	}
	got = collect(dir)
	slices.Sort(got)
	expect(t, got, git...)
	// From a folder inside, the rules above it count as well.
	below := slices.DeleteFunc(slices.Clone(git), func(name string) bool { return !strings.HasPrefix(name, "src/deep/") })
	expect(t, collect(filepath.Join(dir, "src", "deep")), below...)
	// What is named is walked although git ignores it.
	expect(t, collect(filepath.Join(dir, "build")), "build/a.js")
}

func TestReasons(t *testing.T) {
	for r := Ignored; r <= Unreadable; r++ {
		if r.String() == "" {
			t.Errorf("reason %d has no text", r)
		}
	}
	if kindOf(fs.ModeNamedPipe) != "named pipe" || kindOf(fs.ModeDir) != "folder" {
		t.Error("kinds of files are named wrongly")
	}
}
