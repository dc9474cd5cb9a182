package javascript

import (
	"maps"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// call is a place that compiles a string: a call of RegExp, or a string argument of a method.
type call struct {
	start      int // of the expression
	open       int // offset of the opening parenthesis
	comma, end int // of the first comma among the arguments, or 0; behind the closing parenthesis
	name       int // offset of the name RegExp
	method     bool
	use        literal.Use
}

// namedUse is a method applied to, or called with, a variable that may hold a regex.
type namedUse struct {
	start, end int // the variable
	use        literal.Use
}

// addCall notes a call of RegExp whose parenthesis is at i, and returns its number.
func (s *script) addCall(i int) int {
	start := s.name
	if s.token == lastProperty {
		start = s.receiver[0]
	}
	name := start
	for n := start; n > 0; {
		if c := s.src[n-1]; scan.ByteClass[c]&scan.ByteSpace != 0 || c == '\n' || c == '\r' {
			n--
			continue
		}
		if n >= 3 && string(s.src[n-3:n]) == "new" && n < start && (n == 3 || scan.ByteClass[s.src[n-4]]&scan.ByteName == 0) {
			start = n - 3
		}
		break
	}
	c := call{start: start, open: i, name: name}
	if p := s.top(); p.use > literal.Exec {
		if first, _ := skipSpace(s.src, p.open+1); first == start {
			c.use = p.use
		}
	}
	s.calls = append(s.calls, c)
	return len(s.calls) - 1
}

// noteMethod notes a call, with its parenthesis at i, of a method that applies patterns.
func (s *script) noteMethod(i int) {
	if s.use <= literal.Exec {
		if s.receiver[1] > 0 {
			s.uses = append(s.uses, namedUse{s.receiver[0], s.receiver[1], s.use})
		}
		return
	}
	arg, _ := skipSpace(s.src, i+1)
	switch c := s.peek(arg); {
	case c == '"' || c == '\'' || c == '`':
		if s.use&(literal.Match|literal.MatchAll|literal.SearchIn) != 0 {
			s.calls = append(s.calls, call{start: arg, open: arg - 1, method: true, use: s.use})
		}
	case scan.ByteClass[c]&(scan.ByteName|scan.ByteDigit) == scan.ByteName:
		end := scan.NameEnd(s.src, arg)
		if after, _ := skipSpace(s.src, end); s.peek(after) == ')' || s.peek(after) == ',' {
			s.uses = append(s.uses, namedUse{arg, end, s.use})
		}
	}
}

// addRegex adds the regex literal at start, whose second slash is at slash.
func (s *script) addRegex(start, slash, end int, use literal.Use) {
	var v literal.Constant
	v.Verbatim(s.src, start+1, slash)
	v.Spelled(scriptRegex{}, start+1, slash)
	l := literal.Literal{Flags: string(s.src[slash+1 : end]), FlagsKnown: true, Uses: use, Expr: literal.Offsets(start, end)}
	l.Take(&v, s.src, start, end)
	s.Literals = append(s.Literals, l)
}

// resolve evaluates the calls that were found and attributes uses to variables.
func (s *script) resolve() {
	if len(s.calls) > 0 || len(s.uses) > 0 && len(s.Literals) > s.first {
		s.collectNames()
		if len(s.calls) > 0 {
			s.assignedAt = s.assignments(s.wanted)
		}
		for i := range s.calls {
			s.evaluateCall(&s.calls[i])
		}
		s.attributeUses()
	}
	s.Place(s.first)
}

// collectNames looks for the declarations of all names that the calls depend on, directly or through
// other constants, and of the variables that hold a regex.
func (s *script) collectNames() {
	s.wanted = make(map[string][]binding)
	fresh := map[string][]binding{"RegExp": nil}
	want := func(name string) {
		if _, ok := s.wanted[name]; !ok {
			fresh[name] = nil
		}
	}
	for i := range s.calls {
		s.arguments(&s.calls[i], &evaluator{script: s, want: want, holes: true})
	}
	if len(s.uses) > 0 {
		s.holds = make(map[int]int)
		for i := s.first; i < len(s.Literals); i++ {
			s.holds[s.Literals[i].Expr.Start.Offset] = i
		}
		for _, c := range s.calls {
			if !c.method {
				s.holds[c.start] = -1
			}
		}
		for _, d := range s.decls {
			if at, _ := skipSpace(s.src, d.init); d.init > 0 {
				if _, ok := s.holds[at]; ok {
					want(string(s.src[d.name:d.nameEnd]))
				}
			}
		}
	}
	for round := 0; round < 5 && len(fresh) > 0; round++ {
		s.bindings(fresh)
		maps.Copy(s.wanted, fresh)
		found := fresh
		fresh = make(map[string][]binding)
		for _, list := range found {
			for _, b := range list {
				if b.decl >= 0 && s.decls[b.decl].init > 0 {
					e := evaluator{script: s, want: want, holes: true}
					e.sum(s.decls[b.decl].init, 1)
				}
			}
		}
	}
}

// arguments evaluates the arguments of a call.
func (s *script) arguments(c *call, e *evaluator) (v literal.Constant, flags string, flagsKnown, ok bool) {
	at, _ := skipSpace(s.src, c.open+1)
	if !c.method && s.peek(at) == ')' {
		return v, "", true, true // an empty pattern
	}
	v, end, ok := e.sum(at, 0)
	if ok {
		if end, _ = skipSpace(s.src, end); s.peek(end) != ',' && s.peek(end) != ')' {
			v, end, ok = e.depends(at)
		}
	}
	if ok && v.List {
		if text, reason := converted(v, end); reason == "" {
			v = text
		} else {
			v, end, ok = e.fail(reason)
		}
	}
	if ok && v.HyphenInClass() {
		v, end, ok = e.fail("functions that escape differ on `-` in a class")
	}
	if c.method {
		ok = ok && !v.Regex
		c.end = end
		if c.use == literal.MatchAll {
			flags = "g"
		}
		return v, flags, true, ok
	}
	if ok && v.Number {
		v.Number = false
	}
	flags, flagsKnown = v.Flags, ok || c.comma > 0
	comma := c.comma
	if ok {
		comma = 0
		if s.peek(end) == ',' {
			comma = end
		}
	}
	if comma > 0 {
		if at, _ = skipSpace(s.src, comma+1); s.peek(at) != ')' {
			f := evaluator{script: s, want: e.want}
			w, stop, constant := f.sum(at, 0)
			stop, _ = skipSpace(s.src, stop)
			switch {
			case constant && !w.Regex && !w.Number && !w.List && (s.peek(stop) == ')' || s.peek(stop) == ','):
				flags = string(w.Text)
			case string(s.src[at:scan.NameEnd(s.src, at)]) == "undefined":
			default:
				flags, flagsKnown = "", false
			}
		}
	}
	return v, flags, flagsKnown, ok
}

// evaluateCall adds the literal that a call makes.
func (s *script) evaluateCall(c *call) {
	if !c.method {
		if _, shadowed := s.lookup("RegExp", c.name); shadowed {
			return
		}
	}
	e := evaluator{script: s}
	v, flags, flagsKnown, ok := s.arguments(c, &e)
	l := literal.Literal{Kind: literal.Constructor, Flags: flags, FlagsKnown: flagsKnown, Uses: c.use}
	start, end := c.start, c.end
	if c.method {
		if !ok {
			return // a string that is not the whole argument
		}
		l.Kind = literal.MethodArgument
	} else {
		if end == 0 {
			end = c.open + 1 // never closed
		}
		l.Uses |= s.methodBehind(end)
	}
	l.Expr = literal.Offsets(start, min(end, len(s.src)))
	l.Settle(&v, ok, e.reason, s.src)
	if !ok && !c.method {
		s.sketch(c, &l)
	}
	s.Literals = append(s.Literals, l)
}

// attributeUses adds the methods called on variables to the literals that initialise them.
func (s *script) attributeUses() {
	if len(s.uses) == 0 {
		return
	}
	for i := s.first; i < len(s.Literals); i++ {
		if l := &s.Literals[i]; l.Kind != literal.MethodArgument {
			s.holds[l.Expr.Start.Offset] = i
		}
	}
	e := evaluator{script: s}
	for _, u := range s.uses {
		n, found := s.lookup(string(s.src[u.start:u.end]), u.start)
		if !found || n < 0 || s.decls[n].init == 0 {
			continue
		}
		at, _ := skipSpace(s.src, s.decls[n].init)
		if i, ok := s.holds[at]; ok && i >= 0 && e.initEnds(s.Literals[i].Expr.End.Offset) {
			s.Literals[i].Uses |= u.use
		}
	}
}
