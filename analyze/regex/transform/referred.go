package transform

import (
	"maps"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// mostReferred bounds the nodes of a pattern with what its groups match in the place of references.
const mostReferred = 2000

// Referred returns a tree that matches nothing, and on any text goes each way that tree goes: what a group matches stands in
// the place of each reference to it, which may be any text that the group can match. ok is false where nothing is referred
// to, or what a reference asks for may be something else, or another text would lead to fewer ways: in a lookaround or an
// atomic group the first one that succeeds is the last.
func Referred(tree *syntax.Tree) (free *syntax.Tree, ok bool) {
	r := references{groups: make(map[int]*syntax.Node), seen: make(map[int]bool), left: mostReferred}
	if tree.Flags.Has(syntax.RightToLeft) || !tree.Root.Has(isReference) {
		return nil, false
	}
	root := r.of(tree.Root)
	if r.bad {
		return nil, false
	}
	c := *tree
	never := &syntax.Node{Op: syntax.OpSet, Set: charset.Set{}}
	c.Root = concat(root, never)
	return &c, true
}

// references puts groups in the place of references to them.
type references struct {
	groups map[int]*syntax.Node // what those match that have captured on each way to a place
	seen   map[int]bool         // groups so far
	left   int                  // nodes that may be made
	bad    bool
}

func isReference(n *syntax.Node) bool { return n.Op == syntax.OpBackref }

// of returns n without references.
func (r *references) of(n *syntax.Node) *syntax.Node {
	if r.left--; r.left < 0 {
		r.bad = true
	}
	if r.bad {
		return n
	}
	switch n.Op {
	case syntax.OpBackref:
		if len(n.Refs) == 1 && n.Fold == syntax.FoldNone && r.groups[n.Refs[0]] != nil {
			return r.copied(r.groups[n.Refs[0]])
		}
		r.bad = true
		return n
	case syntax.OpLook, syntax.OpAtomic:
		r.bad = n.Has(isReference)
		return n
	case syntax.OpIf, syntax.OpCall, syntax.OpVerb, syntax.OpAbsent:
		r.bad = true
		return n
	}
	made := *n
	made.Subs = make([]*syntax.Node, len(n.Subs))
	before := r.groups
	for i, sub := range n.Subs {
		if n.Op == syntax.OpAlternate || n.Op == syntax.OpRepeat {
			r.groups = maps.Clone(before)
		}
		made.Subs[i] = r.of(sub)
	}
	if n.Op == syntax.OpAlternate || n.Op == syntax.OpRepeat {
		r.groups = before // those inside may have matched nothing
	}
	if n.Op == syntax.OpGroup && n.Index > 0 {
		r.bad = r.bad || n.Pop > 0 || r.seen[n.Index]
		r.seen[n.Index] = true
		if !made.Subs[0].Has(asksMore) {
			r.groups[n.Index] = made.Subs[0]
		}
	}
	return &made
}

// copied returns a copy of what a group matches that captures nothing.
func (r *references) copied(n *syntax.Node) *syntax.Node {
	r.left--
	made := *n
	made.Index, made.Name = 0, ""
	made.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		made.Subs[i] = r.copied(sub)
	}
	return &made
}

// asksMore reports whether what n matches is not told by the text alone that it matches.
func asksMore(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpEmpty, syntax.OpSet, syntax.OpConcat, syntax.OpAlternate, syntax.OpRepeat, syntax.OpGroup:
		return false
	}
	return true
}
