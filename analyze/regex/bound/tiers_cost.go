package bound

import (
	"math"
	"slices"
	"sync"
)

const (
	tierWork   = 32_000_000 // terms to add up
	finest     = 8          // sizes of a crowd at which costs are kept, where the work suffices for that
	coarsest   = 2          // and the fewest of them
	tierBlocks = 6          // parts of an input of which each has its own grid
	leastBlock = 25         // characters of such a part
)

// apply returns the amounts behind a step.
func (s *tierStep) apply(k *amounts) (out amounts) {
	if s.same {
		return *k
	}
	for i := range s.joins {
		j := &s.joins[i]
		out[j.to] += j.times * k[j.of]
	}
	return out
}

// tierPlan says what each sight costs at each point of a grid, from what sights cost there on texts with a character less.
type tierPlan struct {
	cells   []tierCell
	plain   []tierMove
	mixed   []tierMix
	corners []corner
}

// tierCell is a sight at a point of the grid, by the number of that and of all points of the sights before. Its moves end
// at a place in each of the lists.
type tierCell struct{ at, plain, mixed int32 }

// tierMove is a step that leads to a cell.
type tierMove struct {
	cost float64
	to   int32
}

// tierMix is a step that leads between cells, of which the last one ends at a place in the list of corners.
type tierMix struct {
	cost float64
	upTo int32
}

// apply fills next with the largest costs of the moves from each cell.
func (p *tierPlan) apply(now, next []float64) {
	plain, mixed, corners := int32(0), int32(0), int32(0)
	for i := range p.cells {
		cell := &p.cells[i]
		best := math.Inf(-1)
		for _, m := range p.plain[plain:cell.plain] {
			if v := m.cost + now[m.to]; v > best {
				best = v
			}
		}
		for _, m := range p.mixed[mixed:cell.mixed] {
			v := m.cost
			for _, c := range p.corners[corners:m.upTo] {
				v += c.part * now[c.point]
			}
			if corners = m.upTo; v > best {
				best = v
			}
		}
		plain, mixed = cell.plain, cell.mixed
		next[cell.at] = best
	}
}

// tierPasts are the costs of the first grid of tiers that were told, as room for those of others.
var tierPasts = sync.Pool{New: func() any { return new([]float32) }}

// ceiling fills most with what inputs of so many characters cost at most, up to the first that costs more than enough. ok
// is false if that takes too much work. Where the first of these is far below the last length, the costs are told once more
// with the sizes that crowds have in the input that costs most by the first grid, unless that cannot show that it is beyond
// least.
func (t *tiers) ceiling(most []float64, enough float64, least int) (ok bool) {
	length := len(most) - 1
	steps := 0
	for i := range t.sights {
		steps += len(t.sights[i].steps)
	}
	if steps*length > tierWork {
		return false
	}
	largest := t.reached(length)
	fine := t.fine(largest[length], tierWork/coarseParts/length, false)
	terms := t.terms(largest[length], &fine)
	if terms*length > tierWork {
		return false
	}
	room := tierPasts.Get().(*[]float32)
	t.past = *room
	c := t.costs(most, enough, largest, &fine, nil, float64(least)/raised)
	defer func() {
		*room, t.past = c.past, nil
		tierPasts.Put(room)
	}()
	n := len(c.from) - 1 // the first length that costs more, or the last
	if n == 0 || float64(n)*raised < float64(least) {
		return true
	}
	ratio, work := float64(length)/float64(n), tierWork
	if ratio > distant || n < 2*leastBlock {
		work /= coarseParts // which hardly brings it near, or has one grid for all lengths
	}
	fine = t.fine(largest[length], work/length, true)
	if ratio <= apart || ratio > hopeless || t.terms(largest[length], &fine)*2 < terms*3 {
		return true
	}
	again := make([]float64, length+1)
	t.costs(again, enough, largest, &fine, c.trace(n), float64(least))
	for i := range most {
		most[i] = min(most[i], again[i])
	}
	return true
}

const (
	coarseParts = 8    // part of the work that a first grid takes
	apart       = 1.25 // times the bound that an input is at least for which a second one is made
	raised      = 1.1  // times the bound by the first grid that the one by the second is at most, and hardly ever so much
	distant     = 1.4  // times the bound that it is at least where less work is done for that
)

// fine returns the finest grid that takes no more terms for each character, or the coarsest.
func (t *tiers) fine(largest amounts, terms int, along bool) (f fineness) {
	for j := range f.sizes {
		f.sizes[j] = coarsest
	}
	for j := 1; along && j < t.count; j++ {
		if f.along[j] = true; t.terms(largest, &f) > terms {
			f.along[j] = false
		}
	}
	for more := true; more; {
		more = false
		for j := 1; j < t.count; j++ {
			if f.sizes[j] == finest {
				continue
			}
			if f.sizes[j]++; t.terms(largest, &f) > terms {
				f.sizes[j]--
			} else {
				more = true
			}
		}
	}
	return f
}

// tierCosts is what the rest of an input costs, by the characters of it.
type tierCosts struct {
	*tiers
	block int          // lengths with the same grid
	grids []*grid      // of each block
	cells [][]tierCell // of each grid
	past  []float32    // costs in these cells
	from  []int        // where those of each length begin
}

// costs fills most as ceiling does. The grids have so many sizes of each crowd, and those on the way. Without a way what can be
// traced is kept. It stops early where the costs so far do not let expect a length of as much as goal.
func (t *tiers) costs(most []float64, enough float64, largest []amounts, fine *fineness, way []amounts, goal float64) *tierCosts {
	length := len(most) - 1
	c := &tierCosts{tiers: t, block: max(length/tierBlocks, leastBlock)}
	grid := func(n int) *grid {
		var near []amounts
		if way != nil {
			near = way[min(n, len(way)-1):min(n+c.block+1, len(way))]
		}
		return newGrid(largest[length-n], t.count, fine, near)
	}
	at := grid(0)
	now := make([]float64, 0, len(t.sights)*len(at.points))
	for i := range t.sights {
		s := &t.sights[i]
		for _, p := range at.points {
			v := s.ends
			if v < 0 {
				v = math.Inf(-1)
			}
			for j := range t.count {
				v += s.each[j] * p[j]
			}
			now = append(now, v)
		}
	}
	var next []float64
	var plan tierPlan
	t.plan(&plan, at)
	if way == nil {
		c.past = slices.Grow(t.past[:0], len(plan.cells)*(length+1))
	}
	for n := 0; ; n++ {
		cost := math.Inf(-1)
		for g := range t.starts {
			cost = max(cost, at.value(now, g, amounts{1}))
		}
		most[n] = cost
		c.from = append(c.from, len(c.past))
		if way == nil {
			before := len(c.past)
			c.past = slices.Grow(c.past, len(plan.cells))[:before+len(plan.cells)]
			for i, past := 0, c.past[before:]; i < len(past); i++ {
				past[i] = float32(now[plan.cells[i].at])
			}
		}
		if n == length || cost > enough || n%checked == 0 && falls(most[:n+1], enough, goal) {
			for n++; n <= length; n++ {
				most[n] = math.Inf(1)
			}
			return c
		}
		if n%c.block == 0 {
			if n > 0 {
				g := grid(n)
				values := make([]float64, len(t.sights)*len(g.points))
				for i := range t.sights {
					for k := range g.points {
						if p := &g.points[k]; t.has(i, p) {
							values[i*len(g.points)+k] = at.value(now, i, *p)
						}
					}
				}
				at, now = g, values
				t.plan(&plan, at)
			}
			c.grids = append(c.grids, at)
			if way == nil {
				c.cells = append(c.cells, slices.Clone(plan.cells))
			}
			next = slices.Grow(next[:0], len(now))[:len(now)]
		}
		plan.apply(now, next)
		now, next = next, now
	}
}

const (
	checked = 8    // characters after which it is asked again what length the costs so far let expect
	certain = 0.95 // part of a length below which what is expected must be, from half of the length on
	likely  = 0.8  // the same from a quarter of it on
	tells   = 64   // characters from which on a quarter tells it: what stands once in an input matters more in fewer
)

// falls reports whether costs let expect a length that falls short of goal.
func falls(costs []float64, enough, goal float64) bool {
	switch n := float64(len(costs) - 1); {
	case n >= goal/2:
		return expected(costs, enough) < goal*certain
	case n >= goal/4 && n >= tells:
		return expected(costs, enough) < goal*likely
	}
	return false
}

// expected returns the length at which costs exceed enough if they go on as a power of the length, with the exponent that they
// show from half of the lengths so far on.
func expected(costs []float64, enough float64) float64 {
	n := len(costs) - 1
	now, half := costs[n], costs[n/2]
	if half <= 0 || now <= half {
		return math.Inf(1)
	}
	return float64(n) * math.Pow(enough/now, math.Ln2/math.Log(now/half))
}

// trace returns the sizes of crowds in an input of so many characters that costs most by what is known, by how many
// characters are left.
func (c *tierCosts) trace(n int) (way []amounts) {
	way = make([]amounts, n+1)
	at, k := int32(0), amounts{1}
	for g := range c.starts {
		if c.left(n, int32(g), k) > c.left(n, at, k) {
			at = int32(g)
		}
	}
	for ; n > 0; n-- {
		way[n] = k
		best, next := math.Inf(-1), -1
		for i := range c.sights[at].steps {
			step := &c.sights[at].steps[i]
			cost := step.base
			for j := range c.count {
				cost += step.each[j] * k[j]
			}
			if cost += c.left(n-1, step.to, step.apply(&k)); cost > best {
				best, next = cost, i
			}
		}
		if next < 0 {
			break
		}
		step := &c.sights[at].steps[next]
		at, k = step.to, step.apply(&k)
	}
	way[n] = k
	return way
}

// left is what the last n characters cost.
func (c *tierCosts) left(n int, sight int32, k amounts) (cost float64) {
	block := max(n-1, 0) / c.block // whose grid they were told on
	g, cells := c.grids[block], c.cells[block]
	for _, corner := range g.locate(k, nil) {
		at := sight*int32(len(g.points)) + corner.point
		if rank, found := slices.BinarySearchFunc(cells, at, func(c tierCell, at int32) int { return int(c.at - at) }); found {
			cost += corner.part * float64(c.past[c.from[n]+rank])
		}
	}
	return cost
}

// terms returns how many it takes to go on by one character.
func (t *tiers) terms(largest amounts, fine *fineness) (terms int) {
	for i := range t.sights {
		points := len(t.sights[i].steps)
		for j := 1; j < t.count; j++ {
			if len(t.sights[i].at[j]) > 0 {
				sizes := fine.sizes[j]
				if fine.along[j] {
					sizes += 2
				}
				points *= min(sizes, int(math.Ceil(max(largest[j], 1)))+1)
			}
		}
		terms += points
	}
	return terms
}

// value returns what lies between the values of a sight.
func (g *grid) value(values []float64, sight int, at amounts) float64 {
	v := 0.0
	g.between = g.locate(at, g.between[:0])
	for _, c := range g.between {
		v += c.part * values[sight*len(g.points)+int(c.point)]
	}
	return v
}

// has reports whether there may be such crowds in a sight.
func (t *tiers) has(sight int, p *amounts) bool {
	for j := 1; j < t.count; j++ {
		if p[j] > 0 && len(t.sights[sight].at[j]) == 0 {
			return false
		}
	}
	return true
}

// plan fills plan with the moves on a grid. Where none of a crowd is, there is none of it, so that a sight has no costs at
// some points.
func (t *tiers) plan(plan *tierPlan, g *grid) {
	cells, plain, mixed, corners := plan.cells[:0], plan.plain[:0], plan.mixed[:0], plan.corners[:0]
	for i := range t.sights {
		s := &t.sights[i]
		for k := range g.points {
			p := g.points[k]
			if !t.has(i, &p) {
				continue
			}
			begun := len(plain)
			for j := range s.steps {
				step := &s.steps[j]
				cost := step.base
				for l := range t.count {
					cost += step.each[l] * p[l]
				}
				first := step.to * int32(len(g.points))
				if step.same {
					plain = append(plain, tierMove{cost, first + int32(k)})
					continue
				}
				next := step.apply(&p)
				if next == p {
					to, same := first+int32(k), plain[begun:]
					if at := slices.IndexFunc(same, func(m tierMove) bool { return m.to == to }); at >= 0 {
						same[at].cost = max(same[at].cost, cost)
					} else {
						plain = append(plain, tierMove{cost, to})
					}
					continue
				}
				from := len(corners)
				corners = g.locate(next, corners)
				for i := range corners[from:] {
					corners[from+i].point += first
				}
				mixed = append(mixed, tierMix{cost, int32(len(corners))})
			}
			cells = append(cells, tierCell{int32(i*len(g.points) + k), int32(len(plain)), int32(len(mixed))})
		}
	}
	*plan = tierPlan{cells, plain, mixed, corners}
}
