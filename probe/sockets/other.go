//go:build !linux

package sockets

import (
	"fmt"
	"slices"

	"snag/probe/process"
)

// Holders returns the processes that hold a socket listening on the port.
func Holders(tree []process.Info, port int) []int {
	listeners, err := Listeners(tree)
	if err != nil {
		return nil
	}
	var pids []int
	for _, l := range listeners {
		if l.Port == port && !slices.Contains(pids, l.PID) {
			pids = append(pids, l.PID)
		}
	}
	return pids
}

// Unread is told by Linux only; it returns false elsewhere.
func Unread(int, []int) bool { return false }

// Connects is told by Linux only; it returns true elsewhere, as there may be a connection.
func Connects(int) bool { return true }

// PortWatch is offered by Linux only.
type PortWatch struct{}

// WatchPort returns [process.ErrUnsupported].
func WatchPort(int) (*PortWatch, error) {
	return nil, fmt.Errorf("watching a listener: %w", process.ErrUnsupported)
}

// Method names how the port is watched.
func (*PortWatch) Method() string { return "" }

// Close ends the watch.
func (*PortWatch) Close() {}

// Listening returns [process.ErrUnsupported].
func (*PortWatch) Listening() (bool, error) { return false, process.ErrUnsupported }
