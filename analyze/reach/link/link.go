// Package link finds out which file an import means, and what the packages of a project tell about
// themselves. It knows files only from a listing that the caller gives.
package link

import (
	"path"
	"strings"
	"sync"
)

// Files are the files that imports may mean. Paths have slashes and no "." or ".." in them; they are
// relative to one folder, or all absolute. Its methods are called by several goroutines at once.
type Files interface {
	// Exists reports whether a file is there.
	Exists(path string) bool
	// Read returns its text.
	Read(path string) ([]byte, error)
	// Named returns the paths of all files with a last name, in order, or with one of some extensions, such as "*.gemspec".
	Named(name string) []string
}

// Note adds a path to those by the names that [Files] are asked for.
func Note(named map[string][]string, file string) {
	base := path.Base(file)
	named[base] = append(named[base], file)
	if ext := path.Ext(file); ext == gemspec || ext == goFile {
		named["*"+ext] = append(named["*"+ext], file)
	}
}

// gemspec is the extension of the files that describe packages of Ruby, whose names are those of the packages.
const gemspec = ".gemspec"

// Linker finds out which file an import means. It may be used by several goroutines.
type Linker struct {
	files Files

	mu        sync.Mutex
	manifests map[string]*manifest // by folder; nil for none
	configs   map[string]*tsconfig // by folder; nil for none
	packages  map[string]*Package  // by folder; nil for none
	workspace map[string]string    // folder by name, of packages that are not installed
	gemspecs  map[string]string    // by folder; nil before they were looked for
	// descriptions are the files that describe installed packages of Python, by the folders of these; nil before they
	// were looked for.
	descriptions map[string]string
	crates       map[string]string             // of Rust the folder of the code by name; nil before they were looked for
	folders      map[string]string             // of Go the first file by folder; nil before they were looked for
	autoload     []prefix                      // of PHP, longest first; nil before they were looked for
	found        map[wanted]string             // "" for nothing
	needed       map[string][2]map[string]bool // folders of packages by project: to run, and for development
}

// wanted is an import as a folder sees it, in Rust as a file does.
type wanted struct{ folder, extension, module string }

// New returns a linker over some files.
func New(files Files) *Linker {
	return &Linker{
		files: files, manifests: map[string]*manifest{}, configs: map[string]*tsconfig{}, packages: map[string]*Package{},
		found: map[wanted]string{}, needed: map[string][2]map[string]bool{},
	}
}

// longestFile bounds what is read of a file that describes a package, in bytes.
const longestFile = 1 << 20

// Resolve returns the file that a module means in a file. The module is written as in its language: what
// require and import get in JavaScript; "a.b" and ".b" in Python; what require gets in Ruby, "./b" for
// require_relative, or a constant as "A::B"; what include gets in PHP, or a class with its namespace; a
// class with its package or namespace in Java, Kotlin and C#; a package in Go, of which it is the first file, and that of
// the file itself as "."; a module in Rust, as "crate::a", "self::a", "super::a" or "crate_name::a". What is not among the files has no path.
func (l *Linker) Resolve(from, module string) (file string, ok bool) {
	if module == "" || len(module) > 1000 || strings.ContainsRune(module, 0) {
		return "", false
	}
	key := wanted{path.Dir(from), path.Ext(from), module}
	if key.extension == rustFile {
		key.folder = from
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	file, known := l.found[key]
	if !known {
		file = l.resolve(key)
		key.module = strings.Clone(module) // which else keeps the text of a whole file
		l.found[key] = file
	}
	return file, file != ""
}

func (l *Linker) resolve(w wanted) string {
	switch w.extension {
	case ".py", ".pyi", ".pyw":
		return l.python(w.folder, w.module)
	case ".rb", ".rake", ".ru", gemspec, ".erb":
		return l.ruby(w.folder, w.module)
	case ".php", ".phtml", ".inc":
		return l.php(w.folder, w.module)
	case ".java", ".kt", ".kts":
		return l.java(w.folder, w.module)
	case ".cs", ".cshtml", ".razor":
		return l.csharp(w.folder, w.module)
	case ".go":
		return l.golang(w.folder, w.module)
	case rustFile:
		return l.rust(w.folder, w.module)
	}
	return l.node(w)
}

// read returns the text of a file, nil when it cannot be had.
func (l *Linker) read(file string) []byte {
	if !l.files.Exists(file) {
		return nil
	}
	text, err := l.files.Read(file)
	if err != nil || len(text) > longestFile {
		return nil
	}
	return text
}

// first returns the first file that exists, "" for none.
func (l *Linker) first(files ...string) string {
	for _, f := range files {
		if l.files.Exists(f) {
			return f
		}
	}
	return ""
}

// join joins parts of a path. A path that would leave the outermost folder is none.
func join(parts ...string) (string, bool) {
	p := path.Join(parts...)
	return p, p != ".." && !strings.HasPrefix(p, "../")
}

// below joins a folder and a path in it. What would lead out of the folder is none.
func below(folder, inside string) (string, bool) {
	p := path.Join(folder, inside)
	return p, folder == "." && !strings.HasPrefix(p, "..") && !path.IsAbs(p) || strings.HasPrefix(p+"/", strings.TrimSuffix(folder, "/")+"/")
}

// up calls f with a folder and those around it, innermost first, until f returns something.
func up(folder string, f func(folder string) string) string {
	for {
		if found := f(folder); found != "" {
			return found
		}
		parent := path.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}

// nearest returns that of several files that has the longest path in common with a folder.
func nearest(folder string, files []string) string {
	best, most := "", -1
	for _, f := range files {
		n := 0
		a, b := strings.Split(folder, "/"), strings.Split(path.Dir(f), "/")
		for n < len(a) && n < len(b) && a[n] == b[n] {
			n++
		}
		if n > most {
			best, most = f, n
		}
	}
	return best
}

// List is Files of which all paths are known.
type List struct {
	read   func(string) ([]byte, error)
	exists map[string]bool
	named  map[string][]string
}

// NewList returns files with some paths, which read gives the text of.
func NewList(paths []string, read func(string) ([]byte, error)) *List {
	l := &List{read, make(map[string]bool, len(paths)), make(map[string][]string, len(paths))}
	for _, p := range paths {
		if !l.exists[p] {
			l.exists[p] = true
			Note(l.named, p)
		}
	}
	return l
}

// Exists implements [Files].
func (l *List) Exists(file string) bool { return l.exists[file] }

// Read implements [Files].
func (l *List) Read(file string) ([]byte, error) { return l.read(file) }

// Named implements [Files].
func (l *List) Named(name string) []string { return l.named[name] }
