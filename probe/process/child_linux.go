package process

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"snag/analyze/shutdown"
)

// adopt makes snag the parent of descendants whose own parent dies, so that none is lost.
var adopt = sync.OnceValue(func() error {
	return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
})

// isolate prepares the command to run in a session and, when asked, a PID namespace of its own.
func isolate(cmd *exec.Cmd, pid1 bool) error {
	if err := adopt(); err != nil {
		return fmt.Errorf("become the reaper of descendants: %w", err)
	}
	// The child does not outlive a snag that is killed.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if !pid1 {
		return nil
	}
	cmd.SysProcAttr.Cloneflags = unix.CLONE_NEWPID
	if !admin() {
		// A user namespace gives the right to make the other; the user stays who he is in it.
		cmd.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	}
	return nil
}

// admin reports whether snag may make namespaces without a user namespace around them. Root in a
// container often may not.
func admin() bool {
	status, err := readStatus(os.Getpid())
	if err != nil {
		return false
	}
	capabilities, err := strconv.ParseUint(status["CapEff"], 16, 64)
	return err == nil && capabilities&(1<<unix.CAP_SYS_ADMIN) != 0
}

// startClean starts the command with every signal at its default action and none blocked. Ignored
// signals and the mask survive exec: nohup leaves SIGHUP ignored, a shell's background jobs have
// SIGINT and SIGQUIT ignored, and what is measured then is the shell and not the program.
//
// It keeps a thread until the channel is closed, which must be when the command has ended: the kernel
// takes the end of the thread that forked for the death of the parent (prctl(2), PR_SET_PDEATHSIG), and
// the threads of a Go program end with goroutines that were locked to them.
func startClean(cmd *exec.Cmd, until <-chan struct{}) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := startUnmasked(cmd)
		started <- err
		if err == nil {
			<-until
		}
	}()
	return <-started
}

// startUnmasked starts the command from the thread that the caller is locked to.
func startUnmasked(cmd *exec.Cmd) error {
	// The Go runtime resets what it handles itself when it forks; asking for a signal makes it
	// handle one that it found ignored.
	inherited := make(chan os.Signal, 1)
	signal.Notify(inherited, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGPIPE, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGCHLD)
	defer signal.Stop(inherited)
	// A thread forks with its own mask.
	var none, before unix.Sigset_t
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, &none, &before); err != nil {
		return fmt.Errorf("clear the signal mask: %w", err)
	}
	defer unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil)
	return cmd.Start()
}

// waitStatus decodes the status that wait4 gave. There is no state when another part of snag has waited for the
// process, as it does at the end of a run.
func waitStatus(state *os.ProcessState) shutdown.Exit {
	if state == nil {
		return shutdown.Exit{Kind: shutdown.UnknownExit, Reason: "it was ended with snag"}
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok {
		return shutdown.Exit{Kind: shutdown.UnknownExit, Reason: "the system gave no wait status"}
	}
	exit := shutdown.FromWaitStatus(uint32(status), SignalName)
	exit.Source = "wait4"
	return exit
}

// allProcesses returns what stat says of every process.
func allProcesses() []Info {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var all []Info
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			if info, err := readStat(pid); err == nil {
				all = append(all, info)
			}
		}
	}
	return all
}

// reap waits for a zombie that is a child of snag, so that it goes away. It reports whether it did.
func reap(id ID) bool {
	info, err := readStat(id.PID)
	if err != nil || info.Start != id.Start || info.Parent != os.Getpid() {
		return false
	}
	pid, err := syscall.Wait4(id.PID, nil, syscall.WNOHANG, nil)
	return err == nil && pid == id.PID
}

// Adopted returns the exit of a process that has ended and became a child of snag when its parent did. It is
// false for any other. It must not be given a process that somebody else waits for.
func Adopted(id ID) (shutdown.Exit, bool) {
	info, err := readStat(id.PID)
	if err != nil || info.Start != id.Start || !info.Zombie() || info.Parent != os.Getpid() {
		return shutdown.Exit{}, false
	}
	var status syscall.WaitStatus
	if pid, err := syscall.Wait4(id.PID, &status, syscall.WNOHANG, nil); err != nil || pid != id.PID {
		return shutdown.Exit{}, false
	}
	exit := shutdown.FromWaitStatus(uint32(status), SignalName)
	exit.Source = "wait4"
	return exit, true
}

// Reap waits for the processes among these that have ended and were left to snag by a parent that
// died. It must not be given a process that somebody else waits for.
func Reap(infos []Info) {
	for _, info := range infos {
		if info.Zombie() {
			reap(info.ID)
		}
	}
}
