package flow

import (
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// router is something that routes are registered with: the result of a call, or, with call -1, what a function
// registers that is handed to a framework for that.
type router struct {
	call     int32
	file, fn int32
}

// mounted is a router below a part of a path.
type mounted struct {
	parents []router
	part    string
	instead bool
	call    int32 // that puts it there, -1 where it stands there by how it was made
}

// mounts is where routers are.
type mounts struct {
	p     *Program
	at    map[router][]mounted
	own   map[router][]string // parts that routers have by themselves
	all   map[string][]string // parts that are before all routes, by the name of their entry
	made  map[int32]bool      // calls that make routers out of those that they are called on
	alone map[int32]bool      // calls that make one route of a list that include is given
	inner map[router]bool     // routers that seem to be put below themselves: a function makes one for each call
	makes map[[2]int32]bool   // such functions, by file and number
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
func (p *Program) mountsOf() *mounts {
	m := &mounts{p: p, at: map[router][]mounted{}, own: map[router][]string{}, all: map[string][]string{}, made: map[int32]bool{}, alone: map[int32]bool{}, inner: map[router]bool{}, makes: map[[2]int32]bool{}, known: map[router][]string{}}
	type found struct {
		call int32
		model.Found[model.Mount]
	}
	var list []found
	for id := int32(0); int(id) < len(p.calls); id++ {
		c := &p.calls[id]
		if c.made {
			continue
		}
		for _, f := range p.model.MountsOf(p.lang, p.asked(c)) {
			if !p.applies(f.Rule.Origin, f.Exact) {
				continue
			}
			list = append(list, found{id, f})
			if f.Rule.Of == "result" {
				m.made[id] = true
			}
			for _, r := range f.Roles {
				n := p.memberNode(p.argument(id, r), r.Path)
				if r.Role == "router" {
					for _, r := range p.listedRoutes(n) {
						m.alone[r.call] = true
					}
				}
				if r.Role == "fn" {
					if p.lang != model.Python { // a view is none
						for _, fn := range p.functionsAt(n) {
							m.at[fn] = nil // so that it is known for one
						}
					}
					for _, r := range p.included(n) {
						m.at[r] = nil
						if r.call >= 0 && isPath(&p.calls[r.call]) {
							m.alone[r.call] = true
						}
					}
				}
			}
		}
	}
	all, own, at := m.all, m.own, m.at
	for range 2 {
		m.all, m.own, m.at = maps.Clone(all), maps.Clone(own), maps.Clone(at)
		for _, f := range list {
			m.mount(f.call, f.Found)
		}
		if len(m.makes) > 0 || !m.findMakers() {
			break
		}
	}
	for id := range p.calls {
		for _, r := range m.madeIn(int32(id)) {
			if len(m.at[r]) < maxParts {
				m.at[r] = append(m.at[r], mounted{parents: []router{{call: int32(id)}}, call: -1})
			}
		}
	}
	return m
}

// findMakers notes the functions that return the routers that seem to be put below themselves, and reports whether there
// are any.
func (m *mounts) findMakers() bool {
	for r := range m.inner {
		if r.call < 0 {
			continue
		}
		c := &m.p.calls[r.call]
		if f := &m.p.sources[c.file].Graph.Funcs[c.owner]; c.owner > 0 && slices.Contains(m.routers(m.p.at(c.file, f.Ret)), r) {
			m.makes[[2]int32{c.file, c.owner}] = true
		}
	}
	return len(m.makes) > 0
}

// madeIn returns the routers that the functions make which a call calls.
func (m *mounts) madeIn(id int32) []router {
	var all []router
	for _, f := range m.makers(id) {
		all = append(all, m.routers(m.p.at(f[0], m.p.sources[f[0]].Graph.Funcs[f[1]].Ret))...)
	}
	return all
}

// makers returns the functions that a call calls which make a router for each call.
func (m *mounts) makers(id int32) [][2]int32 {
	var all [][2]int32
	if len(m.makes) == 0 {
		return nil
	}
	for _, o := range m.p.calls[id].bound {
		x := m.p.object(o)
		if f := [2]int32{x.file, x.index}; x.kind == function && m.makes[f] {
			all = append(all, f)
		}
	}
	return all
}

// functionsAt returns the functions that a node may be.
func (p *Program) functionsAt(n node) []router {
	var all []router
	for _, o := range p.points(n) {
		if x := p.object(o); x.kind == function {
			all = append(all, router{-1, x.file, x.index})
		}
	}
	return all
}

func (m *mounts) mount(id int32, f model.Found[model.Mount]) {
	p := m.p
	parts, given := []string{""}, false
	var below []router
	for _, r := range f.Roles {
		n := p.memberNode(p.argument(id, r), r.Path)
		switch r.Role {
		case "route":
			if texts := p.texts(n); len(texts) > maxPrefixes { // a setting among others, of which none is told
				parts, given = []string{Ellipsis}, true
			} else if len(texts) > 0 {
				parts, given = texts, true
			} else if n != 0 && len(r.Path) == 0 && len(m.routers(n)) == 0 && len(p.functionsAt(n)) == 0 {
				parts, given = []string{Ellipsis}, true
			} else {
				below = append(below, m.routers(n)...)
			}
		case "router":
			below = append(append(below, m.routers(n)...), p.listedRoutes(n)...)
		case "fn":
			if p.lang != model.Python {
				below = append(below, p.functionsAt(n)...)
			}
			below = append(below, p.included(n)...)
		}
	}
	parents := m.around(id)
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
		parents = []router{{call: id}}
	case "result":
		below = []router{{call: id}}
		if len(parents) == 0 {
			m.own[router{call: id}] = parts
			return
		}
	}
	for _, r := range below {
		if slices.Contains(parents, r) {
			m.inner[r] = true
			continue
		}
		for _, part := range parts {
			if len(m.at[r]) < maxParts {
				m.at[r] = append(m.at[r], mounted{parents, part, f.Rule.Instead && given, id})
			}
		}
	}
}

// around returns the routers that a call is called on, or in whose function it stands.
func (m *mounts) around(id int32) []router {
	c := &m.p.calls[id]
	if m.alone[id] {
		return []router{{call: id}}
	}
	if c.receiver != 0 {
		if all := m.routers(c.receiver); len(all) > 0 {
			return all
		}
	}
	return m.enclosing(c.file, c.owner)
}

// enclosing returns the innermost function around a function, itself included, that is mounted.
func (m *mounts) enclosing(file, fn int32) []router {
	for fn >= 0 && int(fn) < len(m.p.sources[file].Graph.Funcs) {
		r := router{-1, file, fn}
		if _, ok := m.at[r]; ok {
			return []router{r}
		}
		fn = m.p.sources[file].Graph.Funcs[fn].Parent
	}
	return nil
}

// routers returns what a value may be that routes are registered with.
func (m *mounts) routers(n node) []router {
	p := m.p
	var all []router
	seen := map[node]bool{n: true}
	todo := []node{n}
	add := func(from node) {
		if from != 0 && !seen[from] {
			seen[from] = true
			todo = append(todo, from)
		}
	}
	for ; len(todo) > 0 && len(seen) < maxWalk && len(all) < maxRouters; todo = todo[1:] {
		at := todo[0]
		file, g := p.fileOf(at)
		if g != nil && g.Kind == graph.Result {
			id := p.callOf[file][g.Index]
			if c := &p.calls[id]; !p.resolved(c) {
				if m.made[id] || p.makesRouter(c) {
					all = append(all, router{call: id})
				} else {
					add(c.receiver)
				}
				continue
			} else if len(m.makers(id)) > 0 {
				all = append(all, router{call: id})
				continue
			}
		}
		if g != nil && g.Kind == graph.Param && g.Size == 0 {
			r := router{-1, file, g.Index}
			if _, ok := m.at[r]; ok {
				all = append(all, r)
				continue
			}
		}
		for _, e := range p.in(at) {
			if !p.edge(e).text {
				add(p.edge(e).from)
			}
		}
		for _, l := range p.loadsTo(at) {
			for _, o := range p.points(l.from) {
				if f, ok := p.object(o).fields[l.field]; ok {
					add(f)
				}
			}
		}
	}
	return all
}

// makesRouter reports whether a call of something from outside makes a new value, rather than being called on one
// that was made before.
func (p *Program) makesRouter(c *call) bool {
	names := p.accesses2(c.callee)
	for _, a := range names {
		if a.Root.Kind != model.EntryArg && !slices.Contains(a.Steps, "()") {
			return true
		}
	}
	return len(names) == 0 && c.receiver == 0
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

// joinPath joins parts of a path with one slash between them.
func joinPath(before, part string) string {
	switch {
	case before == "":
		return part
	case part == "":
		return before
	}
	return strings.TrimSuffix(before, "/") + "/" + strings.TrimPrefix(part, "/")
}
