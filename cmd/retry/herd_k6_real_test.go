package retry

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/herd"
	"snag/probe/snagtest"
)

// k6Summary plays the script, and in the end draws the delays of many clients within k6.
const k6Summary = `
import { delaysOf, plan } from './herd.js';
export { default, options } from './herd.js';
export function handleSummary(data) {
  const draws = [];
  for (let i = 0; i < 2000; i++) {
    const next = delaysOf();
    draws.push(plan.delays.map(() => next()));
  }
  const count = (name) => (data.metrics[name] ? data.metrics[name].values.count : 0);
  return { 'summary.json': JSON.stringify({
    draws, attempts: count('herd_attempts'), served: count('herd_served'), gaveUp: count('herd_gave_up') }) };
}
`

// k6Run is what came of a script in k6.
type k6Run struct {
	Draws                    [][]float64
	Attempts, Served, GaveUp int
	points                   string // its metrics, one object a line
}

// playedByK6 lets k6 itself play a script against a server.
func playedByK6(t *testing.T, script, target string) k6Run {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"herd.js": script, "main.js": k6Summary} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("k6", "run", "--quiet", "--no-usage-report", "--address", "", "--system-tags", "vu", "--out", "json=points.json",
		"-e", "TARGET="+target, "-e", "OUTAGE=0", "main.js")
	c.Dir = dir
	c.Env = append(os.Environ(), "K6_AUTO_EXTENSION_RESOLUTION=false")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("k6: %v\n%s\n%s", err, out, script)
	}
	var run k6Run
	text, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	if err == nil {
		err = json.Unmarshal(text, &run)
	}
	if err != nil {
		t.Fatal(err)
	}
	points, err := os.ReadFile(filepath.Join(dir, "points.json"))
	if err != nil {
		t.Fatal(err)
	}
	run.points = string(points)
	return run
}

// TestK6ItselfPlaysThePolicy lets k6 play herds that are served at once, and compares the delays that it draws with
// those of the simulation.
func TestK6ItselfPlaysThePolicy(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "k6")
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	const clients = 20
	for _, text := range k6Policies {
		p, err := backoff.ParsePolicy(text)
		if err != nil {
			t.Fatal(err)
		}
		run := playedByK6(t, k6Script(herd.Config{Clients: clients, Policy: p, MaxAttempts: 8}), server.URL)
		if run.Attempts != clients || run.Served != clients || run.GaveUp != 0 {
			t.Errorf("%s: %d attempts, %d served, %d gave up, want %d, %d, 0", text, run.Attempts, run.Served, run.GaveUp, clients, clients)
		}
		compareDelays(t, p, run.Draws)
	}
}

// TestK6KeepsTheSchedule lets k6 play clients that are never served: each makes every attempt, none before its time.
func TestK6KeepsTheSchedule(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "k6")
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	p, err := backoff.ParsePolicy("exponential:base=100ms,factor=2,cap=500ms")
	if err != nil {
		t.Fatal(err)
	}
	config := herd.Config{Clients: 100, Policy: p, MaxAttempts: 5, Outage: time.Hour}
	simulated := herd.Simulate(config)
	want := make([]time.Duration, config.MaxAttempts) // alike for all clients without jitter
	for _, a := range simulated.Arrivals {
		want[a.Attempt-1] = a.At
	}
	run := playedByK6(t, k6Script(config), server.URL)
	if run.Attempts != simulated.Attempts || run.GaveUp != config.Clients || run.Served != 0 || int(asked.Load()) != simulated.Attempts {
		t.Errorf("%d attempts, %d served, %d gave up, %d arrived; the simulation makes %d", run.Attempts, run.Served, run.GaveUp, asked.Load(), simulated.Attempts)
	}
	byClient := map[string][]time.Time{}
	for line := range strings.Lines(run.points) {
		var point struct {
			Metric, Type string
			Data         struct {
				Time     time.Time
				Metadata struct{ VU string } // what k6 does not aggregate by
			}
		}
		if err := json.Unmarshal([]byte(line), &point); err != nil {
			t.Fatal(err)
		}
		if point.Metric == "herd_attempts" && point.Type == "Point" {
			byClient[point.Data.Metadata.VU] = append(byClient[point.Data.Metadata.VU], point.Data.Time)
		}
	}
	if len(byClient) != config.Clients {
		t.Fatalf("%d clients made attempts, want %d", len(byClient), config.Clients)
	}
	var late []time.Duration
	for client, times := range byClient {
		slices.SortFunc(times, time.Time.Compare)
		if len(times) != config.MaxAttempts {
			t.Fatalf("client %s made %d attempts, want %d", client, len(times), config.MaxAttempts)
		}
		for i, at := range times {
			behind := at.Sub(times[0]) - want[i]
			if behind < -5*time.Millisecond { // clocks of different resolution
				t.Errorf("client %s makes attempt %d after %s, and in the simulation after %s", client, i+1, at.Sub(times[0]), want[i])
			}
			late = append(late, behind)
		}
	}
	slices.Sort(late)
	t.Logf("LONG: attempts in k6 are behind those of the simulation by %s in the median, %s at most", late[len(late)/2], late[len(late)-1])
}
