package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/retry"
	"snag/probe/snagtest"
)

// observed is the part of a report that the tests read.
type observed struct {
	Data struct {
		Control   int  `json:"control_runs"`
		Attempts  int  `json:"max_attempts"`
		More      bool `json:"at_least"`
		Inference struct {
			Policy struct {
				Text, Shape string
				Base        float64 `json:"base_ms"`
				Factor      float64
				Cap         float64 `json:"cap_ms"`
				Jitter      struct{ Kind string }
			}
			Confidence      float64  `json:"confidence"`
			Certain         bool     `json:"high_confidence"`
			Noise           float64  `json:"noise_ms"`
			ShapeConfidence float64  `json:"shape_confidence"`
			Kinds           []string `json:"possible_jitter"`
			Reason          string
			Nested          *struct {
				Inner int `json:"inner_attempts"`
				Outer int `json:"outer_attempts"`
			}
		}
		Checks []struct{ Check, Outcome, Message string }
		Runs   []observedRun
		Herd   *struct {
			Clients int
			Waves   []struct {
				Retry int
				Share float64
			}
		}
		Operations *struct {
			Each   int `json:"attempts_of_one"`
			All    int `json:"requests_of_all"`
			Nested *struct {
				Outer int `json:"outer_attempts"`
			}
		}
		Breaker *struct {
			Found     bool
			Threshold int
			Open      float64 `json:"open_ms"`
			Permits   int     `json:"half_open_permits"`
		}
	}
	Findings []struct{ Rule, Message string }
}

// observe runs snag with the arguments and reads its report.
func observe(t *testing.T, args ...string) observed {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	var o observed
	if err := json.Unmarshal(stdout.Bytes(), &o); status > cli.ExitFindings || err != nil {
		t.Fatalf("%q: status %d: %s%s", args, status, stdout.String(), stderr.String())
	}
	o.keepsTo(t, stdout.String(), args)
	return o
}

// keepsTo compares the report with its schema.
func (o observed) keepsTo(t *testing.T, report string, args []string) {
	t.Helper()
	if err := validate(t, "retry-"+args[1]+".schema.json", report); err != nil {
		t.Errorf("%q: the report does not keep to its schema: %v", args, err)
	}
}

// TestClientHerd lets processes without jitter, and with full jitter, fail in the same moment.
func TestClientHerd(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		client    realClient
		low, high float64 // of the share that comes back together
		rule      bool
	}{
		{realClient{argv: []string{"CLIENTS", "sethvargo-capped", "GET", "{url}"}}, 0.6, 1, true},
		{realClient{argv: []string{"/usr/bin/python3", "../testdata/retry/python/client.py", "backoff_full", "GET", "{url}"}}, 0, 0.6, false},
	} {
		t.Run(test.client.argv[1], func(t *testing.T) {
			test.client.prepare(t)
			o := observe(t, append([]string{"retry", "client", "-f", "json", "--quick", "--fault", "404", "--herd", "16", "--timeout", "30s", "--"}, test.client.argv...)...)
			if o.Data.Herd == nil || o.Data.Herd.Clients != 16 || len(o.Data.Herd.Waves) < 2 {
				t.Fatalf("herd %+v, want 16 clients and two waves", o.Data.Herd)
			}
			last := o.Data.Herd.Waves[len(o.Data.Herd.Waves)-1].Share
			if last < test.low || last > test.high {
				t.Errorf("%.2f of the clients come back together at last, want %.2f to %.2f", last, test.low, test.high)
			}
			found := slices.ContainsFunc(o.Findings, func(f struct{ Rule, Message string }) bool { return f.Rule == experiment.RuleHerd })
			if test.rule && !found {
				t.Errorf("no finding of %s", experiment.RuleHerd)
			}
		})
	}
}

// TestClientBreaker finds the breakers of libraries.
func TestClientBreaker(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		client    realClient
		threshold int
		open      float64
	}{
		{realClient{argv: []string{"CLIENTS", "gobreaker", "GET", "{url}"}}, 4, 1000},
		{realClient{argv: []string{"node", "../testdata/retry/npm/client.mjs", "cockatiel", "GET", "{url}"}}, 5, 1500},
	} {
		t.Run(test.client.argv[0], func(t *testing.T) {
			test.client.prepare(t)
			o := observe(t, append([]string{"retry", "client", "-f", "json", "--breaker", "--timeout", "40s", "--"}, test.client.argv...)...)
			b := o.Data.Breaker
			if b == nil || !b.Found || b.Threshold != test.threshold || b.Permits != 1 || b.Open < test.open*0.97 || b.Open > test.open*1.2 {
				t.Errorf("breaker %+v, want a threshold of %d, %g ms and one trial", b, test.threshold, test.open)
			}
		})
	}
	client := realClient{argv: []string{"CLIENTS", "fixed-forever", "GET", "{url}"}}
	client.prepare(t)
	if o := observe(t, append([]string{"retry", "client", "-f", "json", "--breaker", "--timeout", "2s", "--"}, client.argv...)...); o.Data.Breaker == nil || o.Data.Breaker.Found {
		t.Errorf("a client without a breaker has %+v", o.Data.Breaker)
	}
}

// TestClientWithoutEnd observes a client that never gives up.
func TestClientWithoutEnd(t *testing.T) {
	snagtest.Long(t)
	client := realClient{argv: []string{"CLIENTS", "fixed-forever", "GET", "{url}"}}
	client.prepare(t)
	o := observe(t, append([]string{"retry", "client", "-f", "json", "--fault", "404", "--max-attempts", "13", "--"}, client.argv...)...)
	if o.Data.Attempts != 13 || !o.Data.More || o.Data.Inference.Policy.Shape != "fixed" {
		t.Errorf("%d attempts (more: %v) of %s, want at least 13 of a fixed delay", o.Data.Attempts, o.Data.More, o.Data.Inference.Policy.Text)
	}
	if !slices.ContainsFunc(o.Findings, func(f struct{ Rule, Message string }) bool { return f.Rule == experiment.RuleUnbounded }) {
		t.Errorf("findings %v lack %s", o.Findings, experiment.RuleUnbounded)
	}
}

// TestClientNested observes a client whose retries are nested, on plain connections.
func TestClientNested(t *testing.T) {
	snagtest.Long(t)
	client := realClient{argv: []string{"CLIENTS", "go-redis", "-", "tcp://{host}:{port}/"}}
	client.prepare(t)
	args := append([]string{"retry", "client", "-f", "json", "--tcp", "--quick", "--timeout", "12s", "--fault", "refuse", "--"}, client.argv...)
	snagtest.InThree(t, func() error { // a pause of the machine between two dials hides that they belong together
		o := observe(t, args...)
		for _, run := range o.Data.Runs {
			if run.Unobservable != "" {
				snagtest.Skip(t, "%s", run.Unobservable)
			}
		}
		if n := o.Data.Inference.Nested; o.Data.Attempts != 20 || n == nil || n.Inner != 5 || n.Outer != 4 {
			return fmt.Errorf("%d attempts on a closed port, nested %+v; want 5 dials in each of 4 tries", o.Data.Attempts, n)
		}
		return nil
	})
}

// TestClientSpeed compresses the time of a client that allows it.
func TestClientSpeed(t *testing.T) {
	snagtest.Long(t)
	if found, _ := filepath.Glob(retry.Faketime[0]); len(found) == 0 {
		snagtest.Skip(t, "libfaketime is not installed; install the package faketime")
	}
	o := observe(t, "retry", "client", "-f", "json", "--fault", "404", "--runs", "2", "--speed", "5", "--", "curl", "-sS", "--retry", "3", "{url}")
	policy := o.Data.Inference.Policy
	if o.Data.Attempts != 4 || policy.Shape != "exponential" || math.Abs(policy.Base-1000) > 150 {
		t.Errorf("%d attempts of %s, want 4 of an exponential policy from 1s", o.Data.Attempts, policy.Text)
	}
}

// TestClientInterrupted prints what is known when it is interrupted, and says that it is partial.
func TestClientInterrupted(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "curl")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	time.AfterFunc(2500*time.Millisecond, cancel)
	var stdout, stderr bytes.Buffer
	status := execute(ctx, []string{"retry", "client", "-f", "json", "--", "curl", "-sS", "--retry", "5", "{url}"}, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	var o struct {
		Partial bool
		observed
	}
	if err := json.Unmarshal(stdout.Bytes(), &o); err != nil {
		t.Fatalf("%v: %s%s", err, stdout.String(), stderr.String())
	}
	if status != cli.ExitFailure || !o.Partial || len(o.Data.Runs) == 0 || len(o.Data.Runs[0].Attempts) == 0 {
		t.Errorf("status %d, partial %v, %d runs; want %d and the attempts of the runs so far", status, o.Partial, len(o.Data.Runs), cli.ExitFailure)
	}
}

// TestClientScenarios plays a file of scenarios after the rest.
func TestClientScenarios(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "curl")
	file := filepath.Join(t.TempDir(), "outage.yaml")
	text := "scenarios:\n  - name: short\n    script: [503, 503+2s, 200]\n  - script: [reset-after-request]\n    timeout: 9s\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := observe(t, "retry", "client", "-f", "json", "--runs", "1", "--fault", "404", "--scenarios", file, "--", "curl", "-sS", "--retry", "2", "--retry-delay", "1", "{url}")
	attempts := map[string]int{}
	for _, run := range o.Data.Runs {
		attempts[run.Scenario] = len(run.Attempts)
	}
	if attempts["short"] != 3 || attempts["scenario 2"] != 1 {
		t.Errorf("attempts by scenario %v, want 3 in the first and 1 in the second", attempts)
	}
}

// TestClientOpenQuestionGates leaves a question open, which gates only where that is asked for.
func TestClientOpenQuestionGates(t *testing.T) {
	audit := experiment.Audit{
		Control:   []experiment.Trace{{Scenario: "503 always", Attempts: []experiment.Attempt{{N: 1, Conn: 1, Method: "GET", Phase: experiment.PhaseRequest, Fault: experiment.Fault{Status: 503}}}}},
		Inference: backoff.Inference{Reason: "no retry came before the client was ended", Runs: 1},
	}
	r := retry.ClientReport([]string{"client"}, audit)
	for gate, want := range map[string]error{"warning": nil, "none": nil, "warning,unknown": cli.ErrUnknown, "unknown": cli.ErrUnknown} {
		if err := cli.LevelGateOf(gate).Check(r); !errors.Is(err, want) {
			t.Errorf("--fail-on %s: %v, want %v; open: %q", gate, err, want, r.Unknown)
		}
	}
}

// TestClientOperations observes clients that serve several operations in an outage.
func TestClientOperations(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		client         string
		each, all, fan int
	}{
		{"nested", 12, 24, 3},
	} {
		client := realClient{argv: []string{"node", "../testdata/retry/npm/client.mjs", test.client, "GET", "{url}", "{operations}"}}
		client.prepare(t)
		snagtest.InThree(t, func() error {
			o := observe(t, append([]string{"retry", "client", "-f", "json", "--operations", "2", "--patience", "500ms", "--"}, client.argv...)...)
			m := o.Data.Operations
			if m == nil || m.Each != test.each || m.All != test.all || (m.Nested == nil) != (test.fan == 0) || m.Nested != nil && m.Nested.Outer != test.fan {
				return fmt.Errorf("%s: %+v, want %d requests of one operation and %d of all", test.client, m, test.each, test.all)
			}
			return nil
		})
	}
}
