// Package sample makes short texts that a pattern matches, or that lead to a part of it. Assertions are left out of
// account.
package sample

import (
	"math/rand/v2"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Longest is how many characters a text may have to be of use.
const Longest = 500

// A Sampler makes texts that nodes match one behind the other: a reference repeats what its group has captured before.
type Sampler struct {
	groups map[int][]rune // what each group has captured
	size   int
	random *rand.Rand
}

// New returns a sampler of always the same texts, the first and shortest, or with a random source of any.
func New(random *rand.Rand) *Sampler {
	return &Sampler{groups: make(map[int][]rune), random: random}
}

// Until returns a text that n matches up to where target begins, if that is in n.
func (s *Sampler) Until(n, target *syntax.Node) (text []rune, found bool) {
	if n == target {
		return nil, true
	}
	for _, sub := range n.Subs {
		found = false
		syntax.Walk(sub, func(inner *syntax.Node) bool {
			found = found || inner == target
			return !found
		})
		if found {
			part, _ := s.Until(sub, target)
			return append(text, part...), true
		}
		if n.Op == syntax.OpConcat {
			text = append(text, s.Text(sub)...)
		}
	}
	return nil, false
}

// Text returns a text that n matches.
func (s *Sampler) Text(n *syntax.Node) (text []rune) {
	if s.size++; s.size > 10*Longest {
		return nil
	}
	switch n.Op {
	case syntax.OpSet:
		if r, ok := s.Character(n.Set); ok {
			return []rune{r}
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			text = append(text, s.Text(sub)...)
		}
	case syntax.OpAlternate:
		return s.Text(n.Subs[s.upTo(len(n.Subs)-1)])
	case syntax.OpAtomic:
		return s.Text(n.Subs[0])
	case syntax.OpLook:
		if n.Behind && !n.Negate {
			return s.Text(n.Subs[0]) // where it stands first, nothing else says what is before
		}
	case syntax.OpGroup:
		text = s.Text(n.Subs[0])
		if n.Index > 0 {
			s.groups[n.Index] = text
		}
	case syntax.OpBackref:
		return s.groups[n.Refs[0]]
	case syntax.OpRepeat:
		most := n.Min + 2
		if n.Max != syntax.Unbounded {
			most = min(most, n.Max)
		}
		for range min(n.Min+s.upTo(most-n.Min), Longest) {
			text = append(text, s.Text(n.Subs[0])...)
		}
	}
	return text
}

// upTo returns a number from 0 to most.
func (s *Sampler) upTo(most int) int {
	if s.random == nil || most <= 0 {
		return 0
	}
	return s.random.IntN(most + 1)
}

// Character returns a character of set, if it has any.
func (s *Sampler) Character(set charset.Set) (r rune, ok bool) {
	if set.IsEmpty() {
		return 0, false
	}
	if s.random != nil {
		ascii := set.Intersect(charset.New(charset.Range{Lo: ' ', Hi: '~'}))
		if n := ascii.Size(); n > 0 {
			at := s.random.IntN(int(n))
			for _, span := range ascii {
				if size := int(span.Hi-span.Lo) + 1; at >= size {
					at -= size
				} else {
					return span.Lo + rune(at), true
				}
			}
		}
	}
	if r, ok := set.Printable(); ok {
		return r, true
	}
	return set[0].Lo, true
}
