package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"snag/analyze/reach/link"
	"snag/analyze/source/extract"
)

// Snapshot is the regular files of a commit, or of git's index, below a folder, by their names with slashes from
// there on. Their content is that of git's objects, whatever the working tree has. It may be used by several
// goroutines.
type Snapshot struct {
	folder string            // absolute
	files  map[string]string // the objects of files
	named  map[string][]string

	mu      sync.Mutex
	objects *objects
}

// newSnapshot returns the files below a folder, of those of a repository with their objects.
func newSnapshot(g git, top, folder string, all map[string]string) (*Snapshot, error) {
	prefix, err := filepath.Rel(top, folder)
	if err != nil || !filepath.IsLocal(prefix) {
		return nil, fmt.Errorf("%s: %w", folder, ErrNoTree)
	}
	s := &Snapshot{folder: folder, files: map[string]string{}, named: map[string][]string{}}
	for name, object := range all {
		if prefix != "." {
			var ok bool
			if name, ok = strings.CutPrefix(name, filepath.ToSlash(prefix)+"/"); !ok {
				continue
			}
		}
		s.files[name] = object
	}
	for _, name := range s.Names() {
		link.Note(s.named, name)
	}
	s.objects, err = g.objects()
	return s, err
}

// Folder is the folder that the names of the files begin in, absolute and without links.
func (s *Snapshot) Folder() string { return s.folder }

// Name is the name of a file by its path.
func (s *Snapshot) Name(path string) string {
	name, err := filepath.Rel(s.folder, resolvedParent(path))
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(name)
}

// Names returns the names of all files, sorted.
func (s *Snapshot) Names() []string { return slices.Sorted(maps.Keys(s.files)) }

// Named returns the names of the files with a last name.
func (s *Snapshot) Named(name string) []string { return s.named[name] }

// Exists reports whether there is a file of the name.
func (s *Snapshot) Exists(name string) bool { return s.files[name] != "" }

// Read returns the content of a file, of up to 64 MB.
func (s *Snapshot) Read(name string) ([]byte, error) {
	object := s.files[name]
	if object == "" {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.objects.read(object)
}

// Close lets go of git.
func (s *Snapshot) Close() error { return s.objects.close() }

// Base returns the files of the commit that was compared with, below a folder of the working tree.
func (c *Changes) Base(ctx context.Context, dir string) (*Snapshot, error) {
	g := git{ctx: ctx, dir: c.top}
	all, err := g.tree(c.Revision)
	if err != nil {
		return nil, err
	}
	return newSnapshot(g, c.top, resolved(dir), all)
}

// Staged returns the files in git's index below a folder, and what the next commit changes in them. The errors are
// those of ChangedSince, and git is used in the same way. In a repository without a commit all is new.
func Staged(ctx context.Context, dir string) (*Snapshot, *Changes, error) {
	c, g, err := changesIn(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	if c.Revision, err = g.commit("HEAD"); err != nil && !errors.Is(err, ErrNoRevision) {
		return nil, nil, err
	}
	g.dir = c.top
	listed, err := g.output("ls-files", "-z", "--stage", "--full-name")
	if err != nil {
		return nil, nil, err
	}
	c.staged = map[string]string{}
	for entry := range bytes.SplitSeq(listed, []byte{0}) {
		about, name, ok := strings.Cut(string(entry), "\t")
		fields := strings.Fields(about) // mode, object, stage
		if !ok || len(fields) != 3 || !strings.HasPrefix(fields[0], "100") || fields[2] != "0" || !filepath.IsLocal(filepath.FromSlash(name)) {
			continue // links, modules of git, and conflicts, which cannot be committed
		}
		c.staged[name] = fields[1]
	}
	if err := c.compare(g); err != nil {
		return nil, nil, err
	}
	s, err := newSnapshot(g, c.top, resolved(dir), c.staged)
	return s, c, err
}

// Files returns the files of a snapshot below roots, as Walk would find them: by their names, and with what it leaves
// out. The roots are paths; those of files name them.
func (s *Snapshot) Files(roots []string, options Options) iter.Seq[File] {
	return func(yield func(File) bool) {
		for _, name := range s.Names() {
			absolute := filepath.Join(s.folder, filepath.FromSlash(name))
			for _, root := range roots {
				at := resolvedParent(root)
				if below, err := filepath.Rel(at, absolute); err != nil || !filepath.IsLocal(below) {
					continue
				}
				f, ok := s.file(name, absolute, root, at, options)
				if ok && !yield(f) {
					return
				}
				break
			}
		}
	}
}

// resolvedParent returns the absolute path of a file or folder without links above it. It need not exist.
func resolvedParent(name string) string {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if absolute == resolved(absolute) || filepath.Clean(name) == "." {
		return resolved(absolute)
	}
	return filepath.Join(resolved(filepath.Dir(absolute)), filepath.Base(absolute))
}

func (s *Snapshot) file(name, absolute, root, at string, options Options) (f File, ok bool) {
	below, err := filepath.Rel(at, absolute)
	if err != nil {
		return f, false
	}
	f = File{Path: filepath.Join(root, below), root: root}
	f.Language, ok = extract.ByPath(name)
	if !ok || path.Base(name) == ownConfig {
		return f, false
	}
	w := walker{options: options, absolute: at}
	skip := func(reason Reason, detail string) (File, bool) {
		f.Skip, f.Language = &Skip{Reason: reason, Detail: detail}, extract.Language{}
		return f, true
	}
	switch folders := strings.Split(path.Dir(name), "/"); {
	case !w.wanted(absolute):
		return f, false
	case w.excluded(absolute, false) || !options.NoIgnoreFile && ignoreFilesExclude(absolute, false):
		return skip(Excluded, "")
	case !options.IncludeVendored && slices.ContainsFunc(folders, func(folder string) bool { return slices.Contains(vendored, folder) }):
		return skip(Vendored, "")
	case !options.IncludeMinified && minifiedName(path.Base(name)):
		return skip(Minified, "by its name")
	}
	return f, true
}

// ReadFile returns the content of a file of the snapshot that Files found, or why it is left out, as Read does for
// one on disk.
func (s *Snapshot) ReadFile(f File, options Options) ([]byte, *Skip) {
	if f.Skip != nil {
		return nil, f.Skip
	}
	text, err := s.Read(s.Name(f.Path))
	if err != nil {
		return nil, unreadable(err)
	}
	if skip := options.tooLarge(int64(len(text))); skip != nil {
		return nil, skip
	}
	return judgeContent(f, text, options)
}
