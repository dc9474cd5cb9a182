package cmd

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// onlyHTTP2 starts two servers that refuse HTTP/1.1, and returns their URLs: with TLS and without.
func onlyHTTP2(t *testing.T) (secureURL, openURL string) {
	t.Helper()
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
	t.Cleanup(func() { secure.Close() })
	go http.Serve(secure, oneAtATime())
	open := httptest.NewUnstartedServer(oneAtATime())
	open.Config.Protocols = new(http.Protocols)
	open.Config.Protocols.SetUnencryptedHTTP2(true)
	open.Start()
	t.Cleanup(open.Close)
	return "https://" + secure.Addr().String(), open.URL
}

// TestBlockNodeHTTP2 measures a server of Node that snag starts, and that speaks HTTP/2 alone.
func TestBlockNodeHTTP2(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	server := []string{"--", "node", "../testdata/block/server.js", "0", "0", "h2c"}
	snagtest.InThree(t, func() error {
		document := validDocument(t, "handler.schema.json", -1, append([]string{"block", "handler", "-f", "json", "--trials", "4", "/spin?n=200"}, server...)...)
		collateral := at(document, "data", "collateral")
		if effect := at(collateral, "effect"); effect != "blocks-everyone" {
			return fmt.Errorf("got %v, want blocks-everyone", collateral)
		}
		if stall := at(collateral, "stall_ms").(float64); stall < 160 || stall > 240 {
			return fmt.Errorf("a stall of %.1f ms, want 200", stall)
		}
		if file := fmt.Sprint(at(document, "data", "where", "file")); !strings.HasSuffix(file, "server.js") {
			return fmt.Errorf("it blocks in %s, want server.js: %v", file, at(document, "summary", "notes"))
		}
		document = validDocument(t, "handler.schema.json", -1, append([]string{"block", "handler", "-f", "json", "--trials", "1", "/square?n={{n}}"}, server...)...)
		if class := at(document, "data", "growth", "class"); class != "polynomial" {
			return fmt.Errorf("growth %v, want polynomial", at(document, "data", "growth"))
		}
		document = validDocument(t, "pool.schema.json", -1, append([]string{"block", "pool", "-f", "json", "/pool?ms=200&k=3", "--light", "/pool?ms=0&k=3", "--without", "overlap,full", "--max", "16"}, server...)...)
		if k := at(document, "data", "size", "k"); k != 3.0 {
			return fmt.Errorf("pool of 3: %v", at(document, "data", "size"))
		}
		return nil
	})
	snagtest.InThree(t, func() error {
		document := validDocument(t, "pool.schema.json", -1, append([]string{"block", "pool", "-f", "json", "/leak", "--without", "size,full,overlap"}, server...)...)
		if mixed, _ := at(document, "data", "context", "mixed").([]any); len(mixed) == 0 {
			return fmt.Errorf("no mixed ids: %v", at(document, "data", "context"))
		}
		return nil
	})
}

// TestBlockFailsOverHTTP2 ends cleanly whatever the suspect does.
func TestBlockFailsOverHTTP2(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	for path, want := range map[string]string{"/hang": "timed-out", "/close": "closed reset", "/endless": "endless"} {
		snagtest.InThree(t, func() error {
			limit := "500ms"
			if want == "endless" {
				limit = "9s"
			}
			document := validDocument(t, "handler.schema.json", -1, "block", "handler", "-f", "json", "--trials", "1", "--limit", limit, path, "--", "node", "../testdata/block/server.js", "0", "0", "h2c")
			if got, _ := at(document, "data", "failure", "outcome").(string); got == "" || !strings.Contains(want, got) {
				return fmt.Errorf("%s: %v, want %s", path, at(document, "data", "failure"), want)
			}
			return nil
		})
	}
}

// TestWatchNginxHTTP2 watches a server that ends each connection after a few requests: no canary is lost.
func TestWatchNginxHTTP2(t *testing.T) {
	snagtest.Long(t)
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not installed")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	dir := t.TempDir()
	config := fmt.Sprintf(`daemon off; master_process off; pid %[1]s/pid; error_log %[1]s/error.log; events {}
http { access_log off; keepalive_requests 50; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
server { listen %[2]s http2; location / { return 200 "ok"; } } }`, dir, address)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(nginx, "-p", dir, "-e", filepath.Join(dir, "error.log"), "-c", filepath.Join(dir, "nginx.conf"))
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Wait()
	defer server.Process.Kill()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			break
		}
	}
	document := validDocument(t, "watch.schema.json", -1, "block", "watch", "-f", "json", "--duration", "1s", "--rate", "200", "--attach-pid", fmt.Sprint(server.Process.Pid), "http://"+address+"/x")
	if got := at(document, "data", "protocol"); got != "h2" {
		t.Errorf("protocol %v, want h2", got)
	}
	if lost := at(document, "data", "failures").(map[string]any); len(lost) > 0 || at(document, "data", "responses", "count").(float64) <= 50 {
		t.Errorf("%v canaries, lost %v", at(document, "data", "responses"), lost)
	}
}

// TestBlockNoHTTP says plainly that what listens speaks neither version.
func TestBlockNoHTTP(t *testing.T) {
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
			fmt.Fprint(conn, "220 mail.example ESMTP\r\n")
			conn.Close()
		}
	}()
	for _, command := range []string{"handler", "watch", "pool"} {
		var stderr bytes.Buffer
		args := []string{"block", command, "http://" + listener.Addr().String() + "/health"}
		if got := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &stderr}); got != 3 || !strings.Contains(stderr.String(), "neither HTTP/1.1 nor HTTP/2") {
			t.Errorf("%q: status %d, want 3 and a word on HTTP/2: %s", args, got, stderr.String())
		}
	}
}

// TestBlockAsksForAnotherVersion speaks HTTP/2 where an answer over HTTP/1.1 asks for it, if that is
// answered.
func TestBlockAsksForAnotherVersion(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status int
		both   bool
		want   string // "" when the request is turned away over HTTP/1.1, which is nothing measured
	}{
		{http.StatusHTTPVersionNotSupported, true, "h2"},
		{http.StatusUpgradeRequired, true, "h2"},
		{http.StatusUpgradeRequired, false, ""}, // a server of web sockets, say
		{http.StatusNotFound, true, ""},
	} {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor == 1 {
				w.WriteHeader(test.status)
			}
		}))
		s.Config.Protocols = new(http.Protocols)
		s.Config.Protocols.SetHTTP1(true)
		s.Config.Protocols.SetUnencryptedHTTP2(test.both)
		s.Start()
		defer s.Close()
		args := []string{"block", "watch", "-f", "json", "--duration", "100ms", "--budget", "1h", s.URL + "/health"}
		if test.want == "" {
			var stderr bytes.Buffer
			got := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &stderr})
			if got != cli.ExitFailure || !strings.Contains(stderr.String(), strconv.Itoa(test.status)) {
				t.Errorf("status %d, HTTP/2 %t: exit status %d, want 3 and a word on %d: %s", test.status, test.both, got, test.status, stderr.String())
			}
			continue
		}
		document := validDocument(t, "watch.schema.json", -1, args...)
		if got := at(document, "data", "protocol"); got != test.want {
			t.Errorf("status %d, HTTP/2 %t: %v, want %s", test.status, test.both, got, test.want)
		}
	}
}
