package process

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReadLocks tells the locks on files that nobody else may have meanwhile.
func TestReadLocks(t *testing.T) {
	for _, test := range []struct {
		name string
		kind int16
		want int
	}{{"a lock to write", unix.F_WRLCK, 1}, {"a lock to read", unix.F_RDLCK, 0}, {"none", unix.F_UNLCK, 0}} {
		f, err := os.Create(filepath.Join(t.TempDir(), "file"))
		if err != nil {
			t.Fatal(err)
		}
		before := ReadLocks([]int{os.Getpid()})
		if err := unix.FcntlFlock(f.Fd(), unix.F_SETLK, &unix.Flock_t{Type: test.kind, Start: 3, Len: 1}); err != nil {
			t.Skip(err)
		}
		if data, err := os.ReadFile("/proc/locks"); err != nil || test.want > 0 && len(data) == 0 {
			t.Skip("this system does not tell locks")
		}
		if got := len(ReadLocks([]int{os.Getpid()})) - len(before); got != test.want {
			t.Errorf("%s: got %d more, want %d", test.name, got, test.want)
		}
		if got := ReadLocks([]int{1 << 30}); len(got) > 0 {
			t.Errorf("%s: of another process got %v, want none", test.name, got)
		}
		f.Close()
	}
}
