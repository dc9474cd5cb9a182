package scripting

import "snag/analyze/source/literal"

// filled reads an operand, in its place a hole where that is not constant and c goes on without it.
func (c *code) filled(i, depth int) (v literal.Constant, next int, ok bool) {
	if v, next, ok = c.operand(i, depth); ok || !c.holes || c.work < 0 {
		return v, next, ok
	}
	end, escaped := c.operandEnd(i)
	if end == i {
		return v, next, false
	}
	return c.hole(c.start(i), c.end(end-1), escaped), end, true
}

// hole returns what stands for the expression between two offsets.
func (c *code) hole(start, end int, escaped bool) (v literal.Constant) {
	v.Hole(start, end, escaped)
	c.reason = ""
	return v
}

// sketch keeps what is known of a pattern that is not constant as a whole, which read reads.
func (c *code) sketch(l *literal.Literal, read func() (v literal.Constant, ok bool)) {
	reason := c.reason
	c.holes, c.reason = true, ""
	if v, ok := read(); ok && !v.List && !v.Number && v.HasHoles() {
		l.Outline(&v, l.Flags, l.FlagsKnown, c.src)
	}
	c.holes, c.reason = false, reason
}

// chain returns the token behind a name with members and calls at token i: names behind one of the given kinds, and
// brackets.
func (c *code) chain(i int, links, brackets string) int {
	next := i + 1
	for {
		switch k := c.kind(next); {
		case contains(links, k) && (c.kind(next+1) == kindName || c.kind(next+1) == kindVariable):
			next += 2
		case contains(links, k) && contains(brackets, c.kind(next+1)) && c.mate(next+1) > 0:
			next = c.mate(next+1) + 1
		case contains(brackets, k) && c.mate(next) > 0:
			next = c.mate(next) + 1
		default:
			return next
		}
	}
}

func contains(kinds string, k byte) bool {
	for i := range len(kinds) {
		if kinds[i] == k {
			return true
		}
	}
	return false
}
