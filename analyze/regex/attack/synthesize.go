package attack

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
	"snag/analyze/wtf8"
)

// settleRounds bounds the repetitions of a pump after which the runs are taken to be stable, and
// rejectLength and rejectSets the search for a suffix.
const (
	settleRounds = 40
	rejectLength = 8
	rejectSets   = 400
)

// Synthesize returns attacks for a chain of links (a single one if it is exponential), the most
// promising first. Whether they work is for a matcher to say.
func Synthesize(a *nfa.NFA, chain []ambiguity.Link) []Attack {
	y := &synthesizer{alphabet: a.Alphabet, order: suffixOrder(a.Alphabet)}
	first := chain[0].Before
	if int(chain[0].From) == a.Search || chain[0].From == 0 {
		first = nil // the search begins at once
	}
	parts := segments(chain, first)
	ends := suffixes(a, y.order, parts, chain)
	attacks := y.single(parts, ends[0])
	for _, suffix := range ends {
		attacks = append(attacks, y.attack(parts, suffix))
	}
	if len(chain) == 1 && len(chain[0].Runs) > 2 {
		// Copies of the shortest pump may join to something that matches. One character more
		// between them often prevents that.
		for _, class := range y.order[:min(len(y.order), 3)] {
			longer := chain[0]
			longer.Word = append(slices.Clone(longer.Word), class)
			loose := []segment{{first, longer.Word}}
			attacks = append(attacks, y.attack(loose, suffixes(a, y.order, loose, chain)[0]))
		}
	}
	if first == nil && len(chain[0].Before) > 0 {
		attacks = append(attacks, y.attack(segments(chain, chain[0].Before), ends[0]))
	}
	return attacks
}

// Spell returns the attacks for a chain whose suffix is known, in classes, the most readable first.
func Spell(a *nfa.NFA, chain []ambiguity.Link, suffix []int) []Attack {
	y := &synthesizer{alphabet: a.Alphabet}
	parts := segments(chain, chain[0].Before)
	bare := segments(chain, nil)
	return append(append(y.single(parts, suffix), y.attack(bare, suffix), y.attack(parts, suffix)), y.attack(parts, nil))
}

// segments joins the links of a chain; first stands before the first of them. A link that goes on
// with the word of the one before it needs no pump of its own.
func segments(chain []ambiguity.Link, first []int) []segment {
	parts := []segment{{withoutCopies(first, chain[0].Word), chain[0].Word}}
	for i, link := range chain[1:] {
		if len(link.Before) > 0 || !slices.Equal(link.Word, chain[i].Word) {
			parts = append(parts, segment{link.Before, link.Word})
		}
	}
	return parts
}

// withoutCopies returns before, or nothing if it is only copies of pump, which more repetitions
// replace.
func withoutCopies(before, pump []int) []int {
	for rest := before; len(rest) >= len(pump) && slices.Equal(rest[:len(pump)], pump); {
		if rest = rest[len(pump):]; len(rest) == 0 {
			return nil
		}
	}
	return before
}

// single returns the attacks that pump one of several parts only, which may serve the whole chain
// and is easier to read.
func (y *synthesizer) single(parts []segment, suffix []int) []Attack {
	if len(parts) < 2 {
		return nil
	}
	var attacks []Attack
	for i := len(parts) - 1; i >= 0; i-- {
		var before []int
		for _, s := range parts[:i] {
			before = append(append(before, s.before...), s.pump...)
		}
		attacks = append(attacks, y.attack([]segment{{append(before, parts[i].before...), parts[i].pump}}, suffix))
	}
	return attacks
}

// segment is a word that stands once and one that is pumped, in classes.
type segment struct{ before, pump []int }

type synthesizer struct {
	alphabet *charset.Partition
	order    []int // of the classes in a suffix
}

// suffixes returns words in classes that should make every run fail which the chain has multiplied,
// at least one. order is that of preference.
func suffixes(a *nfa.NFA, order []int, segments []segment, chain []ambiguity.Link) [][]int {
	scope := a.States[chain[len(chain)-1].To].Scope
	t := newThreads(a, 0)
	if scope != 0 {
		t.scope = -1 // follow everything
	}
	list := []int32{0}
	for _, s := range segments {
		for _, class := range s.before {
			list, _ = t.step(list, class)
		}
		list = t.settle(list, s.pump, settleRounds)
	}
	t.scope = scope
	if scope != 0 {
		list = slices.DeleteFunc(list, func(s int32) bool { return a.States[s].Scope != scope })
	} else if int(chain[0].From) != a.Search {
		// Runs of lower priority than the multiplied ones may succeed.
		last := -1
		for i, s := range list {
			for _, link := range chain {
				if s == link.From || s == link.To {
					last = i
				}
			}
		}
		if last >= 0 {
			list = list[:last+1]
		}
	}
	var out [][]int
	if word, ok := t.reject(list, order, rejectLength, rejectSets); ok {
		out = append(out, word)
	}
	for _, class := range order[:min(len(order), 3)] {
		out = append(out, []int{class})
	}
	return append(out, nil)
}

func (y *synthesizer) attack(segments []segment, suffix []int) Attack {
	a := Attack{Suffix: y.text(suffix, true)}
	for _, s := range segments {
		a.Pumps = append(a.Pumps, Pump{Prefix: y.text(s.before, false), Pump: y.text(s.pump, false)})
	}
	return a
}

// text spells a word of classes.
func (y *synthesizer) text(word []int, suffix bool) string {
	if len(word) == 0 {
		return ""
	}
	units := make([]rune, len(word))
	for i, class := range word {
		units[i] = y.alphabet.Example(class)
		if suffix {
			units[i] = closing(y.alphabet, class)
		}
	}
	return wtf8.Encode(units)
}

// closing returns the character of class that reads best at the end of an attack, where an
// exclamation mark is customary.
func closing(p *charset.Partition, class int) rune {
	for _, r := range p.Ranges(class) {
		if r.Lo <= '!' && '!' <= r.Hi {
			return '!'
		}
	}
	return p.Example(class)
}

// suffixOrder lists the classes from the one that reads best at the end of an attack.
func suffixOrder(p *charset.Partition) []int {
	order := make([]int, p.Len)
	for i := range order {
		order[i] = i
	}
	rank := func(class int) int {
		switch r := closing(p, class); {
		case r == '!':
			return 0
		case r > ' ' && r < 0x7F:
			return 1
		case r == ' ' || r == '\n':
			return 2
		case r < ' ':
			return 3
		case r >= 0xD800 && r < 0xE000:
			return 5
		}
		return 4
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}
