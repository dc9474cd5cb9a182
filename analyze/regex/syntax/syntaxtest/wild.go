package syntaxtest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"snag/analyze/regex/syntax"
)

// Wild returns a random pattern and flags of what real patterns have and small ones of Pattern lack:
// counters, character classes, anchors in the middle, lookbehinds of any length that the dialect
// allows, backreferences from anywhere, and several of them at once. Most are valid in the dialect.
func Wild(rng *rand.Rand, d syntax.Dialect) (pattern, flags string) {
	w := wild{generator: generator{Rand: rng, dialect: d}}
	pattern = w.sequence(2 + rng.IntN(2))
	if rng.IntN(3) == 0 {
		pattern = "^" + pattern
	}
	if rng.IntN(3) == 0 {
		pattern += "$"
	}
	letters := "im"
	if d == syntax.JavaScript {
		letters = "imsguy"
	}
	for _, f := range letters {
		if rng.IntN(10) == 0 {
			flags += string(f)
		}
	}
	return pattern, flags
}

type wild struct {
	generator
	behind bool // in the body of a lookbehind
}

func (w *wild) oneIn(n int) bool { return w.IntN(n) == 0 }

func (w *wild) sequence(depth int) string {
	var s strings.Builder
	for range 1 + w.IntN(4) {
		s.WriteString(w.term(depth))
	}
	return s.String()
}

func (w *wild) choice(depth int) string {
	s := w.sequence(depth)
	for w.oneIn(3) {
		s += "|" + w.sequence(depth)
	}
	return s
}

func (w *wild) term(depth int) string {
	if depth == 0 || w.oneIn(2) {
		return w.quantified(w.pick("a", "b", "ab", "[ab]", "[bc]", "[^a]", ".", `\w`, `\d`, `\s`, "[a-c]", "c"))
	}
	switch w.IntN(10) {
	case 0:
		return w.pick(`\b`, `\B`, "^", "$")
	case 1, 2:
		return w.pick("(?=", "(?!") + w.choice(depth-1) + ")"
	case 3:
		return w.lookBehind(depth - 1)
	case 4:
		if w.groups > 0 {
			return fmt.Sprintf(`(?:\%d)`, 1+w.IntN(w.groups)) + w.pick("", "", "+", "?", "{2}")
		}
	case 5:
		w.groups++
		return w.quantified("(" + w.choice(depth-1) + ")")
	case 6:
		if w.dialect != syntax.JavaScript && !w.behind {
			return w.quantified("(?>" + w.choice(depth-1) + ")")
		}
	}
	return w.quantified("(?:" + w.choice(depth-1) + ")")
}

// lookBehind returns a lookbehind whose length the dialect allows.
func (w *wild) lookBehind(depth int) string {
	open := w.pick("(?<=", "(?<!")
	switch w.dialect {
	case syntax.JavaScript, syntax.DotNet:
		return open + w.choice(depth) + ")"
	case syntax.Java:
		return open + w.pick("a", "ab", "a{1,3}b", "[ab]{2}", `\w{1,20}`, "a[^a]{1,40}", "a|bc") + ")"
	}
	return open + w.pick("a", "ab", "[ab]b", "[ab]{2}", `\w`, "[^a]b", `\dab`) + ")"
}

func (w *wild) quantified(atom string) string {
	if w.oneIn(2) {
		return atom
	}
	if len(atom) > 1 && atom[0] != '[' && atom[0] != '(' && atom[0] != '\\' {
		atom = "(?:" + atom + ")"
	}
	q := w.pick("*", "+", "?", "*", "+", "*", "+", "{2}", "{1,3}", "{0,4}", "{2,}")
	if w.oneIn(25) {
		q = w.pick("{3,20}", "{1,63}")
	}
	if w.oneIn(3) {
		q += "?"
	}
	return atom + q
}
