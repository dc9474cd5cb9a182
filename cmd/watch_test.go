package cmd

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestBlockWatch watches a server that answers nobody for 200 ms, twice.
func TestBlockWatch(t *testing.T) {
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
	}))
	defer server.Close()
	go func() {
		for range 2 {
			time.Sleep(500 * time.Millisecond)
			mu.Lock()
			time.Sleep(200 * time.Millisecond)
			mu.Unlock()
		}
	}()
	document := validDocument(t, "watch.schema.json", 1, "block", "watch", server.URL+"/health", "--duration", "1600ms", "--floor", "100ms", "--budget", "150ms", "-f", "json")
	stalls := at(document, "data", "stalls").([]any)
	if len(stalls) < 2 {
		t.Errorf("stalls %v, want both", stalls)
	}
	for _, s := range stalls {
		if length := at(s, "length_ms").(float64); length < 150 || length > 2000 {
			t.Errorf("a stall of %v ms, want about 200", length)
		}
	}
	if found := rulesOf(document); !slices.Contains(found, "block/stalled") {
		t.Errorf("findings %v", found)
	}
}
