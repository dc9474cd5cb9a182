package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Entry is a function that a framework calls with remote data.
type Entry struct {
	Rule *model.Entry
	// Method and Route are those of the request, "" where they are not known.
	Method, Route string
	File          int
	Func          int
	guards        []guard // what is checked before it runs
}

// applyRules applies what is known of libraries to all calls, and reports whether anything was new.
func (p *Program) applyRules() bool {
	before := len(p.edges) + len(p.calls) + len(p.facts)
	if !p.declared {
		p.declared = true
		for i := range p.sources {
			p.declare(int32(i))
		}
	}
	for id := int32(0); int(id) < len(p.calls); id++ {
		if c := &p.calls[id]; !c.made {
			p.ruleCall(id)
		}
	}
	if len(p.edges)+len(p.calls)+len(p.facts) == before {
		p.applySchemas() // when it is known what schemas are made of
	}
	return len(p.edges)+len(p.calls)+len(p.facts) > before
}

// once reports whether a rule was not applied to a call yet.
func (p *Program) once(id int32, rule any) bool {
	if p.calls[id].ruled[rule] {
		return false
	}
	p.calls[id].ruled[rule] = true
	return true
}

func (p *Program) ruleCall(id int32) {
	m := p.asked(&p.calls[id])
	if len(m.Callees) == 0 {
		return
	}
	for _, f := range p.model.StepsOf(p.lang, m) {
		if p.applies(f.Rule.Origin, f.Exact) && p.once(id, f.Rule) {
			p.follow(id, f.Rule.Flows, f.Rule.Length, f.Roles)
		}
	}
	for _, f := range p.model.MatchesOf(p.lang, m) {
		if p.once(id, f.Rule) {
			p.follow(id, f.Rule.Flows, f.Rule.Length, f.Roles)
			p.matches = append(p.matches, Match{Call: id, Rule: f.Rule, Roles: f.Roles})
		}
	}
	p.ruleExternals(id, m)
	for _, f := range p.model.CompilesOf(p.lang, m) {
		if r, ok := f.Role("regex"); ok && p.once(id, f.Rule) {
			p.link(edge{from: p.argument(id, r), to: p.calls[id].result, cap: graph.Free, call: -1})
		}
	}
	entries := p.model.EntriesOf(p.lang, m)
	arity := 0 // that another rule asks for
	for _, f := range entries {
		arity = max(arity, f.Rule.Arity)
	}
	for _, f := range entries {
		if p.once(id, f.Rule) {
			p.register(id, f, arity)
		}
	}
	for _, f := range p.model.SettingsOf(p.lang, m) {
		if p.once(id, f.Rule) {
			p.settings = append(p.settings, Setting{Rule: f.Rule, call: id, roles: f.Roles})
		}
	}
	p.builtin(id, m)
}

// ruleExternals notes where a call hands a text to a function of another program that lets it meet a pattern.
func (p *Program) ruleExternals(id int32, m model.Call) {
	if len(p.externals) == 0 {
		return
	}
	for _, a := range m.Callees {
		if a.Root.Kind != model.Module {
			continue
		}
		for _, x := range p.externals[plain(a)] {
			if x.Arg < len(m.Args) && p.once(id, x) {
				p.matches = append(p.matches, Match{Call: id, External: x})
			}
		}
	}
}

// applies reports whether a rule means the program: its framework is used, or it is known what is called.
func (p *Program) applies(o model.Origin, exact bool) bool {
	return exact || o.Framework == "" || p.uses(o.Framework)
}

// uses reports whether the program imports a framework.
func (p *Program) uses(framework string) bool {
	if p.modules == nil || p.rooted != len(p.roots) {
		p.modules, p.rooted = map[string]bool{}, len(p.roots)
	}
	used, known := p.modules[framework]
	if !known {
		o := model.Origin{Framework: framework}
		for _, all := range p.roots {
			used = used || slices.ContainsFunc(all, func(a model.Access) bool { return a.Root.Kind == model.Module && o.IsOf(a.Root.Name) })
		}
		p.modules[framework] = used
	}
	return used
}

// builtin does what some functions of JavaScript do to objects, which are about members rather than texts.
func (p *Program) builtin(id int32, m model.Call) {
	if p.lang != model.JavaScript || !p.once(id, "builtin") {
		return
	}
	c := &p.calls[id]
	name := ""
	for _, a := range m.Callees {
		name = strings.TrimPrefix(a.String(), "_.")
	}
	args, result := c.args, c.result
	switch name {
	case "Object.assign", "_.extend", "_.assign":
		for i, a := range args {
			p.link(edge{from: a, to: result, cap: graph.Free, call: -1})
			if i > 0 {
				p.extend(args[0], a)
			}
		}
	case "Object.create":
		if len(args) > 0 {
			p.extend(result, args[0])
			p.link(edge{from: args[0], to: result, cap: graph.Free, call: -1})
		}
	case "Object.freeze", "Object.seal", "Object.preventExtensions":
		if len(args) > 0 {
			p.link(edge{from: args[0], to: result, cap: graph.Free, call: -1})
		}
	case "Object.setPrototypeOf", "util.inherits", "inherits":
		if len(args) > 1 {
			p.extend(args[0], args[1])
			if name != "Object.setPrototypeOf" {
				for _, o := range slices.Clone(p.points[args[0]]) {
					if p.objects[o].kind == function {
						p.inherit(p.proto(o), args[1], true)
					}
				}
			}
		}
	case "Object.defineProperty":
		if len(args) > 2 {
			value := p.newNode()
			p.addLoad(args[2], value, "value")
			getter := p.newNode()
			p.addLoad(args[2], getter, "get")
			got := p.newNode()
			p.watch(call{callee: getter, receiver: args[0], result: got, made: true, file: c.file, owner: c.owner})
			field := "*"
			if _, n := p.fileOf(args[1]); n != nil && n.Kind == graph.Text {
				field = n.Name
			}
			p.addStore(value, args[0], field)
			p.addStore(got, args[0], field)
		}
	}
}

// extend gives the objects that a node may be the members of another.
func (p *Program) extend(to, from node) {
	for _, o := range slices.Clone(p.points[to]) {
		if p.objects[o].kind != access {
			p.inherit(o, from, false)
		}
	}
}

// argument returns the node of an argument that has a role, or of the receiver.
func (p *Program) argument(id int32, r model.Filled) node {
	if r.Arg < 0 {
		return p.calls[id].receiver
	}
	return p.calls[id].args[r.Arg]
}

// place returns the node of a place in a call, for reading or for writing.
func (p *Program) place(id int32, pl model.Place, roles []model.Filled, write bool) []node {
	c := &p.calls[id]
	var at []node
	switch pl.Role {
	case "this":
		at = []node{c.receiver}
	case "result":
		at = []node{c.result}
	default:
		for _, r := range roles {
			if r.Role == pl.Role {
				n := p.argument(id, r)
				if r.Arg >= 0 && c.spread[r.Arg] {
					to := p.newNode()
					p.addLoad(n, to, "*")
					n = to
				}
				for _, step := range r.Path {
					to := p.newNode()
					p.addLoad(n, to, step)
					n = to
				}
				at = append(at, n)
			}
		}
	}
	if write {
		return at
	}
	return p.loaded(at, pl.Steps)
}

func (p *Program) loaded(at []node, steps []string) []node {
	for _, step := range steps {
		if step == "**" {
			break
		}
		for i, n := range at {
			to := p.newNode()
			p.addLoad(n, to, step)
			at[i] = to
		}
	}
	return at
}

// callback is a call that a library makes of a function that it was given.
type callback struct {
	args   map[int][]node
	self   node
	result node
}

// follow adds what becomes of values in a call.
func (p *Program) follow(id int32, flows []model.Flow, length model.Length, roles []model.Filled) {
	back := map[string]*callback{}
	called := func(role string) *callback {
		if back[role] == nil {
			back[role] = &callback{args: map[int][]node{}, result: p.newNode()}
		}
		return back[role]
	}
	var limit, start node
	for _, r := range roles {
		switch {
		case r.Role == "max" || r.Role == "end" || length.Effect == model.Replaced && r.Role == "with":
			limit = p.argument(id, r)
		case r.Role == "start":
			start = p.argument(id, r)
		}
	}
	for _, f := range flows {
		var from []node
		if f.From.Param == model.Itself {
			from = p.place(id, f.From, roles, false)
		} else {
			from = p.loaded([]node{called(f.From.Role).result}, f.From.Steps)
		}
		all := slices.Contains(f.From.Steps, "**")
		switch {
		case f.To.Param == model.ThisOfCall:
			for _, n := range from {
				called(f.To.Role).self = n
			}
		case f.To.Param != model.Itself:
			b := called(f.To.Role)
			for _, n := range from {
				b.args[f.To.Param] = append(b.args[f.To.Param], p.wrapped(n, f.To.Steps))
			}
		default:
			for _, to := range p.place(id, f.To, roles, true) {
				for _, n := range from {
					p.move(id, n, to, f.To.Steps, all, edge{length: length, max: limit, min: start})
				}
			}
		}
	}
	for _, role := range sortedKeys(back) {
		p.callBack(id, role, roles, back[role])
	}
}

// wrapped returns a node whose members at some steps are a node.
func (p *Program) wrapped(n node, steps []string) node {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i] == "**" {
			to := p.newNode()
			p.link(edge{from: n, to: to, cap: graph.Free, call: -1, text: true, any: true})
			n = to
			continue
		}
		to := p.newNode()
		p.make(to, object{kind: allocated, file: -1, index: to})
		p.addStore(n, to, steps[i])
		n = to
	}
	return n
}

// move adds the edge of a flow.
func (p *Program) move(id int32, from, to node, steps []string, all bool, e edge) {
	if from == 0 || to == 0 {
		return
	}
	e.from, e.to, e.cap, e.call, e.rule = from, to, graph.Free, -1, id+1
	switch {
	case all || slices.Contains(steps, "**"):
		e.any, e.text = true, true
	case len(steps) > 0:
		o, ok := p.made[to]
		if !ok {
			n := p.newNode()
			o = p.make(n, object{kind: allocated, file: -1, index: n})
			p.link(edge{from: n, to: to, cap: graph.Free, call: -1})
			p.made[to] = o
		}
		for _, step := range steps[:len(steps)-1] {
			n := p.field(o, step)
			inner, ok := p.made[n]
			if !ok {
				inner = p.make(n, object{kind: allocated, file: -1, index: n})
				p.made[n] = inner
			}
			o = inner
		}
		if last := steps[len(steps)-1]; last == "*" {
			p.open(o)
			e.to = p.objects[o].written
		} else {
			e.to = p.field(o, last)
		}
	}
	p.link(e)
}

// callBack adds the call of a function that a call was handed.
func (p *Program) callBack(id int32, role string, roles []model.Filled, back *callback) {
	most := -1
	for i := range back.args {
		most = max(most, i)
	}
	args := make([]node, most+1)
	for i, all := range back.args {
		if i >= 0 {
			args[i] = p.newNode()
			for _, n := range all {
				p.link(edge{from: n, to: args[i], cap: graph.Free, call: -1})
			}
		}
	}
	for _, r := range roles {
		if r.Role == role {
			p.hand(id, p.argument(id, r), args, back.self, back.result)
		}
	}
}

// hand adds a made-up call of what a node may be.
func (p *Program) hand(id int32, fn node, args []node, self, result node) {
	c := call{callee: fn, receiver: self, args: args, result: result, made: true, file: p.calls[id].file, owner: p.calls[id].owner,
		names: make([]string, len(args)), spread: make([]bool, len(args))}
	c.Start, c.End = p.calls[id].Start, p.calls[id].End
	p.watch(c)
}

// register notes the functions that a call hands to a framework.
func (p *Program) register(id int32, f model.Found[model.Entry], arity int) {
	if !p.applies(f.Rule.Origin, f.Exact) {
		return
	}
	c := &p.calls[id]
	e := registered{arity: arity, rule: f.Rule, method: f.Rule.HTTPMethod(c.Method, ""), call: id + 1}
	for _, r := range f.Roles {
		switch r.Role {
		case "route":
			e.route = p.literal(p.argument(id, r), r.Path)
		case "method":
			if method := p.literal(p.argument(id, r), r.Path); method != "*" {
				e.method = strings.ToUpper(method)
			}
		}
	}
	for _, r := range f.Roles {
		if r.Role != "fn" {
			continue
		}
		at := p.argument(id, r)
		elements := p.loaded([]node{at}, append([]string{"*"}, r.Path...))[0]
		p.enterEntry(id, p.loaded([]node{at}, r.Path)[0], e)
		p.enterEntry(id, elements, e)
	}
}

// registered is what a framework calls, and for which requests.
type registered struct {
	rule          *model.Entry
	method, route string
	call          int32 // that registers it, plus 1, or 0
	arity         int   // that the rule asks for, or another rule for the same call; 0 for none
}

// entryParams is how many parameters of an entry are told apart.
const entryParams = 6

// entryArgs returns the nodes of what an entry is called with.
func (p *Program) entryArgs(e *model.Entry) (args []node, self node) {
	key := e.Name
	if have, ok := p.entryNodes[key]; ok {
		return have[1:], have[0]
	}
	all := make([]node, entryParams+1)
	for i := range all {
		all[i] = p.newNode()
		p.root(all[i], model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Name, Index: i - 1}})
	}
	p.entryNodes[key] = all
	return all[1:], all[0]
}

// enterEntry makes what a node may be an entry.
func (p *Program) enterEntry(id int32, at node, e registered) {
	args, self := p.entryArgs(e.rule)
	p.waiting[at] = append(p.waiting[at], e)
	c := madeUp(at, args, self, p.calls[id].file)
	c.Start, c.End, c.owner = p.calls[id].Start, p.calls[id].End, p.calls[id].owner
	c.takes = func(params int) bool { return e.takes(params) }
	p.watch(c)
}

// takes reports whether a function with so many parameters is what the rule means. Of two rules for one call, the
// one that asks for a number has the functions with that number.
func (e *registered) takes(params int) bool {
	return e.arity == 0 || (params == e.arity) == (e.rule.Arity > 0)
}

// Entries returns the functions that frameworks call, in the order of the files.
func (p *Program) Entries() []Entry {
	var all []Entry
	for _, at := range sortedKeys(p.waiting) {
		for _, e := range p.waiting[at] {
			var checked []guard
			if e.call > 0 {
				checked = p.guards(e.call - 1)
			}
			for _, o := range p.points[at] {
				if x := &p.objects[o]; x.kind == function && e.takes(len(p.sources[x.file].Graph.Funcs[x.index].Params)) {
					all = append(all, Entry{e.rule, e.method, e.route, int(x.file), int(x.index), checked})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Entry) int {
		if a.File != b.File {
			return a.File - b.File
		}
		return a.Func - b.Func
	})
	return all
}
