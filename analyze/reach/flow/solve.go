package flow

import (
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// New returns the program of some files of one language, with all calls resolved that can be. Externals are
// the functions of other programs in which a text meets a pattern.
func New(sources []Source, m *model.Model, externals []External) *Program {
	p := &Program{
		sources: sources, model: m, accesses: map[string]int32{}, facts: map[uint64]struct{}{}, known: map[[2]node]int32{},
		origin: map[node]int32{}, roots: map[node][]model.Access{}, funcOf: map[[2]int32]int32{}, protos: map[int32]int32{}, heirs: map[node][]heir{},
		made: map[node]int32{}, resultOf: map[node]int32{}, entryNodes: map[string][]node{}, waiting: map[node][]registered{},
		entries: map[[2]int32][]Entry{}, public: map[[2]int32]model.Access{}, externals: map[string][]*External{}, asks: map[askKey]int64{}, limits: map[string]int64{}, memberOf: map[node]node{}, regexes: map[int32]*patternIndex{}, places: map[int32][]int32{}, unchecked: map[node]bool{}, makers: map[int32]node{},
	}
	for i := range externals {
		key := plain(externals[i].Function)
		p.externals[key] = append(p.externals[key], &externals[i])
	}
	p.objects = append(p.objects, object{})
	p.edges = append(p.edges, edge{})
	p.edits = append(p.edits, edit{})
	p.nodes = 1
	for _, s := range sources {
		p.base = append(p.base, p.nodes)
		p.nodes += int32(len(s.Graph.Nodes))
		p.lang = language(s.Graph.Language)
	}
	p.points, p.things = make([][]int32, p.nodes), make([]uint8, p.nodes)
	p.out, p.in = make([][]int32, p.nodes), make([][]int32, p.nodes)
	p.loads, p.stores = make([][]loadEdge, p.nodes), make([][]storeEdge, p.nodes)
	p.loadsTo = make([][]loadOf, p.nodes)
	p.callsOn = make([][]int32, p.nodes)
	for i := range sources {
		p.addFile(int32(i))
	}
	p.byName()
	p.solve()
	for range 6 {
		if !p.applyRules() {
			break
		}
		p.solve()
	}
	for _, e := range p.Entries() {
		key := [2]int32{int32(e.File), int32(e.Func)}
		p.entries[key] = append(p.entries[key], e)
	}
	p.compose()
	seen := map[int32]int{}
	for i, s := range sources {
		if s.Public != "" {
			root := model.Access{Root: model.Root{Kind: model.Module, Name: s.Public}}
			p.publish(p.at(int32(i), s.Graph.Exports), root, 0, seen)
		}
	}
	p.declaredMatches()
	p.set()
	return p
}

// link adds an edge, and sends along it what is known.
func (p *Program) link(e edge) {
	if e.from == 0 || e.to == 0 || e.from == e.to {
		return
	}
	if e.cap == (graph.Cap{}) {
		e.cap = graph.Free
	}
	key := [2]node{e.from, e.to}
	if have, ok := p.known[key]; ok && e.way == within && p.edges[have].way == within && p.edges[have].cap == e.cap && p.edges[have].text == e.text && p.edges[have].length == e.length && p.edges[have].possible == e.possible && p.edges[have].rule == e.rule && p.edges[have].any == e.any && p.edges[have].edit == e.edit {
		return
	}
	id := int32(len(p.edges))
	p.edges = append(p.edges, e)
	p.known[key] = id
	p.out[e.from] = append(p.out[e.from], id)
	p.in[e.to] = append(p.in[e.to], id)
	if !e.text {
		for _, o := range p.points[e.from] {
			p.add(e.to, o)
		}
	}
}

func (p *Program) addLoad(from, to node, field string) {
	if from == 0 || to == 0 {
		return
	}
	p.loads[from] = append(p.loads[from], loadEdge{to, field})
	p.loadsTo[to] = append(p.loadsTo[to], loadOf{from, field})
	for _, o := range p.points[from] {
		p.loadFrom(o, to, field)
	}
}

func (p *Program) addStore(value, object node, field string) {
	if value == 0 || object == 0 {
		return
	}
	p.stores[object] = append(p.stores[object], storeEdge{value, field})
	for _, o := range p.points[object] {
		p.storeTo(o, value, field)
	}
}

// add notes that a node may be an object.
func (p *Program) add(n node, o int32) {
	if o == 0 || n == 0 {
		return
	}
	key := uint64(uint32(n))<<32 | uint64(uint32(o))
	if _, ok := p.facts[key]; ok {
		return
	}
	if len(p.facts) >= maxFacts {
		p.limited = "too many values may be too many things"
		return
	}
	if p.objects[o].kind != pattern {
		if p.things[n] >= maxThings {
			p.dropped = true
			return
		}
		p.things[n]++
	}
	p.facts[key] = struct{}{}
	p.points[n] = append(p.points[n], o)
	p.work = append(p.work, key)
}

// solve sends objects along edges until nothing is new.
func (p *Program) solve() {
	for len(p.work) > 0 {
		key := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		n, o := node(key>>32), int32(uint32(key))
		for _, e := range p.out[n] {
			if x := &p.edges[e]; !x.text {
				p.add(x.to, o)
			}
		}
		if owner, ok := p.memberOf[n]; ok && p.objects[o].kind == function {
			p.link(edge{from: owner, to: p.selfOf(o), cap: graph.Free, call: -1})
		}
		for i := 0; i < len(p.loads[n]); i++ {
			p.loadFrom(o, p.loads[n][i].to, p.loads[n][i].field)
		}
		for i := 0; i < len(p.stores[n]); i++ {
			p.storeTo(o, p.stores[n][i].value, p.stores[n][i].field)
		}
		for i := 0; i < len(p.callsOn[n]); i++ {
			p.bind(p.callsOn[n][i], o)
		}
		for i := 0; i < len(p.heirs[n]); i++ {
			p.adopt(p.heirs[n][i], o)
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
	key := [2]node{f, to}
	if _, ok := p.known[key]; ok {
		return
	}
	p.known[key] = 0
	id := int32(len(p.edges))
	p.edges = append(p.edges, edge{from: f, to: to, cap: graph.Free, call: -1, way: heap})
	p.out[f] = append(p.out[f], id)
	for _, v := range p.points[f] {
		p.add(to, v)
	}
}

func (p *Program) storeTo(o int32, value node, field string) {
	var to node
	if field == "*" {
		p.open(o)
		to = p.objects[o].written
	} else {
		to = p.field(o, field)
	}
	p.link(edge{from: value, to: to, cap: graph.Free, call: -1})
}
