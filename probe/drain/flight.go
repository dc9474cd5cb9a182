package drain

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"snag/analyze/shutdown"
)

// flight is one request in flight.
type flight struct {
	method, path string
	baseline     int
	sent, ended  time.Time
	completed    time.Time // when the rest of the body was sent
	answer       answer
	// whole reports whether all of the request had been sent when the answer came.
	whole bool
}

// flightPlan is how requests are kept in flight.
type flightPlan struct {
	model       flight
	begin, rest string        // of each request, before and after the signal
	took        time.Duration // how long the server takes for one, 0 when that is up to snag
	lead        time.Duration // how long before the signal they are sent at least
	landing     sync.WaitGroup
}

// fly brings the requests in flight.
func (l *Load) fly() {
	c, p := l.config, &l.plan
	if c.SlowPath != "" {
		status, took, reason := l.trySlow()
		if reason != "" {
			l.inflight.Reason = reason
			close(l.settled)
			return
		}
		l.inflight.Via = slowPath
		p.model = flight{method: "GET", path: c.SlowPath, baseline: status}
		p.begin = c.head("GET", c.SlowPath)
		p.took, p.lead = took, min(slowLead, took/4)
	} else {
		methods := []string{"POST", "PUT", "GET"}
		if c.Method != "" {
			methods = []string{c.Method}
		}
		var reasons []string
		for _, method := range methods {
			status, reason := l.tryHeld(method)
			if reason == "" {
				l.inflight.Via = heldBody
				p.model = flight{method: method, path: c.HoldPath, baseline: status}
				p.begin, p.rest = held(c, method)
				break
			}
			reasons = append(reasons, method+" "+c.HoldPath+" "+reason)
		}
		if l.inflight.Via == "" {
			l.inflight.Reason = strings.Join(reasons, "; ")
			close(l.settled)
			return
		}
	}
	l.launch()
}

// launch sends the requests that are to be in flight.
func (l *Load) launch() {
	p := &l.plan
	l.requests = nil
	for range l.config.InFlight {
		f := &flight{method: p.model.method, path: p.model.path, baseline: p.model.baseline}
		l.requests = append(l.requests, f)
		w, err := l.connect(l.config.open)
		if err == nil {
			f.sent = time.Now()
			_, err = io.WriteString(w, p.begin)
		}
		if err != nil {
			f.ended, f.answer = time.Now(), answer{outcome: shutdown.Dropped, how: manner(err)}
			continue
		}
		l.sends(w)
		p.landing.Go(func() { l.land(f, w, p.rest) })
	}
	l.sleep(p.lead)
}

// renew launches requests again that the server takes a known time for, and streams, when they have ended before the
// signal, were not answered in time, or are about to end: what comes before it takes its time on a busy machine.
func (l *Load) renew() {
	const most = 3
	p := &l.plan
	renewed := false
	for i, s := range l.streams {
		if l.lapsed(s) {
			l.streams[i] = &stream{StreamConfig: s.StreamConfig}
			l.begin(l.streams[i])
			renewed = true
		}
	}
	for range most {
		if p.took == 0 || time.Since(l.requests[0].sent) < p.took*3/4 && !l.landed() {
			break
		}
		l.launch()
		renewed = true
	}
	if renewed {
		l.awaitRead()
	}
}

// landed reports whether a request in flight has ended.
func (l *Load) landed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.requests, func(f *flight) bool { return !f.ended.IsZero() })
}

// lapsed reports whether a stream has come to its own end before the signal, or nobody answered it in time.
func (l *Load) lapsed(s *stream) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return s.reason == tooEarly || strings.HasSuffix(s.reason, ": timeout")
}

// The ways to keep requests in flight.
const (
	slowPath = "slow-path"
	heldBody = "held-body"
)

const bodyLength = 128

// held returns a request with its body in two halves.
func held(c Config, method string) (begin, rest string) {
	half := strings.Repeat("x", bodyLength/2)
	return c.head(method, c.HoldPath, "Content-Type: application/octet-stream", "Content-Length: "+strconv.Itoa(bodyLength)) + half, half
}

// land waits for the answer to one request, completing its body when the time has come.
func (l *Load) land(f *flight, w *wire, rest string) {
	defer l.release(w)
	whole := make(chan struct{})
	done := make(chan struct{})
	if rest == "" {
		close(whole)
	} else {
		l.flows.Go(func() {
			select {
			case <-l.signalled:
			case <-l.ctx.Done():
				return
			case <-done:
				return
			}
			l.mu.Lock()
			wait := time.Until(l.origin.Add(l.config.Hold))
			l.mu.Unlock()
			if l.sleep(wait) {
				io.WriteString(w, rest) // a failure shows when the answer is read
				l.mu.Lock()
				f.completed = time.Now()
				l.mu.Unlock()
				close(whole)
			}
		})
	}
	a := w.read(f.method)
	close(done)
	l.mu.Lock()
	defer l.mu.Unlock()
	f.answer, f.ended = a, a.at
	select {
	case <-whole:
		f.whole = true
	default:
	}
}

// tryHeld finds out whether the server waits for the whole body of a request with the method, and
// what it answers then.
func (l *Load) tryHeld(method string) (status int, reason string) {
	w, err := l.connect(l.config.open)
	if err != nil {
		return 0, "cannot be sent: " + manner(err)
	}
	defer l.release(w)
	begin, rest := held(l.config, method)
	if _, err := io.WriteString(w, begin); err != nil {
		return 0, "cannot be sent: " + manner(err)
	}
	if how := w.await(time.Now().Add(earlyLimit)); how != "timeout" {
		return 0, "is answered before its body is complete"
	}
	io.WriteString(w, rest)
	w.SetReadDeadline(l.patience())
	if a := w.read(method); a.outcome == shutdown.Completed {
		return a.status, ""
	}
	return 0, "is not answered even when it is complete"
}

// trySlow finds out how long the slow path takes and what it answers.
func (l *Load) trySlow() (status int, took time.Duration, reason string) {
	w, err := l.connect(l.config.open)
	if err != nil {
		return 0, 0, l.config.SlowPath + " cannot be requested: " + manner(err)
	}
	defer l.release(w)
	began := time.Now()
	w.SetDeadline(began.Add(slowLimit))
	io.WriteString(w, l.config.head("GET", l.config.SlowPath))
	a := w.read("GET")
	took = a.at.Sub(began)
	switch {
	case a.outcome != shutdown.Completed:
		return 0, 0, l.config.SlowPath + " did not answer: " + a.how
	case took < shortestSlow:
		return 0, 0, l.config.SlowPath + " answers in " + took.Round(time.Millisecond).String() + ", too soon to be in flight"
	}
	return a.status, took, ""
}
