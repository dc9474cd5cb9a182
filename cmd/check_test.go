package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/pflag"
)

// quietStdio prints nowhere.
func quietStdio() *Stdio {
	return &Stdio{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
}

func TestConfigErrors(t *testing.T) {
	t.Setenv("SNAG_TEST_EMPTY", "")
	for _, c := range []struct{ text, want, hint string }{
		{"", "1:1: the config is empty", "snag check --init writes a config"},
		{"checks: []", "1:1: there are no checks", "list at least one under checks:"},
		{"- a", "1:1: a config must be a mapping", "write it as KEY: VALUE, one a line"},
		{"checks:\n- regex: a\n  b\n :", "", ""},
		{"checkz:\n  - regex: .", `1:1: unknown key "checkz"`, `did you mean "checks"?`},
		{"checks:\n  - regex: .\n    fail-no: none", `3:5: unknown key "fail-no" in a check of kind regex`, `did you mean "fail-on"?`},
		{"checks:\n  - regexp: .", `2:5: unknown key "regexp"`, `did you mean "regex"?`},
		{"checks:\n  - name: a", "2:5: it does not say what to check", "a check has one of the keys " + strings.Join(kindNames(), ", ")},
		{"checks:\n  - regex: .\n    herd: fixed:base=1s", `3:5: a check is either "regex" or "herd"`, "make it a check of its own"},
		{"checks:\n  - regex: .\n    regex: .", "3:5: ", ""},
		{"checks:\n  - &x\n    <<: *x\n    regex: .", "merged", ""},
		{"checks:\n  - regex: .\n    output: x.json", `3:5: unknown key "output" in a check of kind regex`, ""},
		{"checks:\n  - regex: .\n    jobs: many", `3:11: jobs: "many": must be a number`, ""},
		{"checks:\n  - regex: .\n    fail-on: bad", `3:14: fail-on: "bad": must be a list of exponential, polynomial, polynomial:DEGREE, unknown and invalid, or none`, ""},
		{"checks:\n  - json:\n    op: prse", `3:9: op: "prse": must be one of parse, stringify, both`, `did you mean "parse"?`},
		{"checks:\n  - json:\n    no-depth: maybe", "3:15: no-depth must be true or false", ""},
		{"checks:\n  - handler: http://127.0.0.1:1/\n    budget: soon", `3:13: budget: "soon": must be a time such as 500ms or 30s`, ""},
		{"checks:\n  - handler: http://127.0.0.1:1/\n    needs: web", `3:12: there is no service "web"`, "services are listed under services:, above the checks"},
		{"services: {web: {command: x}}\nchecks:\n  - handler: http://127.0.0.1:1/\n    needs: [wbe]", `4:13: there is no service "wbe"`, `did you mean "web"?`},
		{"services:\n  web:\n    comand: x\nchecks:\n  - regex: .", `2:3: service "web" has no command`, ""},
		{"services:\n  web:\n    command: x\n    ready: http://example.com/\nchecks:\n  - regex: .", "4:12: ready: example.com is not this machine", "a service that snag starts runs on this machine: use 127.0.0.1"},
		{"services:\n  web:\n    command: x\n    timeout: -1s\nchecks:\n  - regex: .", "4:14: timeout must be a positive time such as 30s", ""},
		{"services:\n  web:\n    command: 'a \"b'\nchecks:\n  - regex: .", "3:14: command: ", ""},
		{"only: [b]\nchecks:\n  - regex: .\n    name: a", `1:8: no check is called "b"`, ""},
		{"checks:\n  - regex: .\n  - regex: .", `3:5: two checks are called "regex ."`, "give one of them a name of its own with name:"},
		{"checks:\n  - regex: [--fix]", `2:12: regex: "--fix" must not be empty or begin with -`, ""},
		{"checks:\n  - handler: ${SNAG_TEST_UNSET}/", "2:14: the environment variable SNAG_TEST_UNSET is not set", "write $${ for a literal ${"},
		{"checks:\n  - handler: ${not-a-name}/", "2:14: ${not-a-name} is not of the form ${NAME} or ${NAME:-default}", "write $${ for a literal ${"},
		{"checks:\n  - handler: *nothing", "2:14: there is no anchor", ""},
		{"checks:\n  - regex: .\n---\nchecks: []", "a config is one document", ""},
		{"checks:\n\t- regex: .", "2:1: ", ""},
		{"checks:\n  - regex: {a: b}", "2:13: regex must be one value", ""},
		{"checks:\n  - client: []", "2:13: client is empty", ""},
	} {
		_, err := readConfig(quietStdio(), "snag.yaml", []byte(c.text))
		all, ok := err.(configErrors)
		if !ok {
			t.Errorf("%q: error %v, want one about the config", c.text, err)
			continue
		}
		i := slices.IndexFunc(all, func(e configError) bool { return strings.Contains(e.Error(), c.want) })
		if i < 0 {
			t.Errorf("%q: %v, want %q", c.text, all, c.want)
		} else if c.hint != "" && all[i].hint != c.hint {
			t.Errorf("%q: hint %q, want %q", c.text, all[i].hint, c.hint)
		}
	}
}

// TestConfigValues checks what a config makes of the ways to write a value.
func TestConfigValues(t *testing.T) {
	t.Setenv("SNAG_TEST_PORT", "4711")
	const text = `
checks:
  - &first
    name: a
    handler: http://127.0.0.1:${SNAG_TEST_PORT:-1}/x?n={{n}}
    header: ["A: 1, 2", 'B: $${X}']
    budget: ${SNAG_TEST_BUDGET:-30ms}
    max-time: &t 7s
    command: sh -c 'exec "$0" --port 1'
  - name: b
    shutdown: [node, my server.js]
    startup: *t
    without: idle
  - name: c
    regex:
    jobs: 0x2
  - name: d
    client: |
      curl {url}
`
	c, err := readConfig(quietStdio(), "snag.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`snag block handler --header 'A: 1, 2' --header 'B: ${X}' --budget=30ms --max-time=7s 'http://127.0.0.1:4711/x?n={{n}}' -- sh -c 'exec "$0" --port 1'`,
		`snag shutdown --without idle --startup=7s -- node 'my server.js'`,
		`snag regex --jobs=2`,
		`snag retry client -- curl '{url}'`,
	}
	for i, one := range c.checks {
		if got := one.shown(); got != want[i] {
			t.Errorf("check %s is\n%s, want\n%s", one.name, got, want[i])
		}
	}
}

// TestConfigSchema checks that the schema and the parser allow the same keys, in every check.
func TestConfigSchema(t *testing.T) {
	schema := compiledConfigSchema(t)
	agree := func(text string, want bool) {
		t.Helper()
		_, err := readConfig(quietStdio(), "snag.yaml", []byte(text))
		if (err == nil) != want {
			t.Errorf("%s\nparser: %v, want accepted %v", text, err, want)
		}
		if err := schema.Validate(yamlValue(t, text)); (err == nil) != want {
			t.Errorf("%s\nschema: %v, want accepted %v", text, err, want)
		}
	}
	targets := map[targetKind]string{targetPaths: "src", targetURL: "http://127.0.0.1:1/", targetCommand: "node x.js", targetDocument: "a.json", targetPolicy: "fixed:base=1s"}
	for _, k := range checkKinds {
		head := fmt.Sprintf("checks:\n  - %s: %s\n", k.name, targets[k.target])
		agree(head, true)
		agree(head+"    no-such-key: 1\n", false)
		agree(head+"    format: json\n", false)
		p, err := newPlanned(quietStdio(), io.Discard, k.words)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range k.flags(p.command) {
			if group := f.Annotations["cobra_annotation_mutually_exclusive"]; group != nil && f.Value.Type() == "bool" {
				continue
			}
			agree(head+"    "+f.Name+": "+flagExample(f)+"\n", true)
			agree(head+"    "+f.Name+": {a: b}\n", false)
		}
	}
	agree("checks:\n  - regex:\n", true)
	agree("checks:\n  - regex: [a, b]\n    name: x\n", true)
	agree("services:\nchecks:\n  - regex: .\n", true)
	agree("services:\n  web:\n    command: [a, b]\n    ready: tcp://127.0.0.1:1\n    timeout: 3s\n    directory: .\n    environment: {A: 1, B: x}\nonly: [a]\nchecks:\n  - regex: .\n    name: a\n    needs: web\n", true)
	agree("services:\n  web:\n    ready: tcp://127.0.0.1:1\nchecks:\n  - regex: .\n", false)
	agree("checks:\n  - handler: /x\n    command: node x.js\n", true)
	agree("checks:\n  - server: /x\n    command: node x.js\n", false)
	agree("checks: []\n", false)
	agree("only: [a]\n", false)
}

func flagExample(f *pflag.Flag) string {
	if e, ok := f.Value.(*enum); ok {
		return e.choices[0].name
	}
	switch f.Value.Type() {
	case "bool":
		return "true"
	case "int", "uint64", "float64":
		return "3"
	case "duration", "time":
		return "20s"
	case "classes":
		return "exponential"
	case "budget":
		return "100ms"
	}
	return "[a]"[1:2]
}

func compiledConfigSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := configSchema()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("snag.yaml.schema.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("snag.yaml.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// yamlValue is what a validator of JSON makes of a YAML text.
func yamlValue(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// runCheck writes a config into a folder of its own and runs it.
func runCheck(ctx context.Context, t *testing.T, config string, flags ...string) (status int, stdout, stderr string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "snag.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	status = execute(ctx, append([]string{"check", "--config", file}, flags...), &Stdio{In: strings.NewReader(""), Out: &out, Err: &errs})
	return status, out.String(), errs.String()
}

// TestCheckSecrets checks that no format shows what came from the environment, wherever it turns up.
func TestCheckSecrets(t *testing.T) {
	const secret = `p4ss/w "ord+x`
	t.Setenv("SNAG_TEST_SECRET", secret)
	t.Setenv("SNAG_TEST_PIN_TOKEN", "0417")
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		http.Error(w, "not for "+r.Header.Get("X-Who"), http.StatusServiceUnavailable)
	}))
	defer server.Close()
	config := fmt.Sprintf(`
services:
  web:
    command: [sh, -c, 'echo "cannot log in with $WHO" >&2; exit 3']
    environment: {WHO: "${SNAG_TEST_SECRET}"}
checks:
  - name: server
    server: %s/a?who=0417
    header: ["X-Who: ${SNAG_TEST_SECRET}", "X-Pin: ${SNAG_TEST_PIN_TOKEN}"]
    reads: 2
    burst: 0
  - name: dead
    server: %s/
    needs: web
  - name: unreachable
    server: http://127.0.0.1:1/?k=${SNAG_TEST_SECRET}
  - name: command
    shutdown: ["sh", "-c", "echo ${SNAG_TEST_SECRET} >&2; exit 1", "${SNAG_TEST_SECRET}"]
    startup: 300ms
`, server.URL, server.URL)
	shown := 0
	for _, format := range []string{"table", "lines", "json", "ndjson", "sarif", "junit", "markdown", "html"} {
		status, stdout, stderr := runCheck(t.Context(), t, config, "-f", format, "-v")
		if status != exitFailure {
			t.Errorf("%s: status %d, want %d: %s", format, status, exitFailure, stderr)
		}
		for _, form := range []string{secret, "p4ss", "w+%22ord", "ord+x", "ord%2Bx", "0417\""} {
			for _, text := range []string{stdout, stderr} {
				if i := strings.Index(text, form); i >= 0 {
					t.Errorf("%s shows %q: %.200q", format, form, text[max(0, i-100):])
				}
			}
		}
		shown += strings.Count(stdout, "${SNAG_TEST_SECRET}")
	}
	if got.Get("X-Who") != secret || got.Get("X-Pin") != "0417" {
		t.Errorf("the server got %v", got)
	}
	if shown == 0 {
		t.Error("no report shows the reference, so the test proves nothing")
	}
}

// TestCheckServices checks that services are started for their checks, awaited and stopped, and that
// one that fails is told with what it wrote.
func TestCheckServices(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the services are shell scripts")
	}
	snag := snagProgram(t)
	port := unusedPort(t)
	good := fmt.Sprintf("services:\n  web:\n    command: [%q, demo, --port, %q]\n    ready: http://127.0.0.1:%s/health\nchecks:\n  - name: keys\n    server: http://127.0.0.1:%s/orders\n    needs: web\n    reads: 1\n    burst: 2\n", snag, port, port, port)
	status, stdout, stderr := runCheck(t.Context(), t, good, "-f", "json")
	if status != exitClean || !strings.Contains(stdout, `"result": "passed"`) {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	if l, err := net.Listen("tcp", "127.0.0.1:"+port); err != nil {
		t.Errorf("the service is left behind: %v", err)
	} else {
		// Something answers there already: it is not the service.
		other := &http.Server{Handler: http.NotFoundHandler(), ReadHeaderTimeout: time.Second}
		go other.Serve(l)
		status, stdout, _ = runCheck(t.Context(), t, strings.Replace(good, "/health", "/", 1), "-f", "json")
		if status != exitFailure || strings.Contains(stdout, "answers before") {
			t.Errorf("a 404 counts as ready: status %d: %s", status, stdout)
		}
		other.Close()
	}
	for _, c := range []struct{ service, want string }{
		{`command: [sh, -c, "echo one; echo two >&2; exit 3"]`, "service web ended by itself: exit code 3"},
		{`command: [sh, -c, "echo waiting >&2; sleep 60"], timeout: 300ms, ready: "tcp://127.0.0.1:` + unusedPort(t) + `"`, "after 300ms"},
		{`command: [/no/such/program]`, "service web: start it:"},
	} {
		config := "services:\n  web: {" + c.service + "}\nchecks:\n  - {name: a, server: 'http://127.0.0.1:1/', needs: web}\n  - {name: b, herd: 'exp:base=100ms,jitter=full'}\n"
		status, stdout, stderr := runCheck(t.Context(), t, config, "-f", "json")
		if status != exitFailure || !strings.Contains(stdout, c.want) || !strings.Contains(stdout, `"rule": "check/not-run"`) || !strings.Contains(stdout, `"result": "passed"`) {
			t.Errorf("%s: status %d, want %q: %s%s", c.service, status, c.want, stdout, stderr)
		}
	}
}

// snagProgram is a path at which this test binary is snag.
func snagProgram(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "snag")
	if err := os.Symlink(self, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	return path
}

// TestCheckInterrupted checks that an interrupted run says so, tells what is known, and stops what it
// started.
func TestCheckInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the service is a shell script")
	}
	pid := filepath.Join(t.TempDir(), "pid")
	config := fmt.Sprintf("services:\n  web:\n    command: [sh, -c, 'echo $$ > %s; sleep 300']\n    ready: tcp://127.0.0.1:%s\n    timeout: 2m\nchecks:\n  - {name: a, server: 'http://127.0.0.1:1/', needs: web}\n  - {name: b, herd: 'exp:base=100ms,jitter=full'}\n", pid, unusedPort(t))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			if text, err := os.ReadFile(pid); err == nil && len(text) > 0 {
				break
			}
		}
		cancel()
	}()
	status, stdout, stderr := runCheck(ctx, t, config, "-f", "json")
	if status != exitFailure || !strings.Contains(stdout, `"partial": true`) || !strings.Contains(stdout, `"result": "passed"`) {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	text, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(text))); err == nil {
		t.Errorf("the service %s is left behind", text)
	}
}

// TestCheckSchemaOfReports validates reports with results of every kind.
func TestCheckSchemaOfReports(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../docs/schema/check.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	config := "checks:\n  - {regex: ../testdata/shop, engine: none}\n  - {herd: 'exp:base=100ms', fail-on: none}\n  - {server: 'http://127.0.0.1:1/'}\n  - {calls: ../testdata/shop}\n  - {json: , runtime: go, shape: records, sizes: [16KB], no-depth: true}\n"
	for _, flags := range [][]string{{"-f", "json"}, {"-f", "json", "--list"}} {
		_, stdout, stderr := runCheck(t.Context(), t, config, flags...)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%v: %v\n%s%s", flags, err, stdout, stderr)
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("checks:\n  - regex: .\n")
	f.Add("services: {a: {command: [b]}}\nchecks: [{handler: /x, command: y, needs: a}]")
	f.Add("a: &a [*a]\nchecks: *a\n<<: *a")
	f.Add("checks:\n- &x\n  <<: *x\n  regex: ${A:-b}")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readConfig(quietStdio(), "snag.yaml", []byte(text))
		if all, ok := err.(configErrors); err != nil && (!ok || len(all) == 0) {
			t.Errorf("%q: error %v is not about the config", text, err)
		}
		if err == nil && len(c.checks) == 0 {
			t.Errorf("%q: accepted without a check", text)
		}
	})
}
