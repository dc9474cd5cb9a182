package faults

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"snag/analyze/retry/experiment"
)

// keyHeaders carry idempotency keys, by those who use them.
var keyHeaders = []string{"Idempotency-Key", "X-Idempotency-Key", "Idempotence-Key", "PayPal-Request-Id", "X-Idempotency"}

// counterHeaders say which attempt this is in the words of the client.
var counterHeaders = []string{"Amz-Sdk-Request", "Grpc-Previous-Rpc-Attempts", "X-Envoy-Attempt-Count", "X-Stainless-Retry-Count", "X-Retry-Count", "X-Retry-Attempt"}

// maxBody bounds how much of a request is read.
const maxBody = 64 << 20

// playHTTP serves requests on the connection until one of them ends it.
func (c *conn) playHTTP() {
	s := c.server
	in := bufio.NewReader(c)
	if c.beginsHTTP2(in) {
		c.playHTTP2(in)
		return
	}
	for {
		// The first byte tells when an attempt on a reused connection starts.
		if _, err := in.Peek(1); err != nil {
			return
		}
		start := time.Now()
		if c.requests == 0 {
			start = c.since
		}
		request, err := http.ReadRequest(in)
		if err != nil {
			var failed net.Error
			if !errors.As(err, &failed) && !errors.Is(err, io.ErrUnexpectedEOF) {
				fmt.Fprintf(c, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
			}
			return
		}
		a := experiment.Attempt{
			Conn: c.number, Reused: c.requests > 0, Phase: experiment.PhaseHeaders, Start: s.since(start),
			Method: request.Method, Target: request.RequestURI,
		}
		c.requests++
		describe(&a, request.Header)
		if !s.begin() {
			c.reset()
			return
		}
		a.Fault = experiment.Fault{Status: http.StatusHTTPVersionNotSupported}
		if !c.mute {
			a.Fault = overHTTP1(s.next(a.Method + " " + a.Target))
		}
		if !c.play(&a, request, in) {
			return
		}
	}
}

// overHTTP1 is the fault as HTTP/1.1 can have it, which has no handshake: where it is one of HTTP/2, an answer
// that says so.
func overHTTP1(f experiment.Fault) experiment.Fault {
	switch f.Kind {
	case experiment.CloseAfterHandshake:
		return experiment.Fault{Kind: experiment.CloseAfterRequest}
	case experiment.SilenceAfterHandshake:
		return experiment.Fault{Kind: experiment.Silence}
	case experiment.NoSettings, experiment.GoawayExcluded, experiment.GoawayIncluded, experiment.StreamReset, experiment.GRPCStatus:
		return experiment.Fault{Status: http.StatusHTTPVersionNotSupported}
	}
	return f
}

// play makes the fault of the attempt happen and records it. It returns whether the connection can
// carry another request.
func (c *conn) play(a *experiment.Attempt, request *http.Request, in *bufio.Reader) (open bool) {
	s := c.server
	if a.Fault.Kind == experiment.ResetAfterHeaders {
		s.config.Barrier.Wait(s.done)
		at := time.Now()
		c.reset()
		s.finish(*a, at)
		return false
	}
	if strings.EqualFold(request.Header.Get("Expect"), "100-continue") {
		io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
	}
	hash := sha256.New()
	n, err := io.Copy(hash, io.LimitReader(request.Body, maxBody))
	a.BodyLength, a.BodyHash = n, short(hash.Sum(nil))
	if err != nil || n == maxBody {
		s.finish(*a, time.Now()) // the client went away in the middle of its request
		return false
	}
	a.Phase, a.Read = experiment.PhaseRequest, s.since(time.Now())
	s.config.Barrier.Wait(s.done)
	at := time.Now()
	fault := a.Fault
	if fault.Kind == experiment.Stale && !a.Reused {
		a.Fault, fault = experiment.OK, experiment.OK
	}
	switch fault.Kind {
	case experiment.ResetAfterRequest:
		c.reset()
	case experiment.CloseAfterRequest, experiment.Stale:
		c.Close()
	case experiment.Truncate:
		text := "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n" + strings.Repeat("half of an answer\n", 28)
		io.WriteString(c, text)
		c.Close()
	case experiment.Silence:
		// The client's next byte, or the end of the connection, is its giving up.
		in.Peek(1)
		at = time.Now()
	default:
		c.answer(a, request)
		s.finish(*a, at)
		return !request.Close
	}
	s.finish(*a, at)
	return false
}

// answer writes a complete answer with the status of the fault.
func (c *conn) answer(a *experiment.Attempt, request *http.Request) {
	f := a.Fault
	body := fmt.Sprintf("{\"status\":%d,\"message\":%q}\n", f.Status, http.StatusText(f.Status))
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", f.Status, http.StatusText(f.Status), len(body))
	now := time.Now().UTC()
	fmt.Fprintf(&b, "Date: %s\r\n", now.Format(http.TimeFormat))
	if value := retryAfter(f, now); value != "" {
		fmt.Fprintf(&b, "Retry-After: %s\r\n", value)
	}
	if request.Close {
		b.WriteString("Connection: close\r\n")
	}
	b.WriteString("\r\n")
	if request.Method != http.MethodHead {
		b.WriteString(body)
	}
	io.WriteString(c, b.String()) // a client that is gone is one that gave up
}

// retryAfter is the value of the header that an answer at the given time carries, "" for none.
func retryAfter(f experiment.Fault, now time.Time) string {
	switch {
	case f.Date:
		// Rounded up, so that nobody who waits for it comes before the time that was asked for.
		return now.Add(f.RetryAfter + time.Second - 1).Truncate(time.Second).Format(http.TimeFormat)
	case f.RetryAfter > 0:
		return strconv.Itoa(int(f.RetryAfter.Seconds()))
	}
	return ""
}

// describe notes what the headers tell about the attempt.
func describe(a *experiment.Attempt, h http.Header) {
	for _, name := range keyHeaders {
		if value := h.Get(name); value != "" {
			a.KeyHeader, a.Key = name, shortText(value)
			break
		}
	}
	for _, name := range counterHeaders {
		if value := h.Get(name); value != "" {
			a.Counter = strings.ToLower(name) + ": " + value
			break
		}
	}
	if value := h.Get("Authorization"); value != "" {
		a.Credentials = shortText(value)
	}
}

func shortText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return short(sum[:])
}

func short(sum []byte) string { return hex.EncodeToString(sum[:6]) }
