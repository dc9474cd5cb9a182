package regex

import (
	"cmp"
	"fmt"
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

// subject is a pattern to audit, and where it comes from.
type subject struct {
	audit.Subject
	id   string
	file string // "" for a pattern from the command line
	// untouched reports that it did not change, where only changes are asked for.
	untouched bool
}

// audited is what was found out about a subject.
type audited struct {
	audit.Result
	id, file string
	source   *sourceEdits    // of the file, if rewrites are asked for
	shown    []repair.Fix    // fixes for people to see, where none were asked for
	excerpt  *report.Excerpt // of the file, nil where the pattern does not come from source
	reach    *reached        // who can send a text to it, nil where that was not looked for
	proof    *proof          // what a run of snag block routes measured of it, nil for none
	occasion int             // how many like it came before, from 0; see fingerprint
	// untouched reports that the pattern did not change where only changes are asked for, and newly says in a clause
	// why it is reported all the same.
	untouched bool
	newly     string
}

// location is where the pattern stands, zero for one from the command line.
func (a *audited) location() report.Location { return placeIn(a.file, a.At) }

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

// mistyped reports whether the command line has a pattern that is not valid. In a file that is a
// Finding, in the command line an error.
func (a *audited) mistyped() bool { return a.file == "" && a.Invalid != nil }

// errMistyped means that a pattern of the command line is not valid. The report says why.
var errMistyped = cli.WithHint(cli.Usagef("a pattern of the command line is not valid"), "quote it for the shell, and name its dialect with --dialect")

// identity is what stays the same about a pattern while the file around it changes.
func (a *audited) identity() string { return identity(a.file, a.Subject) }

func identity(file string, s audit.Subject) string {
	return strings.Join([]string{file, s.Text, s.Flags, s.DialectWord()}, "\x00")
}

// patternItem is a pattern as it appears in JSON, under data.patterns.
type patternItem struct {
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

func newFindingItem(f report.Finding) *findingItem {
	item := &findingItem{
		Rule: f.Rule, Level: f.Level, Message: report.Text(f.Message), Location: f.Location.JSON(), Minor: f.Minor,
	}
	if f.Short != f.Message {
		item.Short = report.Text(f.Short)
	}
	if f.Suppression != nil {
		item.Suppressed = report.Text(cmp.Or(f.Suppression.Reason, "without a reason"))
	}
	return item
}

func (a *audited) item() patternItem {
	item := patternItem{
		ID: a.id, Pattern: wtf8.String(a.Text), Flags: wtf8.String(a.Flags), Dialect: a.DialectWord(),
		Location: a.location().JSON(), Verdict: a.Outcome(), Reason: a.Verdict.Reason, Composed: a.Known(), Holes: a.Holes, Assumed: a.Assumed, Evidence: a.Evidence(), Reach: a.reachItem(),
	}
	if a.Mode != syntax.Search {
		item.Mode = a.Mode.String()
	}
	if a.Invalid != nil {
		item.Reason = a.Invalid.Error()
	}
	if e, err := a.Edit(); err == nil && e.Text != "" {
		item.Edit = &editItem{a.location().JSON(), report.Text(e.Text)}
	}
	return item
}

// bar is what a pattern may cost before it counts.
type bar struct {
	maxLength int // of the inputs that the caller accepts, 0 for any
	budget    *budget
	spares    bool // quadratic growth that stays within the budget does not count
}

// measure makes a finding about a vulnerable pattern a note when the pattern stays below the bar, and says
// in a clause in what it does, else "".
func (b bar) measure(a *audited, f *judge.Finding) string {
	switch {
	case !a.IsVulnerable():
	case f.Level == judge.Note:
		return fmt.Sprintf("harmless for inputs of at most %s characters", cli.Thousands(int64(b.maxLength)))
	case b.spares && a.Within(b.budget.limit(b.maxLength)):
		below := fmt.Sprintf("below %s at %s characters", b.budget.words(), cli.Thousands(int64(b.budget.limit(b.maxLength).Length)))
		f.Level, f.Message = judge.Note, cli.Sentence(below)+". "+f.Message
		return "quadratic and " + below
	}
	return ""
}

// finding adds to the finding about a pattern where it stands and what shows it; ok is false for a safe
// one.
func (a *audited) finding(b bar) (f report.Finding, ok bool) {
	found, ok := a.Finding(b.maxLength)
	if !ok {
		return f, false
	}
	minor := b.measure(a, &found)
	if minor == "" {
		minor = a.grade(&found, b.budget.time)
	}
	f = report.Finding{
		Finding: found, Location: a.location(), Details: a.details(),
		Fingerprint: cli.Fingerprint(found.Rule, a.identity(), fmt.Sprint(a.occasion)),
	}
	if a.Hotspot != (literal.Range{}) {
		f.Location = placeIn(a.file, a.Hotspot)
	}
	switch blamed := a.Hotspot.Start.Offset; {
	case a.UsedAt != (literal.Range{}):
		f.Uses = []report.Location{placeIn(a.file, a.UsedAt)}
	case a.Hotspot != (literal.Range{}) && (blamed < a.At.Start.Offset || blamed >= a.At.End.Offset):
		f.Uses = []report.Location{placeIn(a.file, a.At)} // what is to blame stands in a constant that is part of it
	}
	if a.file != "" { // what is asked for by itself is answered
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

// details show a finding to people.
func (a *audited) details() []report.Detail {
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
	if v.Attack != nil {
		details = append(details, report.Detail{
			Label: "attack", Text: v.Attack.Expression(a.Dialect, cmp.Or(a.example().pumps, 30), v.Tree.ByByte), Code: true, Short: true})
	}
	details = append(details, a.reachDetails()...)
	if a.proof != nil {
		details = append(details, a.proof.detail())
	}
	if a.newly != "" {
		details = append(details, report.Detail{Label: "new", Text: a.newly, Short: true})
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
func (a *audited) fixDetails() []report.Detail {
	var details []report.Detail
	fixes := a.Fixes
	if len(fixes) == 0 {
		fixes = a.shown
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
