package validate

import "snag/analyze/regex/syntax"

// What a recursion looks like from inside the group that is called.
const (
	recursionExists  uint8 = 1 << iota // every way through calls the group again
	recursionAtStart                   // a way calls the group again before it has matched anything
)

// maxRecursionSteps bounds the search for recursion without end: beyond, there is said to be none.
const maxRecursionSteps = 100_000

// A recursionSearch looks for groups that call themselves without end, as Onigmo does.
type recursionSearch struct {
	groups []*syntax.Node // bodies by capture number, the whole pattern at 0
	asked  int            // the group that is looked at
	inside []bool         // groups on the way
	steps  int
}

// Recursion returns the error for the first call among nodes of tree by which a group calls itself without end, nil if
// there is none.
func Recursion(tree *syntax.Tree, nodes []*syntax.Node) *syntax.Error {
	r := recursionSearch{groups: make([]*syntax.Node, tree.Groups+1), inside: make([]bool, tree.Groups+1)}
	r.groups[0] = tree.Root
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpGroup && n.Index > 0 {
			r.groups[n.Index] = n.Subs[0]
		}
		return true
	})
	done := make([]bool, len(r.groups))
	for _, n := range nodes {
		if n.Op != syntax.OpCall || done[n.Refs[0]] {
			continue
		}
		r.asked = n.Refs[0]
		done[r.asked] = true
		if r.look(r.groups[r.asked], true) != 0 {
			return &syntax.Error{Pos: n.Span.Start, Msg: "recursion without end"}
		}
	}
	return nil
}

// enter looks at a group from its start.
func (r *recursionSearch) enter(index int, start bool) uint8 {
	switch {
	case index == r.asked && start:
		return recursionAtStart
	case index == r.asked:
		return recursionExists
	case r.inside[index]:
		return 0
	}
	r.inside[index] = true
	found := r.look(r.groups[index], start)
	r.inside[index] = false
	return found
}

// look returns what recursion there is in n, which stands at the start of the group asked for if nothing
// was matched before it.
func (r *recursionSearch) look(n *syntax.Node, start bool) uint8 {
	if r.steps++; r.steps > maxRecursionSteps {
		return 0
	}
	switch n.Op {
	case syntax.OpConcat:
		var found uint8
		for _, sub := range n.Subs {
			f := r.look(sub, start)
			if f == recursionAtStart {
				return f
			}
			found |= f
			start = start && !r.consumes(sub)
		}
		return found
	case syntax.OpAlternate:
		return r.choices(n.Subs, start)
	case syntax.OpIf:
		return r.choices(n.Subs[len(n.Subs)-2:], start)
	case syntax.OpRepeat:
		if n.Min == 0 {
			return 0
		}
		return r.look(n.Subs[0], start)
	case syntax.OpCall:
		return r.enter(n.Refs[0], start)
	case syntax.OpGroup:
		if n.Index > 0 {
			return r.enter(n.Index, start)
		}
		return r.look(n.Subs[0], start)
	case syntax.OpLook, syntax.OpAtomic:
		return r.look(n.Subs[0], start)
	}
	return 0
}

func (r *recursionSearch) choices(subs []*syntax.Node, start bool) uint8 {
	found := recursionExists
	for _, sub := range subs {
		f := r.look(sub, start)
		if f == recursionAtStart {
			return f
		}
		found &= f
	}
	return found
}

// consumes reports whether n matches no empty text.
func (r *recursionSearch) consumes(n *syntax.Node) bool {
	if r.steps++; r.steps > maxRecursionSteps {
		return false
	}
	switch n.Op {
	case syntax.OpSet:
		return true
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if r.consumes(sub) {
				return true
			}
		}
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			if !r.consumes(sub) {
				return false
			}
		}
		return true
	case syntax.OpRepeat:
		return n.Min > 0 && r.consumes(n.Subs[0])
	case syntax.OpGroup, syntax.OpAtomic:
		return r.consumes(n.Subs[0])
	}
	return false
}
