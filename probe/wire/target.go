// Package wire speaks HTTP/1.1 and HTTP/2 with one server and notes when what was sent and what arrived.
// It has no opinion on what it sees.
package wire

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// Field is a header field.
type Field struct{ Name, Value string }

// Target is where requests go.
type Target struct {
	Network string      // "tcp" or "unix"
	Address string      // host and port, or the path of a socket
	Host    string      // what the Host header says
	TLS     *tls.Config // nil for plain text
	// HTTP2 tells to speak HTTP/2 rather than HTTP/1.1, without TLS with prior knowledge.
	HTTP2 bool
}

// NewTarget returns the target of a URL. A path of a Unix socket, if any, replaces its address;
// insecure accepts any certificate.
func NewTarget(u *url.URL, socket string, insecure bool) (Target, error) {
	t := Target{Network: "tcp", Host: u.Host}
	port := u.Port()
	switch u.Scheme {
	case "http":
		if port == "" {
			port = "80"
		}
	case "https":
		if port == "" {
			port = "443"
		}
		// HTTP/2 has no order to go by, and arrivals are known less exactly, so it is not offered.
		t.TLS = &tls.Config{ServerName: u.Hostname(), NextProtos: []string{"http/1.1"}, InsecureSkipVerify: insecure}
	default:
		return t, fmt.Errorf("scheme %q is not http or https", u.Scheme)
	}
	t.Address = net.JoinHostPort(u.Hostname(), port)
	if socket != "" {
		t.Network, t.Address = "unix", socket
	}
	return t, nil
}

// Dial opens a connection.
func (t Target) Dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	if t.TLS != nil {
		return (&tls.Dialer{NetDialer: &d, Config: t.TLS}).DialContext(ctx, t.Network, t.Address)
	}
	return d.DialContext(ctx, t.Network, t.Address)
}

// Request is one request, to be sent as often as wanted.
type Request struct {
	Method string
	Path   string // with the query
	Header []Field
	Body   []byte
}

// Bytes returns the request as it is sent to the target.
func (r Request) Bytes(t Target) []byte {
	var b strings.Builder
	b.Grow(256 + len(r.Body))
	b.WriteString(r.Method + " " + r.Path + " HTTP/1.1\r\n")
	has := map[string]bool{}
	for _, f := range r.Header {
		has[strings.ToLower(f.Name)] = true
	}
	if !has["host"] {
		b.WriteString("Host: " + t.Host + "\r\n")
	}
	if !has["user-agent"] {
		b.WriteString("User-Agent: snag\r\n")
	}
	if !has["accept"] {
		b.WriteString("Accept: */*\r\n")
	}
	for _, f := range r.Header {
		b.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	if len(r.Body) > 0 || r.Method == "POST" || r.Method == "PUT" || r.Method == "PATCH" {
		b.WriteString("Content-Length: " + strconv.Itoa(len(r.Body)) + "\r\n")
	}
	b.WriteString("\r\n")
	b.Write(r.Body)
	return []byte(b.String())
}
