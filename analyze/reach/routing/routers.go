package routing

import (
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// router is something that routes are registered with: the result of a call, or, where that is none, what a function
// registers that is handed to a framework for that.
type router struct {
	call rules.Call
	fn   rules.Ref
}

// mounted is a router below a part of a path.
type mounted struct {
	parents []router
	part    string
	instead bool
	call    rules.Call // that puts it there, none where it stands there by how it was made
}

// mounts is where routers are.
type mounts struct {
	p     *reader
	at    map[router][]mounted
	own   map[router][]string // parts that routers have by themselves
	all   map[string][]string // parts that are before all routes, by the name of their entry
	made  map[rules.Call]bool // calls that make routers out of those that they are called on
	alone map[rules.Call]bool // calls that make one route of a list that include is given
	inner map[router]bool     // routers that seem to be put below themselves: a function makes one for each call
	makes map[rules.Ref]bool  // such functions
	known map[router][]string
}

// maxRouters bounds the routers that a value may be, maxParts the paths at which one is found, and maxPrefixes the texts
// that one prefix may be.
const (
	maxPrefixes = 8
	maxRouters  = 16
	maxParts    = 16
	maxWalk     = 2000
)

// mountsOf collects what is put where.
func (p *reader) mountsOf() *mounts {
	m := &mounts{p: p, at: map[router][]mounted{}, own: map[router][]string{}, all: map[string][]string{}, made: map[rules.Call]bool{}, alone: map[rules.Call]bool{}, inner: map[router]bool{}, makes: map[rules.Ref]bool{}, known: map[router][]string{}}
	type found struct {
		call rules.Call
		model.Found[model.Mount]
	}
	var list []found
	p.Mounts(func(c rules.Call, f model.Found[model.Mount]) {
		list = append(list, found{c, f})
		if f.Rule.Of == "result" {
			m.made[c] = true
		}
		for _, r := range f.Roles {
			n := c.Given(r)
			if r.Role == "router" {
				for _, r := range p.listedRoutes(n) {
					m.alone[r.call] = true
				}
			}
			if r.Role == "fn" {
				if p.Language() != model.Python { // a view is none
					for _, fn := range p.functionsAt(n) {
						m.at[fn] = nil // so that it is known for one
					}
				}
				for _, r := range p.included(n) {
					m.at[r] = nil
					if !r.call.IsNone() && isPath(r.call) {
						m.alone[r.call] = true
					}
				}
			}
		}
	})
	registering := m.registering(func(f func(rules.Call)) {
		for _, x := range list {
			f(x.call)
		}
		for _, r := range p.Registrations() {
			if r.IsCall {
				f(r.Call)
			}
		}
	})
	all, own, at := m.all, m.own, m.at
	for range 2 {
		m.all, m.own, m.at = maps.Clone(all), maps.Clone(own), maps.Clone(at)
		for _, f := range list {
			m.mount(f.call, f.Found)
		}
		for _, c := range registering {
			m.mountCalled(c)
		}
		if len(m.makes) > 0 || !m.findMakers() {
			break
		}
	}
	if len(m.makes) > 0 {
		p.Calls(func(c rules.Call) {
			for _, r := range m.madeIn(c) {
				if len(m.at[r]) < maxParts {
					m.at[r] = append(m.at[r], mounted{parents: []router{{call: c}}})
				}
			}
		})
	}
	return m
}

// findMakers notes the functions that return the routers that seem to be put below themselves, and reports whether there
// are any.
func (m *mounts) findMakers() bool {
	for r := range m.inner {
		if r.call.IsNone() {
			continue
		}
		if f := around(r.call); f.Func > 0 && slices.Contains(m.routers(m.p.returned(f)), r) {
			m.makes[f] = true
		}
	}
	return len(m.makes) > 0
}

// madeIn returns the routers that the functions make which a call calls.
func (m *mounts) madeIn(c rules.Call) []router {
	var all []router
	for _, f := range m.makers(c) {
		all = append(all, m.routers(m.p.returned(f))...)
	}
	return all
}

// around returns the function that a call stands in.
func around(c rules.Call) rules.Ref {
	file, as := c.Written()
	return rules.Ref{File: file, Func: int(as.Func)}
}

// returned returns what a function returns.
func (p *reader) returned(f rules.Ref) rules.Value {
	return p.Value(f.File, p.Graph(f.File).Funcs[f.Func].Ret)
}

// makers returns the functions that a call calls which make a router for each call.
func (m *mounts) makers(c rules.Call) []rules.Ref {
	if len(m.makes) == 0 {
		return nil
	}
	return slices.DeleteFunc(c.Targets(), func(f rules.Ref) bool { return !m.makes[f] })
}

// functionsAt returns the functions that a value may be.
func (p *reader) functionsAt(v rules.Value) []router {
	var all []router
	for _, f := range p.Functions(v) {
		all = append(all, router{fn: f})
	}
	return all
}

func (m *mounts) mount(c rules.Call, f model.Found[model.Mount]) {
	p := m.p
	parts, given := []string{""}, false
	var below []router
	rows := map[router][]string{}
	for _, r := range f.Roles {
		n := c.Given(r)
		switch r.Role {
		case "route":
			texts, beside := p.Texts(n)
			for _, row := range beside {
				for _, of := range m.inRow(row.Value, 0) {
					rows[of] = append(rows[of], row.Key)
				}
			}
			if len(texts) > maxPrefixes { // a setting among others, of which none is told
				parts, given = []string{rules.Ellipsis}, true
			} else if len(texts) > 0 {
				parts, given = texts, true
			} else if n != 0 && len(r.Path) == 0 && len(m.routers(n)) == 0 && len(p.functionsAt(n)) == 0 {
				parts, given = []string{rules.Ellipsis}, true
			} else {
				below = append(below, m.routers(n)...)
			}
		case "router":
			below = append(append(below, m.routers(n)...), p.listedRoutes(n)...)
		case "fn":
			if p.Language() != model.Python {
				below = append(below, p.functionsAt(n)...)
			}
			below = append(below, p.included(n)...)
		}
	}
	parents := m.around(c)
	switch f.Rule.Of {
	case "all":
		m.all[f.Rule.Entries] = append(m.all[f.Rule.Entries], parts...)
		return
	case "this":
		for _, r := range parents {
			m.own[r] = append(m.own[r], parts...)
		}
		return
	case "list":
		parents = []router{{call: c}}
	case "result":
		below = []router{{call: c}}
		if len(parents) == 0 {
			m.own[router{call: c}] = parts
			return
		}
	}
	for _, r := range below {
		if slices.Contains(parents, r) {
			m.inner[r] = true
			continue
		}
		own := rows[r]
		for _, part := range parts {
			if own != nil && !slices.ContainsFunc(own, func(key string) bool { return strings.HasSuffix(part, key) }) {
				continue // of another row
			}
			if len(m.at[r]) < maxParts {
				m.at[r] = append(m.at[r], mounted{parents, part, f.Rule.Instead && given, c})
			}
		}
	}
}

// inRow returns the routers that stand beside a part of a path in the row of a table, or in an object there, as a plugin.
func (m *mounts) inRow(v rules.Value, depth int) []router {
	all := append(m.routers(v), m.p.functionsAt(v)...)
	for _, x := range m.p.Things(v) {
		if _, is := x.Func(); is || depth > 1 || len(all) >= maxRouters {
			continue
		}
		for _, name := range x.Members() {
			all = append(all, m.inRow(x.Member(name), depth+1)...)
		}
	}
	return all
}

// around returns the routers that a call is called on, or in whose function it stands.
func (m *mounts) around(c rules.Call) []router {
	if m.alone[c] {
		return []router{{call: c}}
	}
	if on := c.Receiver(); on != 0 {
		if all := m.routers(on); len(all) > 0 {
			return all
		}
	}
	return m.enclosing(around(c))
}

// enclosing returns the innermost function around a function, itself included, that is mounted.
func (m *mounts) enclosing(f rules.Ref) []router {
	all := m.p.Graph(f.File).Funcs
	for f.Func >= 0 && f.Func < len(all) {
		r := router{fn: f}
		if _, ok := m.at[r]; ok {
			return []router{r}
		}
		f.Func = int(all[f.Func].Parent)
	}
	return nil
}

// routers returns what a value may be that routes are registered with.
func (m *mounts) routers(v rules.Value) []router {
	p := m.p
	var all []router
	seen := map[rules.Value]bool{v: true}
	todo := []rules.Value{v}
	add := func(from rules.Value) {
		if from != 0 && !seen[from] {
			seen[from] = true
			todo = append(todo, from)
		}
	}
	for ; len(todo) > 0 && len(seen) < maxWalk && len(all) < maxRouters; todo = todo[1:] {
		at := todo[0]
		file, g, c := p.Node(at)
		if !c.IsNone() {
			if !c.Resolved() {
				if m.made[c] || p.makesRouter(c) {
					all = append(all, router{call: c})
				} else {
					add(c.Receiver())
				}
				continue
			} else if len(m.makers(c)) > 0 {
				all = append(all, router{call: c})
				continue
			}
		}
		if g != nil && g.Kind == graph.Param && g.Size == 0 {
			r := router{fn: rules.Ref{File: file, Func: int(g.Index)}}
			if _, ok := m.at[r]; ok {
				all = append(all, r)
				continue
			}
		}
		for _, from := range p.From(at) {
			add(from)
		}
	}
	return all
}

// makesRouter reports whether a call of something from outside makes a new value, rather than being called on one
// that was made before.
func (p *reader) makesRouter(c rules.Call) bool {
	names := p.Names(c.Callee())
	for _, a := range names {
		if a.Root.Kind != model.EntryArg && !slices.Contains(a.Steps, "()") {
			return true
		}
	}
	return len(names) == 0 && c.Receiver() == 0
}

// paths returns where a router is, "" for the root.
func (m *mounts) paths(r router) []string {
	if known, ok := m.known[r]; ok {
		return known
	}
	m.known[r] = []string{""} // a router that is below itself
	own := m.own[r]
	if len(own) == 0 {
		own = []string{""}
	}
	var all []string
	add := func(path string) {
		if len(all) < maxParts && !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	for _, at := range m.at[r] {
		for _, before := range m.anyOf(at.parents) {
			if at.instead {
				add(joinPath(before, at.part))
				continue
			}
			for _, o := range own {
				add(joinPath(joinPath(before, at.part), o))
			}
		}
	}
	if len(m.at[r]) == 0 {
		all = own
	}
	m.known[r] = all
	return all
}

// anyOf returns where routers are, "" for none.
func (m *mounts) anyOf(routers []router) []string {
	var all []string
	for _, r := range routers {
		for _, path := range m.paths(r) {
			if !slices.Contains(all, path) {
				all = append(all, path)
			}
		}
	}
	if len(all) == 0 {
		return []string{""}
	}
	return all[:min(len(all), maxParts)]
}

// joinPath joins parts of a path with one slash between them, but for one that begins with the dot of an ending.
func joinPath(before, part string) string {
	switch {
	case before == "":
		return part
	case part == "":
		return before
	case part[0] == '.':
		return before + part
	}
	return strings.TrimSuffix(before, "/") + "/" + strings.TrimPrefix(part, "/")
}
