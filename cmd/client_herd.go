package cmd

import (
	"fmt"
	"slices"
	"time"

	"snag/analyze/judge"
	"snag/analyze/retry/backoff"
	"snag/analyze/retry/herd"
	"snag/cmd/report"
)

// clientHerd is what a herd of real clients did, in JSON.
type clientHerd struct {
	Clients int         `json:"clients"`
	Skew    float64     `json:"skew_ms"`
	Waves   []waveData  `json:"waves"`
	Times   [][]float64 `json:"arrivals_ms"`
}

// herdTimes are the arrivals of each client that made a request, counted from the moment in which all failed. The first
// is that moment. Skew is how far apart the first failures were.
func (a *clientAudit) herdTimes() (times [][]time.Duration, skew time.Duration) {
	var came [][]backoff.Attempt
	var failed []time.Duration
	for _, t := range a.herd {
		if attempts := t.Busiest().Attempts; len(attempts) > 0 {
			came, failed = append(came, attempts), append(failed, attempts[0].End)
		}
	}
	if len(came) == 0 {
		return nil, 0
	}
	least := slices.Min(failed)
	for _, attempts := range came {
		arrivals := []time.Duration{0}
		for _, at := range attempts[1:] {
			arrivals = append(arrivals, at.Start-least)
		}
		times = append(times, arrivals)
	}
	return times, slices.Max(failed) - least
}

func (a *clientAudit) herdData() *clientHerd {
	if len(a.herd) == 0 {
		return nil
	}
	times, skew := a.herdTimes()
	d := &clientHerd{Clients: len(times), Skew: backoff.Milliseconds(skew), Waves: newWaveData(herd.Waves(times, a.audit.Inference.Policy))}
	for _, arrivals := range times {
		row := []float64{}
		for _, at := range arrivals {
			row = append(row, backoff.Milliseconds(at))
		}
		d.Times = append(d.Times, row)
	}
	return d
}

// addHerd shows the herd and judges it.
func (a *clientAudit) addHerd(r *report.Report) {
	if len(a.herd) == 0 {
		return
	}
	times, skew := a.herdTimes()
	waves := herd.Waves(times, a.audit.Inference.Policy)
	t := &report.Table{Columns: []report.Column{{Name: "RETRY", Right: true}, {Name: "CLIENTS", Right: true}, {Name: "DELAY", Right: true}, {Name: "TOGETHER", Right: true}}}
	for _, w := range waves {
		t.Rows = append(t.Rows, []report.Cell{
			{Text: fmt.Sprint(w.Retry)}, {Text: fmt.Sprint(w.Clients)}, {Text: shortDuration(w.Nominal)},
			{Text: fmt.Sprintf("%.0f%% within %s", 100*w.Share, shortDuration(w.Window)), Tone: shareTone(w.Share)},
		})
	}
	var arrivals []herd.Arrival
	for client, list := range times {
		for i, at := range list {
			arrivals = append(arrivals, herd.Arrival{At: at, Client: client, Attempt: i + 1})
		}
	}
	slices.SortFunc(arrivals, func(x, y herd.Arrival) int { return int(x.At - y.At) })
	title := fmt.Sprintf("A herd of %d clients, which failed within %s", len(times), shortDuration(skew))
	r.Sections = append(r.Sections, report.Section{Title: title, Table: t}, report.Section{Title: "Requests of the herd over time", Text: plotArrivals(arrivals)})
	if len(times) < herd.FewestHerds {
		r.Notes = append(r.Notes, fmt.Sprintf("A herd of %d is too small to judge; use %d clients or more.", len(times), herd.FewestHerds))
		return
	}
	share := closest(waves)
	if share < herd.CrowdShare {
		return
	}
	f := report.Finding{
		Finding:     judge.Finding{Rule: ruleHerd, Level: judge.Error, Message: fmt.Sprintf("%.0f%% of %d clients that failed together come back within a tenth of the delay.", 100*share, len(times)), Evidence: a.herdData()},
		Location:    a.location(),
		Fingerprint: fingerprint(ruleHerd, a.location().Command),
	}
	if share < herd.HerdShare {
		f.Level = judge.Warning
	}
	r.Findings = append(r.Findings, f)
}

// breakerData is a circuit breaker in JSON.
type breakerData struct {
	Found     bool              `json:"found"`
	Threshold int               `json:"threshold"`
	Open      float64           `json:"open_ms"`
	Interval  float64           `json:"interval_ms"`
	Permits   int               `json:"half_open_permits"`
	Pauses    int               `json:"pauses"`
	Recovered bool              `json:"recovered"`
	Attempts  []backoff.Attempt `json:"attempts"`
}

func (a *clientAudit) breakerReport() *report.Report {
	b := backoff.FindBreaker(a.breaker.Attempts)
	r := &report.Report{Partial: a.partial, Notes: a.notes}
	t := &report.Table{Columns: []report.Column{{Name: "PROPERTY"}, {Name: "VALUE"}}}
	row := func(name, value string) {
		t.Rows = append(t.Rows, []report.Cell{{Text: name}, {Text: value}})
	}
	if b.Found {
		r.Summary.Text = fmt.Sprintf("A circuit breaker opens after %s in a row, for %s.", plural(b.Threshold, "failure"), shortDuration(b.Open))
		row("threshold", plural(b.Threshold, "failure")+" in a row")
		row("open for", fmt.Sprintf("%s (seen %s, up to %s late)", shortDuration(b.Open), plural(b.Pauses, "time"), shortDuration(b.Interval)))
		row("half-open", plural(b.Permits, "trial request"))
		closed := "not seen"
		if b.Recovered {
			closed = "when a trial succeeds"
		}
		row("closes", closed)
	} else {
		r.Summary.Text = fmt.Sprintf("No circuit breaker: the client kept calling in %s.", plural(len(a.breaker.Attempts), "attempt"))
		row("breaker", "none seen")
	}
	row("calls every", shortDuration(b.Interval))
	r.Summary.Counts = []report.Count{{Name: "attempts", N: len(a.breaker.Attempts)}}
	r.Sections = []report.Section{{Title: "Circuit breaker", Table: t}, {Title: "Attempts", Text: timeline(a.breaker)}}
	r.Data = clientData{
		Client: report.RedactArgs(a.options.argv), Checks: []checkData{}, Runs: []runData{}, Speed: a.options.speed,
		Inference: newInferenceData(backoff.Inference{}, 0),
		Breaker: &breakerData{
			b.Found, b.Threshold, backoff.Milliseconds(b.Open), backoff.Milliseconds(b.Interval), b.Permits, b.Pauses, b.Recovered,
			append([]backoff.Attempt{}, a.breaker.Attempts...),
		},
	}
	return r
}
