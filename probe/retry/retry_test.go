package retry

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/probe/faults"
	"snag/probe/process"
)

// TestMain makes the test binary the client of its own tests, and the watcher of closed ports.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "watcher":
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		if err := WatchClosedPort(ctx, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "driver":
		// A driver that is killed in the middle of a run.
		if status, done := process.Enter(); done {
			os.Exit(status)
		}
		if status, done := process.Supervise(context.Background()); done {
			os.Exit(status)
		}
		d, err := NewDriver(Client{Argv: []string{"sh", "-c", os.Args[1]}, Env: os.Args[2:]})
		if err != nil {
			os.Exit(1)
		}
		d.Run(context.Background(), experiment.Scenario{Script: []experiment.Fault{{Status: 503}}, Timeout: time.Minute})
		os.Exit(0)
	}
	if script := os.Getenv("CLIENT_DELAYS"); script != "" {
		os.Exit(client(script))
	}
	os.Exit(m.Run())
}

// client requests SNAG_URL until it succeeds or the delays are used up.
func client(delays string) int {
	for i := 0; ; i++ {
		answer, err := http.Get(os.Getenv("SNAG_URL"))
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode < 400 {
				return 0
			}
		}
		list := strings.Split(delays, ",")
		if i >= len(list) {
			return 7
		}
		ms, _ := strconv.Atoi(list[i])
		time.Sleep(time.Duration(ms) * time.Millisecond)
	}
}

func driver(t *testing.T, delays string, change func(*Client)) *Driver {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Client{Argv: []string{executable}, Env: []string{"CLIENT_DELAYS=" + delays}, Namespace: []string{"watcher"}}
	if change != nil {
		change(&c)
	}
	d, err := NewDriver(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func always(f experiment.Fault) experiment.Scenario {
	return experiment.Scenario{Name: "test", Script: []experiment.Fault{f}, Timeout: 20 * time.Second}
}

func TestRun(t *testing.T) {
	d := driver(t, "30,60,120", nil)
	trace, err := d.Run(t.Context(), always(experiment.Fault{Status: 503}))
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Attempts) != 4 || trace.ExitCode != 7 || trace.CutOff != "" {
		t.Errorf("%d attempts, exit %d, %s; want 4 and 7", len(trace.Attempts), trace.ExitCode, trace.CutOff)
	}
	for i, a := range trace.Attempts {
		if a.N != i+1 || a.End < a.Start || i > 0 && a.Start < trace.Attempts[i-1].End {
			t.Errorf("attempt %d is %+v, which is not in order", i+1, a)
		}
	}
	trace, err = d.Run(t.Context(), experiment.Scenario{Script: []experiment.Fault{{Status: 503}, experiment.OK}, Timeout: 20 * time.Second})
	if err != nil || len(trace.Attempts) != 2 || trace.ExitCode != 0 {
		t.Errorf("%v: %d attempts, exit %d; want 2 and 0", err, len(trace.Attempts), trace.ExitCode)
	}
	if left := d.left(); left != (experiment.Budget{Attempts: MaxAttempts - 6, Processes: MaxProcesses - 2}) {
		t.Errorf("%+v is left, want all but 6 attempts and 2 processes", left)
	}
}

func TestClosedPortIsWatched(t *testing.T) {
	d := driver(t, "30,60", nil)
	trace, err := d.Run(t.Context(), always(experiment.Fault{Kind: experiment.Refuse}))
	if err != nil {
		t.Fatal(err)
	}
	if trace.Unobservable != "" {
		t.Skipf("this system does not let attempts on a closed port be watched: %s", trace.Unobservable)
	}
	if len(trace.Attempts) != 3 || trace.ExitCode != 7 {
		t.Errorf("%d attempts, exit %d; want 3 and 7", len(trace.Attempts), trace.ExitCode)
	}
	d = driver(t, "30", func(c *Client) { c.Namespace = nil })
	if trace, err := d.Run(t.Context(), always(experiment.Fault{Kind: experiment.Refuse})); err != nil || trace.Unobservable == "" || len(trace.Attempts) > 0 {
		t.Errorf("without a watcher: %v, %+v; want not observable", err, trace)
	}
}

func TestTLSIsTrusted(t *testing.T) {
	certificate, err := faults.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	d := driver(t, "20", func(c *Client) { c.TLS = certificate })
	trace, err := d.Run(t.Context(), experiment.Scenario{Script: []experiment.Fault{{Status: 503}, experiment.OK}, Timeout: 20 * time.Second})
	if err != nil || len(trace.Attempts) != 2 || trace.ExitCode != 0 {
		t.Errorf("%v, %+v; want two attempts and success", err, trace)
	}
}

// alive counts processes whose environment has the marker.
func alive(t *testing.T, marker string) int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(files) == 0 {
		t.Skip("needs /proc")
	}
	n := 0
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), marker) {
			n++
		}
	}
	return n
}

// TestNothingIsLeft starts clients that leave descendants in sessions of their own, and ends them in
// every way.
func TestNothingIsLeft(t *testing.T) {
	const shell = `sleep 300 & setsid sleep 300 & (setsid sh -c 'sleep 300 & exec sleep 300' &); `
	for _, test := range []struct {
		name, tail string
		scenario   func(*experiment.Scenario)
		interrupt  bool
		cutOff     string
	}{
		{name: "the client exits", tail: "exit 0"},
		{name: "the time is up", tail: "sleep 300", scenario: func(s *experiment.Scenario) { s.Timeout = 300 * time.Millisecond }, cutOff: "still running"},
		{name: "interrupted", tail: "sleep 300", interrupt: true, cutOff: "interrupted"},
		{name: "enough attempts", tail: "while :; do curl -s $SNAG_URL; done", scenario: func(s *experiment.Scenario) { s.MaxAttempts = 2 }, cutOff: "stopped after 2"},
		{name: "on a closed port", tail: "sleep 300", scenario: func(s *experiment.Scenario) {
			s.Script, s.Timeout = []experiment.Fault{{Kind: experiment.Refuse}}, 300*time.Millisecond
		}, cutOff: "still running"},
		{name: "interrupted on a closed port", tail: "sleep 300", scenario: func(s *experiment.Scenario) { s.Script = []experiment.Fault{{Kind: experiment.Refuse}} }, interrupt: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			marker := fmt.Sprintf("LEFT_%d=%s", os.Getpid(), strings.ReplaceAll(test.name, " ", "_"))
			d := driver(t, "", func(c *Client) {
				c.Argv, c.Env = []string{"sh", "-c", shell + test.tail}, []string{marker}
			})
			s := always(experiment.Fault{Status: 503})
			if test.scenario != nil {
				test.scenario(&s)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.interrupt {
				time.AfterFunc(500*time.Millisecond, cancel)
			}
			trace, err := d.Run(ctx, s)
			if trace.Unobservable != "" {
				t.Skip(trace.Unobservable)
			}
			if (err != nil) != test.interrupt || !strings.Contains(trace.CutOff, test.cutOff) {
				t.Errorf("%v, cut off %q; want %q", err, trace.CutOff, test.cutOff)
			}
			for deadline := time.Now().Add(time.Minute); alive(t, marker) > 0 && time.Now().Before(deadline); {
				time.Sleep(10 * time.Millisecond)
			}
			if n := alive(t, marker); n > 0 {
				t.Errorf("%d processes are left", n)
			}
		})
	}
}

// TestClientsOfAKilledDriverEnd kills a process that drives a client.
func TestClientsOfAKilledDriverEnd(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	marker := fmt.Sprintf("KILLED_%d=1", os.Getpid())
	alive(t, marker) // skips where there is no /proc
	cmd := exec.Command(executable)
	cmd.Args = []string{"driver", "sleep 300 & setsid sleep 300 & sleep 300", marker}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); alive(t, marker) < 4; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d processes, want the shell and three more", alive(t, marker))
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	for deadline := time.Now().Add(time.Minute); alive(t, marker) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d processes are left", alive(t, marker))
		}
	}
}

func TestBudget(t *testing.T) {
	d := driver(t, strings.Repeat("0,", 500)+"0", nil)
	trace, err := d.Run(t.Context(), always(experiment.Fault{Status: 503}))
	if err != nil || len(trace.Attempts) != MaxAttempts || trace.CutOff == "" {
		t.Fatalf("%v: %d attempts, %q; want %d and a cut", err, len(trace.Attempts), trace.CutOff, MaxAttempts)
	}
	if _, err := d.Run(t.Context(), always(experiment.Fault{Status: 503})); !errors.Is(err, experiment.ErrBudget) {
		t.Errorf("a run over the budget returns %v", err)
	}
	d = driver(t, "0", func(c *Client) { c.Argv = []string{"true"} })
	for range MaxProcesses {
		if _, err := d.Run(t.Context(), always(experiment.OK)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Run(t.Context(), always(experiment.OK)); !errors.Is(err, experiment.ErrBudget) {
		t.Errorf("a process over the budget returns %v", err)
	}
}

func TestStartFails(t *testing.T) {
	d := driver(t, "", func(c *Client) { c.Argv = []string{"/nonexistent/client"} })
	for _, kind := range []experiment.Fault{{Status: 503}, {Kind: experiment.Refuse}} {
		trace, err := d.Run(t.Context(), always(kind))
		if trace.Unobservable == "" && !errors.Is(err, ErrStart) {
			t.Errorf("%v: a client that does not exist gives %v", kind, err)
		}
	}
}

func TestHerdFailsTogether(t *testing.T) {
	d := driver(t, "100,200", nil)
	traces, err := d.Herd(t.Context(), experiment.Fault{Status: 503}, 12, 3, 20*time.Second, 30*time.Second)
	if err != nil || len(traces) != 12 {
		t.Fatalf("%v: %d traces, want 12", err, len(traces))
	}
	latest := time.Duration(0)
	for _, trace := range traces {
		latest = max(latest, trace.Attempts[0].Start)
	}
	for _, trace := range traces {
		if trace.Attempts[0].End < latest {
			t.Errorf("a client was refused at %v, before the last one came at %v", trace.Attempts[0].End, latest)
		}
		if len(trace.Attempts) != 3 {
			t.Errorf("%d attempts, want 3", len(trace.Attempts))
		}
	}
}

func TestObserveLearnsFromWhatIsRetried(t *testing.T) {
	d := driver(t, "40,80,160", nil)
	seen, err := d.Observe(t.Context(), experiment.Plan{
		Runs: 4, Faults: []experiment.Fault{{Status: 404}, {Kind: experiment.CloseAfterRequest}}, RetryAfter: []int{503},
		MaxAttempts: 10, Timeout: 20 * time.Second, Patience: time.Second, Parallel: 2,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, more := seen.MaxAttempts(); n != 4 || more {
		t.Errorf("%d attempts, more %v; want 4", n, more)
	}
	if len(seen.Traces) != 4 {
		t.Errorf("%d scenarios, want 4", len(seen.Traces))
	}
	found := map[experiment.Defect]experiment.Outcome{}
	for _, c := range seen.Judge().Checks {
		found[c.Defect] = c.Outcome
	}
	for defect, want := range map[experiment.Defect]experiment.Outcome{
		experiment.ClientError: experiment.Failed, experiment.RetryAfterSeconds: experiment.Failed, experiment.RetryAfterDate: experiment.Failed,
		experiment.Unbounded: experiment.Passed, experiment.Amplification: experiment.Passed,
	} {
		if found[defect] != want {
			t.Errorf("%s is %v, want %v", defect, found[defect], want)
		}
	}
}

// TestReplay sends a bounded number of requests at a bounded rate.
func TestReplay(t *testing.T) {
	server, err := faults.Listen(faults.Config{Script: []experiment.Fault{{Status: 503}}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	p := backoff.Policy{Shape: backoff.Fixed, Base: 5 * time.Millisecond, Jitter: backoff.NoJitter}
	got := Replay(t.Context(), Live{URL: server.URL(), Clients: 4, Policy: p, MaxAttempts: 10, MaxRequests: 9, Rate: 200, Timeout: 5 * time.Second})
	if len(got.Arrivals) != 9 || got.Statuses[503] != 9 || got.Unsent == 0 || got.Delayed == 0 {
		t.Errorf("%d requests, statuses %v, %d unsent, %d delayed; want 9 requests and the rest held back", len(got.Arrivals), got.Statuses, got.Unsent, got.Delayed)
	}
	for i, a := range got.Arrivals {
		if want := time.Duration(i) * 5 * time.Millisecond; a.At < want-10*time.Millisecond {
			t.Errorf("request %d was sent at %v, faster than the rate allows", i, a.At)
		}
	}
}

func TestProbeClassifiesByPhase(t *testing.T) {
	for _, test := range []struct {
		fault string
		want  experiment.Effect
	}{
		{"503", experiment.Refused}, {"500", experiment.Ambiguous}, {"404", experiment.Rejected}, {"200", experiment.Done},
		{"reset-after-request", experiment.Ambiguous}, {"close-after-request", experiment.Ambiguous}, {"truncate", experiment.Ambiguous},
	} {
		f, err := experiment.ParseFault(test.fault)
		if err != nil {
			t.Fatal(err)
		}
		server, err := faults.Listen(faults.Config{Script: []experiment.Fault{f}})
		if err != nil {
			t.Fatal(err)
		}
		audit := ProbeServer(t.Context(), ServerPlan{URL: server.URL(), Timeout: 5 * time.Second, Reads: 1})
		server.Close()
		if e := audit.Reads[0]; e.Effect != test.want {
			t.Errorf("%s: %+v, want effect %d", test.fault, e, test.want)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	audit := ProbeServer(t.Context(), ServerPlan{URL: "http://" + l.Addr().String(), Timeout: 5 * time.Second, Reads: 1})
	if e := audit.Reads[0]; e.Effect != experiment.Unsent || e.Error != "connection refused" {
		t.Errorf("closed port: %+v, want not sent", e)
	}
}

// TestWaitingIsNotGivingUp ends a client while it waits for its first retry.
func TestWaitingIsNotGivingUp(t *testing.T) {
	d := driver(t, "60000", nil)
	seen, err := d.Observe(t.Context(), experiment.Plan{Runs: 2, MaxAttempts: 5, Timeout: 500 * time.Millisecond, Patience: time.Second, Parallel: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := seen.Inference.Policy; p.Shape != backoff.Undetermined || seen.Inference.Reason == "" {
		t.Errorf("the policy is %v (%s), want undetermined with a reason", p, seen.Inference.Reason)
	}
}

// TestSilenceLastsFromTheRequest starts a client that takes longer than half of the time before it asks: it
// gets all of the time.
func TestSilenceLastsFromTheRequest(t *testing.T) {
	d := driver(t, "0", func(c *Client) {
		c.Argv = append([]string{"sh", "-c", `sleep 0.8; exec "$0"`}, c.Argv...)
	})
	const patience = 1200 * time.Millisecond
	trace, err := d.Run(t.Context(), experiment.Scenario{Script: []experiment.Fault{{Kind: experiment.Silence}}, MaxAttempts: 3, Timeout: patience})
	if err != nil || len(trace.Attempts) != 1 || trace.CutOff == "" {
		t.Fatalf("Run = %+v, %v; want one attempt that is cut off", trace, err)
	}
	if a := trace.Attempts[0]; a.End-a.Read < patience-patience/6 {
		t.Errorf("the client was given %s after its request, want about %s", a.End-a.Read, patience)
	}
}

// TestProbeServerInterrupted leaves out the request that an interrupt cuts off: no server has to answer it.
func TestProbeServerInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	requests := 0 // one after the other
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if requests++; requests == 3 {
			cancel()
			<-r.Context().Done()
		}
	}))
	defer server.Close()
	audit := ProbeServer(ctx, ServerPlan{URL: server.URL, Timeout: time.Minute, Reads: 5, Burst: 4})
	if len(audit.Reads) != 2 {
		t.Errorf("reads %+v, want the 2 that were answered", audit.Reads)
	}
	if judged := audit.Judge(); len(judged.Findings) > 0 {
		t.Errorf("findings %+v", judged.Findings)
	}
}
