package cmd

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"snag/probe/snagtest"
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
	snagtest.Long(t)
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
	secureOnly, openOnly := onlyHTTP2(t)
	for _, test := range []struct {
		name, url string
		more      []string
		note      string
		protocol  string
		reproduce string
	}{
		{"TLS", secure.URL, []string{"--insecure"}, "those of this process", "http/1.1", "curl -X"},
		{"Unix socket", "http://localhost", []string{"--unix-socket", socket}, "those of this process", "http/1.1", "curl -X"},
		{"no pipelining", closing.URL, nil, "does not pipeline", "http/1.1", "curl -X"},
		{"HTTP/2 over TLS", secureOnly, []string{"--insecure"}, "measured over HTTP/2", "h2", "curl --http2 -X"},
		{"HTTP/2 without TLS", openOnly, nil, "measured over HTTP/2 without TLS", "h2", "curl --http2-prior-knowledge -X"},
	} {
		t.Run(test.name, func(t *testing.T) {
			snagtest.InThree(t, func() error {
				document := validDocument(t, "handler.schema.json", -1, append([]string{"block", "handler", "-f", "json", "--trials", "2", test.url + "/spin?n=150"}, test.more...)...)
				if effect := at(document, "data", "collateral", "effect"); effect != "blocks-everyone" && effect != "blocks-partly" {
					return fmt.Errorf("got %v", at(document, "data", "collateral"))
				}
				if notes := fmt.Sprint(at(document, "summary", "notes")); !strings.Contains(notes, test.note) {
					return fmt.Errorf("notes %s, want %q", notes, test.note)
				}
				if got := at(document, "data", "target", "protocol"); got != test.protocol {
					return fmt.Errorf("protocol %v, want %s", got, test.protocol)
				}
				if findings := fmt.Sprint(at(document, "findings")); !strings.Contains(findings, test.reproduce) {
					return fmt.Errorf("findings %s, want %q", findings, test.reproduce)
				}
				document = validDocument(t, "watch.schema.json", -1, append([]string{"block", "watch", "-f", "json", "--duration", "300ms", test.url + "/health"}, test.more...)...)
				if got := at(document, "data", "protocol"); got != test.protocol {
					return fmt.Errorf("watched over %v, want %s", got, test.protocol)
				}
				if count := at(document, "data", "responses", "count").(float64); count < 5 {
					return fmt.Errorf("watched with %v requests", count)
				}
				document = validDocument(t, "pool.schema.json", -1, append([]string{"block", "pool", "-f", "json", test.url + "/spin?n=100", "--light", "/spin?n=0", "--without", "full,overlap,context"}, test.more...)...)
				if got := at(document, "data", "protocol"); got != test.protocol {
					return fmt.Errorf("pool over %v, want %s", got, test.protocol)
				}
				size := at(document, "data", "size")
				if why, _ := at(size, "unknown").(string); strings.Contains(why, "idle machine") {
					return nil // which is right while others compute
				}
				if at(size, "k") != 1.0 || at(size, "limit") != "event loop" {
					return fmt.Errorf("got %v", size)
				}
				return nil
			})
		})
	}
}
