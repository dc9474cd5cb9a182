package redos

import (
	"math"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/wtf8"
)

const (
	mostPhased  = 24 // characters of a pump behind which another one is looked for
	mostLetters = 16 // that are tried as such
)

// phased returns an attack with one pump more than that of v, behind its first one: what makes a matcher begin anew
// need not be what costs most once it did. That pumps one letter, or leads to what one of the others pumps and pumps
// that. Of all these it is the one that costs most, at a length of a quarter of the goal. ok is false where the attack
// of v costs more, or steps cannot be computed.
func (d *decision) phased(v Verdict, costs *backtrack.Costs, others []attack.Attack, goal int) (best attack.Attack, ok bool) {
	if d.prover.meter == nil || v.Class != Polynomial {
		return best, false
	}
	most := d.perCharacter(v, *v.Attack, goal/4)
	first := v.Attack.Pumps[0]
	pump := len(d.tree.Chars(first.Pump))
	if pump > mostPhased {
		return best, false
	}
	try := func(a attack.Attack) {
		if cost := d.perCharacter(v, a, goal/4); cost > 1.05*most {
			best, most, ok = a, cost, true
		}
	}
	for class := 0; len(v.Attack.Pumps) == 1 && class < min(costs.Alphabet.Len, mostLetters); class++ {
		letter := wtf8.Encode([]rune{costs.Alphabet.Example(class)})
		for _, times := range []int{max(pump/2, 1), pump} {
			try(attack.Attack{Pumps: []attack.Pump{first, {Pump: strings.Repeat(letter, times)}}, Suffix: v.Attack.Suffix})
			if times == pump && pump == 1 {
				break
			}
		}
	}
	for _, o := range others[:min(len(others), 2)] {
		second := o.Pumps[0]
		length := len(d.tree.Chars(second.Pump))
		if length > mostPhased || len(second.Prefix) > 2*mostPhased {
			continue
		}
		for _, suffix := range []string{v.Attack.Suffix, o.Suffix} {
			a := attack.Attack{Pumps: []attack.Pump{first, second}, Suffix: suffix}
			a.Pumps[0].Pump = strings.Repeat(first.Pump, max(1, length/pump))
			a.Pumps[1].Pump = strings.Repeat(second.Pump, max(1, pump/length))
			try(a)
		}
	}
	return best, ok
}

// balanced returns v with an attack that repeats one of several pumps more often than the others, where that is shorter:
// they need not have the same share of the input.
func (d *decision) balanced(v Verdict) Verdict {
	for range mostBalanced {
		if d.prover.meter == nil || v.Class != Polynomial || len(v.Attack.Pumps) < 2 {
			break
		}
		goal := v.Cost.LengthForBudget
		var best attack.Attack
		most := 1.02 * d.perCharacter(v, *v.Attack, goal*3/4)
		for i, p := range v.Attack.Pumps {
			if len(d.tree.Chars(p.Pump)) > mostPhased {
				continue
			}
			a := attack.Attack{Pumps: slices.Clone(v.Attack.Pumps), Suffix: v.Attack.Suffix}
			a.Pumps[i].Pump += p.Pump
			if cost := d.perCharacter(v, a, goal*3/4); cost > most {
				best, most = a, cost
			}
		}
		if best.Pumps == nil {
			break
		}
		other, ok := d.claim(v, best, d.prover.replay(best))
		if !ok || !d.settle(&other) || other.Cost.LengthForBudget >= goal {
			break
		}
		v = other
	}
	return v
}

// mostBalanced is how often the share of a pump is changed.
const mostBalanced = 2

// perCharacter returns what an attack of about so many characters costs, as a part of the power of its length with which
// it grows.
func (d *decision) perCharacter(v Verdict, a attack.Attack, length int) float64 {
	r := d.prover.replay(a)
	perPump := r.length(1) - r.length(0)
	n := max((length-r.length(0))/perPump, 1)
	point, ok := r.cost(n, d.limits.Steps)
	if !ok {
		return math.Inf(1)
	}
	return float64(point.Steps) / math.Pow(float64(point.Length), float64(v.Degree))
}
