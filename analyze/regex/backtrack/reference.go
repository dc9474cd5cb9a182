package backtrack

import (
	"slices"

	"snag/analyze/regex/charset"
)

// captured returns the bounds of the group that is set. If none is, it returns those of an empty text
// or, where a reference to such a group fails, a negative number.
func (r *ref) captured(registers []int32) (lo, hi int) {
	for _, g := range r.groups {
		lo, hi := registers[2*g-2], registers[2*g-1]
		if lo >= 0 && hi >= 0 {
			return int(lo), max(int(hi), int(lo))
		}
	}
	if !r.unset {
		return -1, -1
	}
	return 0, 0
}

// isSet reports whether a group of r is set.
func (r *ref) isSet(registers []int32) bool {
	for _, g := range r.groups {
		if registers[2*g-2] >= 0 && registers[2*g-1] >= 0 {
			return true
		}
	}
	return false
}

// tryEach returns where the first of the groups that matches leads to, or -1, and the steps it took.
func (r *ref) tryEach(registers []int32, input []rune, pos int) (next int, steps int64) {
	for _, g := range slices.Backward(r.groups) {
		steps++
		lo, hi := int(registers[2*g-2]), int(registers[2*g-1])
		if lo < 0 || hi < lo {
			continue
		}
		from, to := pos, pos+hi-lo
		if r.back {
			from, to = pos-(hi-lo), pos
		}
		if from < 0 || to > len(input) {
			continue
		}
		n := r.common(input[lo:hi], input[from:to])
		if steps += int64(n); n < hi-lo {
			continue
		}
		if r.back {
			return from, steps
		}
		return to, steps
	}
	return -1, steps
}

// common returns the number of characters at the start of s and t, which are equally long, that
// are the same but for case folding.
func (r *ref) common(s, t []rune) int {
	for i, c := range s {
		if d := t[i]; c != d && charset.Canonicalize(c, r.fold) != charset.Canonicalize(d, r.fold) {
			return i
		}
	}
	return len(s)
}

// keepReferenced marks the captures that something in the pattern looks at.
func (c *compiler) keepReferenced() {
	if len(c.p.refs) == 0 && len(c.p.pops) == 0 && !c.p.lookups {
		return
	}
	referenced := make([]bool, c.p.groups+1)
	for _, r := range c.p.refs {
		for _, g := range r.groups {
			referenced[g] = true
		}
	}
	for _, pop := range c.p.pops {
		referenced[pop.from], referenced[pop.to] = true, true
	}
	for i := range c.p.code {
		switch in := &c.p.code[i]; in.op {
		case opOpen:
			in.keep = c.p.lookups || in.y != 0 && referenced[in.y] || in.y == 0 && referenced[in.x/2+1]
		case opClose, opClosePair:
			in.keep = c.p.lookups || referenced[in.x/2+1]
		}
	}
}
