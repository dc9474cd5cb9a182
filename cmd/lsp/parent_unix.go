//go:build unix

package lsp

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// parentPause is how often to look whether the client's process still runs.
const parentPause = 3 * time.Second

// waitFor returns true when a process has ended that ran before, false when ctx ends first or when there is none.
func waitFor(ctx context.Context, p *os.Process) bool {
	// Without a signal nothing is sent, and it is only checked whether that could be.
	runs := func() bool { err := p.Signal(syscall.Signal(0)); return err == nil || errors.Is(err, os.ErrPermission) }
	if !runs() {
		return false
	}
	tick := time.NewTicker(parentPause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
			if !runs() {
				return true
			}
		}
	}
}
