package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"snag/analyze/judge"
	"snag/cmd/report"
)

func finding(level judge.Level, file string, line int, message string) report.Finding {
	f := report.Finding{Finding: judge.Finding{Rule: "regex/polynomial", Level: level, Message: message}, Location: report.Location{File: file}}
	if line > 0 {
		f.Location.Start, f.Location.End = report.Position{Line: line, Column: 2, ColumnUTF16: 3}, report.Position{Line: line, Column: 5, ColumnUTF16: 7}
	}
	return f
}

func render(t *testing.T, render func(*bytes.Buffer, *report.Report) error, r *report.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := render(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func github(b *bytes.Buffer, r *report.Report) error { return renderGitHub(b, r, View{}) }
func gitlab(b *bytes.Buffer, r *report.Report) error { return renderGitLab(b, r, View{}) }

func TestGitHub(t *testing.T) {
	two := finding(judge.Error, "c.js", 4, "Two lines.")
	two.Location.End.Line = 5
	nowhere := finding(judge.Error, "", 0, "No file.")
	accepted := finding(judge.Error, "d.js", 1, "Accepted.")
	accepted.Suppression = &report.Suppression{Reason: "ours"}
	short := finding(judge.Warning, "e.js", 1, "The message.")
	short.Short, short.Details = "O(n²)", []report.Detail{{Label: "attack", Text: "\" \".repeat(9)", Short: true, Code: true}, {Label: "cost", Text: "much"}}
	for _, c := range []struct {
		f    report.Finding
		want string
	}{
		{finding(judge.Error, "a.js", 3, "Bad."), "::error file=a.js,line=3,endLine=3,col=3,endColumn=7,title=snag regex/polynomial::Bad.\n"},
		{finding(judge.Warning, "a.js", 0, "Bad."), "::warning file=a.js,title=snag regex/polynomial::Bad.\n"},
		{finding(judge.Note, "a,b:c%.js", 1, "100%\n::error::x ##[error]y"), "::notice file=a%2Cb%3Ac%25.js,line=1,endLine=1,col=3,endColumn=7,title=snag regex/polynomial::100%25\\n::error::x ##\u200b[error]y\n"},
		{two, "::error file=c.js,line=4,endLine=5,title=snag regex/polynomial::Two lines.\n"},
		{nowhere, "::error title=snag regex/polynomial::No file.\n"},
		{accepted, ""},
		{short, "::warning file=e.js,line=1,endLine=1,col=3,endColumn=7,title=snag regex/polynomial::O(n²)%0AThe message.%0Aattack \" \".repeat(9)\n"},
	} {
		if got := render(t, github, &report.Report{Findings: []report.Finding{c.f}}); got != c.want {
			t.Errorf("%+v:\ngot  %q\nwant %q", c.f, got, c.want)
		}
	}
}

// TestGitHubLimits annotates the worst ten of each level, and lists the others as lines that are no commands.
func TestGitHubLimits(t *testing.T) {
	r := &report.Report{Notes: []string{"::error::no command"}, Summary: report.Summary{Text: "25 found."}}
	for i := range 25 {
		f := finding(judge.Error, "a.js", i+1, fmt.Sprintf("::set-output name=x::%d ##[command]z", i))
		f.Weight = float64(i)
		if i >= 13 {
			f.Level = judge.Warning
		}
		r.Findings = append(r.Findings, f)
	}
	got := render(t, github, r)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	counts := map[string]int{}
	for _, line := range lines {
		command, _, _ := strings.Cut(line, " ")
		counts[command]++
	}
	if counts["::error"] != 10 || counts["::warning"] != 10 || strings.Contains(got, "##[") {
		t.Errorf("got %v in\n%s", counts, got)
	}
	if !strings.Contains(lines[0], "line=13,") {
		t.Errorf("%q comes first, want the heaviest", lines[0])
	}
	for _, line := range lines {
		if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error file=a.js") && !strings.HasPrefix(line, "::warning file=a.js") {
			t.Errorf("%q is a command", line)
		}
	}
	if !strings.Contains(got, "5 findings above have no annotation: a step has at most 10 of a level.\n") || lines[len(lines)-1] != "25 found." {
		t.Errorf("got\n%s", got)
	}
}

// codeQuality is what GitLab demands of an issue, and what it documents.
const codeQuality = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"properties": {
			"description": {"type": "string", "minLength": 1}, "check_name": {"type": "string"}, "fingerprint": {"type": "string", "minLength": 8},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object", "required": ["path", "lines"], "additionalProperties": false,
				"properties": {
					"path": {"type": "string", "minLength": 1, "not": {"pattern": "^\\./"}},
					"lines": {"type": "object", "required": ["begin"], "additionalProperties": false, "properties": {"begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer", "minimum": 1}}}
				}
			}
		}
	}
}`

func TestGitLab(t *testing.T) {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(codeQuality))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("codequality.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("codequality.json")
	if err != nil {
		t.Fatal(err)
	}
	remote := finding(judge.Error, "./b.js", 2, "Remote.")
	remote.Rank, remote.Weight, remote.Fingerprint = 95, 2, "0123456789abcdef"
	twice := remote
	twice.Location.Start.Line, twice.Rank = 9, 0
	accepted := remote
	accepted.Suppression = &report.Suppression{}
	r := &report.Report{Findings: []report.Finding{
		finding(judge.Note, "a.js", 0, "A note."), finding(judge.Warning, "a.js", 3, "A warning."), remote, twice, accepted,
		finding(judge.Error, "", 0, "Nowhere."),
	}}
	for _, r := range []*report.Report{r, hostile(), {}} {
		text := render(t, gitlab, r)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	var issues []qualityIssue
	if err := json.Unmarshal([]byte(render(t, gitlab, r)), &issues); err != nil {
		t.Fatal(err)
	}
	got, prints := "", map[string]bool{}
	for _, i := range issues {
		got += fmt.Sprintf("%s %s:%d %s\n", i.Severity, i.Location.Path, i.Location.Lines.Begin, i.Description)
		prints[i.Fingerprint] = true
	}
	want := "blocker b.js:2 Remote.\ncritical b.js:9 Remote.\nmajor a.js:3 A warning.\ninfo a.js:1 A note.\n"
	if got != want || len(prints) != 4 || issues[0].Fingerprint != "0123456789abcdef" {
		t.Errorf("got %s with %d fingerprints, want %s", got, len(prints), want)
	}
	if again := render(t, gitlab, r); again != render(t, gitlab, r) {
		t.Error("fingerprints differ from run to run")
	}
}

// TestSuggestion shows the lines that mend a finding in Markdown, where they can be shown exactly.
func TestSuggestion(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"\tconst a = /`+/;", "```suggestion\n\tconst a = /`+/;\n```"},
		{"a = `\r\n```\r\n`", "````suggestion\na = `\n```\n`\n````"},
		{"", ""},
		{"a = '\u202e'", ""},
		{"a = '\x1b[2J'", ""},
	} {
		f := finding(judge.Error, "a.js", 3, "Bad.")
		f.Fixes = []report.Fix{{Location: f.Location, Lines: c.lines}}
		got := render(t, func(b *bytes.Buffer, r *report.Report) error { return renderMarkdown(b, r, View{}) }, &report.Report{Findings: []report.Finding{f}})
		if c.want == "" && strings.Contains(got, "suggestion") || !strings.Contains(got, c.want) {
			t.Errorf("%q: got\n%s\nwant %s in it", c.lines, got, c.want)
		}
	}
}
