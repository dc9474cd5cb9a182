package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"snag/analyze/shutdown"
	"snag/analyze/sorting"
)

// Windows has no signals: SIGKILL is TerminateProcess, and SIGINT, SIGTERM and SIGBREAK become
// CTRL_BREAK for a process group that snag started. Handlers of SIGTERM never run.

var numbers = map[string]int{"SIGINT": 2, "SIGKILL": 9, "SIGTERM": 15, "SIGBREAK": 21}

// SignalNumber returns the number of the signal, or 0 for those that have no meaning here.
func SignalNumber(name string) int {
	if !strings.HasPrefix(name, "SIG") {
		name = "SIG" + name
	}
	return numbers[name]
}

// SignalName returns the name of the signal with the number.
func SignalName(number int) string {
	for name, n := range numbers {
		if n == number {
			return name
		}
	}
	return "SIG" + strconv.Itoa(number)
}

func selfPID() int { return os.Getpid() }

// snapshot returns all processes by PID, without their start times.
func snapshot() ([]Info, error) {
	handle, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	defer windows.CloseHandle(handle)
	entry := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	var infos []Info
	for err := windows.Process32First(handle, &entry); err == nil; err = windows.Process32Next(handle, &entry) {
		name := windows.UTF16ToString(entry.ExeFile[:])
		infos = append(infos, Info{
			ID: ID{PID: int(entry.ProcessID)}, Parent: int(entry.ParentProcessID), State: 'R',
			Name: strings.TrimSuffix(name, filepath.Ext(name)), Argv: []string{name}, Exe: name,
		})
	}
	sorting.Stable(infos, func(a, b Info) int { return a.PID - b.PID })
	return infos, nil
}

// startTime reads when the process of the handle was created.
func startTime(handle windows.Handle) uint64 {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(handle, &created, &exited, &kernel, &user); err != nil {
		return 0
	}
	return uint64(created.Nanoseconds())
}

func (i *Info) fillStart() {
	handle, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(i.PID))
	if err != nil {
		return
	}
	defer windows.CloseHandle(handle)
	i.Start = startTime(handle)
}

// Read returns what the system tells of the process.
func Read(pid int) (Info, error) {
	all, err := snapshot()
	if err != nil {
		return Info{}, err
	}
	at := slices.IndexFunc(all, func(i Info) bool { return i.PID == pid })
	if at < 0 {
		return Info{}, fmt.Errorf("%d: %w", pid, ErrGone)
	}
	all[at].fillStart()
	return all[at], nil
}

// descendants returns all processes below pid, parents before children. A child is older than no
// parent: one that is has a parent whose PID was given away again.
func descendants(pid int) []Info {
	all, err := snapshot()
	if err != nil {
		return nil
	}
	var below func(parent int, since uint64) []Info
	below = func(parent int, since uint64) []Info {
		var found []Info
		for _, info := range all {
			if info.Parent != parent || info.PID == parent {
				continue
			}
			info.fillStart()
			if info.Start >= since {
				found = append(append(found, info), below(info.PID, info.Start)...)
			}
		}
		return found
	}
	root, err := Read(pid)
	if err != nil {
		return nil
	}
	return below(pid, root.Start)
}

func goBuild(ID, string) bool { return false }

// SameNetwork reports whether the listeners of the process can be connected to, which always holds
// here.
func SameNetwork(int) bool { return true }

// Masks returns [ErrUnsupported]: there are no signals here.
func Masks(Info) (shutdown.Masks, error) {
	return shutdown.Masks{}, fmt.Errorf("signal masks: %w", ErrUnsupported)
}

// SignalPending reports nothing: there are no signals here.
func SignalPending(int, int) (pending, stopped bool) { return false, false }

// Handle refers to one process. The system does not give the PID away while it is open.
type Handle struct {
	watched
	handle windows.Handle
	stop   chan struct{}
	closed sync.Once
	poller sync.WaitGroup
}

// Open returns a handle of the process, which the caller closes.
func Open(id ID) (*Handle, error) {
	const access = windows.PROCESS_QUERY_LIMITED_INFORMATION | windows.PROCESS_TERMINATE | windows.SYNCHRONIZE
	handle, err := windows.OpenProcess(access, false, uint32(id.PID))
	if err != nil {
		return nil, fmt.Errorf("%d: %w", id.PID, err)
	}
	start := startTime(handle)
	if id.Start != 0 && start != id.Start {
		windows.CloseHandle(handle)
		return nil, fmt.Errorf("%d: %w", id.PID, ErrReused)
	}
	id.Start = start
	h := &Handle{watched: watched{id: id, done: make(chan struct{})}, handle: handle, stop: make(chan struct{})}
	h.poller.Go(h.poll)
	return h, nil
}

func (h *Handle) poll() {
	const pause = 20 // ms
	for {
		select {
		case <-h.stop:
			return
		default:
		}
		if event, err := windows.WaitForSingleObject(h.handle, pause); err == nil && event == windows.WAIT_OBJECT_0 {
			h.at = time.Now()
			close(h.done)
			return
		}
	}
}

// Signal ends the process for SIGKILL, and sends CTRL_BREAK to the group that it leads otherwise.
func (h *Handle) Signal(number int) error {
	if number == numbers["SIGKILL"] {
		if err := windows.TerminateProcess(h.handle, 1); err != nil {
			return fmt.Errorf("end %d: %w", h.id.PID, err)
		}
		return nil
	}
	if err := windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(h.id.PID)); err != nil {
		return fmt.Errorf("CTRL_BREAK to the group of %d: %w", h.id.PID, err)
	}
	return nil
}

// Close gives the handle back. The process goes on.
func (h *Handle) Close() {
	h.closed.Do(func() {
		close(h.stop)
		h.poller.Wait()
		windows.CloseHandle(h.handle)
	})
}

// Status returns the exit code of a process that has ended.
func (h *Handle) Status(time.Duration) shutdown.Exit {
	var code uint32
	if err := windows.GetExitCodeProcess(h.handle, &code); err != nil {
		return shutdown.Exit{Kind: shutdown.UnknownExit, Reason: err.Error()}
	}
	return shutdown.Exit{Kind: shutdown.Exited, Code: int(int32(code)), Source: "process handle"}
}

// isolate prepares the command to run in a process group of its own, which CTRL_BREAK reaches.
func isolate(cmd *exec.Cmd, pid1 bool) error {
	if pid1 {
		return fmt.Errorf("PID namespaces: %w", ErrUnsupported)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	return nil
}

func startClean(cmd *exec.Cmd, _ <-chan struct{}) error { return cmd.Start() }

func waitStatus(state *os.ProcessState) shutdown.Exit {
	return shutdown.Exit{Kind: shutdown.Exited, Code: state.ExitCode(), Source: "wait"}
}

// strays returns nothing: what has left the tree cannot be found again here.
func (c *Child) strays([]Info) []Info { return nil }

// everything returns the process and all that descends from it.
func (c *Child) everything() []Info { return c.Tree() }

func reap(ID) bool { return true }

// Reap does nothing: there are no zombies here.
func Reap([]Info) {}

// Adopted is always false: orphans become children of others here.
func Adopted(ID) (shutdown.Exit, bool) { return shutdown.Exit{}, false }
