package bound

import "slices"

// lead is a step of a sight, by where it leads and what it makes of the amounts.
type lead struct {
	from, to int32
	step     *tierStep // nil where the amounts stay
}

// leads are the steps of all sights, without those that lead to the same and make the same of the amounts.
func (t *tiers) leads() (all []lead) {
	for from := range t.sights {
		first := len(all)
		steps := t.sights[from].steps
		for i := range steps {
			l := lead{int32(from), steps[i].to, &steps[i]}
			if l.step.same {
				l.step = nil
			}
			if !slices.ContainsFunc(all[first:], func(o lead) bool {
				return o.to == l.to && (o.step == nil) == (l.step == nil) && (o.step == nil || o.step.from == l.step.from)
			}) {
				all = append(all, l)
			}
		}
	}
	return all
}

// reachedPeriod is a number of characters that the lengths of most loops divide.
const reachedPeriod = 120

// reached returns the most of each crowd there may be behind so many characters, at any place, up to a length.
//
// A single crowd is joined by constant numbers: where it has grown during some characters by no more than a number in every
// sight, it grows by no more than that in as many again.
func (t *tiers) reached(length int) []amounts {
	now, next := make([]amounts, len(t.sights)), make([]amounts, len(t.sights))
	leads := t.leads()
	for g := range t.starts {
		now[g][0] = 1
	}
	all := make([]amounts, length+1)
	var before []amounts // what there was a period earlier
	var behind amounts
	for n := range all {
		most := &all[n]
		if n > 0 {
			*most = all[n-1]
		}
		for i := range now {
			for j, k := range now[i][:t.count] {
				if k > most[j] {
					most[j] = k
				}
			}
		}
		if t.count == 2 && n%reachedPeriod == 0 {
			if before != nil {
				if by, ok := grown(before, now); ok && by == most[1]-all[n-reachedPeriod][1] {
					for n++; n <= length; n++ {
						all[n] = amounts{1, all[n-reachedPeriod][1] + by}
					}
					break
				}
			}
			before = append(before[:0], now...)
		}
		clear(next)
		for i := range leads {
			l := &leads[i]
			k, to := &now[l.from], &next[l.to]
			if k[0] == 0 {
				continue
			}
			if l.step != nil {
				behind = l.step.apply(k)
				k = &behind
			}
			for j := range t.count {
				if k[j] > to[j] {
					to[j] = k[j]
				}
			}
		}
		now, next = next, now
	}
	return all
}

// grown returns by how much the second amount grew at most in any sight. ok is false where there is one in a sight that there
// was none in.
func grown(before, now []amounts) (most float64, ok bool) {
	for i := range now {
		if now[i][0] == 0 {
			continue
		}
		if before[i][0] == 0 {
			return 0, false
		}
		most = max(most, now[i][1]-before[i][1])
	}
	return most, true
}
