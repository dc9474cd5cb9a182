package model

import "slices"

// indexed finds rules by the last name of what they describe.
type indexed[R any] struct {
	rules []R
	places
}

// places are the numbers of rules by the last names of what they describe. They know nothing of the rules, as each
// function of a type with parameters is compiled anew for every kind of rule.
type places struct {
	by   map[indexKey][]int32
	rest map[Language][]int32 // those that may end in any name
	open map[indexKey][]int32 // those that may, by the names of what they begin with
}

type indexKey struct {
	lang Language
	name string
}

func (x *places) add(lang Language, names []string, rule int) {
	if x.by == nil {
		x.by, x.rest = map[indexKey][]int32{}, map[Language][]int32{}
	}
	if len(names) == 0 {
		x.rest[lang] = append(x.rest[lang], int32(rule))
	}
	for _, name := range names {
		key := indexKey{lang, lang.key(name)}
		if all := x.by[key]; len(all) == 0 || all[len(all)-1] != int32(rule) {
			x.by[key] = append(all, int32(rule))
		}
	}
}

// names are the names for which there is a rule in some index, the languages of rules for any name, and what rules for any name
// of its own begin with.
type names struct {
	names map[indexKey]bool
	rest  map[Language]bool
	open  map[indexKey]bool
}

// named adds the names of an index.
func (x *places) named(to *names) {
	for key := range x.by {
		to.names[key] = true
	}
	for lang, all := range x.rest {
		to.rest[lang] = to.rest[lang] || len(all) > 0
	}
	for key := range x.open {
		to.open[key] = true
	}
}

// addOpen adds a rule about the call of any member of something by the names of that.
func (x *places) addOpen(lang Language, roots []string, rule int) {
	if x.open == nil {
		x.open = map[indexKey][]int32{}
	}
	for _, name := range roots {
		key := indexKey{lang, lang.key(name)}
		x.open[key] = append(x.open[key], int32(rule))
	}
}

// opened calls f with the number of each rule about the call of any member that may be about one of some accesses.
func (x *places) opened(lang Language, accesses []Access, f func(rule int32)) {
	if len(x.open) == 0 {
		return
	}
	var found []int32
	for _, a := range accesses {
		for _, root := range lang.roots(a) {
			found = append(found, x.open[indexKey{lang, lang.key(root)}]...)
		}
	}
	slices.Sort(found)
	for _, rule := range slices.Compact(found) {
		f(rule)
	}
}

// each calls f with every rule that may fit one of the names, in the order of the data.
func (x *indexed[R]) each(lang Language, names []string, f func(rule *R)) {
	for _, i := range x.of(lang, names) {
		f(&x.rules[i])
	}
}

// of returns the numbers of the rules that may fit one of the names, in order.
func (x *places) of(lang Language, names []string) []int32 {
	var found []int32
	for _, name := range names {
		found = append(found, x.by[indexKey{lang, lang.key(name)}]...)
	}
	found = append(found, x.rest[lang]...)
	slices.Sort(found)
	return slices.Compact(found)
}

// may reports whether there is a rule that may fit a name.
func (x *places) may(lang Language, name string) bool {
	return len(x.rest[lang]) > 0 || x.names(lang, name)
}

// names reports whether a rule is known by a name.
func (x *places) names(lang Language, name string) bool {
	return len(x.by[indexKey{lang, lang.key(name)}]) > 0
}

// last returns the names under which an index may know accesses.
func last(lang Language, accesses []Access) []string {
	var names []string
	for _, a := range accesses {
		names = append(names, lastOf(lang, a))
	}
	return names
}

func lastOf(lang Language, a Access) string {
	a = lang.normal(a)
	if n := len(a.Steps); n > 0 {
		return a.Steps[n-1]
	}
	return a.Root.Name
}

// fill indexes rules by what end says of each: its language, the last names of what it describes (none: any name
// fits), and whether it belongs into this index.
func (x *indexed[R]) fill(rules []R, end func(rule *R) (lang Language, names []string, ok bool)) {
	x.rules = rules
	for i := range rules {
		if lang, names, ok := end(&rules[i]); ok {
			x.add(lang, names, i)
		}
	}
}

// ofCall is what fill asks of a rule about a call; rules without one do not belong there.
func ofCall(lang Language, c *CallPattern) (Language, []string, bool) {
	if c == nil {
		return lang, nil, false
	}
	return lang, c.Callee.ends(), true
}

// ofValue is what fill asks of a rule about a member or a variable.
func ofValue(lang Language, p *Pattern) (Language, []string, bool) {
	if p == nil {
		return lang, nil, false
	}
	return lang, p.ends(), true
}

// index prepares lookups. It is called once, when all rules are there.
func (m *Model) index() {
	m.checks, m.valid, m.runs, m.keeps = m.checking(), m.validity(), m.running(), m.keeping()
	m.entries.fill(m.Entries, func(e *Entry) (Language, []string, bool) { return ofCall(e.Language, e.Call) })
	m.decorators.fill(m.Entries, func(e *Entry) (Language, []string, bool) { return ofCall(e.Language, e.Decorator) })
	m.sources.fill(m.Sources, func(s *Source) (Language, []string, bool) { return s.Language, rootNames(s.Value), true })
	m.settings.fill(m.Settings, func(s *Setting) (Language, []string, bool) { return ofCall(s.Language, s.Call) })
	m.assigns.fill(m.Settings, func(s *Setting) (Language, []string, bool) { return ofValue(s.Language, s.Assign) })
	m.matches.fill(m.Matches, func(r *MatchRule) (Language, []string, bool) { return ofCall(r.Language, r.Call) })
	m.patterns.fill(m.Matches, func(r *MatchRule) (Language, []string, bool) { return ofCall(r.Language, r.Decorator) })
	m.compiles.fill(m.Compiles, func(r *CompileRule) (Language, []string, bool) { return ofCall(r.Language, r.Call) })
	m.steps.fill(m.Steps, func(r *Step) (Language, []string, bool) {
		lang, names, ok := ofCall(r.Language, r.Call)
		return lang, names, ok && !r.Call.Callee.opens()
	})
	for i := range m.Steps {
		if r := &m.Steps[i]; r.Call != nil && r.Call.Callee.opens() {
			m.steps.addOpen(r.Language, r.Call.Callee.names, i)
		}
	}
	m.lengths.fill(m.Lengths, func(r *LengthRule) (Language, []string, bool) {
		if r.Call != nil {
			return ofCall(r.Language, r.Call)
		}
		return ofValue(r.Language, r.Member)
	})
	m.leaves.fill(m.Leaves, func(r *LeaveRule) (Language, []string, bool) { return ofCall(r.Language, r.Call) })
	m.aliases.fill(m.Aliases, func(a *Alias) (Language, []string, bool) { return a.Language, rootNames(a.Value), true })
	m.mounts.fill(m.Mounts, func(r *Mount) (Language, []string, bool) { return ofCall(r.Language, r.Call) })
	m.sanitizers.fill(m.Sanitizers, func(r *Sanitizer) (Language, []string, bool) { return ofCall(r.Language, r.Call) })
	for i := range m.Bounds {
		for _, a := range m.Bounds[i].Applies {
			if lang, names, ok := ofCall(m.Bounds[i].Language, a.Call); ok {
				m.applied.add(lang, names, i)
			}
		}
	}
	m.roles = nil
	for _, r := range m.Roles {
		m.roles = append(m.roles, newGlobs(r.Files))
	}
	m.called = names{map[indexKey]bool{}, map[Language]bool{}, map[indexKey]bool{}}
	m.steps.named(&m.called)
	m.matches.named(&m.called)
	m.compiles.named(&m.called)
	m.entries.named(&m.called)
	m.settings.named(&m.called)
}

// rootNames returns the names by which sources are looked up: those of the root.
func rootNames(p *Pattern) []string {
	if p.floats() {
		return nil
	}
	return p.names
}
