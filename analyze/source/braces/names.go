package braces

// index prepares for looking up names.
func (s *braces) index() {
	s.named = make(map[string][]int)
	s.sites = make(map[string][]int)
	for i, d := range s.decls {
		name := string(s.Src[d.name:d.nameEnd])
		s.named[name] = append(s.named[name], i)
	}
	for _, a := range s.assigned {
		name := string(s.Src[a[0]:a[1]])
		if _, ok := s.named[name]; ok {
			s.sites[name] = append(s.sites[name], a[0])
		}
	}
}

// extent returns where a scope begins and ends.
func (s *braces) extent(scope int) (start, end int) {
	if scope < 0 {
		return 0, 0
	}
	sc := s.scopes[scope]
	if sc.end == 0 {
		return sc.start, len(s.Src)
	}
	return sc.start, sc.end
}

// lookup returns the number of the declaration of a name that is visible at an offset: -2 when there
// is none, -1 when it cannot be told which one it is.
func (s *braces) lookup(name string, at int) int {
	found, from := -2, -1
	for _, d := range s.named[name] {
		if s.work--; s.work < 0 {
			return -1
		}
		if s.decls[d].scope < 0 {
			continue
		}
		start, end := s.extent(s.decls[d].scope)
		if at < start || at >= end || start < from {
			continue
		}
		if start == from {
			found = -1
			continue
		}
		found, from = d, start
	}
	return found
}

// member returns the number of the declaration of a name in the named class of the file, with the
// results of lookup.
func (s *braces) member(class, name string) int {
	found := -2
	for _, d := range s.named[name] {
		if s.work--; s.work < 0 {
			return -1
		}
		scope := s.decls[d].scope
		if scope <= 0 {
			continue
		}
		sc := s.scopes[scope]
		if string(s.Src[sc.class[0]:sc.class[1]]) != class {
			up := s.scopes[sc.parent]
			if sc.class[1] > 0 || string(s.Src[up.class[0]:up.class[1]]) != class {
				continue
			}
		}
		if found >= 0 {
			return -1
		}
		found = d
	}
	return found
}

// reassigned reports whether a name may get another value than that of its declaration.
func (s *braces) reassigned(d int) bool {
	start, end := s.extent(s.decls[d].scope)
	for _, at := range s.sites[string(s.Src[s.decls[d].name:s.decls[d].nameEnd])] {
		if s.work--; s.work < 0 || at >= start && at < end {
			return true
		}
	}
	return false
}

// initialiser returns the offset of the first token of a declaration's initialiser.
func (s *braces) initialiser(d int) int {
	return s.peek(s.lexer(s.decls[d].init)).start
}
