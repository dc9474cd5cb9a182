//go:build unix

package cmd

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"snag/cmd/cli"
)

// runCheck writes a config into a folder of its own and runs it.
func runCheck(ctx context.Context, t *testing.T, config string, flags ...string) (status int, stdout, stderr string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "snag.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	status = execute(ctx, append([]string{"check", "--config", file}, flags...), &cli.Stdio{In: strings.NewReader(""), Out: &out, Err: &errs})
	return status, out.String(), errs.String()
}

// TestCheckSecrets checks that no format shows what came from the environment, wherever it turns up.
func TestCheckSecrets(t *testing.T) {
	const secret = `p4ss/w "ord+x`
	t.Setenv("SNAG_TEST_SECRET", secret)
	t.Setenv("SNAG_TEST_PIN_TOKEN", "0417")
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		http.Error(w, "not for "+r.Header.Get("X-Who"), http.StatusServiceUnavailable)
	}))
	defer server.Close()
	config := fmt.Sprintf(`
env: [SNAG_TEST_SECRET, SNAG_TEST_PIN_TOKEN]
services:
  web:
    command: [sh, -c, 'echo "cannot log in with $WHO" >&2; exit 3']
    environment: {WHO: "${SNAG_TEST_SECRET}"}
checks:
  - name: server
    server: %s/a?who=0417
    header: ["X-Who: ${SNAG_TEST_SECRET}", "X-Pin: ${SNAG_TEST_PIN_TOKEN}"]
    reads: 2
    burst: 0
  - name: dead
    server: %s/
    needs: web
  - name: unreachable
    server: http://127.0.0.1:1/?k=${SNAG_TEST_SECRET}
  - name: command
    shutdown: ["sh", "-c", "echo ${SNAG_TEST_SECRET} >&2; exit 1", "${SNAG_TEST_SECRET}"]
    startup: 300ms
`, server.URL, server.URL)
	shown := 0
	for _, format := range []string{"table", "lines", "json", "ndjson", "sarif", "github", "gitlab", "junit", "markdown", "html"} {
		status, stdout, stderr := runCheck(t.Context(), t, config, "-f", format, "-v")
		if status != cli.ExitFailure {
			t.Errorf("%s: status %d, want %d: %s", format, status, cli.ExitFailure, stderr)
		}
		for _, form := range []string{secret, "p4ss", "w+%22ord", "ord+x", "ord%2Bx", "0417\""} {
			for _, text := range []string{stdout, stderr} {
				if i := strings.Index(text, form); i >= 0 {
					t.Errorf("%s shows %q: %.200q", format, form, text[max(0, i-100):])
				}
			}
		}
		shown += strings.Count(stdout, "${SNAG_TEST_SECRET}")
	}
	if got.Get("X-Who") != secret || got.Get("X-Pin") != "0417" {
		t.Errorf("the server got %v", got)
	}
	if shown == 0 {
		t.Error("no report shows the reference, so the test proves nothing")
	}
}

// TestCheckServices checks that services are started for their checks, awaited and stopped, and that
// one that fails is told with what it wrote.
func TestCheckServices(t *testing.T) {
	snag := snagProgram(t)
	port := unusedPort(t)
	good := fmt.Sprintf("services:\n  web:\n    command: [%q, demo, --port, %q]\n    ready: http://127.0.0.1:%s/health\nchecks:\n  - name: keys\n    server: http://127.0.0.1:%s/orders\n    needs: web\n    reads: 1\n    burst: 2\n", snag, port, port, port)
	status, stdout, stderr := runCheck(t.Context(), t, good, "-f", "json")
	if status != cli.ExitClean || !strings.Contains(stdout, `"result": "passed"`) {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+port)
	for range 50 {
		if err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond) // the test of another package may try the port
		l, err = net.Listen("tcp", "127.0.0.1:"+port)
	}
	if err != nil {
		t.Errorf("the service is left behind: %v", err)
	} else {
		// Something answers there already: it is not the service.
		other := &http.Server{Handler: http.NotFoundHandler(), ReadHeaderTimeout: time.Second}
		go other.Serve(l)
		status, stdout, _ = runCheck(t.Context(), t, strings.Replace(good, "/health", "/", 1), "-f", "json")
		if status != cli.ExitFailure || strings.Contains(stdout, "answers before") {
			t.Errorf("a 404 counts as ready: status %d: %s", status, stdout)
		}
		other.Close()
	}
	for _, c := range []struct{ service, want string }{
		{`command: [sh, -c, "echo one; echo two >&2; exit 3"]`, "service web ended by itself: exit code 3"},
		{`command: [sh, -c, "echo waiting >&2; sleep 60"], timeout: 300ms, ready: "tcp://127.0.0.1:` + unusedPort(t) + `"`, "after 300ms"},
		{`command: [/no/such/program]`, "service web: start it:"},
	} {
		config := "services:\n  web: {" + c.service + "}\nchecks:\n  - {name: a, server: 'http://127.0.0.1:1/', needs: web}\n  - {name: b, herd: 'exp:base=100ms,jitter=full'}\n"
		status, stdout, stderr := runCheck(t.Context(), t, config, "-f", "json")
		if status != cli.ExitFailure || !strings.Contains(stdout, c.want) || !strings.Contains(stdout, `"rule": "check/not-run"`) || !strings.Contains(stdout, `"result": "passed"`) {
			t.Errorf("%s: status %d, want %q: %s%s", c.service, status, c.want, stdout, stderr)
		}
	}
}

// TestCheckInterrupted checks that an interrupted run says so, tells what is known, and stops what it
// started.
func TestCheckInterrupted(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	config := fmt.Sprintf("services:\n  web:\n    command: [sh, -c, 'echo $$ > %s; sleep 300']\n    ready: tcp://127.0.0.1:%s\n    timeout: 2m\nchecks:\n  - {name: a, server: 'http://127.0.0.1:1/', needs: web}\n  - {name: b, herd: 'exp:base=100ms,jitter=full'}\n", pid, unusedPort(t))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			if text, err := os.ReadFile(pid); err == nil && len(text) > 0 {
				break
			}
		}
		cancel()
	}()
	status, stdout, stderr := runCheck(ctx, t, config, "-f", "json")
	if status != cli.ExitFailure || !strings.Contains(stdout, `"partial": true`) || !strings.Contains(stdout, `"result": "passed"`) {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	text, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(text))); err == nil {
		t.Errorf("the service %s is left behind", text)
	}
}

// TestCheckSchemaOfReports validates reports with results of every kind.
func TestCheckSchemaOfReports(t *testing.T) {
	t.Parallel()
	config := "checks:\n  - {regex: ../testdata/shop, engine: none}\n  - {herd: 'exp:base=100ms', fail-on: none}\n  - {server: 'http://127.0.0.1:1/'}\n  - {calls: ../testdata/shop}\n  - {json: , runtime: go, shape: records, sizes: [1KB], budget: 1ms, no-depth: true}\n"
	for _, flags := range [][]string{{"-f", "json"}, {"-f", "json", "--list"}} {
		_, stdout, stderr := runCheck(t.Context(), t, config, flags...)
		if err := validate(t, "check.schema.json", stdout); err != nil {
			t.Errorf("%v: %v\n%s%s", flags, err, stdout, stderr)
		}
	}
}

// TestConfigIsAProgram checks that a snag.yaml starts commands, which see what it does not list under env.
func TestConfigIsAProgram(t *testing.T) {
	t.Setenv("SNAG_TEST_UNLISTED", "seen")
	made := filepath.Join(t.TempDir(), "made")
	config := "checks:\n  - shutdown: [sh, -c, 'echo $SNAG_TEST_UNLISTED > " + made + "']\n    startup: 300ms\n"
	status, _, stderr := runCheck(t.Context(), t, config)
	if text, err := os.ReadFile(made); err != nil || strings.TrimSpace(string(text)) != "seen" {
		t.Errorf("the command left %q, %v; status %d: %s", text, err, status, stderr)
	}
	if err := os.Remove(made); err != nil {
		t.Fatal(err)
	}
	if status, _, _ = runCheck(t.Context(), t, config, "--static"); status != cli.ExitUsage {
		t.Errorf("--static: status %d, want %d", status, cli.ExitUsage)
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("--static started the command")
	}
}
