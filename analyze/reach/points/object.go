package points

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// maxAccess bounds the steps of a name from outside that are told apart.
const maxAccess = 8

// maxObjects bounds the objects of a program, and maxFacts the pairs of nodes and objects. Beyond them
// values are not followed further, and the program says so.
const (
	maxObjects = 1 << 20
	maxFacts   = 3 << 20
)

// Node is the number of a node of the program.
type Node = int32

// Kind is what an object is.
type Kind uint8

// The kinds of objects.
const (
	Allocated Kind = iota // an object that is written out
	Function
	Class
	Instance    // of a class
	Regex       // a regex
	Exports     // of a file
	Outside     // something from outside, by its name
	CallMember  // the member call of a function
	ApplyMember // its member apply
	BindMember  // its member bind
	Partial     // what the call Index makes of a function, which is called with the arguments of that call before its own
	Prototype   // what a function that makes objects gives them
	Promising   // what the call Index makes of a function, which gets a function behind its arguments and returns what it calls that with
	Handed      // what a library hands a function to call: the argument with the number File goes on to the node Index
	Named       // what a text of PHP names, the node Index
	Promised    // a method without code, which returns the node Index, what is of its type
	Referred    // what a reference to a method stands for, the node Index
)

// Object is what a node may be.
type Object struct {
	Kind  Kind
	Part  bool // of a pattern: it is a part of a larger one
	List  bool // it has elements alone, and no members with names
	Array bool // what is stored in it under names that are not known are elements, and no members with names
	// Overlaid says that a rule puts all that something holds into it, as Object.assign does into the first of its
	// arguments, so that its members may be something else than what is stored in them.
	Overlaid bool
	// File is where a function, class or pattern stands, and Index its number there. Index is the node of an allocated
	// object, whose File is -1 where a rule made it.
	File  int32
	Index int32
	// Written holds what is stored under unknown names, Read what any member may be.
	Written, Read Node
	// Name is that of what comes from outside.
	Name model.Access
	// Fields are the nodes of its members.
	Fields map[string]Node
	kin    *kin // nil for most: there are hundreds of thousands
}

// kin is whose members an object has beside its own.
type kin struct {
	parents []int32
	copied  []Node   // whose members were copied, each under its own name
	names   []string // of the fields, once they were asked for in order
}

// related returns the kin of an object, to be added to.
func (x *Object) related() *kin {
	if x.kin == nil {
		x.kin = &kin{}
	}
	return x.kin
}

// Parents returns the objects whose members it has too.
func (x *Object) Parents() []int32 {
	if x.kin == nil {
		return nil
	}
	return x.kin.parents
}

// Copied returns the nodes of whose members it has copies.
func (x *Object) Copied() []Node {
	if x.kin == nil {
		return nil
	}
	return x.kin.copied
}

// Extend gives the objects that a node may be the members of another.
func (p *Program) Extend(to, from Node) {
	for _, o := range slices.Clone(p.Points(to)) {
		if p.Object(o).Kind != Outside {
			p.Inherit(o, from, false)
		}
	}
}

// IsOwn reports whether an object is what a framework calls a method of, or a member of that: one of the program, which
// stands beside it.
func (x *Object) IsOwn() bool {
	return x.Kind == Outside && x.Name.Root.Kind == model.EntryArg && x.Name.Root.Index == model.Receiver
}

// Accesses returns the names from outside that a node has.
func (p *Program) Accesses(n Node) []model.Access {
	var all []model.Access
	for _, o := range p.Points(n) {
		if x := p.Object(o); x.Kind == Outside {
			all = append(all, x.Name)
		}
	}
	return all
}

// newObject adds an object, and returns its number, 0 where the program has too many.
func (p *Program) newObject(o Object) int32 {
	if p.ObjectCount >= maxObjects {
		p.limited = tooMany
		return 0
	}
	return p.addObject(o)
}

// make gives a node the object that is made there.
func (p *Program) make(n Node, o Object) int32 {
	id := p.newObject(o)
	p.Origin[n] = id
	p.add(n, id)
	return id
}

// Root makes a node something from outside.
func (p *Program) Root(n Node, a model.Access) {
	p.name(n, a)
	if o := p.Access(a); o != 0 {
		p.add(n, o)
	}
}

// name notes the name of something from outside.
func (p *Program) name(n Node, a model.Access) {
	p.Roots[n] = append(p.Roots[n], a)
	p.cell(n).is |= rooted
	if a.Root.Kind == model.Module && !slices.Contains(p.Imported, a.Root.Name) {
		p.Imported = append(p.Imported, a.Root.Name)
	}
}

// RootsOf returns the names of what comes from outside at a node.
func (p *Program) RootsOf(n Node) []model.Access {
	if p.cell(n).is&rooted == 0 {
		return nil
	}
	return p.Roots[n]
}

// InheritOutside makes a node something that extends what is outside. What is stored there is its own: others that
// extend the same have no part in it.
func (p *Program) InheritOutside(n Node, a model.Access) {
	p.name(n, a)
	p.add(n, p.newObject(Object{Kind: Outside, Name: a}))
}

// Access returns the object of something from outside, 0 where its name is too long.
func (p *Program) Access(a model.Access) int32 {
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
	thing, is := p.model.Thing(p.lang, a)
	if is && a.IsArgument() && thing.IsArgument() { // what two entries get of one request is the same object
		p.accesses[key] = p.Access(thing)
		return p.accesses[key]
	}
	o := p.newObject(Object{Kind: Outside, Name: a})
	p.accesses[key] = o
	if is && o != 0 {
		p.adopt(heir{object: o}, p.Access(thing)) // with what the program stores in it
	}
	return o
}

// Step returns the name of a member, or with "()" that of what a call returns. What the same method returns again and
// again has one name.
func (a *Object) Step(name string) model.Access {
	if n := len(a.Name.Steps); name == "()" && n > 2 && a.Name.Steps[n-2] == "()" && a.Name.Steps[n-1] == a.Name.Steps[n-3] {
		return model.Access{Root: a.Name.Root, Steps: a.Name.Steps[:n-1]}
	}
	steps := make([]string, 0, len(a.Name.Steps)+1)
	return model.Access{Root: a.Name.Root, Steps: append(append(steps, a.Name.Steps...), name)}
}

// Open makes the nodes for members of unknown names.
func (p *Program) Open(o int32) {
	if p.Object(o).Fields != nil {
		return
	}
	w, r := p.NewNode(), p.NewNode()
	x := p.Object(o)
	x.Fields, x.Written, x.Read = map[string]Node{}, w, r
	p.cell(w).is |= written
	p.Link(Edge{From: w, To: r, Cap: graph.Free, Call: -1})
	if x.Kind == Outside {
		if a := p.Access(x.Step("*")); a != 0 {
			p.add(r, a)
		}
	}
	for _, parent := range p.Object(o).Parents() {
		p.Open(parent)
		p.Link(Edge{From: p.Object(parent).Read, To: p.Object(o).Read, Cap: graph.Free, Call: -1})
	}
}

// ofFunctions are the members that all functions have.
var ofFunctions = []string{"call", "apply", "bind", "prototype"}

// Field returns the node of a member of an object.
func (p *Program) Field(o int32, name string) Node {
	p.Open(o)
	if name == "*" || name == graph.Keys && (p.lang == model.PHP || p.lang == model.Python) && p.Object(o).Kind == Outside {
		return p.Object(o).Read
	}
	if n, ok := p.Object(o).Fields[name]; ok {
		return n
	}
	n := p.NewNode()
	x := p.Object(o)
	x.Fields[name] = n
	if strings.Contains(name, graph.WorkedOut) {
		p.getNamed(o, name, n)
		return n
	}
	written, read := x.Written, x.Read
	if name == graph.Keys && p.lang == model.Python { // a loop over a dictionary, for which it is not told from a list, is one over its keys
		p.Link(Edge{From: n, To: read, Cap: graph.Free, Call: -1})
		return n
	}
	if p.lang == model.Python && x.Kind == Allocated && !x.List && IsIndex(name) { // a, *rest = mapping
		p.Link(Edge{From: p.Field(o, graph.Keys), To: n, Cap: graph.Free, Call: -1})
	}
	if name != graph.Entered && name != graph.Keys && (x.Kind != Function || !slices.Contains(ofFunctions, name)) { // which no loop over members finds
		if (!x.Array || IsIndex(name)) && (name != "length" || x.Kind != Allocated || x.File >= 0) { // what rules put into lists is no length
			p.Link(Edge{From: written, To: n, Cap: graph.Free, Call: -1})
		}
		if x.Kind != Outside { // of which any member has a name of its own
			p.Link(Edge{From: n, To: read, Cap: graph.Free, Call: -1})
		}
	}
	switch x.Kind {
	case Allocated, Prototype:
		// A method of an object sees it as this, but what makes objects.
		if p.lang == model.JavaScript && !p.constructs[name] {
			p.memberOf[n] = p.maker(o)
			p.cell(n).is |= ofObject
		}
	case Outside:
		if name == graph.Entered {
			p.add(n, o)
			break
		}
		if name == inheritedNew {
			name = "new"
		}
		if p.lang == model.Go && name == "0" { // the first of several results, which rules know as the result
			p.add(n, o)
		} else if a := p.Access(x.Step(name)); a != 0 {
			p.add(n, a)
		}
	case Function:
		switch {
		case p.lang == model.CSharp && name == "Invoke":
			p.make(n, Object{Kind: CallMember, Index: o})
		case p.lang == model.Java || p.lang == model.CSharp:
			p.standIn(o, name, n)
		case name == "call":
			p.make(n, Object{Kind: CallMember, Index: o})
		case name == "apply":
			p.make(n, Object{Kind: ApplyMember, Index: o})
		case name == "bind":
			p.make(n, Object{Kind: BindMember, Index: o})
		case name == "prototype":
			p.Origin[n] = p.Proto(o)
			p.add(n, p.Proto(o))
			p.Inherit(p.Proto(o), n, false) // what is made has the members of what is assigned
		}
	case Instance:
		for _, method := range []string{"__enter__", "__aenter__"} {
			if name == graph.Entered {
				p.Watch(Site{Callee: p.Field(o, method), Receiver: p.InstanceOf(o), Result: n, Made: true, File: x.File})
			}
		}
	case Class:
		switch {
		case name == "prototype":
			p.Link(Edge{From: p.InstanceOf(o), To: n, Cap: graph.Free, Call: -1})
		case name == "new" && p.lang == model.Ruby:
			p.add(n, o)
			p.Link(Edge{From: p.Field(o, inheritedNew), To: n, Cap: graph.Free, Call: -1})
		}
	}
	for _, parent := range p.Object(o).Parents() {
		p.handDown(parent, o, name, n)
	}
	for _, from := range p.Object(o).Copied() {
		p.copyMember(o, from, name)
	}
	return n
}

// Proto returns the object that a function gives to what it makes.
func (p *Program) Proto(o int32) int32 {
	if q, ok := p.Protos[o]; ok {
		return q
	}
	q := p.newObject(Object{Kind: Prototype, File: p.Object(o).File, Index: o})
	p.Protos[o] = q
	p.Link(Edge{From: p.maker(q), To: p.selfOf(o), Cap: graph.Free, Call: -1})
	return q
}

// maker returns a node that makes an object.
func (p *Program) maker(o int32) Node {
	if n, ok := p.makers[o]; ok {
		return n
	}
	n := p.NewNode()
	if x := p.Object(o); x.Kind == Allocated {
		n = x.Index
	} else {
		p.Origin[n] = o
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

// Inherit gives an object the members of what a node may be.
func (p *Program) Inherit(o int32, from Node, instances bool) {
	if o == 0 || from == 0 {
		return
	}
	h := heir{o, instances}
	p.heirs[from] = append(p.heirs[from], h)
	p.cell(from).is |= hasHeirs
	for _, parent := range p.Points(from) {
		p.adopt(h, parent)
	}
}

func (p *Program) adopt(h heir, parent int32) {
	switch x := p.Object(parent); {
	case x.Kind == Class && h.instances:
		parent = p.Origin[p.InstanceOf(parent)]
	case x.Kind == Function && h.instances:
		parent = p.Proto(parent)
	}
	child := h.object
	if parent == child || slices.Contains(p.Object(child).Parents(), parent) || len(p.Object(child).Parents()) > 64 {
		return
	}
	k := p.Object(child).related()
	k.parents = append(k.parents, parent)
	if p.lang == model.JavaScript && p.Object(child).Kind == Prototype && p.Object(parent).Kind == Allocated {
		// An object that is written out as a prototype is the one that what is made has: its methods see that as this.
		p.Link(Edge{From: p.maker(child), To: p.maker(parent), Cap: graph.Free, Call: -1})
	}
	if x := p.Object(parent); x.Kind == Outside && h.instances && p.lang == model.JavaScript && x.Name.Last() != "()" {
		// What new would make of that class has its methods too. What others store in such an object is in another one.
		if made := p.newObject(Object{Kind: Outside, Name: x.Step("()")}); made != 0 {
			p.adopt(h, made)
		}
	}
	if p.Object(child).Fields == nil {
		return
	}
	p.Open(parent)
	p.Link(Edge{From: p.Object(parent).Read, To: p.Object(child).Read, Cap: graph.Free, Call: -1})
	for _, name := range p.Object(child).SortedNames() {
		p.handDown(parent, child, name, p.Object(child).Fields[name])
	}
}
