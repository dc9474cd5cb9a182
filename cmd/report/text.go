package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a string in WTF-8: UTF-8 in which a lone surrogate may stand as three bytes. Its JSON
// form is the string of exactly these characters, a lone surrogate as \udXXX.
type Text string

// MarshalJSON encodes the text. Bytes that are not WTF-8 become U+FFFD.
func (t Text) MarshalJSON() ([]byte, error) {
	b := []byte{'"'}
	for s := string(t); s != ""; {
		r, size := decode(s)
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r < ' ' || r == 0x7F || r == 0x2028 || r == 0x2029 || isSurrogate(r):
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
		s = s[size:]
	}
	return append(b, '"'), nil
}

// UnmarshalJSON decodes the text.
func (t *Text) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	if len(b) < 2 || b[0] != '"' {
		return fmt.Errorf("%.20s is not a string", b)
	}
	var text []byte
	rest := b[1 : len(b)-1]
	plain := func(end int) error {
		var s string
		err := json.Unmarshal(slices.Concat([]byte{'"'}, rest[:end], []byte{'"'}), &s)
		text = append(text, s...)
		rest = rest[end:]
		return err
	}
	for i := 0; i < len(rest); {
		if rest[i] != '\\' {
			i++
			continue
		}
		// encoding/json replaces an escape that is half of a surrogate pair; everything else is left to it.
		unit := escapedUnit(rest[i:])
		switch {
		case !isSurrogate(unit):
			i += 2
		case unit < 0xDC00 && escapedUnit(rest[i+6:])>>10 == 0xDC00>>10:
			i += 12
		default:
			if err := plain(i); err != nil {
				return err
			}
			text = append(text, 0xE0|byte(unit>>12), 0x80|byte(unit>>6)&0x3F, 0x80|byte(unit)&0x3F)
			rest, i = rest[6:], 0
		}
	}
	if err := plain(len(rest)); err != nil {
		return err
	}
	*t = Text(text)
	return nil
}

// escapedUnit returns the code unit of the \uXXXX at the start of b, or 0.
func escapedUnit(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(unit)
}

var (
	_ json.Marshaler   = Text("")
	_ json.Unmarshaler = (*Text)(nil)
)

func isSurrogate(r rune) bool { return 0xD800 <= r && r <= 0xDFFF }

// decode returns the first code point of a non-empty WTF-8 string and its length in bytes.
// A byte that belongs to none is U+FFFD of length 1.
func decode(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 && len(s) >= 3 && s[0] == 0xED &&
		s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, size
}

// Visible returns s fit for a terminal: control characters, bidirectional controls, invisible and
// unassigned characters, lone surrogates and bytes that are no characters are written as \n, \x1b,
// \u202e or \u{e0001}. Line breaks are escaped as well.
func Visible(s string) string {
	var b strings.Builder
	for s != "" {
		r, size := decode(s)
		b.WriteString(visibleRune(r, size == 1))
		s = s[size:]
	}
	return b.String()
}

func visibleRune(r rune, oneByte bool) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case unicode.IsPrint(r) && !(r == utf8.RuneError && oneByte):
		return string(r)
	case r <= 0xFF:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\u{%x}`, r)
	}
}

// VisibleMarks is Visible for a text with marks, which are moved to the code points of the result.
func VisibleMarks(s string, marks []Mark) (string, []Mark) {
	var b strings.Builder
	at := []int{0} // at[i] is where code point i of s begins in the result
	for n := 0; s != ""; {
		r, size := decode(s)
		v := visibleRune(r, size == 1)
		b.WriteString(v)
		n += utf8.RuneCountInString(v)
		at = append(at, n)
		s = s[size:]
	}
	moved := make([]Mark, len(marks))
	for i, m := range marks {
		last := len(at) - 1
		moved[i] = Mark{Start: at[min(max(m.Start, 0), last)], End: at[min(max(m.End, 0), last)]}
	}
	return b.String(), moved
}

// Ellipsis stands for what is left out of a line.
const Ellipsis = "…"

// Clip returns a text on one line, each stretch of white space as one space, and at most that many code points of it, of
// which the last is an Ellipsis where something is left out. most is at least 1.
func Clip(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + Ellipsis
	}
	return text
}

// TraceWords lists the places of a trace on one line, each with what stands there; of one in the same file as the place
// before it the line alone.
func TraceWords(steps []Location) string {
	words := make([]string, len(steps))
	for i, s := range steps {
		file := s.File
		if i > 0 && file == steps[i-1].File {
			file = ""
		}
		words[i] = JoinWords(fmt.Sprintf("%s:%d", file, s.Start.Line), s.Code)
	}
	return strings.Join(words, " → ")
}

// VisibleLines is Visible for a text of several lines.
func VisibleLines(s string) []string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(Visible(line), " ")
	}
	return lines
}

// JoinWords joins those of the words that are not empty, with a space between two.
func JoinWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}
