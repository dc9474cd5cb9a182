package demo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// running is a service that a test asks.
type running struct {
	base  string
	stop  context.CancelFunc
	ended chan error
}

func serve(t *testing.T, c Config) *running {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := &running{"http://" + l.Addr().String(), cancel, make(chan error, 1)}
	go func() { r.ended <- New(c).Serve(ctx, l) }()
	t.Cleanup(cancel)
	return r
}

// ask sends a request and returns the status, the header and the body.
func (r *running) ask(t *testing.T, method, path, body string, header ...string) (int, http.Header, string) {
	t.Helper()
	request, err := http.NewRequest(method, r.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return 0, nil, ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
	}
	return answer.StatusCode, answer.Header, strings.TrimSpace(string(text))
}

func TestRoutes(t *testing.T) {
	r := serve(t, Config{})
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/", "", 200, `"Path":"/health"`},
		{"POST", "/", "12345", 200, `{"bytes":5}`},
		{"GET", "/health", "", 200, `{"ok":true}`},
		{"GET", "/flat?n=7", "", 200, `"sum"`},
		{"GET", "/linear?rows=10", "", 200, `"sum"`},
		{"GET", "/quadratic?n=100", "", 200, `"pairs"`},
		{"GET", "/exponential?n=10", "", 200, `{"subsets":0}`},
		{"GET", "/exponential?n=61", "", 400, "from 0 to 60"},
		{"GET", "/linear?rows=-1", "", 400, "must be a number"},
		{"GET", "/validate?path=/a/b", "", 200, `{"valid":true}`},
		{"GET", "/validate?path=a", "", 200, `{"valid":false}`},
		{"GET", "/validate?path=" + strings.Repeat("/", 65<<10), "", 400, "too long"},
		{"POST", "/import", "[1, 2]", 200, `{"bytes":5}`},
		{"POST", "/import", "[1,", 400, "unexpected end"},
		{"POST", "/import", strings.Repeat(" ", maxBody+1), 413, "too large"},
		{"GET", "/serial?ms=1", "", 200, `{"held_ms":1}`},
		{"GET", "/pool?ms=x", "", 400, "must be a number"},
		{"GET", "/transfer", "", 200, `{"transferred":true}`},
		{"GET", "/nowhere", "", 404, ""},
		{"DELETE", "/health", "", 405, ""},
	} {
		status, _, body := r.ask(t, c.method, c.path, c.body)
		if status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s %.60s: %d %.200s, want %d with %s", c.method, c.path, status, body, c.status, c.want)
		}
	}
}

// TestLoop checks that what computes or holds the loop keeps others waiting, and what waits does not.
func TestLoop(t *testing.T) {
	s := New(Config{})
	handler := s.routes()
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	s.loop.Lock()
	answered := make(chan struct{})
	go func() {
		ask("/health")
		close(answered)
	}()
	select {
	case <-answered:
		t.Error("/health answers although the loop is busy")
	case <-time.After(50 * time.Millisecond):
	}
	s.loop.Unlock()
	<-answered
	// Three wait for the lock of /serial, and /health is answered meanwhile.
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() { ask("/serial?ms=100") })
	}
	for len(s.one) == 0 {
		time.Sleep(time.Millisecond)
	}
	if w := ask("/health"); w.Code != http.StatusOK {
		t.Errorf("/health: %d", w.Code)
	}
	if len(s.one) == 0 {
		t.Error("nothing held the lock while /health answered, or it waited for it")
	}
	wait.Wait()
}

// TestDefects checks that each defect of the overlapping routes is there, and that the routes beside
// them do it right.
func TestDefects(t *testing.T) {
	r := serve(t, Config{})
	var mixed int
	var mu sync.Mutex
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			id := fmt.Sprint("id-", i)
			_, header, _ := r.ask(t, "GET", "/me", "", "X-Request-Id", id)
			mu.Lock()
			defer mu.Unlock()
			if header.Get("X-Request-Id") != id {
				mixed++
			}
		})
	}
	wait.Wait()
	if mixed == 0 {
		t.Error("no request got the id of another")
	}
	if status, header, _ := r.ask(t, "GET", "/flaky", ""); status != 200 || header.Get("Retry-After") != "" {
		t.Errorf("/flaky: %d", status)
	}
	if status, header, _ := r.ask(t, "GET", "/flaky", ""); status != 503 || header.Get("Retry-After") != "" {
		t.Errorf("/flaky the second time: %d", status)
	}
	post := func(path, key, body string) (int, string) {
		status, header, text := r.ask(t, "POST", path, body, "Idempotency-Key", key)
		return status, text + header.Get("Idempotency-Replayed")
	}
	for _, c := range []struct {
		path, key, body string
		status          int
		want            string
	}{
		{"/orders", "a", "{}", 201, `{"order":1}`},
		{"/orders", "a", "{}", 201, `{"order":1}true`},
		{"/orders", "a", "[]", 422, ""},
		{"/orders", "b", "{}", 201, `{"order":2}`},
		{"/orders", "", "{}", 400, ""},
		{"/payments", "a", "{}", 201, `{"charge":1}`},
		{"/payments", "a", "{}", 201, `{"charge":2}`},
	} {
		if status, text := post(c.path, c.key, c.body); status != c.status || c.want != "" && text != c.want {
			t.Errorf("%s with key %q: %d %s, want %d %s", c.path, c.key, status, text, c.status, c.want)
		}
	}
}

// TestDeadlock checks that two requests that overlap wait for each other, and no longer than their
// clients do.
func TestDeadlock(t *testing.T) {
	s := New(Config{})
	server := httptest.NewServer(s.routes())
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			request, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/transfer", nil)
			if err != nil {
				t.Error(err)
				return
			}
			if answer, err := http.DefaultClient.Do(request); err == nil {
				answer.Body.Close()
				if ctx.Err() == nil { // else the other one gave up first
					t.Error("a request that overlaps another is answered")
				}
			}
		})
	}
	for len(s.left) == 0 || len(s.right) == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // both wait for the other lock now
	cancel()
	wait.Wait()
	answer, err := http.Get(server.URL + "/transfer")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %d", answer.StatusCode)
	}
}

// TestLimits checks both forms of Retry-After.
func TestLimits(t *testing.T) {
	for path, want := range map[string]string{"/limited": "1", "/limited-badly": "in a moment"} {
		s := New(Config{})
		handler := s.routes()
		refused := 0
		for range 3 * limitCount {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			if w.Code == http.StatusTooManyRequests {
				refused++
				if got := w.Header().Get("Retry-After"); got != want {
					t.Errorf("%s: Retry-After %q, want %q", path, got, want)
				}
			}
		}
		if refused == 0 {
			t.Errorf("%s refuses nothing", path)
		}
	}
}

// TestShutdown sends half a request, ends the service, and completes the request.
func TestShutdown(t *testing.T) {
	for how, completes := range map[Shutdown]bool{Good: true, Hasty: false} {
		r := serve(t, Config{Shutdown: how})
		address := strings.TrimPrefix(r.base, "http://")
		silent, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		// The service asks for the body when it has read the head: from then on it is in flight.
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: demo\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
		reader := bufio.NewReader(conn)
		for range 2 {
			if _, err := reader.ReadString('\n'); err != nil {
				t.Fatalf("%s: %v", how, err)
			}
		}
		fmt.Fprintf(conn, "12345")
		r.stop()
		ended := func() {
			select {
			case err := <-r.ended:
				if err != nil {
					t.Errorf("%s: %v", how, err)
				}
			case <-time.After(drainTime + 10*time.Second):
				t.Errorf("%s: does not end", how)
			}
		}
		if !completes {
			ended()
		}
		fmt.Fprintf(conn, "67890")
		answer, err := http.ReadResponse(reader, nil)
		if (err == nil && answer.StatusCode == http.StatusOK) != completes {
			t.Errorf("%s: %v, %v; want it completed: %v", how, answer, err, completes)
		}
		if completes {
			ended()
		}
	}
}

func TestChaos(t *testing.T) {
	r := serve(t, Config{Chaos: Chaos{Fail: 1}})
	if status, _, _ := r.ask(t, "GET", "/flat", ""); status != 500 {
		t.Errorf("fail=1: %d", status)
	}
	if status, _, _ := r.ask(t, "GET", "/health", ""); status != 200 {
		t.Errorf("health: %d", status)
	}
	r = serve(t, Config{Chaos: Chaos{Crash: 1}})
	if answer, err := http.Get(r.base + "/flat"); err == nil {
		answer.Body.Close()
		t.Errorf("crash=1: %d", answer.StatusCode)
	}
	if err := <-r.ended; !errors.Is(err, ErrCrashed) {
		t.Errorf("crash=1: ended with %v", err)
	}
	s := New(Config{Chaos: Chaos{Pause: time.Hour, Interval: time.Millisecond}})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.pause(ctx); close(done) }()
	for s.loop.TryLock() {
		s.loop.Unlock()
		time.Sleep(time.Millisecond)
	}
	cancel()
	<-done
	if !s.loop.TryLock() {
		t.Error("the pause does not end with the service")
	}
}

func TestLoopbackOnly(t *testing.T) {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	if err := New(Config{}).Serve(t.Context(), l); err == nil {
		t.Error("it serves everybody")
	}
}

// TestPolicies calls a server that fails, and counts.
func TestPolicies(t *testing.T) {
	for _, c := range []struct {
		policy   string
		status   int
		attempts int // before the server gives in, so that storm ends
		keys     int // different ones
	}{
		{"polite", 503, 5, 0}, {"polite", 404, 1, 0}, {"keyed", 503, 5, 1}, {"none", 503, 1, 0}, {"fixed", 500, 6, 0},
		{"fixed", 400, 1, 0}, {"storm", 404, 30, 0}, {"unsafe", 500, 4, 0}, {"new-key", 502, 4, 4},
	} {
		attempts, keys := 0, map[string]bool{}
		var body []byte
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			attempts++
			if key := r.Header.Get("Idempotency-Key"); key != "" {
				keys[key] = true
			}
			got, err := io.ReadAll(r.Body)
			if err != nil || attempts > 1 && !bytes.Equal(got, body) {
				t.Errorf("%s: body %q, %v, want %q", c.policy, got, err, body)
			}
			body = got
			if attempts < 30 {
				w.WriteHeader(c.status)
			}
		}))
		for _, p := range Policies {
			if p.Name != c.policy {
				continue
			}
			if err := p.Call(t.Context(), server.URL); (err != nil) != (attempts < 30) {
				t.Errorf("%s: %v after %d attempts", c.policy, err, attempts)
			}
		}
		server.Close()
		if attempts != c.attempts || len(keys) != c.keys {
			t.Errorf("%s on %d: %d attempts with %d keys, want %d with %d", c.policy, c.status, attempts, len(keys), c.attempts, c.keys)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"3": 3 * time.Second, "-3": 0, "": 0, "in a moment": 0,
		"Sun, 01 Nov 2026 12:00:05 GMT": 5 * time.Second, "Sun, 01 Nov 2026 11:00:05 GMT": 0,
	} {
		if got := retryAfter(text, now); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	p := Policies[0]
	if d := p.delay(0, &refusal{503, 3 * time.Second}); d != 3*time.Second {
		t.Errorf("%s waits %s, want what the server asked for", p.Name, d)
	}
	if d := p.delay(0, &refusal{503, time.Hour}); d != longestRetry {
		t.Errorf("%s waits %s", p.Name, d)
	}
}

// TestKeeping checks what is kept of several keys, and that none of it is without a bound.
func TestKeeping(t *testing.T) {
	s := New(Config{})
	handler := s.routes()
	ask := func(path string) {
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil)); w.Code != http.StatusOK {
			t.Fatalf("%s: %d", path, w.Code)
		}
	}
	for i := range boundedEntries + 50 {
		for _, path := range []string{"/cache", "/cache-bounded", "/cache-timed", "/listen"} {
			ask(fmt.Sprintf("%s?item=%d", path, i))
			ask(fmt.Sprintf("%s?item=%d", path, i))
		}
	}
	ask("/open")
	ask("/debug/pprof/heap?gc=1&debug=1")
	s.loop.Lock()
	defer s.loop.Unlock()
	k := &s.keeping
	if len(k.cached) != boundedEntries+50 || len(k.bounded) != boundedEntries || len(k.order) != boundedEntries || len(k.timed) != boundedEntries+50 || len(k.listeners) != 2*(boundedEntries+50) || len(k.files) != 1 {
		t.Errorf("kept %d, %d (%d), %d, %d, %d", len(k.cached), len(k.bounded), len(k.order), len(k.timed), len(k.listeners), len(k.files))
	}
	k.close()
}
