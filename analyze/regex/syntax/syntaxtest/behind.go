package syntaxtest

import (
	"math/rand/v2"

	"snag/analyze/regex/syntax"
)

// Behind returns a random pattern, valid where lookbehinds may have any length, of one lookbehind which holds lookarounds
// that read the text in both directions, often next to what may be read before and after it.
func Behind(rng *rand.Rand) string {
	b := behind{generator{Rand: rng, dialect: syntax.JavaScript}}
	before, after := "", ""
	if b.IntN(2) == 0 {
		before = b.pick("^", "a", "[ab]", "[ac]*", `\w+`, "c+")
	}
	if b.IntN(2) == 0 {
		after = b.pick("x", "a", "c+", "$", "[ab]*$", "[bc]")
	}
	return before + b.pick("(?<=", "(?<!") + b.maybe() + b.look(2) + b.maybe() + ")" + after
}

type behind struct{ generator }

// maybe returns a sequence with few lookarounds, or nothing.
func (b *behind) maybe() string {
	if b.IntN(2) == 0 {
		return ""
	}
	return b.sequence(1)
}

func (b *behind) look(depth int) string {
	return b.pick("(?<=", "(?<!", "(?=", "(?!") + b.sequence(depth) + ")"
}

func (b *behind) sequence(depth int) (s string) {
	for range 1 + b.IntN(3) {
		switch k := b.IntN(10); {
		case k < 3 && depth > 0:
			s += b.look(depth - 1)
		case k == 3 && depth > 0:
			s += "(?:" + b.sequence(depth-1) + "|" + b.sequence(depth-1) + ")" + b.pick("", "", "*", "+", "?")
		case k == 4:
			s += b.pick(`\b`, `\B`, "^", "$", "a", "b")
		default:
			s += b.pick("a", "b", "c", "[ab]", "[ac]", "[bc]", "[^a]", `\w`, ".") + b.pick("", "", "", "*", "+", "*?", "+?", "?", "{2,}", "{1,3}")
		}
	}
	return s
}
