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
