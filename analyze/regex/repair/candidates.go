package repair

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/printer"
)

// candidates returns the changes that may help against what an audit found, those first that read
// best.
func (v *view) candidates(a audit, mode syntax.Mode) []candidate {
	var list []candidate
	hot := v.hot(a)
	for _, n := range hot {
		list = append(list, v.uncounted(n)...)
		list = append(list, v.nested(n)...)
	}
	list = append(list, v.adjacent(hot)...)
	if a.restart && mode != syntax.Prefix && mode != syntax.Full {
		if all := v.guardAll(hot); all != nil {
			list = append(list, *all)
		}
		for _, n := range hot {
			list = append(list, v.leading(n)...)
			list = append(list, v.firstLine(n)...)
		}
		list = append(list, v.rounds(hot)...)
		for _, n := range hot {
			list = append(list, v.opener(n, mode)...)
		}
	}
	if mode != syntax.Prefix && mode != syntax.Full {
		for _, n := range hot {
			list = append(list, v.skips(n)...)
			list = append(list, v.skipsOver(n)...)
		}
		for _, n := range hot {
			list = append(list, v.keeps(n)...)
		}
	}
	for _, n := range hot {
		list = append(list, v.overlapping(n)...)
	}
	for _, n := range hot {
		if !isSetLoop(n) {
			list = append(list, v.required(n)...)
		}
	}
	for _, n := range hot {
		list = append(list, v.possessive(n)...)
		list = append(list, v.bounded(n)...)
		list = append(list, v.commits(n)...)
		list = append(list, v.tempered(n)...)
	}
	return list
}

// hot returns the loops that contain a spot of the audit, in the order of the pattern.
func (v *view) hot(a audit) []*syntax.Node {
	var list []*syntax.Node
	syntax.Walk(v.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpRepeat && (n.Max == syntax.Unbounded || n.Max > 1) && n.Span.End > n.Span.Start {
			for _, s := range a.spots {
				if n.Span.Start <= s.Start && s.End <= n.Span.End {
					list = append(list, n)
					break
				}
			}
		}
		return true
	})
	return list
}

// rewritten returns the candidate that replaces n by text.
func rewritten(n *syntax.Node, text, rule, reason string) candidate {
	return candidate{edits: []edit{{n.Span, text}}, rule: rule, reason: reason}
}

// insert returns an edit that puts text in front of offset at.
func insert(at int, text string) edit { return edit{syntax.Span{Start: at, End: at}, text} }

// atom returns text as something that can be repeated.
func atom(n *syntax.Node, text string) string {
	switch n.Op {
	case syntax.OpSet, syntax.OpGroup, syntax.OpAtomic, syntax.OpBackref:
		return text
	}
	return "(?:" + text + ")"
}

// anything returns all characters of the alphabet.
func (v *view) anything() charset.Set {
	return charset.New(charset.Range{Hi: v.tree.MaxChar()})
}

// set returns a term that matches s.
func (v *view) set(s charset.Set) string {
	if text, ok := v.spelled(s); ok {
		return text
	}
	t := &syntax.Tree{Dialect: v.tree.Dialect, Flags: v.tree.Flags, ByCodePoint: v.tree.ByCodePoint, ByByte: v.tree.ByByte,
		Root: &syntax.Node{Op: syntax.OpSet, Set: s}}
	return printer.Print(t)
}

// spelled returns the author's own term for s, if there is one.
func (v *view) spelled(s charset.Set) (text string, ok bool) {
	syntax.Walk(v.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpSet && !ok && n.Set.Equal(s) && n.Span.End > n.Span.Start {
			text, ok = v.text(n), true
		}
		return !ok
	})
	return text, ok
}
