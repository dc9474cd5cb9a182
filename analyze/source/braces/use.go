package braces

import (
	"bytes"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// noteUse notes the call of a method that applies a pattern: its receiver, or the argument to come.
func (s *braces) noteUse(f *braceFrame, c *braceCall) {
	name := string(s.Src[c.name.start:min(c.name.end, c.name.start+24)])
	use, matcher, argument := s.lang.method(name)
	f.argument = argument
	if use == 0 && !matcher {
		return
	}
	u := braceUse{call: -1, use: use, start: c.start, matcher: matcher}
	receiver := bytes.TrimRight(s.Src[c.receiver[0]:c.receiver[1]], " \t\r\n!")
	end := c.receiver[0] + len(receiver)
	switch start := nameStart(receiver); {
	case len(receiver) == 0:
		return
	case start < len(receiver):
		if bytes.ContainsAny(receiver[:start], "()[]{}\"") {
			return
		}
		u.name, u.nameEnd = c.receiver[0]+start, end
	case s.closed >= 0 && s.calls[s.closed].end == end && s.calls[s.closed].compiles():
		u.call = s.closed
	default:
		return
	}
	s.uses = append(s.uses, u)
	f.use = len(s.uses) - 1
}

// nameStart returns the offset of the name that text ends with, or its length.
func nameStart(text []byte) int {
	i := len(text)
	for i > 0 && scan.ByteClass[text[i-1]]&scan.ByteName != 0 {
		i--
	}
	return i
}

// closeUse looks at what is called on the result of a method that returns a matcher.
func (s *braces) closeUse(n, end int) {
	u := &s.uses[n]
	if !u.matcher {
		return
	}
	x := s.lexer(end)
	if s.read(x).kind != tokenMember {
		return
	}
	u.matcher = false
	if t := s.read(x); t.kind == tokenName && t.end-t.start < 24 {
		u.use, _, _ = s.lang.method(string(s.Src[t.start:t.end]))
	}
	if u.use == 0 {
		u.use = literal.Test
	}
}

// attributeUses adds the methods called on variables to the literals that initialise them, and those
// called on a literal's expression itself.
func (s *braces) attributeUses(holds map[int]int, byCall map[int]int) {
	sites := map[int][]int{} // by declaration, the names in uses
	for i := range s.uses {
		u := &s.uses[i]
		if u.call >= 0 {
			if n, ok := byCall[u.call]; ok {
				s.Literals[n].Uses |= s.useOf(u)
			}
			continue
		}
		d := s.lookup(string(s.Src[u.name:u.nameEnd]), u.name)
		if d < 0 || s.decls[d].init == 0 {
			continue
		}
		if n, ok := holds[s.initialiser(d)]; ok {
			s.Literals[n].Uses |= s.useOf(u)
			sites[d] = append(sites[d], u.name)
		}
	}
	for d := range s.decls {
		if s.decls[d].init == 0 {
			continue
		}
		n, ok := holds[s.initialiser(d)]
		if !ok {
			continue
		}
		// Only a pattern that is put to no other use is known to be matched from the start or whole.
		if l := &s.Literals[n]; (l.Uses == literal.Whole || l.Uses == literal.AtStart) && s.usedElsewhere(d, sites[d]) {
			l.Uses |= literal.Test
		}
	}
}

// useOf returns what a use does with the pattern, where it returns a matcher all that is done with that.
func (s *braces) useOf(u *braceUse) literal.Use {
	if !u.matcher {
		return u.use
	}
	for d := range s.decls {
		if s.work--; s.work < 0 {
			return literal.Test
		}
		if s.decls[d].init == 0 || s.initialiser(d) != u.start {
			continue
		}
		var use literal.Use
		name := s.Src[s.decls[d].name:s.decls[d].nameEnd]
		var sites []int
		for i := range s.uses {
			m := &s.uses[i]
			if s.work--; s.work < 0 {
				return literal.Test
			}
			if m.call < 0 && bytes.Equal(s.Src[m.name:m.nameEnd], name) && s.lookup(string(name), m.name) == d {
				use |= m.use
				sites = append(sites, m.name)
			}
		}
		if use == 0 || s.usedElsewhere(d, sites) && use&literal.Every == 0 {
			use |= literal.Test
		}
		return use
	}
	return literal.Test
}

// usedElsewhere reports whether a declared name occurs at other places than those known.
func (s *braces) usedElsewhere(d int, known []int) bool {
	name := s.Src[s.decls[d].name:s.decls[d].nameEnd]
	start, end := s.extent(s.decls[d].scope)
	if s.work -= (end - start) / 16; s.work < 0 {
		return true
	}
	places := map[int]bool{s.decls[d].name: true}
	for _, at := range known {
		places[at] = true
	}
	for i := start; i < end; {
		n := bytes.Index(s.Src[i:end], name)
		if n < 0 {
			return false
		}
		at := i + n
		i = at + len(name)
		part := at > 0 && scan.ByteClass[s.Src[at-1]]&scan.ByteName != 0 || i < len(s.Src) && scan.ByteClass[s.Src[i]]&scan.ByteName != 0
		if part || places[at] {
			continue
		}
		x := s.lexer(i)
		// What is read of it, such as group(1), is no further use.
		if s.work > 0 && s.read(x).kind == tokenMember {
			if t := s.read(x); t.kind == tokenName && s.lang.reads != nil && s.lang.reads(string(s.Src[t.start:min(t.end, t.start+24)])) {
				continue
			}
		}
		return true
	}
	return false
}
