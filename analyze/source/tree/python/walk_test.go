package python

import "snag/analyze/source/tree"

// walk visits a node and all below it, except below those for which node reports false. function is called
// with all functions, class with all classes.
type walk struct {
	node     func(n *tree.Node) bool
	function func(f *tree.Func)
	class    func(c *tree.Class)
}

func (w *walk) visit(n *tree.Node) {
	if n == nil || w.node != nil && !w.node(n) {
		return
	}
	w.visitAll(n.Kids)
	w.visitFunc(n.Func)
	if c := n.Class; c != nil {
		if w.class != nil {
			w.class(c)
		}
		w.visitAll(c.Bases)
		w.visitAll(c.Decorators)
		for _, m := range c.Members {
			w.visitFunc(m.Func)
			w.visit(m.Value)
			w.visit(m.Type)
		}
		w.visit(c.Body)
	}
}

func (w *walk) visitAll(list []*tree.Node) {
	for _, n := range list {
		w.visit(n)
	}
}

func (w *walk) visitFunc(f *tree.Func) {
	if f == nil {
		return
	}
	if w.function != nil {
		w.function(f)
	}
	w.visitAll(f.Decorators)
	for _, a := range f.Params {
		w.visit(a.Target)
		w.visit(a.Type)
		w.visit(a.Default)
	}
	w.visit(f.Result)
	w.visit(f.Body)
}

// nodes calls visit with all nodes of a file.
func nodes(f *tree.File, visit func(n *tree.Node)) {
	w := walk{node: func(n *tree.Node) bool {
		visit(n)
		return true
	}}
	w.visitFunc(f.Body)
}
