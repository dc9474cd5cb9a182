package flow

import (
	"slices"
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
	all := p.points[n]
	if len(all) <= fewFacts {
		return slices.Contains(all, o)
	}
	_, ok := p.manyFacts[fact(n, o)]
	return ok
}

// note notes that a node is an object that it was not known to be.
func (p *Program) note(n node, o int32) {
	all := p.lists.push(p.points[n], o)
	p.points[n] = all
	p.facts++
	switch {
	case len(all) == fewFacts+1:
		for _, o := range all {
			p.manyFacts[fact(n, o)] = struct{}{}
		}
	case len(all) > fewFacts:
		p.manyFacts[fact(n, o)] = struct{}{}
	}
}

// newest returns the edge between two nodes that was added last, 0 where there is none. heap says whether those
// from members of objects count.
func (p *Program) newest(from, to node, heap bool) int32 {
	out, in := p.out[from], p.in[to]
	switch {
	case len(out) <= fewEdges:
		for _, e := range slices.Backward(out) {
			if p.edges[e].to == to {
				return e
			}
		}
	case !heap && len(in) <= fewEdges:
		for _, e := range slices.Backward(in) {
			if p.edges[e].from == from {
				return e
			}
		}
	default:
		return p.manyEdges[[2]node{from, to}]
	}
	return 0
}

// leads notes that an edge, which is the last one, leads away from a node.
func (p *Program) leads(from node) {
	id := int32(len(p.edges) - 1)
	out := p.lists.push(p.out[from], id)
	p.out[from] = out
	switch {
	case len(out) == fewEdges+1:
		for _, e := range out {
			p.manyEdges[[2]node{from, p.edges[e].to}] = e
		}
	case len(out) > fewEdges:
		p.manyEdges[[2]node{from, p.edges[id].to}] = id
	}
}

// seen is what a call was when rules were last applied to it: how many objects its callee and its receiver may be, and
// how many roots the program had. Nothing is ever taken from them.
type seen struct{ callee, receiver, roots int32 }

// isNews reports whether rules may say something of a call that they did not say before.
func (p *Program) isNews(id int32) bool {
	c := &p.calls[id]
	is := seen{int32(len(p.points[c.callee])) + 1, int32(len(p.points[c.receiver])), int32(len(p.roots))}
	if c.seen == is {
		return false
	}
	c.seen = is
	if slices.ContainsFunc(p.points[c.callee], func(o int32) bool { return p.objects[o].kind == function || p.objects[o].kind == class }) {
		c.seen = seen{} // what is stored in the members of its receiver may become known later
	}
	return true
}

// lists makes room for many short lists together.
type lists struct{ free []int32 }

// longList is the length of a list that gets room of its own, and manyLists how much room is made at once.
const (
	longList  = 256
	manyLists = 1 << 14
)

// push adds a number to a list, which it takes over.
func (l *lists) push(list []int32, v int32) []int32 {
	if n := 2 * max(len(list), 1); len(list) == cap(list) && n <= longList {
		if len(l.free) < n {
			l.free = make([]int32, manyLists)
		}
		more := l.free[:len(list):n]
		l.free = l.free[n:]
		copy(more, list)
		list = more
	}
	return append(list, v)
}

// manyRests is how many rests get room at once, a power of two. They stay where they are: to move half a million of
// them while a list grows takes longer than all that is done with them.
const manyRests = 1 << 10

// newRest returns the number of a new rest.
func (p *Program) newRest() int32 {
	if p.restCount%manyRests == 0 {
		p.rests = append(p.rests, make([]rest, manyRests))
	}
	p.restCount++
	return p.restCount - 1
}

// restAt returns the rest with a number.
func (p *Program) restAt(i int32) *rest { return &p.rests[i/manyRests][i%manyRests] }

// restOf returns the rest of a node.
func (p *Program) restOf(n node) *rest {
	if p.rest[n] == 0 {
		p.rest[n] = p.newRest()
	}
	return p.restAt(p.rest[n])
}

// loadsTo returns the loads whose result a node is.
func (p *Program) loadsTo(n node) []loadOf { return p.restAt(p.rest[n]).into }

// callsOn returns the calls of what a node may be.
func (p *Program) callsOn(n node) []int32 { return p.restAt(p.rest[n]).calls }

// detail returns what an edge has to say beside where it leads.
func (p *Program) detail(e *kept) *detail { return &p.details[e.more] }
