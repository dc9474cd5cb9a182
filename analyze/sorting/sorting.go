// Package sorting sorts what is not sorted often. The functions of slices are compiled anew for each type, at some
// eight kilobytes each, which for a hundred types is a megabyte of the program; this is compiled once.
package sorting

import (
	"reflect"
	"slices"
)

// Stable sorts by an order as [slices.SortStableFunc] does: what is equal stays as it was. It takes the memory of
// another slice.
func Stable[S ~[]E, E any](s S, compare func(a, b E) int) {
	stable(s, len(s), func(i, j int) int { return compare(s[i], s[j]) })
}

// stable sorts the n members of a slice by compare, which takes their places before.
func stable(slice any, n int, compare func(i, j int) int) {
	if n < 2 {
		return
	}
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, compare)
	into := reflect.ValueOf(slice)
	sorted := reflect.MakeSlice(into.Type(), n, n)
	for i, from := range places {
		sorted.Index(i).Set(into.Index(from))
	}
	reflect.Copy(into, sorted)
}
