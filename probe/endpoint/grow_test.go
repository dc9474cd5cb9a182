package endpoint

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"snag/analyze/block/growth"
	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// TestGrowFindsTheBound grows the input of handlers that refuse it beyond a size, and looks at the statuses.
func TestGrowFindsTheBound(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/health", func(http.ResponseWriter, *http.Request) {})
	refuse := func(path string, most, usual, beyond int) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if len(r.URL.Query().Get("q")) > most {
				w.WriteHeader(beyond)
				return
			}
			w.WriteHeader(usual)
		})
	}
	refuse("/400", 37, 200, 400)
	refuse("/413", 37, 200, 413)
	refuse("/422", 37, 422, 400)
	refuse("/401", 37, 401, 401)
	refuse("/500", 37, 200, 500)
	refuse("/all", 1000, 422, 422)
	server := httptest.NewServer(mux)
	defer server.Close()
	target := wiretest.Target(t, server.URL)
	canary := wire.Request{Method: "GET", Path: "/health"}.Bytes(target)
	for _, test := range []struct {
		path     string
		expected []int
		bound    int
		failed   int // size of what ended the run, 0 for nothing
		usual    int
	}{
		{"/400", nil, 37, 0, 0},
		{"/413", nil, 37, 38, 200},
		{"/422", nil, 37, 0, 0},
		{"/401", nil, 0, 1, 0},
		{"/401", []int{401}, 0, 0, 401},
		{"/500", nil, 0, 39, 200},
		{"/all", nil, 0, 0, 422},
	} {
		in, err := NewInput(InputConfig{URL: server.URL + test.path + `?q={{repeat "a" n}}`})
		if err != nil {
			t.Fatal(err)
		}
		g := Grow(t.Context(), GrowConfig{Target: target, Input: in, Canary: canary, Expected: test.expected,
			Plan: growth.NewPlan(1, 60, 5*time.Second, 10*time.Second), Sizes: 4, Repetitions: 1, Limit: 10 * time.Second})
		failed := 0
		if g.Failure != nil {
			failed = g.Failure.N
		}
		got := fmt.Sprint(g.Bound, failed > 0 && failed >= test.failed, g.Statuses.Usual(test.expected))
		if want := fmt.Sprint(test.bound, test.failed > 0, test.usual); got != want {
			t.Errorf("%s, expecting %v: got bound, failed and usual status %s, want %s: %v", test.path, test.expected, got, want, g.Statuses)
		}
	}
}
