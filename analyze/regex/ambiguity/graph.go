package ambiguity

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
)

// edge is a move of the matcher that consumes a character.
type edge struct {
	on   charset.Bits
	to   int32
	span int32 // index of the transition in its state
	// commit reports whether the move follows a match that has ended.
	commit bool
	ref    nfa.Ref
}

// graph is an automaton without its final transitions.
type graph struct {
	edges [][]edge
	scc   []int32 // component of each state, -1 where it lies on no cycle
	comps [][]int32
	local []int32 // index of each state in its component
	// reverse holds the states that lead to each state. It is made when first needed.
	reverse [][]int32
}

// winning returns for each state the classes of next character on which the matcher is sure to
// succeed from there, whatever comes later. No alternative that it would try after such a place is
// ever tried.
//
// A state is sure to succeed altogether when it can accept at the end and go, on every class, to a
// state that is: the greatest such set of states is found by removing those that are not.
func winning(a *nfa.NFA) []charset.Bits {
	words := a.Alphabet.Words()
	wins := make([]charset.Bits, len(a.States))
	arena := make([]uint64, words*len(a.States))
	full := make(charset.Bits, words)
	for class := range a.End + 1 {
		full.Add(class)
	}
	always := make([]bool, len(a.States))
	hope := false // some state accepts at the end
	for s := range a.States {
		wins[s], arena = arena[:words:words], arena[words:]
		if a.States[s].Wins {
			copy(wins[s], full)
		}
		for i := range a.States[s].Trans {
			t := &a.States[s].Trans[i]
			if t.To == nfa.Accept && t.Sure && !t.Enter {
				merge(wins[s], t.On)
				if t.On.Has(a.End) {
					always[s], hope = true, true
				}
			}
		}
	}
	if !hope {
		return wins
	}
	sum := make(charset.Bits, words)
	compute := func(s int) {
		copy(sum, wins[s])
		for i := range a.States[s].Trans {
			t := &a.States[s].Trans[i]
			if t.To != nfa.Accept && t.Sure && !t.Enter && always[t.To] {
				merge(sum, t.On)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for s := len(a.States) - 1; s >= 0; s-- {
			if !always[s] {
				continue
			}
			if compute(s); !full.Within(sum) {
				always[s], changed = false, true
			}
		}
	}
	sums := make([]uint64, 0, words*len(a.States))
	for s := range a.States {
		compute(s)
		sums = append(sums, sum...)
	}
	for s := range wins {
		wins[s] = sums[s*words : (s+1)*words : (s+1)*words]
	}
	return wins
}

func merge(into, from charset.Bits) {
	for i, w := range from {
		into[i] |= w
	}
}

// newGraph returns the moves of a. When wins is not nil, it leaves out every move at a place where the
// matcher is sure to succeed: a loop through such a place is never left by failing.
//
// Moves after a match that has ended are left out too when wins is not nil. Else, if the automaton has
// search states, the moves by which they skip a character are kept, which cover the others: the search may
// begin again anywhere.
func newGraph(a *nfa.NFA, wins []charset.Bits) *graph {
	g := &graph{edges: make([][]edge, len(a.States))}
	total := 0
	for s := range a.States {
		total += len(a.States[s].Trans)
	}
	pool := make([]edge, 0, total)
	for s := range a.States {
		first := len(pool)
		for i := range a.States[s].Trans {
			t := &a.States[s].Trans[i]
			if t.To == nfa.Accept || t.Commit && (wins != nil || a.Search >= 0 && (!a.States[s].Search || !a.States[t.To].Search)) {
				continue
			}
			on := t.On
			if wins != nil && !t.Enter && wins[s].Meets(on) {
				if on = on.Less(wins[s]); on.IsEmpty() {
					continue
				}
			}
			pool = append(pool, edge{on: on, to: t.To, span: int32(i), commit: t.Commit, ref: t.Ref})
		}
		g.edges[s] = pool[first:len(pool):len(pool)]
	}
	g.components()
	return g
}

// components finds the strongly connected components that have a cycle, in topological order of the
// condensed graph, successors last (Tarjan 1972, without recursion).
func (g *graph) components() {
	n := len(g.edges)
	g.scc, g.local = make([]int32, n), make([]int32, n)
	index, low := make([]int32, n), make([]int32, n)
	onStack := make([]bool, n)
	var stack []int32
	type frame struct {
		state int32
		next  int
	}
	var calls []frame
	counter := int32(0)
	for i := range g.scc {
		g.scc[i] = -1
	}
	for root := range n {
		if index[root] != 0 {
			continue
		}
		calls = append(calls[:0], frame{state: int32(root)})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			s := f.state
			if f.next == 0 && index[s] == 0 {
				counter++
				index[s], low[s] = counter, counter
				stack = append(stack, s)
				onStack[s] = true
			}
			descended := false
			for f.next < len(g.edges[s]) {
				to := g.edges[s][f.next].to
				f.next++
				if index[to] == 0 {
					calls = append(calls, frame{state: to})
					descended = true
					break
				}
				if onStack[to] {
					low[s] = min(low[s], index[to])
				}
			}
			if descended {
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				p := calls[len(calls)-1].state
				low[p] = min(low[p], low[s])
			}
			if low[s] != index[s] {
				continue
			}
			first := len(stack) - 1
			for onStack[stack[first]] = false; stack[first] != s; onStack[stack[first]] = false {
				first--
			}
			of := stack[first:]
			if stack = stack[:first]; len(of) == 1 && !g.hasSelfLoop(s) {
				continue
			}
			comp := slices.Clone(of)
			slices.Sort(comp) // states near the start of the pattern make the shorter witnesses
			for i, c := range comp {
				g.scc[c], g.local[c] = int32(len(g.comps)), int32(i)
			}
			g.comps = append(g.comps, comp)
		}
	}
	// Tarjan finds successors first; turn that round.
	for i, j := 0, len(g.comps)-1; i < j; i, j = i+1, j-1 {
		g.comps[i], g.comps[j] = g.comps[j], g.comps[i]
	}
	for i, comp := range g.comps {
		for _, s := range comp {
			g.scc[s] = int32(i)
		}
	}
}

func (g *graph) hasSelfLoop(s int32) bool {
	for _, e := range g.edges[s] {
		if e.to == s {
			return true
		}
	}
	return false
}
