package drain

import (
	"slices"
	"strconv"
	"time"

	"snag/analyze/shutdown"
)

func statusText(status int) string { return strconv.Itoa(status) }

// Fill writes what the load has seen into the timeline. The load must have been stopped.
func (l *Load) Fill(t *shutdown.Timeline) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.InFlight = l.inflight
	t.InFlight.Requests = []shutdown.Request{}
	for _, f := range l.requests {
		t.InFlight.Requests = append(t.InFlight.Requests, l.request(f))
	}
	t.Connections = []shutdown.Connection{}
	for _, c := range l.lasting {
		t.Connections = append(t.Connections, l.connection(c))
	}
	t.New = l.sum()
	for _, s := range l.streams {
		t.Streams = append(t.Streams, l.fate(s))
	}
	t.Endpoints = []shutdown.Endpoint{}
	for _, p := range l.polls {
		t.Endpoints = append(t.Endpoints, shutdown.Endpoint{
			Path: p.path, Readiness: p.readiness, Before: p.before, Turned: l.moment(p.turned), As: p.as,
		})
	}
}

// moment places a time on the timeline; the zero time is not on it.
func (l *Load) moment(at time.Time) *shutdown.Millis {
	if at.IsZero() || l.origin.IsZero() {
		return nil
	}
	m := shutdown.At(l.origin, at)
	return &m
}

// byKill reports whether what happened then was snag's kill and not the server's doing.
func (l *Load) byKill(at time.Time) bool { return !l.killed.IsZero() && !at.Before(l.killed) }

func (l *Load) request(f *flight) shutdown.Request {
	r := shutdown.Request{Method: f.method, Path: f.path, Sent: shutdown.At(l.origin, f.sent), Status: f.answer.status}
	if f.answer.outcome == "" || f.answer.how == "open" {
		return r // still under way
	}
	r.Ended, r.Outcome, r.How = l.moment(f.ended), f.answer.outcome, f.answer.how
	switch {
	case f.ended.Before(l.origin):
		r.Outcome = shutdown.Early
	case r.Outcome != shutdown.Completed && l.byKill(f.ended):
		r.How = "killed"
	case r.Outcome == shutdown.Completed && r.Status >= 500 && r.Status != f.baseline:
		r.Outcome = shutdown.ServerError
	case r.Outcome == shutdown.Completed && !f.whole && r.Status != f.baseline:
		// Turned away with something like 408 while the body was on its way.
		r.Outcome, r.How = shutdown.Dropped, "status "+strconv.Itoa(r.Status)
	}
	if due := l.origin.Add(l.config.Hold + lateness); r.Outcome == shutdown.Dropped && l.inflight.Via == heldBody && f.ended.After(due) {
		r.Late = f.completed.IsZero() || f.completed.After(due)
	}
	return r
}

func (l *Load) connection(c *lasting) shutdown.Connection {
	result := shutdown.Connection{Kind: c.kind, Reason: c.reason}
	if c.reason != "" {
		return result
	}
	result.Ended, result.Announced = l.moment(c.ended), l.moment(c.announced)
	result.How, result.Answered, result.Lost = c.how, c.answered, c.lost
	switch {
	case c.ended.IsZero():
		result.How = "open"
	case l.byKill(c.ended):
		result.How = "killed"
	}
	return result
}

// fate is what became of the stream, for the timeline.
func (l *Load) fate(s *stream) shutdown.Stream {
	result := shutdown.Stream{Kind: s.Kind, Path: s.Path, Reason: s.reason}
	if slices.Contains([]shutdown.StreamKind{shutdown.GRPC, shutdown.Connect}, s.Kind) {
		result.Path = ""
	}
	if s.reason != "" {
		return result
	}
	result.Outcome, result.Ended, result.How, result.Code = s.outcome, l.moment(s.ended), s.how, s.code
	switch {
	case s.ended.IsZero():
		result.Outcome = shutdown.LeftOpen
	case l.byKill(s.ended):
		result.Outcome, result.How = shutdown.CutByKill, ""
	}
	if s.multiplex != nil {
		s.multiplex.drained(l, &result)
	}
	return result
}

// sum counts the new connections. Only those begun after the signal tell something about it.
func (l *Load) sum() shutdown.NewConnections {
	n := shutdown.NewConnections{BrokenHow: map[string]int{}}
	var lastOK, firstRefused, firstBroken, lastBroken, firstFailed time.Time
	for _, a := range l.attempts {
		if l.origin.IsZero() || a.began.Before(l.origin) {
			if a.how == "ok" {
				n.Before++
			}
			continue
		}
		if a.how != "ok" && a.how != "open" && !l.byKill(a.ended) && (firstFailed.IsZero() || a.began.Before(firstFailed)) {
			firstFailed = a.began
		}
		how := a.how
		if l.config.proxied && (how == "fin" || how == "reset") {
			how = "refused" // which the proxy learns only after it has accepted
		}
		switch how {
		case "ok":
			n.OK++
			if a.ended.After(lastOK) {
				lastOK = a.ended
			}
		case "unavailable":
			n.Unavailable++
		case "refused":
			n.Refused++
			if firstRefused.IsZero() || a.began.Before(firstRefused) {
				firstRefused = a.began
			}
		case "timeout":
			n.TimedOut++
		case "open":
			n.Unsettled++
		default:
			if l.byKill(a.ended) {
				n.Unsettled++
				continue
			}
			n.Broken++
			if firstBroken.IsZero() || a.began.Before(firstBroken) {
				firstBroken = a.began
			}
			if a.began.After(lastBroken) {
				lastBroken = a.began
			}
			n.BrokenHow[a.how]++
		}
	}
	n.BrokenOver = shutdown.Of(lastBroken.Sub(firstBroken))
	n.LastOK, n.FirstRefused, n.FirstFailed = l.moment(lastOK), l.moment(firstRefused), l.moment(firstFailed)
	return n
}
