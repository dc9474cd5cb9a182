package bound

import (
	"encoding/binary"
	"slices"
)

// Jointly reports whether no input of at most so many characters exceeds the budget, as far as that follows when runs are
// followed together, on the same text, until one of them comes to a repetition of many states while another one may still be
// in one. From there on it is taken to find the text that is worst for it alone. So a word has to stand in the text once for
// each time that an attempt begins with it, and what a run in a repetition meets is all on one text, however often it is met.
//
// That holds by induction over the length. What the runs of a party cost on a text is a base, which follows from its first
// character, and what the runs that are left cost on the rest. These are a party and others that went off alone: what all
// cost is the sum of what each costs, which is at most the number that is kept for it and the length of the rest.
// Characters are left out that make no more of a party than another one does: no greater base and no other runs.
func (b *Bounds) Jointly(length int, budget float64) bool {
	j, ok := newJoint(b, length)
	return ok && len(j.most(length, budget)) > length
}

const (
	mostParties   = 20_000
	mostMoves     = 70_000     // of all parties
	mostJoint     = 60_000_000 // moves, for all lengths
	wideRepeat    = 4          // states from which on a repetition is gone through by one run of a party
	mostTogether  = 2          // runs of a party in one state
	mostPartySize = 40
)

// joint follows parties of runs.
type joint struct {
	*crossing
	wide    []bool  // by state: it is of a repetition of many states
	rows    [][]row // of each letter and state
	parties []party // the first one is the search at the start of the input
	index   map[string]int32
}

// party is a set of runs that are followed together.
type party struct {
	runs  []int32 // states, in order, some more than once
	ends  float64 // what they cost at the end of the input
	moves []partyMove
}

// partyMove is what a character in front of a text makes of what a party costs.
type partyMove struct {
	base  float64
	to    int32   // the party that is left, -1 for none
	alone []int32 // the parties of the runs that went off
	whole []int32 // all runs that are left, while moves are compared
}

// newJoint finds the parties. ok is false if there are too many.
func newJoint(b *Bounds, length int) (j *joint, ok bool) {
	if b.e.tangled() || !b.settled {
		return nil, false
	}
	c, ok := newCrossing(b, length)
	if !ok {
		return nil, false
	}
	j = &joint{crossing: c, index: make(map[string]int32), wide: make([]bool, len(c.Rows))}
	size := make(map[int32]int)
	for _, p := range c.part {
		size[p]++
	}
	for q, p := range c.part {
		j.wide[q] = p > 0 && size[p] >= wideRepeat
	}
	j.rows = c.read()
	moves := 0
	j.number([]int32{0})
	for at := 0; at < len(j.parties); at++ {
		if !j.expand(int32(at)) {
			return nil, false
		}
		moves += len(j.parties[at].moves)
		if len(j.parties) > mostParties || moves > min(mostMoves, mostJoint/(length+1)) {
			return nil, false
		}
	}
	return j, true
}

// read returns what each letter makes of each state, and last the end of the text.
func (c *crossing) read() [][]row {
	rows := make([][]row, len(c.letters)+1)
	for l, class := range append(slices.Clone(c.letters), c.Alphabet.Len) {
		rows[l] = make([]row, len(c.Rows))
		for q := range c.Rows {
			if r := &rows[l][q]; !c.Free[q] {
				c.flatten(c.Rows[q][class], 1, &r.base, func(to int32) { r.add = append(r.add, to) })
				slices.Sort(r.add)
			}
		}
	}
	return rows
}

// number returns the number of the party of some runs, which are kept.
func (j *joint) number(runs []int32) int32 {
	key := j.key[:0]
	for _, q := range runs {
		key = binary.LittleEndian.AppendUint32(key, uint32(q))
	}
	j.key = key
	n, ok := j.index[string(key)]
	if !ok {
		n = int32(len(j.parties))
		j.index[string(key)] = n
		j.parties = append(j.parties, party{runs: runs})
	}
	return n
}

// expand finds the moves of a party. ok is false if too many runs come of it.
func (j *joint) expand(at int32) (ok bool) {
	from := j.parties[at]
	for _, q := range from.runs {
		from.ends += j.rows[len(j.letters)][q].base
	}
	covers := func(a, b partyMove) bool { return a.base >= b.base && contains(a.whole, b.whole) }
	for _, l := range j.unlikeStates(from.runs) {
		var m partyMove
		for _, q := range from.runs {
			r := &j.rows[l][q]
			m.base += r.base
			m.whole = append(m.whole, r.add...)
		}
		slices.Sort(m.whole)
		if len(m.whole) > mostPartySize {
			return false
		}
		if slices.ContainsFunc(from.moves, func(o partyMove) bool { return covers(o, m) }) {
			continue
		}
		from.moves = append(slices.DeleteFunc(from.moves, func(o partyMove) bool { return covers(m, o) }), m)
	}
	home := j.home(from.runs)
	for i := range from.moves {
		m := &from.moves[i]
		var left []int32
		inside := false
		for _, q := range m.whole {
			off := j.wide[q] && (j.part[q] != home || inside)
			if off || len(left) >= mostTogether && left[len(left)-mostTogether] == q {
				m.alone = append(m.alone, j.number([]int32{q}))
				continue
			}
			inside = inside || j.wide[q]
			left = append(left, q)
		}
		if m.to, m.whole = -1, nil; len(left) > 0 {
			m.to = j.number(left)
		}
	}
	j.parties[at] = from
	return true
}

// home returns the repetition of many states in which a run of a party is, 0 for none.
func (j *joint) home(runs []int32) int32 {
	for _, q := range runs {
		if j.wide[q] {
			return j.part[q]
		}
	}
	return 0
}

// unlikeStates returns the letters that do not make the same of some states as one before.
func (j *joint) unlikeStates(runs []int32) (letters []int) {
	same := func(a, b row) bool { return a.base == b.base && slices.Equal(a.add, b.add) }
	for l := range j.letters {
		if !slices.ContainsFunc(letters, func(before int) bool {
			return !slices.ContainsFunc(runs, func(q int32) bool { return !same(j.rows[l][q], j.rows[before][q]) })
		}) {
			letters = append(letters, l)
		}
	}
	return letters
}

// most returns what an input of no characters costs at most, of one, and so on, to so many or as long as that is within the
// budget.
func (j *joint) most(length int, budget float64) (most []float64) {
	now, next := make([]float64, len(j.parties)), make([]float64, len(j.parties))
	for i := range now {
		now[i] = j.parties[i].ends
	}
	for n := 0; ; n++ {
		cost := now[0] + j.Success*float64(n+1)
		if cost > budget {
			return most
		}
		if most = append(most, cost); n >= length {
			return most
		}
		for i := range j.parties {
			next[i] = 0
			for k := range j.parties[i].moves {
				m := &j.parties[i].moves[k]
				v := m.base
				if m.to >= 0 {
					v += now[m.to]
				}
				for _, a := range m.alone {
					v += now[a]
				}
				next[i] = max(next[i], v)
			}
		}
		now, next = next, now
	}
}
