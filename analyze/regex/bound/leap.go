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
func (s *system) settlesDown() (period, bool) {
	last := len(s.stages) - 1
	oldest := max(len(s.stages)-history+1, 1)
	for length := 1; length <= maxPeriod; length++ {
		run := 0 // stages that follow as those one period before
		for at := last; at-length >= oldest && s.stages[at].mark == s.stages[at-length].mark; at-- {
			run++
		}
		for order := 1; order <= min(maxOrder, (run+length)/length-1); order++ {
			if s.vanishes(last, length, order) {
				p := period{length, order}
				return p, s.persists(p)
			}
		}
	}
	return period{}, false
}

// vanishes reports whether the differences of the order are zero at the last stage.
func (s *system) vanishes(last, length, order int) bool {
	var row [maxOrder + 1]float64
	for g, set := range s.stages[last].sets {
		for role := range set {
			for c := range set[role].costs {
				for i := range order + 1 {
					row[i] = s.stages[last-(order-i)*length].sets[g][role].costs[c]
				}
				if differences(row[:order+1]); row[order] != 0 {
					return false
				}
			}
			s.work += len(set[role].costs) * order
		}
	}
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
func (s *system) persists(p period) bool {
	last := len(s.stages) - 1
	out := make([]float64, len(s.ends)+1)
	count := p.order + 1
	gaps := make([][]float64, count) // of one candidate, at stages one period apart
	for i := range gaps {
		gaps[i] = make([]float64, len(out))
	}
	for phase := range p.length {
		top := last - phase
		if top-p.order*p.length < 1 || s.stages[top-p.order*p.length-1].sets == nil {
			return false
		}
		for g, homes := range s.stages[top].homes {
			for c, home := range homes {
				m, source := s.candidate(g, c, top)
				for i := range count {
					at := top - (p.order-i)*p.length
					costs := s.stages[at-1].sets[m.to][source].costs
					s.ahead(m.letter, costs, out)
					out[len(out)-1] = s.value(m, costs)
					for k, v := range s.stages[at].sets[g][home].costs {
						gaps[i][k] = v - out[k]
					}
				}
				var row [maxOrder + 1]float64
				for k := range out {
					for i := range count {
						row[i] = gaps[i][k]
					}
					differences(row[:count])
					if slices.Min(row[:count]) < 0 || row[p.order] != 0 {
						return false
					}
				}
			}
		}
	}
	return true
}

// candidate returns the move that makes candidate c of group g at a stage, and which vector it follows from.
func (s *system) candidate(g, c, at int) (m *move, source int) {
	for i := range s.groups[g].moves {
		m = &s.groups[g].moves[i]
		if n := len(s.stages[at-1].sets[m.to]); c < n {
			return m, c
		} else {
			c -= n
		}
	}
	return nil, 0
}

// maxLeap is the longest input that is looked at.
const maxLeap = 1 << 24

// leap returns the length, from next on, at which the budget is exceeded, given a period. An input that
// does it is in word as far as that is known.
func (s *system) leap(p period, next int, budget float64) (length int, word []int, ok bool) {
	last := len(s.stages) - 1 // texts of next-1 characters
	best, bestPhase, bestGroup, bestRole := maxLeap, 0, 0, 0
	for phase := range p.length {
		top := last - phase
		for _, g := range s.starts {
			for role := range s.stages[top].sets[g] {
				at, ok := s.leapOf(p, next, phase, int(g), role, budget)
				if !ok {
					return 0, nil, false
				}
				if at < best {
					best, bestPhase, bestGroup, bestRole = at, phase, int(g), role
				}
			}
		}
	}
	if best == maxLeap {
		return maxLeap, nil, true
	}
	// Back from there, one period is repeated as often as it takes. The stage that stands for a length is
	// the one of the last period that is as far from it as whole periods are.
	g, role := bestGroup, bestRole
	for left := best; left > next-1-bestPhase; left-- {
		at := last - ((next-1-left)%p.length+p.length)%p.length
		m, source := s.origin(at, g, role)
		word = append(word, s.letters[m.letter])
		g, role = int(m.to), source
	}
	return best, append(word, s.spell(s.stages[last-bestPhase].sets[g][role].text)...), true
}

// leapOf returns the length at which one of the vectors exceeds the budget, maxLeap or more where that is far away.
func (s *system) leapOf(p period, next, phase, g, role int, budget float64) (length int, ok bool) {
	top := len(s.stages) - 1 - phase
	count := p.order + 1
	var row [maxOrder + 1]float64
	for i := range count {
		costs := s.stages[top-(p.order-i)*p.length].sets[g][role].costs
		row[i] = costs[len(costs)-1]
	}
	differences(row[:count])
	if slices.Min(row[:count]) < 0 {
		return 0, false
	}
	// The value for texts that are k periods longer than the first of the row.
	first := next - 1 - phase - p.order*p.length
	value := func(k int) float64 {
		return newton(row[:count], k) + s.success*float64(first+k*p.length+1)
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
	return first + high*p.length, true
}

// origin returns the move that a vector is made by, or one of several, and what it follows from.
func (s *system) origin(at, g, role int) (m *move, source int) {
	text := s.texts[s.stages[at].sets[g][role].text]
	for c, home := range s.stages[at].homes[g] {
		if int(home) != role {
			continue
		}
		m, source = s.candidate(g, c, at)
		if s.letters[m.letter] == int(text.class) && s.stages[at-1].sets[m.to][source].text == text.rest {
			break
		}
	}
	return m, source
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
