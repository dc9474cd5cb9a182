package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Route is a route of the service.
type Route struct {
	Method string // "GET" or "POST"
	Path   string // without a query
	Query  string // an example, "" for none
	What   string // what it does, and what is wrong with it, in a clause
}

// route is a Route and its handler, which runs on the loop with the body of the request.
type route struct {
	Route
	handle func(s *Server, w http.ResponseWriter, r *http.Request, body []byte)
}

// table is the one list of the routes.
func table() []route {
	return append([]route{
		{Route{"GET", "/health", "", "answers at once, when the loop is free"}, (*Server).health},
		{Route{"GET", "/flat", "n=1000", "costs the same for every n"}, (*Server).flat},
		{Route{"GET", "/linear", "rows=1000", "a report: the cost grows with the rows, without a bound"}, (*Server).linear},
		{Route{"GET", "/quadratic", "n=1000", "compares every two of n items"}, (*Server).quadratic},
		{Route{"GET", "/exponential", "n=16", "tries every subset of n items"}, (*Server).exponential},
		{Route{"GET", "/validate", "path=/a/b", `matches (\/.+)+$ by backtracking`}, (*Server).validate},
		{Route{"POST", "/import", "", "parses and writes JSON of up to 8 MB"}, (*Server).importJSON},
		{Route{"GET", "/serial", "ms=80", "one request at a time: everything goes through one lock"}, (*Server).serial},
		{Route{"GET", "/pool", "ms=80", "four requests at a time"}, (*Server).pooled},
		{Route{"GET", "/transfer", "", "two locks in either order: requests that overlap hang"}, (*Server).transfer},
		{Route{"GET", "/me", "", "answers with the X-Request-Id of whoever came last"}, (*Server).me},
		{Route{"GET", "/cache", "item=1", "keeps 4 KB for each key, without an end"}, (*Server).cache},
		{Route{"GET", "/cache-bounded", "item=1", "keeps 4 KB for each of the last thousand keys"}, (*Server).cacheBounded},
		{Route{"GET", "/cache-timed", "item=1", "keeps 4 KB for each key, for five seconds"}, (*Server).cacheTimed},
		{Route{"GET", "/listen", "", "adds a listener with each request, and removes none"}, (*Server).listen},
		{Route{"GET", "/open", "", "opens a file with each request, and closes none"}, (*Server).open},
		{Route{"GET", "/flaky", "", "every second answer is 503, without a Retry-After"}, (*Server).flaky},
		{Route{"GET", "/limited", "", "429 with a Retry-After that is true"}, (*Server).limited},
		{Route{"GET", "/limited-badly", "", "429 with a Retry-After that nobody can read"}, (*Server).limitedBadly},
		{Route{"POST", "/orders", "", "idempotency keys, done right"}, (*Server).order},
		{Route{"POST", "/payments", "", "idempotency keys, ignored"}, (*Server).pay},
	}, guarded()...)
}

// Routes returns the routes in the order of presentation.
func Routes() []Route {
	var all []Route
	for _, r := range table() {
		all = append(all, r.Route)
	}
	return all
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, r := range table() {
		mux.HandleFunc(r.Method+" "+r.Path, s.onLoop(r.handle))
		if r.Method != "GET" {
			mux.HandleFunc("GET "+r.Path, s.onLoop((*Server).health))
		}
	}
	mux.HandleFunc("GET /debug/pprof/heap", heap)
	mux.HandleFunc("/{$}", s.onLoop((*Server).index))
	return mux
}

// onLoop reads the body, waits for the loop, and runs a handler on it.
func (s *Server) onLoop(handle func(*Server, http.ResponseWriter, *http.Request, []byte)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			status := http.StatusBadRequest
			if _, long := errors.AsType[*http.MaxBytesError](err); long {
				status = http.StatusRequestEntityTooLarge
			}
			fail(w, status, "the body: "+err.Error())
			return
		}
		s.loop.Lock()
		defer s.loop.Unlock()
		if c := s.config.Chaos; r.URL.Path != "/health" {
			if s.random.Float64() < c.Crash {
				s.crashed.Do(func() { close(s.crash) })
				panic(http.ErrAbortHandler)
			}
			if s.random.Float64() < c.Fail {
				fail(w, http.StatusInternalServerError, "chaos")
				return
			}
		}
		handle(s, w, r, body)
	}
}

// answer writes a value as JSON.
func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value) // the client may be gone
}

func fail(w http.ResponseWriter, status int, message string) {
	answer(w, status, map[string]string{"error": message})
}

// number returns a parameter of the query, which must be from 0 to most. It answers the request itself
// and returns false when it is not.
func number(w http.ResponseWriter, r *http.Request, name string, usual, most int) (int, bool) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return usual, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		fail(w, http.StatusBadRequest, fmt.Sprintf("%s must be a number from 0 to %d", name, most))
		return 0, false
	}
	return n, true
}

func (s *Server) index(w http.ResponseWriter, r *http.Request, body []byte) {
	if len(body) > 0 {
		answer(w, http.StatusOK, map[string]int{"bytes": len(body)})
		return
	}
	answer(w, http.StatusOK, Routes())
}

func (s *Server) health(w http.ResponseWriter, r *http.Request, _ []byte) {
	answer(w, http.StatusOK, map[string]bool{"ok": true})
}

// wait is the parameter ms as a time.
func wait(w http.ResponseWriter, r *http.Request) (time.Duration, bool) {
	n, ok := number(w, r, "ms", 80, int(maxWait/time.Millisecond))
	return time.Duration(n) * time.Millisecond, ok
}
