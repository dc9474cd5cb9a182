package equivalence

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
)

// Sight returns what tells where lookbehinds of a pattern hold: those that hold more than one character, no backreferences
// and no lookbehinds in lookaheads. What is known of a place are the states in which their bodies stand, read from left to
// right, and what the rest of the text means to the lookaheads in them, as in what Automaton makes. The error wraps
// ErrTooLarge or ErrUnsupported.
func Sight(tree *syntax.Tree, limits Limits) (*nfa.Sight, error) {
	c := &compiler{program: &program{slots: 1}, opt: Options{Limits: limits}, tree: tree, strict: tree.Dialect == syntax.JavaScript}
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		if n.Op != syntax.OpLook || !n.Behind || nfa.IsSimple(n) || n.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpVerb }) {
			return true
		}
		_, err := c.look(n, 0)
		return err != nil
	})
	s := &nfa.Sight{}
	for _, one := range c.seen {
		for _, other := range c.seen {
			if other.node != one.node && other.node.Span == one.node.Span {
				return nil, ErrUnsupported
			}
		}
		s.Looks = append(s.Looks, nfa.Seen{Span: one.node.Span, Number: one.look})
	}
	if len(s.Looks) == 0 {
		return nil, ErrUnsupported
	}
	c.part, _, c.tests = nfa.Divide(c.sets, c.nodes, tree.MaxChar())
	c.divide()
	b := &builder{follower: newFollower(c.program, c.opt), contexts: map[string]int32{}}
	var err error
	if b.futures, err = c.findFutures(limits); err != nil {
		return nil, err
	}
	s.Alphabet = c.part
	several := len(b.sets) > 1
	spots := [][2]int32{{b.context(int32(len(c.kindAt)-1), make([][]int32, len(c.behinds))), -1}}
	index := map[[2]int32]int32{}
	for n := 0; n < len(spots); n++ {
		at := b.known[spots[n][0]]
		var steps []nfa.Step
		for _, a := range b.ways(spots[n][1]) {
			if len(spots) > limits.States || b.steps > limits.Work {
				return nil, ErrTooLarge
			}
			b.arrive(place{kind: at.kind, class: a.class, then: a.then, backs: at.backs})
			step := nfa.Step{Class: int(a.class), Rest: -1, Holds: make(charset.Bits, len(c.looks)/64+1)}
			for _, look := range c.behinds {
				if b.holds[look] {
					step.Holds.Add(int(look))
				}
			}
			if int(a.class) < c.part.Len {
				next := [2]int32{b.context(b.kinds[a.class], b.nextBacks), a.then}
				to, ok := index[next]
				if !ok {
					to = int32(len(spots))
					index[next] = to
					spots = append(spots, next)
				}
				if step.To = to; several {
					step.Rest = a.then
				}
			}
			steps = append(steps, step)
		}
		s.Places = append(s.Places, steps)
	}
	if several {
		for _, arcs := range b.arcs {
			var rest []nfa.Step
			for _, a := range arcs {
				rest = append(rest, nfa.Step{Class: int(a.class), Rest: a.then})
			}
			s.Rests = append(s.Rests, rest)
		}
	}
	return s, nil
}
