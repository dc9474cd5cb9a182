package repair

import (
	"math/rand/v2"
	"slices"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// sample makes inputs that exercise patterns: texts that they match, mutations of these, joins, and
// noise of their characters. It gives the same ones for the same patterns and seed.
type sample struct {
	rng   *rand.Rand
	trees []*syntax.Tree
	chars []rune
}

func newSample(seed uint64, trees ...*syntax.Tree) *sample {
	s := &sample{rng: rand.New(rand.NewPCG(seed, 99)), trees: trees}
	var sets []charset.Set
	for _, t := range trees {
		syntax.Walk(t.Root, func(n *syntax.Node) bool {
			if len(n.Set) > 0 && len(sets) < 60 {
				sets = append(sets, n.Set)
			}
			return true
		})
	}
	limit := charset.MaxUnit
	if trees[0].ByCodePoint {
		limit = charset.MaxRune
	} else if trees[0].ByByte {
		limit = 0xFF
	}
	part := charset.NewPartition(sets, limit)
	for class := range part.Len {
		s.chars = append(s.chars, part.Example(class))
	}
	s.chars = append(s.chars, '\n', ' ', 'a')
	return s
}

// next returns an input of at most a few dozen characters.
func (s *sample) next() []rune {
	var text []rune
	for range 1 + s.rng.IntN(3) {
		switch s.rng.IntN(5) {
		case 0:
			for range s.rng.IntN(6) {
				text = append(text, s.char())
			}
		default:
			text = s.match(text, s.trees[s.rng.IntN(len(s.trees))].Root, 40)
		}
	}
	for range s.rng.IntN(4) {
		text = s.mutate(text)
	}
	return text[:min(len(text), 60)]
}

func (s *sample) char() rune { return s.chars[s.rng.IntN(len(s.chars))] }

// mutate changes text at one place.
func (s *sample) mutate(text []rune) []rune {
	at := s.rng.IntN(len(text) + 1)
	switch s.rng.IntN(4) {
	case 0:
		return slices.Insert(text, at, s.char())
	case 1:
		if at < len(text) {
			return slices.Delete(text, at, at+1)
		}
	case 2:
		if at < len(text) {
			text[at] = s.char()
		}
	case 3: // say a piece twice
		end := at + s.rng.IntN(len(text)-at+1)
		if end-at < 20 {
			return slices.Insert(text, at, slices.Clone(text[at:end])...)
		}
	}
	return text
}

// match appends a text that n may match, lookarounds left out of account. room bounds its length.
func (s *sample) match(text []rune, n *syntax.Node, room int) []rune {
	if len(text) > room+40 {
		return text
	}
	switch n.Op {
	case syntax.OpSet:
		if len(n.Set) > 0 {
			text = append(text, s.member(n.Set))
		}
	case syntax.OpAlternate:
		return s.match(text, n.Subs[s.rng.IntN(len(n.Subs))], room)
	case syntax.OpRepeat:
		most := min(n.Min, 20) + s.rng.IntN(4)
		if n.Max != syntax.Unbounded {
			most = min(most, n.Max)
		}
		for range most {
			text = s.match(text, n.Subs[0], room)
		}
	case syntax.OpConcat, syntax.OpGroup, syntax.OpAtomic:
		for _, sub := range n.Subs {
			text = s.match(text, sub, room)
		}
	case syntax.OpLook:
		if s.rng.IntN(3) == 0 {
			return s.match(text, n.Subs[0], room)
		}
	case syntax.OpBackref:
		if k := s.rng.IntN(3); k < len(text) {
			text = append(text, text[len(text)-1-k])
		}
	}
	return text
}

// member returns a character of set, one of those that tell sets apart if there is one.
func (s *sample) member(set charset.Set) rune {
	start := s.rng.IntN(len(s.chars))
	for i := range s.chars {
		if c := s.chars[(start+i)%len(s.chars)]; set.Contains(c) {
			return c
		}
	}
	r := set[s.rng.IntN(len(set))]
	return r.Lo + rune(s.rng.IntN(int(r.Hi-r.Lo)+1))
}

// testedInputs is how many inputs stand behind what is called tested.
const testedInputs = 1500

// testGroups reports for each group whether it captures something else in tree than in the pattern on
// one of the tested inputs and of extra.
func (r *repair) testGroups(tree *syntax.Tree, extra [][]rune) []bool {
	different := make([]bool, r.tree.Groups)
	p, errP := backtrack.Compile(r.tree)
	q, errQ := backtrack.Compile(tree)
	if errP != nil || errQ != nil {
		for i := range different {
			different[i] = true
		}
		return different
	}
	s := newSample(1, r.tree, tree)
	for i := range testedInputs + len(extra) {
		var input []rune
		if i < len(extra) {
			input = extra[i]
		} else {
			input = s.next()
		}
		for at := 0; at <= len(input); {
			opt := backtrack.Options{Mode: r.mode, Start: at, Captures: true, MaxSteps: 20_000}
			if opt.Mode == syntax.All {
				opt.Mode = syntax.Search
			}
			x, y := p.Match(input, opt), q.Match(input, opt)
			if x.Outcome != backtrack.Matched || y.Outcome != backtrack.Matched {
				break
			}
			for g := range different {
				if !slices.Equal(x.Captures[2*g+2:2*g+4], y.Captures[2*g+2:2*g+4]) {
					different[g] = true
				}
			}
			if r.mode != syntax.All {
				break
			}
			if at = x.End; x.Start == x.End {
				at++
			}
		}
	}
	return different
}
