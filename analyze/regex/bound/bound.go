// Package bound says what a pattern costs on any input of some length, from the costs of its program: no
// input is dearer than the bound.
//
// The cost of a text is a vector of what it costs from each state, and that of a text with one more
// character in front is a sum of its elements, or the larger of some: a monotone function of the vector.
// So of all texts of a length only those are kept whose vectors no other one exceeds everywhere. When
// they are too many, those that begin alike are replaced by the largest values of all, which is more than
// any input costs.
package bound

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"

	"snag/analyze/regex/backtrack"
)

// Result is what is known of the cost of inputs.
type Result struct {
	// Length is the largest number of characters such that no shorter input takes more than the budget.
	Length int
	// Complete tells that the bound exceeds the budget at Length. Else the work allowed was spent there.
	Complete bool
	// Never tells that no input at all exceeds the budget, and Most is the largest cost then.
	Never bool
	Most  float64
	// Exact tells that no vectors were replaced by larger ones, and that the costs are those of inputs
	// that do not match.
	Exact bool
	// Word is the dearest input found of Length characters, or one fewer, in classes of the alphabet.
	Word []int
}

// Limits bound the work.
type Limits struct {
	// Work is the number of terms to add up.
	Work int
	// Length is the number of characters at which an input is known to exceed the budget, 0 if there is
	// none.
	Length int
}

// vector is what texts cost from each state.
type vector struct {
	costs []float64
	text  int32 // the dearest of the texts, as an index of frontier.texts
}

// letter is the first character of a text, and the rest of it.
type letter struct{ class, rest int32 }

// frontier holds the vectors of all texts of one length that may be part of the dearest input.
type frontier struct {
	*evaluator
	letters []int
	fixed   []float64
	active  []int32 // states whose costs grow
	texts   []letter
	width   int // vectors to keep
	loose   bool
	linear  bool // no term is the larger of some
	stages  []stage
	spare   [][]float64
}

// Compute returns what no input exceeds. The costs are those of a program.
func Compute(costs *backtrack.Costs, budget int64, limits Limits) Result {
	if !slices.Contains(costs.Free, true) {
		f := newFrontier(costs, limits)
		return f.grow(budget, limits)
	}
	f := newFrontier(costs, limits)
	if f.reach(64) {
		return f.grow(budget, limits)
	}
	// What lookbehinds read grows with the input: they are taken to read as much as the longest input has.
	var best Result
	work := limits.Work
	low, high := 1, 32
	for f.work < work {
		if low > 1 && high-low <= low/16 {
			break
		}
		at := high
		f.reach(at)
		f.fixed, f.active = nil, nil
		f.settle()
		l := limits
		l.Length = at
		res := f.grow(budget, l)
		switch {
		case res.Length > at-1 || res.Never:
			best, low = res, at
			best.Length, best.Never, best.Complete = at, false, false
			if high *= 2; limits.Length > 0 && low >= limits.Length || high > 1<<14 {
				return best
			}
		case high > 2*low:
			high = low + (high-low)/2
		default:
			if res.Length > best.Length {
				best = res
				best.Complete = true
			}
			return best
		}
	}
	return best
}

func newFrontier(costs *backtrack.Costs, limits Limits) *frontier {
	f := &frontier{evaluator: newEvaluator(merged(costs)), texts: []letter{{-1, -1}}}
	f.letters = letters(f.Costs)
	f.linear = !slices.ContainsFunc(f.Nodes, func(n backtrack.CostNode) bool { return n.Max })
	f.settle()
	expected := limits.Length
	if expected <= 0 {
		expected = 1000
	}
	if f.linear {
		expected = min(expected, 80)
	}
	each := 4 * max(len(f.active), 1) * max(len(f.letters), 1) * expected
	f.width = min(max(limits.Work/each, 1), maxWidth)
	return f
}

// settle finds the states whose costs do not grow.
func (f *frontier) settle() {
	f.fixed = settled(f.evaluator, f.letters)
	f.active = f.active[:0]
	again := slices.ContainsFunc(f.Nodes, func(n backtrack.CostNode) bool { return slices.Contains(n.Ahead, 0) })
	for s, v := range f.fixed {
		if v < 0 && (s != 0 || again) {
			f.active = append(f.active, int32(s))
		}
	}
}

// stage is the vectors of one length of text.
type stage struct {
	set []vector
	// home tells of each candidate, the texts of the stage before with each letter in front, which vector
	// exceeds it or is made of it. mark sums up home, and which candidate each element comes from.
	home []int32
	mark uint64
}

// grow finds the length at which the budget is exceeded.
func (f *frontier) grow(budget int64, limits Limits) (res Result) {
	end := f.Alphabet.Len
	zero := make([]float64, len(f.Rows))
	start := f.work
	first := f.fresh()
	f.prepare(end, zero)
	for _, s := range f.active {
		first[s] = f.node(f.Rows[s][end], zero)
	}
	f.loose, f.stages = false, []stage{{set: []vector{{first, 0}}}}
	most := f.node(f.Rows[0][end], zero)
	for n := 1; ; n++ {
		set := f.stages[len(f.stages)-1].set
		value, word := 0.0, int32(0)
		for _, v := range set {
			for _, class := range f.letters {
				f.prepare(class, v.costs)
				if at := f.node(f.Rows[0][class], v.costs); at > value {
					value, word = at, int32(len(f.texts))
					f.texts = append(f.texts, letter{int32(class), v.text})
				}
			}
		}
		if value += f.Success * float64(n+1); value > float64(budget) {
			res.Length, res.Complete, res.Word = n, true, f.spell(word)
			break
		}
		most = max(most, value)
		if f.work-start > limits.Work || limits.Length > 0 && n >= limits.Length {
			res.Length, res.Word = n+1, f.spell(word)
			break
		}
		f.prepend()
		if next := f.stages[len(f.stages)-1].set; f.Success == 0 && len(next) == len(set) && same(next, set, f.active) {
			res.Length, res.Never, res.Most = n+1, true, most
			break
		}
		if n%4 == 0 && f.linear {
			if p, ok := f.settlesDown(); ok {
				if length, word, ok := f.leap(p, n+1, float64(budget)); ok {
					res.Length, res.Complete, res.Word = length, true, word
					break
				}
			}
		}
	}
	res.Exact = f.Exact && !f.loose
	return res
}

// same reports whether two lists of vectors are equal.
func same(a, b []vector, active []int32) bool {
	for i := range a {
		for _, s := range active {
			if a[i].costs[s] != b[i].costs[s] {
				return false
			}
		}
	}
	return true
}

// fresh returns a vector with the costs that do not grow.
func (f *frontier) fresh() []float64 {
	if n := len(f.spare); n > 0 {
		v := f.spare[n-1]
		f.spare = f.spare[:n-1]
		return v
	}
	v := make([]float64, len(f.Rows))
	for s, c := range f.fixed {
		v[s] = max(c, 0)
	}
	return v
}

// ahead fills out with the costs of a text with class in front, and returns their sum.
func (f *frontier) ahead(class int, costs, out []float64) (sum float64) {
	f.prepare(class, costs)
	for _, s := range f.active {
		c := f.node(f.Rows[s][class], costs)
		out[s] = c
		sum += c
	}
	return sum
}

// prepend adds the vectors of the texts that are one character longer. Of those that the others do not
// exceed, as many are kept as f.width allows: those that differ most. The others go into the one that is
// nearest, whose elements become the larger ones of both.
func (f *frontier) prepend() {
	set := f.stages[len(f.stages)-1].set
	var all []vector
	first, most := 0, -1.0
	peak := f.fresh()
	for _, s := range f.active {
		peak[s] = 1
	}
	for _, v := range set {
		for _, class := range f.letters {
			out := f.fresh()
			if sum := f.ahead(class, v.costs, out); sum > most {
				first, most = len(all), sum
			}
			for _, s := range f.active {
				peak[s] = max(peak[s], out[s])
			}
			all = append(all, vector{out, int32(len(f.texts))})
			f.texts = append(f.texts, letter{int32(class), v.text})
		}
	}
	slack := slackness / float64(len(f.stages))
	next := stage{home: make([]int32, len(all))}
	centres := []int32{int32(first)}
	loss := make([]float64, len(all)) // of going into its home
	for c := range all {
		next.home[c], loss[c] = int32(first), f.excess(all[first].costs, all[c].costs, peak, math.Inf(1))
	}
	for len(centres) < f.width {
		far := 0
		for c := range all {
			if loss[c] > loss[far] {
				far = c
			}
		}
		if loss[far] <= slack {
			break
		}
		centres = append(centres, int32(far))
		for c := range all {
			if loss[c] > 0 {
				if l := f.excess(all[far].costs, all[c].costs, peak, loss[c]); l < loss[c] {
					next.home[c], loss[c] = int32(far), l
				}
			}
		}
	}
	slices.Sort(centres)
	hash := fnv.New64a()
	role := make(map[int32]int32, len(centres))
	for i, c := range centres {
		role[c] = int32(i)
		next.set = append(next.set, all[c])
	}
	for c, v := range all {
		if next.home[c] == int32(c) {
			next.home[c] = role[int32(c)]
			continue
		}
		next.home[c] = role[next.home[c]]
		if to := next.set[next.home[c]].costs; loss[c] > 0 {
			f.loose = true
			for _, s := range f.active {
				if v.costs[s] > to[s] {
					to[s] = v.costs[s]
					binary.Write(hash, binary.LittleEndian, [2]int32{int32(c), s})
				}
			}
		}
		f.spare = append(f.spare, v.costs)
	}
	f.spare = append(f.spare, peak)
	binary.Write(hash, binary.LittleEndian, next.home)
	next.mark = hash.Sum64()
	f.stages = append(f.stages, next)
	if old := len(f.stages) - history; old >= 0 {
		for _, v := range f.stages[old].set {
			f.spare = append(f.spare, v.costs)
		}
		f.stages[old] = stage{}
	}
}

// history is the number of stages that are remembered.
const history = 100

// slackness is the part by which the bound of texts of n characters may grow, over n, where that makes two
// vectors one. All in all the bound grows by n to that power.
var slackness = 0.0

// excess is by how much an element of b is larger than that of a at most, as a part of the largest one of
// any text. It stops looking when that is enough.
func (f *frontier) excess(a, b, peak []float64, enough float64) (most float64) {
	for i, s := range f.active {
		if d := b[s] - a[s]; d > most*peak[s] {
			if most = d / peak[s]; most >= enough {
				f.work += i / 2
				return most
			}
		}
	}
	f.work += len(f.active) / 2
	return most
}

// spell returns a text in classes.
func (f *frontier) spell(text int32) (word []int) {
	for ; text > 0 && f.texts[text].class >= 0; text = f.texts[text].rest {
		word = append(word, int(f.texts[text].class))
	}
	return word
}

var maxWidth = 24
