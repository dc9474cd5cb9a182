//go:build unix

package engine

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

const groups = true

// waitGone waits until no process pid is left.
func waitGone(t *testing.T, pid int) {
	t.Helper()
	for range 200 {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || zombie(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
}

// zombie reports whether the process has ended and only waits for a parent to notice, where that can
// be seen: an orphan is left to whoever adopted it.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}
