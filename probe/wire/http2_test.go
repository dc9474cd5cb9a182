package wire_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// TestHTTP2Outcomes says what became of requests, whatever the server does to them.
func TestHTTP2Outcomes(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	target := wiretest.GoHTTP2(t, func(w http.ResponseWriter, r *http.Request) {
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
	get := func(path string) []byte { return wiretest.GetRequest(target, path) }
	large := bytes.Repeat([]byte("x"), 3<<20)
	for _, test := range []struct {
		request []byte
		want    wire.Outcome
		status  int
		body    string
	}{
		{get("/a%7cb|{c}//?q=%zz"), wire.Answered, 200, `GET HTTP/2.0 HOST /a%7cb|{c}//?q=%zz "" 0`},
		{get("//a?"), wire.Answered, 200, `GET HTTP/2.0 HOST //a? "" 0`},
		{wire.Request{Method: "POST", Path: "/", Body: large, Header: []wire.Field{{"X-A", "b"}, {"Host", "else.where"}, {"Connection", "x"}, {"Upgrade", "h3"}}}.Bytes(target), wire.Answered, 200, `POST HTTP/2.0 else.where / "b" 3145728`},
		{wire.Request{Method: "POST", Path: "/early", Body: large}.Bytes(target), wire.Answered, 413, ""},
		{wire.Request{Method: "HEAD", Path: "/"}.Bytes(target), wire.Answered, 200, ""},
		{get("/redirect"), wire.Answered, 302, "*"},
		{get("/hang"), wire.TimedOut, 0, ""},
		{get("/reset"), wire.Reset, 0, ""},
		{get("/half"), wire.Reset, 200, "half"},
		{get("/endless"), wire.Endless, 200, "*"},
	} {
		client := wire.NewClient(target)
		first := client.Do(t.Context(), get("/"), 5*time.Second)
		limit := 20 * time.Second
		if test.want == wire.TimedOut {
			limit = 100 * time.Millisecond
		}
		r := client.Do(t.Context(), test.request, limit)
		body := strings.ReplaceAll(test.body, "HOST", target.Host)
		if r.Outcome != test.want || r.Status != test.status || test.body != "*" && string(r.Body) != body || !first.Fresh || test.want == wire.Answered && r.Fresh || r.Done.Before(r.Sent) {
			t.Errorf("%.40q: got %s %d %.80q (%s), fresh %t then %t, want %s %d %q", test.request, r.Outcome, r.Status, r.Body, r.Error, first.Fresh, r.Fresh, test.want, test.status, body)
		}
		if r := client.Do(t.Context(), get("/"), 5*time.Second); r.Outcome != wire.Answered {
			t.Errorf("after %.40q: %s %s", test.request, r.Outcome, r.Error)
		}
		client.Close()
	}
	client := wire.NewClient(target)
	defer client.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if r := client.Do(ctx, get("/hang"), time.Minute); r.Outcome != wire.Cancelled {
		t.Errorf("interrupted: %s, want %s", r.Outcome, wire.Cancelled)
	}
}

// TestHTTP2IsSecond speaks HTTP/2 only with what answers that.
func TestHTTP2IsSecond(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer plain.Close()
	secure := httptest.NewTLSServer(nil) // HTTP/1.1 alone
	defer secure.Close()
	for _, s := range []*httptest.Server{plain, secure} {
		target := wiretest.Target(t, s.URL)
		if _, ok := wire.OverHTTP2(t.Context(), target); ok {
			t.Errorf("%s: it does not speak HTTP/2", s.URL)
		}
	}
}
