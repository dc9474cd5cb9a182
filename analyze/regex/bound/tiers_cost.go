package bound

import (
	"math"
	"slices"
)

const (
	tierWork   = 5_000_000 // terms to add up
	finest     = 8         // sizes of a crowd at which costs are kept, where the work suffices for that
	coarsest   = 3         // and the fewest of them
	tierBlocks = 6         // parts of an input of which each has its own grid
	leastBlock = 25        // characters of such a part
	nothing    = 1e-12     // part of a grid's cell that is left out
)

// grid is the sizes of crowds at which costs are kept: those of each crowd, in all combinations.
type grid struct {
	sizes   [][]float64 // of each crowd from the second on
	points  []amounts
	between []corner // room for those of a place
}

// newGrid returns the grid of crowds up to a size.
func newGrid(largest amounts, count, fine int) *grid {
	g := &grid{sizes: make([][]float64, count)}
	g.sizes[0] = []float64{1}
	for j := 1; j < count; j++ {
		most := max(largest[j], 1)
		switch {
		case most <= float64(fine-1):
			for k := range int(math.Ceil(most)) + 1 {
				g.sizes[j] = append(g.sizes[j], float64(k))
			}
		default:
			for k := range fine {
				part := float64(k) / float64(fine-1)
				g.sizes[j] = append(g.sizes[j], most*math.Pow(part, 1.4))
			}
		}
	}
	g.points = []amounts{{1}}
	for j := 1; j < count; j++ {
		var more []amounts
		for _, size := range g.sizes[j] {
			for _, p := range g.points {
				p[j] = size
				more = append(more, p)
			}
		}
		g.points = more
	}
	return g
}

// corner is a point of a grid, and its part in what lies between.
type corner struct {
	point int32
	part  float64
}

// locate appends the corners between which some amounts lie. Beyond the grid, what follows costs no more than in
// proportion, as it costs something without any crowd.
func (g *grid) locate(at amounts, all []corner) []corner {
	scale := 1.0
	for j, sizes := range g.sizes {
		if most := sizes[len(sizes)-1]; at[j] > most*scale {
			scale = at[j] / most
		}
	}
	first := len(all)
	all = append(all, corner{0, scale})
	stride := 1
	for j, sizes := range g.sizes {
		if j == 0 {
			continue
		}
		v := at[j] / scale
		i, part := 0, 0.0
		if len(sizes) > 1 {
			for i+2 < len(sizes) && sizes[i+1] <= v {
				i++
			}
			part = min(max((v-sizes[i])/(sizes[i+1]-sizes[i]), 0), 1)
		}
		last := len(all)
		for k := first; k < last; k++ {
			if part > nothing {
				high := all[k]
				high.point += int32((i + 1) * stride)
				high.part *= part
				all = append(all, high)
			}
			all[k].point += int32(i * stride)
			all[k].part *= 1 - part
		}
		if part > 1-nothing {
			all = slices.Delete(all, first, last)
		}
		stride *= len(sizes)
	}
	return all
}

// reached returns the most of each crowd there may be behind so many characters, at any place, up to a length.
func (t *tiers) reached(length int) []amounts {
	now, next := make([]amounts, len(t.sights)), make([]amounts, len(t.sights))
	for g := range t.starts {
		now[g][0] = 1
	}
	all := make([]amounts, length+1)
	var behind amounts
	for n := range all {
		most := &all[n]
		if n > 0 {
			*most = all[n-1]
		}
		for i := range now {
			for j, k := range &now[i] {
				if k > most[j] {
					most[j] = k
				}
			}
		}
		clear(next)
		for i := range t.sights {
			if now[i][0] == 0 {
				continue
			}
			for j := range t.sights[i].steps {
				step := &t.sights[i].steps[j]
				k, to := &now[i], &next[step.to]
				if !step.same {
					behind = step.apply(k, t.count)
					k = &behind
				}
				for l := range t.count {
					if k[l] > to[l] {
						to[l] = k[l]
					}
				}
			}
		}
		now, next = next, now
	}
	return all
}

// apply returns the amounts behind a step where they do not stay.
func (s *tierStep) apply(k *amounts, count int) (out amounts) {
	for l := range count {
		for j := range count {
			if s.from[l][j] > 0 {
				out[l] += s.from[l][j] * k[j]
			}
		}
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

// ceiling fills most with what inputs of so many characters cost at most, up to the first that costs more than enough. ok
// is false if that takes too much work.
func (t *tiers) ceiling(most []float64, enough float64) (ok bool) {
	length := len(most) - 1
	steps := 0
	for i := range t.sights {
		steps += len(t.sights[i].steps)
	}
	if steps*length > tierWork {
		return false
	}
	largest := t.reached(length)
	fine := finest
	for t.terms(largest[length], fine)*length > tierWork {
		if fine--; fine < coarsest {
			return false
		}
	}
	block := max(length/tierBlocks, leastBlock)
	at := newGrid(largest[length], t.count, fine)
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
	for n := 0; ; n++ {
		cost := math.Inf(-1)
		for g := range t.starts {
			cost = max(cost, at.value(now, g, amounts{1}))
		}
		most[n] = cost
		if n == length || cost > enough {
			for n++; n <= length; n++ {
				most[n] = math.Inf(1)
			}
			return true
		}
		if n%block == 0 {
			if n > 0 {
				g := newGrid(largest[length-n], t.count, fine)
				values := make([]float64, len(t.sights)*len(g.points))
				for i := range t.sights {
					for k := range g.points {
						if p := &g.points[k]; t.has(i, p) {
							values[i*len(g.points)+k] = at.value(now, i, *p)
						}
					}
				}
				at, now = g, values
			}
			t.plan(&plan, at)
			next = slices.Grow(next[:0], len(now))[:len(now)]
		}
		plan.apply(now, next)
		now, next = next, now
	}
}

// terms returns how many it takes to go on by one character.
func (t *tiers) terms(largest amounts, fine int) (terms int) {
	for i := range t.sights {
		points := len(t.sights[i].steps)
		for j := 1; j < t.count; j++ {
			if len(t.sights[i].at[j]) > 0 {
				points *= min(fine, int(math.Ceil(max(largest[j], 1)))+1)
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
			for j := range s.steps {
				step := &s.steps[j]
				cost := step.base
				for l := range t.count {
					cost += step.each[l] * p[l]
				}
				first, next := step.to*int32(len(g.points)), p
				if !step.same {
					next = step.apply(&p, t.count)
				}
				if next == p {
					plain = append(plain, tierMove{cost, first + int32(k)})
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

// Tiered returns a length below which no input exceeds the budget, up to a length that is known to exceed it, 0 if there is
// none. It bounds costs of any power: of each loop in which runs gather, it keeps how many there are.
func (b *Bounds) Tiered(budget float64, length int) (least int) {
	e := b.e.summing()
	if e.tangled() || !b.settled {
		return 0
	}
	s := newSystem(e, b.letters, settled(e, b.letters, few), e.systems[1])
	t, ok := newTiers(s)
	most := make([]float64, length+1)
	if !ok || !t.ceiling(most, budget) {
		return 0
	}
	for least < length && most[least]+s.success*float64(least+1) <= budget {
		least++
	}
	return least
}
