// Package demo is a service that is fragile on purpose, in each of the ways that snag finds.
package demo

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"
)

// Shutdown is how the service ends.
type Shutdown string

// The ways to end. The zero Shutdown is Good.
const (
	Good  Shutdown = "good"  // finishes what is in flight, closes what is idle, and exits
	Hasty Shutdown = "hasty" // drops everything at once
	Deaf  Shutdown = "deaf"  // pays no attention to SIGTERM, which is for the caller to arrange
)

// Chaos is what goes wrong by itself. The zero Chaos is nothing.
type Chaos struct {
	Crash    float64       // the share of requests, from 0 to 1, that end the whole service
	Fail     float64       // the share of requests, from 0 to 1, that are answered with 500
	Pause    time.Duration // how long the loop stands still ...
	Interval time.Duration // ... and how often
	Seed     uint64        // of what is random
}

// Config says what service to be.
type Config struct {
	Shutdown Shutdown
	Chaos    Chaos
}

// ErrCrashed is the end of a service by its own Chaos.
var ErrCrashed = errors.New("crashed, as --chaos asked")

// Limits that keep the service from being a danger to the machine it runs on.
const (
	maxBody    = 8 << 20          // bytes of a body
	maxCompute = 15 * time.Second // of processor time in one request
	maxWait    = time.Minute      // of anything that a request waits for
	maxKeys    = 10_000           // idempotency keys that are remembered
	drainTime  = 10 * time.Second // for what is in flight when the service ends
)

// Server is the service. Make it with New.
type Server struct {
	config Config
	loop   loop
	random *rand.Rand // belongs to the loop
	// crash is closed when chaos ends the service.
	crash   chan struct{}
	crashed sync.Once

	one, four   chan struct{} // semaphores of a lock and of a pool
	left, right chan struct{} // two locks that are taken in either order

	// What follows belongs to the loop.
	current  string // the id of "the" request: the defect of /me
	turns    int    // of /transfer
	attempts int    // of /flaky
	limits   map[string]*limiter
	orders   map[string]*order
	payments int
	keeping  keeping
}

// New returns a service that does not listen yet.
func New(c Config) *Server {
	return &Server{
		config: c, random: rand.New(rand.NewPCG(c.Chaos.Seed, 1)), crash: make(chan struct{}),
		one: make(chan struct{}, 1), four: make(chan struct{}, 4), left: make(chan struct{}, 1), right: make(chan struct{}, 1),
		limits: map[string]*limiter{}, orders: map[string]*order{}, keeping: newKeeping(),
	}
}

// Serve answers on the listener, which must be one of the loopback, until ctx ends; then it shuts down
// as configured and returns nil. It returns ErrCrashed when chaos came first. The listener is closed in
// any case.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if a, ok := l.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		l.Close()
		return errors.New("the service listens on the loopback only")
	}
	var silent silentConns
	server := &http.Server{Handler: s.routes(), ReadHeaderTimeout: maxWait, IdleTimeout: 2 * maxWait, MaxHeaderBytes: 256 << 10, ConnState: silent.changed}
	ctx, cancel := context.WithCancel(ctx)
	var pauses sync.WaitGroup
	pauses.Go(func() { s.pause(ctx) })
	defer pauses.Wait()
	defer cancel()
	defer func() {
		s.loop.Lock()
		defer s.loop.Unlock()
		s.keeping.close()
	}()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-s.crash:
		server.Close()
		return ErrCrashed
	case <-ctx.Done():
	}
	if s.config.Shutdown == Hasty {
		return server.Close()
	}
	drain, end := context.WithTimeout(context.Background(), drainTime)
	defer end()
	// Shutdown waits five seconds for connections that have sent nothing yet.
	silent.close()
	err := server.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// pause lets the loop stand still now and then.
func (s *Server) pause(ctx context.Context) {
	if s.config.Chaos.Pause <= 0 || s.config.Chaos.Interval <= 0 {
		return
	}
	for {
		sleep(ctx, s.config.Chaos.Interval)
		if ctx.Err() != nil {
			return
		}
		s.loop.Lock()
		sleep(ctx, s.config.Chaos.Pause)
		s.loop.Unlock()
	}
}

// silentConns are the connections on which nothing was sent so far.
type silentConns struct {
	mu   sync.Mutex
	all  map[net.Conn]struct{}
	over bool
}

func (c *silentConns) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if state != http.StateNew {
		delete(c.all, conn)
		return
	}
	if c.over {
		conn.Close()
		return
	}
	if c.all == nil {
		c.all = map[net.Conn]struct{}{}
	}
	c.all[conn] = struct{}{}
}

func (c *silentConns) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	for conn := range c.all {
		conn.Close()
	}
}
