//go:build unix

package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// fakeEngine plays the API of a container engine on a socket, with one container, which is a process.
type fakeEngine struct {
	name, config string // of the container: the JSON of its Config
	port         string
	process      *exec.Cmd
	ended        chan struct{}
	asked        []string
}

// serve starts the engine and returns its socket.
func (e *fakeEngine) serve(t *testing.T, argv ...string) string {
	t.Helper()
	e.process, e.ended = exec.Command(argv[0], argv[1:]...), make(chan struct{})
	if err := e.process.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { e.process.Wait(); close(e.ended) }()
	socket := filepath.Join(t.TempDir(), "engine.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /containers/{name}/json", func(w http.ResponseWriter, r *http.Request) {
		if name := r.PathValue("name"); name != e.name && name != "f00d" {
			http.Error(w, `{"message": "No such container"}`, http.StatusNotFound)
			return
		}
		running := true
		select {
		case <-e.ended:
			running = false
		default:
		}
		fmt.Fprintf(w, `{"Id": "f00d", "Name": "/%s", "Path": %q, "Args": ["serve"], "State": {"Running": %v, "Pid": %d},
			"Config": %s, "NetworkSettings": {"Ports": {"53/udp": null, "80/tcp": [{"HostIp": "0.0.0.0", "HostPort": %q}, {"HostIp": "::", "HostPort": "1"}]}}}`,
			e.name, argv[0], running, e.process.Process.Pid, e.config, e.port)
	})
	mux.HandleFunc("POST /containers/f00d/stop", func(w http.ResponseWriter, r *http.Request) {
		e.asked = append(e.asked, r.URL.RawQuery)
		seconds, _ := strconv.Atoi(r.URL.Query().Get("t"))
		e.process.Process.Signal(syscall.SIGTERM)
		select {
		case <-e.ended:
		case <-time.After(time.Duration(seconds) * time.Second):
			e.process.Process.Kill()
			<-e.ended
		}
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("POST /containers/f00d/wait", func(w http.ResponseWriter, r *http.Request) {
		<-e.ended
		status := e.process.ProcessState.Sys().(syscall.WaitStatus)
		code := status.ExitStatus()
		if status.Signaled() {
			code = 128 + int(status.Signal())
		}
		fmt.Fprintf(w, `{"StatusCode": %d}`, code)
	})
	server := &http.Server{Handler: mux}
	go server.Serve(listener)
	t.Cleanup(func() {
		e.process.Process.Kill()
		<-e.ended
		server.Close()
	})
	return socket
}

// TestShutdownContainer stops containers by a fake of an engine.
func TestShutdownContainer(t *testing.T) {
	server := snagtest.Build(t, "testdata/shutdown/gosrv")
	for _, c := range []struct {
		target, way, config string
		args                []string
		status              int
		asked, exit         string
		rules               []string
	}{
		{"docker://web", "shutdown", `{"StopSignal": "SIGTERM"}`, []string{"--without", "silent", "--hold", "200ms"}, 0, "t=10", "exit code 0", nil},
		{"podman://web", "swallow", `{"StopTimeout": 1}`, []string{"--hold", "200ms"}, 1, "t=1", "death by SIGKILL (sent by snag)", []string{"shutdown/no-effect"}},
		{"docker://f00d", "none", `{}`, []string{"--signal", "TERM", "--grace", "4s", "--port", "80"}, 1, "signal=SIGTERM&t=4", "exit code 143", []string{"shutdown/dropped-requests"}},
	} {
		t.Run(c.way, func(t *testing.T) {
			e := &fakeEngine{name: "web", config: c.config, port: unusedPort(t)}
			socket := e.serve(t, server, c.way, e.port)
			t.Setenv("DOCKER_HOST", "unix://"+socket)
			t.Setenv("CONTAINER_HOST", "unix://"+socket)
			awaitPort(t, e.port)
			var stdout, stderr bytes.Buffer
			args := append(append([]string{"shutdown", "-f", "json"}, c.args...), c.target)
			if status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr}); status != c.status {
				t.Errorf("%q: status %d, want %d: %s%s", args, status, c.status, stderr.String(), stdout.String())
			}
			if err := validate(t, "shutdown.schema.json", stdout.String()); err != nil {
				t.Fatalf("%q:\n%s\n%v", args, stdout.String(), err)
			}
			var document struct {
				Summary  struct{ Text string }
				Findings []struct{ Rule, Level string }
			}
			if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
				t.Fatal(err)
			}
			var rules []string
			for _, f := range document.Findings {
				if f.Level == "error" {
					rules = append(rules, f.Rule)
				}
			}
			if !slices.Equal(rules, c.rules) || !slices.Equal(e.asked, []string{c.asked}) || !strings.Contains(stdout.String(), c.exit) {
				t.Errorf("%q: rules %v, want %v; asked %v, want %s; want %s in\n%s", args, rules, c.rules, e.asked, c.asked, c.exit, stdout.String())
			}
		})
	}
}

func awaitPort(t *testing.T, port string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			conn.Close()
			return
		}
	}
	t.Fatal("the server does not come up")
}

// engineAnswering is the socket of an engine that has one answer to everything.
func engineAnswering(t *testing.T, status int, answer string) string {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "engine.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, answer)
	})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return socket
}

// TestShutdownContainerRefuses names what cannot be stopped, and why.
func TestShutdownContainerRefuses(t *testing.T) {
	e := &fakeEngine{name: "web", config: `{}`, port: "9"}
	socket := e.serve(t, "sleep", "60")
	for _, c := range []struct {
		host   string
		args   []string
		status int
		want   string
	}{
		{"unix://" + socket, []string{"docker://db"}, 3, "docker://db: no such container"},
		{"unix://" + socket, []string{"docker://web"}, 3, "connection refused"},
		{"unix://" + socket + ".none", []string{"docker://web"}, 3, "the container engine cannot be reached"},
		{"unix://" + engineAnswering(t, 200, `{"Id": "f00d", "State": {"Running": false}}`), []string{"docker://web"}, 3, "the container does not run"},
		{"unix://" + engineAnswering(t, 200, `{"Id": "f00d", "State": {"Running": true, "Paused": true}, "NetworkSettings": {"Ports": {"80/tcp": [{"HostIp": "", "HostPort": "9"}]}}}`), []string{"docker://web"}, 3, "the container is paused"},
		{"unix://" + engineAnswering(t, 200, "<html>"), []string{"docker://web"}, 3, "the engine's answer about web is not understood"},
		{"unix://" + engineAnswering(t, 200, `{"Id": "`+strings.Repeat("a", 10_000_000)+`"}`), []string{"docker://web"}, 3, "larger than 4 MB"},
		{"unix://" + engineAnswering(t, 500, ""), []string{"docker://web"}, 3, "with 500: it says no more"},
		{"unix://" + engineAnswering(t, 200, `{"Id": "f00d", "State": {"Running": true}, "Config": {"StopSignal": "SIG\u001b[2J"}}`), []string{"docker://web"}, 2, `"SIG\x1b[2J" is not a signal`},
		{"tcp://127.0.0.1:2375", []string{"docker://web"}, 2, "only unix:///PATH is supported"},
		{"ssh://user:secret@host", []string{"docker://web"}, 2, "only unix:///PATH is supported"},
		{"", []string{"docker://../x"}, 2, "is not the name of a container"},
		{"", []string{"docker://"}, 2, "is not the name of a container"},
		{"", []string{"lxc://web"}, 2, `unknown engine "lxc"`},
		{"", []string{"kubectl://web"}, 2, "docs/shutdown.md has a recipe"},
		{"", []string{"--matrix", "docker://web"}, 2, "--matrix does not go with a container"},
	} {
		t.Setenv("DOCKER_HOST", c.host)
		var stdout, stderr bytes.Buffer
		status := execute(t.Context(), append([]string{"shutdown"}, c.args...), &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
		if status != c.status || !strings.Contains(stderr.String(), c.want) || strings.Contains(stderr.String(), "secret") {
			t.Errorf("DOCKER_HOST=%s %v: status %d, want %d: %s, want %s", c.host, c.args, status, c.status, stderr.String(), c.want)
		}
	}
}
