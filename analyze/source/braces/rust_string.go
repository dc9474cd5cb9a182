package braces

import (
	"bytes"
	"fmt"
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
)

// rustEnd returns the offset behind the string or character at i, or 0 where there is none but, say, a
// lifetime. closed reports whether it ends there by itself.
func rustEnd(src []byte, i int) (end int, closed bool) {
	for i < len(src) && (src[i] == 'b' || src[i] == 'c') {
		i++
	}
	raw := i < len(src) && src[i] == 'r'
	if raw {
		i++
	}
	hashes := 0
	for i < len(src) && src[i] == '#' && raw {
		i++
		hashes++
	}
	switch {
	case i >= len(src):
		return 0, false
	case src[i] == '\'' && !raw:
		return rustCharacter(src, i)
	case src[i] != '"':
		return 0, false
	case raw:
		mark := `"` + strings.Repeat("#", hashes)
		n := bytes.Index(src[i+1:], []byte(mark))
		if n < 0 {
			return len(src), false
		}
		return i + 1 + n + len(mark), true
	}
	for i++; i < len(src); i++ {
		switch src[i] {
		case '"':
			return i + 1, true
		case '\\':
			i++
		}
	}
	return len(src), false
}

// rustCharacter is rustEnd for a single quote.
func rustCharacter(src []byte, i int) (end int, closed bool) {
	if i+2 >= len(src) {
		return 0, false
	}
	if src[i+1] == '\\' {
		for end := i + 3; end < min(len(src), i+14); end++ {
			if src[end] == '\'' {
				return end + 1, true
			}
		}
		return 0, false
	}
	for end := i + 2; end < min(len(src), i+6); end++ {
		if src[end] == '\'' {
			return end + 1, true
		}
		if src[end] < 0x80 {
			break // a character of several bytes would go on
		}
	}
	return 0, false
}

// rustValue evaluates a string or character of Rust.
func rustValue(f *braceFolder, i, end, _ int) (v literal.Constant, ok bool) {
	f.work -= end - i
	if stop, closed := rustEnd(f.Src, i); !closed || stop != end {
		return f.fail("unterminated string")
	}
	var form rustString
	for ; f.Src[i] != '"' && f.Src[i] != '\''; i++ {
		switch f.Src[i] {
		case 'b':
			form.bytes = true
		case 'r':
			form.raw = true
		case '#':
			form.hashes++
		}
	}
	form.quote = f.Src[i]
	to := end - 1 - form.hashes
	if !form.decode(&v, f.Src, i+1, to) {
		return f.fail("the string has an escape that is no character")
	}
	v.Spelled(form, i+1, to)
	return v, true
}

// rustString is a string or character of Rust.
type rustString struct {
	raw, bytes bool
	hashes     int
	quote      byte
}

// decode appends the characters that src[i:end] denotes.
func (f rustString) decode(v *literal.Constant, src []byte, i, end int) bool {
	if f.raw {
		v.Verbatim(src, i, end)
		return true
	}
	for run := i; ; {
		for i < end && src[i] != '\\' {
			i++
		}
		v.Verbatim(src, run, i)
		if i >= end {
			return true
		}
		if i = f.escape(v, src, i, end); i < 0 {
			return false
		}
		run = i
	}
}

// escape reads the escape at i and returns its end, or -1 where it is not valid.
func (f rustString) escape(v *literal.Constant, src []byte, i, end int) int {
	if i+1 >= end {
		return -1
	}
	start, c := i, src[i+1]
	i += 2
	if n := strings.IndexByte(`nrt\0'"`, c); n >= 0 {
		v.Character(rune("\n\r\t\\\x00'\""[n]), start, i)
		return i
	}
	r := rune(-1)
	switch c {
	case '\n', '\r': // a continued line: the blanks that begin the next are passed over as well
		for i < end && (src[i] == ' ' || src[i] == '\t' || src[i] == '\n' || src[i] == '\r') {
			i++
		}
		return i
	case 'x':
		if i+2 <= end {
			r = scan.HexValue(src[i : i+2])
			i += 2
		}
		if r > 0x7F {
			return -1 // a byte, which is no character
		}
	case 'u':
		if i < end && src[i] == '{' {
			n := bytes.IndexByte(src[i:end], '}')
			if n > 1 && n < 12 {
				r = scan.HexValue(bytes.ReplaceAll(src[i+1:i+n], []byte("_"), nil))
				i += n + 1
			}
		}
	}
	if r < 0 {
		return -1
	}
	v.Character(r, start, i)
	return i
}

func (f rustString) Write(points []rune) (string, error) {
	if f.raw {
		return literal.VerbatimText(points)
	}
	var b strings.Builder
	for _, r := range points {
		switch {
		case wtf8.IsSurrogate(r):
			return "", literal.ErrSurrogate
		case r == rune(f.quote) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

func (f rustString) Read(text string) ([]rune, bool) {
	prefix := ""
	if f.bytes {
		prefix += "b"
		if strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) >= 0 {
			return nil, false
		}
	}
	if f.raw {
		prefix += "r" + strings.Repeat("#", f.hashes)
	}
	src := []byte(prefix + string(f.quote) + text + string(f.quote) + strings.Repeat("#", f.hashes))
	end, closed := rustEnd(src, 0)
	var v literal.Constant
	ok := closed && end == len(src) && f.decode(&v, src, len(prefix)+1, len(src)-1-f.hashes)
	return wtf8.Decode(string(v.Text)), ok
}
