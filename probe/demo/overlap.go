package demo

import (
	"context"
	"net/http"
	"time"
)

func (s *Server) serial(w http.ResponseWriter, r *http.Request, _ []byte) { s.occupy(w, r, s.one) }

func (s *Server) pooled(w http.ResponseWriter, r *http.Request, _ []byte) { s.occupy(w, r, s.four) }

// occupy holds one of some places for a time, as a query holds a connection.
func (s *Server) occupy(w http.ResponseWriter, r *http.Request, places chan struct{}) {
	d, ok := wait(w, r)
	if !ok {
		return
	}
	if !s.loop.acquire(r.Context(), places) {
		return
	}
	defer func() { <-places }()
	s.loop.await(r.Context(), d)
	answer(w, http.StatusOK, map[string]int64{"held_ms": d.Milliseconds()})
}

// transfer takes two locks, and every second request takes them the other way round. The locks are
// given back when the client goes away, so that a hang does not last.
func (s *Server) transfer(w http.ResponseWriter, r *http.Request, _ []byte) {
	ctx, cancel := context.WithTimeout(r.Context(), maxWait)
	defer cancel()
	from, to := s.left, s.right
	if s.turns++; s.turns%2 == 0 {
		from, to = to, from
	}
	if !s.loop.acquire(ctx, from) {
		return
	}
	defer func() { <-from }()
	s.loop.await(ctx, 20*time.Millisecond)
	if !s.loop.acquire(ctx, to) {
		fail(w, http.StatusServiceUnavailable, "deadlock, given up")
		return
	}
	defer func() { <-to }()
	answer(w, http.StatusOK, map[string]bool{"transferred": true})
}

// me keeps the id of the request in a place that all requests share, and reads it after waiting.
func (s *Server) me(w http.ResponseWriter, r *http.Request, _ []byte) {
	s.current = r.Header.Get("X-Request-Id")
	s.loop.await(r.Context(), 5*time.Millisecond)
	w.Header().Set("X-Request-Id", s.current)
	answer(w, http.StatusOK, map[string]string{"request": s.current})
}
