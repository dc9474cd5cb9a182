//go:build unix

package scratch

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// hold locks a folder until the file is closed or the process ends. It returns nil when the folder is
// no longer there.
func hold(dir string) (*os.File, error) {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) {
		return nil, nil
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: dir, Err: err}
	}
	lock := os.NewFile(uintptr(fd), dir)
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		return nil, nil // another process is about to remove it
	}
	held, err := lock.Stat()
	if err != nil {
		lock.Close()
		return nil, err
	}
	if now, err := os.Lstat(dir); err != nil || !os.SameFile(held, now) {
		lock.Close()
		return nil, nil
	}
	return lock, nil
}

// abandoned reports whether the folder is the user's own and nobody holds it. Then it is held until
// release is called.
func abandoned(dir, _ string) (release func(), ok bool) {
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, false
	}
	if stat, known := info.Sys().(*syscall.Stat_t); !known || int(stat.Uid) != os.Geteuid() {
		return nil, false
	}
	lock, err := hold(dir)
	if err != nil || lock == nil {
		return nil, false
	}
	return func() { lock.Close() }, true
}
