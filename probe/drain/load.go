package drain

import (
	"context"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/sockets"
)

// Load is the traffic on one server. Open starts it, Signalled marks the signal, Stop ends it, and
// Fill hands over what was seen.
type Load struct {
	config Config
	// ctx ends the dialling when the load is stopped.
	ctx    context.Context
	cancel context.CancelFunc
	flows  sync.WaitGroup
	// opened is when the opening should be over.
	opened time.Time
	// signalled is closed when the signal has been sent.
	signalled chan struct{}
	settled   chan struct{}

	mu       sync.Mutex
	origin   time.Time // zero before the signal
	killed   time.Time // zero unless snag killed the process
	wires    map[*wire]bool
	inflight shutdown.InFlight
	requests []*flight
	plan     flightPlan
	ports    []int // on this side, of the requests in flight and the streams that send
	lasting  []*lasting
	attempts []attempt
	// attempting counts the new connections that have not found their end.
	attempting atomic.Int32
	polls      []*poll
	streams    []*stream
	closers    []func() // what Stop closes beside the connections
}

// lasting is one connection that stays open.
type lasting struct {
	kind             shutdown.Kind
	reason           string
	ended, announced time.Time
	how              string
	answered, lost   int
}

// attempt is one new connection.
type attempt struct {
	began, ended time.Time
	// how is ok, unavailable, or how it failed.
	how string
}

// poll is one polled endpoint.
type poll struct {
	path      string
	readiness bool
	before    int
	turned    time.Time
	as        string
}

// Open puts the load on the server and returns when the requests are in flight. The context bounds
// only the opening.
func Open(ctx context.Context, config Config) (*Load, error) {
	config.defaults()
	l := &Load{config: config, opened: time.Now().Add(openLimit), signalled: make(chan struct{}), settled: make(chan struct{}), wires: map[*wire]bool{}}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, l.cancel)
	defer stop()
	http := config.Protocol == shutdown.HTTP
	// What needs an answer of its own comes before the requests in flight, which may occupy every
	// worker; the silent connection comes last. Servers that end such connections some seconds after they
	// were accepted, as Go does, would seem to wait less for an older one.
	if http {
		l.endpoints()
		l.keepAlive(shutdown.Idle)
		l.keepAlive(shutdown.Active)
		l.fly()
		l.openStreams()
	} else if config.Protocol == shutdown.HTTP2 {
		l.flyMultiplexed()
		l.openStreams()
	} else {
		l.inflight.Reason = "the target speaks no HTTP"
		close(l.settled)
	}
	l.flows.Go(l.newConnections)
	for _, p := range l.polls {
		l.flows.Go(func() { l.pollEndpoint(p) })
	}
	var err error
	select {
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(8 * newEvery):
		l.awaitRead()
		l.silent()
		l.sleep(2 * newEvery) // in which it is accepted
	}
	if err != nil {
		l.Stop()
		return nil, err
	}
	return l, nil
}

// sends notes that a request in flight, or a stream, has been begun on the connection.
func (l *Load) sends(w *wire) {
	if at, ok := w.LocalAddr().(*net.TCPAddr); ok {
		l.mu.Lock()
		l.ports = append(l.ports, at.Port)
		l.mu.Unlock()
	}
}

// awaitRead waits until the server has read what was sent of the requests in flight and of the streams: a request
// that nobody has seen when the signal comes is not in flight. A server whose workers are all busy leaves some unread.
func (l *Load) awaitRead() {
	l.mu.Lock()
	ports := slices.Clone(l.ports)
	l.mu.Unlock()
	_, text, _ := net.SplitHostPort(l.config.Address)
	port, _ := strconv.Atoi(text)
	for deadline := time.Now().Add(unreadLimit); sockets.Unread(port, ports) && time.Now().Before(deadline) && l.sleep(unreadEvery); {
	}
}

// Signalled tells the load that the signal is sent at that moment.
func (l *Load) Signalled(at time.Time) {
	l.mu.Lock()
	l.origin = at
	l.mu.Unlock()
	close(l.signalled)
	if l.plan.begin != "" {
		l.flows.Go(func() {
			l.plan.landing.Wait()
			close(l.settled)
		})
	}
}

// Killed tells the load that the process was killed at that moment.
func (l *Load) Killed(at time.Time) {
	l.mu.Lock()
	l.killed = at
	l.mu.Unlock()
}

// Settled is closed when every request in flight has found its end after the signal.
func (l *Load) Settled() <-chan struct{} { return l.settled }

// Ended waits until everything that was under way has ended, for the limit at most. What a process leaves to the
// kernel when it ends arrives a little later.
func (l *Load) Ended(limit time.Duration) {
	for deadline := time.Now().Add(limit); l.underway() && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
}

// underway reports whether a request in flight, a stream, a new connection or one that stays open has not ended.
func (l *Load) underway() bool {
	select {
	case <-l.settled:
	default:
		return true
	}
	if l.Open() > 0 || l.attempting.Load() > 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.streams, func(s *stream) bool { return s.reason == "" && s.ended.IsZero() })
}

// Open reports how many of the idle, active and silent connections are still open.
func (l *Load) Open() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, c := range l.lasting {
		if c.reason == "" && c.ended.IsZero() {
			n++
		}
	}
	return n
}

// Stop closes every connection and waits for the flows to end.
func (l *Load) Stop() {
	l.cancel()
	l.mu.Lock()
	for w := range l.wires {
		w.Close()
	}
	l.mu.Unlock()
	for _, done := range l.closers {
		done()
	}
	l.flows.Wait()
}

// hold registers the connection to be closed by Stop. It returns false when the load has stopped.
func (l *Load) hold(w *wire) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ctx.Err() != nil {
		w.Close()
		return false
	}
	l.wires[w] = true
	return true
}

func (l *Load) release(w *wire) {
	l.mu.Lock()
	delete(l.wires, w)
	l.mu.Unlock()
	w.Close()
}

// connect opens a connection that Stop closes.
func (l *Load) connect(open func(context.Context) (*wire, error)) (*wire, error) {
	w, err := open(l.ctx)
	if err != nil {
		return nil, err
	}
	if !l.hold(w) {
		return nil, context.Canceled
	}
	return w, nil
}

// sleep waits, and returns false when the load is stopped meanwhile.
func (l *Load) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-l.ctx.Done():
		return false
	}
}

// patience returns the deadline for an answer that comes before the signal. A server that answers
// nothing costs openLimit in all and not for each question.
func (l *Load) patience() time.Time {
	now := time.Now()
	deadline := now.Add(answerLimit)
	if deadline.After(l.opened) {
		deadline = l.opened
	}
	if least := now.Add(earlyLimit); deadline.Before(least) {
		deadline = least
	}
	return deadline
}

func (l *Load) wants(kind shutdown.Kind) bool { return !slices.Contains(l.config.Without, kind) }
