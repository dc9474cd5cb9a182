//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// group makes the command the leader of a process group of its own, so that a terminal's Ctrl-C
// does not reach it before us and that its children end with it.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the started command and the processes of its group.
func killGroup(cmd *exec.Cmd) {
	// The group may be gone already.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
