package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
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
	Scenario     string            `json:"scenario"`
	Script       []backoff.Fault   `json:"script"`
	Attempts     []observedAttempt `json:"attempts"`
	Duration     float64           `json:"duration_ms"`
	Exit         *int              `json:"exit_code"`
	CutOff       string            `json:"cut_off,omitempty"`
	Unobservable string            `json:"unobservable,omitempty"`
}

type observedAttempt struct {
	N           int           `json:"n"`
	Conn        int           `json:"connection"`
	Reused      bool          `json:"reused,omitempty"`
	Phase       string        `json:"phase"`
	Start       float64       `json:"start_ms"`
	End         float64       `json:"end_ms"`
	Read        float64       `json:"read_ms,omitempty"`
	Method      string        `json:"method,omitempty"`
	Target      string        `json:"target,omitempty"`
	Protocol    string        `json:"protocol,omitempty"`
	BodyLength  int64         `json:"body_length,omitempty"`
	BodyHash    string        `json:"body_hash,omitempty"`
	KeyHeader   string        `json:"key_header,omitempty"`
	Key         string        `json:"key_hash,omitempty"`
	Credentials string        `json:"credentials_hash,omitempty"`
	Counter     string        `json:"counter,omitempty"`
	Fault       backoff.Fault `json:"fault"`
}

// trace is the run as a probe observed it.
func (r observedRun) trace() backoff.Trace {
	millis := func(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
	t := backoff.Trace{Scenario: r.Scenario, Script: r.Script, Duration: millis(r.Duration), CutOff: r.CutOff, ExitCode: -1, Unobservable: r.Unobservable}
	if r.Exit != nil {
		t.ExitCode = *r.Exit
	}
	for _, a := range r.Attempts {
		seen := backoff.Attempt{N: a.N, Conn: a.Conn, Reused: a.Reused, Start: millis(a.Start), End: millis(a.End), Read: millis(a.Read),
			Method: a.Method, Target: a.Target, BodyLength: a.BodyLength, BodyHash: a.BodyHash,
			KeyHeader: a.KeyHeader, Key: a.Key, Credentials: a.Credentials, Counter: a.Counter, Fault: a.Fault}
		for p := backoff.HTTP1; p <= backoff.GRPC; p++ {
			if p.String() == a.Protocol {
				seen.Protocol = p
			}
		}
		for p := backoff.PhaseConnect; p <= backoff.PhaseRequest; p++ {
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
	var audit backoff.Audit
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

// TestRealClients observes clients of others and compares with what is known of them. With
// SNAG_MATRIX=all in the environment it observes all of them, and in full. With -update it observes all of
// them and records what it saw, for TestRecordedClients.
func TestRealClients(t *testing.T) {
	snagtest.Long(t)
	full := snagtest.IsWhole()
	recorder := snagtest.NewRecorder(t, observedClients, *update)
	for _, c := range realClients() {
		t.Run(c.name, func(t *testing.T) {
			if c.long && !full && !*update {
				snagtest.Skip(t, "one of the clients that are observed with SNAG_MATRIX=all")
			}
			c.prepare(t)
			args := []string{"retry", "client", "-f", "json"}
			switch {
			case full:
			case c.argv[0] == "java": // which takes its time to start
				args = append(args, "--runs", "3", "--timeout", "40s", "--fault", "refuse,503,503+2s,503+3s-date,500,404,422,reset-after-request,close-after-request,truncate")
			default:
				args = append(args, "--quick", "--timeout", "10s")
			}
			if c.varies {
				args = append(args, "--runs", "8")
			}
			if c.env != "" {
				c.argv = append([]string{"env", c.env}, c.argv...)
			}
			snagtest.InThree(t, func() error {
				o := observe(t, append(append(args, "--"), c.argv...)...)
				err := c.compare(t, o)
				if err == nil && *update {
					seen := observedClient{o.Data.Control, o.Data.Runs}
					if err = c.compare(t, seen.judge(t)); err == nil {
						recorder.Record(c.name, seen)
					}
				}
				return err
			})
		})
	}
}

// compare compares what is said of the client with what its documentation says.
func (c realClient) compare(t *testing.T, o observed) error {
	policy := o.Data.Inference.Policy
	t.Logf("%s: %s, %d attempts (confidence %.2f, certain %v) %s", c.name, policy.Text, o.Data.Attempts, o.Data.Inference.Confidence, o.Data.Inference.Certain, o.Data.Inference.Reason)
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	oneOf := func(what, got, want string) {
		if want != "" && !slices.Contains(strings.Split(want, "|"), got) {
			wrong("%s is %s, want %s", what, got, want)
		}
	}
	// What is called certain must be right. Of what the gaps do not tell apart either may come first.
	in := o.Data.Inference
	if in.Certain {
		oneOf("shape", policy.Shape, c.shape)
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
	if in.Certain || in.Confidence >= backoff.Certain && policy.Jitter.Kind != "undetermined" {
		oneOf("jitter", policy.Jitter.Kind, c.jitter)
	}
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
