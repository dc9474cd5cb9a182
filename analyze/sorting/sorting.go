// Package sorting sorts what is not sorted often. The functions of slices are compiled anew for each type, at some
// eight kilobytes each, which for a hundred types is a megabyte of the program; this is compiled once.
package sorting

import "slices"

// Stable sorts by an order as [slices.SortStableFunc] does: what is equal stays as it was. It takes the memory of
// another slice.
func Stable[S ~[]E, E any](s S, compare func(a, b E) int) {
	places := order(len(s), func(i, j int) int { return compare(s[i], s[j]) })
	sorted := make(S, len(s))
	for i, from := range places {
		sorted[i] = s[from]
	}
	copy(s, sorted)
}

// order returns the numbers below n as compare orders them.
func order(n int, compare func(i, j int) int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, compare)
	return places
}
