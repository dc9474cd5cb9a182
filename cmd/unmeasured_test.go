//go:build unix

package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/cmd/report"
)

// deaf are servers that answer nothing that tells what their handlers do.
var deaf = map[string]http.HandlerFunc{
	"400": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) },
	"401": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
	"403": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
	"404": http.NotFound,
	"405": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusMethodNotAllowed) },
	"500": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	"502": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
	"redirect": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/login", http.StatusFound)
	},
	"empty": func(w http.ResponseWriter, _ *http.Request) {
		if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
			c.Close()
		}
	},
	"endless": func(w http.ResponseWriter, r *http.Request) {
		for block := make([]byte, 1<<20); r.Context().Err() == nil; {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	},
}

// serveDeaf is the program that serves a way of being deaf: it writes its address and ends with its input.
func serveDeaf() {
	mux := http.NewServeMux()
	mux.HandleFunc("/health", func(http.ResponseWriter, *http.Request) {})
	mux.Handle("/", deaf[os.Args[1]])
	server := httptest.NewServer(mux)
	fmt.Println(server.URL)
	io.Copy(io.Discard, os.Stdin)
}

// startDeaf starts it and returns its address. It is a process of its own, as the processor time of the
// tests beside this one would be taken for that of its handler.
func startDeaf(t *testing.T, way string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, way)
	c.Args[0] = deafProgram
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		c.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// deafProgram is the name under which this test binary is serveDeaf.
const deafProgram = "deaf"

func init() { programs[deafProgram] = serveDeaf }

// probes are the commands that send requests to a URL, quick ones; URL stands for it. They may take a minute where
// the machine is busy: what ran out of time says nothing of the server.
var probes = map[string]string{
	"handler":       "block handler URL --canary /health --max-time 1m --limit 1s --trials 1",
	"handler grows": "block handler URL?n={{n}} --canary /health --max-time 1m --limit 1s --trials 1",
	"pool":          "block pool URL --canary /health --max-time 1m --limit 1s",
	"watch":         "block watch URL --duration 200ms --limit 1s",
	"server":        "retry server URL --reads 2 --burst 2 --timeout 1s",
	"herd":          "retry herd --policy exp:base=10ms,jitter=full --clients 2 --outage 0s --live URL --requests 2 --rps 100",
}

// run runs snag in this process.
func run(ctx context.Context, args ...string) (status int, output string) {
	var out bytes.Buffer
	status = execute(ctx, args, &cli.Stdio{In: strings.NewReader(""), Out: &out, Err: &out})
	return status, out.String()
}

// TestNothingMeasured walks the commands that measure through the ways of not measuring: none passes,
// whatever --fail-on says of findings.
func TestNothingMeasured(t *testing.T) {
	t.Parallel()
	for way := range deaf {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			server := startDeaf(t, way)
			for name, command := range probes {
				t.Run(name, func(t *testing.T) {
					status, output := run(t.Context(), strings.Fields(strings.ReplaceAll(command, "URL", server+"/gone"))...)
					findings := strings.Contains(output, "/handler-fails") || strings.Contains(output, "retry/")
					if broken := way == "empty" || way == "endless" || way[0] == '5'; status != cli.ExitFailure && !(broken && status == cli.ExitFindings && findings) {
						t.Errorf("%s on %s: status %d, want %d: %s", command, way, status, cli.ExitFailure, output)
					}
					if question := map[string]string{"404": "is the path right?", "401": "credentials", "redirect": "login", "405": "is the method right?"}[way]; !strings.Contains(output, question) {
						t.Errorf("%s on %s: no word of %q: %s", command, way, question, output)
					}
				})
			}
			t.Run("check", func(t *testing.T) {
				config := fmt.Sprintf("checks:\n  - {handler: '%s/gone', canary: /health, limit: 1s, trials: 1}\n  - {server: '%s/gone', timeout: 1s, reads: 1, burst: 1}\n", server, server)
				status, stdout, stderr := runCheck(t.Context(), t, config, "-f", "json")
				if status == cli.ExitClean || strings.Contains(stdout, `"result": "passed"`) {
					t.Errorf("a check of %s passes: status %d: %s%s", way, status, stdout, stderr)
				}
			})
		})
	}
}

// TestNothingAnswers walks them through ports on which nothing listens, and interrupts.
func TestNothingAnswers(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + l.Addr().String() + "/gone"
	l.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // the kernel accepts, and nobody answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for name, command := range probes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if status, output := run(t.Context(), strings.Fields(strings.ReplaceAll(command, "URL", refused))...); status != cli.ExitFailure {
				t.Errorf("%s on a port that refuses: status %d, want %d: %s", command, status, cli.ExitFailure, output)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if status, output := run(ctx, strings.Fields(strings.ReplaceAll(command, "URL", "http://"+silent.Addr().String()+"/gone"))...); status != cli.ExitFailure {
				t.Errorf("%s, interrupted: status %d, want %d: %s", command, status, cli.ExitFailure, output)
			}
		})
	}
}

// TestMuteTarget has each command that may take a time meet targets that accept a request and never answer it, or all but
// the cheap request. A request may take longer than the test: what ends the run is the time for all of it, which the
// command names.
func TestMuteTarget(t *testing.T) {
	t.Parallel()
	description := filepath.Join(t.TempDir(), "api.json")
	if err := os.WriteFile(description, []byte(`{"openapi":"3.0.0","info":{"title":"t","version":"1"},"paths":{"/gone":{"get":{"responses":{"200":{"description":"ok"}}}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ command, flag string }{
		{"block handler URL/gone --limit 1h --max-time TIME", "--max-time"},
		{"block handler URL/gone?n={{n}} --limit 1h --max-time TIME", "--max-time"},
		{"block pool URL/gone --limit 1h --max-time TIME", "--max-time"},
		{"block memory URL/gone --request-limit 1h --max-time TIME", "--max-time"},
		{"block routes --url URL --openapi API --limit 1h --max-time TIME", "--max-time"},
		{"block watch URL/gone --limit 1h --duration TIME", "--duration"},
	} {
		for _, cheap := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, cheap request answered: %t", c.command, cheap), func(t *testing.T) {
				t.Parallel()
				ended := make(chan struct{})
				server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					if !cheap || strings.HasPrefix(r.URL.Path, "/gone") {
						<-ended
					}
				}))
				defer server.Close()
				defer close(ended)
				limit := "300ms"
				if cheap {
					limit = "1s" // what comes before the request takes some of it
				}
				command := strings.NewReplacer("URL", server.URL, "API", description, "TIME", limit).Replace(c.command)
				if status, output := run(t.Context(), strings.Fields(command)...); status != cli.ExitFailure || !strings.Contains(output, c.flag) || strings.Contains(output, "reproduce ") {
					t.Errorf("%s: status %d, want %d, %s named and nothing held against the target: %s", command, status, cli.ExitFailure, c.flag, output)
				}
			})
		}
	}
}

// TestNothingToAttachTo names processes that serve nothing.
func TestNothingToAttachTo(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	start := func() *exec.Cmd {
		c := exec.Command("true")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	gone := start()
	gone.Wait()
	for _, test := range []struct {
		pid, status int
		want        string
	}{
		{-1, cli.ExitUsage, "must be positive"},
		{gone.Process.Pid, cli.ExitFailure, "no such process"},
	} {
		for _, command := range []string{"handler", "pool", "memory", "watch"} {
			status, output := run(t.Context(), "block", command, server.URL+"/x", fmt.Sprintf("--attach-pid=%d", test.pid))
			if status != test.status || !strings.Contains(output, test.want) {
				t.Errorf("block %s --attach-pid=%d: status %d, want %d and %q: %s", command, test.pid, status, test.status, test.want, output)
			}
		}
	}
}

// TestNothingStarts walks the commands that start programs through those that do not serve.
func TestNothingStarts(t *testing.T) {
	t.Parallel()
	locked := filepath.Join(t.TempDir(), "locked")
	if err := os.WriteFile(locked, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"block handler /x --startup 1s", "block pool /x --startup 1s", "block watch /x --startup 1s --duration 1s",
		"shutdown --startup 1s --grace 1s", "retry client --quick --timeout 1s --patience 1s --runs 1"} {
		for _, program := range [][]string{{"true"}, {"false"}, {"/no/such/program"}, {locked}} {
			t.Run(command+" -- "+filepath.Base(program[0]), func(t *testing.T) {
				t.Parallel()
				args := slices.Concat(strings.Fields(command), []string{"--"}, program)
				if status, output := run(t.Context(), args...); status != cli.ExitFailure {
					t.Errorf("%q: status %d, want %d: %s", args, status, cli.ExitFailure, output)
				}
			})
		}
	}
}

// TestNothingRead walks the commands that read files through those that are not there.
func TestNothingRead(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nosuch")
	for _, args := range [][]string{
		{"regex", "--engine", "none", missing}, {"block", "calls", missing}, {"block", "json", missing},
		{"retry", "infer", missing}, {"merge", missing}, {"check", "--config", missing},
	} {
		if status, output := run(t.Context(), args...); status < cli.ExitUsage {
			t.Errorf("%q: status %d, want %d or %d: %s", args, status, cli.ExitUsage, cli.ExitFailure, output)
		}
	}
}

// TestFailureIsADocument has each command that measures write a document with -f json that says why it could not.
func TestFailureIsADocument(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte(`{"a":`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"block handler http://127.0.0.1:1/", "block pool http://127.0.0.1:1/", "block watch http://127.0.0.1:1/ --duration 1s", "block memory http://127.0.0.1:1/",
		"block json --runtime go " + filepath.Join(dir, "nosuch"), "block json --runtime go " + broken, "block routes -- /no/such/program",
		"retry server http://127.0.0.1:1/", "retry client -- /no/such/program", "shutdown -- /no/such/program",
	} {
		t.Run(command, func(t *testing.T) {
			before, after, _ := strings.Cut(command, " -- ")
			args := append(strings.Fields(before), "-f", "json")
			if after != "" {
				args = append(args, "--", after)
			}
			var stdout, stderr bytes.Buffer
			status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
			text, output := stdout.Bytes(), stderr.String()
			if status != cli.ExitFailure {
				t.Fatalf("status %d: %s", status, output)
			}
			var document struct {
				Failed bool
				Error  struct{ Message string }
				Data   map[string]any
			}
			if err := json.Unmarshal(text, &document); err != nil {
				t.Fatal(err)
			}
			if said, _, _ := strings.Cut(strings.TrimPrefix(output, "snag: "), "\n"); document.Error.Message != said || said == "" || !document.Failed || len(document.Data) > 0 {
				t.Errorf("stderr %q, and the document\n%s", output, text)
			}
			if _, err := report.Read(bytes.NewReader(text)); err == nil {
				t.Error("it is read as a report")
			}
		})
	}
}
