package syntax

import "fmt"

// The limits of the parser. V8 gives up at a similar depth.
const (
	MaxDepth = 10_000  // how deep groups and classes may nest
	MaxNodes = 1 << 21 // how many nodes a tree may have
	// MaxMembers is how many ranges and strings the sets that a pattern names in classes may have
	// together: a megabyte of \p{L} would have a hundred million.
	MaxMembers = 1 << 22
)

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
	// InFlags reports whether Pos counts in the flags.
	InFlags bool
	// Limit reports whether the pattern may be valid but exceeds MaxDepth, MaxNodes or MaxMembers, or
	// says what no tree can: code that it runs, line ends that are two characters.
	Limit bool
}

// Error returns the reason with its position.
func (e *Error) Error() string {
	if e.InFlags {
		return fmt.Sprintf("flags, offset %d: %s", e.Pos, e.Msg)
	}
	return fmt.Sprintf("offset %d: %s", e.Pos, e.Msg)
}

// The reasons, in V8's words.
const (
	msgInvalidFlags          = "Invalid flags"
	msgTooLarge              = "Regular expression too large"
	msgUnterminatedGroup     = "Unterminated group"
	msgUnmatchedParen        = "Unmatched ')'"
	msgEscapeAtEnd           = `\ at end of pattern`
	msgInvalidPropertyName   = "Invalid property name"
	msgInvalidClassProperty  = "Invalid property name in character class"
	msgInvalidEscape         = "Invalid escape"
	msgInvalidClassEscape    = "Invalid class escape"
	msgInvalidDecimalEscape  = "Invalid decimal escape"
	msgInvalidUnicodeEscape  = "Invalid Unicode escape"
	msgNothingToRepeat       = "Nothing to repeat"
	msgLoneBrackets          = "Lone quantifier brackets"
	msgQuantifierOutOfOrder  = "numbers out of order in {} quantifier"
	msgInvalidQuantifier     = "Invalid quantifier"
	msgIncompleteQuantifier  = "Incomplete quantifier"
	msgInvalidGroup          = "Invalid group"
	msgRepeatedFlag          = "Repeated flag in flag group"
	msgMultipleDashes        = "Multiple dashes in flag group"
	msgInvalidFlagGroup      = "Invalid flag group"
	msgInvalidGroupName      = "Invalid capture group name"
	msgDuplicateGroupName    = "Duplicate capture group name"
	msgInvalidNamedReference = "Invalid named reference"
	msgUnknownNamedReference = "Invalid named capture referenced"
	msgInvalidClass          = "Invalid character class"
	msgUnterminatedClass     = "Unterminated character class"
	msgRangeOutOfOrder       = "Range out of order in character class"
	msgInvalidSetOperation   = "Invalid set operation in character class"
	msgInvalidCharacter      = "Invalid character in character class"
	msgNegatedClassOfStrings = "Negated character class may contain strings"
)

// The reasons for errors outside of JavaScript.
const (
	msgNoOperand       = "nothing to repeat"
	msgManyRepeats     = "a repetition is repeated"
	msgBadEscape       = "unknown escape"
	msgBadGroup        = "unknown group"
	msgBadName         = "invalid group name"
	msgBadReference    = "reference to a group that does not exist"
	msgOpenReference   = "reference to a group that is still open"
	msgBadFlags        = "invalid flags"
	msgBadCount        = "invalid counts"
	msgCountOrder      = "counts out of order"
	msgCountLarge      = "the count is too large"
	msgBadRange        = "range out of order"
	msgBadClass        = "invalid class"
	msgOpenClass       = "unterminated class"
	msgOpenComment     = "unterminated comment"
	msgBadCode         = "the code of the character is invalid"
	msgBadProperty     = "unknown property"
	msgBadPosix        = "unknown POSIX class"
	msgBadCondition    = "invalid condition"
	msgManyBranches    = "a conditional has at most two branches"
	msgLookbehindWidth = "a lookbehind must have a bounded width"
	msgLookbehindFixed = "a lookbehind must have a fixed width"
	msgDuplicateName   = "the name of the group is taken"
)
