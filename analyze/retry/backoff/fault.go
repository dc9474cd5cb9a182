package backoff

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// FaultKind is how an attempt is made to fail.
type FaultKind uint8

// The kinds, in the order of how far an attempt comes. Answer is the zero value: a complete answer
// with Fault.Status, which is no failure when the status is 200.
const (
	Answer            FaultKind = iota
	Refuse                      // nothing listens on the port
	ResetOnAccept               // reset before anything is read
	ResetAfterHeaders           // reset when the headers were read, the body unread
	ResetAfterRequest           // reset when the whole request was read
	CloseAfterRequest           // an orderly end of the connection instead of an answer
	Truncate                    // a 200 whose body ends half-way
	Silence                     // no answer until the client gives up
	Stale                       // the first request of a connection is answered, the next one ends it
	CloseOnAccept               // an orderly end of the connection before anything is read
)

var faultNames = [...]string{"answer", "refuse", "reset-on-accept", "reset-after-headers", "reset-after-request", "close-after-request", "truncate", "silence", "stale", "close-on-accept"}

// Fault is what happens to one attempt. The zero Fault is an answer without a status and not used.
type Fault struct {
	Kind   FaultKind
	Status int // of Answer
	// RetryAfter is what the answer asks the client to wait, in whole seconds; 0 sends no header.
	// Date asks in the form of an HTTP-date.
	RetryAfter time.Duration
	Date       bool
}

// OK is the answer that ends an operation.
var OK = Fault{Status: http.StatusOK}

// Fails reports whether the attempt does not succeed.
func (f Fault) Fails() bool { return f.Kind != Answer || f.Status >= 400 }

// String is the form that ParseFault reads.
func (f Fault) String() string {
	if f.Kind != Answer {
		return faultNames[f.Kind]
	}
	text := strconv.Itoa(f.Status)
	if f.RetryAfter > 0 {
		text += "+" + f.RetryAfter.String()
	}
	if f.Date {
		text += "-date"
	}
	return text
}

// Describe says in words what happens.
func (f Fault) Describe() string {
	switch f.Kind {
	case Refuse:
		return "connection refused"
	case ResetOnAccept:
		return "reset before the request was read"
	case ResetAfterHeaders:
		return "reset after the headers"
	case ResetAfterRequest:
		return "reset after the whole request was read"
	case CloseAfterRequest:
		return "closed after the whole request, without an answer"
	case Truncate:
		return "200 with half of the body"
	case Silence:
		return "no answer"
	case Stale:
		return "closed when a kept-alive connection was used again"
	case CloseOnAccept:
		return "closed before the request was read"
	}
	text := strings.TrimSpace(fmt.Sprintf("%d %s", f.Status, http.StatusText(f.Status)))
	switch {
	case f.Date:
		text += fmt.Sprintf(" with Retry-After: the date in %s", f.RetryAfter)
	case f.RetryAfter > 0:
		text += fmt.Sprintf(" with Retry-After: %d", int(f.RetryAfter.Seconds()))
	}
	return text
}

// MarshalText encodes the fault by its String.
func (f Fault) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (f *Fault) UnmarshalText(text []byte) (err error) {
	*f, err = ParseFault(string(text))
	return err
}

// ParseFault reads the name of a kind, or a status with an optional Retry-After: "reset-after-request",
// "503", "503+2s", "429+3s-date".
func ParseFault(text string) (Fault, error) {
	for kind, name := range faultNames {
		if name == text && FaultKind(kind) != Answer {
			return Fault{Kind: FaultKind(kind)}, nil
		}
	}
	bad := func(why string) (Fault, error) {
		return Fault{}, fmt.Errorf("fault %q: %s; known are a status such as 503, 503+2s or 503+3s-date, and %s", text, why, strings.Join(faultNames[1:], ", "))
	}
	rest, date := strings.CutSuffix(text, "-date")
	number, after, hasAfter := strings.Cut(rest, "+")
	status, err := strconv.Atoi(number)
	if err != nil || status < 200 || status > 599 {
		return bad("not a status from 200 to 599 and not a known name")
	}
	f := Fault{Status: status, Date: date}
	if hasAfter {
		if f.RetryAfter, err = time.ParseDuration(after); err != nil || f.RetryAfter < time.Second || f.RetryAfter%time.Second != 0 {
			return bad("Retry-After must be a whole number of seconds")
		}
	} else if date {
		return bad("a date needs a time from now")
	}
	return f, nil
}

// Effect is what a client can know about a failed attempt.
type Effect uint8

// The effects, after RFC 9110 section 9.2.2: only what was not processed may be sent again without
// knowing that the request is idempotent.
const (
	Unsent    Effect = iota // nothing of the request arrived: always safe to send again
	Ambiguous               // it may have been processed
	Refused                 // the server says that it did not process it, and to come back
	Rejected                // the server says that the request itself is wrong
	Done                    // it succeeded
)

var effectNames = [...]string{"not sent", "ambiguous", "refused", "rejected", "done"}

// String is the name in JSON.
func (e Effect) String() string { return effectNames[e] }

// Effect classifies the fault by phase.
func (f Fault) Effect() Effect {
	switch f.Kind {
	case Refuse, ResetOnAccept, CloseOnAccept:
		return Unsent
	case Answer:
		switch {
		case f.Status < 400:
			return Done
		case f.Status == http.StatusTooManyRequests, f.Status == http.StatusServiceUnavailable,
			f.Status == http.StatusRequestTimeout, f.Status == http.StatusTooEarly:
			return Refused
		case f.Status < 500:
			return Rejected
		}
	}
	return Ambiguous
}

// Phase is how far an attempt had come when it failed.
type Phase uint8

// The phases in order.
const (
	PhaseConnect Phase = iota // a connection, or the wish for one
	PhaseHeaders              // the headers of the request
	PhaseRequest              // the whole request
)

var phaseNames = [...]string{"connect", "headers", "request"}

// String is the name in JSON.
func (p Phase) String() string { return phaseNames[p] }

// MarshalText encodes the phase by its name.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Attempt is one attempt as the server saw it. Times count from the start of the trace.
type Attempt struct {
	N int // from 1
	// Conn numbers the connections from 1; Reused reports whether the connection carried a request before.
	Conn   int
	Reused bool
	Phase  Phase
	// Start is when the connection came, or the first byte of the request on a reused one; End is
	// when the fault was complete.
	Start, End time.Duration
	// Read is when the request had been read, 0 when it was not. How long a client takes from its
	// connection to its request tells how late its processor lets it be.
	Read time.Duration
	// Method and Target are empty when no request was read. Target is the path with its query.
	Method, Target string
	// BodyLength counts the bytes of the body, BodyHash tells bodies apart.
	BodyLength int64
	BodyHash   string
	// KeyHeader is the header that carries an idempotency key, "" for none; Key tells keys apart
	// without giving them away. Credentials does so for what authorises the request.
	KeyHeader, Key, Credentials string
	// Counter is what the client itself says about the attempt, "amz-sdk-request: attempt=2" for
	// example.
	Counter string
	Fault   Fault
}

// Trace is one run of a client against a script of faults.
type Trace struct {
	Scenario string
	Script   []Fault // the last one repeats
	Attempts []Attempt
	// Duration is how long the client ran. CutOff says why it was ended before it stopped by itself,
	// "" when it did stop.
	Duration time.Duration
	CutOff   string
	// ExitCode is the client's exit status, -1 when a signal ended it.
	ExitCode int
	// Unobservable says why attempts could not be seen, "" when they could.
	Unobservable string
}
