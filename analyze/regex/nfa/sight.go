package nfa

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Sight tells of each place in a text which lookbehinds hold there, whatever lookarounds they hold themselves. Place 0 is the
// start of the text. Every text has one way through the places.
type Sight struct {
	Alphabet *charset.Partition
	Looks    []Seen
	// Places are the ways to go on from each.
	Places [][]Step
	// Rests are what comes next in what may follow a place, as lookaheads tell it apart: classes with what follows then. The
	// first may also be the end of the text. There are none where no lookahead is asked.
	Rests [][]Step
}

// Seen is the number of the lookbehind at a span.
type Seen struct {
	Span   syntax.Span
	Number int32
}

// Step is a character of a text, or its end.
type Step struct {
	// Class is one of the alphabet, or as many as there are at the end of the text.
	Class int
	// To is the place behind the character.
	To int32
	// Rest is the number of the rest of the text behind it, less than 0 for any.
	Rest int32
	// Holds has the numbers of the lookbehinds that hold before it.
	Holds charset.Bits
}

// number returns that of lookbehind n, or less than 0.
func (s *Sight) number(n *syntax.Node) int32 {
	if s != nil {
		for _, look := range s.Looks {
			if look.Span == n.Span {
				return look.Number
			}
		}
	}
	return -1
}

// open readies s for going by the sight of the automaton: with the classes of its alphabet that are in each of that of the
// sight, and with states from which a text succeeds if it is one of the rests, or a character and then one.
func (s *seer) open() {
	from := s.nfa.sight.Alphabet
	s.classes = make([][]int, from.Len+1)
	for of := range from.Len {
		for class := range s.nfa.End {
			if from.Ranges(of).Contains(s.nfa.Alphabet.Example(class)) {
				s.classes[of] = append(s.classes[of], class)
			}
		}
	}
	s.classes[from.Len] = []int{s.nfa.End}
	s.out.Looks++
	words := s.nfa.Alphabet.Words()
	on := func(classes ...int) charset.Bits {
		bits := make(charset.Bits, words)
		for _, class := range classes {
			bits.Add(class)
		}
		return bits
	}
	chars := on()
	for class := range s.nfa.End {
		chars.Add(class)
	}
	for k, rest := range s.nfa.sight.Rests {
		first := int32(len(s.out.States))
		s.rests = append(s.rests, first)
		skips := State{Scope: int32(s.out.Looks), Trans: []Trans{{On: chars, To: first + 1}}}
		reads := State{Scope: int32(s.out.Looks)}
		for i, step := range rest {
			reads.Trans = append(reads.Trans, Trans{On: on(s.classes[step.Class]...), To: s.rests[0] + 2*step.Rest + 1, Number: int32(i)})
		}
		if k == 0 {
			reads.Trans = append(reads.Trans, Trans{On: on(s.nfa.End), To: Accept, Number: int32(len(rest))})
		}
		s.out.States = append(s.out.States, skips, reads)
		s.out.origin, s.out.past = append(s.out.origin, 0, 0), append(s.out.past, closed, closed)
	}
}

// spot returns the number of what is known of a text that has a sight: its past, and its place there.
func (s *seer) spot(past, place int32) int32 {
	key := [2]int32{past, place}
	n, ok := s.numbers[key]
	if !ok {
		n = int32(len(s.spots))
		s.numbers[key] = n
		s.spots = append(s.spots, key)
	}
	return n
}

// closed is the past of states that are made with all their transitions.
const closed = -1

// along gives state n its transitions by what the sight tells: each as often as there are places that it leads to. One that
// depends on how the text goes on asks for that, so that no run passes for one that succeeds on a text that goes on otherwise.
func (s *seer) along(n int) {
	origin, at := s.out.origin[n], s.out.past[n]
	here := s.spots[at]
	places := s.nfa.sight.Places[here[1]]
	var list []Trans
	for i := range s.nfa.States[origin].Trans {
		t := &s.nfa.States[origin].Trans[i]
		var others []Cond
		vague := t.Vague
		for _, c := range t.Conds {
			if c.Back == 0 {
				c.State = s.state(c.State, at)
				others = append(others, c)
			} else if s.nfa.sights[c.Back-1] < 0 {
				vague = true
			}
		}
		if !s.allowsEnd(t, places) {
			continue
		}
		first := len(list)
		var rests []int32 // of the transitions from there on
		for k := range places {
			step := &places[k]
			if !s.allows(t, step) {
				continue
			}
			to := int32(Accept)
			for _, class := range s.classes[step.Class] {
				if !t.On.Has(class) {
					continue
				}
				if t.To != Accept {
					if s.hasSucceeded(t, class, here[0]) {
						continue
					}
					to = s.state(t.To, s.spot(s.follow(here[0], int32(class)), step.To))
				}
				j := first
				for j < len(list) && (list[j].To != to || rests[j-first] != step.Rest) {
					j++
				}
				if j == len(list) {
					move := *t
					move.On, move.To, move.Conds, move.Vague = make(charset.Bits, len(t.On)), to, others, vague
					if step.Rest >= 0 {
						move.Conds = append(slices.Clip(others), Cond{State: s.rests[step.Rest], Want: true, Pick: Any})
					}
					list, rests = append(list, move), append(rests, step.Rest)
				}
				list[j].On.Add(class)
			}
		}
		s.work += len(places)
	}
	s.out.States[n].Trans = list
}

// allows reports whether the lookbehinds that t asks for are as it wants before a step.
func (s *seer) allows(t *Trans, step *Step) bool {
	for _, c := range t.Conds {
		if c.Back > 0 && c.Pick != ended {
			if k := s.nfa.sights[c.Back-1]; k >= 0 && step.Holds.Has(int(k)) != c.Want {
				return false
			}
		}
	}
	return true
}

// allowsEnd reports whether the lookbehinds that t asks for as if the text ended are as it wants then.
func (s *seer) allowsEnd(t *Trans, places []Step) bool {
	for _, c := range t.Conds {
		k := int32(-1)
		if c.Pick == ended {
			k = s.nfa.sights[c.Back-1]
		}
		if k >= 0 && !slices.ContainsFunc(places, func(step Step) bool {
			return step.Class == s.nfa.sight.Alphabet.Len && step.Holds.Has(int(k)) == c.Want
		}) {
			return false
		}
	}
	return true
}
