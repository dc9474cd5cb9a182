package model

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// sections are the keys of a model, with what their entries are.
var sections = []struct {
	key, what string
	read      func(*Model, *fields, Origin)
}{
	{"limits", "a limit", (*Model).readLimit},
	{"entries", "an entry", (*Model).readEntry},
	{"sources", "a source", (*Model).readSource},
	{"settings", "a setting", (*Model).readSetting},
	{"matches", "a match", (*Model).readMatch},
	{"compiles", "a call that compiles", (*Model).readCompile},
	{"steps", "a step", (*Model).readStep},
	{"lengths", "a length", (*Model).readLength},
	{"leaves", "a call that leaves", (*Model).readLeave},
	{"bounds", "a bound", (*Model).readBound},
	{"sanitizers", "a sanitizer", (*Model).readSanitizer},
	{"roles", "a role", (*Model).readRole},
	{"aliases", "an alias", (*Model).readAlias},
	{"mounts", "a mount", (*Model).readMount},
	{"keeps", "what keeps", (*Model).readKeep},
}

// Sections returns the keys of a model that hold lists of rules.
func Sections() []string {
	var all []string
	for _, s := range sections {
		all = append(all, s.key)
	}
	return all
}

// Languages returns the names of the languages that a rule may be about.
func Languages() []string { return slices.Clone(languages[:]) }

// read adds the rules of a mapping.
func (m *Model) read(d *document, root *node) error {
	f := d.fields(root, "reach")
	var defaults Origin
	if lang := f.at("lang"); lang != nil {
		defaults.Language = d.language(lang)
	}
	for _, section := range sections {
		n := f.at(section.key)
		if n == nil {
			continue
		}
		if n.kind != sequence {
			d.fail(n, "%s is a list", section.key)
			continue
		}
		for _, item := range n.each() {
			one := d.fields(item, section.what)
			o := defaults
			o.Where = d.where(item)
			if lang := one.at("lang"); lang != nil {
				o.Language = d.language(lang)
			}
			o.Framework = one.text("when")
			one.language = o.Language
			section.read(m, one, o)
			one.done()
		}
	}
	f.done()
	return d.err
}

func (d *document) language(n *node) Language {
	name := d.scalar(n, "lang")
	at := slices.Index(languages[:], name)
	if at < 0 {
		d.fail(n, "lang is %q: allowed are %s", name, strings.Join(languages[:], ", "))
		return 0
	}
	return Language(at)
}

func (m *Model) readLimit(f *fields, o Origin) {
	f.need("name")
	f.need("max")
	l := Limit{Origin: o, Name: f.text("name"), Why: f.text("why")}
	l.Max, _ = f.max("max")
	m.Limits = append(m.Limits, l)
}

// max reads a length: a number, "none", or a name with its number in parentheses, bodyLimit(102400), or the
// name of a limit alone.
func (f *fields) max(key string) (most int64, limit string) {
	text := f.text(key)
	number := text
	if name, rest, named := strings.Cut(text, "("); named && strings.HasSuffix(rest, ")") {
		limit, number = name, strings.TrimSuffix(rest, ")")
	} else if text != "" && text != "none" && (text[0] < '0' || text[0] > '9') {
		return NoLimit, text
	}
	if number == "none" || number == "" {
		return NoLimit, limit
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 {
		f.fail(f.at(key), "%s is %q: allowed are a number, none, and a name with one of them, as bodyLimit(102400)", key, text)
	}
	return n, limit
}

func (m *Model) readEntry(f *fields, o Origin) {
	roles := []string{"fn", "route", "method", "patterns", "param"}
	e := Entry{
		Origin: o, Name: f.text("name"),
		Bases: f.patterns("base"), Within: f.call("within", roles...), Implemented: f.call("implemented", roles...), Methods: f.list("methods"), Spared: f.calls("spared"), Export: f.list("export"),
		Files: f.list("file"), Directive: f.text("directive"), Method: f.text("method"), Route: f.text("route"), Convention: f.text("convention"),
		Arity: int(f.number("arity", 0)), First: f.text("first"), Inner: f.text("inner"), Prefixes: f.calls("prefix", roles...), Paths: f.calls("path", roles...),
		Demands: f.calls("demands", "name", "regex", "patterns"), Middleware: f.flag("middleware"), Messages: f.flag("messages"), Ends: f.flag("ends"), InOrder: f.flag("in-order"), Apart: f.flag("apart"), Added: f.calls("added", roles...), Typed: f.flag("typed"), Returns: f.flag("returns"), Replaced: f.text("replaced"),
		Behind: f.calls("behind", "fn"), Gate: f.text("gate"), Onward: f.text("onward"), Undone: f.calls("undone"),
		ImpliedText: f.text("implied-text"), ImpliedTexts: f.list("implied-texts"), ImpliedObject: f.text("implied-object"), Beside: f.list("beside"),
	}
	f.need("name")
	f.one("call", "decorator", "methods", "export", "directive")
	if f.has("methods") && !f.has("base") && !f.has("within") && !f.has("file") {
		f.fail(f.node, "an entry with methods needs base, within or file")
	}
	if e.Route != "" && e.Route != "file" && e.Route != "regex" {
		f.fail(f.at("route"), "route is %q: allowed are file and regex", e.Route)
	}
	calls, decorators := f.calls("call", roles...), f.calls("decorator", roles...)
	for _, e.Call = range calls {
		if e.Call != nil && !e.Call.has("fn") {
			f.fail(f.node, "%s: an entry with a call needs an argument fn", e.Call)
		}
		m.Entries = append(m.Entries, e)
	}
	for _, e.Decorator = range decorators {
		m.Entries = append(m.Entries, e)
	}
	if len(calls)+len(decorators) == 0 {
		m.Entries = append(m.Entries, e)
	}
}

func (m *Model) readSource(f *fields, o Origin) {
	f.need("kind")
	kind := Kind(f.choice("kind", kinds))
	level := Level(f.choice("level", levels))
	if level == NoLevel {
		level = kind.level()
	}
	most, limit := f.max("max")
	unit, methods, flat := Unit(f.choice("unit", units)), f.list("methods"), f.flag("flat")
	named, without, needs, beside := f.text("named"), f.text("without"), f.text("needs"), f.list("beside")
	if named != "" && named != "route" {
		f.fail(f.at("named"), "named is %q: allowed is route", named)
	}
	if _, err := parser.Parse(syntax.JavaScript, without, ""); err != nil || without != "" && !strings.HasPrefix(without, "[") {
		f.fail(f.at("without"), "without is %q, and not a class of characters", without)
	}
	if f.need("value"); f.err != nil {
		return
	}
	for _, p := range f.patterns("value") {
		m.Sources = append(m.Sources, Source{
			Origin: o, Value: p, Kind: kind, Level: level, Max: most, Limit: limit, Unit: unit, Methods: methods, InRoute: named != "", Flat: flat, Without: without, Needs: needs, Beside: beside,
		})
	}
}

func (m *Model) readSetting(f *fields, o Origin) {
	s := Setting{Origin: o, Property: f.text("property"), Files: f.list("file"), Sets: f.text("sets"), Scale: f.number("scale", 1), Local: f.flag("local"), Guards: f.pattern("guards"), Named: f.flag("named")}
	f.one("call", "assign", "property")
	f.need("sets")
	if f.at("max") != nil {
		s.Max, _ = f.max("max")
	}
	if s.Property != "" {
		m.Settings = append(m.Settings, s)
	}
	for _, p := range f.patterns("assign") {
		s.Assign = p
		m.Settings = append(m.Settings, s)
	}
	s.Assign = nil
	for _, s.Call = range f.calls("call", "max") {
		m.Settings = append(m.Settings, s)
	}
}

func (m *Model) readMatch(f *fields, o Origin) {
	roles := []string{"regex", "subject", "flags", "fn", "with", "into"}
	f.one("call", "decorator")
	mode := f.text("mode")
	if !slices.Contains([]string{"", "full", "start"}, mode) {
		f.fail(f.at("mode"), "mode is %q: allowed are full, start", mode)
	}
	r := MatchRule{
		Origin: o, Mode: mode, Flags: f.text("flags"),
		Flows: f.flows("flow", roles, ""), Length: f.length(), Literal: f.flag("literal"), Told: f.told(mode),
		Edit: Edit(f.choice("edit", edits)), Of: f.text("of"), Pieces: f.list("pieces"),
	}
	for _, r.Call = range f.calls("call", roles...) {
		if r.Call == nil {
			return
		}
		switch regex, subject := r.Call.has("regex"), r.Call.has("subject"); {
		case !regex && !subject:
			f.fail(f.node, "%s: an argument has to be the regex or the subject", r.Call)
		case !regex:
			r.Call.Self = "regex"
		case !subject && r.Of == "":
			r.Call.Self = "subject"
		}
		m.Matches = append(m.Matches, r)
	}
	r.Call = nil
	for _, r.Decorator = range f.calls("decorator", "regex", "flags") {
		m.Matches = append(m.Matches, r)
	}
}

// shown reads what shows that a value obeys a schema.
func (f *fields) shown() []Told {
	var all []Told
	for _, text := range f.list("told") {
		name, how, _ := strings.Cut(text, " ")
		switch member, is := strings.CutPrefix(name, "."); {
		case is && member != "" && (how == "" || how == "returned" || how == "none"):
			all = append(all, Told{Member: member, Mode: how})
		case text == "true":
			all = append(all, Told{})
		case text == "false":
			all = append(all, Told{Mode: "none"})
		case text == "returned" || text == "awaited" || text == "awaited true" || text == "called":
			all = append(all, Told{Mode: text})
		default:
			f.fail(f.at("told"), "told is %q: allowed are true, false, called, returned, awaited, awaited true, and a member as .isEmpty, .throw returned or .error none", text)
		}
	}
	return all
}

// told reads what shows that a pattern matched.
func (f *fields) told(mode string) []Told {
	var all []Told
	for _, text := range f.list("told") {
		t := Told{Mode: mode}
		name, how, _ := strings.Cut(text, " ")
		switch member, is := strings.CutPrefix(name, "."); {
		case is && member != "" && (how == "" || how == "full" || how == "start"):
			t.Member, t.Mode = member, cmp.Or(how, mode)
		case text == "false" || text == "null":
			t.None = text
		case text != "true":
			f.fail(f.at("told"), "told is %q: allowed are true, false, null, and a member as .found or .matches full", text)
		}
		all = append(all, t)
	}
	return all
}

func (m *Model) readCompile(f *fields, o Origin) {
	f.need("call")
	for _, c := range selves(f.calls("call", "regex", "flags"), "regex") {
		m.Compiles = append(m.Compiles, CompileRule{o, c})
	}
}

var stepRoles = []string{"value", "max", "start", "end", "fn", "find", "with", "into", "name"}

var answers = []string{"", "true", "false", "null", "index", "keys", "values"}

var contents = []string{"", "lists", "values"}

var outcomes = []string{"", "true", "false", "none"}

func (m *Model) readStep(f *fields, o Origin) {
	f.need("call")
	s := Step{Origin: o, Length: f.length(), Edit: Edit(f.choice("edit", edits)), Plain: f.flag("plain"), Reads: f.flag("reads"), Only: f.flag("only"), Others: f.text("only") == "false", Each: outcomes[f.choice("each", outcomes)], Calls: f.text("calls"), Among: answers[f.choice("among", answers)], Holds: contents[f.choice("holds", contents)]}
	s.Length.Parsed = f.flag("parsed")
	s.Flows = f.flows("flow", stepRoles, "value -> result")
	for _, s.Call = range selves(f.calls("call", stepRoles...), "value") {
		m.Steps = append(m.Steps, s)
	}
}

// selves gives the receiver a role in those patterns in which no argument has it.
func selves(all []*CallPattern, role string) []*CallPattern {
	for _, c := range all {
		if c != nil && !c.has(role) {
			c.Self = role
		}
	}
	return all
}

func (m *Model) readLength(f *fields, o Origin) {
	f.one("call", "member")
	unit := Unit(f.choice("unit", units))
	for _, p := range f.patterns("member") {
		m.Lengths = append(m.Lengths, LengthRule{o, nil, p, unit})
	}
	for _, c := range selves(f.calls("call", "value"), "value") {
		m.Lengths = append(m.Lengths, LengthRule{o, c, nil, unit})
	}
}

func (m *Model) readLeave(f *fields, o Origin) {
	f.need("call")
	for _, c := range f.calls("call", "if", "unless", "number", "max", "below") {
		r := LeaveRule{Origin: o, Call: c, True: f.flag("true"), Onward: f.flag("onward"), Fails: f.flag("fails"), Params: f.list("of-parameter")}
		for i := 0; c != nil && i < len(c.Params); i++ {
			switch q := &c.Params[i]; q.Role {
			case "if":
				r.If = q.Index + 1
			case "unless":
				r.Unless = q.Index + 1
			case "number":
				r.Number = q.Index + 1
			case "max":
				r.Max = q.Index + 1
			case "below":
				r.Below = q.Index + 1
			}
		}
		m.Leaves = append(m.Leaves, r)
	}
}

func (m *Model) readSanitizer(f *fields, o Origin) {
	f.need("call")
	against := f.text("against")
	if against == "" {
		against = "injection"
	}
	for _, c := range selves(f.calls("call", "value"), "value") {
		m.Sanitizers = append(m.Sanitizers, Sanitizer{o, c, against})
	}
}

func (m *Model) readRole(f *fields, o Origin) {
	f.need("file")
	f.need("role")
	m.Roles = append(m.Roles, RoleRule{f.list("file"), Role(f.choice("role", roles)), o.Where, f.trusted})
}

func (m *Model) readAlias(f *fields, o Origin) {
	f.need("value")
	f.need("is")
	a := Alias{Origin: o}
	if p := f.pattern("is"); p != nil {
		one := false
		if a.Is, one = p.access(); !one {
			f.fail(f.at("is"), "is is %q, and has to be one value", p)
		}
	}
	for _, a.Value = range f.patterns("value") {
		m.Aliases = append(m.Aliases, a)
	}
}
