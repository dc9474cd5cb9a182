package calling

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// param returns the number of the parameter that a call calls, -1 for one of a function around it, and whether it
// calls one.
func (p *Program) param(c rules.Calling) (number int, ok bool) {
	g, index := p.Files[c.File].Graph, c.Index
	if index < 0 { // of the constructor of a class
		i, ok := p.Files[c.File].placed[[2]int32{c.Start, c.End}]
		if !ok {
			return 0, false
		}
		index = i
	}
	n := &g.Nodes[g.Calls[index].Callee]
	if n.Kind == graph.Param {
		of := &p.Funcs[p.Files[c.File].first+int(n.Index)]
		if !of.named && of.argument != nil {
			return 0, false // of a function that is written out where it is handed over
		}
		if int(n.Index) == c.Func {
			return int(n.Size), true
		}
	}
	return -1, isParam(n)
}

// shifted returns the numbers of the parameters that a call in JavaScript calls by the name of one which the function
// assigns others.
func (p *Program) shifted(c rules.Calling) []int {
	f := p.Files[c.File]
	if c.Index < 0 {
		return nil
	}
	return p.assignedTo(f.first+c.Func, f.Graph.Calls[c.Index].Tree.Kid(0))
}

// isShifted reports whether an expression is the name of a parameter which the function assigns others.
func (p *Program) isShifted(function int, n *tree.Node) bool {
	return len(p.assignedTo(function, n)) > 0
}

// assignedTo returns the numbers of the parameters that an expression may be the value of, if it is the name of one which
// the function assigns others, as where arguments may be left out: if (!callback) callback = options. It is nil where the
// function assigns nothing, or anything else, to that name.
func (p *Program) assignedTo(function int, name *tree.Node) []int {
	if p.lang != tree.JavaScript || name == nil || name.Op != tree.Name {
		return nil
	}
	own := numberOf(p.Funcs[function].Tree, name)
	if own < 0 {
		return nil
	}
	if p.shifts == nil {
		p.shifts = map[int][][]int{}
	}
	all, known := p.shifts[function]
	if !known {
		all = shiftsOf(p.Funcs[function].Tree)
		p.shifts[function] = all
	}
	return all[own]
}

// numberOf returns the number of the parameter whose name an expression is, or -1.
func numberOf(f *tree.Func, n *tree.Node) int {
	if n == nil || n.Op != tree.Name {
		return -1
	}
	return slices.IndexFunc(f.Params, func(x tree.Param) bool { return nameIs(x.Target, n.Text) })
}

// shiftsOf returns for each parameter of a function which ones it may be, where it is assigned others and nothing else.
func shiftsOf(f *tree.Func) [][]int {
	all, other := make([][]int, len(f.Params)), make([]bool, len(f.Params))
	var take func(own int, n *tree.Node)
	take = func(own int, n *tree.Node) {
		switch {
		case n == nil || n.Op == tree.Function || n.Op == tree.Constant:
		case (n.Op == tree.Logical || n.Op == tree.Conditional) && len(n.Kids) > 1:
			for _, k := range n.Kids[len(n.Kids)-2:] {
				take(own, k)
			}
		case numberOf(f, n) >= 0:
			all[own] = append(all[own], numberOf(f, n))
		default:
			other[own] = true
		}
	}
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Assign {
			if own := numberOf(f, n.Kid(0)); own >= 0 {
				all[own] = append(all[own], own)
				take(own, n.Kid(1))
			}
		}
		return n.Op != tree.Function && n.Op != tree.Define
	}}
	w.Visit(f.Body)
	for own := range all {
		if other[own] {
			all[own] = nil
		}
	}
	return all
}

// isReturned reports whether a function, or one around it, is what the function around that returns: it calls what
// was handed to the latter when it is called itself.
func (p *Program) isReturned(i int) bool {
	for ; i >= 0; i = p.parent(i) {
		if p.Funcs[i].returned {
			return true
		}
	}
	return false
}

// isParam reports whether a node is the value of a parameter.
func isParam(n *graph.Node) bool {
	return n.Kind == graph.Param || n.Kind == graph.Variable && n.Size == 1
}

// handed reports whether a call that is not written out is one of the code that it stands in: that of a constructor, or
// one that a library makes of what it was handed.
func (p *Program) handed(c rules.Calling) bool {
	if c.Makes {
		return true
	}
	f := p.Files[c.File]
	if i, ok := f.placed[[2]int32{c.Start, c.End}]; ok {
		return p.calls(&f.Graph.Calls[i])
	}
	return p.lang == tree.JavaScript
}

// ownHanded returns the functions that a library calls of those which a call hands it, but for what the function around
// was handed itself: that is called by the code that hands it over.
func (p *Program) ownHanded(c rules.Calling, from int) []rules.Ref {
	f := p.Files[c.File]
	i, ok := f.placed[[2]int32{c.Start, c.End}]
	if !ok || p.lang != tree.JavaScript {
		return c.Targets
	}
	var own, others []rules.Ref
	g := &f.Graph.Calls[i]
	for k, a := range g.Args {
		functions := p.Flow.Functions(p.Flow.Value(c.File, a.Node))
		n := &f.Graph.Nodes[a.Node]
		shifted := p.assignedTo(from, argumentAt(g.Tree, k))
		if n.Kind == graph.Param && f.first+int(n.Index) == from {
			shifted = slices.Concat(shifted, []int{int(n.Size)})
		} else if len(shifted) == 0 {
			own = append(own, functions...)
			continue
		}
		others = append(others, functions...)
		for _, number := range shifted {
			p.hands[[2]int{from, number}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(c.Targets), func(r rules.Ref) bool { return slices.Contains(others, r) && !slices.Contains(own, r) })
}

// handOver adds the functions that a call hands over and that are called.
func (p *Program) handOver(file, index int) {
	f := p.Files[file]
	c := &f.Graph.Calls[index]
	from := f.first + int(c.Func)
	always := p.calls(c)
	var called []int
	for i, a := range c.Args {
		functions := p.Flow.Functions(p.Flow.Value(file, a.Node))
		if len(functions) == 0 || len(functions) > mostHanded || isParam(&f.Graph.Nodes[a.Node]) || p.isShifted(from, argumentAt(c.Tree, i)) || !p.names(argumentAt(c.Tree, i), functions) {
			continue
		}
		if !always {
			if called == nil {
				called = p.calledParams(file, index)
			}
			if !slices.Contains(called, i) {
				continue
			}
		}
		for _, r := range functions {
			p.Funcs[p.number(r)].handed = true
			p.edge(from, p.number(r))
		}
	}
}

// mostHanded is how many functions an argument may be for it to be followed.
const mostHanded = 3

func argumentAt(n *tree.Node, i int) *tree.Node {
	k := n.Kid(i + 1)
	if k != nil && (k.Op == tree.Keyword || k.Op == tree.Spread) {
		k = k.Kid(0)
	}
	return k
}

// names reports whether an argument names the functions that it may be, instead of being some value that may be
// one. What is written out in JavaScript belongs to the function around it, and a parameter to who hands it over.
func (p *Program) names(n *tree.Node, functions []rules.Ref) bool {
	switch {
	case n == nil:
		return false
	case n.Op == tree.Function:
		return p.lang != tree.JavaScript
	case n.Op == tree.Name || n.Op == tree.Member && n.Kid(0) != nil && (n.Kids[0].Op == tree.Name || n.Kids[0].Op == tree.This):
		return slices.ContainsFunc(functions, func(r rules.Ref) bool { return p.Funcs[p.number(r)].name == n.Text }) || n.Op == tree.Name && len(functions) == 1
	}
	return false
}

// calledParams returns which arguments of a call the functions that it calls call themselves.
func (p *Program) calledParams(file, index int) []int {
	all := []int{-1}
	for _, r := range p.Flow.Targets(file, index) {
		n := p.number(r)
		for i := range p.Funcs[n].Tree.Params {
			if p.hands[[2]int{n, i}] {
				all = append(all, i)
			}
		}
	}
	return all
}
