package scripting

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
)

// text is the form of the string.
func (s pythonString) text() pythonText {
	return pythonText{raw: s.raw, bytes: s.bytes, format: s.format, quote: s.quote, triple: s.triple}
}

// decode appends src[i:end], text of a string without replacement fields.
func (f pythonText) decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	for run := i; ; {
		for i < end && src[i] != '\\' && src[i] != '\r' && (!f.format || src[i] != '{' && src[i] != '}') {
			i++
		}
		v.Verbatim(src, run, i)
		if i >= end {
			return ""
		}
		start := i
		switch c := src[i]; {
		case c == '\r': // CR and CRLF count as LF
			if i++; i < end && src[i] == '\n' {
				i++
			}
			v.Character('\n', start, i)
		case c == '{' || c == '}': // doubled
			if i += 2; i > end {
				return "the f-string has a single brace"
			}
			v.Character(rune(c), start, i)
		case f.raw || i+1 >= end:
			if i++; i < end && f.raw && src[i] != '\r' && (!f.format || src[i] != '{' && src[i] != '}') {
				i += max(1, runeLength(src[i:end]))
			}
			v.Verbatim(src, start, i)
		default:
			r, n, reason := f.escape(src[i:end])
			if reason != "" {
				return reason
			}
			if i += n; r >= 0 {
				v.Character(r, start, i)
			} else if r == keepBackslash {
				v.Verbatim(src, start, start+1)
				i = start + 1
			}
		}
		run = i
	}
}

func runeLength(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return n
}

// What an escape may be beside a character.
const (
	noCharacter   = -1 // nothing
	keepBackslash = -2 // no escape: the backslash stands for itself
)

// escape reads the escape sequence at the start of b, and returns what it denotes and its length.
func (f pythonText) escape(b []byte) (r rune, n int, reason string) {
	hex := func(digits int) (rune, int, string) {
		if len(b) < 2+digits {
			return 0, 0, "the string has an invalid escape"
		}
		v, err := strconv.ParseUint(string(b[2:2+digits]), 16, 32)
		if err != nil || v > utf8.MaxRune {
			return 0, 0, "the string has an invalid escape"
		}
		return rune(v), 2 + digits, ""
	}
	switch c := b[1]; c {
	case '\n':
		return noCharacter, 2, ""
	case '\r':
		if len(b) > 2 && b[2] == '\n' {
			return noCharacter, 3, ""
		}
		return noCharacter, 2, ""
	case '\\', '\'', '"':
		return rune(c), 2, ""
	case 'a':
		return '\a', 2, ""
	case 'b':
		return '\b', 2, ""
	case 'f':
		return '\f', 2, ""
	case 'n':
		return '\n', 2, ""
	case 'r':
		return '\r', 2, ""
	case 't':
		return '\t', 2, ""
	case 'v':
		return '\v', 2, ""
	case 'x':
		return hex(2)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		r, n = scan.Octal(b, 1, 3)
		if f.bytes {
			r &= 0xFF
		}
		return r, n, ""
	}
	if !f.bytes {
		switch b[1] {
		case 'u':
			return hex(4)
		case 'U':
			return hex(8)
		case 'N':
			if len(b) > 2 && b[2] == '{' {
				return 0, 0, "the string names a character by its Unicode name"
			}
			return 0, 0, "the string has an invalid escape"
		}
	}
	return keepBackslash, 1, ""
}

// pythonText is a string of Python without replacement fields.
type pythonText struct {
	raw, bytes, format bool
	quote              byte
	triple             bool
}

// errRawString is why a raw string refuses a pattern.
var errRawString = errors.New("a raw string cannot hold the quote, control character or backslash at its end")

func (f pythonText) Write(points []rune) (string, error) {
	var b strings.Builder
	for i, r := range points {
		if f.bytes && r > 0xFF {
			return "", fmt.Errorf("a bytes literal cannot hold %q", r)
		}
		if f.format && (r == '{' || r == '}') {
			b.WriteRune(r)
		}
		if f.raw {
			if wtf8.IsSurrogate(r) || f.bytes && r >= utf8.RuneSelf || r == '\r' || r == 0 {
				return "", errRawString
			}
			b.WriteRune(r)
			continue
		}
		switch {
		case r == '\\':
			// Not every backslash needs another one, but it is the safe way to write it.
			b.WriteString(`\\`)
		case r == rune(f.quote):
			if !f.triple || i+1 == len(points) || i > 0 && points[i-1] == r {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		case r == '\n' && f.triple:
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F || f.bytes && r >= utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		case wtf8.IsSurrogate(r) || r == '\uFEFF':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

func (f pythonText) Read(text string) ([]rune, bool) {
	quotes := string(f.quote)
	if f.triple {
		quotes = strings.Repeat(quotes, 3)
	}
	prefix := ""
	if f.raw {
		prefix = "r"
	}
	if f.bytes {
		prefix += "b"
	}
	if f.format {
		prefix += "f"
	}
	src := []byte(prefix + quotes + text + quotes)
	p := &python{code: newCode(&scan.State{Src: src}, len(src))}
	if end := p.readString(0, len(prefix)); end != len(src) || p.list[0].kind != kindString || len(p.fields) > 0 || !utf8.ValidString(text) {
		return nil, false
	}
	s := p.shape(0, len(src))
	if s.start+len(text) != s.end || s.triple != f.triple {
		return nil, false
	}
	var v literal.Constant
	if f.decode(&v, src, s.start, s.end) != "" {
		return nil, false
	}
	return wtf8.Decode(string(v.Text)), true
}
