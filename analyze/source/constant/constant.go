// Package constant finds the values of names in the files of a project: of what a file declares once, of the members of
// its objects, and of what it imports from other files.
//
// A name has a value where one place in its file declares it and none assigns to it. An object or a list has its members
// where the file only reads them; that another file may change what it imports is not heeded.
package constant

import (
	"path"
	"sync"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/ecmascript"
	"snag/analyze/source/tree/python"
)

// Files are the files of a project. Their paths have slashes. The functions are called by several goroutines at once.
type Files struct {
	// Resolve returns the file that a module, as written, means in a file; ok is false for none.
	Resolve func(from, module string) (file string, ok bool)
	// Read returns the text of a file.
	Read func(file string) ([]byte, error)
}

// Project finds values in the files of a project. It may be used by several goroutines at once.
type Project struct {
	files Files

	mu  sync.Mutex
	all map[string]*file // those that others import; nil for what cannot be read
}

// New returns a project of some files.
func New(files Files) *Project { return &Project{files: files, all: map[string]*file{}} }

const (
	// longestFile bounds the size in bytes of a file in which values are looked for. Modules of constants are small.
	longestFile = 512 << 10
	// mostFiles bounds how many files with what others import are kept.
	mostFiles = 2000
	// mostSteps bounds the expressions that are read for one name.
	mostSteps = 10_000
)

// In returns what finds values in the text of a file. It is for one goroutine.
func (p *Project) In(path string, l extract.Language, text []byte) *Scope {
	return &Scope{project: p, path: path, language: l, text: text}
}

// Scope finds the values of names where a file uses them.
type Scope struct {
	project  *Project
	path     string
	language extract.Language
	text     []byte
	file     *file // nil before the first question
	// Asked reports whether what the file means may depend on other files.
	Asked bool
}

// Value returns the value of a name at an offset of the file, with members behind it, as in a.B.C; ok is false where it
// is not known or is no text, number, regex or list of these.
func (s *Scope) Value(at int, names []string) (v literal.Value, ok bool) {
	if len(names) == 0 || len(s.text) > longestFile {
		return v, false
	}
	if s.file == nil {
		s.file = read(s.path, s.language, s.text)
	}
	if s.file == nil {
		return v, false
	}
	s.Asked = true
	e := evaluation{project: s.project, steps: mostSteps}
	found, ok := e.name(s.file, names[0], int32(at), 0)
	for _, member := range names[1:] {
		if !ok {
			return v, false
		}
		found, ok = e.member(found, member, 0)
	}
	if ok {
		found, ok = e.settled(found, 0)
	}
	return found.literal, ok && found.known
}

// other returns a file that another imports, nil for none.
func (p *Project) other(from, module string) *file {
	name, ok := p.files.Resolve(from, module)
	if !ok {
		return nil
	}
	p.mu.Lock()
	f, known := p.all[name]
	p.mu.Unlock()
	if known {
		return f
	}
	if l, ok := extract.ByPath(name); ok {
		if text, err := p.files.Read(name); err == nil && len(text) <= longestFile {
			f = read(name, l, text)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.all) >= mostFiles {
		clear(p.all)
	}
	p.all[name] = f
	return f
}

// read returns a file with the declarations in it, nil for a language that is not followed.
func read(name string, l extract.Language, text []byte) *file {
	var t *tree.File
	switch {
	case l.Data || !l.HasTokens():
		return nil
	case l.Dialect == syntax.Python:
		t = python.Parse(text)
	default:
		t = ecmascript.Parse(text, l)
	}
	f := &file{path: path.Clean(name), text: text, python: l.Dialect == syntax.Python, bound: map[string][]binding{}, exported: map[string][]binding{}}
	f.collect(t.Body)
	return f
}
