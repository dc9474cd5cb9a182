package faults

import (
	"bufio"
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"snag/analyze/retry/experiment"
)

func script(t *testing.T, faults ...string) []experiment.Fault {
	t.Helper()
	var list []experiment.Fault
	for _, text := range faults {
		f, err := experiment.ParseFault(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

func listen(t *testing.T, c Config) *Server {
	t.Helper()
	s, err := Listen(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// send sends one request on a connection of its own and returns what came back, and how it ended.
func send(t *testing.T, s *Server, request string) (string, error) {
	t.Helper()
	c, err := net.Dial("tcp", s.Address())
	if err != nil {
		return "", err // the reset may come before the connection is known to be there
	}
	defer c.Close()
	_, sent := io.WriteString(c, request)
	c.SetReadDeadline(time.Now().Add(time.Second))
	answer, err := io.ReadAll(c)
	return string(answer), cmp.Or(err, sent) // a reset is told once, to whoever asks first
}

const post = "POST /pay?x=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nIdempotency-Key: \"k\"\r\nConnection: close\r\n\r\nhello"

func TestFaults(t *testing.T) {
	for _, test := range []struct {
		fault  string
		answer string // what the answer contains
		reset  bool
		phase  experiment.Phase
	}{
		{fault: "503", answer: "HTTP/1.1 503 Service Unavailable\r\n", phase: experiment.PhaseRequest},
		{fault: "503+2s", answer: "Retry-After: 2\r\n", phase: experiment.PhaseRequest},
		{fault: "429+3s-date", answer: " GMT\r\n", phase: experiment.PhaseRequest},
		{fault: "reset-on-accept", reset: true, phase: experiment.PhaseConnect},
		{fault: "close-on-accept", reset: true, phase: experiment.PhaseConnect}, // it is closed with bytes unread
		{fault: "reset-after-headers", reset: true, phase: experiment.PhaseHeaders},
		{fault: "reset-after-request", reset: true, phase: experiment.PhaseRequest},
		{fault: "close-after-request", phase: experiment.PhaseRequest},
		{fault: "truncate", answer: "Content-Length: 1000\r\n", phase: experiment.PhaseRequest},
		{fault: "200", answer: "HTTP/1.1 200 OK\r\n", phase: experiment.PhaseRequest},
	} {
		t.Run(test.fault, func(t *testing.T) {
			s := listen(t, Config{Script: script(t, test.fault)})
			answer, err := send(t, s, post)
			if errors.Is(err, syscall.ECONNRESET) != test.reset && test.fault != "close-on-accept" {
				t.Errorf("the connection ended with %v, want a reset: %v", err, test.reset)
			}
			if !strings.Contains(answer, test.answer) || (answer == "") != (test.answer == "") {
				t.Errorf("answer %q, want it to contain %q", answer, test.answer)
			}
			s.Close()
			attempts := s.Attempts()
			if len(attempts) != 1 || attempts[0].Phase != test.phase {
				t.Fatalf("attempts %+v, want one that reached %s", attempts, test.phase)
			}
			a := attempts[0]
			if a.Phase >= experiment.PhaseHeaders && (a.Method != "POST" || a.Target != "/pay?x=1" || a.Key == "" || strings.Contains(a.Key, "k\"")) {
				t.Errorf("attempt %+v does not describe the request", a)
			}
			if a.Phase == experiment.PhaseRequest && a.BodyLength != 5 {
				t.Errorf("body of %d bytes, want 5", a.BodyLength)
			}
			if a.End < a.Start {
				t.Errorf("the attempt ends at %v, before its start at %v", a.End, a.Start)
			}
		})
	}
}

func TestRetryAfterDateIsNotBeforeTheTimeAskedFor(t *testing.T) {
	s := listen(t, Config{Script: script(t, "503+3s-date")})
	before := time.Now()
	answer, err := http.Get(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	when, err := http.ParseTime(answer.Header.Get("Retry-After"))
	if err != nil {
		t.Fatal(err)
	}
	if when.Before(before.Add(3*time.Second).Truncate(time.Second)) || when.After(time.Now().Add(4*time.Second)) {
		t.Errorf("Retry-After is %v, asked for 3 s after %v", when, before)
	}
}

func TestScriptIsPlayedPerOperation(t *testing.T) {
	s := listen(t, Config{Script: script(t, "503", "429", "200")})
	var got []string
	for _, path := range []string{"a", "b", "a", "a", "a"} {
		answer, err := http.Get(s.URL() + path)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		got = append(got, fmt.Sprintf("%s %d", path, answer.StatusCode))
	}
	if want := "a 503, b 503, a 429, a 200, a 200"; strings.Join(got, ", ") != want {
		t.Errorf("played %v, want %s", got, want)
	}
	for i, a := range s.Attempts() {
		if a.Reused != (i > 0) || a.Conn != 1 {
			t.Errorf("attempt %d: connection %d, reused %v; want all on one kept-alive connection", i, a.Conn, a.Reused)
		}
	}
}

func TestStale(t *testing.T) {
	s := listen(t, Config{Script: script(t, "stale")})
	c, err := net.Dial("tcp", s.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	io.WriteString(c, get)
	answer, err := http.ReadResponse(in, nil)
	if err != nil || answer.StatusCode != 200 {
		t.Fatalf("first answer %v, %v", answer, err)
	}
	io.Copy(io.Discard, answer.Body)
	io.WriteString(c, get)
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the second request ended with %v, want the end of the connection", err)
	}
}

func TestSilenceEndsWhenTheClientGivesUp(t *testing.T) {
	s := listen(t, Config{Script: script(t, "silence")})
	client := http.Client{Timeout: 100 * time.Millisecond}
	if _, err := client.Get(s.URL()); err == nil {
		t.Fatal("a silent server answered")
	}
	for deadline := time.Now().Add(5 * time.Second); len(s.Attempts()) == 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	attempts := s.Attempts()
	if len(attempts) != 1 || attempts[0].End-attempts[0].Start < 90*time.Millisecond {
		t.Errorf("attempts %+v, want one that lasts until the client gives up", attempts)
	}
}

func TestContinueIsAnswered(t *testing.T) {
	s := listen(t, Config{})
	request, _ := http.NewRequest("PUT", s.URL(), strings.NewReader("body"))
	request.Header.Set("Expect", "100-continue")
	client := http.Client{Transport: &http.Transport{ExpectContinueTimeout: 10 * time.Second}, Timeout: 5 * time.Second}
	answer, err := client.Do(request)
	if err != nil || answer.StatusCode != 200 {
		t.Fatalf("%v, %v", answer, err)
	}
}

func TestTLS(t *testing.T) {
	certificate, err := NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	s := listen(t, Config{TLS: certificate, Script: script(t, "503", "200")})
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(certificate.PEM)
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
	for _, want := range []int{503, 200} {
		answer, err := client.Get(s.URL())
		if err != nil || answer.StatusCode != want {
			t.Fatalf("%v, %v; want %d", answer, err, want)
		}
		answer.Body.Close()
	}
}

func TestTCPTellsConnectionsApartByWhatTheySayFirst(t *testing.T) {
	s := listen(t, Config{TCP: true, Script: script(t, "reset-after-request", "close-after-request")})
	for _, hello := range []string{"PING\r\n", "PING\r\n", "other protocol"} {
		send(t, s, hello)
	}
	s.Close()
	trace := experiment.Trace{Attempts: s.Attempts()}
	if operations := trace.Operations(); len(operations) != 2 || len(operations[0].Attempts) != 2 {
		t.Errorf("operations %+v, want two attempts of one and one of another", operations)
	}
}

func TestLimitAndBarrier(t *testing.T) {
	barrier := NewBarrier(3)
	var wait sync.WaitGroup
	var servers []*Server
	for range 3 {
		s := listen(t, Config{Script: script(t, "503"), Barrier: barrier, MaxAttempts: 1})
		servers = append(servers, s)
	}
	for i, s := range servers {
		wait.Go(func() {
			time.Sleep(time.Duration(i) * 40 * time.Millisecond)
			send(t, s, post)
		})
	}
	wait.Wait()
	latest := time.Duration(0)
	for _, s := range servers {
		<-s.Full()
		a := s.Attempts()[0]
		latest = max(latest, a.Start+s.epoch.Sub(servers[0].epoch))
	}
	for _, s := range servers {
		if a := s.Attempts()[0]; a.End+s.epoch.Sub(servers[0].epoch) < latest {
			t.Errorf("an attempt ended before the last one had come")
		}
		if _, err := send(t, s, post); !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("an attempt over the limit ended with %v, want a reset", err)
		}
		if n := len(s.Attempts()); n != 1 {
			t.Errorf("%d attempts recorded, want 1", n)
		}
	}
}

func TestCloseFreesWhoWaits(t *testing.T) {
	s := listen(t, Config{Script: script(t, "503"), Barrier: NewBarrier(2)})
	go send(t, s, post)
	done := make(chan struct{})
	go func() { s.Close(); close(done) }()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("Close hangs at the barrier")
	}
}
