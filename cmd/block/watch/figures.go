package watch

import (
	"snag/analyze/block/stall"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// stallNoise is the difference in milliseconds that a machine adds to the longest of many.
const stallNoise = 10

// parts is into how many pieces of time a watch is divided to be compared.
const parts = 10

// figures are what later watches are compared by.
func figures(l *stall.Log) []report.Figure {
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
		often.Values = append(often.Values, cli.Thousandths(counts[i]/piece.Minutes()))
		share.Values = append(share.Values, cli.Thousandths(100*stalled[i]/cli.Milliseconds(piece)))
	}
	answers := l.Responses()
	one := func(name report.Text, value, noise float64) report.Figure {
		return report.Figure{Name: name, Unit: "ms", Values: []float64{cli.Thousandths(value)}, Better: report.Lower, Noise: noise}
	}
	all := []report.Figure{often, share}
	if l.DroppedOwn > 0 { // when those were is not known any more
		all = nil
	}
	return append(all, one("longest stall", longest, max(stallNoise, longest/10)),
		one("median of the answers", cli.Milliseconds(answers.P50), target.AnswerNoise), one("99% of the answers", cli.Milliseconds(answers.P99), max(stallNoise, cli.Milliseconds(answers.P99)/4)))
}
