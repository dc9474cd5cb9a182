// Package charset holds sets of characters as sorted ranges, their algebra, and the partition of
// several sets into disjoint classes.
package charset

// MaxRune is the largest code point, U+10FFFF. MaxUnit is the largest UTF-16 code unit.
const (
	MaxRune rune = 0x10FFFF
	MaxUnit rune = 0xFFFF
)

// Range is the inclusive interval of code points (or UTF-16 code units) from Lo to Hi.
type Range struct{ Lo, Hi rune }

// Set is a set of characters: ranges in ascending order that neither overlap nor touch.
// The nil Set is empty. A Set is never modified once made, so sets may share memory.
type Set []Range
