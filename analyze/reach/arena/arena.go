// Package arena is the memory of what has millions of small parts: pages that programs take one after the other, short
// lists of numbers that share pages, and numbers for pairs and other lists of numbers. It spares the collector of garbage
// what it would look at one by one. It does not know what the numbers stand for.
package arena

// Free empties pages and keeps them.
func Free[T any](to *[][]T, pages [][]T) {
	for _, page := range pages {
		clear(page)
	}
	*to = append(*to, pages...)
}

// Take returns an empty page.
func Take[T any](from *[][]T, size int) []T {
	if n := len(*from); n > 0 {
		page := (*from)[n-1]
		(*from)[n-1] = nil
		*from = (*from)[:n-1]
		return page
	}
	return make([]T, size)
}
