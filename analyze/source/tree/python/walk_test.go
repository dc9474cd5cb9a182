package python

import "snag/analyze/source/tree"

// walk visits a node and all below it.
func walk(n *tree.Node, visit func(n *tree.Node)) {
	if n == nil {
		return
	}
	visit(n)
	for _, k := range n.Kids {
		walk(k, visit)
	}
	walkFunc(n.Func, visit)
	if c := n.Class; c != nil {
		for _, b := range c.Bases {
			walk(b, visit)
		}
		for _, b := range c.Decorators {
			walk(b, visit)
		}
		for _, m := range c.Members {
			walkFunc(m.Func, visit)
			walk(m.Value, visit)
			walk(m.Type, visit)
		}
		walk(c.Body, visit)
	}
}

func walkFunc(f *tree.Func, visit func(n *tree.Node)) {
	if f == nil {
		return
	}
	for _, d := range f.Decorators {
		walk(d, visit)
	}
	for _, a := range f.Params {
		walk(a.Target, visit)
		walk(a.Type, visit)
		walk(a.Default, visit)
	}
	walk(f.Result, visit)
	walk(f.Body, visit)
}
