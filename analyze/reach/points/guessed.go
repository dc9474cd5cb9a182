package points

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// maxGuessed is how many methods a call by a name alone may call where a class of the program declares one without code.
const maxGuessed = 64

// CallNamed lets what is called on a value of which nothing is known, as one of a registry of plugins, be each method of that
// name that classes of Python, PHP or Ruby have: up to three, or more where one of these has no code, as those of an interface
// have none. Rules speak of the other names, and of what comes from outside.
func (p *Program) CallNamed() {
	if p.lang != model.Python && p.lang != model.PHP && p.lang != model.Ruby {
		return
	}
	methods := map[string][]int32{}
	promised := map[string]bool{}
	for file := range p.Code {
		for i := range p.Code[file].Graph.Funcs {
			o := p.FuncOf[[2]int32{int32(file), int32(i)}]
			f := &p.Code[file].Graph.Funcs[i]
			switch {
			case f.Class < 0 || f.Tree.Static || slices.Contains(ConstructorNames, f.Tree.Name):
			case f.Empty:
				promised[f.Tree.Name] = true
			default:
				methods[f.Tree.Name] = append(methods[f.Tree.Name], o)
			}
		}
	}
	others := p.NewNode() // whatever else they are called with
	for id := range int32(len(p.Sites)) {
		c := &p.Sites[id]
		found := methods[c.Method]
		if len(found) == 0 || len(found) > maxGuessed || len(found) > mostNamed && !promised[c.Method] || !p.isOfUnknown(c, promised[c.Method]) {
			continue
		}
		for _, o := range found {
			x := p.Object(o)
			if f := p.funcOf(x); p.mayCallFor(&p.Sites[id], x) {
				again := p.Sites[id]
				again.Callee, again.Receiver, again.Guessed, again.Made = p.NewNode(), p.At(x.File, p.Code[x.File].Graph.Classes[f.Class].Instance), true, true
				p.add(again.Callee, o)
				p.Watch(again)
				for _, param := range f.Params {
					p.Link(Edge{From: others, To: p.At(x.File, param), Call: -1})
				}
			}
		}
	}
}

// isOfUnknown reports whether a method is handed something, nothing is known of what it is called on but that it has one of that
// name without code, and the name is none of a library.
func (p *Program) isOfUnknown(c *Site, promised bool) bool {
	if len(c.Args) == 0 || !c.OfMember || c.Made || c.Super || c.Receiver == 0 || p.isSelf(c.Receiver) {
		return false
	}
	for _, of := range [][]int32{c.Bound, p.Points(c.Receiver)} {
		for _, o := range of {
			switch x := p.Object(o); {
			case x.Kind == Outside && promised, x.Kind == Instance:
			case x.Kind != Function || !p.funcOf(x).Empty || p.funcOf(x).Class < 0:
				return false
			}
		}
	}
	return !p.model.Fits(p.lang, p.model.Widened(p.lang, p.Asked(c)))
}

// funcOf returns the function that an object is. Inlined it would take more room than the code around it.
//
//go:noinline
func (p *Program) funcOf(x *Object) *graph.Func { return &p.Code[x.File].Graph.Funcs[x.Index] }

// classOfMethod returns the object of the class of a method.
func (p *Program) classOfMethod(x *Object) int32 {
	return p.Origin[p.At(x.File, p.Code[x.File].Graph.Classes[p.funcOf(x).Class].Node)]
}

// mayCallFor reports whether a method may run for a call: it takes as many arguments, and its class extends those of the
// methods without code that the call is known to call.
func (p *Program) mayCallFor(c *Site, x *Object) bool {
	for _, o := range c.Bound {
		if of := p.Object(o); of.Kind == Function && !slices.Contains(p.extending(p.classOfMethod(of)), p.classOfMethod(x)) {
			return false
		}
	}
	least, most := 0, 0
	for _, param := range p.funcOf(x).Tree.Params {
		switch {
		case param.Rest || param.Keywords:
			most = len(c.Args)
		case param.Block:
		default:
			if most++; param.Default == nil {
				least++
			}
		}
	}
	return slices.Contains(c.Spread, true) || least <= len(c.Args) && len(c.Args) <= most
}
