package braces

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
)

// kotlinEnd returns the offset behind the string or character at i, or 0 when there is none. closed
// reports whether it ends there by itself.
func kotlinEnd(src []byte, i, depth int) (end int, closed bool) {
	quote := src[i]
	if quote != '"' && quote != '\'' {
		return 0, false
	}
	raw := bytes.HasPrefix(src[i:], []byte(`"""`))
	if raw {
		i += 2
	}
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case c == quote && raw:
			n := quotes(src, i)
			if i += n - 1; n >= 3 {
				return i + 1, true // more than three belong to the text
			}
		case c == quote:
			return i + 1, true
		case c == '\\' && !raw:
			i++
		case c == '\n' && !raw:
			return i, false
		case c == '$' && quote == '"' && i+1 < len(src) && src[i+1] == '{':
			stop, ok := kotlinHole(src, i+2, depth+1)
			if !ok {
				return stop, false
			}
			i = stop
		}
	}
	return len(src), false
}

// kotlinHole returns the offset of the brace that ends the expression that begins at i.
func kotlinHole(src []byte, i, depth int) (end int, ok bool) {
	if depth > maxHoles {
		return len(src), false
	}
	open := 0
	for i < len(src) {
		switch src[i] {
		case '{':
			open++
		case '}':
			if open == 0 {
				return i, true
			}
			open--
		case '"', '\'':
			end, closed := kotlinEnd(src, i, depth)
			if !closed {
				return end, false
			}
			i = end
			continue
		}
		i++
	}
	return len(src), false
}

// kotlinValue evaluates a string or character of Kotlin.
func kotlinValue(f *braceFolder, i, end, depth int) (v literal.Constant, ok bool) {
	f.work -= end - i
	if stop, closed := kotlinEnd(f.Src, i, 0); !closed || stop != end {
		return f.fail("unterminated string")
	}
	form := kotlinString{quote: f.Src[i], raw: bytes.HasPrefix(f.Src[i:end], []byte(`"""`))}
	at, to := i+1, end-1
	if form.raw {
		at, to = i+3, end-3
	}
	first := at
	holes := false
	for run := at; ; {
		for at < to && (form.raw || f.Src[at] != '\\') && (f.Src[at] != '$' || form.quote != '"') {
			at++
		}
		v.Verbatim(f.Src, run, at)
		switch {
		case at >= to:
			if !holes {
				v.Spelled(form, first, to)
			}
			return v, true
		case f.Src[at] == '\\':
			if at = kotlinEscape(&v, f.Src, at, to); at < 0 {
				return f.fail("the string has an invalid escape")
			}
			run = at
			continue
		}
		if next := f.Src[at+1]; next == '{' {
			holes = true
			if at, ok = f.hole(&v, at+1, depth, '}'); !ok {
				return literal.Constant{}, false
			}
			at++
		} else if scan.ByteClass[next]&(scan.ByteName|scan.ByteDigit) == scan.ByteName && next != '$' && at+1 < to {
			holes = true
			name := braceToken{tokenName, at + 1, kotlinNameEnd(f.Src, at+1)}
			w, ok := f.constantValue(name.start, braceToken{}, name, depth)
			if !ok {
				return literal.Constant{}, false
			}
			if v.Append(w); len(v.Text) > literal.MaxConstant {
				return f.fail("the pattern is longer than 1 MiB")
			}
			at = name.end
		} else {
			run = at
			at++
			continue // a dollar that stands for itself
		}
		run = at
	}
}

func kotlinNameEnd(src []byte, i int) int {
	for i < len(src) && scan.ByteClass[src[i]]&scan.ByteName != 0 && src[i] != '$' {
		i++
	}
	return i
}

// kotlinEscape reads the escape at i and returns its end, or -1 where it is not valid.
func kotlinEscape(v *literal.Constant, src []byte, i, end int) int {
	if i+1 >= end {
		return -1
	}
	if n := strings.IndexByte(`tbnr'"\$`, src[i+1]); n >= 0 {
		v.Character(rune("\t\b\n\r'\"\\$"[n]), i, i+2)
		return i + 2
	}
	if src[i+1] != 'u' || i+6 > end {
		return -1
	}
	r := scan.HexValue(src[i+2 : i+6])
	if r < 0 {
		return -1
	}
	v.Character(r, i, i+6)
	return i + 6
}

// kotlinString is a string or character of Kotlin that interpolates nothing.
type kotlinString struct {
	quote byte
	raw   bool
}

func (f kotlinString) Write(points []rune) (string, error) {
	var b strings.Builder
	for i, r := range points {
		next := rune(0)
		if i+1 < len(points) {
			next = points[i+1]
		}
		named := next == '{' || next < utf8.RuneSelf && next > 0 && scan.ByteClass[next]&(scan.ByteName|scan.ByteDigit) == scan.ByteName || next >= utf8.RuneSelf
		switch {
		case r == '$' && f.quote == '"' && (named || next == 0):
			if f.raw {
				b.WriteString(`${'$'}`)
			} else {
				b.WriteString(`\$`)
			}
		case f.raw && wtf8.IsSurrogate(r):
			return "", literal.ErrSurrogate
		case f.raw:
			b.WriteRune(r)
		case r == rune(f.quote) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F || wtf8.IsSurrogate(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

func (f kotlinString) Read(text string) ([]rune, bool) {
	quote := string(f.quote)
	if f.raw {
		quote = `"""`
	}
	src := []byte(quote + text + quote)
	fold := braceFolder{braces: &braces{State: &scan.State{Src: src}, lang: Kotlin, work: 1<<20 + len(src)}}
	end, closed := kotlinEnd(src, 0, 0)
	if !closed || end != len(src) || f.raw && strings.HasSuffix(text, `"`) {
		return nil, false
	}
	v, ok := kotlinValue(&fold, 0, end, 0)
	return wtf8.Decode(string(v.Text)), ok
}
