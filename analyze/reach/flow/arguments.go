package flow

import (
	"strconv"

	"snag/analyze/reach/graph"
	"snag/analyze/source/tree"
)

// argument is what a call hands to a function.
type argument struct {
	from   node
	name   string
	spread bool
	// keywords reports whether what is spread has the names of parameters.
	keywords bool
	after    node // what it has behind the call, or 0
}

func (p *Program) arguments(c *call) []argument {
	var all []argument
	for i, a := range c.args {
		one := argument{from: a, name: c.names[i], spread: c.spread[i]}
		if i < len(c.Args) {
			one.keywords, one.after = c.Args[i].Named, p.at(c.file, c.Args[i].After)
		}
		all = append(all, one)
	}
	return all
}

// enterArguments hands a function the list of all that a call calls it with, if it asks for it.
func (p *Program) enterArguments(id int32, to node, args []argument) {
	if to == 0 {
		return
	}
	list, position := int32(0), 0
	for _, a := range args {
		switch {
		case a.spread:
			p.link(edge{from: a.from, to: to, cap: graph.Free, call: id, way: enters})
		case a.name == "":
			if a.from != 0 {
				if list == 0 {
					n := p.newNode()
					list = p.make(n, object{kind: allocated, file: -1, index: n})
					p.link(edge{from: n, to: to, cap: graph.Free, call: id, way: enters})
				}
				p.link(edge{from: a.from, to: p.field(list, strconv.Itoa(position)), cap: graph.Free, call: -1})
			}
			position++
		}
	}
}

// enterParam hands a value to the parameter at a position, or to the one that takes the rest.
func (p *Program) enterParam(id, file int32, f *graph.Func, position int, from node) {
	for i := range f.Params {
		param := &f.Tree.Params[i]
		switch {
		case param.Rest && i <= position:
			p.storeEdge(from, p.at(file, f.Params[i]), strconv.Itoa(position-i), id)
			return
		case i == position && p.calls[id].entry && p.isGiven(file, f, i):
			return
		case i == position && !param.Keywords && !param.Block, param.Block && i == len(f.Params)-1 && position >= i:
			p.link(edge{from: from, to: p.at(file, f.Params[i]), cap: graph.Free, call: id, way: enters})
			return
		}
	}
}

func (p *Program) enterNamed(id, file int32, f *graph.Func, a argument) {
	for i := range f.Params {
		param := &f.Tree.Params[i]
		if param.Target != nil && param.Target.Text == a.name {
			p.link(edge{from: a.from, to: p.at(file, f.Params[i]), cap: graph.Free, call: id, way: enters})
			return
		}
		if param.Keywords {
			p.storeEdge(a.from, p.at(file, f.Params[i]), a.name, id)
		}
	}
}

// enterSpread hands the elements of a value to the parameters from a position on, each to its own, or those with names
// to the parameters of these names. A parameter that takes the rest takes the value as it is where it begins with it.
func (p *Program) enterSpread(id, file int32, f *graph.Func, position int, a argument) {
	for i := range f.Params {
		param := &f.Tree.Params[i]
		to := p.at(file, f.Params[i])
		switch {
		case param.Keywords && a.keywords, param.Rest && !a.keywords && i == position:
			p.link(edge{from: a.from, to: to, cap: graph.Free, call: id, way: enters})
		case a.keywords && !param.Rest && !param.Block && param.Target != nil && param.Target.Op == tree.Name:
			p.addLoadEdge(a.from, to, param.Target.Text, id)
		case a.keywords || i < position || param.Keywords:
		case param.Rest:
			n := p.newNode()
			p.addLoad(a.from, n, "*")
			p.storeEdge(n, to, "*", id)
		default:
			p.addLoadEdge(a.from, to, strconv.Itoa(i-position), id)
		}
	}
}

// storeEdge hands a value to a parameter that collects several: it becomes the element of a name.
func (p *Program) storeEdge(from, to node, name string, id int32) {
	n := p.newNode()
	o := p.make(n, object{kind: allocated, file: -1, index: n})
	p.open(o)
	at := p.object(o).written
	if name != "*" {
		at = p.field(o, name)
	}
	p.link(edge{from: from, to: at, cap: graph.Free, call: -1})
	p.link(edge{from: n, to: to, cap: graph.Free, call: id, way: enters})
}

// addLoadEdge hands a member of a value to a parameter.
func (p *Program) addLoadEdge(from, to node, name string, id int32) {
	n := p.newNode()
	p.addLoad(from, n, name)
	p.link(edge{from: n, to: to, cap: graph.Free, call: id, way: enters})
}
