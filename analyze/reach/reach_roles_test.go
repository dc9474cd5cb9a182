package reach

import (
	"strings"
	"testing"

	"snag/analyze/reach/model"
)

// Tests and builds hold what only callers and the machine get to, and nothing of what a request gets to.
func TestInRole(t *testing.T) {
	for _, c := range []struct {
		role     string
		in, want Level
	}{
		{"test", Library, Build},
		{"test", Local, Build},
		{"test", Unknown, Build},
		{"build", Library, Build},
		{"documentation", Library, Build},
		{"development", Local, Build},
		{"test", Constant, Constant},
		{"test", RemotePossible, RemotePossible},
		{"build", Remote, Remote},
		{"ordinary", Library, Library},
		{"browser", Local, Local},
		{"ordinary", Unknown, Unknown},
		{"", Library, Library},
	} {
		r := Result{Role: c.role}
		if got := r.InRole(c.in); got != c.want {
			t.Errorf("%q %s: got %s, want %s", c.role, c.in, got, c.want)
		}
	}
}

// Tests of installed packages do not run where these are installed, unless something that runs imports them.
func TestTestsOfPackages(t *testing.T) {
	const server = "\n-- FILE --\nconst p = require('INDEX')\nrequire('express')().get('/', (req, res) => p.check(req.query.q))\n"
	const manifest = `-- node_modules/p/package.json --
{"name": "p", "version": "1.0.0", "main": "index.js"}`
	const index = "-- node_modules/p/index.js --\nexports.check = s => /(a+)+$/.test(s)\n"
	tested := strings.NewReplacer("FILE", "node_modules/p/test/server.js", "INDEX", "..").Replace(server)
	const app = "-- package.json --\n{\"name\": \"app\", \"dependencies\": {\"p\": \"1\"}}\n-- app.js --\n"
	ordinary, err := model.Parse("snag.yaml", []byte("reach:\n  roles:\n    - {file: 'node_modules/p/test/*', role: ordinary}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		what, text string
		model      *model.Model
		want       Level
	}{
		{"a test", app + manifest + "\n" + index + tested, nil, Library},
		{"a test that a test imports", app + manifest + "\n" + index + tested + "\n-- node_modules/p/test/all.js --\nrequire('./server')\n", nil, Library},
		{"a test beside the code", app + manifest + "\n" + index + strings.NewReplacer("FILE", "node_modules/p/server.test.js", "INDEX", "./index").Replace(server), nil, Library},
		{"no test", app + manifest + "\n" + index + strings.NewReplacer("FILE", "node_modules/p/lib/server.js", "INDEX", "..").Replace(server), nil, Remote},
		{"a test that the code imports", app + manifest + "\n" + index + "require('./test/server')\n" + tested, nil, Remote},
		{"a test that what the code imports imports", app + manifest + "\n" + index + "require('./test/all')\n" + tested + "\n-- node_modules/p/test/all.js --\nrequire('./server')\n", nil, Remote},
		{"a test that package.json offers", app + strings.Replace(manifest, "index.js\"", "index.js\", \"exports\": {\".\": \"./index.js\", \"./test\": \"./test/server.js\"}", 1) + "\n" + index + tested, nil, Remote},
		{"a test that the project imports", strings.Replace(app, "app.js --\n", "app.js --\nrequire('p/test/server')\n", 1) + manifest + "\n" + index + tested, nil, Remote},
		{"a test that the project names", strings.Replace(app, "app.js --\n", "app.js --\nrequire('p/testing')\n", 1) + manifest + "\n" + index + tested, nil, Library},
		{"a test with the regex", app + manifest + "\n" + strings.Replace(index, "/(a+)+$/", "require('./test/server').re", 1) + tested + "exports.re = /(a+)+$/\n", nil, Remote},
		{"what the project calls no test", app + manifest + "\n" + index + tested, model.Default().With(ordinary), Remote},
	} {
		paths, texts, files := archive(test.text)
		level := Unknown
		for _, r := range Open(Input{Paths: paths, Files: files, Model: test.model}).Regexes(t.Context(), regexesIn(paths, texts)) {
			level = max(level, r.Level)
		}
		if level != test.want {
			t.Errorf("%s: got %s, want %s\n%s", test.what, level, test.want, test.text)
		}
	}
}
