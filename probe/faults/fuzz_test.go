package faults

import (
	"io"
	"net"
	"testing"
	"time"

	"snag/analyze/retry/experiment"
)

// FuzzServer sends a server that fails any bytes, and checks that the connection ends and that what was
// recorded is no more than was sent.
func FuzzServer(f *testing.F) {
	f.Add([]byte("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), uint16(0))
	f.Add([]byte("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc"), uint16(1))
	f.Add([]byte("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nabc"), uint16(2))
	f.Add([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"), uint16(3))
	f.Add([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x03\x01\x05\x00\x00\x00\x01\x83\x86\x84"), uint16(7))
	names := []string{"503", "503+2s", "truncate", "reset-after-headers", "reset-after-request", "stale", "silence",
		"rst-cancel", "goaway-excluded", "goaway-included", "no-settings", "grpc-unavailable+2s", "200", "close-after-handshake", "silence-after-handshake"}
	var script []experiment.Fault
	for _, name := range names {
		fault, err := experiment.ParseFault(name)
		if err != nil {
			f.Fatal(err)
		}
		script = append(script, fault)
	}
	handshakes := append(Handshakes(), Auto, None)
	for i, c := range conversations {
		text := ""
		for _, turn := range c.turns {
			text += turn[0]
		}
		f.Add([]byte(text+c.command), uint16(len(script)*(2*i+1)+4))
		f.Add([]byte(text), uint16(len(script)*(2*i+2)-2))
	}
	f.Fuzz(func(t *testing.T, text []byte, kind uint16) {
		s, err := Listen(Config{Script: []experiment.Fault{script[int(kind)%len(script)]}, TCP: int(kind)/len(script)%2 == 1, Handshake: handshakes[int(kind)/len(script)/2%len(handshakes)]})
		if err != nil {
			t.Skip(err)
		}
		defer s.Close()
		conn, err := net.Dial("tcp", s.Address())
		if err != nil {
			t.Skip(err)
		}
		defer conn.Close()
		conn.Write(text)
		conn.(*net.TCPConn).CloseWrite()
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.Copy(io.Discard, conn); err != nil {
			if failed, ok := err.(net.Error); ok && failed.Timeout() {
				t.Errorf("%q: the connection stays open", text)
			}
		}
		for _, a := range s.Attempts() {
			if a.BodyLength > int64(len(text)) || a.End < a.Start {
				t.Errorf("%q: %+v", text, a)
			}
		}
	})
}
