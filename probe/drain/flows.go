package drain

import (
	"io"
	"time"

	"snag/analyze/shutdown"
)

// keepAlive makes a kept-alive connection and starts to watch or to use it.
func (l *Load) keepAlive(kind shutdown.Kind) {
	if !l.wants(kind) {
		return
	}
	c := &lasting{kind: kind}
	l.lasting = append(l.lasting, c)
	w, err := l.connect(l.config.open)
	if err != nil {
		c.reason = "could not connect: " + manner(err)
		return
	}
	w.SetDeadline(l.patience())
	io.WriteString(w, l.config.head("GET", l.config.Path))
	first := w.read("GET")
	w.SetDeadline(time.Time{})
	switch {
	case first.outcome != shutdown.Completed:
		c.reason = "no answer: " + first.how
	case first.closing:
		c.reason = "the server does not keep connections alive"
	default:
		if kind == shutdown.Idle {
			l.flows.Go(func() { l.watch(c, w) })
		} else {
			l.flows.Go(func() { l.use(c, w) })
		}
		return
	}
	l.release(w)
}

// silent makes the connection on which nothing is ever sent.
func (l *Load) silent() {
	if !l.wants(shutdown.Silent) {
		return
	}
	c := &lasting{kind: shutdown.Silent}
	l.lasting = append(l.lasting, c)
	w, err := l.connect(l.config.dial)
	if err != nil {
		c.reason = "could not connect: " + manner(err)
		return
	}
	l.flows.Go(func() { l.watch(c, w) })
}

// watch waits for the end of a connection on which snag says nothing more.
func (l *Load) watch(c *lasting, w *wire) {
	defer l.release(w)
	how := w.await(time.Time{})
	l.finish(c, how, time.Now())
}

func (l *Load) finish(c *lasting, how string, at time.Time) {
	if how == "open" {
		return // ended by Stop
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.origin.IsZero() || at.Before(l.origin) {
		c.reason = "the server ended it before the signal (" + how + ")"
	}
	c.ended, c.how = at, how
}

// use sends a request every 50 ms until the connection ends.
func (l *Load) use(c *lasting, w *wire) {
	defer l.release(w)
	for {
		next := time.Now().Add(activeEvery)
		if how := w.await(next); how != "timeout" {
			l.finish(c, how, time.Now())
			return
		}
		_, err := io.WriteString(w, l.config.head("GET", l.config.Path))
		var a answer
		if err != nil {
			a = answer{outcome: shutdown.Dropped, how: manner(err), at: time.Now()}
		} else {
			a = w.read("GET")
		}
		after := l.after(a.at)
		if a.outcome != shutdown.Completed {
			l.mu.Lock()
			if after && a.how != "open" {
				c.lost++
			}
			l.mu.Unlock()
			l.finish(c, a.how, a.at)
			return
		}
		l.mu.Lock()
		if after {
			c.answered++
		}
		if a.closing {
			c.announced = a.at
		}
		l.mu.Unlock()
		if a.closing {
			how := w.await(time.Now().Add(time.Second))
			if how == "timeout" {
				how = "answered"
			}
			l.finish(c, how, time.Now())
			return
		}
	}
}

// after reports whether the moment is after the signal.
func (l *Load) after(at time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.origin.IsZero() && at.After(l.origin)
}

// newConnections opens a connection every 20 ms, and less often while all are refused.
func (l *Load) newConnections() {
	// Those that wait since before the signal must not keep others from coming after it.
	before, after := make(chan struct{}, newAtOnce), make(chan struct{}, newAtOnce)
	pace, refused := newEvery, 0
	for l.sleep(pace) {
		slots := before
		if l.after(time.Now()) {
			slots = after
		}
		select {
		case slots <- struct{}{}:
		default:
			continue // as many as there may be are waiting already
		}
		l.flows.Go(func() {
			defer func() { <-slots }()
			l.attempt()
		})
		l.mu.Lock()
		if n := len(l.attempts); n > 0 && l.attempts[n-1].how == "refused" {
			refused++
		} else {
			refused = 0
		}
		l.mu.Unlock()
		pace = newEvery
		if refused > 25 {
			pace = 5 * newEvery
		}
	}
}

// attempt opens one connection and, over HTTP, makes one request on it.
func (l *Load) attempt() {
	a := attempt{began: time.Now()}
	l.attempting.Add(1)
	defer l.attempting.Add(-1)
	if l.config.Protocol == shutdown.HTTP2 {
		l.attemptMultiplexed(a)
		return
	}
	w, err := l.connect(l.config.open)
	switch {
	case err != nil:
		a.how = manner(err)
	case l.config.Protocol == shutdown.HTTP:
		w.SetDeadline(time.Now().Add(newPatience))
		answer := answer{outcome: shutdown.Dropped}
		if _, err := io.WriteString(w, l.config.head("GET", l.config.Path, "Connection: close")); err != nil {
			answer.how = manner(err)
		} else {
			answer = w.read("GET")
		}
		switch {
		case answer.outcome != shutdown.Completed:
			a.how = answer.how
		case answer.status >= 500:
			a.how = "unavailable"
		default:
			a.how = "ok"
		}
	default:
		// Over an unknown protocol all that shows is whether the connection is kept.
		a.how = w.await(time.Now().Add(2 * newEvery))
		if a.how == "timeout" || a.how == "answered" {
			a.how = "ok"
		}
	}
	a.ended = time.Now()
	if w != nil {
		l.release(w)
	}
	if err != nil && l.ctx.Err() != nil {
		return
	}
	l.mu.Lock()
	l.attempts = append(l.attempts, a)
	l.mu.Unlock()
}

// attemptMultiplexed opens one connection of HTTP/2.
func (l *Load) attemptMultiplexed(a attempt) {
	m, err := openMultiplex(l.ctx, &l.config, newPatience)
	a.how, a.ended = "ok", time.Now()
	if err != nil {
		a.how = manner(err)
	} else {
		m.w.Close()
	}
	if l.ctx.Err() != nil {
		return
	}
	l.mu.Lock()
	l.attempts = append(l.attempts, a)
	l.mu.Unlock()
}

// endpoints looks at the readiness and health checks once.
func (l *Load) endpoints() {
	for _, p := range []*poll{{path: l.config.ReadyPath, readiness: true}, {path: l.config.HealthPath}} {
		if p.path == "" {
			continue
		}
		p.before = l.ask(p.path).status
		l.polls = append(l.polls, p)
	}
}

// ask requests the path on a connection of its own.
func (l *Load) ask(path string) answer {
	w, err := l.connect(l.config.open)
	if err != nil {
		return answer{outcome: shutdown.Dropped, how: manner(err), at: time.Now()}
	}
	defer l.release(w)
	w.SetDeadline(time.Now().Add(answerLimit))
	if !l.after(time.Now()) {
		w.SetDeadline(l.patience())
	}
	if _, err := io.WriteString(w, l.config.head("GET", path, "Connection: close")); err != nil {
		return answer{outcome: shutdown.Dropped, how: manner(err), at: time.Now()}
	}
	return w.read("GET")
}

// pollEndpoint asks until the endpoint turns after the signal.
func (l *Load) pollEndpoint(p *poll) {
	for l.sleep(pollEvery) {
		a := l.ask(p.path)
		if l.ctx.Err() != nil || !l.after(a.at) || a.how == "open" || a.outcome == shutdown.Completed && a.status/100 == 2 {
			continue
		}
		l.mu.Lock()
		p.turned, p.as = a.at, a.how
		if a.outcome == shutdown.Completed {
			p.as = statusText(a.status)
		}
		l.mu.Unlock()
		return
	}
}
