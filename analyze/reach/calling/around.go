package calling

import (
	"cmp"
	"slices"

	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// Parent returns the number of the function around a function, or -1.
func (p *Program) Parent(function int) int { return p.parent(function) }

// IsTop reports whether a function is the code of a file outside of all functions.
func (p *Program) IsTop(function int) bool { return p.Funcs[function].Index == 0 }

// IsRoot reports whether a function runs for each request of itself, and not because another one calls it.
func (p *Program) IsRoot(function int) bool {
	way := p.why[function].Way
	return len(way) == 1 && way[0] == function
}

// HandedTo returns the call that a function is written out in as an argument, nil for none.
func (p *Program) HandedTo(function int) *tree.Node { return p.Funcs[function].argument }

// Reaches reports whether calling a function may run one that is wanted. It does not go into those for which skip
// reports true; skip may be nil.
func (p *Program) Reaches(from int, want, skip func(function int) bool) bool {
	return p.ReachesIn(len(p.Funcs), from, want, skip)
}

// ReachesIn is Reaches for ways of a bounded number of calls: on longer ones more of the names are guesses.
func (p *Program) ReachesIn(calls, from int, want, skip func(function int) bool) bool {
	seen, depth := map[int]bool{from: true}, map[int]int{}
	for queue := []int{from}; len(queue) > 0; {
		i := queue[0]
		queue = queue[1:]
		if want(i) {
			return true
		}
		next := slices.Clone(p.inside[i])
		at, _ := slices.BinarySearchFunc(p.edges, i, func(e [2]int, from int) int { return cmp.Compare(e[0], from) })
		for ; at < len(p.edges) && p.edges[at][0] == i; at++ {
			next = append(next, p.edges[at][1])
		}
		for _, k := range next {
			if !seen[k] && depth[i] < calls && (skip == nil || !skip(k)) {
				seen[k], depth[k] = true, depth[i]+1
				queue = append(queue, k)
			}
		}
	}
	return false
}

// mostHandlers bounds how many handlers of a function are told.
const mostHandlers = 64

// Handlers returns the functions that run for requests of themselves and in whose course a function may run, which
// may be one of them, by their numbers: those that the source registers, or the guessed ones where it registers none.
func (p *Program) Handlers(function int) []int {
	if p.callers == nil {
		p.callers = make([][]int, len(p.Funcs))
		for _, e := range p.edges {
			if p.runs(e[1]) {
				p.callers[e[1]] = append(p.callers[e[1]], e[0])
			}
		}
		for around, inside := range p.inside {
			for _, i := range inside {
				p.callers[i] = append(p.callers[i], around)
			}
		}
	}
	var registered, guessed []int
	seen := map[int]bool{function: true}
	for queue := []int{function}; len(queue) > 0 && len(registered) < mostHandlers; queue = queue[1:] {
		i := queue[0]
		switch root := p.Funcs[i].root; {
		case root.Given() && root.Routed:
			registered = append(registered, i)
		case root.Given():
			guessed = append(guessed, i)
		}
		for _, k := range p.callers[i] {
			if !seen[k] {
				seen[k] = true
				queue = append(queue, k)
			}
		}
	}
	if len(registered) == 0 {
		registered = guessed[:min(len(guessed), mostHandlers)]
	}
	slices.Sort(registered)
	return registered
}

// Functions returns the functions that an argument of a call may be, by their numbers.
func (c *Call) Functions(argument int) (all []int) {
	if argument >= len(c.Graph.Args) {
		return nil
	}
	p := c.Program
	for _, r := range p.Flow.Functions(p.Flow.Value(p.at[c.File.Path], c.Graph.Args[argument].Node)) {
		all = append(all, p.number(r))
	}
	return all
}

// Named returns the functions that an argument of a call may be and whose name it is, by their numbers.
func (c *Call) Named(argument int) (all []int) {
	n := argumentAt(c.Graph.Tree, argument)
	for _, i := range c.Functions(argument) {
		if n != nil && (n.Op == tree.Function || (n.Op == tree.Name || n.Op == tree.Member) && n.Text == c.Program.Funcs[i].name) {
			all = append(all, i)
		}
	}
	return all
}

// Members returns the functions that are members of an argument of a call, by their numbers.
func (c *Call) Members(argument int) (all []int) {
	if argument >= len(c.Graph.Args) {
		return nil
	}
	p := c.Program
	p.Flow.Members(p.Flow.Value(p.at[c.File.Path], c.Graph.Args[argument].Node), func(_ string, member rules.Value) {
		for _, r := range p.Flow.Functions(member) {
			all = append(all, p.number(r))
		}
	})
	return all
}

// Methods returns the functions that are methods of a name in the classes of what a method is called on, by their numbers.
func (c *Call) Methods(name string) (all []int) {
	if c.Graph.Receiver == 0 {
		return nil
	}
	p := c.Program
	for _, class := range p.Flow.Classes(p.Flow.Value(p.at[c.File.Path], c.Graph.Receiver)) {
		f := p.Files[class.File]
		for i := range f.Graph.Funcs {
			if g := &f.Graph.Funcs[i]; int(g.Class) == class.Class && g.Tree.Name == name {
				all = append(all, f.first+i)
			}
		}
	}
	return all
}

// Targets returns the functions of the program that a call may call, by their numbers.
func (c *Call) Targets() (all []int) {
	for _, r := range c.Program.Flow.Targets(c.Program.at[c.File.Path], c.Index) {
		all = append(all, c.Program.number(r))
	}
	return all
}

// EveryCall calls visit with all calls of the program, also those whose names from outside are not known.
func (p *Program) EveryCall(visit func(c *Call)) {
	for n, f := range p.Files {
		for i := range f.Graph.Calls {
			g := &f.Graph.Calls[i]
			if g.Tree == nil {
				continue
			}
			c := &Call{Program: p, File: f, Graph: g, Index: i, Func: f.first + int(g.Func)}
			for _, a := range p.Flow.Names(p.Flow.Value(n, g.Callee)) {
				c.Names = append(c.Names, Name(p.lang, a))
			}
			visit(c)
		}
	}
}

// ReceiverNames returns the names from outside of what a method is called on, and of what its class extends.
func (c *Call) ReceiverNames() (all []string) {
	if c.Graph.Receiver == 0 {
		return nil
	}
	p := c.Program
	v := p.Flow.Value(p.at[c.File.Path], c.Graph.Receiver)
	for _, a := range p.Flow.Names(v) {
		all = append(all, Name(p.lang, a))
	}
	for _, class := range p.Flow.Classes(v) {
		for _, a := range p.Flow.Bases(class) {
			all = append(all, Name(p.lang, a)+"()")
		}
	}
	return all
}

// Decorators returns the names from outside of the decorators of a function.
func (p *Program) Decorators(function int) (all []string) {
	f := &p.Funcs[function]
	n := p.at[f.File.Path]
	for _, id := range f.File.Graph.Funcs[f.Index].Decorators {
		for _, a := range p.Flow.Names(p.Flow.Value(n, id)) {
			all = append(all, Name(p.lang, a))
		}
	}
	return all
}

// Guarded reports whether the call stands in a branch of a condition in its function.
func (c *Call) Guarded() bool { return c.File.shape.calls[c.Graph.Tree].guard != nil }

// Aside reports whether the file is part of no server, such as tests and tools.
func (f *File) Aside() bool { return f.aside }

// Language returns the family of the languages of the program.
func (p *Program) Language() tree.Language { return p.lang }
