package redos

import (
	"math"
	"slices"
)

// exponential reports whether the steps multiply with every repetition, up to quickSteps of them and
// three times at least. Where they multiply fast, the last of these may be a lower bound: counted is the
// last number of repetitions whose steps were counted to the end.
func (r *replay) exponential() (counted int, ok bool) {
	if r.explodes == nil {
		counted, ok := r.multiplies()
		r.explodes = &exploding{counted, ok}
	}
	return r.explodes.counted, r.explodes.ok
}

// exploding is what exponential returned.
type exploding struct {
	counted int
	ok      bool
}

func (r *replay) multiplies() (counted int, ok bool) {
	const base = 1.5 // two ways for each pump double the work in the long run
	run, first, last := 0, 0.0, 0.0
	for n := 0; n <= 64; n++ {
		limit := max(5*quickSteps, min(64*int64(last), 500*quickSteps))
		if n == 0 { // what many alternatives cost anyway
			limit = 40 * quickSteps
		}
		point, ok := r.cost(n, limit)
		if ok {
			counted = n
		}
		ratio := float64(point.Steps) / max(last, 1)
		if n > 0 && ratio >= base {
			if run++; run == 1 || n == 2 { // what comes before the first pump distorts its ratio
				first = ratio
			}
		} else {
			run = 0
		}
		last = float64(point.Steps)
		// The ratios of a polynomial fall fast, those of an exponential hardly.
		if run >= 3 && (n >= 8 || ratio >= min(first/2, 50)) && (!ok || point.Steps > quickSteps) {
			return counted, r.lasts(point)
		}
		if !ok || last > 250*quickSteps {
			return counted, false
		}
		if n == 24 && run == 0 {
			return counted, false
		}
	}
	return counted, false
}

// persists reports whether the steps still multiply a few repetitions after n, the last that were counted
// to the end. A pump that no automaton vouches for may be a long one, of which few repetitions make a
// polynomial look exponential.
func (r *replay) persists(n int) bool {
	const most = 10_000_000 // steps of one replay
	now, ok := r.cost(n, most)
	if n == 0 || !ok {
		return true
	}
	before, _ := r.cost(n-1, most)
	third, ok := r.cost(n+3, 64*now.Steps)
	if !ok {
		return true
	}
	fourth, ok := r.cost(n+4, 64*now.Steps)
	ratio := float64(now.Steps) / float64(max(before.Steps, 1))
	return !ok || float64(fourth.Steps) >= max(1.5, 0.8*ratio)*float64(third.Steps)
}

// lasts reports whether inputs much longer than that of point cost more. Something else in the
// pattern, a lookahead say, may bound the length at which there is any growth; that is harmless if it
// stays within the budget.
func (r *replay) lasts(point CostPoint) bool {
	for _, n := range []int{2*point.Pumps + 20, 8*point.Pumps + 101} {
		if longer, ok := r.cost(n, 2*point.Steps); ok && longer.Steps <= point.Steps {
			r.ends = true
			return r.amounts()
		}
	}
	return true
}

// spacing is how the points are spread, in repetitions, from which a degree is read.
type spacing struct{ first, step int }

// spacings returns the spreads to try for a degree, the longest inputs first.
func spacings(degree int) []spacing {
	longest := [...]int{0, 0, 12, 3, 1}[min(degree, 4)]
	all := []spacing{{longest, longest}, {longest + 24/degree, longest}}
	for step := longest / 2; step > 0; step /= 2 {
		all = append(all, spacing{step, step})
	}
	return all
}

// grows reports whether the steps grow as a polynomial of the degree, and the spread that shows it.
// Such a polynomial has constant differences of that order, if not at once then after some
// repetitions. Short inputs are enough only where longer ones cost too much.
func (r *replay) grows(degree int) (spacing, bool) {
	all := spacings(degree)
	for i, s := range all {
		has, expensive := r.hasDegree(degree, s, replaySteps)
		if has {
			last, _ := r.cost(s.first+degree*s.step, replaySteps)
			return s, r.lasts(last)
		}
		if !expensive && i > 0 {
			return spacing{}, false
		}
	}
	if s := all[0]; r.far {
		if has, _ := r.hasDegree(degree, s, computedSteps); has {
			last, _ := r.cost(s.first+degree*s.step, computedSteps)
			return s, r.lasts(last)
		}
	}
	return spacing{}, false
}

// hasDegree reports whether the differences of that order are constant, or whether they were too expensive
// to compute, with more steps than the limit.
func (r *replay) hasDegree(d int, s spacing, limit int64) (has, expensive bool) {
	row := make([]float64, d+3)
	for i := range row {
		point, ok := r.cost(s.first+i*s.step, limit)
		if !ok {
			return false, true
		}
		row[i] = float64(point.Steps)
	}
	scale := math.Pow(float64(s.step), float64(d))
	for order := range d {
		for i := range len(row) - order - 1 {
			row[i] = row[i+1] - row[i]
		}
	}
	// Three differences of order d are left. A chain of loops has a leading coefficient of about 1/d!,
	// so that they are about the step to the power of d; less where loops depend on each other, as
	// with backreferences.
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range row[:3] {
		low, high = math.Min(low, v), math.Max(high, v)
	}
	return low >= 0.04*scale && high <= 1.35*low, false
}

// outgrows reports whether the steps outgrow the length up to where they exceed the budget, and the point where that
// is, or where they do not. It tells growth that a counted repetition bounds, but too late, from harmless growth.
func (r *replay) outgrows() (last CostPoint, ok bool) {
	last = CostPoint{Length: 1, Steps: 1}
	for n := 1; n < 1<<16; n += max(n/4, 1) {
		point, ok := r.cost(n, 4*r.budget)
		if point.Steps > r.budget {
			return point, !r.straight(last.Pumps, point)
		}
		if !ok { // out of memory
			return point, false
		}
		if last.Steps > 1000 && r.exponent(last, point) < 1.3 {
			return point, false
		}
		last = point
	}
	return last, false
}

// straight reports whether the steps grow as the length does from where they exceed the budget on, between low
// repetitions and those of point: what grew faster has ended before.
func (r *replay) straight(low int, point CostPoint) bool {
	high := point.Pumps
	far, ok := r.cost(2*high, 4*r.budget)
	if !ok {
		return false
	}
	slope := float64(far.Steps-point.Steps) / float64(high)
	for low+1 < high {
		if middle := low + (high-low)/2; r.within(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	step := max(high/64, 1)
	from, _ := r.cost(high, 4*r.budget)
	to, ok := r.cost(high+step, 4*r.budget)
	rise := float64(to.Steps-from.Steps) / float64(step)
	return ok && 0.99*slope <= rise && rise <= 1.01*slope
}

func (r *replay) within(n int) bool {
	_, ok := r.cost(n, r.budget)
	return ok
}

// climbs reports whether the steps grow faster than the length up to where they exceed the budget, and still do
// at sizes that counters do not pretend or at ten times the budget. It tells a growth that no polynomial describes
// exactly. degree is the exponent that it has there at least.
func (r *replay) climbs(budget int64) (degree int, cost Cost, ok bool) {
	cost.BudgetSteps = budget
	const longest, telling = 4096, 128
	most := 10 * r.budget
	var rises []float64 // of the steps, from one doubling to the next
	for n := 4; n <= longest; n *= 2 {
		point, within := r.cost(n, most)
		if !within && point.Steps < most {
			return 0, cost, false // out of memory
		}
		cost.Points = append(cost.Points, point)
		if k := len(cost.Points); k >= 3 {
			a, b := cost.Points[k-3].Steps, cost.Points[k-2].Steps
			rises = append(rises, math.Log2(float64(point.Steps-b)/float64(max(b-a, 1))))
		}
		if point.Steps > budget && (n >= telling || point.Steps >= most) {
			break
		}
		if k := len(rises); n >= 2*telling && slices.Max(rises[k-3:]) < 1.2 {
			return 0, cost, false // it does not
		}
	}
	last := len(cost.Points) - 1
	if len(rises) < 2 || cost.Points[last].Steps <= budget {
		return 0, cost, false
	}
	exponent := min(rises[len(rises)-1], rises[len(rises)-2])
	if exponent < 1.7 {
		return 0, cost, false
	}
	low, high := cost.Points[last-1].Pumps, cost.Points[last].Pumps
	for i, p := range cost.Points {
		if p.Steps > budget {
			high = p.Pumps
			if i > 0 {
				low = cost.Points[i-1].Pumps
			}
			cost.Points = cost.Points[:i]
			break
		}
	}
	for low+1 < high {
		middle := low + (high-low)/2
		if point, within := r.cost(middle, budget); within {
			low = middle
			cost.Points = append(cost.Points, point)
		} else {
			high = middle
		}
	}
	cost.PumpsForBudget, cost.LengthForBudget = high, r.length(high)
	return max(int(exponent+0.25), 2), cost, true
}

// exponent is the local exponent of the growth between two points. The second may be a lower bound.
func (r *replay) exponent(a, b CostPoint) float64 {
	return math.Log(float64(b.Steps)/float64(a.Steps)) / math.Log(float64(b.Length)/float64(a.Length))
}

// rise returns the exponent with which the steps grow with the repetitions, from half of n to n. It is less than the degree
// where much of what makes an attack expensive stands in it once: then few repetitions reach the budget, and many more do not
// cost what the degree says.
func (r *replay) rise(n int) float64 {
	half := max(n/2, 1)
	a, _ := r.cost(half, computedSteps)
	b, _ := r.cost(n, computedSteps)
	if a.Steps == 0 || n == half {
		return 0
	}
	return math.Log(float64(b.Steps)/float64(a.Steps)) / math.Log(float64(n)/float64(half))
}
