package faults

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"snag/analyze/retry/experiment"
)

// h2client speaks HTTP/2 to the server without retrying: each request has a connection of its own.
func h2client(certificate *Certificate) *http.Client {
	transport := &http.Transport{Protocols: new(http.Protocols)}
	if certificate == nil {
		transport.Protocols.SetUnencryptedHTTP2(true)
	} else {
		transport.Protocols.SetHTTP2(true)
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(certificate.PEM)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	return &http.Client{Transport: transport, Timeout: 2 * time.Second}
}

// TestStreamFaults lets each fault happen to a request over HTTP/2, by prior knowledge and under TLS.
func TestStreamFaults(t *testing.T) {
	certificate, err := NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		fault  string
		status int    // of the answer
		failed string // what the error of the request says, one of several with | between them
		phase  experiment.Phase
	}{
		{fault: "200", status: 200, phase: experiment.PhaseRequest},
		{fault: "503", status: 503, phase: experiment.PhaseRequest},
		{fault: "429+3s", status: 429, phase: experiment.PhaseRequest},
		{fault: "stale", status: 200, phase: experiment.PhaseRequest},
		{fault: "rst-internal-error", failed: "INTERNAL_ERROR", phase: experiment.PhaseRequest},
		{fault: "rst-enhance-your-calm", failed: "ENHANCE_YOUR_CALM", phase: experiment.PhaseRequest},
		{fault: "goaway-included", failed: "GOAWAY", phase: experiment.PhaseRequest},
		{fault: "close-after-request", failed: "EOF", phase: experiment.PhaseRequest},
		{fault: "reset-after-request", failed: "reset|EOF", phase: experiment.PhaseRequest},
		{fault: "reset-after-headers", failed: "reset|EOF", phase: experiment.PhaseHeaders},
		{fault: "truncate", status: 200, failed: "EOF", phase: experiment.PhaseRequest},
	} {
		for _, secured := range []*Certificate{nil, certificate} {
			s := listen(t, Config{Script: script(t, test.fault), TLS: secured, MaxAttempts: 1})
			request, _ := http.NewRequest("POST", s.URL()+"pay?x=1", io.NopCloser(strings.NewReader("hello")))
			request.Header.Set("Idempotency-Key", "k")
			answer, err := h2client(secured).Do(request)
			status := 0
			if err == nil {
				status = answer.StatusCode
				_, err = io.ReadAll(answer.Body)
				answer.Body.Close()
			}
			said := func(what string) bool { return err != nil && strings.Contains(err.Error(), what) }
			if status != test.status || (err == nil) != (test.failed == "") || err != nil && !said("closed") && !slices.ContainsFunc(strings.Split(test.failed, "|"), said) {
				t.Errorf("%s: status %d, error %v; want %d, %q", test.fault, status, err, test.status, test.failed)
			}
			s.Close()
			attempts := s.Attempts()
			if len(attempts) != 1 {
				t.Fatalf("%s: attempts %+v, want one", test.fault, attempts)
			}
			a := attempts[0]
			if a.Phase != test.phase || a.Protocol != experiment.HTTP2 || a.Method != "POST" || a.Target != "/pay?x=1" || a.Key == "" || a.End < a.Start || a.Phase == experiment.PhaseRequest && a.BodyLength != 5 {
				t.Errorf("%s: %+v does not describe the request", test.fault, a)
			}
		}
	}
}

// TestUnprocessedStreams are sent again by a client that does not know whether they may be repeated, since
// the server says that it did not process them (RFC 9113 section 8.7).
func TestUnprocessedStreams(t *testing.T) {
	for _, fault := range []string{"rst-refused-stream", "goaway-excluded"} {
		s := listen(t, Config{Script: script(t, fault, "200")})
		answer, err := h2client(nil).Post(s.URL(), "text/plain", strings.NewReader("hello"))
		if err != nil || answer.StatusCode != 200 {
			t.Errorf("%s: %v, %v", fault, answer, err)
		}
		s.Close()
		if attempts := s.Attempts(); len(attempts) != 2 || attempts[0].Fault.String() != fault || attempts[0].BodyHash != attempts[1].BodyHash {
			t.Errorf("%s: attempts %+v, want two of the same request", fault, attempts)
		}
	}
}

// TestFaultsOfHTTP2OverHTTP1 answers that they cannot happen there.
func TestFaultsOfHTTP2OverHTTP1(t *testing.T) {
	for _, fault := range []string{"rst-cancel", "goaway-included", "no-settings", "grpc-unavailable"} {
		s := listen(t, Config{Script: script(t, fault)})
		if answer, _ := send(t, s, post); !strings.HasPrefix(answer, "HTTP/1.1 505 ") {
			t.Errorf("%s: answer %q, want 505", fault, answer)
		}
		if a := s.Attempts(); len(a) != 1 || a[0].Fault.Status != 505 || a[0].Protocol != experiment.HTTP1 {
			t.Errorf("%s: attempts %+v, want one that was answered with 505", fault, a)
		}
	}
}

// frames opens a connection of HTTP/2 whose frames a test writes and reads one by one.
func frames(t *testing.T, s *Server) (*http2.Framer, net.Conn) {
	t.Helper()
	c, err := net.Dial("tcp", s.Address())
	if err != nil {
		t.Fatal(err)
	}
	if s.config.TLS != nil {
		c = tls.Client(c, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{http2.NextProtoTLS}})
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(20 * time.Second))
	io.WriteString(c, http2.ClientPreface)
	framer := http2.NewFramer(c, c)
	framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	framer.WriteSettings()
	return framer, c
}

// call sends a call of gRPC on a stream, which stays open on the client's side unless it is the last of it.
func call(framer *http2.Framer, id uint32, last bool) {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for _, field := range []string{":method POST", ":scheme http", ":path /s/m", ":authority h", "content-type application/grpc+proto", "te trailers"} {
		name, value, _ := strings.Cut(field, " ")
		encoder.WriteField(hpack.HeaderField{Name: name, Value: value})
	}
	framer.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block.Bytes(), EndHeaders: true})
	framer.WriteData(id, last, emptyMessage)
}

// answered reads frames up to the end of the stream and returns its header fields and data.
func answered(t *testing.T, framer *http2.Framer, id uint32) (fields map[string]string, data string) {
	t.Helper()
	fields = map[string]string{}
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			t.Fatalf("stream %d: %v, after %v", id, err, fields)
		}
		if frame.Header().StreamID != id {
			continue
		}
		ended := false
		switch f := frame.(type) {
		case *http2.MetaHeadersFrame:
			for _, field := range f.Fields {
				fields[field.Name] = field.Value
			}
			ended = f.StreamEnded()
		case *http2.DataFrame:
			data += string(f.Data())
			ended = f.StreamEnded()
		}
		if ended {
			return fields, data
		}
	}
}

// TestCalls plays the statuses of gRPC, on one connection, to calls that end and to one that stays open.
func TestCalls(t *testing.T) {
	s := listen(t, Config{Script: script(t, "grpc-unavailable", "grpc-unavailable+1.5s", "grpc-not-found-stop", "200", "200")})
	framer, _ := frames(t, s)
	for i, want := range []struct{ status, pushback, data string }{
		{"14", "", ""}, {"14", "1500", ""}, {"5", "-1", ""}, {"0", "", string(emptyMessage)}, {"0", "", string(emptyMessage)},
	} {
		id := uint32(2*i + 1)
		call(framer, id, i < 4)
		fields, data := answered(t, framer, id)
		if fields[":status"] != "200" || fields["content-type"] != "application/grpc" || fields["grpc-status"] != want.status || fields["grpc-retry-pushback-ms"] != want.pushback || data != want.data {
			t.Errorf("call %d: %v with %q, want %+v", i+1, fields, data, want)
		}
	}
	s.Close()
	for _, a := range s.Attempts() {
		if a.Protocol != experiment.GRPC || a.Conn != 1 || a.Reused != (a.N > 1) || a.Target != "/s/m" {
			t.Errorf("attempt %+v, want a call on the first connection", a)
		}
	}
}

// TestNoSettings leaves a client waiting, with a request and without one.
func TestNoSettings(t *testing.T) {
	for _, calling := range []bool{false, true} {
		s := listen(t, Config{Script: script(t, "no-settings", "200")})
		framer, c := frames(t, s)
		if calling {
			call(framer, 1, true)
			<-s.Begun()
		}
		c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		if frame, err := framer.ReadFrame(); err == nil {
			t.Errorf("the server sent %v", frame)
		}
		c.Close()
		again, _ := frames(t, s)
		call(again, 1, true)
		if fields, _ := answered(t, again, 1); fields["grpc-status"] != "0" {
			t.Errorf("the second connection was answered with %v", fields)
		}
		s.Close()
		attempts := s.Attempts()
		if len(attempts) != 2 || attempts[0].Fault.Kind != experiment.NoSettings || attempts[0].Conn != 1 || (attempts[0].Phase == experiment.PhaseConnect) == calling || attempts[0].End-attempts[0].Start < 40*time.Millisecond {
			t.Errorf("attempts %+v, want one without SETTINGS and one that is answered", attempts)
		}
	}
}

// TestGoawayLetsStreamsFinish has three calls cross a GOAWAY: one that was under way before the call that meets
// it, and one that begins after it. The first is answered, the last left out, and then the connection ends.
func TestGoawayLetsStreamsFinish(t *testing.T) {
	certificate, err := NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	defer func(usual time.Duration) { parting = usual }(parting)
	parting = time.Minute // the connection ends before, or not at all
	for _, test := range []struct {
		fault string
		last  uint32
	}{{"goaway-included", 3}, {"goaway-excluded", 1}} {
		for _, secured := range []*Certificate{nil, certificate} {
			s := listen(t, Config{Script: script(t, "200", test.fault), TLS: secured})
			framer, c := frames(t, s)
			call(framer, 1, false)
			call(framer, 3, true)
			last, status := uint32(0), ""
			for {
				frame, err := framer.ReadFrame()
				if err != nil {
					break
				}
				switch f := frame.(type) {
				case *http2.GoAwayFrame:
					last = f.LastStreamID
					call(framer, 5, true)
					framer.WriteData(1, true, nil)
				case *http2.MetaHeadersFrame:
					status = f.RegularFields()[0].Value
				}
			}
			// TLS ends before the connection does, which is what a client waits for.
			under := c
			if secure, ok := c.(*tls.Conn); ok {
				under = secure.NetConn()
			}
			if _, err := under.Read(make([]byte, 1)); err != io.EOF {
				t.Errorf("%s: the connection ends with %v, want an orderly end", test.fault, err)
			}
			c.Close()
			s.Close()
			var seen []string
			for _, a := range s.Attempts() {
				seen = append(seen, a.Fault.String())
			}
			want := []string{"200", test.fault, "goaway-excluded"}
			if last != test.last || status != "0" || !slices.Equal(seen, want) {
				t.Errorf("%s: GOAWAY with %d, the other call ends with %q, attempts %v; want %d, 0, %v", test.fault, last, status, seen, test.last, want)
			}
		}
	}
}

// TestEndOfConnectionEndsItsStreams has a fault of one call end another, which is not recorded as answered.
func TestEndOfConnectionEndsItsStreams(t *testing.T) {
	for _, fault := range []string{"reset-after-request", "close-after-request", "truncate"} {
		s := listen(t, Config{Script: script(t, "200", fault)})
		framer, _ := frames(t, s)
		call(framer, 1, false)
		call(framer, 3, true)
		for err := error(nil); err == nil; {
			_, err = framer.ReadFrame()
		}
		s.Close()
		if a := s.Attempts(); len(a) != 2 || a[1].Fault.Effect() != experiment.Ambiguous {
			t.Errorf("%s: attempts %+v, want two that may have been processed", fault, a)
		}
	}
}
