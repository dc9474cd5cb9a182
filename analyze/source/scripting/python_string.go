package scripting

import (
	"errors"
	"fmt"
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

// Decode appends src[i:end], text of a string without replacement fields.
func (f pythonText) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
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
			if i, reason = f.spelling().Append(v, src, i, end); reason != "" {
				return reason
			}
		}
		run = i
	}
}

func runeLength(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return n
}

// pythonText is a string of Python without replacement fields.
type pythonText struct {
	raw, bytes, format bool
	quote              byte
	triple             bool
}

// errRawString is why a raw string refuses a pattern.
var errRawString = errors.New("a raw string cannot hold the quote, control character or backslash at its end")

// spelling returns the spelling of a string that is not raw.
func (f pythonText) spelling() *literal.Spelling {
	if f.bytes {
		return &literal.PythonBytes
	}
	return &literal.Python
}

func (f pythonText) Write(points []rune) (string, error) {
	if f.raw {
		return f.writeRaw(points)
	}
	for _, r := range points {
		if err := f.holds(r); err != nil {
			return "", err
		}
	}
	return f.spelling().Write(points, "", func(before, r, next rune) string {
		switch {
		case f.format && (r == '{' || r == '}'):
			return string(r) + string(r)
		case r == rune(f.quote) && (!f.triple || next < 0 || before == r):
			return `\` + string(r)
		case r == '\n' && f.triple:
			return "\n"
		case f.bytes && r >= utf8.RuneSelf:
			return fmt.Sprintf(`\x%02x`, r)
		}
		return ""
	})
}

// holds returns why a bytes literal cannot hold a character.
func (f pythonText) holds(r rune) error {
	if f.bytes && r > 0xFF {
		return fmt.Errorf("a bytes literal cannot hold %q", r)
	}
	return nil
}

// writeRaw writes a raw string.
func (f pythonText) writeRaw(points []rune) (string, error) {
	var b strings.Builder
	for _, r := range points {
		if err := f.holds(r); err != nil {
			return "", err
		}
		if wtf8.IsSurrogate(r) || f.bytes && r >= utf8.RuneSelf || r == '\r' || r == 0 {
			return "", errRawString
		}
		if b.WriteRune(r); f.format && (r == '{' || r == '}') {
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
	return literal.Read(prefix+quotes, text, quotes, func(src []byte) bool {
		p := newPython(&scan.State{Src: src})
		if p.readString(0, len(prefix)) != len(src) || !p.isOne(kindString) || !utf8.ValidString(text) || len(p.fields) > 0 {
			return false
		}
		s := p.shape(0, len(src))
		return s.end-s.start == len(text) && s.triple == f.triple
	}, f.Decode)
}

// PythonText returns the characters that src[start:end] denotes, text of a string without its quotes, or of
// an f-string between its fields. known is false where a character is told by a name that is not known.
func PythonText(src []byte, start, end int, raw, bytes, format bool) (text string, known bool) {
	var v literal.Constant
	if reason := (pythonText{raw: raw, bytes: bytes, format: format}).Decode(&v, src, start, end); reason != "" {
		return "", false
	}
	return string(v.Text), true
}
