package redos

import (
	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
)

// explain fills in which parts of the pattern are to blame, the ways they match one text, and the
// rule of thumb that they break.
func (d *decision) explain(v *Verdict, a *nfa.NFA, chain []ambiguity.Link) {
	for i := len(chain) - 1; i >= 0; i-- {
		link := chain[i]
		text := make([]rune, len(link.Word))
		for i, class := range link.Word {
			text[i] = a.Alphabet.Example(class)
		}
		for _, run := range link.Runs {
			way := Way{Text: text}
			for _, step := range run {
				way.Spans = append(way.Spans, a.States[step.State].Trans[step.Trans].Span)
			}
			v.Ways = append(v.Ways, way)
		}
		ways := v.Ways[len(v.Ways)-len(link.Runs):]
		if len(link.Runs) == 2 {
			d.blame(v, append(ways[0].Spans[:len(ways[0].Spans):len(ways[0].Spans)], ways[1].Spans...))
		} else {
			d.blame(v, ways[2].Spans)
			d.blame(v, ways[0].Spans)
		}
	}
	v.Rule = d.rule(a, chain)
}

// blame adds the smallest repetition that covers all spans to the hotspots.
func (d *decision) blame(v *Verdict, spans []syntax.Span) {
	n := d.repetition(spans)
	if n == nil {
		return
	}
	for _, h := range v.Hotspots {
		if h == n.Span {
			return
		}
	}
	v.Hotspots = append(v.Hotspots, n.Span)
}

// repetition returns the smallest repetition that covers all spans, nil if there is none.
func (d *decision) repetition(spans []syntax.Span) *syntax.Node {
	cover := syntax.Span{Start: len(d.tree.Source), End: -1}
	for _, s := range spans {
		if s.Start < s.End {
			cover.Start, cover.End = min(cover.Start, s.Start), max(cover.End, s.End)
		}
	}
	if cover.End < 0 {
		return nil
	}
	var found *syntax.Node
	for n := d.tree.Root; n != nil; {
		if n.Op == syntax.OpRepeat && (n.Max == syntax.Unbounded || n.Max > 1) {
			found = n
		}
		var inner *syntax.Node
		for _, sub := range n.Subs {
			if sub.Span.Start <= cover.Start && cover.End <= sub.Span.End {
				inner = sub
			}
		}
		n = inner
	}
	return found
}

// rule names the rule of thumb that a chain of links breaks.
func (d *decision) rule(a *nfa.NFA, chain []ambiguity.Link) RuleOfThumb {
	last := chain[len(chain)-1]
	if len(last.Runs) == 2 {
		return d.loopRule(a, last)
	}
	for _, link := range chain {
		if int(link.From) != a.Search && link.From != 0 {
			return AdjacentLoops
		}
	}
	return SearchRestart
}

// loopRule tells overlapping alternatives from nested quantifiers by where the two runs part.
func (d *decision) loopRule(a *nfa.NFA, link ambiguity.Link) RuleOfThumb {
	for i, step := range link.Runs[0] {
		other := link.Runs[1][i]
		if step == other {
			continue
		}
		s := a.States[step.State].Trans[step.Trans].Span
		t := a.States[other.State].Trans[other.Trans].Span
		if alternatives(d.tree.Root, s, t) {
			return OverlappingAlternatives
		}
		break
	}
	return NestedQuantifier
}

// alternatives reports whether s and t lie in different branches of one alternation.
func alternatives(n *syntax.Node, s, t syntax.Span) bool {
	for {
		var next *syntax.Node
		branchS, branchT := -1, -1
		for i, sub := range n.Subs {
			hasS := sub.Span.Start <= s.Start && s.End <= sub.Span.End
			hasT := sub.Span.Start <= t.Start && t.End <= sub.Span.End
			if hasS {
				branchS = i
			}
			if hasT {
				branchT = i
			}
			if hasS && hasT {
				next = sub
			}
		}
		if next == nil {
			return n.Op == syntax.OpAlternate && branchS >= 0 && branchT >= 0 && branchS != branchT
		}
		n = next
	}
}
