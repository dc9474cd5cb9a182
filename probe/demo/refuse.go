package demo

import (
	"hash/fnv"
	"net/http"
	"strconv"
	"time"
)

func (s *Server) flaky(w http.ResponseWriter, r *http.Request, _ []byte) {
	if s.attempts++; s.attempts%2 == 0 {
		fail(w, http.StatusServiceUnavailable, "not now")
		return
	}
	answer(w, http.StatusOK, map[string]bool{"ok": true})
}

// limiter lets some requests through in each window.
type limiter struct {
	left int
	ends time.Time
}

const (
	limitWindow = time.Second
	limitCount  = 3
)

// refused reports whether a route has had its requests of this window, and when the next one begins.
func (s *Server) refused(route string) (until time.Time, refused bool) {
	l := s.limits[route]
	if l == nil || !time.Now().Before(l.ends) {
		l = &limiter{limitCount, time.Now().Add(limitWindow)}
		s.limits[route] = l
	}
	l.left--
	return l.ends, l.left < 0
}

func (s *Server) limited(w http.ResponseWriter, r *http.Request, _ []byte) {
	if until, refused := s.refused("/limited"); refused {
		// In whole seconds, rounded up: rounded down it would not be true.
		seconds := int(time.Until(until)/time.Second) + 1
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
		fail(w, http.StatusTooManyRequests, "slow down")
		return
	}
	answer(w, http.StatusOK, map[string]bool{"ok": true})
}

func (s *Server) limitedBadly(w http.ResponseWriter, r *http.Request, _ []byte) {
	if _, refused := s.refused("/limited-badly"); refused {
		w.Header().Set("Retry-After", "in a moment") // neither seconds nor a date (RFC 9110, section 10.2.3)
		fail(w, http.StatusTooManyRequests, "slow down")
		return
	}
	answer(w, http.StatusOK, map[string]bool{"ok": true})
}

// order is what became of the first request with an idempotency key.
type order struct {
	body uint64
	done bool
	id   int
}

// order takes an order once for each key. A repetition gets the stored answer, another body under the
// same key 422, and a repetition while the first one is under way 409.
func (s *Server) order(w http.ResponseWriter, r *http.Request, body []byte) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		fail(w, http.StatusBadRequest, "an Idempotency-Key is needed")
		return
	}
	h := fnv.New64a()
	h.Write(body)
	known := s.orders[key]
	switch {
	case known == nil:
		if len(s.orders) >= maxKeys {
			clear(s.orders)
		}
		known = &order{body: h.Sum64(), id: len(s.orders) + 1}
		s.orders[key] = known
		s.loop.await(r.Context(), 10*time.Millisecond)
		known.done = true
	case known.body != h.Sum64():
		fail(w, http.StatusUnprocessableEntity, "the key belongs to another order")
		return
	case !known.done:
		w.Header().Set("Retry-After", "1")
		fail(w, http.StatusConflict, "the order is being processed")
		return
	default:
		w.Header().Set("Idempotency-Replayed", "true")
	}
	answer(w, http.StatusCreated, map[string]int{"order": known.id})
}

// pay charges for every request, whatever its key says.
func (s *Server) pay(w http.ResponseWriter, r *http.Request, _ []byte) {
	s.payments++
	charge := s.payments
	s.loop.await(r.Context(), 10*time.Millisecond)
	answer(w, http.StatusCreated, map[string]int{"charge": charge})
}
