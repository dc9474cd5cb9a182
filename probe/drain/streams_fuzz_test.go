package drain

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"testing"
	"time"
)

// FuzzWebSocket checks that no frames make the reader panic or return a code that is none.
func FuzzWebSocket(f *testing.F) {
	for _, seed := range []string{"\x88\x02\x03\xe9", "\x89\x00\x88\x00", "\x82\x7e\x00\x05hello\x88\x00", "\x82\x7f\xff\xff\xff\xff\xff\xff\xff\xff", "\x81\x85\x00\x00\x00\x00hello"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, frames []byte) {
		code, err := listenWebSocket(io.Discard, bufio.NewReader(bytes.NewReader(frames)))
		if err == nil && (code < 0 || code > 65535) || err != nil && code != 0 {
			t.Errorf("%q: code %d, %v", frames, code, err)
		}
	})
}

// FuzzFrames lets a server answer the preface of HTTP/2 with anything: the connection ends, and so does the
// stream on it.
func FuzzFrames(f *testing.F) {
	const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	for _, seed := range []string{
		"", "HTTP/1.1 400 Bad Request\r\n\r\n", settings, settings + "\x00\x00\x01\x01\x05\x00\x00\x00\x01\x88",
		settings + "\x00\x00\x08\x07\x00\x00\x00\x00\x00\x7f\xff\xff\xff\x00\x00\x00\x00", settings + "\x00\x00\x00\x01\x0d\x00\x00\x00\x01",
		settings + "\x00\x00\x04\x03\x00\x00\x00\x00\x01\x00\x00\x00\x07", settings + "\xff\xff\xff\x00\x00\x00\x00\x00\x01",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		go func() {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go io.Copy(io.Discard, conn)
			conn.Write(answer)
			time.Sleep(time.Millisecond)
			conn.Close()
		}()
		config := Config{Address: listener.Addr().String()}
		config.defaults()
		m, err := openMultiplex(context.Background(), &config, time.Second)
		if err != nil {
			return
		}
		defer m.w.Close()
		x, err := healthCheck().begin(m)
		<-m.done
		if err == nil {
			<-x.ended
		}
	})
}
