package drain

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"snag/analyze/judge"
	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/snagtest"
	"snag/probe/sockets"
)

// TestTimesAreTrue compares what is measured with what a fixture logs of itself: when its listener
// was closed and when it ended. The limits leave room for a busy machine; SNAG_REPEATS prints the
// errors of as many runs.
func TestTimesAreTrue(t *testing.T) {
	snagtest.Long(t)
	snagtest.Linux(t)
	snagtest.Needs(t, "cc")
	logger := filepath.Join(t.TempDir(), "selflog")
	if out, err := exec.Command("cc", "-O1", "-o", logger, "../../testdata/shutdown/selflog.c").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	repeats := snagtest.Number(t, "SNAG_REPEATS", 3)
	var closing, ending []float64
	for range repeats {
		f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
		log := filepath.Join(f.dir, "log")
		o := Options{Command: process.Command{Argv: []string{logger, f.number(), log}}, Grace: 10 * time.Second, Protocol: shutdown.TCP}
		s, err := take(o)
		if err != nil {
			t.Fatal(err)
		}
		o.defaults()
		c := &check{Options: o, subject: s, number: process.SignalNumber("SIGTERM")}
		tl, err := c.run(t.Context())
		s.close()
		if err != nil {
			t.Fatal(err)
		}
		if tl.Exit.Kind != shutdown.Exited || tl.Exit.Code != 7 || tl.Listener.Closed == nil {
			t.Fatalf("end %v, listener %+v", tl.Exit, tl.Listener)
		}
		times, err := os.ReadFile(log)
		if err != nil || len(times) != 16 {
			t.Fatal(err, len(times))
		}
		truth := func(i int) float64 {
			nanos := int64(binary.NativeEndian.Uint64(times[8*i:]))
			// Both are of the wall clock; the origin's monotonic reading must not count.
			return float64(time.Unix(0, nanos).Sub(c.origin.Round(0)).Microseconds()) / 1000
		}
		closing = append(closing, float64(*tl.Listener.Closed)-truth(0))
		ending = append(ending, float64(*tl.Exit.At)-truth(1))
	}
	for name, c := range map[string]struct {
		errors []float64
		within float64
	}{"listener closed": {closing, 5}, "exit": {ending, 2}} {
		slices.SortFunc(c.errors, func(a, b float64) int { return int(math.Copysign(1, math.Abs(a)-math.Abs(b))) })
		good := 0
		for _, e := range c.errors {
			if math.Abs(e) <= c.within {
				good++
			}
		}
		median := c.errors[len(c.errors)/2]
		t.Logf("%s: %d of %d within %v ms, median error %.2f ms, largest %.2f ms", name, good, len(c.errors), c.within, median, c.errors[len(c.errors)-1])
		if c.errors[0] < -1 || math.Abs(c.errors[0]) > c.within {
			t.Errorf("%s: even the best error is %.2f ms, want at most %v", name, c.errors[0], c.within)
		}
	}
}

// TestEndsWithinGrace shows that a process that does not end is killed, and not before the grace period
// is over.
func TestEndsWithinGrace(t *testing.T) {
	snagtest.Linux(t)
	f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
	o := Options{Command: process.Command{Argv: f.golang("swallow")}, Grace: time.Second}
	tl, err := Check(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !tl.Exit.KilledByUs || tl.Exit.At == nil || *tl.Exit.At < shutdown.Of(o.Grace) {
		t.Errorf("end %v after a grace period of %s", tl.Exit, o.Grace)
	}
	if err := nothingLeft(f.port); err != nil {
		t.Error(err)
	}
}

// TestEndsWithTheProcess shows that a check without requests does not wait for the grace period, which
// is longer than tests may take.
func TestEndsWithTheProcess(t *testing.T) {
	snagtest.Linux(t)
	f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
	for _, protocol := range []shutdown.Protocol{shutdown.TCP, NoListener} {
		o := Options{Command: process.Command{Argv: f.golang("none")}, Grace: time.Hour, Protocol: protocol}
		tl, err := Check(t.Context(), o)
		if err != nil || tl.Exit.Signal != "SIGTERM" {
			t.Errorf("%s: end %v, %v", protocol, tl.Exit, err)
		}
	}
}

// TestInterrupted shows that a cancelled check ends long before the grace period, says so, and leaves
// nothing.
func TestInterrupted(t *testing.T) {
	snagtest.Linux(t)
	for _, c := range []struct {
		name  string
		after time.Duration // 0 cancels before the signal
		pid1  bool
	}{{"before the signal", 0, false}, {"while draining", 300 * time.Millisecond, false}, {"in a namespace", 300 * time.Millisecond, true}} {
		f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
		// A wrapper whose child ignores the signal, so that there is a tree to leave behind.
		argv := []string{"sh", "-c", f.shell(f.golang("swallow")) + " & wait"}
		o := Options{Command: process.Command{Argv: argv, AsPID1: c.pid1}, Grace: time.Hour}
		ctx, cancel := context.WithCancel(t.Context())
		var cancelled atomic.Bool
		o.Progress = func(what string) {
			if strings.HasPrefix(what, "putting") && c.after == 0 || strings.HasPrefix(what, "sending") && c.after > 0 {
				time.AfterFunc(c.after, func() {
					cancelled.Store(true)
					cancel()
				})
			}
		}
		tl, err := Check(ctx, o)
		if errors.Is(err, process.ErrNamespace) {
			t.Logf("SKIPPED: %s: %v", c.name, err)
			cancel()
			continue
		}
		switch {
		case !cancelled.Load():
			t.Errorf("%s: the check ended by itself: %v", c.name, err)
		case c.after == 0 && !errors.Is(err, context.Canceled):
			t.Errorf("%s: %v", c.name, err)
		case c.after > 0 && (err != nil || !tl.Partial || shutdown.Judge(tl).Verdict != shutdown.Unknown):
			t.Errorf("%s: %v, partial %v", c.name, err, tl.Partial)
		}
		if err := nothingLeft(f.port); err != nil {
			t.Error(err)
		}
		cancel()
	}
}

// TestAttach checks a process that somebody else started: its status comes from the kernel, and
// what is not in its tree is left alone.
func TestAttach(t *testing.T) {
	snagtest.Linux(t)
	for _, c := range []struct {
		way  string
		want shutdown.Exit
	}{
		{"bug", shutdown.Exit{Kind: shutdown.Exited}},
		{"impatient", shutdown.Exit{Kind: shutdown.Exited, Code: 1}},
		{"none", shutdown.Exit{Kind: shutdown.Signaled, Signal: "SIGTERM"}},
	} {
		if c.way != "none" && !snagtest.IsLong() {
			continue
		}
		f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
		g := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
		// The shell is the parent, and has another child that must not be touched.
		parent := exec.Command("sh", "-c", f.shell(f.golang(c.way))+" & "+f.shell(g.golang("none"))+" & wait; wait")
		if err := parent.Start(); err != nil {
			t.Fatal(err)
		}
		pid, bystander := listenerPID(t, parent.Process.Pid, f.port), listenerPID(t, parent.Process.Pid, g.port)
		tl, err := Check(t.Context(), Options{PID: pid, Grace: 8 * time.Second})
		if err != nil {
			t.Fatalf("%s: %v", c.way, err)
		}
		got := tl.Exit
		if got.At == nil {
			t.Errorf("%s: no time of the end: %v", c.way, got)
		}
		if got.Kind == shutdown.UnknownExit {
			t.Logf("%s: %s", c.way, got.Reason)
			if got.Reason == "" {
				t.Errorf("%s: unknown without a reason", c.way)
			}
		} else if got.Kind != c.want.Kind || got.Code != c.want.Code || got.Signal != c.want.Signal || got.KilledByUs {
			t.Errorf("%s: end %v, want %v", c.way, got, c.want)
		}
		if info, err := process.Read(bystander); err != nil || info.Zombie() {
			t.Errorf("%s: the process beside it is gone: %v", c.way, err)
		}
		if handle, err := process.Open(process.ID{PID: bystander}); err == nil {
			handle.Signal(process.SignalNumber("SIGKILL"))
			handle.Close()
		}
		parent.Wait()
	}
}

// listenerPID waits until a process below pid listens on the port, and returns it.
func listenerPID(t *testing.T, pid, port int) int {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		tree, err := process.Tree(process.ID{PID: pid})
		if err != nil {
			continue
		}
		listeners, _ := sockets.Listeners(tree)
		for _, l := range listeners {
			if l.Port == port {
				return l.PID
			}
		}
	}
	t.Fatalf("nobody below %d listens on %d", pid, port)
	return 0
}

// TestAccounting lets a server do something else to every request, and expects each to be
// explained.
func TestAccounting(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	endings := []struct {
		name string
		do   func(*net.TCPConn)
		want shutdown.Outcome
		how  string
	}{
		{"full", func(c *net.TCPConn) { c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) }, shutdown.Completed, ""},
		{"interim first", func(c *net.TCPConn) {
			c.Write([]byte("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
		}, shutdown.Completed, ""},
		{"half a body", func(c *net.TCPConn) { c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok")) }, shutdown.Truncated, "fin"},
		{"half a chunk", func(c *net.TCPConn) {
			c.Write([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"))
		}, shutdown.Truncated, "fin"},
		{"half a head", func(c *net.TCPConn) { c.Write([]byte("HTTP/1.1 200 OK\r\nContent-")) }, shutdown.Truncated, "malformed"},
		{"until the end", func(c *net.TCPConn) { c.Write([]byte("HTTP/1.0 200 OK\r\n\r\nall there is")) }, shutdown.Completed, ""},
		{"unavailable", func(c *net.TCPConn) {
			c.Write([]byte("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"))
		}, shutdown.ServerError, ""},
		{"nothing", func(c *net.TCPConn) {}, shutdown.Dropped, "fin"},
		{"reset", func(c *net.TCPConn) { c.SetLinger(0) }, shutdown.Dropped, "reset"},
	}
	config := Config{Address: listener.Addr().String(), Protocol: shutdown.HTTP, Hold: 50 * time.Millisecond}
	config.defaults()
	l := &Load{config: config, signalled: make(chan struct{}), settled: make(chan struct{}), wires: map[*wire]bool{}}
	l.ctx, l.cancel = context.WithCancel(t.Context())
	begin, rest := held(config, "POST")
	for _, e := range endings {
		f := &flight{method: "POST", path: "/", baseline: 200, sent: time.Now()}
		l.requests = append(l.requests, f)
		w, err := l.connect(config.open)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(begin))
		conn, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		l.flows.Go(func() { l.land(f, w, rest) })
		l.flows.Go(func() {
			defer conn.Close()
			// Reads everything, so that closing is no reset by itself.
			whole := make([]byte, len(begin)+len(rest))
			for n := 0; n < len(whole); {
				m, err := conn.Read(whole[n:])
				if err != nil {
					return
				}
				n += m
			}
			e.do(conn.(*net.TCPConn))
		})
	}
	time.Sleep(20 * time.Millisecond)
	l.Signalled(time.Now())
	l.flows.Wait()
	l.Stop()
	l.inflight.Via = heldBody
	var tl shutdown.Timeline
	l.Fill(&tl)
	for i, e := range endings {
		r := tl.InFlight.Requests[i]
		if r.Outcome != e.want || r.How != e.how || r.Ended == nil || *r.Ended < 40 {
			t.Errorf("%s: %+v, want %s %s", e.name, r, e.want, e.how)
		}
	}
	if tl.InFlight.Started() != len(endings) || tl.InFlight.Count(shutdown.Pending) != 0 {
		t.Errorf("%d started, %d unexplained", tl.InFlight.Started(), tl.InFlight.Count(shutdown.Pending))
	}
}

// TestCrashes starts fixtures wrongly, with and without manners.
func TestCrashes(t *testing.T) {
	snagtest.Long(t)
	snagtest.Linux(t)
	snagtest.Needs(t, "node")
	for _, c := range []struct {
		way   string
		rules []string
	}{
		{"close", nil},
		{"silent-crash", []string{shutdown.RuleCrashStatus, shutdown.RuleCrashSilent}},
	} {
		f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
		config := f.write("app.json", "{}")
		crashes, err := Crashes(t.Context(), Options{Command: process.Command{Argv: append(f.node(c.way), config)}, Startup: 15 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		j := shutdown.JudgeCrashes(crashes, shutdown.Node)
		var rules []string
		for _, finding := range j.Findings {
			if finding.Level == judge.Error {
				rules = append(rules, finding.Rule)
			}
		}
		if !slices.Equal(rules, c.rules) {
			t.Errorf("%s: %v, want %v\n%+v", c.way, rules, c.rules, crashes)
		}
		if got := crashes[1]; got.Case != missingConfig || got.Argv[len(got.Argv)-1] != config+".snag-missing" || !got.Listened {
			t.Errorf("%s: missing config %+v", c.way, got)
		}
		if err := nothingLeft(f.port); err != nil {
			t.Error(err)
		}
	}
}

// TestHarmfulSignals are not sent unless they are forced.
func TestHarmfulSignals(t *testing.T) {
	snagtest.Long(t)
	snagtest.Linux(t)
	snagtest.Needs(t, "node")
	f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
	o := Options{Command: process.Command{Argv: f.node("nohandler")}, Signal: "SIGUSR1", Grace: 500 * time.Millisecond, Startup: 20 * time.Second}
	if _, err := Check(t.Context(), o); !errors.Is(err, ErrHarmful) {
		t.Errorf("SIGUSR1 to Node: %v, want ErrHarmful", err)
	}
	if err := nothingLeft(f.port); err != nil {
		t.Error(err)
	}
}
