package redos

import (
	"math"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
)

// Work that one replay of an attack may take, in steps of the reference matcher.
const (
	quickSteps   = 8_000      // enough to tell exponential growth
	replaySteps  = 1_000_000  // enough to tell a polynomial of high degree
	boundedSteps = 10_000_000 // what growth that ends must reach to be worth a finding
)

// prover replays attacks in the reference matcher.
type prover struct {
	tree    *syntax.Tree
	program *backtrack.Program // made when first needed
	err     error              // of making it: then no attack can be replayed
	mode    syntax.Mode
	steps   int64 // spent so far
	input   []rune
}

// newProver returns a prover for tree.
func newProver(tree *syntax.Tree, mode syntax.Mode) *prover {
	return &prover{tree: tree, mode: mode}
}

// replay is an attack whose parts are in the alphabet of the pattern.
type replay struct {
	*prover
	prefixes, pumps [][]rune
	suffix          []rune
	seen            map[int]CostPoint
}

func (p *prover) replay(a attack.Attack) *replay {
	r := &replay{prover: p, suffix: p.tree.Chars(a.Suffix), seen: make(map[int]CostPoint)}
	for _, pump := range a.Pumps {
		r.prefixes = append(r.prefixes, p.tree.Chars(pump.Prefix))
		r.pumps = append(r.pumps, p.tree.Chars(pump.Pump))
	}
	return r
}

// length is the number of characters of the attack with n repetitions.
func (r *replay) length(n int) int {
	length := len(r.suffix)
	for i, pump := range r.pumps {
		length += len(r.prefixes[i]) + n*len(pump)
	}
	return length
}

// cost returns what the attack costs with n repetitions. ok is false if it costs more than limit
// steps, or more memory than a matcher has.
func (r *replay) cost(n int, limit int64) (point CostPoint, ok bool) {
	if point, ok = r.seen[n]; ok {
		return point, point.Steps <= limit
	}
	in := r.input[:0]
	for i, pump := range r.pumps {
		in = append(in, r.prefixes[i]...)
		for range n {
			in = append(in, pump...)
		}
	}
	in = append(in, r.suffix...)
	r.input = in
	if r.program == nil {
		if r.program, r.err = backtrack.Compile(r.tree); r.err != nil {
			r.program = &backtrack.Program{}
		}
	}
	if r.err != nil {
		return CostPoint{}, false
	}
	res := r.program.Match(in, backtrack.Options{Mode: r.mode, MaxSteps: limit})
	r.steps += res.Steps
	point = CostPoint{Pumps: n, Length: len(in), Steps: res.Steps}
	if res.Outcome == backtrack.StepLimit || res.Outcome == backtrack.MemoryLimit {
		return point, false
	}
	r.seen[n] = point
	return point, true
}

// exponential reports whether the steps multiply with every repetition, up to quickSteps of them and
// three times at least. Where they multiply fast, the last of these may be a lower bound.
func (r *replay) exponential() bool {
	const base = 1.5 // two ways for each pump double the work in the long run
	run, first, last := 0, 0.0, 0.0
	for n := 0; n <= 64; n++ {
		point, ok := r.cost(n, max(5*quickSteps, min(64*int64(last), 500*quickSteps)))
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
			return r.lasts(point)
		}
		if !ok || last > 250*quickSteps {
			return false
		}
		if n == 24 && run == 0 {
			return false
		}
	}
	return false
}

// lasts reports whether inputs much longer than that of point cost more. Something else in the
// pattern, a lookahead say, may bound the length at which there is any growth; that is harmless if it
// stays below boundedSteps.
func (r *replay) lasts(point CostPoint) bool {
	for _, n := range []int{2*point.Pumps + 20, 8*point.Pumps + 101} {
		if longer, ok := r.cost(n, 2*point.Steps); ok && longer.Steps <= point.Steps {
			_, outgrows := r.outgrows()
			return outgrows
		}
	}
	return true
}

// sample is how the points are spread, in repetitions, from which a degree is read.
type sample struct{ first, step int }

// samples returns the spreads to try for a degree, the longest inputs first.
func samples(degree int) []sample {
	longest := [...]int{0, 0, 12, 3, 1}[min(degree, 4)]
	all := []sample{{longest, longest}, {longest + 24/degree, longest}}
	for step := longest / 2; step > 0; step /= 2 {
		all = append(all, sample{step, step})
	}
	return all
}

// grows reports whether the steps grow as a polynomial of the degree, and the spread that shows it.
// Such a polynomial has constant differences of that order, if not at once then after some
// repetitions. Short inputs are enough only where longer ones cost too much.
func (r *replay) grows(degree int) (sample, bool) {
	for i, s := range samples(degree) {
		has, expensive := r.hasDegree(degree, s)
		if has {
			last, _ := r.cost(s.first+degree*s.step, replaySteps)
			return s, r.lasts(last)
		}
		if !expensive && i > 0 {
			break
		}
	}
	return sample{}, false
}

// hasDegree reports whether the differences of that order are constant, or whether they were too expensive
// to compute.
func (r *replay) hasDegree(d int, s sample) (has, expensive bool) {
	row := make([]float64, d+3)
	for i := range row {
		point, ok := r.cost(s.first+i*s.step, replaySteps)
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

// outgrows reports whether the steps still grow faster than the length to the power of 1.5 when they
// reach boundedSteps, and the length of that input. It tells growth that a counted repetition bounds,
// but too late, from harmless growth.
func (r *replay) outgrows() (length int, ok bool) {
	last := CostPoint{Length: 1, Steps: 1}
	for n := 1; n < 1<<16; n += max(n/4, 1) {
		point, ok := r.cost(n, 4*boundedSteps)
		if point.Steps >= boundedSteps {
			return point.Length, r.exponent(last, point) >= 1.5
		}
		if !ok { // out of memory
			return point.Length, false
		}
		if last.Steps > 1000 && r.exponent(last, point) < 1.3 {
			return point.Length, false
		}
		last = point
	}
	return 0, false
}

// exponent is the local exponent of the growth between two points. The second may be a lower bound.
func (r *replay) exponent(a, b CostPoint) float64 {
	return math.Log(float64(b.Steps)/float64(a.Steps)) / math.Log(float64(b.Length)/float64(a.Length))
}

// estimate returns the cost of a proved attack and the size at which it exceeds the budget. degree 0
// stands for exponential growth.
func (r *replay) estimate(degree int, budget int64) Cost {
	c := Cost{BudgetSteps: budget}
	first, step, count := 0, 1, 64
	if degree > 0 {
		spread, _ := r.grows(degree)
		first, step, count = spread.first, spread.step, degree+1
	}
	for i := range count {
		point, ok := r.cost(first+i*step, max(2*budget, replaySteps))
		if ok {
			c.Points = append(c.Points, point)
		}
		if !ok || point.Steps > budget {
			c.PumpsForBudget, c.LengthForBudget = point.Pumps, point.Length
			return c
		}
		if degree == 0 && point.Steps > quickSteps && i >= 2 {
			break
		}
	}
	last, before := c.Points[len(c.Points)-1], c.Points[len(c.Points)-2]
	c.Extrapolated = true
	if degree == 0 {
		base := float64(last.Steps) / float64(before.Steps)
		more := math.Ceil(math.Log(float64(budget)/float64(last.Steps)) / math.Log(base))
		c.PumpsForBudget = last.Pumps + max(int(more), 1)
	} else {
		c.PumpsForBudget = crossing(c.Points, budget)
	}
	perPump := (last.Length - before.Length) / (last.Pumps - before.Pumps)
	c.LengthForBudget = last.Length + perPump*(c.PumpsForBudget-last.Pumps)
	return c
}

// crossing returns the number of pumps at which the polynomial through equidistant points exceeds
// budget (Newton's forward differences).
func crossing(points []CostPoint, budget int64) int {
	diffs := make([]float64, len(points))
	for i, p := range points {
		diffs[i] = float64(p.Steps)
	}
	for order := 1; order < len(points); order++ {
		for i := len(points) - 1; i >= order; i-- {
			diffs[i] -= diffs[i-1]
		}
	}
	step := points[1].Pumps - points[0].Pumps
	at := func(n int) float64 {
		x := float64(n-points[0].Pumps) / float64(step)
		sum, term := 0.0, 1.0
		for i, d := range diffs {
			sum += term * d
			term *= (x - float64(i)) / float64(i+1)
		}
		return sum
	}
	low, high := points[len(points)-1].Pumps, points[len(points)-1].Pumps
	for at(high) <= float64(budget) && high < 1<<40 {
		high *= 2
	}
	for low < high {
		mid := low + (high-low)/2
		if at(mid) > float64(budget) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}
