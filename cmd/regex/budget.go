package regex

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

// budget is the value of --budget: a number of matching steps, or a time that stands for one.
type budget struct {
	text string
	// steps is the number of steps for which attacks are sized.
	steps int64
	// time is what a match may take, 0 where the steps themselves were given.
	time time.Duration
}

func newBudget() *budget { return &budget{steps: redos.DefaultLimits.Steps, time: usualBudget} }

// flag adds --budget to a command. The text says what holds without it.
func (b *budget) flag(f *pflag.FlagSet, usage string) { f.Var(b, "budget", usage) }

// limit is what a match of an input of some length may cost, 0 for the usual length.
func (b *budget) limit(length int) audit.Limit {
	l := audit.Limit{Length: cmp.Or(length, usualLength)}
	if b.time > 0 {
		l.Millis = float64(b.time) / float64(time.Millisecond)
	} else {
		l.Steps = b.steps
	}
	return l
}

// words name what a match may cost, for people.
func (b *budget) words() string {
	switch {
	case b.time >= time.Second:
		return fmt.Sprintf("%g s", b.time.Seconds())
	case b.time > 0:
		return fmt.Sprintf("%g ms", b.limit(0).Millis)
	}
	return budgetWords(b.steps)
}

func (b *budget) String() string { return b.text }

// Type names the value in messages of pflag.
func (b *budget) Type() string { return "budget" }

// Set accepts a time such as 100ms, or a number of steps such as 1e6.
func (b *budget) Set(s string) error {
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
	b.text, b.steps, b.time = s, int64(steps), d
	return nil
}
