package flow

import (
	"slices"

	"snag/analyze/reach/arena"
)

// fewFacts is how many objects of a node, and fewEdges how many edges of one, are compared one by one. Most nodes have
// few of either; those of others are found by a table.
const (
	fewFacts = 40
	fewEdges = 12
)

// fact is the key of a node and an object.
func fact(n node, o int32) uint64 { return uint64(uint32(n))<<32 | uint64(uint32(o)) }

// knows reports whether a node is known to be an object.
func (p *Program) knows(n node, o int32) bool {
	all := p.points(n)
	if len(all) <= fewFacts {
		return slices.Contains(all, o)
	}
	_, ok := p.manyFacts.Get([2]int32{n, o})
	return ok
}

// note notes that a node is an object that it was not known to be.
func (p *Program) note(n node, o int32) {
	c := p.cell(n)
	p.lists.Push(&c.points, o)
	p.facts++
	switch {
	case c.points.Len() == fewFacts+1:
		for _, o := range p.lists.Get(c.points) {
			p.manyFacts.Set([2]int32{n, o}, 0)
		}
	case c.points.Len() > fewFacts:
		p.manyFacts.Set([2]int32{n, o}, 0)
	}
}

// newest returns the edge between two nodes that was added last, 0 where there is none. heap says whether those
// from members of objects count.
func (p *Program) newest(from, to node, heap bool) int32 {
	out := p.out(from)
	if len(out) <= fewEdges {
		for _, e := range slices.Backward(out) {
			if p.edge(e).to == to {
				return e
			}
		}
		return 0
	}
	if !heap && p.cell(to).in.Len() <= fewEdges {
		for _, e := range slices.Backward(p.in(to)) {
			if p.edge(e).from == from {
				return e
			}
		}
		return 0
	}
	e, _ := p.manyEdges.Get([2]int32{from, to})
	return e
}

// leads notes that an edge, which is the last one, leads away from a node.
func (p *Program) leads(from node, id int32) {
	c := p.cell(from)
	p.lists.Push(&c.out, id)
	switch {
	case c.out.Len() == fewEdges+1:
		for _, e := range p.lists.Get(c.out) {
			p.manyEdges.Set([2]int32{from, p.edge(e).to}, e)
		}
	case c.out.Len() > fewEdges:
		p.manyEdges.Set([2]int32{from, p.edge(id).to}, id)
	}
}

// seen is what a call was when rules were last applied to it: how many objects its callee and its receiver may be, and
// how many roots the program had. Nothing is ever taken from them.
type seen struct{ callee, receiver, roots int32 }

// isNews reports whether rules may say something of a call that they did not say before.
func (p *Program) isNews(id int32) bool {
	c := &p.calls[id]
	is := seen{int32(len(p.points(c.callee))) + 1, int32(len(p.points(c.receiver))), int32(len(p.roots))}
	if c.seen == is {
		return false
	}
	c.seen = is
	if slices.ContainsFunc(p.points(c.callee), func(o int32) bool { return p.object(o).kind == function || p.object(o).kind == class }) {
		c.seen = seen{} // what is stored in the members of its receiver may become known later
	}
	return true
}

// manyRests is how many rests get room at once, a power of two. They stay where they are: to move half a million of
// them while a list grows takes longer than all that is done with them.
const manyRests = 1 << 10

// newRest returns the number of a new rest.
func (p *Program) newRest() int32 {
	if p.restCount%manyRests == 0 {
		p.rests = append(p.rests, arena.Take(&p.room.rests, manyRests))
	}
	p.restCount++
	return p.restCount - 1
}

// restAt returns the rest with a number.
func (p *Program) restAt(i int32) *rest { return &p.rests[i/manyRests][i%manyRests] }

// restOf returns the rest of a node.
func (p *Program) restOf(n node) *rest {
	c := p.cell(n)
	if c.rest == 0 {
		c.rest = p.newRest()
	}
	return p.restAt(c.rest)
}

// loadsTo returns the loads whose result a node is.
func (p *Program) loadsTo(n node) []loadOf { return p.restAt(p.cell(n).rest).into }

// callsOn returns the calls of what a node may be.
func (p *Program) callsOn(n node) []int32 { return p.restAt(p.cell(n).rest).calls }

// detail returns what an edge has to say beside where it leads.
func (p *Program) detail(e *kept) *detail { return &p.details[e.more] }
