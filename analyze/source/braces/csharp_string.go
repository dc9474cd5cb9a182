package braces

import (
	"bytes"
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
)

// csharpForm is what stands in front of a string of C#.
type csharpForm struct {
	quotes  int  // in a row: 1, or 3 and more for a raw string
	dollars int  // 0 where nothing is interpolated
	at      bool // verbatim
	open    int  // offset of the first quote
	char    bool // a character in single quotes
}

// csharpPrefix reads what begins a string at i.
func csharpPrefix(src []byte, i int) (f csharpForm, ok bool) {
	for ; i < len(src); i++ {
		switch src[i] {
		case '$':
			f.dollars++
		case '@':
			if f.at {
				return f, false
			}
			f.at = true
		case '\'':
			f.char, f.open, f.quotes = true, i, 1
			return f, f.dollars == 0 && !f.at
		case '"':
			f.open, f.quotes = i, 1
			if n := quotes(src, i); n >= 3 && !f.at {
				f.quotes = n
			}
			return f, f.dollars <= 1 || f.quotes >= 3
		default:
			return f, false
		}
	}
	return f, false
}

// maxHoles bounds how deeply strings nest in the holes of strings.
const maxHoles = 32

// csharpEnd returns the offset behind the string or character at i, or 0 when there is none. closed
// reports whether it ends there by itself.
func csharpEnd(src []byte, i, depth int) (end int, closed bool) {
	if c := src[i]; c != '"' && c != '\'' && c != '@' && c != '$' {
		return 0, false
	}
	f, ok := csharpPrefix(src, i)
	if !ok {
		return 0, false
	}
	if f.quotes >= 3 {
		mark := src[f.open : f.open+f.quotes]
		n := bytes.Index(src[f.open+f.quotes:], mark)
		if n < 0 {
			return len(src), false
		}
		end = f.open + n + 2*f.quotes
		for end < len(src) && src[end] == '"' {
			end++ // a quote may stand in front of the last ones
		}
		return end, true
	}
	quote := src[f.open]
	for i = f.open + 1; i < len(src); i++ {
		switch c := src[i]; {
		case c == quote:
			if !f.at || i+1 >= len(src) || src[i+1] != quote {
				return i + 1, true
			}
			i++
		case c == '\\' && !f.at:
			i++
		case c == '\n' && !f.at:
			return i, false
		case c == '{' && f.dollars > 0:
			if i+1 < len(src) && src[i+1] == '{' {
				i++
				continue
			}
			stop, ok := holeEnd(src, i+1, depth+1, csharpEnd)
			if !ok {
				return stop, false
			}
			i = stop
		}
	}
	return len(src), false
}

// holeEnd returns the offset of the brace that ends the hole of a string that begins at i. The strings in
// it end where the function says that does so for the string around it.
func holeEnd(src []byte, i, depth int, stringEnd func(src []byte, i, depth int) (end int, closed bool)) (end int, ok bool) {
	if depth > maxHoles {
		return len(src), false
	}
	open := 0
	for i < len(src) {
		if end, closed := stringEnd(src, i, depth); end > 0 && closed {
			i = end
			continue
		} else if end > 0 {
			return end, false
		}
		switch src[i] {
		case '{', '(', '[':
			open++
		case ')', ']':
			open--
		case '}':
			if open <= 0 {
				return i, true
			}
			open--
		}
		i++
	}
	return len(src), false
}

// csharpValue evaluates a string or character of C#.
func csharpValue(f *braceFolder, i, end, depth int) (v literal.Constant, ok bool) {
	f.work -= end - i
	form, _ := csharpPrefix(f.Src, i)
	if stop, closed := csharpEnd(f.Src, i, 0); !closed || stop != end {
		return f.fail("unterminated string")
	}
	if form.quotes >= 3 {
		return csharpRaw(f, form, end, depth)
	}
	if form.dollars == 0 {
		return f.text(csharpString{form.at, f.Src[form.open]}, form.open+1, end-1)
	}
	for at, run := form.open+1, form.open+1; ; at++ {
		c := f.Src[at]
		switch {
		case at < end-1 && c == '\\' && !form.at:
			at++
			continue
		case at < end-1 && c != '{' && c != '}':
			continue
		}
		if reason := (csharpString{at: form.at}).Decode(&v, f.Src, run, at); reason != "" {
			return f.fail(reason)
		}
		if at >= end-1 {
			return v, true
		}
		if f.Src[at+1] == c { // a brace that stands for itself
			v.Character(rune(c), at, at+2)
			at++
			run = at + 1
			continue
		}
		if at, ok = f.hole(&v, at, depth, '}'); !ok {
			return literal.Constant{}, false
		}
		run = at + 1
	}
}

// hole evaluates the expression in the hole of a string that begins at i, and returns the offset of its
// closing bracket.
func (f *braceFolder) hole(v *literal.Constant, i, depth int, closing byte) (end int, ok bool) {
	x := f.lexer(i + 1)
	w, ok := f.sum(x, depth+1)
	if !ok {
		return i, false
	}
	if t := f.read(x); t.kind != closing {
		f.depends(i + 1)
		return i, false
	}
	if reason := v.Join(w); reason != "" {
		f.fail(reason)
		return i, false
	}
	return x.at - 1, true
}

// csharpRaw evaluates a raw string.
func csharpRaw(f *braceFolder, form csharpForm, end, depth int) (v literal.Constant, ok bool) {
	i, stop := form.open+form.quotes, end-form.quotes
	var lines [][2]int
	if bytes.IndexByte(f.Src[i:stop], '\n') < 0 {
		lines = [][2]int{{i, stop}}
	} else {
		for at := i; at <= stop; {
			to := stop
			if n := bytes.IndexByte(f.Src[at:stop], '\n'); n >= 0 {
				to = at + n
			}
			lines = append(lines, [2]int{at, to})
			at = to + 1
		}
		// The blanks in front of the closing quotes are in front of every line, and the first and the
		// last line hold nothing.
		last := lines[len(lines)-1]
		indent := last[1] - last[0]
		lines = lines[1 : len(lines)-1]
		for n, l := range lines {
			lines[n][0] = min(l[0]+indent, l[1])
		}
	}
	for n, l := range lines {
		if n > 0 {
			v.Character('\n', lines[n-1][1], l[0])
		}
		to := l[1]
		if n+1 <= len(lines) && to > l[0] && f.Src[to-1] == '\r' {
			to--
		}
		run := l[0]
		for at := l[0]; at < to; at++ {
			if form.dollars == 0 || f.Src[at] != '{' {
				continue
			}
			braces := quotes(f.Src[:to], at)
			if braces < form.dollars {
				at += braces - 1
				continue
			}
			at += braces - form.dollars
			v.Verbatim(f.Src, run, at)
			if at, ok = f.hole(&v, at+form.dollars-1, depth, '}'); !ok {
				return literal.Constant{}, false
			}
			at += form.dollars - 1
			run = at + 1
		}
		if run > to {
			return f.fail("a hole of the string goes over its line")
		}
		v.Verbatim(f.Src, run, to)
	}
	if len(lines) == 1 && form.dollars == 0 {
		v.Spelled(csharpRawString(form.quotes), lines[0][0], lines[0][1])
	}
	return v, true
}

// csharpString is a string or character of C#, verbatim or not.
type csharpString struct {
	at    bool
	quote byte
}

// csharpRawString is a raw string on one line, by the number of its quotes.
type csharpRawString int

func (f csharpRawString) Write(points []rune) (string, error) { return literal.VerbatimText(points) }

func (f csharpRawString) Read(text string) ([]rune, bool) {
	ok := !strings.ContainsAny(text, "\n\r") && !strings.Contains(text, strings.Repeat(`"`, int(f))) &&
		!strings.HasPrefix(text, `"`) && !strings.HasSuffix(text, `"`)
	return wtf8.Decode(text), ok
}

// Decode appends the characters that src[i:end] denotes.
func (f csharpString) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	if !f.at {
		return literal.CSharp.Decode(v, src, i, end)
	}
	return literal.Doubled(v, src, i, end, '"')
}

func (f csharpString) Write(points []rune) (string, error) {
	if f.at {
		text, err := literal.VerbatimText(points)
		return strings.ReplaceAll(text, `"`, `""`), err
	}
	return literal.CSharp.Write(points, string(f.quote), nil)
}

func (f csharpString) Read(text string) ([]rune, bool) {
	quote := string(f.quote)
	before := quote
	if f.at {
		before = "@" + quote
	}
	return literal.Read(before, text, quote, isWhole(csharpEnd), f.Decode)
}

// isWhole returns a function that reports whether a source is one string, which ends where stringEnd says.
func isWhole(stringEnd func(src []byte, i, depth int) (end int, closed bool)) func(src []byte) bool {
	return func(src []byte) bool {
		end, closed := stringEnd(src, 0, 0)
		return closed && end == len(src)
	}
}
