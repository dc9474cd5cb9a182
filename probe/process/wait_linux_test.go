package process

import (
	"testing"

	"snag/analyze/shutdown"
)

// TestNoWaitStatus takes a process that another part of snag has waited for as one whose end is unknown.
func TestNoWaitStatus(t *testing.T) {
	if got := waitStatus(nil); got.Kind != shutdown.UnknownExit || got.Reason == "" {
		t.Errorf("got %+v, want an unknown end with a reason", got)
	}
}
