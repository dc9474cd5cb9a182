package points

import (
	"slices"

	"snag/analyze/reach/arena"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// Edge is a way that a value takes from one node to another.
type Edge struct {
	From, To Node
	Cap      graph.Cap
	File     int32 // whose Syms the cap speaks of
	// Text reports whether only texts take it: the value is a new text that is made of the old one.
	Text     bool
	Possible bool // it is not known whether the value takes it
	Length   model.Length
	Call     int32 // the call whose doing it is, or -1; for entering and leaving functions
	Way      Way
	Max, Min Node         // the arguments that bound the length, or 0
	Rule     int32        // the call whose rule it is, plus 1, or 0
	Shape    *limit.Shape // that the value has, or nil
	// Any reports whether all that the value holds is made of the text.
	Any bool
	// Edit is the number of what the edge does to the characters of the text, as its maker numbers them, or one of the
	// numbers below.
	Edit int32
}

// Kept is an edge as a program keeps it: there are millions, and few have more to say. Its fields are those of [Edge].
type Kept struct {
	From, To            Node
	Call                int32
	more                int32 // the number of its detail in Program.details
	Way                 Way
	Text, Possible, Any bool
}

// Detail is what few edges have. Its fields are those of [Edge].
type Detail struct {
	Cap      graph.Cap
	Length   model.Length
	Max, Min Node
	Rule     int32
	Shape    *limit.Shape
	Edit     int32
	File     int32
}

// rest is what few nodes have: members that are loaded from them and stored in them, by pairs of the other node and the
// number of the member's name, calls of what they are, and the loads that they are the results of, of which most have one.
// Large programs have half a million, and what in one is no pointer the collector of garbage passes by.
type rest struct {
	loads, stores, calls arena.List
	into                 []LoadOf
}

// manyLoads is how many of the first loads of nodes get room at once.
const manyLoads = 512

// loadedBy adds a load to those whose result a node is.
func (p *Program) loadedBy(r *rest, l LoadOf) {
	if r.into == nil {
		if len(p.loads) == 0 {
			p.loads = make([]LoadOf, manyLoads)
		}
		r.into, p.loads = p.loads[:0:1], p.loads[1:]
	}
	r.into = append(r.into, l)
}

// fieldNumber returns the number of the name of a member.
func (p *Program) fieldNumber(name string) int32 {
	n, known := p.fieldNumbers[name]
	if !known {
		n = int32(len(p.fieldNames))
		p.fieldNumbers[name] = n
		p.fieldNames = append(p.fieldNames, name)
	}
	return n
}

// What an edge does to the characters of a text, if its maker has no number for that.
const (
	EditsNothing  = 0  // it is the text as it was
	EditsAnything = -1 // whatever comes of it
	EditsPart     = -2 // what comes of it is a part of the text
	EditsEnds     = -3 // what comes of it is the text without the spaces at both ends
)

// Way tells how an edge relates to functions.
type Way uint8

// The ways of edges.
const (
	Within Way = iota // from one value to another of the same function, or of any
	Enters            // from an argument to a parameter
	Leaves            // from what a function returns to the result of a call
	Heap              // from a member of an object to what is loaded from it
)

// LoadOf is a load of a member: the node whose it is, and its name.
type LoadOf struct {
	From  Node
	Field string
}

// fewFacts is how many objects of a node, and fewEdges how many edges of one, are compared one by one. Most nodes have
// few of either; those of others are found by a table.
const (
	fewFacts = 40
	fewEdges = 12
)

// newest returns the edge between two nodes that was added last, 0 where there is none. heap says whether those
// from members of objects count.
func (p *Program) newest(from, to Node, heap bool) int32 {
	out := p.Out(from)
	if len(out) <= fewEdges {
		for _, e := range slices.Backward(out) {
			if p.Edge(e).To == to {
				return e
			}
		}
		return 0
	}
	if !heap && p.cell(to).in.Len() <= fewEdges {
		for _, e := range slices.Backward(p.In(to)) {
			if p.Edge(e).From == from {
				return e
			}
		}
		return 0
	}
	e, _ := p.manyEdges.Get([2]int32{from, to})
	return e
}

// leads notes that an edge, which is the last one, leads away from a node.
func (p *Program) leads(from Node, id int32) {
	c := p.cell(from)
	p.lists.Push(&c.out, id)
	switch {
	case c.out.Len() == fewEdges+1:
		for _, e := range p.lists.Get(c.out) {
			p.manyEdges.Set([2]int32{from, p.Edge(e).To}, e)
		}
	case c.out.Len() > fewEdges:
		p.manyEdges.Set([2]int32{from, p.Edge(id).To}, id)
	}
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
func (p *Program) restOf(n Node) *rest {
	c := p.cell(n)
	if c.rest == 0 {
		c.rest = p.newRest()
	}
	return p.restAt(c.rest)
}

// LoadsTo returns the loads whose result a node is.
//
//go:noinline
func (p *Program) LoadsTo(n Node) []LoadOf { return p.restAt(p.cell(n).rest).into }

// SitesOn returns the calls of what a node may be.
func (p *Program) SitesOn(n Node) []int32 { return p.lists.Get(p.restAt(p.cell(n).rest).calls) }

// Detail returns what an edge has to say beside where it leads.
func (p *Program) Detail(e *Kept) *Detail { return &p.details[e.more] }

// GiveShape notes the shape of a value that takes an edge of which nothing else is known.
func (p *Program) GiveShape(e *Kept, s *limit.Shape) {
	d := *p.Detail(e)
	d.Shape = s
	e.more = int32(len(p.details))
	p.details = append(p.details, d)
}

// IsPlain reports whether nothing is known of an edge but where it leads.
func (p *Program) IsPlain(e *Kept) bool { return e.more == 0 }

// Edge returns the edge of a number.
//
//go:noinline
func (p *Program) Edge(id int32) *Kept { return &p.edges[id/manyKept][id%manyKept] }

// keep adds an edge, and returns its number.
func (p *Program) keep(k Kept) int32 {
	if p.edgeCount%manyKept == 0 {
		p.edges = append(p.edges, arena.Take(&p.room.edges, manyKept))
	}
	id := p.edgeCount
	p.edgeCount++
	*p.Edge(id) = k
	return id
}
