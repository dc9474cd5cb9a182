package braces

import (
	"bytes"
	"slices"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// taker is a parameter whose text a call compiles: of a function, or of the constructor of a class.
type taker struct {
	decl  int
	call  int    // the call that compiles
	name  string // of the function or class
	param string
	index int // of the parameter, from 0
}

// maxTakers bounds the parameters through which a text is followed to the call that compiles it.
const maxTakers = 64

// handed adds the constants that are handed to functions and constructors of the file which compile them: the pattern
// stands where it is handed over. made are the literals of the calls that compile.
func (s *braces) handed(made map[int]int) {
	var takers []taker
	take := func(from, to, call int) {
		d := s.takenBy(from, to)
		if d < 0 || len(takers) == maxTakers || slices.ContainsFunc(takers, func(t taker) bool { return t.decl == d }) {
			return
		}
		if name, index := s.parameter(d); name != "" {
			takers = append(takers, taker{d, call, name, string(s.Src[s.decls[d].name:s.decls[d].nameEnd]), index})
		}
	}
	for i := range s.calls {
		if c := &s.calls[i]; c.named == "" && !c.part {
			if _, ok := made[i]; ok && !s.Literals[made[i]].Partial {
				continue
			}
			if c.arg < 0 {
				take(c.receiver[0], c.receiver[1], i)
			} else if at := c.argument(c.arg); at >= 0 {
				take(at, c.argumentEnd(c.arg), i)
			}
		}
	}
	if len(takers) == 0 {
		return
	}
	all := s.everyCall()
	seen := map[int]bool{}
	for n := 0; n < len(takers); n++ {
		t := takers[n]
		for i := range all {
			c := &all[i]
			if s.work--; s.work < 0 {
				return
			}
			if !s.makes(c, t.name) {
				continue
			}
			at, stop := s.handedAs(c, &t)
			if at < 0 || seen[at] {
				continue
			}
			f := braceFolder{braces: s}
			x := f.lexer(at)
			first := f.peek(x).start
			if v, ok := f.sum(x, 0); ok && !v.Number && f.peek(x).start >= stop {
				seen[at] = true
				by := &s.calls[t.call]
				l := literal.Literal{Kind: by.kind, FlagsKnown: true, Uses: by.uses, Dialect: s.dialect, Expr: literal.Offsets(first, x.at), At: literal.Offsets(first, x.at)}
				if m, ok := made[t.call]; ok {
					l.Uses = s.Literals[m].Uses
				}
				l.Take(&v, s.Src, first, x.at)
				if s.lang.finish(s, by, &l) {
					l.Kind = literal.MethodArgument
					s.Literals = append(s.Literals, l)
				}
				continue
			}
			take(at, stop, t.call)
		}
	}
}

// takenBy returns the parameter that an expression is, or whose text the member of an object is that the expression names,
// -1 for none.
func (s *braces) takenBy(from, to int) int {
	text := bytes.TrimRight(s.Src[from:max(from, to)], " \t\r\n!")
	start := nameStart(text)
	name, before := string(text[start:]), bytes.TrimSpace(text[:start])
	member := bytes.HasSuffix(before, []byte("."))
	if name == "" || bytes.ContainsAny(before, "()[]{}\"+,") || !member && len(before) > 0 {
		return -1
	}
	at := from + start
	if !member {
		if d := s.inExpression(name, at); d >= 0 {
			return d
		}
		if d := s.lookup(name, at); d >= 0 && s.decls[d].list > 0 {
			return d
		}
	}
	found := -1
	for _, d := range s.named[name] {
		if s.decls[d].list == 0 || !s.keeps(d, member) {
			continue
		}
		if start, end := s.extent(s.decls[d].scope); !member && (at < start || at >= end) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = d
	}
	return found
}

// inExpression returns the parameter of a name of the function around a place whose body is an expression, or which hands it to
// another constructor in front of its body, -1 for none.
func (s *braces) inExpression(name string, at int) int {
	found := -1
	for _, d := range s.named[name] {
		if p := s.decls[d]; p.name < at && p.list > 0 {
			found = d
		}
	}
	if found < 0 {
		return -1
	}
	between := s.Src[s.decls[found].nameEnd:at]
	if bytes.ContainsAny(between, ";}") || s.lang.linesEnd && (hasName(between, "val") || hasName(between, "fun")) {
		return -1
	}
	return found
}

// keeps reports whether an object keeps a parameter of its constructor under the name of that, for code outside of it as well.
func (s *braces) keeps(d int, outside bool) bool {
	p := s.decls[d]
	name := s.Src[p.name:p.nameEnd]
	if front := bytes.TrimRight(s.Src[:p.name], " "); outside && s.lang.linesEnd && !nameIs(front, "val") && !nameIs(front, "var") {
		return false
	}
	of, _ := s.parameter(d)
	if p.scope < 0 {
		front := bytes.TrimRight(bytes.TrimSuffix(bytes.TrimRight(s.Src[:p.list], " \t\r\n"), []byte(of)), " \t\r\n")
		return nameIs(front, "record") || nameIs(front, "class") // without a body
	}
	if class := s.scopes[p.scope].class; class[1] > 0 {
		return string(s.Src[class[0]:class[1]]) == of
	}
	start, end := s.extent(p.scope)
	for _, at := range s.assigned {
		if at[0] < start || at[0] >= end || !bytes.Equal(s.Src[at[0]:at[1]], name) {
			continue
		}
		x := s.lexer(at[1])
		if s.read(x).kind == '=' {
			if t := s.read(x); bytes.Equal(s.Src[t.start:t.end], name) {
				return true
			}
		}
	}
	return false
}

// parameter returns the function or class of which a declared name is a parameter, and the number of that.
func (s *braces) parameter(d int) (of string, index int) {
	p := &s.decls[d]
	front := bytes.TrimRight(s.Src[:p.list], " \t\r\n")
	of = string(front[nameStart(front):])
	if of == "constructor" { // of the class whose header or body this is
		of, _, _ = s.classAround(p.list)
		if n := bytes.LastIndex(front, []byte("class ")); n >= 0 && bytes.IndexByte(front[n:], '{') < 0 {
			name := bytes.TrimLeft(front[n+len("class "):], " ")
			of = string(name[:scan.WordEnd(name, 0)])
		}
	}
	depth := 0
	for x := s.lexer(p.list + 1); x.at < p.name && s.work > 0; {
		switch s.read(x).kind {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				index++
			}
		}
	}
	return of, index
}

// everyCall returns what looks like a call in the file: a name in front of a parenthesis, and what stands between the commas.
func (s *braces) everyCall() (all []braceCall) {
	var open []int // numbers of the calls in whose parentheses the next token stands, -1 for other brackets
	var last, before braceToken
	for x := s.lexer(0); s.work > 0; {
		t := s.read(x)
		switch t.kind {
		case tokenEnd:
			return all
		case '(', '[', '{':
			n := -1
			if t.kind == '(' && last.kind == tokenName && len(all) < maxCallsOfFile {
				n = len(all)
				inner := -1
				if len(open) > 0 {
					inner = open[len(open)-1]
				}
				// Constants of enumerations stand in the body itself, behind its brace or a comma.
				all = append(all, braceCall{start: before.start, open: t.start, name: last, part: inner < 0 && (before.kind == '{' || before.kind == ',')})
			}
			open = append(open, n)
		case ')', ']', '}':
			if len(open) > 0 {
				if n := open[len(open)-1]; n >= 0 {
					all[n].end = t.end
				}
				open = open[:len(open)-1]
			}
		case ',':
			if len(open) > 0 {
				if n := open[len(open)-1]; n >= 0 && len(all[n].commas) < maxCommas && !s.separatesTypes(t.start) {
					all[n].commas = append(all[n].commas, t.start)
				}
			}
		}
		before, last = last, t
	}
	return all
}

// maxCallsOfFile bounds the calls that are looked at for constants which they hand over.
const maxCallsOfFile = 20_000

// longestStatement is how many bytes in front of new() the name of its class is looked for.
const longestStatement = 2000

// makes reports whether a call is one of a function of a name, or makes an object of the class of that name.
func (s *braces) makes(c *braceCall, name string) bool {
	if c.end == 0 {
		return false
	}
	called := string(s.Src[c.name.start:min(c.name.end, c.name.start+len(name)+6)])
	switch called {
	case name:
		return true
	case "new": // of the type that the statement names
		from := max(0, c.name.start-longestStatement)
		return hasName(s.Src[from+bytes.LastIndexByte(s.Src[from:c.name.start], ';')+1:c.name.start], name)
	}
	if !c.part && called != "this" && called != "super" && called != "base" {
		return false
	}
	class, from, to := s.classAround(c.name.start)
	switch called {
	case "this":
		return class == name
	case "super", "base":
		return hasName(s.Src[from:to], name)
	}
	front := bytes.TrimRight(s.Src[:from], " \t\r\n")
	front = bytes.TrimRight(bytes.TrimSuffix(front[:max(0, len(front)-len(class))], []byte("class ")), " \t\r\n")
	return class == name && string(front[nameStart(front):]) == "enum"
}

// classAround returns the class in whose body a place is, and where its header goes on behind its name.
func (s *braces) classAround(at int) (class string, from, to int) {
	best := -1
	for i := range s.scopes {
		start, end := s.extent(i)
		if s.work--; s.work < 0 {
			return "", 0, 0
		}
		if c := s.scopes[i].class; c[1] > 0 && at >= start && at < end && start > best {
			best, class, from, to = start, string(s.Src[c[0]:c[1]]), c[1], start
		}
	}
	return class, from, to
}

// hasName reports whether a text has a name as a word of its own.
func hasName(text []byte, name string) bool {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte(name))
		if n < 0 {
			return false
		}
		at += n + len(name)
		if nameIs(text[:at], name) && (at == len(text) || scan.ByteClass[text[at]]&scan.ByteName == 0) {
			return true
		}
	}
}

// handedAs returns where the argument of a call stands that a parameter gets, by its number or name, or -1.
func (s *braces) handedAs(c *braceCall, t *taker) (start, end int) {
	start, end = -1, -1
	for n := 0; n <= len(c.commas); n++ {
		x := s.lexer(c.argument(n))
		name := s.read(x)
		sign := s.read(x)
		if next := s.peek(x); name.kind == tokenName && (sign.kind == '=' || sign.kind == ':') && next.kind != sign.kind {
			if string(s.Src[name.start:name.end]) == t.param {
				return x.at, c.argumentEnd(n)
			}
			continue
		}
		if n == t.index {
			start, end = c.argument(n), c.argumentEnd(n)
		}
	}
	return start, end
}
