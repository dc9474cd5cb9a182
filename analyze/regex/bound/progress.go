package bound

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Within reports whether no input of at most so many characters exceeds the budget, as far as that follows from texts that are
// told apart only by what they begin with: by the states between repetitions that come to a repetition on them. Of all texts
// of a length that are alike in that, the most is taken that each state costs on any of them, so that repetitions may find
// each what is worst for them, but a word has to stand in the text once for each time that it is read.
//
// That holds by induction over the length. A text has one beginning, which follows from its first character and the
// beginning of the rest. What it costs from a state is a base and the sum of what the rest costs from the states that the first
// character leads to (of terms that are the larger of some, no more than that). Each of these is at most the number kept for the
// state, the beginning of the rest and its length, so the sum is among those of which the number of the longer text is the
// largest: sums that are left out have no greater base and no other states. Lookbehinds cost the same from some length on, which
// is part of the base.
func (b *Bounds) Within(length int, budget float64) bool {
	if b.e.tangled() || !b.settled {
		return false
	}
	c, ok := newCrossing(b, length)
	if !ok {
		return false
	}
	p := &progress{crossing: c}
	return p.explore() && p.size < mostProgress/(length+1) && len(p.most(length, budget)) > length
}

const (
	mostBeginnings = 150         // kinds of texts
	mostProgress   = 200_000_000 // sums, for all lengths
)

// progress is what texts of some beginnings cost from each state.
type progress struct {
	*crossing
	count int // of beginnings
	size  int // sums for each length
	steps []preceded
	adds  []int32   // of all sums, one after the other
	ends  []float64 // what states cost at the end of the text
}

// preceded is what the characters in front of texts of one beginning make of what states cost, that lead to another one.
type preceded struct {
	from, to int32
	sums     []stateSum
}

// stateSum is what a state costs with a character in front of a text, with the states adds[first:last] on the text.
type stateSum struct {
	base               float64
	state, first, last int32
}

// explore finds the beginnings, that of the empty text first. ok is false if there are too many.
func (p *progress) explore() bool {
	count := len(p.Rows)
	rows := make([][]row, len(p.letters)) // of each letter and state
	read := func(q, class int) (r row) {
		if !p.Free[q] {
			p.flatten(p.Rows[q][class], 1, &r.base, func(to int32) { r.add = append(r.add, to) })
			slices.Sort(r.add)
		}
		return r
	}
	for l, class := range p.letters {
		for q := range count {
			rows[l] = append(rows[l], read(q, class))
		}
	}
	brief := make([]bool, count)
	for q := range brief {
		brief[q] = q > 0 && p.part[q] == 0 && !p.loops[q]
		p.ends = append(p.ends, read(q, p.Alphabet.Len).base)
	}
	var beginnings [][]bool
	index := make(map[string]int32)
	number := func(alive []bool) int32 {
		key := p.key[:0]
		for q, is := range alive {
			if is {
				key = binary.LittleEndian.AppendUint32(key, uint32(q))
			}
		}
		p.key = key
		n, ok := index[string(key)]
		if !ok {
			n = int32(len(beginnings))
			index[string(key)] = n
			beginnings = append(beginnings, alive)
		}
		return n
	}
	number(make([]bool, count))
	same := make(map[string][]stateSum) // by letters
	for from := 0; from < len(beginnings); from++ {
		letters := make(map[int32][]int)
		for l := range p.letters {
			alive := make([]bool, count)
			for q := range alive {
				alive[q] = brief[q] && slices.ContainsFunc(rows[l][q].add, func(to int32) bool { return !brief[to] || beginnings[from][to] })
			}
			to := number(alive)
			letters[to] = append(letters[to], l)
		}
		if len(beginnings) > mostBeginnings {
			return false
		}
		for to, list := range letters {
			key := p.key[:0]
			for _, l := range list {
				key = binary.LittleEndian.AppendUint32(key, uint32(l))
			}
			p.key = key
			sums, ok := same[string(key)]
			if !ok {
				sums = p.sums(rows, list)
				same[string(key)] = sums
			}
			p.steps = append(p.steps, preceded{int32(from), to, sums})
			p.size += len(sums)
		}
	}
	p.count = len(beginnings)
	slices.SortFunc(p.steps, func(a, b preceded) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return true
}

// sums returns what states cost with one of some letters in front of a text, without sums that are no more than another one.
func (p *progress) sums(rows [][]row, letters []int) (sums []stateSum) {
	covers := func(a, b row) bool { return a.base >= b.base && contains(a.add, b.add) }
	for q := range p.Rows {
		var most []row
		for _, l := range letters {
			if r := rows[l][q]; !slices.ContainsFunc(most, func(o row) bool { return covers(o, r) }) {
				most = append(slices.DeleteFunc(most, func(o row) bool { return covers(r, o) }), r)
			}
		}
		for _, r := range most {
			first := int32(len(p.adds))
			p.adds = append(p.adds, r.add...)
			sums = append(sums, stateSum{r.base, int32(q), first, int32(len(p.adds))})
		}
	}
	return sums
}

// most returns what an input of no characters costs at most, of one, and so on, to so many or as long as that is within the
// budget.
func (p *progress) most(length int, budget float64) (most []float64) {
	now, next := make([][]float64, p.count), make([][]float64, p.count)
	for i := range now {
		now[i], next[i] = make([]float64, len(p.Rows)), make([]float64, len(p.Rows))
	}
	seen, seenNext := make([]bool, p.count), make([]bool, p.count) // texts of the length begin so
	copy(now[0], p.ends)
	seen[0] = true
	for n := 0; ; n++ {
		cost := 0.0
		for i, costs := range now {
			if seen[i] {
				cost = max(cost, costs[0])
			}
		}
		if cost += p.Success * float64(n+1); cost > budget {
			return most
		}
		if most = append(most, cost); n >= length {
			return most
		}
		clear(seenNext)
		for _, costs := range next {
			clear(costs)
		}
		for i := range p.steps {
			if s := &p.steps[i]; seen[s.from] {
				seenNext[s.to] = true
				p.raise(s.sums, now[s.from], next[s.to])
			}
		}
		now, next, seen, seenNext = next, now, seenNext, seen
	}
}

// raise raises what states cost to what they do with a character more in front of a text.
func (p *progress) raise(sums []stateSum, from, to []float64) {
	for i := range sums {
		s := &sums[i]
		v := s.base
		for _, u := range p.adds[s.first:s.last] {
			v += from[u]
		}
		if v > to[s.state] {
			to[s.state] = v
		}
	}
}
