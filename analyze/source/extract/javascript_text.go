package extract

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Classes of bytes.
const (
	byteName  = 1 << iota // may continue an identifier
	byteDigit             // 0 to 9
	byteSpace             // white space other than line ends
)

var byteClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= '0' && c <= '9':
			t[c] = byteName | byteDigit
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= utf8.RuneSelf:
			t[c] = byteName
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			t[c] = byteSpace
		}
	}
	return t
}()

// wideSpace returns the length of the white space or line terminator outside ASCII that begins at i,
// or 0. newline reports whether it ends a line.
func wideSpace(src []byte, i int) (n int, newline bool) {
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

// nameEnd returns the end of the identifier that begins or goes on at i.
func nameEnd(src []byte, i int) int {
	for i < len(src) {
		c := src[i]
		if c < utf8.RuneSelf {
			if byteClass[c]&byteName != 0 {
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
		if n, _ := wideSpace(src, i); n > 0 {
			return i
		}
		i++
		for i < len(src) && src[i]&0xC0 == 0x80 {
			i++
		}
	}
	return i
}

// numberEnd returns the end of the number that begins at i, separators, exponent and suffix included.
func numberEnd(src []byte, i int) int {
	hex := src[i] == '0' && i+1 < len(src) && src[i+1]|0x20 == 'x'
	for i < len(src) {
		c := src[i]
		switch {
		case (c == '+' || c == '-') && !hex && src[i-1]|0x20 == 'e':
		case c == '.' && !hex:
		case c < utf8.RuneSelf && byteClass[c]&byteName != 0:
		default:
			return i
		}
		i++
	}
	return i
}

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

// lineEnd returns the offset of the line terminator that ends the line comment at i.
func lineEnd(src []byte, i int) int {
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
			if _, newline := wideSpace(src, i+from); newline {
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

// regexEnd returns the offset of the slash that ends the regex literal whose opening slash is at i,
// and the offset behind its flags. ok is false when there is no regex literal.
func regexEnd(src []byte, i int) (slash, end int, ok bool) {
	class := false
	for i++; i < len(src); i++ {
		switch src[i] {
		case '/':
			if !class {
				return i, nameEnd(src, i+1), true
			}
		case '[':
			class = true
		case ']':
			class = false
		case '\\':
			if i++; i >= len(src) || src[i] == '\n' || src[i] == '\r' {
				return 0, 0, false
			}
			if _, newline := wideSpace(src, i); newline {
				return 0, 0, false
			}
		case '\n', '\r':
			return 0, 0, false
		case 0xE2:
			if _, newline := wideSpace(src, i); newline {
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
		case byteClass[c]&byteSpace != 0:
			i++
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			i = lineEnd(src, i)
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			n := bytes.Index(src[i+2:], []byte("*/"))
			if n < 0 {
				return len(src), newline
			}
			newline = newline || bytes.IndexByte(src[i:i+n+2], '\n') >= 0
			i += n + 4
		case c >= utf8.RuneSelf:
			n, nl := wideSpace(src, i)
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
