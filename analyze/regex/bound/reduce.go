package bound

import (
	"encoding/binary"
	"math"
	"slices"

	"snag/analyze/regex/backtrack"
)

// merged returns costs with equal states made one. The states keep their order; state 0 stays.
func merged(c *backtrack.Costs) *backtrack.Costs {
	for range 12 {
		rows := make(map[string]int32)
		to := make([]int32, len(c.Rows))
		kept := int32(0)
		var key []byte
		for s, row := range c.Rows {
			key = key[:0]
			if c.Free[s] {
				key = append(key, 1)
			}
			for _, n := range row {
				key = binary.LittleEndian.AppendUint32(key, uint32(n))
			}
			n, ok := rows[string(key)]
			if !ok {
				n = kept
				rows[string(key)] = n
				kept++
			}
			to[s] = n
		}
		if int(kept) == len(c.Rows) {
			return c
		}
		c = renumbered(c, to, int(kept))
	}
	return c
}

// renumbered returns c with state s called to[s].
func renumbered(c *backtrack.Costs, to []int32, kept int) *backtrack.Costs {
	out := &backtrack.Costs{Alphabet: c.Alphabet, Exact: c.Exact, Tries: c.Tries, Success: c.Success, Rows: make([][]int32, kept), Free: make([]bool, kept)}
	index := make(map[string]int32)
	node := make([]int32, len(c.Nodes))
	var key []byte
	for i, n := range c.Nodes {
		m := backtrack.CostNode{Max: n.Max, Steps: n.Steps}
		m.Here, m.Ahead, m.Back = replaced(n.Here, node), replaced(n.Ahead, to), replaced(n.Back, to)
		key = binary.LittleEndian.AppendUint64(key[:0], math.Float64bits(n.Steps))
		if n.Max {
			key = append(key, 1)
		}
		for _, list := range [][]int32{m.Here, m.Ahead, m.Back} {
			key = append(key, byte(len(list)), byte(len(list)>>8))
			for _, v := range list {
				key = binary.LittleEndian.AppendUint32(key, uint32(v))
			}
		}
		id, ok := index[string(key)]
		if !ok {
			id = int32(len(out.Nodes))
			index[string(key)] = id
			out.Nodes = append(out.Nodes, m)
		}
		node[i] = id
	}
	for s, row := range c.Rows {
		if out.Rows[to[s]] == nil {
			out.Rows[to[s]], out.Free[to[s]] = replaced2(row, node), c.Free[s]
		}
	}
	return out
}

// summed returns costs that are no smaller, where each term that is the larger of some is their sum.
func summed(c *backtrack.Costs) *backtrack.Costs {
	out := *c
	out.Nodes = slices.Clone(c.Nodes)
	for i := range out.Nodes {
		out.Nodes[i].Max = false
	}
	return &out
}

// replaced returns what each element stands for now, in ascending order.
func replaced(list, by []int32) []int32 {
	out := replaced2(list, by)
	slices.Sort(out)
	return out
}

func replaced2(list, by []int32) []int32 {
	if len(list) == 0 {
		return nil
	}
	out := make([]int32, len(list))
	for i, v := range list {
		out[i] = by[v]
	}
	return out
}

// letters returns the classes that an input of the largest cost may be made of: of those that differ in
// no state one, and none that costs no more than another everywhere.
func letters(c *backtrack.Costs) []int {
	var list []int
	for class := range c.Alphabet.Len {
		covered := false
		for i := 0; i < len(list) && !covered; i++ {
			covered = covers(c, list[i], class)
		}
		if covered {
			continue
		}
		list = slices.DeleteFunc(list, func(other int) bool { return covers(c, class, other) })
		list = append(list, class)
	}
	return list
}

// covers reports whether class a costs at least as much as class b in every state, whatever follows.
func covers(c *backtrack.Costs, a, b int) bool {
	for s, row := range c.Rows {
		if !c.Free[s] && row[a] != row[b] && !atLeast(&c.Nodes[row[a]], &c.Nodes[row[b]]) {
			return false
		}
	}
	return true
}

// atLeast reports whether node a is not less than b, term by term.
func atLeast(a, b *backtrack.CostNode) bool {
	if a.Steps < b.Steps || a.Max != b.Max && len(b.Here)+len(b.Ahead)+len(b.Back) > 0 {
		return false
	}
	return contains(a.Here, b.Here) && contains(a.Ahead, b.Ahead) && contains(a.Back, b.Back)
}

// contains reports whether every element of part is in all, as often. Both are in ascending order.
func contains(all, part []int32) bool {
	i := 0
	for _, v := range part {
		for i < len(all) && all[i] < v {
			i++
		}
		if i == len(all) || all[i] != v {
			return false
		}
		i++
	}
	return true
}

// few is the largest cost that a state may have on every text and be taken to have on any.
const few = 50

// fewer is that where more states are affordable.
const fewer = 3

// settled returns the largest cost of each state from which no loop can be reached, if that is small, and
// -1 for others.
func settled(e *evaluator, letters []int, few float64) []float64 {
	fixed := make([]float64, len(e.Rows))
	next := make([][]int32, len(e.Rows)) // states that can follow
	for s := range e.Rows {
		fixed[s] = -1
		if e.Free[s] {
			fixed[s] = 0
			continue
		}
		seen := make(map[int32]bool)
		for _, class := range letters {
			e.targets(e.Rows[s][class], func(to int32) {
				if !seen[to] {
					seen[to] = true
					next[s] = append(next[s], to)
				}
			})
		}
	}
	vec := make([]float64, len(e.Rows))
	for changed := true; changed; {
		changed = false
		for s := range e.Rows {
			if fixed[s] >= 0 || slices.ContainsFunc(next[s], func(to int32) bool { return fixed[to] < 0 }) {
				continue
			}
			most := 0.0
			for _, class := range append([]int{e.Alphabet.Len}, letters...) {
				most = max(most, e.deep(e.Rows[s][class], vec))
			}
			if most <= few {
				fixed[s], vec[s] = most, most
				changed = true
			}
		}
	}
	return fixed
}

// targets calls f for every state that a node reads on in, once for each node that says so.
func (e *evaluator) targets(n int32, f func(int32)) {
	e.round++
	e.visit(n, f)
}

func (e *evaluator) visit(n int32, f func(int32)) {
	if e.seen[n] == e.round {
		return
	}
	e.seen[n] = e.round
	for _, a := range e.Nodes[n].Ahead {
		f(a)
	}
	for _, h := range e.Nodes[n].Here {
		e.visit(h, f)
	}
}

// deep is node, with the inner nodes computed first.
func (e *evaluator) deep(n int32, vec []float64) float64 {
	e.round++
	e.inner(n, vec)
	return e.node(n, vec)
}

func (e *evaluator) inner(n int32, vec []float64) {
	for _, h := range e.Nodes[n].Here {
		if e.seen[h] != e.round {
			e.seen[h] = e.round
			e.inner(h, vec)
			e.values[h] = e.node(h, vec)
		}
	}
}

// tangled reports whether sums share so many sums that they cannot be written out.
func (e *evaluator) tangled() bool {
	const most = 2000
	size := make([]int, len(e.Nodes)) // of what a node is when written out; those it refers to come before it
	for n, node := range e.Nodes {
		size[n] = 1 + len(node.Ahead) + len(node.Back)
		for _, h := range node.Here {
			size[n] += size[h]
		}
		if size[n] > most {
			return true
		}
	}
	return false
}
