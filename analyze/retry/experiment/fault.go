// Package experiment is the vocabulary of retries and judges them: the faults that a client or a server is put through,
// what is tried next, the attempts that were seen, and what of them is unsafe.
package experiment

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
	Answer                FaultKind = iota
	Refuse                          // nothing listens on the port
	ResetOnAccept                   // reset before anything is read
	ResetAfterHeaders               // reset when the headers were read, the body unread
	ResetAfterRequest               // reset when the whole request was read
	CloseAfterRequest               // an orderly end of the connection instead of an answer
	Truncate                        // a 200 whose body ends half-way
	Silence                         // no answer until the client gives up
	Stale                           // the first request of a connection is answered, the next one ends it
	CloseOnAccept                   // an orderly end of the connection before anything is read
	CloseAfterHandshake             // plain connections: an orderly end when the client may begin to use it
	SilenceAfterHandshake           // plain connections: no answer to the first command
	NoSettings                      // HTTP/2: the server never sends the SETTINGS that a connection begins with
	GoawayExcluded                  // HTTP/2: the connection ends, and the server says that it did not process the request
	GoawayIncluded                  // HTTP/2: the connection ends without an answer to a request that may have been processed
	StreamReset                     // HTTP/2: RST_STREAM with Fault.Code
	GRPCStatus                      // gRPC: nothing but the trailers with the status Fault.Code
)

var faultNames = [...]string{"answer", "refuse", "reset-on-accept", "reset-after-headers", "reset-after-request", "close-after-request", "truncate", "silence", "stale", "close-on-accept", "close-after-handshake", "silence-after-handshake", "no-settings", "goaway-excluded", "goaway-included", "rst", "grpc"}

// Fault is what happens to one attempt. The zero Fault is an answer without a status and not used.
type Fault struct {
	Kind   FaultKind
	Status int // of Answer
	// RetryAfter is what the answer asks the client to wait: in whole seconds, and with a GRPCStatus in
	// milliseconds, as grpc-retry-pushback-ms; 0 sends no header. Date asks in the form of an HTTP-date.
	RetryAfter time.Duration
	Date       bool
	// Code is the error code of a StreamReset (RFC 9113 section 7), or the status of a GRPCStatus. Stop
	// forbids to retry that, by a negative pushback.
	Code uint32
	Stop bool
}

// OK is the answer that ends an operation.
var OK = Fault{Status: http.StatusOK}

// Silent reports whether the attempt lasts until the client gives up.
func (f Fault) Silent() bool {
	return f.Kind == Silence || f.Kind == SilenceAfterHandshake || f.Kind == NoSettings
}

// Fails reports whether the attempt does not succeed.
func (f Fault) Fails() bool { return f.Kind != Answer || f.Status >= 400 }

// String is the form that ParseFault reads.
func (f Fault) String() string {
	switch f.Kind {
	case Answer:
	case StreamReset, GRPCStatus:
		return f.coded()
	default:
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
	case CloseAfterHandshake:
		return "closed after the handshake"
	case SilenceAfterHandshake:
		return "no answer to the first command"
	case NoSettings:
		return "no SETTINGS from the server"
	case GoawayExcluded:
		return "GOAWAY that leaves the request unprocessed"
	case GoawayIncluded:
		return "GOAWAY and the end of the connection, when the request may have been processed"
	case StreamReset:
		return "RST_STREAM with " + codeName(resetCodes, f.Code)
	case GRPCStatus:
		return f.describeStatus()
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

// ParseFault reads the name of a kind, a status with an optional Retry-After, or the name of a code:
// "reset-after-request", "503", "503+2s", "429+3s-date", "rst-refused-stream", "grpc-unavailable",
// "grpc-unavailable+500ms", "grpc-unavailable-stop".
func ParseFault(text string) (Fault, error) {
	for kind := Refuse; kind < StreamReset; kind++ {
		if faultNames[kind] == text {
			return Fault{Kind: kind}, nil
		}
	}
	bad := func(why string) (Fault, error) {
		return Fault{}, fmt.Errorf("fault %q: %s; known are a status such as 503, 503+2s or 503+3s-date, %s, rst-CODE such as rst-refused-stream, and grpc-STATUS such as grpc-unavailable, grpc-unavailable+2s or grpc-unavailable-stop", text, why, strings.Join(faultNames[Refuse:StreamReset], ", "))
	}
	if f, ok, why := parseCoded(text); why != "" {
		return bad(why)
	} else if ok {
		return f, nil
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

// The effects, after RFC 9110 section 9.2.2 and RFC 9113 section 8.7: only what was not processed may be
// sent again without knowing that the request is idempotent.
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
	case Refuse, ResetOnAccept, CloseOnAccept, CloseAfterHandshake, GoawayExcluded:
		return Unsent
	case StreamReset:
		if f.Code == RefusedStream {
			return Unsent
		}
	case GRPCStatus:
		return statusEffect(f.Code)
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
	// Protocol is what the request was made over, empty when nothing told.
	Protocol Protocol
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
	// Other are the attempts at a second server, which always answers. Nil where there is none.
	Other []Attempt
	// Duration is how long the client ran. CutOff says why it was ended before it stopped by itself,
	// "" when it did stop.
	Duration time.Duration
	CutOff   string
	// ExitCode is the client's exit status, -1 when a signal ended it.
	ExitCode int
	// Unobservable says why attempts could not be seen, "" when they could.
	Unobservable string
}
