package attack

import (
	"slices"

	"snag/analyze/wtf8"
)

// Reversed returns the attack whose inputs are those of a, turned round. A pump that rises repeats its first text there.
func (a Attack) Reversed() Attack {
	var out Attack
	before := a.Suffix
	for _, p := range slices.Backward(a.Pumps) {
		out.Pumps = append(out.Pumps, Pump{Prefix: backwards(before), Pump: backwards(p.Pump)})
		before = p.Prefix
	}
	out.Suffix = backwards(before)
	return out
}

// backwards returns text from its last character to its first.
func backwards(text string) string {
	chars := wtf8.Decode(text)
	slices.Reverse(chars)
	return wtf8.Encode(chars)
}
