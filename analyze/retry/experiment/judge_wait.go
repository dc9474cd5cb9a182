package experiment

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/retry/backoff"
)

// Tolerances of the checks on Retry-After. Dates have a resolution of a second, which clients round
// down.
const (
	secondsTolerance = 20 * time.Millisecond
	dateTolerance    = 1050 * time.Millisecond
)

func (a *Audit) retryAfter(d Defect, date bool) (Check, bool) {
	c := Check{Defect: d, Outcome: NotApplicable}
	var ignored, honoured, open []string
	least, most, retries := a.FirstWaits()
	for _, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 {
			continue
		}
		f := op.Attempts[0].Fault
		if f.RetryAfter == 0 || f.Date != date || f.Kind != Answer || op.Protocol() == GRPC {
			continue
		}
		tolerance := secondsTolerance
		if date {
			tolerance = dateTolerance
		}
		c.Traces = append(c.Traces, t)
		label := fmt.Sprintf("%d asked for %s", f.Status, f.RetryAfter)
		if len(op.Attempts) == 1 {
			switch {
			case !retries || !a.retries(f.Status):
				c.Traces = c.Traces[:len(c.Traces)-1]
			case t.CutOff != "":
				open = append(open, label+" and the client was cut off while it waited")
			default:
				open = append(open, label+" and the client gave up instead")
			}
			continue
		}
		gap := op.Gaps()[0]
		switch {
		case gap < f.RetryAfter-tolerance:
			ignored = append(ignored, fmt.Sprintf("%s, the retry came after %s", label, backoff.Round(gap)))
		case retries && most >= f.RetryAfter-tolerance:
			open = append(open, fmt.Sprintf("%s, which its own first delay of %s to %s exceeds anyway", label, backoff.Round(least), backoff.Round(most)))
		default:
			honoured = append(honoured, fmt.Sprintf("%s, the retry came after %s", label, backoff.Round(gap)))
		}
	}
	form := "seconds"
	if date {
		form = "a date"
	}
	switch {
	case len(ignored) > 0:
		c.Outcome, c.Message = Failed, fmt.Sprintf("Retry-After in the form of %s is ignored: %s.", form, strings.Join(ignored, "; "))
	case len(honoured) > 0:
		c.Outcome, c.Message = Passed, fmt.Sprintf("Retry-After in the form of %s is honoured: %s.", form, strings.Join(honoured, "; "))
	case len(open) > 0:
		c.Outcome, c.Message = Unknown, fmt.Sprintf("Retry-After in the form of %s: %s.", form, strings.Join(open, "; "))
	default:
		return c, false
	}
	return c, true
}

// retries reports whether the client was seen to retry the status without Retry-After.
func (a *Audit) retries(status int) bool {
	plain := func(t Trace) bool {
		at := t.Busiest().Attempts
		return len(at) > 1 && at[0].Fault == Fault{Status: status}
	}
	return slices.ContainsFunc(a.Control, plain) || slices.ContainsFunc(a.Traces, plain)
}

// endlessly is how long a client must have waited for an answer to count as one without a timeout;
// before it, nobody knows.
const endlessly = 29 * time.Second

// silence judges how long the client waits for who says nothing: no answer, or not even SETTINGS. The worst
// of them counts.
func (a *Audit) silence() (Check, bool) {
	var worst Check
	found := false
	for _, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || !op.Attempts[0].Fault.Silent() {
			continue
		}
		first := op.Attempts[0]
		what := "an answer"
		switch first.Fault.Kind {
		case NoSettings:
			what = "the SETTINGS of the server"
		case SilenceAfterHandshake:
			what = "an answer to its first command"
		}
		waited := first.End - max(first.Start, first.Read) // the process took its time before
		c := Check{Defect: NoTimeout, Traces: []Trace{t}}
		switch {
		case len(op.Attempts) == 1 && t.CutOff != "" && waited < endlessly:
			c.Message = fmt.Sprintf("The client was still waiting for %s after %s, when it was ended. Allow more --patience to see whether it has a timeout.", what, waited.Round(100*time.Millisecond))
		case len(op.Attempts) == 1 && t.CutOff != "":
			c.Outcome, c.Message = Failed, fmt.Sprintf("The client was still waiting for %s after %s.", what, waited.Round(100*time.Millisecond))
		default:
			c.Outcome, c.Message = Passed, fmt.Sprintf("The client gives up waiting for %s after %s.", what, waited.Round(100*time.Millisecond))
		}
		if !found || c.Outcome == Failed && worst.Outcome != Failed || c.Outcome == Unknown && worst.Outcome == Passed {
			worst, found = c, true
		}
	}
	return worst, found
}

func (a *Audit) refusal() (Check, bool) {
	if len(a.Control) > 0 && len(a.Control[0].Attempts) > 0 && a.Control[0].Attempts[0].Fault.Kind == Refuse {
		n, more := a.MaxAttempts()
		return Check{Defect: UnobservableRefusal, Outcome: Passed, Message: fmt.Sprintf("On a closed port the client makes %s%s.", atLeast(more), attemptsOf(n))}, true
	}
	for _, t := range a.Traces {
		if len(t.Script) == 0 || t.Script[0].Kind != Refuse {
			continue
		}
		c := Check{Defect: UnobservableRefusal, Traces: []Trace{t}}
		switch {
		case t.Unobservable != "":
			c.Message = "Attempts on a closed port are not observable: " + t.Unobservable + "."
		case len(t.Attempts) == 0:
			c.Message = "The client did not try the closed port at all."
		case a.Protocol() == GRPC:
			c.Outcome, c.Message = Passed, a.waitsForReady(t)
		default:
			c.Outcome = Passed
			c.Message = fmt.Sprintf("On a closed port the client makes %s%s.", atLeast(t.CutOff != ""), attemptsOf(len(t.Busiest().Attempts)))
		}
		return c, true
	}
	return Check{}, false
}

func attemptsOf(n int) string {
	if n == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", n)
}
