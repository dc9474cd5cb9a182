package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"snag/analyze/retry/backoff"
)

// Audit is everything that was observed of one client.
type Audit struct {
	// Control are the repeated runs against one fault without end, from which Inference was made.
	Control   []Trace
	Inference backoff.Inference
	// Traces are the other scenarios.
	Traces []Trace
}

// MaxAttempts is the largest number of attempts of one operation in the control runs, the first
// included. More reports whether the client was cut off and there may be more. Nothing was tried when it
// is 0.
func (a *Audit) MaxAttempts() (attempts int, more bool) {
	for _, t := range a.Control {
		n := len(t.Busiest().Attempts)
		if n > attempts {
			attempts, more = n, t.CutOff != ""
		} else if n == attempts {
			more = more && t.CutOff != ""
		}
	}
	return attempts, more
}

// FirstWaits returns the shortest and the longest time that the client was seen to wait before its
// first retry in the control runs, and whether there was any.
func (a *Audit) FirstWaits() (least, most time.Duration, ok bool) {
	least = math.MaxInt64
	for _, t := range a.Control {
		if gaps := t.Busiest().Gaps(); len(gaps) > 0 {
			least, most, ok = min(least, gaps[0]), max(most, gaps[0]), true
		}
	}
	return least, most, ok
}

// Judge answers every question that the observations can answer, in the order of the defects.
func (a *Audit) Judge() Judgement {
	var checks []Check
	add := func(c Check, ok bool) {
		if ok {
			checks = append(checks, c)
		}
	}
	add(a.calls())
	add(a.resent(UnsafePost, func(f Fault) bool { return f.Effect() == Ambiguous && f.Kind != Answer }))
	add(a.resent(PostAfterError, func(f Fault) bool { return f.Effect() == Ambiguous && f.Kind == Answer }))
	add(a.keys())
	add(a.bodies())
	add(a.clientErrors())
	add(a.truncated())
	add(a.retryAfter(RetryAfterSeconds, false))
	add(a.retryAfter(RetryAfterDate, true))
	add(a.pushback())
	checks = append(checks, a.schedule()...)
	add(a.silence())
	add(a.refusal())
	return conclude(checks, a.Control)
}

// notIdempotent are the methods that RFC 9110 section 9.2.2 does not call idempotent, among those in
// use.
func notIdempotent(method string) bool { return method == "POST" || method == "PATCH" }

func (a *Audit) resent(d Defect, counts func(Fault) bool) (Check, bool) {
	c := Check{Defect: d, Outcome: NotApplicable}
	var resent, kept, keyed, open []string
	changing := false
	for _, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || !notIdempotent(op.Method) || op.Protocol() == GRPC {
			continue
		}
		failed := slices.IndexFunc(op.Attempts, func(at Attempt) bool { return counts(at.Fault) })
		if failed < 0 {
			continue
		}
		fault := op.Attempts[failed].Fault.Describe()
		if failed == len(op.Attempts)-1 {
			if t.CutOff != "" {
				open = append(open, fault)
				continue
			}
			kept = append(kept, fault)
			continue
		}
		present, constant := op.Key()
		if constant {
			keyed = append(keyed, fault)
			continue
		}
		changing = changing || present
		resent = append(resent, fault)
		c.Traces = append(c.Traces, t)
	}
	what := "request"
	for _, t := range a.Traces {
		if m := t.Busiest().Method; notIdempotent(m) {
			what = m
		}
	}
	switch {
	case len(resent) > 0:
		c.Outcome = Failed
		without := "without an idempotency key"
		if changing {
			without = "with an idempotency key that changes"
		}
		c.Message = fmt.Sprintf("%s %s is sent again after: %s.", what, without, strings.Join(unique(resent), "; "))
	case len(keyed) > 0:
		c.Outcome = Passed
		c.Message = fmt.Sprintf("%s is sent again with the same idempotency key.", what)
	case len(kept) > 0:
		c.Outcome = Passed
		c.Message = fmt.Sprintf("%s is not sent again after: %s.", what, strings.Join(unique(kept), "; "))
	case len(open) > 0:
		c.Outcome = Unknown
		c.Message = fmt.Sprintf("Whether %s is sent again was not seen, since the client was cut off, after: %s.", what, strings.Join(unique(open), "; "))
	default:
		return c, false
	}
	return c, true
}

func unique(list []string) []string {
	var kept []string
	for _, s := range list {
		if !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// retried yields the operations of more than one attempt, each with its trace unless that is a control
// run.
func (a *Audit) retried(yield func([]Trace, Operation)) {
	for i, t := range slices.Concat(a.Control, a.Traces) {
		if op := t.Busiest(); len(op.Attempts) > 1 {
			var shown []Trace
			if i >= len(a.Control) {
				shown = []Trace{t}
			}
			yield(shown, op)
		}
	}
}

func (a *Audit) keys() (Check, bool) {
	c := Check{Defect: KeyChanges, Outcome: NotApplicable}
	a.retried(func(shown []Trace, op Operation) {
		present, constant := op.Key()
		switch {
		case present && !constant:
			c.Outcome = Failed
			c.Message = "The idempotency key differs between the attempts of one operation, so the server cannot recognise them."
			c.Traces = append(c.Traces, shown...)
		case present && c.Outcome == NotApplicable:
			c.Outcome, c.Message = Passed, "Every attempt of an operation carries the same idempotency key."
		}
	})
	return c, c.Outcome != NotApplicable
}

// PlainMethod stands for the method of an attempt on a plain connection.
const PlainMethod = "TCP"

func (a *Audit) bodies() (Check, bool) {
	c := Check{Defect: BodyChanges, Outcome: NotApplicable}
	a.retried(func(shown []Trace, op Operation) {
		switch {
		case op.Method == PlainMethod: // a conversation has no body
		case !op.SameBody():
			c.Outcome = Failed
			first, other := op.Attempts[0], op.Attempts[0]
			for _, at := range op.Attempts {
				if at.Phase == PhaseRequest && at.BodyHash != first.BodyHash {
					other = at
				}
			}
			c.Message = fmt.Sprintf("The body is not the same on every attempt: %d bytes at first, %d bytes later.", first.BodyLength, other.BodyLength)
			c.Traces = append(c.Traces, shown...)
		case op.Attempts[0].BodyLength > 0 && c.Outcome == NotApplicable:
			c.Outcome, c.Message = Passed, "Every attempt carries the same body."
		}
	})
	return c, c.Outcome != NotApplicable
}

func (a *Audit) clientErrors() (Check, bool) {
	c := Check{Defect: ClientError, Outcome: NotApplicable}
	var again []string
	for _, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || op.Attempts[0].Fault.Effect() != Rejected {
			continue
		}
		call := op.Protocol() == GRPC
		if call && op.Attempts[0].Fault.Kind == Answer {
			continue // a status of HTTP is not what the called method says
		}
		if c.Outcome == NotApplicable {
			c.Outcome, c.Message = Passed, "Answers that the request is wrong (4xx) are final."
			if call {
				c.Message = "A status that says that the call is wrong is final."
			}
		}
		if len(op.Attempts) > 1 {
			// With a key the conflict may be with the client's own first attempt.
			if _, constant := op.Key(); op.Attempts[0].Fault.Status == 409 && constant {
				continue
			}
			again = append(again, op.Attempts[0].Fault.reason())
			c.Traces = append(c.Traces, t)
		}
	}
	if len(again) > 0 {
		c.Outcome = Failed
		c.Message = "Retries although the answer says that the request itself is wrong: " + strings.Join(unique(again), ", ") + "."
		c.Mild = !slices.ContainsFunc(again, func(status string) bool { return status != "409" }) // a conflict may pass
	}
	return c, c.Outcome != NotApplicable
}

func (a *Audit) truncated() (Check, bool) {
	c := Check{Defect: TruncatedSuccess, Outcome: Unknown}
	for _, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || op.Attempts[0].Fault.Kind != Truncate {
			continue
		}
		c.Traces = []Trace{t}
		failing := slices.ContainsFunc(slices.Concat(a.Control, a.Traces), func(t Trace) bool {
			attempts := t.Busiest().Attempts
			return t.CutOff == "" && t.ExitCode != 0 && len(attempts) > 0 && attempts[len(attempts)-1].Fault.Effect() == Rejected
		}) || slices.ContainsFunc(a.Control, func(t Trace) bool { return t.CutOff == "" && t.ExitCode != 0 })
		switch {
		case len(op.Attempts) > 1:
			c.Outcome, c.Message = Passed, "An answer that breaks off is noticed and asked for again."
		case t.CutOff == "" && t.ExitCode != 0:
			c.Outcome, c.Message = Passed, "An answer that breaks off is an error."
		case t.CutOff == "" && failing:
			c.Outcome, c.Message = Failed, "An answer that breaks off half-way is taken for success: the client exits with 0, which it does not do when every attempt fails."
		default:
			c.Message = "Whether an answer that breaks off is noticed does not show: the client's exit status does not tell success from failure."
		}
		return c, true
	}
	return c, false
}
