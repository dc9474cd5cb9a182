// Package braces reads languages that have blocks in braces and comments as C++ has them: C#, Java,
// Kotlin and Rust.
package braces

import (
	"bytes"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// braceLanguage is what the scanner must know about one of the languages that have blocks in braces
// and comments as C++ has them.
type braceLanguage struct {
	bit uint8
	// words are the texts of which a file must contain one to be worth a scan.
	words []string
	// nestedComments reports whether a comment may hold comments.
	nestedComments bool
	// keywordsDeclare reports whether a keyword begins a declaration and the type stands behind the name,
	// instead of a type in front of it.
	keywordsDeclare bool
	// linesEnd reports whether a statement ends with its line.
	linesEnd bool
	// preprocessed reports whether a line that begins with a number sign is for a preprocessor.
	preprocessed bool
	// backticks reports whether a name may stand between backticks, and hold any character.
	backticks bool
	// macros reports whether name!( is a call.
	macros bool

	// text returns the end of the string or character literal that begins at i, where a quote stands
	// or a name that ends in front of one, and 0 when none begins there.
	text func(src []byte, i int) int
	// value evaluates the literal src[i:end].
	value func(f *braceFolder, i, end, depth int) (literal.Constant, bool)
	// call tells what a call compiles. It is asked at the opening parenthesis; ok is false when the
	// call compiles no pattern.
	call func(s *braces, c *braceCall) (ok bool)
	// finish evaluates what is special about a call that compiles: its flags, and whether it does
	// compile its argument at all.
	finish func(s *braces, c *braceCall, l *literal.Literal) (ok bool)
	// function evaluates the call of the named function whose parenthesis is at open, in a constant
	// expression, and returns the offset behind it. name is as it is written, with its qualifiers.
	function func(f *braceFolder, name string, start, open, depth int) (v literal.Constant, end int, ok bool)
	// member evaluates the call of a method without arguments on a constant. nil when none is followed.
	member func(v *literal.Constant, name string) bool
	// method tells what the named method does with a pattern that it is called on, whether it returns
	// a matcher instead, and what it does with a pattern that is its first argument.
	method func(name string) (use literal.Use, matcher bool, argument literal.Use)
	// reads reports whether the named method only reads from a pattern or matcher; it may be nil.
	reads func(name string) bool
	// dialect returns the dialect of the patterns of a file.
	dialect func(src []byte) syntax.Dialect
}

// maxQuotedName is how long a name between backticks may be, in bytes.
const maxQuotedName = 1000

// Kinds of token. Other tokens are punctuators, which stand for themselves.
const (
	tokenEnd    = 0   // the end of the file
	tokenName   = 'a' // an identifier or keyword
	tokenText   = 's' // a string or character
	tokenNumber = '0' // a number
	tokenMember = '.' // . and ?. and ::
)

// token is a token and where it stands.
type braceToken struct {
	kind       byte
	start, end int
}

// braceLexer reads tokens. Comments are passed over.
type braceLexer struct {
	src  []byte
	at   int
	lang *braceLanguage
	// comment, if set, is called for each comment.
	comment func(start, end int)
	newline bool // a line ended in front of the token that was read last
}

// next reads a token.
func (x *braceLexer) next() braceToken {
	src := x.src
	x.newline = false
	for x.at < len(src) {
		i := x.at
		c := src[i]
		switch {
		case c == '\n' || c == '\r':
			x.newline = true
			x.at++
			continue
		case c <= ' ':
			x.at++
			continue
		case scan.ByteClass[c]&scan.ByteDigit != 0:
			x.at = scan.WordEnd(src, i)
			if x.at+1 < len(src) && src[x.at] == '.' && scan.ByteClass[src[x.at+1]]&scan.ByteDigit != 0 {
				x.at = scan.WordEnd(src, x.at+1)
			}
			return braceToken{tokenNumber, i, x.at}
		case c == '"' || c == '\'' || c == '@' || c == '$':
			if end := x.lang.text(src, i); end > 0 {
				x.at = end
				return braceToken{tokenText, i, end}
			}
			if c == '$' {
				break
			}
			x.at++
			return braceToken{c, i, x.at}
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*'):
			x.at = x.commentEnd(i)
			if x.comment != nil {
				x.comment(i, x.at)
			}
			if src[i+1] == '*' && bytes.IndexByte(src[i:x.at], '\n') >= 0 {
				x.newline = true
			}
			continue
		case c == '`' && x.lang.backticks:
			if n := bytes.IndexAny(src[i+1:min(len(src), i+1+maxQuotedName)], "`\n"); n > 0 && src[i+1+n] == '`' {
				x.at = i + n + 2
				return braceToken{tokenName, i, x.at}
			}
			x.at++
			return braceToken{c, i, x.at}
		case c == '?' && i+1 < len(src) && src[i+1] == '.':
			x.at += 2
			return braceToken{tokenMember, i, x.at}
		case c == ':' && i+1 < len(src) && src[i+1] == ':':
			x.at += 2
			return braceToken{tokenMember, i, x.at}
		case scan.ByteClass[c]&scan.ByteName == 0:
			x.at++
			return braceToken{c, i, x.at}
		}
		x.at = max(scan.WordEnd(src, i), i+1)
		if x.at < len(src) && (src[x.at] == '"' || src[x.at] == '\'' || src[x.at] == '#') && x.at-i <= 2 {
			if end := x.lang.text(src, i); end > 0 {
				x.at = end
				return braceToken{tokenText, i, end}
			}
		}
		return braceToken{tokenName, i, x.at}
	}
	return braceToken{tokenEnd, len(src), len(src)}
}

// commentEnd returns the end of the comment at i.
func (x *braceLexer) commentEnd(i int) int {
	src := x.src
	if src[i+1] == '/' {
		n := bytes.IndexByte(src[i:], '\n')
		if n < 0 {
			return len(src)
		}
		return i + n
	}
	if !x.lang.nestedComments {
		n := bytes.Index(src[i+2:], []byte("*/"))
		if n < 0 {
			return len(src)
		}
		return i + n + 4
	}
	depth := 0
	for i+1 < len(src) {
		switch {
		case src[i] == '/' && src[i+1] == '*':
			depth++
			i += 2
		case src[i] == '*' && src[i+1] == '/':
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return len(src)
}

// quotes returns how often the character at i stands there in a row.
func quotes(src []byte, i int) int {
	n := 1
	for i+n < len(src) && src[i+n] == src[i] {
		n++
	}
	return n
}
