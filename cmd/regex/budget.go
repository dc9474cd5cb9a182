package regex

import (
	"fmt"
	"strconv"
	"time"
)

// stepTime is the time that one step of a backtracking matcher stands for: measured, Node's regex
// interpreter takes 3 to 5 ns a step and its native code 0.6 ns.
const stepTime = 5 * time.Nanosecond

// budget is the value of --budget: a number of matching steps, or a time that stands for one.
type budget struct {
	text  string
	steps int64
}

func newBudget(steps int64) *budget {
	return &budget{text: strconv.FormatInt(steps, 10), steps: steps}
}

func (b *budget) String() string { return b.text }

// Type names the value in messages of pflag.
func (b *budget) Type() string { return "budget" }

// Set accepts a time such as 100ms, or a number of steps such as 1e6.
func (b *budget) Set(s string) error {
	const least, most = 1_000, 1e12
	var steps float64
	if d, err := time.ParseDuration(s); err == nil {
		steps = float64(d) / float64(stepTime)
	} else if steps, err = strconv.ParseFloat(s, 64); err != nil {
		return fmt.Errorf("must be a time such as 100ms or a number of steps such as 1e6")
	}
	if !(steps >= least && steps <= most) {
		return fmt.Errorf("must be from %d to %.0f steps, or %s to %s", least, most, least*stepTime, time.Duration(most*float64(stepTime)))
	}
	b.text, b.steps = s, int64(steps)
	return nil
}
