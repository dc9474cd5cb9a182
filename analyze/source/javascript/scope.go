package javascript

import (
	"cmp"

	"snag/analyze/sorting"
	"snag/analyze/source/scan"
)

// scope is a block or function body, from brace to brace.
type scope struct {
	start, end int // end is 0 while the scope is open
	function   int // number of the scope that var declares in
}

// declaration is a name that a keyword declares.
type declaration struct {
	name, nameEnd int
	init          int // offset behind the = of its initialiser, or 0
	keyword       word
	scope         int
}

// region is a piece of source in which each name may be declared: parameters or a pattern.
type region struct {
	start, end int
	from, to   int // where the names are visible; to is 0 when scope tells
	scope      int
	next       int // of the same frame's list, or -1
}

// scopeTable records who declares names where. It is filled while scanning and searched for the few
// names that matter afterwards.
type scopeTable struct {
	scopes  []scope
	decls   []declaration
	regions []region
	// assigned holds the variables, or the patterns with variables, that are assigned to other than
	// by their declaration.
	assigned [][2]int
}

func (s *script) openScope(i int, function bool) {
	n := len(s.scopes)
	f := s.top()
	of := s.scopes[f.scope].function
	if function {
		of = n
	}
	s.scopes = append(s.scopes, scope{start: i, function: of})
	f.scope = n
}

func (s *script) closeScope(f frame, i int) {
	if f.kind == frameBlock || f.kind == frameClass {
		s.scopes[f.scope].end = i
	}
}

// declare records the name src[start:end] that a keyword declares.
func (s *script) declare(start, end int, keyword word, f *frame) {
	in := f.scope
	switch {
	case keyword == wordVar:
		in = s.scopes[in].function
	case (keyword == wordFunction || keyword == wordClass) && f.bodyThen == scan.Value:
		return // the name of an expression is not visible outside of it
	}
	s.decls = append(s.decls, declaration{name: start, nameEnd: end, keyword: keyword, scope: in})
	if keyword != wordFunction && keyword != wordClass {
		f.decl = len(s.decls) - 1
	}
}

// bindNames records that the names in src[start:end] are declared from the given offset to the end of
// a scope.
func (s *script) bindNames(start, end, from, scope int) {
	s.regions = append(s.regions, region{start: start, end: end, from: from, scope: scope, next: -1})
}

// bindArrow records the parameters of an arrow function without braces, which ends with the frame or
// at its next comma or semicolon.
func (s *script) bindArrow(f *frame, start, end int) {
	s.regions = append(s.regions, region{start: start, end: end, from: start, scope: f.scope, next: f.arrows})
	f.arrows = len(s.regions) - 1
}

// endArrows ends the arrow functions without braces that stand directly in the frame.
func (s *script) endArrows(f *frame, i int) {
	for n := f.arrows; n >= 0; n = s.regions[n].next {
		s.regions[n].to = i
	}
	f.arrows = -1
}

// binding is one declaration of a name that matters.
type binding struct {
	from, to int
	decl     int // number in decls, or -1
}

// bindings looks for all declarations of the names, which have none yet, the innermost first.
func (s *script) bindings(wanted map[string][]binding) {
	end := func(n int) int {
		if e := s.scopes[n].end; e > 0 {
			return e
		}
		return len(s.src)
	}
	for i, d := range s.decls {
		if list, ok := wanted[string(s.src[d.name:d.nameEnd])]; ok {
			from := s.scopes[d.scope].start
			wanted[string(s.src[d.name:d.nameEnd])] = append(list, binding{from, end(d.scope), i})
		}
	}
	for _, r := range s.regions {
		s.eachBound(r, func(name []byte) {
			list, ok := wanted[string(name)]
			if !ok {
				return
			}
			to := r.to
			if to == 0 {
				to = end(r.scope)
			}
			wanted[string(name)] = append(list, binding{r.from, to, -1})
		})
	}
	for name, list := range wanted {
		sorting.Stable(list, func(a, b binding) int { return cmp.Compare(b.from, a.from) })
		wanted[name] = list
	}
}

// assignments returns where the wanted names are assigned to.
func (s *script) assignments(wanted map[string][]binding) map[string][]int {
	at := make(map[string][]int)
	for _, a := range s.assigned {
		s.eachName(a[0], a[1], func(name []byte) {
			if _, ok := wanted[string(name)]; ok {
				at[string(name)] = append(at[string(name)], a[0])
			}
		})
	}
	return at
}

// eachName calls yield with each word in src[start:end].
func (s *script) eachName(start, end int, yield func(name []byte)) {
	for i := start; i < end; {
		stop := scan.NameEnd(s.src, i)
		if stop > i {
			yield(s.src[i:stop])
		}
		i = max(stop, i+1)
	}
}

// lookup finds the declaration of a name that is visible at an offset. found is false when there is
// none, and decl is -1 when it cannot be told which one it is or what it holds.
func (s *script) lookup(name string, at int) (decl int, found bool) {
	list := s.wanted[name]
	for i, b := range list {
		if s.work--; s.work < 0 {
			return -1, true
		}
		if at < b.from || at >= b.to {
			continue
		}
		if i+1 < len(list) && list[i+1].from == b.from && at < list[i+1].to {
			return -1, true // declared twice in one scope
		}
		return b.decl, true
	}
	return -1, false
}

// eachBound calls yield with each name that the region may declare. Names in default values and, as
// far as that is easy to tell, in types are left out.
func (s *script) eachBound(r region, yield func(name []byte)) {
	before, braces := byte('('), 0
	for i := r.start; i < r.end; {
		c := s.src[i]
		stop := scan.NameEnd(s.src, i)
		switch {
		case stop > i:
			bound := before == '(' || before == ',' || before == '{' || before == '[' || before == '.' ||
				before == ':' && braces > 0 || scan.ByteClass[before]&scan.ByteName != 0
			if name := s.src[i:stop]; bound && string(name) == "RegExp" {
				// As a type this name is common, as a parameter it is not.
				next, _ := skipSpace(s.src, stop)
				n := s.peek(next)
				bound = before != ':' && (n == ',' || n == ')' || n == '=' || n == '}' || n == ']')
			}
			if bound {
				yield(s.src[i:stop])
			}
			before, i = s.src[stop-1], stop
			continue
		case c == '{':
			braces++
		case c == '}':
			braces--
		case c == '"' || c == '\'':
			i = stringEnd(s.src, i)
			before = c
			continue
		}
		next, _ := skipSpace(s.src, i)
		if next == i {
			before, next = c, i+1
		}
		i = next
	}
}
