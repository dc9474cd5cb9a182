package nfa

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// foldOf returns how backreferences to group k in n compare characters. ok is false if they differ in that.
func foldOf(n *syntax.Node, k int) (fold syntax.Fold, ok bool) {
	found, ok := false, true
	syntax.Walk(n, func(sub *syntax.Node) bool {
		if sub.Op == syntax.OpBackref && len(sub.Refs) == 1 && sub.Refs[0] == k {
			ok = ok && (!found || fold == sub.Fold)
			found, fold = true, sub.Fold
		}
		return true
	})
	return fold, ok
}

// valuesOf returns the texts that n may match, as sequences of OpSet, in priority order, each of
// characters that compare equal. ok is false if they are too many, or not texts only.
func valuesOf(n *syntax.Node, fold syntax.Fold) (values [][]*syntax.Node, ok bool) {
	switch n.Op {
	case syntax.OpEmpty:
		return [][]*syntax.Node{nil}, true
	case syntax.OpSet:
		if n.Set.Size() > 4*maxValues {
			return nil, false
		}
		var done charset.Set
		for _, r := range n.Set {
			for c := r.Lo; c <= r.Hi; c++ {
				if done.Contains(c) {
					continue
				}
				same := charset.FoldClosure(charset.Of(c), fold).Intersect(n.Set)
				done = done.Union(same)
				values = append(values, []*syntax.Node{{Op: syntax.OpSet, Span: n.Span, Set: same}})
			}
		}
		return values, len(values) <= maxValues
	case syntax.OpGroup:
		return valuesOf(n.Subs[0], fold)
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			v, ok := valuesOf(sub, fold)
			if !ok || len(values)+len(v) > maxValues {
				return nil, false
			}
			values = append(values, v...)
		}
		return values, true
	case syntax.OpConcat:
		values = [][]*syntax.Node{nil}
		for _, sub := range n.Subs {
			v, ok := valuesOf(sub, fold)
			if !ok || len(values)*len(v) > maxValues {
				return nil, false
			}
			var next [][]*syntax.Node
			for _, head := range values {
				for _, tail := range v {
					next = append(next, append(append([]*syntax.Node{}, head...), tail...))
				}
			}
			values = next
		}
		return values, len(values) == 0 || len(values[0]) <= maxValueLen // no text at all where a set is empty
	case syntax.OpRepeat:
		return valuesOfRepeat(n, fold)
	}
	return nil, false
}

// valuesOfRepeat returns the texts of a repetition that counts, the longest first if it is greedy.
func valuesOfRepeat(n *syntax.Node, fold syntax.Fold) (values [][]*syntax.Node, ok bool) {
	if n.Max == syntax.Unbounded || n.Max > maxValueLen || n.Max > n.Min && n.Subs[0].IsNullable() {
		return nil, false
	}
	each, ok := valuesOf(n.Subs[0], fold)
	if !ok || n.Max > n.Min && len(each) > 1 && n.Max > 1 { // their order is another
		return nil, false
	}
	for i := range n.Max - n.Min + 1 {
		times := n.Min + i
		if !n.Lazy {
			times = n.Max - i
		}
		c := &syntax.Node{Op: syntax.OpConcat}
		for range times {
			c.Subs = append(c.Subs, n.Subs[0])
		}
		v, ok := valuesOf(c, fold)
		if !ok || len(values)+len(v) > maxValues {
			return nil, false
		}
		values = append(values, v...)
	}
	return values, true
}
