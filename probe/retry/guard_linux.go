package retry

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// guard is a process that outlives snag when snag is killed, to end what snag can no longer end.
type guard struct {
	cmd   *exec.Cmd
	alive io.Closer // its end is how the guard notices
}

// startGuard starts the program with the marker as its last argument; it must call Guard.
func startGuard(helper []string, marker string) (*guard, error) {
	executable, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(executable)
	cmd.Args = append(append([]string{}, helper...), marker)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	alive, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &guard{cmd, alive}, cmd.Start()
}

func (g *guard) close() {
	g.alive.Close()
	g.cmd.Wait() // it says nothing by its status
}

// Guard waits for the end of in, which is that of the process that holds the other side, and then
// kills every process whose environment has the marker. Signals do not end it.
func Guard(in io.Reader, marker string) {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	io.Copy(io.Discard, in) // an error is an end as well
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if killMarked(marker) == 0 {
			return
		}
	}
}

// killMarked kills the processes with the marker and returns how many it found. A process is held by
// a descriptor before it is looked at, so that the PID of one that has gone is not taken for it.
func killMarked(marker string) int {
	environs, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is correct
	found := 0
	for _, file := range environs {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil || pid == os.Getpid() {
			continue
		}
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			continue
		}
		text, err := os.ReadFile(file)
		if err == nil && bytes.Contains(append([]byte{0}, text...), []byte("\x00"+marker+"\x00")) {
			found++
			unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0) // one that has gone is no error
		}
		unix.Close(fd)
	}
	return found
}
