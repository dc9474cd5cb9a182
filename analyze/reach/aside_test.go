package reach

import (
	"slices"
	"strings"
	"testing"
)

// TestPutAside holds which files of a large project are not read: those on which no answer depends.
func TestPutAside(t *testing.T) {
	const code = "// code that a tool wrote\n"
	long := strings.Repeat(code, manyBytes/2/len(code)+1)
	for _, c := range []struct {
		what, files string
		want        []string
	}{
		{"what browsers run", "-- web/a.js --\nimport './b.js'\n" + long + "-- web/b.js --\nlet b\n" + long + "-- app.js --\nrequire('express')\n", []string{"web/a.js", "web/b.js"}},
		{"a small project", "-- web/a.js --\nlet a\n" + long + "-- app.js --\nrequire('express')\n", nil},
		{"one that has a regex", "-- app.js --\nimport './b.js'\n" + long + "-- b.js --\nlet b\n" + long, nil},
		{"one that imports what has one", "-- web/a.js --\nexport * from '../app'\n" + long + "-- web/b.js --\nlet b\n" + long + "-- app.js --\nlet a\n", []string{"web/b.js"}},
		{"one that what has one imports", "-- web/a.js --\nlet a\n" + long + "-- web/b.js --\nlet b\n" + long + "-- app.js --\nconst a = await import(\"./web/a.js\")\n", []string{"web/b.js"}},
		{"one that is asked about", "-- shown.js --\nlet a\n" + long + "-- web/b.js --\nlet b\n" + long + "-- app.js --\nlet a\n", []string{"web/b.js"}},
		{"one that imports a framework", "-- web/a.js --\nimport './c.js'\n" + long + "-- web/b.js --\nlet b\n" + long + "-- web/c.js --\nimport x from 'koa'\n", []string{"web/b.js"}},
		{"servers of Node", "-- web/a.js --\nrequire('node:http')\n" + long + "-- web/b.js --\nrequire('https').createServer(f)\n" + long, nil},
		{"addresses, and the name of a framework in a text", "-- web/a.js --\n@import 'https://fonts.example/x'\n" + long + "-- web/b.js --\nlet b = 'koa'\n" + long, []string{"web/a.js", "web/b.js"}},
		{"what a framework calls by the path of its file", "-- pages/api/a.js --\nexport default f\n" + long + "-- web/b.js --\nlet b\n" + long, []string{"web/b.js"}},
		{"what one calls by its name", "-- web/a.js --\nexports.handler = f\n" + long + "-- web/b.js --\nexport { f as handler }\n" + long, nil},
		{"many short ones", "-- web/a.js --\nlet a\n" + long + "-- web/b.js --\nlet b\n" + long + "-- web/c.js --\nlet c\n", []string{"web/a.js", "web/b.js"}},
	} {
		paths, _, files := archive(c.files)
		p := Open(Input{Paths: paths, Files: files})
		p.regexes = []Regex{{File: "app.js"}}
		u := &unit{family: "JavaScript", paths: paths, regex: []int{0}, shown: "shown.js"}
		texts := p.texts(t.Context(), u)
		got := p.putAside(u, texts)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: putAside of %v = %v, want %v", c.what, paths, got, c.want)
		}
		if len(got)+len(texts.paths) != len(paths) {
			t.Errorf("%s: %v of %v are left, and %v put aside", c.what, texts.paths, paths, got)
		}
	}
}

// TestAsideOfHandlers holds that a regex keeps no file that is so long that a tool wrote it where only what handlers get is
// asked, and that the files of the code of routes have none of what was put aside.
func TestAsideOfHandlers(t *testing.T) {
	const code = "// code that a tool wrote\n"
	long := strings.Repeat(code, manyBytes/2/len(code)+1)
	const app = "-- app.js --\nconst app = require('express')()\napp.get('/a', (req, res) => { f(req.query.s) })\n"
	for _, c := range []struct {
		what, files, regex string
		ofHandlers         bool
		want               []string
	}{
		{"a bundle that has it", app + "-- web/a.js --\nlet a\n" + long + "-- web/b.js --\nlet b\n" + long, "web/a.js", true, []string{"app.js"}},
		{"a bundle in one line", app + "-- web/a.js --\n" + strings.Repeat("a();", bundleSize) + "\n", "app.js", true, []string{"app.js"}},
		{"a bundle in one line that a file without a route has to do with", app + "-- web/a.js --\n" + strings.Repeat("a();", bundleSize) + "\n-- b.js --\nimport './web/a.js'\n", "b.js", false, []string{"app.js", "b.js"}},
		{"files of other languages", app + "-- a.py --\nimport os\n-- a.ex --\nx\n-- a.ts --\nlet a\n", "a.ts", true, []string{"app.js", "a.ex", "a.ts"}},
		{"a bundle that has it, where all is asked", app + "-- web/a.js --\nlet a\n" + long + "-- web/b.js --\nlet b\n" + long, "web/a.js", false, []string{"app.js", "web/a.js"}},
		{"a short file that has it and imports a bundle", app + "-- web/a.js --\nimport './b.js'\n" + "-- web/b.js --\nlet b\n" + long + "-- web/c.js --\nlet c\n" + long, "web/a.js", true, []string{"app.js", "web/a.js", "web/b.js"}},
		{"a bundle that has it and serves", app + "-- web/a.js --\nrequire('http')\n" + long + "-- web/b.js --\nlet b\n" + long, "web/a.js", true, []string{"app.js", "web/a.js"}},
		{"a bundle that has it and is imported", app + "require('./web/a.js')\n-- web/a.js --\nlet a\n" + long + "-- web/b.js --\nlet b\n" + long, "web/a.js", true, []string{"app.js", "web/a.js"}},
	} {
		paths, _, files := archive(c.files)
		p := Open(Input{Paths: paths, Files: files, OfHandlers: c.ofHandlers})
		p.Regexes(t.Context(), []Regex{{File: c.regex, Start: 4, End: 5}})
		inv := p.Routes(t.Context())
		if len(inv.Routes) != 1 {
			t.Errorf("%s: got %d routes, want 1", c.what, len(inv.Routes))
		}
		if got := p.PathsOf(inv); !slices.Equal(got, c.want) {
			t.Errorf("%s: PathsOf of %v = %v, want %v", c.what, paths, got, c.want)
		}
	}
}

// TestAskedAside asks about a file that was put aside for another question.
func TestAskedAside(t *testing.T) {
	const code = "// code that a tool wrote\n"
	long := strings.Repeat(code, manyBytes/2/len(code)+1)
	paths, _, files := archive("-- web/a.js --\nf('x')\n" + long + "-- web/b.js --\ng('y')\n" + long + "-- app.js --\nconst app = require('express')()\napp.get('/a', (req, res) => { /(a+)+$/.test(req.query.s) })\n")
	at := strings.Index("const app = require('express')()\napp.get('/a', (req, res) => { /(a+)+$/.test(req.query.s) })\n", "/(a+)")
	p := Open(Input{Paths: paths, Files: files})
	regex := Regex{File: "app.js", Start: at, End: at + len("/(a+)+$/")}
	for range 2 {
		got := p.Regexes(t.Context(), []Regex{regex})[0]
		if got.Level != Remote {
			t.Errorf("the level is %s, want remote", got.Level)
		}
		if !slices.Contains(got.NotFollowed, "files of the project that are not near the regexes") {
			t.Errorf("not followed are %q, want those that were put aside among them", got.NotFollowed)
		}
		for _, file := range []string{"web/a.js", "web/b.js"} {
			if args := p.Arguments(t.Context(), file, 0, 1); len(args) != 1 || args[0].Level != Constant && args[0].Level != Unknown {
				t.Errorf("%s has %v, want the argument of one call", file, args)
			}
		}
	}
}
