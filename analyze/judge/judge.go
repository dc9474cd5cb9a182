// Package judge is the form that every judgement has: findings, each of a rule.
package judge

import (
	"fmt"
	"strings"
)

// Rule describes a kind of finding.
type Rule struct {
	ID    string // "regex/exponential"
	Name  string // "ExponentialRegex": one word in PascalCase
	Short string // one sentence without markup
	Full  string // paragraphs of text separated by empty lines
	Help  string // what to do, in sentences
	Level Level  // of a finding that is not graded otherwise
	// Question is the ID of the rule with which this one shares its question: of one place at most one of them holds.
	Question string
}

// Anchor returns the fragment under which the rule stands in docs/rules.md.
func (r Rule) Anchor() string { return strings.ReplaceAll(r.ID, "/", "") }

// Level is the weight of a finding. Levels are ordered: a higher one is worse.
type Level uint8

// The levels. The zero Level is Note.
const (
	Note Level = iota
	Warning
	Error
)

// String returns the name of the level in lower case.
func (l Level) String() string { return [...]string{"note", "warning", "error"}[l] }

// MarshalText encodes the level by its name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText sets the level to the one with a name.
func (l *Level) UnmarshalText(text []byte) error {
	for _, known := range []Level{Note, Warning, Error} {
		if known.String() == string(text) {
			*l = known
			return nil
		}
	}
	return fmt.Errorf("%q is no level", text)
}

// Finding is one thing that is wrong, or that could not be decided, as a judge returns it. Where it
// belongs and how it is reproduced is added by who asked.
type Finding struct {
	Rule    string // a Rule's ID
	Level   Level
	Message string // one sentence, or a few
	// Help says what to do here, "" to use the rule's.
	Help string
	// Evidence supports the finding for programs: it marshals into a JSON object, or is nil.
	Evidence any
}
