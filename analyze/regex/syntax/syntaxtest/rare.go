package syntaxtest

import (
	"fmt"
	"math/rand/v2"

	"snag/analyze/regex/syntax"
)

// Rare returns a random pattern and flags of what is seldom written and easily misjudged: optional parts in optional
// parts, large counts, possessive loops, conditionals, also within the group that they ask for, calls of groups, control
// verbs, flags within the pattern, and letters that fold to letters of other scripts. Most are valid in the dialect.
func Rare(rng *rand.Rand, d syntax.Dialect) (pattern, flags string) {
	r := rare{wild: wild{generator: generator{Rand: rng, dialect: d}}, folds: rng.IntN(4) == 0}
	pattern = r.sequence(1 + rng.IntN(3))
	if r.oneIn(3) {
		pattern = "^" + pattern
	}
	if r.oneIn(3) {
		pattern += "$"
	}
	if r.folds || r.oneIn(8) {
		flags = "i"
	}
	if d == syntax.JavaScript && r.oneIn(4) {
		flags += "u"
	}
	return pattern, flags
}

type rare struct {
	wild
	folds bool
}

func (r *rare) sequence(depth int) (s string) {
	for range 1 + r.IntN(3) {
		s += r.term(depth)
	}
	return s
}

func (r *rare) choice(depth int) string {
	s := r.sequence(depth)
	for r.oneIn(3) {
		s += "|" + r.sequence(depth)
	}
	return s
}

func (r *rare) atom() string {
	if r.folds {
		return r.pick("a", "k", "K", "\u212A", "s", "\u017F", "[a-z]", "[^k]", `\w`, "[ks]", ".", "\u00E9")
	}
	return r.pick("a", "b", "(?:ab)", "[ab]", "[^a]", ".", `\w`, `\d`, `\s`, `\\.`, `[^"\\]`)
}

func (r *rare) repeated(atom string) string {
	if r.oneIn(3) {
		return atom
	}
	q := r.pick("*", "+", "?", "*", "+", "{2}", "{1,3}", "{0,4}", "{2,}")
	if r.oneIn(10) {
		q = r.pick("{1,20}", "{0,63}", "{1,200}", "{30}", "{0,1000}")
	}
	switch {
	case r.oneIn(4):
		q += "?"
	case r.oneIn(5) && r.dialect != syntax.JavaScript && r.dialect != syntax.DotNet && (r.dialect != syntax.Ruby || q[0] != '{'):
		q += "+"
	}
	return atom + q
}

func (r *rare) term(depth int) string {
	if depth == 0 || r.oneIn(3) {
		return r.repeated(r.atom())
	}
	ecma := r.dialect == syntax.JavaScript
	calls := r.dialect == syntax.PCRE || r.dialect == syntax.Perl
	switch r.IntN(12) {
	case 0:
		return r.pick("(?=", "(?!", "(?=.*", "(?!.*") + r.choice(depth-1) + ")"
	case 1:
		return r.lookBehind(depth - 1)
	case 2, 3:
		if r.groups > 0 {
			return fmt.Sprintf(r.pick(`(?:\%d)`, `(?:\%d)+`, `(?!\%d)`, `(?=\%d)`, `(?:(?!\%d).)*`), 1+r.IntN(r.groups))
		}
	case 4, 5:
		r.groups++
		return r.repeated("(" + r.choice(depth-1) + ")")
	case 6:
		if !ecma {
			return r.repeated("(?>" + r.choice(depth-1) + ")")
		}
	case 7:
		if calls {
			r.groups++
			return fmt.Sprintf("(%s(?:%s(?%d)%s)?%s)", r.atom(), r.atom(), r.groups, r.pick("", r.atom()), r.repeated(r.atom()))
		}
	case 8:
		if !ecma && r.dialect != syntax.Java {
			n := 1 + r.groups
			if r.groups > 0 && r.oneIn(2) {
				return fmt.Sprintf("(?(%d)%s|%s)", 1+r.IntN(r.groups), r.sequence(depth-1), r.sequence(depth-1))
			}
			r.groups++
			return fmt.Sprintf(`(%s(?(%d)%s|%s))%s(?:\%d)`, r.repeated(r.atom()), n, r.atom(), r.repeated(r.atom()), r.atom(), n)
		}
	case 9:
		s := r.atom() + r.pick("", "?", "*")
		for range 1 + r.IntN(3) {
			s = r.repeated(r.atom()) + "(?:" + s + ")" + r.pick("?", "??", "*", "{0,3}")
		}
		return s
	case 10:
		if !ecma {
			return "(?" + r.pick("i", "s", "m") + ":" + r.choice(depth-1) + ")"
		}
	case 11:
		if calls {
			return r.pick("(*COMMIT)", "(*PRUNE)", "(*SKIP)", `\K`)
		}
	}
	return r.repeated("(?:" + r.choice(depth-1) + ")")
}
