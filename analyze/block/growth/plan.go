package growth

import (
	"math"
	"time"
)

// Plan bounds how the input of a target may grow.
type Plan struct {
	From, To int // sizes, both at least 1
	// Target is the cost at which growing ends: it is large enough to judge.
	Target time.Duration
	// Cap is the cost that no request is predicted to exceed.
	Cap time.Duration
	// Noise is the cost below which a measurement says nothing.
	Noise time.Duration
}

// NewPlan returns the plan for sizes up to to, of requests that may take as long as the limit: the cost grows
// to three times the budget, or to what is judged well.
func NewPlan(from, to int, budget, limit time.Duration) Plan {
	target := min(max(150*time.Millisecond, 3*budget), limit/3)
	return Plan{From: from, To: to, Target: target, Cap: min(max(time.Second, 2*target), limit/2)}
}

// Cost is what a request of size N took, beyond a trivial one.
type Cost struct {
	N    int
	Cost time.Duration
}

// Why says why growing ended.
type Why string

// The reasons to stop.
const (
	Growing       Why = ""
	ReachedTarget Why = "the cost is large enough to judge"
	ReachedEnd    Why = "the largest allowed size is reached"
	Wall          Why = "the next size could take too long"
	NotAccepted   Why = "no larger input is accepted"
)

// Next returns the size to measure after the costs so far, which are in the order of their sizes,
// or why there is none. It never steps over an exponential wall: small sizes grow by so little that
// even a cost that was hidden in the noise, and multiplies with every unit, stays near the cap; large
// ones by a factor so small that what took a noise's worth of steps cannot take the cap's. Where a
// cost is seen, the worst extrapolation from it must stay below the cap.
func (p Plan) Next(costs []Cost) (int, Why) {
	if len(costs) == 0 {
		return p.From, Growing
	}
	last := costs[len(costs)-1]
	switch {
	case last.Cost >= p.Target:
		return 0, ReachedTarget
	case last.N >= p.To:
		return 0, ReachedEnd
	}
	n := min(p.step(last.N), p.To)
	for ; n > last.N; n = last.N + (n-last.N)/2 {
		if p.predicted(costs, n) <= float64(p.Cap) {
			return n, Growing
		}
	}
	return 0, Wall
}

// step returns the size after n when nothing is known about the cost.
func (p Plan) step(n int) int {
	switch {
	case n < 12:
		return n + 1
	case n < 24:
		return n + 2
	case n < 48:
		return n + 3
	case n < 200:
		return n + n*15/100
	}
	return max(n+1, int(float64(n)*p.factor()))
}

// factor is by how much a large size may grow. A cost unit*base^n that the noise hides becomes at
// most unit*(noise/unit)^factor at the next size; with a unit of a nanosecond, the least that
// anything costs, that must not exceed twice the cap.
func (p Plan) factor() float64 {
	const least, most = 1.1, 1.6
	noise, limit := max(float64(p.Noise), 10), max(2*float64(p.Cap), 100)
	return min(max(math.Log(limit)/math.Log(noise), least), most)
}

// predicted is the cost of size n if the growth seen so far were exponential, and the noise hid as
// much as it can.
func (p Plan) predicted(costs []Cost, n int) float64 {
	last := costs[len(costs)-1]
	cost := float64(max(last.Cost, p.Noise))
	if last.Cost <= p.Noise {
		return cost
	}
	rate := 0.0
	for back := 2; back <= min(4, len(costs)); back++ {
		before := costs[len(costs)-back]
		low := float64(before.Cost)
		if before.Cost <= p.Noise {
			if back > 2 {
				break
			}
			// The one before hides in the noise: it can have cost a nanosecond at n = 0, but hardly
			// anything multiplies by more than all values of a byte with each unit.
			rate = math.Min(math.Log(cost)/float64(last.N), math.Log(256))
			break
		}
		if float64(last.Cost) > low && last.N > before.N {
			rate = math.Max(rate, math.Log(float64(last.Cost)/low)/float64(last.N-before.N))
		}
	}
	return cost * math.Exp(rate*float64(n-last.N))
}

// Sizes returns at most count sizes at which to measure again and again, spaced evenly by factor,
// from the smallest whose cost is a visible part of the largest's.
func (p Plan) Sizes(costs []Cost, count int) []int {
	if len(costs) == 0 {
		return nil
	}
	top := costs[len(costs)-1]
	// From the top down, so that a small size which was disturbed does not count as expensive.
	first := len(costs) - 1
	for first > 0 && costs[first-1].Cost > p.Noise && costs[first-1].Cost > top.Cost/300 {
		first--
	}
	low := costs[max(0, first-3)].N // a step shows only when its foot does
	// Sizes far below the top of a cost that never rose say whether it is flat at all.
	if top.Cost <= 2*p.Noise {
		low = max(costs[0].N, top.N/100)
	}
	var sizes []int
	for i := range count {
		x := float64(low) * math.Pow(float64(top.N)/float64(low), float64(i)/float64(max(count-1, 1)))
		n := int(math.Round(x))
		if len(sizes) == 0 || n > sizes[len(sizes)-1] {
			sizes = append(sizes, n)
		}
	}
	return sizes
}
