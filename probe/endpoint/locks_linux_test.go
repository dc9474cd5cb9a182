package endpoint

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"snag/probe/process"
)

// TestKeepsLocks tells who keeps a lock on a file from who gives it back in between, and from who had it before.
func TestKeepsLocks(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, gives bool // it was held before, or is given back for a while
		want          bool
	}{{"kept", false, false, true}, {"given back", false, true, false}, {"held before", true, false, false}} {
		f, err := os.Create(filepath.Join(t.TempDir(), "file"))
		if err != nil {
			t.Fatal(err)
		}
		lock := func(kind int16) {
			if err := unix.FcntlFlock(f.Fd(), unix.F_SETLK, &unix.Flock_t{Type: kind, Len: 1}); err != nil {
				t.Skip(err)
			}
		}
		w := HangWatch{PIDs: []int{os.Getpid()}, Locks: process.ReadLocks([]int{os.Getpid()})}
		lock(unix.F_WRLCK)
		switch now := process.ReadLocks(w.PIDs); {
		case len(now) == len(w.Locks):
			t.Skip("this system does not tell locks")
		case test.before:
			w.Locks = now
		}
		keeps := w.keepsLocks(context.Background())
		time.Sleep(200 * time.Millisecond)
		if test.gives {
			lock(unix.F_UNLCK)
			time.Sleep(time.Second)
			lock(unix.F_WRLCK)
		}
		if got := keeps(); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
		f.Close()
	}
}
