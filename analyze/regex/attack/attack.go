// Package attack turns an ambiguity into an input that makes a backtracking matcher slow.
package attack

import (
	"slices"
	"strings"

	"snag/analyze/wtf8"
)

// Pump is a piece of an attack that is repeated, after a piece that stands once.
type Pump struct {
	Prefix string // stands once
	Pump   string // stands n times
	// RisesTo, unless it is 0, makes each repetition differ from those before: the first character of Pump is
	// followed by its successors, up to RisesTo, behind which it begins anew. No surrogate is between them, and none
	// of them is beyond U+FFFF. A backreference fails fast on what is always the same.
	RisesTo rune
}

// Distinct returns how many repetitions differ from each other, 0 where all are the same.
func (p Pump) Distinct() int {
	if p.RisesTo == 0 {
		return 0
	}
	return int(p.RisesTo-wtf8.Decode(p.Pump)[0]) + 1
}

// repetitions returns n repetitions of the pump.
func (p Pump) repetitions(n int) string {
	distinct := p.Distinct()
	if distinct == 0 {
		return strings.Repeat(p.Pump, n)
	}
	text := wtf8.Decode(p.Pump)
	first, rest := text[0], wtf8.Encode(text[1:])
	var b strings.Builder
	for i := range n {
		b.WriteRune(first + rune(i%distinct))
		b.WriteString(rest)
	}
	return b.String()
}

// Attack is a family of inputs: every Pump's prefix followed by n repetitions of its pump, then
// Suffix, which makes the match fail. All strings are WTF-8 (see package wtf8). The zero Attack
// builds empty inputs.
type Attack struct {
	Pumps  []Pump
	Suffix string
}

// Rises reports whether the repetitions of a pump differ.
func (a Attack) Rises() bool {
	return slices.ContainsFunc(a.Pumps, func(p Pump) bool { return p.RisesTo != 0 })
}

// Distinct returns with how many repetitions of each pump the last of them is like none before, 0 where all are the same.
func (a Attack) Distinct() int {
	least := 0
	for _, p := range a.Pumps {
		if n := p.Distinct(); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// Build returns the attack's input for n repetitions of each pump, in WTF-8.
func (a Attack) Build(n int) string {
	var b strings.Builder
	for _, p := range a.Pumps {
		b.WriteString(p.Prefix)
		b.WriteString(p.repetitions(n))
	}
	b.WriteString(a.Suffix)
	return b.String()
}
