package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/judge"
	"snag/cmd/report"
)

var sarifTestRules = []judge.Rule{
	{ID: "regex/polynomial", Name: "PolynomialRegex", Level: judge.Warning, Short: "Slow.", Full: "Slow.", Help: "Rewrite it."},
	{ID: "regex/unknown", Name: "UndecidedRegex", Level: judge.Warning, Short: "Open.", Full: "Open.", Help: "Simplify it."},
}

func sarifOf(t *testing.T, r *report.Report) sarifRun {
	t.Helper()
	var b bytes.Buffer
	if err := renderSARIF(&b, r, View{}); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return log.Runs[0]
}

// TestSARIFRules gives what is worse than its rule a descriptor of its own, since the severity belongs to
// the rule, and leaves open questions out unless all is asked for.
func TestSARIFRules(t *testing.T) {
	r := &report.Report{Command: "regex", Rules: sarifTestRules, Findings: []report.Finding{
		{Finding: judge.Finding{Rule: "regex/polynomial", Level: judge.Warning, Message: "Square."}, Fingerprint: "ab"},
		{Finding: judge.Finding{Rule: "regex/polynomial", Level: judge.Error, Message: "Cube."}},
		{Finding: judge.Finding{Rule: "regex/unknown", Level: judge.Note, Message: "Put together."}},
	}}
	run := sarifOf(t, r)
	var got []string
	for _, result := range run.Results {
		rule := run.Tool.Driver.Rules[result.RuleIndex]
		if rule.ID != result.RuleID {
			t.Errorf("a result of %s has the descriptor %s", result.RuleID, rule.ID)
		}
		got = append(got, fmt.Sprintf("%s %q %s %v", rule.ID, rule.Properties.Severity, rule.HelpURI, slices.Contains(rule.Properties.Tags, "external/cwe/cwe-1333")))
	}
	want := []string{
		`regex/polynomial "" https://cwe.mitre.org/data/definitions/1333.html true`,
		`regex/polynomial/severe "7.5" https://cwe.mitre.org/data/definitions/1333.html true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := run.Results[0].Fingerprints["primaryLocationLineHash"]; got != "ab:1" {
		t.Errorf("the fingerprint is %q", got)
	}
	r.All = true
	if n := len(sarifOf(t, r).Results); n != 3 {
		t.Errorf("%d results when all are asked for, want 3", n)
	}
}

// TestSARIFLimit keeps the worst of more results than GitHub takes, and says how many are left out.
func TestSARIFLimit(t *testing.T) {
	r := &report.Report{Rules: sarifTestRules}
	for i := range MostResults + 3 {
		f := report.Finding{Finding: judge.Finding{Rule: "regex/polynomial", Level: judge.Warning, Message: "Square."}}
		if i == MostResults+2 {
			f.Level, f.Message = judge.Error, "Cube."
		}
		r.Findings = append(r.Findings, f)
	}
	run := sarifOf(t, r)
	if n := len(run.Results); n != MostResults || run.Results[0].Message.Text != "Cube.\nRewrite it." {
		t.Errorf("%d results, the first %q", n, run.Results[0].Message.Text)
	}
	if said := run.Invocations[0].Notifications; len(said) != 1 || !strings.HasPrefix(said[0].Message.Text, "3 more results are left out") {
		t.Errorf("it says %v", said)
	}
}

// TestSARIFAfterReading shows the same text for a report that was written as JSON and read again.
func TestSARIFAfterReading(t *testing.T) {
	r := &report.Report{Command: "regex", Rules: sarifTestRules, Started: time.Unix(0, 0), Findings: []report.Finding{
		{Finding: judge.Finding{Rule: "regex/polynomial", Level: judge.Warning, Message: "Square."}, Details: []report.Detail{{Label: "attack", Text: "a"}}},
		{Finding: judge.Finding{Rule: "regex/polynomial", Level: judge.Warning, Message: "Square.", Help: "Anchor it."}},
	}}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	again, err := report.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	again.Rules = sarifTestRules
	first, second := sarifOf(t, r), sarifOf(t, again)
	for i := range first.Results {
		if got, want := second.Results[i].Message.Text, first.Results[i].Message.Text; got != want {
			t.Errorf("after reading: %q, want %q", got, want)
		}
	}
}

// TestJUnitPassed makes a case of each check that passed, so that it can be told from one that is gone.
func TestJUnitPassed(t *testing.T) {
	var b bytes.Buffer
	r := &report.Report{Command: "check", Passed: []report.Passed{{Class: "regex", Name: "regexes", Took: 1500 * time.Millisecond}, {Class: "herd", Name: "clients", Took: 0}}}
	if err := renderJUnit(&b, r, View{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`tests="2" failures="0"`, `<testcase classname="snag.regex" name="regexes" time="1.500">`, `<testcase classname="snag.herd" name="clients" time="0.000">`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not in\n%s", want, b.String())
		}
	}
}

func TestArtifactOfAPathWithColons(t *testing.T) {
	for _, test := range []struct{ file, uri, base string }{
		{"C:/x y/z.js", "file:///C:/x%20y/z.js", ""},
		{"/x/y.js", "file:///x/y.js", ""},
		{"../x.js", "../x.js", ""},
		{"a:b/x.js", "a%3Ab/x.js", sarifRoot},
		{"a:b.js", "a%3Ab.js", sarifRoot},
		{"::error::x.js", "%3A%3Aerror%3A%3Ax.js", sarifRoot},
		{"https:/x.js", "https%3A/x.js", sarifRoot},
	} {
		if got := artifact(test.file); got != (sarifArtifact{URI: test.uri, BaseID: test.base}) {
			t.Errorf("artifact(%q) = %+v, want the URI %q and the base %q", test.file, got, test.uri, test.base)
		}
	}
}
