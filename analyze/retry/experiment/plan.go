package experiment

import (
	"errors"
	"time"
)

// Plan says what to observe of a client.
type Plan struct {
	// Runs is how often the client is run against a fault without end, at most; fewer as soon as
	// two runs are identical and tell the schedule for certain.
	Runs int
	// Faults are tried once each, followed by success. Those with a Retry-After get a time that
	// exceeds the client's own first delay.
	Faults []Fault
	// Streams are tried as well when the client speaks HTTP/2, Calls instead of Faults when it speaks gRPC.
	Streams, Calls []Fault
	// RetryAfter asks for such a time with each of these statuses, in seconds and as a date.
	RetryAfter []int
	// MaxAttempts ends a run against a fault without end.
	MaxAttempts int
	// Timeout ends a run, Patience a silence. Both are of real time.
	Timeout, Patience time.Duration
	// Parallel is how many runs go on at a time.
	Parallel int
	// Herd is how many clients to let fail in the same moment; 0 for none.
	Herd int
	// TCP reports whether the client speaks something else than HTTP, Closed whether its attempts on a
	// closed port can be seen.
	TCP, Closed bool
	// Speed is how many times as fast the client's clock runs; 0 means 1.
	Speed float64
}

// Scenario is one run: what the server does, and when the run ends at the latest.
type Scenario struct {
	Name   string
	Script []Fault
	// MaxAttempts ends the run; 0 means as many as the budget allows.
	MaxAttempts int
	// Timeout ends the run in real time. It must be set.
	Timeout time.Duration
	// Operations is how many the client is told to serve; 0 means 1. Other adds a second server that always
	// answers.
	Operations int
	Other      bool
}

// Budget is how many attempts and processes may still be made.
type Budget struct{ Attempts, Processes int }

// ErrBudget is returned for what would exceed the budget.
var ErrBudget = errors.New("the budget of attempts or processes is used up")

// Step is what to try next. The zero Step ends the search.
type Step struct {
	Scenarios []Scenario
	// Herd is how many clients play the only scenario at once and fail in the same moment, 0 for none.
	Herd int
}

// preferred are the faults from which the schedule is learnt, the first that the client retries.
var preferred = []Fault{
	{Status: 503}, {Status: 429}, {Status: 500}, {Status: 502}, {Status: 504},
	{Kind: CloseAfterRequest}, {Kind: ResetAfterRequest}, {Kind: ResetOnAccept},
	{Kind: CloseAfterHandshake}, {Kind: CloseOnAccept}, {Kind: Refuse}, {Status: 408}, {Kind: Truncate}, {Kind: Silence},
	unavailable, {Kind: GRPCStatus, Code: 8}, {Kind: GRPCStatus, Code: 13}, {Kind: StreamReset, Code: 2}, {Kind: StreamReset, Code: 11},
}

// unavailable is the fault from which the schedule of a client of gRPC is learnt at first.
var unavailable = Fault{Kind: GRPCStatus, Code: Unavailable}

// First is the fault from which the schedule is learnt at first.
func (p Plan) First() Fault {
	switch {
	case p.TCP && p.Closed:
		return Fault{Kind: Refuse}
	case p.TCP:
		return Fault{Kind: CloseAfterRequest}
	}
	return preferred[0]
}
