package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// earlier is a report of snag check that was saved, to compare with.
type earlier struct {
	*report.Report
	checks map[string]checkItem
	rules  []judge.Rule // of this snag
}

// readEarlier reads a report of snag check in JSON.
func readEarlier(name string, rules []judge.Rule) (*earlier, error) {
	r, err := cli.ReadEarlier(name, "check")
	if err != nil {
		return nil, err
	}
	e := &earlier{r, map[string]checkItem{}, rules}
	data, _ := r.Data.(*report.Data)
	for _, raw := range data.Member("checks").Items {
		var c struct {
			Name    string      `json:"name"`
			Command report.Text `json:"command"`
			Result  string      `json:"result"`
			Partial bool        `json:"partial"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			return nil, cli.Usagef("--compare: %s: data.checks: %w", name, err)
		}
		e.checks[c.Name] = checkItem{Name: c.Name, Command: c.Command, Result: c.Result, Partial: c.Partial}
	}
	return e, nil
}

// labelCheck is the detail of a finding that names its check.
const labelCheck = "check"

// checkOf names the check that a finding of a merged report is from.
func checkOf(f report.Finding) string {
	for _, d := range slices.Backward(f.Details) {
		if d.Label == labelCheck {
			return d.Text
		}
	}
	return ""
}

// comparable reports whether two runs of a check looked at the same: the same command, which ran to its end
// both times and does not look at a part only.
func (e *earlier) comparable(now checkItem) bool {
	then, known := e.checks[now.Name]
	ran := func(c checkItem) bool { return !c.Partial && (c.Result == checkPassed || c.Result == checkFindings) }
	partly := slices.ContainsFunc([]string{"--changed-since", "--staged", "--shard"}, func(flag string) bool { return strings.Contains(string(now.Command), flag) })
	return known && ran(then) && ran(now) && !partly && then.Command == now.Command
}

// compare tells what is new since an earlier report, what changed its level, and what is gone. What a check that
// cannot be compared says is left out.
func (e *earlier) compare(r *report.Report, items []checkItem) {
	same := map[string]bool{}
	var left []string
	for _, c := range items {
		if same[c.Name] = e.comparable(c); !same[c.Name] {
			left = append(left, c.Name)
		}
	}
	identity := func(f report.Finding) (id, part string) {
		check := checkOf(f)
		if f.Fingerprint == "" || !same[check] {
			return "", ""
		}
		return strings.Join([]string{check, f.Rule, f.Fingerprint}, "\x00"), check
	}
	t := report.NewTable("CHANGE", "RULE", "WHERE", "WHAT")
	counts := map[string]int{}
	for _, c := range report.ChangedFindings(e.Findings, r.Findings, e.rules, identity) {
		counts[c.Change]++
		change, tone := c.Change, report.Good
		switch {
		case change == report.ChangeNew || change == report.ChangeWorse:
			tone = report.Bad
		case change == report.ChangeChanged:
			tone = report.Plain
		case change == report.ChangeGone:
			r.Project.Gone = append(r.Project.Gone, c.Finding)
			if change = "fixed"; c.Finding.Proved {
				change = "not seen"
			}
		}
		f := c.Finding
		t.Add(tone.Cell(change), c.Rules(), cmp.Or(f.Location.String(), checkOf(f)), cmp.Or(f.Short, f.Message))
	}
	r.Project.Since = e.Started.UTC().Format("2006-01-02 15:04")
	section := report.Section{Title: "Since " + r.Project.Since, Table: t}
	switch {
	case len(left) == len(items):
		section.Text = "nothing could be compared"
	case len(t.Rows) == 0:
		section.Text = "nothing changed in what was compared"
	}
	r.Sections = slices.Insert(r.Sections, 1, section)
	if len(left) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("not compared, since %s did not look at the same in both runs: %s", cli.Plural(len(left), "check"), strings.Join(left, ", ")))
	}
	for _, name := range []string{report.ChangeNew, report.ChangeWorse, report.ChangeBetter, report.ChangeChanged, report.ChangeGone} {
		r.Summary.Counts = append(r.Summary.Counts, report.Count{Name: name, N: counts[name]})
	}
}

// proves reports whether a finding of the check was seen in a run of the program, and not in its code or in a
// simulation. Notes are remarks and open questions.
func (c *check) proves(f report.Finding) bool {
	return f.Proved || f.Level != judge.Note && !slices.Contains([]string{"regex", "calls", "requests", "herd"}, c.kind.name)
}
