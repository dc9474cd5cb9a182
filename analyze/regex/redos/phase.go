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

const (
	mostClimbed   = 40    // attacks that are tried on the way to a shorter one
	climbedSteps  = 1_000 // times the budget that one may take
	climbedLetter = 6     // letters that are pumped behind the others
)

// climbed returns v with an attack that was changed step by step as long as it cost more: a pump stands once, a word loses
// a character, a pump has another share of the input, or one letter more is pumped. So found is what the automaton does not
// tell: that one place to begin at is enough, or that what follows each of the first pumps need not be there.
func (d *decision) climbed(v Verdict) Verdict {
	if d.prover.meter == nil || v.Class != Polynomial || v.Attack.Rises() {
		return v
	}
	goal := v.Cost.LengthForBudget
	score := func(a attack.Attack) float64 {
		r := d.prover.replay(a)
		n := (goal - r.length(0)) / (r.length(1) - r.length(0))
		if n < 2 {
			return 0
		}
		point, _ := r.cost(n, climbedSteps*d.limits.Steps)
		return float64(point.Steps) / math.Pow(float64(point.Length), float64(v.Degree))
	}
	best, most := *v.Attack, 1.01*score(*v.Attack)
	lacks := len(d.lacks(best))
	changed := false
	for left := mostClimbed; left > 0; {
		better := false
		for _, a := range d.changes(best) {
			if left--; left < 0 {
				break
			}
			cost := score(a)
			if cost <= most || len(d.lacks(a)) > lacks {
				continue
			}
			if _, grows := d.prover.replay(a).grows(v.Degree); !grows {
				continue
			}
			best, most, better, changed = a, 1.01*cost, true, true
			break
		}
		if !better {
			break
		}
	}
	if !changed {
		return v
	}
	other, ok := d.claim(v, best, d.prover.replay(best))
	if !ok || !d.settle(&other) || other.Cost.LengthForBudget >= goal {
		return v
	}
	return other
}

// changes returns attacks that differ from one in one place, those first that may be much shorter.
func (d *decision) changes(a attack.Attack) (all []attack.Attack) {
	change := func(i int, prefix, pump string) {
		b := attack.Attack{Pumps: slices.Clone(a.Pumps), Suffix: a.Suffix}
		b.Pumps[i] = attack.Pump{Prefix: prefix, Pump: pump}
		all = append(all, b)
	}
	for i, p := range a.Pumps[:len(a.Pumps)-1] { // that stands once
		next := a.Pumps[i+1]
		b := attack.Attack{Pumps: slices.Delete(slices.Clone(a.Pumps), i, i+1), Suffix: a.Suffix}
		if b.Pumps[i] = (attack.Pump{Prefix: p.Prefix + p.Pump + next.Prefix, Pump: next.Pump}); len(b.Pumps) == 1 {
			b.Pumps[i].Pump = wtf8.Encode(root(d.tree.Chars(next.Pump)))
		}
		all = append(all, b)
	}
	total := 0
	for i, p := range a.Pumps {
		word := d.tree.Chars(p.Pump)
		if total += len(word); len(word) > 1 {
			change(i, p.Prefix, wtf8.Encode(word[:len(word)-1]))
			change(i, p.Prefix, wtf8.Encode(word[1:]))
		}
	}
	for i, p := range a.Pumps {
		word := d.tree.Chars(p.Pump)
		if half := len(word) / 2; half > 0 && slices.Equal(word[:half], word[half:]) {
			change(i, p.Prefix, wtf8.Encode(word[:half]))
		}
		if len(a.Pumps) > 1 && len(word) <= mostPhased {
			change(i, p.Prefix, p.Pump+p.Pump)
		}
	}
	for i, p := range a.Pumps {
		if before := d.tree.Chars(p.Prefix); len(before) > 0 {
			change(i, wtf8.Encode(before[:len(before)-1]), p.Pump)
		}
	}
	alphabet := d.prover.costs.Alphabet
	for i := range min(alphabet.Len, climbedLetter) {
		class := i / 2 // the first one, the last one, and so on
		if i%2 == 1 {
			class = alphabet.Len - 1 - class
		}
		letter := wtf8.Encode([]rune{alphabet.Example(class)})
		tail := attack.Pump{Pump: strings.Repeat(letter, max(total/len(a.Pumps), 1))}
		all = append(all, attack.Attack{Pumps: append(slices.Clone(a.Pumps), tail), Suffix: a.Suffix})
	}
	return all
}

// root returns the shortest word of which a word is a number of repetitions.
func root(word []rune) []rune {
	for n := 1; n <= len(word)/2; n++ {
		if len(word)%n == 0 && slices.Equal(word[n:], word[:len(word)-n]) {
			return word[:n]
		}
	}
	return word
}
