package cmd

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// oneAtATime is a server that serves nobody else while a request runs, as an event loop does:
// /spin?n=50 runs for 50 ms.
func oneAtATime() http.Handler {
	var loop sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		loop.Lock()
		defer loop.Unlock()
		n, _ := strconv.Atoi(r.URL.Query().Get("n"))
		time.Sleep(time.Duration(n) * time.Millisecond)
		fmt.Fprint(w, "ok")
	})
}

// TestBlockTransports measures the same server over everything that it can be reached by.
func TestBlockTransports(t *testing.T) {
	secure := httptest.NewTLSServer(oneAtATime())
	defer secure.Close()
	closing := httptest.NewUnstartedServer(oneAtATime())
	closing.Config.SetKeepAlivesEnabled(false)
	closing.Start()
	defer closing.Close()
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	local := &httptest.Server{Listener: listener, Config: &http.Server{Handler: oneAtATime()}}
	local.Start()
	defer local.Close()
	for _, test := range []struct {
		name, url string
		more      []string
		note      string
	}{
		{"TLS", secure.URL, []string{"--insecure"}, "those of this process"},
		{"Unix socket", "http://localhost", []string{"--unix-socket", socket}, "those of this process"},
		{"no pipelining", closing.URL, nil, "does not pipeline"},
	} {
		t.Run(test.name, func(t *testing.T) {
			inThree(t, func() error {
				document := validDocument(t, "handler.schema.json", -1, append([]string{"block", "handler", "-f", "json", "--trials", "2", test.url + "/spin?n=150"}, test.more...)...)
				if effect := at(document, "data", "collateral", "effect"); effect != "blocks-everyone" && effect != "blocks-partly" {
					return fmt.Errorf("got %v", at(document, "data", "collateral"))
				}
				if notes := fmt.Sprint(at(document, "summary", "notes")); !strings.Contains(notes, test.note) {
					return fmt.Errorf("notes %s, want %q", notes, test.note)
				}
				document = validDocument(t, "watch.schema.json", -1, append([]string{"block", "watch", "-f", "json", "--duration", "300ms", test.url + "/health"}, test.more...)...)
				if count := at(document, "data", "responses", "count").(float64); count < 5 {
					return fmt.Errorf("watched with %v requests", count)
				}
				document = validDocument(t, "pool.schema.json", -1, append([]string{"block", "pool", "-f", "json", test.url + "/spin?n=100", "--light", "/spin?n=0", "--without", "full,overlap,context"}, test.more...)...)
				if size := at(document, "data", "size"); at(size, "k") != 1.0 || at(size, "limit") != "event loop" {
					return fmt.Errorf("got %v", size)
				}
				return nil
			})
		})
	}
}

// TestBlockHTTP2 says plainly that a server which speaks nothing but HTTP/2 cannot be measured.
func TestBlockHTTP2(t *testing.T) {
	certificate := httptest.NewTLSServer(nil)
	certificate.Close()
	// Go's server alone lets clients of HTTP/1.1 in when it has nothing but h2 to offer.
	refuse := func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		if slices.Contains(hello.SupportedProtos, "h2") {
			return nil, nil
		}
		return &tls.Config{Certificates: certificate.TLS.Certificates, NextProtos: []string{"h3"}}, nil
	}
	secure, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: certificate.TLS.Certificates, NextProtos: []string{"h2"}, GetConfigForClient: refuse})
	if err != nil {
		t.Fatal(err)
	}
	defer secure.Close()
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	open := httptest.NewUnstartedServer(oneAtATime())
	open.Config.Protocols = &protocols
	open.Start()
	defer open.Close()
	go http.Serve(secure, oneAtATime())
	for _, url := range []string{"https://" + secure.Addr().String(), open.URL} {
		for _, command := range []string{"handler", "watch", "pool"} {
			var stderr bytes.Buffer
			args := []string{"block", command, "--insecure", url + "/health"}
			if command == "watch" {
				args = append(args, "--duration", "200ms")
			}
			if got := execute(t.Context(), args, &Stdio{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &stderr}); got != 3 || !strings.Contains(stderr.String(), "HTTP/2") {
				t.Errorf("%q: status %d, want 3 and a word on HTTP/2: %s", args, got, stderr.String())
			}
		}
	}
}
