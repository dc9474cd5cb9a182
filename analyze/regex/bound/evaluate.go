package bound

import (
	"slices"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/charset"
)

// evaluator computes costs, from the end of an input to its start.
type evaluator struct {
	*backtrack.Costs
	order  [][]int32 // for each class, the nodes that its rows need and that are needed by others, in order
	values []float64 // of those
	free   []float64 // of the free states, as far as the text before is taken to reach
	work   int       // terms that were added
	seen   []int     // the last round in which each node was visited
	round  int

	crowds  [len(crowds)]*crowd // nil where there is none
	known   int                 // crowds that were looked for
	systems [2]*system          // of fewer states whose costs are known, and of few
	flat    texts               // what plain returned
	sums    *evaluator          // of costs without terms that are the larger of some
	types   [askings]*system    // of texts by their type, nil where that was not found yet
	typing  [askings]int        // the least work that finding it may take
}

func newEvaluator(c *backtrack.Costs) *evaluator {
	e := &evaluator{Costs: c, values: make([]float64, len(c.Nodes)), free: make([]float64, len(c.Rows)), seen: make([]int, len(c.Nodes))}
	for class := range c.Alphabet.Len + 1 {
		var order []int32
		seen := make(map[int32]bool)
		var visit func(n int32)
		visit = func(n int32) {
			for _, h := range c.Nodes[n].Here {
				if !seen[h] {
					seen[h] = true
					visit(h)
					order = append(order, h)
				}
			}
		}
		for _, row := range c.Rows {
			visit(row[class])
		}
		e.order = append(e.order, order)
	}
	return e
}

// limit is where costs are cut off, far beyond every budget.
const limit = 1e15

// node returns the value of a node whose operands are known, with vec the costs behind the next character.
func (e *evaluator) node(n int32, vec []float64) float64 {
	node := &e.Nodes[n]
	e.work += 1 + len(node.Ahead) + len(node.Here) + len(node.Back)
	v := node.Steps
	if node.Max {
		most := 0.0
		for _, h := range node.Here {
			most = max(most, e.values[h])
		}
		for _, a := range node.Ahead {
			most = max(most, vec[a])
		}
		for _, b := range node.Back {
			most = max(most, e.free[b])
		}
		return min(v+most, limit)
	}
	for _, h := range node.Here {
		v += e.values[h]
	}
	for _, a := range node.Ahead {
		v += vec[a]
	}
	for _, b := range node.Back {
		v += e.free[b]
	}
	return min(v, limit)
}

// prepare computes the inner nodes of a class.
func (e *evaluator) prepare(class int, vec []float64) {
	for _, n := range e.order[class] {
		e.values[n] = e.node(n, vec)
	}
}

// step fills out with the costs of all states on a text that begins with class and goes on as vec says.
func (e *evaluator) step(class int, vec, out []float64) {
	e.prepare(class, vec)
	for s, row := range e.Rows {
		out[s] = e.node(row[class], vec)
	}
}

// reach fills e.free with the largest cost of free states on n characters, and reports whether longer
// texts cost no more.
func (e *evaluator) reach(n int) (bounded bool) {
	if !slices.Contains(e.Free, true) {
		return true
	}
	end := e.Alphabet.Len
	now := make([]float64, len(e.Rows))
	e.free = now // nothing free is looked back at from there
	next := make([]float64, len(e.Rows))
	e.step(end, next, now)
	for range n {
		copy(next, now)
		for class := range end {
			e.prepare(class, now)
			for s, row := range e.Rows {
				if e.Free[s] {
					next[s] = max(next[s], e.node(row[class], now))
				}
			}
		}
		if slices.Equal(now, next) {
			e.free = now
			return true
		}
		now, next = next, now
	}
	e.free = now
	return false
}

// classes returns the class of each character.
func classes(p *charset.Partition, text []rune) []int {
	word := make([]int, len(text))
	known := make(map[rune]int)
	for i, r := range text {
		class, ok := known[r]
		if !ok {
			for class = range p.Len {
				if p.Ranges(class).Contains(r) {
					break
				}
			}
			known[r] = class
		}
		word[i] = class
	}
	return word
}
