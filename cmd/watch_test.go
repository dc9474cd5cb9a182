package cmd

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
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

// TestBlockSince saves what commands measured of a service, and compares what they measure once it has become worse.
func TestBlockSince(t *testing.T) {
	snagtest.Long(t)
	node := []string{"--", "node", "../testdata/block/server.js"}
	keeps := []string{"--keys", "2000", "--", "node", "../testdata/block/memory/server.js"}
	for _, test := range []struct {
		command, figure string
		before, now     []string
	}{
		{"watch", "median of the answers", []string{"/health", "--duration", "2s"}, []string{"/spin?n=60", "--duration", "2s", "--rate", "8"}},
		{"pool", "requests at once", []string{"/pool?ms=200&k=4", "--light", "/pool?ms=0&k=4", "--without", "overlap,context,full", "--max", "8"},
			[]string{"/pool?ms=200&k=2", "--light", "/pool?ms=0&k=2", "--without", "overlap,context,full", "--max", "8"}},
		{"memory", "kept for each key", []string{"/flat?id={{salt}}"}, []string{"/map?id={{salt}}"}},
	} {
		t.Run(test.command, func(t *testing.T) {
			snagtest.Needs(t, "node")
			server := node
			if test.command == "memory" {
				server = keeps
			}
			snagtest.InThree(t, func() error {
				saved := filepath.Join(t.TempDir(), "before.json")
				run := func(args ...string) map[string]any {
					args = append([]string{"block", test.command, "-f", "json", "--startup", "120s"}, args...)
					return validDocument(t, test.command+".schema.json", -1, append(args, server...)...)
				}
				run(append(test.before, "--save", saved)...)
				changes, _ := at(run(append(test.now, "--compare", saved)...), "since", "figures").([]any)
				for _, c := range changes {
					if at(c, "name") == test.figure && at(c, "change") == "worse" {
						return nil
					}
				}
				return fmt.Errorf("got %v, want %s to be worse", changes, test.figure)
			})
		})
	}
}
