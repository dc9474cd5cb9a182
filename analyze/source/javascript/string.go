package javascript

import (
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// decode reads the content src[i:end] of a string literal.
func (e *evaluator) decode(i, end int) (v literal.Constant, ok bool) {
	e.work -= end - i
	if reason := literal.JavaScript.Decode(&v, e.src, i, end); reason != "" {
		e.reason = reason
		return v, false
	}
	return v, true
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
			if c = e.peek(i + 1); i+1 == len(src) || c >= '1' && c <= '9' || c == '0' && scan.ByteClass[e.peek(i+2)]&scan.ByteDigit != 0 {
				return e.fail("the template has an invalid escape")
			}
			next, reason := literal.JavaScript.Append(&v, src, i, len(src))
			if reason != "" {
				return e.fail("the template has an invalid escape")
			}
			i, run = next, next
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
			if w.Regex {
				return e.fail("a regex is converted to a string")
			}
			w, reason := converted(w, next)
			if reason != "" {
				return e.fail(reason)
			}
			if next, _ = skipSpace(src, next); e.peek(next) != '}' {
				return e.depends(i + 2)
			}
			if reason := v.Join(w); reason != "" {
				return e.fail(reason)
			}
			i, run, text = next+1, next+1, next+1
			continue
		}
		i++
	}
	return e.fail("unterminated template")
}
