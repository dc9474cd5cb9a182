package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

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
	factor float64 // 0 is not checked
	limit  float64 // the cap in ms; 0 is not checked
	varies bool    // more runs are needed to tell what chance does
	// attempts of one operation; 0 is not checked.
	attempts int
	// checks is what is known of its safety, by the name of the check; "-" is a check that does not
	// apply.
	checks map[string]string
	// language is what its program is written in; "" is a program of its own.
	language string
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
	clients := append(append(policyClients(), libraryClients()...), []realClient{
		{name: "curl", argv: []string{"curl", "-sS", "--retry", "2", "{url}"}, shape: "exponential", jitter: "none", base: 1000, attempts: 3, checks: all(honours, final4xx)},
		{name: "curl POST", argv: []string{"curl", "-sS", "--retry", "2", "-d", "x=1", "{url}"}, shape: "exponential", jitter: "none", base: 1000, attempts: 3, checks: all(safe, honours, map[string]string{"post-after-error": "failed"})},
		{name: "curl all errors POST", argv: []string{"curl", "-sS", "--retry", "2", "--retry-all-errors", "-d", "x=1", "{url}"}, shape: "exponential", jitter: "none", base: 1000, attempts: 3, checks: all(unsafe5xx, honours)},
		{name: "wget", argv: []string{"wget", "-q", "-O", "-", "--tries=3", "{url}"}, shape: "linear|exponential", jitter: "none", base: 1000, attempts: 3, checks: final4xx},
		{name: "wget POST", argv: []string{"wget", "-q", "-O", "-", "--tries=3", "--post-data=x=1", "{url}"}, shape: "linear|exponential", jitter: "none", base: 1000, attempts: 3, checks: unsafe},

		{name: "fetch POST", argv: node("fetch", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)},
		{name: "axios-retry", argv: node("axios-retry", "GET"), shape: "immediate", jitter: "none", attempts: 4, checks: all(honours, final4xx, map[string]string{"storm": "failed"})},
		{name: "axios-retry POST", argv: node("axios-retry", "POST"), shape: "immediate", jitter: "none", attempts: 4, checks: all(unsafe, map[string]string{"post-after-error": "passed"})},
		{name: "axios-retry POST with a key", argv: node("axios-retry", "POST"), env: "KEY=k-1", shape: "immediate", jitter: "none", attempts: 4, checks: map[string]string{"unsafe-post": "passed", "key-changes": "passed"}},
		{name: "axios-retry exponential", argv: node("axios-retry-exp", "GET"), shape: "exponential", jitter: "proportional|additive|undetermined", attempts: 5, checks: all(honours, final4xx)},
		{name: "got", argv: node("got", "GET"), shape: "exponential|undetermined", attempts: 3, checks: all(honours, final4xx)},
		{name: "got POST", argv: node("got", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)},
		{name: "ky", argv: node("ky", "GET"), shape: "exponential", jitter: "none", base: 300, attempts: 3, checks: all(honours, final4xx)},
		{name: "ky POST", argv: node("ky", "POST"), shape: "none", jitter: "none", attempts: 1, checks: safe},
		{name: "undici", argv: node("undici", "GET"), shape: "exponential", jitter: "none", base: 200, attempts: 4, checks: all(honours, final4xx)},
		{name: "undici POST", argv: node("undici", "POST"), shape: "none", jitter: "none", attempts: 1, checks: safe},
		{name: "superagent POST", argv: node("superagent", "POST"), shape: "immediate", jitter: "none", attempts: 4, checks: all(unsafe5xx, ignores, final4xx, map[string]string{"storm": "failed"})},
		{name: "make-fetch-happen", argv: node("make-fetch-happen", "GET"), shape: "exponential", jitter: "none", base: 200, attempts: 4, checks: all(ignores, final4xx)},
		{name: "make-fetch-happen POST", argv: node("make-fetch-happen", "POST"), shape: "none", jitter: "none", attempts: 1, checks: safe},
		{name: "ofetch", argv: node("ofetch", "GET"), shape: "fixed", jitter: "none", base: 150, attempts: 4, checks: ignores},
		{name: "requestretry POST", argv: node("requestretry", "POST"), shape: "fixed", jitter: "none", base: 200, attempts: 4, checks: all(unsafe5xx, ignores, final4xx)},
		{name: "fetch-retry POST", argv: node("fetch-retry", "POST"), shape: "fixed", jitter: "none", base: 200, attempts: 4, checks: all(unsafe5xx, ignores, final4xx)},
		{name: "octokit POST", argv: node("octokit", "POST"), attempts: 0, checks: all(unsafe5xx, ignores)},
		{name: "p-retry POST", argv: node("p-retry", "POST"), shape: "exponential", jitter: "none", base: 100, attempts: 5, checks: all(unsafe5xx, ignores, retries4xx)},
		{name: "async-retry POST", argv: node("async-retry", "POST"), shape: "exponential", jitter: "none", base: 100, attempts: 5, checks: all(unsafe5xx, ignores, retries4xx)},
		{name: "p-retry randomised", argv: node("p-retry-random", "GET"), shape: "exponential", jitter: "equal|proportional", attempts: 6, checks: all(ignores, retries4xx)},
		{name: "exponential-backoff with full jitter", argv: node("exponential-backoff-full", "GET"), shape: "exponential", jitter: "full|proportional", attempts: 6, checks: retries4xx},
		{name: "gRPC", argv: node("grpc", "POST"), shape: "exponential", jitter: "proportional|equal", attempts: 4, checks: all(final4xx, map[string]string{"unsafe-post": "unknown", "pushback-ignored": "passed", "retry-after (seconds)": "-", "post-after-error": "-"})},
		{name: "gRPC in a loop", argv: node("grpc-loop", "POST"), shape: "exponential", jitter: "none", base: 150, attempts: 4, checks: all(retries4xx, map[string]string{"unsafe-post": "unknown", "pushback-ignored": "failed", "retry-after (seconds)": "-"})},
		{name: "a key made anew", argv: node("changing-key", "POST"), attempts: 3, checks: map[string]string{"key-changes": "failed", "unsafe-post": "failed"}},
		{name: "a body read only once", argv: node("lost-body", "PUT"), attempts: 3, checks: map[string]string{"body-changes": "failed"}},

		{name: "net/http POST", argv: golang("net/http", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)},
		{name: "retryablehttp POST", argv: golang("retryablehttp", "POST"), shape: "exponential", jitter: "none", base: 200, attempts: 4, checks: all(unsafe5xx, honours, final4xx)},
		{name: "retryablehttp POST with a key", argv: golang("retryablehttp", "POST"), env: "KEY=k-1", shape: "exponential", jitter: "none", attempts: 4, checks: map[string]string{"unsafe-post": "passed", "post-after-error": "passed", "key-changes": "passed"}},
		{name: "resty POST", argv: golang("resty", "POST"), shape: "exponential", attempts: 5, checks: all(unsafe5xx, ignores, final4xx)},
		{name: "failsafe POST", argv: golang("failsafe", "POST"), shape: "exponential", jitter: "none", base: 150, attempts: 4, checks: all(unsafe5xx, final4xx, map[string]string{"retry-after (seconds)": "passed", "retry-after (date)": "failed"})},
		{name: "cenkalti POST", argv: golang("cenkalti", "POST"), shape: "exponential", jitter: "proportional", attempts: 6, checks: all(unsafe5xx, ignores, retries4xx)},
		{name: "avast", argv: golang("avast", "GET"), shape: "exponential", jitter: "additive", base: 100, attempts: 5, checks: all(ignores, retries4xx)},
		{name: "sethvargo Fibonacci", argv: golang("sethvargo-fibonacci", "GET"), shape: "fibonacci|linear", jitter: "none", base: 150, attempts: 6, checks: all(ignores, retries4xx)},
		{name: "sethvargo capped", argv: golang("sethvargo-capped", "GET"), shape: "exponential", jitter: "none", base: 150, attempts: 7, checks: map[string]string{"no-cap": "passed"}},

		{name: "requests", argv: python("plain_requests", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)},
		{name: "requests with Retry", argv: python("requests_retry", "GET"), shape: "exponential", jitter: "none", base: 400, attempts: 5, checks: all(honours, final4xx)},
		{name: "requests with Retry POST", argv: python("requests_retry", "POST"), shape: "exponential", jitter: "none", base: 400, attempts: 5, checks: safe},
		{name: "requests with Retry of all methods POST", argv: python("requests_retry_all", "POST"), shape: "exponential|undetermined", jitter: "none", base: 400, attempts: 4, checks: all(unsafe5xx, honours, final4xx)},
		{name: "tenacity POST", argv: python("tenacity_exp", "POST"), shape: "exponential", jitter: "none", base: 100, attempts: 5, checks: all(unsafe5xx, ignores, retries4xx)},
		{name: "tenacity random", argv: python("tenacity_random", "GET"), shape: "exponential", jitter: "full|proportional", attempts: 6, checks: retries4xx},
		{name: "backoff with full jitter", argv: python("backoff_full", "GET"), shape: "exponential", jitter: "full|proportional", attempts: 6, checks: retries4xx},
		{name: "httpx POST", argv: python("httpx", "POST"), shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)},
	}...)
	for i := range clients {
		switch c := &clients[i]; c.argv[0] {
		case "node":
			c.language = "npm"
		case "CLIENTS":
			c.language = "go"
		case "/usr/bin/python3":
			c.language = "python"
		case "npm":
			c.language, c.argv = c.argv[0], append(node(c.argv[1], c.argv[2]), c.argv[4:]...)
		case "go":
			c.language, c.argv = c.argv[0], append(golang(c.argv[1], c.argv[2]), c.argv[4:]...)
		case "python":
			c.language, c.argv = c.argv[0], append(python(c.argv[1], c.argv[2]), c.argv[4:]...)
		case "java", "rust", "ruby":
			c.language = c.argv[0]
		}
	}
	return clients
}

// TestClientTable counts the clients.
func TestClientTable(t *testing.T) {
	languages, names := map[string]int{}, map[string]bool{}
	clients := realClients()
	for _, c := range clients {
		languages[c.language]++
		if names[c.name] {
			t.Errorf("%s is there twice", c.name)
		}
		names[c.name] = true
	}
	t.Logf("%d clients: %v", len(clients), languages)
	for _, language := range []string{"npm", "python", "go", "java", "rust", "ruby"} {
		if languages[language] < 20 {
			t.Errorf("%d clients in %s, want 20", languages[language], language)
		}
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
	case "java":
		c.argv = append(javaClients(t), c.argv[1:]...)
	case "rust":
		c.argv[0] = snagtest.Path(t, "testdata/retry/rust/target/debug/clients")
		if _, err := os.Stat(c.argv[0]); err != nil {
			snagtest.Skip(t, "the clients in Rust are not built; run: cargo build --manifest-path testdata/retry/rust/Cargo.toml")
		}
	case "ruby":
		libraries := []string{"-rfaraday", "-rexcon", "-rretriable"}
		switch c.argv[1] {
		case "httparty", "typhoeus", "rest-client":
			libraries = []string{"-r" + c.argv[1]}
		}
		if !loads("ruby", append(libraries, "-e", "0")...) {
			snagtest.Skip(t, "the clients in Ruby are not installed; install ruby-faraday, ruby-excon, ruby-retriable, ruby-httparty, ruby-typhoeus and ruby-rest-client")
		}
		c.argv = append([]string{"ruby", "../testdata/retry/ruby/client.rb"}, c.argv[1:]...)
	case "node":
		if _, err := os.Stat("../testdata/retry/npm/node_modules"); err != nil {
			snagtest.Skip(t, "the clients from npm are not installed; run: npm ci --prefix testdata/retry/npm")
		}
	case "/usr/bin/python3":
		if !loads("/usr/bin/python3", "-c", "import requests, tenacity, backoff, httpx, aiohttp") {
			snagtest.Skip(t, "the clients in Python are not installed; install python3-requests, python3-tenacity, python3-backoff, python3-httpx and python3-aiohttp")
		}
	}
	snagtest.Needs(t, c.argv[0])
}

// loaded remembers what [loads] found out.
var loaded sync.Map

// loads reports whether the command succeeds, as it does where libraries are installed.
func loads(name string, args ...string) bool {
	found, _ := loaded.LoadOrStore(name+strings.Join(args, " "), sync.OnceValue(func() bool { return exec.Command(name, args...).Run() == nil }))
	return found.(func() bool)()
}

// javaClasses is where the clients in Java are compiled to, once.
var javaClasses struct {
	sync.Once
	folder string
	err    error
}

// javaClients returns the command that runs the clients in Java.
func javaClients(t *testing.T) []string {
	t.Helper()
	libraries := snagtest.Path(t, "testdata/retry/java/libraries")
	if _, err := os.Stat(libraries); err != nil {
		snagtest.Skip(t, "the clients in Java are not installed; run: mvn -f testdata/retry/java dependency:copy-dependencies -DoutputDirectory=libraries")
	}
	snagtest.Needs(t, "java", "javac")
	all := filepath.Join(libraries, "*")
	javaClasses.Do(func() {
		javaClasses.folder = snagtest.Scratch(t)
		out, err := exec.Command("javac", "-cp", all, "-d", javaClasses.folder, snagtest.Path(t, "testdata/retry/java/Clients.java")).CombinedOutput()
		if err != nil {
			javaClasses.err = fmt.Errorf("javac: %w: %s", err, out)
		}
	})
	if javaClasses.err != nil {
		t.Fatal(javaClasses.err)
	}
	return []string{"java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", all + string(filepath.ListSeparator) + javaClasses.folder, "Clients"}
}
