package handler

import (
	"context"
	"crypto/tls"
	"io"
	"time"
)

// SpeaksHTTP2 tells whether the target answers HTTP/2, whatever it makes of HTTP/1.1: by the protocol
// that it chooses under TLS, or by its answer to the preface of RFC 9113 section 3.4.
func SpeaksHTTP2(ctx context.Context, t Target) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if t.TLS != nil {
		t.TLS = t.TLS.Clone()
		t.TLS.NextProtos = []string{"h2"}
	}
	conn, err := t.dial(ctx)
	if err != nil {
		return false
	}
	defer conn.Close()
	if secure, ok := conn.(*tls.Conn); ok {
		return secure.ConnectionState().NegotiatedProtocol == "h2"
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	const settings = 4 // the type of a frame
	if _, err := conn.Write([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00")); err != nil {
		return false
	}
	var head [9]byte
	_, err = io.ReadFull(conn, head[:])
	return err == nil && head[3] == settings
}
