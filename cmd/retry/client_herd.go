package retry

import (
	"fmt"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/analyze/retry/herd"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// addHerd shows the herd and judges it. It returns what the herd did, nil when there was none.
func (a *clientAudit) addHerd(r *report.Report) *herd.Cohort {
	if len(a.herd) == 0 {
		return nil
	}
	c := herd.Gather(a.herd, a.audit.Inference.Policy)
	t := report.NewTable(">RETRY", ">CLIENTS", ">DELAY", ">TOGETHER")
	for _, w := range c.Waves {
		t.Add(w.Retry, w.Clients, cli.ShortDuration(w.Nominal), shareTone(w.Share).Cell(fmt.Sprintf("%.0f%% within %s", 100*w.Share, cli.ShortDuration(w.Window))))
	}
	title := fmt.Sprintf("A herd of %d clients, which failed within %s", len(c.Times), cli.ShortDuration(c.Skew))
	r.Sections = append(r.Sections, report.Section{Title: title, Table: t}, report.Section{Title: "Requests of the herd over time", Text: plotArrivals(c.Arrivals())})
	if len(c.Times) < herd.FewestHerds {
		r.Notes = append(r.Notes, fmt.Sprintf("A herd of %d is too small to judge; use %d clients or more.", len(c.Times), herd.FewestHerds))
	}
	for _, f := range c.Judge() {
		r.Findings = append(r.Findings, report.Finding{Finding: f, Location: a.location(), Fingerprint: cli.Fingerprint(f.Rule, a.location().Command)})
	}
	return &c
}

// breakerData is a circuit breaker in JSON.
type breakerData struct {
	Found     bool                 `json:"found"`
	Threshold int                  `json:"threshold"`
	Open      float64              `json:"open_ms"`
	Interval  float64              `json:"interval_ms"`
	Permits   int                  `json:"half_open_permits"`
	Pauses    int                  `json:"pauses"`
	Recovered bool                 `json:"recovered"`
	Attempts  []experiment.Attempt `json:"attempts"`
}

func (a *clientAudit) breakerReport() *report.Report {
	b := experiment.FindBreaker(a.breaker.Attempts)
	r := &report.Report{Partial: a.partial, Notes: a.notes}
	t := report.NewTable("PROPERTY", "VALUE")
	if b.Found {
		r.Summary.Text = fmt.Sprintf("A circuit breaker opens after %s in a row, for %s.", cli.Plural(b.Threshold, "failure"), cli.ShortDuration(b.Open))
		t.Add("threshold", cli.Plural(b.Threshold, "failure")+" in a row")
		t.Add("open for", fmt.Sprintf("%s (seen %s, up to %s late)", cli.ShortDuration(b.Open), cli.Plural(b.Pauses, "time"), cli.ShortDuration(b.Interval)))
		t.Add("half-open", cli.Plural(b.Permits, "trial request"))
		closed := "not seen"
		if b.Recovered {
			closed = "when a trial succeeds"
		}
		t.Add("closes", closed)
	} else {
		r.Summary.Text = fmt.Sprintf("No circuit breaker: the client kept calling in %s.", cli.Plural(len(a.breaker.Attempts), "attempt"))
		t.Add("breaker", "none seen")
	}
	t.Add("calls every", cli.ShortDuration(b.Interval))
	r.Summary.Counts = []report.Count{{Name: "attempts", N: len(a.breaker.Attempts)}}
	r.Sections = []report.Section{{Title: "Circuit breaker", Table: t}, {Title: "Attempts", Text: timeline(a.breaker)}}
	r.Data = clientData{
		Client: report.RedactArgs(a.options.argv), Checks: []experiment.Check{}, Runs: []experiment.Trace{}, Speed: a.options.speed,
		Breaker: &breakerData{
			b.Found, b.Threshold, backoff.Milliseconds(b.Open), backoff.Milliseconds(b.Interval), b.Permits, b.Pauses, b.Recovered,
			append([]experiment.Attempt{}, a.breaker.Attempts...),
		},
	}
	return r
}
