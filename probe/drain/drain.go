// Package drain puts a server under load, has it signalled, and records what becomes of every
// request, every connection, the listener, the process and its children.
package drain

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"os"
	"strings"
	"syscall"
	"time"

	"snag/analyze/shutdown"
)

// Config says which load to put on a server. Zero values are replaced by the defaults named.
type Config struct {
	// Address is the host:port to connect to.
	Address string
	// TLS speaks TLS, whose certificate is not verified: the server is the one under test.
	TLS bool
	// Protocol is HTTP or TCP.
	Protocol shutdown.Protocol
	// Path is requested by everything but the requests in flight; "/" by default.
	Path string
	// SlowPath is an endpoint that takes a second or more. Without one, requests are kept in flight
	// by holding back half of their body, sent to HoldPath (Path by default) with Method, or with
	// the first of POST, PUT and GET that the server waits for.
	SlowPath, HoldPath, Method string
	// ReadyPath and HealthPath are polled; empty ones are not.
	ReadyPath, HealthPath string
	// InFlight is the number of requests in flight, 4 by default.
	InFlight int
	// Hold is how long after the signal the held bodies are completed, 1.5 s by default.
	Hold time.Duration
	// Without leaves out kinds of connection.
	Without []shutdown.Kind
	// With adds streams that are under way when the signal comes.
	With []StreamConfig

	alpn    []string // protocols to offer under TLS
	proxied bool     // something between accepts connections that the server refuses
}

// StreamConfig is one stream to have under way. An empty Path is that of the other requests.
type StreamConfig struct {
	Kind shutdown.StreamKind
	Path string
}

// The pace of the load.
const (
	activeEvery  = 50 * time.Millisecond
	newEvery     = 20 * time.Millisecond
	pollEvery    = 10 * time.Millisecond
	dialLimit    = time.Second
	answerLimit  = 2 * time.Second
	openLimit    = 2 * time.Second
	earlyLimit   = 250 * time.Millisecond // an answer to half a body comes within this time or not at all
	slowLimit    = 20 * time.Second
	slowLead     = 500 * time.Millisecond
	shortestSlow = 300 * time.Millisecond
	unreadLimit  = 500 * time.Millisecond // how long a server may take to read what is in flight
	unreadEvery  = 5 * time.Millisecond
	newAtOnce    = 64
	newPatience  = 5 * time.Second
	lateness     = 300 * time.Millisecond // by which snag itself may be behind
)

func (c *Config) defaults() {
	if c.Path == "" {
		c.Path = "/"
	}
	if c.HoldPath == "" {
		c.HoldPath = c.Path
	}
	if c.InFlight == 0 {
		c.InFlight = 4
	}
	if c.Hold == 0 {
		c.Hold = 1500 * time.Millisecond
	}
}

// wire is one connection with its reader.
type wire struct {
	net.Conn
	in *bufio.Reader
}

// dial connects. A connection of a port to itself, which happens on loopback when nobody listens,
// counts as refused.
func (c *Config) dial(ctx context.Context) (*wire, error) {
	dialer := net.Dialer{Timeout: dialLimit}
	conn, err := dialer.DialContext(ctx, "tcp", c.Address)
	if err != nil {
		return nil, err
	}
	if conn.LocalAddr().String() == conn.RemoteAddr().String() {
		conn.Close()
		return nil, syscall.ECONNREFUSED
	}
	return &wire{conn, bufio.NewReader(conn)}, nil
}

// secure adds TLS where it was asked for. The handshake belongs to what is sent, so that a silent
// connection stays silent.
func (c *Config) secure(w *wire) *wire {
	if !c.TLS {
		return w
	}
	host, _, _ := net.SplitHostPort(c.Address)
	conn := tls.Client(w.Conn, &tls.Config{ServerName: host, InsecureSkipVerify: true, NextProtos: c.alpn})
	return &wire{conn, bufio.NewReader(conn)}
}

// open dials and secures.
func (c *Config) open(ctx context.Context) (*wire, error) {
	w, err := c.dial(ctx)
	if err != nil {
		return nil, err
	}
	return c.secure(w), nil
}

// head writes the beginning of a request, up to and with the empty line.
func (c *Config) head(method, path string, headers ...string) string {
	lines := append([]string{method + " " + path + " HTTP/1.1", "Host: " + c.Address, "User-Agent: snag-shutdown", "Accept: */*"}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// answer is what came back for one request.
type answer struct {
	outcome shutdown.Outcome // Completed, Truncated or Dropped
	status  int
	how     string
	closing bool // it carried "Connection: close", or HTTP/1.0 without keep-alive
	at      time.Time
}

// read reads one answer to a request with the method, skipping interim ones.
func (w *wire) read(method string) answer {
	if _, err := w.in.Peek(1); err != nil {
		return answer{outcome: shutdown.Dropped, how: manner(err), at: time.Now()}
	}
	for {
		response, err := http.ReadResponse(w.in, &http.Request{Method: method})
		if err != nil {
			return answer{outcome: shutdown.Truncated, how: manner(err), at: time.Now()}
		}
		if response.StatusCode/100 == 1 {
			continue
		}
		_, err = io.Copy(io.Discard, io.LimitReader(response.Body, 256<<20))
		result := answer{outcome: shutdown.Completed, status: response.StatusCode, closing: response.Close, at: time.Now()}
		if err != nil {
			result.outcome, result.how = shutdown.Truncated, manner(err)
		}
		return result
	}
}

// await waits until the peer ends the connection or says something, or the deadline passes. It
// returns how it ended; "timeout" means that nothing happened.
func (w *wire) await(deadline time.Time) string {
	w.SetReadDeadline(deadline)
	defer w.SetReadDeadline(time.Time{})
	if _, err := w.in.Peek(1); err != nil {
		return manner(err)
	}
	return "answered"
}

// manner names the way in which a connection ended.
func manner(err error) string {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "fin"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "reset"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "timeout"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.Is(err, net.ErrClosed):
		return "open" // closed on this side, at the end of the observation
	}
	if _, ok := errors.AsType[textproto.ProtocolError](err); ok {
		return "malformed"
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return "timeout"
	}
	return err.Error()
}

// identify finds out what is spoken at the address: HTTP when a request is answered by something
// that looks like it within the limit, HTTP2 when the preface of HTTP/2 is, else TCP.
func identify(ctx context.Context, address string, secured bool, limit time.Duration) (shutdown.Protocol, error) {
	config := Config{Address: address, TLS: secured}
	config.defaults()
	w, err := config.open(ctx)
	if err != nil {
		return shutdown.NoListener, fmt.Errorf("connect to %s: %w", address, err)
	}
	defer w.Close()
	w.SetDeadline(time.Now().Add(limit))
	if _, err := io.WriteString(w, config.head("GET", config.Path, "Connection: close")); err == nil {
		begin, err := w.in.Peek(5)
		if err == nil && string(begin) == "HTTP/" {
			w.read("GET")
			return shutdown.HTTP, nil
		}
		if err != nil && manner(err) == "timeout" {
			return shutdown.TCP, nil // what waits for more would wait for that too
		}
	}
	if m, err := openMultiplex(ctx, &config, limit); err == nil {
		m.w.Close()
		return shutdown.HTTP2, nil
	}
	return shutdown.TCP, nil
}
