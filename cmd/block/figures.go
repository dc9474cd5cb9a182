package block

import (
	"fmt"
	"math"
	"time"

	"snag/analyze/block/memory"
	"snag/analyze/block/stall"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/runtime"
)

// Differences up to which nothing has changed.
const (
	stallNoise  = 10 // milliseconds: what a machine adds to the longest of many
	answerNoise = 2  // milliseconds
	bodyNoise   = 0.15
)

// parts is into how many pieces of time a watch is divided to be compared.
const parts = 10

// watchFigures are what later watches are compared by.
func watchFigures(l *stall.Log) []report.Figure {
	often := report.Figure{Name: "stalls a minute", Better: report.Lower}
	share := report.Figure{Name: "time in stalls", Unit: "%", Better: report.Lower}
	piece := l.End / parts
	if piece <= 0 {
		return nil
	}
	var counts, stalled [parts]float64
	longest := 0.0
	for _, s := range l.Stalls {
		if s.Machine != "" {
			continue
		}
		i := min(int(max(s.Start, 0)/piece), parts-1)
		counts[i]++
		stalled[i] += cli.Milliseconds(s.Length)
		longest = max(longest, cli.Milliseconds(s.Length))
	}
	for i := range parts {
		often.Values = append(often.Values, round3(counts[i]/piece.Minutes()))
		share.Values = append(share.Values, round3(100*stalled[i]/cli.Milliseconds(piece)))
	}
	answers := l.Responses()
	one := func(name report.Text, value, noise float64) report.Figure {
		return report.Figure{Name: name, Unit: "ms", Values: []float64{round3(value)}, Better: report.Lower, Noise: noise}
	}
	return []report.Figure{often, share, one("longest stall", longest, max(stallNoise, longest/10)),
		one("median of the answers", cli.Milliseconds(answers.P50), answerNoise), one("99% of the answers", cli.Milliseconds(answers.P99), max(stallNoise, cli.Milliseconds(answers.P99)/4))}
}

// figures are what later runs are compared by.
func (r *poolRun) figures() []report.Figure {
	alone := report.Figure{Name: "a request alone", Unit: "ms", Better: report.Lower, Noise: answerNoise}
	for _, took := range r.alone {
		alone.Values = append(alone.Values, round3(took/float64(time.Millisecond)))
	}
	all := []report.Figure{alone}
	if s := r.size; s != nil && s.Unknown == "" && s.K > 0 {
		all = append(all, report.Figure{Name: "requests at once", Values: []float64{float64(s.K)}, Better: report.Higher})
	}
	return all
}

// figures are what later runs are compared by: the sizes within the budget, of each measurement of a document near
// to it.
func (r *jsonRun) figures() []report.Figure {
	var all []report.Figure
	for _, one := range r.Results {
		add := func(s *runtime.ShapeResult, of string) {
			if s == nil || s.Safe <= 0 || len(s.Times) == 0 {
				return
			}
			all = append(all, report.Figure{
				Name: report.Text(fmt.Sprintf("%s: %s within %s to %s", one.Name(), of, r.options.budget, r.options.op)), Unit: "bytes",
				Values: []float64{math.Round(s.Safe)}, Better: report.Higher, Noise: math.Round(bodyNoise * s.Safe),
			})
		}
		add(one.Shape(runtime.Typical), runtime.Typical)
		if w := one.Worst(); w != nil && w.Name != runtime.Typical {
			add(w, "the worst shape")
		}
		add(one.Own, "the document")
	}
	return all
}

// figures are what later runs are compared by. What is kept is compared where it was determined.
func (r *memoryRun) figures() []report.Figure {
	var all []report.Figure
	one := func(name, unit report.Text, value, noise float64) {
		all = append(all, report.Figure{Name: name, Unit: unit, Values: []float64{round3(value)}, Better: report.Lower, Noise: round3(noise)})
	}
	if v := r.verdict; v.Kind != memory.Undetermined {
		one("kept for each key", "bytes", v.PerKey, max(v.Resolution, v.PerKey/10))
		one("kept for each request", "bytes", v.PerRequest, max(v.Resolution, v.PerRequest/10))
		one("kept at the most", "bytes", v.Rise, max(v.Noise, v.Rise/10))
	}
	for _, what := range []string{"descriptors", "sockets", "threads"} {
		rate := 0.0
		for _, l := range r.verdict.Leaks {
			if l.What == what {
				rate = l.PerRequest
			}
		}
		one(report.Text(what+" left for each request"), "", rate, 0.01)
	}
	return all
}
