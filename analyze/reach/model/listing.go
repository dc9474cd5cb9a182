package model

import "strings"

// Listed is a rule as it is shown to people who want to know what is known.
type Listed struct {
	Origin
	// Section is the key that the rule stands under, Text what it is about in the form of the data.
	Section, Text string
	// Kind is that of a source, or says what an entry or bound is, or of what something is kept; Level that of a source.
	Kind, Level string
	// HasMax reports whether the rule has a length, which is Max, NoLimit for none. Limit is the name of what sets
	// it, and Why where it comes from.
	HasMax     bool
	Max        int64
	Limit, Why string
}

// Listing returns the rules that say what a framework hands over, how long that is, what bounds or escapes it, and what
// leaves it as it is, in the order of the sections and of the data.
func (m *Model) Listing() []Listed {
	var all []Listed
	for _, e := range m.Entries {
		all = append(all, Listed{Origin: e.Origin, Section: "entries", Text: e.text(), Kind: e.Name})
	}
	for _, s := range m.Sources {
		all = append(all, Listed{Origin: s.Origin, Section: "sources", Text: s.Value.String(), Kind: s.Kind.String(), Level: s.Level.String(), HasMax: true, Max: s.Max, Limit: s.Limit})
	}
	for _, r := range m.Mounts {
		all = append(all, Listed{Origin: r.Origin, Section: "mounts", Text: r.Call.String()})
	}
	for _, l := range m.Limits {
		all = append(all, Listed{Origin: l.Origin, Section: "limits", Text: l.Name, HasMax: true, Max: l.Max, Why: l.Why})
	}
	for _, s := range m.Settings {
		text := s.Property
		switch {
		case s.Call != nil:
			text = s.Call.String()
		case s.Assign != nil:
			text = s.Assign.String()
		}
		all = append(all, Listed{Origin: s.Origin, Section: "settings", Text: text, Limit: s.Sets})
	}
	for _, b := range m.Bounds {
		all = append(all, Listed{Origin: b.Origin, Section: "bounds", Text: b.Name})
	}
	for _, s := range m.Sanitizers {
		all = append(all, Listed{Origin: s.Origin, Section: "sanitizers", Text: s.Call.String()})
	}
	for _, k := range m.Keeps {
		all = append(all, Listed{Origin: k.Origin, Section: "keeps", Text: strings.Join(k.Names, "|"), Kind: k.Of})
	}
	return all
}

// text says how an entry is known.
func (e *Entry) text() string {
	switch {
	case e.Call != nil:
		return e.Call.String()
	case e.Decorator != nil:
		return "@" + e.Decorator.String()
	case len(e.Bases) > 0:
		return "class < " + e.Bases[0].String()
	case e.Within != nil:
		return "class @" + e.Within.String()
	case e.Directive != "":
		return "'" + e.Directive + "'"
	case len(e.Files) > 0:
		return e.Files[0]
	}
	return e.Name
}
