//go:build unix

package cmd

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

func unusedPort(t *testing.T) string { return strconv.Itoa(snagtest.FreePort(t)) }

// TestShutdownSchema validates the output of every mode of snag shutdown.
func TestShutdownSchema(t *testing.T) {
	snagtest.Linux(t)
	server := snagtest.Build(t, "testdata/shutdown/gosrv")
	for _, c := range []struct {
		mode   string
		status int
		args   []string
	}{
		{"check", 1, []string{"--", server, "bug", "PORT"}},
		{"check", 0, []string{"--ready-path", "/ready", "--without", "silent", "--hold", "200ms", "--", server, "ready", "PORT"}},
		{"check", 1, []string{"--grace", "1s", "--", "sh", "-c", server + ` none "$0"; true`, "PORT"}},
		{"check", 0, []string{"--protocol", "none", "--startup", "100ms", "--probe", "echo $SNAG_PHASE >/dev/null; echo done", "--", "sleep", "60"}},
		{"check", 0, []string{"--with", "http2,grpc", "--without", "silent", "--hold", "200ms", "--", server, "grpc", "PORT"}},
		{"check", 1, []string{"--kubernetes", "--as-pid1=false", "--without", "silent", "--hold", "200ms", "--", server, "shutdown", "PORT"}},
		{"masks", 0, []string{"--masks", "--", server, "shutdown", "PORT"}},
		{"signals", 0, []string{"--signals"}},
		{"crash", 0, []string{"--crash", "--", server, "shutdown", "PORT"}},
		{"matrix", 1, []string{"--matrix", "--matrix-signals", "TERM,PIPE", "--grace", "1s", "--", server, "none", "PORT"}},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"shutdown", "-f", "json"}, c.args...)
			for i := range args {
				if args[i] == "PORT" {
					args[i] = unusedPort(t)
				}
			}
			var stdout, stderr bytes.Buffer
			if status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr}); status != c.status {
				t.Errorf("%q: status %d, want %d: %s%s", args, status, c.status, stderr.String(), stdout.String())
			}
			if err := validate(t, "shutdown.schema.json", stdout.String()); err != nil {
				t.Fatalf("%q:\n%s\n%v", args, stdout.String(), err)
			}
			var document struct{ Data struct{ Mode string } }
			if err := json.Unmarshal(stdout.Bytes(), &document); err != nil || document.Data.Mode != c.mode {
				t.Errorf("%q: mode %q, %v, want %q", args, document.Data.Mode, err, c.mode)
			}
		})
	}
}

// TestShutdownInterrupted sends SIGINT to snag while a process drains: it stops long before the grace
// period ends, reports what is known as partial, and nothing of the process is left.
func TestShutdownInterrupted(t *testing.T) {
	snagtest.Long(t)
	snagtest.Linux(t)
	server := snagtest.Build(t, "testdata/shutdown/gosrv")
	for _, flags := range [][]string{nil, {"--as-pid1"}} {
		port := unusedPort(t)
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		// testscript makes the test binary be snag when it is called so.
		snag := filepath.Join(t.TempDir(), "snag")
		if err := os.Symlink(self, snag); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"shutdown", "-f", "json", "--grace", "60s"}, flags...)
		c := exec.Command(snag, append(args, "--", "sh", "-c", server+" swallow "+port+" & wait; wait")...)
		var stdout, stderr bytes.Buffer
		c.Stdout, c.Stderr = &stdout, &stderr
		// As in a shell's background job, where SIGINT would be ignored if it were inherited.
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		deadline := time.Now().Add(20 * time.Second)
		for ; time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if conn, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
				conn.Close()
				break
			}
		}
		time.Sleep(2500 * time.Millisecond)
		c.Process.Signal(syscall.SIGINT)
		interrupted := time.Now()
		select {
		case err = <-ended:
		case <-time.After(20 * time.Second): // of a grace period of sixty
			c.Process.Kill()
			t.Fatalf("%v: snag does not end", flags)
		}
		t.Logf("%v: it took %s to stop", flags, time.Since(interrupted))
		if status := c.ProcessState.ExitCode(); status != cli.ExitFailure {
			t.Errorf("%v: status %d (%v), want %d: %s", flags, status, err, cli.ExitFailure, stderr.String())
		}
		var document struct{ Partial bool }
		if err := json.Unmarshal(stdout.Bytes(), &document); err != nil || !document.Partial {
			t.Errorf("%v: %v, partial %v: %s%s", flags, err, document.Partial, stdout.String(), stderr.String())
		}
		l, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			t.Errorf("%v: something is left on the port: %v", flags, err)
			continue
		}
		l.Close()
	}
}
