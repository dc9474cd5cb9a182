package javascript

import (
	"bytes"
	"unicode/utf8"

	"snag/analyze/source/scan"
)

// stringEnd returns the offset behind the string whose opening quote is at i. A string that does not
// end on its line ends there.
func stringEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case quote:
			return i + 1
		case '\\':
			if i+2 < len(src) && src[i+1] == '\r' && src[i+2] == '\n' {
				i++
			}
			i++
		case '\n', '\r':
			return i
		}
	}
	return len(src)
}

// regexEnd returns the offset of the slash that ends the regex literal whose opening slash is at i,
// and the offset behind its flags. ok is false when there is no regex literal.
func regexEnd(src []byte, i int) (slash, end int, ok bool) {
	class := false
	for i++; i < len(src); i++ {
		switch src[i] {
		case '/':
			if !class {
				return i, scan.NameEnd(src, i+1), true
			}
		case '[':
			class = true
		case ']':
			class = false
		case '\\':
			if i++; i >= len(src) || src[i] == '\n' || src[i] == '\r' {
				return 0, 0, false
			}
			if _, newline := scan.WideSpace(src, i); newline {
				return 0, 0, false
			}
		case '\n', '\r':
			return 0, 0, false
		case 0xE2:
			if _, newline := scan.WideSpace(src, i); newline {
				return 0, 0, false
			}
		}
	}
	return 0, 0, false
}

// skipSpace returns the offset of the first byte from i that belongs neither to white space nor to a
// comment. newline reports whether a line ended on the way.
func skipSpace(src []byte, i int) (next int, newline bool) {
	for i < len(src) {
		c := src[i]
		switch {
		case c == '\n' || c == '\r':
			newline = true
			i++
		case scan.ByteClass[c]&scan.ByteSpace != 0:
			i++
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			i = scan.LineEnd(src, i)
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			n := bytes.Index(src[i+2:], []byte("*/"))
			if n < 0 {
				return len(src), newline
			}
			newline = newline || bytes.IndexByte(src[i:i+n+2], '\n') >= 0
			i += n + 4
		case c >= utf8.RuneSelf:
			n, nl := scan.WideSpace(src, i)
			if n == 0 {
				return i, newline
			}
			newline = newline || nl
			i += n
		default:
			return i, newline
		}
	}
	return i, newline
}
