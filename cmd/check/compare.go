package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
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
}

// readEarlier reads a report of snag check in JSON.
func readEarlier(name string) (*earlier, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, cli.Usagef("--compare: %w", err)
	}
	defer f.Close()
	r, err := report.Read(f)
	if err != nil {
		return nil, cli.Usagef("--compare: %s is not a report of --format json: %w", name, err)
	}
	if r.Command != "check" {
		return nil, cli.Usagef("--compare: %s is a report of snag %s, and not of snag check", name, report.Visible(r.Command))
	}
	e := &earlier{r, map[string]checkItem{}}
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

// identity is what a finding has in common with itself in another run.
type identity struct{ check, rule, fingerprint string }

func identityOf(f report.Finding) identity { return identity{checkOf(f), f.Rule, f.Fingerprint} }

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
	then := map[identity]report.Finding{}
	for _, f := range e.Findings {
		if f.Fingerprint != "" && f.Suppression == nil {
			then[identityOf(f)] = f
		}
	}
	t := report.NewTable("CHANGE", "RULE", "WHERE", "WHAT")
	row := func(change string, tone report.Tone, f report.Finding) {
		t.Add(tone.Cell(change), f.Rule, cmp.Or(f.Location.String(), checkOf(f)), cmp.Or(f.Short, f.Message))
	}
	now := map[identity]bool{}
	news, better, worse := 0, 0, 0
	for _, f := range r.Findings {
		id := identityOf(f)
		if now[id] || f.Fingerprint == "" || !same[id.check] {
			continue
		}
		now[id] = true
		before, was := then[id]
		switch {
		case f.Suppression != nil:
		case !was:
			news++
			row("new", report.Bad, f)
		case f.Level > before.Level:
			worse++
			row("worse", report.Bad, f)
		case f.Level < before.Level:
			better++
			row("better", report.Good, f)
		}
	}
	for _, f := range e.Findings {
		id := identityOf(f)
		if _, was := then[id]; !was || now[id] || !same[id.check] {
			continue
		}
		now[id] = true
		change := "fixed"
		if f.Proved {
			change = "not seen"
		}
		row(change, report.Good, f)
		r.Project.Gone = append(r.Project.Gone, f)
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
	r.Summary.Counts = append(r.Summary.Counts, report.Count{Name: "new", N: news}, report.Count{Name: "worse", N: worse},
		report.Count{Name: "better", N: better}, report.Count{Name: "gone", N: len(r.Project.Gone)})
}

// proves reports whether a finding of the check was seen in a run of the program, and not in its code or in a
// simulation. Notes are remarks and open questions.
func (c *check) proves(f report.Finding) bool {
	return f.Proved || f.Level != judge.Note && !slices.Contains([]string{"regex", "calls", "requests", "herd"}, c.kind.name)
}
