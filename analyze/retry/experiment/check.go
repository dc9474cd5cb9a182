package experiment

import (
	"slices"

	"snag/analyze/judge"
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
	PushbackIgnored                   // or grpc-retry-pushback-ms
	Storm                             // several retries at once
	Unbounded                         // no end to the attempts was seen
	Amplification                     // many attempts for one operation
	NoBudget                          // nothing bounds the retries of many operations together
	SharedTrouble                     // one server's trouble keeps requests from another
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
	// Traces are the runs that show it; none when the control runs do.
	Traces []Trace
}

// Judgement is what observations mean.
type Judgement struct {
	// Checks are the questions that the observations answer, in the order of the defects.
	Checks []Check
	// Findings are the checks that failed, and those that stay open as [RuleUnknown]. Each has an
	// [Evidence].
	Findings []judge.Finding
}

// Count counts the checks with an outcome.
func (j Judgement) Count(o Outcome) int {
	n := 0
	for _, c := range j.Checks {
		if c.Outcome == o {
			n++
		}
	}
	return n
}

// Evidence is what supports a finding about retries.
type Evidence struct {
	Defect Defect
	// Trace is a run that shows it, nil when there is none.
	Trace *Trace
	// Reproduce is a command line that plays the same faults to a client started by hand. The judge
	// leaves it to its caller.
	Reproduce string
}

// conclude turns checks into findings. What no run shows in particular, the first control run does.
func conclude(checks []Check, control []Trace) Judgement {
	j := Judgement{Checks: checks}
	for _, c := range checks {
		f := judge.Finding{Rule: c.Defect.Rule(), Message: c.Message}
		switch c.Outcome {
		case Failed:
			f.Level = Rules[slices.IndexFunc(Rules, func(r judge.Rule) bool { return r.ID == f.Rule })].Level
			if c.Mild && f.Level > judge.Note {
				f.Level--
			}
		case Unknown:
			f.Rule = RuleUnknown
		default:
			continue
		}
		e := Evidence{Defect: c.Defect}
		if len(c.Traces) > 0 {
			e.Trace = &c.Traces[0]
		} else if len(control) > 0 {
			e.Trace = &control[0]
		}
		f.Evidence = e
		j.Findings = append(j.Findings, f)
	}
	return j
}
