package bound

import (
	"math"
	"slices"
)

// swath is a set of runs, with what each letter before makes of it.
type swath struct {
	set   []run
	steps []crossed
	open  bool // its set has changed
}

// crossed is how many ways a letter ends, and the set that is left.
type crossed struct {
	ended  float64 // ways to the search
	others []int32 // repetitions that ways lead to
	ways   ways    // to those
	to     int32
	behind []run
}

// none reports whether nothing is left.
func (s *crossed) none() bool { return s.ended == 0 && s.ways == nil && len(s.behind) == 0 }

// within reports whether no more is left than of another set.
func (s *crossed) within(other *crossed) bool {
	return s.ended <= other.ended && within(s.behind, other.behind) && s.ways.within(other.ways)
}

// ways returns the most ways to a set of states in a repetition, or in none.
func (c *crossing) ways(set []run, home int32) (w ways, ok bool) {
	w, times, ok := c.unitWays(set, home)
	out := make(ways, c.length+2)
	out.add(w, times)
	return out, ok
}

// unitWays is ways, which are so many times those that are returned: they belong to c.
func (c *crossing) unitWays(set []run, home int32) (w ways, times float64, ok bool) {
	if len(set) == 0 {
		return nil, 1, true
	}
	scale := set[0].count
	for _, r := range set {
		if r.count != scale {
			scale = 1
			break
		}
	}
	unit := set
	if scale != 1 {
		unit = slices.Clone(set)
		for i := range unit {
			unit[i].count /= scale
		}
	}
	c.key = appendKey(c.key[:0], unit)
	w, known := c.most[string(c.key)]
	if !known {
		name := string(c.key)
		c.most[name] = nil
		if w, ok = c.follow(unit, home); !ok {
			return nil, 1, false
		}
		c.most[name] = w
	}
	return w, scale, w != nil
}

// mostOpen is the work up to which sets are followed back from one where there may be no end of ways: where it takes more,
// there hardly ever is an end of these sets.
const mostOpen = 200_000

// follow goes back from a set.
func (c *crossing) follow(unit []run, home int32) (w ways, ok bool) {
	index := make(map[string]int32)
	var all []swath
	add := func(set []run) int32 {
		c.key = appendKey(c.key[:0], set)
		if c.united[home] {
			c.key = c.place(c.key[:0], set)
		}
		at, ok := index[string(c.key)]
		switch {
		case !ok:
			at = int32(len(all))
			index[string(c.key)] = at
			all = append(all, swath{set: set, open: true})
		case !within(set, all[at].set):
			all[at].set, all[at].open = larger(set, all[at].set), true
		}
		return at
	}
	add(unit)
	least := 0
	if c.open {
		least = max(c.work-mostOpen, 0)
	}
	for again := true; again; {
		again = false
		for at := 0; at < len(all); at++ {
			if !all[at].open {
				continue
			}
			again, all[at].open = true, false
			if len(all) > mostSwaths || c.work < least || c.open && len(all)*(c.length+1)/4 > c.work {
				return nil, false // as longest would find where it takes so much
			}
			steps, ok := c.steps(all[at].set, home)
			if !ok {
				return nil, false
			}
			for i := range steps {
				if steps[i].to = -1; len(steps[i].behind) > 0 {
					steps[i].to, steps[i].behind = add(steps[i].behind), nil
				}
			}
			all[at].steps = steps
		}
	}
	return c.longest(all)
}

// place appends the name of the sets that are taken together with a set, which is the larger then: those with runs in
// the same loops. Others are told apart.
func (c *crossing) place(key []byte, set []run) []byte {
	var core []run
	for _, r := range set {
		if c.loops[r.state] {
			core = append(core, r)
		}
	}
	if len(core) > 0 {
		return append(appendKey(key, core), '+')
	}
	return appendKey(key, set)
}

// larger returns for each state the more runs of two sets.
func larger(a, b []run) []run {
	out := make([]run, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].state < b[0].state:
			out, a = append(out, a[0]), a[1:]
		case a[0].state > b[0].state:
			out, b = append(out, b[0]), b[1:]
		default:
			out = append(out, run{a[0].state, max(a[0].count, b[0].count)})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// steps returns what the letters before make of a set, without those that make no more of it than others.
func (c *crossing) steps(set []run, home int32) (steps []crossed, ok bool) {
	for _, l := range c.unlike(set) {
		next, ok := c.back(set, l, home)
		if !ok {
			return nil, false
		}
		if next.none() {
			continue
		}
		c.work -= len(steps) * len(set) / 4
		if slices.ContainsFunc(steps, func(s crossed) bool { return next.within(&s) }) {
			continue
		}
		steps = append(slices.DeleteFunc(steps, func(s crossed) bool { return s.within(&next) }), next)
	}
	return steps, true
}

// unlike returns the letters that do not make the same of a set as one before.
func (c *crossing) unlike(set []run) []int {
	var kinds []int32
	for _, r := range set {
		if k := c.kind[r.state]; !c.seenKind[k] {
			c.seenKind[k] = true
			kinds = append(kinds, k)
		}
	}
	return c.unlikeOf(kinds)
}

// unlikeOf is unlike, of the kinds of states that have runs and were seen.
func (c *crossing) unlikeOf(kinds []int32) (letters []int) {
	for _, k := range kinds {
		c.seenKind[k] = false
	}
	for l := range c.letters {
		if !slices.ContainsFunc(letters, func(before int) bool {
			return !slices.ContainsFunc(kinds, func(k int32) bool { return c.kinds[k][l] != c.kinds[k][before] })
		}) {
			letters = append(letters, l)
		}
	}
	return letters
}

// back returns what the letter before makes of a set.
func (c *crossing) back(set []run, letter int, home int32) (next crossed, ok bool) {
	met, found := c.met[:0], c.found[:0]
	from := c.from[letter]
	total := 0.0
	for _, r := range set {
		total += r.count
	}
	for _, r := range set {
		c.work--
		if from[r.state] == nil {
			continue
		}
		at := c.part[r.state]
		for _, f := range *from[r.state] {
			c.work--
			switch p := c.part[f.state]; {
			case p < 0:
				if c.room[f.state] == 0 {
					found = append(found, f.state)
				}
				c.room[f.state] += r.count * f.count
				next.ended = max(next.ended, c.room[f.state]) // the search is in one state
			case p == 0 || p == at || p == home || home == 0 && total+r.count*f.count <= c.keep:
				if p != 0 && p != at && p != home {
					total += r.count * f.count
				}
				if c.room[f.state] == 0 {
					met = append(met, f.state)
				}
				c.room[f.state] += r.count * f.count
			default:
				i := slices.Index(next.others, p)
				if i < 0 {
					i = len(next.others)
					next.others = append(next.others, p)
					if i == len(c.others) {
						c.others = append(c.others, nil)
					}
					c.others[i] = c.others[i][:0]
				}
				if c.beside[f.state] == 0 {
					c.others[i] = append(c.others[i], f.state)
				}
				c.beside[f.state] += r.count * f.count
			}
		}
	}
	for _, q := range found {
		c.room[q] = 0
	}
	next.behind = taken(met, c.room)
	c.met, c.found = met, found
	sets := make([][]run, len(next.others))
	for i := range next.others {
		sets[i] = taken(c.others[i], c.beside)
	}
	for _, r := range next.behind {
		if r.count > mostAtOnce {
			return next, false
		}
	}
	for i, p := range next.others {
		w, times, ok := c.unitWays(sets[i], p)
		if !ok {
			return next, false
		}
		if next.ways == nil {
			next.ways = make(ways, len(w))
		}
		next.ways.add(w, times)
		c.work -= len(w) / 2
	}
	return next, true
}

// taken returns the runs of states, in order, and takes them away.
func taken(states []int32, counts []float64) []run {
	slices.Sort(states)
	set := make([]run, len(states))
	for i, q := range states {
		set[i] = run{q, counts[q]}
		counts[q] = 0
	}
	return set
}

// within reports whether a has no more runs than b in any state.
func within(a, b []run) bool {
	if len(a) > len(b) {
		return false
	}
	at := 0
	for _, r := range a {
		for at < len(b) && b[at].state < r.state {
			at++
		}
		if at == len(b) || b[at].state != r.state || b[at].count < r.count {
			return false
		}
	}
	return true
}

// count is how many ways a step ends, with so many characters before it.
func (s *crossed) count(at int) float64 {
	if s.ways == nil {
		return s.ended
	}
	return s.ended + s.ways[at]
}

// longest returns the most ways from the first set on. ok is false where there is no end of them.
func (c *crossing) longest(all []swath) (w ways, ok bool) {
	g := newGraph(len(all))
	for i := range all {
		for _, s := range all[i].steps {
			if s.to >= 0 {
				g.next[i] = append(g.next[i], s.to)
			}
		}
	}
	last := c.length + 1
	part, order := g.loops()
	values := make([]float64, len(all)) // by part
	for _, q := range order {
		for i := range all[q].steps {
			s := &all[q].steps[i]
			switch more := s.count(last); {
			case s.to < 0:
				values[part[q]] = max(values[part[q]], more)
			case part[s.to] != part[q]:
				values[part[q]] = max(values[part[q]], more+values[part[s.to]])
			case more > 0 && c.open:
				values[part[q]] = math.Inf(1)
			case more > 0:
				c.noEnd(all[q].set, s.others)
				return nil, false
			}
		}
	}
	edges := 0
	for i := range all {
		edges += 1 + len(all[i].steps)
	}
	if c.work -= edges * last / 4; c.work < 0 {
		return nil, false
	}
	w = make(ways, last+1)
	w[last] = values[part[0]]
	now, next := make([]float64, len(all)), make([]float64, len(all))
	for n := 1; n < last; n++ {
		for q := range all {
			most := 0.0
			for i := range all[q].steps {
				s := &all[q].steps[i]
				v := s.count(n - 1)
				if s.to >= 0 {
					v += now[s.to]
				}
				most = max(most, v)
			}
			next[q] = most
		}
		now, next = next, now
		w[n] = now[0]
	}
	return w, true
}

// noEnd notes in which repetitions a set of whose ways there is no end was, and which were before them.
func (c *crossing) noEnd(set []run, before []int32) {
	for _, r := range set {
		if p := c.part[r.state]; c.loops[r.state] && p > 0 && !slices.Contains(c.endless[0], p) {
			c.endless[0] = append(c.endless[0], p)
		}
	}
	c.endless[1] = append(c.endless[1], before...)
}
