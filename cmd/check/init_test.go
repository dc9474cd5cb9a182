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
	text := initialConfig(p, nil)
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
		{"nothing", nil, []string{"curl -sS --retry 3"}, false},
		{"npm", map[string]string{"package.json": `{"scripts": {"start": "node --enable-source-maps dist/main.js -p 5174", "dev": "vite"}, "dependencies": {"express": "4"}}`},
			[]string{"node --enable-source-maps dist/main.js -p 5174", "http://127.0.0.1:5174/", "--runtime node", "snag shutdown --grace=kubernetes -- node --enable"}, true},
		{"broken manifest", map[string]string{"package.json": `{"scripts": [1`}, []string{"--runtime node"}, true},
		{"odd manifest", map[string]string{"package.json": `{"scripts": {"start": {"a": 1}}, "dependencies": ["x"]}`}, []string{"--runtime node"}, true},
		{"docker", map[string]string{"Dockerfile": "FROM a\nEXPOSE 9000/tcp\nCMD [\"one\"]\nFROM b\nCMD [\"./server\", \\\n  \"--name\", \"a b\"]\n", "package.json": `{"dependencies": {"express": "4"}}`},
			[]string{"./server --name 'a b'", "http://127.0.0.1:9000/"}, true},
		{"docker shell", map[string]string{"Dockerfile": "from x\nexpose 9000\nentrypoint exec \"${APP}\" 'serve'\n"}, []string{`sh -c 'exec "${APP}" '`}, false},
		{"procfile", map[string]string{"Procfile": "release: x\nweb: bundle exec puma -p 9292 | tee log\n"}, []string{"sh -c 'bundle exec puma -p 9292 | tee log'", "http://127.0.0.1:9292/"}, false},
		{"go", map[string]string{"go.mod": "module x\n", "main.go": "package main\nhttp.ListenAndServe(\":8090\", nil)"}, []string{"go run .", "http://127.0.0.1:8090/", "--runtime go", "exec $d/x"}, false},
		{"rails", map[string]string{"Gemfile": "gem 'rails'\n", "bin/rails": ""}, []string{"bin/rails server -p 3000", "http://127.0.0.1:3000/"}, false},
		{"php", map[string]string{"index.php": ""}, []string{"php -S 127.0.0.1:8000", "http://127.0.0.1:8000/"}, false},
		{"django", map[string]string{"manage.py": ""}, []string{"python3 manage.py runserver --noreload 127.0.0.1:8000", "http://127.0.0.1:8000/", "--runtime python3"}, true},
		{"openapi", map[string]string{"Procfile": "web: ./serve -p 3000\n", "openapi.yaml": "paths:\n  /pets/{id}:\n    get: {}\n  /pets:\n    post: {}\n    get:\n      parameters:\n        - {name: limit, in: query, schema: {type: integer}}\n  bad: 1\n"},
			[]string{"'http://127.0.0.1:3000/pets?limit={{n}}'", "http://127.0.0.1:3000/pets/1"}, false},
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

// TestWhatIsNotToldIsAsked checks that no command, port or path is made up.
func TestWhatIsNotToldIsAsked(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string // the questions
	}{
		{"nothing", nil, []string{"How is the program started?", "Which port does the server listen on?", "Which runtime parses them?", "What command line is the server itself"}},
		{"a library of PHP", map[string]string{"composer.json": "{}", "src/A.php": ""}, []string{"How is the program started?"}},
		{"no port", map[string]string{"package.json": `{"main": "a.js"}`, "a.js": "x.listen(p)"}, []string{"Which port does it listen on? services: {web: {command: node a.js,"}},
		{"no path", map[string]string{"Procfile": "web: ./serve -p 3000\n"}, []string{"Which path does work that grows with its input? handler: http://127.0.0.1:3000/PATH"}},
		{"npm alone", map[string]string{"package.json": `{"scripts": {"start": "PORT=3100 node a.js"}}`}, []string{"What command line is the server itself, without npm"}},
	} {
		folder := fstest.MapFS{}
		for name, text := range c.files {
			folder[name] = &fstest.MapFile{Data: []byte(text)}
		}
		text := initialConfig(project.Read(folder), nil)
		for _, want := range c.want {
			if !regexp.MustCompile(`(?m)^## .*` + regexp.QuoteMeta(want)).MatchString(text) {
				t.Errorf("%s: no question %q in\n%s", c.name, want, text)
			}
		}
		if strings.Contains(text, "server.js") || c.name != "npm alone" && c.name != "no path" && regexp.MustCompile(`(?m)^# .*127\.0\.0\.1`).MatchString(text) {
			t.Errorf("%s: something is made up in\n%s", c.name, text)
		}
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
