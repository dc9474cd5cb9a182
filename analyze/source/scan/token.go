package scan

// Token is a token of JavaScript, TypeScript, Python, PHP or Ruby. Comments are none.
type Token struct {
	Start, End int32 // in bytes
	// Kind is one of the constants below, or the first byte of the punctuator.
	Kind byte
	// Opens and Closes report whether code nests in brackets, or in a template, element or f-string. The
	// text between two pieces of code in one of these does both.
	Opens, Closes bool
	// Line reports whether a line ended in front of the token, in JavaScript.
	Line bool
	// Brace is what an opening brace of JavaScript begins.
	Brace Brace
	// Indent is the indentation behind a TokenLine.
	Indent int32
}

// Kinds of tokens beside punctuators.
const (
	TokenName     = 'a' // an identifier or keyword, or a private name with its number sign
	TokenNumber   = '0'
	TokenString   = 's' // with quotes and prefixes
	TokenRegex    = 'r'
	TokenText     = 't' // a template, an element of JSX or an f-string, or the part of one up to the code in it
	TokenArrow    = 'A' // => of JavaScript, -> of the others
	TokenWalrus   = 'W' // := of Python
	TokenSpread   = 'd' // ...
	TokenVariable = 'v' // of PHP and Ruby, with its sigil
	TokenOperator = 'o' // one of several characters that assigns or compares; of PHP and Ruby any of several
	TokenLine     = '\n'
)

// Brace is what an opening brace begins.
type Brace uint8

// What an opening brace begins. A type of TypeScript counts as an object.
const (
	Block Brace = iota
	Body        // of a function
	Object
	Class
)

// Script is the tokens of a file in JavaScript or TypeScript, or of one script in markup.
type Script struct {
	Tokens []Token
	// End is the offset behind the script.
	End int
	// Typed reports whether it is TypeScript.
	Typed bool
}

// Heredoc is where the text of a heredoc stands, without the line that ends it. The first and last of the
// TokenTexts of one with code in it stand at the token that announces it: the first begins and the last ends
// there.
type Heredoc struct{ Start, End int32 }
