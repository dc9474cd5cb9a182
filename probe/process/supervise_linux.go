package process

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"snag/probe/scratch"
)

// Snag is two processes while it runs programs of others: a guard, which is the one that was called,
// and a worker below it. Both are reapers of orphans, so the kernel itself keeps the record of what
// the worker started: when the worker dies, all of it becomes the guard's, whatever sessions it made
// and whatever it calls itself. When the guard dies, the worker learns it from a pipe. Either ends
// what the other leaves. The worker is in a session of its own, so that a signal for the guard's
// process group, SIGKILL among them, reaches one of the two alone.

// stageName is the environment variable by which the process that is started knows what it is: the
// stage and the number of the descriptor that ends with its parent.
const stageName = "SNAG_STAGE"

const (
	stageGuard  = "guard"
	stageWorker = "worker"
)

// sweepLimit is how long what is left is killed before it is given up.
const sweepLimit = 2 * time.Second

// guarded is set when this process is the worker.
var guarded bool

// Enter is called first by a program that calls [Supervise]. In a process that Supervise started it
// takes up its part: the worker goes on, and for an intermediate guard Enter returns its exit status
// and true when its work is done.
func Enter() (status int, done bool) {
	stage, number, _ := strings.Cut(os.Getenv(stageName), ":")
	os.Unsetenv(stageName) // nothing that is started here is part of it
	fd, err := strconv.Atoi(number)
	if err != nil || fd < 3 {
		return 0, false
	}
	unix.CloseOnExec(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil || stat.Mode&unix.S_IFMT != unix.S_IFIFO {
		return 0, false
	}
	parent := os.NewFile(uintptr(fd), "parent")
	switch stage {
	case stageGuard:
		return supervise(parent, nil)
	case stageWorker:
		guarded = true
		ownSession() // read before anything could change it
		adopt()      // without it the guard is the only reaper
		go func() {
			io.Copy(io.Discard, parent)
			abandon()
		}()
	}
	return 0, false
}

// abandon ends the worker when its guard has gone, with everything that it started.
func abandon() {
	syscall.ForkLock.Lock() // nothing is started any more; it is never released
	sweep(sweepLimit)
	scratch.Remove()
	os.Exit(128 + int(syscall.SIGKILL))
}

// samePress is how long after the first signal another one is still the same request: a program such as timeout(1)
// signals its child and then the group that both are in. Nobody presses Ctrl-C twice as fast.
const samePress = 100 * time.Millisecond

// Supervise runs the program again, with the same arguments and files, below this process, passes
// signals on to it, and returns its exit status when it has ended and nothing that it started is
// left. A second signal ends it at once. It returns false where there is nothing to do: in the worker
// itself, and where the program cannot be started again. A context that ends is a first signal: one that came
// before this process waited for signals here.
func Supervise(ctx context.Context) (status int, done bool) {
	if guarded {
		return 0, false
	}
	scratch.Sweep()
	sweepGroups()
	return supervise(nil, ctx.Done())
}

// supervise is Supervise in a process whose own parent may be a guard, too: parent ends with it. What closes
// interrupted, unless it is nil, is a signal.
func supervise(parent io.Reader, interrupted <-chan struct{}) (status int, done bool) {
	// A shell that has called exec leaves its children. They are not ours, and what becomes of them
	// could not be told from what is: another process in between has none.
	foreign := parent == nil && (len(children(os.Getpid())) > 0 || os.Getpid() == 1)
	stage := stageWorker
	if foreign {
		stage = stageGuard
	} else if err := adopt(); err != nil {
		return 0, false
	}
	below, alive, err := again(stage)
	if err != nil {
		return 0, false
	}
	defer alive.Close()
	asked := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGTSTP}
	if !signal.Ignored(syscall.SIGHUP) {
		asked = append(asked, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, asked...)
	gone := make(chan struct{})
	if parent != nil {
		go func() {
			io.Copy(io.Discard, parent)
			close(gone)
		}()
	}
	ended := make(chan *os.ProcessState, 1)
	go func() {
		state, _ := below.Wait() // the status is in the state
		ended <- state
	}()
	var first time.Time // when the first signal came
	for {
		select {
		case state := <-ended:
			if !foreign {
				clean()
			}
			return leave(state), true
		case <-gone:
			gone = nil
			below.Kill()
		case <-interrupted:
			interrupted = nil
			if first.IsZero() { // else it came as a signal, too
				first = time.Now()
				below.Signal(syscall.SIGINT)
			}
		case s := <-signals:
			switch {
			case s == syscall.SIGTSTP:
				pause(below, signals)
			case foreign:
				below.Signal(s)
			case s == syscall.SIGQUIT:
				below.Signal(s) // which prints the stacks
			case first.IsZero():
				first = time.Now()
				below.Signal(politely(s))
			case time.Since(first) > samePress:
				below.Kill()
				<-ended
				clean()
				die(s.(syscall.Signal))
				return 128 + int(s.(syscall.Signal)), true
			}
		}
	}
}

// politely returns the signal that the worker understands as a request to stop.
func politely(s os.Signal) os.Signal {
	if s == syscall.SIGHUP {
		return syscall.SIGTERM
	}
	return s
}

// again starts this program again. The descriptor that is returned ends with this process.
func again(stage string) (below *os.Process, alive io.Closer, err error) {
	// The number of the other end is told by the environment: files that the caller passed on, such
	// as those of a process substitution, keep theirs.
	var ends [2]int
	if err := unix.Pipe2(ends[:], 0); err != nil {
		return nil, nil, err
	}
	unix.CloseOnExec(ends[1])
	defer unix.Close(ends[0])
	environment := append(os.Environ(), fmt.Sprintf("%s=%s:%d", stageName, stage, ends[0]))
	below, err = os.StartProcess("/proc/self/exe", os.Args, &os.ProcAttr{
		Env: environment, Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}, Sys: &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		unix.Close(ends[1])
		return nil, nil, err
	}
	return below, os.NewFile(uintptr(ends[1]), "alive"), nil
}

// pause stops the process below with this one, and continues it with this one.
func pause(below *os.Process, signals chan<- os.Signal) {
	below.Signal(syscall.SIGSTOP)
	signal.Reset(syscall.SIGTSTP)
	syscall.Kill(os.Getpid(), syscall.SIGTSTP)
	time.Sleep(time.Millisecond) // the signal comes to any thread; this one goes on when it has passed
	signal.Notify(signals, syscall.SIGTSTP)
	below.Signal(syscall.SIGCONT)
}

// clean ends what a worker left and removes its files. What cannot be ended is named.
func clean() {
	for _, info := range sweep(sweepLimit) {
		fmt.Fprintf(os.Stderr, "snag: %d %s could not be ended\n", info.PID, info.Name)
	}
	scratch.Sweep()
	sweepGroups()
}

// sweep kills all descendants of this process until none is left or the limit has passed, and returns
// what is left. A child of this process keeps its PID until it is waited for here, and the others are
// held by a descriptor that is compared with their start time: no other process can be hit.
func sweep(limit time.Duration) []Info {
	self := os.Getpid()
	for deadline := time.Now().Add(limit); ; time.Sleep(2 * time.Millisecond) {
		var left []Info
		for _, info := range below(allProcesses(), func(i Info) bool { return i.Parent == self }) {
			if info.Zombie() && (info.Parent != self || reap(info.ID)) {
				continue
			}
			left = append(left, info)
			if handle, err := Open(info.ID); err == nil {
				handle.Signal(int(unix.SIGKILL))
				handle.Close()
			}
		}
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
	}
}

// leave returns the exit status of the process below, or ends this one by the signal that ended it.
func leave(state *os.ProcessState) int {
	if state == nil {
		return 128 + int(syscall.SIGKILL)
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		die(status.Signal())
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// die ends this process by the signal, as its caller expects of a process that was interrupted.
func die(s syscall.Signal) {
	// A core file of the guard would tell nothing.
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	signal.Reset(s)
	if syscall.Kill(os.Getpid(), s) == nil {
		time.Sleep(100 * time.Millisecond) // it may come to another thread
	}
}
