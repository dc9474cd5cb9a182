package syntax

import "fmt"

// Error says why a pattern, or its flags, cannot be parsed.
type Error struct {
	// Pos is where the error begins, in code points from the start of the pattern (or of the flags).
	Pos int
	// Msg is the reason: for JavaScript as V8 words it, such as "Nothing to repeat".
	Msg string
	// Construct is what stands there if it belongs to other dialects, in the plural: "possessive
	// quantifiers". Else it is "".
	Construct string
	// Dialects are those that have the Construct, in their order.
	Dialects []Dialect
	// Owners says so in words, as in "branch resets (?|...) belong to pcre and perl": the Msg of dialects other
	// than JavaScript.
	Owners string
	// InFlags reports whether Pos counts in the flags.
	InFlags bool
	// Limit reports whether the pattern may be valid but exceeds a limit of the parser, or says what no
	// tree can: code that it runs, line ends that are two characters.
	Limit bool
}

// Error returns the reason with its position.
func (e *Error) Error() string {
	if e.InFlags {
		return fmt.Sprintf("flags, offset %d: %s", e.Pos, e.Msg)
	}
	return fmt.Sprintf("offset %d: %s", e.Pos, e.Msg)
}
