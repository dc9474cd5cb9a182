// Package scratch makes temporary folders that do not stay: each is locked by the process that made
// it, and what has lost its owner is removed by the next one that looks.
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"snag/analyze/lazyregexp"
)

// made are the folders of this process that were not removed.
var made = struct {
	sync.Mutex
	locks    map[string]*os.File
	over     bool         // nothing is made any more
	removing sync.RWMutex // held for reading while a folder is being removed
}{locks: map[string]*os.File{}}

// names are the names of the folders: what for, and the PID of the owner.
var names = lazyregexp.New(`^snag-([a-z]+)-([0-9]+)-[0-9]+$`)

// Dir makes a folder that only the user may read, for files of the kind, a word in small letters. The
// caller removes it with remove, which may be called again.
func Dir(kind string) (dir string, remove func(), err error) {
	made.Lock()
	defer made.Unlock()
	if made.over {
		return "", nil, errors.New("temporary folders were removed: snag is ending")
	}
	for range 10 {
		dir, err = os.MkdirTemp("", fmt.Sprintf("snag-%s-%d-", kind, os.Getpid()))
		if err != nil {
			return "", nil, err
		}
		lock, err := hold(dir)
		if err != nil {
			os.Remove(dir)
			return "", nil, err
		}
		if lock == nil {
			continue // somebody found it without a lock, and has removed it
		}
		made.locks[dir] = lock
		return dir, func() { drop(dir) }, nil
	}
	return "", nil, fmt.Errorf("no temporary folder can be made in %s", os.TempDir())
}

func drop(dir string) {
	made.Lock()
	lock := made.locks[dir]
	delete(made.locks, dir)
	made.removing.RLock()
	defer made.removing.RUnlock()
	made.Unlock()
	if lock != nil {
		// Somebody may still write to it. What cannot be removed now is found by a later Sweep.
		for range 3 {
			if os.RemoveAll(dir) == nil {
				break
			}
		}
		lock.Close()
	}
}

// Remove removes all folders of this process, which makes none after it. It waits for those that others are
// about to remove: the process may end when it returns.
func Remove() {
	made.Lock()
	made.over = true
	var dirs []string
	for dir := range made.locks {
		dirs = append(dirs, dir)
	}
	made.Unlock()
	for _, dir := range dirs {
		drop(dir)
	}
	made.removing.Lock()
	defer made.removing.Unlock()
}

// Sweep removes the folders that this user's earlier processes left behind: those that Dir names like
// this and that nobody holds.
func Sweep() {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, entry := range entries {
		match := names.FindStringSubmatch(entry.Name())
		if match == nil || !entry.IsDir() {
			continue
		}
		dir := filepath.Join(os.TempDir(), entry.Name())
		if release, ok := abandoned(dir, match[2]); ok {
			os.RemoveAll(dir)
			release()
		}
	}
}
