package render

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/cmd/report"
)

// entry is a finding as people see it: one, however many places it was found at.
type entry struct {
	report.Finding
	also []report.Location // the other places
}

// entries puts together the findings of a group, and those that blame the same place, and the worst first.
// Suppressed ones are left out.
func entries(findings []report.Finding) []entry {
	type key struct {
		rule, group string
		place       report.Location
		level       judge.Level
	}
	order := func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(b.Weight, a.Weight))
	}
	open := slices.DeleteFunc(slices.Clone(findings), func(f report.Finding) bool { return f.Suppression != nil })
	sorting.Stable(open, order)
	var all []entry
	at := map[key]int{}
	for _, f := range open {
		group, place := key{rule: f.Rule, group: f.Group, level: f.Level}, key{rule: f.Rule, place: f.Location, level: f.Level}
		i, known := at[place]
		if j, grouped := at[group]; grouped && !known {
			i, known = j, true
		}
		if !known {
			i = len(all)
			all = append(all, entry{Finding: f})
		} else if e := &all[i]; true {
			if e.Location != f.Location && !slices.Contains(e.also, f.Location) {
				e.also = append(e.also, f.Location)
			}
			for _, use := range f.Uses {
				if !slices.Contains(e.Uses, use) {
					e.Uses = append(slices.Clip(e.Uses), use)
				}
			}
		}
		if f.Group != "" {
			at[group] = i
			if f.Location.File != "" {
				at[place] = i
			}
		}
	}
	return all
}

// isBrief reports whether one line says all about a finding.
func (e entry) isBrief() bool {
	return e.Level == judge.Note && len(e.Details) == 0
}

// tally is a number of findings by their level, under a name.
type tally struct {
	name   string
	levels [judge.Error + 1]int
}

// total is the number of findings of any level.
func (t tally) total() int {
	return t.levels[judge.Note] + t.levels[judge.Warning] + t.levels[judge.Error]
}

// tallies counts the places of entries by what name returns, the worst and most first. Entries without a name
// are not counted.
func tallies(all []entry, name func(rule string, l report.Location) string) []tally {
	var out []tally
	index := map[string]int{}
	add := func(e entry, l report.Location) {
		n := name(e.Rule, l)
		if n == "" {
			return
		}
		i, known := index[n]
		if !known {
			i = len(out)
			index[n] = i
			out = append(out, tally{name: n})
		}
		out[i].levels[e.Level]++
	}
	for _, e := range all {
		add(e, e.Location)
		for _, l := range e.also {
			add(e, l)
		}
	}
	sorting.Stable(out, func(a, b tally) int {
		return cmp.Or(
			cmp.Compare(b.levels[judge.Error], a.levels[judge.Error]), cmp.Compare(b.levels[judge.Warning], a.levels[judge.Warning]),
			cmp.Compare(b.levels[judge.Note], a.levels[judge.Note]), strings.Compare(a.name, b.name))
	})
	return out
}

// byRule is a name for tallies.
func byRule(rule string, _ report.Location) string { return rule }

// byFile is a name for tallies.
func byFile(_ string, l report.Location) string { return l.File }

// byFolder returns a name for tallies: two folders of a path, below the one that holds all files.
func byFolder(all []entry) func(rule string, l report.Location) string {
	var common []string
	first := true
	for _, e := range all {
		for _, l := range append([]report.Location{e.Location}, e.also...) {
			if l.File == "" {
				continue
			}
			parts := strings.Split(path.Dir(l.File), "/")
			if first {
				common, first = parts, false
			}
			n := 0
			for n < min(len(common), len(parts)) && common[n] == parts[n] {
				n++
			}
			common = common[:n]
		}
	}
	return func(_ string, l report.Location) string {
		if l.File == "" {
			return ""
		}
		parts := strings.Split(path.Dir(l.File), "/")
		return strings.Join(parts[:min(len(parts), len(common)+2)], "/")
	}
}
