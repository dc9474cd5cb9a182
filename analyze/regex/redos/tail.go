package redos

import (
	"strings"
	"unicode"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/sample"
	"snag/analyze/wtf8"
)

// tails is how many letters are tried as the end of an attack.
const tails = 4

// untrimmed returns v with an attack that ends in something that trim leaves, where that costs as much and lacks
// nothing more that every match holds: programs trim what they get, and without its end an attack may match.
func (d *decision) untrimmed(v Verdict) Verdict {
	if v.Attack == nil || d.limits.ClassOnly || v.Cost.Extrapolated {
		return v
	}
	old := v.Attack.Suffix
	if old == "" {
		old = v.Attack.Pumps[len(v.Attack.Pumps)-1].Pump
	}
	if strings.TrimRightFunc(old, isTrimmed) == old {
		return v
	}
	pumps := v.Attack.Pumps
	for _, letter := range d.solid() {
		for _, suffix := range []string{strings.TrimRightFunc(v.Attack.Suffix, isTrimmed) + letter, v.Attack.Suffix + letter} {
			a := attack.Attack{Pumps: pumps, Suffix: suffix}
			if len(d.lacks(a)) > len(d.lacks(*v.Attack)) {
				continue // an engine that looks for what every match holds would not begin
			}
			r := d.prover.replay(a)
			other, ok := d.claim(v, a, r)
			if !ok || !d.settle(&other) || other.Cost.PumpsForBudget > v.Cost.PumpsForBudget || len(other.Attack.Pumps[0].Pump) != len(pumps[0].Pump) {
				continue
			}
			other.Cost.SafeLength = v.Cost.SafeLength
			return other
		}
	}
	return v
}

// isTrimmed reports whether the trim of some language takes a character away.
func isTrimmed(r rune) bool { return r <= ' ' || r == 0xFEFF || unicode.IsSpace(r) }

// solid returns texts of one character each that no trim takes, the most readable first.
func (d *decision) solid() []string {
	letters := []string{"!"}
	for _, r := range sample.Kinds(d.tree) {
		if text := wtf8.Encode([]rune{r}); !isTrimmed(r) && r < 0xD800 && text != "!" && len(letters) < tails {
			letters = append(letters, text)
		}
	}
	return letters
}
