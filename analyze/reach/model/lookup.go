package model

import (
	"path"
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

// calls returns the rules that fit a call. If what is called is known by one of them, those that only know
// its name are left out.
func calls[R any](m *Model, x *indexed[R], lang Language, c Call, of func(*R) *CallPattern) []Found[R] {
	if !c.widened {
		c = m.Widened(lang, c)
	}
	var all []Found[R]
	known := false
	x.each(lang, last(lang, c.Callees), func(rule *R) {
		p := of(rule)
		if p == nil {
			return
		}
		if roles, exact, ok := p.Match(lang, c); ok {
			all = append(all, Found[R]{rule, exact, roles})
			known = known || exact
		}
	})
	if known {
		all = slices.DeleteFunc(all, func(f Found[R]) bool { return !f.Exact })
	}
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
	}
	return false
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

// StepsOf returns what may become of a text in a call.
func (m *Model) StepsOf(lang Language, c Call) []Found[Step] {
	return calls(m, &m.steps, lang, c, func(r *Step) *CallPattern { return r.Call })
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

// NeverReturns reports whether a call never returns.
func (m *Model) NeverReturns(lang Language, callee Access) (r *LeaveRule, ok bool) {
	m.leaves.each(lang, last(lang, []Access{callee}), func(rule *LeaveRule) {
		if exact, may := rule.Call.Callee.Match(lang, callee); exact && may && r == nil {
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

// OfClass returns the entries that methods of a class may be, with the roles of the decorator of the class.
// Which methods are, [Entry.IsMethod] says, or [Model.Decorated] for an entry with a decorator.
func (m *Model) OfClass(lang Language, c Class) []Found[Entry] {
	var all []Found[Entry]
	for i := range m.Entries {
		e := &m.Entries[i]
		if e.Language != lang || e.Bases == nil && e.Within == nil && e.Methods == nil || !matchFiles(e.Files, c.File) {
			continue
		}
		if e.Bases != nil && !slices.ContainsFunc(e.Bases, func(p *Pattern) bool {
			return slices.ContainsFunc(c.Bases, func(a Access) bool { _, ok := p.Match(lang, a); return ok })
		}) {
			continue
		}
		found := Found[Entry]{Rule: e, Exact: true}
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

// IsMethod reports whether an entry by class includes the method of a name.
func (e *Entry) IsMethod(name string) bool {
	return slices.Contains(e.Methods, name) || slices.Contains(e.Methods, "*")
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
		if e.Export != nil && (export == "" || !slices.Contains(e.Export, export) && !slices.Contains(e.Export, "*")) {
			continue
		}
		if e.Directive != "" && e.Directive != directive || !matchFiles(e.Files, file) {
			continue
		}
		all = append(all, e)
	}
	return all
}

// MayBeSource reports whether a value that begins with a root may be a source. Of most roots no rule speaks.
func (m *Model) MayBeSource(lang Language, r Root) bool {
	name := strings.TrimPrefix(r.Name, "node:")
	return lang != JavaScript || m.sources.may(lang, name) || m.aliases.may(lang, name)
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

func matchFiles(patterns []string, file string) bool {
	return patterns == nil || slices.ContainsFunc(patterns, func(p string) bool { return MatchFile(p, file) })
}

// MatchFile reports whether a path with slashes fits a pattern: "**" stands for any number of folders, "*"
// for anything within one name, {a,b} for alternatives. A pattern without a slash fits the last name.
func MatchFile(pattern, file string) bool {
	for _, p := range Alternatives(pattern) {
		if !strings.Contains(p, "/") {
			if ok, err := path.Match(p, path.Base(file)); ok && err == nil {
				return true
			}
		} else if matchParts(strings.Split(p, "/"), strings.Split(file, "/")) {
			return true
		}
	}
	return false
}

// mostAlternatives bounds how many patterns the alternatives of one stand for.
const mostAlternatives = 1000

// Alternatives returns the patterns that one with alternatives stands for.
func Alternatives(pattern string) []string {
	all := []string{""}
	for pattern != "" {
		open := strings.IndexByte(pattern, '{')
		end := strings.IndexByte(pattern[max(open, 0):], '}')
		if open < 0 || end < 0 {
			break
		}
		before, inside := pattern[:open], strings.Split(pattern[open+1:open+end], ",")
		pattern = pattern[open+end+1:]
		if len(all)*len(inside) > mostAlternatives {
			return nil
		}
		var more []string
		for _, one := range all {
			for _, a := range inside {
				more = append(more, one+before+a)
			}
		}
		all = more
	}
	for i := range all {
		all[i] += pattern
	}
	return all
}

// matchParts compares in time that is the product of the lengths: row i tells which heads of the file the
// first i parts of the pattern match.
func matchParts(pattern, file []string) bool {
	row := make([]bool, len(file)+1)
	row[0] = true
	for _, part := range pattern {
		next := make([]bool, len(file)+1)
		for j := range next {
			if part == "**" {
				next[j] = row[j] || j > 0 && next[j-1]
			} else if j > 0 && row[j-1] {
				ok, err := path.Match(part, file[j-1])
				next[j] = ok && err == nil
			}
		}
		row = next
	}
	return row[len(file)]
}
