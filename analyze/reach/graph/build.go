package graph

import (
	"maps"
	"slices"

	"snag/analyze/source/tree"
)

// maxDepth bounds how deeply expressions and statements nest. What is deeper is left out, and counted.
const maxDepth = 1000

// A nesting is how deep a reader of trees has gone.
type nesting int

// deeper goes a level on, if there may be another.
func (n *nesting) deeper() bool {
	if *n == maxDepth {
		return false
	}
	*n++
	return true
}

func (n *nesting) back() { *n-- }

// maxWork bounds the steps that keeping values in order may take in a file. Beyond it variables are
// followed without order.
const maxWork = 1 << 23

// Options are what a graph needs to know of the language's library.
type Options struct {
	// Leaves tells when a call of a function never returns. The name is as written, with dots; that of a function
	// that was imported begins behind the module. It may be nil.
	Leaves func(module, name string) Leaving
	// Checks reports whether a method of that name may check what it is called on, and throw or answer itself if
	// that is too long. It may be nil.
	Checks func(method string) bool
	// Runs reports whether a method of that name may run checks that wait to be run.
	Runs func(method string) bool
	// Valid reports whether a value of that name, with dots as written, is true only where the parameters of the
	// function are valid. It may be nil.
	Valid func(name string) bool
	// Constant reports whether a name that stands for the same everywhere, as $_GET does, never has another value, nor
	// another member, than at first. It may be nil.
	Constant func(name string) bool
	// Takes reports whether a method of PHP by that name takes something out of what it is called on, the same each time. It may
	// be nil.
	Takes func(method string) bool
	// Outer is told of each use of a variable that is not one of the function which uses it, and whose it is. It may
	// be nil.
	Outer func(use *tree.Node, owner *tree.Func)
}

// Leaving is when a call never returns. The zero Leaving is never.
type Leaving struct {
	Always bool
	// If and Unless are the numbers of the arguments, counted from 1, of which the call does not return if one is
	// true, or is not; 0 for none.
	If, Unless int
	// Number, and Max or Below, are those of a number and of what it has to be at most, or below, for the call to return.
	Number, Max, Below int
	// True reports whether what it returns counts as true, and the request is answered behind it.
	True bool
	// Onward reports whether what handles the request goes on without the rest of the function.
	Onward bool
	// Fails reports whether it returns an error.
	Fails bool
}

// OfParam stands before the name of a parameter in the place of a module: the call is one of a method of that.
const OfParam = "="

type builder struct {
	nesting
	f          *File
	t          *tree.File
	s          *scopes
	opt        Options
	fn         int32 // the function whose code is read
	class      int32 // the class around it, or -1
	static     ID    // the class whose static block, or in Ruby body, is read, 0 for none
	env        *env
	exits      []*exit
	kept       *ledger
	text       int32     // the number of the Sym of what is a text, 0 before it is asked for
	since      int32     // from where on holds what is found out, by the bytes of the file
	ending     bool      // the function is left behind what is read
	trying     int       // how many try statements are around it
	flat       bool      // the order of assignments is given up
	blocks     []ordinal // around what is read, the innermost last
	key        key       // what a loop sets a variable to where it is asked what holds behind the loop
	unchanged  *flag     // of which it is asked what follows where nothing changed it
	loose      bool      // what is found false may be a text that only equals it
	everything []ID      // modules of which all names are imported

	variables   []*variable // whose node was asked for
	selves      map[int32]*variable
	supers      map[string]*variable // of PHP, by their names
	around      []int32              // the classes around the code that is read, the innermost last
	ends        []end
	thrown      []ID // by the function
	onward      onward
	passing     passing
	strayed     map[*variable]bool // parameters that functions deeper than in their own name
	calls       map[*tree.Node]int32
	certain     map[*tree.Node]bool       // calls that are statements of their own in a function, or begin one
	memberNames map[int32]map[string]bool // of classes, by their names
	owned       map[*tree.Func][]*variable
	afters      map[ID]bool           // what variables that were handed over may hold behind the call
	extracted   map[int32][]ID        // what extract was called with in functions of PHP
	paramOf     map[*variable]paramAt // of Ruby
	stowed      []*variable           // of Ruby, what may be in a list or a member
	inPlace     map[ID]bool           // texts of Ruby that are the same as what a variable had before, made longer
}

// exit is a statement that a break or continue leaves.
type exit struct {
	label             string
	loop              bool
	breaks, continues *env
}

// end is what is known of the parameters of a function at a place where it ends.
type end struct {
	when    Outcome
	part    string // the member of what it returns that is so, "" for all of that
	caps    []Cap
	members [][]memberCap // of each parameter
	parts   []string      // of what it returns whenever it ends here, the members of which more is known
	closed  bool          // it returns no others
}

// Build returns the graph of the file at path, whose tree it keeps and does not change.
func Build(path string, t *tree.File, opt Options) *File {
	f := &File{Path: path, Language: t.Language, Package: t.Package, Nodes: make([]Node, 1), Syms: make([]Sym, 1), Names: map[string]ID{}, Skipped: t.Skipped}
	l := &ledger{}
	b := &builder{f: f, t: t, s: resolve(t, opt.Outer), opt: opt, fn: -1, class: -1, env: newEnv(l), kept: l, selves: map[int32]*variable{}, afters: map[ID]bool{}, paramOf: map[*variable]paramAt{}, inPlace: map[ID]bool{}, certain: map[*tree.Node]bool{}}
	f.Exports = b.add(Node{Kind: Exports})
	if opt.Leaves == nil {
		b.opt.Leaves = func(string, string) Leaving { return Leaving{} }
	}
	if opt.Valid == nil {
		b.opt.Valid = func(string) bool { return false }
	}
	if opt.Runs == nil {
		b.opt.Runs = func(string) bool { return false }
	}
	if opt.Checks == nil {
		b.opt.Checks = func(string) bool { return false }
	}
	f.Getters = b.s.getters
	b.flat = t.Jumps
	b.function(t.Body, -1, false)
	for _, name := range slices.Sorted(maps.Keys(b.s.top.names)) {
		f.Names[name] = b.variable(b.s.top.names[name])
		if t.Language == tree.Python {
			b.store(f.Names[name], f.Exports, name)
		}
	}
	for _, v := range b.variables {
		for _, c := range v.values {
			c.To = v.node
			b.f.Copies = append(b.f.Copies, c)
		}
	}
	return f
}

func (b *builder) add(n Node) ID {
	b.f.Nodes = append(b.f.Nodes, n)
	return ID(len(b.f.Nodes) - 1)
}

// value returns a new node for the value of an expression.
func (b *builder) value(n *tree.Node) ID {
	return b.add(Node{Start: n.Start, End: n.End})
}

func (b *builder) copy(from, to ID, c Cap) {
	if from != 0 && to != 0 && from != to {
		b.f.Copies = append(b.f.Copies, Copy{from, to, c})
	}
}

func (b *builder) store(value, object ID, field string) {
	switch {
	case object == 0:
	case value != 0:
		b.f.Stores = append(b.f.Stores, Store{Value: value, Object: object, Field: field})
	case field != "*" && (field == "" || field[0] < '0' || field[0] > '9'):
		b.f.Blanks = append(b.f.Blanks, Store{Object: object, Field: field})
	}
}

func (b *builder) load(n *tree.Node, from ID, field string) ID {
	if from == 0 {
		return 0
	}
	to := b.value(n)
	if n != nil && n.Reference {
		b.f.Nodes[to].Index = Reference
	}
	b.f.Loads = append(b.f.Loads, Load{from, to, field})
	return to
}

// variable returns the node of all values of a variable.
func (b *builder) variable(v *variable) ID {
	if v.node == 0 {
		v.node = b.add(Node{Kind: Variable, Name: v.name, Index: -1})
		if v.param {
			b.f.Nodes[v.node].Size = 1
		}
		b.variables = append(b.variables, v)
		if v.open {
			b.write(v, b.add(Node{})) // whatever is set elsewhere
		}
	}
	return v.node
}

// ordered reports whether the values of a variable are followed in the order of the code being read.
func (b *builder) ordered(v *variable) bool {
	if b.flat || v.foreign {
		return false
	}
	return v.owner == b.f.Funcs[b.fn].Tree || b.settled(v)
}

// settled reports whether nothing assigns a variable of a function around the one being read once this is made.
func (b *builder) settled(v *variable) bool {
	return v.writes <= 1 || v.settled > 0 && v.settled <= b.f.Funcs[b.fn].Tree.Start
}

// read returns the node of the value that a variable has here.
func (b *builder) read(n *tree.Node, v *variable) ID {
	if b.ordered(v) {
		if defs := b.defs(v); len(defs) > 0 {
			return b.joined(n, defs)
		}
	}
	return b.variable(v)
}

// joined returns a node that has one of some values.
func (b *builder) joined(n *tree.Node, defs []def) ID {
	if len(defs) == 1 && defs[0].cap == Free {
		return defs[0].id
	}
	to := b.value(n)
	for _, d := range defs {
		b.copy(d.id, to, d.cap)
	}
	return to
}

// write gives a variable a value.
func (b *builder) write(v *variable, id ID) {
	if id == 0 {
		id = b.add(Node{Kind: Opaque})
	}
	if v.isBuilder() {
		id = b.builderText(v, id)
	}
	v.values = append(v.values, Copy{From: id, Cap: Free})
	if !b.flat {
		b.env.set(v, known{defs: []def{{id, Free}}})
	}
}

// writeNothing notes that a variable has no value yet.
func (b *builder) writeNothing(v *variable) {
	if v.unset == 0 {
		v.unset = b.add(Node{Kind: Opaque})
	}
	b.write(v, v.unset)
}

// isSet reports whether a variable that is assigned in one place has the value of that here.
func (b *builder) isSet(v *variable) bool {
	if v.unset == 0 {
		return true
	}
	defs := b.defs(v)
	return len(defs) == 1 && defs[0].id != v.unset && defs[0].id == v.values[len(v.values)-1].From
}

// defs returns the values that a variable may have here. What is known of those around the function holds in it where
// they do not change.
func (b *builder) defs(v *variable) []def {
	defs := b.env.of(v).defs
	if v.owner == b.f.Funcs[b.fn].Tree {
		return defs
	}
	if !b.settled(v) || v.foreign || !v.shared || v.unset != 0 && len(defs) == 1 && defs[0].id == v.unset {
		return nil // or it is set behind the function
	}
	return defs
}

// assigned collects the variables that a part of the code writes, or whose members it writes.
func (b *builder) assigned(n *tree.Node, set *variables) {
	if n == nil || b.flat {
		return
	}
	if b.kept.work++; b.kept.work > maxWork {
		b.flat = true
		return
	}
	if !b.deeper() {
		return
	}
	defer b.back()
	if target, _ := lengthened(b.f.Language, n); target != nil {
		b.targets(target, set)
	}
	if root, does := b.s.built(n); does != notBuilding && does < gives {
		b.targets(root, set)
	}
	switch n.Op {
	case tree.Cast:
		if isShared(n) {
			b.targets(n.Kid(0), set)
		}
	case tree.Assign, tree.ForEach, tree.Catch, tree.With:
		b.targets(n.Kid(0), set)
	case tree.Unary:
		if isStep(n) {
			b.targets(n.Kid(0), set)
		}
	case tree.Declare:
		for _, k := range n.Kids {
			b.targets(k, set)
		}
	}
	for _, k := range n.Kids {
		b.assigned(k, set)
	}
}

func (b *builder) targets(n *tree.Node, set *variables) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		if v := b.s.uses[n]; v != nil {
			set.add(v)
		}
	case tree.Member, tree.Index:
		if m, ok := b.member(n); ok {
			set.add(m.v)
		}
	default:
		for _, k := range n.Kids {
			b.targets(k, set)
		}
	}
}

// member returns the variable and the names by which an expression reaches something.
func (b *builder) member(n *tree.Node) (member, bool) {
	path := ""
	for range 8 {
		switch {
		case n == nil:
			return member{}, false
		case b.isParams(n):
			return member{b.self(b.fn), ".params" + path}, true
		case b.reader(n) != "":
			return member{b.self(b.fn), "." + b.reader(n) + path}, true
		case n.Op == tree.Name:
			v := b.s.uses[n]
			if v != nil && b.key.v != nil && v.writes == 1 && v.constant != nil && v.constant.Op == tree.Index && b.s.uses[v.constant.Kid(1)] == b.key.v {
				n = v.constant // what the loop reads under the name
				continue
			}
			if v == nil {
				v = b.superglobal(n.Text)
			}
			return member{v, path}, v != nil && b.ordered(v) && !(path != "" && b.threaded(v))
		case n.Op == tree.This:
			return member{b.self(b.fn), path}, true
		case b.getter(n) != "":
			path = "." + b.getter(n) + path
			n = n.Kid(0)
		case n.Op == tree.Member:
			if b.s.getters[n.Text] {
				return member{}, false
			}
			path = "." + n.Text + path
		case n.Op == tree.Index && n.Kid(1) != nil && n.Kid(1).Op == tree.String:
			path = "." + n.Kid(1).Text + path
		case n.Op == tree.Index && b.key.v != nil && b.s.uses[n.Kid(1)] == b.key.v && !b.isAltered(n.Kid(0)):
			path = "." + b.key.text + path
		case n.Op == tree.Cast || n.Op == tree.Await:
		default:
			return member{}, false
		}
		n = n.Kid(0)
	}
	return member{}, false
}

// threaded reports whether code that other threads of a program in Python run sets members of a variable.
func (b *builder) threaded(v *variable) bool {
	return b.f.Language == tree.Python && b.fn > 0 && v.altered && v.owner == b.s.top.owner && v.owner != b.f.Funcs[b.fn].Tree
}

// isParams reports whether an expression is the parameters of a request in Ruby, which are a method of whatever handles it.
func (b *builder) isParams(n *tree.Node) bool {
	if n.Op == tree.Call && len(n.Kids) == 1 && n.Kids[0] != nil {
		n = n.Kids[0]
	}
	return b.f.Language == tree.Ruby && n.Op == tree.Name && n.Text == "params" && b.s.uses[n] == nil
}

// self returns the variable that stands for the receiver of a function.
func (b *builder) self(fn int32) *variable {
	for fn > 0 && b.f.Funcs[fn].Tree.Kind == tree.Arrow && b.f.Funcs[fn].Parent >= 0 {
		fn = b.f.Funcs[fn].Parent
	}
	v := b.selves[fn]
	if v == nil {
		v = &variable{name: "this", owner: b.f.Funcs[fn].Tree}
		b.selves[fn] = v
	}
	return v
}

// fork returns a copy of what is known here for another way through the code.
func (b *builder) fork() *env {
	if b.kept.work++; b.kept.work > maxWork {
		b.flat = true
	}
	if b.flat {
		e := newEnv(b.kept)
		e.dead = b.env.dead
		return e
	}
	return b.env.fork()
}
