package memory

import (
	"snag/analyze/block/memory"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// figures are what later runs are compared by. What is kept is compared where it was determined.
func (r *run) figures() []report.Figure {
	var all []report.Figure
	one := func(name, unit report.Text, value, noise float64) {
		all = append(all, report.Figure{Name: name, Unit: unit, Values: []float64{cli.Thousandths(value)}, Better: report.Lower, Noise: cli.Thousandths(noise)})
	}
	if v := r.verdict; v.Kind != memory.Undetermined {
		if v.Kind != memory.ByEither { // of a cause that is open, either figure may be the other's next time
			one("kept for each key", "bytes", v.PerKey, max(v.Resolution, v.PerKey/10))
			one("kept for each request", "bytes", v.PerRequest, max(v.Resolution, v.PerRequest/10))
		}
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
