// Package service starts programs that others need, waits until they are ready, and quotes what they wrote
// when they are not.
package service

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"snag/probe/process"
	"snag/probe/sockets"
)

// The reasons why a program is not ready.
var (
	ErrEnded = errors.New("the process ended")
	ErrLate  = errors.New("the time is over")
)

// Await asks ready every interval until it says so. It returns ErrEnded when ended is closed before that,
// ErrLate when the limit has passed, and the error of the context when that is done. A nil ended is never
// closed.
func Await(ctx context.Context, ended <-chan struct{}, interval, limit time.Duration, ready func() bool) error {
	deadline := time.Now().Add(limit)
	for {
		select {
		case <-ended:
			return ErrEnded
		default:
		}
		if ready() {
			return nil
		}
		if time.Now().After(deadline) {
			return ErrLate
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ended:
		case <-time.After(interval):
		}
	}
}

// Listeners returns the sockets on which processes listen, those of a port unless it is 0. There are none
// where the system does not tell.
func Listeners(tree []process.Info, port int) []sockets.Listener {
	all, _ := sockets.Listeners(tree)
	var found []sockets.Listener
	for _, l := range all {
		if port == 0 || l.Port == port {
			found = append(found, l)
		}
	}
	return found
}

// LastLines returns the last lines that a child wrote to stderr, or to stdout when stderr is empty, in one
// line; "" when it wrote nothing.
func LastLines(c *process.Child, count int) string {
	stdout, stderr := c.Output()
	text := strings.TrimSpace(cmp.Or(strings.TrimSpace(stderr), stdout))
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-count):], " / ")
}
