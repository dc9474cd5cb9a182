package javascript

import (
	"bytes"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// replacing matches the call of replace that puts a backslash before characters of a class.
var replacing = lazyregexp.New(`\.replace\(\s*/\(?(\\W|\[(?:[^\]\\^]|\\.)(?:[^\]\\]|\\.)*\])\)?/g[uvm]*\s*,\s*["'](?:\\\\\$&|\\\\\$1)["']\s*\)$`)

// longestReplacing is the length of source in which such a call is looked for.
const longestReplacing = 128

// escapedInPlace reports whether an expression is a text in which a backslash was put before every character that has a
// meaning in patterns.
func escapedInPlace(src []byte) bool {
	m := replacing.FindSubmatch(src[max(0, len(src)-longestReplacing):])
	if m == nil {
		return false
	}
	class := m[1]
	for _, c := range []byte(`^$.*+?()[]{}|`) {
		if len(class) > 2 && bytes.IndexByte(class[1:len(class)-1], c) < 0 {
			return false
		}
	}
	return len(class) == 2 || bytes.Contains(class, []byte(`\\`))
}

// filled reads a term, in its place a hole where the term is not constant and e goes on without it.
func (e *evaluator) filled(i, depth int) (v literal.Constant, end int, ok bool) {
	if v, end, ok = e.term(i, depth); ok || !e.holes || e.work < 0 {
		return v, end, ok
	}
	start, _ := skipSpace(e.src, i)
	if end = e.operandEnd(start, 0); end == start {
		return v, end, false
	}
	var hole literal.Constant
	hole.Hole(start, end, escapedInPlace(e.src[start:end]))
	e.reason = ""
	return hole, end, true
}

// sketch keeps what is known of a call's pattern that is not constant as a whole.
func (s *script) sketch(c *call, l *literal.Literal) {
	e := evaluator{script: s, holes: true}
	if v, flags, known, ok := s.arguments(c, &e); ok && !v.Regex {
		l.Outline(&v, flags, known, s.src)
	}
}

// operandEnd returns the offset behind the operand at i with its members and calls, or i where that is none, or a
// function.
func (e *evaluator) operandEnd(i, depth int) int {
	at := i
	switch c := e.peek(i); {
	case scan.ByteClass[c]&scan.ByteName != 0:
		at = scan.NameEnd(e.src, i)
		switch word := string(e.src[i:at]); word {
		case "function", "class", "async", "yield", "typeof", "void", "delete":
			return i
		case "new", "await":
			next, _ := skipSpace(e.src, at)
			if at = next; depth < literal.MaxFollow {
				at = e.operandEnd(next, depth+1)
			}
			if at == next {
				return i
			}
		}
	case c == '"' || c == '\'':
		at = stringEnd(e.src, i)
	case c == '(' || c == '[' || c == '`':
		at = e.closing(i, depth)
	}
	if at == i {
		return i
	}
	for {
		next, _ := skipSpace(e.src, at)
		c := e.peek(next)
		if c == '?' && e.peek(next+1) == '.' && scan.ByteClass[e.peek(next+2)]&scan.ByteDigit == 0 {
			if next++; e.peek(next+1) == '(' || e.peek(next+1) == '[' {
				next++
			}
			c = e.peek(next)
		}
		switch {
		case c == '.':
			name, _ := skipSpace(e.src, next+1)
			if at = scan.NameEnd(e.src, name); at == name {
				return i
			}
		case c == '(' || c == '[' || c == '`':
			if at = e.closing(next, depth); at == next {
				return i
			}
		case c == '!' && e.peek(next+1) != '=':
			at = next + 1
		case c == '=' && e.peek(next+1) == '>':
			return i
		default:
			return at
		}
	}
}

// closing returns the offset behind the bracket or template that opens at i, or i where it does not end.
func (e *evaluator) closing(i, depth int) int {
	template := e.peek(i) == '`'
	before := e.peek(i)
	for at := i + 1; at < len(e.src) && depth <= literal.MaxFollow; {
		if e.work--; e.work < 0 {
			return i
		}
		c := e.src[at]
		switch {
		case template && c == '\\':
			at += 2
			continue
		case template && c == '`':
			return at + 1
		case template && c == '{' && e.src[at-1] == '$', !template && strings.IndexByte("([{`", c) >= 0:
			end := e.closing(at, depth+1)
			if end == at {
				return i
			}
			before, at = ')', end
			continue
		case template:
		case c == ')' || c == ']' || c == '}':
			return at + 1
		case c == '"' || c == '\'':
			before, at = c, stringEnd(e.src, at)
			continue
		case c == '/':
			if next, _ := skipSpace(e.src, at); next > at {
				at = next
				continue
			}
			if strings.IndexByte("([{,;:=!&|?+-*%<>~^", before) >= 0 {
				_, end, ok := regexEnd(e.src, at)
				if !ok {
					return i
				}
				before, at = ')', end
				continue
			}
		}
		if scan.ByteClass[c]&scan.ByteSpace == 0 && c != '\n' && c != '\r' {
			before = c
		}
		at++
	}
	return i
}
