package calling

import "snag/analyze/source/tree"

// place is where a function or call stands in the tree of its file.
type place struct {
	name string // what a function is called, declared as or assigned to
	// within is the function around it.
	within *tree.Func
	// argument is the call that it is an argument of, by itself or as part of an object or array, or nil.
	argument *tree.Node
	// named reports whether a function runs only where it is called by a name.
	named bool
	// returned reports whether it is what the function around it returns.
	returned bool
	// object is the object that it is a member of, class the class.
	object *tree.Node
	class  *tree.Class
	// awaited reports whether a call is awaited, so that it gives way.
	awaited bool
	// loop is the innermost loop around it in its function, guard the innermost condition, and try the innermost
	// statement that catches what it throws.
	loop, guard, try *tree.Node
	// caught reports whether it stands in a clause that catches.
	caught bool
	// once is the function for each run of which it runs once at most, since what it sets in a variable of that
	// function is tested first; the code of the file where it runs once, only where there are no threads, or never;
	// nil for none.
	once *tree.Func
	// with are the context managers around it, innermost first.
	with *context
	// moved reports whether a call further along the chain has another thread do what functions in the chain do.
	moved bool
}

// context is a context manager around a place.
type context struct {
	node  *tree.Node
	outer *context
}

// shape is where functions and calls stand in a file.
type shape struct {
	funcs map[*tree.Func]place
	calls map[*tree.Node]place
	// owners are the functions whose variables others use, by these uses.
	owners map[*tree.Node]*tree.Func
	file   *tree.Func // its code
	python bool
	sharp  bool // C#
	// mentions are names that are read other than to call what they name, of members alone but in Python, and lasting
	// the functions that loop for ever, in Python on a condition, or over what comes.
	mentions map[string]bool
	lasting  map[*tree.Func]bool
	with     []*tree.Node // the statements that manage a context
	// starts are names of functions of Python that are registered for the start or the end of a server by no call.
	starts map[string]bool
	// servers are the calls that make a server, the first one of each function of Python.
	servers map[*tree.Func]*tree.Node
	class   *tree.Class // the innermost around what is looked at
	// objects stand for the runs of a constructor: what members of this hold stays as long as an object of the class.
	objects map[*tree.Class]*tree.Func
	built   map[*tree.Func]*tree.Class // the same the other way round
	// parts are variables that are assigned what is kept, or a part of it, by the function that they belong to.
	parts map[*tree.Func]map[string]*tree.Node
	inner *tree.Func // the innermost function around what is looked at
}

func shapeOf(f *tree.File, owners map[*tree.Node]*tree.Func) *shape {
	s := &shape{
		funcs: map[*tree.Func]place{}, calls: map[*tree.Node]place{}, owners: owners, file: f.Body, python: f.Language == tree.Python, sharp: f.Language == tree.CSharp,
		mentions: map[string]bool{}, lasting: map[*tree.Func]bool{}, starts: map[string]bool{}, servers: map[*tree.Func]*tree.Node{},
		objects: map[*tree.Class]*tree.Func{}, built: map[*tree.Func]*tree.Class{}, parts: map[*tree.Func]map[string]*tree.Node{},
	}
	s.function(f.Body, place{})
	s.owners, s.parts = nil, nil
	return s
}

func (s *shape) function(f *tree.Func, at place) {
	if f == nil {
		return
	}
	if f.Name != "" {
		at.name = f.Name
	}
	s.funcs[f] = at
	inside := place{within: f, class: at.class}
	if at.argument != nil && !at.named && iterates[lastName(at.argument.Kid(0))] {
		inside.once = at.once
	}
	for _, d := range f.Decorators {
		s.node(d, at)
	}
	around := s.inner
	s.inner = f
	for i := range f.Params {
		s.node(f.Params[i].Default, inside)
	}
	s.node(f.Body, inside)
	s.inner = around
	if server := s.servers[f]; server != nil {
		s.beforeServer(f, server)
	}
}

// iterates are methods of lists that call what they are handed before they return.
var iterates = wordSet("map mapEntries forEach filter some every find findIndex flatMap reduce sort")

// plain is a place without what tells of the expression around it.
func (at place) plain() place {
	at.name, at.argument, at.named, at.object, at.awaited, at.returned = "", nil, false, nil, false, false
	return at
}

func (s *shape) all(list []*tree.Node, at place) {
	for _, n := range list {
		s.node(n, at)
	}
}

// node notes the functions and calls in a node.
func (s *shape) node(n *tree.Node, at place) {
	if n == nil {
		return
	}
	if s.python {
		startsWith(n, func(name string) { s.starts[name] = true })
	}
	switch n.Op {
	case tree.Function:
		if !at.named && at.object != nil {
			at.named = at.argument == nil
		}
		s.function(n.Func, at)
	case tree.Define:
		at = at.plain()
		at.named = true
		s.function(n.Func, at)
	case tree.DefineClass, tree.ClassValue:
		s.classOf(n.Class, at.plain())
	case tree.Call, tree.New:
		s.calls[n] = at
		if s.python && at.within != nil && at.within.Async && s.servers[at.within] == nil && isServer(at, n) && !isPlainServe(n) {
			s.servers[at.within] = n
		}
		inner := at.plain()
		moved := inner.moved
		inner.moved = moved || movesUp(n)
		s.target(n.Kid(0), inner)
		inner.moved = moved
		inner.argument = n
		if len(n.Kids) > 1 {
			s.all(n.Kids[1:], inner)
		}
	case tree.Await:
		inner := at
		inner.awaited = n.Text != "yield" || !s.python || at.within != nil && decorationOf(at.within).coroutine
		s.node(n.Kid(0), inner)
	case tree.Object:
		at.object, at.named = n, false
		s.all(n.Kids, at)
	case tree.Pair:
		s.node(n.Kid(0), at.plain())
		at.name = n.Text
		if k := n.Kid(0); at.name == "" && k != nil && k.Op == tree.String {
			at.name = k.Text
		}
		s.node(n.Kid(1), at)
	case tree.Array, tree.Spread, tree.Keyword, tree.Cast:
		s.all(n.Kids, at)
	case tree.Conditional, tree.Logical:
		s.node(n.Kid(0), at)
		inner := at
		inner.guard = n
		for i, k := range n.Kids {
			if i > 0 {
				s.node(k, s.never(s.once(inner, s.spared(n)), n, i))
			}
		}
	case tree.Import:
	case tree.Name, tree.Member:
		if s.python || n.Op == tree.Member {
			s.mentions[n.Text] = true
		}
		s.target(n, at.plain())
	case tree.Assign:
		s.target(n.Kid(0), at.plain())
		inner := at.plain()
		inner.named, inner.name = true, lastName(n.Kid(0))
		if n.Text == "??=" || n.Text == "||=" {
			inner = s.once(inner, s.keeper(n.Kid(0)))
		}
		s.node(n.Kid(1), inner)
	default:
		s.statement(n, at.plain())
	}
}

// target notes what is called or assigned, which is no mention.
func (s *shape) target(n *tree.Node, at place) {
	switch {
	case n != nil && (n.Op == tree.Name || n.Op == tree.Member):
		s.all(n.Kids, at)
	case n != nil && n.Op == tree.Sequence && len(n.Kids) > 0: // (0, module.name)
		s.all(n.Kids[:len(n.Kids)-1], at)
		s.target(n.Kids[len(n.Kids)-1], at)
	default:
		s.node(n, at)
	}
}

func (s *shape) statement(n *tree.Node, at place) {
	switch n.Op {
	case tree.If:
		s.node(n.Kid(0), at)
		at.guard = n
		s.node(n.Kid(1), s.never(s.once(at, s.tested(n, at.class)), n, 1))
		s.node(n.Kid(2), s.never(s.once(at, s.kept(n)), n, 2))
	case tree.Block:
		for i, k := range n.Kids {
			s.node(k, at)
			at = s.once(at, s.returned(k, n.Kids[i+1:]))
			if s.python && onlyLifespan(k) || s.onward(k, at.within) {
				at.once = s.file
			}
		}
	case tree.Loop:
		test := n.Kid(0)
		if s.python || test == nil || test.Op == tree.Constant || test.Op == tree.Number {
			s.lasting[at.within] = true
		}
		at.loop = n
		s.all(n.Kids, at)
	case tree.ForEach:
		if n.Text == "async" {
			s.lasting[at.within] = true
		}
		s.node(n.Kid(0), at)
		s.node(n.Kid(1), at)
		at.loop = n
		s.node(n.Kid(2), at)
	case tree.Try:
		inner := at
		inner.try = n
		s.node(n.Kid(0), inner)
		at = s.once(at, s.fillsMissing(n))
		s.all(n.Kids[1:], at)
	case tree.Catch:
		at.caught = true
		s.all(n.Kids, at)
	case tree.With:
		s.node(n.Kid(0), at)
		s.node(n.Kid(1), at)
		at.with = &context{n, at.with}
		s.with = append(s.with, n)
		s.node(n.Kid(2), at)
	case tree.Return:
		at.returned = true
		s.node(n.Kid(0), at)
	default:
		s.all(n.Kids, at)
		s.function(n.Func, at)
	}
}

func (s *shape) classOf(c *tree.Class, at place) {
	if c == nil {
		return
	}
	s.all(c.Bases, at)
	s.all(c.Decorators, at)
	at.class, at.named = c, true
	around := s.class
	s.class = c
	for i := range c.Members {
		m := &c.Members[i]
		at.name = m.Name
		s.all(m.Decorators, at.plain())
		s.function(m.Func, at)
		s.node(m.Value, at)
	}
	s.node(c.Body, at.plain())
	s.class = around
}

// lastName returns the last name of an expression: of a.b, a.b() and new b() it is b; "" for none.
func lastName(n *tree.Node) string {
	for range 8 {
		if n == nil {
			return ""
		}
		switch n.Op {
		case tree.Name, tree.Member:
			return n.Text
		case tree.This:
			return "this"
		case tree.Call, tree.New, tree.Cast, tree.Await:
			n = n.Kid(0)
		default:
			return ""
		}
	}
	return ""
}
