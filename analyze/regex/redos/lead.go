package redos

import (
	"math/rand/v2"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// mostLead is the longest text that leads to a loop, in characters.
const mostLead = 500

// leads returns attacks that pump what a loop repeats, behind a text that leads to the loop and repeats
// what its backreferences ask for.
func leads(root *syntax.Node, suffix string) (attacks []attack.Attack) {
	for _, loop := range repetitions(root, nil) {
		s := sampler{groups: make(map[int][]rune)}
		before, found := s.until(root, loop)
		pump := s.text(loop.Subs[0])
		if !found || len(pump) == 0 || len(before) > mostLead || len(attacks) == candidates {
			continue
		}
		attacks = append(attacks, attack.Attack{
			Pumps:  []attack.Pump{{Prefix: wtf8.Encode(before), Pump: wtf8.Encode(pump)}},
			Suffix: suffix,
		})
	}
	return attacks
}

// sampler makes texts that nodes match, leaving assertions out of account: always the same one, the first and
// shortest, or with a random source any.
type sampler struct {
	groups map[int][]rune // what each group has captured
	size   int
	random *rand.Rand
}

// until returns a text that n matches up to where target begins, if that is in n.
func (s *sampler) until(n, target *syntax.Node) (text []rune, found bool) {
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
			part, _ := s.until(sub, target)
			return append(text, part...), true
		}
		if n.Op == syntax.OpConcat {
			text = append(text, s.text(sub)...)
		}
	}
	return nil, false
}

// text returns a text that n matches.
func (s *sampler) text(n *syntax.Node) (text []rune) {
	if s.size++; s.size > 10*mostLead {
		return nil
	}
	switch n.Op {
	case syntax.OpSet:
		if r, ok := s.character(n.Set); ok {
			return []rune{r}
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			text = append(text, s.text(sub)...)
		}
	case syntax.OpAlternate:
		return s.text(n.Subs[s.upTo(len(n.Subs)-1)])
	case syntax.OpAtomic:
		return s.text(n.Subs[0])
	case syntax.OpLook:
		if n.Behind && !n.Negate {
			return s.text(n.Subs[0]) // where it stands first, nothing else says what is before
		}
	case syntax.OpGroup:
		text = s.text(n.Subs[0])
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
		for range min(n.Min+s.upTo(most-n.Min), mostLead) {
			text = append(text, s.text(n.Subs[0])...)
		}
	}
	return text
}

// upTo returns a number from 0 to most.
func (s *sampler) upTo(most int) int {
	if s.random == nil || most <= 0 {
		return 0
	}
	return s.random.IntN(most + 1)
}

// character returns a character of set, if it has any.
func (s *sampler) character(set charset.Set) (r rune, ok bool) {
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
	if r, ok := printable(set); ok {
		return r, true
	}
	return set[0].Lo, true
}
