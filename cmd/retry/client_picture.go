package retry

import (
	"fmt"
	"strings"

	"snag/analyze/retry/experiment"
	"snag/cmd/report"
	"snag/cmd/report/picture"
)

// attemptsPicture draws the attempts of runs, a lane for each run: a schedule without jitter stands in columns.
func attemptsPicture(runs []experiment.Trace) *picture.Lanes {
	p := &picture.Lanes{What: "when the attempts of each run came", Axis: "seconds: a bar is an attempt, a point the end of the client"}
	for i, t := range runs {
		lane := picture.Lane{Name: fmt.Sprintf("run %d: %s", i+1, t.Scenario)}
		for _, a := range t.Attempts {
			what := a.Fault.Describe()
			lane.Spans = append(lane.Spans, picture.LaneSpan{
				From: a.Start.Seconds(), To: a.End.Seconds(), Tone: report.Strong,
				Title: strings.TrimSpace(fmt.Sprintf("attempt %d at %.3f s: %s %s", a.N, a.Start.Seconds(), strings.TrimSpace(a.Method+" "+a.Target), what)),
			})
		}
		end := picture.LaneSpan{From: t.Duration.Seconds(), To: t.Duration.Seconds(), Tone: report.Muted, Title: "the client ends"}
		if t.CutOff != "" {
			end.Tone, end.Title = report.Warn, t.CutOff+": ended by snag"
		}
		lane.Spans = append(lane.Spans, end)
		p.Lanes = append(p.Lanes, lane)
	}
	return p
}
