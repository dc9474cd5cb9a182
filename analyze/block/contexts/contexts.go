// Package contexts finds code that loses what belongs to a request, keeps it for others, or waits for threads in a
// way that can stop all of them: asynchronous contexts of Node.js, context variables of Python, and threads of Rails.
//
// It says nothing about what it cannot see, and tolerates any input.
package contexts

import (
	"bytes"
	"cmp"
	"slices"

	"snag/analyze/reach/calling"
	"snag/analyze/sorting"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/analyze/source/tree"
)

// Place is a place in the code about which there is something to say.
type Place struct {
	File string
	literal.Position
	End  int    // of what is wrong, in bytes
	Name string // of what is called or assigned, as people know it
	Rule string
	// Why says what is wrong, in a sentence.
	Why string
	// Instead says what to do.
	Instead string
	// Prove is the command that would show it on the running service.
	Prove string
	// Minor reports whether it is no more than a note.
	Minor bool
}

// Knows reports whether the contexts of a language are known.
func Knows(l extract.Language) bool { return hints[l.Name] != nil || l.Name == "Go" }

// hints are texts of which a file has one that may have something to say, by the name of the language.
var hints = map[string][]string{
	"JavaScript": script, "TypeScript": script, "TSX": script,
	"Python": {"contextvars", "ContextVar"},
	"Ruby":   {"Thread", "Concurrent", "executor"},
}

// script are the hints of JavaScript: a variable that holds a request has no other name.
var script = []string{"AsyncLocalStorage", "req", "ctx", "context", "locals"}

// May reports whether a file can have such a place.
func May(l extract.Language, text []byte) bool {
	return slices.ContainsFunc(hints[l.Name], func(h string) bool { return bytes.Contains(text, []byte(h)) })
}

// In returns the places in programs, in the order of the files, and of each file.
func In(programs []*calling.Program) []Place {
	var all []Place
	for _, p := range programs {
		f := &finder{program: p, lines: map[*calling.File]*literal.Lines{}}
		switch p.Language() {
		case tree.JavaScript:
			f.node()
			f.kept()
		case tree.Python:
			f.python()
		case tree.Ruby:
			f.rails()
		}
		all = append(all, f.found...)
	}
	sorting.Stable(all, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Offset-b.Offset, cmp.Compare(a.Rule, b.Rule))
	})
	return slices.CompactFunc(all, func(a, b Place) bool { return a.File == b.File && a.Offset == b.Offset && a.Rule == b.Rule })
}

// finder looks through a program.
type finder struct {
	program *calling.Program
	lines   map[*calling.File]*literal.Lines
	found   []Place
}

// add notes a place between two offsets of a file.
func (f *finder) add(file *calling.File, start, end int, x Place) {
	l := f.lines[file]
	if l == nil {
		made := literal.NewLines(file.Text)
		l = &made
		f.lines[file] = l
	}
	x.File, x.Position, x.End = file.Path, l.Position(start), end
	f.found = append(f.found, x)
}

// at notes a place at a call.
func (f *finder) at(c *calling.Call, x Place) {
	start, end := c.Span()
	f.add(c.File, start, end, x)
}

// target is the address of a request in a command, as far as the source says it.
func target(why calling.Reason) string {
	route := why.Route
	if route == "" || route[0] != '/' {
		route = "/PATH"
	}
	return "'http://127.0.0.1:PORT" + route + "'"
}

// provePool is the run that sends requests at once and looks for what belongs to another one, or hangs.
func provePool(why calling.Reason) string {
	if why.Method != "" && why.Method != "GET" {
		return "snag block pool -X " + why.Method + " " + target(why)
	}
	return "snag block pool " + target(why)
}
