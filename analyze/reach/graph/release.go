package graph

import "snag/analyze/source/tree"

// Release lets go of the code in functions, which takes twice the room of the graph. Of the trees it keeps the heads of
// functions, with their parameters, decorators and directives, and classes with their members and first values.
func (f *File) Release() {
	for i := range f.Funcs {
		f.Funcs[i].Tree = head(f.Funcs[i].Tree, 0)
	}
	for i := range f.Classes {
		f.Classes[i].Tree = members(f.Classes[i].Tree)
	}
	for i := range f.Calls {
		f.Calls[i].Tree = nil
	}
}

// head returns a function without its code.
func head(f *tree.Func, depth int) *tree.Func {
	if f == nil {
		return nil
	}
	h := *f
	h.Params = make([]tree.Param, len(f.Params))
	for i, p := range f.Params {
		p.Target, p.Default, p.Type, p.Decorators = clone(p.Target, depth), clone(p.Default, depth), clone(p.Type, depth), clones(p.Decorators, depth)
		h.Params[i] = p
	}
	h.Result, h.Decorators, h.Body = clone(f.Result, depth), clones(f.Decorators, depth), nil
	if b := f.Body; b != nil {
		h.Body = &tree.Node{Op: b.Op, Start: b.Start, End: b.End}
		if first := b.Kid(0); first != nil && first.Op == tree.Expression && first.Kid(0) != nil && first.Kids[0].Op == tree.String {
			h.Body.Kids = []*tree.Node{clone(first, depth)}
		}
	}
	return &h
}

func members(c *tree.Class) *tree.Class {
	if c == nil {
		return nil
	}
	h := *c
	h.Bases, h.Decorators, h.Body, h.Promises = clones(c.Bases, 0), clones(c.Decorators, 0), nil, nil
	h.Members = make([]tree.Field, len(c.Members))
	for i, m := range c.Members {
		m.Func, m.Value, m.Type, m.Decorators = head(m.Func, 0), clone(m.Value, 0), clone(m.Type, 0), clones(m.Decorators, 0)
		h.Members[i] = m
	}
	return &h
}

// clone returns a copy of an expression whose functions have no code.
func clone(n *tree.Node, depth int) *tree.Node {
	if n == nil || depth > maxDepth {
		return nil
	}
	c := *n
	c.Kids, c.Func, c.Class = clones(n.Kids, depth), head(n.Func, depth+1), nil
	return &c
}

func clones(all []*tree.Node, depth int) []*tree.Node {
	if all == nil {
		return nil
	}
	out := make([]*tree.Node, len(all))
	for i, n := range all {
		out[i] = clone(n, depth+1)
	}
	return out
}
