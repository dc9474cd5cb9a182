package calls

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/calling"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/analyze/source/outline"
)

// dialect is what differs between the languages whose files are read without values: Rust and Kotlin.
type dialect struct {
	*table
	read func([]byte) *outline.File
	// server is in files of programs that serve, asynchronous in files that run on an event loop.
	server, asynchronous *lazyregexp.Regexp
	aside                *lazyregexp.Regexp
	// away are calls whose arguments run on other threads, by the end of their names.
	away map[string]bool
	// dispatcher is in the first argument of a call whose lambda runs on threads that may block; nil where none says so.
	dispatcher *lazyregexp.Regexp
	// coroutine reports whether the lambda of a call runs as a coroutine.
	coroutine func(s outline.Scope) bool
	// route returns the request that a function, or the lambda of a call, is registered for.
	route func(s outline.Scope) (method, path string, ok bool)
	// routes calls found with the functions that a call registers.
	routes func(c outline.Call, found func(function, method, path string))
	self   string // what a method calls others of its object by
	// served is among the parameters of functions that get a request.
	served *lazyregexp.Regexp
}

// outlines are the dialects by the names of the languages.
var outlines = map[string]*dialect{"Rust": rust, "Kotlin": kotlin}

// longestOutlined bounds the size of a file that is read, in bytes, and deepest the functions on a way.
const (
	longestOutlined = 4 << 20
	deepest         = 4
)

// Outlined returns the blocking calls in the files of a project that are read without values: in the asynchronous
// functions of programs that serve, and in what those call by a name that only one function has.
func Outlined(in calling.Input) Result {
	paths := map[string][]string{}
	for _, name := range in.Paths {
		if l, ok := extract.ByPath(name); ok && outlines[l.Name] != nil {
			paths[l.Name] = append(paths[l.Name], name)
		}
	}
	var r Result
	for _, language := range slices.Sorted(maps.Keys(paths)) {
		r.Add(outlines[language].find(paths[language], in.Files.Read))
	}
	return r
}

func (d *dialect) find(paths []string, read func(string) ([]byte, error)) Result {
	p := &program{dialect: d, named: map[string][]place{}, calls: map[string][]place{}, routed: map[string]request{}}
	var r Result
	serves := map[string]bool{}
	asynchronous := false
	for _, name := range paths {
		if p.aside.MatchString(name) {
			continue
		}
		text, err := read(name)
		if err != nil || len(text) > longestOutlined {
			r.Left = append(r.Left, name)
			continue
		}
		if p.server.Match(text) {
			serves[crate(name)] = true
		}
		asynchronous = asynchronous || p.asynchronous.Match(text)
		p.files = append(p.files, &outlined{path: name, text: text})
	}
	if !asynchronous || len(serves) == 0 {
		return r
	}
	for i, f := range p.files {
		f.File, f.serves = p.read(f.text), serves[crate(f.path)]
		for k, s := range f.Scopes {
			if s.Kind == outline.Function {
				p.named[s.Name] = append(p.named[s.Name], place{i, k})
			}
		}
		for k, c := range f.Calls {
			name := lastOf(c.Name)
			p.calls[name] = append(p.calls[name], place{i, k})
			p.routes(c, func(function, method, path string) { p.routed[function] = request{method, path} })
		}
	}
	r.Calls = p.blocking()
	return r
}

// crate is the folder above the source of a program.
func crate(name string) string {
	if i := strings.Index("/"+name, "/src/"); i >= 0 {
		return ("/" + name)[:i]
	}
	return ""
}

// outlined is a file.
type outlined struct {
	*outline.File
	path  string
	text  []byte
	lines *literal.Lines
	// serves reports whether it belongs to a program that serves.
	serves bool
	taking map[int]bool // the loops that take connections or messages, by their scopes
	types  map[string][]string
}

// declared are what a file declares names to be, or to hold: name: Type<Of>, and name = Type(...).
var (
	declaration = lazyregexp.New(`\b([a-z_]\w*)\)?\s*(?::\s*([&'\w<> ]+(?:::[\w<> ]+)*)|=\s*([A-Z]\w*)(?:::new)?\()`)
	typeName    = lazyregexp.New(`\b[A-Z]\w*`)
)

// typesOf returns the names of types that a file says a name is of.
func (f *outlined) typesOf(name string) []string {
	if f.types == nil {
		f.types = map[string][]string{}
		for _, m := range declaration.FindAllSubmatch(f.text, -1) {
			for _, of := range typeName.FindAllString(string(m[2])+" "+string(m[3]), maxTypes) {
				if on := string(m[1]); len(f.types[on]) < maxTypes && !slices.Contains(f.types[on], of) {
					f.types[on] = append(f.types[on], of)
				}
			}
		}
	}
	return f.types[name]
}

// maxTypes bounds the types that a name is taken to be of.
const maxTypes = 8

// take is in the head of a loop that takes connections or messages, or the last name of a call in it.
var take = lazyregexp.New(`\b(accept|incoming|recv|receive|next_request|poll_accept)\b|\bnext\(\)\.await`)

// longestHead bounds how much of a file in front of a loop is looked at, in bytes.
const longestHead = 300

// takes reports whether a loop takes connections or messages, one in each round.
func (f *outlined) takes(loop int) bool {
	if f.taking == nil {
		f.taking = map[int]bool{}
		for _, c := range f.Calls {
			if name := lastOf(c.Name); !take.MatchString(name) && !(name == "next" && c.Awaited) {
				continue
			}
			for scope, n := c.Scope, 0; scope >= 0 && n < mostScopes && f.Scopes[scope].Kind != outline.Function; n++ {
				if f.Scopes[scope].Kind == outline.Loop {
					f.taking[scope] = true
				}
				scope = f.Scopes[scope].Parent
			}
		}
	}
	return f.taking[loop] || take.Match(f.head(loop))
}

// overList is the head of a loop over the elements of something.
var overList = lazyregexp.New(`^\s*('?\w+\s*[:@]\s*)?for\b`)

// goesOn reports whether a loop may go on while the program serves: what goes over a list ends.
func (f *outlined) goesOn(loop int) bool { return !overList.Match(f.head(loop)) }

// head returns what is in front of the body of a loop.
func (f *outlined) head(loop int) []byte {
	start := f.Scopes[loop].Start
	head := f.text[max(0, start-longestHead):start]
	return head[bytes.LastIndexAny(head, ";{}")+1:]
}

func (f *outlined) position(offset int) literal.Position {
	if f.lines == nil {
		made := literal.NewLines(f.text)
		f.lines = &made
	}
	return f.lines.Position(offset)
}
