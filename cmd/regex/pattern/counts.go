package pattern

import (
	"fmt"
	"strings"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// Counts are numbers of patterns by their verdict, and by dialect, under the names of the summary.
type Counts map[string]int

// Add counts a pattern.
func (c Counts) Add(a *Audited) {
	c["patterns"]++
	if a.DialectName == "" {
		c[a.Dialect.String()]++
	}
	if known := a.Known(); known != "" {
		c["composed"]++
		c["composed_"+known]++
	}
	switch a.Rule() {
	case "":
		c["safe"]++
	case audit.RuleInvalid:
		c["invalid"]++
	case audit.RuleUnknown, audit.RuleUnreadable:
		if a.Unknown != "" && !a.Malformed {
			c["dynamic"]++
		} else {
			c["unknown"]++
		}
	default:
		if a.Verdict.Class == redos.Exponential {
			c["exponential"]++
		} else {
			c["polynomial"]++
		}
	}
}

// CountsOf reads the counts back from a summary that was made of them.
func CountsOf(counts []report.Count) Counts {
	c := Counts{}
	for _, n := range counts {
		c[n.Name] = n.N
	}
	return c
}

// Summary returns the counts, with those of files, in numbers and in a sentence.
func (c Counts) Summary(files, unreadable int) report.Summary {
	c["files"], c["unreadable"] = files, unreadable
	var s report.Summary
	for _, name := range []string{"files", "patterns", "exponential", "polynomial", "safe", "unknown", "dynamic", "composed", "composed_all", "composed_part", "composed_rest", "composed_nothing", "invalid", "injections", "suppressed", "unreadable"} {
		s.Counts = append(s.Counts, report.Count{Name: name, N: c[name]})
	}
	where := ""
	if files > 0 {
		where = " in " + cli.Plural(files, "file")
	}
	var dialects []string
	for _, d := range syntax.Dialects() {
		if n := c[d.String()]; n > 0 {
			s.Counts = append(s.Counts, report.Count{Name: d.String(), N: n})
			dialects = append(dialects, fmt.Sprintf("%s %d", d, n))
		}
	}
	if len(dialects) > 1 {
		where += " (" + strings.Join(dialects, ", ") + ")"
	}
	var parts []string
	for _, name := range []string{"exponential", "polynomial", "safe", "unknown", "invalid", "dynamic"} {
		if n := c[name]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.Replace(name, "dynamic", "put together at run time", 1)))
		}
	}
	s.Text = fmt.Sprintf("%s%s: %s.", cli.Plural(c["patterns"], "regex"), where, strings.Join(parts, ", "))
	if c["patterns"] == 0 {
		s.Text = "No regexes" + where + "."
	}
	if n := c["injections"]; n > 0 {
		s.Text += fmt.Sprintf(" %s made of what anybody can send.", cli.Plural(n, "pattern"))
	}
	if n := c["suppressed"]; n > 0 {
		s.Text += fmt.Sprintf(" %s suppressed.", cli.Plural(n, "finding"))
	}
	if unreadable > 0 {
		s.Text += fmt.Sprintf(" %s could not be read.", cli.Plural(unreadable, "file"))
	}
	return s
}
