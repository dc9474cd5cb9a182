package defence

import (
	"slices"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/stats"
)

// fewStarts is the name of what V8 does with a pattern that is held at one end of the text.
const fewStarts = "matches begin only where an anchor allows them"

// backsearch is the length of the longest match of which V8 looks for a place to begin at the end of the text.
const backsearch = 1024

// begunByV8 predicts the growth of the attack of v where V8 begins to match in a few places alone: at the start of the
// text if an anchor holds the pattern there, also behind lookarounds, or so far before its end as the longest match
// reaches if an anchor holds it there. ok is false where it begins everywhere.
func begunByV8(mode syntax.Mode, v redos.Verdict) (f Forecast, ok bool) {
	root := v.Tree.Root
	start := startsText(root)
	_, most := root.Widths()
	end := !start && endsText(root) && most != syntax.Unbounded && most < backsearch
	if mode != syntax.Search && mode != syntax.All || !start && !end {
		return f, false
	}
	program, err := backtrack.Compile(v.Tree)
	if err != nil {
		return f, false
	}
	var points []stats.Point
	for length := 100; length <= 6400; length *= 2 {
		pumps := v.PumpsWithin(length)
		if pumps == 0 {
			continue
		}
		input := v.Tree.Chars(v.Attack.Build(pumps))
		starts := []int{0}
		if end {
			starts = ends(len(input), most)
		}
		steps := int64(len(starts))
		for _, at := range starts {
			r := program.Match(input, backtrack.Options{Start: at, Mode: syntax.Prefix, MaxSteps: 10 * maxSteps})
			if r.Outcome != backtrack.Failed && r.Outcome != backtrack.Matched {
				return f, false // the growth is that of one start
			}
			steps += r.Steps
		}
		points = append(points, stats.Point{N: float64(len(input)), Cost: float64(steps)})
	}
	if f = forecast(v, stats.Fit(points, stats.Options{})); f.Class == v.Class && f.Degree == v.Degree {
		return f, false
	}
	f.By = []string{fewStarts}
	return f, true
}

// ends returns some of the places at the end of a text of that length from which a match of at most that length reaches
// the end.
func ends(length, most int) (starts []int) {
	const enough = 16
	starts = []int{max(length-most, 0)}
	for at := max(length-min(most, enough)+1, 0); at <= length; at++ {
		starts = append(starts, at)
	}
	return starts
}

// startsText reports whether V8 sees that every match of n begins at the start of the text.
func startsText(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpAssert:
		return n.Assert == syntax.TextStart
	case syntax.OpGroup:
		return startsText(n.Subs[0])
	case syntax.OpLook:
		return !n.Behind && !n.Negate && startsText(n.Subs[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !startsText(sub) })
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if startsText(sub) {
				return true
			}
			if _, most := sub.Widths(); most != 0 {
				return false
			}
		}
	}
	return false
}

// endsText reports whether V8 sees that every match of n ends at the end of the text.
func endsText(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpAssert:
		return n.Assert == syntax.TextEnd
	case syntax.OpGroup:
		return endsText(n.Subs[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !endsText(sub) })
	case syntax.OpConcat:
		for i := len(n.Subs) - 1; i >= 0; i-- {
			if endsText(n.Subs[i]) {
				return true
			}
			if _, most := n.Subs[i].Widths(); most != 0 {
				return false
			}
		}
	}
	return false
}
