package cmd

import (
	"context"
	"fmt"
	"strings"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/cmd/report"
)

// regexReport gathers what an audit found, in the order of the inputs. It keeps no more than the
// format prints, so that long lists fit into memory.
type regexReport struct {
	options   *regexOptions
	out       *output
	known     *baseline
	report    report.Report
	data      regexData
	counts    regexCounts
	failed    bool           // a finding gates
	missing   error          // why an input that was asked for by name could not be read
	mistyped  bool           // a pattern of the command line is not valid
	occasions map[string]int // how often a pattern with a finding came up in its file
	rewrites  rewrites
}

// regexData is the data of the report.
type regexData struct {
	Patterns   []patternItem    `json:"patterns"`
	Files      int              `json:"files"`
	Unreadable []unreadableItem `json:"unreadable"`
	Skipped    []leftOut        `json:"skipped"`
	Shard      *shard           `json:"shard,omitempty"`
}

// unreadableItem is a file that could not be read, in data.unreadable.
type unreadableItem struct {
	File   report.Text `json:"file"`
	Reason report.Text `json:"reason"`
}

func newRegexReport(o *regexOptions, out *output, known *baseline) *regexReport {
	return &regexReport{
		options: o, out: out, known: known, occasions: map[string]int{}, rewrites: rewrites{options: o.fix},
		// Empty lists and not nil ones, which would be null in JSON.
		data: regexData{Patterns: []patternItem{}, Unreadable: []unreadableItem{}, Skipped: []leftOut{}},
	}
}

// addUnit takes in what was found beside the patterns.
func (r *regexReport) addUnit(u unitResult) {
	for _, f := range u.findings {
		r.addFinding(f, redos.Verdict{})
	}
	r.data.Files += u.files
	r.data.Unreadable = append(r.data.Unreadable, u.unreadable...)
	r.data.Skipped = append(r.data.Skipped, u.skipped...)
	if u.missing != nil && r.missing == nil {
		r.missing = u.missing
	}
}

// addPattern takes in a pattern, and prints it when the format streams. The error is one of printing.
func (r *regexReport) addPattern(a *audited) error {
	r.counts.add(a)
	r.mistyped = r.mistyped || a.mistyped()
	if r.out.streaming() {
		if err := r.out.item(a.item()); err != nil {
			return err
		}
	} else if r.out.needsData() {
		r.data.Patterns = append(r.data.Patterns, a.item())
	}
	if a.Rule() != "" {
		id := a.identity()
		a.occasion = r.occasions[id]
		r.occasions[id]++
	}
	if f, ok := a.finding(r.options.maxLength); ok {
		r.known.suppress(&f)
		r.rewrites.add(a, &f)
		r.addFinding(f, a.Verdict)
	}
	return nil
}

func (r *regexReport) addFinding(f report.Finding, v redos.Verdict) {
	r.known.suppress(&f)
	r.failed = r.failed || r.options.failOn.fails(f, v)
	if r.out.streaming() {
		f.Details, f.Evidence = nil, nil // findings are not printed, only counted
	}
	r.report.Findings = append(r.report.Findings, f)
}

// close reports, and returns errFindings when a finding gates.
func (r *regexReport) close(ctx context.Context) error {
	o, rep := r.options, &r.report
	rep.Partial = ctx.Err() != nil
	if o.shard.Of > 0 {
		r.data.Shard = &o.shard
	}
	rep.Data = r.data
	failed := r.failed || r.missing != nil || r.mistyped
	rep.Failed = &failed
	r.counts.suppressed = rep.Tally().Suppressed
	rep.Summary = r.counts.summary(r.data.Files, len(r.data.Unreadable))
	note := func(format string, args ...any) { rep.Notes = append(rep.Notes, fmt.Sprintf(format, args...)) }
	if text := leftOutNote(r.data.Skipped); text != "" {
		note("%s", text)
	}
	if gone := r.known.gone(rep.Findings); gone > 0 && !rep.Partial && o.shard.Of == 0 {
		note("%d of the findings in %s are gone; --write-baseline writes it anew", gone, o.baseline)
	}
	if o.writeBaseline != "" && !rep.Partial {
		n, err := writeBaseline(o.writeBaseline, rep.Findings)
		if err != nil {
			return err
		}
		note("%d findings written to the baseline %s", n, o.writeBaseline)
		r.failed = false
	}
	var unwritten error
	switch {
	case o.fix.write:
		var text string
		text, unwritten = r.rewrites.write(ctx, rep.Findings)
		note("%s", text)
		r.counts.suppressed = rep.Tally().Suppressed
		rep.Summary = r.counts.summary(r.data.Files, len(r.data.Unreadable))
	case o.fix.diff:
		r.out.format = r.rewrites.diffFormat()
	case o.fix.propose && r.rewrites.proposed > 0:
		note("--fix --write makes %s in %s", plural(r.rewrites.proposed, "rewrite"), plural(len(r.rewrites.files), "file"))
	}
	if r.out.streaming() {
		for _, u := range r.data.Unreadable {
			note("%s was not read: %s", u.File, u.Reason)
		}
	}
	if err := r.out.close(rep); err != nil {
		return err
	}
	switch {
	case rep.Partial:
		return errPartial
	case unwritten != nil:
		return unwritten
	case r.mistyped:
		return errMistyped
	case r.missing != nil:
		return r.missing
	case r.failed:
		return errFindings
	}
	return nil
}

// regexCounts counts patterns by their verdict.
type regexCounts struct {
	patterns, safe, exponential, polynomial, unknown, dynamic, invalid, suppressed int
	dialects                                                                       [16]int // by dialect, of those that snag knows
}

func (c *regexCounts) add(a *audited) {
	c.patterns++
	if a.DialectName == "" {
		c.dialects[a.Dialect]++
	}
	switch a.Rule() {
	case "":
		c.safe++
	case audit.RuleInvalid:
		c.invalid++
	case audit.RuleUnknown, audit.RuleUnreadable:
		if a.Unknown != "" && !a.Malformed {
			c.dynamic++
		} else {
			c.unknown++
		}
	default:
		if a.Verdict.Class == redos.Exponential {
			c.exponential++
		} else {
			c.polynomial++
		}
	}
}

// countsOf reads the counts back from a summary that was made of them.
func countsOf(counts []report.Count) *regexCounts {
	c := &regexCounts{}
	for _, n := range counts {
		if field := c.field(n.Name); field != nil {
			*field = n.N
		}
	}
	return c
}

// field returns the count that goes by a name in the summary, nil for those that are not kept here.
func (c *regexCounts) field(name string) *int {
	if d, known := syntax.ParseDialect(name); known {
		return &c.dialects[d]
	}
	switch name {
	case "patterns":
		return &c.patterns
	case "safe":
		return &c.safe
	case "exponential":
		return &c.exponential
	case "polynomial":
		return &c.polynomial
	case "unknown":
		return &c.unknown
	case "dynamic":
		return &c.dynamic
	case "invalid":
		return &c.invalid
	case "suppressed":
		return &c.suppressed
	}
	return nil
}

func (c *regexCounts) summary(files, unreadable int) report.Summary {
	s := report.Summary{Counts: []report.Count{
		{Name: "files", N: files}, {Name: "patterns", N: c.patterns}, {Name: "exponential", N: c.exponential},
		{Name: "polynomial", N: c.polynomial}, {Name: "safe", N: c.safe}, {Name: "unknown", N: c.unknown},
		{Name: "dynamic", N: c.dynamic}, {Name: "invalid", N: c.invalid}, {Name: "suppressed", N: c.suppressed}, {Name: "unreadable", N: unreadable},
	}}
	where := ""
	if files > 0 {
		where = " in " + plural(files, "file")
	}
	var dialects []string
	for _, d := range syntax.Dialects() {
		if n := c.dialects[d]; n > 0 {
			s.Counts = append(s.Counts, report.Count{Name: d.String(), N: n})
			dialects = append(dialects, fmt.Sprintf("%s %d", d, n))
		}
	}
	if len(dialects) > 1 {
		where += " (" + strings.Join(dialects, ", ") + ")"
	}
	if c.patterns == 0 {
		s.Text = "No regexes" + where + "."
	} else {
		var parts []string
		for _, part := range []report.Count{
			{Name: "exponential", N: c.exponential}, {Name: "polynomial", N: c.polynomial},
			{Name: "safe", N: c.safe}, {Name: "unknown", N: c.unknown}, {Name: "invalid", N: c.invalid},
			{Name: "put together at run time", N: c.dynamic},
		} {
			if part.N > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", part.N, part.Name))
			}
		}
		s.Text = fmt.Sprintf("%s%s: %s.", plural(c.patterns, "regex"), where, strings.Join(parts, ", "))
	}
	if c.suppressed > 0 {
		s.Text += fmt.Sprintf(" %s suppressed.", plural(c.suppressed, "finding"))
	}
	if unreadable > 0 {
		s.Text += fmt.Sprintf(" %s could not be read.", plural(unreadable, "file"))
	}
	return s
}
