package prefilter

import (
	"math/bits"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Width is the largest number of characters of an opening at which engines look: V8's.
const Width = 8

// Opening returns what the first characters of every match are, each at its place and without regard to the others: as
// many as every match has, up to Width. What a search looks for it takes from there. Lookarounds in front say
// nothing of it that an engine would know, but behind a positive one only those look on that look for texts as well.
func Opening(tree *syntax.Tree) []charset.Set {
	o := opening{sets: make([]charset.Set, Width), width: Width, looksOn: ForText(tree.Dialect)}
	o.anything(o.follow(tree.Root, 1, 0))
	return o.sets[:o.width]
}

// Searched returns tree behind a look at the opening: its steps are those of an engine that begins a match only where
// the opening is.
func Searched(tree *syntax.Tree, opening []charset.Set) *syntax.Tree {
	text := &syntax.Node{Op: syntax.OpConcat}
	for _, set := range opening {
		text.Subs = append(text.Subs, &syntax.Node{Op: syntax.OpSet, Set: set})
	}
	searched := *tree
	searched.Root = &syntax.Node{Op: syntax.OpConcat, Span: tree.Root.Span, GroupLo: tree.Root.GroupLo, GroupHi: tree.Root.GroupHi,
		Subs: []*syntax.Node{{Op: syntax.OpLook, Subs: []*syntax.Node{text}}, tree.Root}}
	return &searched
}

// opening collects sets by how many characters of a match stand before them. Only those below width are known.
type opening struct {
	sets    []charset.Set
	width   int
	looksOn bool // behind positive lookarounds
}

// places are numbers of characters below Width, one bit each, or Width for any more.
type places uint16

const beyond places = 1 << Width

// follow adds what n consumes behind so many characters, and returns how many there may be then.
func (o *opening) follow(n *syntax.Node, at places, depth int) places {
	const deepest = 200
	if depth > deepest || at == 0 {
		return o.anything(at)
	}
	switch n.Op {
	case syntax.OpEmpty, syntax.OpAssert, syntax.OpKeep:
		return at
	case syntax.OpSet:
		for place := range o.sets {
			if at&(1<<place) != 0 {
				o.sets[place] = o.sets[place].Union(n.Set)
			}
		}
		return (at<<1 | at&beyond) & (beyond<<1 - 1)
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			at = o.follow(sub, at, depth+1)
		}
		return at
	case syntax.OpAlternate:
		var after places
		for _, sub := range n.Subs {
			after |= o.follow(sub, at, depth+1)
		}
		return after
	case syntax.OpGroup, syntax.OpAtomic:
		return o.follow(n.Subs[0], at, depth+1)
	case syntax.OpRepeat:
		for range min(n.Min, Width) {
			at = o.follow(n.Subs[0], at, depth+1)
		}
		after := at
		for count := n.Min; at&^beyond != 0 && (n.Max == syntax.Unbounded || count < n.Max); count++ {
			at = o.follow(n.Subs[0], at, depth+1)
			if after|at == after {
				break
			}
			after |= at
		}
		return after
	case syntax.OpLook:
		if n.Negate || o.looksOn {
			return at
		}
	}
	return o.anything(at)
}

// anything gives up behind so many characters: nothing is known of what follows.
func (o *opening) anything(at places) places {
	o.width = min(o.width, bits.TrailingZeros16(uint16(at|beyond)))
	return at
}
