// Package report holds what a command found: its findings, tables and figures, how reports are written as JSON and
// read back, how two of them are compared, and how credentials are kept out of them.
package report

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/cmd/markup"
)

// Report is the result of one run of a command. It is complete when it is handed to a renderer;
// renderers never change it. The zero Report says that nothing was looked at.
type Report struct {
	Command string // as typed after "snag", "block handler" for example
	Version string // of snag
	// Scope is the command line with what says what was looked at, "" where that is not recorded.
	Scope    string
	Started  time.Time
	Duration time.Duration
	// Partial reports whether the run ended before it was done.
	Partial bool
	// All asks for every finding, where there would be room for the worst ones only.
	All bool
	// Passed are the checks of the run that found nothing.
	Passed []Passed
	// Error is why there is no report, nil where there is one. Nothing else of it is told then.
	Error *Error
	// Failed reports whether a finding gates, nil where the command leaves that to its caller.
	Failed  *bool
	Summary Summary
	// Rules are the rules that Findings refer to, at least.
	Rules    []judge.Rule
	Findings []Finding
	// More are findings that do not fit into memory, in the order of presentation, which the json format writes; nil
	// for none. A report has either them or Findings.
	More Findings
	// Sections are what people read beside the findings.
	Sections []Section
	// Data is what programs read: it marshals into a JSON object, or is nil. When it is an Itemizer,
	// the ndjson format prints its items.
	Data any
	// Notes are remarks about the run itself, a file that could not be read for example.
	Notes []string
	// NotMeasured says in a clause, with the likely reason, that nothing was measured; it is empty when
	// something was.
	NotMeasured string
	// Figures are what the run measured, for later runs to be compared with.
	Figures []Figure
	// Changed and ChangedItems are what the command compared in its own way, which Since has beside the others.
	Changed      []FigureChange
	ChangedItems []ItemChange
	// Since is what changed from an earlier run, nil when none was named.
	Since *Since
	// Project is what a page about a whole project begins with, nil for other reports.
	Project *Project
	// Unknown are the questions that stay open, a clause each. They gate where that is asked for.
	Unknown []string
}

// Error says why a run has no report, and what to do about it.
type Error struct {
	Message Text `json:"message"`
	Hint    Text `json:"hint,omitempty"` // "" when no remedy is known
}

// Summary is the outcome in one sentence and in numbers.
type Summary struct {
	Text   string
	Counts []Count // in the order of presentation
}

// unfinished begins the outcome of a partial report.
const unfinished = "Partial: the run ended before it was done."

// Outcome is the sentence of the summary, behind one that says so where the report is partial: its numbers are then
// those of a part, and none of them says that nothing is wrong.
func (r *Report) Outcome() string {
	if !r.Partial || strings.HasPrefix(r.Summary.Text, unfinished) {
		return r.Summary.Text
	}
	return JoinWords(unfinished, r.Summary.Text)
}

// Count is a named number of a Summary. Name is a JSON key in snake_case.
type Count struct {
	Name string
	N    int
}

// An Itemizer yields the values that make up the lines of the ndjson format, in order, until yield
// returns false.
type Itemizer interface {
	Items(yield func(any) bool)
}

// Finding is one thing that is wrong, with what proves it.
type Finding struct {
	judge.Finding
	Location Location
	// Short says in a line what Message says, for a place with little room; "" where Message is short enough.
	// What is generic, such as the help, is left out beside it.
	Short string
	// Uses are the places that use what stands at Location, when these are others.
	Uses []Location
	// Trace leads through the code to what the finding is about, from where a value is sent; nil for none.
	Trace []Location
	// Excerpt is the line of source that the finding is about, nil where there is none to show.
	Excerpt *Excerpt
	// Details show the evidence to people, in order.
	Details []Detail
	// Group names what the finding is about wherever it was found: findings of one rule, level and Group
	// are one to people, at several places. "" stands for a group of its own.
	Group string
	// Minor says in a clause, after "is", why the finding is only shown when all are asked for, "" for one
	// that is shown.
	Minor string
	// Weight orders findings of the same level, the heaviest first.
	Weight float64
	// Rank is how urgent the finding is among all, from 0 to 100; 0 stands for not known.
	Rank float64
	// Proved reports whether a run of the program showed the finding, and not its code alone.
	Proved bool
	// Fixes are changes to files that mend it, the best first.
	Fixes []Fix
	// Fingerprint stays the same when the file around the finding changes.
	Fingerprint string
	// Suppression is non-nil when somebody decided to live with the finding. Such a finding is
	// shown but never gates.
	Suppression *Suppression
}

// Passed is a check that found nothing.
type Passed struct {
	Class, Name string
	Took        time.Duration
}

// Fix is a change to a file: the text from Start to End of a location becomes another.
type Fix struct {
	Description string // one sentence
	Location    Location
	Text        string
	// Lines are the lines of the file from the first to the last of Location as they become, without the end of the
	// last one; "" where that is not known.
	Lines string
}

// Suppression tells why a finding does not count.
type Suppression struct {
	InSource bool   // by a comment, else by a baseline
	Reason   string // in the words of who suppressed it
}

// Excerpt is a line of text, or the part of a long one around its marks.
type Excerpt struct {
	Text string
	// Marks are the parts of Text to point at, in code points of Text.
	Marks []Mark
}

// Detail is a labelled piece of text under a finding.
type Detail struct {
	Label string // one or two words
	Text  string
	// Short reports whether the detail is shown beside the Short of its finding.
	Short bool
	// Remark says in a few words what to know about Text, beside it.
	Remark string
	// Code reports whether Text is to be shown as it is, such as a pattern or an input, and not as prose.
	Code bool
	// Marks are the parts of Text to point at, in code points of Text.
	Marks []Mark
}

// Mark is a half-open interval of code points from 0.
type Mark struct{ Start, End int }

// Location is where a finding belongs: in a file, at a URL, in a process, or nowhere (the zero
// Location). At most one of File, URL and Command or PID is set.
type Location struct {
	// File is a slash-separated path, relative to the working directory unless it lies outside.
	File string
	// Start and End bound the place in File; End is exclusive. Either may be zero when unknown.
	Start, End Position
	// Code is what stands at a place in File that a Trace leads through, by Clip; "" elsewhere.
	Code    string
	URL     string
	PID     int
	Command string
}

// Position is a place in a text file. The zero Position is unknown.
type Position struct {
	Line        int // from 1
	Column      int // in code points from 1
	ColumnUTF16 int // in UTF-16 code units from 1
	Offset      int // in bytes from 0
}

// IsZero reports whether the location is nowhere.
func (l Location) IsZero() bool { return l == Location{} }

// Section is a titled piece of a report for people: a table, or text to be shown line by line in a
// fixed-width font, which may be a chart.
type Section struct {
	Title string
	Table *Table
	Text  string
	// Picture is what Text draws with characters, for renderers that can do better; nil for none.
	Picture Picture
}

// Picture is drawn in HTML.
type Picture interface {
	// Draw writes the picture as SVG, or nothing where there is nothing to show. Colours come from the page's style, by
	// class.
	Draw(m *markup.Writer)
}

// Findings are findings that are read one by one.
type Findings interface {
	Tally() Tally
	// All yields them in order, and an error last where they cannot be read to the end.
	All() iter.Seq2[Finding, error]
}

// Sort puts the findings in the order of presentation: by place, then by rule. Equal findings keep
// their order.
func (r *Report) Sort() {
	sorting.Stable(r.Findings, func(a, b Finding) int {
		return cmp.Or(a.Location.Compare(b.Location), strings.Compare(a.Rule, b.Rule))
	})
}

// Compare orders locations: by file and where they begin in it, then by what else they name.
func (l Location) Compare(o Location) int {
	return cmp.Or(
		strings.Compare(l.File, o.File),
		cmp.Compare(l.Start.Line, o.Start.Line),
		cmp.Compare(l.Start.Column, o.Start.Column),
		strings.Compare(l.URL, o.URL),
		strings.Compare(l.Command, o.Command),
		cmp.Compare(l.PID, o.PID),
	)
}

// each yields the findings, wherever they are, and the error that ended them.
func (r *Report) each() iter.Seq2[Finding, error] {
	if r.More != nil {
		return r.More.All()
	}
	return func(yield func(Finding, error) bool) {
		for _, f := range r.Findings {
			if !yield(f, nil) {
				return
			}
		}
	}
}

// Rule returns the rule with the ID, or one that has nothing but the ID.
func (r *Report) Rule(id string) judge.Rule {
	if i := slices.IndexFunc(r.Rules, func(rule judge.Rule) bool { return rule.ID == id }); i >= 0 {
		return r.Rules[i]
	}
	return judge.Rule{ID: id}
}

// Help returns what to do about a finding of the report.
func (r *Report) Help(f Finding) string { return cmp.Or(f.Help, r.Rule(f.Rule).Help) }

// Tally counts the findings that are not suppressed by level, and those that are.
func (r *Report) Tally() Tally {
	if r.More != nil {
		return r.More.Tally()
	}
	var t Tally
	for _, f := range r.Findings {
		switch {
		case f.Suppression != nil:
			t.Suppressed++
		case f.Level == judge.Error:
			t.Errors++
		case f.Level == judge.Warning:
			t.Warnings++
		default:
			t.Notes++
		}
	}
	return t
}

// Tally is the number of findings of each level, and of suppressed ones of any level.
type Tally struct {
	Errors     int `json:"error"`
	Warnings   int `json:"warning"`
	Notes      int `json:"note"`
	Suppressed int `json:"suppressed"`
}

// Project is what a page about a whole project begins with: what can stall it, and what became of that.
type Project struct {
	// Open are questions that were not decided, a clause each.
	Open []string
	// Since says in a few words with what the run was compared, "" for nothing. Gone are the findings of that run
	// which this one has not.
	Since string
	Gone  []Finding
}

// String returns the location in the form that terminals and editors make clickable,
// "file:line:column" for a place in a file, or "" for nowhere.
func (l Location) String() string {
	switch {
	case l.File != "" && l.Start.Line > 0 && l.Start.Column > 0:
		return fmt.Sprintf("%s:%d:%d", l.File, l.Start.Line, l.Start.Column)
	case l.File != "" && l.Start.Line > 0:
		return fmt.Sprintf("%s:%d", l.File, l.Start.Line)
	case l.PID != 0:
		return JoinWords(fmt.Sprintf("process %d", l.PID), l.Command)
	}
	return cmp.Or(l.File, l.URL, l.Command)
}
