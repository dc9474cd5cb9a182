//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// runAs makes the command run as another user, which only root may do.
func runAs(cmd *exec.Cmd, user *User) {
	if user != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: user.UID, Gid: user.GID}
	}
}
