package pattern

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
)

// stepTime is the time that one step of a backtracking matcher stands for: measured, Node's regex
// interpreter takes 3 to 5 ns a step and its native code 0.6 ns.
const stepTime = 5 * time.Nanosecond

// What is too much unless the flags say otherwise: usualBudget for a match of usualLength characters.
const (
	usualBudget = 50 * time.Millisecond
	usualLength = 10_000
)

// Budget is the value of --budget: a number of matching steps, or a time that stands for one.
type Budget struct {
	text string
	// Steps is the number of steps for which attacks are sized.
	Steps int64
	// time is what a match may take, 0 where the steps themselves were given.
	time time.Duration
}

// NewBudget returns the budget that holds unless the flags say otherwise.
func NewBudget() *Budget { return &Budget{Steps: redos.DefaultLimits.Steps, time: usualBudget} }

// Flag adds --budget to a command. The text says what holds without it.
func (b *Budget) Flag(f *pflag.FlagSet, usage string) { f.Var(b, "budget", usage) }

// limit is what a match of an input of some length may cost, 0 for the usual length.
func (b *Budget) limit(length int) audit.Limit {
	l := audit.Limit{Length: cmp.Or(length, usualLength)}
	if b.time > 0 {
		l.Millis = float64(b.time) / float64(time.Millisecond)
	} else {
		l.Steps = b.Steps
	}
	return l
}

// words name what a match may cost, for people.
func (b *Budget) words() string {
	switch {
	case b.time >= time.Second:
		return fmt.Sprintf("%g s", b.time.Seconds())
	case b.time > 0:
		return fmt.Sprintf("%g ms", b.limit(0).Millis)
	}
	return budgetWords(b.Steps)
}

func (b *Budget) String() string { return b.text }

// Type names the value in messages of pflag.
func (b *Budget) Type() string { return "budget" }

// Set accepts a time such as 100ms, or a number of steps such as 1e6.
func (b *Budget) Set(s string) error {
	const least, most = 1_000, 1e12
	var steps float64
	d, err := time.ParseDuration(s)
	if err == nil {
		steps = float64(d) / float64(stepTime)
	} else if steps, err = strconv.ParseFloat(s, 64); err != nil {
		return fmt.Errorf("must be a time such as 100ms or a number of steps such as 1e6")
	}
	if !(steps >= least && steps <= most) {
		return fmt.Errorf("must be from %d to %.0f steps, or %s to %s", least, most, least*stepTime, time.Duration(most*float64(stepTime)))
	}
	b.text, b.Steps, b.time = s, int64(steps), d
	return nil
}
