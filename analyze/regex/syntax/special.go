package syntax

// IsSyntaxCharacter tells the characters that a pattern of ECMAScript gives a meaning (SyntaxCharacter).
func IsSyntaxCharacter(r rune) bool {
	switch r {
	case '^', '$', '\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|':
		return true
	}
	return false
}

// IsClassSetSyntaxCharacter tells the characters that must be escaped in a class of v
// (ClassSetSyntaxCharacter).
func IsClassSetSyntaxCharacter(r rune) bool {
	switch r {
	case '(', ')', '[', ']', '{', '}', '/', '-', '\\', '|':
		return true
	}
	return false
}
