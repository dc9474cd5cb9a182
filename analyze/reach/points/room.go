package points

import (
	"snag/analyze/reach/arena"
)

// Room is the memory of programs that are made one after the other: what one took is there for the next. The zero
// memory has none.
type Room struct {
	cells   [][]cell
	edges   [][]Kept
	objects [][]Object
	rests   [][]rest
	pages   [][]int32
}

// Take takes the memory of a program, about which nothing can be asked any more. What it returned stays.
func (r *Room) Take(p *Program) {
	*r = p.room
	r.pages = p.lists.Free()
	arena.Free(&r.cells, p.cells)
	arena.Free(&r.edges, p.edges)
	arena.Free(&r.objects, p.objects)
	arena.Free(&r.rests, p.rests)
	*p = Program{}
}

// cell is what is known of a node. There are hundreds of thousands, and nothing in one is a pointer: the collector of
// garbage passes them by.
type cell struct {
	points, out, in arena.List // the objects that it may be, and the edges from it and to it
	rest            int32      // the number of its rest in rests, 0 for none
	things          uint8      // how many of its objects are no patterns
	is              isA        // what few nodes are
	request         Requested  // whether it may be a request
}

// isA is what few nodes are: for all others nobody has to look into a table.
type isA uint8

const (
	written  isA = 1 << iota // what an object holds under names that are worked out
	hasHeirs                 // objects have the members of what it may be
	rooted                   // it has names in Program.Roots
	ofObject                 // it is in Program.memberOf
	overlaid                 // what it may be is overlaid
	ownNamed                 // a function is stored in it by its name, as isOwn found out
	code                     // it may be a function or a class of the program
)

// Cells, edges and objects get room for that many at once, a power of two. They stay where they are: lists that grow
// are moved again and again, and while that is done are there twice.
const (
	manyCells   = 1 << 11
	manyKept    = 1 << 12
	manyObjects = 1 << 9
)

// cell returns what is known of a node.
func (p *Program) cell(n Node) *cell { return &p.cells[n/manyCells][n%manyCells] }

// Points returns the objects that a node may be. What is added later is not in what it returned. Like out and in it is
// called in a hundred places, and inlined they would be 45 KB of program.
//
//go:noinline
func (p *Program) Points(n Node) []int32 { return p.lists.Get(p.cell(n).points) }

// Out returns the edges that lead from a node.
//
//go:noinline
func (p *Program) Out(n Node) []int32 { return p.lists.Get(p.cell(n).out) }

// In returns the edges that lead to a node.
//
//go:noinline
func (p *Program) In(n Node) []int32 { return p.lists.Get(p.cell(n).in) }

// addNodes makes room for further nodes.
func (p *Program) addNodes(n int32) {
	p.nodes += n
	for int(p.nodes) > len(p.cells)*manyCells {
		p.cells = append(p.cells, arena.Take(&p.room.cells, manyCells))
	}
}

// Object returns the object of a number. It is called in hundreds of places, and inlined would be 28 KB of program.
//
//go:noinline
func (p *Program) Object(o int32) *Object { return &p.objects[o/manyObjects][o%manyObjects] }

// addObject adds an object, and returns its number.
func (p *Program) addObject(o Object) int32 {
	if p.ObjectCount%manyObjects == 0 {
		p.objects = append(p.objects, arena.Take(&p.room.objects, manyObjects))
	}
	id := int32(p.ObjectCount)
	p.ObjectCount++
	*p.Object(id) = o
	return id
}
