package stream

import (
	"bytes"
	"context"
	"net"
	"slices"
	"sync"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/wire"
)

// observePortably runs the plan with a goroutine per connection, or per request of HTTP/2, and the
// process's own clock. Its times carry the lateness of Go's scheduler: a fraction of a millisecond on
// an idle machine, several on a busy one.
func observePortably(ctx context.Context, p Plan) (Observation, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &portable{
		schedule: newSchedule(p), start: time.Now(), wake: make(chan struct{}, 1), suspect: wire.NewClient(p.Target),
		o: Observation{Clock: "process", Failures: map[wire.Outcome]int{}, Statuses: map[int]int{}},
	}
	e.o.Start = e.start
	e.run(ctx)
	cancel()
	e.mu.Lock()
	e.ending = true
	for _, l := range e.lanes {
		if l.conn != nil {
			l.conn.Close()
		}
	}
	for _, l := range e.streams {
		if l.conn != nil {
			l.conn.Close()
		}
	}
	e.mu.Unlock()
	e.readers.Wait()
	e.suspect.Close()
	e.loseRest()
	return e.o, nil
}

type portable struct {
	*schedule
	start   time.Time
	wake    chan struct{} // a shot has ended
	readers sync.WaitGroup
	suspect *wire.Client

	mu      sync.Mutex
	o       Observation
	given   int // samples that were given away
	lanes   []*portableLane
	streams []*http2Lane // instead of lanes, over HTTP/2
	turn    int
	ending  bool
}

// portableLane is one connection of the stream.
type portableLane struct {
	index    int
	conn     net.Conn // nil until it is open
	inFlight []int
	broken   bool
}

func (e *portable) now() time.Duration { return time.Since(e.start) }

func (e *portable) run(ctx context.Context) {
	for ctx.Err() == nil {
		e.mu.Lock()
		if e.plan.Part != nil && len(e.o.Samples) >= e.plan.PartSize {
			before := len(e.o.Samples)
			e.o.Samples = e.plan.giveAway(e.o.Samples, e.awaited()...)
			e.given += before - len(e.o.Samples)
		}
		now := e.now()
		request, due := e.shot(now)
		if due {
			e.fire(ctx, request)
		}
		if e.plan.Canary != nil && (now >= e.next || due) && now < e.ended {
			intended := e.next
			if now < e.next {
				intended = now
			} else {
				e.next += e.plan.Interval
			}
			for range e.atOnce(due) {
				e.o.Samples = append(e.o.Samples, stall.Sample{Intended: intended, Sent: e.now()})
				e.canary(ctx, len(e.o.Samples)-1)
			}
		}
		e.o.Overdue = e.overdue(now)
		ended := now >= e.ended && e.idle() || e.o.Overdue
		wait := min(e.next, e.shotAt, now+20*time.Millisecond)
		if now >= e.ended {
			wait = now + 5*time.Millisecond
		}
		e.mu.Unlock()
		if ended || e.plan.Stop != nil && e.plan.Stop() {
			return
		}
		if wait > e.now() {
			timer := time.NewTimer(wait - e.now())
			select {
			case <-timer.C:
			case <-e.wake:
			case <-ctx.Done():
			}
			timer.Stop()
		}
	}
}

// fire sends a shot beside the stream.
func (e *portable) fire(ctx context.Context, request []byte) {
	if e.plan.Fired != nil {
		e.plan.Fired(false)
	}
	e.o.Shots = append(e.o.Shots, Shot{Sent: e.now()})
	i := len(e.o.Shots) - 1
	e.readers.Go(func() {
		r := e.suspect.Do(ctx, request, e.plan.Limit)
		if r.Cut(e.plan.Limit) {
			r.Outcome = wire.Cancelled // as where the engine of Linux is cut off
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.o.Shots[i] = Shot{Sent: r.Sent.Sub(e.start), Done: r.Done.Sub(e.start), Status: r.Status, Outcome: r.Outcome, Header: r.Header}
		if e.plan.Fired != nil {
			e.plan.Fired(true)
		}
		e.done(e.now(), r.Outcome == wire.Answered && r.Status < 500)
		select {
		case e.wake <- struct{}{}:
		default:
		}
	})
}

// atOnce is the number of canaries to send: one for each connection right behind a shot.
func (e *portable) atOnce(due bool) int {
	if due && e.plan.Pipelined {
		return max(e.plan.Lanes, 1)
	}
	return 1
}

// awaited are the samples under way, by connection.
func (e *portable) awaited() (all [][]int) {
	for _, l := range e.lanes {
		all = append(all, l.inFlight)
	}
	for _, l := range e.streams {
		all = append(all, l.inFlight)
	}
	return all
}

// canary writes a sample to a lane that may take it. It is called with the lock held.
func (e *portable) canary(ctx context.Context, i int) {
	if e.plan.Target.HTTP2 {
		e.multiplex(ctx, i, http2Retries)
		return
	}
	index := 0
	if e.plan.Pipelined {
		e.turn++
		index = e.turn % max(e.plan.Lanes, 1)
	}
	at := slices.IndexFunc(e.lanes, func(l *portableLane) bool {
		return !l.broken && (e.plan.Pipelined && l.index == index || len(l.inFlight) == 0 && !e.plan.Pipelined)
	})
	if at < 0 && len(e.lanes) >= maxPortableLanes {
		e.lanes = slices.DeleteFunc(e.lanes, func(l *portableLane) bool { return l.broken && len(l.inFlight) == 0 })
	}
	if at < 0 && len(e.lanes) >= maxPortableLanes {
		e.lose(i, wire.Failed)
		return
	}
	e.o.Samples[i].Sent, e.o.Samples[i].Lane = e.now(), index
	if at < 0 {
		l := &portableLane{index: index, inFlight: []int{i}}
		e.lanes = append(e.lanes, l)
		// A server that is stalled shakes no hands, and the stream goes on meanwhile.
		e.readers.Go(func() { e.open(ctx, l) })
		return
	}
	l := e.lanes[at]
	l.inFlight = append(l.inFlight, i)
	if l.conn != nil {
		e.write(l, 1)
	}
}

// open connects a lane, sends the canaries that have waited for that, and reads their answers.
func (e *portable) open(ctx context.Context, l *portableLane) {
	conn, err := e.plan.Target.Dial(ctx)
	e.mu.Lock()
	switch {
	case err != nil:
		l.broken = true
		if !e.ending {
			for _, i := range l.inFlight {
				e.lose(i, wire.Failed)
			}
			l.inFlight = nil
		}
	case e.ending:
		conn.Close()
	default:
		l.conn = conn
		e.write(l, len(l.inFlight))
	}
	e.mu.Unlock()
	if l.conn != nil {
		e.receive(l)
	}
}

// write sends a number of canaries over a lane. It is called with the lock held.
func (e *portable) write(l *portableLane, count int) {
	l.conn.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
	if _, err := l.conn.Write(bytes.Repeat(e.plan.Canary, count)); err != nil {
		l.broken = true
		l.conn.Close()
	}
}

const maxPortableLanes = 1024 // with some that the server has closed

// receive reads the answers of a lane until its connection ends.
func (e *portable) receive(l *portableLane) {
	var p wire.Parser
	buffer := make([]byte, 32<<10)
	for {
		n, err := l.conn.Read(buffer)
		at := e.now()
		e.mu.Lock()
		closing := err != nil
		if err != nil && p.UntilEnd() {
			e.answered(l, p.Status, at)
		}
		for b := buffer[:n]; len(b) > 0 && !closing; {
			taken, done, bad := p.Feed(b)
			b = b[taken:]
			if bad != nil {
				closing = true
			} else if done {
				closing = p.Close
				e.answered(l, p.Status, at)
				p.Reset()
			}
		}
		if closing {
			l.broken = true
			l.conn.Close()
			if !e.ending {
				for _, i := range l.inFlight {
					e.lose(i, wire.Closed)
				}
				l.inFlight = nil
			}
		}
		e.mu.Unlock()
		if closing {
			return
		}
	}
}

func (e *portable) answered(l *portableLane, status int, at time.Duration) {
	if len(l.inFlight) == 0 {
		return
	}
	s := &e.o.Samples[l.inFlight[0]]
	l.inFlight = l.inFlight[1:]
	s.Done = max(at, s.Sent)
	e.o.Statuses[status]++
	if e.plan.Seen != nil {
		e.plan.Seen(*s)
	}
}

func (e *portable) lose(i int, outcome wire.Outcome) {
	e.o.Samples[i].Done, e.o.Samples[i].Lost = e.now(), true
	e.o.Failures[outcome]++
}

func (e *portable) idle() bool {
	for _, samples := range e.awaited() {
		if len(samples) > 0 {
			return false
		}
	}
	return e.shotAt == never && (len(e.o.Shots) == 0 || e.o.Shots[len(e.o.Shots)-1].Outcome != "")
}

func (e *portable) overdue(now time.Duration) bool {
	for _, samples := range e.awaited() {
		if len(samples) > 0 && now-e.o.Samples[samples[0]].Sent > e.plan.Limit {
			return true
		}
	}
	return false
}

// loseRest marks what was never answered, after all readers have ended.
func (e *portable) loseRest() {
	for i := range e.o.Samples {
		if s := &e.o.Samples[i]; s.Done == 0 && !s.Lost {
			e.lose(i, wire.TimedOut)
		}
	}
}
