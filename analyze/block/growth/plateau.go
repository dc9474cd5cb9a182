package growth

import (
	"maps"
	"slices"
)

// Plateau returns the smallest size from which on the answers no longer grow, and their length in bytes,
// given the length of the answer to each size. It is 0 where they never grew, and where they grew up to a
// quarter of the largest size or further.
func Plateau(lengths map[int]int64) (n int, bytes int64) {
	sizes := slices.Sorted(maps.Keys(lengths))
	if len(sizes) < 3 {
		return 0, 0
	}
	last := lengths[sizes[len(sizes)-1]]
	at := len(sizes) - 1
	for at > 0 && lengths[sizes[at-1]] >= last-last/50 && lengths[sizes[at-1]] <= last+last/50 {
		at--
	}
	if last == 0 || lengths[sizes[0]] > last/2 || sizes[at] > sizes[len(sizes)-1]/4 {
		return 0, 0
	}
	return sizes[at], last
}
