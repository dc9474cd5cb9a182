//go:build !unix

package engine

import "os/exec"

// group does nothing: there are no process groups here.
func group(*exec.Cmd) {}

// killGroup kills the started command. Processes that it started stay.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
