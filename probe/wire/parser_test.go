package wire

import (
	"fmt"
	"slices"
	"testing"
)

// TestParser reads answers cut into pieces of every size.
func TestParser(t *testing.T) {
	stream := "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc" +
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhi\r\n1\r\n!\r\n0\r\nTrailer: x\r\n\r\n" +
		"HTTP/1.1 204 None\r\n\r\n" + "HTTP/1.0 200 OK\nContent-Length: 1\n\nz"
	want := []string{"200 abc", "404 hi!", "204 ", "200 z"}
	for size := 1; size <= len(stream); size++ {
		var p Parser
		var got []string
		for at := 0; at < len(stream); at += size {
			for b := []byte(stream[at:min(at+size, len(stream))]); len(b) > 0; {
				taken, done, err := p.Feed(b)
				if err != nil {
					t.Fatal(err)
				}
				b = b[taken:]
				if done {
					got = append(got, fmt.Sprintf("%d %s", p.Status, p.body))
					p.Reset()
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("in pieces of %d: got %q, want %q", size, got, want)
		}
	}
}

func FuzzParser(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"))
	f.Add([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var p Parser
		for len(b) > 0 {
			taken, done, err := p.Feed(b)
			if taken > len(b) || taken == 0 && !done && err == nil {
				t.Fatalf("took %d of %d", taken, len(b))
			}
			if err != nil {
				return
			}
			b = b[taken:]
			if done {
				p.Reset()
			}
		}
	})
}
