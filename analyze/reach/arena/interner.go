package arena

import "slices"

// Interner numbers lists. Number 0 is the empty list.
type Interner[T comparable] struct {
	by   map[link[T]]int32
	all  [][]T   // by their numbers
	rest []int32 // the number of each without its first
}

// link is a list by its first and the number of the rest.
type link[T comparable] struct {
	first T
	rest  int32
}

// NewInterner returns an interner that knows the empty list alone.
func NewInterner[T comparable]() Interner[T] {
	return Interner[T]{map[link[T]]int32{}, [][]T{nil}, []int32{0}}
}

// Before returns the number of a list with something before it.
func (x *Interner[T]) Before(first T, rest int32) int32 {
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

// ID returns the number of a list.
func (x *Interner[T]) ID(list []T) int32 {
	id := int32(0)
	for _, one := range slices.Backward(list) {
		id = x.Before(one, id)
	}
	return id
}

// List returns the list of a number, which the caller leaves as it is.
func (x *Interner[T]) List(id int32) []T { return x.all[id] }

// Rest returns the number of a list without its first.
func (x *Interner[T]) Rest(id int32) int32 { return x.rest[id] }

// Len returns how many lists have numbers, none in the zero Interner, which is not to be used.
func (x *Interner[T]) Len() int { return len(x.all) }
