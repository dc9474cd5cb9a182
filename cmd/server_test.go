package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// orders is a service that takes orders, with an idempotency key that it honours in the way named.
type orders struct {
	mode  string
	mu    sync.Mutex
	known map[string]*order
	n     atomic.Int64
}

type order struct {
	body   string
	answer string
	done   chan struct{}
}

func (o *orders) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		fmt.Fprint(w, "orders")
		return
	}
	text, _ := io.ReadAll(r.Body)
	key := r.Header.Get("Idempotency-Key")
	if key == "" && o.mode == "strict" {
		http.Error(w, "a key is needed", http.StatusBadRequest)
		return
	}
	if o.mode == "echo" {
		json.NewEncoder(w).Encode(map[string]string{"key": key, "body": string(text)})
		return
	}
	create := func() string {
		time.Sleep(60 * time.Millisecond) // requests at once overlap on a busy machine as well
		return fmt.Sprintf("order %d", o.n.Add(1))
	}
	if key == "" || o.mode == "ignore" {
		fmt.Fprint(w, create())
		return
	}
	if o.mode == "mute" {
		create()
		fmt.Fprint(w, "ok")
		return
	}
	o.mu.Lock()
	known, found := o.known[key]
	if !found {
		known = &order{body: string(text), done: make(chan struct{})}
		if o.mode != "racy" {
			o.known[key] = known
		}
	}
	o.mu.Unlock()
	switch {
	case !found:
		known.answer = create()
		if o.mode == "racy" { // it is stored when the work is done
			o.mu.Lock()
			o.known[key] = known
			o.mu.Unlock()
		}
		close(known.done)
	case known.body != string(text) && o.mode == "strict":
		http.Error(w, "another body", http.StatusUnprocessableEntity)
		return
	default:
		select {
		case <-known.done:
		default:
			http.Error(w, "in progress", http.StatusConflict)
			return
		}
	}
	fmt.Fprint(w, known.answer)
}

func TestServerKeys(t *testing.T) {
	for _, test := range []struct {
		mode string
		want map[string]string
	}{
		{"strict", map[string]string{"key-ignored": "passed", "key-conflict": "passed", "key-race": "passed", "key-missing": "passed", "key-syntax": "passed"}},
		{"lax", map[string]string{"key-ignored": "passed", "key-conflict": "failed", "key-race": "passed", "key-missing": "not-applicable"}},
		{"racy", map[string]string{"key-ignored": "passed", "key-race": "failed"}},
		{"ignore", map[string]string{"key-ignored": "failed", "key-conflict": "failed", "key-race": "failed"}},
		{"echo", map[string]string{"key-ignored": "unknown", "key-syntax": "unknown", "key-race": "unknown"}},
		{"mute", map[string]string{"key-ignored": "unknown", "key-race": "unknown"}},
	} {
		t.Run(test.mode, func(t *testing.T) {
			server := httptest.NewServer(&orders{mode: test.mode, known: map[string]*order{}})
			defer server.Close()
			o := observe(t, "retry", "server", server.URL+"/orders", "-f", "json", "--reads", "1", "--burst", "2", "--allow-writes", "--data", `{"item":1}`)
			outcomes(t, o, test.want)
		})
	}
}

func outcomes(t *testing.T, o observed, want map[string]string) {
	t.Helper()
	for check, outcome := range want {
		got, why := "-", ""
		for _, c := range o.Data.Checks {
			if c.Check == check {
				got, why = c.Outcome, c.Message
			}
		}
		if got != outcome {
			t.Errorf("%s is %s, want %s: %s", check, got, outcome, why)
		}
	}
}

func TestServerNeverWritesUnasked(t *testing.T) {
	var writes atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			writes.Add(1)
		}
	}))
	defer server.Close()
	observe(t, "retry", "server", server.URL, "-f", "json", "--burst", "4")
	if n := writes.Load(); n > 0 {
		t.Errorf("%d requests that write were sent", n)
	}
}

func TestServerRetryAfter(t *testing.T) {
	for _, test := range []struct {
		name   string
		header string
		back   time.Duration // when it answers again
		want   map[string]string
	}{
		{"true", "1", 900 * time.Millisecond, map[string]string{"no-retry-after": "passed", "retry-after (form)": "passed", "retry-after (truth)": "passed"}},
		{"untrue", "1", time.Hour, map[string]string{"no-retry-after": "passed", "retry-after (form)": "passed", "retry-after (truth)": "failed"}},
		{"missing", "", time.Hour, map[string]string{"no-retry-after": "failed"}},
		{"not a time", "soon", time.Hour, map[string]string{"no-retry-after": "passed", "retry-after (form)": "failed"}},
		{"absurd", "864000", time.Hour, map[string]string{"retry-after (form)": "failed"}},
		{"longer than the probe waits", "120", time.Hour, map[string]string{"retry-after (form)": "passed", "retry-after (truth)": "unknown"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var first sync.Once
			var since time.Time
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				first.Do(func() { since = time.Now() })
				if time.Since(since) < test.back {
					if test.header != "" {
						w.Header().Set("Retry-After", test.header)
					}
					w.WriteHeader(http.StatusServiceUnavailable)
				}
			}))
			defer server.Close()
			o := observe(t, "retry", "server", server.URL, "-f", "json", "--reads", "2", "--burst", "0")
			outcomes(t, o, test.want)
		})
	}
}

func TestServerResetsAreNoAnswers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	defer server.Close()
	o := observe(t, "retry", "server", server.URL, "-f", "json", "--reads", "2", "--burst", "2")
	outcomes(t, o, map[string]string{"no-answer": "failed"})
}

func TestServerRecovers(t *testing.T) {
	snagtest.Long(t)
	var n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if i := n.Add(1); i > 2 && i < 5 {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	defer server.Close()
	o := observe(t, "retry", "server", server.URL, "-f", "json", "--reads", "1", "--burst", "0", "--watch", "3s")
	outcomes(t, o, map[string]string{"not-recovered": "passed"})
}
