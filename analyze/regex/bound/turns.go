package bound

import (
	"math"
	"slices"

	"snag/analyze/sorting"
)

// turns bounds what a crowd costs where it is not the same text that makes runs join and that makes each of them cost
// most: the worst input does the one first and then, in turns, the other.
//
// On a cycle of strides so many runs join for each character on average, and each run takes so many steps: these pairs
// lie in a polygon. A crowd of k runs with n characters to go costs phi(n, k) for the most part, where phi is what the
// best path through the polygon gives, with nothing in between: phi' by n is the largest j·(phi' by k) + c·k of a pair
// (j, c). This is homogeneous of degree 2, convex in k, and quadratic in each zone of k/n, in which one corner of the
// polygon is best.
//
// What is in between are potentials of the sights: those that go with the largest mean of x·joins + y·each on a cycle,
// in a direction (x, y). They are known on rays, linear between two of them, and taken in the direction of (phi' by k,
// k). So a sight costs at most phi(n, k) + potential(phi' by k, k) + rate·n + fixed: no stride leads to more than it is
// taken from: phi and the potentials change by what strides weigh at the rates of the rays, and by what is bounded, as
// phi has second derivatives that are constant in each zone, and the potentials first ones. The rate and the fixed
// part are the largest mean and the potentials of what is left, as in crowd.rated. Where a crowd dissolves, that takes
// away as many runs as it had at least, and what each of them still cost is less than what the potential loses.
type turns struct {
	*crowd
	rays  []ray // the first one weighs only what joins, the last one only what each run costs
	zones []zone
	rate  float64
	fixed []float64
}

// ray is a direction: x for each run that joins, and 1 for each step of a run. In the first ray that is 1 and nothing.
type ray struct {
	x           float64
	rate        float64   // the largest mean of a cycle
	values      []float64 // the potentials
	cycle       []link    // with that mean
	joins, each float64   // on the cycle
}

// zone lies between two rays. In it phi by k is (n - a·k) / b.
type zone struct {
	joins, each float64 // the corner of the polygon
	a, b        float64
}

// mostRays is the number of rays.
const mostRays = 8

// newTurns returns the turns of a crowd. ok is false where its costs do not grow as the square of the length, or that
// takes too long to tell.
func newTurns(c *crowd) (t *turns, ok bool) {
	t = &turns{crowd: c}
	flat, alone := make([]float64, len(c.sights)), make([]float64, len(c.sights))
	ends := make([]float64, len(c.sights))
	var links, kept []link
	for i := range c.sights {
		s := &c.sights[i]
		alone[i], ends[i] = max(s.each, 0), s.ends
		if s.ends < 0 {
			flat[i], alone[i], ends[i] = math.Inf(-1), 0, math.Inf(-1)
		}
	}
	least := t.least()
	t.targets(func(from int32, step *stride, to int32) {
		l := link{from: from, to: to, step: step}
		if c.sights[to].crowd != nil {
			l.weight = float64(step.joins)
		}
		if t.dissolves(from, step) {
			l.weight -= least[from]
		}
		links = append(links, l)
	})
	first := ray{x: math.Inf(1)}
	if first.rate, first.values, first.cycle, ok = rates(links, flat); !ok || first.rate <= 0 {
		return nil, false
	}
	live := func(s int32) bool { return !math.IsInf(first.values[s], 0) }
	for i := range c.sights {
		for j := range c.sights[i].steps {
			if step := &c.sights[i].steps[j]; c.sights[i].crowd != nil && !step.dissolved && live(int32(i)) && live(step.to) {
				kept = append(kept, link{from: int32(i), to: step.to, step: step})
			}
		}
	}
	t.mean(&first)
	zero := make([]float64, len(c.sights))
	query := func(x float64) (r ray, ok bool) {
		for i := range kept {
			kept[i].weight = x*float64(kept[i].step.joins) + kept[i].step.each
		}
		floor := zero
		if x == 0 {
			floor = alone
		}
		r.x = x
		r.rate, r.values, r.cycle, ok = rates(kept, floor)
		t.mean(&r)
		return r, ok
	}
	last, ok := query(0)
	if !ok || last.rate <= 0 {
		return nil, false
	}
	t.rays = []ray{first, last}
	if !t.divide(first, last, query) {
		return nil, false
	}
	sorting.Stable(t.rays, func(a, b ray) int { return int(math.Copysign(1, b.x-a.x)) })
	if !t.corners() {
		return nil, false
	}
	t.sink()
	links = links[:0]
	t.targets(func(from int32, step *stride, to int32) {
		if live(from) && live(to) {
			links = append(links, link{from, to, t.left(step, to), step})
		}
	})
	t.rate, t.fixed, _, ok = rates(links, ends)
	return t, ok
}

// targets visits what strides lead to.
func (c *crowd) targets(visit func(from int32, step *stride, to int32)) {
	for i := range c.sights {
		for j := range c.sights[i].steps {
			step := &c.sights[i].steps[j]
			visit(int32(i), step, step.to)
			for _, o := range step.others {
				visit(int32(i), step, o.to)
			}
		}
	}
}

// least returns the smallest size of a crowd in each sight.
func (c *crowd) least() []float64 {
	sizes := make([]float64, len(c.sights))
	for i := range sizes {
		sizes[i] = math.Inf(1)
	}
	for changed := true; changed; {
		changed = false
		c.targets(func(from int32, step *stride, to int32) {
			size := float64(step.joins)
			if c.sights[from].crowd != nil && !step.dissolved {
				size += sizes[from]
			}
			if size < sizes[to] {
				sizes[to], changed = size, true
			}
		})
	}
	return sizes
}

// dissolves reports whether a stride leaves nothing of a crowd.
func (c *crowd) dissolves(from int32, step *stride) bool {
	return step.dissolved && c.sights[from].crowd != nil
}

// mean fills in what a cycle does for each character. What each run costs is left at 0 where a crowd does not last.
func (t *turns) mean(r *ray) {
	if !math.IsInf(r.x, 0) && len(r.cycle) == 0 { // all cycles are alike
		r.each = r.rate
		return
	}
	for _, l := range r.cycle {
		r.joins += float64(l.step.joins) / float64(len(r.cycle))
		r.each += l.step.each / float64(len(r.cycle))
	}
	if math.IsInf(r.x, 0) && !t.lasting(r) {
		r.joins, r.each = r.rate, 0
	}
}

// lasting reports whether a crowd goes through the cycle of a ray and stays.
func (t *turns) lasting(r *ray) bool {
	return len(r.cycle) > 0 && !slices.ContainsFunc(r.cycle, func(l link) bool {
		return t.sights[l.from].crowd == nil || l.step.dissolved || l.to != l.step.to
	})
}

// divide adds rays between two, along the sides of the polygon.
func (t *turns) divide(a, b ray, query func(x float64) (ray, bool)) bool {
	if len(t.rays) == mostRays || a.joins-b.joins < 1e-3 || b.each-a.each < 1e-3 {
		return true
	}
	r, ok := query((b.each - a.each) / (a.joins - b.joins))
	if !ok {
		return false
	}
	t.rays = append(t.rays, r)
	if r.rate <= 1.001*(r.x*a.joins+a.each) {
		return true
	}
	return t.divide(a, r, query) && t.divide(r, b, query)
}

// corners finds the zones between the rays, in order, and drops rays that cut nothing off. ok is false where the
// numbers do not suffice for that.
func (t *turns) corners() bool {
	last := len(t.rays) - 1
	for i := 1; i <= last; i++ {
		r := &t.rays[i]
		r.rate = max(r.rate, r.x*t.rays[0].rate, t.rays[last].rate)
	}
	for i := 0; i < len(t.rays)-1; i++ {
		r, next := &t.rays[i], &t.rays[i+1]
		z := zone{joins: r.rate}
		if i > 0 {
			z.joins = (r.rate - next.rate) / (r.x - next.x)
		}
		z.each = next.rate - next.x*z.joins
		if i > 0 && (r.x-next.x < 1e-6*r.x || z.joins > t.zones[i-1].joins) { // this ray cuts nothing off
			t.rays = slices.Delete(t.rays, i, i+1)
			i = -1
			t.zones = t.zones[:0]
			continue
		}
		t.zones = append(t.zones, z)
	}
	lasts := 0.0 // characters that are left on the ray, for each run
	for i, z := range slices.Backward(t.zones) {
		next := &t.rays[i+1]
		z.b = (1 + lasts*z.joins) / next.rate
		z.a = lasts - next.x*z.b
		if i > 0 {
			lasts = z.a + z.b*t.rays[i].x
		}
		if !(z.b > 0) || z.a > 1e-9 || z.each < -1e-9 || z.joins < -1e-9 {
			return false
		}
		t.zones[i] = z
	}
	return true
}

// slopes returns the derivatives of the potential of a sight in a zone.
func (t *turns) slopes(zone int, s int32) (x, y float64) {
	r, next := &t.rays[zone], &t.rays[zone+1]
	if zone == 0 {
		return r.values[s], next.values[s] - next.x*r.values[s]
	}
	d := r.x - next.x
	return (r.values[s] - next.values[s]) / d, (r.x*next.values[s] - next.x*r.values[s]) / d
}

// sink raises the potentials, of all sights alike for each run of the crowd, until a crowd that dissolves loses more of
// them than its runs still cost.
func (t *turns) sink() {
	raise := 0.0
	for i := range t.sights {
		for j := range t.sights[i].steps {
			step := &t.sights[i].steps[j]
			if !t.dissolves(int32(i), step) || math.IsInf(t.rays[0].values[i], 0) {
				continue
			}
			for z := range t.zones {
				x, y := t.slopes(z, int32(i))
				raise = max(raise, step.each+x*t.zones[z].a/t.zones[z].b-y)
			}
		}
	}
	for i := range t.rays[1:] {
		for s := range t.sights {
			t.rays[i+1].values[s] += raise
		}
	}
}

// left is what a stride costs that does not grow with the length or the crowd.
func (t *turns) left(step *stride, to int32) float64 {
	if t.sights[to].crowd == nil {
		return step.base + t.curved(0) - t.rays[0].values[to]/t.zones[0].b
	}
	joins := float64(step.joins)
	most := math.Inf(-1) // what the potential changes by
	for i, z := range t.zones {
		x, y := t.slopes(i, to)
		most = max(most, x*(-z.a*joins-1)/z.b+y*joins)
	}
	shared := 0.0 // by which those of the crowd cost more that stand elsewhere
	for _, o := range step.others {
		worse := 0.0
		for _, r := range t.rays[1:] {
			worse = max(worse, r.values[o.to]-r.values[step.to])
		}
		shared += worse * float64(o.runs)
	}
	return step.base + t.curved(joins) + most + shared
}

// curved is by how much phi exceeds its tangent after a stride.
func (t *turns) curved(joins float64) (most float64) {
	most = math.Inf(-1)
	for _, z := range t.zones {
		most = max(most, (z.joins-2*joins-joins*joins*z.a)/z.b/2)
	}
	return most
}

// bounds returns a length below which no input exceeds the budget, and an input of that length that takes the turns.
func (t *turns) bounds(budget float64) (length int, word []int) {
	length = first(func(n int) bool {
		x := float64(n)
		for g := range t.starts {
			if cost := t.at(int32(g), 0, x); cost+t.success*(x+1) > budget {
				return true
			}
		}
		return false
	})
	if length < maxLeap {
		word = t.spell(length)
	}
	return length, word
}

// at returns what a crowd of k runs costs in a sight with n characters to go.
func (t *turns) at(s int32, k, n float64) float64 {
	for i, z := range t.zones {
		slope := (n - z.a*k) / z.b // phi by k
		if i < len(t.zones)-1 && slope < t.rays[i+1].x*k {
			continue
		}
		x, y := t.slopes(i, s)
		if k == 0 {
			y = 0
		}
		return n*(z.joins*slope+z.each*k)/2 + k*slope/2 + x*slope + y*k + t.rate*n + t.fixed[s]
	}
	return 0
}

// spell returns an input of so many characters that repeats the cycles of the polygon's sides in turn.
func (t *turns) spell(length int) (word []int) {
	var corners []ray
	for _, r := range t.rays {
		for len(corners) > 0 && t.lasting(&r) {
			last := corners[len(corners)-1]
			if r.joins < last.joins-1e-6 && r.each > last.each+1e-6 {
				break
			}
			if r.joins < last.joins-1e-6 || r.joins < last.joins+1e-6 && r.each <= last.each {
				r.cycle = nil
			} else {
				corners = corners[:len(corners)-1]
			}
		}
		if t.lasting(&r) {
			corners = append(corners, r)
		}
	}
	if len(corners) == 0 {
		return nil
	}
	lasts := make([]float64, len(corners))
	k, p, sum := 0.0, 1.0, 0.0
	for i, r := range corners {
		for next := i + 1; ; next++ {
			if next == len(corners) {
				lasts[i] = p / max(r.each, 1e-9)
				break
			}
			fewer, more := r.joins-corners[next].joins, corners[next].each-r.each
			at := max((p*fewer-k*more)/(r.joins*more+r.each*fewer), 0)
			if lasts[i] == 0 || at < lasts[i] {
				lasts[i] = at
			}
			if next == i+1 {
				break
			}
		}
		k += r.joins * lasts[i]
		p -= r.each * lasts[i]
		sum += lasts[i]
	}
	var at []int32 // sights that may be stood in
	for g := range t.starts {
		at = append(at, int32(g))
	}
	for i, r := range corners {
		lead, ok := t.lead(at, r.cycle[0].from)
		if !ok {
			return nil
		}
		word = append(word, lead...)
		upTo := len(word) + int(lasts[i]/sum*float64(length))
		for n := 0; len(word) < upTo || n%len(r.cycle) > 0; n++ {
			word = append(word, r.cycle[n%len(r.cycle)].step.class)
		}
		at = []int32{r.cycle[0].from}
	}
	return word
}
