package drain

import (
	"encoding/binary"
	"io"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http2/hpack"

	"snag/analyze/shutdown"
)

// call is a request over HTTP/2 that can be held in flight.
type call struct {
	method, path string
	fields       []hpack.HeaderField
	first, rest  string // the halves of the body; nothing is held back when there is no rest
}

// health is what the health service of gRPC said to who watches it.
type health struct {
	at     time.Time
	status byte
}

// The statuses of grpc.health.v1.HealthCheckResponse that are told apart.
const (
	serving    = 1
	notServing = 2
)

const healthService = "/grpc.health.v1.Health/"

// emptyMessage is how gRPC frames a message without fields: no compression, no bytes.
const emptyMessage = "\x00\x00\x00\x00\x00"

var grpcFields = []hpack.HeaderField{{Name: "content-type", Value: "application/grpc"}, {Name: "te", Value: "trailers"}}

func healthCheck() call {
	return call{"POST", healthService + "Check", grpcFields, emptyMessage[:2], emptyMessage[2:]}
}

func (c *Config) heldCall(path string) call {
	half := strings.Repeat("x", bodyLength/2)
	method := c.Method
	if method == "" {
		method = "POST"
	}
	return call{method, path, []hpack.HeaderField{{Name: "content-type", Value: "application/octet-stream"}, {Name: "content-length", Value: strconv.Itoa(bodyLength)}}, half, half}
}

// begin sends the first half of a call.
func (c call) begin(m *multiplex) (*exchange, error) {
	x, err := m.begin(c.method, c.path, c.first == "" && c.rest == "", c.fields...)
	if err == nil && c.first != "" {
		err = m.data(x, []byte(c.first), c.rest == "")
	}
	return x, err
}

// callable finds out what a call is answered when it is whole, and whether the server waits for that. The
// connection is one for it alone.
func (l *Load) callable(c call) (baseline answer, grpc, reason string) {
	m, err := l.multiplex()
	if err != nil {
		return answer{}, "", manner(err)
	}
	defer l.release(m.w)
	x, err := c.begin(m)
	if err != nil {
		return answer{}, "", "cannot be sent: " + manner(err)
	}
	began := time.Now()
	if c.rest != "" {
		select {
		case <-x.ended:
			return answer{}, "", "is answered before its body is complete"
		case <-time.After(earlyLimit):
		}
		m.data(x, []byte(c.rest), true)
	}
	limit := answerLimit
	if c.rest == "" {
		limit = slowLimit
	}
	select {
	case <-x.ended:
	case <-l.ctx.Done():
		return answer{}, "", "interrupted"
	case <-time.After(limit):
		return answer{}, "", "is not answered even when it is complete"
	}
	switch took := time.Since(began); {
	case x.answer.outcome != shutdown.Completed:
		return answer{}, "", "is not answered: " + x.answer.how
	case c.rest == "" && took < shortestSlow:
		return answer{}, "", "answers in " + took.Round(time.Millisecond).String() + ", too soon to be in flight"
	}
	return x.answer, x.grpc, ""
}

// multiplex opens a connection of HTTP/2 that Stop closes.
func (l *Load) multiplex() (*multiplex, error) {
	m, err := openMultiplex(l.ctx, &l.config, answerLimit)
	if err != nil {
		return nil, err
	}
	if !l.hold(m.w) {
		return nil, io.EOF
	}
	return m, nil
}

// multiplexed has one call in flight on a connection of HTTP/2, and watches how that is drained.
func (l *Load) multiplexed(s *stream) {
	c := l.config.heldCall(s.Path)
	switch {
	case s.Kind == shutdown.GRPC:
		c = healthCheck()
	case l.config.SlowPath != "":
		c = call{method: "GET", path: l.config.SlowPath}
	}
	baseline, grpc, reason := l.callable(c)
	if reason != "" {
		s.reason = c.method + " " + c.path + " over HTTP/2: " + reason
		return
	}
	m, err := l.multiplex()
	if err != nil {
		s.reason = manner(err)
		return
	}
	s.multiplex, s.halved = m, c.rest != ""
	var watch *exchange
	if s.Kind == shutdown.GRPC {
		watch = watchHealth(m)
	}
	x, err := c.begin(m)
	if err != nil {
		s.reason = "could not be sent: " + manner(err)
		l.release(m.w)
		return
	}
	l.sends(m.w)
	l.flows.Go(func() {
		if l.until(x.ended) {
			if c.rest != "" {
				l.complete(s)
				m.data(x, []byte(c.rest), true)
			}
			if watch != nil {
				const cancel = 8
				m.frame(frameReset, 0, watch.id, binary.BigEndian.AppendUint32(nil, cancel)) // as clients do when they move on
			}
		}
	})
	l.flows.Go(func() {
		select {
		case <-x.ended:
		case <-l.ctx.Done():
			return
		}
		if a := x.answer; a.outcome == shutdown.Completed && x.grpc != grpc {
			l.end(s, shutdown.Cut, "grpc-status "+x.grpc)
		} else {
			l.arrive(s, a, baseline.status)
		}
		// How the connection ends is still to be seen.
		select {
		case <-m.done:
		case <-l.ctx.Done():
		}
		l.release(m.w)
	})
}

// watchHealth watches the health service of gRPC.
func watchHealth(m *multiplex) *exchange {
	watch, err := m.begin("POST", healthService+"Watch", false, grpcFields...)
	if err != nil {
		return nil
	}
	m.mu.Lock()
	watch.message = func(message []byte) { // called with the lock held
		const most, field = 64, 1 << 3
		status := byte(0)
		if len(message) == 2 && message[0] == field {
			status = message[1]
		}
		if len(m.health) < most {
			m.health = append(m.health, health{time.Now(), status})
		}
	}
	m.mu.Unlock()
	m.data(watch, []byte(emptyMessage), true)
	return watch
}

// flyMultiplexed brings requests in flight over HTTP/2 alone: on the slow path, with half of a body, or as
// calls of the health service of gRPC.
func (l *Load) flyMultiplexed() {
	calls := []call{l.config.heldCall(l.config.HoldPath), healthCheck()}
	via := heldBody
	if l.config.SlowPath != "" {
		calls, via = []call{{method: "GET", path: l.config.SlowPath}}, slowPath
	}
	var reasons []string
	for _, c := range calls {
		baseline, grpc, reason := l.callable(c)
		if reason != "" {
			reasons = append(reasons, c.method+" "+c.path+" over HTTP/2 "+reason)
			continue
		}
		l.inflight.Via = via
		flying, begun := make(chan struct{}, l.config.InFlight), make(chan struct{}, l.config.InFlight)
		for range l.config.InFlight {
			f := &flight{method: c.method, path: c.path, baseline: baseline.status, sent: time.Now()}
			l.requests = append(l.requests, f)
			l.flows.Go(func() {
				l.landCall(f, c, grpc, begun)
				flying <- struct{}{}
			})
		}
		l.flows.Go(func() {
			for range l.config.InFlight {
				<-flying
			}
			close(l.settled)
		})
		for range l.config.InFlight {
			<-begun
		}
		l.sleep(min(slowLead, earlyLimit))
		return
	}
	l.inflight.Reason = strings.Join(reasons, "; ")
	close(l.settled)
}

// landCall sends one call, says so, and waits for its answer.
func (l *Load) landCall(f *flight, c call, grpc string, begun chan<- struct{}) {
	note := func(a answer, whole bool) {
		l.mu.Lock()
		defer l.mu.Unlock()
		f.answer, f.ended, f.whole = a, a.at, whole
	}
	m, err := l.multiplex()
	var x *exchange
	if err == nil {
		defer l.release(m.w)
		x, err = c.begin(m)
		l.sends(m.w)
	}
	begun <- struct{}{}
	if err != nil {
		note(answer{outcome: shutdown.Dropped, how: manner(err), at: time.Now()}, false)
		return
	}
	whole := c.rest == ""
	if l.until(x.ended) && !whole {
		m.data(x, []byte(c.rest), true)
		whole = true
		l.mu.Lock()
		f.completed = time.Now()
		l.mu.Unlock()
	}
	select {
	case <-x.ended:
	case <-l.ctx.Done():
		return
	}
	a := x.answer
	if a.outcome == shutdown.Completed && x.grpc != grpc {
		a.outcome, a.how = shutdown.Dropped, "grpc-status "+x.grpc
	}
	note(a, whole)
}
