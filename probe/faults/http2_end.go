package faults

import (
	"cmp"
	"crypto/tls"
	"maps"
	"slices"
	"time"

	"golang.org/x/net/http2"

	"snag/analyze/retry/experiment"
	"snag/analyze/sorting"
)

// parting is how long a connection is still read after its last byte was written: closed with bytes unread it
// would be reset, and what was written lost. As long a GOAWAY waits for the streams that it includes.
var parting = 2 * time.Second

// goAway announces the end of the connection. Streams up to the last one are finished first.
func (m *multiplex) goAway(last uint32) {
	if m.going {
		last = min(last, m.last) // it must not grow
	}
	m.framer.WriteGoAway(last, http2.ErrCodeNo, nil)
	m.going, m.last = true, last
	m.SetReadDeadline(time.Now().Add(parting))
}

// settle leaves after a GOAWAY as soon as no stream is left that could be answered.
func (m *multiplex) settle() {
	if !m.going || m.leaving {
		return
	}
	at := time.Now()
	for _, s := range m.ordered() {
		if s.id > m.last {
			s.attempt.Fault = experiment.Fault{Kind: experiment.GoawayExcluded}
			m.finishStream(s, at)
		} else if !s.whole {
			return
		}
	}
	m.leave()
	m.cut(experiment.Fault{Kind: experiment.GoawayIncluded}, at)
}

// cut records that the streams that are left ended with the connection, by the fault of another one.
func (m *multiplex) cut(fault experiment.Fault, at time.Time) {
	for _, s := range m.ordered() {
		s.attempt.Fault = fault
		m.finishStream(s, at)
	}
}

// ordered are the streams that are left, as they began.
func (m *multiplex) ordered() []*stream {
	ordered := slices.Collect(maps.Values(m.streams))
	sorting.Stable(ordered, func(a, b *stream) int { return cmp.Compare(a.id, b.id) })
	return ordered
}

// exclude leaves a request unprocessed that comes after a GOAWAY, which its client had not read.
func (m *multiplex) exclude(f *http2.MetaHeadersFrame) bool {
	s, _ := m.open(f)
	if !m.server.begin() {
		m.reset()
		return false
	}
	s.attempt.Fault = experiment.Fault{Kind: experiment.GoawayExcluded}
	m.finishStream(s, time.Now())
	return true
}

// leave ends what is written, and lets what was written arrive.
func (m *multiplex) leave() {
	m.leaving = true
	if secure, ok := m.Conn.(*tls.Conn); ok {
		secure.CloseWrite() // which ends TLS, and leaves the connection open
	}
	m.raw.CloseWrite()
	m.SetReadDeadline(time.Now().Add(parting))
}

// end records what the end of the connection leaves: requests that the client gave up, and a connection
// without any where that was its fault.
func (m *multiplex) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := time.Now()
	for _, s := range m.ordered() {
		if m.going { // and they were not finished in time
			s.attempt.Fault = experiment.Fault{Kind: experiment.GoawayIncluded}
		}
		m.finishStream(s, at)
	}
	if m.mute && m.requests == 0 && m.server.begin() {
		m.server.finish(experiment.Attempt{
			Conn: m.number, Phase: experiment.PhaseConnect, Start: m.server.since(m.since), Protocol: experiment.HTTP2,
			Fault: experiment.Fault{Kind: experiment.NoSettings},
		}, at)
	}
}
