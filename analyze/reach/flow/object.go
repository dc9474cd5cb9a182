package flow

import (
	"maps"
	"slices"
	"strconv"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

func (p *Program) newObject(o object) int32 {
	if p.objectCount >= maxObjects {
		p.limited = "the program has more than a million objects"
		return 0
	}
	return p.addObject(o)
}

// make gives a node the object that is made there.
func (p *Program) make(n node, o object) int32 {
	id := p.newObject(o)
	p.origin[n] = id
	p.add(n, id)
	return id
}

// root makes a node something from outside.
func (p *Program) root(n node, a model.Access) {
	p.roots[n] = append(p.roots[n], a)
	if o := p.access(a); o != 0 {
		p.add(n, o)
	}
}

// inheritOutside makes a node something that extends what is outside. What is stored there is its own: others that
// extend the same have no part in it.
func (p *Program) inheritOutside(n node, a model.Access) {
	p.roots[n] = append(p.roots[n], a)
	p.add(n, p.newObject(object{kind: access, name: a}))
}

// access returns the object of something from outside, 0 where its name is too long.
func (p *Program) access(a model.Access) int32 {
	if len(a.Steps) > maxAccess {
		return 0
	}
	key := strconv.Itoa(int(a.Root.Kind)) + " " + a.String()
	if a.Root.Kind == model.Decorated {
		key += " " + a.Root.Param // one parameter is not another that the same annotation stands at
	}
	if o, ok := p.accesses[key]; ok {
		return o
	}
	o := p.newObject(object{kind: access, name: a})
	p.accesses[key] = o
	return o
}

// step returns the name of a member, or with "()" that of what a call returns. What the same method returns again and
// again has one name.
func (a *object) step(name string) model.Access {
	if n := len(a.name.Steps); name == "()" && n > 2 && a.name.Steps[n-2] == "()" && a.name.Steps[n-1] == a.name.Steps[n-3] {
		return model.Access{Root: a.name.Root, Steps: a.name.Steps[:n-1]}
	}
	steps := make([]string, 0, len(a.name.Steps)+1)
	return model.Access{Root: a.name.Root, Steps: append(append(steps, a.name.Steps...), name)}
}

// open makes the nodes for members of unknown names.
func (p *Program) open(o int32) {
	if p.object(o).fields != nil {
		return
	}
	w, r := p.newNode(), p.newNode()
	x := p.object(o)
	x.fields, x.written, x.read = map[string]node{}, w, r
	p.cell(w).isWritten = true
	p.link(edge{from: w, to: r, cap: graph.Free, call: -1})
	if x.kind == access {
		if a := p.access(x.step("*")); a != 0 {
			p.add(r, a)
		}
	}
	for _, parent := range p.object(o).parents {
		p.open(parent)
		p.link(edge{from: p.object(parent).read, to: p.object(o).read, cap: graph.Free, call: -1})
	}
}

// ofFunctions are the members that all functions have.
var ofFunctions = []string{"call", "apply", "bind", "prototype"}

// field returns the node of a member of an object.
func (p *Program) field(o int32, name string) node {
	p.open(o)
	if name == "*" {
		return p.object(o).read
	}
	if n, ok := p.object(o).fields[name]; ok {
		return n
	}
	n := p.newNode()
	x := p.object(o)
	x.fields[name] = n
	written, read := x.written, x.read
	if x.kind != function || !slices.Contains(ofFunctions, name) { // which no loop over members finds
		if !x.array || isIndex(name) {
			p.link(edge{from: written, to: n, cap: graph.Free, call: -1})
		}
		p.link(edge{from: n, to: read, cap: graph.Free, call: -1})
	}
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
	for _, parent := range p.object(o).parents {
		p.link(edge{from: p.field(parent, name), to: n, cap: graph.Free, call: -1})
	}
	for _, from := range p.object(o).copied {
		p.copyMember(o, from, name)
	}
	return n
}

// maxCopied bounds the values whose members one object has by their names.
const maxCopied = 16

// copyMembers gives an object the members of a value, each under its name.
func (p *Program) copyMembers(o int32, from node) {
	p.open(o)
	if slices.Contains(p.object(o).copied, from) {
		return
	}
	p.object(o).copied = append(p.object(o).copied, from)
	// Members of other names than those that are seen may be set.
	p.link(edge{from: p.newNode(), to: p.object(o).written, cap: graph.Free, call: -1})
	each := p.newNode()
	p.addLoad(from, each, "*")
	p.link(edge{from: each, to: p.object(o).read, cap: graph.Free, call: -1})
	for _, name := range slices.Sorted(maps.Keys(p.object(o).fields)) {
		p.copyMember(o, from, name)
	}
}

func (p *Program) copyMember(o int32, from node, name string) {
	if p.object(o).array && !isIndex(name) {
		return
	}
	n := p.newNode()
	p.addLoad(from, n, name)
	p.link(edge{from: n, to: p.object(o).fields[name], cap: graph.Free, call: -1})
}

// instanceOf returns the node of the objects of a class.
func (p *Program) instanceOf(o int32) node {
	x := p.object(o)
	return p.at(x.file, p.sources[x.file].Graph.Classes[x.index].Instance)
}

// proto returns the object that a function gives to what it makes.
func (p *Program) proto(o int32) int32 {
	if q, ok := p.protos[o]; ok {
		return q
	}
	q := p.newObject(object{kind: protoOf, file: p.object(o).file, index: o})
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
	if x := p.object(o); x.kind == allocated {
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
	p.cell(from).hasHeirs = true
	for _, parent := range p.points(from) {
		p.adopt(h, parent)
	}
}

func (p *Program) adopt(h heir, parent int32) {
	switch x := p.object(parent); {
	case x.kind == class && h.instances:
		parent = p.origin[p.instanceOf(parent)]
	case x.kind == function && h.instances:
		parent = p.proto(parent)
	}
	child := h.object
	if parent == child || slices.Contains(p.object(child).parents, parent) || len(p.object(child).parents) > 64 {
		return
	}
	p.object(child).parents = append(p.object(child).parents, parent)
	if p.object(child).fields == nil {
		return
	}
	p.open(parent)
	p.link(edge{from: p.object(parent).read, to: p.object(child).read, cap: graph.Free, call: -1})
	for _, name := range slices.Sorted(maps.Keys(p.object(child).fields)) {
		p.link(edge{from: p.field(parent, name), to: p.object(child).fields[name], cap: graph.Free, call: -1})
	}
}

// isIndex reports whether a member of a name is an element of a list.
func isIndex(name string) bool {
	if name == "" || name[0] > '9' { // most are words, for which an error would be made
		return false
	}
	_, err := strconv.Atoi(name)
	return err == nil
}

// maxParted bounds the values that are looked at for the regexes that a pattern is put together of.
const maxParted = 256

// sourceOf is the member of a regex that is its text.
var sourceOf = map[model.Language]string{model.JavaScript: "source", model.Python: "pattern", model.Ruby: "source"}

// parted lets what a call makes of a text be the regexes whose texts that text holds, as parts of it.
func (p *Program) parted(text, result node) {
	member := sourceOf[p.lang]
	if member == "" || text == 0 || result == 0 {
		return
	}
	seen := map[node]bool{text: true}
	for todo := []node{text}; len(todo) > 0 && len(seen) < maxParted; todo = todo[1:] {
		at := todo[0]
		for _, l := range p.loadsTo(at) {
			if l.field != member {
				continue
			}
			for _, o := range p.points(l.from) {
				if p.object(o).kind == pattern {
					p.add(result, p.partOf(o))
				}
			}
		}
		for _, e := range p.in(at) {
			if from := p.edge(e).from; !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
	}
}

// partOf returns a regex as a part of a larger one.
func (p *Program) partOf(o int32) int32 {
	x := *p.object(o)
	if x.part {
		return o
	}
	if q, ok := p.parts[o]; ok {
		return q
	}
	q := p.newObject(object{kind: pattern, file: x.file, index: x.index, part: true})
	p.parts[o] = q
	return q
}
