package flow

import "slices"

// interner numbers lists. Number 0 is the empty list.
type interner[T comparable] struct {
	by   map[link[T]]int32
	all  [][]T
	rest []int32 // the number of each without its first
}

// link is a list by its first and the number of the rest.
type link[T comparable] struct {
	first T
	rest  int32
}

func newInterner[T comparable]() interner[T] {
	return interner[T]{map[link[T]]int32{}, [][]T{nil}, []int32{0}}
}

// before returns the number of a list with something before it.
func (x *interner[T]) before(first T, rest int32) int32 {
	key := link[T]{first, rest}
	if id, ok := x.by[key]; ok {
		return id
	}
	id := int32(len(x.all))
	x.by[key] = id
	x.all = append(x.all, append(append(make([]T, 0, 1+len(x.all[rest])), first), x.all[rest]...))
	x.rest = append(x.rest, rest)
	return id
}

// id returns the number of a list.
func (x *interner[T]) id(list []T) int32 {
	id := int32(0)
	for _, one := range slices.Backward(list) {
		id = x.before(one, id)
	}
	return id
}
