package braces

import (
	"bytes"
	"strings"

	"snag/analyze/source/literal"
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
	return f.text(form, i+1, to)
}

// rustString is a string or character of Rust.
type rustString struct {
	raw, bytes bool
	hashes     int
	quote      byte
}

// Decode appends the characters that src[i:end] denotes.
func (f rustString) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	if f.raw {
		v.Verbatim(src, i, end)
		return ""
	}
	return literal.Rust.Decode(v, src, i, end)
}

func (f rustString) Write(points []rune) (string, error) {
	if f.raw {
		return literal.VerbatimText(points)
	}
	return literal.Rust.Write(points, string(f.quote), nil)
}

func (f rustString) Read(text string) ([]rune, bool) {
	prefix, hashes := "", strings.Repeat("#", f.hashes)
	if f.bytes {
		prefix += "b"
		if strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) >= 0 {
			return nil, false
		}
	}
	if f.raw {
		prefix += "r" + hashes
	}
	return literal.Read(prefix+string(f.quote), text, string(f.quote)+hashes, func(src []byte) bool {
		end, closed := rustEnd(src, 0)
		return closed && end == len(src)
	}, f.Decode)
}
