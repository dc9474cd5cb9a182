package repair

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze"
	"snag/analyze/charset"
	"snag/analyze/syntax"
)

// candidates returns the changes that may help against what an audit found, those first that read
// best.
func (v *view) candidates(a audit, mode analyze.Mode) []candidate {
	var list []candidate
	hot := v.hot(a)
	for _, n := range hot {
		list = append(list, v.nested(n)...)
	}
	list = append(list, v.adjacent(hot)...)
	if a.restart && mode != analyze.Prefix && mode != analyze.Full {
		if all := v.guardAll(hot); all != nil {
			list = append(list, *all)
		}
		for _, n := range hot {
			list = append(list, v.leading(n)...)
		}
		for _, n := range hot {
			list = append(list, v.opener(n, mode)...)
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
		if !ok || !isLoop(n) {
			return nil
		}
		list := []candidate{{edits: []edit{insert(n.Span.Start, "(?<!"+text+")")}, rule: "guard", reason: reasonRestart}}
		if n.Min == 0 {
			list = append(list, rewritten(n, "(?:(?<!"+text+")"+v.body(n)+v.oneOrMore(n)+")?", "guard", reasonRestart))
		}
		return list
	}
	list := []candidate{rewritten(n, v.guardText(n), "guard", reasonRestart)}
	if n.Min == 0 {
		list = append(list, candidate{edits: []edit{insert(n.Span.Start, "(?<!"+v.body(n)+")")}, rule: "guard", reason: reasonRestart})
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

// opening returns the parts of the pattern that a match consumes before n, in order. ok is false if
// they are not always the same.
func (v *view) opening(n *syntax.Node) (parts []*syntax.Node, ok bool) {
	for at := n; ; {
		up := v.parent[at]
		if up == nil {
			return parts, true
		}
		switch up.Op {
		case syntax.OpConcat:
			var before []*syntax.Node
			for _, sub := range up.Subs {
				if sub == at {
					break
				}
				if sub.Op != syntax.OpLook || !sub.Behind { // a guard that stands already
					before = append(before, sub)
				}
			}
			parts = append(before, parts...)
		case syntax.OpRepeat:
			if up.Max != 1 {
				return nil, false
			}
		case syntax.OpLook:
			if up.Behind || up.Negate {
				return nil, false
			}
		case syntax.OpGroup, syntax.OpAlternate:
		default:
			return nil, false
		}
		at = up
	}
}

// opener guards a loop behind an opening: where the opening also stands further back, and the loop
// could have come from there, that has failed already.
func (v *view) opener(n *syntax.Node, mode analyze.Mode) []candidate {
	parts, ok := v.opening(n)
	if !ok || len(parts) == 0 {
		return nil
	}
	// Several loops in the opening cannot be looked back through. What stands behind them may do.
	first, loops := 0, 0
	for i := len(parts) - 1; i >= 0; i-- {
		if hasLoop(parts[i]) {
			if loops++; loops > 1 {
				first = i + 1
				break
			}
		}
	}
	var list []candidate
	middles := v.middles(n, mode)
	put := func(parts []*syntax.Node) {
		text, ok := v.join(parts)
		if !ok || text == "" {
			return
		}
		for _, middle := range middles {
			list = append(list, candidate{edits: []edit{insert(n.Span.Start, "(?<!"+text+middle+")")}, rule: "guard", reason: reasonRestart})
		}
	}
	put(parts[first:])
	if c, ok := v.quoted(parts, n); ok {
		list = append(list, c...)
	}
	if loops > 0 {
		for i := len(parts) - 1; i >= first; i-- {
			if hasLoop(parts[i]) {
				put(parts[i+1:])
			}
		}
	}
	return list
}

// quoted guards a loop behind a quotation mark that a group holds: where the same mark stands further
// back, and the loop could have come from there.
func (v *view) quoted(parts []*syntax.Node, n *syntax.Node) ([]candidate, bool) {
	if len(parts) == 0 || captures(n) {
		return nil, false
	}
	mark := parts[len(parts)-1]
	if mark.Op != syntax.OpGroup || mark.Index == 0 || slices.ContainsFunc(alternativesOf(bare(mark.Subs[0])), func(n *syntax.Node) bool { return bare(n).Op != syntax.OpSet }) {
		return nil, false
	}
	before, ok := v.join(parts[:len(parts)-1])
	if !ok {
		return nil, false
	}
	text := "\\" + strconv.Itoa(mark.Index)
	if mark.Name != "" {
		text = "\\k<" + mark.Name + ">"
	}
	bodies := []string{atom(n.Subs[0], v.body(n)), v.set(v.anything())}
	var list []candidate
	for _, body := range bodies {
		list = append(list, candidate{edits: []edit{insert(n.Span.Start, "(?<!"+before+text+body+"+?)")}, rule: "guard", reason: reasonRestart})
	}
	return list, true
}

// join returns the texts of parts so that they can stand elsewhere.
func (v *view) join(parts []*syntax.Node) (string, bool) {
	var b strings.Builder
	for _, p := range parts {
		text, ok := v.copyable(p)
		if !ok {
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

// middles returns what may stand between two openings in a guard for loop n, as text, the simplest
// first.
func (v *view) middles(n *syntax.Node, mode analyze.Mode) []string {
	body := bare(n.Subs[0])
	var list []string
	var sets charset.Set
	syntax.Walk(body, func(n *syntax.Node) bool {
		if n.Op == syntax.OpSet {
			sets = sets.Union(n.Set)
		}
		return true
	})
	closing := v.closing(n)
	single := body.Op == syntax.OpSet
	text, ok := v.copyable(n.Subs[0])
	if single {
		list = append(list, text)
	}
	if ok && !single {
		list = append(list, atom(n.Subs[0], text))
	}
	if len(closing) > 0 {
		last := closing[len(closing)-1]
		if cut := sets.Subtract(last); !cut.IsEmpty() && !cut.Equal(sets) {
			list = append(list, v.set(cut))
		}
		if len(closing) > 1 {
			list = append(list, v.without(sets, closing))
		}
		if cut := sets.Subtract(closing[0]); len(closing) > 1 && !cut.IsEmpty() && !cut.Equal(sets) {
			list = append(list, v.set(cut))
		}
	}
	if !single {
		list = append(list, v.set(sets))
	}
	any := v.anything()
	if mode == analyze.All && len(closing) > 0 {
		list = append(list, v.set(any.Subtract(closing[len(closing)-1])))
	} else if !any.Equal(sets) {
		list = append(list, v.set(any))
	}
	var middles []string
	for _, m := range list {
		if m = m + "+?"; m != "+?" && !slices.Contains(middles, m) {
			middles = append(middles, m)
		}
	}
	if single { // one step back may be enough, and every dialect can look that far
		middles = append(middles, text)
	}
	return middles
}

// without returns a group that reads one character of sets that does not complete the closing.
func (v *view) without(sets charset.Set, closing []charset.Set) string {
	text := ""
	for _, set := range closing {
		text += v.set(set)
	}
	return "(?:" + v.set(sets) + "(?<!" + text + "))"
}

// closing returns the characters that must follow loop n, up to four.
func (v *view) closing(n *syntax.Node) []charset.Set {
	var list []charset.Set
	for at := n; len(list) == 0; {
		up := v.parent[at]
		if up == nil || up.Op == syntax.OpRepeat && up.Max != 1 || up.Op == syntax.OpLook {
			return nil
		}
		if up.Op == syntax.OpConcat {
			i := slices.Index(up.Subs, at)
			for _, sub := range up.Subs[i+1:] {
				sub = bare(sub)
				if sub.Op == syntax.OpLook && !sub.Behind && !sub.Negate && len(list) == 0 && !skippable(sub.Subs[0]) {
					return append(list, firsts(sub.Subs[0]))
				}
				if sub.Op == syntax.OpAlternate && len(list) == 0 && !skippable(sub) {
					return append(list, firsts(sub))
				}
				if sub.Op == syntax.OpAssert || sub.Op == syntax.OpRepeat && sub.Min == 0 && len(list) == 0 && isSetLoop(sub) {
					continue
				}
				if sub.Op == syntax.OpRepeat && sub.Min > 0 && bare(sub.Subs[0]).Op == syntax.OpSet {
					return append(list, bare(sub.Subs[0]).Set)
				}
				if sub.Op != syntax.OpSet || len(list) == 4 {
					return list
				}
				list = append(list, sub.Set)
			}
		}
		at = up
	}
	return list
}

// anything returns all characters of the alphabet.
func (v *view) anything() charset.Set {
	limit := charset.MaxUnit
	if v.tree.ByCodePoint {
		limit = charset.MaxRune
	} else if v.tree.ByByte {
		limit = 0xFF
	}
	return charset.New(charset.Range{Hi: limit})
}

// set returns a term that matches s.
func (v *view) set(s charset.Set) string {
	if text, ok := v.spelled(s); ok {
		return text
	}
	t := &syntax.Tree{Dialect: v.tree.Dialect, Flags: v.tree.Flags, ByCodePoint: v.tree.ByCodePoint, ByByte: v.tree.ByByte,
		Root: &syntax.Node{Op: syntax.OpSet, Set: s}}
	return syntax.Print(t)
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

// hasLoop reports whether n repeats anything without a bound.
func hasLoop(n *syntax.Node) bool {
	return isLoop(n) || n.Op == syntax.OpBackref || slices.ContainsFunc(n.Subs, hasLoop)
}
