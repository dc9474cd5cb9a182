package retry

import (
	"fmt"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/analyze/retry/herd"
	"snag/cmd/report"
)

// Differences of times up to which nothing has changed: what a client needs to start, and a server to answer.
const (
	startNoise  = 100 // milliseconds
	answerNoise = 5   // milliseconds
)

// shownWaits is how many waits of a schedule are figures of their own.
const shownWaits = 5

// figures are what later runs of the audit are compared by: how often and when the client came back, in the runs
// from which its schedule was learnt.
func (a *clientAudit) figures() []report.Figure {
	attempts := report.Figure{Name: "attempts at a failing server", Better: report.Lower}
	duration := report.Figure{Name: "time until the client gives up", Unit: "ms", Noise: startNoise}
	var waits [shownWaits]report.Figure
	for _, run := range a.audit.Control {
		op := run.Busiest()
		attempts.Values = append(attempts.Values, float64(len(op.Attempts)))
		if run.CutOff == "" {
			duration.Values = append(duration.Values, backoff.Milliseconds(run.Duration))
		}
		gaps := op.Gaps()
		for i := range min(len(gaps), shownWaits) {
			waits[i].Values = append(waits[i].Values, backoff.Milliseconds(gaps[i]))
		}
	}
	all := []report.Figure{attempts, duration}
	for i, w := range waits {
		w.Name, w.Unit, w.Noise = report.Text(fmt.Sprintf("wait before attempt %d", i+2)), "ms", answerNoise
		all = append(all, w)
	}
	return measured(all)
}

// serverFigures are what later runs are compared by: how long the answers to each kind of request took.
func serverFigures(exchanges []experiment.Exchange) []report.Figure {
	var all []report.Figure
	at := map[string]int{}
	for _, e := range exchanges {
		i, known := at[e.Name]
		if !known {
			i = len(all)
			at[e.Name] = i
			all = append(all, report.Figure{Name: report.Text("time of an answer: " + e.Name), Unit: "ms", Better: report.Lower, Noise: answerNoise})
		}
		if e.Error == "" {
			all[i].Values = append(all[i].Values, float64(e.Took)/float64(time.Millisecond))
		}
	}
	return measured(all)
}

// herdSeeds is how often a herd is simulated for its figures, with other chances each time: what a change of less
// than their spread says is nothing. The chances of many clients level out, and one time is enough.
const (
	herdSeeds   = 5
	manyClients = 10_000
)

// herdFigures are what another policy, or another capacity, is compared by.
func herdFigures(given herd.Result) []report.Figure {
	served := report.Figure{Name: "clients served", Unit: "%", Better: report.Higher}
	amplification := report.Figure{Name: "requests per client", Better: report.Lower}
	recovered := report.Figure{Name: "time until the last client is served", Unit: "ms", Better: report.Lower}
	peak := report.Figure{Name: "most requests in 100 ms", Better: report.Lower}
	together := report.Figure{Name: "largest share of clients that return together", Unit: "%", Better: report.Lower}
	for i := range herdSeeds {
		r := given
		if i > 0 && r.Config.Clients > manyClients {
			break
		}
		if i > 0 {
			config := given.Config
			config.Seed += uint64(i)
			r = herd.Simulate(config)
		}
		served.Values = append(served.Values, 100*float64(r.Served)/float64(r.Config.Clients))
		amplification.Values = append(amplification.Values, r.Amplification())
		if r.Served == r.Config.Clients {
			recovered.Values = append(recovered.Values, backoff.Milliseconds(r.Recovered))
		}
		peak.Values = append(peak.Values, float64(r.Peak))
		if len(r.Waves) > 0 {
			together.Values = append(together.Values, 100*herd.Closest(r.Waves))
		}
	}
	return measured([]report.Figure{served, amplification, recovered, peak, together})
}

// measured leaves out figures without a value.
func measured(all []report.Figure) []report.Figure {
	var kept []report.Figure
	for _, f := range all {
		if len(f.Values) > 0 {
			kept = append(kept, f)
		}
	}
	return kept
}
