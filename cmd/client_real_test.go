package cmd

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/retry"
	"snag/probe/snagtest"
)

const observedClients = "testdata/observed/clients.jsonl"

// observedClient is what the runs of a client showed, as the report tells it.
type observedClient struct {
	Control int           `json:"control_runs"`
	Runs    []observedRun `json:"runs"` // the control runs first
}

type observedRun struct {
	Scenario     string             `json:"scenario"`
	Script       []experiment.Fault `json:"script"`
	Attempts     []observedAttempt  `json:"attempts"`
	Duration     float64            `json:"duration_ms"`
	Exit         *int               `json:"exit_code"`
	CutOff       string             `json:"cut_off,omitempty"`
	Unobservable string             `json:"unobservable,omitempty"`
}

type observedAttempt struct {
	N           int              `json:"n"`
	Conn        int              `json:"connection"`
	Reused      bool             `json:"reused,omitempty"`
	Phase       string           `json:"phase"`
	Start       float64          `json:"start_ms"`
	End         float64          `json:"end_ms"`
	Read        float64          `json:"read_ms,omitempty"`
	Method      string           `json:"method,omitempty"`
	Target      string           `json:"target,omitempty"`
	Protocol    string           `json:"protocol,omitempty"`
	BodyLength  int64            `json:"body_length,omitempty"`
	BodyHash    string           `json:"body_hash,omitempty"`
	KeyHeader   string           `json:"key_header,omitempty"`
	Key         string           `json:"key_hash,omitempty"`
	Credentials string           `json:"credentials_hash,omitempty"`
	Counter     string           `json:"counter,omitempty"`
	Fault       experiment.Fault `json:"fault"`
}

// trace is the run as a probe observed it.
func (r observedRun) trace() experiment.Trace {
	millis := func(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
	t := experiment.Trace{Scenario: r.Scenario, Script: r.Script, Duration: millis(r.Duration), CutOff: r.CutOff, ExitCode: -1, Unobservable: r.Unobservable}
	if r.Exit != nil {
		t.ExitCode = *r.Exit
	}
	for _, a := range r.Attempts {
		seen := experiment.Attempt{N: a.N, Conn: a.Conn, Reused: a.Reused, Start: millis(a.Start), End: millis(a.End), Read: millis(a.Read),
			Method: a.Method, Target: a.Target, BodyLength: a.BodyLength, BodyHash: a.BodyHash,
			KeyHeader: a.KeyHeader, Key: a.Key, Credentials: a.Credentials, Counter: a.Counter, Fault: a.Fault}
		for p := experiment.HTTP1; p <= experiment.GRPC; p++ {
			if p.String() == a.Protocol {
				seen.Protocol = p
			}
		}
		for p := experiment.PhaseConnect; p <= experiment.PhaseRequest; p++ {
			if p.String() == a.Phase {
				seen.Phase = p
			}
		}
		t.Attempts = append(t.Attempts, seen)
	}
	return t
}

// judge judges the runs anew.
func (c observedClient) judge(t *testing.T) (o observed) {
	t.Helper()
	var audit experiment.Audit
	var gaps [][]time.Duration
	for i, r := range c.Runs {
		if i >= c.Control {
			audit.Traces = append(audit.Traces, r.trace())
			continue
		}
		audit.Control = append(audit.Control, r.trace())
		gaps = append(gaps, r.trace().Busiest().Gaps())
	}
	audit.Inference = backoff.Infer(gaps, backoff.Options{})
	text, err := json.Marshal(struct{ Data any }{retry.ClientReport([]string{"client"}, audit).Data})
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestRecordedClients judges what was recorded of all clients.
func TestRecordedClients(t *testing.T) {
	recorded := snagtest.Recorded[observedClient](t, observedClients)
	for i, c := range realClients() {
		seen, ok := recorded[c.name]
		if !ok {
			t.Errorf("%s: nothing is recorded; SNAG_LONG=1 go test ./cmd -run TestRealClients -update records it", c.name)
			continue
		}
		delete(recorded, c.name)
		if i%3 != 0 && !snagtest.IsLong() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // with each other, which measure nothing
			if err := c.compare(t, seen.judge(t)); err != nil {
				t.Error(err)
			}
		})
	}
	for name := range recorded {
		t.Errorf("%s is recorded, but is no client", name)
	}
}

// clientsAtOnce is how many clients are observed at a time: most of the time they wait.
const clientsAtOnce = 4

// TestRealClients observes four in seven of the clients of others and compares with what is known of them. With
// SNAG_MATRIX=all in the environment it observes all of them, and in full. With -update it records what it saw of those
// that -run selects, for TestRecordedClients.
func TestRealClients(t *testing.T) {
	snagtest.Long(t)
	recorder, snag := snagtest.NewRecorder(t, observedClients, *update), snagProgram(t)
	clients := make(chan realClient)
	var group sync.WaitGroup
	var tally clientTally
	for range clientsAtOnce {
		group.Go(func() {
			for c := range clients {
				t.Run(c.name, func(t *testing.T) { c.observe(t, snag, &tally, recorder) })
			}
		})
	}
	for i, c := range realClients() {
		if i%7 < 2 || snagtest.IsWhole() || *update {
			clients <- c
		}
	}
	close(clients)
	group.Wait()
	tally.report(t)
}

// observe runs snag beside the client, up to three times, and compares.
func (c realClient) observe(t *testing.T, snag string, tally *clientTally, recorder *snagtest.Recorder) {
	c.prepare(t)
	args := []string{"retry", "client", "-f", "json"}
	switch {
	case snagtest.IsWhole():
	case c.varies: // many runs tell what chance does
		args = append(args, "--runs", "8", "--timeout", "12s", "--fault", "503,404,503+2s,503+3s-date,reset-after-request")
	case c.language == "java": // which takes its time to start
		args = append(args, "--runs", "3", "--timeout", "40s", "--parallel", "4", "--fault", "refuse,503,503+2s,503+3s-date,500,404,422,reset-after-request,close-after-request,truncate")
	default:
		args = append(args, "--quick", "--timeout", "10s")
	}
	if c.env != "" {
		c.argv = append([]string{"env", c.env}, c.argv...)
	}
	args = append(append(args, "--"), c.argv...)
	snagtest.InThree(t, func() error {
		o, err := observeBeside(t, snag, args...)
		if err != nil {
			return err
		}
		err = c.compare(t, o)
		tally.add(c, o)
		if err == nil && *update {
			seen := observedClient{o.Data.Control, o.Data.Runs}
			if err = c.compare(t, seen.judge(t)); err == nil {
				recorder.Record(c.name, seen)
			}
		}
		return err
	})
}

// observeBeside runs snag as a process of its own, since several that observe in one process would take each other's
// orphans.
func observeBeside(t *testing.T, snag string, args ...string) (o observed, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	run := exec.CommandContext(t.Context(), snag, args...)
	run.Stdout, run.Stderr = &stdout, &stderr
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) }
	run.WaitDelay = 20 * time.Second
	if err := run.Run(); run.ProcessState == nil || run.ProcessState.ExitCode() > cli.ExitFindings {
		return o, fmt.Errorf("%q: %w: %s%s", args, err, stdout.String(), stderr.String())
	}
	if err := json.Unmarshal(stdout.Bytes(), &o); err != nil {
		return o, fmt.Errorf("%q: %w: %s%s", args, err, stdout.String(), stderr.String())
	}
	o.keepsTo(t, stdout.String(), args)
	return o, nil
}

// clientTally counts what was said of clients.
type clientTally struct {
	sync.Mutex
	languages map[string]*clientCount
}

type clientCount struct {
	observed, certain, wrong int
	told                     []string // of those that are wrong, with what was observed
}

func (c *clientTally) add(client realClient, o observed) {
	c.Lock()
	defer c.Unlock()
	if c.languages == nil {
		c.languages = map[string]*clientCount{}
	}
	n := c.languages[client.language]
	if n == nil {
		n = &clientCount{}
		c.languages[client.language] = n
	}
	n.observed++
	if o.Data.Inference.Certain {
		n.certain++
	}
	if problems := client.misjudged(o); len(problems) > 0 {
		n.wrong++
		told := []string{fmt.Sprintf("%s: %s: %v", client.name, o.Data.Inference.Policy.Text, errors.Join(problems...))}
		for _, run := range o.Data.Runs {
			told = append(told, fmt.Sprintf("  %s: gaps %v", run.Scenario, run.trace().Busiest().Gaps()))
		}
		n.told = append(n.told, strings.Join(told, "\n"))
	}
}

func (c *clientTally) report(t *testing.T) {
	var all clientCount
	for _, language := range slices.Sorted(maps.Keys(c.languages)) {
		n := c.languages[language]
		t.Logf("%s: %d observations, %d certain, %d of them wrong", cmp.Or(language, "command line"), n.observed, n.certain, n.wrong)
		all.observed, all.certain, all.wrong, all.told = all.observed+n.observed, all.certain+n.certain, all.wrong+n.wrong, append(all.told, n.told...)
	}
	t.Logf("all: %d observations, %d certain, %d of them wrong", all.observed, all.certain, all.wrong)
	if all.wrong*100 > all.observed {
		t.Errorf("%d of %d observations are wrong with certainty:\n%s", all.wrong, all.observed, strings.Join(all.told, "\n"))
	}
}

// compare compares what is said of the client with what its documentation says.
func (c realClient) compare(t *testing.T, o observed) error {
	policy := o.Data.Inference.Policy
	t.Logf("%s: %s, %d attempts (confidence %.2f, certain %v) %s", c.name, policy.Text, o.Data.Attempts, o.Data.Inference.Confidence, o.Data.Inference.Certain, o.Data.Inference.Reason)
	problems := c.misjudged(o)
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if c.attempts > 0 && o.Data.Attempts != c.attempts {
		wrong("%d attempts, want %d", o.Data.Attempts, c.attempts)
	}
	for check, want := range c.checks {
		got, why := "-", ""
		for _, seen := range o.Data.Checks {
			if seen.Check == check {
				got, why = seen.Outcome, seen.Message
			}
		}
		if got != want {
			wrong("%s is %s, want %s: %s", check, got, want, why)
		}
	}
	if len(problems) > 0 {
		for _, run := range o.Data.Runs {
			t.Logf("  %s: %d attempts, gaps %v %s", run.Scenario, len(run.Attempts), run.trace().Busiest().Gaps(), run.Unobservable)
		}
	}
	return errors.Join(problems...)
}

// misjudged is what is called certain of the policy and wrong. Of what the gaps do not tell apart either may come first.
func (c realClient) misjudged(o observed) (problems []error) {
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	oneOf := func(what, got, want string) {
		if want != "" && !slices.Contains(strings.Split(want, "|"), got) {
			wrong("%s is %s, want %s", what, got, want)
		}
	}
	in, policy := o.Data.Inference, o.Data.Inference.Policy
	if in.Certain {
		oneOf("shape", policy.Shape, c.shape)
		oneOf("jitter", policy.Jitter.Kind, c.jitter)
		if c.base > 0 && math.Abs(policy.Base-c.base) > 0.1*c.base {
			wrong("first delay is %g ms, want %g", policy.Base, c.base)
		}
		if c.factor > 0 && policy.Shape == "exponential" && math.Abs(policy.Factor-c.factor) > 0.05*c.factor {
			wrong("factor is %g, want %g", policy.Factor, c.factor)
		}
		if c.limit > 0 && math.Abs(policy.Cap-c.limit) > 0.1*c.limit {
			wrong("cap is %g ms, want %g", policy.Cap, c.limit)
		}
	}
	return problems
}
