package flow

import (
	"maps"
	"slices"
	"strconv"
	"strings"

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
		entries: map[[2]int32][]Entry{}, public: map[[2]int32]model.Access{}, externals: map[string][]*External{}, asks: map[askKey]int64{}, limits: map[string]int64{}, memberOf: map[node]node{}, makers: map[int32]node{},
	}
	for i := range externals {
		key := plain(externals[i].Function)
		p.externals[key] = append(p.externals[key], &externals[i])
	}
	p.objects = append(p.objects, object{})
	p.edges = append(p.edges, edge{})
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
	for i, s := range sources {
		if s.Public != "" {
			root := model.Access{Root: model.Root{Kind: model.Module, Name: s.Public}}
			p.publish(p.at(int32(i), s.Graph.Exports), root, 0, map[int32]bool{})
		}
	}
	p.set()
	return p
}

// plain is the form in which functions of other programs are looked up: a module's default is the module.
func plain(a model.Access) string {
	for len(a.Steps) > 0 && a.Steps[0] == "default" {
		a.Steps = a.Steps[1:]
	}
	return a.String()
}

// maxPublic bounds how deep members of what is exported are looked at.
const maxPublic = 4

func then(a model.Access, step ...string) model.Access {
	return model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, step)}
}

// publish notes the functions that other programs can call, by the names that lead to them.
func (p *Program) publish(n node, name model.Access, depth int, seen map[int32]bool) {
	if depth > maxPublic {
		return
	}
	p.published = append(p.published, n)
	for _, o := range slices.Clone(p.points[n]) {
		x := &p.objects[o]
		if seen[o] || x.kind == access {
			continue
		}
		seen[o] = true
		switch x.kind {
		case function:
			f := &p.sources[x.file].Graph.Funcs[x.index]
			key := [2]int32{x.file, x.index}
			if _, known := p.public[key]; !known && !f.Tree.Private {
				p.public[key] = name
			}
			if q, ok := p.protos[o]; ok {
				p.publishMembers(q, then(name, "()"), depth, seen)
			}
			p.publish(p.at(x.file, f.Ret), then(name, "()"), depth+1, seen)
		case class:
			inst := p.origin[p.instanceOf(o)]
			for _, made := range constructorNames {
				if f, ok := p.objects[inst].fields[made]; ok {
					p.publish(f, name, depth, seen)
				}
			}
			p.publishMembers(inst, then(name, "()"), depth, seen)
		}
		p.publishMembers(o, name, depth, seen)
	}
}

func (p *Program) publishMembers(o int32, name model.Access, depth int, seen map[int32]bool) {
	for _, field := range sortedKeys(p.objects[o].fields) {
		switch field {
		case "call", "apply", "bind", "prototype", "constructor", "__init__", "initialize", "__construct":
			continue
		}
		p.publish(p.objects[o].fields[field], then(name, field), depth+1, seen)
	}
	if p.objects[o].fields != nil {
		p.publish(p.objects[o].written, then(name, "*"), depth+1, seen)
	}
}

// set notes the limits that calls of the program set. Where several set one, the largest counts.
func (p *Program) set() {
	for _, s := range p.settings {
		for _, r := range s.roles {
			if r.Role != "max" {
				continue
			}
			for _, n := range p.place(s.call, model.Place{Role: "max"}, s.roles, false) {
				v, ok := p.size(n)
				if !ok {
					continue
				}
				v *= max(s.Rule.Scale, 1)
				p.limits[s.Rule.Sets] = max(p.limits[s.Rule.Sets], v)
			}
		}
	}
}

// size returns the number of bytes that a number or a text such as "1mb" means.
func (p *Program) size(n node) (int64, bool) {
	if v, ok := p.number(n, 0); ok {
		return v, true
	}
	for _, l := range p.loadsTo[n] {
		for _, o := range p.points[l.from] {
			if f, ok := p.objects[o].fields[l.field]; ok {
				for _, e := range p.in[f] {
					if v, ok := p.sizeText(p.edges[e].from); ok {
						return v, true
					}
				}
			}
		}
	}
	return p.sizeText(n)
}

func (p *Program) sizeText(n node) (int64, bool) {
	_, g := p.fileOf(n)
	if g == nil {
		return 0, false
	}
	if g.Kind == graph.Number {
		return g.Size, g.Size >= 0
	}
	if g.Kind != graph.Text {
		return 0, false
	}
	text := strings.ToLower(strings.TrimSpace(g.Name))
	digits := strings.TrimRight(text, "kmgib ")
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || v < 0 || v > 1<<40 {
		return 0, false
	}
	switch unit := strings.TrimLeft(text[len(digits):], " "); {
	case strings.HasPrefix(unit, "k"):
		v *= 1 << 10
	case strings.HasPrefix(unit, "m"):
		v *= 1 << 20
	case strings.HasPrefix(unit, "g"):
		v *= 1 << 30
	}
	return int64(v), true
}

func (p *Program) at(file int32, id graph.ID) node {
	if id == 0 {
		return 0
	}
	return p.base[file] + int32(id)
}

// fileOf returns the file and the node of it that a node of the program is; the file is -1 for one that the
// analysis made.
func (p *Program) fileOf(n node) (int32, *graph.Node) {
	low, high := 0, len(p.base)
	for low < high {
		if m := (low + high) / 2; p.base[m] <= n {
			low = m + 1
		} else {
			high = m
		}
	}
	if low == 0 {
		return -1, nil
	}
	g := p.sources[low-1].Graph
	if i := n - p.base[low-1]; int(i) < len(g.Nodes) {
		return int32(low - 1), &g.Nodes[i]
	}
	return -1, nil
}

// newNode returns a node that stands in no file.
func (p *Program) newNode() node {
	p.points, p.things = append(p.points, nil), append(p.things, 0)
	p.out, p.in = append(p.out, nil), append(p.in, nil)
	p.loads, p.stores, p.loadsTo = append(p.loads, nil), append(p.stores, nil), append(p.loadsTo, nil)
	p.callsOn = append(p.callsOn, nil)
	p.nodes++
	return p.nodes - 1
}

func (p *Program) newObject(o object) int32 {
	if len(p.objects) >= maxObjects {
		p.limited = "the program has more than a million objects"
		return 0
	}
	p.objects = append(p.objects, o)
	return int32(len(p.objects) - 1)
}

// make gives a node the object that is made there.
func (p *Program) make(n node, o object) int32 {
	id := p.newObject(o)
	p.origin[n] = id
	p.add(n, id)
	return id
}

// addFile adds the nodes and facts of a file.
func (p *Program) addFile(i int32) {
	g := p.sources[i].Graph
	for id := range g.Nodes {
		n := &g.Nodes[id]
		at := p.base[i] + int32(id)
		switch n.Kind {
		case graph.Object:
			p.make(at, object{kind: allocated, file: i, index: at})
		case graph.Function:
			p.funcOf[[2]int32{i, n.Index}] = p.make(at, object{kind: function, file: i, index: n.Index})
		case graph.Class:
			p.make(at, object{kind: class, file: i, index: n.Index})
		case graph.Instance:
			p.make(at, object{kind: instance, file: i, index: n.Index})
		case graph.Exports:
			p.make(at, object{kind: exports, file: i})
		case graph.Global:
			p.root(at, model.Access{Root: model.Root{Kind: model.Global, Name: n.Name}})
		}
	}
	for _, id := range g.Modules {
		at, name := p.at(i, id), g.Nodes[id].Name
		file, known := -1, name
		if r := p.sources[i].Resolve; r != nil {
			file, known = r(name)
		}
		if file >= 0 && file < len(p.sources) {
			p.link(edge{from: p.at(int32(file), p.sources[file].Graph.Exports), to: at, cap: graph.Free, call: -1})
		} else {
			p.root(at, model.Access{Root: model.Root{Kind: model.Module, Name: known}})
		}
	}
	p.addPatterns(i)
	for _, c := range g.Copies {
		p.link(edge{from: p.at(i, c.From), to: p.at(i, c.To), cap: c.Cap, file: i, call: -1})
	}
	for _, c := range g.Concats {
		for _, part := range c.Parts {
			if part != 0 {
				p.link(edge{from: p.at(i, part), to: p.at(i, c.To), cap: graph.Free, file: i, call: -1, text: true, length: model.Length{Effect: model.Sum}})
			}
		}
	}
	for _, l := range g.Loads {
		p.addLoad(p.at(i, l.From), p.at(i, l.To), l.Field)
	}
	for _, s := range g.Stores {
		p.addStore(p.at(i, s.Value), p.at(i, s.Object), s.Field)
	}
	for ci := range g.Classes {
		c := &g.Classes[ci]
		own := p.origin[p.at(i, c.Instance)]
		for _, b := range c.Bases {
			p.inherit(own, p.at(i, b), true)
			p.inherit(p.origin[p.at(i, c.Node)], p.at(i, b), false)
		}
	}
	ids := make([]int32, len(g.Calls))
	for ci := range g.Calls {
		ids[ci] = p.addCall(i, &g.Calls[ci])
	}
	p.callOf = append(p.callOf, ids)
}

// mostNamed is how many declarations of the same name a name may mean.
const mostNamed = 3

// byName links names to what other files declare, in languages in which all files share their names.
func (p *Program) byName() {
	if p.lang == model.JavaScript || p.lang == model.Python {
		return
	}
	declared := map[string][]node{}
	for i, s := range p.sources {
		for _, name := range sortedKeys(s.Graph.Names) {
			if !strings.HasPrefix(name, "$") {
				declared[p.folded(name)] = append(declared[p.folded(name)], p.at(int32(i), s.Graph.Names[name]))
			}
		}
	}
	mean := func(name string, to node) {
		all := declared[p.folded(name)]
		if len(all) > mostNamed {
			return
		}
		for _, n := range all {
			p.link(edge{from: n, to: to, cap: graph.Free, call: -1, possible: len(all) > 1})
		}
	}
	for i, s := range p.sources {
		g := s.Graph
		for id := range g.Nodes {
			if g.Nodes[id].Kind == graph.Global {
				mean(g.Nodes[id].Name, p.base[i]+int32(id))
			}
		}
		for _, l := range g.Loads {
			if g.Nodes[l.From].Kind == graph.Module {
				mean(l.Field, p.at(int32(i), l.To))
			}
		}
	}
}

// folded is a name without its namespace, and in PHP without case.
func (p *Program) folded(name string) string {
	name = name[strings.LastIndexAny(name, `.\:`)+1:]
	if p.lang == model.PHP {
		name = strings.ToLower(name)
	}
	return name
}

// addPatterns gives the expressions of patterns their objects.
func (p *Program) addPatterns(i int32) {
	s := &p.sources[i]
	if len(s.Patterns) == 0 {
		return
	}
	by, texts := map[[2]int32]int{}, map[int32]Pattern{}
	for _, q := range s.Patterns {
		by[[2]int32{q.Start, q.End}] = q.ID
		if q.TextEnd > q.TextStart {
			texts[q.TextStart] = q
		}
	}
	for id := range s.Graph.Nodes {
		n := &s.Graph.Nodes[id]
		if n.End == 0 {
			continue
		}
		q, ok := by[[2]int32{n.Start, n.End}]
		if !ok && n.Kind == graph.Text {
			q, ok = ofText(texts, n)
		}
		switch n.Kind {
		case graph.Pattern, graph.Text, graph.Result, graph.Concat, graph.Value:
			if ok {
				p.make(p.base[i]+int32(id), object{kind: pattern, file: i, index: int32(q)})
			}
		}
	}
}

// ofText returns the pattern whose text a constant is, but for its quotes and prefix.
func ofText(texts map[int32]Pattern, n *graph.Node) (id int, ok bool) {
	for at := n.Start; at <= n.Start+4; at++ {
		if q, found := texts[at]; found && q.TextEnd <= n.End && n.End-q.TextEnd <= 4 {
			return q.ID, true
		}
	}
	return 0, false
}

// root makes a node something from outside.
func (p *Program) root(n node, a model.Access) {
	p.roots[n] = append(p.roots[n], a)
	if o := p.access(a); o != 0 {
		p.add(n, o)
	}
}

// access returns the object of something from outside, 0 where its name is too long.
func (p *Program) access(a model.Access) int32 {
	if len(a.Steps) > maxAccess {
		return 0
	}
	key := strconv.Itoa(int(a.Root.Kind)) + " " + a.String()
	if o, ok := p.accesses[key]; ok {
		return o
	}
	o := p.newObject(object{kind: access, name: a})
	p.accesses[key] = o
	return o
}

func (a *object) step(name string) model.Access {
	steps := make([]string, 0, len(a.name.Steps)+1)
	return model.Access{Root: a.name.Root, Steps: append(append(steps, a.name.Steps...), name)}
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
	if have, ok := p.known[key]; ok && e.way == within && p.edges[have].way == within && p.edges[have].cap == e.cap && p.edges[have].text == e.text && p.edges[have].length == e.length && p.edges[have].possible == e.possible && p.edges[have].rule == e.rule && p.edges[have].any == e.any {
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

// open makes the nodes for members of unknown names.
func (p *Program) open(o int32) {
	if p.objects[o].fields != nil {
		return
	}
	w, r := p.newNode(), p.newNode()
	x := &p.objects[o]
	x.fields, x.written, x.read = map[string]node{}, w, r
	p.link(edge{from: w, to: r, cap: graph.Free, call: -1})
	if x.kind == access {
		if a := p.access(x.step("*")); a != 0 {
			p.add(r, a)
		}
	}
	for _, parent := range p.objects[o].parents {
		p.open(parent)
		p.link(edge{from: p.objects[parent].read, to: p.objects[o].read, cap: graph.Free, call: -1})
	}
}

// field returns the node of a member of an object.
func (p *Program) field(o int32, name string) node {
	p.open(o)
	if name == "*" {
		return p.objects[o].read
	}
	if n, ok := p.objects[o].fields[name]; ok {
		return n
	}
	n := p.newNode()
	x := &p.objects[o]
	x.fields[name] = n
	written, read := x.written, x.read
	p.link(edge{from: written, to: n, cap: graph.Free, call: -1})
	p.link(edge{from: n, to: read, cap: graph.Free, call: -1})
	switch x.kind {
	case allocated, protoOf:
		// A method of an object sees it as this.
		if p.lang == model.JavaScript {
			p.memberOf[n] = p.maker(o)
		}
	case access:
		if a := p.access(x.step(name)); a != 0 {
			p.add(n, a)
		}
	case function:
		switch name {
		case "call":
			p.make(n, object{kind: callOf, index: o})
		case "apply":
			p.make(n, object{kind: applyOf, index: o})
		case "bind":
			p.make(n, object{kind: bindOf, index: o})
		case "prototype":
			p.origin[n] = p.proto(o)
			p.add(n, p.proto(o))
		}
	case class:
		switch {
		case name == "prototype":
			p.link(edge{from: p.instanceOf(o), to: n, cap: graph.Free, call: -1})
		case name == "new" && p.lang == model.Ruby:
			p.add(n, o)
		}
	}
	for _, parent := range p.objects[o].parents {
		p.link(edge{from: p.field(parent, name), to: n, cap: graph.Free, call: -1})
	}
	return n
}

// instanceOf returns the node of the objects of a class.
func (p *Program) instanceOf(o int32) node {
	x := &p.objects[o]
	return p.at(x.file, p.sources[x.file].Graph.Classes[x.index].Instance)
}

// proto returns the object that a function gives to what it makes.
func (p *Program) proto(o int32) int32 {
	if q, ok := p.protos[o]; ok {
		return q
	}
	q := p.newObject(object{kind: protoOf, file: p.objects[o].file, index: o})
	p.protos[o] = q
	p.link(edge{from: p.maker(q), to: p.selfOf(o), cap: graph.Free, call: -1})
	return q
}

// maker returns a node that makes an object.
func (p *Program) maker(o int32) node {
	if n, ok := p.makers[o]; ok {
		return n
	}
	n := p.newNode()
	if x := &p.objects[o]; x.kind == allocated {
		n = x.index
	} else {
		p.origin[n] = o
		p.add(n, o)
	}
	p.makers[o] = n
	return n
}

// heir is an object that has the members of what a node may be.
type heir struct {
	object    int32
	instances bool // of the objects of a class rather than of the class
}

// inherit gives an object the members of what a node may be.
func (p *Program) inherit(o int32, from node, instances bool) {
	if o == 0 || from == 0 {
		return
	}
	h := heir{o, instances}
	p.heirs[from] = append(p.heirs[from], h)
	for _, parent := range p.points[from] {
		p.adopt(h, parent)
	}
}

func (p *Program) adopt(h heir, parent int32) {
	switch x := &p.objects[parent]; {
	case x.kind == class && h.instances:
		parent = p.origin[p.instanceOf(parent)]
	case x.kind == function && h.instances:
		parent = p.proto(parent)
	}
	child := h.object
	if parent == child || slices.Contains(p.objects[child].parents, parent) || len(p.objects[child].parents) > 64 {
		return
	}
	p.objects[child].parents = append(p.objects[child].parents, parent)
	if p.objects[child].fields == nil {
		return
	}
	p.open(parent)
	p.link(edge{from: p.objects[parent].read, to: p.objects[child].read, cap: graph.Free, call: -1})
	for _, name := range slices.Sorted(maps.Keys(p.objects[child].fields)) {
		p.link(edge{from: p.field(parent, name), to: p.objects[child].fields[name], cap: graph.Free, call: -1})
	}
}
