package merge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/worktree"
)

// patternList is the member of the data of snag regex that holds the patterns.
const patternList = "patterns"

// mergedRegexData is regexData whose patterns are left as they were written.
type mergedRegexData struct {
	patterns   *sorter
	files      int
	unreadable []worktree.Unreadable
	skipped    []worktree.LeftOut
}

// Items makes every pattern a line of the ndjson format.
func (d *mergedRegexData) Items(yield func(any) bool) {
	for p, err := range d.patterns.all() {
		if err != nil {
			yield(unreadable{err})
			return
		}
		if !yield(json.RawMessage(p.text)) {
			return
		}
	}
}

// unreadable stands for what cannot be read back, and ends the writing of a report.
type unreadable struct{ error }

// MarshalJSON fails.
func (u unreadable) MarshalJSON() ([]byte, error) { return nil, u.error }

// Members makes the data an object of the json format.
func (d *mergedRegexData) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		_ = yield(patternList, iter.Seq[any](d.Items)) && yield("files", d.files) && yield("unreadable", d.unreadable) && yield("skipped", d.skipped)
	}
}

// mergeRegex makes the reports of snag regex one, as if the run had not been divided.
func (m *merger) mergeRegex(merged *report.Report) error {
	data := &mergedRegexData{patterns: &m.patterns, unreadable: []worktree.Unreadable{}, skipped: []worktree.LeftOut{}}
	have := map[int]string{} // file by shard
	of := 0
	for i, r := range m.parts {
		read, _ := r.Data.(*report.Data) // nil when there is none
		if !r.hasPatterns {
			return cli.Usagef("%s: data: it has no list of patterns", m.names[i])
		}
		var d struct {
			files      int
			unreadable []worktree.Unreadable
			skipped    []worktree.LeftOut
			shard      *worktree.Shard
		}
		for name, v := range map[string]any{"files": &d.files, "unreadable": &d.unreadable, "skipped": &d.skipped, "shard": &d.shard} {
			if err := read.Member(name).Decode(v); err != nil {
				return cli.Usagef("%s: data: %s: %w", m.names[i], name, err)
			}
		}
		if s := d.shard; s != nil {
			switch other, twice := have[s.Index]; {
			case twice:
				return cli.Usagef("%s and %s are both part %s", other, m.names[i], s)
			case of != 0 && of != s.Of:
				return cli.Usagef("%s is part %s, but another report is one of %d parts", m.names[i], s, of)
			}
			of = s.Of
			have[s.Index] = m.names[i]
		}
		data.files += d.files
		data.unreadable = append(data.unreadable, d.unreadable...)
		data.skipped = append(data.skipped, d.skipped...)
	}
	if missing := missingParts(have, of); missing != "" {
		return cli.WithHint(fmt.Errorf("the run was divided into %d parts, and %s not here", of, missing),
			"a part that failed leaves no report: look at its job")
	}
	sorting.Stable(data.unreadable, func(a, b worktree.Unreadable) int { return cmp.Compare(a.File, b.File) })
	sorting.Stable(data.skipped, func(a, b worktree.LeftOut) int { return cmp.Compare(a.File, b.File) })
	merged.Command, merged.Data = "regex", data
	merged.Notes = slices.DeleteFunc(merged.Notes, func(n string) bool { return strings.HasPrefix(n, worktree.LeftOutPrefix) })
	if text := worktree.LeftOutNote(data.skipped); text != "" {
		merged.Notes = append(merged.Notes, text)
	}
	merged.Summary = pattern.CountsOf(merged.Summary.Counts).Summary(data.files, len(data.unreadable))
	return nil
}

// missingParts names the parts of a divided run that are not there, "" when all are.
func missingParts(have map[int]string, of int) string {
	var missing []string
	for i := 1; i <= of; i++ {
		if _, ok := have[i]; !ok {
			missing = append(missing, fmt.Sprintf("%d/%d", i, of))
		}
	}
	switch {
	case len(missing) == 0:
		return ""
	case len(missing) == 1:
		return "part " + missing[0] + " is"
	}
	return "parts " + strings.Join(missing, ", ") + " are"
}

// addPattern adds a pattern of report i, in the order in which an undivided run has them: by file and place.
func (m *merger) addPattern(i int, text json.RawMessage) error {
	var p struct {
		Location report.JSONLocation `json:"location"`
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("data.patterns: %w", err)
	}
	place := report.Location{File: string(p.Location.File), Start: report.Position{Line: p.Location.Line, Column: p.Location.Column}}
	return m.patterns.add(record{place: place, part: i, text: text})
}
