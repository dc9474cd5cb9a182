package repair

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

const (
	reasonOverlap = "Two alternatives match the same text, so that every such text is tried twice as often."
	reasonCloser  = "The loop stops at what must follow it, instead of trying every such place."
)

// overlapping makes the alternatives in loop n exclude each other.
func (v *view) overlapping(n *syntax.Node) []candidate {
	var list []candidate
	syntax.Walk(n.Subs[0], func(sub *syntax.Node) bool {
		if sub.Op == syntax.OpAlternate {
			list = append(list, v.disjoint(sub)...)
			return len(list) < 60
		}
		return true
	})
	return list
}

// disjoint changes an alternation so that a later alternative does not match what an earlier one does.
func (v *view) disjoint(n *syntax.Node) []candidate {
	var list []candidate
	for i, sub := range n.Subs {
		if sub.Captures() || len(n.Subs) > 12 {
			continue
		}
		span := sub.Span // with the bar beside it
		if i > 0 {
			span.Start = n.Subs[i-1].Span.End
		} else {
			span.End = n.Subs[1].Span.Start
		}
		list = append(list, candidate{edits: []edit{{span, ""}}, rule: "disjoint", reason: "What the alternative matches the others match as well."})
	}
	all := candidate{rule: "disjoint", reason: reasonOverlap}
	for j := len(n.Subs) - 1; j > 0; j-- {
		later := head(n.Subs[j])
		if later == nil || !isText(v, later) {
			continue
		}
		var cut charset.Set
		for _, sub := range n.Subs[:j] {
			cut = cut.Union(firsts(sub))
		}
		if later.Set.Overlaps(cut) {
			if rest := later.Set.Subtract(cut); !rest.IsEmpty() {
				all.edits = append(all.edits, edit{later.Span, v.set(rest)})
			} else if n.Subs[j].Op == syntax.OpSet || bare(n.Subs[j]).Op == syntax.OpSet {
				// All that the alternative matches begins an earlier one.
				from := n.Subs[j-1].Span.End
				list = append(list, candidate{edits: []edit{{syntax.Span{Start: from, End: n.Subs[j].Span.End}, ""}}, rule: "disjoint", reason: reasonOverlap})
			}
		}
	}
	if len(all.edits) > 0 {
		slices.Reverse(all.edits)
		list = append(list, all)
		if len(all.edits) > 1 {
			for _, e := range all.edits {
				list = append(list, candidate{edits: []edit{e}, rule: "disjoint", reason: reasonOverlap})
			}
		}
	}
	for j, sub := range n.Subs {
		for i, other := range n.Subs {
			if i == j || len(list) > 40 {
				continue
			}
			if !firsts(sub).Overlaps(firsts(other)) {
				continue
			}
			if text, ok := v.copyable(other); ok {
				list = append(list, candidate{edits: []edit{insert(sub.Span.Start, "(?!"+text+")")}, rule: "disjoint", reason: reasonOverlap})
			}
			if h := head(sub); i > j && h != nil && isText(v, h) {
				if rest := h.Set.Subtract(firsts(other)); !rest.IsEmpty() && !rest.Equal(h.Set) {
					list = append(list, candidate{edits: []edit{{h.Span, v.set(rest)}}, rule: "disjoint", reason: reasonOverlap})
				}
			}
		}
	}
	return list
}

// isText reports whether set n is spelled in the pattern, so that it can be replaced.
func isText(v *view, n *syntax.Node) bool { return n.Span.End > n.Span.Start }

// head returns the set that every match of n begins with, nil if it is none.
func head(n *syntax.Node) *syntax.Node {
	for {
		switch n = bare(n); n.Op {
		case syntax.OpSet:
			return n
		case syntax.OpGroup:
			n = n.Subs[0]
		case syntax.OpRepeat:
			if n.Min == 0 || bare(n.Subs[0]).Op != syntax.OpSet {
				return nil
			}
			n = n.Subs[0]
		case syntax.OpConcat:
			n = n.Subs[0]
		default:
			return nil
		}
	}
}

// firsts returns the characters with which matches of n may begin.
func firsts(n *syntax.Node) charset.Set {
	switch n.Op {
	case syntax.OpSet:
		return n.Set
	case syntax.OpGroup, syntax.OpRepeat, syntax.OpAtomic:
		return firsts(n.Subs[0])
	case syntax.OpAlternate:
		var s charset.Set
		for _, sub := range n.Subs {
			s = s.Union(firsts(sub))
		}
		return s
	case syntax.OpConcat:
		var s charset.Set
		for _, sub := range n.Subs {
			s = s.Union(firsts(sub))
			if !skippable(sub) {
				break
			}
		}
		return s
	}
	return nil
}

// bounded keeps a loop over one set from running over what must follow it.
func (v *view) bounded(n *syntax.Node) []candidate {
	if !isSetLoop(n) {
		return nil
	}
	closing := v.closing(n)
	if len(closing) == 0 {
		return nil
	}
	set := bare(n.Subs[0])
	if !isText(v, set) {
		return nil
	}
	var list []candidate
	if rest := set.Set.Subtract(closing[0]); !rest.IsEmpty() && !rest.Equal(set.Set) {
		list = append(list, candidate{edits: []edit{{n.Subs[0].Span, v.set(rest)}}, rule: "closer", reason: reasonCloser})
	}
	return list
}

// tempered keeps a loop over one set from running over the text that must follow it.
func (v *view) tempered(n *syntax.Node) []candidate {
	if !isSetLoop(n) {
		return nil
	}
	var list []candidate
	put := func(text string) {
		list = append(list, candidate{edits: []edit{{n.Subs[0].Span, "(?:(?!" + text + ")" + v.body(n) + ")"}}, rule: "closer", reason: reasonCloser})
	}
	if closing := v.closing(n); len(closing) > 1 {
		text := ""
		for _, s := range closing {
			text += v.set(s)
		}
		put(text)
	}
	if text := v.closer(n); len(text) > 1 {
		put(text)
	}
	return list
}
