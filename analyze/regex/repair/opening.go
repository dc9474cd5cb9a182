package repair

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

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
func (v *view) opener(n *syntax.Node, mode syntax.Mode) []candidate {
	parts, ok := v.opening(n)
	if !ok || len(parts) == 0 {
		return nil
	}
	// Several loops in the opening cannot be looked back through. What stands behind them may do.
	first, loops := 0, 0
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].MayBeLong() {
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
			if parts[i].MayBeLong() {
				put(parts[i+1:])
			}
		}
	}
	return list
}

// quoted guards a loop behind a quotation mark that a group holds: where the same mark stands further
// back, and the loop could have come from there.
func (v *view) quoted(parts []*syntax.Node, n *syntax.Node) ([]candidate, bool) {
	if len(parts) == 0 || n.Captures() {
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
func (v *view) middles(n *syntax.Node, mode syntax.Mode) []string {
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
	if mode == syntax.All && len(closing) > 0 {
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
