package calling

import (
	"cmp"
	"slices"
)

// spread goes on from the functions that have a reason, until nothing changes, first from those with the strongest.
func (p *Program) spread() {
	p.inside = make([][]int, len(p.Funcs))
	for i := range p.Funcs {
		f := &p.Funcs[i]
		p.why[i] = f.root
		if f.root.Given() {
			p.why[i].Way = []int{i}
		}
		if up := p.parent(i); up >= 0 && f.Index > 0 && p.runsInside(f) {
			p.inside[up] = append(p.inside[up], i)
		}
	}
	for strength := 3; strength > 0; strength-- {
		var queue []reached
		for i := range p.why {
			if p.why[i].strength() == strength {
				queue = append(queue, reached{i, p.classOf(i), p.why[i]})
			}
		}
		p.follow(queue)
	}
}

// reached is a function that a way leads to.
type reached struct {
	function int
	// class is that of the object which the method on the way is called on, as far as the way tells, or -1.
	class int
	why   Reason
}

// maxWay bounds the functions of a way that are told, and maxClasses the classes of objects on which the ways lead to
// one function.
const (
	maxWay     = 12
	maxClasses = 4
)

// follow goes on from the functions of a queue. What is reached from a registered one is registered itself,
// whatever was guessed of it.
func (p *Program) follow(queue []reached) {
	seen := map[int][]int{}
	for _, r := range queue {
		seen[r.function] = []int{r.class}
	}
	add := func(r reached) {
		known := seen[r.function]
		if s := p.why[r.function].strength(); s > r.why.strength() || slices.Contains(known, r.class) || len(known) >= maxClasses {
			return
		} else if s < r.why.strength() {
			p.why[r.function] = r.why
		}
		seen[r.function] = append(known, r.class)
		queue = append(queue, r)
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, i := range p.inside[at.function] {
			add(reached{i, at.class, at.why})
		}
		n, _ := slices.BinarySearchFunc(p.edges, at.function, func(e [2]int, from int) int { return cmp.Compare(e[0], from) })
		for ; n < len(p.edges) && p.edges[n][0] == at.function; n++ {
			i := p.edges[n][1]
			if !p.runs(i) && (!p.waits[p.edges[n]] || !at.why.Routed && (isStart(p.Funcs[i].Tree.Name) || p.opens(i))) {
				continue
			}
			class, ok := p.classBehind(at.class, p.edges[n])
			if !ok {
				continue
			}
			why := at.why
			why.Text = "it is called from " + p.Name(at.function, "a request handler")
			if len(why.Way) < maxWay {
				why.Way = append(slices.Clone(why.Way), i)
			}
			add(reached{i, class, why})
		}
	}
}
