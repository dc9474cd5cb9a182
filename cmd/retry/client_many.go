package retry

import (
	"fmt"
	"slices"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// manyData is what a client made of many operations, in JSON.
type manyData struct {
	Operations int             `json:"operations"`
	Attempts   int             `json:"attempts_of_one"`
	Requests   int             `json:"requests_of_all"`
	Factor     float64         `json:"requests_per_operation"`
	Hedges     int             `json:"hedges"`
	HedgeAfter float64         `json:"hedge_after_ms,omitempty"`
	Nested     *backoff.Nested `json:"nested"`
}

// manyReport reports what many operations become in an outage.
func (a *clientAudit) manyReport() *report.Report {
	m := a.many
	judged := m.Judge()
	each, _ := m.Attempts()
	hedges, after := m.Hedges()
	d := manyData{Operations: m.Operations, Attempts: each, Requests: len(m.Outage.Attempts), Hedges: hedges, HedgeAfter: backoff.Milliseconds(after), Nested: m.Nested()}
	d.Factor = float64(d.Requests) / float64(m.Operations)
	r := &report.Report{Partial: a.partial, Notes: a.notes, Unknown: openQuestions(judged)}
	for _, f := range judged.Findings {
		r.Findings = append(r.Findings, a.finding(f))
	}
	t := report.NewTable("PROPERTY", "VALUE")
	t.Add("one operation", cli.Plural(each, "request"))
	if n := d.Nested; n != nil {
		t.Add("nested", fmt.Sprintf("%s in each of %d", cli.Plural(n.InnerAttempts, "attempt"), n.OuterAttempts))
	}
	t.Add(fmt.Sprintf("%d operations", m.Operations), report.Strong.Cell(fmt.Sprintf("%s, %.2g for each", cli.Plural(d.Requests, "request"), d.Factor)))
	hedging := "none: one operation without an answer stays one request"
	if hedges > 0 {
		hedging = fmt.Sprintf("%s after %s without an answer", cli.Plural(hedges, "more request"), cli.ShortDuration(after))
	}
	t.Add("hedging", hedging)
	r.Summary.Text = fmt.Sprintf("In an outage %d operations become %s, %d for one alone; %s, %s.", m.Operations, cli.Plural(d.Requests, "request"), each,
		cli.Plural(judged.Count(experiment.Failed), "defect"), cli.Plural(judged.Count(experiment.Unknown), "open question"))
	runs := slices.Concat(m.Alone, []experiment.Trace{m.Outage, m.Slow})
	if m.Calm != nil {
		runs = append(runs, *m.Calm)
	}
	r.Summary.Counts = []report.Count{{Name: "checks", N: len(judged.Checks)}, {Name: "failed", N: judged.Count(experiment.Failed)}, {Name: "unknown", N: judged.Count(experiment.Unknown)}, {Name: "runs", N: len(runs)}}
	r.Sections = []report.Section{{Title: "Many operations", Table: t}, checkSection(judged.Checks)}
	if len(m.Alone) > 0 {
		r.Sections = append(r.Sections, report.Section{Title: "One operation", Text: timeline(m.Alone[0])})
	}
	r.Data = clientData{
		Client: report.RedactArgs(a.options.argv), Attempts: each, Checks: cli.OrNone(judged.Checks), Runs: cli.OrNone(runs), Speed: a.options.speed, Many: &d,
	}
	return r
}
