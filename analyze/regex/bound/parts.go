package bound

// mostParted is the largest number of rows and letters that are divided in parts.
const mostParted = 100_000

// mostPowers is one more than the largest power with which such a cost may grow.
const mostPowers = maxOrder + 1

// powers is a sum of steps that grows with the length: the polynomial with these differences at 0.
type powers [mostPowers]float64

// parted returns a length below which no input exceeds the budget, from the parts of the states that lead to each
// other: what a part costs follows from its own cycles and from what those cost that it leads to. That tells nothing
// of which texts are expensive for several of them at once, and takes little time. The length is 0 where none is found.
func (e *evaluator) parted(letters []int, budget float64) (length int) {
	e = e.summing()
	if len(e.Rows)*len(letters) > mostParted || e.tangled() {
		return 0
	}
	costs, ok := e.powers(letters)
	if !ok {
		return 0
	}
	return first(func(n int) bool { return newton(costs[0][:], n)+e.Success*float64(n+1) > budget })
}

// powers returns such costs of all states.
func (e *evaluator) powers(letters []int) (costs []powers, ok bool) {
	fixed := make([]float64, len(e.Rows))
	for q := range fixed {
		fixed[q] = -1
	}
	part, order := e.graph(letters, fixed).loops()
	costs = make([]powers, len(e.Rows))
	place := make([]int32, len(e.Rows)) // of a state in its part
	for len(order) > 0 {
		size := 1
		for size < len(order) && part[order[size]] == part[order[0]] {
			size++
		}
		for i, q := range order[:size] {
			place[q] = int32(i)
		}
		if !e.cycles(letters, order[:size], part, place, costs) {
			return nil, false
		}
		order = order[size:]
	}
	return costs, true
}

// cycles finds the costs of the states of a part, given those of the states that it leads to. Of a text with one
// character more the difference of each order is larger by that of the next one. So, from the highest order on, the
// differences of the states are potentials, and the next one, for the part, is the largest mean of a cycle. ok is false
// where a state leads to several of its part at once, or the power is too large.
func (e *evaluator) cycles(letters []int, states, part, place []int32, costs []powers) (ok bool) {
	if e.Free[states[0]] {
		return true
	}
	type turn struct {
		link
		out powers // what is left behind
	}
	var turns, exits []turn
	ends := make([]float64, len(states))
	top := 0
	for i, q := range states {
		e.flatten(e.Rows[q][e.Alphabet.Len], 1, &ends[i], func(int32) {})
		for _, class := range letters {
			t := turn{link: link{from: int32(i), to: -1}}
			several := false
			e.flatten(e.Rows[q][class], 1, &t.out[0], func(to int32) {
				switch {
				case part[to] != part[q]:
					for j, v := range costs[to] {
						t.out[j] += v
					}
				case t.to >= 0:
					several = true
				default:
					t.to = place[to]
				}
			})
			power := mostPowers - 1
			for power > 0 && t.out[power] == 0 {
				power--
			}
			if t.to < 0 {
				exits = append(exits, t)
			} else {
				turns = append(turns, t)
				power++
			}
			if top = max(top, power); several || top == mostPowers {
				return false
			}
		}
	}
	links := make([]link, len(turns))
	above := make([]float64, len(states)) // potentials of the order before
	for _, t := range exits {
		for _, q := range states {
			costs[q][top] = max(costs[q][top], t.out[top])
		}
	}
	for order := top - 1; order >= 0; order-- {
		floor := make([]float64, len(states))
		if order == 0 {
			copy(floor, ends)
		}
		for _, t := range exits {
			floor[t.from] = max(floor[t.from], t.out[order]-above[t.from])
		}
		for i, t := range turns {
			links[i] = t.link
			links[i].weight = t.out[order] - above[t.from]
		}
		rate := 0.0
		if len(links) > 0 {
			if rate, floor, _, ok = rates(links, floor); !ok {
				return false
			}
		}
		for i, q := range states {
			costs[q][order] = floor[i]
			costs[q][order+1] += max(rate, 0)
		}
		above = floor
	}
	if top == 0 {
		for i, q := range states {
			costs[q][0] = max(costs[q][0], ends[i])
		}
	}
	return true
}

// first returns the smallest number that exceeds something, at most maxLeap.
func first(exceeds func(n int) bool) int {
	if exceeds(0) {
		return 0
	}
	low, high := 0, 1
	for !exceeds(high) {
		if low, high = high, 2*high; high > maxLeap {
			return maxLeap
		}
	}
	for low+1 < high {
		if middle := low + (high-low)/2; exceeds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
