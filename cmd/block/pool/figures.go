package pool

import (
	"time"

	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// figures are what later runs are compared by.
func (r *run) figures() []report.Figure {
	alone := report.Figure{Name: "a request alone", Unit: "ms", Better: report.Lower, Noise: target.AnswerNoise}
	for _, took := range r.alone {
		alone.Values = append(alone.Values, cli.Thousandths(took/float64(time.Millisecond)))
	}
	all := []report.Figure{alone}
	if s := r.size; s != nil && s.Unknown == "" && s.K > 0 {
		all = append(all, report.Figure{Name: "requests at once", Values: []float64{float64(s.K)}, Better: report.Higher})
	}
	return all
}
