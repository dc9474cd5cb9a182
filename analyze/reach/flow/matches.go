package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Meeting is a place where patterns meet a text.
type Meeting struct {
	// File, Start and End are the call from the name of what is called on; Func is the number of the function that it stands in.
	File       int
	Start, End int32
	Func       int
	// Patterns are the regexes, by file and the caller's name for them.
	Patterns []PatternRef
	// Subject is the text, for [Program.Sources].
	Subject int32
	Rule    *model.MatchRule
	// Call is how Hit.Replaced names the call.
	Call int32
	// External is the function of another program that the call calls; then there is no Rule, and the
	// patterns are those of the function.
	External *External
}

// PatternRef names a pattern.
type PatternRef struct{ File, ID int }

// Matches returns the calls in which patterns that were asked for meet a text, in the order of the files.
func (p *Program) Matches() []Meeting {
	var all []Meeting
	for _, m := range p.matches {
		c := &p.calls[m.Call]
		x := Meeting{File: int(c.file), Start: c.At, End: c.End, Func: int(c.owner), Rule: m.Rule, Call: m.Call}
		if m.External != nil {
			x.External = m.External
			if x.Subject = p.loaded([]node{c.args[m.External.Arg]}, m.External.Path)[0]; x.Subject != 0 {
				all = append(all, x)
			}
			continue
		}
		for _, o := range p.points[p.roleNode(m, "regex")] {
			if q := &p.objects[o]; q.kind == pattern {
				x.Patterns = append(x.Patterns, PatternRef{int(q.file), int(q.index)})
			}
		}
		if x.Subject = p.roleNode(m, "subject"); x.Subject != 0 && len(x.Patterns) > 0 {
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b Meeting) int {
		if a.File != b.File {
			return a.File - b.File
		}
		return int(a.Start - b.Start)
	})
	return all
}

// Leaves reports whether a call of a function, by its name as written, never returns.
func Leaves(m *model.Model, l tree.Language, name string) bool {
	if name == "" {
		return false
	}
	parts := strings.Split(name, ".")
	a := model.Access{Root: model.Root{Kind: model.Global, Name: parts[0]}, Steps: parts[1:]}
	return m.NeverReturns(language(l), model.Call{Callees: []model.Access{a}})
}

// CallAt returns the file and the bytes of a call.
func (p *Program) CallAt(id int32) (file, start, end int) {
	c := &p.calls[id]
	return int(c.file), int(c.Start), int(c.End)
}
