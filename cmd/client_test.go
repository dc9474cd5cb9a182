package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"snag/analyze/retry/backoff"
	"snag/probe/snagtest"
)

// realClient is a client of somebody else, and what is known of it.
type realClient struct {
	name   string
	argv   []string
	env    string
	shape  string  // of the policy
	jitter string  // its kind, or several with | between them
	base   float64 // ms; 0 is not checked
	// attempts of one operation; 0 is not checked.
	attempts int
	// checks is what is known of its safety, by the name of the check; "-" is a check that does not
	// apply.
	checks map[string]string
	long   bool // only with SNAG_MATRIX=all
}

// Outcomes that many clients share.
var (
	honours    = map[string]string{"retry-after (seconds)": "passed", "retry-after (date)": "passed"}
	ignores    = map[string]string{"retry-after (seconds)": "failed", "retry-after (date)": "failed"}
	unsafe     = map[string]string{"unsafe-post": "failed"}
	unsafe5xx  = map[string]string{"unsafe-post": "failed", "post-after-error": "failed"}
	safe       = map[string]string{"unsafe-post": "passed"}
	retries4xx = map[string]string{"client-error": "failed"}
	final4xx   = map[string]string{"client-error": "passed"}
)

func all(sets ...map[string]string) map[string]string {
	merged := map[string]string{}
	for _, set := range sets {
		for k, v := range set {
			merged[k] = v
		}
	}
	return merged
}

func realClients() []realClient {
	node := func(name, method string) []string {
		return []string{"node", "../testdata/retry/npm/client.mjs", name, method, "{url}"}
	}
	golang := func(name, method string) []string { return []string{"CLIENTS", name, method, "{url}"} }
	python := func(name, method string) []string {
		return []string{"/usr/bin/python3", "../testdata/retry/python/client.py", name, method, "{url}"}
	}
	return []realClient{
		{name: "curl", argv: []string{"curl", "-sS", "--retry", "2", "{url}"}, shape: "exponential", jitter: "none", base: 1000, attempts: 3, checks: all(honours, final4xx)},
		{name: "curl POST", argv: []string{"curl", "-sS", "--retry", "2", "-d", "x=1", "{url}"}, shape: "exponential", jitter: "none", base: 1000, attempts: 3, checks: all(safe, honours, map[string]string{"post-after-error": "failed"}), long: true},
		{name: "curl all errors POST", argv: []string{"curl", "-sS", "--retry", "2", "--retry-all-errors", "-d", "x=1", "{url}"}, shape: "exponential", jitter: "none", base: 1000, attempts: 3, checks: all(unsafe5xx, honours), long: true},
		{name: "wget", argv: []string{"wget", "-q", "-O", "-", "--tries=3", "{url}"}, shape: "linear|exponential", jitter: "none", base: 1000, attempts: 3, checks: final4xx},
		{name: "wget POST", argv: []string{"wget", "-q", "-O", "-", "--tries=3", "--post-data=x=1", "{url}"}, shape: "linear|exponential", jitter: "none", base: 1000, attempts: 3, checks: unsafe, long: true},

		{name: "fetch POST", argv: node("fetch", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx), long: true},
		{name: "axios-retry", argv: node("axios-retry", "GET"), shape: "immediate", jitter: "none", attempts: 4, checks: all(honours, final4xx, map[string]string{"storm": "failed"})},
		{name: "axios-retry POST", argv: node("axios-retry", "POST"), shape: "immediate", jitter: "none", attempts: 4, checks: all(unsafe, map[string]string{"post-after-error": "passed"})},
		{name: "axios-retry POST with a key", argv: node("axios-retry", "POST"), env: "KEY=k-1", shape: "immediate", jitter: "none", attempts: 4, checks: map[string]string{"unsafe-post": "passed", "key-changes": "passed"}, long: true},
		{name: "axios-retry exponential", argv: node("axios-retry-exp", "GET"), shape: "exponential", jitter: "proportional|additive|undetermined", attempts: 5, checks: all(honours, final4xx), long: true},
		{name: "got", argv: node("got", "GET"), shape: "exponential|undetermined", attempts: 3, checks: all(honours, final4xx)},
		{name: "got POST", argv: node("got", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)},
		{name: "ky", argv: node("ky", "GET"), shape: "exponential", jitter: "none", base: 300, attempts: 3, checks: all(honours, final4xx), long: true},
		{name: "ky POST", argv: node("ky", "POST"), shape: "none", jitter: "none", attempts: 1, checks: safe, long: true},
		{name: "undici", argv: node("undici", "GET"), shape: "exponential", jitter: "none", base: 200, attempts: 4, checks: all(honours, final4xx)},
		{name: "undici POST", argv: node("undici", "POST"), shape: "none", jitter: "none", attempts: 1, checks: safe, long: true},
		{name: "superagent POST", argv: node("superagent", "POST"), shape: "immediate", jitter: "none", attempts: 4, checks: all(unsafe5xx, ignores, final4xx, map[string]string{"storm": "failed"})},
		{name: "make-fetch-happen", argv: node("make-fetch-happen", "GET"), shape: "exponential", jitter: "none", base: 200, attempts: 4, checks: all(ignores, final4xx), long: true},
		{name: "make-fetch-happen POST", argv: node("make-fetch-happen", "POST"), shape: "none", jitter: "none", attempts: 1, checks: safe, long: true},
		{name: "ofetch", argv: node("ofetch", "GET"), shape: "fixed", jitter: "none", base: 150, attempts: 4, checks: ignores},
		{name: "requestretry POST", argv: node("requestretry", "POST"), shape: "fixed", jitter: "none", base: 200, attempts: 4, checks: all(unsafe5xx, ignores, final4xx)},
		{name: "fetch-retry POST", argv: node("fetch-retry", "POST"), shape: "fixed", jitter: "none", base: 200, attempts: 4, checks: all(unsafe5xx, ignores, final4xx), long: true},
		{name: "octokit POST", argv: node("octokit", "POST"), attempts: 0, checks: all(unsafe5xx, ignores), long: true},
		{name: "p-retry POST", argv: node("p-retry", "POST"), shape: "exponential", jitter: "none", base: 100, attempts: 5, checks: all(unsafe5xx, ignores, retries4xx)},
		{name: "async-retry POST", argv: node("async-retry", "POST"), shape: "exponential", jitter: "none", base: 100, attempts: 5, checks: all(unsafe5xx, ignores, retries4xx), long: true},
		{name: "p-retry randomised", argv: node("p-retry-random", "GET"), shape: "exponential", jitter: "equal|proportional", attempts: 6, checks: all(ignores, retries4xx), long: true},
		{name: "exponential-backoff with full jitter", argv: node("exponential-backoff-full", "GET"), shape: "exponential", jitter: "full|proportional", attempts: 6, checks: retries4xx, long: true},
		{name: "a key made anew", argv: node("changing-key", "POST"), attempts: 3, checks: map[string]string{"key-changes": "failed", "unsafe-post": "failed"}},
		{name: "a body read only once", argv: node("lost-body", "PUT"), attempts: 3, checks: map[string]string{"body-changes": "failed"}, long: true},

		{name: "net/http POST", argv: golang("net/http", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)},
		{name: "retryablehttp POST", argv: golang("retryablehttp", "POST"), shape: "exponential", jitter: "none", base: 200, attempts: 4, checks: all(unsafe5xx, honours, final4xx)},
		{name: "retryablehttp POST with a key", argv: golang("retryablehttp", "POST"), env: "KEY=k-1", shape: "exponential", jitter: "none", attempts: 4, checks: map[string]string{"unsafe-post": "passed", "post-after-error": "passed", "key-changes": "passed"}},
		{name: "resty POST", argv: golang("resty", "POST"), shape: "exponential", attempts: 5, checks: all(unsafe5xx, ignores, final4xx)},
		{name: "failsafe POST", argv: golang("failsafe", "POST"), shape: "exponential", jitter: "none", base: 150, attempts: 4, checks: all(unsafe5xx, final4xx, map[string]string{"retry-after (seconds)": "passed", "retry-after (date)": "failed"})},
		{name: "cenkalti POST", argv: golang("cenkalti", "POST"), shape: "exponential", jitter: "proportional", attempts: 6, checks: all(unsafe5xx, ignores, retries4xx)},
		{name: "avast", argv: golang("avast", "GET"), shape: "exponential", jitter: "additive", base: 100, attempts: 5, checks: all(ignores, retries4xx), long: true},
		{name: "sethvargo Fibonacci", argv: golang("sethvargo-fibonacci", "GET"), shape: "fibonacci|linear", jitter: "none", base: 150, attempts: 6, checks: all(ignores, retries4xx), long: true},
		{name: "sethvargo capped", argv: golang("sethvargo-capped", "GET"), shape: "exponential", jitter: "none", base: 150, attempts: 7, checks: map[string]string{"no-cap": "passed"}},

		{name: "requests", argv: python("plain_requests", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx), long: true},
		{name: "requests with Retry", argv: python("requests_retry", "GET"), shape: "exponential", jitter: "none", base: 400, attempts: 5, checks: all(honours, final4xx)},
		{name: "requests with Retry POST", argv: python("requests_retry", "POST"), shape: "exponential", jitter: "none", base: 400, attempts: 5, checks: safe, long: true},
		{name: "requests with Retry of all methods POST", argv: python("requests_retry_all", "POST"), shape: "exponential|undetermined", jitter: "none", base: 400, attempts: 4, checks: all(unsafe5xx, honours, final4xx)},
		{name: "tenacity POST", argv: python("tenacity_exp", "POST"), shape: "exponential", jitter: "none", base: 100, attempts: 5, checks: all(unsafe5xx, ignores, retries4xx)},
		{name: "tenacity random", argv: python("tenacity_random", "GET"), shape: "exponential", jitter: "full|proportional", attempts: 6, checks: retries4xx, long: true},
		{name: "backoff with full jitter", argv: python("backoff_full", "GET"), shape: "exponential", jitter: "full|proportional", attempts: 6, checks: retries4xx, long: true},
		{name: "httpx POST", argv: python("httpx", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx), long: true},
	}
}

// prepare makes the command of a client runnable, or skips the test and says what is missing.
func (c *realClient) prepare(t *testing.T) {
	t.Helper()
	switch c.argv[0] {
	case "CLIENTS":
		path, err := snagtest.TryBuild(t, "testdata/retry/go")
		if err != nil {
			snagtest.Skip(t, "the clients in Go cannot be built: %v", err)
		}
		c.argv[0] = path
	case "node":
		if _, err := os.Stat("../testdata/retry/npm/node_modules"); err != nil {
			snagtest.Skip(t, "the clients from npm are not installed; run: npm ci --prefix testdata/retry/npm")
		}
	case "/usr/bin/python3":
		if err := exec.Command("/usr/bin/python3", "-c", "import requests, tenacity, backoff, httpx").Run(); err != nil {
			snagtest.Skip(t, "the clients in Python are not installed; install python3-requests, python3-tenacity, python3-backoff and python3-httpx")
		}
	}
	snagtest.Needs(t, c.argv[0])
}

// observed is the part of a report that the tests read.
type observed struct {
	Data struct {
		Attempts  int  `json:"max_attempts"`
		More      bool `json:"at_least"`
		Inference struct {
			Policy struct {
				Text, Shape string
				Base        float64 `json:"base_ms"`
				Jitter      struct{ Kind string }
			}
			Confidence      float64  `json:"confidence"`
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
		Runs   []struct {
			Scenario     string
			Gaps         []float64 `json:"gaps_ms"`
			Attempts     []any
			Unobservable string
		}
		Herd *struct {
			Clients int
			Waves   []struct {
				Retry int
				Share float64
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
	status := execute(t.Context(), args, &Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	var o observed
	if err := json.Unmarshal(stdout.Bytes(), &o); status > exitFindings || err != nil {
		t.Fatalf("%q: status %d: %s%s", args, status, stdout.String(), stderr.String())
	}
	schema, err := jsonschema.NewCompiler().Compile("../docs/schema/retry-" + args[1] + ".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(&stdout)
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		t.Errorf("%q: the report does not keep to its schema: %v", args, err)
	}
	return o
}

// TestRealClients observes clients of others and compares with what is known of them. With
// SNAG_MATRIX=all in the environment it observes all of them, and in full.
func TestRealClients(t *testing.T) {
	snagtest.Long(t)
	full := snagtest.IsWhole()
	for _, c := range realClients() {
		if c.long && !full {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			c.prepare(t)
			args := []string{"retry", "client", "-f", "json"}
			if !full {
				args = append(args, "--quick", "--timeout", "10s")
			}
			if c.env != "" {
				c.argv = append([]string{"env", c.env}, c.argv...)
			}
			snagtest.InThree(t, func() error { return c.compare(t, args) })
		})
	}
}

// compare observes the client and compares with what its documentation says.
func (c realClient) compare(t *testing.T, args []string) error {
	began := time.Now()
	o := observe(t, append(append(args, "--"), c.argv...)...)
	policy := o.Data.Inference.Policy
	t.Logf("%s in %s: %s, %d attempts (confidence %.2f) %s", c.name, time.Since(began).Round(100*time.Millisecond), policy.Text, o.Data.Attempts, o.Data.Inference.Confidence, o.Data.Inference.Reason)
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	oneOf := func(what, got, want string) {
		if want != "" && !slices.Contains(strings.Split(want, "|"), got) {
			wrong("%s is %s, want %s", what, got, want)
		}
	}
	// What is called certain must be right. Of what the gaps do not tell apart either may come first.
	in := o.Data.Inference
	certain := min(in.Confidence, in.ShapeConfidence) >= backoff.Certain
	if certain && policy.Shape != "undetermined" {
		oneOf("shape", policy.Shape, c.shape)
		if c.base > 0 && math.Abs(policy.Base-c.base) > 0.1*c.base {
			wrong("first delay is %g ms, want %g", policy.Base, c.base)
		}
	}
	if policy.Jitter.Kind != "undetermined" && (in.Confidence >= backoff.Certain || !slices.Contains(in.Kinds, c.jitter)) {
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
			t.Logf("  %s: %d attempts, gaps %v %s", run.Scenario, len(run.Attempts), run.Gaps, run.Unobservable)
		}
	}
	return errors.Join(problems...)
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
			found := slices.ContainsFunc(o.Findings, func(f struct{ Rule, Message string }) bool { return f.Rule == ruleHerd })
			if test.rule && !found {
				t.Errorf("no finding of %s", ruleHerd)
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
	if !slices.ContainsFunc(o.Findings, func(f struct{ Rule, Message string }) bool { return f.Rule == ruleRetryUnbounded }) {
		t.Errorf("findings %v lack %s", o.Findings, ruleRetryUnbounded)
	}
}

// TestClientNested observes a client whose retries are nested, on plain connections.
func TestClientNested(t *testing.T) {
	snagtest.Long(t)
	client := realClient{argv: []string{"CLIENTS", "go-redis", "-", "tcp://{host}:{port}/"}}
	client.prepare(t)
	o := observe(t, append([]string{"retry", "client", "-f", "json", "--tcp", "--quick", "--timeout", "12s", "--fault", "refuse", "--"}, client.argv...)...)
	for _, run := range o.Data.Runs {
		if run.Unobservable != "" {
			snagtest.Skip(t, "%s", run.Unobservable)
		}
	}
	if n := o.Data.Inference.Nested; o.Data.Attempts != 20 || n == nil || n.Inner != 5 || n.Outer != 4 {
		t.Errorf("%d attempts on a closed port, nested %+v; want 5 dials in each of 4 tries", o.Data.Attempts, n)
	}
}

// TestClientSpeed compresses the time of a client that allows it.
func TestClientSpeed(t *testing.T) {
	snagtest.Long(t)
	if found, _ := filepath.Glob(faketime[0]); len(found) == 0 {
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
	status := execute(ctx, []string{"retry", "client", "-f", "json", "--", "curl", "-sS", "--retry", "5", "{url}"}, &Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	var o struct {
		Partial bool
		observed
	}
	if err := json.Unmarshal(stdout.Bytes(), &o); err != nil {
		t.Fatalf("%v: %s%s", err, stdout.String(), stderr.String())
	}
	if status != exitFailure || !o.Partial || len(o.Data.Runs) == 0 || len(o.Data.Runs[0].Attempts) == 0 {
		t.Errorf("status %d, partial %v, %d runs; want %d and the attempts of the runs so far", status, o.Partial, len(o.Data.Runs), exitFailure)
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
