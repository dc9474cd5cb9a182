package handler

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/snagtest"
)

// keyPair writes a certificate of the loopback and its key to files.
func keyPair(t *testing.T) (key, certificate string) {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	pair := s.TLS.Certificates[0]
	secret, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("key.pem", "PRIVATE KEY", secret), write("certificate.pem", "CERTIFICATE", pair.Certificate[0])
}

// nodeHTTP2 starts the handlers of known cost so that they speak nothing but HTTP/2, over TLS when secure.
func nodeHTTP2(t *testing.T, workers string, secure bool) Target {
	t.Helper()
	args := []string{"0", workers, "h2c"}
	if secure {
		key, certificate := keyPair(t)
		args = []string{"0", workers, "h2", key, certificate}
	}
	target := nodeServer(t, args...)
	if secure {
		target.TLS = &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}}
	}
	over, ok := OverHTTP2(t.Context(), target)
	if !ok {
		t.Fatal("the server does not speak HTTP/2")
	}
	return over
}

// goHTTP2 serves the handler over HTTP/2 alone, without TLS.
func goHTTP2(t *testing.T, handler http.HandlerFunc, configure func(*http.Server)) Target {
	t.Helper()
	s := httptest.NewUnstartedServer(handler)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Config.ErrorLog = nil
	if configure != nil {
		configure(s.Config)
	}
	s.Start()
	t.Cleanup(s.Close)
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return Target{Network: "tcp", Address: u.Host, Host: u.Host, HTTP2: true}
}

// TestHTTP2Stall compares stalls seen over HTTP/2 with the server's own clock.
func TestHTTP2Stall(t *testing.T) {
	snagtest.Long(t)
	for _, secure := range []bool{false, true} {
		target := nodeHTTP2(t, "0", secure)
		for _, spin := range []int{20, 50, 200} {
			snagtest.InThree(t, func() error {
				errors := stallErrors(t, target, spin, 8, func(p Plan) (Observation, error) { return Stream(t.Context(), p) })
				median := errors[len(errors)/2]
				t.Logf("TLS %t: %d ms: off by %.2f%% in the median, %.2f%% in nine of ten", secure, spin, 100*median, 100*errors[len(errors)*9/10])
				if spin >= 50 && median > 0.25 {
					return fmt.Errorf("a stall of %d ms is off by %.0f%%", spin, 100*median)
				}
				return nil
			})
		}
	}
}

// TestHTTP2StreamLimit stalls a server for longer than it takes to send as many canaries as it allows at
// once: the others wait, and count from when they were meant.
func TestHTTP2StreamLimit(t *testing.T) {
	snagtest.Long(t)
	for _, limit := range []string{"10", "100", "250", ""} {
		t.Setenv("STREAMS", limit)
		target := nodeHTTP2(t, "0", false)
		snagtest.InThree(t, func() error {
			const spin = 600 * time.Millisecond
			p := Plan{Target: target, Canary: getRequest(target, "/health"), Interval: 2 * time.Millisecond, Pipelined: true,
				Lead: 300 * time.Millisecond, Limit: 10 * time.Second, Shots: [][]byte{getRequest(target, "/spin?n=600")}}
			o, err := Stream(t.Context(), p)
			if err != nil {
				return err
			}
			stream := stall.Stream{Samples: o.Samples, Interval: p.Interval, Base: 300 * time.Microsecond}
			shot := o.Shots[0]
			during := stream.During(shot.Sent, shot.Done)
			var meanwhile []stall.Sample
			for _, s := range o.Samples {
				if s.Lost {
					return fmt.Errorf("limit %q: lost %+v", limit, s)
				}
				if s.Intended >= shot.Sent && s.Intended < shot.Done {
					meanwhile = append(meanwhile, s)
				}
			}
			// They are spread evenly over the stall, so they wait for half of it in the median.
			median := stall.Responses(meanwhile).P50
			late := stall.Lags(meanwhile).P50
			t.Logf("limit %q: stall %s, %d stalls, of %d meanwhile the median %s, p99 %s, max %s, snag late by %s", limit, during.Length, len(stream.Stalls(50*time.Millisecond)), len(meanwhile),
				median, stall.Responses(meanwhile).P99, stall.Responses(meanwhile).Max, late)
			if off := (during.Length - spin).Abs(); off > spin/5 {
				return fmt.Errorf("limit %q: a stall of %s, want %s", limit, during.Length, spin)
			}
			if off := (median - spin/2).Abs(); off > spin/5 || len(meanwhile) < 200 || late > spin/5 {
				return fmt.Errorf("limit %q: %d canaries waited %s in the median, want 300 and %s; snag was late by %s", limit, len(meanwhile), median, spin/2, late)
			}
			return nil
		})
	}
}

// TestHTTP2Workers counts processes, each of which has connections of its own.
func TestHTTP2Workers(t *testing.T) {
	snagtest.Long(t)
	target := nodeHTTP2(t, "3", false)
	snagtest.InThree(t, func() error {
		w := CountWorkers(t.Context(), target, getRequest(target, "/spin?n=250"), getRequest(target, "/health"), 250*time.Millisecond, 48, 20)
		if w.Count != 3 {
			return fmt.Errorf("counted %+v, want 3", w)
		}
		return nil
	})
}

// TestHTTP2Outcomes says what became of requests, whatever the server does to them.
func TestHTTP2Outcomes(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	target := goHTTP2(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/hang":
			select {
			case <-r.Context().Done():
			case <-release:
			}
		case "/reset":
			panic(http.ErrAbortHandler)
		case "/half":
			w.Write([]byte("half"))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case "/endless":
			for chunk := make([]byte, 1<<20); ; {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		case "/redirect":
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
		case "/early":
			w.WriteHeader(http.StatusRequestEntityTooLarge) // it has not read the body
		default:
			body, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s %s %s %q %d", r.Method, r.Proto, r.Host, r.RequestURI, r.Header.Get("X-A"), len(body))
		}
	}, nil)
	get := func(path string) []byte { return getRequest(target, path) }
	large := bytes.Repeat([]byte("x"), 3<<20)
	for _, test := range []struct {
		request []byte
		want    Outcome
		status  int
		body    string
	}{
		{get("/a%7cb|{c}//?q=%zz"), Answered, 200, `GET HTTP/2.0 HOST /a%7cb|{c}//?q=%zz "" 0`},
		{get("//a?"), Answered, 200, `GET HTTP/2.0 HOST //a? "" 0`},
		{Request{Method: "POST", Path: "/", Body: large, Header: []Field{{"X-A", "b"}, {"Host", "else.where"}, {"Connection", "x"}, {"Upgrade", "h3"}}}.Bytes(target), Answered, 200, `POST HTTP/2.0 else.where / "b" 3145728`},
		{Request{Method: "POST", Path: "/early", Body: large}.Bytes(target), Answered, 413, ""},
		{Request{Method: "HEAD", Path: "/"}.Bytes(target), Answered, 200, ""},
		{get("/redirect"), Answered, 302, "*"},
		{get("/hang"), TimedOut, 0, ""},
		{get("/reset"), Reset, 0, ""},
		{get("/half"), Reset, 200, "half"},
		{get("/endless"), Endless, 200, "*"},
	} {
		client := NewClient(target)
		first := client.Do(t.Context(), get("/"), 5*time.Second)
		limit := 20 * time.Second
		if test.want == TimedOut {
			limit = 100 * time.Millisecond
		}
		r := client.Do(t.Context(), test.request, limit)
		body := strings.ReplaceAll(test.body, "HOST", target.Host)
		if r.Outcome != test.want || r.Status != test.status || test.body != "*" && string(r.Body) != body || !first.Fresh || test.want == Answered && r.Fresh || r.Done.Before(r.Sent) {
			t.Errorf("%.40q: got %s %d %.80q (%s), fresh %t then %t, want %s %d %q", test.request, r.Outcome, r.Status, r.Body, r.Error, first.Fresh, r.Fresh, test.want, test.status, body)
		}
		if r := client.Do(t.Context(), get("/"), 5*time.Second); r.Outcome != Answered {
			t.Errorf("after %.40q: %s %s", test.request, r.Outcome, r.Error)
		}
		client.Close()
	}
	client := NewClient(target)
	defer client.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if r := client.Do(ctx, get("/hang"), time.Minute); r.Outcome != Cancelled {
		t.Errorf("interrupted: %s, want %s", r.Outcome, Cancelled)
	}
}

// TestHTTP2Connections says what became of requests when something happens to their connection.
func TestHTTP2Connections(t *testing.T) {
	const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	for _, test := range []struct {
		name, answer string
		want         Outcome
	}{
		{"it closes", settings, Closed},
		{"GOAWAY that refuses the request", settings + "\x00\x00\x08\x07\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00", Closed},
		{"GOAWAY by an error", settings + "\x00\x00\x08\x07\x00\x00\x00\x00\x00" + "\x00\x00\x00\x01\x00\x00\x00\x02", Closed},
		{"RST_STREAM", settings + "\x00\x00\x04\x03\x00\x00\x00\x00\x01" + "\x00\x00\x00\x02", Reset},
		{"REFUSED_STREAM", settings + "\x00\x00\x04\x03\x00\x00\x00\x00\x01" + "\x00\x00\x00\x07", Closed},
		{"HTTP/1.1", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", Malformed},
		{"data without a head", settings + "\x00\x00\x01\x00\x01\x00\x00\x00\x01x", Malformed},
		{"a head that cannot be read", settings + "\x00\x00\x02\x01\x05\x00\x00\x00\x01\xff\xff", Malformed},
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				go func() {
					defer conn.Close()
					conn.SetDeadline(time.Now().Add(5 * time.Second))
					// The request comes behind the preface, and has the only frame of headers.
					for seen := []byte{}; !bytes.Contains(seen, []byte("\x01\x05\x00\x00\x00\x01")); {
						b := make([]byte, 4096)
						n, err := conn.Read(b)
						if err != nil {
							return
						}
						seen = append(seen, b[:n]...)
					}
					io.WriteString(conn, test.answer)
					conn.(*net.TCPConn).CloseWrite()
					io.Copy(io.Discard, conn)
				}()
			}
		}()
		address := listener.Addr().String()
		target := Target{Network: "tcp", Address: address, Host: address, HTTP2: true}
		client := NewClient(target)
		defer client.Close()
		r := client.Do(t.Context(), getRequest(target, "/"), 5*time.Second)
		if r.Outcome != test.want {
			t.Errorf("%s: got %s (%s), want %s", test.name, r.Outcome, r.Error, test.want)
		}
		o, err := Stream(t.Context(), Plan{Target: target, Canary: getRequest(target, "/"), Interval: 5 * time.Millisecond, Pipelined: true, Duration: 50 * time.Millisecond, Limit: 5 * time.Second})
		if err != ErrNoStream || len(o.Failures) == 0 {
			t.Errorf("%s: the stream: %v %v", test.name, err, o.Failures)
		}
	}
}

// TestHTTP2ShortConnections watches servers that end a connection after a few requests, or one: none is
// lost.
func TestHTTP2ShortConnections(t *testing.T) {
	for name, configure := range map[string]func(*http.Server){
		"one request": func(s *http.Server) { s.SetKeepAlivesEnabled(false) },
		"idle":        func(s *http.Server) { s.IdleTimeout = 5 * time.Millisecond },
	} {
		target := goHTTP2(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }, configure)
		for _, pipelined := range []bool{true, false} {
			o, err := Stream(t.Context(), Plan{Target: target, Canary: getRequest(target, "/"), Interval: 6 * time.Millisecond, Pipelined: pipelined, Duration: 300 * time.Millisecond})
			if err != nil || len(o.Failures) > 0 || o.Statuses[200] < 10 {
				t.Errorf("%s, pipelined %t: %v, failures %v, answers %v", name, pipelined, err, o.Failures, o.Statuses)
			}
		}
		client := NewClient(target)
		defer client.Close()
		for range 5 {
			if r := client.Do(t.Context(), getRequest(target, "/"), 5*time.Second); r.Outcome != Answered {
				t.Errorf("%s: %s %s", name, r.Outcome, r.Error)
			}
			time.Sleep(6 * time.Millisecond)
		}
	}
}

// TestHTTP2LanesInTurn spreads a stream over as many connections as it is told to.
func TestHTTP2LanesInTurn(t *testing.T) {
	target := goHTTP2(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }, nil)
	o, err := Stream(t.Context(), Plan{Target: target, Canary: getRequest(target, "/"), Interval: time.Millisecond, Pipelined: true, Lanes: 3, Duration: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var lanes []int
	for _, s := range o.Samples {
		lanes = append(lanes, s.Lane)
	}
	slices.Sort(lanes)
	if got := slices.Compact(lanes); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("lanes %v, want three", got)
	}
}

// TestHTTP2IsSecond speaks HTTP/2 only with what answers that.
func TestHTTP2IsSecond(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer plain.Close()
	secure := httptest.NewTLSServer(nil) // HTTP/1.1 alone
	defer secure.Close()
	for _, s := range []*httptest.Server{plain, secure} {
		u, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		target, err := NewTarget(u, "", true)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := OverHTTP2(t.Context(), target); ok {
			t.Errorf("%s: it does not speak HTTP/2", s.URL)
		}
	}
}
