package endpoint

import (
	"net/http"
	"testing"
	"time"

	"snag/probe/wire/wiretest"
)

// TestFills keeps all of three places that serve, and not all.
func TestFills(t *testing.T) {
	places := make(chan struct{}, 3)
	target := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		places <- struct{}{}
		defer func() { <-places }()
		if r.URL.Path == "/slow" {
			time.Sleep(200 * time.Millisecond)
		}
	}))
	slow, cheap := wiretest.GetRequest(target, "/slow"), wiretest.GetRequest(target, "/")
	for count, want := range map[int]bool{2: false, 3: true} {
		// Beside canaries it may have taken longer than it does now.
		for _, own := range []time.Duration{200 * time.Millisecond, 500 * time.Millisecond} {
			if waited, got := Fills(t.Context(), target, slow, cheap, count, own, 5*time.Second); got != want || got && waited < 50*time.Millisecond {
				t.Errorf("%d at once in 3 places, of %s: got %t after %s, want %t", count, own, got, waited, want)
			}
		}
	}
}
