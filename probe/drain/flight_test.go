package drain

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/snagtest"
	"snag/probe/sockets"
)

// TestRenewed lets requests in flight and an answer in parts end before the signal, as they do when snag itself has
// to wait for a processor, and expects others in their place.
func TestRenewed(t *testing.T) {
	snagtest.Long(t)
	first, second := make(chan bool), make(chan bool)
	var gate atomic.Pointer[chan bool] // at which requests wait that come now
	gate.Store(&first)
	var tried atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" && tried.CompareAndSwap(false, true) {
			time.Sleep(shortestSlow + 50*time.Millisecond) // by which the time of the others is known
		} else if r.URL.Path != "/" {
			w.(http.Flusher).Flush()
			<-*gate.Load()
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	l, err := Open(t.Context(), Config{Address: address, Protocol: shutdown.HTTP, SlowPath: "/slow", Without: []shutdown.Kind{shutdown.Silent, shutdown.Idle, shutdown.Active},
		With: []StreamConfig{{shutdown.Chunked, "/parts"}}})
	if err != nil {
		t.Fatal(err)
	}
	gate.Store(&second)
	close(first)
	for l.underway() && !l.lapsed(l.streams[0]) {
		time.Sleep(time.Millisecond)
	}
	l.plan.landing.Wait()
	l.renew()
	l.Signalled(time.Now())
	close(second)
	l.Ended(10 * time.Second)
	l.Stop()
	var tl shutdown.Timeline
	l.Fill(&tl)
	if tl.InFlight.Started() != 4 || tl.InFlight.Count(shutdown.Completed) != 4 {
		t.Errorf("in flight %+v, want 4 of 4 completed", tl.InFlight)
	}
	if s := tl.Streams[0]; s.Outcome != shutdown.Finished {
		t.Errorf("the answer in parts: %q %q, want %q", s.Outcome, s.Reason, shutdown.Finished)
	}
}

// TestUnreadStreams begins streams at a server that reads nothing of them, and expects it to be known: an HTTP server
// that is told to end closes such connections as idle.
func TestUnreadStreams(t *testing.T) {
	snagtest.Linux(t)
	for _, kind := range []shutdown.StreamKind{shutdown.Pipelined, shutdown.Upload} {
		if kind == shutdown.Upload && !snagtest.IsLong() {
			continue // which tries a whole body first
		}
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		if kind == shutdown.Upload {
			go func() {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				defer conn.Close()
				if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
					io.Copy(io.Discard, r.Body)
					io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
				}
			}()
		}
		l := &Load{config: Config{Address: listener.Addr().String(), Path: "/"}, signalled: make(chan struct{}), wires: map[*wire]bool{},
			requests: []*flight{{method: "POST"}}, inflight: shutdown.InFlight{Via: heldBody}}
		l.ctx, l.cancel = context.WithCancel(t.Context())
		s := &stream{StreamConfig: StreamConfig{Kind: kind, Path: "/"}}
		l.begin(s)
		if s.reason != "" || !sockets.Unread(listener.Addr().(*net.TCPAddr).Port, l.ports) {
			t.Errorf("%s: reason %q, nothing unread from %v, want what was sent", kind, s.reason, l.ports)
		}
		l.Stop()
	}
}

// TestLapsed tells which streams are begun again before the signal.
func TestLapsed(t *testing.T) {
	for reason, want := range map[string]bool{
		"": false, tooEarly: true, tooEarly + " (fin)": false, "no answer: timeout": true, "could not connect: timeout": true,
		"could not connect: refused": false, "the answer is 404": false,
	} {
		if got := new(Load).lapsed(&stream{reason: reason}); got != want {
			t.Errorf("%q: %v, want %v", reason, got, want)
		}
	}
}
