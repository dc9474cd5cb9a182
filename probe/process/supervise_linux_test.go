package process

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"snag/probe/scratch"
	"snag/probe/snagtest"
)

// The parts that the test binary plays: a program that calls Supervise, and a daemon.
const (
	workerPart = "SNAG_TEST_WORKER"
	daemonPart = "play-daemon"
)

// ways are the ways in which a daemon comes loose. Each letter is one process: s makes a session, e
// has an empty environment, and the last stays.
var ways = []string{"-", "s", "se,e", "e,se,se"}

// playDaemon starts the next process of the way and ends, or stays and listens on a port.
func playDaemon(way, token string) {
	step, rest, more := strings.Cut(way, ",")
	if step != "" {
		next := exec.Command(os.Args[0], daemonPart, rest, token)
		if !more {
			next.Args[2] = ""
		}
		next.SysProcAttr = &syscall.SysProcAttr{Setsid: strings.Contains(step, "s")}
		if strings.Contains(step, "e") {
			next.Env = []string{}
		}
		if err := next.Start(); err != nil {
			panic(err)
		}
		return
	}
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer listener.Close()
	for {
		time.Sleep(time.Hour)
	}
}

// playWorker starts a daemon of each way, and a program of its own, and waits to be asked to end.
func playWorker() {
	token := os.Getenv(workerPart)
	if status, done := Enter(); done {
		os.Exit(status)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if os.Getenv("SNAG_TEST_EARLY") != "" {
		cancel()
	}
	if status, done := Supervise(ctx); done {
		os.Exit(status)
	}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGINT, syscall.SIGTERM)
	if _, _, err := scratch.Dir("test"); err != nil {
		panic(err)
	}
	os.Unsetenv(workerPart)
	for _, way := range ways {
		if _, err := Start(Command{Argv: []string{os.Args[0], daemonPart, way, token}}); err != nil {
			panic(err)
		}
	}
	if err := exec.Command(os.Args[0], daemonPart, "", token).Start(); err != nil {
		panic(err)
	}
	if os.Getenv("SNAG_TEST_END") != "" {
		for len(withToken(token)) < len(ways)+1 {
			time.Sleep(time.Millisecond)
		}
		os.Exit(5)
	}
	<-asked
	if os.Getenv("SNAG_TEST_SLOW") != "" {
		time.Sleep(time.Hour) // a second signal is needed
	}
	os.Exit(4)
}

// TestSuperviseOfWhatWasInterrupted checks that a signal that came before the work began ends it.
func TestSuperviseOfWhatWasInterrupted(t *testing.T) {
	token := rand.Text()
	cmd := supervised(t, t.TempDir(), token, "SNAG_TEST_EARLY=1")
	cmd.Wait() // the status is compared below
	// The signal may come before the worker waits for it.
	if got := cmd.ProcessState.String(); got != "exit status 4" && got != "signal: interrupt" {
		t.Errorf("ended with %s, want an end by the signal", got)
	}
	waitFor(t, "the end of all daemons", func() bool { return len(withToken(token)) == 0 })
}

// withToken returns the daemons that stay and have the token on their command line.
func withToken(token string) []int {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline") // the pattern is correct
	var pids []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && bytes.HasSuffix(text, []byte("\x00"+daemonPart+"\x00\x00"+token+"\x00")) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			if err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// workerOf returns the process that does the work below the guard.
func workerOf(guard int) int {
	for _, info := range descendants(guard) {
		if environ, err := procFile(info.PID, "environ"); err == nil && bytes.Contains(environ, []byte(stageName+"="+stageWorker)) {
			return info.PID
		}
	}
	return 0
}

// supervised starts the program that calls Supervise, and waits until its daemons run.
func supervised(t *testing.T, temp, token string, environment ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "TMPDIR="+temp, workerPart+"="+token), environment...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// What runs the tests may ignore signals, as a shell does for its background jobs; what is handled
	// here has its default action there.
	inherited := make(chan os.Signal, 1)
	signal.Notify(inherited, syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(inherited)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// A guard that does not end must not hold up all tests.
	limit := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	t.Cleanup(func() {
		limit.Stop()
		for _, pid := range append(withToken(token), cmd.Process.Pid) {
			syscall.Kill(pid, syscall.SIGKILL) // for a test that failed
		}
	})
	return cmd
}

func TestSuperviseLeavesNothing(t *testing.T) {
	stranger := exec.Command("sleep", "300")
	stranger.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := stranger.Start(); err != nil {
		t.Fatal(err)
	}
	defer stranger.Wait() // killed
	defer stranger.Process.Kill()
	send := func(signals ...syscall.Signal) func(int) {
		return func(guard int) {
			for i, s := range signals {
				if i > 0 {
					time.Sleep(3 * samePress)
				}
				syscall.Kill(guard, s)
			}
		}
	}
	tests := []struct {
		name        string
		interrupt   func(guard int)
		environment string
		want        string // of ProcessState
	}{
		{"normal end", func(int) {}, "SNAG_TEST_END=1", "exit status 5"},
		{"INT", send(unix.SIGINT), "", "exit status 4"},
		{"TERM", send(unix.SIGTERM), "", "exit status 4"},
		{"HUP", send(unix.SIGHUP), "", "exit status 4"},
		{"INT twice", send(unix.SIGINT, unix.SIGINT), "SNAG_TEST_SLOW=1", "signal: interrupt"},
		{"INT to the group and to the guard", func(guard int) {
			syscall.Kill(guard, unix.SIGINT)
			syscall.Kill(-guard, unix.SIGINT)
		}, "", "exit status 4"},
		{"KILL the guard", send(unix.SIGKILL), "", "signal: killed"},
		{"KILL the group", func(guard int) { syscall.Kill(-guard, unix.SIGKILL) }, "", "signal: killed"},
		{"KILL the worker", func(guard int) { syscall.Kill(workerOf(guard), unix.SIGKILL) }, "", "signal: killed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			token, temp := rand.Text(), t.TempDir()
			cmd := supervised(t, temp, token, test.environment)
			if test.environment != "SNAG_TEST_END=1" {
				waitFor(t, "the start of all daemons", func() bool { return len(withToken(token)) == len(ways)+1 })
			}
			ours := []int{cmd.Process.Pid, workerOf(cmd.Process.Pid)}
			test.interrupt(cmd.Process.Pid)
			cmd.Wait() // the status is compared below
			if got := cmd.ProcessState.String(); got != test.want {
				t.Errorf("ended with %s, want %s", got, test.want)
			}
			// A guard that was killed leaves the work to the other, which takes a moment.
			if !strings.HasPrefix(test.name, "KILL") && len(withToken(token)) > 0 {
				t.Errorf("%d daemons are left when the guard ends", len(withToken(token)))
			}
			waitFor(t, "the end of all daemons", func() bool { return len(withToken(token)) == 0 })
			waitFor(t, "the end of all files", func() bool {
				entries, err := os.ReadDir(temp)
				return err == nil && len(entries) == 0
			})
			if at := ownPlace(); at != nil {
				// Other programs on this machine have groups of their own.
				for _, pid := range ours {
					groups, _ := filepath.Glob(fmt.Sprintf("%s/%s%d-*-*", at.dir, groupPrefix, pid))
					if !strings.HasPrefix(test.name, "KILL") && len(groups) > 0 {
						t.Errorf("control groups left: %v", groups)
					}
				}
				sweepGroups()
			}
		})
	}
	if err := stranger.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("a process that was not started by snag: %v", err)
	}
}

// TestSuperviseSparesChildrenOfTheShell checks that what a shell started before it became snag lives.
func TestSuperviseSparesChildrenOfTheShell(t *testing.T) {
	snagtest.Needs(t, "sh")
	for _, s := range []syscall.Signal{unix.SIGTERM, unix.SIGKILL} {
		token, temp := rand.Text(), t.TempDir()
		file := filepath.Join(temp, "pids")
		// The subshell ends, so that its child is an orphan while snag runs.
		cmd := exec.Command("sh", "-c", `sleep 300 & echo $! >"$1"; (sleep 0.5; sleep 300 & echo $! >>"$1") & exec "$0"`, os.Args[0], file)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp, workerPart+"="+token)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var bystanders []string
		waitFor(t, "the start of everything", func() bool {
			text, _ := os.ReadFile(file)
			bystanders = strings.Fields(string(text))
			return len(bystanders) == 2 && len(withToken(token)) == len(ways)+1
		})
		cmd.Process.Signal(s)
		cmd.Wait() // by the signal or not, which is not the question
		waitFor(t, "the end of all daemons", func() bool { return len(withToken(token)) == 0 })
		for _, word := range bystanders {
			pid, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			if info, err := readStat(pid); err != nil || info.Zombie() {
				t.Errorf("after %v a process that the shell had started has ended: %v", s, err)
			}
			syscall.Kill(pid, unix.SIGKILL)
		}
	}
}

// TestOrphansBelongToTheirCommand starts daemons of two commands that run at once, which tell nothing
// of where they come from, with control groups and without.
func TestOrphansBelongToTheirCommand(t *testing.T) {
	place := ownPlace
	defer func() { ownPlace = place }()
	for _, grouped := range []bool{true, false} {
		if !grouped {
			ownPlace = noPlace
		}
		tokens := []string{rand.Text(), rand.Text()}
		var commands []*Child
		for _, token := range tokens {
			child := start(t, os.Args[0], daemonPart, "se,e", token)
			<-child.Done()
			waitFor(t, "the daemon", func() bool { return len(withToken(token)) == 1 && len(running(child)) == 1 })
			commands = append(commands, child)
		}
		for i, child := range commands {
			tree := running(child)
			if len(tree) != 1 || tree[0].PID != withToken(tokens[i])[0] {
				t.Errorf("groups %v: the tree of command %d is %v, want its daemon", grouped, i, tree)
			}
		}
		if left := commands[0].Close(); len(left) > 0 {
			t.Errorf("groups %v: left %v", grouped, left)
		}
		if first, second := len(withToken(tokens[0])), len(withToken(tokens[1])); first != 0 || second != 1 {
			t.Errorf("groups %v: %d and %d daemons after the first command was closed, want 0 and 1", grouped, first, second)
		}
		commands[1].Close()
		if n := len(withToken(tokens[1])); n != 0 {
			t.Errorf("groups %v: %d daemons are left", grouped, n)
		}
	}
}

// running returns the tree without what waits to be reaped.
func running(c *Child) []Info {
	return slices.DeleteFunc(c.Tree(), func(i Info) bool { return i.Zombie() })
}

func noPlace() *place { return nil }
