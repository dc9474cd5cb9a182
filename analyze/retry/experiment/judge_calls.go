package experiment

import (
	"fmt"
	"strings"

	"snag/analyze/retry/backoff"
)

// Protocol is what the requests of the operation are made over.
func (o Operation) Protocol() Protocol {
	most := HTTP1
	for _, a := range o.Attempts {
		most = max(most, a.Protocol)
	}
	return most
}

// Protocol is what the client speaks, gRPC before HTTP/2 before HTTP/1.1.
func (a *Audit) Protocol() Protocol {
	most := HTTP1
	for _, list := range [][]Trace{a.Control, a.Traces} {
		for _, t := range list {
			for _, at := range t.Attempts {
				most = max(most, at.Protocol)
			}
		}
	}
	return most
}

// reason is what an answer says, in a word: the status.
func (f Fault) reason() string {
	if f.Kind == GRPCStatus {
		return codeName(statusCodes, f.Code)
	}
	return fmt.Sprint(f.Status)
}

// calls judges whether calls of gRPC are sent again when they may have been processed. That every call is a
// POST does not make it unsafe, and nothing that is sent says that its method is idempotent or not: a retry
// policy is what the service says about it (gRFC A6).
func (a *Audit) calls() (Check, bool) {
	c := Check{Defect: UnsafePost, Outcome: NotApplicable}
	var resent, kept []string
	for _, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 || op.Protocol() != GRPC {
			continue
		}
		switch f := op.Attempts[0].Fault; {
		case f.Effect() != Ambiguous || f.Kind == Answer || op.Attempts[0].Phase != PhaseRequest || f.Silent():
		case len(op.Attempts) > 1:
			resent = append(resent, f.Describe())
			c.Traces = append(c.Traces, t)
		case t.CutOff == "":
			kept = append(kept, f.Describe())
		}
	}
	switch {
	case len(resent) > 0:
		c.Outcome = Unknown
		c.Message = fmt.Sprintf("The call is sent again although it may have been processed, after: %s. That is safe if its method is idempotent, which does not show; if it is not, it must have no retry policy.", strings.Join(unique(resent), "; "))
	case len(kept) > 0:
		c.Outcome = Passed
		c.Message = fmt.Sprintf("The call is not sent again after: %s.", strings.Join(unique(kept), "; "))
	default:
		return c, false
	}
	return c, true
}

// pushback judges whether a client of gRPC does what grpc-retry-pushback-ms asks (gRFC A6): it waits for that
// time, and does not retry when it is negative.
func (a *Audit) pushback() (Check, bool) {
	c := Check{Defect: PushbackIgnored, Outcome: NotApplicable}
	var ignored, obeyed, open []string
	least, most, retries := a.FirstWaits()
	if !retries {
		return c, false
	}
	for _, t := range a.Traces {
		op := t.Busiest()
		if len(op.Attempts) == 0 {
			continue
		}
		f := op.Attempts[0].Fault
		if f.Kind != GRPCStatus || f.RetryAfter == 0 && !f.Stop {
			continue
		}
		c.Traces = append(c.Traces, t)
		gaps := op.Gaps()
		switch {
		case f.Stop && len(gaps) > 0:
			ignored = append(ignored, fmt.Sprintf("-1 forbade to retry, the retry came after %s", backoff.Round(gaps[0])))
		case f.Stop && t.CutOff == "":
			obeyed = append(obeyed, "no retry after -1")
		case len(gaps) == 0:
			open = append(open, fmt.Sprintf("%s was asked for and no retry came", f.RetryAfter))
		case gaps[0] < f.RetryAfter-secondsTolerance:
			ignored = append(ignored, fmt.Sprintf("%s was asked for, the retry came after %s", f.RetryAfter, backoff.Round(gaps[0])))
		case most >= f.RetryAfter-secondsTolerance:
			open = append(open, fmt.Sprintf("%s was asked for, which its own first delay of %s to %s exceeds anyway", f.RetryAfter, backoff.Round(least), backoff.Round(most)))
		default:
			obeyed = append(obeyed, fmt.Sprintf("%s was asked for, the retry came after %s", f.RetryAfter, backoff.Round(gaps[0])))
		}
	}
	switch {
	case len(ignored) > 0:
		c.Outcome, c.Message = Failed, "grpc-retry-pushback-ms is ignored: "+strings.Join(ignored, "; ")+"."
	case len(open) > 0:
		c.Outcome, c.Message = Unknown, "grpc-retry-pushback-ms: "+strings.Join(open, "; ")+"."
	case len(obeyed) > 0:
		c.Outcome, c.Message = Passed, "grpc-retry-pushback-ms is obeyed: "+strings.Join(obeyed, "; ")+"."
	default:
		return c, false
	}
	return c, true
}

// waitsForReady says what a client of gRPC makes of a closed port. Its channel connects again by itself; a
// call waits for that only if it is told to.
func (a *Audit) waitsForReady(t Trace) string {
	n := len(t.Busiest().Attempts)
	if t.CutOff == "" && n == 1 {
		return "On a closed port the call fails with the first connection: it does not wait for the channel to be ready."
	}
	return fmt.Sprintf("On a closed port the channel makes %s%s to connect before the call ends.", atLeast(t.CutOff != ""), attemptsOf(n))
}
