package repair

import (
	"slices"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// oneOrMore returns the quantifier of n with at least one iteration.
func (v *view) oneOrMore(n *syntax.Node) string {
	quantifier := v.quantifier(n)
	if n.Min > 0 {
		return quantifier
	}
	rest := ""
	if n.Lazy {
		rest = "?"
	}
	if n.Max == syntax.Unbounded {
		return "+" + rest
	}
	return strings.Replace(quantifier, "{0,", "{1,", 1)
}

const reasonRestart = "Where the search tries again in the middle of what it has read already, it gives up at once."

// guardText returns n with a guard against beginning in the middle of a run of its characters.
func (v *view) guardText(n *syntax.Node) string {
	body := v.body(n)
	look := "(?<!" + body + ")"
	if n.Min > 0 {
		return look + v.text(n)
	}
	optional := "?"
	if n.Lazy {
		optional = "??"
	}
	return "(?:" + look + body + v.oneOrMore(n) + ")" + optional
}

// leading guards a loop over one set where the search may begin in the middle of it.
func (v *view) leading(n *syntax.Node) []candidate {
	if parts, ok := v.opening(n); ok && isSetLoop(n) && follows(parts, bare(n.Subs[0]).Set) {
		return nil // the guard could never be passed
	}
	if !isSetLoop(n) {
		text, ok := v.copyable(n.Subs[0])
		if !ok || !n.IsLoop() {
			return nil
		}
		list := []candidate{{edits: []edit{insert(n.Span.Start, "(?<!"+text+")")}, rule: "guard", reason: reasonRestart}}
		if n.Min == 0 {
			list = append(list, rewritten(n, "(?:(?<!"+text+")"+v.body(n)+v.oneOrMore(n)+")?", "guard", reasonRestart))
		}
		return list
	}
	if v.isGuarded(n) {
		return nil
	}
	var list []candidate
	if n.Min == 0 { // reads best, and is equal where no match is found in the middle of what the loop reads
		list = append(list, candidate{edits: []edit{insert(n.Span.Start, "(?<!"+v.body(n)+")")}, rule: "guard", reason: reasonRestart})
	}
	return append(list, rewritten(n, v.guardText(n), "guard", reasonRestart))
}

// isGuarded reports whether a negative lookbehind stands before n.
func (v *view) isGuarded(n *syntax.Node) bool {
	up, i := v.place(n)
	return up != nil && i > 0 && up.Subs[i-1].Op == syntax.OpLook && up.Subs[i-1].Behind && up.Subs[i-1].Negate
}

// rounds guards a loop with which the pattern begins against beginning behind a round of another loop that ends with
// the same: in X+(?:SX+)+ the search tries again behind each S.
func (v *view) rounds(hot []*syntax.Node) []candidate {
	var list []candidate
	for _, first := range v.starts(v.tree.Root, nil) {
		if !isSetLoop(first) {
			continue
		}
		for _, n := range hot {
			body := bare(n.Subs[0])
			if body.Op == syntax.OpGroup {
				body = bare(body.Subs[0])
			}
			if body.Op != syntax.OpConcat {
				continue
			}
			last := len(body.Subs) - 1
			if end := body.Subs[last]; !isSetLoop(end) || !bare(end.Subs[0]).Set.Equal(bare(first.Subs[0]).Set) {
				continue
			}
			text, ok := "", true
			for _, sub := range body.Subs[:last] {
				one, copyable := v.copyable(sub)
				text, ok = text+one, ok && copyable && !sub.MayBeLong()
			}
			if !ok || text == "" {
				continue
			}
			guard := "(?<!" + v.body(first) + text + ")"
			if !v.isGuarded(first) {
				guard = "(?<!" + v.body(first) + ")" + guard
			}
			list = append(list, candidate{edits: []edit{insert(first.Span.Start, guard)}, rule: "guard", reason: reasonRestart})
		}
	}
	return list
}

// follows reports whether the last of parts is always a character of set.
func follows(parts []*syntax.Node, set charset.Set) bool {
	for i := len(parts) - 1; i >= 0; i-- {
		n := bare(parts[i])
		if n.Op == syntax.OpGroup {
			n = bare(n.Subs[0])
		}
		switch n.Op {
		case syntax.OpAssert, syntax.OpLook, syntax.OpEmpty:
			continue
		}
		return n.Op == syntax.OpSet && n.Set.Subtract(set).IsEmpty()
	}
	return false
}

// guardAll guards all loops over one set with which the pattern may begin.
func (v *view) guardAll(hot []*syntax.Node) *candidate {
	c := candidate{rule: "guard", reason: reasonRestart}
	for _, n := range v.starts(v.tree.Root, nil) {
		if isSetLoop(n) {
			c.edits = append(c.edits, edit{n.Span, v.guardText(n)})
		}
	}
	if len(c.edits) < 2 {
		return nil
	}
	return &c
}

// starts appends the loops with which n may begin.
func (v *view) starts(n *syntax.Node, list []*syntax.Node) []*syntax.Node {
	switch n.Op {
	case syntax.OpRepeat:
		if n.Max == syntax.Unbounded {
			return append(list, n)
		}
		return v.starts(n.Subs[0], list)
	case syntax.OpGroup:
		return v.starts(n.Subs[0], list)
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			list = v.starts(sub, list)
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			list = v.starts(sub, list)
			if sub.Op == syntax.OpAssert && sub.Assert == syntax.TextStart || !skippable(sub) {
				break
			}
		}
	}
	return list
}

// skippable reports whether n may match without consuming.
func skippable(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpSet, syntax.OpBackref:
		return false
	case syntax.OpAlternate:
		return slices.ContainsFunc(n.Subs, skippable)
	case syntax.OpRepeat:
		return n.Min == 0 || skippable(n.Subs[0])
	case syntax.OpConcat, syntax.OpGroup:
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !skippable(sub) })
	}
	return true
}
