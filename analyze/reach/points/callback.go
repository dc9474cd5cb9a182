package points

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// callback is a call that a library makes of a function that it was given, the argument with a role, or of a method of that.
type callback struct {
	role   string
	method string
	args   map[int][]Node
	self   Node
	result Node
}

// handedTo lets a function get something to call as one of its arguments, and returns the node of what it calls that with: the
// first argument of that call, or the second, behind an error.
func (p *Program) handedTo(back *callback, arg int, second bool) Node {
	with, n := p.NewNode(), p.NewNode()
	handed := Object{Kind: Handed, Index: with}
	if second {
		handed.File = 1
	}
	p.add(n, p.newObject(handed))
	back.args[arg] = append(back.args[arg], n)
	return with
}

// wrapped returns a node whose members at some steps are a node.
func (p *Program) wrapped(n Node, steps []string) Node {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i] == "**" {
			to := p.NewNode()
			p.Link(Edge{From: n, To: to, Cap: graph.Free, Call: -1, Text: true, Any: true})
			n = to
			continue
		}
		to := p.NewNode()
		p.make(to, Object{Kind: Allocated, File: -1, Index: to})
		p.AddStore(n, to, steps[i])
		n = to
	}
	return n
}

// HandTo hands a value to a function among the arguments of a call, as one of its own arguments or the member at the end of
// some steps of that, and returns what the function makes of it.
func (p *Program) HandTo(id int32, fn, value Node, arg int, steps []string) Node {
	args := make([]Node, arg+1)
	args[arg] = p.wrapped(value, steps)
	made := p.NewNode()
	p.hand(id, p.Callable(fn), args, 0, made)
	return made
}

// callBack adds the call of a function that a call was handed.
func (p *Program) callBack(id int32, roles []model.Filled, back *callback) {
	most := -1
	for i := range back.args {
		most = max(most, i)
	}
	args := make([]Node, most+1)
	for i, all := range back.args {
		if i >= 0 {
			args[i] = p.NewNode()
			for _, n := range all {
				p.Link(Edge{From: n, To: args[i], Cap: graph.Free, Call: -1})
			}
		}
	}
	if back.role == "this" {
		roles = []model.Filled{{Role: back.role, Arg: -1}}
	}
	for _, r := range roles {
		switch of, self := p.Argument(id, r), back.self; {
		case r.Role != back.role:
		case back.method != "":
			p.hand(id, p.Loaded([]Node{of}, []string{back.method})[0], args, of, back.result)
		default:
			fn := p.Callable(p.Loaded([]Node{of}, r.Path)[0])
			p.handNamed(fn, args, back.result)
			if len(r.Path) == 1 && self == 0 {
				self = of // whose method it is
			}
			p.hand(id, fn, args, self, back.result)
		}
	}
}

// sameOrShorter are the methods of texts of Ruby by whose names alone functions are handed over that make them no longer.
var sameOrShorter = []string{"strip", "lstrip", "rstrip", "chomp", "chop", "to_s", "to_str", "dup", "freeze", "itself", "presence", "squish", "first", "last"}

// handNamed follows a function of Ruby that is handed over by its name: map(&:strip).
func (p *Program) handNamed(fn Node, args []Node, result Node) {
	if p.lang != model.Ruby || len(args) == 0 {
		return
	}
	name, ok := p.ConstantText(fn, 0)
	if !ok || name == "" {
		return
	}
	e := Edge{From: args[0], To: result, Cap: graph.Free, Call: -1, Edit: EditsAnything}
	if !slices.Contains(sameOrShorter, name) {
		e.Possible, e.Length = true, model.Length{Effect: model.Unbounded}
	}
	p.Link(e)
}

// handsNamed are the languages whose own functions are handed over by their names: map(String), array_map('trim', $all).
var handsNamed = map[model.Language]bool{model.PHP: true, model.JavaScript: true, model.Python: true}

// hand adds a made-up call of what a node may be.
func (p *Program) hand(id int32, fn Node, args []Node, self, result Node) {
	c := Site{Callee: fn, Receiver: self, Args: args, Result: result, Made: true, Handed: handsNamed[p.lang], Bare: fn == p.Sites[id].Receiver, File: p.Sites[id].File, Owner: p.Sites[id].Owner,
		Names: make([]string, len(args)), Spread: make([]bool, len(args))}
	c.Start, c.End = p.Sites[id].Start, p.Sites[id].End
	if p.lang == model.Java || p.lang == model.Python {
		p.handReference(c)
	}
	p.Watch(c)
}

// handReference adds the calls that a reference to a method of Java, Kotlin or Python stands for beside that of a
// function of the program: one of a library, P::matcher, and one on the first of what it gets, String::trim and str.strip.
func (p *Program) handReference(c Site) {
	loads := p.LoadsTo(c.Callee)
	_, g := p.FileOf(c.Callee)
	if len(loads) != 1 || g == nil || g.Kind != graph.Value {
		return
	}
	if loads[0].Field == "new" {
		c.Callee = loads[0].From
		p.Watch(c)
		return
	}
	c.Method, c.OfMember, c.Handed = loads[0].Field, true, true
	if c.Receiver == 0 {
		bound := c
		bound.Receiver = loads[0].From
		p.Watch(bound)
	}
	if len(c.Args) == 0 || !p.mayBeClass(loads[0].From) {
		return
	}
	c.Receiver, c.Args, c.Names, c.Spread = c.Args[0], c.Args[1:], c.Names[1:], c.Spread[1:]
	params := len(c.Args)
	c.Takes = func(n int) bool { return n == params }
	own := c
	own.Handed = false
	p.Watch(own)
	for _, o := range slices.Clone(p.Points(loads[0].From)) { // the method of the class, of whatever object
		if p.Object(o).Kind == Class {
			own.Callee = p.Loaded([]Node{p.InstanceOf(o)}, []string{c.Method})[0]
			p.Watch(own)
			if c.Result != 0 && p.hasProperty(o, c.Method) {
				p.AddLoad(c.Receiver, c.Result, c.Method)
			}
		}
	}
	c.Callee = p.NewNode()
	p.AddLoad(c.Receiver, c.Callee, c.Method)
	p.Watch(c)
}

// hasProperty reports whether a class declares a member by a name that is no method, in its body or for its constructor.
func (p *Program) hasProperty(class int32, name string) bool {
	x := p.Object(class)
	return slices.ContainsFunc(p.Code[x.File].Graph.Classes[x.Index].Tree.Members, func(m tree.Field) bool {
		return m.Func == nil && m.Name == name || m.Func != nil && slices.ContainsFunc(m.Func.Params, func(a tree.Param) bool { return a.Field && a.Target != nil && a.Target.Text == name })
	})
}

// refer makes objects of the references that stand for no function of the program, which calls find wherever they are handed on.
func (p *Program) refer() {
	for _, n := range p.references {
		if len(p.Points(n)) == 0 {
			file, _ := p.FileOf(n)
			p.make(n, Object{Kind: Referred, File: file, Index: n})
		}
	}
	p.references = nil
}

// mayBeClass reports whether a name stands for a class of the program, or for something that its file does not declare.
func (p *Program) mayBeClass(n Node) bool {
	_, g := p.FileOf(n)
	if g != nil && g.Kind == graph.Variable { // the name of a class that the file declares
		in := p.In(n)
		if len(in) != 1 {
			return false
		}
		_, g = p.FileOf(p.Edge(in[0]).From)
	}
	return g != nil && (g.Kind == graph.Global || g.Kind == graph.Module || g.Kind == graph.Class)
}

// CallLater calls a method of what a call is made on, or of an object of that class, with the arguments of the call from one
// on: a job's perform by perform_later. By "new" it makes an object of the class, by "this" it calls what the call is made on,
// and by "fn" the argument right before these.
func (p *Program) CallLater(id int32, method string, from int) {
	later := p.Sites[id]
	from = min(from, len(later.Args))
	if method == "fn" && from > 0 {
		later.Receiver = p.Callable(later.Args[from-1])
	}
	later.Args, later.Names, later.Spread = later.Args[from:], later.Names[from:], later.Spread[from:]
	later.Call.Args, later.Result, later.Made = nil, p.NewNode(), true
	switch method {
	case "new", "fn", "this":
		later.Bare = method == "this"
		later.Callee, later.Receiver, later.Method, later.OfMember = later.Receiver, 0, "", false
	default:
		later.Callee, later.Method = p.Loaded([]Node{later.Receiver}, []string{method})[0], method
	}
	p.Watch(later)
}
