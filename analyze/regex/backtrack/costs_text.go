package backtrack

import (
	"slices"

	"snag/analyze/regex/charset"
)

// held is a group of one character, of which only a few are possible: which one it was is told apart up to the last
// reference to it, as the count of a loop is.
type held struct {
	group int
	set   charset.Set
	at    []int32 // instructions that read the character, of which each match passes one
	last  int32   // the last reference
}

// mostHeld is the largest number of characters of a group that are told apart.
const mostHeld = 4

// held returns the groups whose text is told apart. Beyond the last reference, and before the group, the text is not
// known, so that it is never that of another iteration which the engine forgets.
func (p *Program) held() (texts []held) {
	if p.back || p.stacks >= 0 || len(p.refs) == 0 {
		return nil
	}
	closes := make(map[int]int)
	var opens []int // of groups that are not closed
	depth := 0      // of lookarounds
	for pc, in := range p.code {
		switch in.op {
		case opLook, opLookNot, opLookOr:
			depth++
		case opLookEnd, opLookNotEnd:
			depth--
		case opOpen:
			opens = append(opens, pc)
		case opClose, opClosePair:
			from := opens[len(opens)-1]
			opens = opens[:len(opens)-1]
			t := held{group: int(in.x/2) + 1}
			if closes[t.group]++; depth == 0 && p.single(&t, from+1, pc) {
				texts = append(texts, t)
			}
		}
	}
	kept := texts[:0]
	for _, t := range texts {
		for pc, in := range p.code {
			if in.op == opBackref && p.refs[in.x].isOf(t) {
				t.last = max(t.last, int32(pc))
			}
		}
		if closes[t.group] == 1 && t.last > slices.Max(t.at) {
			kept = append(kept, t)
		}
	}
	return kept
}

// mostSingle is the number of instructions of such a group.
const mostSingle = 4 * mostHeld

// single fills in what a group reads whose instructions are those from one up to another one. It reports whether that
// is one character of a few, whichever alternative is taken.
func (p *Program) single(t *held, from, to int) bool {
	var reads func(pc int, done bool) bool
	reads = func(pc int, done bool) bool {
		if pc == to {
			return done
		}
		switch in := p.code[pc]; in.op {
		case opJump:
			return int(in.x) > pc && reads(int(in.x), done)
		case opAlternative:
			return reads(pc+1, done) && reads(int(in.x), done)
		case opChar:
			t.set = t.set.Union(charset.Of(rune(in.x)))
		case opClass:
			t.set = t.set.Union(p.classes[in.x].set())
		default:
			return false
		}
		t.at = append(t.at, int32(pc))
		return !done && reads(pc+1, true)
	}
	return to-from <= mostSingle && reads(from, false) && t.set.Size() <= mostHeld
}

// isOf reports whether r asks for exactly the text of a group, on the way through the input.
func (r *ref) isOf(t held) bool {
	return len(r.groups) == 1 && r.groups[0] == t.group && (r.fold == 0 || !t.hasCase()) && !r.back && !r.each
}

// hasCase reports whether another character may be the same as one of t but for case folding.
func (t *held) hasCase() bool {
	letters := charset.New(charset.Range{Lo: 'A', Hi: 'Z'}, charset.Range{Lo: 'a', Hi: 'z'}, charset.Range{Lo: 0x80, Hi: 0x10FFFF})
	return !t.set.Intersect(letters).IsEmpty()
}

// textOf is the number under which the text of a group stands among the counts: its class and one.
func (c *coster) textOf(i int) int32 { return int32(len(c.loops) + i) }

// hold returns counts with the character of class that the instruction at pc has read, if that is the text of a
// group.
func (c *coster) hold(counts, pc, class int32) int32 {
	for i, t := range c.texts {
		if slices.Contains(t.at, pc) {
			return c.set(counts, c.textOf(i), class+1)
		}
	}
	return counts
}

// heldBy returns the class of the character that a reference asks for, if that is known.
func (c *coster) heldBy(s spot, r *ref) (class int32, ok bool) {
	for i, t := range c.texts {
		if r.isOf(t) {
			v := c.value(s.counts, c.textOf(i))
			return v - 1, v > 0
		}
	}
	return 0, false
}

// onlyTexts returns counts without those of loops.
func (c *coster) onlyTexts(counts int32) int32 {
	if len(c.texts) == 0 {
		return 0
	}
	var kept []int32
	for list := c.values[counts]; len(list) > 0; list = list[2:] {
		if list[0] >= int32(len(c.loops)) {
			kept = append(kept, list[0], list[1])
		}
	}
	return c.number(kept)
}
