// Package wiretest starts the servers that tests send requests to.
package wiretest

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/probe/snagtest"
	"snag/probe/wire"
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

// NodeHTTP2 starts the handlers of known cost so that they speak nothing but HTTP/2, over TLS when secure.
func NodeHTTP2(t *testing.T, workers string, secure bool) wire.Target {
	t.Helper()
	args := []string{"0", workers, "h2c"}
	if secure {
		key, certificate := keyPair(t)
		args = []string{"0", workers, "h2", key, certificate}
	}
	target := NodeServer(t, args...)
	if secure {
		target.TLS = &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}}
	}
	over, ok := wire.OverHTTP2(t.Context(), target)
	if !ok {
		t.Fatal("the server does not speak HTTP/2")
	}
	return over
}

// GoHTTP2 serves the handler over HTTP/2 alone, without TLS.
func GoHTTP2(t *testing.T, handler http.HandlerFunc, configure func(*http.Server)) wire.Target {
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
	return wire.Target{Network: "tcp", Address: u.Host, Host: u.Host, HTTP2: true}
}

// NodeServer starts the handlers of known cost and returns their target.
func NodeServer(t *testing.T, args ...string) wire.Target {
	t.Helper()
	snagtest.Needs(t, "node")
	cmd := exec.Command("node", append([]string{snagtest.Path(t, "testdata/block/server.js")}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return Target(t, "http://127.0.0.1:"+strings.TrimSpace(line[strings.LastIndexByte(line, ' ')+1:]))
}

// Target returns the target of a URL. Any certificate will do.
func Target(t testing.TB, address string) wire.Target {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	target, err := wire.NewTarget(u, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// GetRequest returns a request for the path as it is sent.
func GetRequest(target wire.Target, path string) []byte {
	return wire.Request{Method: "GET", Path: path}.Bytes(target)
}
