package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
	"snag/cmd/report"
)

// propose adds to a vulnerable pattern what could be written instead. The error is that of ctx.
func (a *audited) propose(ctx context.Context) error {
	if !a.vulnerable() {
		return nil
	}
	var err error
	a.fixes, err = repair.Propose(ctx, a.Pattern, a.verdict, repair.DefaultLimits)
	return err
}

// rewrite returns the best fix that changes nothing but the pattern, nil when there is none.
func (a *audited) rewrite() *repair.Fix {
	i := slices.IndexFunc(a.fixes, func(f repair.Fix) bool { return f.Kind == repair.Rewrite })
	if i < 0 {
		return nil
	}
	return &a.fixes[i]
}

// shownAlternatives is how many ways to mend a pattern are shown beside the best.
const shownAlternatives = 3

// fixDetails shows the fixes of a finding to people.
func (a *audited) fixDetails() []report.Detail {
	var details []report.Detail
	for i, f := range a.fixes {
		label := "fix"
		if i > 0 {
			label = "or"
		}
		if i > shownAlternatives {
			break
		}
		switch f.Kind {
		case repair.Rewrite:
			details = append(details, report.Detail{Label: label, Text: f.Pattern, Code: true})
			if f.Flags != a.Flags {
				details = append(details, report.Detail{Label: "flags", Text: f.Flags, Code: true})
			}
			details = append(details, report.Detail{Label: "", Text: a.rewriteWords(f)})
			for _, lost := range []struct {
				label string
				texts []string
			}{{"gains", f.Gains}, {"loses", f.Loses}} {
				if len(lost.texts) > 0 {
					details = append(details, report.Detail{Label: lost.label, Text: quoted(lost.texts), Code: true})
				}
			}
		case repair.Code:
			details = append(details, report.Detail{Label: label, Text: f.Code, Code: true})
			if f.Note != "" {
				details = append(details, report.Detail{Label: "", Text: remark(f.Note)})
			}
		default:
			details = append(details, report.Detail{Label: label, Text: remark(f.Note)})
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

// rewriteWords says what is known about a rewrite.
func (a *audited) rewriteWords(f repair.Fix) string {
	words := map[repair.Equivalence]string{
		repair.SameMatches:     "Proved: every match begins and ends where it did",
		repair.SameInputs:      "Proved to match the same inputs; where matches begin and end was the same in all tests",
		repair.Tested:          "Tested: no input showed a difference, but a proof exceeds the limits",
		repair.ChangesMatches:  "Matches the same inputs, but some matches begin or end elsewhere",
		repair.ChangesLanguage: "Does not match the same inputs",
		repair.Unproved:        "Nothing is proved about it",
	}[f.Equivalence]
	if groups := groupWords(f.Groups); groups != "" {
		words += "; " + groups
	}
	words += ". "
	switch {
	case f.Class == redos.Linear:
		words += "The work grows no faster than the input"
	case f.Class == redos.Polynomial:
		words += fmt.Sprintf("The work still grows with %s of the input's length", power(f.Degree))
	default:
		words += "How the work grows is not decided"
	}
	if f.Before > 0 && f.After > 0 {
		words += fmt.Sprintf(": %s steps instead of %s on an attack of %s characters",
			thousands(f.After), thousands(f.Before), thousands(int64(f.AttackLength)))
	}
	words += "."
	if f.Note != "" && f.Equivalence != repair.SameMatches {
		words += " " + remark(f.Note)
	}
	return words
}

// remark makes the note of a fix a sentence.
func remark(note string) string {
	if note == "" {
		return ""
	}
	return sentence(strings.TrimSuffix(note, ".")) + "."
}

// groupWords says what is known about the captures of a rewrite, "" when there are none.
func groupWords(groups []repair.Agreement) string {
	by := map[repair.Agreement][]string{}
	for i, g := range groups {
		by[g] = append(by[g], fmt.Sprint(i+1))
	}
	var parts []string
	for _, g := range []struct {
		agreement repair.Agreement
		words     string
	}{
		{repair.SameProved, "captures the same, by proof"},
		{repair.SameTested, "captured the same in all tests"},
		{repair.Different, "captures something else on some inputs"},
	} {
		if numbers := by[g.agreement]; len(numbers) > 0 {
			what := "group " + numbers[0] + " "
			if len(numbers) == len(groups) && len(groups) > 1 {
				what = "every group "
			} else if len(numbers) > 1 {
				what = "each of the groups " + strings.Join(numbers, ", ") + " "
			}
			parts = append(parts, what+g.words)
		}
	}
	return strings.Join(parts, "; ")
}

// errNotWritten are the reasons why a rewrite is shown and not written to a file.
var (
	errNoRewrite = errors.New("there is no rewrite")
	errNoProof   = errors.New("the rewrite is not proved equivalent")
	errNoGain    = errors.New("the rewrite is not known to be faster")
	errGroups    = errors.New("the rewrite is not proved to capture the same")
	errFlags     = errors.New("the rewrite needs other flags")
	errNoPlace   = errors.New("the pattern does not stand in a file")
)

// edit returns the change to the source that makes the best rewrite, if it may be written: when it is
// proved to mean the same wherever the program looks. The error says why not.
func (a *audited) edit() (edit, error) {
	f := a.rewrite()
	switch {
	case f == nil:
		return edit{}, errNoRewrite
	case a.source == nil:
		return edit{}, errNoPlace
	case f.Flags != a.Flags:
		return edit{}, errFlags
	case f.Class != redos.Linear && (f.Class != redos.Polynomial || a.verdict.Class == redos.Polynomial && f.Degree >= a.verdict.Degree):
		return edit{}, errNoGain
	}
	if a.uses == 0 || a.uses&^literal.Test != 0 { // the program may look at more than whether it matches
		switch {
		case f.Equivalence != repair.SameMatches:
			return edit{}, errNoProof
		case slices.ContainsFunc(f.Groups, func(g repair.Agreement) bool { return g != repair.SameProved }):
			return edit{}, errGroups
		}
	} else if f.Equivalence < repair.SameInputs {
		return edit{}, errNoProof
	}
	text, err := a.encode(f.Pattern)
	if err != nil {
		return edit{}, err
	}
	return edit{start: a.location.Start.Offset, end: a.location.End.Offset, text: text, pattern: f.Pattern}, nil
}

// fixItem is a fix in JSON.
type fixItem struct {
	Kind        string        `json:"kind"`
	Pattern     wtf8.String   `json:"pattern,omitempty"`
	Flags       *wtf8.String  `json:"flags,omitempty"`
	Equivalence string        `json:"equivalence,omitempty"`
	Agreement   string        `json:"agreement,omitempty"`
	Groups      []string      `json:"groups,omitempty"`
	Growth      *growthItem   `json:"growth,omitempty"`
	Steps       *fixStepsItem `json:"attack_steps,omitempty"`
	Gains       []wtf8.String `json:"gains,omitempty"`
	Loses       []wtf8.String `json:"loses,omitempty"`
	Changes     []changeItem  `json:"changes,omitempty"`
	Code        string        `json:"code,omitempty"`
	Length      int           `json:"length,omitempty"`
	Note        string        `json:"note"`
}

// fixStepsItem is the work on the attack, before and after.
type fixStepsItem struct {
	Length int   `json:"length"`
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// changeItem is a step from the pattern to its rewrite.
type changeItem struct {
	Rule    string      `json:"rule"`
	Span    spanItem    `json:"span"`
	Text    wtf8.String `json:"text"`
	Pattern wtf8.String `json:"pattern"`
	Reason  string      `json:"reason"`
}

// agreements are the names of what a rewrite is known to have in common with the original.
var agreements = map[repair.Equivalence]string{
	repair.SameMatches: "matches", repair.SameInputs: "inputs", repair.Tested: "tested",
	repair.ChangesMatches: "inputs-only", repair.ChangesLanguage: "none", repair.Unproved: "unknown",
}

func newFixItem(f repair.Fix) *fixItem {
	item := &fixItem{Kind: f.Kind.String(), Code: f.Code, Length: f.Length, Note: f.Note}
	if f.Kind != repair.Rewrite {
		return item
	}
	flags := wtf8.String(f.Flags)
	item.Pattern, item.Flags = wtf8.String(f.Pattern), &flags
	item.Equivalence, item.Agreement = f.Equivalence.String(), agreements[f.Equivalence]
	for _, g := range f.Groups {
		item.Groups = append(item.Groups, g.String())
	}
	item.Growth = &growthItem{Kind: f.Class.String(), Degree: float64(f.Degree)}
	if f.Class == redos.Unknown {
		item.Growth.Kind = "undetermined"
	}
	if f.Before > 0 {
		item.Steps = &fixStepsItem{f.AttackLength, f.Before, f.After}
	}
	for _, g := range f.Gains {
		item.Gains = append(item.Gains, wtf8.String(g))
	}
	for _, l := range f.Loses {
		item.Loses = append(item.Loses, wtf8.String(l))
	}
	for _, s := range f.Steps {
		item.Changes = append(item.Changes, changeItem{s.Rule, spanItem{s.Span.Start, s.Span.End}, wtf8.String(s.Text), wtf8.String(s.Pattern), s.Reason})
	}
	return item
}

// addFixes puts the fixes into the evidence: the best rewrite, and everything else beside it.
func (e *patternEvidence) addFixes(a *audited) {
	best := a.rewrite()
	if best != nil {
		e.Fix = newFixItem(*best)
	}
	for i := range a.fixes {
		if f := &a.fixes[i]; f != best {
			e.Alternatives = append(e.Alternatives, newFixItem(*f))
		}
	}
}

// reportFix returns the fix for editors and code scanning.
func (a *audited) reportFix(e edit) report.Fix {
	f := a.rewrite()
	return report.Fix{
		Description: cmp.Or(strings.TrimSpace(a.rewriteWords(*f)), "Rewrite the pattern."),
		Location:    a.location,
		Text:        e.text,
	}
}
