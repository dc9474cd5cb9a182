package tree

// Walk visits nodes and what stands below them, in the order of the tree. Functions that are nil are not
// called.
type Walk struct {
	// Node is called with each node. What stands below those for which it reports false is not visited.
	Node func(n *Node) bool
	// Func and Class are called with each function and class, before what stands in it.
	Func  func(f *Func)
	Class func(c *Class)
}

// Nodes calls visit with all nodes of a file.
func Nodes(f *File, visit func(n *Node)) {
	w := Walk{Node: func(n *Node) bool {
		visit(n)
		return true
	}}
	w.VisitFunc(f.Body)
}

// Visit visits a node, which may be nil.
func (w *Walk) Visit(n *Node) {
	if n == nil || w.Node != nil && !w.Node(n) {
		return
	}
	w.visitAll(n.Kids)
	w.VisitFunc(n.Func)
	w.VisitClass(n.Class)
}

func (w *Walk) visitAll(list []*Node) {
	for _, n := range list {
		w.Visit(n)
	}
}

// VisitFunc visits a function, which may be nil.
func (w *Walk) VisitFunc(f *Func) {
	if f == nil {
		return
	}
	if w.Func != nil {
		w.Func(f)
	}
	w.visitAll(f.Decorators)
	for i := range f.Params {
		a := &f.Params[i]
		w.visitAll(a.Decorators)
		w.Visit(a.Target)
		w.Visit(a.Type)
		w.Visit(a.Default)
	}
	w.Visit(f.Result)
	w.Visit(f.Body)
}

// VisitClass visits a class, which may be nil.
func (w *Walk) VisitClass(c *Class) {
	if c == nil {
		return
	}
	if w.Class != nil {
		w.Class(c)
	}
	w.visitAll(c.Bases)
	w.visitAll(c.Decorators)
	for i := range c.Members {
		m := &c.Members[i]
		w.visitAll(m.Decorators)
		w.VisitFunc(m.Func)
		w.Visit(m.Value)
		w.Visit(m.Type)
	}
	w.Visit(c.Body)
}
