package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/stats"
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

// What became of a finding between two runs. What is gone was mended, or not looked for; what changed is another
// finding at the same place, and neither worse nor better.
const (
	ChangeNew     = "new"
	ChangeWorse   = "worse"
	ChangeBetter  = "better"
	ChangeGone    = "gone"
	ChangeChanged = "changed"
)

// FindingChange is what became of a finding.
type FindingChange struct {
	Change      string       `json:"change"`
	Rule        string       `json:"rule"`
	Fingerprint string       `json:"fingerprint"`
	Before      *judge.Level `json:"before"` // nil for a new one
	Now         *judge.Level `json:"now"`    // nil for one that is gone
	// RuleBefore and FingerprintBefore are those of the earlier run, "" where they were the same.
	RuleBefore        string `json:"rule_before,omitempty"`
	FingerprintBefore string `json:"fingerprint_before,omitempty"`
	// RankBefore and Rank are how urgent it was and is, nil where that did not change.
	RankBefore *float64 `json:"rank_before,omitempty"`
	Rank       *float64 `json:"rank,omitempty"`
	// Finding is that of the later run, or the one that is gone.
	Finding Finding `json:"-"`
}

// Rules names the rule, and the one before where that was another.
func (c FindingChange) Rules() string {
	if c.RuleBefore != "" {
		return c.RuleBefore + " → " + c.Rule
	}
	return c.Rule
}

// ItemChange is what became of something that a command lists, such as a route: one of the changes of findings.
type ItemChange struct {
	Change string `json:"change"`
	Name   Text   `json:"name"`
	Before Text   `json:"before"` // "" for a new one
	Now    Text   `json:"now"`    // "" for one that is gone
}

// rankNoise is the difference of ranks up to which nothing has changed: ten times the time, and less than a step of
// who can send it.
const rankNoise = 2

// ChangedFindings tells what became of findings from one run to another: those of the later run in their order,
// then those that are gone. A finding is the same in both when identity is; findings without one, and suppressed
// ones, are left out, and so are minor ones unless they are not minor in the other run. A finding that was suppressed
// since is not gone. What is left of both runs is the same when it answers the same question, by the rules, in the same
// part and file: about the same text, or else alone on its line.
func ChangedFindings(before, now []Finding, rules []judge.Rule, identity func(Finding) (id, part string)) []FindingChange {
	index := rulesByID(rules)
	then, seen := map[string]int{}, map[string]bool{} // by identity
	for i, f := range before {
		if id, _ := identity(f); id != "" && f.Suppression == nil {
			then[id] = i
		}
	}
	was := map[int]int{} // indices of before by those of now
	var fresh []int
	for i, f := range now {
		id, _ := identity(f)
		if id == "" || seen[id] {
			continue
		}
		seen[id] = true
		if j, known := then[id]; known {
			was[i] = j
		} else {
			fresh = append(fresh, i)
		}
	}
	var gone []int
	for j, f := range before {
		if id, _ := identity(f); then[id] == j && id != "" && f.Suppression == nil && !seen[id] {
			gone = append(gone, j)
		}
	}
	question := func(f Finding) string {
		_, part := identity(f)
		return strings.Join([]string{part, cmp.Or(index[f.Rule].Question, f.Rule), f.Location.File}, "\x00")
	}
	text := func(f Finding) string {
		switch {
		case f.Group != "":
			return question(f) + "\x00" + f.Group
		case f.Excerpt != nil:
			return question(f) + "\x00" + f.Excerpt.Text
		}
		return ""
	}
	line := func(f Finding) string { return question(f) + "\x00" + strconv.Itoa(f.Location.Start.Line) }
	for _, place := range []func(Finding) string{text, line} {
		fresh, gone = paired(now, before, fresh, gone, place, was)
	}
	var all []FindingChange
	for i, f := range now {
		j, known := was[i]
		_, left := slices.BinarySearch(fresh, i)
		c := FindingChange{Rule: f.Rule, Fingerprint: f.Fingerprint, Now: &f.Level, Finding: f}
		switch {
		case f.Suppression != nil || !known && (f.Minor != "" || !left):
			continue
		case !known:
			c.Change = ChangeNew
		default:
			id, _ := identity(f)
			if _, same := then[id]; !same {
				c.Change = ChangeChanged
			}
			if c.since(before[j], index); c.Change == "" {
				continue
			}
		}
		all = append(all, c)
	}
	for _, j := range gone {
		if f := before[j]; f.Minor == "" {
			all = append(all, FindingChange{Change: ChangeGone, Rule: f.Rule, Fingerprint: f.Fingerprint, Before: &f.Level, Finding: f})
		}
	}
	return all
}

// paired notes in was which findings of now are at the place of one of before, where no two of a run are at it, and
// returns the others of both.
func paired(now, before []Finding, fresh, gone []int, place func(Finding) string, was map[int]int) (left, still []int) {
	at := func(all []Finding, some []int) map[string][]int {
		m := map[string][]int{}
		for _, i := range some {
			if key := place(all[i]); key != "" {
				m[key] = append(m[key], i)
			}
		}
		return m
	}
	mine, theirs := at(now, fresh), at(before, gone)
	taken := map[int]bool{}
	for key, i := range mine {
		if j := theirs[key]; len(i) == 1 && len(j) == 1 {
			was[i[0]] = j[0]
			taken[j[0]] = true
		}
	}
	known := func(i int) bool { _, ok := was[i]; return ok }
	return slices.DeleteFunc(fresh, known), slices.DeleteFunc(gone, func(j int) bool { return taken[j] })
}

// since completes the change of a finding that both runs have.
func (c *FindingChange) since(was Finding, rules map[string]judge.Rule) {
	now := c.Finding
	c.Before = &was.Level
	if was.Rule != now.Rule {
		c.RuleBefore = was.Rule
	}
	if was.Fingerprint != now.Fingerprint {
		c.FingerprintBefore = was.Fingerprint
	}
	rank := now.Rank - was.Rank
	if was.Rank == 0 || now.Rank == 0 || math.Abs(rank) < rankNoise {
		rank = 0
	} else {
		c.RankBefore, c.Rank = &was.Rank, &now.Rank
	}
	minor := 0
	if was.Minor != "" {
		minor = 1
	} else if now.Minor != "" {
		minor = -1
	}
	switch worse := cmp.Or(cmp.Compare(now.Level, was.Level), minor, cmp.Compare(rank, 0), cmp.Compare(rules[now.Rule].Level, rules[was.Rule].Level)); {
	case worse > 0:
		c.Change = ChangeWorse
	case worse < 0:
		c.Change = ChangeBetter
	}
	if was.Minor != "" && now.Minor != "" {
		c.Change = ""
	}
}

// rulesByID returns rules by their IDs.
func rulesByID(rules []judge.Rule) map[string]judge.Rule {
	m := map[string]judge.Rule{}
	for _, r := range rules {
		m[r.ID] = r
	}
	return m
}

// Compare adds to a report what changed since an earlier one of the same command. What a run could not decide is not
// gone, and what an earlier one may not have come to is said to be new with that remark. Where the two looked at
// something else, nothing is new or gone.
func (r *Report) Compare(before *Report) {
	then, now := rulesOf(before.Findings), rulesOf(r.Findings)
	findings := ChangedFindings(before.Findings, r.Findings, r.Rules, func(f Finding) (id, part string) {
		switch {
		case f.Fingerprint == "":
			return "", ""
		case f.Location.File == "" && then[f.Rule] == 1 && now[f.Rule] == 1:
			return f.Rule, "" // of another command line, process or address, which both runs were about
		}
		return f.Rule + " " + f.Fingerprint, ""
	})
	changes := len(findings) + len(r.ChangedItems)
	apart := before.Scope != "" && r.Scope != "" && before.Scope != r.Scope
	onlyOne := func(change string) bool { return apart && (change == ChangeNew || change == ChangeGone) }
	findings = slices.DeleteFunc(findings, func(c FindingChange) bool {
		return c.Change == ChangeGone && (r.Partial || c.Finding.Location.File == "" && r.undecided()) || onlyOne(c.Change)
	})
	figures := append(changedFigures(before.Figures, r.Figures), r.Changed...)
	if r.Partial {
		figures = slices.DeleteFunc(figures, func(c FigureChange) bool { return c.Change == onlyBefore })
	}
	single := 0 // of figures that one run alone has
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
	level := func(l *judge.Level, rank *float64) string {
		switch {
		case l == nil:
			return "-"
		case rank != nil:
			return fmt.Sprintf("%s, rank %g", l, *rank)
		}
		return l.String()
	}
	value := func(v *float64, unit Text) string {
		if v == nil {
			return "-"
		}
		return quantity(*v, unit)
	}
	for _, c := range r.Since.Findings {
		counts[c.Change]++
		t.Add(changeTones[c.Change].Cell(c.Change), JoinWords(c.Rules(), cmp.Or(c.Finding.Location.String(), c.Finding.Short)), level(c.Before, c.RankBefore), level(c.Now, c.Rank))
	}
	for _, c := range r.Since.Figures {
		counts[c.Change]++
		if c.Before == nil || c.Now == nil {
			single++
		}
		t.Add(changeTones[c.Change].Cell(c.Change), string(c.Name), value(c.Before, c.Unit), value(c.Now, c.Unit))
	}
	for _, c := range items {
		counts[c.Change]++
		t.Add(changeTones[c.Change].Cell(c.Change), string(c.Name), cmp.Or(string(c.Before), "-"), cmp.Or(string(c.Now), "-"))
	}
	compared := len(t.Rows) - single
	var remarks []string
	switch {
	case compared == 0 && (left > 0 && !apart || r.Partial || before.Partial || r.NotMeasured != ""):
		remarks = append(remarks, "nothing that both runs decided can be compared")
	case compared == 0 && apart:
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
	for _, name := range []string{ChangeNew, ChangeWorse, ChangeBetter, ChangeChanged, ChangeGone} {
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
