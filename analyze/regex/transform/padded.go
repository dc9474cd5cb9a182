package transform

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Padded returns a tree that does on a text with any number of a character behind it, which it takes for the end, what tree
// does on the text, in a mode that does not ask for the end. So what reads up to the end of the text costs the more the
// longer it is, also where tree is at its end: [Rest] reads the character, nothing else does. ok is false where that cannot
// be had. The trees share nodes.
func Padded(tree *syntax.Tree, mode syntax.Mode) (pad *syntax.Tree, as syntax.Mode, ok bool) {
	last := tree.MaxChar()
	p := padding{set: charset.New(charset.Range{Lo: last, Hi: last})}
	// The character must be like another: then a text without it stands for each with it.
	unlike := tree.Root.Has(func(n *syntax.Node) bool {
		return n.Set.Contains(last) != n.Set.Contains(last-1) || n.Op == syntax.OpAbsent || n.Op == syntax.OpVerb || n.Op == syntax.OpAssert && n.Pair
	})
	if unlike {
		return nil, mode, false
	}
	p.others = p.set.Negate(last)
	root := p.of(tree.Root)
	if as = mode; mode == syntax.Full {
		root, as = concat(root, ahead(p.set)), syntax.Prefix
	}
	c := *tree
	c.Root = concat(ahead(p.others), root) // no match begins in what is behind
	return &c, as, true
}

// padding makes the nodes of a padded tree.
type padding struct {
	set, others charset.Set // the character, and all others
}

func (p padding) of(n *syntax.Node) *syntax.Node {
	if n == anything {
		return n
	}
	c := *n
	c.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		c.Subs[i] = p.of(sub)
	}
	c.Set = n.Set.Intersect(p.others)
	if n.Op != syntax.OpAssert {
		return &c
	}
	switch n.Assert {
	case syntax.LineStart:
		if n.Inner {
			return concat(&c, ahead(p.others))
		}
	case syntax.TextEnd:
		return ahead(p.set)
	case syntax.LineEnd:
		return &syntax.Node{Op: syntax.OpAlternate, Subs: []*syntax.Node{ahead(p.set), &c}}
	case syntax.TextEndLine:
		terminator := &syntax.Node{Op: syntax.OpSet, Set: c.Set}
		before := concat(&syntax.Node{Op: syntax.OpRepeat, Subs: []*syntax.Node{terminator}, Max: 1}, &syntax.Node{Op: syntax.OpSet, Set: p.set})
		return &syntax.Node{Op: syntax.OpLook, Subs: []*syntax.Node{before}}
	}
	return &c
}

// ahead returns a test for a character of set.
func ahead(set charset.Set) *syntax.Node {
	return &syntax.Node{Op: syntax.OpLook, Subs: []*syntax.Node{{Op: syntax.OpSet, Set: set}}}
}

func concat(subs ...*syntax.Node) *syntax.Node {
	return &syntax.Node{Op: syntax.OpConcat, Subs: subs}
}
