package source

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestPatterns(t *testing.T) {
	dir := resolved(t.TempDir())
	for _, c := range []struct {
		globs string // separated by blanks
		path  string
		want  bool
	}{
		{"tests", "tests/a.js", true},
		{"tests", "src/tests/a.js", true},
		{"tests", "src/contests/a.js", false},
		{"tests/", "tests", false}, // a file of the name of a folder
		{"/tests", "src/tests/a.js", false},
		{"tests/**", "tests/a/b.js", true},
		{"tests/**", "src/tests/b.js", false},
		{"./tests/**", "tests/b.js", true},
		{"**/tests/**", "src/tests/b.js", true},
		{"*.spec.js", "src/a.spec.js", true},
		{"src/*.js", "src/a.js", true},
		{"src/*.js", "src/b/a.js", false},
		{"src/**/*.js", "src/a.js", true},
		{"src/**/*.js", "src/b/c/a.js", true},
		{"*.{js,ts}", "a.ts", true},
		{"*.{js,ts}", "a.py", false},
		{"{src,lib}/{a,b}.js", "lib/b.js", true},
		{"{src,lib}/{a,b{1,2}}.js", "lib/b2.js", true},
		{`\{a,b\}.js`, "{a,b}.js", true},
		{"a{.js", "a{.js", true},
		{"[ab].js", "b.js", true},
		{"a.js b.js", "b.js", true},
		{"", "b.js", false},
	} {
		p, err := NewPatterns(dir, strings.Fields(c.globs))
		if err != nil {
			t.Errorf("%q: %v", c.globs, err)
			continue
		}
		if got := p.Match(filepath.Join(dir, c.path)); got != c.want {
			t.Errorf("%q means %s: got %v, want %v", c.globs, c.path, got, c.want)
		}
	}
	for _, glob := range []string{"[", "!a", "", strings.Repeat("{a,b}", 12)} {
		if _, err := NewPatterns(dir, []string{glob}); err == nil {
			t.Errorf("%q is a glob, want an error", glob)
		}
	}
	if (*Patterns)(nil).Match(dir) {
		t.Error("nil patterns mean something")
	}
}

func TestExclude(t *testing.T) {
	dir := resolved(t.TempDir())
	for name, text := range map[string]string{
		"a.js": "", "gen/b.js": "", "gen/keep/c.js": "", "src/a.test.js": "", "src/d.js": "", "src/own/e.js": "", "src/own/f.js": "",
		".snagignore": "gen/*\n!gen/keep/\n*.test.js\n", "src/own/.snagignore": "e.js\n", "data.json": "",
	} {
		write(t, dir, name, text)
	}
	patterns := func(globs ...string) *Patterns {
		p, err := NewPatterns(dir, globs)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Chdir(dir)
	expect(t, found(dir, []string{"."}, Options{}),
		"a.js", "data.json", "gen/b.js excluded", "gen/keep/c.js", "src/a.test.js excluded", "src/d.js", "src/own/e.js excluded", "src/own/f.js")
	expect(t, found(dir, []string{"src", "gen/b.js", "src/own/e.js"}, Options{}), // rules hold for what is named, too
		"src/a.test.js excluded", "src/d.js", "src/own/f.js", "gen/b.js excluded", "src/own/e.js excluded")
	expect(t, found(dir, []string{"gen"}, Options{NoIgnoreFile: true}), "gen/b.js", "gen/keep/c.js")
	expect(t, found(dir, []string{"."}, Options{NoIgnoreFile: true, Exclude: []*Patterns{patterns("src/own", "d.js"), patterns("gen/**")}}),
		"a.js", "data.json", "gen/ excluded", "src/a.test.js", "src/d.js excluded", "src/own/ excluded")
	expect(t, found(dir, []string{".", "src/own/f.js"}, Options{Only: patterns("src/**")}),
		"src/a.test.js excluded", "src/d.js", "src/own/e.js excluded", "src/own/f.js")
	expect(t, found(dir, []string{"src"}, Options{Exclude: []*Patterns{patterns("own/**")}}), // relative to the root as well
		"src/a.test.js excluded", "src/d.js", "src/own/ excluded")
}
