package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/stats"
)

// Figure is a value that a run measured, by which later runs are compared with it.
type Figure struct {
	Name Text `json:"name"` // the same in every run
	Unit Text `json:"unit"` // "ms" for example, "" for a count
	// Values are one for each repetition.
	Values []float64 `json:"values"`
	Better Direction `json:"better,omitempty"`
	// Noise is the difference in Unit up to which nothing has changed; 0 leaves that to the spread of Values.
	Noise float64 `json:"noise,omitempty"`
}

// Direction tells which of two values is the better one. The zero Direction says that neither is.
type Direction string

// The directions.
const (
	Lower  Direction = "lower"
	Higher Direction = "higher"
)

// Since is what changed from an earlier run to another.
type Since struct {
	// Started is when the earlier run began.
	Started  time.Time       `json:"started"`
	Findings []FindingChange `json:"findings"`
	Figures  []FigureChange  `json:"figures"`
	// Items are what became of anything else that the command lists.
	Items []ItemChange `json:"items,omitempty"`
}

// What became of a finding between two runs. What is gone was mended, or not looked for.
const (
	ChangeNew    = "new"
	ChangeWorse  = "worse"
	ChangeBetter = "better"
	ChangeGone   = "gone"
)

// FindingChange is what became of a finding.
type FindingChange struct {
	Change      string       `json:"change"`
	Rule        string       `json:"rule"`
	Fingerprint string       `json:"fingerprint"`
	Before      *judge.Level `json:"before"` // nil for a new one
	Now         *judge.Level `json:"now"`    // nil for one that is gone
	// Finding is that of the later run, or the one that is gone.
	Finding Finding `json:"-"`
}

// FigureChange is what became of a figure. Change is one of [stats.Change], or "changed" where neither value is
// the better one.
type FigureChange struct {
	Change string  `json:"change"`
	Name   Text    `json:"name"`
	Unit   Text    `json:"unit"`
	Before float64 `json:"before"` // medians
	Now    float64 `json:"now"`
}

// ItemChange is what became of something that a command lists, such as a route: one of the changes of findings.
type ItemChange struct {
	Change string `json:"change"`
	Name   Text   `json:"name"`
	Before Text   `json:"before"` // "" for a new one
	Now    Text   `json:"now"`    // "" for one that is gone
}

const changed = "changed"

// ChangedFindings tells what became of findings from one run to another: those of the later run in their order,
// then those that are gone. A finding is the same in both when identity is; findings without one, and suppressed
// ones, are left out. A finding that was suppressed since is not gone.
func ChangedFindings(before, now []Finding, identity func(Finding) string) []FindingChange {
	then := map[string]Finding{}
	for _, f := range before {
		if id := identity(f); id != "" && f.Suppression == nil {
			then[id] = f
		}
	}
	var all []FindingChange
	seen := map[string]bool{}
	for _, f := range now {
		id := identity(f)
		if id == "" || seen[id] {
			continue
		}
		seen[id] = true
		was, known := then[id]
		c := FindingChange{Rule: f.Rule, Fingerprint: f.Fingerprint, Now: &f.Level, Finding: f}
		switch {
		case f.Suppression != nil:
			continue
		case !known:
			c.Change = ChangeNew
		case f.Level > was.Level:
			c.Change, c.Before = ChangeWorse, &was.Level
		case f.Level < was.Level:
			c.Change, c.Before = ChangeBetter, &was.Level
		default:
			continue
		}
		all = append(all, c)
	}
	for _, f := range before {
		id := identity(f)
		if was, known := then[id]; known && !seen[id] {
			seen[id] = true
			all = append(all, FindingChange{Change: ChangeGone, Rule: f.Rule, Fingerprint: f.Fingerprint, Before: &was.Level, Finding: was})
		}
	}
	return all
}

// changedFigures tells what became of the figures that both runs have, in the order of the later one.
func changedFigures(before, now []Figure) []FigureChange {
	var all []FigureChange
	for _, f := range now {
		i := slices.IndexFunc(before, func(b Figure) bool { return b.Name == f.Name && b.Unit == f.Unit })
		if i < 0 || len(f.Values) == 0 || len(before[i].Values) == 0 {
			continue
		}
		b := before[i]
		c := FigureChange{Name: f.Name, Unit: f.Unit, Before: stats.Median(b.Values), Now: stats.Median(f.Values)}
		change := stats.Compare(b.Values, f.Values)
		switch {
		case math.Abs(c.Now-c.Before) <= max(b.Noise, f.Noise):
			change = stats.WithinNoise
		case change != stats.WithinNoise && f.Better == "":
			change = changed
		case change == stats.Better && f.Better == Higher:
			change = stats.Worse
		case change == stats.Worse && f.Better == Higher:
			change = stats.Better
		}
		c.Change = string(change)
		all = append(all, c)
	}
	return all
}

// Compare adds to a report what changed since an earlier one of the same command. Minor findings are not looked
// at: one that became minor is gone. What a run could not decide is not gone, and what an earlier one may not have
// come to is said to be new with that remark. Where the two looked at something else, nothing is new or gone.
func (r *Report) Compare(before *Report) {
	then, now := rulesOf(before.Findings), rulesOf(r.Findings)
	findings := ChangedFindings(before.Findings, r.Findings, func(f Finding) string {
		switch {
		case f.Fingerprint == "" || f.Minor != "":
			return ""
		case f.Location.File == "" && then[f.Rule] == 1 && now[f.Rule] == 1:
			return f.Rule // of another command line, process or address, which both runs were about
		}
		return f.Rule + " " + f.Fingerprint
	})
	changes := len(findings) + len(r.ChangedItems)
	apart := before.Scope != "" && r.Scope != "" && before.Scope != r.Scope
	onlyOne := func(change string) bool { return apart && (change == ChangeNew || change == ChangeGone) }
	findings = slices.DeleteFunc(findings, func(c FindingChange) bool {
		return c.Change == ChangeGone && (r.Partial || c.Finding.Location.File == "" && r.undecided()) || onlyOne(c.Change)
	})
	figures := append(changedFigures(before.Figures, r.Figures), r.Changed...)
	var items []ItemChange
	for _, c := range r.ChangedItems {
		if (!r.Partial || c.Change == ChangeNew || c.Change == ChangeWorse) && !onlyOne(c.Change) {
			items = append(items, c)
		}
	}
	left := changes - len(findings) - len(items)
	r.Since = &Since{before.Started, append([]FindingChange{}, findings...), append([]FigureChange{}, figures...), items}
	t := NewTable("CHANGE", "WHAT", ">BEFORE", ">NOW")
	counts := map[string]int{}
	level := func(l *judge.Level) string {
		if l == nil {
			return "-"
		}
		return l.String()
	}
	for _, c := range r.Since.Findings {
		counts[c.Change]++
		t.Add(changeTones[c.Change].Cell(c.Change), JoinWords(c.Rule, cmp.Or(c.Finding.Location.String(), c.Finding.Short)), level(c.Before), level(c.Now))
	}
	for _, c := range r.Since.Figures {
		counts[c.Change]++
		t.Add(changeTones[c.Change].Cell(c.Change), string(c.Name), quantity(c.Before, c.Unit), quantity(c.Now, c.Unit))
	}
	for _, c := range items {
		counts[c.Change]++
		t.Add(changeTones[c.Change].Cell(c.Change), string(c.Name), cmp.Or(string(c.Before), "-"), cmp.Or(string(c.Now), "-"))
	}
	var remarks []string
	switch {
	case len(t.Rows) == 0 && (left > 0 && !apart || r.Partial || before.Partial || r.NotMeasured != ""):
		remarks = append(remarks, "nothing that both runs decided can be compared")
	case len(t.Rows) == 0 && apart:
		remarks = append(remarks, "nothing changed in what both runs looked at")
	case len(t.Rows) == 0:
		remarks = append(remarks, "nothing changed")
	case left > 0 && !apart:
		remarks = append(remarks, "what this run did not decide is not compared")
	}
	if apart {
		remarks = append(remarks, "the earlier run looked at something else, so nothing is called new or gone: "+before.Scope)
	}
	if before.Partial {
		remarks = append(remarks, "the earlier run ended before it was done: what is new may have been there")
	}
	section := Section{Title: "Since " + before.Started.UTC().Format("2006-01-02 15:04"), Text: strings.Join(remarks, "\n")}
	if len(t.Rows) > 0 {
		section.Table = t
	}
	r.Sections = slices.Insert(slices.Clone(r.Sections), 0, section)
	for _, name := range []string{ChangeNew, ChangeWorse, ChangeBetter, ChangeGone} {
		r.Summary.Counts = append(r.Summary.Counts, Count{name, counts[name]})
	}
}

// undecided reports whether the run left a question open.
func (r *Report) undecided() bool { return r.NotMeasured != "" || len(r.Unknown) > 0 }

// rulesOf counts the findings of each rule.
func rulesOf(all []Finding) map[string]int {
	n := map[string]int{}
	for _, f := range all {
		n[f.Rule]++
	}
	return n
}

var changeTones = map[string]Tone{ChangeNew: Bad, ChangeWorse: Bad, ChangeBetter: Good, ChangeGone: Good, string(stats.WithinNoise): Muted}

// quantity shows a value with its unit to three digits.
func quantity(v float64, unit Text) string {
	digits := 0
	if v != math.Trunc(v) {
		digits = min(max(2-int(math.Floor(math.Log10(math.Abs(v)))), 0), 6)
	}
	return JoinWords(strconv.FormatFloat(v, 'f', digits, 64), string(unit))
}
