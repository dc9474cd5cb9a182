package model

import (
	"slices"
	"strconv"
	"strings"
)

// check holds references to names against what is known.
func (m *Model) check(base *Model) error {
	if base == nil {
		base = &Model{}
	}
	limit := func(name, where string) error {
		_, here := m.Limit(name)
		if _, there := base.Limit(name); here || there || name == "" {
			return nil
		}
		return refers(where, "limit", name)
	}
	for i, s := range m.Sources {
		if s.Limit != "" && s.Max == NoLimit {
			l, ok := m.Limit(s.Limit)
			if !ok {
				l, ok = base.Limit(s.Limit)
			}
			if !ok {
				return refers(s.Where, "limit", s.Limit)
			}
			m.Sources[i].Max = l.Max
		}
		sets := func(o Setting) bool { return o.Sets == s.Needs }
		if s.Needs != "" && !slices.ContainsFunc(m.Settings, sets) && !slices.ContainsFunc(base.Settings, sets) {
			return refers(s.Where, "setting", s.Needs)
		}
		if s.Value.kind != EntryArg || slices.Contains(s.Value.names, Uncalled) {
			continue
		}
		named := func(e Entry) bool { return slices.Contains(s.Value.names, e.Name) }
		if !slices.ContainsFunc(m.Entries, named) && !slices.ContainsFunc(base.Entries, named) {
			return refers(s.Where, "entry", s.Value.names[0])
		}
	}
	for _, s := range m.Settings {
		asks := func(o Source) bool { return s.Sets == o.Limit || s.Sets == o.Needs }
		known := slices.ContainsFunc(m.Sources, asks) || slices.ContainsFunc(base.Sources, asks)
		if err := limit(s.Sets, s.Where); err != nil && !known {
			return err
		}
	}
	return nil
}

// refers is the error of a name that nothing has.
func refers(where, what, name string) error {
	file, line, _ := strings.Cut(where, ":")
	n, _ := strconv.Atoi(line)
	return &Error{File: file, Line: n, Message: "no " + what + " is named " + strconv.Quote(name)}
}
