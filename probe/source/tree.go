package source

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"snag/analyze/reach/link"
)

// Tree reads files of a folder by their names with slashes, relative to it. Nothing outside of the folder is
// read, whatever links point there. It may be used by several goroutines.
type Tree struct {
	root  *os.Root
	named map[string][]string

	mu      sync.Mutex
	folders map[string]map[string]fs.FileMode // by name: the types of what is in a folder; nil for what is none
}

// maxTreeFile bounds the size of a file that a Tree reads, in bytes.
const maxTreeFile = 16 << 20

// NewTree returns the files of a folder. Named tells of those among names alone; the others can be read too.
func NewTree(folder string, names []string) (*Tree, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	t := &Tree{root: root, named: map[string][]string{}, folders: map[string]map[string]fs.FileMode{}}
	for _, name := range names {
		link.Note(t.named, name)
	}
	return t, nil
}

// Close lets go of the folder.
func (t *Tree) Close() error { return t.root.Close() }

// Exists reports whether a regular file of the name can be read.
func (t *Tree) Exists(name string) bool {
	if name == "" || path.IsAbs(name) || strings.HasPrefix(name, "../") {
		return false
	}
	name = path.Clean(name)
	t.mu.Lock()
	defer t.mu.Unlock()
	kind, ok := t.folder(path.Dir(name))[path.Base(name)]
	return ok && kind.IsRegular()
}

// folder returns the types of what is in a folder, which is read once: imports ask for the same few folders again and
// again, and mostly for what is not there.
func (t *Tree) folder(name string) map[string]fs.FileMode {
	all, known := t.folders[name]
	if known {
		return all
	}
	kind := fs.ModeDir
	if name != "." {
		kind = t.folder(path.Dir(name))[path.Base(name)]
	}
	if kind&(fs.ModeDir|fs.ModeSymlink) != 0 {
		all = t.list(name)
	}
	t.folders[name] = all
	return all
}

func (t *Tree) list(name string) map[string]fs.FileMode {
	f, err := t.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(-1)
	all := make(map[string]fs.FileMode, len(entries))
	for _, e := range entries {
		all[e.Name()] = e.Type()
	}
	return all
}

// Read returns the content of a file of up to 16 MB.
func (t *Tree) Read(name string) ([]byte, error) {
	f, err := t.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	case info.Size() > maxTreeFile:
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("larger than 16 MB")}
	}
	text := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	_, err = text.ReadFrom(io.LimitReader(f, maxTreeFile))
	return text.Bytes(), err
}

// Named returns the names of the files with a last name.
func (t *Tree) Named(name string) []string { return t.named[name] }
