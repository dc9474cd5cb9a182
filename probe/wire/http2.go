package wire

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"snag/analyze/sorting"
)

// OverHTTP2 returns the target as one that is spoken to over HTTP/2, if it answers that, whatever it makes
// of HTTP/1.1: by the protocol that it chooses under TLS, or by its answer to the preface of RFC 9113
// section 3.4.
func OverHTTP2(ctx context.Context, t Target) (Target, bool) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	t.HTTP2 = true
	if t.TLS != nil {
		t.TLS = t.TLS.Clone()
		t.TLS.NextProtos = []string{"h2"}
	}
	conn, err := t.Dial(ctx)
	if err != nil {
		return t, false
	}
	defer conn.Close()
	if secure, ok := conn.(*tls.Conn); ok {
		return t, secure.ConnectionState().NegotiatedProtocol == "h2"
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	const settings = 4 // the type of a frame
	if _, err := conn.Write([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00")); err != nil {
		return t, false
	}
	var head [9]byte
	_, err = io.ReadFull(conn, head[:])
	return t, err == nil && head[3] == settings
}

// HTTP2 is one connection of HTTP/2. It may carry several requests at a time, as many as the server
// allows; the others wait.
type HTTP2 struct {
	*http.ClientConn
	stamps *stampedConn
}

// stampedConn notes when bytes arrived.
type stampedConn struct {
	net.Conn
	start time.Time
	last  atomic.Int64 // nanoseconds after the start
}

func (c *stampedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.last.Store(int64(time.Since(c.start)))
	}
	return n, err
}

// OpenHTTP2 opens a connection of HTTP/2.
func OpenHTTP2(ctx context.Context, t Target) (*HTTP2, error) {
	raw, err := new(net.Dialer).DialContext(ctx, t.Network, t.Address)
	if err != nil {
		return nil, err
	}
	stamps := &stampedConn{Conn: raw, start: time.Now()}
	var conn net.Conn = stamps
	if t.TLS != nil {
		secure := tls.Client(stamps, t.TLS)
		if err := secure.HandshakeContext(ctx); err != nil {
			raw.Close()
			return nil, err
		}
		conn = secure
	}
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true) // what it is given has been encrypted already, if it has to be
	transport := &http.Transport{
		Protocols: &protocols, DisableCompression: true, MaxResponseHeaderBytes: maxHead,
		DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil },
	}
	client, err := transport.NewClientConn(ctx, "http", "target:80")
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &HTTP2{client, stamps}, nil
}

// Exchange sends a request and reads the whole answer into r.
func (c *HTTP2) Exchange(request *http.Request, r *Reply) error {
	answer, err := c.RoundTrip(request)
	if err != nil {
		return http2Error(err)
	}
	defer answer.Body.Close()
	r.Status = answer.StatusCode
	for name, values := range answer.Header {
		for _, value := range values {
			r.Header = append(r.Header, Field{name, value})
		}
	}
	sorting.Stable(r.Header, func(a, b Field) int { return cmp.Compare(a.Name, b.Name) })
	var kept bytes.Buffer
	n, err := io.CopyN(&kept, answer.Body, maxKept)
	if err == nil {
		var more int64
		more, err = io.CopyN(io.Discard, answer.Body, maxBody+1-n)
		n += more
	}
	// The bytes that end the answer came with what was read last, or before that.
	r.Done = c.stamps.start.Add(time.Duration(c.stamps.last.Load()))
	r.Body, r.Length = kept.Bytes(), n
	switch {
	case err == nil:
		return errEndless
	case err != io.EOF:
		return http2Error(err)
	}
	return nil
}

// errReset means that the server gave up the request and not the connection.
var errReset = errors.New("the server reset the request")

// ErrUnprocessed means that the server has not begun with a request, which may be sent again over another
// connection.
var ErrUnprocessed = fmt.Errorf("%w before it took the request", ErrClosed)

// http2Error says what an error of a connection of HTTP/2 means. The package net/http has no types for
// them that others could name.
func http2Error(err error) error {
	text := err.Error()
	has := func(part string) bool { return strings.Contains(text, part) }
	switch {
	case has("response header list larger"), has("response headers exceeded"):
		return fmt.Errorf("%w: %w", errLongHead, err)
	case has("client conn not usable"), has("client conn could not be established"), has("graceful shutdown GOAWAY"), has("REFUSED_STREAM"):
		return fmt.Errorf("%w: %w", ErrUnprocessed, err)
	case has("GOAWAY"), has("client connection force closed"):
		return fmt.Errorf("%w: %w", ErrClosed, err)
	case has("received from peer"):
		return fmt.Errorf("%w: %w", errReset, err)
	case has("stream error: "), has("connection error: "), has("frame too large"), has("malformed"), has("http2: invalid"):
		return fmt.Errorf("%w: %w", errMalformed, err)
	}
	return err
}

// NewHTTP2Request makes the request of its bytes in HTTP/1.1.
func NewHTTP2Request(t Target, request []byte) (*http.Request, error) {
	head, body, _ := bytes.Cut(request, []byte("\r\n\r\n"))
	lines := textproto.NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(head), strings.NewReader("\r\n\r\n"))))
	first, err := lines.ReadLine()
	if err != nil {
		return nil, err
	}
	header, err := lines.ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	method, first, _ := strings.Cut(first, " ")
	path, _, _ := strings.Cut(first, " HTTP/1.1")
	path, query, asks := strings.Cut(path, "?")
	r := &http.Request{
		Method: method, Header: http.Header(header), Host: header.Get("Host"), Body: http.NoBody,
		URL: &url.URL{Scheme: "http", Host: t.Host, Opaque: path, RawQuery: query, ForceQuery: asks},
	}
	if t.TLS != nil {
		r.URL.Scheme = "https"
	}
	if strings.HasPrefix(path, "//") {
		r.URL.Opaque = "//" + r.Host + path // else it would be taken for a host
	}
	if len(body) > 0 {
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	// These are of the connection, and HTTP/2 has none of them: RFC 9113 section 8.2.2.
	for _, name := range []string{"Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade"} {
		header.Del(name)
	}
	return r, nil
}

// multiplexes reports whether the target answers several requests at once over one connection of HTTP/2.
func multiplexes(ctx context.Context, t Target, request []byte) bool {
	conn, err := OpenHTTP2(ctx, t)
	if err != nil {
		return false
	}
	defer conn.Close()
	var wait sync.WaitGroup
	var answers atomic.Int32
	const count = 3
	for range count {
		one, err := NewHTTP2Request(t, request)
		if err != nil {
			return false
		}
		wait.Go(func() {
			if conn.Exchange(one.WithContext(ctx), &Reply{}) == nil {
				answers.Add(1)
			}
		})
	}
	wait.Wait()
	return answers.Load() == count
}
