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
	if n.Op == syntax.OpRepeat && (n.Max < 0 || n.Max > 1) && n.Min <= 1 {
		if set, ok := single(less.Subs[0]); ok && x.isApart(set) {
			less.Max = 1
		}
	}
	return &less
}

// isApart reports whether no two characters of a set stand beside each other.
func (x *Texts) isApart(set charset.Set) bool {
	if set.IsEmpty() {
		return true
	}
	for _, s := range x.apart {
		if set.Subtract(s).IsEmpty() {
			return true
		}
	}
	return false
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
