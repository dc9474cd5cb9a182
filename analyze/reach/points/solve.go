package points

import (
	"slices"
	"strconv"

	"snag/analyze/reach/arena"
	"snag/analyze/reach/graph"
)

// Link adds an edge, and sends along it what is known.
func (p *Program) Link(e Edge) {
	if e.From == 0 || e.To == 0 || e.From == e.To {
		return
	}
	if e.Cap == (graph.Cap{}) {
		e.Cap = graph.Free
	}
	d := Detail{Cap: e.Cap, Length: e.Length, Max: e.Max, Min: e.Min, Rule: e.Rule, Shape: e.Shape, Edit: e.Edit}
	if e.Way == Within {
		have := p.Edge(p.newest(e.From, e.To, false))
		known := &p.details[have.more]
		if have.From != 0 && have.Way == Within && have.Text == e.Text && have.Possible == e.Possible && have.Any == e.Any &&
			known.Cap == d.Cap && known.Length == d.Length && known.Rule == d.Rule && known.Shape == d.Shape && known.Edit == d.Edit {
			return
		}
	}
	k := Kept{From: e.From, To: e.To, Call: e.Call, Way: e.Way, Text: e.Text, Possible: e.Possible, Any: e.Any}
	if d != p.details[0] {
		d.File = e.File
		k.more = int32(len(p.details))
		p.details = append(p.details, d)
	}
	id := p.keep(k)
	p.leads(e.From, id)
	p.lists.Push(&p.cell(e.To).in, id)
	if !e.Text {
		for _, o := range p.Points(e.From) {
			p.add(e.To, o)
		}
	}
}

// pushMember adds a node and the name of a member to such pairs.
func (p *Program) pushMember(pairs *arena.List, n Node, field string) {
	p.lists.Push(pairs, n)
	p.lists.Push(pairs, p.fieldNumber(field))
}

// member returns the pair that begins at a place of such a list.
func (p *Program) member(pairs arena.List, at int) (Node, string) {
	pair := p.lists.Get(pairs)[at:]
	return pair[0], p.fieldNames[pair[1]]
}

// AddLoad makes a node what a member of another is.
func (p *Program) AddLoad(from, to Node, field string) {
	if from == 0 || to == 0 {
		return
	}
	r := p.restOf(from)
	p.pushMember(&r.loads, to, field)
	p.loadedBy(p.restOf(to), LoadOf{from, field})
	for _, o := range p.Points(from) {
		p.loadFrom(o, to, field)
	}
}

// AddStore stores a value in a member of what a node may be.
func (p *Program) AddStore(value, object Node, field string) {
	if value == 0 || object == 0 {
		return
	}
	r := p.restOf(object)
	p.pushMember(&r.stores, value, field)
	for _, o := range p.Points(object) {
		p.storeTo(o, value, field)
	}
}

// add notes that a node may be an object.
func (p *Program) add(n Node, o int32) {
	if o == 0 || n == 0 {
		return
	}
	c := p.cell(n)
	if p.Dropped && c.things >= maxThings && p.facts < maxFacts && p.Object(o).Kind != Regex && c.things >= p.most(n, o) {
		return // it is known, or dropped like others before
	}
	if p.Knows(n, o) {
		return
	}
	if p.stopped {
		return
	}
	if p.facts >= maxFacts {
		p.limited = tooWide
		return
	}
	if p.Object(o).Kind != Regex {
		if c.things >= maxThings {
			if c.things >= p.most(n, o) {
				p.Dropped = true
				return
			}
			p.further++
			p.furtherOf[p.Object(o).File+1]++
		}
		c.things++
		c.request = NotAsked
	}
	p.note(n, o)
	p.work = append(p.work, fact(n, o))
}

// Solve sends objects along edges until nothing is new.
func (p *Program) Solve() {
	for steps := 0; len(p.work) > 0; steps++ {
		if steps%FewSteps == 0 {
			if p.IsDone() {
				p.work = nil
				break
			}
			p.lists.Settle()
		}
		key := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		n, o := Node(key>>32), int32(uint32(key))
		for _, e := range p.Out(n) {
			if x := p.Edge(e); !x.Text {
				p.add(x.To, o)
			}
		}
		if p.cell(n).is&ofObject != 0 && p.Object(o).Kind == Function {
			p.Link(Edge{From: p.memberOf[n], To: p.selfOf(o), Cap: graph.Free, Call: -1})
		}
		r := p.restAt(p.cell(n).rest) // which may get more meanwhile
		for i := 0; i < r.loads.Len(); i += 2 {
			to, field := p.member(r.loads, i)
			p.loadFrom(o, to, field)
		}
		for i := 0; i < r.stores.Len(); i += 2 {
			value, field := p.member(r.stores, i)
			p.storeTo(o, value, field)
		}
		for i := 0; i < r.calls.Len(); i++ {
			p.bind(p.lists.Get(r.calls)[i], o)
		}
		if p.cell(n).is&hasHeirs != 0 {
			for i := 0; i < len(p.heirs[n]); i++ {
				p.adopt(p.heirs[n][i], o)
			}
		}
	}
}

// loadFrom sends a member of an object to a node. The edge is not one that texts follow: where they come
// from, the search asks the place that made the object.
func (p *Program) loadFrom(o int32, to Node, field string) {
	f := p.Field(o, field)
	if f == 0 {
		return
	}
	if p.newest(f, to, true) != 0 {
		return
	}
	p.leads(f, p.keep(Kept{From: f, To: to, Call: -1, Way: Heap}))
	for _, v := range p.Points(f) {
		p.add(to, v)
	}
}

// heldByCall is the field of what a call puts into its receiver. Where that is from outside it is found by calls and
// loops alone: response.set(name, value) changes no method of the response.
const heldByCall = "*()"

func (p *Program) storeTo(o int32, value Node, field string) {
	if p.Object(o).List && field != "*" && field != heldByCall && field != graph.Keys && !IsIndex(field) {
		return // what has a member of that name is another of the things that the node may be
	}
	if x := p.Object(o); x.Kind == Outside {
		for _, thing := range x.Parents() { // what it is by an alias, from which others get it as well
			p.storeTo(thing, value, field)
		}
	}
	var to Node
	if field == graph.EachMember {
		if p.Object(o).Kind != Outside && len(p.Object(o).Copied()) < maxCopied {
			p.copyMembers(o, value)
			return
		}
		each := p.NewNode()
		p.AddLoad(value, each, "*")
		value, field = each, "*"
	}
	switch {
	case field == heldByCall && p.Object(o).Kind == Outside:
		to = p.Field(o, "*")
	case field == "*" || field == heldByCall:
		p.Open(o)
		to = p.Object(o).Written
	default:
		to = p.Field(o, field)
		if x := p.Object(o); x.Kind == Outside && field != graph.Entered && field != graph.Keys {
			p.Link(Edge{From: value, To: x.Read, Cap: graph.Free, Call: -1})
		}
	}
	p.Link(Edge{From: value, To: to, Cap: graph.Free, Call: -1})
}

// maxCopied bounds the values whose members one object has by their names.
const maxCopied = 16

// copyMembers gives an object the members of a value, each under its name.
func (p *Program) copyMembers(o int32, from Node) {
	p.Open(o)
	if slices.Contains(p.Object(o).Copied(), from) {
		return
	}
	k := p.Object(o).related()
	k.copied = append(k.copied, from)
	// Members of other names than those that are seen may be set.
	p.Link(Edge{From: p.NewNode(), To: p.Object(o).Written, Cap: graph.Free, Call: -1})
	p.Link(Edge{From: p.copied(from, "*"), To: p.Object(o).Read, Cap: graph.Free, Call: -1})
	for _, name := range p.Object(o).SortedNames() {
		p.copyMember(o, from, name)
	}
}

func (p *Program) copyMember(o int32, from Node, name string) {
	if p.Object(o).Array && !IsIndex(name) {
		return
	}
	p.Link(Edge{From: p.copied(from, name), To: p.Object(o).Fields[name], Cap: graph.Free, Call: -1})
}

// copied returns the node of a member of a value that is copied to many others, each of which gets the members of all.
func (p *Program) copied(from Node, name string) Node {
	key := [2]int32{from, p.fieldNumber(name)}
	n, known := p.copies[key]
	if !known {
		n = p.NewNode()
		p.copies[key] = n // before the load, which may lead here again
		p.AddLoad(from, n, name)
	}
	return n
}

// IsIndex reports whether a member of a name is an element of a list.
func IsIndex(name string) bool {
	if name == "" || name[0] > '9' { // most are words, for which an error would be made
		return false
	}
	_, err := strconv.Atoi(name)
	return err == nil
}
