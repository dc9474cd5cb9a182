package repair

import (
	"slices"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

const (
	reasonNested     = "A loop in a loop divides the same text in many ways."
	reasonAdjacent   = "Two loops that follow each other divide the same text in many ways."
	reasonBoundary   = "The loop ends where its characters do: an earlier end leaves them to the loop behind it, which stops at none of them."
	reasonUncounted  = "Ruby looks for the count through all that it may come back to; without a count it does not."
	reasonPossessive = "The loop takes all it can get: giving some of it back cannot lead to a match."
)

// nested rewrites loops whose body is little more than a loop.
func (v *view) nested(n *syntax.Node) []candidate {
	if !n.IsLoop() || v.slice(n.Span.Start, n.Span.Start+1) != "(" {
		return nil
	}
	var list []candidate
	group := n.Subs[0]
	inner := group
	for inner.Op == syntax.OpGroup || inner.Op == syntax.OpConcat && len(inner.Subs) == 1 {
		inner = inner.Subs[0]
	}
	star := func(text string) string {
		if n.Min == 0 {
			return text + "?"
		}
		return text
	}
	if isSetLoop(inner) {
		one := v.body(inner) + v.oneOrMore(inner)
		if !group.Captures() {
			if n.Min == 0 || inner.Min == 0 {
				list = append(list, rewritten(n, v.body(inner)+"*", "nested", reasonNested))
			}
			list = append(list, rewritten(n, one, "nested", reasonNested))
		} else {
			opening := v.slice(n.Span.Start, inner.Span.Start)
			closing := v.slice(inner.Span.End, group.Span.End)
			list = append(list, rewritten(n, opening+v.text(inner)+closing, "nested", reasonNested),
				rewritten(n, star(opening+one+closing), "nested", reasonNested))
		}
	}
	if inner.Op == syntax.OpConcat && !group.Captures() && len(inner.Subs) > 1 {
		list = append(list, v.unrolled(n, inner)...)
	}
	// Inner loops that the outer one repeats anyway.
	syntax.Walk(group, func(sub *syntax.Node) bool {
		if isSetLoop(sub) && sub.Min <= 1 && v.last(sub, group) {
			list = append(list, rewritten(sub, v.body(sub), "nested", reasonNested))
		}
		return sub.Op != syntax.OpLook
	})
	return list
}

// last reports whether n stands for a whole alternative of the loop body.
func (v *view) last(n, body *syntax.Node) bool {
	for n != body {
		n = v.parent[n]
		if n.Op == syntax.OpConcat && len(n.Subs) > 1 || n.Op == syntax.OpRepeat {
			return false
		}
	}
	return true
}

// unrolled rewrites (X+S?)*, in which X+ may follow X+ directly, to X+(SX+)*S?.
func (v *view) unrolled(n, inner *syntax.Node) []candidate {
	first, rest := inner.Subs[0], inner.Subs[1:]
	if !isSetLoop(first) || first.Min == 0 {
		return nil
	}
	separator := v.slice(rest[0].Span.Start, rest[len(rest)-1].Span.End)
	must := ""
	for _, sub := range rest {
		text := v.text(sub)
		if sub.Op == syntax.OpRepeat && sub.Min == 0 {
			text = v.body(sub) + v.oneOrMore(sub)
			if sub.Max == 1 {
				text = v.body(sub)
			}
		}
		must += text
	}
	unit := v.text(first)
	whole := unit + "(?:" + must + unit + ")*" + separator
	if n.Min == 0 {
		whole = "(?:" + whole + ")?"
	}
	return []candidate{rewritten(n, whole, "nested", reasonNested)}
}

// adjacent rewrites loops that follow each other, with nothing or something optional in between.
func (v *view) adjacent(hot []*syntax.Node) []candidate {
	var list []candidate
	for _, n := range hot {
		up, i := v.place(n)
		if up == nil {
			continue
		}
		for j := i + 1; j < len(up.Subs); j++ {
			next := up.Subs[j]
			if next.IsLoop() {
				list = append(list, v.joined(up, i, j)...)
			}
			if !skippable(next) || j > i+3 {
				break
			}
		}
		if i+2 < len(up.Subs) {
			list = append(list, v.split(up, i)...)
		}
		// A loop before something optional that begins with a loop, or that the loop can read too.
		if i+1 < len(up.Subs) {
			list = append(list, v.optional(up, i)...)
		}
	}
	return list
}

// place returns the sequence in which n stands, and where.
func (v *view) place(n *syntax.Node) (up *syntax.Node, i int) {
	up = v.parent[n]
	if up == nil || up.Op != syntax.OpConcat {
		return nil, 0
	}
	return up, slices.Index(up.Subs, n)
}

// joined rewrites the loops at i and j of a sequence, between which everything is optional.
func (v *view) joined(up *syntax.Node, i, j int) []candidate {
	a, b := up.Subs[i], up.Subs[j]
	if a.Captures() || b.Captures() {
		return nil
	}
	var list []candidate
	span := syntax.Span{Start: a.Span.Start, End: b.Span.End}
	put := func(text string) {
		list = append(list, candidate{edits: []edit{{span, text}}, rule: "adjacent", reason: reasonAdjacent})
	}
	if j == i+1 {
		for _, keep := range []*syntax.Node{a, b} {
			put(v.text(keep))
			put(v.body(keep) + v.oneOrMore(keep))
		}
		put(v.body(a) + v.text(b))
		put(v.text(a) + v.body(b))
		return list
	}
	must, ok := "", true
	for _, sub := range up.Subs[i+1 : j] {
		if sub.Captures() {
			ok = false
		}
		text := v.text(sub)
		if sub.Op == syntax.OpRepeat && sub.Min == 0 {
			text = v.body(sub)
			if sub.Max != 1 {
				text += v.oneOrMore(sub)
			}
		}
		must += text
	}
	if b.Min == 0 { // X+S?X* is X+(SX*)?
		put(v.text(a) + "(?:" + must + v.text(b) + ")?")
	}
	if ok {
		// X*S?X+ is (X*SX+|X+).
		put("(?:" + v.text(a) + must + v.text(b) + "|" + v.text(b) + ")")
		put("(?:" + v.text(a) + must + v.text(b) + "|" + v.text(a) + v.body(b) + ")")
		put("(?:" + v.text(a) + must + v.text(b) + "|" + v.body(a) + v.text(b) + ")")
	}
	return list
}

// split rewrites X*MX* where M shares characters with X, at i of a sequence: what X reads is read by X,
// and the rest of M divides the text.
func (v *view) split(up *syntax.Node, i int) []candidate {
	a, m, b := up.Subs[i], up.Subs[i+1], up.Subs[i+2]
	if !isSetLoop(a) || !isSetLoop(b) || m.Captures() || a.Min > 0 || b.Min > 0 {
		return nil
	}
	x, middle := bare(a.Subs[0]).Set, charset.Set(nil)
	for _, alt := range alternativesOf(bare(m)) {
		if alt = bare(alt); alt.Op != syntax.OpSet {
			return nil
		}
		middle = middle.Union(alt.Set)
	}
	rest := middle.Subtract(x)
	if !x.Equal(bare(b.Subs[0]).Set) || rest.Equal(middle) {
		return nil
	}
	span := syntax.Span{Start: a.Span.Start, End: b.Span.End}
	one := v.body(a) + v.oneOrMore(a)
	if !middle.Intersect(x).Equal(x) {
		return nil
	}
	if rest.IsEmpty() {
		return []candidate{{edits: []edit{{span, one}}, rule: "adjacent", reason: reasonAdjacent}}
	}
	return []candidate{
		{edits: []edit{{span, "(?:" + v.text(a) + v.set(rest) + v.text(b) + "|" + one + ")"}}, rule: "adjacent", reason: reasonAdjacent},
		{edits: []edit{{span, "(?:" + one + "(?:" + v.set(rest) + v.text(b) + ")?|" + v.set(rest) + v.text(b) + ")"}}, rule: "adjacent", reason: reasonAdjacent},
	}
}

// alternativesOf lists the alternatives of n, which is its own only one if it has none.
func alternativesOf(n *syntax.Node) []*syntax.Node {
	if n.Op == syntax.OpAlternate {
		return n.Subs
	}
	return []*syntax.Node{n}
}

// required makes what is optional in loop n required, one part at a time: other alternatives may
// cover what is left out.
func (v *view) required(n *syntax.Node) []candidate {
	var list []candidate
	syntax.Walk(n.Subs[0], func(sub *syntax.Node) bool {
		if sub.Op == syntax.OpRepeat && sub.Min == 0 && sub.Span.End > sub.Span.Start && len(list) < 8 {
			text := v.body(sub)
			if sub.Max != 1 {
				text += v.oneOrMore(sub)
			}
			list = append(list, rewritten(sub, text, "disjoint", reasonOverlap))
		}
		return sub.Op != syntax.OpLook
	})
	return list
}

// optional rewrites a loop followed by something optional.
func (v *view) optional(up *syntax.Node, i int) []candidate {
	a, b := up.Subs[i], up.Subs[i+1]
	if b.Op != syntax.OpRepeat || b.Min != 0 || b.Max != 1 || !isSetLoop(a) || bare(b.Subs[0]).Op != syntax.OpSet {
		return nil
	}
	s, t := bare(a.Subs[0]).Set, bare(b.Subs[0]).Set
	if t.Subtract(s).IsEmpty() {
		span := syntax.Span{Start: b.Span.Start, End: b.Span.End}
		return []candidate{{edits: []edit{{span, ""}}, rule: "adjacent", reason: reasonAdjacent}}
	}
	return nil
}

// uncounted writes the rounds that a loop must run as copies before it: for one that counts Ruby looks through its stack.
func (v *view) uncounted(n *syntax.Node) []candidate {
	const mostCopies = 4
	if v.tree.Dialect != syntax.Ruby || !n.IsLoop() || n.Min < 2 || n.Min > mostCopies || n.Captures() {
		return nil
	}
	lazy := ""
	if n.Lazy {
		lazy = "?"
	}
	body := v.body(n)
	return []candidate{rewritten(n, strings.Repeat(body, n.Min-1)+body+"+"+lazy, "uncounted", reasonUncounted)}
}

// possessive keeps a loop from giving back what it has read.
func (v *view) possessive(n *syntax.Node) []candidate {
	if n.Lazy || !n.IsLoop() || n.Subs[0].Op == syntax.OpAtomic {
		return nil
	}
	if up := v.parent[n]; up != nil && up.Op == syntax.OpAtomic {
		return nil
	}
	if up, i := v.place(n); up != nil && i+1 < len(up.Subs) && up.Subs[i+1].Op == syntax.OpLook && up.Subs[i+1].Negate {
		return nil
	}
	var list []candidate
	put := func(text string) {
		list = append(list, candidate{edits: []edit{insert(n.Span.End, text)}, rule: "possessive", reason: reasonPossessive})
	}
	switch v.tree.Dialect {
	case syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl:
		if v.tree.Dialect != syntax.Ruby || v.quantifier(n) != "" && v.quantifier(n)[0] != '{' {
			put("+")
		}
	case syntax.DotNet:
		list = append(list, rewritten(n, "(?>"+v.text(n)+")", "possessive", reasonPossessive))
	}
	if isSetLoop(n) {
		put("(?!" + v.body(n) + ")")
	}
	return append(list, v.boundary(n)...)
}

// boundary lets loop n, which stands before a loop that can read the same, end where its characters do, or one
// before: where what must follow the other loop stands there, which has to read something.
func (v *view) boundary(n *syntax.Node) []candidate {
	up, i := v.place(n)
	if up == nil || i+1 == len(up.Subs) || !isSetLoop(n) {
		return nil
	}
	next := up.Subs[i+1]
	for next.Op == syntax.OpGroup || next.Op == syntax.OpConcat {
		next = next.Subs[0]
	}
	set := bare(n.Subs[0]).Set
	if !isSetLoop(next) || next.Min > 1 || !bare(next.Subs[0]).Set.Overlaps(set) {
		return nil
	}
	other, closer := v.anything().Subtract(set), v.closer(next)
	if other.IsEmpty() || closer == "" {
		return nil
	}
	text := "(?!" + v.body(n) + ")"
	if next.Min == 1 {
		text = "(?=" + v.set(other) + "|" + v.body(n) + closer + ")"
	}
	return []candidate{{edits: []edit{insert(n.Span.End, text)}, rule: "boundary", reason: reasonBoundary}}
}
