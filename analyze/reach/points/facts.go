package points

import (
	"slices"

	"snag/analyze/reach/graph"
)

// maxThings bounds the objects, patterns aside, that one node is known to be. A node that may be more is
// followed no further for the rest.
const maxThings = 24

// maxFunctions bounds the functions that a node is known to be which only hands them on, or calls them in one place: what
// lists of handlers and tables of commands come through, however many these are. maxFurther bounds those of all such
// nodes beyond maxThings, and maxFurtherOf those of one file, so that a bundle leaves something to others: each brings what its
// call is handed, and what leads too far hides what leads somewhere.
const (
	maxFunctions = 250
	maxFurther   = 1 << 10
	maxFurtherOf = 1 << 8
)

// fewMembers is in how many places members are read of a node that may be more objects of classes than maxThings, as a table of
// services is: the name of each, and the method that all have.
const fewMembers = 8

// most is how many things a node may be known to be if an object is to be one more. A parameter that is called in the same
// function is a callback, which gets what all that take such a one call theirs with, and this is each object that has the
// method: these have no more than others.
func (p *Program) most(n Node, o int32) uint8 {
	members := 0
	switch kind := p.Object(o).Kind; {
	case p.further >= maxFurther || p.furtherOf[p.Object(o).File+1] >= maxFurtherOf:
		return maxThings
	case kind == Exports:
		return maxFunctions // what is imported by a name that is worked out
	case kind == Instance:
		members = fewMembers
	case kind != Function && kind != Named:
		return maxThings
	}
	r := p.restAt(p.cell(n).rest)
	if r.loads.Len() > members || r.stores.Len() > 0 || r.calls.Len() > 1 {
		return maxThings
	}
	if _, at := p.FileOf(n); at != nil && (at.Kind == graph.Self || at.Kind == graph.Param && r.calls.Len() > 0) {
		return maxThings
	}
	return maxFunctions
}

// fact is the key of a node and an object.
func fact(n Node, o int32) uint64 { return uint64(uint32(n))<<32 | uint64(uint32(o)) }

// Knows reports whether a node is known to be an object.
func (p *Program) Knows(n Node, o int32) bool {
	all := p.Points(n)
	if len(all) <= fewFacts {
		return slices.Contains(all, o)
	}
	_, ok := p.manyFacts.Get([2]int32{n, o})
	return ok
}

// MayBeMore reports whether a node is known to be so much that there may be more of it.
func (p *Program) MayBeMore(n Node) bool { return len(p.Points(n)) >= maxThings }

// note notes that a node is an object that it was not known to be.
func (p *Program) note(n Node, o int32) {
	c := p.cell(n)
	p.lists.Push(&c.points, o)
	p.facts++
	x := p.Object(o)
	if x.Kind == Function || x.Kind == Class {
		c.is |= code
	}
	if c.is&overlaid != 0 {
		x.Overlaid = true
	}
	switch {
	case c.points.Len() == fewFacts+1:
		for _, o := range p.lists.Get(c.points) {
			p.manyFacts.Set([2]int32{n, o}, 0)
		}
	case c.points.Len() > fewFacts:
		p.manyFacts.Set([2]int32{n, o}, 0)
	}
}

// seen is what a call was when rules were last applied to it: how many objects its callee and its receiver may be, and
// how many roots the program had. Nothing is ever taken from them.
type seen struct{ callee, receiver, roots int32 }

// IsNews reports whether rules may say something of a call that they did not say before.
func (p *Program) IsNews(id int32) bool {
	c := &p.Sites[id]
	is := seen{int32(len(p.Points(c.Callee))) + 1, int32(len(p.Points(c.Receiver))), int32(len(p.Roots))}
	if c.seen == is {
		return false
	}
	c.seen = is
	if c.Receiver != 0 && p.isCode(c.Callee) && !p.hasOwn(c) {
		c.seen = seen{} // what is stored in the members of its receiver may become known later
	}
	return true
}

// Request is whether a node may be a request, as far as that was asked since it is known to be a further object.
func (p *Program) Request(n Node) *Requested { return &p.cell(n).request }

// Requested is whether a node may be a request, once that was asked. A node that becomes a further object is asked again.
type Requested uint8

// What is known of whether a node may be a request.
const (
	NotAsked Requested = iota
	NoRequest
	MaybeRequest
)
