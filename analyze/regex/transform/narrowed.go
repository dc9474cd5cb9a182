package transform

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// mostStanding is the largest number of characters that stand for all of a group.
const mostStanding = 4

// Narrowed returns a pattern that refers only to single characters, and only right behind them, as (\w)\1+ does, with few
// characters in the groups that are referred to. Each reference asks whether a character is the one before: of those that
// nothing else in the pattern tells apart, two are enough for that, and any text costs what one costs in which they take
// turns wherever the character changes. ok is false where tree is another kind of pattern, or these would be too many.
func Narrowed(tree *syntax.Tree) (narrow *syntax.Tree, ok bool) {
	a := adjacency{}
	if a.after(tree.Root, unset); a.bad || len(a.referred) == 0 {
		return nil, false
	}
	alphabet, ok := a.alphabet(tree)
	if !ok {
		return nil, false
	}
	c := *tree
	stands, alone := standing(alphabet, a.fold != syntax.FoldNone)
	c.Root, ok = a.narrowed(tree.Root, stands, alone)
	return &c, ok
}

// adjacency looks for references that compare a character with something else than the one before it.
type adjacency struct {
	referred []int // groups
	fold     syntax.Fold
	bad      bool
}

// unset stands for the group before a place at which none has captured anything.
const unset = -1

// either returns what holds of the group before a place, given that on two ways there. A reference to a group that has
// captured nothing compares nothing.
func either(group, other int) int {
	switch {
	case group == other || other == unset:
		return group
	case group == unset:
		return other
	}
	return 0
}

// after returns the group that has captured just the character before the place behind n or nothing at all, if there
// is one on every way there, else 0, given the one before n.
func (a *adjacency) after(n *syntax.Node, group int) int {
	switch n.Op {
	case syntax.OpEmpty, syntax.OpAssert:
		return group
	case syntax.OpSet:
		return min(group, 0)
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			group = a.after(sub, group)
		}
		return group
	case syntax.OpAlternate:
		behind := a.after(n.Subs[0], group)
		for _, sub := range n.Subs[1:] {
			behind = either(behind, a.after(sub, group))
		}
		return behind
	case syntax.OpRepeat:
		for { // what holds before every iteration: at most two groups are given up
			before := either(group, a.after(n.Subs[0], group))
			if before == group {
				return group
			}
			group = before
		}
	case syntax.OpGroup:
		behind := a.after(n.Subs[0], group)
		switch {
		case n.Pop > 0:
			a.bad = true
		case n.Index > 0 && n.Subs[0].Op == syntax.OpSet:
			return n.Index
		case n.Index > 0 && (behind == n.Index || behind == unset):
			return 0
		}
		return behind
	case syntax.OpAtomic:
		return a.after(n.Subs[0], group)
	case syntax.OpLook:
		if n.Behind && n.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpBackref || n.Op == syntax.OpGroup && n.Index > 0 }) {
			a.bad = true
			return 0
		}
		a.after(n.Subs[0], group)
		if n.Captures() {
			return 0
		}
		return group
	case syntax.OpBackref:
		if len(n.Refs) != 1 || group != unset && n.Refs[0] != group || len(a.referred) > 0 && n.Fold != a.fold {
			a.bad = true
		}
		a.referred, a.fold = append(a.referred, n.Refs...), n.Fold
		return group
	}
	a.bad = true
	return 0
}

// alphabet returns the characters that the pattern tells apart otherwise than by references. ok is false where two
// that are the same to a reference are not.
func (a *adjacency) alphabet(tree *syntax.Tree) (alphabet *charset.Partition, ok bool) {
	sets := []charset.Set{charset.Of('\r'), charset.Of('\n')} // which some terminators of lines are made of
	ok = true
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		if len(n.Set) > 0 {
			sets = append(sets, n.Set)
			ok = ok && (a.fold == syntax.FoldNone || charset.FoldClosure(n.Set, a.fold).Equal(n.Set))
		}
		return ok
	})
	if !ok {
		return nil, false
	}
	return charset.NewPartition(sets, tree.MaxChar()), true
}

// standing returns two characters for each class, or the one that it has. For those that alone has none stand: there are
// no two that are sure to be different to a reference that folds case.
func standing(alphabet *charset.Partition, folds bool) (stands, alone charset.Set) {
	plain := charset.New(charset.Range{Lo: 0, Hi: 0x7F})
	if folds {
		plain = plain.Subtract(charset.New(charset.Range{Lo: 'A', Hi: 'Z'}, charset.Range{Lo: 'a', Hi: 'z'}))
	}
	for class := range alphabet.Len {
		from := alphabet.Ranges(class)
		if from.Size() == 1 {
			stands = stands.Union(from)
			continue
		}
		var two []rune
		for _, set := range []charset.Set{from.Intersect(plain), from} {
			for _, span := range set {
				for r := span.Lo; r <= span.Hi && len(two) < 2; r++ {
					if !slices.Contains(two, r) {
						two = append(two, r)
					}
				}
			}
			if folds {
				break
			}
		}
		if len(two) == 2 && (two[0] < 0xD800 || two[0] > 0xDFFF) && (two[1] < 0xD800 || two[1] > 0xDFFF) {
			stands = stands.Union(charset.Of(two...))
		} else {
			alone = alone.Union(from)
		}
	}
	return stands, alone
}

// narrowed returns n with those characters in the groups that are referred to that stand for all of their class. ok is
// false where these are too many, or where a group has some of which none stand.
func (a *adjacency) narrowed(n *syntax.Node, stands, alone charset.Set) (narrow *syntax.Node, ok bool) {
	c := *n
	c.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		if n.Op == syntax.OpGroup && slices.Contains(a.referred, n.Index) {
			set := *sub
			set.Set = stands.Intersect(sub.Set)
			c.Subs[i] = &set
			if set.Set.Size() > mostStanding || len(alone.Intersect(sub.Set)) > 0 {
				return nil, false
			}
			continue
		}
		if c.Subs[i], ok = a.narrowed(sub, stands, alone); !ok {
			return nil, false
		}
	}
	return &c, true
}
