package backoff

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Defect is a way in which a policy is unsafe.
type Defect uint8

// The defects, in the order of presentation.
const (
	UnsafePost          Defect = iota // a request that is not idempotent is resent after an ambiguous failure
	PostAfterError                    // or after a 500, 502 or 504
	KeyChanges                        // the idempotency key differs between attempts
	BodyChanges                       // the body is lost or changed on resend
	ClientError                       // an answer that the request is wrong is retried
	TruncatedSuccess                  // half an answer is taken for success
	RetryAfterSeconds                 // Retry-After in seconds is ignored
	RetryAfterDate                    // Retry-After as a date is ignored
	Storm                             // several retries at once
	Unbounded                         // no end to the attempts was seen
	Amplification                     // many attempts for one operation
	NoJitterAtAll                     // clients that failed together retry together
	JitterLostAtCap                   // chance ends when the delay reaches its cap
	NoCapAtAll                        // delays grow without a bound
	NoTimeout                         // waits for an answer without end
	Herd                              // clients arrive together
	UndeterminedPolicy                // the gaps do not tell the policy
	UnobservableRefusal               // attempts on a closed port could not be seen
)

// Outcome is the result of a check. The zero Outcome is Unknown.
type Outcome uint8

// The outcomes.
const (
	Unknown Outcome = iota // it could not be decided; the message says why
	Passed
	Failed
	NotApplicable // the client does nothing that could be wrong
)

var outcomeNames = [...]string{"unknown", "passed", "failed", "not-applicable"}

// String is the name in JSON.
func (o Outcome) String() string { return outcomeNames[o] }

// MarshalText encodes the outcome by its name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Check is one question about a client and its answer.
type Check struct {
	Defect  Defect
	Outcome Outcome
	// Mild reports whether the defect is there to a lesser degree.
	Mild    bool
	Message string
	// Traces are the indexes in Audit.Traces that show it; none when the control runs do.
	Traces []int
}

// Audit is everything that was observed of one client.
type Audit struct {
	// Control are the repeated runs against one fault without end, from which Inference was made.
	Control   []Trace
	Inference Inference
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

// Tolerances of the checks on Retry-After. Dates have a resolution of a second, which clients round
// down.
const (
	secondsTolerance = 20 * time.Millisecond
	dateTolerance    = 1050 * time.Millisecond
)

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
func (a *Audit) Judge() []Check {
	var checks []Check
	add := func(c Check, ok bool) {
		if ok {
			checks = append(checks, c)
		}
	}
	add(a.resent(UnsafePost, func(f Fault) bool { return f.Effect() == Ambiguous && f.Kind != Answer }))
	add(a.resent(PostAfterError, func(f Fault) bool { return f.Effect() == Ambiguous && f.Kind == Answer }))
	add(a.keys())
	add(a.bodies())
	add(a.clientErrors())
	add(a.truncated())
	add(a.retryAfter(RetryAfterSeconds, false))
	add(a.retryAfter(RetryAfterDate, true))
	checks = append(checks, a.schedule()...)
	add(a.silence())
	add(a.refusal())
	return checks
}

// notIdempotent are the methods that RFC 9110 section 9.2.2 does not call idempotent, among those in
// use.
func notIdempotent(method string) bool { return method == "POST" || method == "PATCH" }

func (a *Audit) resent(d Defect, counts func(Fault) bool) (Check, bool) {
	c := Check{Defect: d, Outcome: NotApplicable}
	var resent, kept, keyed, open []string
	for i, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || !notIdempotent(op.Method) {
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
		if _, constant := op.Key(); constant {
			keyed = append(keyed, fault)
			continue
		}
		resent = append(resent, fault)
		c.Traces = append(c.Traces, i)
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
		c.Message = fmt.Sprintf("%s without an idempotency key is sent again after: %s.", what, strings.Join(unique(resent), "; "))
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

// retried yields the operations of more than one attempt, with the index of their trace, -1 for the
// control runs.
func (a *Audit) retried(yield func(int, Operation)) {
	for _, t := range a.Control {
		if op := t.Busiest(); len(op.Attempts) > 1 {
			yield(-1, op)
		}
	}
	for i, t := range a.Traces {
		if op := t.Busiest(); len(op.Attempts) > 1 {
			yield(i, op)
		}
	}
}

func (a *Audit) keys() (Check, bool) {
	c := Check{Defect: KeyChanges, Outcome: NotApplicable}
	a.retried(func(i int, op Operation) {
		present, constant := op.Key()
		switch {
		case present && !constant:
			c.Outcome = Failed
			c.Message = "The idempotency key differs between the attempts of one operation, so the server cannot recognise them."
			if i >= 0 {
				c.Traces = append(c.Traces, i)
			}
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
	a.retried(func(i int, op Operation) {
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
			if i >= 0 {
				c.Traces = append(c.Traces, i)
			}
		case op.Attempts[0].BodyLength > 0 && c.Outcome == NotApplicable:
			c.Outcome, c.Message = Passed, "Every attempt carries the same body."
		}
	})
	return c, c.Outcome != NotApplicable
}

func (a *Audit) clientErrors() (Check, bool) {
	c := Check{Defect: ClientError, Outcome: NotApplicable}
	var again []string
	for i, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || op.Attempts[0].Fault.Effect() != Rejected {
			continue
		}
		if c.Outcome == NotApplicable {
			c.Outcome, c.Message = Passed, "Answers that the request is wrong (4xx) are final."
		}
		if len(op.Attempts) > 1 {
			// With a key the conflict may be with the client's own first attempt.
			if _, constant := op.Key(); op.Attempts[0].Fault.Status == 409 && constant {
				continue
			}
			again = append(again, fmt.Sprint(op.Attempts[0].Fault.Status))
			c.Traces = append(c.Traces, i)
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
	for i, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || op.Attempts[0].Fault.Kind != Truncate {
			continue
		}
		c.Traces = []int{i}
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

func (a *Audit) retryAfter(d Defect, date bool) (Check, bool) {
	c := Check{Defect: d, Outcome: NotApplicable}
	var ignored, honoured, open []string
	least, most, retries := a.FirstWaits()
	for i, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 {
			continue
		}
		f := op.Attempts[0].Fault
		if f.RetryAfter == 0 || f.Date != date {
			continue
		}
		tolerance := secondsTolerance
		if date {
			tolerance = dateTolerance
		}
		c.Traces = append(c.Traces, i)
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
			ignored = append(ignored, fmt.Sprintf("%s, the retry came after %s", label, round3(gap)))
		case retries && most >= f.RetryAfter-tolerance:
			open = append(open, fmt.Sprintf("%s, which its own first delay of %s to %s exceeds anyway", label, round3(least), round3(most)))
		default:
			honoured = append(honoured, fmt.Sprintf("%s, the retry came after %s", label, round3(gap)))
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

// Endlessly is how long a client must have waited for an answer to count as one without a timeout;
// before it, nobody knows.
const Endlessly = 29 * time.Second

func (a *Audit) silence() (Check, bool) {
	for i, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || op.Attempts[0].Fault.Kind != Silence {
			continue
		}
		first := op.Attempts[0]
		waited := first.End - first.Start
		c := Check{Defect: NoTimeout, Traces: []int{i}}
		switch {
		case len(op.Attempts) == 1 && t.CutOff != "" && waited < Endlessly:
			c.Message = fmt.Sprintf("The client was still waiting for an answer after %s, when it was ended. Allow more --patience to see whether it has a timeout.", waited.Round(100*time.Millisecond))
		case len(op.Attempts) == 1 && t.CutOff != "":
			c.Outcome, c.Message = Failed, fmt.Sprintf("The client was still waiting for an answer after %s.", waited.Round(100*time.Millisecond))
		default:
			c.Outcome, c.Message = Passed, fmt.Sprintf("The client gives up waiting for an answer after %s.", waited.Round(100*time.Millisecond))
		}
		return c, true
	}
	return Check{}, false
}

func (a *Audit) refusal() (Check, bool) {
	if len(a.Control) > 0 && len(a.Control[0].Attempts) > 0 && a.Control[0].Attempts[0].Fault.Kind == Refuse {
		n, more := a.MaxAttempts()
		return Check{Defect: UnobservableRefusal, Outcome: Passed, Message: fmt.Sprintf("On a closed port the client makes %s%d attempts.", atLeast(more), n)}, true
	}
	for i, t := range a.Traces {
		if len(t.Script) == 0 || t.Script[0].Kind != Refuse {
			continue
		}
		c := Check{Defect: UnobservableRefusal, Traces: []int{i}}
		switch {
		case t.Unobservable != "":
			c.Message = "Attempts on a closed port are not observable: " + t.Unobservable + "."
		case len(t.Attempts) == 0:
			c.Message = "The client did not try the closed port at all."
		default:
			c.Outcome = Passed
			c.Message = fmt.Sprintf("On a closed port the client makes %s%d attempts.", atLeast(t.CutOff != ""), len(t.Busiest().Attempts))
		}
		return c, true
	}
	return Check{}, false
}
