package bound

import (
	"encoding/binary"
	"slices"

	"snag/analyze/regex/backtrack"
)

// crowd bounds what inputs cost of a system of whose runs most come to stand at the same places: they are a crowd,
// that is known by its size. So what the rest of an input costs is, for each set of runs that are told apart from the
// crowd, a function of that size. It is the largest of functions that are linear, hence convex: it is known at some
// sizes, and at most what lies on the lines between them elsewhere. A crowd whose runs stand at two places costs at
// most what it would all at the one or all at the other, in the proportion of those that do.
type crowd struct {
	*system
	apart  int // runs that may be told apart from the crowd
	sights []sight
	known  map[string]int32
	work   int
	met    int    // the most runs that were asked whether they are told apart, when that was for their number to say
	limit  int    // of sights
	closed Result // what told found

	key       []byte  // room for that of a sight
	all, runs []int32 // and for where runs stand behind a letter
	elsewhere []share // and for those who stand elsewhere
	steps     []stride
}

// sight is what is told apart of the runs on a text.
type sight struct {
	group int32
	crowd []int32  // where each of the crowd stands, in all places at once: nil without one
	apart []int32  // where runs stand that are not of the crowd
	steps []stride // moves by one letter
	ends  float64  // what the runs apart cost at the end of the input, -1 where it cannot end
	each  float64  // what each of the crowd costs there
}

// stride is a move: what it costs, what it costs each of the crowd, and how many join that.
type stride struct {
	base, each float64
	to         int32
	joins      int32
	others     []share // of those that join, who stand elsewhere
	away       int32   // how many these are
	dissolved  bool    // nothing is left of the crowd that was there
	class      int
	way        int // see plan
}

// share is a part of a crowd that stands at places of its own.
type share struct{ to, runs int32 }

const (
	mostSights = 160 // of one pattern
	mostTyped  = 700 // where texts are told apart by their type, or others leave too much open
	mostPlaces = 10  // of each of the crowd
)

// crowds are the systems of which a crowd is looked for, in turn: of how many states the costs are known, how many runs
// are told apart from the crowd, and how many sights there may be.
var crowds = [...]struct {
	few   float64
	apart int
	most  int
}{{fewer, 3, mostSights}, {fewer, 1, mostSights}, {few, 3, mostSights}, {few, 1, mostSights}, {few, 0, mostTyped}, {few, 4, mostTyped}, {fewer, 2, mostTyped}}

// leastApart is the place of those from which no run is told apart.
const leastApart = 4

// summing returns the evaluator of costs that are no smaller, without terms that are the larger of some.
func (e *evaluator) summing() *evaluator {
	if e.sums == nil {
		if e.sums = e; slices.ContainsFunc(e.Nodes, func(n backtrack.CostNode) bool { return n.Max }) {
			e.sums = newEvaluator(summed(e.Costs))
		}
	}
	e.sums.free = e.free
	return e.sums
}

// crowd returns one of the crowds, nil where runs never come to do the same.
func (e *evaluator) crowd(letters []int, i int) *crowd {
	if e.summing().tangled() {
		return nil
	}
	for ; e.known <= i; e.known++ {
		from := crowds[e.known]
		if e.known > leastApart && e.crowds[leastApart] == nil {
			continue // there are more sights then
		}
		system := &e.systems[0]
		if from.few == few {
			system = &e.systems[1]
		}
		if *system == nil {
			*system = newSystem(e.sums, letters, settled(e.sums, letters, from.few), e.systems[0])
		}
		if twin, known := e.twin(*system, from.apart, from.most); known {
			e.crowds[e.known] = twin
			continue
		}
		if c, ok := newCrowd(*system, from.apart, from.most); ok {
			e.crowds[e.known] = c
		}
	}
	return e.crowds[i]
}

// crowded returns the bound by crowds, of the texts as such and, where that is not near, by their type. closed says that
// what closed forms tell is enough. ok is false where it may not be all that can be told.
func (e *evaluator) crowded(letters []int, budget float64, limits Limits, closed bool) (best Result, ok bool) {
	limits.Work *= crowdWork
	enough := near
	if closed {
		enough = loose
	}
	near := func() bool { return float64(best.Length)*enough >= float64(limits.Length) }
	var found []*crowd
	try := func(c *crowd) (done bool) {
		if i := slices.IndexFunc(found, c.equal); i >= 0 {
			c = found[i] // of which that is told already
		}
		res := c.told(budget)
		if res.Length > best.Length && res.Word != nil {
			best = res
		}
		at := len(found)
		for at > 0 && found[at-1].closed.Length < res.Length {
			at--
		}
		found = slices.Insert(found, at, c)
		return near()
	}
	for i := range crowds {
		if c := e.crowd(letters, i); c != nil && try(c) {
			return best, true
		}
	}
	for of := range deep {
		if s, typed := e.typed(of, limits.Work/crowdWork/typedPart); typed {
			var last *crowd
			for apart := 1; apart <= 2; apart++ {
				c, ok := last, last != nil && last.like(apart, mostTyped)
				if !ok {
					c, ok = newCrowd(s, apart, mostTyped)
				}
				if ok && try(c) {
					return best, true
				}
				if ok {
					last = c
				}
			}
		}
	}
	for i, c := range found[:min(len(found), mostGrown)] {
		if i > 0 && c == found[i-1] {
			break
		}
		if ratio := float64(limits.Length) / float64(best.Length); closed && (ratio < 1.15 || ratio > 2) {
			break // it tells little more
		}
		res, done := c.grow(budget, limits)
		if done && res.Length >= best.Length {
			best.Length, best.Complete, best.Word = res.Length, res.Complete, res.Word
		}
		ok = ok || done
	}
	return best, ok || closed && best.Word != nil
}

// mostGrown is the number of crowds whose costs are told length by length: those of which the closed form tells most.
const mostGrown = 2

// crowdWork is how many times the work of other bounds that of a crowd may be: its terms are the cheapest.
const crowdWork = 12

// typedPart is the part of the work that telling texts apart by their type may take: where it takes more, there are too
// many moves for a crowd.
const typedPart = 8

// newCrowd returns the crowd of a system, from which so many runs may be told apart. ok is false where runs never come
// to do the same, or there are more sights than the most.
func newCrowd(s *system, apart, most int) (c *crowd, ok bool) {
	c = &crowd{system: s, apart: apart, limit: most, known: make(map[string]int32), sights: make([]sight, 0, min(most, 64))}
	for _, g := range s.starts {
		c.number(g, nil, nil)
	}
	edges := 0
	for i := 0; i < len(c.sights); i++ {
		if edges += len(s.groups[c.sights[i].group].moves); len(c.sights) > most || edges > 20*most {
			return nil, false
		}
		if !c.expand(int32(i)) {
			return nil, false
		}
	}
	return c, true
}

// number returns the number of a sight. The lists stay the caller's.
func (c *crowd) number(group int32, all, apart []int32) int32 {
	key := binary.LittleEndian.AppendUint32(c.key[:0], uint32(group))
	for _, set := range [...][]int32{all, apart} {
		key = append(key, byte(len(set)))
		for _, u := range set {
			key = binary.LittleEndian.AppendUint16(key, uint16(u))
		}
	}
	c.key = key
	if n, ok := c.known[string(key)]; ok {
		return n
	}
	n := int32(len(c.sights))
	c.known[string(key)] = n
	both := append(append(make([]int32, 0, len(all)+len(apart)), all...), apart...)
	at := sight{group: group, apart: both[len(all):]}
	if len(all) > 0 {
		at.crowd = both[:len(all):len(all)]
	}
	c.sights = append(c.sights, at)
	return n
}

// expand finds the moves of a sight. ok is false if each of the crowd comes to stand in too many places.
func (c *crowd) expand(n int32) (ok bool) {
	from := c.sights[n]
	from.ends = c.endOf[from.group]
	for _, u := range from.apart {
		if from.ends >= 0 {
			from.ends += c.ends[u]
		}
	}
	for _, u := range from.crowd {
		from.each += c.ends[u]
	}
	moves := c.groups[from.group].moves
	steps := c.steps[:0]
	for i := range moves {
		m := &moves[i]
		rows := c.rows[m.letter]
		step := stride{class: c.letters[m.letter]}
		all, apart := c.all[:0], c.runs[:0]
		for _, u := range from.crowd {
			step.each += rows[u].base
			all = append(all, rows[u].add...)
		}
		for _, u := range from.apart {
			step.base += rows[u].base
			apart = append(apart, rows[u].add...)
		}
		step.base += m.base
		step.dissolved = len(all) == 0
		slices.Sort(all)
		apart = append(apart, m.add...)
		slices.Sort(apart)
		c.all, c.runs = all, apart
		c.gather(&step, m.to, all, apart)
		if len(all) > mostPlaces {
			return false
		}
		steps = add(steps, &step)
	}
	c.steps, from.steps = steps, append(make([]stride, 0, len(steps)), steps...)
	c.sights[n] = from
	return len(steps) < 256
}

// add adds a stride to others, unless one of them covers it, and takes away those that it covers.
func add(steps []stride, step *stride) []stride {
	for i := range steps {
		if steps[i].covers(step) {
			return steps
		}
	}
	kept := steps[:0]
	for i := range steps {
		if !step.covers(&steps[i]) {
			kept = append(kept, steps[i])
		}
	}
	return append(kept, *step)
}

// covers reports whether a move costs no less than another one, whatever follows.
func (s *stride) covers(o *stride) bool {
	return s.to == o.to && s.joins == o.joins && s.base >= o.base && s.each >= o.each &&
		s.dissolved == o.dissolved && slices.Equal(s.others, o.others)
}

// gather lets runs join a crowd: those that stand where each of it does. Without a crowd those become one that
// stand at the same place. Of too many that are left those of one place join all the same.
func (c *crowd) gather(step *stride, group int32, all, apart []int32) {
	var one [1]int32
	if len(all) == 0 {
		at, times := frequent(apart)
		if times <= 1 {
			c.met = max(c.met, len(apart))
		}
		if times > 1 || len(apart) > c.apart {
			one[0] = at
			all = one[:]
		}
	}
	for len(all) > 0 && contains(apart, all) {
		apart = without(apart, all)
		step.joins++
	}
	c.met = max(c.met, len(apart))
	elsewhere := c.elsewhere[:0]
	for len(apart) > c.apart {
		at, times := frequent(apart)
		apart = slices.DeleteFunc(apart, func(u int32) bool { return u == at })
		step.joins += times
		step.away += times
		elsewhere = append(elsewhere, share{at, times})
	}
	c.elsewhere = elsewhere
	step.to = c.number(group, all, apart)
	for i, e := range elsewhere {
		one[0] = e.to
		elsewhere[i].to = c.number(group, one[:], apart)
	}
	step.others = slices.Clone(elsewhere)
}

// frequent returns the place where most runs stand, and how many. They are in ascending order.
func frequent(runs []int32) (at, times int32) {
	for i := 0; i < len(runs); {
		j := i
		for j < len(runs) && runs[j] == runs[i] {
			j++
		}
		if int32(j-i) > times {
			at, times = runs[i], int32(j-i)
		}
		i = j
	}
	return at, times
}

// without returns all but part, which is in it, in the place of all. Both are in ascending order.
func without(all, part []int32) []int32 {
	rest := all[:0]
	for _, u := range all {
		if len(part) > 0 && part[0] == u {
			part = part[1:]
		} else {
			rest = append(rest, u)
		}
	}
	return rest
}

// twin returns the crowd of a system that was looked for with limits that make no difference, nil where there is none:
// then known reports whether that was looked for.
func (e *evaluator) twin(s *system, apart, most int) (c *crowd, known bool) {
	for i, from := range crowds[:e.known] {
		at := e.systems[0]
		if from.few == few {
			at = e.systems[1]
		}
		if at != s {
			continue
		}
		if c = e.crowds[i]; c != nil && c.like(apart, most) {
			return c, true
		}
		if c == nil && from.apart == apart && from.most == most && (i <= leastApart || e.crowds[leastApart] != nil) {
			return nil, true
		}
	}
	return nil, false
}

// like reports whether a crowd is the same if so many runs may be told apart from it and there may be so many sights.
func (c *crowd) like(apart, most int) bool { return c.met <= min(c.apart, apart) && c.limit <= most }

// equal reports whether two crowds, which may be of different systems, cost the same on every input.
func (c *crowd) equal(o *crowd) bool {
	return c == o || c.success == o.success && len(c.starts) == len(o.starts) && slices.EqualFunc(c.sights, o.sights, func(s, t sight) bool {
		return s.ends == t.ends && s.each == t.each && (s.crowd == nil) == (t.crowd == nil) && slices.EqualFunc(s.steps, t.steps, stride.equal)
	})
}

func (s stride) equal(o stride) bool {
	return s.base == o.base && s.each == o.each && s.to == o.to && s.joins == o.joins && s.away == o.away &&
		s.dissolved == o.dissolved && s.class == o.class && slices.Equal(s.others, o.others)
}
