//go:build unix && !linux

package process

import (
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"snag/analyze/shutdown"
	"snag/analyze/sorting"
)

// There is no /proc here. Processes are read from ps(1), listeners from lsof(8), and an end is
// noticed by looking every few milliseconds.

func selfPID() int { return os.Getpid() }

func realtimeName(number int) string { return "SIG" + strconv.Itoa(number) }

const psFields = "pid=,ppid=,pgid=,state=,lstart=,command="

// list runs ps with the selection and returns the processes by PID.
func list(selection ...string) ([]Info, error) {
	out, err := exec.Command("ps", append(selection, "-o", psFields)...).Output()
	if len(out) == 0 {
		if err == nil {
			err = ErrGone
		}
		return nil, err
	}
	var infos []Info
	for line := range strings.Lines(string(out)) {
		if info, ok := parsePS(line); ok {
			infos = append(infos, info)
		}
	}
	sorting.Stable(infos, func(a, b Info) int { return a.PID - b.PID })
	return infos, nil
}

// parsePS reads a line: pid, parent, group, state, five words of start time, and the command.
func parsePS(line string) (Info, bool) {
	words := strings.Fields(line)
	if len(words) < 10 {
		return Info{}, false
	}
	number := func(i int) int { n, _ := strconv.Atoi(words[i]); return n }
	started, err := time.ParseInLocation(time.ANSIC, strings.Join(words[4:9], " "), time.Local)
	if err != nil {
		// The order of day and month depends on the locale: the words as such still tell two
		// processes apart.
		hash := fnv.New32a()
		hash.Write([]byte(strings.Join(words[4:9], " ")))
		started = time.Unix(0, int64(hash.Sum32()))
	}
	argv := words[9:]
	return Info{
		ID: ID{number(0), uint64(started.UnixNano())}, Parent: number(1), Group: number(2), Session: number(2),
		State: words[3][0], Name: filepath.Base(argv[0]), Argv: argv, Exe: argv[0],
	}, true
}

// Read returns what the system tells of the process.
func Read(pid int) (Info, error) {
	infos, err := list("-p", strconv.Itoa(pid))
	if err != nil || len(infos) == 0 {
		return Info{}, fmt.Errorf("%d: %w", pid, ErrGone)
	}
	return infos[0], nil
}

// descendants returns all processes below pid, parents before children.
func descendants(pid int) []Info {
	all, err := list("-ax")
	if err != nil {
		return nil
	}
	var below func(int) []Info
	below = func(parent int) []Info {
		var found []Info
		for _, info := range all {
			if info.Parent == parent && info.PID != parent {
				found = append(append(found, info), below(info.PID)...)
			}
		}
		return found
	}
	return below(pid)
}

func goBuild(ID, string) bool { return false }

// SameNetwork reports whether the listeners of the process can be connected to, which always holds
// here.
func SameNetwork(int) bool { return true }

// Masks returns [ErrUnsupported]: only Linux shows the signals of a process.
func Masks(Info) (shutdown.Masks, error) {
	return shutdown.Masks{}, fmt.Errorf("signal masks: %w", ErrUnsupported)
}

// SignalPending reports whether the process is stopped; pending signals are not shown here.
func SignalPending(pid, _ int) (pending, stopped bool) {
	info, err := Read(pid)
	return false, err == nil && info.State == 'T'
}

// Handle refers to one process by its PID and start time, which is read again before every signal.
// Between the two another process could get the PID in theory; only Linux rules that out.
type Handle struct {
	watched
	stop   chan struct{}
	closed sync.Once
}

// Open returns a handle of the process, which the caller closes.
func Open(id ID) (*Handle, error) {
	info, err := Read(id.PID)
	if err != nil {
		return nil, err
	}
	if id.Start != 0 && info.Start != id.Start {
		return nil, fmt.Errorf("%d: %w", id.PID, ErrReused)
	}
	h := &Handle{watched: watched{id: info.ID, done: make(chan struct{})}, stop: make(chan struct{})}
	go h.poll()
	return h, nil
}

func (h *Handle) poll() {
	const pause = 5 * time.Millisecond
	for {
		select {
		case <-h.stop:
			return
		case <-time.After(pause):
		}
		// EPERM means that it lives.
		if err := unix.Kill(h.id.PID, 0); err == unix.ESRCH {
			h.at = time.Now()
			close(h.done)
			return
		}
	}
}

// Signal sends the signal to the process unless another one has its PID by now.
func (h *Handle) Signal(number int) error {
	info, err := Read(h.id.PID)
	if err != nil {
		return err
	}
	if info.Start != h.id.Start {
		return fmt.Errorf("%d: %w", h.id.PID, ErrReused)
	}
	if err := unix.Kill(h.id.PID, unix.Signal(number)); err != nil {
		return fmt.Errorf("%s to %d: %w", SignalName(number), h.id.PID, err)
	}
	return nil
}

// Close gives the handle back. The process goes on.
func (h *Handle) Close() { h.closed.Do(func() { close(h.stop) }) }

// Status returns an unknown exit: the system tells the status of children only.
func (h *Handle) Status(time.Duration) shutdown.Exit {
	return shutdown.Exit{Kind: shutdown.UnknownExit, Reason: "it is not a child of snag, and this system reports the status of children only"}
}

// isolate prepares the command to run in a session of its own.
func isolate(cmd *exec.Cmd, pid1 bool) error {
	if pid1 {
		return fmt.Errorf("PID namespaces: %w", ErrUnsupported)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return nil
}

// startClean starts the command with the signals that snag found ignored at their default action.
func startClean(cmd *exec.Cmd, _ <-chan struct{}) error {
	inherited := make(chan os.Signal, 1)
	signal.Notify(inherited, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGPIPE, syscall.SIGUSR1, syscall.SIGUSR2)
	defer signal.Stop(inherited)
	return cmd.Start()
}

func waitStatus(state *os.ProcessState) shutdown.Exit {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok {
		return shutdown.Exit{Kind: shutdown.UnknownExit, Reason: "the system gave no wait status"}
	}
	exit := shutdown.FromWaitStatus(uint32(status), SignalName)
	exit.Source = "wait4"
	return exit
}

// strays returns the processes of the child's group that are no longer below it.
func (c *Child) strays(tree []Info) []Info {
	all, err := list("-ax")
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(i Info) bool {
		return i.Group != c.Root.PID || i.PID == c.Root.PID || slices.ContainsFunc(tree, func(t Info) bool { return t.PID == i.PID })
	})
}

// everything returns the process and all that descends from it.
func (c *Child) everything() []Info { return c.Tree() }

// reap has nothing to do: orphans become children of PID 1 here, which waits for them.
func reap(ID) bool { return true }

// Reap does nothing: orphans become children of PID 1 here, which waits for them.
func Reap([]Info) {}

// Adopted is always false: orphans become children of others here.
func Adopted(ID) (shutdown.Exit, bool) { return shutdown.Exit{}, false }
