package calls

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/outline"
)

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
	// block. Serves reports whether something says that it runs for requests: a route, a request among the parameters,
	// or the loop that takes connections.
	asynchronous bool
	serves       bool
	why          string
	request      request
	at           int
	// function is the number of the plain function around the scope, or -1.
	function int
}

// mostScopes bounds how many scopes around a call are looked at.
const mostScopes = 200

// where returns where the code of a scope runs; ok is false for what runs elsewhere or serves nobody.
func (p *program) where(f *outlined, scope int) (r runs, ok bool) {
	r.function = -1
	takes, goesOn, known := false, false, false
	for n := 0; scope >= 0; scope = f.Scopes[scope].Parent {
		s := f.Scopes[scope]
		if n++; n > mostScopes || slices.ContainsFunc(s.Marks, test.MatchString) {
			return r, false
		}
		if known {
			// What is around tells of a block that stands in it whether it serves.
			r.serves = r.serves || r.asynchronous && (s.Kind == outline.Loop && f.takes(scope) || s.Kind == outline.Function && p.isServed(s))
			continue
		}
		switch s.Kind {
		case outline.Loop:
			takes, goesOn = takes || f.takes(scope), goesOn || f.goesOn(scope)
		case outline.Stored:
			return r, false
		case outline.Arguments:
			on := firstLine(s.Text)
			if p.away[lastOf(s.Name)] || strings.Contains(on, "Dispatchers.IO") || p.dispatcher != nil && p.dispatcher.MatchString(on) || p.away[s.Name] || scopeOfIO.Match(f.text[max(0, s.Start-longestHead):s.Start]) && !strings.Contains(on, "ispatcher") {
				return r, false
			}
			if method, route, routed := p.route(s); routed {
				r, known = runs{true, true, "it handles requests", request{method, route}, scope, -1}, true
			} else if p.coroutine != nil && p.coroutine(s) {
				r, known = runs{true, false, "it runs in a coroutine", request{}, scope, -1}, true
			}
		case outline.Async:
			r, known = runs{true, false, "it stands in an async block", request{}, scope, -1}, true
			if q, routed := p.routedAround(f, scope); routed {
				r.why, r.request, r.serves = "it handles requests", q, true
			}
		case outline.Function:
			known = true
			method, route, routed := p.route(s)
			q, byName := p.routed[s.Name]
			switch {
			case suspends(s) && routed:
				r = runs{true, true, "it handles requests", request{method, route}, scope, -1}
			case suspends(s) && byName && len(p.named[s.Name]) == 1:
				r = runs{true, true, "it handles requests", q, scope, -1}
			case suspends(s) && (takes || goesOn || !start.MatchString(s.Name)):
				why := "it is an async function"
				if slices.Contains(s.Words, "suspend") {
					why = "it is a suspending function"
				}
				// A start that goes on in a loop may serve there, and does where that takes connections.
				r = runs{true, p.isServed(s) || takes, why, request{}, scope, -1}
			case suspends(s):
				return r, false
			default:
				r.function = scope
			}
		}
	}
	return r, known && (f.serves || !r.asynchronous)
}

// suspends reports whether a function gives way while it waits.
func suspends(s outline.Scope) bool {
	return slices.Contains(s.Words, "async") || slices.Contains(s.Words, "suspend")
}

// isServed reports whether a function gets a request.
func (p *program) isServed(s outline.Scope) bool { return p.served.MatchString(s.Text) }

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
	test  = lazyregexp.New(`^(cfg\(.*\btest\b|[^"]*[tT]est)`)
	start = lazyregexp.New(`^(main|run|start|init|setup|bootstrap|launch|load|listen|bind|build|new|try_main|startup)(_|[A-Z]|$)`)
)

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// blocking returns the calls that block: those that run for requests, in the function that gets them or in one that
// is called from there, and as notes those on an event loop to which no request was seen to get.
func (p *program) blocking() (all []Call) {
	inside := map[place][]int{} // the numbers of the calls that block, by the function
	var functions []place
	runsIn := map[place]runs{}
	for i, f := range p.files {
		for k, c := range f.Calls {
			if _, ok := p.called(f, c); !ok {
				continue
			}
			r, ok := p.where(f, c.Scope)
			if !ok {
				continue
			}
			if r.serves || r.asynchronous && f.Scopes[r.at].Kind != outline.Function {
				all = append(all, p.callOf(i, k, r, nil))
				continue
			}
			at := place{i, max(r.function, r.at)}
			if inside[at] == nil {
				functions = append(functions, at)
				runsIn[at] = r
			}
			inside[at] = append(inside[at], k)
		}
	}
	for _, at := range functions {
		if r, way := p.wayTo(at, runsIn[at]); r.asynchronous && (r.serves || !p.begins(at, 0) && !command.MatchString(p.files[at.file].path)) {
			for _, k := range inside[at] {
				all = append(all, p.callOf(at.file, k, r, way))
			}
		}
	}
	return all
}

// command is in the paths of what serves the command line.
var command = lazyregexp.New(`(^|/)(cli|cmd|commands?|tasks?)(/|\.\w+$)`)

// begins reports whether all calls of a function that are known are made where a program begins, which waits for it, in
// tests or in other threads.
func (p *program) begins(at place, depth int) bool {
	callers, async := p.callers(at), suspends(p.files[at.file].Scopes[at.scope])
	return len(callers) > 0 && depth < deepest && !slices.ContainsFunc(callers, func(c caller) bool {
		r, ok := p.where(p.files[c.file], c.scope)
		up := place{c.file, max(r.function, r.at)}
		return async && !c.awaited && p.dialect != kotlin || ok && (p.files[c.file].Scopes[up.scope].Kind != outline.Function || r.serves || up == at || !p.begins(up, depth+1))
	})
}

// callOf is call k of a file, with the functions on the way to it.
func (p *program) callOf(file, k int, r runs, way []Step) Call {
	f := p.files[file]
	c := f.Calls[k]
	b, _ := p.called(f, c)
	return Call{File: f.path, Position: f.position(c.Start), End: c.End, Name: b.name, Instead: b.instead, Minor: b.minor || !r.serves,
		Why: r.why, Routed: r.request.path != "", Method: r.request.method, Route: r.request.path, Way: way}
}

// wayTo returns the shortest way to a function from where requests are served, else from where an event loop runs code,
// which other says of the function itself; runs that are not asynchronous where there is none.
func (p *program) wayTo(at place, other runs) (runs, []Step) {
	type step struct {
		place
		way []Step
	}
	var otherWay []Step
	seen := map[place]bool{at: true}
	for queue := []step{{at, []Step{p.step(at)}}}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for _, c := range p.callers(from.place) {
			f := p.files[c.file]
			r, ok := p.where(f, c.scope)
			if !ok {
				continue
			}
			if r.asynchronous && (r.serves || !other.asynchronous) {
				first := Step{f.path, cmp.Or(nameIn(f, r.at), "a block"), f.position(f.Scopes[r.at].Start)}
				way := append([]Step{first}, from.way...)
				if r.serves {
					return r, way
				}
				other, otherWay = r, way
			}
			up := place{c.file, max(r.function, r.at)}
			if f.Scopes[up.scope].Kind == outline.Function && !seen[up] && len(from.way) < deepest {
				seen[up] = true
				queue = append(queue, step{up, append([]Step{p.step(up)}, from.way...)})
			}
		}
	}
	return other, otherWay
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
	if on, rest, member := strings.Cut(c.Name, "."); !ok && member {
		for _, of := range f.typesOf(on) {
			if full := f.Imports[of]; full != "" && !ok {
				b, ok = p.by[full+"()."+rest]
			}
		}
	}
	first, _, _ := strings.Cut(c.Name, ".")
	if _, own := f.Types[first]; own {
		return blocker{}, false
	}
	return b, ok && (b.text == nil || b.text(f.text, c))
}

// caller is a scope that calls a function, and whether it awaits it.
type caller struct {
	place
	awaited bool
}

// callers returns the scopes that call a function, where its name says that it is meant.
func (p *program) callers(at place) (all []caller) {
	function, home := p.files[at.file].Scopes[at.scope].Name, p.files[at.file].path
	if len(p.named[function]) != 1 {
		return nil
	}
	stem := strings.TrimSuffix(path.Base(home), path.Ext(home))
	if stem == "mod" {
		stem = path.Base(path.Dir(home))
	}
	types := p.files[at.file].Types
	async := suspends(p.files[at.file].Scopes[at.scope])
	for _, k := range p.calls[function] {
		f := p.files[k.file]
		c := f.Calls[k.scope]
		before := strings.TrimRight(strings.TrimSuffix(c.Name, function), ".:")
		owner := lastOf(before)
		_, declared := types[owner]
		near := k.file == at.file && (before == "" || before == p.self || owner == "Self")
		if owner != "" && !declared {
			declared = slices.ContainsFunc(f.typesOf(owner), func(name string) bool { _, ok := types[name]; return ok })
		}
		// Kotlin sees the functions of the package without an import.
		if (!c.Awaited || async) && (near || owner != "" && (owner == stem || declared) || p.dialect == kotlin && before == "") {
			all = append(all, caller{place{k.file, c.Scope}, c.Awaited})
		}
	}
	return all
}
