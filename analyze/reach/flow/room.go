package flow

import (
	"context"
	"math/bits"

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
func (r *Room) New(ctx context.Context, sources []Source, m *model.Model, externals []External) *Program {
	own := *r
	*r = Room{}
	return newProgram(ctx, own, sources, m, externals)
}

// Free takes the memory of a program, about which nothing can be asked any more. What it returned stays.
func (r *Room) Free(p *Program) {
	*r = p.room
	r.pages = p.lists.free
	free(&r.cells, p.cells)
	free(&r.edges, p.edges)
	free(&r.objects, p.objects)
	free(&r.rests, p.rests)
	for _, page := range p.lists.pages {
		if len(page) == pageSize {
			free(&r.pages, [][]int32{page})
		}
	}
	if s := p.idle; s != nil { // without the names, which are parts of the texts of files
		r.search = &search{states: s.states, best: s.best, merged: s.merged, trace: s.trace}
	}
	*p = Program{}
}

// free empties pages and keeps them.
func free[T any](to *[][]T, pages [][]T) {
	for _, page := range pages {
		clear(page)
	}
	*to = append(*to, pages...)
}

// take returns an empty page.
func take[T any](from *[][]T, size int) []T {
	if n := len(*from); n > 0 {
		page := (*from)[n-1]
		(*from)[n-1] = nil
		*from = (*from)[:n-1]
		return page
	}
	return make([]T, size)
}

// cell is what is known of a node. There are hundreds of thousands, and nothing in one is a pointer: the collector of
// garbage passes them by.
type cell struct {
	points, out, in list  // the objects that it may be, and the edges from it and to it
	rest            int32 // the number of its rest in rests, 0 for none
	things          uint8 // how many of its objects are no patterns
	isWritten       bool  // it is what an object holds under names that are worked out
	hasHeirs        bool  // objects have the members of what it may be
}

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
func (p *Program) points(n node) []int32 { return p.lists.get(p.cell(n).points) }

//go:noinline
func (p *Program) out(n node) []int32 { return p.lists.get(p.cell(n).out) }

//go:noinline
func (p *Program) in(n node) []int32 { return p.lists.get(p.cell(n).in) }

// addNodes makes room for further nodes.
func (p *Program) addNodes(n int32) {
	p.nodes += n
	for int(p.nodes) > len(p.cells)*manyCells {
		p.cells = append(p.cells, take(&p.room.cells, manyCells))
	}
}

// edge returns the edge of a number.
func (p *Program) edge(id int32) *kept { return &p.edges[id/manyKept][id%manyKept] }

// keep adds an edge, and returns its number.
func (p *Program) keep(k kept) int32 {
	if p.edgeCount%manyKept == 0 {
		p.edges = append(p.edges, take(&p.room.edges, manyKept))
	}
	id := p.edgeCount
	p.edgeCount++
	*p.edge(id) = k
	return id
}

// object returns the object of a number.
func (p *Program) object(o int32) *object { return &p.objects[o/manyObjects][o%manyObjects] }

// addObject adds an object, and returns its number.
func (p *Program) addObject(o object) int32 {
	if p.objectCount%manyObjects == 0 {
		p.objects = append(p.objects, take(&p.room.objects, manyObjects))
	}
	id := int32(p.objectCount)
	p.objectCount++
	*p.object(id) = o
	return id
}

// list is a list of numbers in lists: where it begins, and how many it has. It has room for as many as the next power
// of two, two at least.
type list struct{ at, n uint32 }

// lists makes room for many short lists together, in pages.
type lists struct {
	pages [][]int32
	used  int // of the page that is being filled, which is the last one but for long lists
	page  int
	free  [][]int32 // pages that were used before
	// left is where lists were that moved, by the logarithm of their room, and empty what of it can be used again.
	left, empty [33][]uint32
}

// pageSize is how many numbers a page has, a power of two. A list of as many or more has one of its own.
const pageSize = 1 << 14

// get returns the numbers of a list.
func (l *lists) get(x list) []int32 {
	if x.n == 0 {
		return nil
	}
	at := x.at % pageSize
	return l.pages[x.at/pageSize][at : at+x.n : at+x.n]
}

// push adds a number to a list. Where the list moves, what was read of it before stays as it was.
func (l *lists) push(x *list, v int32) {
	if x.n == 0 || x.n > 1 && x.n&(x.n-1) == 0 {
		old := *x
		x.at = l.room(max(2*x.n, 2))
		copy(l.pages[x.at/pageSize][x.at%pageSize:], l.get(old))
		if old.n > 0 {
			class := bits.Len32(old.n)
			l.left[class] = append(l.left[class], old.at)
		}
	}
	l.pages[x.at/pageSize][x.at%pageSize+x.n] = v
	x.n++
}

// settle lets what lists left be used again. Nobody may still hold what was read of them.
func (l *lists) settle() {
	for class, left := range l.left {
		l.empty[class] = append(l.empty[class], left...)
		l.left[class] = left[:0]
	}
}

// room returns where a number of numbers have room.
func (l *lists) room(n uint32) uint32 {
	class := bits.Len32(n)
	if empty := l.empty[class]; len(empty) > 0 {
		l.empty[class] = empty[:len(empty)-1]
		return empty[len(empty)-1]
	}
	if n >= pageSize {
		l.pages = append(l.pages, make([]int32, n))
		return uint32(len(l.pages)-1) * pageSize
	}
	if l.used == 0 || l.used+int(n) > pageSize {
		l.pages = append(l.pages, take(&l.free, pageSize))
		l.page, l.used = len(l.pages)-1, 0
	}
	at := l.page*pageSize + l.used
	l.used += int(n)
	return uint32(at)
}

// table holds a number for each of many pairs of numbers that are not both 0. The zero table is empty.
type table struct {
	slots []slot
	used  int
}

type slot struct {
	key [2]int32
	to  int32
}

// fewSlots is the number of slots of a table to begin with, a power of two.
const fewSlots = 1 << 8

// slot returns the slot of a pair, or the free one that it would get.
func (t *table) slot(key [2]int32) *slot {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(uint32(key[0]))<<32 | uint64(uint32(key[1]))) * odd
	h = (h ^ h>>32) * odd
	mask := uint64(len(t.slots) - 1)
	for i := bits.RotateLeft64(h, 32) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.key == key || s.key == [2]int32{} {
			return s
		}
	}
}

// get returns the number of a pair, and whether it has one.
func (t *table) get(key [2]int32) (to int32, ok bool) {
	if t.used == 0 {
		return 0, false
	}
	s := t.slot(key)
	return s.to, s.key == key
}

// set gives a pair a number.
func (t *table) set(key [2]int32, to int32) {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]slot, max(fewSlots, 2*len(old)))
		for _, s := range old {
			if s.key != [2]int32{} {
				*t.slot(s.key) = s
			}
		}
	}
	s := t.slot(key)
	if s.key != key {
		t.used++
	}
	*s = slot{key, to}
}
