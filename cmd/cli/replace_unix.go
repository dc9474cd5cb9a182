//go:build unix

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Replaceable returns why another file must not take the place of this one, nil when it may: what links to it
// or protects it would be lost.
func Replaceable(info fs.FileInfo) error {
	about, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case info.Mode().Perm()&0o222 == 0:
		return errors.New("it is read-only")
	case ok && about.Nlink > 1:
		return fmt.Errorf("it has %d hard links, which would show different files", about.Nlink)
	case ok && int(about.Uid) != os.Geteuid() && os.Geteuid() != 0:
		return errors.New("it belongs to another user")
	}
	return nil
}

// keepOwner gives a new file the owner and the group of the one whose place it takes, as far as it may.
func keepOwner(f *os.File, info fs.FileInfo) {
	if about, ok := info.Sys().(*syscall.Stat_t); ok {
		if f.Chown(int(about.Uid), int(about.Gid)) != nil {
			_ = f.Chown(-1, int(about.Gid)) // nobody but root gives files away; a group that is not ours stays lost
		}
	}
}
