package graph

import (
	"strings"

	"snag/analyze/source/tree"
)

// passed is what is known of the elements of a list where all of them went through the code of a loop that none left early.
type passed struct {
	id   ID // the element
	caps []memberCap
}

// roundOf returns what is known of the element that a loop of JavaScript or Python has at hand, nil where it may be something
// else, or nothing is known.
func (b *builder) roundOf(target *tree.Node) *passed {
	if b.flat || b.env == nil || b.env.dead || b.f.Language != tree.JavaScript && b.f.Language != tree.Python {
		return nil
	}
	if target != nil && target.Op == tree.Declare && len(target.Kids) == 1 {
		target = target.Kids[0]
	}
	if target == nil || target.Op != tree.Name || b.s.uses[target] == nil || !b.ordered(b.s.uses[target]) {
		return nil
	}
	k := b.env.of(b.s.uses[target])
	if len(k.defs) != 1 {
		return nil
	}
	return &passed{k.defs[0].id, b.holds(b.s.uses[target])}
}

// passedAll notes, behind a loop that nothing leaves by break, what holds of each element of the list that a loop went over: of a mapping of Python these are its keys.
func (b *builder) passedAll(loop *tree.Node, all *passed) {
	m, ok := b.member(loop.Kid(1))
	if !ok {
		return
	}
	if b.f.Language == tree.Python {
		m.path += elements
	}
	defer func(since int32) { b.since = since }(b.since)
	b.since = loop.Start
	sym := int32(0)
	for _, c := range all.caps {
		if strings.HasPrefix(c.path, handed) || c.cap.isFree() {
			continue
		}
		path := []string{"*"}
		if c.path != "" {
			path = append(path, strings.Split(c.path[1:], ".")...)
		}
		sym = b.sym(Sym{Call: Inside, Arg: c.cap.Sym, Delta: c.cap.Max, Path: path, Next: sym})
	}
	if sym != 0 {
		b.limit(m, Cap{Max: NoLimit, Sym: sym})
	}
}
