package wire_test

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"snag/probe/wire"
)

// FuzzHTTP2 lets a server answer the preface of HTTP/2 with any bytes, and checks that the request has an
// outcome and that nothing comes of it that is not in those bytes.
func FuzzHTTP2(f *testing.F) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { listener.Close() })
	answers := make(chan []byte)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				io.ReadFull(conn, make([]byte, 24)) // the preface
				conn.Write(<-answers)
				conn.(*net.TCPConn).CloseWrite()
				conn.SetReadDeadline(time.Now().Add(time.Second))
				io.Copy(io.Discard, conn) // what it is not told is not of interest
			}()
		}
	}()
	const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	f.Add([]byte(settings))
	f.Add([]byte(settings + "\x00\x00\x01\x01\x05\x00\x00\x00\x01\x88"))                                       // 200
	f.Add([]byte(settings + "\x00\x00\x01\x01\x04\x00\x00\x00\x01\x88\x00\x00\x02\x00\x01\x00\x00\x00\x01hi")) // 200 and a body
	f.Add([]byte(settings + "\x00\x00\x04\x03\x00\x00\x00\x00\x01\x00\x00\x00\x07"))                           // RST_STREAM
	f.Add([]byte(settings + "\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))           // GOAWAY
	f.Add([]byte("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"))
	target := wire.Target{Network: "tcp", Address: listener.Addr().String(), Host: "h", HTTP2: true}
	f.Fuzz(func(t *testing.T, answer []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			select {
			case answers <- answer:
			case <-ctx.Done():
			}
		}()
		client := wire.NewClient(target)
		defer client.Close()
		reply := client.Do(ctx, wire.Request{Method: "GET", Path: "/"}.Bytes(target), 5*time.Second)
		cancel()
		<-sent
		if reply.Outcome == wire.Answered && (reply.Status < 100 || reply.Status > 999) {
			t.Errorf("%q: status %d", answer, reply.Status)
		}
	})
}
