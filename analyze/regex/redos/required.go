package redos

import (
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// looksAhead reports whether engines of the dialect look for a text that every match needs before they
// try to match: PCRE for its last character, Perl and Ruby for the longest one. Without it in the input
// they fail at once.
func looksAhead(d syntax.Dialect) bool {
	return d == syntax.PCRE || d == syntax.Perl || d == syntax.Ruby
}

// require puts the texts that every match needs behind the attack of v, if it then still works. Else it
// leaves v alone: there the engine is protected.
func (d *decision) require(v Verdict) Verdict {
	if v.Attack == nil || v.Bounded || !looksAhead(d.tree.Dialect) {
		return v
	}
	needed := d.lacks(*v.Attack)
	if len(needed) == 0 || len(needed) > 8 {
		return v
	}
	longest := slices.MaxFunc(needed, func(a, b string) int { return len(a) - len(b) })
	budget := d.prover.steps + chainSteps
	backwards := slices.Clone(needed) // hardly ever matches
	slices.Reverse(backwards)
	for _, texts := range [][]string{needed, backwards, {longest}} {
		for _, between := range []string{"\n", "!", " ", ""} {
			if d.prover.steps > budget {
				return v
			}
			a := attack.Attack{Pumps: v.Attack.Pumps, Suffix: v.Attack.Suffix + between + strings.Join(texts, between)}
			r := d.prover.replay(a)
			works := false
			if v.Class == Exponential {
				_, works = r.exponential()
			} else {
				_, works = r.grows(v.Degree)
			}
			if works {
				v.Attack, v.Cost = &a, r.estimate(v.Degree, d.limits.Steps)
				return v
			}
		}
	}
	return v
}

// lacks returns the texts that every match holds and the end of an attack does not.
func (d *decision) lacks(a attack.Attack) []string {
	var needed []string
	last := a.Pumps[len(a.Pumps)-1].Pump
	for _, text := range requiredTexts(d.tree.Root, wtf8.Decode(last)) {
		if !strings.Contains(last, text) && !strings.Contains(a.Suffix, text) && !slices.Contains(needed, text) {
			needed = append(needed, text)
		}
	}
	return needed
}

// requiredTexts returns the texts that stand in every match of n, in their order, as one of their
// spellings. Where one of several characters is required, one is taken, unless pump has one of them;
// where one of several texts is, the first.
func requiredTexts(n *syntax.Node, pump []rune) []string {
	c := textCollector{pump: pump}
	c.visit(n)
	c.flush()
	return c.texts
}

type textCollector struct {
	pump  []rune
	texts []string
	run   []rune
}

func (c *textCollector) flush() {
	if len(c.run) > 0 {
		c.texts = append(c.texts, wtf8.Encode(c.run))
		c.run = c.run[:0]
	}
}

func (c *textCollector) visit(n *syntax.Node) {
	switch n.Op {
	case syntax.OpSet:
		if r, ok := spelling(n); ok {
			c.run = append(c.run, r)
			return
		}
		c.flush()
		if !slices.ContainsFunc(c.pump, n.Set.Contains) {
			if r, ok := printable(n.Set); ok {
				c.run = append(c.run, r)
				c.flush()
			}
		}
	case syntax.OpConcat, syntax.OpGroup, syntax.OpAtomic:
		for _, sub := range n.Subs {
			c.visit(sub)
		}
	case syntax.OpRepeat:
		if n.Min == 1 && n.Max == 1 {
			c.visit(n.Subs[0])
			return
		}
		c.flush()
		if n.Min > 0 {
			c.visit(n.Subs[0])
			c.flush()
		}
	case syntax.OpEmpty, syntax.OpAssert, syntax.OpKeep:
	case syntax.OpLook:
		if !n.Negate && !n.Behind {
			c.flush()
			c.visit(n.Subs[0])
			c.flush()
		}
	case syntax.OpAlternate:
		c.flush()
		c.visit(n.Subs[0])
		c.flush()
	default:
		c.flush()
	}
}

// spelling returns the character that n matches, in lower case if it matches both.
func spelling(n *syntax.Node) (rune, bool) {
	if size := n.Set.Size(); size == 0 || size > 4 {
		return 0, false
	}
	first := n.Set[0].Lo
	if n.Set.Size() == 1 {
		return first, true
	}
	lower := first | 0x20
	return lower, 'a' <= lower && lower <= 'z' && n.Set.Contains(first) && n.Set.Contains(lower) && !n.Set.Contains(first+1)
}

// printable returns a character of set that is ASCII and printable, a letter or digit if there is one.
func printable(set charset.Set) (r rune, ok bool) {
	for _, span := range []charset.Range{{Lo: 'a', Hi: 'z'}, {Lo: '0', Hi: '9'}, {Lo: 'A', Hi: 'Z'}, {Lo: ' ', Hi: '~'}} {
		if common := set.Intersect(charset.New(span)); len(common) > 0 {
			return common[0].Lo, true
		}
	}
	return 0, false
}
