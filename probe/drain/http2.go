package drain

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"sync"
	"time"

	"golang.org/x/net/http2/hpack"

	"snag/analyze/shutdown"
)

// The frames of RFC 9113 section 6 that are told apart.
const (
	frameData         = 0
	frameHeaders      = 1
	frameReset        = 3
	frameSettings     = 4
	framePing         = 6
	frameGoaway       = 7
	frameWindow       = 8
	frameContinuation = 9

	flagEnd     = 1 // END_STREAM, and ACK of settings and pings
	flagHeaders = 4 // END_HEADERS
	flagPadded  = 8
	flagPrior   = 32
)

const (
	preface      = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
	longestFrame = 1 << 20
	wideWindow   = 1 << 30
	mostGoaways  = 16
)

// multiplex is a connection of HTTP/2 whose frames are looked at one by one, which no client does.
type multiplex struct {
	w      *wire
	config *Config
	begun  chan struct{} // closed with the first SETTINGS of the server

	write sync.Mutex // guards what is written and the two below
	table bytes.Buffer
	next  uint32

	mu      sync.Mutex
	streams map[uint32]*exchange
	goaways []goaway
	health  []health
	ended   bool
	how     string
	at      time.Time
	done    chan struct{}
}

type goaway struct {
	at         time.Time
	last, code uint32
}

// exchange is one stream.
type exchange struct {
	id     uint32
	status int
	grpc   string // grpc-status, empty until it came
	body   []byte // its first bytes
	ended  chan struct{}
	answer answer // set before ended is closed
	// message is called with the bytes of each message of gRPC, nil for nobody.
	message func([]byte)
}

// openMultiplex opens a connection and exchanges settings. It fails when the server speaks no HTTP/2.
func openMultiplex(ctx context.Context, c *Config, limit time.Duration) (*multiplex, error) {
	secured := *c
	secured.alpn = []string{"h2"}
	w, err := secured.open(ctx)
	if err != nil {
		return nil, err
	}
	m := &multiplex{w: w, config: c, begun: make(chan struct{}), next: 1, streams: map[uint32]*exchange{}, done: make(chan struct{})}
	// A table of size 0 keeps the server from referring to earlier headers, and a wide window from waiting.
	settings := []byte{0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 4, 0x3f, 0xff, 0xff, 0xff}
	w.SetWriteDeadline(time.Now().Add(limit))
	if _, err = io.WriteString(w, preface); err == nil {
		err = m.frame(frameSettings, 0, 0, settings)
	}
	if err == nil {
		err = m.frame(frameWindow, 0, 0, binary.BigEndian.AppendUint32(nil, wideWindow))
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	go m.read()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-m.begun:
		return m, nil
	case <-m.done:
		err = errors.New("the server speaks no HTTP/2")
	case <-timer.C:
		err = errors.New("the server does not answer HTTP/2")
	case <-ctx.Done():
		err = ctx.Err()
	}
	w.Close()
	return nil, err
}

func (m *multiplex) frame(kind, flags byte, stream uint32, payload []byte) error {
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	head = binary.BigEndian.AppendUint32(head, stream)
	m.write.Lock()
	defer m.write.Unlock()
	m.w.SetWriteDeadline(time.Now().Add(answerLimit))
	_, err := m.w.Write(append(head, payload...))
	return err
}

// begin opens a stream with a request; last ends it at once.
func (m *multiplex) begin(method, path string, last bool, fields ...hpack.HeaderField) (*exchange, error) {
	scheme := "http"
	if m.config.TLS {
		scheme = "https"
	}
	all := append([]hpack.HeaderField{
		{Name: ":method", Value: method}, {Name: ":scheme", Value: scheme}, {Name: ":authority", Value: m.config.Address},
		{Name: ":path", Value: path}, {Name: "user-agent", Value: "snag-shutdown"},
	}, fields...)
	m.write.Lock()
	m.table.Reset()
	encoder := hpack.NewEncoder(&m.table)
	encoder.SetMaxDynamicTableSize(0)
	for _, f := range all {
		encoder.WriteField(f)
	}
	block := bytes.Clone(m.table.Bytes())
	x := &exchange{id: m.next, ended: make(chan struct{})}
	m.next += 2
	m.write.Unlock()
	m.mu.Lock()
	ended := m.ended
	m.streams[x.id] = x
	m.mu.Unlock()
	if ended {
		return nil, io.EOF
	}
	flags := byte(flagHeaders)
	if last {
		flags |= flagEnd
	}
	return x, m.frame(frameHeaders, flags, x.id, block)
}

// data sends a part of a body.
func (m *multiplex) data(x *exchange, body []byte, last bool) error {
	flags := byte(0)
	if last {
		flags = flagEnd
	}
	return m.frame(frameData, flags, x.id, body)
}

// read takes frames until the connection ends.
func (m *multiplex) read() {
	first := true
	decoder := hpack.NewDecoder(4096, nil)
	decoder.SetMaxStringLength(64 << 10)
	var block []byte // of headers that go on
	for {
		head := make([]byte, 9)
		_, err := io.ReadFull(m.w.in, head)
		size := int(head[0])<<16 | int(head[1])<<8 | int(head[2])
		kind, flags, stream := head[3], head[4], binary.BigEndian.Uint32(head[5:])&(1<<31-1)
		if err == nil && (size > longestFrame || first && kind != frameSettings) {
			err = errors.New("not a frame of HTTP/2")
		}
		payload := []byte(nil)
		if err == nil {
			payload = make([]byte, size)
			_, err = io.ReadFull(m.w.in, payload)
		}
		if err != nil {
			m.end(manner(err))
			return
		}
		if first {
			first = false
			close(m.begun)
		}
		if flags&flagPadded != 0 && (kind == frameData || kind == frameHeaders) && len(payload) > 0 {
			payload = payload[1:max(1, len(payload)-int(payload[0]))]
		}
		if kind == frameHeaders && flags&flagPrior != 0 && len(payload) >= 5 {
			payload = payload[5:]
		}
		switch kind {
		case frameSettings, framePing:
			if flags&flagEnd == 0 {
				if kind == frameSettings {
					payload = nil
				}
				m.frame(kind, flagEnd, 0, payload)
			}
		case frameGoaway:
			m.goaway(payload)
		case frameHeaders, frameContinuation:
			if block = append(block, payload...); len(block) > longestFrame {
				m.end("malformed")
				return
			}
			if flags&flagHeaders != 0 {
				fields, err := decoder.DecodeFull(block)
				block = nil
				if err != nil {
					m.end("malformed")
					return
				}
				m.headers(stream, fields)
			}
		case frameData:
			m.body(stream, payload)
			if size > 0 {
				m.frame(frameWindow, 0, 0, binary.BigEndian.AppendUint32(nil, uint32(size)))
			}
		case frameReset:
			code := uint32(0)
			if len(payload) == 4 {
				code = binary.BigEndian.Uint32(payload)
			}
			m.finish(stream, answer{outcome: shutdown.Dropped, how: "RST_STREAM " + strconv.Itoa(int(code))})
		}
		if flags&flagEnd != 0 && (kind == frameData || kind == frameHeaders) {
			m.finish(stream, answer{outcome: shutdown.Completed})
		}
	}
}

func (m *multiplex) goaway(payload []byte) {
	if len(payload) < 8 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.goaways) < mostGoaways {
		m.goaways = append(m.goaways, goaway{time.Now(), binary.BigEndian.Uint32(payload) & (1<<31 - 1), binary.BigEndian.Uint32(payload[4:])})
	}
}

func (m *multiplex) headers(stream uint32, fields []hpack.HeaderField) {
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.streams[stream]
	if x == nil {
		return
	}
	for _, f := range fields {
		switch f.Name {
		case ":status":
			x.status, _ = strconv.Atoi(f.Value)
		case "grpc-status":
			x.grpc = f.Value
		}
	}
}

// body keeps what a stream brings until it makes whole messages.
func (m *multiplex) body(stream uint32, payload []byte) {
	const longest = 64 << 10
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.streams[stream]
	if x == nil || x.message == nil || len(x.body) > longest {
		return
	}
	x.body = append(x.body, payload...)
	for len(x.body) >= 5 {
		size := int(binary.BigEndian.Uint32(x.body[1:]))
		if size > longest || len(x.body) < 5+size {
			return
		}
		x.message(x.body[5 : 5+size])
		x.body = x.body[5+size:]
	}
}

// finish ends a stream.
func (m *multiplex) finish(stream uint32, a answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finishLocked(m.streams[stream], a)
}

func (m *multiplex) finishLocked(x *exchange, a answer) {
	if x == nil || x.answer.outcome != "" {
		return
	}
	if a.at = time.Now(); a.outcome != shutdown.Completed && x.status != 0 {
		a.outcome = shutdown.Truncated
	}
	a.status = x.status
	x.answer = a
	close(x.ended)
}

// end notes the end of the connection, with which every stream ends.
func (m *multiplex) end(how string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return
	}
	m.ended, m.how, m.at = true, how, time.Now()
	for _, x := range m.streams {
		m.finishLocked(x, answer{outcome: shutdown.Dropped, how: how})
	}
	close(m.done)
}

// drained adds to the fate of a stream how its connection was drained. The load's lock is held.
func (m *multiplex) drained(l *Load, s *shutdown.Stream) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range m.goaways {
		if at := l.moment(g.at); at != nil {
			s.Goaways = append(s.Goaways, shutdown.Goaway{At: *at, Last: g.last, Code: g.code})
		}
	}
	for _, h := range m.health {
		switch {
		case h.at.Before(l.origin):
			s.Watched = h.status == serving
		case h.status == notServing && s.NotServing == nil:
			s.NotServing = l.moment(h.at)
		}
	}
}
