package javascript

import (
	"strconv"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// decode reads the content src[i:end] of a string literal.
func (e *evaluator) decode(i, end int) (v literal.Constant, ok bool) {
	e.work -= end - i
	for run := i; ; {
		for i < end && e.src[i] != '\\' {
			i++
		}
		v.Verbatim(e.src, run, i)
		if i >= end {
			return v, true
		}
		if i = e.escape(&v, i, end); i < 0 {
			e.reason = "the string has an invalid escape"
			return v, false
		}
		run = i
	}
}

// escape reads the escape sequence at i and returns its end, or -1 if it is not valid.
func (e *evaluator) escape(v *literal.Constant, i, end int) int {
	src := e.src
	if i+1 >= end {
		return -1
	}
	start := i
	i += 2
	hex := func(digits int) int {
		if i+digits > end {
			return -1
		}
		n, err := strconv.ParseUint(string(src[i:i+digits]), 16, 32)
		if err != nil {
			return -1
		}
		i += digits
		return int(n)
	}
	r := rune(-1)
	switch c := src[start+1]; c {
	case 'n':
		r = '\n'
	case 't':
		r = '\t'
	case 'r':
		r = '\r'
	case 'b':
		r = '\b'
	case 'f':
		r = '\f'
	case 'v':
		r = '\v'
	case '\n':
		return i // a continued line
	case '\r':
		if i < end && src[i] == '\n' {
			i++
		}
		return i
	case 'x':
		r = rune(hex(2))
	case 'u':
		if i >= end || src[i] != '{' {
			r = rune(hex(4))
			break
		}
		close := i + 1
		for close < end && src[close] != '}' {
			close++
		}
		n, err := strconv.ParseUint(string(src[i+1:close]), 16, 64)
		if err != nil || n > utf8.MaxRune || close >= end {
			return -1
		}
		r, i = rune(n), close+1
	case '0', '1', '2', '3', '4', '5', '6', '7':
		r = rune(c - '0')
		for limit := 0o40; i < end && src[i] >= '0' && src[i] <= '7' && i < start+4 && int(r) < limit; i++ {
			r = r*8 + rune(src[i]-'0')
		}
	default:
		if n, newline := scan.WideSpace(src, start+1); newline {
			return start + 1 + n
		}
		var n int
		r, n = utf8.DecodeRune(src[start+1 : end])
		i = start + 1 + n
	}
	if r < 0 {
		return -1
	}
	v.Character(r, start, i)
	return i
}

// templateValue reads the template at i, whose substitutions must be constant too. In a raw one
// backslashes stand for themselves.
func (e *evaluator) templateValue(i, depth int, raw bool) (v literal.Constant, end int, ok bool) {
	src := e.src
	i++
	run, text := i, i
	spelled := func(end int) {
		if raw {
			v.Spelled(scriptRaw{}, text, end)
		} else {
			v.Spelled(scriptString{'`'}, text, end)
		}
	}
	for i < len(src) {
		switch c := src[i]; {
		case c == '`':
			v.Verbatim(src, run, i)
			spelled(i)
			e.work -= i - run
			return v, i + 1, true
		case c == '\\' && raw:
			i += 2
			continue
		case c == '\\':
			v.Verbatim(src, run, i)
			if c = e.peek(i + 1); c >= '1' && c <= '9' || c == '0' && scan.ByteClass[e.peek(i+2)]&scan.ByteDigit != 0 {
				return e.fail("the template has an invalid escape")
			}
			if i = e.escape(&v, i, len(src)); i < 0 {
				return e.fail("the template has an invalid escape")
			}
			run = i
			continue
		case c == '\r': // CR and CRLF count as LF
			v.Verbatim(src, run, i)
			stop := i + 1
			if e.peek(stop) == '\n' {
				stop++
			}
			v.Character('\n', i, stop)
			i, run = stop, stop
			continue
		case c == '$' && e.peek(i+1) == '{':
			v.Verbatim(src, run, i)
			spelled(i)
			w, next, ok := e.sum(i+2, depth+1)
			if !ok {
				return e.depends(i + 2)
			}
			if w.Regex || w.List {
				return e.fail("a regex or an array is converted to a string")
			}
			if next, _ = skipSpace(src, next); e.peek(next) != '}' {
				return e.depends(i + 2)
			}
			if v.Append(w); len(v.Text) > literal.MaxConstant {
				return e.fail("the pattern is longer than 1 MiB")
			}
			i, run, text = next+1, next+1, next+1
			continue
		}
		i++
	}
	return e.fail("unterminated template")
}
