// Package syntaxtest makes patterns for the tests of packages that work on trees, and writes trees for people.
package syntaxtest

import (
	"fmt"
	"math/rand/v2"

	"snag/analyze/regex/syntax"
)

// Pattern returns a random pattern over a and b, valid in the dialect, of what an analysis decides:
// loops, alternatives, assertions, lookaround, backreferences and, where the dialect has them, atomic
// groups, possessive loops and conditionals. It is at most depth operators deep.
func Pattern(rng *rand.Rand, d syntax.Dialect, depth int) string {
	g := generator{Rand: rng, dialect: d}
	if d == syntax.JavaScript {
		return g.ecma(depth)
	}
	return g.perl(depth)
}

type generator struct {
	*rand.Rand
	dialect syntax.Dialect
	groups  int
}

func (g *generator) pick(s ...string) string { return s[g.IntN(len(s))] }

func (g *generator) quantifier() string {
	return g.pick("*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?")
}

// ecma makes patterns of JavaScript.
func (g *generator) ecma(depth int) string {
	if depth == 0 {
		return g.pick("a", "b", "[ab]", ".", "[^a]", "c", "[^]")
	}
	sub := func() string { return g.ecma(depth - 1) }
	switch g.IntN(19) {
	case 0, 1, 2, 3:
		return sub() + sub()
	case 4, 5:
		return "(?:" + sub() + "|" + sub() + ")"
	case 6, 7, 8:
		return "(?:" + sub() + ")" + g.quantifier()
	case 9:
		return "(?=" + sub() + ")"
	case 10:
		return "(?!" + sub() + ")"
	case 11:
		return g.pick(`\b`, `\B`, "^", "$", "(?<=a)", "(?<!b)", "(?=b)", "(?!a)")
	case 12:
		return "(?:" + sub() + "|)"
	case 13:
		return "(?<=" + sub() + ")"
	case 14:
		return "(?<!" + sub() + ")"
	case 15: // an atomic group, or a backreference to something near
		name := fmt.Sprintf("g%d", g.Uint32())
		if g.IntN(2) == 0 {
			return "(?=(?<" + name + ">" + sub() + "))\\k<" + name + ">"
		}
		return "(?<" + name + ">" + sub() + ")" + sub() + "\\k<" + name + ">"
	}
	return g.ecma(0)
}

// perl makes patterns of the other dialects.
func (g *generator) perl(depth int) string {
	if depth == 0 {
		return g.pick("a", "b", "[ab]", ".", "[^a]", "c", `[\s\S]`)
	}
	sub := func() string { return g.perl(depth - 1) }
	switch g.IntN(19) {
	case 0, 1, 2, 3:
		return sub() + sub()
	case 4, 5:
		return "(?:" + sub() + "|" + sub() + ")"
	case 6, 7, 8:
		return "(?:" + sub() + ")" + g.quantifier()
	case 9:
		return g.pick("(?=", "(?!") + sub() + ")"
	case 10, 11:
		return g.pick(`\b`, `\B`, "^", "$", "$", `\A`, `\Z`, "(?m:^)", "(?m:$)", "(?<=a)", "(?<!b)", "(?=b)", "(?!a)", "(?<=ab)", "(?!$)")
	case 12:
		return "(?:" + sub() + "|)"
	case 13, 14:
		return "(?>" + sub() + ")"
	case 15:
		if g.dialect == syntax.DotNet || g.dialect == syntax.Ruby {
			break
		}
		return g.pick("a", "[ab]", ".", "(?:"+sub()+")") + g.pick("*", "+", "?") + "+"
	case 16:
		g.groups++
		n := g.groups
		return fmt.Sprintf(`(%s)%s(?:\%d)`, g.perl(g.IntN(depth)), g.perl(0), n)
	case 17:
		if g.dialect == syntax.Java {
			break
		}
		g.groups++
		n := g.groups
		return fmt.Sprintf(`(%s)%s%s(?(%d)%s|%s)`, g.perl(0), g.pick("?", ""), g.perl(g.IntN(depth)), n, g.perl(0), g.perl(0))
	}
	return g.perl(0)
}
