package scripting

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
)

// rubyText is a string of Ruby: in apostrophes or after %q, or one that interprets escapes.
type rubyText struct {
	before      []byte // the delimiter in front of the text, with what tells the kind of string
	open, close byte
	inserts     bool
}

// decode appends src[i:end], text without inserted code.
func (f rubyText) decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	for run := i; ; {
		for i < end && src[i] != '\\' {
			i++
		}
		v.Verbatim(src, run, i)
		if i >= end {
			return ""
		}
		start := i
		switch {
		case i+1 >= end:
			v.Verbatim(src, i, end)
			return ""
		case !f.inserts:
			if c := src[i+1]; c == '\\' || c == f.open || c == f.close {
				v.Character(rune(c), i, i+2)
				i += 2
				run = i
			} else {
				run = i
				i++
			}
			continue
		}
		c, n, isByte := rubyEscape(src[i:end])
		i += n
		switch {
		case c == noCharacter:
		case c < noCharacter:
			return "the string has an invalid escape"
		case !isByte || c < utf8.RuneSelf:
			v.Character(c, start, i)
		default: // bytes that are UTF-8 together
			b := []byte{byte(c)}
			for i < end && !utf8.FullRune(b) && src[i] == '\\' && i+1 < end {
				c, n, isByte := rubyEscape(src[i:end])
				if !isByte || c < utf8.RuneSelf {
					break
				}
				b = append(b, byte(c))
				i += n
			}
			c, size := utf8.DecodeRune(b)
			if c == utf8.RuneError || size != len(b) {
				return fmt.Sprintf("the string has the byte %#x, which is not text", b[0])
			}
			v.Character(c, start, i)
		}
		run = i
	}
}

// rubyEscape reads the escape sequence at the start of b and returns what it denotes, noCharacter for
// nothing, less for one that is not valid, and its length.
func rubyEscape(b []byte) (c rune, n int, isByte bool) {
	switch b[1] {
	case '\n':
		return noCharacter, 2, false
	case 'n':
		return '\n', 2, false
	case 't':
		return '\t', 2, false
	case 'r':
		return '\r', 2, false
	case 's':
		return ' ', 2, false
	case 'e':
		return 0x1B, 2, false
	case 'a':
		return '\a', 2, false
	case 'b':
		return '\b', 2, false
	case 'v':
		return '\v', 2, false
	case 'f':
		return '\f', 2, false
	case '0', '1', '2', '3', '4', '5', '6', '7':
		c, n = scan.Octal(b, 1, 3)
		return c & 0xFF, n, true
	case 'x':
		for n = 2; n < len(b) && n < 4 && scan.IsHex(b[n]); n++ {
		}
		v, err := strconv.ParseUint(string(b[2:n]), 16, 32)
		if err != nil {
			return keepBackslash, 2, false
		}
		return rune(v), n, true
	case 'u':
		from, to := 2, 6
		if len(b) > 2 && b[2] == '{' {
			for from, to = 3, 3; to < len(b) && scan.IsHex(b[to]); to++ {
			}
			if n = to + 1; to >= len(b) || b[to] != '}' {
				return keepBackslash, 2, false // several characters, which is rare
			}
		} else if n = to; to > len(b) {
			return keepBackslash, 2, false
		}
		v, err := strconv.ParseUint(string(b[from:to]), 16, 32)
		if err != nil || v > utf8.MaxRune {
			return keepBackslash, 2, false
		}
		return rune(v), n, false
	case 'c', 'C', 'M':
		c, n, ok := controlEscape(b)
		if !ok {
			return keepBackslash, 2, false
		}
		return c, n, true
	}
	c, n = utf8.DecodeRune(b[1:])
	return c, n + 1, false
}

// controlEscape reads \cx, \C-x and \M-x.
func controlEscape(b []byte) (c rune, n int, ok bool) {
	n = 2
	meta, control := b[1] == 'M', b[1] != 'M'
	if b[1] != 'c' {
		if len(b) < 4 || b[2] != '-' {
			return 0, 0, false
		}
		n = 3
	}
	if n >= len(b) || b[n] == '\\' || b[n] >= utf8.RuneSelf {
		return 0, 0, false // one within the other is rare
	}
	c = rune(b[n])
	if control && c == '?' {
		c = 0x7F
	} else if control {
		c &= 0x1F
	}
	if meta {
		c |= 0x80
	}
	return c, n + 1, true
}

func (f rubyText) Write(points []rune) (string, error) {
	var b strings.Builder
	for i, c := range points {
		next := rune(0)
		if i+1 < len(points) {
			next = points[i+1]
		}
		delimiter := c == rune(f.open) || c == rune(f.close)
		switch {
		case wtf8.IsSurrogate(c):
			return "", literal.ErrSurrogate
		case !f.inserts:
			if delimiter || c == '\\' && (next == '\\' || next == rune(f.open) || next == rune(f.close) || next == 0) {
				b.WriteByte('\\')
			}
			b.WriteRune(c)
		case c == '\\' || delimiter || c == '#' && (next == 0 || next == '{' || next == '$' || next == '@'):
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String(), nil
}

func (f rubyText) Read(text string) ([]rune, bool) {
	src := []byte(string(f.before) + text + string(f.close))
	r := newRuby(&scan.State{Src: src})
	r.read(0, false)
	if len(r.list) != 1 || r.list[0].kind != kindString || r.end(0) != len(src) || !utf8.ValidString(text) ||
		f.inserts && insertsRuby(src, len(f.before), len(src)-1) >= 0 {
		return nil, false
	}
	var v literal.Constant
	if f.decode(&v, src, len(f.before), len(src)-1) != "" {
		return nil, false
	}
	return wtf8.Decode(string(v.Text)), true
}

// insertsRuby returns the offset of the next number sign from i on that inserts a value, or -1.
func insertsRuby(src []byte, i, end int) int {
	for ; i+1 < end; i++ {
		switch src[i] {
		case '\\':
			i++
		case '#':
			c := src[i+1]
			if c == '{' {
				return i
			}
			if (c == '$' || c == '@') && i+2 < end {
				if d := src[i+2]; scan.ByteClass[d]&scan.ByteName != 0 && (d != '$' || c == '$') && scan.ByteClass[d]&scan.ByteDigit == 0 || c == '@' && d == '@' || c == '$' && d > ' ' && d != '\\' && d < utf8.RuneSelf && scan.ByteClass[d]&scan.ByteName == 0 && strings.IndexByte("~*$?!@/;,.=:<>\"&`'+", d) >= 0 || c == '$' && scan.ByteClass[d]&scan.ByteDigit != 0 {
					return i
				}
			}
		}
	}
	return -1
}

// rubyRegex is a regex literal of Ruby.
type rubyRegex struct {
	before      []byte // the delimiter in front of the text, with %r
	open, close byte
}

// keepsEscape reports whether a backslash stays in front of the closing delimiter: where the delimiter
// means something in a regex. In front of any other it is taken away.
func (f rubyRegex) keepsEscape() bool { return strings.IndexByte("$*+.?^|)]}>", f.close) >= 0 }

// decode appends src[i:end], text without inserted code.
func (f rubyRegex) decode(v *literal.Constant, src []byte, i, end int) (reason string) {
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
			if c, n, ok := controlEscape(src[i:end]); ok {
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
	var out []rune
	for i := 0; i < len(points); i++ {
		c := points[i]
		if c == rune(f.close) && !f.keepsEscape() {
			out = append(out, '\\')
		} else if c == '\\' && i+1 < len(points) {
			out = append(out, c)
			i++
			c = points[i]
		}
		out = append(out, c)
	}
	return literal.VerbatimText(out)
}

func (f rubyRegex) Read(text string) ([]rune, bool) {
	src := []byte(string(f.before) + text + string(f.close))
	r := newRuby(&scan.State{Src: src})
	r.read(0, false)
	end := len(src) - 1
	if len(r.list) != 1 || r.list[0].kind != kindRegex || r.end(0) != len(src) || !utf8.ValidString(text) || insertsRuby(src, len(f.before), end) >= 0 {
		return nil, false
	}
	var v literal.Constant
	if f.decode(&v, src, len(f.before), end) != "" {
		return nil, false
	}
	return wtf8.Decode(string(v.Text)), true
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
			if x, n, ok := controlEscape([]byte(string(points[i:min(len(points), i+4)]))); ok {
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
