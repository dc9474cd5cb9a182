package stream

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/snagtest"
	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// TestHTTP2Stall compares stalls seen over HTTP/2 with the server's own clock.
func TestHTTP2Stall(t *testing.T) {
	snagtest.Long(t)
	for _, secure := range []bool{false, true} {
		target := wiretest.NodeHTTP2(t, "0", secure)
		for _, spin := range []int{20, 50, 200} {
			snagtest.InThree(t, func() error {
				errors := stallErrors(t, target, spin, 8, func(p Plan) (Observation, error) { return Run(t.Context(), p) })
				median := errors[len(errors)/2]
				t.Logf("TLS %t: %d ms: off by %.2f%% in the median, %.2f%% in nine of ten", secure, spin, 100*median, 100*errors[len(errors)*9/10])
				if spin >= 50 && median > 0.25 {
					return fmt.Errorf("a stall of %d ms is off by %.0f%%", spin, 100*median)
				}
				return nil
			})
		}
	}
}

// TestHTTP2StreamLimit stalls a server for longer than it takes to send as many canaries as it allows at
// once: the others wait, and count from when they were meant.
func TestHTTP2StreamLimit(t *testing.T) {
	snagtest.Long(t)
	for _, limit := range []string{"10", "100", "250", ""} {
		t.Setenv("STREAMS", limit)
		target := wiretest.NodeHTTP2(t, "0", false)
		snagtest.InThree(t, func() error {
			const spin = 600 * time.Millisecond
			p := Plan{Target: target, Canary: wiretest.GetRequest(target, "/health"), Interval: 2 * time.Millisecond, Pipelined: true,
				Lead: 300 * time.Millisecond, Limit: 10 * time.Second, Shots: [][]byte{wiretest.GetRequest(target, "/spin?n=600")}}
			o, err := Run(t.Context(), p)
			if err != nil {
				return err
			}
			stream := stall.Stream{Samples: o.Samples, Interval: p.Interval, Base: 300 * time.Microsecond}
			shot := o.Shots[0]
			during := stream.During(shot.Sent, shot.Done)
			var meanwhile []stall.Sample
			for _, s := range o.Samples {
				if s.Lost {
					return fmt.Errorf("limit %q: lost %+v", limit, s)
				}
				if s.Intended >= shot.Sent && s.Intended < shot.Done {
					meanwhile = append(meanwhile, s)
				}
			}
			// They are spread evenly over the stall, so they wait for half of it in the median.
			median := stall.Responses(meanwhile).P50
			late := stall.Lags(meanwhile).P50
			t.Logf("limit %q: stall %s, %d stalls, of %d meanwhile the median %s, p99 %s, max %s, snag late by %s", limit, during.Length, len(stream.Stalls(50*time.Millisecond)), len(meanwhile),
				median, stall.Responses(meanwhile).P99, stall.Responses(meanwhile).Max, late)
			if off := (during.Length - spin).Abs(); off > spin/5 {
				return fmt.Errorf("limit %q: a stall of %s, want %s", limit, during.Length, spin)
			}
			if off := (median - spin/2).Abs(); off > spin/5 || len(meanwhile) < 200 || late > spin/5 {
				return fmt.Errorf("limit %q: %d canaries waited %s in the median, want 300 and %s; snag was late by %s", limit, len(meanwhile), median, spin/2, late)
			}
			return nil
		})
	}
}

// TestHTTP2Connections says what became of requests when something happens to their connection.
func TestHTTP2Connections(t *testing.T) {
	const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	for _, test := range []struct {
		name, answer string
		want         wire.Outcome
	}{
		{"it closes", settings, wire.Closed},
		{"GOAWAY that refuses the request", settings + "\x00\x00\x08\x07\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00", wire.Closed},
		{"GOAWAY by an error", settings + "\x00\x00\x08\x07\x00\x00\x00\x00\x00" + "\x00\x00\x00\x01\x00\x00\x00\x02", wire.Closed},
		{"RST_STREAM", settings + "\x00\x00\x04\x03\x00\x00\x00\x00\x01" + "\x00\x00\x00\x02", wire.Reset},
		{"REFUSED_STREAM", settings + "\x00\x00\x04\x03\x00\x00\x00\x00\x01" + "\x00\x00\x00\x07", wire.Closed},
		{"HTTP/1.1", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", wire.Malformed},
		{"data without a head", settings + "\x00\x00\x01\x00\x01\x00\x00\x00\x01x", wire.Malformed},
		{"a head that cannot be read", settings + "\x00\x00\x02\x01\x05\x00\x00\x00\x01\xff\xff", wire.Malformed},
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				go func() {
					defer conn.Close()
					conn.SetDeadline(time.Now().Add(5 * time.Second))
					// The request comes behind the preface, and has the only frame of headers.
					for seen := []byte{}; !bytes.Contains(seen, []byte("\x01\x05\x00\x00\x00\x01")); {
						b := make([]byte, 4096)
						n, err := conn.Read(b)
						if err != nil {
							return
						}
						seen = append(seen, b[:n]...)
					}
					io.WriteString(conn, test.answer)
					conn.(*net.TCPConn).CloseWrite()
					io.Copy(io.Discard, conn)
				}()
			}
		}()
		address := listener.Addr().String()
		target := wire.Target{Network: "tcp", Address: address, Host: address, HTTP2: true}
		client := wire.NewClient(target)
		defer client.Close()
		r := client.Do(t.Context(), wiretest.GetRequest(target, "/"), 5*time.Second)
		if r.Outcome != test.want {
			t.Errorf("%s: got %s (%s), want %s", test.name, r.Outcome, r.Error, test.want)
		}
		o, err := Run(t.Context(), Plan{Target: target, Canary: wiretest.GetRequest(target, "/"), Interval: 5 * time.Millisecond, Pipelined: true, Duration: 50 * time.Millisecond, Limit: 5 * time.Second})
		if err != ErrNoStream || len(o.Failures) == 0 {
			t.Errorf("%s: the stream: %v %v", test.name, err, o.Failures)
		}
	}
}

// TestHTTP2ShortConnections watches servers that end a connection after a few requests, or one: none is
// lost.
func TestHTTP2ShortConnections(t *testing.T) {
	for name, configure := range map[string]func(*http.Server){
		"one request": func(s *http.Server) { s.SetKeepAlivesEnabled(false) },
		"idle":        func(s *http.Server) { s.IdleTimeout = 5 * time.Millisecond },
	} {
		target := wiretest.GoHTTP2(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }, configure)
		for _, pipelined := range []bool{true, false} {
			o, err := Run(t.Context(), Plan{Target: target, Canary: wiretest.GetRequest(target, "/"), Interval: 6 * time.Millisecond, Pipelined: pipelined, Duration: 300 * time.Millisecond})
			if err != nil || len(o.Failures) > 0 || o.Statuses[200] < 10 {
				t.Errorf("%s, pipelined %t: %v, failures %v, answers %v", name, pipelined, err, o.Failures, o.Statuses)
			}
		}
		client := wire.NewClient(target)
		defer client.Close()
		for range 5 {
			if r := client.Do(t.Context(), wiretest.GetRequest(target, "/"), 5*time.Second); r.Outcome != wire.Answered {
				t.Errorf("%s: %s %s", name, r.Outcome, r.Error)
			}
			time.Sleep(6 * time.Millisecond)
		}
	}
}

// TestHTTP2LanesInTurn spreads a stream over as many connections as it is told to.
func TestHTTP2LanesInTurn(t *testing.T) {
	target := wiretest.GoHTTP2(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }, nil)
	o, err := Run(t.Context(), Plan{Target: target, Canary: wiretest.GetRequest(target, "/"), Interval: time.Millisecond, Pipelined: true, Lanes: 3, Duration: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var lanes []int
	for _, s := range o.Samples {
		lanes = append(lanes, s.Lane)
	}
	slices.Sort(lanes)
	if got := slices.Compact(lanes); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("lanes %v, want three", got)
	}
}
