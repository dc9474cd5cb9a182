package drain

import (
	"crypto/rand"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"snag/analyze/shutdown"
)

// stream is one stream that is under way when the signal comes.
type stream struct {
	StreamConfig
	reason    string
	outcome   shutdown.StreamOutcome
	ended     time.Time
	how       string
	code      int
	multiplex *multiplex // nil for what is not over HTTP/2
	halved    bool       // snag holds back a part of it
	completed time.Time  // when snag sent that, zero before
}

// tooEarly is the reason of a stream that was over when the signal came.
const tooEarly = "it ended before the signal"

// mostRead is how much of an answer is read.
const mostRead = 1 << 30

// openStreams begins the streams that were asked for. Each finds its own end.
func (l *Load) openStreams() {
	for _, config := range l.config.With {
		if config.Path == "" {
			config.Path = l.config.Path
			if config.Kind == shutdown.Upload || config.Kind == shutdown.HTTP2Stream {
				config.Path = l.config.HoldPath
			}
		}
		s := &stream{StreamConfig: config}
		l.streams = append(l.streams, s)
		l.begin(s)
	}
}

// begin begins one stream.
func (l *Load) begin(s *stream) {
	switch s.Kind {
	case shutdown.SSE, shutdown.Chunked:
		l.receive(s)
	case shutdown.WebSocket:
		l.upgrade(s)
	case shutdown.Upload:
		l.upload(s)
	case shutdown.Pipelined:
		l.pipeline(s)
	case shutdown.Connect:
		l.tunnel(s)
	case shutdown.HTTP2Stream, shutdown.GRPC:
		l.multiplexed(s)
	}
}

// end notes the end of a stream. What ended before the signal was not under way.
func (l *Load) end(s *stream, outcome shutdown.StreamOutcome, how string) {
	at := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case how == "open", !s.ended.IsZero(): // ended by Stop, or before
	case l.origin.IsZero():
		s.reason = tooEarly
		if how != "" {
			s.reason += " (" + how + ")"
		}
	case outcome == shutdown.Cut && s.late(at, l.origin.Add(l.config.Hold+lateness)):
		s.reason = tooLate
	default:
		s.outcome, s.ended, s.how = outcome, at, how
	}
}

// until waits for the time after the signal at which held bodies are completed. It returns false when the load
// is stopped, or done is closed, before.
func (l *Load) until(done <-chan struct{}) bool {
	select {
	case <-l.signalled:
	case <-l.ctx.Done():
		return false
	case <-done:
		return false
	}
	l.mu.Lock()
	wait := time.Until(l.origin.Add(l.config.Hold))
	l.mu.Unlock()
	return l.sleep(wait)
}

// headOf opens a connection for a stream and sends a request, whose answer's head it returns.
func (l *Load) headOf(s *stream, method, path string, fields ...string) (*wire, *http.Response) {
	w, err := l.connect(l.config.open)
	if err != nil {
		s.reason = "could not connect: " + manner(err)
		return nil, nil
	}
	w.SetDeadline(time.Now().Add(answerLimit))
	io.WriteString(w, l.config.head(method, path, fields...)) // a failure shows when the answer is read
	response, err := http.ReadResponse(w.in, &http.Request{Method: method})
	if err != nil {
		s.reason = "no answer: " + manner(err)
		l.release(w)
		return nil, nil
	}
	w.SetDeadline(time.Time{})
	return w, response
}

// receive reads an answer that is sent in parts.
func (l *Load) receive(s *stream) {
	accept := "Accept: */*"
	if s.Kind == shutdown.SSE {
		accept = "Accept: text/event-stream"
	}
	w, response := l.headOf(s, "GET", s.Path, accept)
	if w == nil {
		return
	}
	kind := response.Header.Get("Content-Type")
	switch {
	case response.StatusCode/100 != 2:
		s.reason = "the answer is " + strconv.Itoa(response.StatusCode)
	case s.Kind == shutdown.SSE && !strings.HasPrefix(kind, "text/event-stream"):
		s.reason = "the answer is no stream of events but " + strconv.Quote(kind)
	}
	if s.reason != "" {
		l.release(w)
		return
	}
	l.flows.Go(func() {
		defer l.release(w)
		_, err := io.Copy(io.Discard, io.LimitReader(response.Body, mostRead))
		switch {
		case err != nil:
			l.end(s, shutdown.Cut, manner(err))
		case s.Kind == shutdown.SSE:
			l.end(s, shutdown.SaidGo, "")
		default:
			l.end(s, shutdown.Finished, "")
		}
	})
}

// upgrade opens a WebSocket and answers its pings: RFC 6455.
func (l *Load) upgrade(s *stream) {
	var key [16]byte
	rand.Read(key[:])
	w, response := l.headOf(s, "GET", s.Path, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
		"Sec-WebSocket-Key: "+base64.StdEncoding.EncodeToString(key[:]))
	if w == nil {
		return
	}
	if response.StatusCode != http.StatusSwitchingProtocols {
		s.reason = "the server does not upgrade: " + strconv.Itoa(response.StatusCode)
		l.release(w)
		return
	}
	l.flows.Go(func() {
		defer l.release(w)
		code, err := listenWebSocket(w, w.in)
		if err != nil {
			l.end(s, shutdown.Cut, manner(err))
			return
		}
		l.mu.Lock()
		s.code = code
		l.mu.Unlock()
		l.end(s, shutdown.SaidGo, "")
	})
}

// upload sends a body in parts, the last of them when the held bodies are completed.
func (l *Load) upload(s *stream) {
	method := "POST"
	if len(l.requests) > 0 && l.requests[0].method != "GET" {
		method = l.requests[0].method
	}
	const part, last = "5\r\nhello\r\n", "0\r\n\r\n"
	head := l.config.head(method, s.Path, "Content-Type: application/octet-stream", "Transfer-Encoding: chunked")
	whole, err := l.connect(l.config.open)
	if err != nil {
		s.reason = "could not connect: " + manner(err)
		return
	}
	whole.SetDeadline(time.Now().Add(answerLimit))
	io.WriteString(whole, head+part+last)
	baseline := whole.read(method)
	l.release(whole)
	if baseline.outcome != shutdown.Completed {
		s.reason = "a body in parts is not answered: " + baseline.how
		return
	}
	w, err := l.connect(l.config.open)
	if err != nil {
		s.reason = "could not connect: " + manner(err)
		return
	}
	io.WriteString(w, head+part)
	l.sends(w)
	if how := w.await(time.Now().Add(earlyLimit)); how != "timeout" {
		s.reason = "it is answered before the body is complete"
		l.release(w)
		return
	}
	done := make(chan struct{})
	s.halved = true
	l.flows.Go(func() {
		for l.sleep(activeEvery) {
			l.mu.Lock()
			over := !l.origin.IsZero() && time.Since(l.origin) > l.config.Hold
			l.mu.Unlock()
			select {
			case <-done:
				return
			default:
			}
			if over {
				l.complete(s)
				io.WriteString(w, last)
				return
			}
			io.WriteString(w, part)
		}
	})
	l.flows.Go(func() {
		defer l.release(w)
		a := w.read(method)
		close(done)
		l.arrive(s, a, baseline.status)
	})
}

// arrive notes the answer to a request in flight whose status is known.
func (l *Load) arrive(s *stream, a answer, baseline int) {
	switch {
	case a.outcome != shutdown.Completed:
		l.end(s, shutdown.Cut, a.how)
	case a.status != baseline:
		l.end(s, shutdown.Cut, "status "+strconv.Itoa(a.status))
	default:
		l.end(s, shutdown.Finished, "")
	}
}

// pipeline sends a second request right behind one in flight.
func (l *Load) pipeline(s *stream) {
	if l.inflight.Via == "" {
		s.reason = "no request could be kept in flight"
		return
	}
	w, err := l.connect(l.config.open)
	if err != nil {
		s.reason = "could not connect: " + manner(err)
		return
	}
	method, second, rest := l.requests[0].method, l.config.head("GET", s.Path), ""
	begin := l.config.head("GET", l.config.SlowPath) + second
	if l.inflight.Via == heldBody {
		begin, rest = held(l.config, method)
	}
	io.WriteString(w, begin)
	l.sends(w)
	done := make(chan struct{})
	if rest != "" {
		l.flows.Go(func() {
			if l.until(done) {
				io.WriteString(w, rest+second)
			}
		})
	}
	l.flows.Go(func() {
		defer l.release(w)
		first := w.read(method)
		close(done)
		switch {
		case first.outcome != shutdown.Completed:
			l.end(s, shutdown.Cut, first.how)
		case first.closing:
			l.end(s, shutdown.SaidGo, "")
		default:
			if a := w.read("GET"); a.outcome == shutdown.Completed {
				l.end(s, shutdown.Finished, "")
			} else {
				l.end(s, shutdown.Cut, a.how)
			}
		}
	})
}

// tunnel has a proxy connect to an echo of snag's own, and uses the tunnel until the held bodies are completed.
func (l *Load) tunnel(s *stream) {
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.reason = err.Error()
		return
	}
	stop := func() { echo.Close() }
	l.closers = append(l.closers, stop)
	go func() {
		conn, err := echo.Accept()
		echo.Close()
		if err == nil {
			io.Copy(conn, conn)
			conn.Close()
		}
	}()
	w, err := l.connect(l.config.open)
	if err != nil {
		s.reason = "could not connect: " + manner(err)
		return
	}
	w.SetDeadline(time.Now().Add(answerLimit))
	io.WriteString(w, "CONNECT "+echo.Addr().String()+" HTTP/1.1\r\nHost: "+echo.Addr().String()+"\r\n\r\n")
	response, err := http.ReadResponse(w.in, &http.Request{Method: "CONNECT"})
	switch {
	case err != nil:
		s.reason = "no answer to CONNECT: " + manner(err)
	case response.StatusCode/100 != 2:
		s.reason = "CONNECT is answered with " + strconv.Itoa(response.StatusCode)
	}
	if s.reason != "" {
		stop()
		l.release(w)
		return
	}
	w.SetDeadline(time.Time{})
	l.flows.Go(func() {
		defer l.release(w)
		for l.sleep(activeEvery) {
			w.SetDeadline(time.Now().Add(newPatience))
			_, err := io.WriteString(w, "x")
			if err == nil {
				_, err = w.in.ReadByte()
			}
			if err != nil {
				l.end(s, shutdown.Cut, manner(err))
				return
			}
			l.mu.Lock()
			over := !l.origin.IsZero() && time.Since(l.origin) > l.config.Hold
			l.mu.Unlock()
			if over {
				l.end(s, shutdown.Finished, "")
				return
			}
		}
	})
}
