package check

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"snag/analyze/source/project"
	"snag/cmd/demo"
)

// commentedOut is what makes a suggestion of a config one of its lines.
var commentedOut = regexp.MustCompile(`(?m)^# `)

// checkInitial reads the config that is written for a project, as it stands and with every suggestion
// taken, and returns the latter.
func checkInitial(t *testing.T, p project.Project) *config {
	t.Helper()
	text := initialConfig(p)
	c, err := readConfig(quietStdio(), "snag.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if c.checks[0].Shown() != "snag regex --engine none --fail-on=polynomial ." || len(c.services) != 0 {
		t.Errorf("the config does %s with %d services\n%s", c.checks[0].Shown(), len(c.services), text)
	}
	c, err = readConfig(quietStdio(), "snag.yaml", []byte(commentedOut.ReplaceAllString(text, "")))
	if err != nil {
		t.Fatalf("with every suggestion: %v in\n%s", err, text)
	}
	return c
}

func TestInitialConfig(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string // of the command lines of all suggestions, and of the service
		calls bool
	}{
		{"nothing", nil, []string{"node server.js", "http://127.0.0.1:3000/"}, false},
		{"npm", map[string]string{"package.json": `{"scripts": {"start": "node --enable-source-maps dist/main.js", "dev": "vite --port 5174"}, "dependencies": {"express": "4"}}`},
			[]string{"npm start", "http://127.0.0.1:5174/", "--runtime node"}, true},
		{"no script", map[string]string{"package.json": `{"dependencies": {"koa": "2"}}`, "app.js": ""}, []string{"node app.js", "http://127.0.0.1:3000/"}, true},
		{"broken manifest", map[string]string{"package.json": `{"scripts": [1`}, []string{"node server.js"}, true},
		{"odd manifest", map[string]string{"package.json": `{"scripts": {"start": {"a": 1}}, "dependencies": ["x"]}`}, []string{"node server.js"}, true},
		{"docker", map[string]string{"Dockerfile": "FROM a\nEXPOSE 9000/tcp\nCMD [\"one\"]\nFROM b\nCMD [\"./server\", \\\n  \"--name\", \"a b\"]\n", "package.json": `{"dependencies": {"express": "4"}}`},
			[]string{"./server --name 'a b'", "http://127.0.0.1:9000/"}, true},
		{"docker shell", map[string]string{"Dockerfile": "from x\nentrypoint exec \"${APP}\" 'serve'\n"}, []string{`sh -c 'exec "${APP}" '`}, false},
		{"procfile", map[string]string{"Procfile": "release: x\nweb: bundle exec puma -p 9292 | tee log\n"}, []string{"sh -c 'bundle exec puma -p 9292 | tee log'", "http://127.0.0.1:9292/"}, false},
		{"go", map[string]string{"go.mod": "module x\n", "main.go": "package main\n", "cmd/b/main.go": "// b\npackage main\n", "lib.go": "package x\n",
			"vendor/y/main.go": "package main\n", "_examples/z/main.go": "package main\n", "c/c_test.go": "package main\n"},
			[]string{"go run .", "http://127.0.0.1:8080/", "--runtime go"}, false},
		{"go below", map[string]string{"go.mod": "module x\n", "cmd/b/main.go": "package main\n"}, []string{"go run ./cmd/b"}, false},
		{"python", map[string]string{"requirements.txt": "Flask==3.0\nrequests\n"}, []string{"flask run --port 5000", "http://127.0.0.1:5000/", "--runtime python3"}, true},
		{"pyproject", map[string]string{"pyproject.toml": "[project]\ndependencies = [\"fastapi>=0.1\"]\n"}, []string{"uvicorn main:app --port 8000"}, true},
		{"openapi", map[string]string{"openapi.yaml": "paths:\n  /pets/{id}:\n    get: {}\n  /pets:\n    post: {}\n    get:\n      parameters:\n        - {name: limit, in: query, schema: {type: integer}}\n  bad: 1\n"},
			[]string{"'http://127.0.0.1:3000/pets?limit={{n}}'", "http://127.0.0.1:3000/pets/1"}, false},
		{"swagger", map[string]string{"docs/swagger.json": `{"paths": {"/a": {"get": {"parameters": [{"name": "size", "in": "query", "type": "integer"}]}}}}`},
			[]string{"'http://127.0.0.1:3000/a?size={{n}}'"}, false},
		{"broken openapi", map[string]string{"openapi.yaml": "paths: [1, 2\n"}, []string{"/search?q="}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := fstest.MapFS{}
			for name, text := range c.files {
				folder[name] = &fstest.MapFile{Data: []byte(text)}
			}
			p := project.Read(folder)
			config := checkInitial(t, p)
			var all []string
			for _, s := range config.services {
				all = append(all, demo.VisibleWords(s.Command.Argv), s.Ready)
			}
			calls := false
			for _, one := range config.checks {
				all = append(all, one.Shown())
				calls = calls || one.kind.name == "calls"
			}
			for _, want := range c.want {
				if text := strings.Join(all, "\n"); !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			if calls != c.calls {
				t.Errorf("calls are checked: %v, want %v", calls, c.calls)
			}
		})
	}
}

// FuzzInitialConfig checks that whatever is in a folder, what is written for it is a config.
func FuzzInitialConfig(f *testing.F) {
	f.Add(`{"scripts": {"start": "a: b # c \" ' ${X} {{y}} \u0007"}}`, "web: '# : - [", "EXPOSE 80\nCMD [\"a\\nb\", \"'\"]", `{"paths": {"/a: 'b": {"get": {}}}}`)
	f.Add(`{"scripts": {"start": "%s %d"}}`, "web: %", "ENTRYPOINT -x", `{"paths": {"/%41?x={{n}}": {"get": {}}}}`)
	f.Fuzz(func(t *testing.T, manifest, procfile, dockerfile, openapi string) {
		checkInitial(t, project.Read(fstest.MapFS{
			"package.json": {Data: []byte(manifest)}, "Procfile": {Data: []byte(procfile)},
			"Dockerfile": {Data: []byte(dockerfile)}, "openapi.json": {Data: []byte(openapi)},
		}))
	})
}
