package model

import "slices"

// indexed finds rules by the last name of what they describe.
type indexed[R any] struct {
	rules []R
	by    map[indexKey][]int32
	rest  map[Language][]int32 // those that may end in any name
}

type indexKey struct {
	lang Language
	name string
}

func (x *indexed[R]) add(lang Language, names []string, rule int) {
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

// names are the names for which there is a rule in some index, and the languages of rules for any name.
type names struct {
	names map[indexKey]bool
	rest  map[Language]bool
}

// named adds the names of an index.
func (x *indexed[R]) named(to *names) {
	for key := range x.by {
		to.names[key] = true
	}
	for lang, all := range x.rest {
		to.rest[lang] = to.rest[lang] || len(all) > 0
	}
}

// each calls f with the number of every rule that may fit one of the names, in the order of the data.
func (x *indexed[R]) each(lang Language, names []string, f func(rule *R)) {
	var found []int32
	for _, name := range names {
		found = append(found, x.by[indexKey{lang, lang.key(name)}]...)
	}
	found = append(found, x.rest[lang]...)
	slices.Sort(found)
	for _, i := range slices.Compact(found) {
		f(&x.rules[i])
	}
}

// may reports whether there is a rule that may fit a name.
func (x *indexed[R]) may(lang Language, name string) bool {
	return len(x.rest[lang]) > 0 || len(x.by[indexKey{lang, lang.key(name)}]) > 0
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

// index prepares lookups. It is called once, when all rules are there.
func (m *Model) index() {
	byCall := func(lang Language, c *CallPattern) []string { return c.Callee.ends() }
	m.checks, m.valid = m.checking(), m.validity()
	m.entries.rules, m.decorators.rules = m.Entries, m.Entries
	for i, e := range m.Entries {
		if e.Call != nil {
			m.entries.add(e.Language, byCall(e.Language, e.Call), i)
		}
		if e.Decorator != nil {
			m.decorators.add(e.Language, byCall(e.Language, e.Decorator), i)
		}
	}
	m.sources.rules = m.Sources
	for i, s := range m.Sources {
		m.sources.add(s.Language, rootNames(s.Language, s.Value), i)
	}
	m.settings.rules, m.assigns.rules = m.Settings, m.Settings
	for i, s := range m.Settings {
		if s.Call != nil {
			m.settings.add(s.Language, byCall(s.Language, s.Call), i)
		}
		if s.Assign != nil {
			m.assigns.add(s.Language, s.Assign.ends(), i)
		}
	}
	m.matches.rules, m.patterns.rules = m.Matches, m.Matches
	for i, r := range m.Matches {
		if r.Call != nil {
			m.matches.add(r.Language, byCall(r.Language, r.Call), i)
		} else {
			m.patterns.add(r.Language, byCall(r.Language, r.Decorator), i)
		}
	}
	m.compiles.rules = m.Compiles
	for i, r := range m.Compiles {
		m.compiles.add(r.Language, byCall(r.Language, r.Call), i)
	}
	m.steps.rules = m.Steps
	for i, r := range m.Steps {
		m.steps.add(r.Language, byCall(r.Language, r.Call), i)
	}
	m.lengths.rules = m.Lengths
	for i, r := range m.Lengths {
		if r.Call != nil {
			m.lengths.add(r.Language, byCall(r.Language, r.Call), i)
		} else {
			m.lengths.add(r.Language, r.Member.ends(), i)
		}
	}
	m.leaves.rules = m.Leaves
	for i, r := range m.Leaves {
		m.leaves.add(r.Language, byCall(r.Language, r.Call), i)
	}
	m.roles = nil
	for _, r := range m.Roles {
		m.roles = append(m.roles, newGlobs(r.Files))
	}
	m.aliases.rules = m.Aliases
	for i, a := range m.Aliases {
		m.aliases.add(a.Language, rootNames(a.Language, a.Value), i)
	}
	m.mounts.rules = m.Mounts
	for i, r := range m.Mounts {
		m.mounts.add(r.Language, byCall(r.Language, r.Call), i)
	}
	m.called = names{map[indexKey]bool{}, map[Language]bool{}}
	m.steps.named(&m.called)
	m.matches.named(&m.called)
	m.compiles.named(&m.called)
	m.entries.named(&m.called)
	m.settings.named(&m.called)
	m.sanitizers.rules = m.Sanitizers
	for i, r := range m.Sanitizers {
		m.sanitizers.add(r.Language, byCall(r.Language, r.Call), i)
	}
}

// rootNames returns the names by which sources are looked up: those of the root.
func rootNames(lang Language, p *Pattern) []string {
	if p.floats() {
		return nil
	}
	return p.names
}
