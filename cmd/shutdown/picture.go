package shutdown

import (
	"fmt"

	"snag/analyze/shutdown"
	"snag/cmd/report"
	"snag/cmd/report/picture"
)

// timelinePicture draws a timeline: a lane for each request and connection from the signal to its end.
func timelinePicture(t shutdown.Timeline) *picture.Lanes {
	p := &picture.Lanes{What: "what became of each request and connection", Axis: "ms after the signal",
		Lines: []picture.LaneLine{{Name: t.Delivery.Name}}}
	end := 0.0
	for _, e := range t.Events {
		end = max(end, float64(e.At))
	}
	// What has no end was there to the end.
	lane := func(name string, to *shutdown.Millis, tone report.Tone, how string) {
		s := picture.LaneSpan{To: end, Text: how, Title: name + ": " + how, Tone: tone}
		if to != nil {
			s.To = float64(*to)
			s.Title += fmt.Sprintf(" after %.1f ms", s.To)
		}
		if s.To <= 0 {
			s.From = s.To // it ended before the signal
		}
		p.Lanes = append(p.Lanes, picture.Lane{Name: name, Spans: []picture.LaneSpan{s}})
	}
	for i, r := range t.InFlight.Requests {
		lane(fmt.Sprintf("request %d in flight", i+1), r.Ended, toneIf(r.Outcome == shutdown.Completed || r.Outcome == shutdown.Early), string(r.Outcome))
	}
	for _, c := range t.Connections {
		if c.Reason == "" {
			tone := toneIf(c.How != "killed" && c.Lost == 0)
			lane(string(c.Kind)+" connection", c.Ended, tone, c.How)
		}
	}
	for _, s := range t.Streams {
		if s.Reason == "" {
			lane(string(s.Kind), s.Ended, streamTone(s), string(s.Outcome))
		}
	}
	for _, e := range t.Endpoints {
		lane(e.Path, e.Turned, report.Plain, "ready")
	}
	if t.Target.Protocol != shutdown.NoListener {
		if t.New.OK > 0 {
			lane("new connections", t.New.FirstFailed, report.Plain, "served")
		} else if at := t.New.FirstFailed; at != nil {
			p.Lanes = append(p.Lanes, picture.Lane{Name: "new connections", Spans: []picture.LaneSpan{
				{From: float64(*at), To: float64(*at), Title: fmt.Sprintf("none was served; the first failed after %.1f ms", *at)}}})
		}
		lane("the listener", t.Listener.Closed, report.Plain, "open")
	}
	lane("the process", t.Exit.At, toneIf(!t.Exit.KilledByUs && t.Exit.Kind != shutdown.Running), t.Exit.String())
	if t.Delivery.Second != nil {
		p.Lines = append(p.Lines, picture.LaneLine{At: float64(*t.Delivery.Second), Name: "second signal"})
	}
	if grace := float64(t.Grace); grace > 0 && grace <= end {
		p.Lines = append(p.Lines, picture.LaneLine{At: grace, Name: "the grace period has run out", Tone: report.Bad})
	}
	return p
}
