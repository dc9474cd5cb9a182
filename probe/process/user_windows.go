package process

import "os/exec"

// runAs does nothing: there are no numbers of users here.
func runAs(*exec.Cmd, *User) {}
