package attack

import (
	"encoding/binary"
	"slices"

	"snag/analyze/regex/nfa"
)

// threads follows all runs of an automaton at once, in priority order, as a simulation without
// backtracking would.
type threads struct {
	nfa   *nfa.NFA
	stamp []int32
	now   int32
	scope int32 // only runs in this scope are followed
}

func newThreads(a *nfa.NFA, scope int32) *threads {
	return &threads{nfa: a, stamp: make([]int32, len(a.States)), scope: scope}
}

// step returns where the runs in list stand after class, without copies. A run that can accept cuts
// off those after it; ended is set then.
func (t *threads) step(list []int32, class int) (next []int32, ended bool) {
	t.now++
	for _, s := range list {
		for _, tr := range t.nfa.States[s].Trans {
			if !tr.On.Has(class) {
				continue
			}
			if tr.To == nfa.Accept {
				if !tr.Enter && t.nfa.States[s].Scope == t.scope {
					return next, true
				}
				continue
			}
			if t.nfa.States[tr.To].Scope != t.scope && t.scope == 0 || t.stamp[tr.To] == t.now {
				continue
			}
			t.stamp[tr.To] = t.now
			next = append(next, tr.To)
		}
	}
	return next, false
}

// accepts reports whether a run in list accepts when class comes next.
func (t *threads) accepts(list []int32, class int) bool {
	for _, s := range list {
		if t.nfa.States[s].Scope != t.scope {
			continue
		}
		for _, tr := range t.nfa.States[s].Trans {
			if tr.To == nfa.Accept && !tr.Enter && tr.On.Has(class) {
				return true
			}
		}
	}
	return false
}

// settle reads word again and again until the list of runs does not change any more, or rounds are over.
func (t *threads) settle(list []int32, word []int, rounds int) []int32 {
	for range rounds {
		before := list
		for _, class := range word {
			list, _ = t.step(list, class)
		}
		if slices.Equal(before, list) {
			break
		}
	}
	return list
}

// reject returns the shortest word after which no run in list has accepted, nor does at the end of
// the input. Classes are tried in the given order. ok is false if there is none within bounds.
func (t *threads) reject(list []int32, order []int, maxLength, maxSets int) (word []int, ok bool) {
	type node struct {
		list   []int32
		parent int
		class  int
		length int
	}
	key := func(list []int32) string {
		sorted := slices.Sorted(slices.Values(list))
		b := make([]byte, 0, 4*len(sorted))
		for _, s := range sorted {
			b = binary.LittleEndian.AppendUint32(b, uint32(s))
		}
		return string(b)
	}
	nodes := []node{{list: list, parent: -1}}
	seen := map[string]bool{key(list): true}
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if !t.accepts(n.list, t.nfa.End) {
			for ; i > 0; i = nodes[i].parent {
				word = append(word, nodes[i].class)
			}
			slices.Reverse(word)
			return word, true
		}
		if n.length == maxLength || len(nodes) > maxSets {
			continue
		}
		for _, class := range order {
			if t.accepts(n.list, class) {
				continue
			}
			next, _ := t.step(n.list, class)
			if k := key(next); !seen[k] {
				seen[k] = true
				nodes = append(nodes, node{next, i, class, n.length + 1})
			}
		}
	}
	return nil, false
}
