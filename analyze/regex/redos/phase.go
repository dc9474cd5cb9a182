package redos

import (
	"math"
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
	most := d.perCharacter(*v.Attack, goal/4)
	first := v.Attack.Pumps[0]
	pump := len(d.tree.Chars(first.Pump))
	if pump > mostPhased {
		return best, false
	}
	try := func(a attack.Attack) {
		if cost := d.perCharacter(a, goal/4); cost > 1.05*most {
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

// perCharacter returns what an attack of about so many characters costs, as a part of the square of its length.
func (d *decision) perCharacter(a attack.Attack, length int) float64 {
	r := d.prover.replay(a)
	perPump := r.length(1) - r.length(0)
	n := max((length-r.length(0))/perPump, 1)
	point, ok := r.cost(n, d.limits.Steps)
	if !ok {
		return math.Inf(1)
	}
	return float64(point.Steps) / float64(point.Length) / float64(point.Length)
}
