package cmd

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

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
