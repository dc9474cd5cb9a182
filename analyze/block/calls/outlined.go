package calls

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

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
	server, asynchronous *regexp.Regexp
	aside                *regexp.Regexp
	// away are calls whose arguments run on other threads, by the end of their names.
	away map[string]bool
	// coroutine reports whether the lambda of a call runs as a coroutine.
	coroutine func(s outline.Scope) bool
	// route returns the request that a function, or the lambda of a call, is registered for.
	route func(s outline.Scope) (method, path string, ok bool)
	// routes calls found with the functions that a call registers.
	routes func(c outline.Call, found func(function, method, path string))
	self   string // what a method calls others of its object by
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
}

func (f *outlined) position(offset int) literal.Position {
	if f.lines == nil {
		made := literal.NewLines(f.text)
		f.lines = &made
	}
	return f.lines.Position(offset)
}

// place is a scope of a file.
type place struct{ file, scope int }

type request struct{ method, path string }

// program is the files of a language.
type program struct {
	*dialect
	files  []*outlined
	named  map[string][]place // functions by their names
	calls  map[string][]place // calls by the last names of what they call, with their numbers for scopes
	routed map[string]request // by the names of functions
}

// lastOf returns the last name of what is called.
func lastOf(name string) string { return name[strings.LastIndexAny(name, ".:")+1:] }

// runs tells where a scope runs.
type runs struct {
	// asynchronous reports whether that is an event loop; then why says how that is known, and at is the function or
	// block.
	asynchronous bool
	why          string
	request      request
	at           int
	// function is the number of the plain function around the scope, or -1.
	function int
}

// where returns where the code of a scope runs; ok is false for what runs elsewhere or serves nobody.
func (p *program) where(f *outlined, scope int) (r runs, ok bool) {
	r.function = -1
	looped, known := false, false
	for ; scope >= 0; scope = f.Scopes[scope].Parent {
		s := f.Scopes[scope]
		if slices.ContainsFunc(s.Marks, test.MatchString) {
			return r, false
		}
		if known {
			continue
		}
		switch s.Kind {
		case outline.Loop:
			looped = true
		case outline.Arguments:
			if p.away[lastOf(s.Name)] || strings.Contains(firstLine(s.Text), "Dispatchers.IO") || p.away[s.Name] {
				return r, false
			}
			if method, route, routed := p.route(s); routed {
				r, known = runs{true, "it handles requests", request{method, route}, scope, -1}, true
			} else if p.coroutine != nil && p.coroutine(s) {
				r, known = runs{true, "it runs in a coroutine", request{}, scope, -1}, true
			}
		case outline.Async:
			r, known = runs{true, "it stands in an async block", request{}, scope, -1}, true
			if q, routed := p.routedAround(f, scope); routed {
				r.why, r.request = "it handles requests", q
			}
		case outline.Function:
			known = true
			method, route, routed := p.route(s)
			q, byName := p.routed[s.Name]
			suspends := slices.Contains(s.Words, "async") || slices.Contains(s.Words, "suspend")
			switch {
			case suspends && routed:
				r = runs{true, "it handles requests", request{method, route}, scope, -1}
			case suspends && byName && len(p.named[s.Name]) == 1:
				r = runs{true, "it handles requests", q, scope, -1}
			case suspends && (looped || !start.MatchString(s.Name)):
				r = runs{true, "it is " + map[bool]string{true: "an async function", false: "a suspending function"}[slices.Contains(s.Words, "async")], request{}, scope, -1}
			case suspends:
				return r, false
			default:
				r.function = scope
			}
		}
	}
	return r, known && (f.serves || !r.asynchronous)
}

// routedAround returns the request of the function around a block.
func (p *program) routedAround(f *outlined, scope int) (request, bool) {
	around := f.Of(f.Scopes[scope].Parent)
	if around < 0 || f.Scopes[around].Kind != outline.Function {
		return request{}, false
	}
	method, route, ok := p.route(f.Scopes[around])
	return request{method, route}, ok
}

// test is an attribute or annotation of a test, and start the name of what runs when the program begins.
var (
	test  = regexp.MustCompile(`^(cfg\(.*\btest\b|[^"]*[tT]est)`)
	start = regexp.MustCompile(`^(main|run|start|init|setup|bootstrap|launch|load|listen|bind|build|new|try_main|startup)(_|[A-Z]|$)`)
)

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// blocking returns the calls that block: those on an event loop, and those in plain functions that are called there.
func (p *program) blocking() (all []Call) {
	inside := map[place][]int{} // the numbers of the calls that block, by the plain function
	var plain []place
	for i, f := range p.files {
		for k, c := range f.Calls {
			if _, ok := p.called(f, c); !ok {
				continue
			}
			switch r, ok := p.where(f, c.Scope); {
			case !ok:
			case r.asynchronous:
				all = append(all, p.callOf(i, k, r, nil))
			case r.function >= 0:
				at := place{i, r.function}
				if inside[at] == nil {
					plain = append(plain, at)
				}
				inside[at] = append(inside[at], k)
			}
		}
	}
	for _, at := range plain {
		if r, way := p.wayTo(at); way != nil {
			for _, k := range inside[at] {
				all = append(all, p.callOf(at.file, k, r, way))
			}
		}
	}
	return all
}

// callOf is call k of a file, with the functions on the way to it.
func (p *program) callOf(file, k int, r runs, way []Step) Call {
	f := p.files[file]
	c := f.Calls[k]
	b, _ := p.called(f, c)
	return Call{File: f.path, Position: f.position(c.Start), End: c.End, Name: b.name, Instead: b.instead, Minor: b.minor,
		Why: r.why, Routed: r.request.path != "", Method: r.request.method, Route: r.request.path, Way: way}
}

// wayTo returns the shortest way from where an event loop runs code to a plain function, nil where there is none.
func (p *program) wayTo(at place) (runs, []Step) {
	type step struct {
		place
		way []Step
	}
	seen := map[place]bool{at: true}
	for queue := []step{{at, []Step{p.step(at)}}}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for _, c := range p.callers(from.place) {
			f := p.files[c.file]
			r, ok := p.where(f, c.scope)
			if !ok {
				continue
			}
			if r.asynchronous {
				first := Step{f.path, cmp.Or(nameIn(f, r.at), "a block"), f.position(f.Scopes[r.at].Start)}
				return r, append([]Step{first}, from.way...)
			}
			if up := (place{c.file, r.function}); !seen[up] && len(from.way) < deepest {
				seen[up] = true
				queue = append(queue, step{up, append([]Step{p.step(up)}, from.way...)})
			}
		}
	}
	return runs{}, nil
}

func (p *program) step(at place) Step {
	f := p.files[at.file]
	s := f.Scopes[at.scope]
	return Step{f.path, s.Name, f.position(s.Start)}
}

func nameIn(f *outlined, scope int) string {
	for ; scope >= 0; scope = f.Scopes[scope].Parent {
		if s := f.Scopes[scope]; s.Kind == outline.Function {
			return s.Name
		}
	}
	return ""
}

// called returns the blocking function that is called, if it is one.
func (p *program) called(f *outlined, c outline.Call) (blocker, bool) {
	if c.Awaited {
		return blocker{}, false
	}
	b, ok := p.by[c.Name]
	for end, of := range p.ends {
		if !ok && strings.HasSuffix(c.Name, end) {
			b, ok = of, true
		}
	}
	first, _, _ := strings.Cut(c.Name, ".")
	if _, own := f.Types[first]; own {
		return blocker{}, false
	}
	return b, ok && (b.text == nil || b.text(f.text, c))
}

// callers returns the scopes that call a function, where its name says that it is meant.
func (p *program) callers(at place) (all []place) {
	function, home := p.files[at.file].Scopes[at.scope].Name, p.files[at.file].path
	if len(p.named[function]) != 1 {
		return nil
	}
	stem := strings.TrimSuffix(path.Base(home), path.Ext(home))
	if stem == "mod" {
		stem = path.Base(path.Dir(home))
	}
	types := p.files[at.file].Types
	for _, k := range p.calls[function] {
		f := p.files[k.file]
		c := f.Calls[k.scope]
		before := strings.TrimRight(strings.TrimSuffix(c.Name, function), ".:")
		owner := lastOf(before)
		_, declared := types[owner]
		near := k.file == at.file && (before == "" || before == p.self || owner == "Self")
		// Kotlin sees the functions of the package without an import.
		if !c.Awaited && (near || owner != "" && (owner == stem || declared) || p.dialect == kotlin && before == "") {
			all = append(all, place{k.file, c.Scope})
		}
	}
	return all
}
