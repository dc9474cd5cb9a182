package faults

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"snag/analyze/retry/experiment"
)

// The limits of a connection of HTTP/2.
const (
	mostStreams = 128
	longHeaders = 256 << 10
	// halfOpen is how long a call of gRPC that has sent a message may leave its end open before it counts as
	// one that waits for an answer first.
	halfOpen = 200 * time.Millisecond
	// prompt is how soon a request follows its connection when that was made for it.
	prompt = 50 * time.Millisecond
)

// beginsHTTP2 reports whether the connection speaks HTTP/2, which under TLS it has agreed to.
func (c *conn) beginsHTTP2(in *bufio.Reader) bool {
	if secure, ok := c.Conn.(*tls.Conn); ok {
		return secure.ConnectionState().NegotiatedProtocol == http2.NextProtoTLS
	}
	start, _ := in.Peek(len("PRI "))
	return string(start) == "PRI "
}

// multiplex is a connection of HTTP/2.
type multiplex struct {
	*conn
	framer *http2.Framer

	mu      sync.Mutex // guards what follows, and what is written
	fields  bytes.Buffer
	encoder *hpack.Encoder
	streams map[uint32]*stream
	going   bool   // GOAWAY was sent: streams up to last are answered, no others
	last    uint32 // of the GOAWAY
	leaving bool   // nothing more is answered
}

// stream is a request that is not answered yet.
type stream struct {
	id      uint32
	attempt experiment.Attempt
	hash    hash.Hash
	method  string
	first   []byte // of the body, up to the length of a message of gRPC
	whole   bool   // the request is complete, and its fault has happened but for its end
	timer   *time.Timer
}

// playHTTP2 serves requests on a connection of HTTP/2 until its end.
func (c *conn) playHTTP2(in *bufio.Reader) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(in, preface); err != nil || string(preface) != http2.ClientPreface {
		return
	}
	m := &multiplex{conn: c, framer: http2.NewFramer(c, in), streams: map[uint32]*stream{}}
	m.encoder = hpack.NewEncoder(&m.fields)
	m.encoder.SetMaxDynamicTableSize(0) // whatever the client allows
	m.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	m.framer.MaxHeaderListSize = longHeaders
	m.framer.SetMaxReadFrameSize(1 << 16)
	if !c.mute {
		m.framer.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: mostStreams})
	}
	for {
		frame, err := m.framer.ReadFrame()
		var malformed http2.StreamError
		if errors.As(err, &malformed) {
			m.mu.Lock()
			m.framer.WriteRSTStream(malformed.StreamID, malformed.Code)
			m.mu.Unlock()
			continue
		}
		if err != nil || !m.take(frame) {
			break
		}
	}
	m.end()
}

// take acts upon a frame. It returns whether the connection goes on.
func (m *multiplex) take(frame http2.Frame) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f, ok := frame.(*http2.MetaHeadersFrame); ok && m.going && f.StreamID > m.last {
		return m.exclude(f)
	}
	if m.leaving {
		return true
	}
	switch f := frame.(type) {
	case *http2.SettingsFrame:
		if !f.IsAck() && !m.mute {
			m.framer.WriteSettingsAck()
		}
	case *http2.PingFrame:
		if !f.IsAck() && !m.mute {
			m.framer.WritePing(true, f.Data)
		}
	case *http2.MetaHeadersFrame:
		if m.streams[f.StreamID] != nil { // trailers
			return !f.StreamEnded() || m.complete(m.streams[f.StreamID])
		}
		return m.begin(f)
	case *http2.DataFrame:
		return m.body(f)
	case *http2.RSTStreamFrame:
		if s := m.streams[f.StreamID]; s != nil {
			m.finishStream(s, time.Now()) // the client gave up
			m.settle()
		}
	}
	return true
}

// open is the stream that the headers of a request open, and these headers.
func (m *multiplex) open(f *http2.MetaHeadersFrame) (*stream, http.Header) {
	now := time.Now()
	start := now
	if m.requests == 0 && now.Sub(m.since) < prompt {
		start = m.since
	}
	s := &stream{id: f.StreamID, hash: sha256.New(), method: f.PseudoValue("method")}
	s.attempt = experiment.Attempt{
		Conn: m.number, Reused: m.requests > 0, Phase: experiment.PhaseHeaders, Start: m.server.since(start),
		Method: s.method, Target: f.PseudoValue("path"), Protocol: experiment.HTTP2,
	}
	header := http.Header{}
	for _, field := range f.RegularFields() {
		header.Add(field.Name, field.Value)
	}
	if strings.HasPrefix(header.Get("Content-Type"), "application/grpc") {
		s.attempt.Protocol = experiment.GRPC
	}
	describe(&s.attempt, header)
	m.requests++
	return s, header
}

// begin lets a request in.
func (m *multiplex) begin(f *http2.MetaHeadersFrame) bool {
	if len(m.streams) >= mostStreams {
		m.framer.WriteRSTStream(f.StreamID, http2.ErrCodeRefusedStream)
		return true
	}
	s, header := m.open(f)
	if !m.server.begin() {
		m.reset()
		return false
	}
	if s.attempt.Fault = (experiment.Fault{Kind: experiment.NoSettings}); !m.mute {
		s.attempt.Fault = m.server.next(s.attempt.Method + " " + s.attempt.Target)
	}
	if s.attempt.Fault.Kind == experiment.ResetAfterHeaders {
		m.server.config.Barrier.Wait(m.server.done)
		at := time.Now()
		m.reset()
		m.finishStream(s, at)
		m.cut(s.attempt.Fault, at)
		return false
	}
	m.streams[s.id] = s
	if f.StreamEnded() {
		return m.complete(s)
	}
	if strings.EqualFold(header.Get("Expect"), "100-continue") {
		m.respond(s, false, ":status", "100")
	}
	return true
}

// body takes a part of a request in.
func (m *multiplex) body(f *http2.DataFrame) bool {
	if length := f.Length; length > 0 && !m.mute {
		m.framer.WriteWindowUpdate(0, length)
		if !f.StreamEnded() {
			m.framer.WriteWindowUpdate(f.StreamID, length)
		}
	}
	s := m.streams[f.StreamID]
	if s == nil || s.whole {
		return true
	}
	data := f.Data()
	s.hash.Write(data)
	s.attempt.BodyLength += int64(len(data))
	s.first = append(s.first, data[:min(len(data), messageHead-len(s.first))]...)
	switch {
	case f.StreamEnded():
		return m.complete(s)
	case s.attempt.BodyLength >= maxBody:
		m.reset()
		return false
	case s.attempt.Protocol == experiment.GRPC && s.timer == nil && len(s.first) == messageHead && s.attempt.BodyLength >= messageHead+int64(binary.BigEndian.Uint32(s.first[1:])):
		s.timer = time.AfterFunc(halfOpen, func() {
			m.mu.Lock()
			defer m.mu.Unlock()
			if m.streams[s.id] == s && !s.whole && !m.complete(s) {
				m.Close()
			}
		})
	}
	return true
}

// messageHead is the length of what goes before each message of gRPC.
const messageHead = 5

// emptyMessage is a message of gRPC in which every field has its default.
var emptyMessage = make([]byte, messageHead)

// complete makes the fault of a request that was read happen. It returns whether the connection goes on.
func (m *multiplex) complete(s *stream) (open bool) {
	s.whole = true
	a := &s.attempt
	a.Phase, a.Read, a.BodyHash = experiment.PhaseRequest, m.server.since(time.Now()), short(s.hash.Sum(nil))
	m.server.config.Barrier.Wait(m.server.done)
	if a.Fault.Kind == experiment.Stale && !a.Reused {
		a.Fault = experiment.OK
	}
	at, ends := time.Now(), false // whether the connection ends, with every stream on it
	switch a.Fault.Kind {
	case experiment.Silence, experiment.NoSettings:
		m.settle() // nothing more comes of it until the client gives up
		return true
	case experiment.ResetAfterRequest:
		m.reset()
		ends = true
	case experiment.CloseAfterRequest, experiment.Stale:
		m.leave()
		ends = true
	case experiment.Truncate:
		half := []byte(strings.Repeat("half of an answer\n", 28))
		if a.Protocol == experiment.GRPC {
			m.respond(s, false, ":status", "200", "content-type", "application/grpc")
			half = append([]byte{0, 0, 0, 3, 0xe8}, half...)
		} else {
			m.respond(s, false, ":status", "200", "content-type", "text/plain", "content-length", "1000")
		}
		m.framer.WriteData(s.id, false, half)
		m.leave()
		ends = true
	case experiment.GoawayExcluded:
		m.goAway(s.id - min(s.id, 2))
	case experiment.GoawayIncluded:
		m.goAway(s.id)
	case experiment.StreamReset:
		m.framer.WriteRSTStream(s.id, http2.ErrCode(a.Fault.Code))
	case experiment.GRPCStatus:
		fields := []string{":status", "200", "content-type", "application/grpc", "grpc-status", strconv.Itoa(int(a.Fault.Code)), "grpc-message", "as asked"}
		switch {
		case a.Fault.Stop:
			fields = append(fields, "grpc-retry-pushback-ms", "-1")
		case a.Fault.RetryAfter > 0:
			fields = append(fields, "grpc-retry-pushback-ms", strconv.FormatInt(a.Fault.RetryAfter.Milliseconds(), 10))
		}
		m.respond(s, true, fields...)
	default:
		m.answer(s)
	}
	m.finishStream(s, at)
	if ends {
		fault := a.Fault
		if fault.Kind == experiment.Truncate { // which the others do not get even half of
			fault.Kind = experiment.CloseAfterRequest
		}
		m.cut(fault, at)
	}
	m.settle()
	return a.Fault.Kind != experiment.ResetAfterRequest
}

// answer writes a complete answer with the status of the fault.
func (m *multiplex) answer(s *stream) {
	f := s.attempt.Fault
	if s.attempt.Protocol == experiment.GRPC && !f.Fails() {
		m.respond(s, false, ":status", "200", "content-type", "application/grpc")
		m.framer.WriteData(s.id, false, emptyMessage)
		m.respond(s, true, "grpc-status", "0")
		return
	}
	body := fmt.Sprintf("{\"status\":%d,\"message\":%q}\n", f.Status, http.StatusText(f.Status))
	now := time.Now().UTC()
	fields := []string{":status", strconv.Itoa(f.Status), "content-type", "application/json", "content-length", strconv.Itoa(len(body)), "date", now.Format(http.TimeFormat)}
	if value := retryAfter(f, now); value != "" {
		fields = append(fields, "retry-after", value)
	}
	m.respond(s, s.method == http.MethodHead, fields...)
	if s.method != http.MethodHead {
		m.framer.WriteData(s.id, true, []byte(body))
	}
}

// respond writes headers or trailers, given as names and values.
func (m *multiplex) respond(s *stream, last bool, fields ...string) {
	m.fields.Reset()
	for i := 0; i < len(fields); i += 2 {
		m.encoder.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]})
	}
	m.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: s.id, BlockFragment: m.fields.Bytes(), EndHeaders: true, EndStream: last})
}

// finishStream records an attempt that failed at the given time.
func (m *multiplex) finishStream(s *stream, at time.Time) {
	delete(m.streams, s.id)
	if s.timer != nil {
		s.timer.Stop()
	}
	m.server.finish(s.attempt, at)
}
