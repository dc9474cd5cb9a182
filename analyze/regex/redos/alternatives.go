package redos

import (
	"slices"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/transform"
)

// mostPieces bounds the patterns with one alternative that are decided in the place of one with several.
const mostPieces = 24

// otherwise decides by other patterns what is not decided as it stands: v is Unknown. What holds for them holds for this one,
// and attacks on them are replayed.
func (d *decision) otherwise(v Verdict) Verdict {
	if d.part || d.tree.Flags.Has(syntax.RightToLeft) || d.ctx.Err() != nil {
		return v
	}
	for _, other := range [...]func(*syntax.Tree, syntax.Mode) (*syntax.Tree, bool){transform.Settled, transform.Committed} {
		if tree, ok := other(d.tree, d.mode); ok {
			if v, ok := d.as(tree); ok {
				return v
			}
		}
	}
	if tree, ok := transform.Referred(d.tree); ok && d.like(tree, 2).backtracking().Class == Linear {
		return Verdict{Class: Linear}
	}
	if v, ok := d.alternatives(); ok {
		return v
	}
	return v
}

// like returns the decision of a pattern that stands for d, or for one of so many parts of it, which has a share of the steps.
func (d *decision) like(tree *syntax.Tree, parts int) *decision {
	limits := d.limits
	limits.Steps /= int64(parts)
	return &decision{ctx: d.ctx, tree: tree, mode: d.mode, limits: limits, prover: newProver(tree, d.mode, limits.Steps), part: true, patient: true}
}

// as decides like another pattern, by its attack if that works here.
func (d *decision) as(tree *syntax.Tree) (v Verdict, ok bool) {
	if v = d.like(tree, 1).backtracking(); v.Attack == nil {
		return v, v.Class == Linear
	}
	return d.claim(v, *v.Attack, d.prover.replay(*v.Attack))
}

// alternatives decides a pattern with alternatives outside of repetitions by the patterns with only one of them, those
// without loops and counters taken together. An attempt takes no more steps than it takes with each of them, one after the
// other, and a search ends no later than with any.
func (d *decision) alternatives() (v Verdict, ok bool) {
	if d.mode == syntax.All || d.asksWhichOne() {
		return v, false
	}
	left := mostPieces
	var decide func(tree *syntax.Tree, skip, parts int) bool
	decide = func(tree *syntax.Tree, skip, parts int) bool {
		pieces := divided(tree, skip)
		if len(pieces) < 2 {
			return false
		}
		for _, piece := range pieces {
			if left--; left < 0 || d.ctx.Err() != nil {
				return false
			}
			if v = d.like(piece, len(pieces)*parts).backtracking(); v.Attack != nil {
				v, ok = d.claim(v, *v.Attack, d.prover.replay(*v.Attack))
				return false
			}
			if v.Class != Linear && !decide(piece, skip+1, parts*len(pieces)) {
				return false
			}
		}
		return true
	}
	if decide(d.tree, 0, 1) {
		return Verdict{Class: Linear}, true
	}
	return v, ok
}

// asksWhichOne reports whether what stands behind alternatives may depend on which of them was taken.
func (d *decision) asksWhichOne() bool {
	return d.tree.Root.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpBackref || n.Op == syntax.OpIf || n.Op == syntax.OpCall || n.Op == syntax.OpVerb || n.Pop > 0
	})
}

// divided returns the trees with one alternative each of those of a place outside of repetitions, of the first such place
// behind some others. What repeats nothing stays together. In a lookahead, too, it does not matter which one is found.
func divided(tree *syntax.Tree, skip int) (pieces []*syntax.Tree) {
	var of func(n *syntax.Node) []*syntax.Node
	of = func(n *syntax.Node) []*syntax.Node {
		switch n.Op {
		case syntax.OpGroup, syntax.OpConcat, syntax.OpLook:
			if n.Negate || n.Behind {
				return nil
			}
			for i, sub := range n.Subs {
				var made []*syntax.Node
				for _, one := range of(sub) {
					c := *n
					c.Subs = slices.Clone(n.Subs)
					c.Subs[i] = one
					made = append(made, &c)
				}
				if made != nil {
					return made
				}
			}
		case syntax.OpAlternate:
			if skip--; skip >= 0 {
				return nil
			}
			var simple, made []*syntax.Node
			for _, sub := range n.Subs {
				if sub.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpRepeat && n.Max != 1 }) {
					made = append(made, sub)
				} else {
					simple = append(simple, sub)
				}
			}
			if len(made) == 0 || len(made)+len(simple) < 2 {
				skip++ // there is but one piece
				return nil
			}
			if len(simple) > 0 {
				c := *n
				c.Subs = simple
				made = append(made, &c)
			}
			return made
		}
		return nil
	}
	for _, root := range of(tree.Root) {
		c := *tree
		c.Root = root
		pieces = append(pieces, &c)
	}
	return pieces
}
