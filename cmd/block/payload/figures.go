package payload

import (
	"fmt"
	"math"

	"snag/analyze/stats"
	"snag/cmd/report"
	"snag/probe/runtime"
)

// sizeNoise is the share by which the size within a budget differs from run to run, on a machine of a steady speed.
const sizeNoise = 0.15

// figures are what later runs are compared by: the sizes within the budget, of each measurement of a document near
// to it.
func (r *run) figures() []report.Figure {
	var all []report.Figure
	noise := sizeNoise + stats.Moved(r.Paces)
	for _, one := range r.Results {
		add := func(s *runtime.ShapeResult, of string) {
			if s == nil || s.Safe <= 0 || s.Known != runtime.Exactly || len(s.Times) == 0 {
				return
			}
			all = append(all, report.Figure{
				Name: report.Text(fmt.Sprintf("%s: %s within %s to %s", one.Name(), of, r.options.budget, r.options.op)), Unit: "bytes",
				Values: []float64{math.Round(s.Safe)}, Better: report.Higher, Noise: math.Round(noise * s.Safe),
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
