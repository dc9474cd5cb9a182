package scan

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Classes of bytes.
const (
	ByteName  = 1 << iota // may continue an identifier
	ByteDigit             // 0 to 9
	ByteSpace             // white space other than line ends
)

// ByteClass holds the classes of each byte. Those of characters outside ASCII belong to names.
var ByteClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= '0' && c <= '9':
			t[c] = ByteName | ByteDigit
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= utf8.RuneSelf:
			t[c] = ByteName
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			t[c] = ByteSpace
		}
	}
	return t
}()

// NumberEnd returns the end of the number that begins at i, separators, exponent and suffix included.
func NumberEnd(src []byte, i int) int {
	hex := src[i] == '0' && i+1 < len(src) && src[i+1]|0x20 == 'x'
	for i < len(src) {
		c := src[i]
		switch {
		case (c == '+' || c == '-') && !hex && src[i-1]|0x20 == 'e':
		case c == '.' && !hex:
		case c < utf8.RuneSelf && ByteClass[c]&ByteName != 0:
		default:
			return i
		}
		i++
	}
	return i
}

// WideSpace returns the length of the white space or line terminator outside ASCII that begins at i,
// or 0. newline reports whether it ends a line.
func WideSpace(src []byte, i int) (n int, newline bool) {
	switch src[i] {
	case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: // the lead bytes of all of them
	default:
		return 0, false
	}
	r, n := utf8.DecodeRune(src[i:])
	switch {
	case r == '\u2028' || r == '\u2029':
		return n, true
	case r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r):
		return n, false
	}
	return 0, false
}

// NameEnd returns the end of the identifier that begins or goes on at i.
func NameEnd(src []byte, i int) int {
	for i < len(src) {
		c := src[i]
		if c < utf8.RuneSelf {
			if ByteClass[c]&ByteName != 0 {
				i++
				continue
			}
			if c != '\\' || i+1 >= len(src) || src[i+1] != 'u' {
				return i
			}
			i += 2
			if i < len(src) && src[i] == '{' {
				for i < len(src) && src[i] != '}' && src[i] != '\n' {
					i++
				}
				if i < len(src) && src[i] == '}' {
					i++
				}
			}
			continue
		}
		if n, _ := WideSpace(src, i); n > 0 {
			return i
		}
		i++
		for i < len(src) && src[i]&0xC0 == 0x80 {
			i++
		}
	}
	return i
}

// LineEnd returns the offset of the line terminator that ends the line comment at i.
func LineEnd(src []byte, i int) int {
	// In growing steps, since the search for one terminator must not run far past another.
	for step := 128; i < len(src); step *= 2 {
		part := src[i:min(len(src), i+step)]
		if n := bytes.IndexByte(part, '\n'); n >= 0 {
			part = part[:n+1]
		}
		if n := bytes.IndexByte(part, '\r'); n >= 0 {
			part = part[:n+1]
		}
		for from := 0; ; from++ {
			n := bytes.IndexByte(part[from:], 0xE2)
			if n < 0 {
				break
			}
			from += n
			if _, newline := WideSpace(src, i+from); newline {
				return i + from
			}
		}
		i += len(part)
		if c := src[i-1]; c == '\n' || c == '\r' {
			return i - 1
		}
	}
	return len(src)
}

// WordEnd returns the end of the word of name characters that begins at i.
func WordEnd(src []byte, i int) int {
	for i < len(src) && ByteClass[src[i]]&ByteName != 0 {
		i++
	}
	return i
}

// QuotedEnd returns the offset behind the string whose opening quote is at i, in which a backslash
// escapes the next character, or the end of its line.
func QuotedEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case quote:
			return i + 1
		case '\\':
			i++
		case '\n':
			return i
		}
	}
	return len(src)
}

// IsQuoted reports whether src is one string on a line, in which a backslash escapes the next character.
func IsQuoted(src []byte) bool {
	return QuotedEnd(src, 0) == len(src) && src[len(src)-1] == src[0] && !bytes.ContainsAny(src, "\r\n")
}

// ContainsAny reports whether one of the words stands in src.
func ContainsAny(src []byte, words []string) bool {
	for _, w := range words {
		if bytes.Contains(src, []byte(w)) {
			return true
		}
	}
	return false
}

// HasPrefixFold reports whether b begins with the prefix, in whatever case.
func HasPrefixFold(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && strings.EqualFold(string(b[:len(prefix)]), prefix)
}

// MateOf returns the bracket that belongs to one.
func MateOf(b byte) byte {
	switch b {
	case ')':
		return '('
	case ']':
		return '['
	case '}':
		return '{'
	case '>':
		return '<'
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return b
}

// Closing returns the delimiter that ends what the given one begins.
func Closing(open byte) byte {
	switch open {
	case '(', '[', '{', '<':
		return MateOf(open)
	}
	return open
}
