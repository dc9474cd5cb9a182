package bound

import (
	"encoding/binary"
	"slices"
)

const (
	mostTiers      = 4   // crowds that are told apart, and what is not of one
	mostTierSights = 500 // sets of places
	mostTierPlaces = 48  // in one of those
	mostAlike      = 3   // runs of one member of a crowd at one place
)

// amounts are how many runs there are in each crowd. The first one is what stands for itself: there is one of it.
type amounts [mostTiers + 1]float64

// tiers bounds what inputs cost of a system whose runs gather in several loops, one behind the other: in each of them
// they are a crowd, which is known by its size. Each member of a crowd is where the others are: those that join it are
// taken to stand everywhere that one of the crowd does, as well. So what the rest of an input costs is, for each set of
// these places, a function of the sizes; it is the largest of linear ones, hence convex, and no more than what lies
// between its values at some sizes.
type tiers struct {
	*system
	home   []int32 // crowd of the loop that each state is in, 0 for others
	count  int     // of the crowds, with what is of none
	sights []tierSight
	known  map[string]int32
	key    []byte
	past   []float32 // room for costs
	all    []int32   // and for the places that members of a crowd come to
	come   [mostTiers + 1][]int32
}

// tierSight is what is known of the runs on a text: a set of those that are told one by one, and where each member of
// a crowd stands.
type tierSight struct {
	group int32
	at    [][]int32
	steps []tierStep
	ends  float64 // what the group costs at the end of the input, -1 where it cannot end
	each  amounts // what each member costs there
}

// tierStep is a move by one letter: what it costs, and the amounts that it leads to.
type tierStep struct {
	base  float64
	each  amounts
	group int32
	at    [][]int32
	to    int32                  // the sight of these
	same  bool                   // the amounts stay
	from  [mostTiers + 1]amounts // of each crowd, how many join it for each member of others
	joins []join                 // those of from that are not zero, where the amounts do not stay
}

// join says how many join a crowd for each member of another one, or how often one stays.
type join struct {
	to, of int
	times  float64
}

// fill finds all sights behind gatherings. ok is false where there are too many, or too many places in one.
func (t *tiers) fill() (ok bool) {
	t.known = make(map[string]int32)
	for _, g := range t.starts {
		t.number(g, make([][]int32, t.count))
	}
	for i := 0; i < len(t.sights); i++ {
		if len(t.sights) > mostTierSights || !t.expand(int32(i)) {
			return false
		}
	}
	return true
}

// number returns the number of a sight, whose lists are kept.
func (t *tiers) number(group int32, at [][]int32) int32 {
	key := binary.LittleEndian.AppendUint32(t.key[:0], uint32(group))
	for _, set := range at {
		key = append(key, byte(len(set)))
		for _, u := range set {
			key = binary.LittleEndian.AppendUint16(key, uint16(u))
		}
	}
	t.key = key
	n, ok := t.known[string(key)]
	if !ok {
		n = int32(len(t.sights))
		t.known[string(key)] = n
		t.sights = append(t.sights, tierSight{group: group, at: at})
	}
	return n
}

// expand finds the moves of a sight. ok is false if members of a crowd come to stand in too many places.
func (t *tiers) expand(n int32) (ok bool) {
	from := t.sights[n]
	from.ends = t.endOf[from.group]
	for j, set := range from.at {
		for _, u := range set {
			from.each[j] += t.ends[u]
		}
	}
	var kept []tierStep
	for i := range t.groups[from.group].moves {
		step, ok := t.step(&from, &t.groups[from.group].moves[i])
		if !ok {
			return false
		}
		if slices.ContainsFunc(kept, func(o tierStep) bool { return t.covers(&o, &step) }) {
			continue
		}
		kept = append(slices.DeleteFunc(kept, func(o tierStep) bool { return t.covers(&step, &o) }), step)
	}
	for i := range kept {
		kept[i].to = t.number(kept[i].group, kept[i].at)
		kept[i].joins = kept[i].list(t.count)
	}
	from.steps = kept
	t.sights[n] = from
	return true
}

// step returns what a move makes of a sight.
func (t *tiers) step(from *tierSight, m *move) (step tierStep, ok bool) {
	rows := t.rows[m.letter]
	step = tierStep{base: m.base, group: m.to, at: make([][]int32, t.count)}
	joined := &t.come // the places of those that join each crowd
	for to := range joined {
		joined[to] = joined[to][:0]
	}
	for j, set := range from.at {
		all := t.all[:0]
		for _, u := range set {
			step.each[j] += rows[u].base
			all = append(all, rows[u].add...)
		}
		if j == 0 {
			all = append(all, m.add...)
		}
		slices.Sort(all)
		t.all = all
		var before [mostTiers + 1]int // how many joined each crowd so far
		for to := range joined {
			before[to] = len(joined[to])
		}
		for _, u := range all {
			if to := t.home[u]; to > 0 && to != int32(j) {
				joined[to] = append(joined[to], u)
				continue
			}
			if step.at[j] == nil {
				step.at[j] = make([]int32, 0, len(all))
			}
			step.at[j] = append(step.at[j], u)
		}
		if len(step.at[j]) > mostTierPlaces || alike(step.at[j]) > mostAlike {
			return step, false
		}
		if j == 0 || len(step.at[j]) > 0 {
			step.from[j][j] = 1
		}
		for to, list := range joined[:t.count] {
			step.from[to][j] += float64(alike(list[before[to]:]))
		}
	}
	step.same = true
	for l := range t.count {
		for j, times := range step.from[l][:t.count] {
			if l == j && times != 1 && len(from.at[j]) > 0 || l != j && times > 0 {
				step.same = false
			}
		}
	}
	for to, list := range joined[:t.count] {
		slices.Sort(list)
		for _, u := range slices.Compact(list) {
			if i, found := slices.BinarySearch(step.at[to], u); !found {
				step.at[to] = slices.Insert(step.at[to], i, u)
			}
		}
	}
	return step, true
}

// list returns the joins of a step.
func (s *tierStep) list(count int) (joins []join) {
	for to := 0; to < count && !s.same; to++ {
		for of, times := range s.from[to][:count] {
			if times > 0 {
				joins = append(joins, join{to, of, times})
			}
		}
	}
	return joins
}

// covers reports whether a move costs no less than another one, whatever follows.
func (t *tiers) covers(a, b *tierStep) bool {
	if a.base < b.base || a.group != b.group && !t.runs[a.group].covers(&t.runs[b.group]) {
		return false
	}
	for j := range t.count {
		if a.each[j] < b.each[j] || !contains(a.at[j], b.at[j]) {
			return false
		}
		for l := range t.count {
			if a.from[l][j] < b.from[l][j] {
				return false
			}
		}
	}
	return true
}

// alike returns how often the most frequent element of a sorted list is in it.
func alike(list []int32) (most int) {
	for i := 0; i < len(list); {
		j := i
		for j < len(list) && list[j] == list[i] {
			j++
		}
		most = max(most, j-i)
		i = j
	}
	return most
}

// Tiered returns a length below which no input exceeds the budget: least, of which that is known, or a greater one up to a
// length that is known to exceed it. It bounds costs of any power: of each loop in which runs gather, it keeps how many
// there are.
func (b *Bounds) Tiered(budget float64, least, length int) int {
	e := b.e.summing()
	if e.tangled() || !b.settled {
		return least
	}
	if b.gathered == nil {
		b.gathered = newSystem(e, b.letters, settled(e, b.letters, fewer), e.systems[0])
	}
	return b.raise(b.gathered, false, budget, least, length)
}

// Divided is Tiered with more told apart: the loops that a crowd goes on to, then what succeeds behind several repetitions.
func (b *Bounds) Divided(budget float64, least, length int) int {
	far := func(times float64) bool { return float64(length) > times*float64(least) }
	if b.gathered == nil || !far(apart) {
		return least
	}
	if !far(hardly) {
		least = b.raise(b.gathered, true, budget, least, length)
	}
	if !far(apart) || far(remote) {
		return least
	}
	if s, ok := b.e.summing().typed(deep, deepWork); ok {
		if c, ok := newCrowd(s, 0, mostTyped); ok {
			if res := c.told(budget); res.Length < maxLeap {
				least = max(least, min(res.Length, length))
			}
		}
		if far(apart) {
			least = b.raise(s, false, budget, least, length)
		}
	}
	return least
}

// raise returns a length below which no input exceeds the budget, as the tiers of a system tell it: least, or a greater one.
func (b *Bounds) raise(s *system, each bool, budget float64, least, length int) int {
	t := &tiers{system: s}
	if !t.gatherings(each) || b.told != nil && b.told.system == s && slices.Equal(t.home, b.told.home) {
		return least
	}
	if b.told = t; !t.fill() {
		return least
	}
	most := make([]float64, length+1)
	if t.ceiling(most, budget, least) {
		for least < length && most[least]+s.success*float64(least+1) <= budget {
			least++
		}
	}
	return least
}

// hardly is how many times a bound an input may be that telling apart where a crowd goes on to hardly ever raises it.
const hardly = 2

// remote is how many times a bound an input may be that nothing more is told apart.
const remote = 8

// deepWork is the work that it may take to tell texts apart by what succeeds behind several repetitions.
const deepWork = 1_000_000
