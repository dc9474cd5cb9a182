package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"snag/analyze/shutdown"
	"snag/probe/snagtest"
)

// reuseEnv makes the test binary play the part that must be root in a PID namespace of its own.
const reuseEnv = "SNAG_TEST_PID_REUSE"

func TestMain(m *testing.M) {
	if os.Getenv(reuseEnv) != "" {
		reusePID()
		return
	}
	if len(os.Args) > 2 && os.Args[1] == daemonPart {
		playDaemon(os.Args[2], os.Args[3])
		return
	}
	if os.Getenv(workerPart) != "" {
		playWorker()
		return
	}
	os.Exit(m.Run())
}

func start(t *testing.T, argv ...string) *Child {
	t.Helper()
	child, err := Start(Command{Argv: argv})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left := child.Close(); len(left) > 0 {
			t.Errorf("%v left %v", argv, left)
		}
	})
	return child
}

func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not happen", what)
		}
	}
}

func TestGuard(t *testing.T) {
	for _, pid := range []int{0, -1, 1, os.Getpid(), os.Getppid()} {
		if err := Guard(pid); err == nil {
			t.Errorf("Guard(%d) lets it pass", pid)
		}
	}
	if os.Getppid() != 1 {
		parent, err := Read(os.Getppid())
		if err != nil {
			t.Fatal(err)
		}
		if err := Guard(parent.Parent); err == nil {
			t.Errorf("Guard of the grandparent %d lets it pass", parent.Parent)
		}
	}
	if err := Guard(1 << 22); !errors.Is(err, ErrGone) {
		t.Errorf("Guard of no process = %v, want ErrGone", err)
	}
	child := start(t, "sleep", "60")
	if err := Guard(child.Root.PID); err != nil {
		t.Errorf("Guard of a child = %v", err)
	}
	if kernel, err := Read(2); err == nil && kernel.Name == "kthreadd" {
		if err := Guard(2); err == nil || !strings.Contains(err.Error(), "kernel") {
			t.Errorf("Guard(2) = %v, want an error about the kernel", err)
		}
	}
}

func TestOpenRefusesAnotherStart(t *testing.T) {
	child := start(t, "sleep", "60")
	id := child.Root.ID
	id.Start--
	if handle, err := Open(id); !errors.Is(err, ErrReused) {
		t.Errorf("Open = %v, %v, want ErrReused", handle, err)
	}
	if _, err := Tree(id); !errors.Is(err, ErrReused) {
		t.Errorf("Tree = %v, want ErrReused", err)
	}
}

// TestPIDReuse lets the system give a PID away twice and shows that neither a handle nor an
// identity of the first owner reaches the second one.
func TestPIDReuse(t *testing.T) {
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), reuseEnv+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS,
		// Root in the namespace may choose the next PID there.
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() == 77) {
		snagtest.Skip(t, "no PID namespace here: %v: %s", err, out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "the second owner lives") {
		t.Errorf("output %q", out)
	}
}

// reusePID runs as PID 1 of a namespace of its own.
func reusePID() {
	skip := func(err error) {
		if err != nil {
			println(err.Error())
			os.Exit(77)
		}
	}
	must := func(ok bool, what string) {
		if !ok {
			println("FAILED: " + what)
			os.Exit(1)
		}
	}
	skip(unix.Mount("proc", "/proc", "proc", 0, ""))
	first := exec.Command("/bin/sleep", "60")
	skip(first.Start())
	info, err := Read(first.Process.Pid)
	skip(err)
	handle, err := Open(info.ID)
	skip(err)
	first.Process.Kill()
	first.Wait()
	time.Sleep(30 * time.Millisecond) // the start time counts in ticks of 10 ms
	skip(os.WriteFile("/proc/sys/kernel/ns_last_pid", []byte(strconv.Itoa(info.PID-1)), 0o644))
	// Forking is done by one thread of this process, but its own threads take PIDs too.
	var second *exec.Cmd
	for range 50 {
		skip(os.WriteFile("/proc/sys/kernel/ns_last_pid", []byte(strconv.Itoa(info.PID-1)), 0o644))
		second = exec.Command("/bin/sleep", "60")
		skip(second.Start())
		if second.Process.Pid == info.PID {
			break
		}
		second.Process.Kill()
		second.Wait()
	}
	if second.Process.Pid != info.PID {
		println("the PID was not given away again")
		os.Exit(77)
	}
	must(errors.Is(handle.Signal(int(unix.SIGKILL)), ErrGone), "the old handle signals nobody")
	_, err = Open(info.ID)
	must(errors.Is(err, ErrReused), "the old identity is refused")
	_, err = Tree(info.ID)
	must(errors.Is(err, ErrReused), "the old identity has no tree")
	must(second.Process.Signal(syscall.Signal(0)) == nil, "the second owner lives")
	now, err := Read(second.Process.Pid)
	must(err == nil && !now.Zombie(), "the second owner is no zombie")
	second.Process.Kill()
	second.Wait()
	println("the second owner lives")
}

func TestStartResetsDispositions(t *testing.T) {
	// What a shell leaves to background jobs, and nohup to everything.
	signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGUSR1)
	defer signal.Reset(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGUSR1)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var blocked, before unix.Sigset_t
	blocked.Val[0] = 1<<(unix.SIGTERM-1) | 1<<(unix.SIGUSR2-1)
	if err := unix.PthreadSigmask(unix.SIG_BLOCK, &blocked, &before); err != nil {
		t.Fatal(err)
	}
	defer unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil)
	child := start(t, "sleep", "60")
	masks, err := Masks(child.Root)
	if err != nil {
		t.Fatal(err)
	}
	if len(masks.Ignored) > 0 || len(masks.Threads[0].Blocked) > 0 {
		t.Errorf("ignored %v, blocked %v, want none", masks.Ignored, masks.Threads[0].Blocked)
	}
}

// TestChildOutlivesThread starts a child from a thread that ends, which the kernel takes for the death
// of the child's parent.
func TestChildOutlivesThread(t *testing.T) {
	var child *Child
	var err error
	thread := 0
	var wait sync.WaitGroup
	wait.Go(func() {
		runtime.LockOSThread() // and it ends with the goroutine
		thread = unix.Gettid()
		child, err = Start(Command{Argv: []string{"sleep", "60"}})
	})
	wait.Wait()
	if err != nil {
		t.Fatal(err)
	}
	defer child.Close()
	if thread == os.Getpid() {
		t.Skip("it happened to be the first thread, which does not end")
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", thread)); err != nil {
			break
		}
	}
	select {
	case <-child.Done():
		t.Errorf("the child ended with the thread: %s", child.Ended().Exit)
	case <-time.After(100 * time.Millisecond):
	}
}

func TestMasks(t *testing.T) {
	python := func(way string) []string {
		path, _ := filepath.Abs("../../testdata/shutdown/server.py")
		return []string{"python3", path, way, "0"}
	}
	for _, c := range []struct {
		name, program string
		argv          []string
		signal        string
		want          shutdown.Disposition
	}{
		{"default", "sleep", []string{"sleep", "60"}, "SIGTERM", shutdown.DefaultAction},
		{"kill", "python3", python("ignored"), "SIGKILL", shutdown.DefaultAction},
		{"ignored", "python3", python("ignored"), "SIGTERM", shutdown.IgnoredSignal},
		{"caught", "python3", python("handler"), "SIGTERM", shutdown.CaughtSignal},
		{"blocked", "python3", python("blocked"), "SIGTERM", shutdown.BlockedSignal},
		{"sigwait", "python3", python("sigwait"), "SIGTERM", shutdown.WaitedSignal},
		{"signalfd", "python3", python("signalfd"), "SIGTERM", shutdown.WaitedSignal},
		{"tini", "tini", []string{"tini", "-s", "--", "sleep", "60"}, "SIGTERM", shutdown.WaitedSignal},
		{"node", "node", []string{"node", "-e", "setInterval(() => {}, 1000); process.on('SIGHUP', () => {})"}, "SIGTERM", shutdown.RuntimeHandler},
		{"node-hup", "node", []string{"node", "-e", "setInterval(() => {}, 1000); process.on('SIGHUP', () => {})"}, "SIGHUP", shutdown.CaughtSignal},
		{"node-usr2", "node", []string{"node", "-e", "setInterval(() => {}, 1000)"}, "SIGUSR2", shutdown.DefaultAction},
		{"go", "go", []string{"/proc/self/exe", "-test.run", "TestSleep"}, "SIGTERM", shutdown.RuntimeHandler},
	} {
		t.Run(c.name, func(t *testing.T) {
			snagtest.Needs(t, c.program)
			if c.name == "go" {
				t.Setenv("SNAG_TEST_SLEEP", "1")
				self, err := os.Executable()
				if err != nil {
					t.Fatal(err)
				}
				c.argv[0] = self
			}
			child := start(t, c.argv...)
			var got shutdown.Disposition
			settled := time.Now().Add(15 * time.Second)
			for time.Now().Before(settled) {
				info, err := Read(child.Root.PID)
				if err != nil {
					t.Fatal(err)
				}
				masks, err := Masks(info)
				if err != nil {
					t.Fatal(err)
				}
				if got = masks.Of(c.signal); got == c.want {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
			t.Errorf("%s is %q, want %q", c.signal, got, c.want)
		})
	}
}

// TestSleep is a Go program for TestMasks to look at.
func TestSleep(t *testing.T) {
	if os.Getenv("SNAG_TEST_SLEEP") == "" {
		t.Skip("not started by TestMasks")
	}
	time.Sleep(time.Minute)
}

func TestStatusOfOthers(t *testing.T) {
	for _, c := range []struct {
		script string
		want   shutdown.Exit
	}{
		{"exit 0", shutdown.Exit{Kind: shutdown.Exited}},
		{"exit 143", shutdown.Exit{Kind: shutdown.Exited, Code: 143}},
		{"kill -TERM $$", shutdown.Exit{Kind: shutdown.Signaled, Signal: "SIGTERM"}},
		{"kill -USR1 $$", shutdown.Exit{Kind: shutdown.Signaled, Signal: "SIGUSR1"}},
	} {
		// The shell in between is the parent, so that snag is not.
		parent := start(t, "sh", "-c", "sh -c 'sleep 0.3; "+c.script+"'; sleep 5")
		var child Info
		waitFor(t, "the child", func() bool {
			tree := parent.Tree()
			if len(tree) > 1 {
				child = tree[1]
			}
			return len(tree) > 1
		})
		handle, err := Open(child.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer handle.Close()
		select {
		case <-handle.Done():
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: no end", c.script)
		}
		got := handle.Status(time.Second)
		if got.Kind == shutdown.UnknownExit {
			if got.Reason == "" {
				t.Errorf("%s: unknown without a reason", c.script)
			}
			t.Logf("%s: %s", c.script, got.Reason)
			continue
		}
		got.Source = ""
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.script, got, c.want)
		}
	}
}

func TestStraysAreFoundAndEnded(t *testing.T) {
	// One child stays in the session, one makes its own and forks away.
	child, err := Start(Command{Argv: []string{"sh", "-c", "sleep 61 & setsid sh -c 'sleep 62 & exit' & sleep 0.2; exit 5"}})
	if err != nil {
		t.Fatal(err)
	}
	<-child.Done()
	if end := child.Ended(); end.Exit.Code != 5 {
		t.Errorf("end %v", end.Exit)
	}
	var sleeping []string
	waitFor(t, "both strays", func() bool {
		sleeping = nil
		for _, info := range child.Tree() {
			if info.Name == "sleep" {
				sleeping = append(sleeping, info.Argv[1])
			}
		}
		slices.Sort(sleeping)
		return slices.Equal(sleeping, []string{"61", "62"})
	})
	if left := child.Close(); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	for _, info := range allProcesses() {
		if environment(info.PID, child.marker) {
			t.Errorf("%d %s is left over", info.PID, info.Name)
		}
	}
}

func TestAsPID1(t *testing.T) {
	child, err := Start(Command{Argv: []string{"sh", "-c", "echo $$; sleep 60 & wait"}, AsPID1: true})
	if err != nil {
		snagtest.Skip(t, "no PID namespace here: %v", err)
	}
	waitFor(t, "the output", func() bool { out, _ := child.Output(); return out != "" })
	if out, _ := child.Output(); out != "1\n" {
		t.Errorf("$$ is %q", out)
	}
	info, err := Read(child.Root.PID)
	if err != nil || info.Inner != 1 {
		t.Errorf("inner PID %d, %v", info.Inner, err)
	}
	tree := child.Tree()
	if left := child.Close(); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	for _, info := range tree {
		if now, err := Read(info.PID); err == nil && now.ID == info.ID {
			t.Errorf("%d is left over in the namespace", info.PID)
		}
	}
}
