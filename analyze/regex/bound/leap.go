package bound

import "slices"

// period is a way in which vectors grow from a stage on: every stage follows from the one before it as the
// stage so many places earlier followed from its own. Then all of them grow as polynomials: their
// differences of some order, over one period, are zero, and will be as each follows from the last in the
// same linear way.
type period struct {
	length int // stages
	order  int
}

// maxPeriod and maxOrder bound what is looked for.
const (
	maxPeriod = 12
	maxOrder  = 6
)

// settlesDown looks for a period in the last stages.
func (f *frontier) settlesDown() (period, bool) {
	last := len(f.stages) - 1
	oldest := max(len(f.stages)-history+1, 1)
	for length := 1; length <= maxPeriod; length++ {
		run := 0 // stages that follow as those one period before
		for at := last; at-length >= oldest && f.stages[at].mark == f.stages[at-length].mark && len(f.stages[at].set) == len(f.stages[at-length].set); at-- {
			run++
		}
		for order := 1; order <= min(maxOrder, (run+length)/length-1); order++ {
			if f.vanishes(last, length, order) {
				p := period{length, order}
				return p, f.persists(p)
			}
		}
	}
	return period{}, false
}

// vanishes reports whether the differences of the order are zero at the last stage.
func (f *frontier) vanishes(last, length, order int) bool {
	var row [maxOrder + 1]float64
	for role := range f.stages[last].set {
		for _, s := range f.active {
			for i := range order + 1 {
				row[i] = f.stages[last-(order-i)*length].set[role].costs[s]
			}
			if differences(row[:order+1]); row[order] != 0 {
				return false
			}
		}
	}
	f.work += len(f.active) * order
	return true
}

// differences turns values into the first value and its forward differences of each order.
func differences(row []float64) {
	for order := 1; order < len(row); order++ {
		for i := len(row) - 1; i >= order; i-- {
			row[i] -= row[i-1]
		}
	}
}

// persists reports whether every text that was left out will stay behind the one that exceeds it: their
// distances are polynomials without a negative difference.
func (f *frontier) persists(p period) bool {
	last := len(f.stages) - 1
	out := make([]float64, len(f.Rows))
	count := p.order + 1
	gaps := make([][]float64, 0, count) // of one candidate, at stages one period apart
	for range count {
		gaps = append(gaps, make([]float64, len(f.Rows)))
	}
	for phase := range p.length {
		top := last - phase
		if top-p.order*p.length < 1 || f.stages[top-p.order*p.length-1].set == nil {
			return false
		}
		for c, home := range f.stages[top].home {
			class := f.letters[c%len(f.letters)]
			for i := range count {
				at := top - (p.order-i)*p.length
				f.ahead(class, f.stages[at-1].set[c/len(f.letters)].costs, out)
				for _, s := range f.active {
					gaps[i][s] = f.stages[at].set[home].costs[s] - out[s]
				}
			}
			var row [maxOrder + 1]float64
			for _, s := range f.active {
				for i := range count {
					row[i] = gaps[i][s]
				}
				differences(row[:count])
				if slices.Min(row[:count]) < 0 || row[p.order] != 0 {
					return false
				}
			}
		}
	}
	return true
}

// maxLeap is the longest input that is looked at.
const maxLeap = 1 << 24

// leap returns the length, from next on, at which the budget is exceeded, given a period. An input that
// does it is in word as far as that is known.
func (f *frontier) leap(p period, next int, budget float64) (length int, word []int, ok bool) {
	last := len(f.stages) - 1 // texts of next-1 characters
	best := maxLeap
	var bestPhase, bestRole int
	var bestClass int
	count := p.order + 1
	for phase := range p.length {
		top := last - phase
		for role := range f.stages[top].set {
			for _, class := range f.letters {
				var row [maxOrder + 1]float64
				for i := range count {
					costs := f.stages[top-(p.order-i)*p.length].set[role].costs
					f.prepare(class, costs)
					row[i] = f.node(f.Rows[0][class], costs)
				}
				differences(row[:count])
				if slices.Min(row[:count]) < 0 || row[p.order] != 0 {
					return 0, nil, false
				}
				// The value for texts that are k periods longer than the first of the row.
				// It stands for inputs of next-phase-order*length characters.
				first := next - phase - p.order*p.length
				value := func(k int) float64 {
					return newton(row[:count], k) + f.Success*float64(first+k*p.length+1)
				}
				low, high := p.order, p.order+1
				for value(high) <= budget && high < maxLeap {
					high *= 2
				}
				for low+1 < high {
					if mid := low + (high-low)/2; value(mid) > budget {
						high = mid
					} else {
						low = mid
					}
				}
				if at := first + high*p.length; at < best {
					best, bestPhase, bestRole, bestClass = at, phase, role, class
				}
			}
		}
	}
	if best == maxLeap {
		return 0, nil, false
	}
	// Back from there, one period is repeated as often as it takes.
	word = append(word, bestClass)
	role := bestRole
	for left := best - (next - bestPhase); left > 0; left-- {
		at := last - ((bestPhase+p.length-left%p.length)%p.length+p.length)%p.length
		c := f.origin(at, role)
		word = append(word, f.letters[c%len(f.letters)])
		role = c / len(f.letters)
	}
	word = append(word, f.spell(f.stages[last-bestPhase].set[role].text)...)
	return best, word, true
}

// origin returns the candidate that a vector is made of, or the dearest of several.
func (f *frontier) origin(at, role int) int {
	text := f.texts[f.stages[at].set[role].text]
	for c, home := range f.stages[at].home {
		if int(home) == role && f.letters[c%len(f.letters)] == int(text.class) && f.stages[at-1].set[c/len(f.letters)].text == text.rest {
			return c
		}
	}
	return slices.Index(f.stages[at].home, int32(role))
}

// newton returns the polynomial with the differences of row at k.
func newton(row []float64, k int) float64 {
	sum, term := 0.0, 1.0
	for i, d := range row {
		sum += term * d
		term *= float64(k-i) / float64(i+1)
	}
	return sum
}
