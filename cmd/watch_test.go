package cmd

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// TestBlockWatch watches a server that answers nobody for 200 ms, twice.
func TestBlockWatch(t *testing.T) {
	snagtest.Long(t)
	var loop sync.Mutex
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		loop.Lock()
		defer loop.Unlock()
		if requests++; requests == 40 || requests == 90 {
			time.Sleep(200 * time.Millisecond)
		}
	}))
	defer server.Close()
	document := validDocument(t, "watch.schema.json", 1, "block", "watch", server.URL+"/health", "--duration", "1600ms", "--rate", "100", "--floor", "100ms", "--budget", "150ms", "-f", "json")
	stalls := at(document, "data", "stalls").([]any)
	long := 0 // a busy machine adds some of its own
	for _, s := range stalls {
		if at(s, "length_ms").(float64) >= 190 {
			long++
		}
	}
	if long < 2 {
		t.Errorf("stalls %v, want two of 200 ms", stalls)
	}
	if found := rulesOf(document); !slices.Contains(found, "block/stalled") {
		t.Errorf("findings %v", found)
	}
}

// TestBlockWatchInterrupted ends a watch before its duration is over, which is then no watch of that duration, and one
// without a duration, of which an interrupt is the end.
func TestBlockWatchInterrupted(t *testing.T) {
	for _, c := range []struct {
		duration string
		status   int
	}{{"1h", cli.ExitFailure}, {"0", cli.ExitClean}} {
		ctx, cancel := context.WithCancel(t.Context())
		var requests atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			if requests.Add(1) == 80 {
				cancel()
			}
		}))
		var stdout, stderr bytes.Buffer
		args := []string{"block", "watch", server.URL + "/health", "--duration", c.duration, "--rate", "200", "--fail-on", "none"}
		status := execute(ctx, args, &cli.Stdio{Out: &stdout, Err: &stderr})
		partial := strings.Contains(stdout.String(), "Partial: ")
		if status != c.status || partial != (c.status != cli.ExitClean) {
			t.Errorf("--duration %s: status %d, want %d\n%s%s", c.duration, status, c.status, stdout.String(), stderr.String())
		}
		server.Close()
		cancel()
	}
}
