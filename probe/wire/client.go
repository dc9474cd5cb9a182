package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"
)

// Outcome is how a request ended.
type Outcome string

// The outcomes.
const (
	Answered  Outcome = "answered"
	TimedOut  Outcome = "timed-out" // no complete answer within the limit
	Closed    Outcome = "closed"    // the connection ended before the answer did
	Reset     Outcome = "reset"
	Refused   Outcome = "refused"
	Endless   Outcome = "endless"   // the body exceeded the limit
	LongHead  Outcome = "long-head" // the head exceeded the limit
	Malformed Outcome = "malformed" // what came is not HTTP
	Cancelled Outcome = "cancelled" // snag was interrupted
	Failed    Outcome = "failed"
)

// Reply is what became of a request.
type Reply struct {
	Outcome Outcome
	Error   string // what went wrong, unless Answered
	Status  int
	Header  []Field
	Body    []byte // its beginning, at most 64 KiB
	Length  int64  // of the body
	Sent    time.Time
	Done    time.Time
	Limit   time.Duration // how long the answer was waited for at most: less than was asked where the run ends before
	// Fresh reports whether the connection had to be opened for this request.
	Fresh bool
}

// Latency is the time from sending to the end of the answer.
func (r Reply) Latency() time.Duration { return r.Done.Sub(r.Sent) }

// String says how the request ended.
func (r Reply) String() string {
	switch r.Outcome {
	case Answered:
		return fmt.Sprintf("answered with %d", r.Status)
	case TimedOut:
		return fmt.Sprintf("no complete answer within %s", r.Limit.Round(time.Millisecond))
	case Refused:
		return "the connection was refused: nothing listens"
	case Closed:
		if r.Status > 0 {
			return fmt.Sprintf("the server closed the connection in the middle of an answer with %d", r.Status)
		}
		return "the server closed the connection without an answer"
	case Reset:
		if r.Status > 0 {
			return fmt.Sprintf("the server reset the connection in the middle of an answer with %d", r.Status)
		}
		return "the server reset the connection or the request"
	case Endless:
		return "the answer does not end"
	case LongHead:
		return errLongHead.Error()
	case Malformed:
		if r.Status > 0 {
			return fmt.Sprintf("the response, of status %d, is not valid HTTP", r.Status)
		}
		return "the response is not HTTP"
	}
	return cmp.Or(r.Error, string(r.Outcome))
}

// Cut reports whether the end of the run was what ended a request that had this limit, so that the lack of an answer says
// nothing about the server.
func (r Reply) Cut(limit time.Duration) bool {
	return r.Outcome == Cancelled || r.Outcome == TimedOut && r.Limit < limit
}

// Get returns the first header field of the name, "" when there is none.
func (r Reply) Get(name string) string { return Get(r.Header, name) }

// Client sends one request after the other over a kept-alive connection, which it opens again when
// the server has closed it. The zero Client is not usable.
type Client struct {
	target Target
	conn   net.Conn
	http2  *HTTP2 // instead of conn, over HTTP/2
	parser Parser
	buffer [64 << 10]byte
}

// NewClient returns a client of the target. The caller closes it.
func NewClient(t Target) *Client { return &Client{target: t} }

// Close closes the connection, if there is one.
func (c *Client) Close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
	if c.http2 != nil {
		c.http2.Close()
		c.http2 = nil
	}
}

// Connected reports whether there is a connection.
func (c *Client) Connected() bool { return c.conn != nil || c.http2 != nil }

// Connect opens the connection unless it is open.
func (c *Client) Connect(ctx context.Context) error {
	if c.Connected() {
		return nil
	}
	if c.target.HTTP2 {
		var err error
		c.http2, err = OpenHTTP2(ctx, c.target)
		return err
	}
	conn, err := c.target.Dial(ctx)
	if err == nil {
		c.conn, c.parser = conn, Parser{}
	}
	return err
}

// Do sends the bytes of a request and waits at most the limit for the whole answer.
func (c *Client) Do(ctx context.Context, request []byte, limit time.Duration) Reply {
	reused := c.Connected()
	r := c.do(ctx, request, limit)
	if reused && (r.Outcome == Closed || r.Outcome == Reset) && r.Status == 0 && r.Latency() < 20*time.Millisecond {
		// A server may close an idle connection just as it is used again.
		r = c.do(ctx, request, limit)
	}
	return r
}

func (c *Client) do(ctx context.Context, request []byte, limit time.Duration) (r Reply) {
	r.Sent, r.Limit = time.Now(), limit
	if end, ok := ctx.Deadline(); ok && end.Sub(r.Sent) < limit {
		r.Limit = max(end.Sub(r.Sent), 0)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	fail := func(err error) Reply {
		r.Done = time.Now()
		r.Outcome, r.Error = OutcomeOf(ctx, err), err.Error()
		c.Close()
		return r
	}
	if !c.Connected() {
		if err := c.Connect(ctx); err != nil {
			return fail(err)
		}
		r.Fresh = true
	}
	if c.http2 != nil {
		if err := c.multiplexed(ctx, request, &r); err != nil {
			return fail(err)
		}
		return r
	}
	conn := c.conn
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer func() {
		if !stop() && c.conn == conn {
			c.Close() // its deadline has passed
		}
	}()
	c.parser.Reset()
	c.parser.noBody = len(request) > 4 && string(request[:5]) == "HEAD "
	r.Sent = time.Now()
	written := make(chan error, 1)
	if len(request) > 64<<10 {
		// A server that answers before it has read everything would otherwise stop both sides.
		go func() { _, err := conn.Write(request); written <- err }()
	} else if _, err := conn.Write(request); err != nil {
		return fail(err)
	}
	for {
		n, err := conn.Read(c.buffer[:])
		r.Done = time.Now()
		_, done, bad := c.parser.Feed(c.buffer[:n])
		r.Status, r.Header, r.Body, r.Length = c.parser.Status, c.parser.Header, c.parser.body, c.parser.length
		switch {
		case bad != nil:
			return fail(bad)
		case done || errors.Is(err, io.EOF) && c.parser.UntilEnd():
			r.Outcome = Answered
			if c.parser.Close || err != nil {
				c.Close()
			}
			if len(request) > 64<<10 {
				select {
				case <-written:
				default:
					c.Close() // the rest of the request would be taken for the next one
				}
			}
			return r
		case err != nil:
			return fail(err)
		}
	}
}

// multiplexed sends a request over HTTP/2, alone.
func (c *Client) multiplexed(ctx context.Context, request []byte, r *Reply) error {
	one, err := NewHTTP2Request(c.target, request)
	if err != nil {
		return err
	}
	r.Sent = time.Now()
	if err := c.http2.Exchange(one.WithContext(ctx), r); err != nil {
		return err
	}
	r.Outcome = Answered
	if c.http2.Available() == 0 {
		c.Close() // the server takes no more requests over this connection
	}
	return nil
}

// ErrClosed means that the connection ended before the answer did.
var ErrClosed = errors.New("the server closed the connection")

// OutcomeOf says how a request ended that met the error, in the context that limits it. One that is cancelled with the
// cause context.DeadlineExceeded has run out of time.
func OutcomeOf(ctx context.Context, err error) Outcome {
	switch {
	case errors.Is(err, errMalformed):
		return Malformed
	case errors.Is(err, errEndless):
		return Endless
	case errors.Is(err, errLongHead):
		return LongHead
	case ctx.Err() == context.Canceled && context.Cause(ctx) != context.DeadlineExceeded:
		return Cancelled
	case ctx.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded):
		return TimedOut
	case errors.Is(err, syscall.ECONNREFUSED):
		return Refused
	case errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, errReset):
		return Reset
	case errors.Is(err, ErrClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return Closed
	}
	return Failed
}

// Pipelines reports whether the target answers several requests sent at once over one connection: one
// after the other in HTTP/1.1, in any order in HTTP/2.
func Pipelines(ctx context.Context, t Target, request []byte) bool {
	const count = 3
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if t.HTTP2 {
		return multiplexes(ctx, t, request)
	}
	conn, err := t.Dial(ctx)
	if err != nil {
		return false
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	for range count {
		if _, err := conn.Write(request); err != nil {
			return false
		}
	}
	var p Parser
	buffer := make([]byte, 32<<10)
	for answers := 0; answers < count; {
		n, err := conn.Read(buffer)
		for b := buffer[:n]; len(b) > 0; {
			taken, done, bad := p.Feed(b)
			if bad != nil {
				return false
			}
			b = b[taken:]
			if !done {
				continue
			}
			answers++
			if p.Close && answers < count {
				return false
			}
			p.Reset()
		}
		if err != nil {
			break
		}
		if answers == count {
			return true
		}
	}
	return false
}

// Get returns the first value of a field of a header, whose name is in any case, "" for none.
func Get(header []Field, name string) string {
	for _, f := range header {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}
