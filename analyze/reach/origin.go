package reach

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
	"snag/analyze/regex/edited"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// origin is where a text comes from that gets to a match, and how it gets there: what is known of it from the files of
// one package.
type origin struct {
	from flow.Origin
	// level is that of a rule's value if it gets there for sure.
	level                      Level
	possible                   bool
	max, sourceMax, asList     int64
	kind, framework            string
	method, route, input, name string
	// without is a class of the characters that no text of the source has, "" for none.
	without  string
	function model.Root // of a Library
	call     LibraryCall
	handler  Place
	trace    []Place
	edits    []edit
	edited   []Place
	closed   bool
	joined   int
	inside   int
	whole    int
	pattern  bool // of a Library: the function is the method test of the regex, which other programs get
}

// patternOrigin returns what other programs match with a regex that they get by a name.
func patternOrigin(name model.Access) origin {
	test := model.Access{Root: name.Root, Steps: append(cloned(name.Steps), "test")}
	return origin{
		from: flow.Library, level: Library, max: graph.NoLimit, sourceMax: graph.NoLimit, pattern: true, function: name.Root,
		call: LibraryCall{Module: name.Root.Name, Members: test.Steps}, input: functionName(test) + "(text)",
	}
}

// newOrigin returns what was found as an origin that does not refer to the program.
func newOrigin(h flow.Hit, s *solved) origin {
	o := origin{from: h.Origin, possible: h.Possible, max: h.Max, sourceMax: h.SourceMax, asList: h.AsList, closed: h.Closed, joined: h.Joined, inside: h.Inside, whole: h.Whole}
	switch h.Origin {
	case flow.FromRule:
		o.level = levelOf(h.Source, false)
		o.kind, o.framework, o.without = s.program.InputKind(&h).String(), h.Source.Framework, h.Source.Without
		o.name = s.program.InputName(h)
	case flow.Library:
		o.level = Library
		o.function = h.Function.Root
		o.call = LibraryCall{h.Function.Root.Name, cloned(h.Function.Steps), h.Access.Root.Index, cloned(h.Access.Steps)}
	default:
		return o
	}
	if e := h.Requested; e != nil {
		o.method, o.route = strings.Clone(e.Method), strings.Clone(e.Route)
		start, end := s.program.Func(rules.Ref{File: e.File, Func: e.Func})
		o.handler = Place{s.files[e.File].path, int(start), int(end), NoLimit}
	}
	o.input = strings.Clone(inputName(h))
	for _, at := range h.Trace {
		o.trace = append(o.trace, Place{s.files[at.File].path, int(at.Start), int(at.End), length(at.Cap)})
	}
	for _, e := range h.Edits {
		file, start, end := s.program.CallAt(e.Call)
		o.edited = append(o.edited, Place{s.files[file].path, start, end, NoLimit})
		o.edits = append(o.edits, s.written.edit(e))
	}
	return o
}

// way returns the way to a match in a call, or to those behind a call of another package's function, which is the tail;
// nil for none. ok is false for an origin that leads nowhere.
func (o *origin) way(call Place, tail *exportedWay, possible bool) (w Way, ok bool) {
	if o.from != flow.FromRule && o.from != flow.Library {
		return Way{}, false
	}
	most, possible := o.max, possible || o.possible
	var behind Way
	if tail != nil {
		most, possible, behind = min(most, tail.max), possible || tail.possible, tail.way
	}
	w = Way{
		Level: o.level, Kind: o.kind, Framework: o.framework, Method: o.method, Route: o.route, Input: o.input,
		Call: o.call, Name: o.name, Handler: o.handler, MaxLength: length(most), SourceMax: length(o.sourceMax), AsList: length(o.asList),
		closed: o.closed || behind.closed, joined: o.joined + behind.joined, inside: o.inside + behind.inside, whole: o.whole + behind.whole, unsure: possible, awkward: o.pattern,
	}
	if w.Level == Remote && possible {
		w.Level = RemotePossible
	}
	w.trail = trailTo(o.trace, call, behind.trail)
	if !behind.closed {
		if o.without != "" && !o.closed {
			if class, err := parser.Parse(syntax.JavaScript, o.without, ""); err == nil {
				w.Edited = append(w.Edited, slices.Concat(o.trace, []Place{call})[0])
				w.Edits = append(w.Edits, edited.Edit{Kind: edited.Replace, Every: true, Find: class, Known: true})
			}
		}
		w.Edited = append(w.Edited, o.edited...)
		for i := range o.edits {
			w.Edits = append(w.Edits, o.edits[i].Edit)
		}
	}
	w.Edits, w.Edited = append(w.Edits, behind.Edits...), append(w.Edited, behind.Edited...)
	longest := longestAlone + w.inside
	if w.joined > 0 {
		longest = max(longestAlone-w.joined*joinedPlaces, longestWay) + w.whole // as these say no more than the places in them
	}
	if w.Level == Remote && w.steps() > longest {
		w.Level = RemotePossible
	}
	return w, true
}

// cloned returns a copy of names, which may be parts of the text of a file: that would stay as long as they do.
func cloned(names []string) []string {
	own := make([]string, len(names))
	for i, name := range names {
		own[i] = strings.Clone(name)
	}
	return own
}

func length(n int64) int {
	if n == graph.NoLimit || n < 0 || n > 1<<50 {
		return NoLimit
	}
	return int(n)
}

// inputName returns the name of a value for people: what stands behind the parameter of the request, or the
// function and parameter of a library.
func inputName(h flow.Hit) string {
	var steps []string
	for _, s := range h.Access.Steps {
		switch {
		case s == "()" && len(steps) > 0:
			steps[len(steps)-1] += "()"
		case s != "()":
			steps = append(steps, s)
		}
	}
	name := strings.Join(steps, ".")
	root := h.Access.Root
	if h.Origin == flow.Library {
		parameter := root.Param
		if parameter == "" {
			parameter = "argument " + strconv.Itoa(root.Index+1)
		}
		if name != "" {
			parameter += "." + name
		}
		return functionName(h.Function) + "(" + parameter + ")"
	}
	if root.Kind == model.EntryArg {
		if name == "" {
			return root.Param
		}
		return name
	}
	if name == "" || root.Kind == model.Decorated {
		if root.Param != "" {
			return root.Param
		}
		return root.Name
	}
	if root.Kind == model.Module {
		return name
	}
	return root.Name + "." + name
}

// functionName returns the name of a function of a library as its users write it.
func functionName(a model.Access) string {
	name := a.Root.Name
	for _, s := range a.Steps {
		switch s {
		case "()":
			name += "()"
		case "default":
		default:
			name += "." + s
		}
	}
	return name
}
