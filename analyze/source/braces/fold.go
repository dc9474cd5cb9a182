package braces

import (
	"bytes"
	"cmp"
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// braceFolder evaluates constant expressions in a language with braces.
type braceFolder struct {
	*braces
	reason string // why the expression is not constant
}

func (f *braceFolder) fail(reason string) (literal.Constant, bool) {
	if f.reason == "" {
		f.reason = reason
	}
	return literal.Constant{}, false
}

// text evaluates src[i:end], the text of a string of the given form.
func (f *braceFolder) text(form literal.Decoder, i, end int) (v literal.Constant, ok bool) {
	if reason := v.Take(form, f.Src, i, end); reason != "" {
		return f.fail(reason)
	}
	return v, true
}

// depends fails because of the expression at i.
func (f *braceFolder) depends(i int) (literal.Constant, bool) {
	return f.fail("depends on " + scan.OperandExcerpt(f.Src, i))
}

// braceLexer returns a braceLexer that reads from offset i.
func (s *braces) lexer(i int) *braceLexer { return &braceLexer{src: s.Src, at: i, lang: s.lang} }

// read reads a token and counts the work.
func (s *braces) read(x *braceLexer) braceToken {
	start := x.at
	t := x.next()
	s.work -= 8 + (x.at - start)
	return t
}

// peek returns the next token and counts the work.
func (s *braces) peek(x *braceLexer) braceToken {
	saved := *x
	t := s.read(x)
	newline := x.newline
	*x = saved
	x.newline = newline
	return t
}

// sum reads terms joined by + with x.
func (f *braceFolder) sum(x *braceLexer, depth int) (literal.Constant, bool) {
	v, ok := f.term(x, depth)
	for ok {
		t := f.peek(x)
		if t.kind != '+' || f.lang.linesEnd && x.newline || t.end < len(f.Src) && (f.Src[t.end] == '+' || f.Src[t.end] == '=') {
			break
		}
		f.read(x)
		w, more := f.term(x, depth)
		if !more {
			return literal.Constant{}, false
		}
		if v.Number && w.Number {
			return f.fail("numbers are added")
		}
		if reason := v.Join(w); reason != "" {
			return f.fail(reason)
		}
	}
	return v, ok
}

// term reads an operand and what is called on it.
func (f *braceFolder) term(x *braceLexer, depth int) (v literal.Constant, ok bool) {
	t := f.read(x)
	for f.lang.macros && (t.kind == '&' || t.kind == '*') { // Rust's borrowing
		t = f.read(x)
	}
	if f.work < 0 || depth > literal.MaxFollow {
		return f.fail("too much to follow")
	}
	switch t.kind {
	case tokenText:
		v, ok = f.lang.value(f, t.start, t.end, depth)
	case tokenNumber:
		ok = v.Integer(f.Src, t.start, t.end)
	case '(':
		if v, ok = f.sum(x, depth+1); ok && f.read(x).kind != ')' {
			return f.depends(t.start)
		}
	case tokenName:
		v, ok = f.namedValue(x, t, depth)
	default:
		return f.depends(t.start)
	}
	for ok {
		next := f.peek(x)
		if next.kind != tokenMember {
			if next.kind == '(' || next.kind == '[' && !f.lang.linesEnd {
				return f.depends(t.start)
			}
			return v, true
		}
		f.read(x)
		name := f.read(x)
		if name.kind != tokenName || f.lang.member == nil || f.read(x).kind != '(' || f.read(x).kind != ')' ||
			!f.lang.member(&v, string(f.Src[name.start:name.end])) {
			return f.depends(t.start)
		}
	}
	return f.depends(t.start)
}

// namedValue evaluates a constant, or the call of a function that is known, whose first name is t.
func (f *braceFolder) namedValue(x *braceLexer, t braceToken, depth int) (v literal.Constant, ok bool) {
	start, name := t.start, t
	qualifier := braceToken{}
	var path []byte
	path = append(path, f.Src[t.start:t.end]...)
	for {
		if n := f.peek(x); n.kind == '!' && f.lang.macros && n.start == name.end {
			f.read(x)
			path = append(path, '!')
		}
		after := *x
		if n := f.peek(x); n.kind == '(' {
			v, end, ok := f.lang.function(f, string(path), start, n.start, depth)
			x.at = end
			if !ok {
				return f.depends(start)
			}
			return v, true
		} else if n.kind != tokenMember {
			break
		}
		f.read(x)
		member := f.read(x)
		if member.kind != tokenName {
			return f.depends(start)
		}
		if f.peek(x).kind == '(' && f.lang.member != nil && f.lang.member(&literal.Constant{}, string(f.Src[member.start:member.end])) {
			*x = after // a method of the constant
			break
		}
		if len(path) < 200 {
			path = append(append(path, '.'), f.Src[member.start:member.end]...)
		}
		qualifier, name = name, member
	}
	return f.constantValue(start, qualifier, name, depth)
}

// joined evaluates the arguments of the call whose parenthesis is at open, one behind the other.
func (f *braceFolder) joined(open, depth int) (v literal.Constant, end int, ok bool) {
	for x := f.lexer(open + 1); ; {
		if t := f.peek(x); t.kind == ')' {
			return v, t.end, true
		}
		w, ok := f.sum(x, depth+1)
		if !ok {
			return v, open, false
		}
		if reason := v.Join(w); reason != "" {
			f.fail(reason)
			return v, open, false
		}
		switch t := f.read(x); t.kind {
		case ')':
			return v, t.end, true
		case ',':
		default:
			return v, open, false
		}
	}
}

// constantValue evaluates a declared constant.
func (f *braceFolder) constantValue(start int, qualifier, name braceToken, depth int) (literal.Constant, bool) {
	text := string(f.Src[name.start:name.end])
	d := -1
	if qualifier.end == 0 || string(f.Src[qualifier.start:qualifier.end]) == "this" || string(f.Src[qualifier.start:qualifier.end]) == "Self" {
		d = f.lookup(text, start)
	} else {
		d = f.member(string(f.Src[qualifier.start:qualifier.end]), text)
	}
	quoted := string(bytes.ToValidUTF8(f.Src[start:name.end], nil))
	switch {
	case len(quoted) > 80 || strings.ContainsAny(quoted, "\n\r"):
		return f.depends(start)
	case d == -2:
		return f.fail("depends on `" + quoted + "`, which this file does not define")
	case d == -1 || f.decls[d].init == 0:
		return f.fail("depends on `" + quoted + "`, whose value is not known here")
	case f.reassigned(d):
		return f.fail("depends on `" + quoted + "`, which is assigned more than once")
	}
	x := f.lexer(f.decls[d].init)
	v, ok := f.sum(x, depth+1)
	if !ok {
		return f.fail("depends on `" + quoted + "`")
	}
	if n := f.peek(x); n.kind != ';' && n.kind != ',' && n.kind != ')' && n.kind != '}' && n.kind != tokenEnd && !(f.lang.linesEnd && x.newline) {
		return f.fail("depends on `" + quoted + "`, whose value is computed")
	}
	v.Names++
	return v, true
}

// compiles reports whether the value of the call is the compiled pattern.
func (c *braceCall) compiles() bool { return c.kind == literal.Constructor && !c.applies }

// argument returns the offset at which the numbered argument of a call begins, or -1.
func (c *braceCall) argument(n int) int {
	if n == 0 {
		return c.open + 1
	}
	if n > len(c.commas) {
		return -1
	}
	return c.commas[n-1] + 1
}

// argumentEnd returns the offset at which the numbered argument ends.
func (c *braceCall) argumentEnd(n int) int {
	if n < len(c.commas) {
		return c.commas[n]
	}
	return max(c.end-1, c.open+1)
}

// resolve evaluates the calls that were found.
func (s *braces) resolve() {
	if len(s.calls) == 0 {
		return
	}
	s.index()
	holds, byCall := map[int]int{}, map[int]int{}
	for i := range s.calls {
		c := &s.calls[i]
		if l, ok := s.evaluateCall(c); ok {
			s.Literals = append(s.Literals, l)
			byCall[i] = len(s.Literals) - 1
			if c.compiles() {
				holds[c.start] = len(s.Literals) - 1
			}
		}
	}
	s.attributeUses(holds, byCall)
	s.handed(byCall)
	s.Place(0)
}

// evaluateCall makes the literal of a call.
func (s *braces) evaluateCall(c *braceCall) (literal.Literal, bool) {
	if c.end == 0 {
		c.end = c.open + 1 // never closed
	}
	l := literal.Literal{Kind: c.kind, FlagsKnown: true, Uses: c.uses, Dialect: s.dialect}
	f := braceFolder{braces: s}
	var at, stop int
	switch {
	case c.arg < 0:
		at, stop = c.receiver[0], c.receiver[1]
	case c.named != "":
		at, stop = s.namedArgument(c)
	default:
		at, stop = c.argument(c.arg), c.argumentEnd(c.arg)
	}
	if at < 0 {
		return l, false
	}
	x := f.lexer(at)
	if c.arg < 0 {
		x.src = s.Src[:stop]
	}
	first := f.peek(x).start
	if first >= stop {
		return l, false // no argument
	}
	v, ok := f.sum(x, 0)
	if ok && f.peek(x).start < stop {
		_, ok = f.depends(at)
	}
	start, end := c.start, c.end
	if c.kind == literal.MethodArgument {
		if !ok {
			return l, false // a method of something else, as far as is known
		}
		start, end = first, max(x.at, first)
	}
	l.Expr = literal.Offsets(start, end)
	l.At = l.Expr
	if ok {
		l.Take(&v, s.Src, start, end)
	} else {
		l.Partial, l.Reason = true, cmp.Or(f.reason, "the pattern is computed")
	}
	return l, s.lang.finish(s, c, &l)
}

// namedArgument returns where the value of the call's named argument stands, or -1.
func (s *braces) namedArgument(c *braceCall) (start, end int) {
	for n := 0; n <= len(c.commas); n++ {
		x := s.lexer(c.argument(n))
		name := s.read(x)
		if name.kind == tokenName && string(s.Src[name.start:name.end]) == c.named && s.read(x).kind == '=' {
			return x.at, c.argumentEnd(n)
		}
	}
	return -1, -1
}

// letters evaluates flags written as names joined by |, or as the arguments of a function: the letter of
// each name, in the order of the names. ok is false where something else stands there.
func (s *braces) letters(start, end int, letter func(name string) (string, bool)) (flags string, ok bool) {
	for x := s.lexer(start); s.work > 0; {
		t := s.read(x)
		if t.start >= end || t.kind == tokenEnd {
			return flags, true
		}
		switch t.kind {
		case '|', '(', ')', ',', tokenMember:
		case tokenNumber:
			if string(s.Src[t.start:t.end]) != "0" {
				return "", false
			}
		case tokenName:
			f, known := letter(string(s.Src[t.start:t.end]))
			if next := s.peek(x); next.kind == tokenMember && next.start < end {
				continue // a qualifier
			}
			if !known {
				return "", false
			}
			if !strings.Contains(flags, f) {
				flags += f
			}
		default:
			return "", false
		}
	}
	return "", false
}
