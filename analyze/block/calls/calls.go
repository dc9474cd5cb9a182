// Package calls finds calls in the source of servers that block the thread that serves everybody, and
// that run for each request rather than once at the start.
//
// It tolerates any input.
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
)

// Call is a blocking call in code that runs for each request.
type Call struct {
	File             string
	literal.Position        // of the call's name
	End              int    // of the name in bytes
	Name             string // as documented, such as "fs.readFileSync"
	// Why says what makes the code run for each request, in a clause.
	Why string
	// Routed reports whether the source was seen to register the code for requests. Else that is a guess
	// from its form.
	Routed bool
	// Method and Route are those of the request, "" where they are not known.
	Method, Route string
	// Way leads from the handler to the function that the call stands in; it is empty where that is the handler.
	Way []Step
	// Handlers are those that may get to the call, in the order of their files: each that the source registers, or
	// else those that look like one.
	Handlers []Step
	// Within is the line on which the function begins that the call stands in.
	Within int
	// Inside is the call that blocks in the package whose function this calls, nil where this is the one.
	Inside *Step
	// Instead says what to use in its place.
	Instead string
	// Minor reports whether it is no more than a note: for libraries that have synchronous calls only, and where nothing
	// says more of the code than that it is exported.
	Minor bool
}

// Step is a function on the way to a call.
type Step struct {
	File string
	Name string
	literal.Position
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

// Knows reports whether the blocking calls of a language are known.
func Knows(l extract.Language) bool { return tables[l.Name] != nil || outlines[l.Name] != nil }

// Find returns the blocking calls of a project.
func Find(in calling.Input) Result {
	in.May = MayCall
	r := In(in, calling.Read(in))
	r.Add(Outlined(in))
	return r
}

// Add adds what was found in other files.
func (r *Result) Add(other Result) {
	r.Calls = append(r.Calls, other.Calls...)
	r.Left = append(r.Left, other.Left...)
	sorting.Stable(r.Calls, func(a, b Call) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Offset-b.Offset) })
}

// In returns the blocking calls of programs that were read of a project, also those of functions of installed packages
// that block. Those in files that are read without values Outlined returns.
func In(in calling.Input, programs []*calling.Program) Result {
	var r Result
	packaged := packages(in, programs)
	for _, p := range programs {
		r.Left = append(r.Left, p.Left...)
		r.Limited = cmp.Or(r.Limited, p.Limited)
		lines := map[*calling.File]*literal.Lines{}
		each(p, packaged, func(c *calling.Call, b blocker) {
			start, end := c.Span()
			r.Calls = append(r.Calls, callOf(p, c.File, start, end, b, c.Func, lines))
		})
		for i := range p.Funcs {
			f := &p.Funcs[i]
			if why := p.Why(i); why.Given() && f.File.Language.Name == "C#" {
				results(p, i, func(start, end int) { r.Calls = append(r.Calls, callOf(p, f.File, start, end, taskResult, i, lines)) })
			}
		}
	}
	sorting.Stable(r.Calls, func(a, b Call) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Offset-b.Offset) })
	return r
}

// each calls visit with the calls of a program that block for each request. Packaged are the functions of packages that
// do.
func each(p *calling.Program, packaged map[string]blocker, visit func(c *calling.Call, b blocker)) {
	p.Calls(func(c *calling.Call) {
		table := tables[c.File.Language.Name]
		if !p.Why(c.Func).Given() || c.Seldom() || table == nil {
			return
		}
		for _, name := range c.Names {
			b, ok := table.find(name, c)
			if !ok {
				b, ok = packaged[name]
			}
			if ok {
				visit(c, b)
				return
			}
		}
	})
}

// FindText returns the blocking calls of a file by itself.
func FindText(path string, src []byte) []Call {
	files := link.NewList([]string{path}, func(string) ([]byte, error) { return src, nil })
	in := calling.Input{Paths: []string{path}, Files: files, Jobs: 1, May: may}
	r := In(in, calling.Read(in))
	r.Add(Outlined(in))
	return r.Calls
}

func callOf(p *calling.Program, file *calling.File, start, end int, b blocker, function int, lines map[*calling.File]*literal.Lines) Call {
	why := p.Why(function)
	step := func(i int) Step {
		f := &p.Funcs[i]
		return Step{f.File.Path, p.Name(i, "a request handler"), positionIn(lines, f.File, int(f.Tree.Start))}
	}
	x := Call{File: file.Path, End: end, Position: positionIn(lines, file, start), Name: b.name, Why: why.Text,
		Routed: why.Routed, Method: why.Method, Route: why.Route, Instead: b.instead, Minor: b.minor || why.Exported, Inside: b.inside}
	if len(why.Way) > 1 {
		for _, i := range why.Way {
			x.Way = append(x.Way, step(i))
		}
	}
	x.Within = step(function).Line
	for _, i := range p.Handlers(function) {
		x.Handlers = append(x.Handlers, step(i))
	}
	return x
}

func positionIn(lines map[*calling.File]*literal.Lines, f *calling.File, offset int) literal.Position {
	l := lines[f]
	if l == nil {
		made := literal.NewLines(f.Text)
		l = &made
		lines[f] = l
	}
	return l.Position(offset)
}

// MayCall reports whether a file can have a call that blocks, be it of a function of a package.
func MayCall(l extract.Language, text []byte) bool {
	return may(l, text) || tables[l.Name] == script && (bytes.Contains(text, []byte("require(")) || bytes.Contains(text, []byte("import ")))
}

// may reports whether a file can have a call that blocks by itself.
func may(l extract.Language, text []byte) bool {
	t := tables[l.Name]
	return t != nil && slices.ContainsFunc(t.hints, func(h string) bool { return bytes.Contains(text, []byte(h)) })
}
