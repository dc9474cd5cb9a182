package model

import "slices"

// Alias says that a value is another one, as the app that Fastify hands to a plugin.
type Alias struct {
	Origin
	Value *Pattern
	Is    Access
}

// deepestAlias is how many aliases, and aliases of them, are followed.
const deepestAlias = 3

// same returns an access and those that aliases say it is as well.
func (m *Model) same(lang Language, a Access) []Access { return m.addSame(nil, lang, a) }

// IsArgument reports whether a value is an argument of an entry as a whole.
func (a Access) IsArgument() bool { return a.Root.Kind == EntryArg && len(a.Steps) == 0 }

// Thing returns the value of a library that what a handler or plugin of JavaScript gets is by an alias, as a request has its app,
// or what another handler gets, as that of a parameter gets the request.
func (m *Model) Thing(lang Language, a Access) (Access, bool) {
	if lang != JavaScript || a.Root.Kind != EntryArg || !m.aliases.may(lang, a.Root.Name) {
		return a, false
	}
	all := m.same(lang, a)
	at := slices.IndexFunc(all, func(as Access) bool {
		return as.Root.Kind == Module || as.IsArgument() && a.IsArgument() && as.Root != a.Root
	})
	if at < 0 {
		return a, false
	}
	return all[at], true
}

// addSame adds them to a list.
func (m *Model) addSame(all []Access, lang Language, a Access) []Access {
	first := len(all)
	all = append(all, lang.normal(a))
	if class, is := lang.class(a); is {
		all = append(all, class)
	}
	most := len(all) + deepestAlias
	for i := first; i < len(all); i++ {
		a := all[i]
		if !m.aliases.may(lang, a.Root.Name) {
			continue
		}
		m.aliases.each(lang, []string{a.Root.Name}, func(r *Alias) {
			n := len(r.Value.steps)
			if len(a.Steps) < n || len(all) >= most {
				return
			}
			if _, ok := r.Value.Match(lang, Access{a.Root, a.Steps[:n]}); ok {
				all = append(all, Access{r.Is.Root, slices.Concat(r.Is.Steps, a.Steps[n:])})
			}
		})
	}
	return all
}

// Widened returns a call with what aliases say about its callees. Lookups do that themselves, unless it was done.
func (m *Model) Widened(lang Language, c Call) Call {
	callees := make([]Access, 0, len(c.Callees))
	for _, a := range c.Callees {
		callees = m.addSame(callees, lang, a)
	}
	c.Callees, c.widened = callees, true
	return c
}

// As returns the name of a value by which a source describes it, which may be one that aliases give it.
func (m *Model) As(s *Source, lang Language, a Access) Access {
	for _, as := range m.same(lang, a) {
		if _, ok := s.Value.Match(lang, as); ok {
			return as
		}
	}
	return a
}

// access returns the value that a pattern describes if that is only one.
func (p *Pattern) access() (Access, bool) {
	a := Access{Root: Root{Kind: p.kind, Index: max(p.index, Named), Param: p.param}}
	if p.bare {
		a.Root.Kind = Module
	}
	if len(p.names) > 1 || p.from || p.index == anyIndex {
		return a, false
	}
	if len(p.names) == 1 {
		a.Root.Name = p.names[0]
	}
	for _, s := range p.steps {
		switch {
		case s.any:
			a.Steps = append(a.Steps, "*")
		case s.rest || len(s.names) != 1:
			return a, false
		default:
			a.Steps = append(a.Steps, s.names[0])
		}
	}
	return a, true
}
