package bound

import (
	"slices"
	"sync"
)

// grow returns the length at which the budget is exceeded, at most that of limits, with an input of that length.
// ok is false if the work does not suffice for that.
func (c *crowd) grow(budget float64, limits Limits) (res Result, ok bool) {
	terms := 0
	joins := int32(1)
	for i := range c.sights {
		for j := range c.sights[i].steps {
			joins = max(joins, c.sights[i].steps[j].joins)
		}
		if c.sights[i].crowd != nil {
			terms += sizes * len(c.sights[i].steps)
		} else {
			terms += len(c.sights[i].steps)
		}
	}
	if limits.Length == 0 || terms > limits.Work/limits.Length {
		return res, false
	}
	largest := c.largest(float64(joins), limits.Length)
	at := spread(largest(0))
	ways, tables := c.plan(int(joins))
	strides := c.weighted()
	values := make([]column, len(ways))
	now, next := make([]column, len(c.sights)), make([]column, len(c.sights))
	for i := range c.sights {
		s := &c.sights[i]
		for k := range now[i] {
			if now[i][k] = s.ends; s.ends >= 0 && s.crowd != nil {
				now[i][k] += s.each * at[k]
			}
		}
	}
	columns := pasts.Get().(*[]single) // costs by the characters of the text
	past := slices.Grow((*columns)[:0], (limits.Length+1)*len(c.sights))
	defer func() {
		*columns = past
		pasts.Put(columns)
	}()
	for n := 0; ; n++ {
		cost := -1.0
		for g := range c.starts {
			cost = max(cost, now[g][0])
		}
		if cost += c.success * float64(n+1); cost > budget || n >= limits.Length {
			res.Length, res.Complete = n, cost > budget
			res.Word = c.spellOut(n, now, past, largest)
			return res, true
		}
		for i := range now {
			at := &now[i]
			past = append(past, single{float32(at[0]), float32(at[1]), float32(at[2]), float32(at[3])})
		}
		before := at
		at = spread(largest(n + 1))
		for j := range tables {
			tables[j].fill(&before, &at, float64(j))
		}
		for i := range ways {
			w := &ways[i]
			c.follow(w, &tables[w.joins], &at, now, &values[i])
		}
		c.work += terms
		for i := range strides {
			weigh(strides[i], values, &at, &next[i])
		}
		now, next = next, now
	}
}

// sizes is the number of sizes of a crowd at which costs are kept.
const sizes = 4

// column is the costs of a sight at each size. Without a crowd they are the same.
type column [sizes]float64

// single is a column of which less precision is enough: to find out which strides cost most.
type single [sizes]float32

// pasts keeps the columns of one bound for the next one.
var pasts = sync.Pool{New: func() any { return new([]single) }}

// largest returns the size that a crowd has at most with so many characters to go, in an input of the length. On a
// cycle no more runs join for each character than the largest mean of one.
func (c *crowd) largest(joins float64, length int) func(left int) float64 {
	var links []link
	for i := range c.sights {
		for j := range c.sights[i].steps {
			step := &c.sights[i].steps[j]
			links = append(links, link{int32(i), step.to, float64(step.joins), step})
			for _, o := range step.others {
				links = append(links, link{int32(i), o.to, float64(step.joins), step})
			}
		}
	}
	first := 0.0
	if rate, values, _, ok := rates(links, make([]float64, len(c.sights))); ok {
		joins = rate
		first = slices.Max(values[:len(c.starts)])
	}
	return func(left int) float64 { return max(first+joins*float64(length-left), 2) }
}

// spread returns the sizes at which costs are kept, of crowds up to the largest. The costs are convex in the size: on
// the lines from one to the next nothing is less than it is.
func spread(largest float64) column {
	return column{1, 1 + 0.15*largest, 1 + 0.5*largest, 1 + largest}
}

// way is where strides lead, of which many lead to the same.
type way struct {
	to, joins int32
	crowded   bool    // it leads to a crowd
	wide      bool    // what follows depends on the size of the crowd
	step      *stride // the only one, nil where all of those that it leads to stand in one sight
}

// plan finds the ways of all strides, and how sizes grow on them.
func (c *crowd) plan(joins int) (ways []way, tables []shifts) {
	index := make(map[way]int)
	for i := range c.sights {
		s := &c.sights[i]
		for j := range s.steps {
			step := &s.steps[j]
			w := way{to: step.to}
			if c.sights[step.to].crowd != nil {
				w.joins, w.crowded, w.wide = step.joins, true, s.crowd != nil && !step.dissolved
				if step.away > 0 {
					w.step = step
				}
			}
			at, ok := index[w]
			if !ok {
				at = len(ways)
				index[w] = at
				ways = append(ways, w)
			}
			step.way = at
		}
	}
	return ways, make([]shifts, joins+1)
}

// follow fills out with what follows on a way for each size, or with a negative number where the input cannot end.
func (c *crowd) follow(w *way, table *shifts, at *column, now []column, out *column) {
	rest := &now[w.to]
	switch {
	case !w.crowded || rest[0] < 0:
		*out = *rest
	case !w.wide:
		v := c.between(w, &table.first, 0, now)
		*out = column{v, v, v, v}
	case w.step == nil:
		for k := range out {
			out[k] = table.rest[k].of(rest)
		}
	default:
		for k := range out {
			out[k] = c.between(w, &table.rest[k], at[k], now)
		}
	}
}

// between returns what follows on a way for a crowd of a size.
func (c *crowd) between(w *way, t *between, size float64, now []column) float64 {
	v := t.of(&now[w.to])
	if w.step == nil {
		return v
	}
	most := size + float64(w.joins)
	v *= (most - float64(w.step.away)) / most
	for _, o := range w.step.others {
		v += t.of(&now[o.to]) * float64(o.runs) / most
	}
	return v
}

// weighted is what a stride costs, and where it leads.
type weighted struct {
	base, each float64
	way        int
}

// weighted returns the strides of each sight.
func (c *crowd) weighted() [][]weighted {
	all := make([][]weighted, len(c.sights))
	for i := range c.sights {
		for j := range c.sights[i].steps {
			step := &c.sights[i].steps[j]
			all[i] = append(all[i], weighted{step.base, step.each, step.way})
		}
	}
	return all
}

// weigh fills out with what costs most of the strides of a sight for each size.
func weigh(strides []weighted, values []column, at, out *column) {
	first, second, third, last := at[0], at[1], at[2], at[3]
	a, b, c, d := -1.0, -1.0, -1.0, -1.0
	for j := range strides {
		step := &strides[j]
		rest := &values[step.way]
		if rest[0] < 0 {
			continue
		}
		if v := step.base + step.each*first + rest[0]; v > a {
			a = v
		}
		if v := step.base + step.each*second + rest[1]; v > b {
			b = v
		}
		if v := step.base + step.each*third + rest[2]; v > c {
			c = v
		}
		if v := step.base + step.each*last + rest[3]; v > d {
			d = v
		}
	}
	*out = column{a, b, c, d}
}

// between is a place among the sizes: so much of the way from one to the next.
type between struct {
	low  int
	part float64
}

// shifts are the places of the sizes with so many runs more, and that of those alone.
type shifts struct {
	first between
	rest  [sizes]between
}

// fill finds the places among the sizes before of those at hand with so many runs more.
func (s *shifts) fill(before, at *column, more float64) {
	s.first = locate(before, more)
	for k, size := range at {
		s.rest[k] = locate(before, size+more)
	}
}

func locate(among *column, size float64) between {
	i := 0
	for i+2 < sizes && among[i+1] <= size {
		i++
	}
	// Beyond the last size, which no input of the length has, this goes on in the direction of the last two.
	return between{i, max(size-among[i], 0) / (among[i+1] - among[i])}
}

// of returns what a column has there.
func (b between) of(costs *column) float64 {
	low := costs[b.low&(sizes-1)]
	return low + (costs[(b.low+1)&(sizes-1)]-low)*b.part
}

// spellOut returns an input of n characters that does what is best at each place, given the costs of shorter texts.
func (c *crowd) spellOut(n int, costs []column, past []single, largest func(int) float64) (word []int) {
	on, most := int32(0), -1.0
	for g := range c.starts {
		if v := costs[g][0]; v > most {
			on, most = int32(g), v
		}
	}
	runs := 0.0
	for n--; n >= 0; n-- {
		s := &c.sights[on]
		at := spread(largest(n))
		best, most := &s.steps[0], -1.0
		for j := range s.steps {
			step := &s.steps[j]
			rest := &past[n*len(c.sights)+int(step.to)]
			if rest[0] < 0 {
				continue
			}
			size := float64(step.joins)
			if !step.dissolved {
				size += runs
			}
			v := step.base + step.each*runs
			if c.sights[step.to].crowd == nil {
				v += float64(rest[0])
			} else {
				v += locate(&at, size).of(&column{float64(rest[0]), float64(rest[1]), float64(rest[2]), float64(rest[3])})
			}
			if v > most {
				best, most = step, v
			}
		}
		if best.dissolved {
			runs = 0
		}
		runs += float64(best.joins)
		word = append(word, best.class)
		on = best.to
	}
	return word
}
