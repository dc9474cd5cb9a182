package cmd

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"snag/probe/process"
	"snag/probe/snagtest"
	"snag/probe/sockets"
)

// interruption is a way to end a run: the signals, with the pause before each.
type interruption struct {
	name    string
	signals []syscall.Signal
	group   bool // for the whole process group of snag
}

var interruptions = []interruption{
	{"INT", []syscall.Signal{unix.SIGINT}, false},
	{"TERM", []syscall.Signal{unix.SIGTERM}, false},
	{"INT twice", []syscall.Signal{unix.SIGINT, unix.SIGINT}, false},
	{"KILL", []syscall.Signal{unix.SIGKILL}, false},
	{"KILL to the group", []syscall.Signal{unix.SIGKILL}, true},
	{"INT to the group, KILL", []syscall.Signal{unix.SIGINT, unix.SIGKILL}, true},
}

// leftoverCase is a command of snag whose programs come loose from it.
type leftoverCase struct {
	name  string
	needs string
	args  []string
}

// TestInterruptedLeavesNothing interrupts commands of snag at random moments, in every way, and looks
// for processes, ports and files that are left. The test is a reaper of orphans: what snag leaves
// becomes its child, whatever it did to hide.
func TestInterruptedLeavesNothing(t *testing.T) {
	snagtest.Long(t)
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		snagtest.Skip(t, "orphans cannot be taken over: %v", err)
	}
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	snag, dir, temp := snagProgram(t), t.TempDir(), t.TempDir()
	port := snagtest.FreePort(t)
	cases := leftoverCases(t, dir, port)
	tried := map[string]int{}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	for i := range snagtest.Number(t, "SNAG_INTERRUPTIONS", 36) {
		c := cases[i%len(cases)]
		if _, err := exec.LookPath(c.needs); err != nil {
			if tried[c.name]++; tried[c.name] == 1 {
				t.Logf("SKIPPED: %s: %s is not installed", c.name, c.needs)
			}
			continue
		}
		way := interruptions[random.IntN(len(interruptions))]
		after := time.Duration(random.Int64N(int64(2500 * time.Millisecond)))
		what := fmt.Sprintf("%s, %s after %v", c.name, way.name, after)
		cmd := exec.Command(snag, c.args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TMPDIR="+temp, "SNAG_CACHE="+filepath.Join(dir, "cache"))
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		cmd.WaitDelay = 10 * time.Second
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			cmd.Wait() // it was interrupted
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(after):
		}
		to := cmd.Process.Pid
		if way.group {
			to = -to
		}
		for n, s := range way.signals {
			if n > 0 {
				time.Sleep(time.Duration(random.Int64N(int64(50 * time.Millisecond))))
			}
			select {
			case <-ended:
			default:
				syscall.Kill(to, s)
			}
		}
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			t.Errorf("%s: it goes on for 30 s", what)
			syscall.Kill(-cmd.Process.Pid, unix.SIGKILL)
			<-ended
		}
		left := leftOver(t, func() []string { return remains(t, temp, port) })
		if len(left) > 0 {
			t.Errorf("%s: left %s\n%s", what, strings.Join(left, "; "), out.Bytes()[:min(out.Len(), 2000)])
			endAll(t)
		}
		if strings.Contains(out.String(), "context canceled") {
			t.Errorf("%s: says %q", what, out.String())
		}
	}
}

// leftOver looks until nothing is left, for as long as a guard may take.
func leftOver(t *testing.T, look func() []string) (left []string) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if left = look(); len(left) == 0 || time.Now().After(deadline) {
			return left
		}
	}
}

// remains names the processes that have come to the test, the port if it is held, and files.
func remains(t *testing.T, temp string, port int) []string {
	t.Helper()
	var left []string
	self, err := process.Read(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	tree, err := process.Tree(self.ID)
	if err != nil {
		t.Fatal(err)
	}
	process.Reap(tree[1:])
	for _, info := range tree[1:] {
		if !info.Zombie() {
			left = append(left, fmt.Sprintf("%d %s", info.PID, strings.Join(info.Argv, " ")))
		}
	}
	if watch, err := sockets.WatchPort(port); err == nil {
		if held, err := watch.Listening(); err == nil && held {
			left = append(left, "port "+strconv.Itoa(port))
		}
		watch.Close()
	}
	files, err := filepath.Glob(filepath.Join(temp, "snag-*"))
	if err != nil {
		t.Fatal(err)
	}
	return append(left, files...)
}

func endAll(t *testing.T) {
	t.Helper()
	self, err := process.Read(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	tree, err := process.Tree(self.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range tree[1:] {
		if handle, err := process.Open(info.ID); err == nil {
			handle.Signal(int(unix.SIGKILL))
			handle.Close()
		}
	}
}

func leftoverCases(t *testing.T, dir string, port int) []leftoverCase {
	t.Helper()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	number := strconv.Itoa(port)
	nginx := file("nginx.conf", "daemon on;\npid "+dir+"/nginx.pid;\nerror_log "+dir+"/error.log;\nworker_processes 2;\nevents {}\n"+
		"http { access_log off; server { listen 127.0.0.1:"+number+"; location / { return 200 x; } } }\n")
	fpm := file("fpm.conf", "[global]\nerror_log = "+dir+"/fpm.log\ndaemonize = yes\n[www]\nuser = nobody\nlisten = 127.0.0.1:"+number+
		"\npm = static\npm.max_children = 3\n")
	server := file("server.js", `require('http').createServer((q, r) => setTimeout(() => r.end('x'), 5)).listen(`+number+`, '127.0.0.1')`)
	// A double fork whose last process ignores what it can, has no environment and no descriptors.
	daemon := `env -i sh -c '(trap "" TERM INT HUP; setsid sleep 300 </dev/null >/dev/null 2>&1 &)'`
	client := file("client.sh", "#!/bin/sh\n"+daemon+"\nfor i in 1 2 3 4 5 6; do curl -s \"$1\" >/dev/null && exit; sleep 0.3; done\n")
	redis := "redis-server --port " + number + " --save '' --daemonize yes --dir " + dir
	file("snag.yaml", "services:\n  web:\n    command: sh -c \""+strings.ReplaceAll(daemon, `"`, `\"`)+"; exec node "+server+"\"\n    ready: http://127.0.0.1:"+number+
		"/\nchecks:\n  - {name: slow, handler: 'http://127.0.0.1:"+number+"/?n={{n}}', needs: web}\n")
	url := "http://127.0.0.1:" + number + "/"
	evil := file("evil.js", "const a = /^(a+)+$/, b = /(x+x+)+y/, c = /^(.*)*z$/\n")
	api := file("api.json", `{"openapi": "3.0.0", "paths": {"/": {"get": {"parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]}}}}`)
	fpmProgram := "php-fpm"
	if found, _ := filepath.Glob("/usr/sbin/php-fpm*"); len(found) > 0 { // the pattern is correct
		fpmProgram = found[0]
	}
	return []leftoverCase{
		{"redis as a daemon", "redis-server", []string{"shutdown", "--protocol", "tcp", "--grace", "2s", "--", "sh", "-c", redis + "; sleep 300"}},
		{"nginx as a daemon", "nginx", []string{"shutdown", "--grace", "2s", "--", "sh", "-c", "nginx -p " + dir + " -c " + nginx + "; sleep 300"}},
		{"redis alone", "redis-server", []string{"shutdown", "--protocol", "tcp", "--grace", "2s", "--", "sh", "-c", redis}},
		{"php-fpm in the background", fpmProgram, []string{"shutdown", "--protocol", "tcp", "--grace", "2s", "--", "sh", "-c", fpmProgram + " -y " + fpm + " & sleep 300"}},
		{"a server behind a shell", "node", []string{"shutdown", "--grace", "2s", "--", "sh", "-c", "node " + server + "; true"}},
		{"a client that leaves a daemon", "curl", []string{"retry", "client", "--", client, "{url}"}},
		{"a target of block", "node", []string{"block", "watch", "--duration", "20s", url, "--", "sh", "-c", daemon + "; node " + server + "; true"}},
		{"a service of block routes", "node", []string{"block", "routes", "--openapi", api, "--before", "sh -c \"" + strings.ReplaceAll(daemon, `"`, `\"`) + "\"", "--", "sh", "-c", daemon + "; node " + server + "; true"}},
		{"services of check", "node", []string{"check"}},
		{"engines", "node", []string{"regex", "--engine", "node,python,perl", evil}},
		{"runtimes of JSON", "node", []string{"block", "json"}},
		{"the demo", "sh", []string{"demo", "--tour", "--only", "handler,client"}},
	}
}
