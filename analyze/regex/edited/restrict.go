package edited

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Restrict returns the pattern without what it can read in none of the texts. On each of them it finds the same
// matches by the same ways.
func (x *Texts) Restrict(t *syntax.Tree) *syntax.Tree {
	if !x.Limited() {
		return t
	}
	less := *t
	less.Root = x.restrict(t.Root)
	return &less
}

func (x *Texts) restrict(n *syntax.Node) *syntax.Node {
	less := *n
	if n.Op == syntax.OpSet {
		less.Set = n.Set.Intersect(x.allowed)
		return &less
	}
	less.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		less.Subs[i] = x.restrict(sub)
	}
	if n.Op == syntax.OpRepeat {
		if set, ok := single(less.Subs[0]); ok {
			if most := x.longest(set); most != syntax.Unbounded && n.Min <= most && (n.Max < 0 || n.Max > most) {
				less.Max = most
			}
		}
	}
	return &less
}

// longest returns how many characters of a set stand beside each other at most, syntax.Unbounded where any number may.
func (x *Texts) longest(set charset.Set) int {
	if set.IsEmpty() {
		return 1
	}
	most := syntax.Unbounded
	for _, r := range x.runs {
		if set.Subtract(r.set).IsEmpty() && (most == syntax.Unbounded || r.most < most) {
			most = r.most
		}
	}
	return most
}

// single returns the characters of which a part reads exactly one.
func single(n *syntax.Node) (charset.Set, bool) {
	switch n.Op {
	case syntax.OpSet:
		return n.Set, true
	case syntax.OpGroup:
		return single(n.Subs[0])
	case syntax.OpConcat:
		if len(n.Subs) == 1 {
			return single(n.Subs[0])
		}
	case syntax.OpAlternate:
		var all charset.Set
		for _, sub := range n.Subs {
			set, ok := single(sub)
			if !ok {
				return nil, false
			}
			all = all.Union(set)
		}
		return all, true
	}
	return nil, false
}
