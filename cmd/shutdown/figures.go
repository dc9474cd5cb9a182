package shutdown

import (
	"snag/analyze/shutdown"
	"snag/cmd/report"
)

// timeNoise is the difference of times up to which nothing has changed, in milliseconds.
const timeNoise = 100

// figures are what later checks are compared by.
func figures(t shutdown.Timeline) []report.Figure {
	var all []report.Figure
	count := func(name report.Text, n int) {
		all = append(all, report.Figure{Name: name, Values: []float64{float64(n)}, Better: report.Lower})
	}
	moment := func(name report.Text, at *shutdown.Millis, better report.Direction) {
		if at != nil {
			all = append(all, report.Figure{Name: name, Unit: "ms", Values: []float64{float64(*at)}, Better: better, Noise: timeNoise})
		}
	}
	if t.InFlight.Started() > 0 {
		count("requests in flight that were dropped", t.InFlight.Count(shutdown.Dropped))
		count("requests in flight that were truncated", t.InFlight.Count(shutdown.Truncated))
		count("requests in flight answered with an error", t.InFlight.Count(shutdown.ServerError))
	}
	if t.Target.Protocol != shutdown.NoListener {
		count("new connections accepted and then broken", t.New.Broken)
	}
	moment("time until the listener is closed", t.Listener.Closed, "")
	moment("time until the process ends", t.Exit.At, report.Lower)
	count("child processes left over", len(t.Children.Remaining()))
	return all
}
