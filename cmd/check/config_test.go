package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/analyze/regex/audit"
	"snag/cmd/block"
	"snag/cmd/cli"
	"snag/cmd/regex"
	"snag/cmd/retry"
	"snag/cmd/shutdown"
	"snag/cmd/yamlfile"
)

// quietStdio prints nowhere, and knows a root with the commands that checks run.
func quietStdio() *cli.Stdio {
	stdio := &cli.Stdio{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Rules: audit.Rules}
	stdio.Tree = func(io *cli.Stdio, _ string) *cobra.Command {
		root := &cobra.Command{Use: "snag"}
		root.AddCommand(regex.New(io), block.New(io), retry.New(io), shutdown.New(io))
		return root
	}
	return stdio
}

func TestConfigErrors(t *testing.T) {
	t.Setenv("SNAG_TEST_EMPTY", "")
	for _, c := range []struct{ text, want, hint string }{
		{"", "1:1: the config is empty", "snag check --init writes a config"},
		{"checks:\n  - " + strings.Repeat("[", 200_000), "2:103: nested more than 100 levels deep", ""},
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
		{"checks:\n  - regex: .\n    fail-on: bad", `3:14: fail-on: "bad": must be a list of slow, exponential, polynomial, polynomial:DEGREE, remote, remote:TIME, library, local, proved, unknown and invalid, or none`, ""},
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
		{"checks:\n  - handler: ${SNAG_TEST_UNSET}/", "2:14: the variable SNAG_TEST_UNSET is not listed under env", "add it at the top, as in env: [SNAG_TEST_UNSET], or write $${ for a literal ${"},
		{"checks:\n  - handler: ${HOME}/", "2:14: the variable HOME is not listed under env", ""},
		{"env: SNAG_TEST_UNSET\nchecks:\n  - handler: ${SNAG_TEST_UNSET}/", "3:14: the environment variable SNAG_TEST_UNSET is not set", "write $${ for a literal ${"},
		{"env: [a-b]\nchecks:\n  - regex: .", `1:7: env: "a-b" is not a name of a variable`, ""},
		{"env: {A: [1]}\nchecks:\n  - regex: .", "1:10: A must be one value", ""},
		{"checks:\n  - handler: ${not-a-name}/", "2:14: ${not-a-name} is not of the form ${NAME} or ${NAME:-default}", "write $${ for a literal ${"},
		{"checks:\n  - handler: *nothing", "2:14: there is no anchor", ""},
		{"checks:\n  - regex: .\n---\nchecks: []", "a config is one document", ""},
		{"checks:\n\t- regex: .", "2:1: ", ""},
		{"checks:\n  - regex: {a: b}", "2:13: regex must be one value", ""},
		{"checks:\n  - client: []", "2:13: client is empty", ""},
	} {
		_, err := readConfig(quietStdio(), "snag.yaml", []byte(c.text))
		all, ok := err.(yamlfile.Errors)
		if !ok {
			t.Errorf("%q: error %v, want one about the config", c.text, err)
			continue
		}
		i := slices.IndexFunc(all, func(e yamlfile.Error) bool { return strings.Contains(e.Error(), c.want) })
		if i < 0 {
			t.Errorf("%q: %v, want %q", c.text, all, c.want)
		} else if c.hint != "" && all[i].Hint() != c.hint {
			t.Errorf("%q: hint %q, want %q", c.text, all[i].Hint(), c.hint)
		}
	}
}

// TestConfigValues checks what a config makes of the ways to write a value.
func TestConfigValues(t *testing.T) {
	t.Setenv("SNAG_TEST_PORT", "4711")
	t.Setenv("SNAG_TEST_WORDS", `it's "two words" $(id) -- --x`)
	const text = `
env: {SNAG_TEST_PORT: , SNAG_TEST_BUDGET: 1s, SNAG_TEST_WORDS: , SNAG_TEST_DEFAULT: e f}
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
  - name: e
    client: say ${SNAG_TEST_WORDS} 'a ${SNAG_TEST_WORDS}' ${SNAG_TEST_DEFAULT} {url}
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
	// A variable is a part of one word, whatever is in it.
	want = append(want, "snag retry client -- say "+cli.CommandLine([]string{`it's "two words" $(id) -- --x`, `a it's "two words" $(id) -- --x`, "e f", "{url}"}))
	for i, one := range c.checks {
		if got := one.Shown(); got != want[i] {
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
		p, err := cli.NewPlanned(quietStdio(), io.Discard, k.words)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range k.flags(p.Command) {
			if group := f.Annotations["cobra_annotation_mutually_exclusive"]; group != nil && f.Value.Type() == "bool" {
				continue
			}
			agree(head+"    "+f.Name+": "+flagExample(f)+"\n", true)
			agree(head+"    "+f.Name+": {a: b}\n", false)
		}
	}
	agree("checks:\n  - regex:\n", true)
	settings := "exclude: a/**\npaths:\n  - {match: [b, c], fail-on: none, rules: {regex/unknown: off}}\nrules:\n  regex/polynomial: note\nchecks:\n  - regex:\n"
	agree(settings, true)
	for _, change := range [][2]string{{"fail-on", "fail"}, {"none", "sometimes"}, {"off", "never"}, {"match: [b, c], ", ""}, {"note", "[note]"}, {"a/**", "{a: b}"}} {
		agree(strings.Replace(settings, change[0], change[1], 1), false)
	}
	taught := "reach:\n  lang: python\n  steps:\n    - {call: f(value)}\nchecks:\n  - regex:\n"
	agree(taught, true)
	for _, change := range [][2]string{{"python", "cobol"}, {"steps", "stairs"}, {"- {call: f(value)}", "call: f(value)"}} {
		agree(strings.Replace(taught, change[0], change[1], 1), false)
	}
	agree("checks:\n  - regex: [a, b]\n    name: x\n", true)
	agree("env: A\nchecks:\n  - regex: .\n", true)
	agree("env: [A, B]\nchecks:\n  - regex: .\n", true)
	agree("env: {A: , B: x}\nchecks:\n  - regex: .\n", true)
	agree("env: [a-b]\nchecks:\n  - regex: .\n", false)
	agree("checks:\n  - server: http://127.0.0.1/\n    allow-remote: true\n", false)
	agree("services:\nchecks:\n  - regex: .\n", true)
	agree("services:\n  web:\n    command: [a, b]\n    ready: tcp://127.0.0.1:1\n    timeout: 3s\n    directory: .\n    environment: {A: 1, B: x}\nonly: [a]\nchecks:\n  - regex: .\n    name: a\n    needs: web\n", true)
	agree("services:\n  web:\n    ready: tcp://127.0.0.1:1\nchecks:\n  - regex: .\n", false)
	agree("checks:\n  - handler: /x\n    command: node x.js\n", true)
	agree("checks:\n  - server: /x\n    command: node x.js\n", false)
	agree("checks: []\n", false)
	agree("only: [a]\n", false)
}

func flagExample(f *pflag.Flag) string {
	if e, ok := f.Value.(*cli.Enum); ok {
		return e.Choices[0].Name
	}
	switch f.Value.Type() {
	case "level":
		return "warning,unknown"
	case "bool":
		return "true"
	case "int", "uint64", "float64":
		return "3"
	case "intSlice":
		return "404"
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
	text, err := Schema(quietStdio().Tree(&cli.Stdio{}, ""))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("memory:///snag.yaml.schema.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("memory:///snag.yaml.schema.json")
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

func FuzzConfig(f *testing.F) {
	f.Add("checks:\n  - regex: .\n")
	f.Add("env: {A: }\nchecks: [{client: 'x ${A} ${B:-c}'}]")
	f.Add("services: {a: {command: [b]}}\nchecks: [{handler: /x, command: y, needs: a}]")
	f.Add("a: &a [*a]\nchecks: *a\n<<: *a")
	f.Add("checks:\n- &x\n  <<: *x\n  regex: ${A:-b}")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readConfig(quietStdio(), "snag.yaml", []byte(text))
		if all, ok := err.(yamlfile.Errors); err != nil && (!ok || len(all) == 0) {
			t.Errorf("%q: error %v is not about the config", text, err)
		}
		if err == nil && len(c.checks) == 0 {
			t.Errorf("%q: accepted without a check", text)
		}
	})
}
