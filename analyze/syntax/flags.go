package syntax

import "strings"

// flagLetters holds the letter of flag 1<<i at i.
const flagLetters = "dgimsuvy"

// ParseFlags reads flags such as "gi". The error is an *Error: a letter that is no flag, a flag
// given twice, or u and v together.
func ParseFlags(s string) (Flags, error) {
	var flags Flags
	pos := 0
	for _, r := range s {
		i := strings.IndexRune(flagLetters, r)
		if i < 0 || flags&(1<<i) != 0 {
			return 0, &Error{Pos: pos, Msg: msgInvalidFlags, InFlags: true}
		}
		flags |= 1 << i
		if flags.Has(Unicode | UnicodeSets) {
			return 0, &Error{Pos: pos, Msg: msgInvalidFlags, InFlags: true}
		}
		pos++
	}
	return flags, nil
}

// Has reports whether all of want are set.
func (f Flags) Has(want Flags) bool { return f&want == want }

// String returns the letters of f in alphabetical order.
func (f Flags) String() string {
	var b strings.Builder
	for i := range flagLetters {
		if f&(1<<i) != 0 {
			b.WriteByte(flagLetters[i])
		}
	}
	return b.String()
}
