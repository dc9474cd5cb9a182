package redos

import (
	"slices"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// fromTheRight decides a pattern that is matched from right to left: as its mirror image, from left to right
// on the text turned round, where all steps are the same.
func (d *decision) fromTheRight() Verdict {
	undecided := Verdict{Reason: "matching from right to left is not decided"}
	if d.mode == syntax.Prefix {
		return d.hunt(nil, true, undecided)
	}
	tree := *d.tree
	tree.Flags &^= syntax.RightToLeft
	tree.Root = mirror(d.tree.Root)
	image := &decision{ctx: d.ctx, tree: &tree, mode: d.mode, limits: d.limits, prover: newProver(&tree, d.mode, d.limits.Steps)}
	v := image.backtracking()
	if v.Attack == nil {
		if v.Class == Unknown {
			return d.hunt(nil, true, v)
		}
		return v
	}
	seen := turned(*v.Attack)
	if v, ok := d.claim(v, seen, d.prover.replay(seen)); ok {
		return v
	}
	return d.hunt([]attack.Attack{seen}, v.Class == Exponential, Verdict{Reason: reason(errNotReproduced)})
}

// mirror returns what matches the texts that n matches, turned round.
func mirror(n *syntax.Node) *syntax.Node {
	c := *n
	c.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		c.Subs[i] = mirror(sub)
	}
	switch n.Op {
	case syntax.OpConcat:
		slices.Reverse(c.Subs)
	case syntax.OpLook:
		c.Behind = !n.Behind
	case syntax.OpAssert:
		switch n.Assert {
		case syntax.TextStart:
			c.Assert = syntax.TextEnd
		case syntax.TextEnd:
			c.Assert = syntax.TextStart
		case syntax.LineStart:
			c.Assert = syntax.LineEnd
		case syntax.LineEnd:
			c.Assert = syntax.LineStart
		case syntax.TextEndLine:
			return firstLine(n.Span, n.Set)
		}
	}
	return &c
}

// firstLine holds at the start of the text, and behind a line terminator that stands there.
func firstLine(span syntax.Span, terminators charset.Set) *syntax.Node {
	start := &syntax.Node{Op: syntax.OpAssert, Span: span, Assert: syntax.TextStart}
	line := &syntax.Node{Op: syntax.OpSet, Span: span, Set: terminators}
	behind := &syntax.Node{Op: syntax.OpLook, Span: span, Behind: true, Subs: []*syntax.Node{
		{Op: syntax.OpConcat, Span: span, Subs: []*syntax.Node{start, line}},
	}}
	return &syntax.Node{Op: syntax.OpAlternate, Span: span, Subs: []*syntax.Node{start, behind}}
}

// turned returns the attack whose inputs are those of a, turned round.
func turned(a attack.Attack) attack.Attack {
	var out attack.Attack
	before := a.Suffix
	for _, p := range slices.Backward(a.Pumps) {
		out.Pumps = append(out.Pumps, attack.Pump{Prefix: backwards(before), Pump: backwards(p.Pump)}) // one that rises is repeated there
		before = p.Prefix
	}
	out.Suffix = backwards(before)
	return out
}

// backwards returns text from its last character to its first.
func backwards(text string) string {
	chars := wtf8.Decode(text)
	slices.Reverse(chars)
	return wtf8.Encode(chars)
}
