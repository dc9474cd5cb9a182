package cmd

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/cmd/report/render"
	"snag/probe/cache"
	"snag/probe/process"
	"snag/probe/snagtest"
)

// marker stands for a credential in everything that the commands below are given.
const marker = "m4rk3rOfASecret"

// markedRun is a command line with the files that it reads. DIR stands for their folder, HOST for a server that
// answers.
type markedRun struct {
	name  string
	args  []string
	files map[string]string
	all   bool // in every format: it has a report
	long  bool
}

// TestCredentialsStayInside hands a marker to every kind of input of every command, and looks for it in every
// format, in errors, in the files that they write, in the cache, and on the command lines of what snag starts of
// its own.
func TestCredentialsStayInside(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", marker)
	store := t.TempDir()
	t.Setenv(cache.Variable, store)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			time.Sleep(2 * time.Millisecond)
		case "/away":
			w.Header().Set("Location", "http://user:"+marker+"@127.0.0.1:1/login?token="+marker)
			w.WriteHeader(http.StatusFound)
		}
	}))
	t.Cleanup(server.Close)
	commandLines := watchCommandLines(t)
	t.Cleanup(func() {
		for line := range commandLines() {
			t.Errorf("a process of snag's own has the marker on its command line: %q", line)
		}
		if err := fs.WalkDir(os.DirFS(store), ".", func(name string, d fs.DirEntry, err error) error {
			if text, _ := os.ReadFile(filepath.Join(store, name)); bytes.Contains(text, []byte(marker)) {
				t.Errorf("the cache has the marker in %s", name)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	host := strings.TrimPrefix(server.URL, "http://")
	for _, run := range slices.Concat(markedTargets, markedFiles) {
		for _, format := range render.Formats {
			// The renderers get the same report: two of them tell, but for what one of them adds.
			usual := format.Name == "table" && !run.long || format.Name == "json" && run.all
			if !usual && (!snagtest.IsLong() || !run.all && format.Name != "table") {
				continue
			}
			t.Run(run.name+"/"+format.Name, func(t *testing.T) {
				t.Parallel()
				run.try(t, host, format.Name)
			})
		}
	}
}

// try runs the command and looks for the marker in what comes of it.
func (run markedRun) try(t *testing.T, host, format string) {
	dir := t.TempDir()
	fill := strings.NewReplacer("DIR", dir, "HOST", host, "MARKER", marker)
	given := map[string]bool{}
	for name, text := range run.files {
		given[name] = true
		if err := os.WriteFile(filepath.Join(dir, name), []byte(fill.Replace(text)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var flags, args []string
	if run.all {
		flags = []string{"-v", "-f", format, "-o", filepath.Join(dir, "report")}
	}
	for _, word := range run.args {
		if word == "--" { // what follows belongs to a program
			args, flags = append(args, flags...), nil
		}
		args = append(args, fill.Replace(word))
	}
	args = append(args, flags...)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errs bytes.Buffer
	status := execute(ctx, args, &cli.Stdio{In: strings.NewReader(""), Out: &out, Err: &errs})
	texts := map[string]string{"stdout": out.String(), "stderr": errs.String()}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if given[e.Name()] {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts[e.Name()] = string(text)
		if info, err := e.Info(); err != nil || info.Mode().Perm()&0o077 != 0 && e.Name() != "certificate" {
			t.Errorf("%q: %s has mode %v, %v; want 0600", args, e.Name(), info.Mode(), err)
		}
	}
	for where, text := range texts {
		if i := strings.Index(text, marker); i >= 0 {
			t.Errorf("%q: status %d, %s has the marker: %q", args, status, where, text[max(0, i-80):min(len(text), i+40)])
		}
	}
}

// watchCommandLines looks at the processes below the test, but for those of the programs that were given a marker,
// until the function that it returns is called. That returns the command lines that have the marker.
func watchCommandLines(t *testing.T) func() map[string]bool {
	t.Helper()
	self, err := process.Read(os.Getpid())
	if err != nil {
		t.Log("SKIPPED: command lines: ", err)
		return func() map[string]bool { return nil }
	}
	found := map[string]bool{}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			tree, _ := process.Tree(self.ID) // a process that is gone is none to look at
			for _, info := range tree {
				own := len(info.Argv) > 0 && !slices.Contains([]string{"false", "sh", "snag"}, filepath.Base(info.Argv[0])) && info.PID != self.PID
				if line := strings.Join(info.Argv, " "); own && strings.Contains(line, marker) {
					found[line] = true
				}
			}
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() map[string]bool {
		close(stop)
		<-done
		return found
	}
}

// markedTargets are runs whose marker is on the command line.
var markedTargets = []markedRun{
	{name: "watch", all: true, args: []string{"block", "watch", "http://HOST/x?api_key=MARKER", "--duration", "200ms", "--rate", "50", "--fail-on", "none", "-H", "Authorization: Bearer MARKER", "-H", "X-Api-Key: MARKER"}},
	{name: "watch with a canary", args: []string{"block", "watch", "http://HOST/", "--canary", "/x?token=MARKER", "--duration", "200ms", "--rate", "50"}},
	{name: "handler", all: true, args: []string{"block", "handler", "http://HOST/slow?token=MARKER", "-d", "password=MARKER&a=b", "--size", "1", "--max-time", "2s", "--fail-on", "none", "-H", "Cookie: s=MARKER"}},
	{name: "handler, JSON", all: true, args: []string{"block", "handler", "http://HOST/slow", "-d", `{"password": "MARKER", "a": 1}`, "--size", "1", "--max-time", "2s", "--fail-on", "none"}},
	{name: "handler, saved", args: []string{"block", "handler", "http://HOST/slow?token=MARKER", "--save", "DIR/saved", "--size", "1", "--max-time", "2s", "--fail-on", "none"}},
	{name: "handler, curl", args: []string{"block", "handler", "--curl", `curl -u user:MARKER -b s=MARKER -H 'X-Api-Key: MARKER' 'http://HOST/slow?token=MARKER' -d password=MARKER`, "--size", "1", "--max-time", "2s", "--fail-on", "none"}},
	{name: "handler, malformed curl", args: []string{"block", "handler", "--curl", `curl -u 'user:MARKER`}},
	{name: "handler, redirect", all: true, args: []string{"block", "handler", "http://HOST/away", "--size", "1", "--max-time", "2s"}},
	{name: "pool", all: true, args: []string{"block", "pool", "http://HOST/slow?token=MARKER", "--max-time", "1s", "-H", "Authorization: Bearer MARKER"}},
	{name: "memory", args: []string{"block", "memory", "http://HOST/slow?token=MARKER&id={{salt}}", "--round", "10", "--max-time", "500ms", "--wait", "0s", "-H", "Authorization: Bearer MARKER", "-d", "password=MARKER", "--fail-on", "none"}},
	{name: "server", all: true, args: []string{"retry", "server", "http://user:MARKER@HOST/?access_token=MARKER", "--reads", "1", "--burst", "0", "--fail-on", "none", "-H", "X-Api-Key: MARKER"}},
	{name: "server, writes", args: []string{"retry", "server", "http://HOST/", "--reads", "1", "--burst", "0", "--allow-writes", "--data", "password=MARKER", "--fail-on", "none"}},
	{name: "client that makes no attempt", all: true, args: []string{"retry", "client", "--quick", "--fail-on", "none", "--", "false", "-u", "user:MARKER", "--proxy-user=a:MARKER", "-d", "password=MARKER", "-H", "Cookie: a=MARKER", "{url}?key=MARKER"}},
	{name: "client", all: true, args: []string{"retry", "client", "--quick", "--fault", "503,reset-after-request", "--timeout", "2s", "--fail-on", "none", "--", "snag", "demo", "client", "{url}?key=MARKER"}},
	{name: "client behind a shell", args: []string{"retry", "client", "--quick", "--fault", "503", "--timeout", "2s", "--fail-on", "none", "--", "sh", "-c", "API_TOKEN=MARKER false --password MARKER -u a:MARKER {url}"}},
	{name: "shutdown", all: true, args: []string{"shutdown", "--startup", "200ms", "--", "false", "--password", "MARKER", "--token=MARKER", "redis://:MARKER@127.0.0.1/"}},
	{name: "shutdown of a server", args: []string{"shutdown", "--grace", "2s", "--path", "/?token=MARKER", "--", "sh", "-c", "API_TOKEN=MARKER exec snag demo --shutdown hasty"}},
	{name: "shutdown of what says it", args: []string{"shutdown", "--startup", "200ms", "--", "sh", "-c", "echo password=MARKER http://u:MARKER@h/ >&2; exit 1"}},
	{name: "handler of what says it", args: []string{"block", "handler", "/", "--startup", "200ms", "--", "sh", "-c", "echo password=MARKER >&2; exit 1"}},
	{name: "signals", args: []string{"shutdown", "--matrix", "--startup", "200ms", "--", "false", "--password", "MARKER"}},
	{name: "herd", all: true, args: []string{"retry", "herd", "--policy", "fixed:base=10ms", "--live", "http://user:MARKER@127.0.0.1:1/x?api_key=MARKER&key=MARKER", "--requests", "1", "--fail-on", "none"}},
	{name: "serve", args: []string{"retry", "serve", "--fault", "503", "--duration", "100ms", "--tls", "--certificate", "DIR/certificate"}},
	{name: "nobody listens", args: []string{"block", "handler", "http://user:MARKER@127.0.0.1:1/x?api_key=MARKER"}},
	{name: "nobody listens, pool", args: []string{"block", "pool", "http://user:MARKER@127.0.0.1:1/x?api_key=MARKER"}},
	{name: "malformed port", args: []string{"block", "handler", "http://user:MARKER"}},
	{name: "malformed user information", args: []string{"block", "watch", "http://us er:MARKER@127.0.0.1/"}},
	{name: "malformed escape", args: []string{"retry", "server", "http://user:%zzMARKER@127.0.0.1/?token=MARKER"}},
	{name: "malformed live", args: []string{"retry", "herd", "--policy", "fixed:base=10ms", "--live", "http://user:%zzMARKER@127.0.0.1/"}},
	{name: "malformed header", args: []string{"block", "handler", "http://127.0.0.1:1/", "-H", "Authorization Bearer MARKER"}},
	{name: "malformed header of server", args: []string{"retry", "server", "http://127.0.0.1:1/", "-H", "Authorization Bearer MARKER"}},
	{name: "malformed template", args: []string{"block", "handler", "http://127.0.0.1:1/{{n", "-d", "password=MARKER{{n", "-H", "Authorization: Bearer MARKER{{"}},
	{name: "not this machine", args: []string{"block", "handler", "http://user:MARKER@example.invalid/?key=MARKER"}},
	{name: "no such flag", args: []string{"block", "handler", "--tokne=MARKER", "http://user:MARKER@127.0.0.1/"}},
}

// markedFiles are runs whose marker is in files.
var markedFiles = []markedRun{
	{name: "source", all: true, args: []string{"regex", "--fail-on", "none", "DIR/a.js"}, files: map[string]string{
		"a.js": "const apiKey = 'MARKER', a = /^(a+)+$/ // http://u:MARKER@h/?token=MARKER\n"}},
	{name: "rewritten source", args: []string{"regex", "--engine", "none", "--fix", "--fail-on", "none", "DIR/a.js"}, files: map[string]string{
		"a.js": "const apiKey = 'MARKER', a = /^(a+)+$/\n"}},
	{name: "baseline", args: []string{"regex", "--engine", "none", "--write-baseline", "DIR/baseline", "DIR/a.js"}, files: map[string]string{
		"a.js": "const apiKey = 'MARKER', a = /^(a+)+$/\n"}},
	{name: "calls", all: true, args: []string{"block", "calls", "--fail-on", "none", "DIR/a.js"}, files: map[string]string{
		"a.js": "const fs = require('fs');\napp.get('/', (q, r) => { const apiKey = 'MARKER'; fs.readFileSync('/x?token=MARKER') })\n"}},
	{name: "list", all: true, args: []string{"regex", "--engine", "none", "--fail-on", "none", "--patterns", "DIR/list"}, files: map[string]string{
		"list": `{"id": "1", "pattern": "(a+)+$", "token": "MARKER", "source": "http://u:MARKER@h/"}` + "\n" + `{"pattern": "x", "token": "MARKER` + "\n"}},
	{name: "malformed baseline", args: []string{"regex", "--baseline", "DIR/baseline", "DIR"}, files: map[string]string{"baseline": `{"schema": "x", "token": "MARKER"`}},
	{name: "merged", all: true, args: []string{"merge", "--fail-on", "none", "DIR/1.json", "DIR/2.json"}, files: map[string]string{
		"1.json": `{"schema": "snag/v1", "command": "block handler", "version": "1", "started": "2026-01-01T00:00:00Z", "summary": {"text": "x"},
			"findings": [{"rule": "block/slow", "level": "error", "message": "m", "location": {"url": "http://u:MARKER@h/?token=MARKER"}, "evidence": {}}], "data": {}}`,
		"2.json": `{"schema": "snag/v1", "command": "retry client", "version": "1", "started": "2026-01-01T00:00:00Z", "summary": {"text": "x"},
			"findings": [{"rule": "retry/unsafe-post", "level": "error", "message": "m", "location": {"command": "curl -u a:MARKER --password MARKER"}, "evidence": {}}], "data": {}}`}},
	{name: "malformed report", args: []string{"merge", "DIR/1.json"}, files: map[string]string{"1.json": `{"schema": "snag/v1", "token": "MARKER", `}},
	{name: "gaps", args: []string{"retry", "infer", "-f", "json", "DIR/gaps"}, files: map[string]string{"gaps": `{"gaps_ms": [1000, 2000, 4000], "token": "MARKER"}`}},
	{name: "malformed gaps", args: []string{"retry", "infer", "DIR/gaps"}, files: map[string]string{"gaps": `{"gaps_ms": "http://u:MARKER@h/", "token": "MARKER"}`}},
	{name: "scenarios", all: true, args: []string{"retry", "client", "--quick", "--fault", "503", "--timeout", "2s", "--fail-on", "none", "--scenarios", "DIR/s.yaml", "--", "snag", "demo", "client", "{url}?key=MARKER"}, files: map[string]string{
		"s.yaml": "# token: MARKER\nscenarios: [{name: a, script: [502, 200]}]\n"}},
	{name: "malformed scenarios", args: []string{"retry", "client", "--scenarios", "DIR/s.yaml", "--", "false"}, files: map[string]string{
		"s.yaml": "token: MARKER\nscenarios: [{name: a, script: [502, 200]}]\n"}},
	{name: "scenarios that are not YAML", args: []string{"retry", "serve", "--scenarios", "DIR/s.yaml"}, files: map[string]string{"s.yaml": "token: MARKER: x\n\t- [\n"}},
	{name: "HAR", all: true, args: []string{"block", "handler", "--har", "DIR/h.har", "--size", "1", "--max-time", "2s", "--fail-on", "none"}, files: map[string]string{
		"h.har": `{"log": {"entries": [{"request": {"method": "POST", "url": "http://HOST/slow?token=MARKER", "headers": [{"name": "Authorization", "value": "Bearer MARKER"}, {"name": "Cookie", "value": "a=MARKER"}],
			"postData": {"text": "{\"password\": \"MARKER\"}"}}}]}}`}},
	{name: "malformed HAR", args: []string{"block", "handler", "--har", "DIR/h.har"}, files: map[string]string{
		"h.har": `{"log": {"entries": [{"request": {"method": "A B", "url": "http://HOST/", "headers": [{"name": "Authorization Bearer MARKER", "value": "MARKER"}], "password": "MARKER"`}},
	{name: "body", args: []string{"block", "handler", "http://HOST/slow", "-d", "@DIR/body", "--size", "1", "--max-time", "2s", "--fail-on", "none"}, files: map[string]string{"body": `{"password": "MARKER"}`}},
	{name: "document", long: true, args: []string{"block", "json", "--runtime", "go", "DIR/body"}, files: map[string]string{"body": `{"password": "MARKER"}`}},
	{name: "malformed document", args: []string{"block", "json", "--runtime", "go", "DIR/body"}, files: map[string]string{"body": `{"password": "MARKER", `}},
	{name: "attack", args: []string{"block", "handler", "http://HOST/slow?q={{attack}}", "--attack", "DIR/a.json"}, files: map[string]string{"a.json": `{"token": "MARKER", "attack": "MARKER"}`}},
	{name: "compared", args: []string{"block", "handler", "http://HOST/slow", "--compare", "DIR/run"}, files: map[string]string{"run": `{"schema": "snag/v1", "command": "block handler", "data": {"run": "http://u:MARKER@h/?token=MARKER"}}`}},
	{name: "first config", args: []string{"check", "--init", "--config", "DIR/snag.yaml"}, files: map[string]string{
		"Procfile": "web: API_TOKEN=MARKER node server.js --password MARKER\n", "Dockerfile": "ENV PASSWORD=MARKER\nCMD [\"node\", \"--token=MARKER\"]\n",
		"package.json": `{"scripts": {"start": "TOKEN=MARKER node ."}, "dependencies": {"express": "4"}}`,
		"openapi.yaml": "servers: [{url: 'http://u:MARKER@h/'}]\npaths: {'/a?token=MARKER': {get: {}}, /b: {get: {}}}\n"}},
	{name: "config", all: true, args: []string{"check", "--config", "DIR/snag.yaml"}, files: map[string]string{
		"snag.yaml": "env: [AWS_SECRET_ACCESS_KEY]\nchecks:\n  - handler: http://user:MARKER@127.0.0.1:1/?token=MARKER\n    header: 'Authorization: Bearer ${AWS_SECRET_ACCESS_KEY}'\n" +
			"  - shutdown: sh -c 'echo password=MARKER >&2; exit 1'\n    startup: 200ms\n  - client: false --password MARKER\n    quick: true\n"}},
	{name: "config, listed", args: []string{"check", "--list", "--config", "DIR/snag.yaml"}, files: map[string]string{
		"snag.yaml": "env: [AWS_SECRET_ACCESS_KEY]\nchecks:\n  - handler: http://user:MARKER@127.0.0.1:1/?token=MARKER\n    data: password=MARKER\n  - client: curl -u a:MARKER -d token=MARKER {url}\n"}},
	{name: "config with a mistake", args: []string{"check", "--config", "DIR/snag.yaml"}, files: map[string]string{
		"snag.yaml": "checks:\n  - {handler: 'http://user:MARKER@127.0.0.1:1/?token=MARKER', passwrod: x, password: MARKER}\n  - password: MARKER\n"}},
	{name: "service", args: []string{"check", "--config", "DIR/snag.yaml"}, files: map[string]string{
		"snag.yaml": "services:\n  web:\n    command: sh -c 'echo password=MARKER >&2; exit 1' --token=MARKER\n    ready: http://user:MARKER@127.0.0.1:1/?token=MARKER\nchecks:\n  - {handler: 'http://127.0.0.1:1/', needs: web}\n"}},
}
