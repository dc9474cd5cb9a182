package braces

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
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
			stop, ok := holeEnd(src, i+2, depth+1, kotlinEnd)
			if !ok {
				return stop, false
			}
			i = stop
		}
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
			reason := ""
			if at, reason = literal.Kotlin.Append(&v, f.Src, at, to); reason != "" {
				return f.fail(reason)
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
			if reason := v.Join(w); reason != "" {
				return f.fail(reason)
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

// kotlinString is a string or character of Kotlin that interpolates nothing.
type kotlinString struct {
	quote byte
	raw   bool
}

func (f kotlinString) Write(points []rune) (string, error) {
	special := func(_, r, next rune) string {
		named := next == '{' || next >= utf8.RuneSelf || next > 0 && scan.ByteClass[next]&(scan.ByteName|scan.ByteDigit) == scan.ByteName
		switch {
		case r != '$' || f.quote != '"' || !named && next > 0:
			return ""
		case f.raw:
			return `${'$'}`
		}
		return `\$`
	}
	if !f.raw {
		return literal.Kotlin.Write(points, string(f.quote), special)
	}
	var b strings.Builder
	for i, r := range points {
		next := rune(-1)
		if i+1 < len(points) {
			next = points[i+1]
		}
		if text := special(0, r, next); text != "" {
			b.WriteString(text)
		} else {
			b.WriteRune(r)
		}
	}
	_, err := literal.VerbatimText(points)
	return b.String(), err
}

func (f kotlinString) Read(text string) ([]rune, bool) {
	quote := string(f.quote)
	if f.raw {
		quote = `"""`
	}
	if f.raw && strings.HasSuffix(text, `"`) {
		return nil, false
	}
	return literal.Read(quote, text, quote, isWhole(kotlinEnd), func(v *literal.Constant, src []byte, _, _ int) (reason string) {
		fold := braceFolder{braces: &braces{State: &scan.State{Src: src}, lang: Kotlin, work: 1<<20 + len(src)}}
		value, _ := kotlinValue(&fold, 0, len(src), 0)
		*v = value
		return fold.reason
	})
}

// KotlinPieces returns the parts of the string src[start:end] of Kotlin, nil where nothing is interpolated.
func KotlinPieces(src []byte, start, end int) (all []Piece) {
	if src[start] != '"' || bytes.IndexByte(src[start:end], '$') < 0 {
		return nil
	}
	raw := bytes.HasPrefix(src[start:end], []byte(`"""`))
	at, to := start+1, end-1
	if raw {
		at, to = start+3, end-3
	}
	var v literal.Constant
	text := func() {
		if len(v.Text) > 0 {
			all = append(all, Piece{Text: string(v.Text)})
		}
		v = literal.Constant{}
	}
	holes := false
	for run := at; at <= to; at++ {
		switch {
		case at == to:
			v.Verbatim(src, run, at)
		case src[at] == '\\' && !raw:
			v.Verbatim(src, run, at)
			next, reason := literal.Kotlin.Append(&v, src, at, to)
			if reason != "" || next <= at {
				next = min(at+2, to)
			}
			at, run = next-1, next
		case src[at] == '$' && at+1 < to && (src[at+1] == '{' || scan.ByteClass[src[at+1]]&(scan.ByteName|scan.ByteDigit) == scan.ByteName && src[at+1] != '$'):
			v.Verbatim(src, run, at)
			text()
			holes = true
			from, stop := at+1, max(at+2, scan.NameEnd(src[:to], at+1))
			if n := bytes.IndexByte(src[from:stop], '$'); n > 0 {
				stop = from + n
			}
			next := stop
			if src[at+1] == '{' {
				from = at + 2
				stop, _ = holeEnd(src[:to], from, 1, kotlinEnd)
				next = min(stop+1, to)
			}
			all = append(all, Piece{Start: from, End: stop})
			at, run = next-1, next
		}
	}
	if text(); !holes {
		return nil
	}
	return all
}
