package cli

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"snag/cmd/report"
)

// ErrUnknown means that the report leaves a question open that gates. It was printed; there is no message.
var ErrUnknown = fmt.Errorf("a question stays open: %w", ErrFindings)

// levelChoices are what --fail-on takes, for help and completion.
var levelChoices = []Choice{
	{"error", "errors"},
	{"warning", "errors and warnings"},
	{"note", "any finding"},
	{"unknown", "questions that stay open"},
	{"none", "nothing"},
}

// LevelChoices are what a gate of levels takes, for help and completion.
func LevelChoices() []Choice { return levelChoices }

// LevelGate is a --fail-on for commands whose findings are graded by level alone.
type LevelGate struct{ *Levels }

// Levels are the value of such a --fail-on: a level, "unknown", both, or "none".
type Levels struct {
	text, level string
	unknown     bool
}

// NewLevelGate adds --fail-on to a command; the default is warning.
func NewLevelGate(c *cobra.Command) LevelGate {
	g := LevelGate{LevelGateOf("warning").Levels}
	c.Flags().Var(g, "fail-on", "exit with 1 for findings of this `level` or worse: error, warning, note or none; and for unknown: warning,unknown")
	Complete(c, "fail-on", levelChoices)
	return g
}

// LevelGateOf returns the gate that a text describes, which is known to be right.
func LevelGateOf(text string) LevelGate {
	g := LevelGate{&Levels{}}
	if err := g.Set(text); err != nil {
		panic(err)
	}
	return g
}

func (l *Levels) String() string { return l.text }

// Type names the value in messages of pflag.
func (l *Levels) Type() string { return "level" }

// Names are the words that the value is made of.
func (l *Levels) Names() []string { return []string{"error", "warning", "note", "unknown", "none"} }

// Set accepts a list such as "warning,unknown", or "none".
func (l *Levels) Set(s string) error {
	next := Levels{text: s}
	for word := range strings.SplitSeq(s, ",") {
		switch word = strings.TrimSpace(word); {
		case word == "unknown":
			next.unknown = true
		case !slices.ContainsFunc(levelChoices, func(c Choice) bool { return c.Name == word }) || next.level != "" || word == "none" && s != word:
			return errors.New("must be one of error, warning and note, or unknown, or both such as warning,unknown, or none")
		default:
			next.level = word
		}
	}
	*l = next
	return nil
}

// AddUnknown makes open questions count as well.
func (l *Levels) AddUnknown() {
	if !l.unknown {
		l.text, l.unknown = l.text+",unknown", true
	}
}

// Check returns ErrFindings when the report has a finding that counts, an error when nothing was measured,
// and ErrUnknown when it leaves a question open and those count.
func (l *Levels) Check(r *report.Report) error {
	found := r.Tally()
	switch {
	case l.level == "error" && found.Errors > 0,
		l.level == "warning" && found.Errors+found.Warnings > 0,
		l.level == "note" && found.Errors+found.Warnings+found.Notes > 0:
		return ErrFindings
	case r.NotMeasured != "":
		return fmt.Errorf("nothing was measured: %s", r.NotMeasured)
	case l.unknown && len(r.Unknown) > 0:
		return ErrUnknown
	}
	return nil
}

// StatusReason says in a clause why an answer with a status that is no success tells nothing about the
// work that a request was to cause, with the question to ask first.
func StatusReason(status int) string {
	question := "is the request right?"
	switch {
	case status == http.StatusNotFound || status == http.StatusGone:
		question = "is the path right?"
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusProxyAuthRequired:
		question = "does it need credentials, as a header?"
	case status == http.StatusMethodNotAllowed:
		question = "is the method right?"
	case status == http.StatusTooManyRequests:
		question = "does the server limit the rate?"
	case status >= 500:
		question = "does the server work?"
	case status == http.StatusNotModified:
		question = "does a header ask for what has changed?"
	case status/100 == 3:
		question = "is a login needed, or the address another?"
	}
	return fmt.Sprintf("%d: %s", status, question)
}
