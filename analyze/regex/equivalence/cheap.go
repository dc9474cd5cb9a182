package equivalence

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Cheap reports whether all that the lookbehinds of a pattern read, in a whole search, is known to be
// linear in the length of the input. That is so for those that read a bounded number of characters,
// and for guards A(?<!AB+?), which look whether what stands before them also stands further back:
// looking back ends where the guard before this one stood.
func Cheap(tree *syntax.Tree) bool {
	return cheap(tree, tree.Root, nil)
}

// cheap looks at n, which follows the nodes in before.
func cheap(tree *syntax.Tree, n *syntax.Node, before []*syntax.Node) bool {
	if n.Op == syntax.OpLook && n.Behind {
		return bounded(n.Subs[0]) || isGuard(tree, n, before)
	}
	for i, sub := range n.Subs {
		var left []*syntax.Node
		switch n.Op {
		case syntax.OpConcat:
			left = append(before[:len(before):len(before)], n.Subs[:i]...)
		case syntax.OpRepeat:
			if n.Max == 1 {
				left = before
			}
		case syntax.OpLook:
			if !n.Behind {
				left = before
			}
		case syntax.OpGroup, syntax.OpAlternate:
			left = before
		}
		if !cheap(tree, sub, left) {
			return false
		}
	}
	return true
}

// bounded reports whether n matches texts of bounded length.
func bounded(n *syntax.Node) bool {
	if n.Op == syntax.OpRepeat && (n.Max == syntax.Unbounded || n.Max > 100) || n.Op == syntax.OpBackref {
		return false
	}
	return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !bounded(sub) })
}

// isGuard reports whether look is (?<!AB+?) behind A, such that every way back through B stops at the
// end of each A, and such that looking for A there does not go further back than to the last place
// where that was done.
func isGuard(tree *syntax.Tree, look *syntax.Node, before []*syntax.Node) bool {
	body, ok := resolved(tree, look.Subs[0])
	if !ok {
		return false
	}
	parts := flatten(body, nil)
	if len(parts) < 2 || !look.Negate {
		return false
	}
	loop, opening := parts[len(parts)-1], parts[:len(parts)-1]
	if loop.Op != syntax.OpRepeat || loop.Min != 1 || loop.Max != syntax.Unbounded || !loop.Lazy {
		return false
	}
	var have []*syntax.Node
	for _, n := range before {
		have = flatten(n, have)
	}
	// Other guards only make it stand in fewer places.
	have = slices.DeleteFunc(have, func(n *syntax.Node) bool { return n.Op == syntax.OpLook && n.Behind })
	if len(have) < len(opening) || !slices.EqualFunc(opening, have[len(have)-len(opening):], same) {
		return false
	}
	tail, loops := ending(opening)
	texts, ok := sequences(loop.Subs[0])
	if !ok || loops > 1 {
		return false
	}
	if len(tail) == 0 {
		// A reads nothing itself: it holds wherever a guard stood.
		return loops == 0 && !slices.ContainsFunc(opening, consumes) && !slices.ContainsFunc(texts, func(s []charset.Set) bool { return len(s) > 1 })
	}
	for _, n := range opening {
		if !bounded(n) && (n.Op != syntax.OpRepeat || unit(n.Subs[0]) == nil || unit(n.Subs[0]).Overlaps(tail[0])) {
			return false
		}
	}
	for _, alternative := range texts {
		for cut := 1; cut < len(alternative); cut++ {
			if mayEnd(alternative[:cut], tail) {
				return false
			}
		}
	}
	return len(texts) == 1 && len(texts[0]) == 1 || readsBack(tree, texts)
}

// resolved returns n with the characters of a group in the place of references to it. There are few of
// them: for each, the guards that look for it stop each other. ok is false if there are many.
func resolved(tree *syntax.Tree, n *syntax.Node) (body *syntax.Node, ok bool) {
	var refs []*syntax.Node
	syntax.Walk(n, func(sub *syntax.Node) bool {
		if sub.Op == syntax.OpBackref {
			refs = append(refs, sub)
		}
		return true
	})
	for _, ref := range refs {
		if len(ref.Refs) != 1 || ref.Fold != syntax.FoldNone {
			return nil, false
		}
		var set charset.Set
		syntax.Walk(tree.Root, func(sub *syntax.Node) bool {
			if sub.Op == syntax.OpGroup && sub.Index == ref.Refs[0] {
				set = oneOf(sub.Subs[0])
			}
			return true
		})
		if set == nil || set.Size() > 4 {
			return nil, false
		}
		n = replaced(n, ref.Refs[0], &syntax.Node{Op: syntax.OpSet, Set: set})
	}
	return n, true
}

// ending returns the sets of the characters that the sequence of nodes ends with, the last first, as
// far as they are known, and the number of its loops.
func ending(nodes []*syntax.Node) (tail []charset.Set, loops int) {
	known := true
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		if !bounded(n) {
			loops++
		}
		switch {
		case !known || !consumes(n):
		case n.Op == syntax.OpSet:
			tail = append(tail, n.Set)
		default:
			if last, ok := lastSet(n); ok && len(tail) == 0 {
				tail = append(tail, last)
			}
			known = false
		}
	}
	return tail, loops
}

// consumes reports whether n can consume anything.
func consumes(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpSet, syntax.OpBackref:
		return true
	case syntax.OpLook, syntax.OpAssert, syntax.OpEmpty:
		return false
	}
	return slices.ContainsFunc(n.Subs, consumes)
}

// unit returns the set that n is, apart from tests in front of it, or nil.
func unit(n *syntax.Node) charset.Set {
	s, ok := sequences(n)
	if !ok || len(s) != 1 || len(s[0]) != 1 {
		return nil
	}
	return s[0][0]
}

// oneOf returns the characters of which n matches one, or nil.
func oneOf(n *syntax.Node) (set charset.Set) {
	list, ok := sequences(n)
	for _, s := range list {
		if len(s) != 1 {
			return nil
		}
		set = set.Union(s[0])
	}
	if !ok {
		return nil
	}
	return set
}

// mayEnd reports whether a text that text matches can end as tail says.
func mayEnd(text, tail []charset.Set) bool {
	for i, set := range tail {
		if i < len(text) && !text[len(text)-1-i].Overlaps(set) {
			return false
		}
	}
	return true
}

// maxSequences bounds the sequences of a body.
const maxSequences = 24

// sequences returns the texts that n matches, as sequences of sets. Tests of what comes next are left
// out. ok is false if they are too many, empty, or not of a fixed length.
func sequences(n *syntax.Node) (list [][]charset.Set, ok bool) {
	switch n.Op {
	case syntax.OpSet:
		return [][]charset.Set{{n.Set}}, true
	case syntax.OpGroup:
		return sequences(n.Subs[0])
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			more, ok := sequences(sub)
			if list = append(list, more...); !ok || len(list) > maxSequences {
				return nil, false
			}
		}
		return list, true
	case syntax.OpConcat:
		list = [][]charset.Set{nil}
		for _, sub := range n.Subs {
			if sub.Op == syntax.OpLook && bounded(sub) || sub.Op == syntax.OpAssert {
				continue
			}
			more, ok := sequences(sub)
			if optional := sub.Op == syntax.OpRepeat && sub.Min == 0 && sub.Max == 1; optional {
				more, ok = sequences(sub.Subs[0])
				more = append(more, nil)
			}
			if !ok || len(list)*len(more) > maxSequences {
				return nil, false
			}
			var next [][]charset.Set
			for _, a := range list {
				for _, b := range more {
					next = append(next, slices.Concat(a, b))
				}
			}
			list = next
		}
		return list, !slices.ContainsFunc(list, func(s []charset.Set) bool { return len(s) == 0 })
	}
	return nil, false
}

// readsBack reports whether reading repetitions of body from right to left has few enough ways to be
// linear.
func readsBack(tree *syntax.Tree, body [][]charset.Set) bool {
	alternate := &syntax.Node{Op: syntax.OpAlternate}
	for _, alternative := range body {
		reverse := &syntax.Node{Op: syntax.OpConcat}
		for i := len(alternative) - 1; i >= 0; i-- {
			reverse.Subs = append(reverse.Subs, &syntax.Node{Op: syntax.OpSet, Set: alternative[i]})
		}
		alternate.Subs = append(alternate.Subs, reverse)
	}
	never := &syntax.Node{Op: syntax.OpSet}
	loop := &syntax.Node{Op: syntax.OpRepeat, Max: syntax.Unbounded, Subs: []*syntax.Node{alternate}}
	backwards := *tree
	backwards.Root = &syntax.Node{Op: syntax.OpConcat, Subs: []*syntax.Node{loop, never}}
	a, err := Automaton(&backwards, syntax.Prefix, Limits{Program: 1000, States: 1000, Work: 100_000})
	if err != nil {
		return false
	}
	res, err := ambiguity.Analyze(a, 100_000)
	return err == nil && len(res.Exponential) == 0 && res.Degree == 0
}

// flatten appends the parts of a sequence to list, without the groups around them.
func flatten(n *syntax.Node, list []*syntax.Node) []*syntax.Node {
	switch n.Op {
	case syntax.OpGroup:
		return flatten(n.Subs[0], list)
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			list = flatten(sub, list)
		}
		return list
	case syntax.OpAlternate:
		if len(n.Subs) == 1 {
			return flatten(n.Subs[0], list)
		}
	case syntax.OpEmpty:
		return list
	}
	return append(list, n)
}

// lastSet returns the characters that a match of n ends with. ok is false if they are not known.
func lastSet(n *syntax.Node) (set charset.Set, ok bool) {
	switch n.Op {
	case syntax.OpSet:
		return n.Set, true
	case syntax.OpGroup:
		return lastSet(n.Subs[0])
	case syntax.OpRepeat:
		if n.IsNullable() {
			return nil, false
		}
		return lastSet(n.Subs[0])
	case syntax.OpConcat:
		for i := len(n.Subs) - 1; i >= 0; i-- {
			if !consumes(n.Subs[i]) {
				continue
			}
			return lastSet(n.Subs[i])
		}
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			s, ok := lastSet(sub)
			if !ok {
				return nil, false
			}
			set = set.Union(s)
		}
		return set, true
	}
	return nil, false
}

// same reports whether a and b match the same, apart from what they capture.
func same(a, b *syntax.Node) bool {
	if s := oneOf(a); s != nil && s.Equal(oneOf(b)) {
		return true
	}
	x, y := flatten(a, nil), flatten(b, nil)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		p, q := x[i], y[i]
		if p.Op != q.Op || p.Min != q.Min || p.Max != q.Max || p.Lazy != q.Lazy || p.Assert != q.Assert ||
			p.Negate != q.Negate || p.Behind != q.Behind || !p.Set.Equal(q.Set) || p.Op == syntax.OpBackref ||
			!slices.EqualFunc(p.Subs, q.Subs, same) {
			return false
		}
	}
	return true
}
