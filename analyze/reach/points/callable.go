package points

import (
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Callable returns the node of the function that a value stands for: in PHP what its text names, as 'trim' and
// 'Text::cut', and the method of a list of an object or class and a name; else the value itself.
func (p *Program) Callable(n Node) Node {
	if p.lang != model.PHP || n == 0 {
		return n
	}
	if of, ok := p.callables[n]; ok {
		return of
	}
	return p.stands(n, p.named(n))
}

// stands notes that a value stands for a function, 0 for itself, and returns the node of that.
func (p *Program) stands(n, of Node) Node {
	if of == 0 {
		return n
	}
	if p.callables == nil {
		p.callables = map[Node]Node{}
	}
	p.callables[n] = of
	return of
}

// Handler returns the node of the function that a framework calls for a value: as [Program.Callable] does, and in PHP for a
// class, of which it makes an object itself, the method __invoke of that, or the one of the name that is put behind it:
// Text::class . ':cut'.
func (p *Program) Handler(n Node) Node {
	if p.lang == model.PHP && p.callables[n] == 0 {
		if _, g := p.FileOf(n); g != nil && g.Kind == graph.Concat {
			return p.stands(n, p.methodOf(n))
		}
		for _, o := range p.Points(n) {
			if x := p.Object(o); x.Kind == Class && p.MethodsNamed(p.Ancestry(x.File, x.Index), "__invoke") != nil {
				return p.stands(n, p.Loaded([]Node{p.InstanceOf(o)}, []string{"__invoke"})[0])
			}
		}
	}
	return p.Callable(n)
}

// methodOf returns the node of the method of a class that is put together with its name, 0 for any other text.
func (p *Program) methodOf(n Node) Node {
	object, method := Node(0), ""
	for _, ei := range p.In(n) {
		from := p.Edge(ei).From
		if _, g := p.FileOf(from); g != nil && g.Kind == graph.Text {
			_, method, _ = strings.Cut(g.Name, ":")
		}
		for _, o := range p.Points(from) {
			if p.Object(o).Kind == Class {
				object = p.InstanceOf(o)
			}
		}
	}
	if object == 0 || method == "" || len(p.In(n)) != 2 {
		return 0
	}
	return p.Loaded([]Node{object}, []string{method})[0]
}

// named returns the node of the function that a text or list names, 0 for anything else.
func (p *Program) named(n Node) Node {
	if name, ok := p.ConstantText(n, 0); ok && name != "" {
		if class, method, ok := strings.Cut(name, "::"); ok {
			return p.Loaded([]Node{p.global(class)}, []string{method})[0]
		}
		return p.global(strings.TrimPrefix(name, `\`))
	}
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if _, g := p.FileOf(x.Index); x.Kind != Allocated || g == nil || g.Index != graph.List || len(x.Fields) != 2 {
			continue
		}
		object := p.Stored(x.Fields["0"])
		if name, ok := p.ConstantText(p.Stored(x.Fields["1"]), 0); ok && name != "" && object != 0 {
			if class, ok := p.ConstantText(object, 0); ok {
				object = p.global(class)
			}
			return p.Loaded([]Node{object}, []string{name})[0]
		}
	}
	return 0
}

// nameFunctions lets the texts among the arguments of calls in PHP that are names of functions of the program, and the lists of
// an object or a class and the name of a method, name these to who gets them: on('save', 'save_page'), on('save', [$this, 'save']).
func (p *Program) nameFunctions() {
	if p.lang != model.PHP {
		return
	}
	declared := map[string]bool{} // methods of classes
	for _, s := range p.Code {
		for fn := range s.Graph.Funcs {
			if f := &s.Graph.Funcs[fn]; f.Class >= 0 {
				declared[p.folded(f.Tree.Name)] = true
			}
		}
	}
	for i, s := range p.Code {
		methods := map[graph.ID]string{} // what lists have as their second element
		objects := map[graph.ID]Node{}   // and as their first one
		for _, to := range s.Graph.Stores {
			switch n := &s.Graph.Nodes[to.Value]; {
			case to.Field == "0":
				objects[to.Object] = p.At(int32(i), to.Value)
			case to.Field == "1" && n.Kind == graph.Text && declared[p.folded(n.Name)]:
				methods[to.Object] = n.Name
			}
		}
		for _, c := range s.Graph.Calls {
			for _, arg := range c.Args {
				at := p.At(int32(i), arg.Node)
				switch n := &s.Graph.Nodes[arg.Node]; {
				case n.Kind == graph.Text && n.Name != "":
					p.nameFunction(n.Name, at)
				case n.Kind == graph.Object && methods[arg.Node] != "" && objects[arg.Node] != 0:
					of := objects[arg.Node]
					if _, class := p.FileOf(of); class != nil && class.Kind == graph.Text {
						p.nameFunction(class.Name+"::"+methods[arg.Node], at)
						break
					}
					p.nameMethod(of, methods[arg.Node], at)
				}
			}
		}
	}
}

// nameFunction lets a value name the functions of the program whose name a text is.
func (p *Program) nameFunction(name string, at Node) {
	if class, method, ok := strings.Cut(name, "::"); ok {
		for _, of := range p.declaring(class) {
			p.nameMethod(of, method, at)
		}
		return
	}
	for _, of := range p.declaring(name) {
		if _, g := p.FileOf(p.Only(of)); g != nil && g.Kind == graph.Function {
			p.add(at, p.newObject(Object{Kind: Named, Index: of}))
		}
	}
}

// nameMethod lets a value name a method of objects or a class.
func (p *Program) nameMethod(of Node, method string, at Node) {
	to := p.NewNode()
	p.AddLoad(of, to, method)
	p.add(at, p.newObject(Object{Kind: Named, Index: to}))
}

// callNamed lets a call call the function that one of its values names as well. What that returns is not all that the call does:
// the value may be another text, of a function of PHP or one that nobody knows.
func (p *Program) callNamed(id int32, of Node) {
	c := p.Sites[id]
	c.Callee, c.Receiver, c.Result = of, 0, 0
	c.Call.Args, c.Method, c.OfMember, c.Making, c.Takes, c.newly = nil, "", false, false, nil, false
	p.Watch(c)
}

// NamedByTexts returns the functions and methods of a program in PHP by whose name a text may call them, each with what to say
// of that: all but those that a rule says are called by it.
func (p *Program) NamedByTexts() map[int32]string {
	all := map[int32]string{}
	if p.lang != model.PHP {
		return all
	}
	texts := map[string]bool{}
	for i, s := range p.Code {
		for id := range s.Graph.Nodes {
			if n := &s.Graph.Nodes[id]; n.Kind == graph.Text && p.callables[p.At(int32(i), graph.ID(id))] == 0 {
				texts[p.folded(n.Name)] = true
			}
		}
	}
	for i, s := range p.Code {
		for fn := range s.Graph.Funcs {
			if name := s.Graph.Funcs[fn].Tree.Name; texts[p.folded(name)] {
				all[p.FuncOf[[2]int32{int32(i), int32(fn)}]] = "who calls " + name
			}
		}
	}
	delete(all, 0)
	return all
}

// declaring returns the nodes of what files declare by a name, nil where they declare too many.
func (p *Program) declaring(name string) []Node {
	if all := p.shared[p.folded(name)]; len(all) <= mostNamed {
		return all
	}
	return nil
}

// global returns a node for what has a name in all files, or in libraries.
func (p *Program) global(name string) Node {
	n := p.NewNode()
	all := p.shared[p.folded(name)]
	if len(all) > mostNamed {
		return n
	}
	for _, from := range all {
		p.Link(Edge{From: from, To: n, Cap: graph.Free, Call: -1, Possible: len(all) > 1})
	}
	if len(all) == 0 {
		p.Root(n, model.Access{Root: model.Root{Kind: model.Global, Name: name}})
	}
	return n
}
