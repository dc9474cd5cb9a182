package merge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// merger puts reports together. It holds what is said of each report as a whole; findings and patterns beyond some
// megabytes lie in files. Close it when done.
type merger struct {
	ctx   context.Context // ends the reading of what lies in files
	names []string        // of the files, in the order of the reports
	trees []string        // with --by-report, what stands before the paths of each
	// withData says that the patterns of snag regex are wanted.
	withData           bool
	parts              []part
	findings, patterns sorter
	tally              *report.Tally // nil until the findings are counted
}

// part is a report without its findings and patterns.
type part struct {
	*report.Report
	findings    int
	tally       report.Tally
	shown       report.Tally // without what is minor
	hasPatterns bool
}

func newMerger(ctx context.Context, names []string, byReport, withData bool) *merger {
	m := &merger{ctx: ctx, names: names, withData: withData}
	m.findings.ctx, m.patterns.ctx = ctx, ctx
	if byReport {
		m.trees, m.withData = treeNames(names), false
	}
	return m
}

func (m *merger) close() {
	m.findings.close()
	m.patterns.close()
}

// add reads the report of number i.
func (m *merger) add(i int, in io.Reader) error {
	var p part
	x := report.Reader{Items: map[string]func(json.RawMessage) error{patternList: nil}}
	if m.withData {
		x.Items[patternList] = func(item json.RawMessage) error { return m.addPattern(i, item) }
	}
	var spilling error // is none of the report
	x.Finding = func(f report.Finding, text json.RawMessage) error {
		p.findings++
		p.count(f)
		var b bytes.Buffer
		if err := json.Compact(&b, text); err != nil {
			return err
		}
		m.inTree(&f, i)
		spilling = m.findings.add(record{place: f.Location, rule: f.Rule, part: i, id: idOf(f), level: f.Level, suppressed: f.Suppression != nil, text: bytes.Clone(b.Bytes())})
		return spilling
	}
	var err error
	if p.Report, err = x.Read(in); err != nil {
		return errors.Join(spilling, err)
	}
	data, _ := p.Data.(*report.Data)
	p.hasPatterns = data.Member(patternList).Items != nil
	if m.trees != nil {
		p.Data = nil
		for j, n := range p.Notes {
			p.Notes[j] = m.trees[i] + ": " + n
		}
	}
	m.parts = append(m.parts, p)
	return nil
}

func (p *part) count(f report.Finding) {
	add := func(t *report.Tally) {
		switch f.Level {
		case judge.Error:
			t.Errors++
		case judge.Warning:
			t.Warnings++
		default:
			t.Notes++
		}
	}
	if f.Suppression == nil {
		add(&p.tally)
		if f.Minor == "" {
			add(&p.shown)
		}
	}
}

// hasFailed reports whether the run of a report failed, by its own gate where it says so.
func (p *part) hasFailed() bool {
	if p.Failed != nil {
		return *p.Failed
	}
	return p.tally.Errors+p.tally.Warnings > 0
}

func (m *merger) inTree(f *report.Finding, i int) {
	if m.trees != nil {
		inTree(f, m.trees[i])
	}
}

// All yields the findings of all reports in order.
func (m *merger) All() iter.Seq2[report.Finding, error] {
	return func(yield func(report.Finding, error) bool) {
		for r, err := range m.findings.once() {
			var f report.Finding
			if err == nil {
				f, err = report.ParseFinding(r.text)
			}
			if err == nil {
				m.inTree(&f, r.part)
			}
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// Tally counts the findings. Those that cannot be read are missing: who reads them gets the error.
func (m *merger) Tally() report.Tally {
	if m.tally != nil {
		return *m.tally
	}
	var t report.Tally
	for r, err := range m.findings.once() {
		switch {
		case err != nil:
			return t
		case r.suppressed:
			t.Suppressed++
		case r.level == judge.Error:
			t.Errors++
		case r.level == judge.Warning:
			t.Warnings++
		default:
			t.Notes++
		}
	}
	m.tally = &t
	return t
}

// report puts the reports together. With one by one its findings are read where they lie, else it holds them, the
// worst where there are more than most, which is 0 for any number.
func (m *merger) report(oneByOne bool, most int) (*report.Report, error) {
	merged := m.united()
	var err error
	switch first := m.parts[0].Command; {
	case m.trees != nil:
		m.mergeTrees(merged)
	case !slices.ContainsFunc(m.parts, func(p part) bool { return p.Command != first }) && first == "regex":
		err = m.mergeRegex(merged)
	default:
		var texts []string
		data := &mergedData{}
		for i, p := range m.parts {
			texts = append(texts, p.Command+": "+p.Summary.Text)
			data.Reports = append(data.Reports, mergedReport{p.Command, p.Version, report.Text(m.names[i]), p.findings, p.Data})
		}
		merged.Summary.Text = strings.Join(texts, " ")
		merged.Data = data
	}
	if err != nil {
		return nil, err
	}
	if oneByOne {
		merged.More = m
		return merged, nil
	}
	texts := map[string]string{} // those that many findings share
	share := func(text *string) {
		if _, known := texts[*text]; !known {
			texts[*text] = *text
		}
		*text = texts[*text]
	}
	kept := worst{most: most}
	for f, err := range m.All() {
		if err != nil {
			return nil, err
		}
		share(&f.Help)
		share(&f.Rule)
		share(&f.Minor)
		share(&f.Location.File)
		for i := range f.Details {
			share(&f.Details[i].Label)
		}
		kept.add(f)
	}
	merged.Findings = kept.findings()
	if left := kept.count - len(merged.Findings); left > 0 {
		merged.Notes = append(merged.Notes, fmt.Sprintf("%s left out, as these are the worst %d: --format json has all", cli.Plural(left, "finding")+" are", most))
	}
	return merged, nil
}

// united is what the reports have in common to put together: their notes and counts, and whether one is partial or
// failed.
func (m *merger) united() *report.Report {
	merged := &report.Report{}
	failed := false
	noted := map[string]bool{}
	for i, p := range m.parts {
		merged.Partial = merged.Partial || p.Partial
		for _, n := range p.Notes {
			if !noted[n] {
				noted[n] = true
				merged.Notes = append(merged.Notes, n)
			}
		}
		if p.Version != m.parts[0].Version {
			merged.Notes = append(merged.Notes, fmt.Sprintf("%s is a report of version %s, and %s of %s", m.names[i], p.Version, m.names[0], m.parts[0].Version))
		}
		failed = failed || p.hasFailed()
		merged.Summary.Counts = addCounts(merged.Summary.Counts, p.Summary.Counts)
	}
	merged.Failed = &failed
	return merged
}
