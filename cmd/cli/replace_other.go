//go:build !unix

package cli

import (
	"errors"
	"io/fs"
	"os"
)

// Replaceable returns why another file must not take the place of this one, nil when it may.
func Replaceable(info fs.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return errors.New("it is read-only")
	}
	return nil
}

// keepOwner does nothing: a new file has the rights of its folder here.
func keepOwner(*os.File, fs.FileInfo) {}
