package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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

// TestParserBounds names what exceeds a bound, and takes what keeps it.
func TestParserBounds(t *testing.T) {
	const start = "HTTP/1.1 200 OK\r\n"
	for _, test := range []struct {
		name, answer string
		want         error
	}{
		{"a long field", start + "X: " + strings.Repeat("x", maxHead/2) + "\r\nContent-Length: 0\r\n\r\n", nil},
		{"one field", start + "X: " + strings.Repeat("x", 2*maxHead), errLongHead},
		{"long fields", start + strings.Repeat("X: "+strings.Repeat("x", 60<<10)+"\r\n", 20), errLongHead},
		{"many fields", start + strings.Repeat("X: x\r\n", maxFields+1), errLongHead},
		{"interim answers", strings.Repeat("HTTP/1.1 103 Early Hints\r\nX: "+strings.Repeat("x", 1<<10)+"\r\n\r\n", 1<<10), errLongHead},
		{"a trailer", start + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + strings.Repeat("X: "+strings.Repeat("x", 60<<10)+"\r\n", 20), errLongHead},
		{"no answer", strings.Repeat("x", maxHead), errMalformed},
		{"another protocol that speaks first", "\x00\x00\x00\x04", errMalformed},
		{"an empty line first", "\r", nil},
		{"the beginning of an answer", "HTT", nil},
		{"two lengths", start + "Content-Length: 5\r\nContent-Length: 7\r\n\r\n", errMalformed},
		{"a length twice", start + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n", nil},
		{"a chunk without size", start + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("0", 2*maxLine), errMalformed},
	} {
		var p Parser
		var err error
		for at, part := 0, 16<<10; at < len(test.answer) && err == nil; at += part {
			for b := []byte(test.answer[at:min(at+part, len(test.answer))]); len(b) > 0 && err == nil; {
				var taken int
				taken, _, err = p.Feed(b)
				b = b[taken:]
			}
		}
		if !errors.Is(err, test.want) || err != nil && test.want == nil {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
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
