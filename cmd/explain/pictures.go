package explain

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/reach"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/report/picture"
)

// treePicture draws the parts of a pattern below it, those to blame in red.
func treePicture(tree *syntax.Tree, hotspots []syntax.Span) *picture.Lanes {
	p := &picture.Lanes{What: "the parts of the pattern", Axis: "the pattern", Text: characters(tree.Source)}
	for _, part := range partsOf(tree) {
		if part.node.Span.End == part.node.Span.Start {
			continue
		}
		words := partWords(tree, part.node)
		span := laneOf(tree, part.node.Span)
		span.Title = words + ": " + span.Title
		if span.Tone = report.Plain; slices.Contains(hotspots, part.node.Span) {
			span.Tone = report.Bad
		}
		p.Lanes = append(p.Lanes, picture.Lane{Name: words, Depth: part.depth, Spans: []picture.LaneSpan{span}})
	}
	return p
}

// characters is what is shown of each character of a text.
func characters(text []rune) []string {
	shown := make([]string, len(text))
	for i, r := range text {
		shown[i] = report.Visible(wtf8.Encode([]rune{r}))
	}
	return shown
}

// laneOf is a part of a pattern, where it stands in it.
func laneOf(tree *syntax.Tree, s syntax.Span) picture.LaneSpan {
	text := wtf8.Encode(tree.Source[s.Start:s.End])
	return picture.LaneSpan{From: float64(s.Start), To: float64(s.End), Title: fmt.Sprintf("%s at %d", text, s.Start)}
}

// waysPicture draws ways to match one text below each other: which part of the pattern consumes each character.
// What the ways do differently is in another colour.
func waysPicture(tree *syntax.Tree, ways []redos.Way) *picture.Lanes {
	p := &picture.Lanes{What: "which part of the pattern consumes each character", Axis: "the text", Text: characters(ways[0].Text)}
	rounds := roundsThatDiffer(tree, ways)
	for n, w := range ways {
		lane := picture.Lane{Name: fmt.Sprintf("way %d", n+1)}
		if rounds != nil {
			lane.Name += ": " + rounds[n]
		}
		for i := range w.Text {
			s := spanAt(w, i)
			if s.End <= s.Start {
				lane.Spans = append(lane.Spans, picture.LaneSpan{From: float64(i), To: float64(i + 1), Text: "–", Title: "the search, before a match begins", Tone: report.Muted})
				continue
			}
			span := laneOf(tree, s)
			span.From, span.To, span.Text = float64(i), float64(i+1), wtf8.Encode(tree.Source[s.Start:s.End])
			if rounds != nil || slices.ContainsFunc(ways, func(other redos.Way) bool { return spanAt(other, i) != s }) {
				span.Tone = report.Strong
			}
			lane.Spans = append(lane.Spans, span)
		}
		p.Lanes = append(p.Lanes, lane)
	}
	return p
}

// costPicture draws the steps against the length on logarithmic axes, with the budget, and with the longest text that
// can come: what a route lets through, or what is said of it.
func costPicture(a *pattern.Audited, b pattern.Bar) *picture.Plot {
	line := picture.Series{Name: "steps", Line: true}
	for _, c := range a.Verdict.Cost.Points {
		line.Points = append(line.Points, [2]float64{float64(c.Length), float64(c.Steps)})
	}
	p := &picture.Plot{X: "characters", Y: "steps", Log: true, Series: []picture.Series{line}}
	if steps := a.Verdict.Cost.BudgetSteps; steps > 0 {
		p.Limits = append(p.Limits, picture.Limit{Name: "the budget, " + cli.Thousands(steps) + " steps", At: float64(steps)})
	}
	if w, _, _ := a.WorstWay(); w != nil && w.MaxLength != reach.NoLimit {
		route := strings.TrimSpace(w.Method + " " + w.Route)
		p.Limits = append(p.Limits, picture.Limit{Name: strings.TrimSpace(route+" lets through") + " " + cli.Thousands(int64(w.MaxLength)), At: float64(w.MaxLength), Upright: true})
	} else if b.MaxLength > 0 {
		p.Limits = append(p.Limits, picture.Limit{Name: "accepted: " + cli.Thousands(int64(b.MaxLength)), At: float64(b.MaxLength), Upright: true})
	}
	return p
}

// enginesPicture draws the time that each engine took against the length, nil where none was measured.
func enginesPicture(a *pattern.Audited) *picture.Plot {
	p := &picture.Plot{X: "characters", Y: "ms", Log: true}
	for _, c := range a.Confirmed {
		one := picture.Series{Name: c.Engine, Line: true}
		for _, at := range c.Points {
			one.Points = append(one.Points, [2]float64{float64(at.Length), at.Millis})
		}
		if len(one.Points) > 1 && len(p.Series) < 4 {
			p.Series = append(p.Series, one)
		}
	}
	if len(p.Series) == 0 {
		return nil
	}
	return p
}
