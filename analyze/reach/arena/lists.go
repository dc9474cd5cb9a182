package arena

import "math/bits"

// List is a list of numbers in [Lists]: where it begins, and how many it has. It has room for as many as the next power
// of two, two at least.
type List struct{ at, n uint32 }

// Lists makes room for many short lists together, in pages.
type Lists struct {
	pages [][]int32
	used  int // of the page that is being filled, which is the last one but for long lists
	page  int
	free  [][]int32 // pages that were used before
	// left is where lists were that moved, by the logarithm of their room, and empty what of it can be used again.
	left, empty [33][]uint32
}

// pageSize is how many numbers a page has, a power of two. A list of as many or more has one of its own.
const pageSize = 1 << 14

// NewLists returns lists without any, which take pages that others left.
func NewLists(free [][]int32) Lists { return Lists{free: free} }

// Free returns the pages, emptied, for the lists that come next. These hold nothing any more.
func (l *Lists) Free() [][]int32 {
	free := l.free
	for _, page := range l.pages {
		if len(page) == pageSize {
			Free(&free, [][]int32{page})
		}
	}
	*l = Lists{}
	return free
}

// Len returns how many numbers a list has.
func (x List) Len() int { return int(x.n) }

// Get returns the numbers of a list.
func (l *Lists) Get(x List) []int32 {
	if x.n == 0 {
		return nil
	}
	at := x.at % pageSize
	return l.pages[x.at/pageSize][at : at+x.n : at+x.n]
}

// Push adds a number to a list. Where the list moves, what was read of it before stays as it was.
func (l *Lists) Push(x *List, v int32) {
	if x.n == 0 || x.n > 1 && x.n&(x.n-1) == 0 {
		old := *x
		x.at = l.room(max(2*x.n, 2))
		copy(l.pages[x.at/pageSize][x.at%pageSize:], l.Get(old))
		if old.n > 0 {
			class := bits.Len32(old.n)
			l.left[class] = append(l.left[class], old.at)
		}
	}
	l.pages[x.at/pageSize][x.at%pageSize+x.n] = v
	x.n++
}

// Settle lets what lists left be used again. Nobody may still hold what was read of them.
func (l *Lists) Settle() {
	for class, left := range l.left {
		l.empty[class] = append(l.empty[class], left...)
		l.left[class] = left[:0]
	}
}

// room returns where a number of numbers have room.
func (l *Lists) room(n uint32) uint32 {
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
		l.pages = append(l.pages, Take(&l.free, pageSize))
		l.page, l.used = len(l.pages)-1, 0
	}
	at := l.page*pageSize + l.used
	l.used += int(n)
	return uint32(at)
}
