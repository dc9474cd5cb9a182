package bound

import (
	"math"
	"slices"
)

// link says that what belongs to a sight is no less than that of another one and a weight, but for the rate of all.
type link struct {
	from, to int32
	weight   float64
	step     *stride
}

// told returns what closed forms tell: a length below which no input exceeds the budget, and expensive inputs of about
// that length.
func (c *crowd) told(budget float64) Result {
	if c.closed.Length == 0 {
		c.closed.Complete = true
		c.closed.Length, c.closed.Word = c.rated(budget)
		if t, ok := newTurns(c); ok && c.closed.Length < maxLeap {
			var length int
			length, c.closed.Other = t.bounds(budget)
			c.closed.Length = max(c.closed.Length, length)
		}
	}
	return c.closed
}

// rating is what inputs cost a crowd at most, in closed form: a polynomial of their length for each start.
type rating struct {
	fixed, linear []float64
	rate, double  float64
	perRun        float64 // by which each run of the crowd costs more for each character
	alone         []float64
	kept          []link // those on which the crowd stays
}

// at returns what an input of so many characters costs at most.
func (r *rating) at(n float64) float64 {
	most := math.Inf(-1)
	for g := range r.fixed {
		most = max(most, r.fixed[g]+(r.linear[g]+r.rate)*n+r.double/2*n*n)
	}
	return most
}

// rating returns the costs in closed form. ok is false where none is found.
//
// A crowd of k runs with n characters to go costs at most a + b·k + c·k·n + (f+g)·n + d·n², where a, b and f belong to
// the sight and c, d and g to all. That holds if no stride leads to more than it is taken from, coefficient by
// coefficient. So the rates c, 2d and g are the largest means of cycles, as in a game of mean payoffs, and b, f and a
// the potentials that go with them.
func (c *crowd) rating() (r *rating, ok bool) {
	count := len(c.sights)
	sink := int32(count) // crowds go there that dissolve
	ends, alone := make([]float64, count+1), make([]float64, count+1)
	var links []link
	for i := range c.sights {
		s := &c.sights[i]
		ends[i], alone[i] = s.ends, s.each
		if s.ends < 0 {
			ends[i], alone[i] = math.Inf(-1), math.Inf(-1)
		}
		for j := range s.steps {
			to := sink
			if step := &s.steps[j]; s.crowd != nil {
				if !step.dissolved && c.sights[step.to].crowd != nil {
					to = step.to
				}
				links = append(links, link{int32(i), to, step.each, step})
			}
		}
	}
	perRun, each, _, ok := rates(links, alone)
	if !ok {
		return nil, false
	}
	kept := slices.DeleteFunc(links, func(l link) bool { return l.to == sink })
	links = nil
	c.targets(func(from int32, step *stride, to int32) {
		weight := 0.0
		if c.sights[to].crowd != nil {
			weight = perRun * float64(step.joins)
		}
		links = append(links, link{from, to, weight, step})
	})
	flat := slices.Clone(ends)
	for i := range flat {
		flat[i] = min(flat[i], 0)
	}
	double, linear, _, ok := rates(links, flat)
	if !ok {
		return nil, false
	}
	links = links[:0]
	c.targets(func(from int32, step *stride, to int32) {
		weight := step.base - double/2 - linear[from]
		if math.IsInf(linear[from], 0) || math.IsInf(linear[to], 0) {
			return // no input goes on from there to its end
		}
		if c.sights[to].crowd != nil {
			weight += each[step.to] * float64(step.joins-step.away)
			for _, o := range step.others {
				weight += each[o.to] * float64(o.runs)
			}
		}
		links = append(links, link{from, to, weight, step})
	})
	rate, fixed, _, ok := rates(links, ends)
	if !ok {
		return nil, false
	}
	starts := len(c.starts)
	return &rating{fixed[:starts], linear[:starts], rate, double, perRun, alone, kept}, true
}

// rated returns a length below which no input exceeds the budget, in closed form, and an input of that length that
// repeats what costs most at that rate. The length is 0 where none is found.
func (c *crowd) rated(budget float64) (length int, word []int) {
	r, ok := c.rating()
	if !ok {
		return 0, nil
	}
	length = first(func(n int) bool { return r.at(float64(n))+c.success*float64(n+1) > budget })
	if length == 0 || length == maxLeap {
		return length, nil
	}
	perRun, double, kept, alone := r.perRun, r.double, r.kept, r.alone
	runs := 0.0 // that join for each character
	if perRun > 0 {
		runs = double / perRun
	}
	const less = 1e-3 // what runs cost that are not of the crowd
	for i := range kept {
		step := kept[i].step
		kept[i].weight = perRun*float64(step.joins) + runs*step.each + less*step.base
	}
	if _, _, cycle, ok := rates(kept, alone); ok {
		word = c.spellCycle(cycle, length)
	}
	return length, word
}

// spellCycle returns an input of so many characters that leads to a cycle and repeats it.
func (c *crowd) spellCycle(cycle []link, length int) []int {
	if len(cycle) == 0 {
		return nil
	}
	starts := make([]int32, len(c.starts))
	for g := range starts {
		starts[g] = int32(g)
	}
	word, ok := c.lead(starts, cycle[0].from)
	if !ok {
		return nil
	}
	for i := 0; len(word) < length; i++ {
		word = append(word, cycle[i%len(cycle)].step.class)
	}
	return word[:length]
}

// lead returns the shortest word that leads from one of the sights to another one.
func (c *crowd) lead(from []int32, to int32) (word []int, ok bool) {
	type way struct{ from, class int32 }
	ways := make([]way, len(c.sights)) // from the start
	for i := range ways {
		ways[i].from = -1
	}
	next := slices.Clone(from)
	for _, g := range from {
		ways[g].from = g
	}
	for ; len(next) > 0; next = next[1:] {
		for i := range c.sights[next[0]].steps {
			step := &c.sights[next[0]].steps[i]
			visit := func(to int32) {
				if ways[to].from < 0 {
					ways[to] = way{next[0], int32(step.class)}
					next = append(next, to)
				}
			}
			visit(step.to)
			for _, o := range step.others {
				visit(o.to)
			}
		}
	}
	if ways[to].from < 0 {
		return nil, false
	}
	for at := to; ways[at].from != at; at = ways[at].from {
		word = append(word, int(ways[at].class))
	}
	slices.Reverse(word)
	return word, true
}

// rates returns the least rate for which there are values no less than floor that satisfy links, and such values: they
// are improved along the links until they stay, with a larger rate for each cycle along which they would grow for ever.
// The cycle is the one with that rate, nil where there is none. ok is false where that takes too long.
func rates(links []link, floor []float64) (rate float64, values []float64, cycle []link, ok bool) {
	const slack = 1e-9
	rate = math.Inf(1)
	for _, l := range links {
		rate = min(rate, l.weight)
	}
	for _, l := range links {
		if l.from == l.to && (cycle == nil || l.weight > rate) && !math.IsInf(floor[l.from], 0) {
			rate, cycle = max(rate, l.weight), []link{l}
		}
	}
	if math.IsInf(rate, 0) {
		rate = 0
	}
	values = slices.Clone(floor)
	best := make([]int32, len(floor)) // the link that a value comes from
	seen := make([]int32, len(floor))
	for range 40 {
		copy(values, floor)
		for i := range best {
			best[i] = -1
		}
		grew := false // along a cycle
		for changed := true; changed && !grew; {
			changed = false
			for i := len(links) - 1; i >= 0; i-- { // those that come later lead on
				l := &links[i]
				if v := values[l.to] + l.weight - rate; v > values[l.from] && v > values[l.from]+slack*(1+math.Abs(v)) {
					values[l.from], best[l.from], changed = v, int32(i), true
				}
			}
			if !changed {
				break
			}
			clear(seen)
			for start := range best {
				at := int32(start)
				for best[at] >= 0 && seen[at] == 0 {
					seen[at] = int32(start) + 1
					at = links[best[at]].to
				}
				if best[at] < 0 || seen[at] != int32(start)+1 {
					continue
				}
				sum := 0.0
				var round []link
				for from := at; len(round) == 0 || at != from; at = links[best[at]].to {
					sum += links[best[at]].weight
					round = append(round, links[best[at]])
				}
				if mean := sum / float64(len(round)); mean > rate {
					rate, cycle = mean, round
				} else {
					rate += slack * (1 + math.Abs(rate))
				}
				grew = true
			}
		}
		if !grew {
			return rate + 1e-8*(1+math.Abs(rate)) + slack, values, cycle, true
		}
	}
	return 0, nil, nil, false
}
