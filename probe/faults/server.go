// Package faults is a server that fails by script and records what its clients attempt. It owns its
// connections, so it decides at every phase of a request what happens to it. It speaks HTTP/1.1, and
// HTTP/2 to who begins with its preface or chooses it under TLS.
package faults

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"snag/analyze/retry/experiment"
	"snag/analyze/sorting"
)

// Config says how a Server fails. The zero Config answers every request with 200.
type Config struct {
	// Script is what happens to the attempts of one operation, in order; the last one repeats. An
	// operation is known by method and target.
	Script []experiment.Fault
	// Address is where to listen, "127.0.0.1:0" when empty.
	Address string
	// TLS serves HTTPS with Certificate, which is made by NewCertificate.
	TLS *Certificate
	// TCP plays the script on plain connections: there are no requests, only connections, and what
	// a client sends first tells operations apart.
	TCP bool
	// Handshake is the protocol whose beginning a plain connection speaks before the faults that come after
	// it: Auto, None or one of Handshakes.
	Handshake string
	// MaxAttempts is how many attempts are let in before Full; 0 means no limit. Later ones are
	// recorded no more and end at once.
	MaxAttempts int
	// Barrier, when not nil, holds the first attempt until all who share the barrier have theirs.
	Barrier *Barrier
	// Record is called with every attempt when its fault is complete, one call at a time. It may
	// be nil.
	Record func(experiment.Attempt)
	// Epoch is the time from which attempts count; the time of Listen when zero.
	Epoch time.Time
}

// Server is a listening server that fails. Close it when done.
type Server struct {
	config   Config
	listener net.Listener
	epoch    time.Time
	full     chan struct{}
	begun    chan struct{} // closed when the first attempt is let in
	done     chan struct{} // closed by Close
	wait     sync.WaitGroup

	mu       sync.Mutex
	script   []experiment.Fault
	attempts []experiment.Attempt
	started  int // attempts, recorded or under way
	played   map[string]int
	accepts  int // attempts that ended before anything was read
	conns    map[net.Conn]bool
	number   int // connections
	closed   bool
}

// Listen starts a server.
func Listen(c Config) (*Server, error) {
	if c.Address == "" {
		c.Address = "127.0.0.1:0"
	}
	for _, f := range c.Script {
		if f.Kind == experiment.Refuse {
			return nil, errors.New("a server that listens cannot refuse connections")
		}
	}
	l, err := net.Listen("tcp", c.Address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	s := &Server{
		config: c, script: c.Script, listener: l, epoch: c.Epoch,
		full: make(chan struct{}), begun: make(chan struct{}), done: make(chan struct{}), played: map[string]int{}, conns: map[net.Conn]bool{},
	}
	if s.epoch.IsZero() {
		s.epoch = time.Now()
	}
	if len(s.script) == 0 {
		s.script = []experiment.Fault{experiment.OK}
	}
	s.wait.Go(s.accept)
	return s, nil
}

// Port is where the server listens.
func (s *Server) Port() int { return s.listener.Addr().(*net.TCPAddr).Port }

// Address is the host and port.
func (s *Server) Address() string { return s.listener.Addr().String() }

// URL is the root of the server.
func (s *Server) URL() string {
	scheme := "http"
	if s.config.TLS != nil {
		scheme = "https"
	}
	if s.config.TCP {
		scheme = "tcp"
	}
	return scheme + "://" + s.Address() + "/"
}

// Full is closed when MaxAttempts attempts have come.
func (s *Server) Full() <-chan struct{} { return s.full }

// Begun is closed when the first attempt has come: with its headers where it is a request.
func (s *Server) Begun() <-chan struct{} { return s.begun }

// Attempts are those that are complete so far, in the order of their start.
func (s *Server) Attempts() []experiment.Attempt {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Clone(s.attempts)
	sorting.Stable(list, func(a, b experiment.Attempt) int { return int(a.Start - b.Start) })
	for i := range list {
		list[i].N = i + 1
	}
	return list
}

// SetScript replaces what happens to attempts from now on.
func (s *Server) SetScript(script ...experiment.Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// Close stops listening and ends every connection. When it returns nothing of the server runs.
func (s *Server) Close() {
	s.mu.Lock()
	if !s.closed {
		close(s.done)
	}
	s.closed = true
	for c := range s.conns {
		c.Close()
	}
	s.mu.Unlock()
	s.listener.Close()
	s.wait.Wait()
}

func (s *Server) accept() {
	for {
		raw, err := s.listener.Accept()
		at := time.Now()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(5 * time.Millisecond) // out of descriptors, most likely
			continue
		}
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			raw.Close()
			return
		}
		s.conns[raw] = true
		s.number++
		c := &conn{server: s, raw: raw.(*net.TCPConn), Conn: raw, number: s.number, since: at}
		s.mu.Unlock()
		s.wait.Go(func() {
			defer func() {
				raw.Close()
				s.mu.Lock()
				delete(s.conns, raw)
				s.mu.Unlock()
			}()
			c.serve()
		})
	}
}

// conn is a connection of a client.
type conn struct {
	net.Conn
	server   *Server
	raw      *net.TCPConn
	number   int
	since    time.Time // when it was accepted
	requests int
	mute     bool // the fault of the connection is NoSettings
}

func (c *conn) serve() {
	s := c.server
	fault, ok := s.onAccept()
	c.mute = ok && fault.Kind == experiment.NoSettings
	if ok && !c.mute {
		a := experiment.Attempt{Conn: c.number, Phase: experiment.PhaseConnect, Start: s.since(c.since), Fault: fault}
		if !s.begin() {
			return
		}
		s.config.Barrier.Wait(s.done)
		at := time.Now()
		if fault.Kind == experiment.ResetOnAccept {
			c.reset()
		} else {
			c.raw.Close()
		}
		s.finish(a, at)
		return
	}
	if s.config.TLS != nil {
		secure := tls.Server(c.raw, &tls.Config{
			Certificates: []tls.Certificate{s.config.TLS.pair}, NextProtos: []string{"h2", "http/1.1"},
		})
		c.raw.SetDeadline(time.Now().Add(10 * time.Second))
		if secure.Handshake() != nil {
			return
		}
		c.raw.SetDeadline(time.Time{})
		c.Conn = secure
	}
	if s.config.TCP {
		c.playTCP()
		return
	}
	c.playHTTP()
}

// since is the time of an event in a trace.
func (s *Server) since(t time.Time) time.Duration { return t.Sub(s.epoch) }

// onAccept reports whether the connection that just came fails as a whole, whatever it carries.
func (s *Server) onAccept() (experiment.Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.script[min(s.accepts, len(s.script)-1)]
	if f.Kind != experiment.ResetOnAccept && f.Kind != experiment.CloseOnAccept && f.Kind != experiment.NoSettings {
		return f, false
	}
	s.accepts++
	return f, true
}

// next is what happens to the next attempt of the operation.
func (s *Server) next(operation string) experiment.Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.accepts + s.played[operation]
	s.played[operation]++
	return s.script[min(i, len(s.script)-1)]
}

// begin lets an attempt in, or reports whether there were enough.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.config.MaxAttempts > 0 && s.started >= s.config.MaxAttempts {
		return false
	}
	if s.started++; s.started == 1 {
		close(s.begun)
	}
	return true
}

// finish records an attempt that failed at the given time. That is taken just before the fault
// happens, so that a server that is not scheduled makes the client's wait longer and never shorter.
func (s *Server) finish(a experiment.Attempt, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a.End = s.since(at)
	a.N = len(s.attempts) + 1
	s.attempts = append(s.attempts, a)
	if len(s.attempts) == s.config.MaxAttempts {
		close(s.full)
	}
	if s.config.Record != nil {
		s.config.Record(a)
	}
}

// reset ends the connection with RST.
func (c *conn) reset() {
	c.raw.SetLinger(0)
	c.raw.Close()
}

// Barrier holds the first attempts of several servers until all of them have come. The nil Barrier
// holds nobody.
type Barrier struct {
	mu      sync.Mutex
	missing int
	open    chan struct{}
}

// NewBarrier returns a barrier that opens when n attempts wait at it, or when Release is called.
func NewBarrier(n int) *Barrier { return &Barrier{missing: n, open: make(chan struct{})} }

// Wait waits until the barrier is open or done is closed.
func (b *Barrier) Wait(done <-chan struct{}) {
	if b == nil {
		return
	}
	b.mu.Lock()
	if b.missing--; b.missing == 0 {
		close(b.open)
	}
	b.mu.Unlock()
	select {
	case <-b.open:
	case <-done:
	}
}

// Release opens the barrier for those who came.
func (b *Barrier) Release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.missing > 0 {
		b.missing = 0
		close(b.open)
	}
}
