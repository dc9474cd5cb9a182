package project

import (
	"strings"
	"testing"
	"testing/fstest"
)

// FuzzOpenAPI checks that the paths that are taken out of a description in YAML can stand in a URL.
func FuzzOpenAPI(f *testing.F) {
	f.Add("paths:\n  /pets/{id}:\n    get: {}\n  /pets:\n    get:\n      parameters:\n        - {name: limit, in: query, schema: {type: integer}}\n")
	f.Add("paths: &a {/a: {get: *a}}")
	f.Add("a: &a [x]\nb: &b [*a,*a,*a]\npaths: {/x: {get: {parameters: *b}}}")
	f.Fuzz(func(t *testing.T, text string) {
		p := Read(fstest.MapFS{"openapi.yaml": {Data: []byte(text)}})
		if len(p.Endpoints) > mostEndpoints {
			t.Errorf("%q: %d endpoints", text, len(p.Endpoints))
		}
		for _, e := range p.Endpoints {
			if !strings.HasPrefix(e.Path, "/") || strings.ContainsAny(e.Path, " \"\r\n\x00\x1b") {
				t.Errorf("%q: path %q", text, e.Path)
			}
		}
	})
}

// FuzzManifests puts a text where each kind of manifest may be, and checks that the command lines and ports
// that are taken from it are such.
func FuzzManifests(f *testing.F) {
	for _, seed := range []string{
		`{"scripts": {"start": "node -r x dist/main.js --port 8080"}, "main": "a.js", "dependencies": {"express": "4"}}`,
		"web: bundle exec puma -p 9292 | tee log\nworker: x", "FROM a AS b\nEXPOSE 80/tcp\nENTRYPOINT [\"a\", \"b\"]\nCMD x \\\n y",
		"module x\n", "package main\nfunc main() {}", "[project]\ndependencies = [\"fastapi>=0.1\"]\n", "flask==3\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"package.json", "Procfile", "Dockerfile", "go.mod", "cmd/a/main.go", "pyproject.toml", "requirements.txt", "setup.py"} {
			files := fstest.MapFS{name: {Data: []byte(text)}, "app.js": {Data: []byte("")}}
			if name == "cmd/a/main.go" {
				files["go.mod"] = &fstest.MapFile{Data: []byte("module x\n")}
			}
			p := Read(files)
			if strings.Trim(p.Port, "0123456789") != "" || len(p.Port) > 5 {
				t.Errorf("%s: %q: port %q", name, text, p.Port)
			}
			for _, s := range p.Starts {
				if len(s.Argv) == 0 || s.Argv[0] == "" || strings.ContainsRune(strings.Join(s.Argv, " "), 0) {
					t.Errorf("%s: %q: command line %q", name, text, s.Argv)
				}
			}
		}
	})
}
