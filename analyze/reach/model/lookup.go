package model

import (
	"slices"
	"strings"
)

// Found is a rule that fits, and how.
type Found[R any] struct {
	Rule *R
	// Exact reports whether it is known what is called or read; otherwise only the name is that of the rule.
	Exact bool
	// Roles are the arguments that have one.
	Roles []Filled
}

// Role returns the first argument with a role.
func (f Found[R]) Role(name string) (Filled, bool) {
	at := slices.IndexFunc(f.Roles, func(r Filled) bool { return r.Role == name })
	if at < 0 {
		return Filled{}, false
	}
	return f.Roles[at], true
}

// calls returns the rules that fit a call. If what is called is known by one of them, those that only know
// its name are left out; one for whatever is called on something says nothing against these.
func calls[R any](m *Model, x *indexed[R], lang Language, c Call, of func(*R) *CallPattern) []Found[R] {
	if !c.widened {
		c = m.Widened(lang, c)
	}
	var all []Found[R]
	known := false
	for _, i := range x.of(lang, last(lang, c.Callees)) {
		p := of(&x.rules[i])
		if p == nil {
			continue
		}
		roles, exact, ok := p.Match(lang, c)
		if !ok || known && !exact {
			continue
		}
		if exact && !known {
			all, known = nil, true
		}
		all = append(all, Found[R]{&x.rules[i], exact, roles})
	}
	x.opened(lang, c.Callees, func(i int32) {
		if roles, exact, ok := of(&x.rules[i]).Match(lang, c); ok {
			all = append(all, Found[R]{&x.rules[i], exact, roles})
		}
	})
	return all
}

// Speaks reports whether there is a rule of a step, a match, a pattern that is made, an entry or a setting for what may be
// called by one of the names of a call that [Model.Widened] returned. Of most calls there is none.
func (m *Model) Speaks(lang Language, c Call) bool {
	if m.called.rest[lang] {
		return true
	}
	for _, a := range c.Callees {
		if m.called.names[indexKey{lang, lang.key(lastOf(lang, a))}] {
			return true
		}
		for _, root := range lang.roots(a) {
			if m.called.open[indexKey{lang, lang.key(root)}] {
				return true
			}
		}
	}
	return false
}

// Fits reports whether a rule of such a kind fits a call.
func (m *Model) Fits(lang Language, c Call) bool {
	return m.Speaks(lang, c) && (len(m.StepsOf(lang, c)) > 0 || len(m.MatchesOf(lang, c)) > 0 || len(m.CompilesOf(lang, c)) > 0 || len(m.EntriesOf(lang, c)) > 0 || len(m.SettingsOf(lang, c)) > 0)
}

// Names reports whether there is a rule of such a kind for a member of JavaScript of that name, whatever it is a member of.
func (m *Model) Names(name string) bool {
	return named(&m.steps, name, func(r *Step) *CallPattern { return r.Call }) || named(&m.matches, name, func(r *MatchRule) *CallPattern { return r.Call }) ||
		named(&m.compiles, name, func(r *CompileRule) *CallPattern { return r.Call }) || named(&m.entries, name, func(r *Entry) *CallPattern { return r.Call }) ||
		named(&m.settings, name, func(r *Setting) *CallPattern { return r.Call })
}

func named[R any](x *indexed[R], name string, of func(*R) *CallPattern) bool {
	return slices.ContainsFunc(x.by[indexKey{JavaScript, name}], func(i int32) bool { return of(&x.rules[i]).Callee.floats() })
}

// BoundsOf returns the numbers of the Bounds that a call may apply to a value, in order.
func (m *Model) BoundsOf(lang Language, c Call) []int32 {
	if len(c.Callees) == 0 {
		return nil
	}
	return m.applied.of(lang, last(lang, c.Callees))
}

// MayApply reports whether BoundsOf may return something for a call of something. Of most calls it does not.
func (m *Model) MayApply(lang Language, callee Access) bool {
	return m.applied.may(lang, lastOf(lang, callee))
}

// MatchesOf returns the matches that a call may be.
func (m *Model) MatchesOf(lang Language, c Call) []Found[MatchRule] {
	return calls(m, &m.matches, lang, c, func(r *MatchRule) *CallPattern { return r.Call })
}

// PatternsOf returns the patterns that a decorator, annotation or attribute asks its value to match.
func (m *Model) PatternsOf(lang Language, decorator Call) []Found[MatchRule] {
	return calls(m, &m.patterns, lang, decorator, func(r *MatchRule) *CallPattern { return r.Decorator })
}

// CompilesOf returns how a call may make a pattern from a text.
func (m *Model) CompilesOf(lang Language, c Call) []Found[CompileRule] {
	return calls(m, &m.compiles, lang, c, func(r *CompileRule) *CallPattern { return r.Call })
}

// StepsOf returns what may become of a text in a call. Where rules ask for the text of an argument, and it is that, the
// others that fit are about calls with any text, and left out.
func (m *Model) StepsOf(lang Language, c Call) []Found[Step] {
	all := calls(m, &m.steps, lang, c, func(r *Step) *CallPattern { return r.Call })
	said := func(f Found[Step]) bool { return f.Rule.Call.asks() }
	if slices.ContainsFunc(all, said) {
		all = slices.DeleteFunc(all, func(f Found[Step]) bool { return !said(f) })
	}
	return all
}

// LengthsOf returns how a call may tell the length of a text: that of the role "value", or of the receiver.
func (m *Model) LengthsOf(lang Language, c Call) []Found[LengthRule] {
	return calls(m, &m.lengths, lang, c, func(r *LengthRule) *CallPattern { return r.Call })
}

// IsLength reports whether a member is the length of what it is read from, as in text.length.
func (m *Model) IsLength(lang Language, a Access) (*LengthRule, bool) {
	var found *LengthRule
	m.lengths.each(lang, last(lang, []Access{a}), func(r *LengthRule) {
		if r.Member == nil || found != nil {
			return
		}
		if _, ok := r.Member.Match(lang, a); ok {
			found = r
		}
	})
	return found, found != nil
}

// NeverReturns reports whether a call never returns, or what there is to say of it if it does. Param is the name of the
// parameter that it is called on, "" for anything else.
func (m *Model) NeverReturns(lang Language, callee Access, param string) (r *LeaveRule, ok bool) {
	m.leaves.each(lang, last(lang, []Access{callee}), func(rule *LeaveRule) {
		exact, may := rule.Call.Callee.Match(lang, callee)
		if param != "" {
			exact = slices.Contains(rule.Params, param) || slices.Contains(rule.Params, "*")
		}
		if exact && may && r == nil {
			r = rule
		}
	})
	return r, r != nil
}

// SanitizersOf returns what a call may escape.
func (m *Model) SanitizersOf(lang Language, c Call) []Found[Sanitizer] {
	return calls(m, &m.sanitizers, lang, c, func(r *Sanitizer) *CallPattern { return r.Call })
}

// EntriesOf returns the entries that a call may register: the functions with the role "fn". One that is not
// exact is called on something unknown, by the name and with a route that begins with "/".
func (m *Model) EntriesOf(lang Language, c Call) []Found[Entry] {
	all := calls(m, &m.entries, lang, c, func(e *Entry) *CallPattern { return e.Call })
	if len(all) > 0 || !slices.ContainsFunc(c.Callees, func(a Access) bool { return a.Root.Kind == AnyValue }) {
		return all
	}
	m.entries.each(lang, last(lang, c.Callees), func(e *Entry) {
		p := e.Call
		if p == nil || !p.has("route") || len(p.Callee.steps) == 0 || !p.fits(c) {
			return
		}
		roles := p.fill(c)
		at := slices.IndexFunc(roles, func(r Filled) bool { return r.Role == "route" && r.Path == nil })
		if at >= 0 && strings.HasPrefix(c.Args[roles[at].Arg].Literal, "/") {
			all = append(all, Found[Entry]{e, false, roles})
		}
	})
	return all
}

// Decorated returns the entries that a decorator, annotation or attribute may make of its function.
func (m *Model) Decorated(lang Language, decorator Call) []Found[Entry] {
	return calls(m, &m.decorators, lang, decorator, func(e *Entry) *CallPattern { return e.Decorator })
}

// Class is a class in a program, as far as entries look at it.
type Class struct {
	File string // its path, with slashes
	// Bases are what it extends, what these extend, and so on, as far as that is known.
	Bases []Access
	// Decorators are its decorators, annotations and attributes.
	Decorators []Call
}

// OfClass returns the entries that methods of a class may be, with the roles of the decorator of the class. One that is not exact
// knows the last name of a base alone.
// Which methods are, [Entry.IsMethod] says, or [Model.Decorated] for an entry with a decorator.
func (m *Model) OfClass(lang Language, c Class) []Found[Entry] {
	var all []Found[Entry]
	for i := range m.Entries {
		e := &m.Entries[i]
		if e.Language != lang || e.Bases == nil && e.Within == nil && e.Methods == nil || !matchFiles(e.Files, c.File) {
			continue
		}
		found := Found[Entry]{Rule: e, Exact: e.Bases == nil}
		if e.Bases != nil && !slices.ContainsFunc(e.Bases, func(p *Pattern) bool {
			return slices.ContainsFunc(c.Bases, func(a Access) (ok bool) { found.Exact, ok = p.Match(lang, a); return ok })
		}) {
			continue
		}
		if e.Within != nil {
			at := slices.IndexFunc(c.Decorators, func(d Call) bool { _, _, ok := e.Within.Match(lang, d); return ok })
			if at < 0 {
				continue
			}
			found.Roles, _, _ = e.Within.Match(lang, c.Decorators[at])
		}
		all = append(all, found)
	}
	return all
}

// IsMethod reports whether an entry by class includes the method of a name. One that is hidden, as it is not to be called from
// outside or not on an object, has to be named: frameworks override some, as servlets do the protected doGet.
func (e *Entry) IsMethod(name string, hidden bool) bool {
	return slices.Contains(e.Methods, name) || !hidden && slices.ContainsFunc(e.Methods, func(m string) bool {
		begin, end, ok := strings.Cut(m, "*")
		rest, begins := strings.CutPrefix(name, begin)
		rest, ends := strings.CutSuffix(rest, end)
		return ok && begins && ends && (begin == "" || strings.HasSuffix(begin, "_") || rest != "" && strings.ToUpper(rest[:1]) == rest[:1]) // a word of its own
	})
}

// OfFile returns the entries that a function may be for the path of its file, the name under which it is
// exported ("default" for the default), and a directive at the head of the file or function, "" for none.
func (m *Model) OfFile(lang Language, file, export, directive string) []*Entry {
	var all []*Entry
	for i := range m.Entries {
		e := &m.Entries[i]
		if e.Language != lang || e.Export == nil && e.Directive == "" {
			continue
		}
		if e.Export != nil && (export == "" || !slices.Contains(e.Export, export) && (!slices.Contains(e.Export, "*") || strings.Contains(export, "."))) {
			continue
		}
		if e.Directive != "" && e.Directive != directive || !matchFiles(e.Files, file) {
			continue
		}
		all = append(all, e)
	}
	return all
}

// MembersOf returns the names of the members, "*" for any, of what a file exports by a name that are entries: actions.*.
func (m *Model) MembersOf(lang Language, export string) []string {
	var all []string
	for i := range m.Entries {
		for _, name := range m.Entries[i].Export {
			if of, member, ok := strings.Cut(name, "."); ok && of == export && m.Entries[i].Language == lang && !slices.Contains(all, member) {
				all = append(all, member)
			}
		}
	}
	return all
}

// MayBeSource reports whether a value that begins with a root may be a source. Of most roots no rule speaks.
func (m *Model) MayBeSource(lang Language, r Root) bool {
	name := strings.TrimPrefix(r.Name, "node:")
	return lang != JavaScript || m.sources.may(lang, name) || m.aliases.may(lang, name)
}

// NamesSource reports whether rules say by the name that a root has of what one is a source, or that it is something else.
func (m *Model) NamesSource(lang Language, r Root) bool {
	return m.sources.names(lang, r.Name) || m.aliases.names(lang, r.Name)
}

// SourcesOf returns the sources that a value is.
func (m *Model) SourcesOf(lang Language, a Access) []*Source {
	if !m.MayBeSource(lang, a.Root) {
		return nil
	}
	var all []*Source
	for _, a := range m.same(lang, a) {
		m.sources.each(lang, []string{a.Root.Name}, func(s *Source) {
			if _, ok := s.Value.Match(lang, a); ok && !slices.Contains(all, s) && !s.below(a) {
				all = append(all, s)
			}
		})
	}
	return all
}

// below reports whether a value is a member of one that has none: a name, and the number of one in a list, lead to it.
func (s *Source) below(a Access) bool {
	n := s.Value.Named() + 1
	if !s.Flat || len(a.Steps) < n {
		return false
	}
	return slices.ContainsFunc(a.Steps[n:], func(step string) bool { return step != "*" && (step[0] < '0' || step[0] > '9') })
}

// SettingsOf returns the limits that a call may set.
func (m *Model) SettingsOf(lang Language, c Call) []Found[Setting] {
	return calls(m, &m.settings, lang, c, func(s *Setting) *CallPattern { return s.Call })
}

// SetBy returns the limits that an assignment may set in a file.
func (m *Model) SetBy(lang Language, file string, target Access) []*Setting {
	var all []*Setting
	m.assigns.each(lang, last(lang, []Access{target}), func(s *Setting) {
		if s.Assign == nil || !matchFiles(s.Files, file) {
			return
		}
		if _, ok := s.Assign.Match(lang, target); ok {
			all = append(all, s)
		}
	})
	return all
}

// SetIn reports whether an assignment may set a limit because of the file that it stands in.
func (m *Model) SetIn(lang Language, file string) bool {
	return slices.ContainsFunc(m.Settings, func(s Setting) bool {
		return s.Assign != nil && s.Language == lang && len(s.Files) > 0 && matchFiles(s.Files, file)
	})
}

// MaySet reports whether an assignment to a member of a name may set a limit.
func (m *Model) MaySet(lang Language, name string) bool { return m.assigns.may(lang, name) }

// Property returns the limits that a key in a file of properties may set, its parts joined by dots.
func (m *Model) Property(file, key string) []*Setting {
	var all []*Setting
	for i := range m.Settings {
		s := &m.Settings[i]
		if s.Property != "" && relaxed(s.Property) == relaxed(key) && matchFiles(s.Files, file) {
			all = append(all, s)
		}
	}
	return all
}

// relaxed is a key of properties without what its spellings differ in.
func relaxed(key string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", ":", ".").Replace(key))
}

// mostAlternatives bounds how many patterns the alternatives of one stand for.
const mostAlternatives = 1000
