package flow

import (
	"context"

	"snag/analyze/reach/arena"
	"snag/analyze/reach/model"
)

// Room is the memory of programs that are made one after the other: what one took is there for the next. The zero Room
// has none.
type Room struct {
	cells   [][]cell
	edges   [][]kept
	objects [][]object
	rests   [][]rest
	pages   [][]int32
	search  *search
}

// New is [New] with the memory of programs that are done.
func (r *Room) New(ctx context.Context, sources []Source, m *model.Model, externals []External, routing func(*Program) Routing) *Program {
	own := *r
	*r = Room{}
	return newProgram(ctx, own, sources, m, externals, routing)
}

// Free takes the memory of a program, about which nothing can be asked any more. What it returned stays.
func (r *Room) Free(p *Program) {
	*r = p.room
	r.pages = p.lists.Free()
	arena.Free(&r.cells, p.cells)
	arena.Free(&r.edges, p.edges)
	arena.Free(&r.objects, p.objects)
	arena.Free(&r.rests, p.rests)
	if s := p.idle; s != nil { // without the names, which are parts of the texts of files
		r.search = &search{states: s.states, best: s.best, merged: s.merged, trace: s.trace}
	}
	*p = Program{}
}

// cell is what is known of a node. There are hundreds of thousands, and nothing in one is a pointer: the collector of
// garbage passes them by.
type cell struct {
	points, out, in arena.List // the objects that it may be, and the edges from it and to it
	rest            int32      // the number of its rest in rests, 0 for none
	things          uint8      // how many of its objects are no patterns
	isWritten       bool       // it is what an object holds under names that are worked out
	hasHeirs        bool       // objects have the members of what it may be
	request         requested  // whether it may be a request
}

// requested is whether a node may be a request, once that was asked. A node that becomes a further object is asked again.
type requested uint8

const (
	notAsked requested = iota
	noRequest
	maybeRequest
)

// Cells, edges and objects get room for that many at once, a power of two. They stay where they are: lists that grow
// are moved again and again, and while that is done are there twice.
const (
	manyCells   = 1 << 11
	manyKept    = 1 << 12
	manyObjects = 1 << 9
)

// cell returns what is known of a node.
func (p *Program) cell(n node) *cell { return &p.cells[n/manyCells][n%manyCells] }

// points returns the objects that a node may be, out the edges that lead from it, and in those that lead to it. What is
// added later is not in what they returned. They are called in a hundred places, and inlined would be 45 KB of program.
//
//go:noinline
func (p *Program) points(n node) []int32 { return p.lists.Get(p.cell(n).points) }

//go:noinline
func (p *Program) out(n node) []int32 { return p.lists.Get(p.cell(n).out) }

//go:noinline
func (p *Program) in(n node) []int32 { return p.lists.Get(p.cell(n).in) }

// addNodes makes room for further nodes.
func (p *Program) addNodes(n int32) {
	p.nodes += n
	for int(p.nodes) > len(p.cells)*manyCells {
		p.cells = append(p.cells, arena.Take(&p.room.cells, manyCells))
	}
}

// edge returns the edge of a number.
func (p *Program) edge(id int32) *kept { return &p.edges[id/manyKept][id%manyKept] }

// keep adds an edge, and returns its number.
func (p *Program) keep(k kept) int32 {
	if p.edgeCount%manyKept == 0 {
		p.edges = append(p.edges, arena.Take(&p.room.edges, manyKept))
	}
	id := p.edgeCount
	p.edgeCount++
	*p.edge(id) = k
	return id
}

// object returns the object of a number. It is called in hundreds of places, and inlined would be 28 KB of program.
//
//go:noinline
func (p *Program) object(o int32) *object { return &p.objects[o/manyObjects][o%manyObjects] }

// addObject adds an object, and returns its number.
func (p *Program) addObject(o object) int32 {
	if p.objectCount%manyObjects == 0 {
		p.objects = append(p.objects, arena.Take(&p.room.objects, manyObjects))
	}
	id := int32(p.objectCount)
	p.objectCount++
	*p.object(id) = o
	return id
}
