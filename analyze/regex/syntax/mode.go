package syntax

import "slices"

// Mode tells where a match may begin and how often a pattern is applied to one input.
type Mode uint8

// The modes. The zero Mode is Search.
const (
	Search Mode = iota // the first match anywhere
	Prefix             // a match at one given position only, as with the sticky flag
	Full               // a match of the whole input only
	All                // every match, one after the other, as in a global replace
)

var modeNames = [...]string{Search: "search", Prefix: "prefix", Full: "full", All: "all"}

// String returns the name of the mode in lower case, as ParseMode reads it.
func (m Mode) String() string { return modeNames[m] }

// ParseMode returns the mode of a name. The empty name stands for Search.
func ParseMode(name string) (m Mode, ok bool) {
	i := slices.Index(modeNames[:], name)
	return Mode(max(i, 0)), i >= 0 || name == ""
}

// Applied returns how a program applies t that asks for mode: the sticky flag makes a search a match at
// one position, the global flag makes it a search for all matches.
func (t *Tree) Applied(mode Mode) Mode {
	switch {
	case mode != Search:
		return mode
	case t.Flags.Has(Sticky):
		return Prefix
	case t.Flags.Has(Global):
		return All
	}
	return Search
}
