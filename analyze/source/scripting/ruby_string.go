package scripting

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// rubyText is a string of Ruby: in apostrophes or after %q, or one that interprets escapes.
type rubyText struct{ delimited }

// escapeSign writes a number sign that would insert a value.
func escapeSign(_, r, next rune) string {
	if r == '#' && (next <= 0 || next == '{' || next == '$' || next == '@') {
		return `\#`
	}
	return ""
}

func (f rubyText) Read(text string) ([]rune, bool) {
	return readRuby(kindString, f, string(f.before), text, string(f.close), f.inserts)
}

// readRuby returns the value of text of the given form if it is one token of the given kind together with
// what stands around it. Nothing may be inserted in it where code would be.
func readRuby(kind byte, f literal.Decoder, before, text, behind string, inserts bool) ([]rune, bool) {
	return literal.Read(before, text, behind, func(src []byte) bool {
		r := newRuby(&scan.State{Src: src})
		r.read(0, false)
		return r.isOne(kind) && utf8.ValidString(text) && !(inserts && insertsRuby(src, len(before), len(before)+len(text)) >= 0)
	}, f.Decode)
}

// insertsRuby returns the offset of the next number sign from i on that inserts a value, or -1.
func insertsRuby(src []byte, i, end int) int {
	for ; i+1 < end; i++ {
		switch src[i] {
		case '\\':
			i++
		case '#':
			switch c := src[i+1]; {
			case c == '{', c == '$' && i+2 < end && beginsGlobal(src[i+2]), c == '@' && i+2 < end && beginsMember(src[i+2]):
				return i
			}
		}
	}
	return -1
}

// beginsGlobal reports whether a global variable goes on with c behind its dollar.
func beginsGlobal(c byte) bool {
	return scan.ByteClass[c]&scan.ByteName != 0 || strings.IndexByte("~*?!@/;,.=:<>\"&`'+", c) >= 0
}

// beginsMember reports whether a variable of an object or class goes on with c behind its sign.
func beginsMember(c byte) bool {
	return c == '@' || c != '$' && scan.ByteClass[c]&scan.ByteName != 0 && scan.ByteClass[c]&scan.ByteDigit == 0
}

// rubyRegex is a regex literal of Ruby.
type rubyRegex struct {
	before      []byte // the delimiter in front of the text, with %r
	open, close byte
}

// keepsEscape reports whether a backslash stays in front of the closing delimiter: where the delimiter
// means something in a regex. In front of any other it is taken away.
func (f rubyRegex) keepsEscape() bool { return strings.IndexByte("$*+.?^|)]}>", f.close) >= 0 }

// Decode appends src[i:end], text without inserted code.
func (f rubyRegex) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	for run := i; ; {
		for i < end && src[i] != '\\' {
			i++
		}
		v.Verbatim(src, run, i)
		if i+1 >= end {
			v.Verbatim(src, i, end)
			return ""
		}
		run = i
		switch c := src[i+1]; {
		case c == '\n': // a continued line
			run = i + 2
		case c == '\r' && i+2 < end && src[i+2] == '\n':
			run = i + 3
		case c == f.close && !f.keepsEscape():
			v.Character(rune(c), i, i+2)
			run = i + 2
		case c == 'c' || c == 'C' || c == 'M': // Ruby passes on a character by its number
			if c, n, ok := literal.ControlEscape(src[i:end]); ok {
				for _, digit := range fmt.Sprintf(`\x%02X`, c) {
					v.Character(digit, i, i+n)
				}
				run = i + n
			}
		}
		if i += 2; run > i {
			i = run
		}
	}
}

func (f rubyRegex) Write(points []rune) (string, error) {
	if f.keepsEscape() {
		return writePattern(points, 0)
	}
	return writePattern(points, f.close)
}

// Fit returns a pattern of the same meaning that the literal can hold.
func (f rubyRegex) Fit(points []rune) ([]rune, error) {
	var out []rune
	for i := 0; i < len(points); i++ {
		c := points[i]
		next := rune(0)
		if i+1 < len(points) {
			next = points[i+1]
		}
		switch {
		case c == '\\' && next == '\n':
			out = append(out, '\\', 'n')
			i++
		case c == '\\' && next == rune(f.close) && !f.keepsEscape():
			out = append(out, next)
			i++
		case c == '\\' && (next == 'c' || next == 'C' || next == 'M'):
			if x, n, ok := literal.ControlEscape([]byte(string(points[i:min(len(points), i+4)]))); ok {
				out = append(out, []rune(fmt.Sprintf(`\x%02X`, x))...)
				i += n - 1
				continue
			}
			out = append(out, c, next)
			i++
		case c == '\\' && i+1 < len(points):
			out = append(out, c, next)
			i++
		case c == '\r':
			out = append(out, '\\', 'r')
		case c == 0:
			out = append(out, []rune(`\x00`)...)
		case c == '#' && (next == '{' || next == '$' || next == '@'):
			out = append(out, '\\', c)
		default:
			out = append(out, c)
		}
	}
	if f.keepsEscape() {
		return fitDelimiters(rune(f.open), rune(f.close))(out)
	}
	return fitDelimiters(0, 0)(out) // only the check of its end
}

func (f rubyRegex) Read(text string) ([]rune, bool) {
	return readRuby(kindRegex, f, string(f.before), text, string(f.close), true)
}

// RubyString is a string, symbol or list of words of Ruby, or what runs a command.
type RubyString struct {
	// Start and End are the offsets of its text.
	Start, End int
	// Kind is what it is: a quote, ':' for a symbol, 'w' or 'i' for words, 'x' for a command.
	Kind byte

	src  []byte
	form delimited
}

// NewRubyString returns the string of which src[start:end] is the token.
func NewRubyString(src []byte, start, end int) RubyString {
	s := RubyString{src: src, Start: start + 1, End: end, Kind: '"'}
	at := start
	switch c := src[start]; c {
	case '?':
		s.form = delimited{inserts: src[min(start+1, end-1)] == '\\', spelling: &literal.Ruby, open: c, close: c}
		return s
	case ':':
		s.Kind = ':'
		if at++; at >= end || src[at] != '"' && src[at] != '\'' {
			s.form = delimited{open: c, close: c}
			return s
		}
	case '%':
		if at+2 < end && scan.ByteClass[src[at+1]]&scan.ByteName != 0 {
			at++
			switch src[at] | 0x20 {
			case 'w', 'i', 'x':
				s.Kind = src[at] | 0x20
			case 's':
				s.Kind = ':'
			}
		}
	case '`':
		s.Kind = 'x'
	}
	inserts := true
	switch src[at] {
	case 'q', 'w', 'i', 's', '\'':
		inserts = false
	}
	if src[start] == '%' && at+1 < end {
		at = at + 1
	}
	open := src[min(at, end-1)]
	s.form = delimited{open: open, close: scan.MateOf(open), inserts: inserts, spelling: &literal.Ruby}
	s.Start = min(at+1, end)
	if s.End = end; end > s.Start && src[end-1] == s.form.close {
		s.End--
	}
	return s
}

// Text returns the characters that the text between two offsets denotes. known is false where an escape in it
// denotes none.
func (s *RubyString) Text(start, end int) (text string, known bool) {
	return s.form.text(s.src, start, end)
}

// RubyText returns the characters that src[start:end] denotes, text of a heredoc that interprets escapes.
func RubyText(src []byte, start, end int) (text string, known bool) {
	return delimited{inserts: true, spelling: &literal.Ruby}.text(src, start, end)
}

func (f delimited) text(src []byte, start, end int) (text string, known bool) {
	var v literal.Constant
	if reason := f.Decode(&v, src, start, end); reason != "" {
		return "", false
	}
	return string(v.Text), true
}
