package flow

import (
	"context"

	"snag/analyze/reach/arena"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// New returns the program of some files of one language, with all calls resolved that can be. Externals are
// the functions of other programs in which a text meets a pattern. Routing tells its routes, nil where nobody asks for
// them. When ctx ends, values are followed no further, here and in searches, and what they return says so.
func New(ctx context.Context, sources []Source, m *model.Model, externals []External, routing func(*Program) Routing) *Program {
	return newProgram(ctx, Room{}, sources, m, externals, routing)
}

func newProgram(ctx context.Context, room Room, sources []Source, m *model.Model, externals []External, routing func(*Program) Routing) *Program {
	p := &Program{
		room: room, lists: arena.NewLists(room.pages), idle: room.search,
		done: ctx.Done(), sources: sources, model: m, accesses: map[string]int32{},
		origin: map[node]int32{}, roots: map[node][]model.Access{}, funcOf: map[[2]int32]int32{}, protos: map[int32]int32{}, parts: map[int32]int32{}, heirs: map[node][]heir{},
		made: map[node]int32{}, resultOf: map[node]int32{}, entryNodes: map[string][]node{}, waiting: map[node][]registered{},
		entries: map[[2]int32][]Entry{}, public: map[[2]int32]model.Access{}, externals: map[string][]*External{}, asks: map[askKey]int64{}, limits: map[string]Set{}, locals: map[string]Set{}, apart: map[string]Set{}, keeps: map[string]bool{}, rulesRead: map[[2]int32]bool{}, memberOf: map[node]node{}, regexes: map[int32]*patternIndex{}, places: map[int32][]int32{}, unchecked: map[node]bool{}, makers: map[int32]node{}, entering: map[node]*entering{},
	}
	if routing != nil {
		p.routing = routing(p)
	}
	for i := range externals {
		key := plain(externals[i].Function)
		p.externals[key] = append(p.externals[key], &externals[i])
	}
	p.addObject(object{})
	p.details = append(p.details, detail{cap: graph.Free})
	p.keep(kept{})
	p.newRest()
	p.edits = append(p.edits, edit{})
	p.addNodes(1)
	calls := 0
	p.files = append(p.files, -1)
	for i, s := range sources {
		calls += len(s.Graph.Calls)
		p.base = append(p.base, p.nodes)
		for range s.Graph.Nodes {
			p.files = append(p.files, int32(i))
		}
		p.addNodes(int32(len(s.Graph.Nodes)))
		p.lang = language(s.Graph.Language)
	}
	p.calls = make([]call, 0, calls+calls/4)
	for i := range sources {
		if p.isDone() {
			return New(context.Background(), nil, m, nil, nil) // a part of the files would tell nothing
		}
		p.addFile(int32(i))
	}
	p.byName()
	p.callExtensions()
	p.solve()
	for range 6 {
		if !p.applyRules() {
			break
		}
		p.solve()
	}
	p.noteEntries()
	p.compose()
	p.publishAll()
	p.declaredMatches()
	p.set()
	return p
}

// fewSteps is how many steps are made between two looks at whether to go on.
const fewSteps = 1024

// interrupted is what is not followed when the time is up.
const interrupted = "what was left when it was interrupted"

// isDone reports whether to stop, and notes that.
func (p *Program) isDone() bool {
	if p.stopped {
		return true
	}
	select {
	case <-p.done:
		p.stopped, p.limited = true, interrupted
	default:
	}
	return p.stopped
}

// link adds an edge, and sends along it what is known.
func (p *Program) link(e edge) {
	if e.from == 0 || e.to == 0 || e.from == e.to {
		return
	}
	if e.cap == (graph.Cap{}) {
		e.cap = graph.Free
	}
	d := detail{cap: e.cap, length: e.length, max: e.max, min: e.min, rule: e.rule, shape: e.shape, edit: e.edit}
	if e.way == within {
		have := p.edge(p.newest(e.from, e.to, false))
		known := &p.details[have.more]
		if have.from != 0 && have.way == within && have.text == e.text && have.possible == e.possible && have.any == e.any &&
			known.cap == d.cap && known.length == d.length && known.rule == d.rule && known.shape == d.shape && known.edit == d.edit {
			return
		}
	}
	k := kept{from: e.from, to: e.to, call: e.call, way: e.way, text: e.text, possible: e.possible, any: e.any}
	if d != p.details[0] {
		d.file = e.file
		k.more = int32(len(p.details))
		p.details = append(p.details, d)
	}
	id := p.keep(k)
	p.leads(e.from, id)
	p.lists.Push(&p.cell(e.to).in, id)
	if !e.text {
		for _, o := range p.points(e.from) {
			p.add(e.to, o)
		}
	}
}

func (p *Program) addLoad(from, to node, field string) {
	if from == 0 || to == 0 {
		return
	}
	r := p.restOf(from)
	r.loads = append(r.loads, loadEdge{to, field})
	r = p.restOf(to)
	r.into = append(r.into, loadOf{from, field})
	for _, o := range p.points(from) {
		p.loadFrom(o, to, field)
	}
}

func (p *Program) addStore(value, object node, field string) {
	if value == 0 || object == 0 {
		return
	}
	r := p.restOf(object)
	r.stores = append(r.stores, storeEdge{value, field})
	for _, o := range p.points(object) {
		p.storeTo(o, value, field)
	}
}

// add notes that a node may be an object.
func (p *Program) add(n node, o int32) {
	if o == 0 || n == 0 {
		return
	}
	c := p.cell(n)
	if p.dropped && c.things >= maxThings && p.facts < maxFacts && p.object(o).kind != pattern {
		return // it is known, or dropped like others before
	}
	if p.knows(n, o) {
		return
	}
	if p.stopped {
		return
	}
	if p.facts >= maxFacts {
		p.limited = "too many values may be too many things"
		return
	}
	if p.object(o).kind != pattern {
		if c.things >= maxThings {
			p.dropped = true
			return
		}
		c.things++
		c.request = notAsked
	}
	p.note(n, o)
	p.work = append(p.work, fact(n, o))
}

// solve sends objects along edges until nothing is new.
func (p *Program) solve() {
	for steps := 0; len(p.work) > 0; steps++ {
		if steps%fewSteps == 0 {
			if p.isDone() {
				p.work = nil
				break
			}
			p.lists.Settle()
		}
		key := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		n, o := node(key>>32), int32(uint32(key))
		for _, e := range p.out(n) {
			if x := p.edge(e); !x.text {
				p.add(x.to, o)
			}
		}
		if p.object(o).kind == function {
			p.link(edge{from: p.memberOf[n], to: p.selfOf(o), cap: graph.Free, call: -1})
		}
		r := p.restAt(p.cell(n).rest) // which may get more meanwhile
		for i := 0; i < len(r.loads); i++ {
			p.loadFrom(o, r.loads[i].to, r.loads[i].field)
		}
		for i := 0; i < len(r.stores); i++ {
			p.storeTo(o, r.stores[i].value, r.stores[i].field)
		}
		for i := 0; i < len(r.calls); i++ {
			p.bind(r.calls[i], o)
		}
		if p.cell(n).hasHeirs {
			for i := 0; i < len(p.heirs[n]); i++ {
				p.adopt(p.heirs[n][i], o)
			}
		}
	}
}

// loadFrom sends a member of an object to a node. The edge is not one that texts follow: where they come
// from, the search asks the place that made the object.
func (p *Program) loadFrom(o int32, to node, field string) {
	f := p.field(o, field)
	if f == 0 {
		return
	}
	if p.newest(f, to, true) != 0 {
		return
	}
	p.leads(f, p.keep(kept{from: f, to: to, call: -1, way: heap}))
	for _, v := range p.points(f) {
		p.add(to, v)
	}
}

// heldByCall is the field of what a call puts into its receiver. Where that is from outside it is found by calls and
// loops alone: response.set(name, value) changes no method of the response.
const heldByCall = "*()"

func (p *Program) storeTo(o int32, value node, field string) {
	if p.object(o).list && field != "*" && field != heldByCall && !isIndex(field) {
		return // what has a member of that name is another of the things that the node may be
	}
	var to node
	if field == graph.EachMember {
		if p.object(o).kind != access && len(p.object(o).copied) < maxCopied {
			p.copyMembers(o, value)
			return
		}
		each := p.newNode()
		p.addLoad(value, each, "*")
		value, field = each, "*"
	}
	switch {
	case field == heldByCall && p.object(o).kind == access:
		to = p.field(o, "*")
	case field == "*" || field == heldByCall:
		p.open(o)
		to = p.object(o).written
	default:
		to = p.field(o, field)
	}
	p.link(edge{from: value, to: to, cap: graph.Free, call: -1})
}
