// Package source finds the source files below some roots, reads them, and knows which of their lines
// changed since a revision.
package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"snag/analyze/source/extract"
)

// Options tell which files to leave out. The zero Options leave out everything that is seldom meant.
type Options struct {
	// IncludeIgnored reads what a .gitignore file or .git/info/exclude leaves out.
	IncludeIgnored bool
	// IncludeVendored enters folders of other people's code, such as node_modules.
	IncludeVendored bool
	// IncludeMinified reads bundles that were made for a machine to read.
	IncludeMinified bool
	// IncludeBuilt reads what a build made of other files.
	IncludeBuilt bool
	// Exclude are files and folders to leave out, Only the only files to read unless it is nil. Both match
	// paths from their own folder, and from the root that a file was found below.
	Exclude []*Patterns
	Only    *Patterns
	// NoIgnoreFile reads what a .snagignore file leaves out.
	NoIgnoreFile bool
	// Also are further endings, with the dot and in lower case, of files to find. These have the zero
	// Language.
	Also []string
	// MaxSize is the size in bytes of the largest file to read; 0 means DefaultMaxSize.
	MaxSize int64
}

// DefaultMaxSize is the size in bytes of the largest file that is read unless told otherwise.
const DefaultMaxSize = 32 << 20

// also reports whether a file is to be found by its ending alone.
func (o Options) also(name string) bool {
	return slices.Contains(o.Also, strings.ToLower(filepath.Ext(name)))
}

func (o Options) maxSize() int64 {
	if o.MaxSize > 0 {
		return o.MaxSize
	}
	return DefaultMaxSize
}

// Reason is why a file or folder was left out.
type Reason uint8

// The reasons.
const (
	Ignored    Reason = iota + 1 // by a .gitignore file
	Vendored                     // a folder of other people's code
	Repository                   // a folder of a version control system
	Minified                     // a bundle made for a machine to read
	Excluded                     // by Options.Exclude or a .snagignore file
	Built                        // made by a build out of other files
	Binary                       // not text
	TooLarge                     // over Options.MaxSize
	Link                         // a symbolic link met below a root
	NotRegular                   // a pipe, socket or device, or a folder in place of a file
	NotSource                    // in no known language; only for a file named as a root
	Unreadable                   // the system refused
)

var reasonTexts = [...]string{
	Ignored: "ignored by git", Vendored: "code of others", Repository: "version control data",
	Minified: "minified", Excluded: "excluded", Built: "build output", Binary: "not text", TooLarge: "too large", Link: "symbolic link",
	NotRegular: "not a regular file", NotSource: "not a known language", Unreadable: "not readable",
}

// String returns the reason in words.
func (r Reason) String() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return ""
}

// Skip is why a file was not read.
type Skip struct {
	Reason Reason
	// Detail says more, in a clause, or is empty.
	Detail string
	// Err is the system's error when the Reason is Unreadable, else nil.
	Err error
}

// String returns the reason and the detail in words.
func (s *Skip) String() string {
	if s.Detail == "" {
		return s.Reason.String()
	}
	return s.Reason.String() + ": " + s.Detail
}

// File is a file that Walk found, or a folder or file that it left out.
type File struct {
	// Path is the root as it was given joined with the path below it.
	Path string
	// Language is how to read it. It is the zero Language when Skip is not nil.
	Language extract.Language
	// Size is in bytes, as far as it is known.
	Size int64
	// Named reports whether the file is itself one of the roots.
	Named bool
	// Dir reports whether a whole folder was left out.
	Dir bool
	// Skip is why the file is not to be read, or nil.
	Skip *Skip

	root string // the folder that the walk began at, as it was given; "" for a file that is a root itself
}

// modules is the folder in which packages of JavaScript are installed.
const modules = "node_modules"

// vendored are the folders that hold code of others.
var vendored = []string{modules, "vendor", "bower_components", "jspm_packages", ".yarn"}

// ownConfig is the config of snag itself, which has keys as data with patterns has them.
const ownConfig = "snag.yaml"

// repositories are the folders of version control systems. They are never entered.
var repositories = []string{".git", ".hg", ".svn", ".bzr", ".jj", ".sl", "_darcs", "CVS"}

// Walk returns the source files below the roots: the roots in the order given, and below each the files in the order of
// their names, folder by folder. Files in other languages, and data that is left out, are passed over in silence; all
// others that are left out appear with a reason, and a folder that is left out appears once. A root that is a file is
// to be read if that is possible at all, unless it is excluded. What two roots have in common is found once. Links
// below a root are not followed, and pipes, sockets and devices never opened. When ctx ends the walk ends.
func Walk(ctx context.Context, roots []string, options Options) iter.Seq[File] {
	return func(yield func(File) bool) {
		w := walker{ctx: ctx, options: options, roots: make(map[string]bool), yield: yield}
		var absolute []string
		for _, root := range roots {
			absolute = append(absolute, resolved(root))
			w.roots[resolved(root)] = true
		}
		for i, root := range roots {
			if slices.Contains(absolute[:i], absolute[i]) {
				continue
			}
			if !w.root(filepath.Clean(root), absolute[i]) {
				return
			}
		}
	}
}

// resolved returns the absolute path without links, as far as it exists.
func resolved(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return name
}

type walker struct {
	ctx     context.Context
	options Options
	roots   map[string]bool // absolute
	yield   func(File) bool
	// What is known about the root that is being walked.
	name, absolute string
	own            []*Patterns // packages below a node_modules that are the project's own
}

// root walks one root. Like all steps of the walk it returns false when the walk is over.
func (w *walker) root(name, absolute string) bool {
	info, err := os.Stat(name)
	switch {
	case w.ctx.Err() != nil:
		return false
	case err != nil:
		return w.yield(File{Path: name, Named: true, Skip: unreadable(err)})
	}
	w.name, w.absolute, w.own = name, absolute, nil
	if !w.options.NoIgnoreFile && ignoreFilesExclude(absolute, info.IsDir()) || w.excluded(absolute, info.IsDir()) {
		return w.yield(File{Path: name, Named: true, Dir: info.IsDir(), Skip: &Skip{Reason: Excluded}})
	}
	if info.IsDir() {
		return w.dir(name, absolute, w.enclosing(absolute), true)
	}
	if !w.wanted(absolute) {
		return true
	}
	f := File{Path: name, Size: info.Size(), Named: true}
	if !info.Mode().IsRegular() {
		f.Skip = &Skip{Reason: NotRegular, Detail: "it is a " + kindOf(info.Mode())}
		return w.yield(f)
	}
	var ok bool
	if f.Language, ok = language(name); !ok && !w.options.also(name) {
		f.Skip = &Skip{Reason: NotSource, Detail: "the endings that are read are " + strings.Join(extract.Endings(), " ")}
		return w.yield(f)
	}
	f.Skip = w.options.tooLarge(f.Size)
	return w.yield(f)
}

// excluded reports whether patterns leave out a file or folder, given absolute.
func (w *walker) excluded(absolute string, dir bool) bool {
	return slices.ContainsFunc(w.options.Exclude, func(p *Patterns) bool { return p.match(absolute, w.absolute, dir) })
}

// wanted reports whether a file, given absolute, is among those to read.
func (w *walker) wanted(absolute string) bool {
	return w.options.Only == nil || w.options.Only.match(absolute, w.absolute, false)
}

func (o Options) tooLarge(size int64) *Skip {
	if limit := o.maxSize(); size > limit {
		return &Skip{Reason: TooLarge, Detail: fmt.Sprintf("%d bytes, and the limit is %d", size, limit)}
	}
	return nil
}

func unreadable(err error) *Skip {
	var path *fs.PathError
	detail := err.Error()
	if errors.As(err, &path) {
		detail = path.Err.Error() // the path is known
	}
	return &Skip{Reason: Unreadable, Detail: detail, Err: err}
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	case mode.IsDir():
		return "folder"
	}
	return "special file"
}

// dir walks a folder. inherited are the rules from above it.
func (w *walker) dir(name, absolute string, rules ignoreRules, top bool) bool {
	if w.ctx.Err() != nil {
		return false
	}
	entries, err := os.ReadDir(name)
	if err != nil && !w.yield(File{Path: name, Dir: true, Named: top, Skip: unreadable(err)}) {
		return false
	}
	if !w.options.IncludeIgnored {
		if !top && isRepository(absolute) {
			rules.git = repositoryRules(absolute) // a repository within another keeps its own rules
		}
		rules.git = rules.git.addIgnoreFile(filepath.Join(absolute, ".gitignore"), filepath.ToSlash(absolute))
	}
	if !w.options.NoIgnoreFile {
		rules.snag = rules.snag.addIgnoreFile(filepath.Join(absolute, ignoreFile), filepath.ToSlash(absolute))
	}
	if !w.options.IncludeVendored {
		defer w.noteOwn(entries, absolute)()
	}
	for _, e := range entries {
		below, absolute := filepath.Join(name, e.Name()), filepath.Join(absolute, e.Name())
		if w.ctx.Err() != nil {
			return false
		}
		if w.roots[absolute] {
			continue // it has its own turn
		}
		if !w.entry(e, below, absolute, rules) {
			return false
		}
	}
	return true
}

func (w *walker) entry(e fs.DirEntry, name, absolute string, rules ignoreRules) bool {
	mode := e.Type()
	excluded := !w.options.NoIgnoreFile && rules.snag.ignores(filepath.ToSlash(absolute), mode.IsDir()) || w.excluded(absolute, mode.IsDir())
	if mode.IsDir() {
		skip := func(reason Reason) bool {
			return w.yield(File{Path: name, Dir: true, Skip: &Skip{Reason: reason}})
		}
		switch {
		case slices.Contains(repositories, e.Name()):
			return skip(Repository)
		case excluded:
			return skip(Excluded)
		}
		ignored := !w.options.IncludeIgnored && rules.git.ignores(filepath.ToSlash(absolute), true)
		switch {
		case !w.options.IncludeVendored && slices.Contains(vendored, e.Name()):
			if e.Name() == modules && !ignored && w.hasOwn(absolute) {
				return w.ownModules(name, absolute, rules)
			}
			return skip(Vendored)
		case ignored:
			return skip(Ignored)
		}
		return w.dir(name, absolute, rules, false)
	}
	if !w.wanted(absolute) {
		return true
	}
	f := File{Path: name, root: w.name}
	known, ok := extract.ByPath(name)
	// Nobody expects all data to be read.
	silent := known.Data && !w.options.also(name)
	if ok && silent && e.Name() == ownConfig {
		return true
	}
	ok = ok || w.options.also(name)
	if mode&fs.ModeSymlink != 0 {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			f.Dir = true
		} else if !ok || silent {
			return true
		}
		f.Skip = &Skip{Reason: Link}
		return w.yield(f)
	}
	if !ok && (!mode.IsRegular() || strings.Contains(e.Name(), ".")) {
		return true
	}
	if ignored := !w.options.IncludeIgnored && rules.git.ignores(filepath.ToSlash(absolute), false); ignored || excluded {
		if ok && !silent {
			f.Skip = &Skip{Reason: Ignored}
			if excluded {
				f.Skip.Reason = Excluded
			}
			return w.yield(f)
		}
		return true
	}
	if !mode.IsRegular() {
		f.Skip = &Skip{Reason: NotRegular, Detail: "it is a " + kindOf(mode)}
		return w.yield(f)
	}
	if !ok {
		if known, ok = language(name); !ok {
			return true
		}
	}
	info, err := e.Info()
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return true // removed meanwhile
		}
		f.Skip = unreadable(err)
		return w.yield(f)
	}
	f.Size = info.Size()
	switch {
	case !w.options.IncludeMinified && minifiedName(e.Name()):
		f.Skip = &Skip{Reason: Minified, Detail: "by its name"}
	default:
		f.Skip = w.options.tooLarge(f.Size)
	}
	if f.Skip == nil {
		f.Language = known
	} else if silent {
		return true
	}
	return w.yield(f)
}
