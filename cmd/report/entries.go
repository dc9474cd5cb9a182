package report

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"snag/analyze/judge"
)

// entry is a finding as people see it: one, however many places it was found at.
type entry struct {
	Finding
	also []Location // the other places
}

// entries puts the findings of a group together and the worst first. Suppressed ones are left out.
func entries(findings []Finding) []entry {
	type key struct {
		rule, group string
		level       judge.Level
	}
	var all []entry
	at := map[key]int{}
	for _, f := range findings {
		if f.Suppression != nil {
			continue
		}
		k := key{f.Rule, f.Group, f.Level}
		if i, known := at[k]; known && f.Group != "" {
			if !slices.Contains(append(all[i].also, all[i].Location), f.Location) {
				all[i].also = append(all[i].also, f.Location)
			}
			all[i].Uses = append(slices.Clip(all[i].Uses), f.Uses...)
			all[i].Weight = max(all[i].Weight, f.Weight)
			continue
		}
		at[k] = len(all)
		all = append(all, entry{Finding: f})
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(b.Weight, a.Weight))
	})
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
func tallies(all []entry, name func(rule string, l Location) string) []tally {
	var out []tally
	index := map[string]int{}
	add := func(e entry, l Location) {
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
	slices.SortStableFunc(out, func(a, b tally) int {
		return cmp.Or(
			cmp.Compare(b.levels[judge.Error], a.levels[judge.Error]), cmp.Compare(b.levels[judge.Warning], a.levels[judge.Warning]),
			cmp.Compare(b.levels[judge.Note], a.levels[judge.Note]), strings.Compare(a.name, b.name))
	})
	return out
}

// byRule is a name for tallies.
func byRule(rule string, _ Location) string { return rule }

// byFile is a name for tallies.
func byFile(_ string, l Location) string { return l.File }

// byFolder is a name for tallies: the first two folders of a path.
func byFolder(_ string, l Location) string {
	if l.File == "" {
		return ""
	}
	dir := path.Dir(l.File)
	if parts := strings.SplitAfterN(dir, "/", 4); len(parts) > 3 {
		dir = strings.TrimSuffix(strings.Join(parts[:3], ""), "/")
	}
	return dir
}
