package handler

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/snagtest"
)

// nodeServer starts the handlers of known cost and returns their target.
func nodeServer(t *testing.T, args ...string) Target {
	t.Helper()
	snagtest.Needs(t, "node")
	cmd := exec.Command("node", append([]string{"../../testdata/block/server.js"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse("http://127.0.0.1:" + strings.TrimSpace(line[strings.LastIndexByte(line, ' ')+1:]))
	if err != nil {
		t.Fatal(err)
	}
	target, err := NewTarget(u, "", false)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func getRequest(target Target, path string) []byte {
	return Request{Method: "GET", Path: path}.Bytes(target)
}

// stallErrors fires a spin and returns how far the stalls lie from what the server says it took, as
// shares of it.
func stallErrors(t *testing.T, target Target, spin, count int, observe func(Plan) (Observation, error)) []float64 {
	t.Helper()
	p := Plan{Target: target, Canary: getRequest(target, "/health"), Interval: 2 * time.Millisecond, Pipelined: true,
		Lead: 300 * time.Millisecond, Rest: 30 * time.Millisecond, Limit: 10 * time.Second}
	for range count {
		p.Shots = append(p.Shots, getRequest(target, fmt.Sprintf("/spin?n=%d", spin)))
	}
	o, err := observe(p)
	if err != nil {
		t.Fatal(err)
	}
	var trips []float64
	for _, s := range o.Samples {
		if s.Done < p.Lead {
			trips = append(trips, float64(s.Done-s.Sent))
		}
	}
	slices.Sort(trips)
	if len(trips) == 0 {
		return []float64{math.Inf(1)} // not one request was answered before the first shot
	}
	stream := stall.Stream{Samples: o.Samples, Interval: p.Interval, Base: time.Duration(trips[len(trips)/4])}
	var errors []float64
	for _, shot := range o.Shots {
		took, err := strconv.ParseFloat(get(shot.Header, "X-Took-Ms"), 64)
		if err != nil {
			t.Fatalf("%+v: %v", shot, err)
		}
		stall := float64(stream.During(shot.Sent, shot.Done).Length) / 1e6
		errors = append(errors, math.Abs(stall-took)/took)
	}
	slices.Sort(errors)
	return errors
}

// TestStallAgainstTruth compares stalls with the server's own clock. The figures are logged; what is
// asserted holds on a machine that is very busy.
func TestStallAgainstTruth(t *testing.T) {
	snagtest.Long(t)
	target := nodeServer(t)
	count := 12
	if snagtest.IsWhole() {
		count = 100
	}
	for _, engine := range []struct {
		name    string
		observe func(Plan) (Observation, error)
	}{
		{"best", func(p Plan) (Observation, error) { return Stream(t.Context(), p) }},
		{"portable", func(p Plan) (Observation, error) { return observePortably(t.Context(), p) }},
	} {
		for _, spin := range []int{5, 20, 50, 200} {
			snagtest.InThree(t, func() error {
				errors := stallErrors(t, target, spin, count, engine.observe)
				median, p90 := errors[len(errors)/2], errors[len(errors)*9/10]
				t.Logf("%s: %d ms: off by %.2f%% in the median, %.2f%% in nine of ten", engine.name, spin, 100*median, 100*p90)
				if spin >= 50 && median > 0.25 {
					return fmt.Errorf("%s: a stall of %d ms is off by %.0f%%", engine.name, spin, 100*median)
				}
				return nil
			})
		}
	}
}

// TestStallOfOneProcess watches a cluster over several connections, some of which the stalled process
// serves, with both engines.
func TestStallOfOneProcess(t *testing.T) {
	snagtest.Long(t)
	target := nodeServer(t, "0", "2")
	for name, observe := range map[string]func(context.Context, Plan) (Observation, error){"best": Stream, "portable": observePortably} {
		snagtest.InThree(t, func() error {
			p := Plan{Target: target, Canary: getRequest(target, "/health"), Interval: 2 * time.Millisecond, Pipelined: true, Lanes: 6,
				Lead: 300 * time.Millisecond, Shots: [][]byte{getRequest(target, "/spin?n=200")}, Limit: 10 * time.Second}
			o, err := observe(t.Context(), p)
			if err != nil {
				return err
			}
			lanes := map[int]bool{}
			for _, s := range o.Samples {
				lanes[s.Lane] = true
			}
			stall := stall.Stream{Samples: o.Samples, Interval: p.Interval, Base: time.Millisecond}.During(o.Shots[0].Sent, o.Shots[0].Done)
			if len(lanes) != p.Lanes || stall.Length < 150*time.Millisecond || stall.Length > 300*time.Millisecond {
				return fmt.Errorf("%s: a stall of %s over %d connections, want 200 ms over %d", name, stall.Length, len(lanes), p.Lanes)
			}
			return nil
		})
	}
}

func TestCountWorkers(t *testing.T) {
	snagtest.Long(t)
	for _, workers := range []int{1, 3} {
		target := nodeServer(t, "0", strconv.Itoa(workers))
		snagtest.InThree(t, func() error {
			w := CountWorkers(t.Context(), target, getRequest(target, "/spin?n=250"), getRequest(target, "/health"), 250*time.Millisecond, 48, 20)
			if w.Count != workers {
				return fmt.Errorf("%d workers: counted %+v", workers, w)
			}
			return nil
		})
	}
}

// TestStreamOfServersThatMisbehave ends cleanly whatever the suspect does.
func TestStreamOfServersThatMisbehave(t *testing.T) {
	snagtest.Long(t)
	target := nodeServer(t)
	for path, want := range map[string]Outcome{"/hang": TimedOut, "/close": Closed, "/endless": "", "/error?n=99": Answered} {
		p := Plan{Target: target, Canary: getRequest(target, "/health"), Interval: 10 * time.Millisecond, Pipelined: true,
			Shots: [][]byte{getRequest(target, path)}, Limit: time.Second}
		snagtest.InThree(t, func() error {
			o, err := Stream(t.Context(), p)
			if err != nil || len(o.Shots) != 1 || want != "" && o.Shots[0].Outcome != want {
				return fmt.Errorf("%s: %+v, %v, want %s", path, o.Shots, err, want)
			}
			return nil
		})
	}
}

// TestCanaryCost measures the processor time that 500 canaries a second take the server. It is logged,
// with what the same server uses when nobody asks.
func TestCanaryCost(t *testing.T) {
	snagtest.Long(t)
	for _, argv := range [][]string{{"node", "../../testdata/block/server.js"}, {snagtest.Build(t, "testdata/block/gosrv")}} {
		s := startServer(t, argv...)
		cost := func(interval time.Duration) float64 {
			const duration = 3 * time.Second
			before := ReadUsage(s.PIDs)
			if interval == 0 {
				time.Sleep(duration)
			} else if _, err := Stream(t.Context(), Plan{Target: s.Target, Canary: getRequest(s.Target, "/health"), Interval: interval, Pipelined: true, Duration: duration}); err != nil {
				t.Fatal(err)
			}
			total, _, _ := ReadUsage(s.PIDs).Since(before)
			return float64(total) / float64(duration)
		}
		cost(2 * time.Millisecond) // its code is compiled meanwhile
		idle, busy := cost(0), cost(2*time.Millisecond)
		t.Logf("%s: 500 canaries a second take %.1f%% of a processor (idle %.1f%%)", argv[0], 100*(busy-idle), 100*idle)
		if busy-idle > 0.5 {
			t.Errorf("%s: the canary takes half a processor: %.2f", argv[0], busy-idle)
		}
	}
}

func TestInput(t *testing.T) {
	in, err := NewInput(InputConfig{URL: `http://h:1/a?q={{repeat "x " n}}&s={{seq 3}}`, Body: `{{mul n 2}}`, Headers: []string{"X-N: {{n}}"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := in.Request(2, 1)
	if err != nil || r.Method != "POST" || r.Path != "/a?q=x%20x%20&s=1,2,3" || string(r.Body) != "4" || get(r.Header, "x-n") != "2" || !in.Grows() {
		t.Errorf("%+v, %v", r, err)
	}
	if plain, err := NewInput(InputConfig{URL: "http://h/{{salt}}"}); err != nil || plain.Grows() {
		t.Errorf("grows without n: %v", err)
	}
	scaled, err := NewInput(InputConfig{URL: "http://h/", Sample: []byte(` {"a":1} `)})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := scaled.Request(3, 1); err != nil || string(r.Body) != `[{"a":1},{"a":1},{"a":1}]` {
		t.Errorf("%s, %v", r.Body, err)
	}
	for _, bad := range []InputConfig{{URL: "/x"}, {URL: "http://h/{{"}, {URL: "http://h/", Headers: []string{"x"}}} {
		if _, err := NewInput(bad); err == nil {
			t.Errorf("%+v: no error", bad)
		}
	}
	if big, _ := NewInput(InputConfig{URL: "http://h/", Body: `{{repeat "x" n}}`, MaxBytes: 100}); big != nil {
		if _, err := big.Request(1000, 1); err == nil {
			t.Error("a request over the limit is made")
		}
	}
}

// TestParser reads answers cut into pieces of every size.
func TestParser(t *testing.T) {
	stream := "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc" +
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhi\r\n1\r\n!\r\n0\r\nTrailer: x\r\n\r\n" +
		"HTTP/1.1 204 None\r\n\r\n" + "HTTP/1.0 200 OK\nContent-Length: 1\n\nz"
	want := []string{"200 abc", "404 hi!", "204 ", "200 z"}
	for size := 1; size <= len(stream); size++ {
		var p parser
		var got []string
		for at := 0; at < len(stream); at += size {
			for b := []byte(stream[at:min(at+size, len(stream))]); len(b) > 0; {
				taken, done, err := p.feed(b)
				if err != nil {
					t.Fatal(err)
				}
				b = b[taken:]
				if done {
					got = append(got, fmt.Sprintf("%d %s", p.status, p.body))
					p.reset()
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
		var p parser
		for len(b) > 0 {
			taken, done, err := p.feed(b)
			if taken > len(b) || taken == 0 && !done && err == nil {
				t.Fatalf("took %d of %d", taken, len(b))
			}
			if err != nil {
				return
			}
			b = b[taken:]
			if done {
				p.reset()
			}
		}
	})
}
