package drain

import (
	"errors"
	"os"
	"strings"
	"testing"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/snagtest"
)

// TestDaemonIsNamedAndEnded starts a command that leaves a process in a session of its own, without the
// environment and the descriptors of its parent.
func TestDaemonIsNamedAndEnded(t *testing.T) {
	snagtest.Needs(t, "sh", "setsid", "env")
	_, err := Check(t.Context(), Options{
		Command:  process.Command{Argv: []string{"sh", "-c", "env -i setsid sleep 312 </dev/null >/dev/null 2>&1 & sleep 0.2"}},
		Protocol: shutdown.TCP,
	})
	failed, ok := errors.AsType[*NotMeasured](err)
	if !ok || !strings.Contains(failed.Why, "made itself a daemon and left") || !strings.Contains(failed.Why, "sleep 312") {
		t.Errorf("got %v, want that it left sleep 312", err)
	}
	self, err := process.Read(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	tree, err := process.Tree(self.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range tree {
		if strings.Join(info.Argv, " ") == "sleep 312" && !info.Zombie() {
			t.Errorf("%d %v is left", info.PID, info.Argv)
		}
	}
}
