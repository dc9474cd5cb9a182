package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// What consumers of JUnit XML need: Jenkins groups by classname, GitLab shows a failure's text and
// wants unique pairs of classname and name, several reject a file without a test case, and none reads
// characters that XML 1.0 forbids. So every finding is a test case, a suppressed one is skipped, a
// note passes with output, a check that passed is a case of its own, and a run without findings is one
// passing case. Attributes and elements are those of the schema of Jenkins (junit-10.xsd).

type junitSuites struct {
	XMLName  xml.Name   `xml:"testsuites"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Time     string     `xml:"time,attr"`
	Suite    junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name      string      `xml:"name,attr"`
	Tests     int         `xml:"tests,attr"`
	Failures  int         `xml:"failures,attr"`
	Errors    int         `xml:"errors,attr"`
	Skipped   int         `xml:"skipped,attr"`
	Time      string      `xml:"time,attr"`
	Timestamp string      `xml:"timestamp,attr"`
	Cases     []junitCase `xml:"testcase"`
	Output    string      `xml:"system-out,omitempty"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
	Skipped *junitSkipped `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitOutcome struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

func renderJUnit(w io.Writer, r *report.Report, _ View) error {
	seconds := fmt.Sprintf("%.3f", r.Duration.Seconds())
	suite := junitSuite{
		Name: "snag " + r.Command, Time: seconds,
		Timestamp: r.Started.UTC().Format("2006-01-02T15:04:05"), // without a zone
		Output:    xmlText(strings.Join(append(r.Notes, r.Outcome()), "\n")),
	}
	seen := map[string]int{}
	for _, f := range r.Findings {
		c := junitCase{
			Class: "snag." + xmlText(strings.ReplaceAll(f.Rule, "/", ".")),
			Name:  xmlText(report.JoinWords(f.Rule, f.Location.String())),
			File:  xmlText(f.Location.File), Line: f.Location.Start.Line, Time: "0.000",
		}
		if seen[c.Name]++; seen[c.Name] > 1 {
			c.Name += fmt.Sprintf(" (%d)", seen[c.Name])
		}
		text := junitText(r, f)
		switch {
		case f.Suppression != nil:
			c.Skipped = &junitSkipped{"suppressed: " + xmlText(f.Suppression.Reason)}
			suite.Skipped++
		case f.Level == judge.Note:
			c.Output = text
		default:
			c.Failure = &junitOutcome{Type: f.Level.String(), Message: xmlText(f.Message), Text: text}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, p := range r.Passed {
		suite.Cases = append(suite.Cases, junitCase{Class: "snag." + xmlText(p.Class), Name: xmlText(p.Name), Time: fmt.Sprintf("%.3f", p.Took.Seconds())})
	}
	if r.Partial {
		suite.Cases = append(suite.Cases, junitCase{Class: "snag", Name: "complete", Time: "0.000",
			Error: &junitOutcome{Type: "partial", Message: "the run ended before it was done"}})
		suite.Errors++
	}
	if len(suite.Cases) == 0 {
		suite.Cases = append(suite.Cases, junitCase{Class: "snag", Name: "no findings", Time: seconds})
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	err := e.Encode(junitSuites{
		Name: "snag", Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors,
		Time: seconds, Suite: suite,
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}

func junitText(r *report.Report, f report.Finding) string {
	lines := []string{f.Message}
	for _, d := range f.Details {
		lines = append(lines, d.Label+": "+report.Visible(d.Text))
	}
	if help := r.Help(f); help != "" {
		lines = append(lines, "help: "+help)
	}
	return xmlText(strings.Join(lines, "\n"))
}

// xmlText returns s without the characters that XML 1.0 forbids, which are made visible. Line
// breaks and tabs stay.
func xmlText(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		text, newline := strings.CutSuffix(line, "\n")
		b.WriteString(report.Visible(text))
		if newline {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
