package points

import (
	"slices"
)

// maxThings bounds the objects, patterns aside, that one node is known to be. A node that may be more is
// followed no further for the rest.
const maxThings = 24

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

// note notes that a node is an object that it was not known to be.
func (p *Program) note(n Node, o int32) {
	c := p.cell(n)
	p.lists.Push(&c.points, o)
	p.facts++
	if c.is&overlaid != 0 {
		p.Object(o).Overlaid = true
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
	if slices.ContainsFunc(p.Points(c.Callee), func(o int32) bool { return p.Object(o).Kind == Function || p.Object(o).Kind == Class }) {
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
