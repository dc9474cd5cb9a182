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

// phased returns an attack with one pump more than that of v, behind its only one: what makes a matcher begin anew
// need not be what costs most once it did. Of those that pump one letter it is the one that costs most, at a length
// of a quarter of the goal. ok is false where the attack of v costs more, or steps cannot be computed.
func (d *decision) phased(v Verdict, costs *backtrack.Costs, goal int) (best attack.Attack, ok bool) {
	if d.prover.meter == nil || len(v.Attack.Pumps) != 1 || v.Class != Polynomial {
		return best, false
	}
	most := d.perCharacter(*v.Attack, goal/4)
	pump := len(d.tree.Chars(v.Attack.Pumps[0].Pump))
	if pump > mostPhased {
		return best, false
	}
	for class := range min(costs.Alphabet.Len, mostLetters) {
		letter := wtf8.Encode([]rune{costs.Alphabet.Example(class)})
		for _, times := range []int{max(pump/2, 1), pump} {
			a := attack.Attack{
				Pumps:  []attack.Pump{v.Attack.Pumps[0], {Pump: strings.Repeat(letter, times)}},
				Suffix: v.Attack.Suffix,
			}
			if cost := d.perCharacter(a, goal/4); cost > 1.05*most {
				best, most, ok = a, cost, true
			}
			if times == pump && pump == 1 {
				break
			}
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
