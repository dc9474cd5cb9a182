// Package attack turns an ambiguity into an input that makes a backtracking matcher slow.
package attack

import "strings"

// Pump is a piece of an attack that is repeated, after a piece that stands once.
type Pump struct {
	Prefix string // stands once
	Pump   string // stands n times
}

// Attack is a family of inputs: every Pump's prefix followed by n repetitions of its pump, then
// Suffix, which makes the match fail. All strings are WTF-8 (see package wtf8). The zero Attack
// builds empty inputs.
type Attack struct {
	Pumps  []Pump
	Suffix string
}

// Build returns the attack's input for n repetitions of each pump, in WTF-8.
func (a Attack) Build(n int) string {
	var b strings.Builder
	for _, p := range a.Pumps {
		b.WriteString(p.Prefix)
		for range n {
			b.WriteString(p.Pump)
		}
	}
	b.WriteString(a.Suffix)
	return b.String()
}
