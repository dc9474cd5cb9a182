// Package pattern holds what the commands about regexes share: how a pattern is read from flags and source, what is found
// out about it, who can send a text to it, what of that fails a run, and the words and JSON for all of it.
package pattern

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// Subject is a pattern to audit, and where it comes from.
type Subject struct {
	audit.Subject
	ID   string
	File string // "" for a pattern from the command line
	// untouched reports that it did not change, where only changes are asked for.
	untouched bool
}

// Audited is what was found out about a subject.
type Audited struct {
	audit.Result
	ID, File string
	Source   *SourceEdits    // of the file, if rewrites are asked for
	Shown    []repair.Fix    // fixes for people to see, where none were asked for
	excerpt  *report.Excerpt // of the file, nil where the pattern does not come from source
	Reach    *Reached        // who can send a text to it, nil where that was not looked for
	Proof    *Proof          // what a run of snag block routes measured of it, nil for none
	Occasion int             // how many like it came before, from 0, for its fingerprint
	// Untouched reports that the pattern did not change where only changes are asked for, and Newly says in a clause
	// why it is reported all the same.
	Untouched bool
	Newly     string
}

// Location is where the pattern stands, zero for one from the command line.
func (a *Audited) Location() report.Location { return placeIn(a.File, a.At) }

// placeIn is a range in a file, the zero location for no range.
func placeIn(file string, r literal.Range) report.Location {
	if r == (literal.Range{}) {
		return report.Location{}
	}
	return report.Location{File: file, Start: position(r.Start), End: position(r.End)}
}

func position(p literal.Position) report.Position {
	return report.Position{Line: p.Line, Column: p.Column, ColumnUTF16: p.Column16, Offset: p.Offset}
}

// Mistyped reports whether the command line has a pattern that is not valid. In a file that is a
// Finding, in the command line an error.
func (a *Audited) Mistyped() bool { return a.File == "" && a.Invalid != nil }

// ErrMistyped means that a pattern of the command line is not valid. The report says why.
var ErrMistyped = cli.WithHint(cli.Usagef("a pattern of the command line is not valid"), "quote it for the shell, and name its dialect with --dialect")

// Identity is what stays the same about a pattern while the file around it changes.
func (a *Audited) Identity() string { return identity(a.File, a.Subject) }

func identity(file string, s audit.Subject) string {
	return strings.Join([]string{file, s.Text, s.Flags, s.DialectWord()}, "\x00")
}

// Item is a pattern as it appears in JSON, under data.patterns.
type Item struct {
	ID       string               `json:"id"`
	Pattern  wtf8.String          `json:"pattern"`
	Flags    wtf8.String          `json:"flags"`
	Dialect  string               `json:"dialect"`
	Mode     string               `json:"mode,omitempty"`
	Location *report.JSONLocation `json:"location"`
	Verdict  string               `json:"verdict"`
	Reason   string               `json:"reason,omitempty"`
	// Composed says how much is known of a pattern that the program puts together.
	Composed string `json:"composed,omitempty"`
	// Holes are the parts of it that are not constant, and Assumed says what of them the verdict is about.
	Holes   []literal.Hole `json:"holes,omitempty"`
	Assumed string         `json:"assumed,omitempty"`
	*audit.Evidence
	Reach *reachItem `json:"reach,omitempty"`
	// Edit is the change to the source that makes the fix, with --fix and where it may be written.
	Edit *editItem `json:"edit,omitempty"`
	// Finding is what is wrong with the pattern, as --format ndjson has no list of findings.
	Finding *findingItem `json:"finding,omitempty"`
}

// editItem is a change to a file: what stands at a location becomes a text.
type editItem struct {
	Location *report.JSONLocation `json:"location"`
	Text     report.Text          `json:"text"`
}

// findingItem is a finding as it appears beside its pattern.
type findingItem struct {
	Rule     string               `json:"rule"`
	Level    judge.Level          `json:"level"`
	Message  report.Text          `json:"message"`
	Short    report.Text          `json:"short,omitempty"`
	Location *report.JSONLocation `json:"location"`
	// Minor says why it is only shown when all findings are asked for, Suppressed why it does not count.
	Minor      string      `json:"minor,omitempty"`
	Suppressed report.Text `json:"suppressed,omitempty"`
}

// AddFinding adds to a pattern what is wrong with it.
func (i *Item) AddFinding(f report.Finding) {
	i.Finding = &findingItem{
		Rule: f.Rule, Level: f.Level, Message: report.Text(f.Message), Location: f.Location.JSON(), Minor: f.Minor,
	}
	if f.Short != f.Message {
		i.Finding.Short = report.Text(f.Short)
	}
	if f.Suppression != nil {
		i.Finding.Suppressed = report.Text(cmp.Or(f.Suppression.Reason, "without a reason"))
	}
}

// Item returns the pattern as it appears in JSON.
func (a *Audited) Item() Item {
	item := Item{
		ID: a.ID, Pattern: wtf8.String(a.Text), Flags: wtf8.String(a.Flags), Dialect: a.DialectWord(),
		Location: a.Location().JSON(), Verdict: a.Outcome(), Reason: a.Verdict.Reason, Composed: a.Known(), Holes: a.Holes, Assumed: a.Assumed, Evidence: a.Evidence(), Reach: a.reachItem(),
	}
	if a.Mode != syntax.Search {
		item.Mode = a.Mode.String()
	}
	if a.Invalid != nil {
		item.Reason = a.Invalid.Error()
	}
	if e, err := a.Edit(); err == nil && e.Text != "" {
		item.Edit = &editItem{a.Location().JSON(), report.Text(e.Text)}
	}
	return item
}

// Bar is what a pattern may cost before it counts.
type Bar struct {
	MaxLength int // of the inputs that the caller accepts, 0 for any
	Budget    *Budget
	Spares    bool // quadratic growth that stays within the budget does not count
}

// measure makes a finding about a vulnerable pattern a note when the pattern stays below the bar, and says
// in a clause in what it does, else "".
func (b Bar) measure(a *Audited, f *judge.Finding) string {
	switch {
	case !a.IsVulnerable():
	case f.Level == judge.Note:
		return fmt.Sprintf("harmless for inputs of at most %s characters", cli.Thousands(int64(b.MaxLength)))
	case b.Spares && a.Within(b.Budget.limit(b.MaxLength)):
		below := fmt.Sprintf("below %s at %s characters", b.Budget.words(), cli.Thousands(int64(b.Budget.limit(b.MaxLength).Length)))
		f.Level, f.Message = judge.Note, cli.Sentence(below)+". "+f.Message
		return "quadratic and " + below
	}
	return ""
}

// Assess adds to the finding about a pattern where it stands and what shows it; ok is false for a safe
// one.
func (a *Audited) Assess(b Bar) (f report.Finding, ok bool) {
	found, ok := a.Finding(b.MaxLength)
	if !ok {
		return f, false
	}
	minor := b.measure(a, &found)
	if minor == "" {
		minor = a.grade(&found, b.Budget.time)
	}
	f = report.Finding{
		Finding: found, Location: a.Location(), Details: a.Details(),
		Fingerprint: cli.Fingerprint(found.Rule, a.Identity(), fmt.Sprint(a.Occasion)),
	}
	if a.Hotspot != (literal.Range{}) {
		f.Location = placeIn(a.File, a.Hotspot)
	}
	switch blamed := a.Hotspot.Start.Offset; {
	case a.UsedAt != (literal.Range{}):
		f.Uses = []report.Location{placeIn(a.File, a.UsedAt)}
	case a.Hotspot != (literal.Range{}) && (blamed < a.At.Start.Offset || blamed >= a.At.End.Offset):
		f.Uses = []report.Location{placeIn(a.File, a.At)} // what is to blame stands in a constant that is part of it
	}
	if a.File != "" { // what is asked for by itself is answered
		f.Minor = minor
	}
	f.Excerpt = a.excerpt
	if f.Excerpt == nil && a.Unknown == "" {
		f.Excerpt = &report.Excerpt{Text: a.Text, Marks: f.Details[0].Marks}
	}
	if a.IsVulnerable() {
		a.shorten(&f)
		a.rankByReach(&f)
	} else {
		f.Short = f.Message
	}
	if a.Accepted != nil {
		f.Suppression = &report.Suppression{InSource: true, Reason: a.Accepted.Reason}
	}
	return f, true
}

// spelledIn returns the dialect of the language that a person writes who tries the attack: Go and Rust have patterns of
// others.
func (a *Audited) spelledIn() syntax.Dialect {
	switch path.Ext(a.File) {
	case ".go":
		return syntax.Go
	case ".rs":
		return syntax.Rust
	}
	return a.Dialect
}

// Details show a finding to people.
func (a *Audited) Details() []report.Detail {
	if a.Unknown != "" { // there is no pattern to show
		return nil
	}
	details := []report.Detail{{Label: "pattern", Text: a.Text, Code: true}}
	if a.Flags != "" {
		details = append(details, report.Detail{Label: "flags", Text: a.Flags, Code: true, Short: a.excerpt == nil})
	}
	if a.Invalid != nil && !a.Invalid.InFlags {
		details[0].Marks = []report.Mark{{Start: a.Invalid.Pos, End: a.Invalid.Pos + 1}}
	}
	if !a.IsVulnerable() {
		return details
	}
	v := a.Verdict
	for _, h := range v.Hotspots {
		details[0].Marks = append(details[0].Marks, report.Mark(h))
	}
	if attack := a.Attack(); attack != nil {
		details = append(details, report.Detail{
			Label: "attack", Text: attack.Expression(a.spelledIn(), cmp.Or(a.example().pumps, 30), v.Tree.ByByte), Code: true, Short: true})
	}
	details = append(details, a.ReachDetails()...)
	if a.Proof != nil {
		details = append(details, a.Proof.detail())
	}
	if a.Newly != "" {
		details = append(details, report.Detail{Label: "new", Text: a.Newly, Short: true})
	}
	if cost := costWords(v.Cost); cost != "" {
		details = append(details, report.Detail{Label: "cost", Text: cost})
	}
	for _, c := range a.Confirmed {
		details = append(details, report.Detail{Label: c.Engine, Text: confirmationWords(c), Short: c.Reason != "" && (c.Engine != stand || c.Outcome == confirm.Confirmed)})
	}
	details = append(details, a.fixDetails()...)
	if a.Assumed != "" {
		details = append(details, report.Detail{Label: "but", Text: "part of the pattern is computed: " + a.Assumed, Short: true})
	}
	if a.Doubt != "" {
		details = append(details, report.Detail{Label: "but", Text: a.Doubt, Short: true})
	}
	return details
}

// shownAlternatives is how many ways to mend a pattern are shown beside the best.
const shownAlternatives = 3

// fixDetails shows the fixes of a finding to people.
func (a *Audited) fixDetails() []report.Detail {
	var details []report.Detail
	fixes := a.Fixes
	if len(fixes) == 0 {
		fixes = a.Shown
	}
	add := func(label, text string, code bool) {
		details = append(details, report.Detail{Label: label, Text: text, Code: code, Short: len(a.Fixes) > 0})
	}
	short, remark := a.shortFix(fixes)
	for i, f := range fixes[:min(len(fixes), shownAlternatives+1)] {
		first := len(details)
		label := "fix"
		if i > 0 {
			label = "or"
		}
		switch f.Kind {
		case repair.Rewrite:
			add(label, f.Pattern, true)
			if f.Flags != a.Flags {
				add("flags", f.Flags, true)
			}
			add("", f.Words(), false)
			if len(f.Gains) > 0 {
				add("gains", quoted(f.Gains), true)
			}
			if len(f.Loses) > 0 {
				add("loses", quoted(f.Loses), true)
			}
		case repair.Code:
			add(label, f.Code, true)
			if f.Note != "" {
				add("", f.Remark(), false)
			}
		default:
			add(label, f.Remark(), false)
		}
		if i == short && len(a.Fixes) == 0 {
			details[first].Short, details[first].Remark = true, remark
		}
	}
	return details
}

func quoted(texts []string) string {
	words := make([]string, len(texts))
	for i, t := range texts {
		words[i] = wtf8.Quote(t)
	}
	return strings.Join(words, ", ")
}
