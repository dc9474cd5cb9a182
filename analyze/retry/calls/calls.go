// Package calls finds calls of other services in source code that wait for ever, and loops that repeat them in ways
// that make an outage worse.
//
// It says nothing about what it cannot see: options that come from elsewhere, and clients whose making is not found.
package calls

import (
	"bytes"
	"cmp"
	"slices"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
	"snag/analyze/sorting"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/analyze/source/tree"
)

// Call is a call, or a loop around one, about which there is something to say.
type Call struct {
	File string
	literal.Position
	End  int    // of the name of the call, in bytes
	Name string // as documented, such as "requests.get"
	Rule string
	// Why says what is wrong, in a sentence.
	Why string
	// Instead says what to do.
	Instead string
	// Prove is the command that would show it.
	Prove string
	// Minor reports whether it is no more than a note: the library gives up by itself, but late.
	Minor bool
}

// Result is what was found.
type Result struct {
	// Calls are in the order of the files, and of each file.
	Calls []Call
	// Left are files that were not read, and Limited says why values were not followed to the end, "" where they
	// were.
	Left    []string
	Limited string
}

// Knows reports whether the clients of a language are known.
func Knows(l extract.Language) bool { return tables[l.Name] != nil || l.Name == "Go" }

// Find returns the calls of a project that have no timeout, and those that are repeated badly.
func Find(in calling.Input) Result {
	in.May = mayCall
	var r Result
	for _, p := range calling.Read(in) {
		r.Left = append(r.Left, p.Left...)
		r.Limited = cmp.Or(r.Limited, p.Limited)
		f := &finder{program: p, files: in.Files, lines: map[*calling.File]*literal.Lines{}}
		f.find()
		r.Calls = append(r.Calls, f.found...)
	}
	var inGo packages
	for _, file := range in.Paths {
		if l, ok := extract.ByPath(file); ok && l.Name == "Go" {
			text, err := in.Files.Read(file)
			if err != nil {
				r.Left = append(r.Left, file)
				continue
			}
			inGo.add(file, text)
		}
	}
	r.Calls = append(r.Calls, inGo.calls()...)
	sorting.Stable(r.Calls, func(a, b Call) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Offset-b.Offset, cmp.Compare(a.Rule, b.Rule))
	})
	r.Calls = slices.CompactFunc(r.Calls, func(a, b Call) bool {
		return a.File == b.File && a.Offset == b.Offset && a.Rule == b.Rule
	})
	return r
}

// mayCall reports whether a file can have a call of a client.
func mayCall(l extract.Language, text []byte) bool {
	t := tables[l.Name]
	return t != nil && slices.ContainsFunc(t.hints, func(h string) bool { return bytes.Contains(text, []byte(h)) })
}

// finder looks through a program.
type finder struct {
	program *calling.Program
	files   link.Files
	lines   map[*calling.File]*literal.Lines
	// requests are the calls that send something to another service.
	requests []*request
	defaults map[string]bool // modules for which the program sets a timeout once
	found    []Call
}

// request is a call that sends something to another service.
type request struct {
	*calling.Call
	client
	name string
}

func (f *finder) find() {
	f.defaults = f.setOnce()
	f.program.Calls(func(c *calling.Call) {
		table := tables[c.File.Language.Name]
		if c.Aside() || c.Graph.Tree.Op == tree.New || c.File.Graph.Language == tree.Python && c.Awaited() {
			return // a constructor sends nothing, and what waits for a request in Python cannot be awaited
		}
		for _, name := range c.Names {
			if known, ok := table.by[name]; ok {
				r := &request{c, known, name}
				f.requests = append(f.requests, r)
				f.timeout(r)
				return
			}
		}
	})
	f.loops()
	f.decorated()
}

// add notes a finding at a call.
func (f *finder) add(c *calling.Call, x Call) {
	start, end := c.Span()
	x.File, x.End = c.File.Path, end
	l := f.lines[c.File]
	if l == nil {
		made := literal.NewLines(c.File.Text)
		l = &made
		f.lines[c.File] = l
	}
	x.Position = l.Position(start)
	x.Prove = prove(c, f.files)
	f.found = append(f.found, x)
}
