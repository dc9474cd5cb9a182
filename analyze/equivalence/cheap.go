package equivalence

import (
	"snag/analyze/ambiguity"
	"snag/analyze/charset"
	"snag/analyze/syntax"
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
	for _, sub := range n.Subs {
		if !bounded(sub) {
			return false
		}
	}
	return true
}

// isGuard reports whether look is (?<!AB+?) behind A, where A is of bounded length and ends in a
// character, and where no alternative of B that begins with such characters goes on beyond them:
// then every way back passes the end of each A.
func isGuard(tree *syntax.Tree, look *syntax.Node, before []*syntax.Node) bool {
	parts := flatten(look.Subs[0], nil)
	if len(parts) < 2 || !look.Negate {
		return false
	}
	loop := parts[len(parts)-1]
	opening := parts[:len(parts)-1]
	if loop.Op != syntax.OpRepeat || loop.Min != 1 || loop.Max != syntax.Unbounded || !loop.Lazy {
		return false
	}
	var have []*syntax.Node
	for _, n := range before {
		have = flatten(n, have)
	}
	if len(have) < len(opening) {
		return false
	}
	have = have[len(have)-len(opening):]
	for i, n := range opening {
		if !bounded(n) || !same(n, have[i]) {
			return false
		}
	}
	last, ok := lastSet(opening[len(opening)-1])
	if !ok || last.IsEmpty() {
		return false
	}
	body := alternatives(loop.Subs[0], nil)
	for _, alt := range body {
		sets := flatten(alt, nil)
		for i, n := range sets {
			if n.Op != syntax.OpSet || i < len(sets)-1 && n.Set.Overlaps(last) {
				return false
			}
		}
		if len(sets) == 0 {
			return false
		}
	}
	return len(body) == 1 && len(flatten(body[0], nil)) == 1 || readsBack(tree, body)
}

// readsBack reports whether reading repetitions of the alternatives from right to left has few enough
// ways to be linear.
func readsBack(tree *syntax.Tree, body []*syntax.Node) bool {
	alternate := &syntax.Node{Op: syntax.OpAlternate}
	for _, alt := range body {
		reverse := &syntax.Node{Op: syntax.OpConcat}
		sets := flatten(alt, nil)
		for i := len(sets) - 1; i >= 0; i-- {
			reverse.Subs = append(reverse.Subs, sets[i])
		}
		alternate.Subs = append(alternate.Subs, reverse)
	}
	never := &syntax.Node{Op: syntax.OpSet}
	loop := &syntax.Node{Op: syntax.OpRepeat, Max: syntax.Unbounded, Subs: []*syntax.Node{alternate}}
	backwards := *tree
	backwards.Root = &syntax.Node{Op: syntax.OpConcat, Subs: []*syntax.Node{loop, never}}
	a, err := Automaton(&backwards, Prefix, Limits{Program: 1000, States: 1000, Work: 100_000})
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

// alternatives appends the alternatives of n to list.
func alternatives(n *syntax.Node, list []*syntax.Node) []*syntax.Node {
	for n.Op == syntax.OpGroup {
		n = n.Subs[0]
	}
	if n.Op != syntax.OpAlternate {
		return append(list, n)
	}
	for _, sub := range n.Subs {
		list = alternatives(sub, list)
	}
	return list
}

// lastSet returns the characters that a match of n ends with. ok is false if they are not known.
func lastSet(n *syntax.Node) (set charset.Set, ok bool) {
	switch n.Op {
	case syntax.OpSet:
		return n.Set, true
	case syntax.OpGroup:
		return lastSet(n.Subs[0])
	case syntax.OpRepeat:
		return lastSet(n.Subs[0])
	case syntax.OpConcat:
		for i := len(n.Subs) - 1; i >= 0; i-- {
			s, ok := lastSet(n.Subs[i])
			if !ok {
				return nil, false
			}
			if set = set.Union(s); !nullable(n.Subs[i]) {
				return set, true
			}
		}
		return nil, false
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
	x, y := flatten(a, nil), flatten(b, nil)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		p, q := x[i], y[i]
		if p.Op != q.Op || p.Min != q.Min || p.Max != q.Max || p.Lazy != q.Lazy || p.Assert != q.Assert ||
			p.Negate != q.Negate || p.Behind != q.Behind || !p.Set.Equal(q.Set) || len(p.Subs) != len(q.Subs) || p.Op == syntax.OpBackref {
			return false
		}
		for j := range p.Subs {
			if !same(p.Subs[j], q.Subs[j]) {
				return false
			}
		}
	}
	return true
}
