package points

import (
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// argument is what a call hands to a function.
type argument struct {
	from   Node
	name   string
	spread bool
	// keywords reports whether what is spread has the names of parameters.
	keywords bool
	after    Node // what it has behind the call, or 0
}

func (p *Program) arguments(c *Site) []argument {
	var all []argument
	for i, a := range c.Args {
		one := argument{from: a, name: c.Names[i], spread: c.Spread[i]}
		if i < len(c.Call.Args) {
			one.keywords, one.after = c.Call.Args[i].Named, p.At(c.File, c.Call.Args[i].After)
		}
		all = append(all, one)
	}
	return all
}

// enterArguments hands a function the list of all that a call calls it with, if it asks for it.
func (p *Program) enterArguments(id int32, to Node, args []argument) {
	if to == 0 {
		return
	}
	list, position := int32(0), 0
	for _, a := range args {
		switch {
		case a.spread:
			p.Link(Edge{From: a.from, To: to, Cap: graph.Free, Call: id, Way: Enters})
		case a.name == "":
			if a.from != 0 {
				if list == 0 {
					n := p.NewNode()
					list = p.make(n, Object{Kind: Allocated, File: -1, Index: n})
					p.Link(Edge{From: n, To: to, Cap: graph.Free, Call: id, Way: Enters})
				}
				p.Link(Edge{From: a.from, To: p.Field(list, strconv.Itoa(position)), Cap: graph.Free, Call: -1})
			}
			position++
		}
	}
}

// enterParam hands a value to the parameter at a position, or to the one that takes the rest.
func (p *Program) enterParam(id, file int32, f *graph.Func, position int, from Node) {
	for i := range f.Params {
		param := &f.Tree.Params[i]
		switch {
		case param.Rest && i <= position:
			p.storeEdge(from, p.At(file, f.Params[i]), strconv.Itoa(position-i), id)
			p.enterKeywords(id, file, f, from)
			return
		case i == position && p.Sites[id].Entry && p.IsGiven(file, f, i):
			return
		case i == position && !param.Keywords && !param.Block, param.Block && i == len(f.Params)-1 && position >= i:
			p.Link(Edge{From: from, To: p.At(file, f.Params[i]), Cap: graph.Free, Call: id, Way: Enters})
			return
		}
	}
	p.enterKeywords(id, file, f, from)
}

// enterKeywords hands what a framework calls a function of Python with, and no parameter of its own takes, to the one that takes
// what has other names: the parts of a path.
func (p *Program) enterKeywords(id, file int32, f *graph.Func, from Node) {
	for i := range f.Params {
		if p.lang == model.Python && p.Sites[id].Entry && f.Tree.Params[i].Keywords {
			p.storeEdge(from, p.At(file, f.Params[i]), "*", id)
		}
	}
}

func (p *Program) enterNamed(id, file int32, f *graph.Func, a argument) {
	for i := range f.Params {
		param := &f.Tree.Params[i]
		if param.Target != nil && (param.Target.Text == a.name || p.lang == model.PHP && param.Target.Text == "$"+a.name) {
			p.Link(Edge{From: a.from, To: p.At(file, f.Params[i]), Cap: graph.Free, Call: id, Way: Enters})
			p.leaveShared(id, file, f, i, a)
			return
		}
		if param.Keywords {
			p.storeEdge(a.from, p.At(file, f.Params[i]), a.name, id)
		}
	}
}

// leaveShared lets what a caller handed over have what the function sets it to, where they share it.
func (p *Program) leaveShared(id, file int32, f *graph.Func, position int, a argument) {
	if position < len(f.Shared) && f.Shared[position] != 0 && a.after != 0 {
		p.Link(Edge{From: p.At(file, f.Shared[position]), To: a.after, Cap: graph.Free, Call: id, Way: Leaves})
	}
}

// enterSpread hands the elements of a value to the parameters from a position on, each to its own, or those with names
// to the parameters of these names. A parameter that takes the rest takes the value as it is where it begins with it.
func (p *Program) enterSpread(id, file int32, f *graph.Func, position int, a argument) {
	for i := range f.Params {
		param := &f.Tree.Params[i]
		to := p.At(file, f.Params[i])
		switch {
		case param.Keywords && a.keywords, param.Rest && !a.keywords && i == position:
			p.Link(Edge{From: a.from, To: to, Cap: graph.Free, Call: id, Way: Enters})
		case a.keywords && !param.Rest && !param.Block && param.Target != nil && param.Target.Op == tree.Name:
			p.addLoadEdge(a.from, to, param.Target.Text, id)
		case a.keywords || i < position || param.Keywords:
		case param.Rest:
			n := p.NewNode()
			p.AddLoad(a.from, n, "*")
			p.storeEdge(n, to, "*", id)
		default:
			p.addLoadEdge(a.from, to, strconv.Itoa(i-position), id)
			if name, ok := strings.CutPrefix(p.ParamName(f, i), "$"); ok { // keys of PHP that are texts name parameters
				p.addLoadEdge(a.from, to, name, id)
			}
		}
	}
}

// storeEdge hands a value to a parameter that collects several: it becomes the element of a name.
func (p *Program) storeEdge(from, to Node, name string, id int32) {
	n := p.NewNode()
	o := p.make(n, Object{Kind: Allocated, File: -1, Index: n})
	p.Open(o)
	at := p.Object(o).Written
	if name != "*" {
		at = p.Field(o, name)
	}
	p.Link(Edge{From: from, To: at, Cap: graph.Free, Call: -1})
	p.Link(Edge{From: n, To: to, Cap: graph.Free, Call: id, Way: Enters})
}

// addLoadEdge hands a member of a value to a parameter.
func (p *Program) addLoadEdge(from, to Node, name string, id int32) {
	n := p.NewNode()
	p.AddLoad(from, n, name)
	p.Link(Edge{From: n, To: to, Cap: graph.Free, Call: id, Way: Enters})
}

// ParamName returns the name of a parameter, "" for one that is taken apart.
func (p *Program) ParamName(f *graph.Func, i int) string {
	if i >= len(f.Tree.Params) {
		return ""
	}
	if t := f.Tree.Params[i].Target; t != nil && t.Op == tree.Name {
		return t.Text
	}
	return ""
}
