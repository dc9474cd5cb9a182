package lsp

import (
	"context"
	"os"
)

// waitFor returns true when a process has ended, false when ctx ends first.
func waitFor(ctx context.Context, p *os.Process) bool {
	ended := make(chan error, 1)
	go func() { _, err := p.Wait(); ended <- err }()
	select {
	case <-ctx.Done():
		return false
	case err := <-ended:
		return err == nil
	}
}
