package calling

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// lineage tells which classes of a program can be of one object: a method that an object calls on itself belongs to
// its class, to one which that extends, or to one which it is extended by.
type lineage struct {
	numbers map[*tree.Class]int
	// heirs are the classes that extend a class, directly or not, and the class itself.
	heirs [][]int
	// initials are the functions that work out the first values of what an object of a class has.
	initials [][]int
	// open are the classes that extend what is not known.
	open  []bool
	known map[[2]int]bool // whether an object may be of two classes, as far as that was asked
}

// maxLineage bounds the classes that one extends, directly or not.
const maxLineage = 64

func (p *Program) lineageOf() *lineage {
	l := &lineage{numbers: map[*tree.Class]int{}, known: map[[2]int]bool{}}
	numbers := map[rules.Class]int{}
	for n, f := range p.Files {
		for i := range f.Graph.Classes {
			numbers[rules.Class{File: n, Class: i}] = len(l.heirs)
			l.numbers[f.Graph.Classes[i].Tree] = len(l.heirs)
			l.heirs = append(l.heirs, nil)
		}
	}
	bases, initials := make([][]int, len(l.heirs)), make([][]int, len(l.heirs))
	l.initials = make([][]int, len(l.heirs))
	l.open = make([]bool, len(l.heirs))
	for n, f := range p.Files {
		for _, c := range f.Graph.Classes {
			at := l.numbers[c.Tree]
			for _, one := range c.Initials {
				initials[at] = append(initials[at], f.first+int(one))
			}
			for k, id := range c.Bases {
				v := p.Flow.Value(n, id)
				classes := p.Flow.Classes(v)
				for _, b := range classes {
					bases[at] = append(bases[at], numbers[b])
				}
				from := c.Tree.Bases[k]
				l.open[at] = l.open[at] || from == nil || from.Op != tree.Name && from.Op != tree.Member || len(classes) == 0 && len(p.Flow.Names(v)) == 0
			}
		}
	}
	for i := range bases {
		all := []int{i}
		for k := 0; k < len(all) && len(all) < maxLineage; k++ {
			l.open[i] = l.open[i] || l.open[all[k]]
			for _, b := range bases[all[k]] {
				if !slices.Contains(all, b) {
					all = append(all, b)
				}
			}
		}
		l.open[i] = l.open[i] || len(all) >= maxLineage
		for _, b := range all {
			l.heirs[b] = append(l.heirs[b], i)
			l.initials[i] = append(l.initials[i], initials[b]...)
		}
	}
	return l
}

// extends reports whether a class is another one, or extends it.
func (l *lineage) extends(class, base int) bool {
	_, ok := slices.BinarySearch(l.heirs[base], class)
	return ok
}

// together reports whether an object may be of both classes.
func (l *lineage) together(a, b int) bool {
	ask := [2]int{min(a, b), max(a, b)}
	is, known := l.known[ask]
	if !known {
		is = slices.ContainsFunc(l.heirs[a], func(heir int) bool { return l.open[heir] || l.extends(heir, b) }) ||
			slices.ContainsFunc(l.heirs[b], func(heir int) bool { return l.open[heir] })
		l.known[ask] = is
	}
	return is
}

// classOf returns the number of the class whose method a function is, or stands in, or -1.
func (p *Program) classOf(function int) int {
	if p.lineage == nil {
		p.lineage = p.lineageOf()
	}
	if n, ok := p.lineage.numbers[p.Funcs[function].class]; ok {
		return n
	}
	return -1
}

// isOwn reports whether a call calls a method of the object that the function around it was called on.
func isOwn(c *graph.Call) bool {
	on := c.Tree.Kid(0).Kid(0)
	return c.Super || on != nil && c.Tree.Kids[0].Op == tree.Member && on.Op == tree.This
}

// isBound reports whether a call calls by a plain name a method of what the class around it extends: it was taken from
// the object, as by method = super().method.
func (p *Program) isBound(call *tree.Node, from, to int) bool {
	a, b := p.classOf(from), p.classOf(to)
	return a >= 0 && b >= 0 && call.Kid(0).Op == tree.Name && p.lineage.extends(a, b)
}

// mayOwn reports whether an object may call one function as its method in another.
func (p *Program) mayOwn(from, to int) bool {
	a, b := p.classOf(from), p.classOf(to)
	return a < 0 || b < 0 || p.lineage.together(a, b)
}

// classBehind returns the class of the object behind a call on a way on which one of a class was called before, and
// whether there may be such a one.
func (p *Program) classBehind(class int, edge [2]int) (int, bool) {
	to := p.classOf(edge[1])
	switch {
	case !p.own[edge] || class < 0 || to < 0:
		return to, true
	case p.lineage.extends(to, class):
		return to, true
	}
	return class, p.lineage.together(class, to)
}
