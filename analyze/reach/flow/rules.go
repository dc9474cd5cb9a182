package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// applyRules applies what is known of libraries to all calls, and reports whether anything was new.
func (p *Program) applyRules() bool {
	before := int(p.edgeCount) + len(p.calls) + p.facts
	p.bindLate()
	if !p.declared {
		p.declared = true
		for i := range p.sources {
			p.declare(int32(i))
		}
		p.inheritCalls()
		p.solve() // so that what has a declared type is that before rules go by the names of its methods
	}
	for id := int32(0); int(id) < len(p.calls); id++ {
		if id%fewSteps == 0 && p.isDone() {
			return false
		}
		if !p.calls[id].made && p.isNews(id) {
			p.ruleCall(id)
		}
	}
	if int(p.edgeCount)+len(p.calls)+p.facts == before {
		p.applySchemas() // when it is known what schemas are made of
	}
	return int(p.edgeCount)+len(p.calls)+p.facts > before
}

// once reports whether a rule was not applied to a call yet.
func (p *Program) once(id int32, rule any) bool {
	if slices.Contains(p.calls[id].ruled, rule) {
		return false
	}
	p.calls[id].ruled = append(p.calls[id].ruled, rule)
	return true
}

func (p *Program) ruleCall(id int32) {
	m := p.asked(&p.calls[id])
	if len(m.Callees) == 0 {
		return
	}
	w := p.model.Widened(p.lang, m)
	if !p.model.Speaks(p.lang, w) {
		p.ruleExternals(id, m)
		p.builtin(id, m)
		return
	}
	sourced := p.areSources(m.Callees)
	for _, f := range p.model.StepsOf(p.lang, w) {
		if sourced && !f.Exact && len(f.Rule.Flows) > 0 && f.Rule.Flows[0].From.Role == "this" && len(f.Rule.Flows[0].From.Steps) > 0 {
			continue // it returns what a rule says rather than something that was put into what it is called on
		}
		if p.applies(f.Rule.Origin, f.Exact) && p.once(id, f.Rule) {
			p.follow(id, f.Rule.Flows, f.Rule.Length, f.Roles, p.editOf(id, f.Rule.Edit, false, f.Roles))
		}
	}
	for _, f := range p.model.MatchesOf(p.lang, w) {
		if p.once(id, f.Rule) {
			p.follow(id, f.Rule.Flows, f.Rule.Length, f.Roles, p.editOf(id, f.Rule.Edit, f.Rule.Literal, f.Roles))
			p.matches = append(p.matches, Match{Call: id, Rule: f.Rule, Roles: f.Roles})
		}
	}
	p.ruleExternals(id, m)
	for _, f := range p.model.CompilesOf(p.lang, w) {
		if r, ok := f.Role("regex"); ok {
			text, result := p.argument(id, r), p.calls[id].result
			if p.once(id, f.Rule) {
				p.link(edge{from: text, to: result, cap: graph.Free, call: -1})
			}
			p.parted(text, result)
			p.calls[id].seen = seen{} // what the text holds may become known later
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
	for _, f := range p.model.SettingsOf(p.lang, w) {
		if p.once(id, f.Rule) {
			p.settings = append(p.settings, Setting{Rule: f.Rule, call: id, roles: f.Roles})
		}
	}
	p.builtin(id, m)
}

// areSources reports whether rules say of all that a call may call that what it returns is a value of senders.
func (p *Program) areSources(callees []model.Access) bool {
	return !slices.ContainsFunc(callees, func(a model.Access) bool {
		k := len(a.Steps) // what is called on a value of a sender takes something out of that
		return k > 0 && len(p.sourcesOf(model.Access{Root: a.Root, Steps: a.Steps[:k-1]})) > 0 || !p.model.MayBeSource(p.lang, a.Root) || len(p.sourcesOf(model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, []string{"()"})})) == 0
	})
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

// sourcesOf returns the sources that a value is. Of rules for the same value, those of frameworks that the program does
// not import say nothing beside the others, such as on which server a framework runs. Of a declared type they say nothing
// at all: classes of several frameworks have one short name.
func (p *Program) sourcesOf(a model.Access) []*model.Source {
	all := p.model.SourcesOf(p.lang, a)
	all = slices.DeleteFunc(all, func(s *model.Source) bool { return s.Needs != "" && !p.touched[s.Needs] && !p.isPublic() })
	typed := a.Root.Kind == model.Typed && p.lang == model.PHP
	if len(all) < 2 && !typed {
		return all
	}
	used := slices.DeleteFunc(slices.Clone(all), func(s *model.Source) bool { return !p.applies(s.Origin, false) })
	if len(used) == 0 && !typed {
		return all
	}
	return used
}

// isPublic reports whether other programs import this one, and may set what it does not.
func (p *Program) isPublic() bool {
	return slices.ContainsFunc(p.sources, func(s Source) bool { return s.Public != "" })
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

// argument returns the node of an argument that has a role, or of the receiver.
//
//go:noinline
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

// follow adds what becomes of values in a call.
func (p *Program) follow(id int32, flows []model.Flow, length model.Length, roles []model.Filled, edit int32) {
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
		length := length
		if len(f.From.Steps) > 0 && length.Limits() {
			length = model.Length{} // of a list, not of its elements
		}
		does := edit
		if f.From.Param != model.Itself || f.To.Role != "result" || all || f.From.Role != "subject" && f.From.Role != "value" && f.From.Role != "this" {
			does = editsAnything
		}
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
					text := length.Effect == model.Times && len(f.From.Steps)+len(f.To.Steps) == 0 // what is encoded has no members
					p.move(id, n, to, f.To.Steps, all, edge{length: length, max: limit, min: start, edit: does, text: text})
				}
			}
		}
	}
	for _, role := range sortedKeys(back) {
		p.callBack(id, role, roles, back[role])
	}
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
		last, held := steps[len(steps)-1], to != p.calls[id].result && len(steps) == 1
		key := to
		if held = held && last == "*"; held {
			key = -to
		}
		o := p.madeFor(key, to)
		for _, step := range steps[:len(steps)-1] {
			inner := node(0)
			if step == "*" {
				p.open(o)
				inner = p.object(o).written
			} else {
				inner = p.field(o, step)
			}
			o = p.madeFor(inner, inner)
		}
		switch {
		case last == "*":
			p.open(o)
			e.to = p.object(o).written
			p.object(o).array = held
		default:
			e.to = p.field(o, last)
		}
		if to != p.calls[id].result && len(steps) == 1 { // what the call was handed has it from now on
			if held {
				last = heldByCall
			}
			p.addStore(e.to, to, last)
		}
	}
	p.link(e)
}

// madeFor returns the object that rules made for a node, whose members they set. The object for what a call puts into
// the node, of which the key is negative, has no members with names.
func (p *Program) madeFor(key, to node) int32 {
	o, ok := p.made[key]
	if !ok {
		n := p.newNode()
		o = p.make(n, object{kind: allocated, file: -1, index: n})
		p.link(edge{from: n, to: to, cap: graph.Free, call: -1})
		p.made[key] = o
	}
	return o
}
