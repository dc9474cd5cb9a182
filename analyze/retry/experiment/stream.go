package experiment

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Protocol is what a request is made over. The zero Protocol is HTTP/1.1, or none that is known here.
type Protocol uint8

// The protocols.
const (
	HTTP1 Protocol = iota
	HTTP2
	GRPC // over HTTP/2, with the rules of gRFC A6 for retries
)

var protocolNames = [...]string{"", "HTTP/2", "gRPC"}

// String is the name in JSON, empty for HTTP/1.1.
func (p Protocol) String() string { return protocolNames[p] }

// Codes that decide what a client may do.
const (
	RefusedStream = 7  // of RST_STREAM: the request was not processed
	Unavailable   = 14 // of gRPC: the service is not there at the moment
)

// resetCodes are the error codes of RFC 9113 section 7, by number.
var resetCodes = []string{
	"no-error", "protocol-error", "internal-error", "flow-control-error", "settings-timeout", "stream-closed", "frame-size-error",
	"refused-stream", "cancel", "compression-error", "connect-error", "enhance-your-calm", "inadequate-security", "http-1-1-required",
}

// statusCodes are the statuses of gRPC, by number.
var statusCodes = []string{
	"ok", "cancelled", "unknown", "invalid-argument", "deadline-exceeded", "not-found", "already-exists", "permission-denied",
	"resource-exhausted", "failed-precondition", "aborted", "out-of-range", "unimplemented", "internal", "unavailable", "data-loss", "unauthenticated",
}

// codeName is the name of a code as the specifications write it.
func codeName(names []string, code uint32) string {
	if int(code) >= len(names) {
		return fmt.Sprint(code)
	}
	return strings.ToUpper(strings.ReplaceAll(names[code], "-", "_"))
}

// coded is the form of a fault with a code that ParseFault reads.
func (f Fault) coded() string {
	if f.Kind == StreamReset {
		return "rst-" + resetCodes[f.Code]
	}
	text := "grpc-" + statusCodes[f.Code]
	switch {
	case f.Stop:
		text += "-stop"
	case f.RetryAfter > 0:
		text += "+" + f.RetryAfter.String()
	}
	return text
}

// describeStatus says in words what a status of gRPC asks.
func (f Fault) describeStatus() string {
	text := "grpc-status " + codeName(statusCodes, f.Code)
	switch {
	case f.Stop:
		text += " with a pushback that forbids to retry"
	case f.RetryAfter > 0:
		text += fmt.Sprintf(" with grpc-retry-pushback-ms: %d", f.RetryAfter.Milliseconds())
	}
	return text
}

// parseCoded reads a fault with a code. It is not ok for any other text, and why says what is wrong with
// one that means a code.
func parseCoded(text string) (f Fault, ok bool, why string) {
	if name, found := strings.CutPrefix(text, "rst-"); found {
		code := slices.Index(resetCodes, name)
		if code < 0 {
			return f, false, "not an error code of HTTP/2; these are " + strings.Join(resetCodes, ", ")
		}
		return Fault{Kind: StreamReset, Code: uint32(code)}, true, ""
	}
	name, found := strings.CutPrefix(text, "grpc-")
	if !found {
		return f, false, ""
	}
	f.Kind = GRPCStatus
	name, f.Stop = strings.CutSuffix(name, "-stop")
	name, after, pushed := strings.Cut(name, "+")
	code := slices.Index(statusCodes, name)
	switch {
	case code < 1:
		return f, false, "not a status of gRPC; these are " + strings.Join(statusCodes[1:], ", ")
	case pushed && f.Stop:
		return f, false, "a pushback either asks for a time or forbids to retry"
	case pushed:
		wait, err := time.ParseDuration(after)
		if err != nil || wait < time.Millisecond || wait > time.Hour || wait%time.Millisecond != 0 {
			return f, false, "a pushback must be a whole number of milliseconds up to an hour"
		}
		f.RetryAfter = wait
	}
	f.Code = uint32(code)
	return f, true, ""
}

// statusEffect classifies a status of gRPC after the meaning that its documentation gives it.
func statusEffect(code uint32) Effect {
	switch statusCodes[code] {
	case "unavailable", "resource-exhausted":
		return Refused
	case "invalid-argument", "not-found", "already-exists", "permission-denied", "failed-precondition", "out-of-range", "unimplemented", "unauthenticated":
		return Rejected
	}
	return Ambiguous
}
