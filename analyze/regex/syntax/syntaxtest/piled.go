package syntaxtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Piled returns a random pattern of Ruby of what makes its engine go through its stack: counts within loops, rounds that
// may be empty, and groups that are called by \g, also by themselves. Most are valid.
func Piled(rng *rand.Rand) string {
	p := &piled{Rand: rng}
	var s strings.Builder
	if p.oneIn(2) {
		s.WriteString(p.pick(`\A`, "^", `\b`))
	}
	for range 1 + rng.IntN(2) {
		s.WriteString(p.term(1 + rng.IntN(2)))
	}
	if p.oneIn(3) {
		s.WriteString(p.pick(`\z`, "$", "x", `\b`))
	}
	return s.String()
}

type piled struct {
	*rand.Rand
	groups int
}

func (p *piled) oneIn(n int) bool { return p.IntN(n) == 0 }

func (p *piled) pick(s ...string) string { return s[p.IntN(len(s))] }

func (p *piled) sequence(depth int) (s string) {
	for range 1 + p.IntN(2) {
		s += p.term(depth)
	}
	return s
}

func (p *piled) choice(depth int) string {
	s := p.sequence(depth)
	for p.oneIn(4) {
		s += "|" + p.sequence(depth)
	}
	return s
}

func (p *piled) term(depth int) string {
	atom := p.pick("a", "b", "ab", "[ab]", `\w`, ".", "[^a]", "c", `\d`)
	if depth == 0 {
		return p.repeated("(?:" + atom + ")")
	}
	switch p.IntN(8) {
	case 0, 1:
		return p.repeated(p.pick("a", "b", "[ab]", `\w`, ".", "[^a]"))
	case 2, 3: // a count in a loop, or a round that may be empty
		return p.repeated("(?:" + p.repeated(p.pick("[ab]", "(?:ab)", `\w`, "a")) + p.choice(depth-1) + ")")
	case 4:
		return p.repeated("(?:" + p.pick(`\A`, "b*", "a?", "(?=a)", `\b`) + p.repeated("a") + p.pick("", "c?", `\b`) + ")")
	case 5:
		p.groups++
		name := fmt.Sprintf("g%d", p.groups)
		called := `\g<` + name + ">"
		return "(?<" + name + ">" + p.choice(depth-1) + ")" + p.pick("", atom) + p.repeated("(?:"+p.pick("", "b", "x?")+called+p.pick("", "c", "a*")+")")
	case 6:
		p.groups++
		name := fmt.Sprintf("g%d", p.groups)
		return "(?<" + name + ">" + p.sequence(depth-1) + "(?:" + atom + `\g<` + name + ">" + p.pick("", "b", "a*") + ")" + p.pick("?", "*", "??", "{0,2}") + p.pick("", "c") + ")"
	}
	return p.repeated("(?:" + p.choice(depth-1) + ")")
}

func (p *piled) repeated(atom string) string {
	if p.oneIn(4) {
		return atom
	}
	q := p.pick("*", "+", "?", "{2,}", "{3}", "{0,3}", "{1,2}", "{5,}", "{2,70}")
	if p.oneIn(4) {
		q += "?"
	} else if p.oneIn(6) && q[0] != '{' {
		q += "+"
	}
	return atom + q
}
