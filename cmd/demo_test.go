//go:build unix

package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/demo"
	probed "snag/probe/demo"
	"snag/probe/snagtest"
)

// tourAddress is where the output of a tour says that the service runs.
var tourAddress = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)`)

// TestTour makes the tour that the README begins with, and asks whether every step found what is
// there and whether anything is left behind.
func TestTour(t *testing.T) {
	snagtest.Long(t)
	temporary := t.TempDir()
	c := exec.Command(snagProgram(t), "demo", "--tour")
	c.Env = append(os.Environ(), "TMPDIR="+temporary, "NO_COLOR=1")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Errorf("%v: %s\n%s", err, stderr.String(), stdout.String())
	}
	steps := strings.Split(stdout.String(), "\n$ ")
	table := demo.TourSteps(demo.DemoPlace{Base: "http://127.0.0.1:1", Self: "snag"})
	if len(steps) != len(table)+1 {
		t.Fatalf("%d steps, want %d", len(steps)-1, len(table))
	}
	for i, s := range table {
		text := steps[i+1]
		if strings.Contains(text, "Skipped:") {
			continue
		}
		for _, rule := range s.Expect {
			if !strings.Contains(text, " "+rule+": ") {
				t.Errorf("step %s does not find %s:\n%s", s.Name, rule, text)
			}
		}
	}
	checkNothingLeft(t, stdout.String(), temporary)
}

// checkNothingLeft reports whether a service still listens and whether files are left.
func checkNothingLeft(t *testing.T, output, temporary string) {
	t.Helper()
	address := tourAddress.FindStringSubmatch(output)
	if address == nil {
		t.Fatalf("no address in %q", output)
	}
	if conn, err := net.DialTimeout("tcp", address[1], time.Second); err == nil {
		conn.Close()
		t.Errorf("the service still listens on %s", address[1])
	}
	entries, err := os.ReadDir(temporary)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("%s is left behind", e.Name())
	}
}

// TestTourInterrupted interrupts a tour while its service runs.
func TestTourInterrupted(t *testing.T) {
	temporary := t.TempDir()
	c := exec.Command(snagProgram(t), "demo", "--tour", "--only", "handler,pool")
	c.Env = append(os.Environ(), "TMPDIR="+temporary)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var output strings.Builder
	for lines.Scan() {
		output.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "$ ") {
			time.Sleep(300 * time.Millisecond) // into the step
			c.Process.Signal(os.Interrupt)
		}
	}
	err = c.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != cli.ExitFailure {
		t.Errorf("the tour ended with %v, want status %d: %s", err, cli.ExitFailure, output.String())
	}
	checkNothingLeft(t, output.String(), temporary)
}

// TestDemoListsEveryRoute checks that the page of the service names each route, and that every
// command on it is one of snag.
func TestDemoListsEveryRoute(t *testing.T) {
	parses := func(what string, words []string) {
		p, err := cli.NewPlanned(quietStdio(), os.Stderr, words)
		if err == nil {
			err = p.Parse(demo.ArgumentsOf(p, words))
		}
		if err != nil {
			t.Errorf("%s: snag %q: %v", what, words, err)
		}
	}
	page := demo.DemoPage("http://127.0.0.1:1")
	for _, r := range probed.Routes() {
		commands := demo.RouteCommands("http://127.0.0.1:1")[r.Path]
		if !strings.Contains(page, r.Path) || len(commands) == 0 {
			t.Errorf("the page lists %s with %d commands", r.Path, len(commands))
		}
		for _, words := range commands {
			parses(r.Path, words)
		}
	}
	for _, words := range demo.StartingCommands {
		parses("page", words)
	}
	guide, err := os.ReadFile("../docs/demo.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range probed.Routes() {
		if !strings.Contains(string(guide), "`"+r.Method+" "+r.Path) {
			t.Errorf("docs/demo.md does not list %s %s", r.Method, r.Path)
		}
	}
	for _, p := range probed.Policies {
		if !strings.Contains(string(guide), "| `"+p.Name+"` | "+p.What+" |") {
			t.Errorf("docs/demo.md does not describe the policy %s", p.Name)
		}
	}
	for _, s := range demo.TourSteps(demo.DemoPlace{Base: "http://127.0.0.1:1", Self: "snag"}) {
		parses("step "+s.Name, s.Words)
		for _, rule := range s.Expect {
			if !slices.ContainsFunc(rules, func(r judge.Rule) bool { return r.ID == rule }) {
				t.Errorf("step %s expects %s, which is no rule", s.Name, rule)
			}
		}
		if n := strings.Count(s.Why, ". ") + 1; n != 2 || !strings.HasSuffix(s.Why, ".") {
			t.Errorf("step %s is explained in %d sentences, want 2: %s", s.Name, n, s.Why)
		}
	}
}

func TestChaosFlag(t *testing.T) {
	for _, c := range []struct {
		text string
		want probed.Chaos
		ok   bool
	}{
		{"crash=0.01,fail=0.5,pause=300ms/2s,seed=7", probed.Chaos{Crash: 0.01, Fail: 0.5, Pause: 300 * time.Millisecond, Interval: 2 * time.Second, Seed: 7}, true},
		{"fail=1", probed.Chaos{Fail: 1}, true},
		{"fail=1.5", probed.Chaos{}, false},
		{"pause=300ms", probed.Chaos{}, false},
		{"pause=1h/2s", probed.Chaos{}, false},
		{"crush=1", probed.Chaos{}, false},
		{"", probed.Chaos{}, false},
	} {
		var got demo.ChaosValue
		if err := got.Set(c.text); (err == nil) != c.ok || c.ok && (probed.Chaos(got) != c.want || got.String() != c.text) {
			t.Errorf("%q: %+v (%s), %v, want %+v", c.text, got, got.String(), err, c.want)
		}
	}
}
