package cmd

import (
	"bytes"
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// hostilePatterns are patterns of every verdict, with text that is hard on formats.
var hostilePatterns = strings.Join([]string{
	`{"id": "guide", "pattern": "(\\/.+)+$"}`,
	`{"id": 7, "pattern": "\\s+$", "flags": "g"}`,
	`{"id": "safe", "pattern": "^a+$", "flags": "iu"}`,
	`{"id": "two pumps", "pattern": "^a*b*a*b*$x"}`,
	`{"id": "lone", "pattern": "(\ud800|\ud800)*\udfff", "flags": ""}`,
	`{"id": "controls", "pattern": "(\u001b[31m\u202e\u0000|\n)+ ]]>--></script>"}`,
	`{"id": "invalid", "pattern": "(a"}`,
	`{"id": "flags", "pattern": "a", "flags": "zz"}`,
	`{"id": "other", "pattern": "a++b", "dialect": "perl", "more": [1, 2]}`,
	`{"nothing": 1}`,
	`not JSON`,
	``,
	`{"pattern": "last"}`,
}, "\n")

// TestSchemas validates the real output of every command against its schema.
func TestSchemas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		schema string
		lines  bool // each line is a document
		long   bool
		stdin  string
		args   []string
	}{
		{schema: "regex.schema.json", stdin: hostilePatterns, args: []string{"regex", "--patterns", "-", "--engine", "none", "-f", "json"}},
		{schema: "regex.schema.json", args: []string{"regex", "-e", `(\/.+)+$`, "--engine", "regexp2", "-f", "json"}},
		{schema: "regex.schema.json", stdin: hostilePatterns, args: []string{"regex", "--patterns", "-", "--engine", "none", "--fix", "-f", "json"}},
		{schema: "regex.schema.json", stdin: "x = /^(a|a)+$/\ny = /\\s+$/g", args: []string{"regex", "-", "--engine", "none", "--fix", "-f", "json"}},
		{schema: "regex.schema.json", stdin: "x = /(a|a)+$/ // snag-ignore: ours\n/\\s+$/", args: []string{"regex", "-", "--engine", "none", "-f", "json"}},
		{schema: "regex.schema.json#/$defs/pattern", lines: true, stdin: hostilePatterns, args: []string{"regex", "--patterns", "-", "--engine", "none", "-f", "ndjson"}},
		{schema: "regex.schema.json#/$defs/pattern", lines: true, args: []string{"regex", "-e", "(a+)+$", "--engine", "regexp2", "-f", "ndjson"}},
		{schema: "explain.schema.json", args: []string{"explain", `(\/.+)+$`, "--engine", "regexp2", "-f", "json"}},
		{schema: "explain.schema.json", args: []string{"explain", "^a*a*b$", "--engine", "none", "-f", "json"}},
		{schema: "explain.schema.json", args: []string{"explain", "(", "-f", "json"}},
		{schema: "explain.schema.json", args: []string{"explain", "a", "-f", "json"}},
		{schema: "reach.schema.json", args: []string{"reach", "../testdata/reach", "-f", "json"}},
		{schema: "reach.schema.json#/$defs/route", lines: true, args: []string{"reach", "../testdata/reach", "-f", "ndjson"}},
		{schema: "reach.schema.json", args: []string{"reach", "../testdata/reach", "--to", "../testdata/reach/lib/text.js:2", "-f", "json"}},
		{schema: "reach.schema.json", args: []string{"reach", "--sources", "-f", "json"}},
		{schema: "engines.schema.json", args: []string{"engines", "--engine", "regexp2", "-f", "json"}},
		{schema: "engines.schema.json", long: true, args: []string{"engines", "--observe", "--engine", "regexp2", "-f", "json"}},
		{schema: "retry-infer.schema.json", stdin: "[[1000,2000,4001],[1001,2003,4002]]", args: []string{"retry", "infer", "-", "-f", "json"}},
		{schema: "retry-infer.schema.json", stdin: "[[100,200,1001,101,201,1002,100,201]]", args: []string{"retry", "infer", "-", "-f", "json"}},
		{schema: "retry-infer.schema.json", stdin: "[[180,130,700,900],[90,350,100,1500],[20,200,380,1200]]", args: []string{"retry", "infer", "-", "-f", "json"}},
		{schema: "retry-infer.schema.json", stdin: "[[500]]", args: []string{"retry", "infer", "-", "-f", "json"}},
		{schema: "retry-herd.schema.json", args: []string{"retry", "herd", "--policy", "exp:base=100ms,cap=10s", "-f", "json"}},
		{schema: "retry-herd.schema.json", args: []string{"retry", "herd", "--policy", "steps:table=1s/2s,jitter=full", "--clients", "3", "-f", "json"}},
	} {
		if c.long && !snagtest.IsLong() {
			continue
		}
		var stdout, stderr bytes.Buffer
		io := cli.Stdio{In: strings.NewReader(c.stdin), Out: &stdout, Err: &stderr}
		if status := execute(t.Context(), c.args, &io); status > cli.ExitFindings && stdout.Len() == 0 {
			t.Errorf("%q: status %d: %s", c.args, status, stderr.String())
		}
		documents := []string{stdout.String()}
		if c.lines {
			documents = strings.Split(strings.TrimRight(stdout.String(), "\n"), "\n")
		}
		if err := validate(t, c.schema, documents...); err != nil {
			t.Errorf("%q:\n%s\n%v", c.args, stdout.String(), err)
		}
	}
}

// TestFormats renders a report about hostile patterns in every format.
func TestFormats(t *testing.T) {
	for _, format := range []string{"table", "lines", "json", "ndjson", "sarif", "github", "gitlab", "junit", "markdown", "html"} {
		var stdout, stderr bytes.Buffer
		io := cli.Stdio{In: strings.NewReader(hostilePatterns), Out: &stdout, Err: &stderr}
		args := []string{"regex", "--patterns", "-", "--engine", "none", "--format", format}
		if status := execute(t.Context(), args, &io); status != cli.ExitFindings {
			t.Errorf("%s: status %d, want %d: %s", format, status, cli.ExitFindings, stderr.String())
		}
		if i := strings.IndexAny(stdout.String(), "\x00\x1b\u202e"); i >= 0 && format != "json" && format != "ndjson" && format != "sarif" {
			t.Errorf("%s passes on %q", format, stdout.String()[max(0, i-30):i+1])
		}
		if format != "sarif" {
			continue
		}
		if err := runValidate(t, stdout.String(), "report/render/testdata/sarif-schema-2.1.0.json"); err != nil {
			t.Errorf("SARIF: %v", err)
		}
	}
}
