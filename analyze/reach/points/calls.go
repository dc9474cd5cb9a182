package points

import (
	"slices"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Interop are functions that compilers hand a module to and that return it.
var Interop = lazyregexp.New(`^(_interop\w*|_*import(Default|Star)|__toESM)$`)

// addSite adds a call of a file.
func (p *Program) addSite(file int32, c *graph.Call) int32 {
	x := Site{Call: *c, File: file, Callee: p.At(file, c.Callee), Receiver: p.At(file, c.Receiver), Result: p.At(file, c.Result), newly: c.New, Owner: c.Func}
	for _, a := range c.Args {
		x.Args = append(x.Args, p.At(file, a.Node))
		x.Names = append(x.Names, a.Name)
		x.Spread = append(x.Spread, a.Spread)
	}
	id := p.Watch(x)
	p.resultOf[x.Result] = id
	return id
}

// Watch adds a call, and binds it to what it is known to call.
func (p *Program) Watch(x Site) int32 {
	x.Bound, x.Ruled, x.seen = nil, nil, seen{}
	id := int32(len(p.Sites))
	p.Sites = append(p.Sites, x)
	if x.Callee != 0 {
		p.lists.Push(&p.restOf(x.Callee).calls, id)
		for i := 0; i < len(p.Points(x.Callee)); i++ {
			p.bind(id, p.Points(x.Callee)[i])
		}
	}
	return id
}

// MayCall returns the objects of a value that a call of it may call: not what a file exports, in the place of which it puts a
// function.
func (p *Program) MayCall(n Node) []int32 {
	all := p.Points(n)
	if slices.ContainsFunc(all, p.isExports) {
		all = slices.DeleteFunc(slices.Clone(all), p.isExports)
	}
	return all
}

func (p *Program) isExports(o int32) bool { return p.Object(o).Kind == Exports }

// bind lets a call call an object.
func (p *Program) bind(id, o int32) {
	c, x := &p.Sites[id], p.Object(o)
	if x.Kind == Referred && c.Callee == x.Index || p.isExports(o) || slices.Contains(c.Bound, o) {
		return
	}
	if x.Kind == Referred { // it is called by another name than its own
		p.hand(id, x.Index, c.Args, 0, c.Result)
		return
	}
	if p.isOtherMethod(c, o) && !p.areStored(p.membersOf(c), []int32{o})[0] {
		p.unbound = append(p.unbound, [2]int32{id, o}) // it may yet be stored under the name
		return
	}
	c.Bound = append(c.Bound, o)
	switch x.Kind {
	case Function:
		if c.Making && p.isOverridden(c.Receiver, x) || c.Super && p.isOfSameClass(c, x) {
			break
		}
		if p.isUnbound(c, x) {
			p.calledBy(id, o, 1)
			break
		}
		if p.lang == model.JavaScript && Interop.MatchString(c.Method) {
			p.ImportBy(id) // its code would mix up all modules of the file that are handed to it
			break
		}
		p.enter(id, o, p.arguments(&p.Sites[id]))
		if c.newly {
			p.makes(id, o)
		}
	case Class:
		if c.Takes != nil || c.Making {
			break // a framework makes an object of it, or the constructor of a class is a class, perhaps itself
		}
		inst := p.InstanceOf(o)
		p.Link(Edge{From: inst, To: p.Sites[id].Result, Cap: graph.Free, Call: -1})
		for _, name := range ConstructorNames {
			again := p.Sites[id]
			again.Callee, again.Receiver, again.Result, again.newly = p.Field(p.Origin[inst], name), inst, 0, false
			again.Making = true
			p.Watch(again)
		}
		p.fill(id, o)
	case Instance:
		if name := calledAs[p.lang]; name != "" && name != c.Method && !c.Making { // what runs may be such an object itself
			again := p.Sites[id]
			again.Callee, again.Receiver, again.newly = p.Field(o, name), p.At(x.File, p.Code[x.File].Graph.Classes[x.Index].Instance), false
			again.Method, again.OfMember = name, true
			p.Watch(again)
		}
	case CallMember:
		if p.lang == model.Ruby || p.lang == model.CSharp { // whose functions are called by their method call, or Invoke
			p.enterFrom(id, x.Index, *c)
			break
		}
		p.calledBy(id, x.Index, 1)
	case ApplyMember:
		again := *c
		if len(again.Args) > 1 {
			again.Receiver, again.Args, again.Spread, again.Names = again.Args[0], again.Args[1:2], []bool{true}, []string{""}
			again.Call.Args = nil
			p.enterFrom(id, x.Index, again)
		}
	case Partial, Promising:
		p.callPartial(id, x)
	case BindMember:
		if len(c.Args) > 1 {
			p.MakePartial(id)
			break
		}
		if c.Result != 0 {
			p.add(c.Result, x.Index)
		}
		if len(c.Args) > 0 {
			p.Link(Edge{From: c.Args[0], To: p.selfOf(x.Index), Cap: graph.Free, Call: -1})
		}
	case Named:
		p.callNamed(id, x.Index)
	case Handed:
		if at := int(x.File); len(c.Args) > at && !slices.Contains(c.Spread[:at+1], true) {
			p.Link(Edge{From: c.Args[at], To: x.Index, Cap: graph.Free, Call: -1})
		}
	case Promised:
		p.Link(Edge{From: x.Index, To: c.Result, Cap: graph.Free, Call: -1})
	case Outside:
		if c.Wraps { // what others make of a function does what that does
			break
		}
		if result := p.Sites[id].Result; result != 0 {
			p.add(result, p.returnedBy(o))
			if _, ok := p.Origin[result]; !ok && c.New && p.lang == model.CSharp { // whose members the program may set, beside what is in it
				p.make(result, Object{Kind: Allocated, File: -1, Index: result})
			}
		}
	}
}

// returnsFirst are the functions of JavaScript that return the object which they are handed first. What create makes has the
// members of that.
var returnsFirst = []string{
	"Object.create", "Object.freeze", "Object.seal", "Object.preventExtensions", "Object.defineProperty", "Object.defineProperties", "Object.setPrototypeOf",
}

// ReturnsFirst reports whether a function of JavaScript returns the object that it is handed first.
func ReturnsFirst(name string) bool { return slices.Contains(returnsFirst, name) }

// returnedBy returns the object of what a call of something from outside returns, 0 where its name is too long, or where it
// returns what it is handed: one object for all calls would have the members of all others. Hundreds of thousands of calls may
// call the same.
func (p *Program) returnedBy(o int32) int32 {
	returned, known := p.returned[o]
	if !known {
		if x := p.Object(o); p.lang != model.JavaScript || len(x.Name.Steps) != 1 || !ReturnsFirst(x.Name.String()) {
			returned = p.Access(x.Step("()"))
		}
		p.returned[o] = returned
	}
	return returned
}

// ImportBy lets a call of such a function return the module that it is handed, which is its own default if it has none.
func (p *Program) ImportBy(id int32) {
	c := &p.Sites[id]
	if len(c.Args) == 0 || c.Result == 0 {
		return
	}
	p.Link(Edge{From: c.Args[0], To: c.Result, Cap: graph.Free, Call: -1})
	p.Link(Edge{From: c.Args[0], To: p.Field(p.madeFor(c.Result, c.Result), "default"), Cap: graph.Free, Call: -1})
}

// calledAs are the methods that a call of an object runs, by the language; that of Kotlin among Java's.
var calledAs = map[model.Language]string{model.Python: "__call__", model.PHP: "__invoke", model.Java: "invoke"}

// maxPartial bounds how many calls have added arguments to the function that one calls.
const maxPartial = 4

// MakePartial lets a call return what it is handed, or in JavaScript called on, with its further arguments before others.
func (p *Program) MakePartial(id int32) {
	if c := &p.Sites[id]; c.Result != 0 && len(c.Args) > 0 {
		p.add(c.Result, p.newObject(Object{Kind: Partial, Index: id}))
	}
}

// MakePromising lets a call return what hands the function of its first argument one more to call, and returns what that gets
// behind an error.
func (p *Program) MakePromising(id int32) {
	if c := &p.Sites[id]; c.Result != 0 && len(c.Args) > 0 {
		p.add(c.Result, p.newObject(Object{Kind: Promising, Index: id}))
	}
}

// callPartial lets a call of what another one made call the function in that.
func (p *Program) callPartial(id int32, made *Object) {
	c, of := p.Sites[id], &p.Sites[made.Index]
	if c.partial++; c.partial > maxPartial {
		return
	}
	result := c.Result
	c.Callee, c.Receiver = of.Args[0], 0
	switch {
	case made.Kind == Promising:
		back := p.NewNode()
		p.add(back, p.newObject(Object{Kind: Handed, File: 1, Index: result}))
		c.Args, c.Names, c.Spread, c.Result = slices.Concat(c.Args, []Node{back}), slices.Concat(c.Names, []string{""}), slices.Concat(c.Spread, []bool{false}), 0
	case p.lang == model.JavaScript:
		c.Callee, c.Receiver = of.Receiver, of.Args[0]
		fallthrough
	default:
		c.Args, c.Names, c.Spread = slices.Concat(of.Args[1:], c.Args), slices.Concat(of.Names[1:], c.Names), slices.Concat(of.Spread[1:], c.Spread)
	}
	c.Call.Args, c.Method, c.OfMember, c.Making, c.Takes = nil, "", false, false, nil
	p.Watch(c)
}

// CalledBy returns the functions that a call of an object calls: itself, or those that it was made of.
func (p *Program) CalledBy(o int32) []int32 {
	all := []int32{o}
	for i := 0; i < len(all) && i < maxPartial; i++ {
		if x := p.Object(all[i]); x.Kind == Partial || x.Kind == Promising {
			of := &p.Sites[x.Index]
			from := of.Args[0]
			if p.lang == model.JavaScript && x.Kind == Partial {
				from = of.Receiver
			}
			all = append(all, p.Points(from)...)
		}
	}
	return all
}

// fill hands the arguments of a call of a class of Python, Go or Rust, which has fields and no constructor, to its fields: by
// their names, or in their order. By its name alone a member of Python is one that a call describes: name = Column(String).
func (p *Program) fill(id, class int32) {
	x := p.Object(class)
	if p.lang != model.Python && p.lang < model.Go {
		return
	}
	var fields, described []string
	for _, c := range slices.Backward(p.Ancestry(x.File, x.Index)) {
		for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
			switch {
			case m.Func != nil && m.Name == "__init__":
				return
			case m.Func == nil && !(p.lang == model.Rust && m.Static) && (m.Type != nil || p.lang == model.Go) && m.Name != "" && !slices.Contains(fields, m.Name):
				fields = append(fields, m.Name)
			case p.lang == model.Python && m.Func == nil && m.Value != nil && m.Value.Op == tree.Call:
				described = append(described, m.Name)
			}
		}
	}
	if c := &p.Sites[id]; p.lang == model.Go && len(fields) == 0 && len(c.Args) == 1 { // a text as a type of its own
		p.Link(Edge{From: c.Args[0], To: c.Result, Cap: graph.Free, Call: -1})
	}
	object := p.Origin[p.InstanceOf(class)]
	checked := p.postInit(x)
	set := func(name string, from Node) {
		to := p.Field(object, name)
		e := Edge{From: from, To: to, Cap: graph.Free, Call: -1}
		if c, ok := checked[name]; ok {
			e.Cap, e.File = c.cap, c.file
		}
		p.Link(e)
		p.Filled = append(p.Filled, Filled{from, to, class, name})
	}
	for i, a := range p.arguments(&p.Sites[id]) {
		switch {
		case a.spread && a.keywords:
			for _, name := range fields {
				set(name, p.Loaded([]Node{a.from}, []string{name})[0])
			}
		case a.spread:
		case a.name != "" && (slices.Contains(fields, a.name) || slices.Contains(described, a.name)):
			set(a.name, a.from)
		case a.name == "" && i < len(fields):
			set(fields[i], a.from)
		}
	}
}

// passedCap is how long a text is at most that code of a file lets pass.
type passedCap struct {
	cap  graph.Cap
	file int32
}

// postInit returns how long the members are that the method of a class lets pass which runs when they are set: it raises an
// error for others.
func (p *Program) postInit(class *Object) map[string]passedCap {
	for _, c := range p.Ancestry(class.File, class.Index) {
		for _, f := range p.Code[c[0]].Graph.Funcs {
			if f.Class != c[1] || f.Tree.Name != "__post_init__" && f.Tree.Name != "__attrs_post_init__" || f.Tree.Async {
				continue
			}
			all := map[string]passedCap{}
			for _, t := range f.Tells {
				if t.Param == graph.OfSelf && t.When == graph.Returned && len(t.Path) == 1 && !p.setsOwn(c, t.Path[0]) {
					t.Cap.Since = 0 // of the value that was set, whatever the member holds by now
					all[t.Path[0]] = passedCap{t.Cap, c[0]}
				}
			}
			return all
		}
	}
	return nil
}

// setsOwn reports whether a method of a class may set a member of that name.
func (p *Program) setsOwn(class [2]int32, name string) bool {
	g := p.Code[class[0]].Graph
	in := func(at int32) bool {
		t := g.Classes[class[1]].Tree
		return t.Start <= at && at < t.End
	}
	return slices.ContainsFunc(g.Stores, func(s graph.Store) bool {
		return s.At > 0 && in(s.At) && (s.Field == name || s.Field == "*")
	}) || slices.ContainsFunc(g.Calls, func(c graph.Call) bool {
		return in(c.Start) && (c.Method == "setattr" || c.Method == "__setattr__" || c.Method == "update")
	})
}

// ConstructorNames are the methods that make what a class is called for.
var ConstructorNames = []string{"constructor", "__init__", "initialize", "__construct"}

// calledBy lets a call of f.call(self, ...) call f.
func (p *Program) calledBy(id, f int32, skip int) {
	again := p.Sites[id]
	if len(again.Args) < skip {
		return
	}
	if len(again.Args) > 0 {
		again.Receiver = again.Args[0]
	}
	again.Args, again.Names, again.Spread = again.Args[skip:], again.Names[skip:], again.Spread[skip:]
	p.enterFrom(id, f, again)
}

func (p *Program) enterFrom(id, f int32, as Site) {
	receiver := p.Sites[id].Receiver
	p.Sites[id].Receiver = as.Receiver
	p.enter(id, f, p.arguments(&as))
	p.Sites[id].Receiver = receiver
}

func (p *Program) selfOf(o int32) Node {
	x := p.Object(o)
	return p.At(x.File, p.Code[x.File].Graph.Funcs[x.Index].Self)
}

// enter lets a call hand its arguments to a function, and get what that returns.
func (p *Program) enter(id, o int32, args []argument) {
	x := p.Object(o)
	if x.Kind != Function {
		return
	}
	g := p.Code[x.File].Graph
	f := &g.Funcs[x.Index]
	c := &p.Sites[id]
	if c.Takes != nil && !c.Takes(len(f.Params)) {
		return
	}
	if k := int(f.Wraps); k > 0 && k <= len(args) && !slices.ContainsFunc(args[:k], func(a argument) bool { return a.spread || a.name != "" }) {
		// What it makes handles requests as the function does that it is given, of which it would mix up all.
		p.Link(Edge{From: args[k-1].from, To: c.Result, Cap: graph.Free, Call: -1})
		return
	}
	if c.Receiver != 0 && !(c.newly && p.lang == model.JavaScript) { // new makes its own this
		p.Link(Edge{From: c.Receiver, To: p.At(x.File, f.Self), Cap: graph.Free, Call: id, Way: Enters})
	}
	p.enterArguments(id, p.At(x.File, f.Arguments), args)
	position, last := 0, 0 // the parameters that the next argument may be handed to
	if c.Bare && f.Class < 0 && len(f.Params) > 0 && f.Tree.Params[0].Target != nil && f.Tree.Params[0].Target.Text == "self" {
		position = 1 // a library hands the function itself first
	}
	for _, a := range args {
		last = max(last, position)
		switch {
		case a.from == 0 && a.name == "" && !a.spread:
			position++
		case a.name != "":
			p.enterNamed(id, x.File, f, a)
		case a.spread:
			p.enterSpread(id, x.File, f, position, a)
			last = len(f.Params) - 1 // as the list has some number of elements
		default:
			for at := position; at <= last; at++ {
				p.enterParam(id, x.File, f, at, a.from)
			}
			p.leaveShared(id, x.File, f, position, a)
			position++
		}
	}
	returned := p.At(x.File, f.Ret)
	if f.Tree.Generator && p.Sites[id].Entry { // what it yields
		returned = p.Loaded([]Node{returned}, []string{"*"})[0]
	}
	p.Link(Edge{From: returned, To: p.Sites[id].Result, Cap: graph.Free, Call: id, Way: Leaves})
}

// makes lets a call of new make an object of a function that is used as a class.
func (p *Program) makes(id, o int32) {
	q := p.Proto(o)
	p.Link(Edge{From: p.maker(q), To: p.Sites[id].Result, Cap: graph.Free, Call: -1})
	p.Field(o, "prototype") // so that it has the members of what is assigned to that
}

// isOtherMethod reports whether an object is a method of a class by another name than the one that a call calls, in a
// language in which what is stored under a name that is worked out is not called as a method, unless the call is one of the
// method itself, which stands for an object; or in JavaScript a function of
// another name than the method of texts that gets a regex.
func (p *Program) isOtherMethod(c *Site, o int32) bool {
	x := p.Object(o)
	if x.Kind != Function || !c.OfMember || c.Made || c.Making {
		return false
	}
	f := &p.Code[x.File].Graph.Funcs[x.Index]
	if p.lang == model.JavaScript {
		if len(c.Args) == 0 || !p.isOfTexts(c.Method) || c.Method == "search" || f.Tree.Name == c.Method {
			return false // SEARCH is a method of HTTP too, by whose names routers store functions
		}
		_, n := p.FileOf(c.Args[0])
		return n != nil && n.Kind == graph.Pattern
	}
	return f.Class >= 0 && f.Tree.Name != "" && f.Tree.Name != c.Method && !p.Knows(c.Receiver, o)
}

// BindLate binds calls to what was found to be stored under their names since, and to the references that are no functions of
// the program.
func (p *Program) BindLate() {
	late := p.unbound
	p.unbound = nil
	for _, b := range late {
		p.bind(b[0], b[1])
	}
	p.refer()
}
