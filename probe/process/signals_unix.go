//go:build unix

package process

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// SignalNumber returns this platform's number of the signal, or 0 when it has none of that name.
func SignalNumber(name string) int {
	if !strings.HasPrefix(name, "SIG") {
		name = "SIG" + name
	}
	return int(unix.SignalNum(name))
}

// SignalName returns this platform's name of the signal with the number, such as SIGTERM.
func SignalName(number int) string {
	if name := unix.SignalName(syscall.Signal(number)); name != "" {
		return name
	}
	return realtimeName(number)
}
