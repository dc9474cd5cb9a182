package migration

import (
	"fmt"
	"strings"

	"snag/analyze/judge"
)

// Query is what the old version of an application sends.
type Query struct {
	File string `json:"file"` // "" for one that snag made from the catalog
	Line int    `json:"line"`
	SQL  string `json:"sql"`
	// Parsed reports whether it was only parsed, because it could not be run before the migration either, and Why.
	Parsed bool   `json:"parsed_only"`
	Why    string `json:"why,omitempty"`
	// Unusable reports whether it does not even parse before the migration: nothing is known of it.
	Unusable bool `json:"unusable"`
}

// Answer is an error that a query got, which worked before the migration.
type Answer struct {
	Query int `json:"query"`
	// After is the last statement of the transaction after which it failed for the first time.
	After int `json:"after"`
	// Back reports whether that was after going back, and then After is the last statement.
	Back bool `json:"after_down"`
	// Prepared reports whether only a statement failed that was prepared before the migration.
	Prepared bool   `json:"prepared_only"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

// Order is what became of the queries of the old version.
type Order struct {
	Queries []Query  `json:"queries"`
	Answers []Answer `json:"answers"`
	// Assumed reports whether the queries were made from the catalog.
	Assumed bool `json:"assumed"`
	// Down reports whether the way back was run, DownFault how it failed, and Differences what is not as it was
	// before: lines of the catalog with - and +, and columns whose values differ.
	Down        bool     `json:"down"`
	DownFault   *Fault   `json:"down_fault"`
	DownAt      string   `json:"down_at,omitempty"` // the statement that fails
	Differences []string `json:"differences"`
}

// mostDifferences is how many differences a message names.
const mostDifferences = 4

// Find returns the findings about the old version and the way back, with the numbers of the statements of the migration
// that they are about: what a tool notes in its own tables behind them is none of these.
func (o Order) Find(statements []Statement) []Found {
	last := len(statements) - 1
	var found []Found
	type place struct {
		after          int
		back, prepared bool
	}
	byPlace, alike := map[place]int{}, map[place]int{}
	for _, a := range o.Answers {
		at := place{a.After, a.Back, a.Prepared}
		if i, ok := byPlace[at]; ok {
			switch alike[at]++; {
			case alike[at] < mostDifferences:
				found[i].Message = strings.TrimSuffix(found[i].Message, ".") + "; so does " + Name(o.Queries[a.Query].SQL) + "."
			case alike[at] == mostDifferences:
				found[i].Message = strings.TrimSuffix(found[i].Message, ".") + "; and so do others."
			}
			continue
		}
		f := Found{Statement: changing(statements, min(a.After, last)), Finding: judge.Finding{Rule: RuleOld, Level: judge.Error}}
		when := "after this step"
		if a.Back {
			when, f.Rule = "after going back", RuleDown
		}
		what := "a query of the old version fails"
		if o.Assumed {
			what, f.Level = "what names each column of the table, as the old version may do, fails", judge.Warning
		}
		if a.Prepared {
			what, f.Level = "a statement that was prepared before fails, until its connection prepares it again,", judge.Warning
		}
		f.Message = fmt.Sprintf("%s %s: %s: %s.", strings.ToUpper(what[:1])+what[1:], when, Name(o.Queries[a.Query].SQL), a.Message)
		byPlace[at] = len(found)
		found = append(found, f)
	}
	switch {
	case o.DownFault != nil:
		found = append(found, Found{Statement: last, Finding: judge.Finding{Rule: RuleDown, Level: judge.Error, Message: fmt.Sprintf("The way back fails at %s: %s.", o.DownAt, o.DownFault.Message)}})
	case len(o.Differences) > 0:
		list := o.Differences
		more := ""
		if len(list) > mostDifferences {
			list, more = list[:mostDifferences], fmt.Sprintf("; and %d more", len(o.Differences)-mostDifferences)
		}
		found = append(found, Found{Statement: last, Finding: judge.Finding{Rule: RuleDown, Level: judge.Warning, Message: "After going back it is not as it was before: " + strings.Join(list, "; ") + more + "."}})
	}
	return found
}

// changing returns the last statement up to one that changes more than what the tool notes, or that one where none does.
func changing(statements []Statement, at int) int {
	for i := at; i >= 0; i-- {
		if !notes(statements[i].SQL) {
			return i
		}
	}
	return at
}
