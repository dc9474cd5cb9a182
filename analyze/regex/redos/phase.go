package redos

import (
	"math"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

const (
	mostPhased  = 24 // characters of a pump behind which another one is looked for
	mostLetters = 16 // that are tried as such
)

// phased returns an attack with one pump more than that of v, behind its first one: what makes a matcher begin anew
// need not be what costs most once it did. That pumps one letter, or leads to what one of the others pumps and pumps
// that. Of all these it is the one that costs most, at a length of a quarter of the goal. ok is false where the attack
// of v costs more, or steps cannot be computed.
func (d *decision) phased(v Verdict, costs *backtrack.Costs, others []attack.Attack, goal int) (best attack.Attack, ok bool) {
	if d.prover.meter == nil || v.Class != Polynomial {
		return best, false
	}
	most := d.perCharacter(v, *v.Attack, goal/4)
	first := v.Attack.Pumps[0]
	pump := len(d.tree.Chars(first.Pump))
	if pump > mostPhased {
		return best, false
	}
	try := func(a attack.Attack) {
		if cost := d.perCharacter(v, a, goal/4); cost > 1.05*most {
			best, most, ok = a, cost, true
		}
	}
	for class := 0; len(v.Attack.Pumps) == 1 && class < min(costs.Alphabet.Len, mostLetters); class++ {
		letter := wtf8.Encode([]rune{costs.Alphabet.Example(class)})
		for _, times := range []int{max(pump/2, 1), pump} {
			try(attack.Attack{Pumps: []attack.Pump{first, {Pump: strings.Repeat(letter, times)}}, Suffix: v.Attack.Suffix})
			if times == pump && pump == 1 {
				break
			}
		}
	}
	for _, o := range others[:min(len(others), 2)] {
		second := o.Pumps[0]
		length := len(d.tree.Chars(second.Pump))
		if length > mostPhased || len(second.Prefix) > 2*mostPhased {
			continue
		}
		for _, suffix := range []string{v.Attack.Suffix, o.Suffix} {
			a := attack.Attack{Pumps: []attack.Pump{first, second}, Suffix: suffix}
			a.Pumps[0].Pump = strings.Repeat(first.Pump, max(1, length/pump))
			a.Pumps[1].Pump = strings.Repeat(second.Pump, max(1, pump/length))
			try(a)
		}
	}
	return best, ok
}

// balanced returns v with an attack that repeats one of several pumps more often than the others, where that is shorter:
// they need not have the same share of the input.
func (d *decision) balanced(v Verdict) Verdict {
	for range mostBalanced {
		if d.prover.meter == nil || v.Class != Polynomial || len(v.Attack.Pumps) < 2 {
			break
		}
		goal := v.Cost.LengthForBudget
		var best attack.Attack
		most := 1.02 * d.perCharacter(v, *v.Attack, goal*3/4)
		for i, p := range v.Attack.Pumps {
			if len(d.tree.Chars(p.Pump)) > mostPhased {
				continue
			}
			a := attack.Attack{Pumps: slices.Clone(v.Attack.Pumps), Suffix: v.Attack.Suffix}
			a.Pumps[i].Pump += p.Pump
			if cost := d.perCharacter(v, a, goal*3/4); cost > most {
				best, most = a, cost
			}
		}
		if best.Pumps == nil {
			break
		}
		other, ok := d.claim(v, best, d.prover.replay(best))
		if !ok || !d.settle(&other) || other.Cost.LengthForBudget >= goal {
			break
		}
		v = other
	}
	return v
}

// mostBalanced is how often the share of a pump is changed.
const mostBalanced = 2

// perCharacter returns what an attack of about so many characters costs, as a part of the power of its length with which
// it grows.
func (d *decision) perCharacter(v Verdict, a attack.Attack, length int) float64 {
	r := d.prover.replay(a)
	perPump := r.length(1) - r.length(0)
	n := max((length-r.length(0))/perPump, 1)
	point, ok := r.cost(n, d.limits.Steps)
	if !ok {
		return math.Inf(1)
	}
	return float64(point.Steps) / math.Pow(float64(point.Length), float64(v.Degree))
}

const (
	mostClimbed   = 400   // attacks that are tried on the way to a shorter one
	climbedLetter = 8     // letters that are pumped beside the others
	sharper       = 1.02  // times as much an attack must cost that stands with as many characters once
	mostExplored  = 1800  // attacks that are tried at random
	mostFailed    = 500   // of those in a row that cost no more
	mostWords     = 60    // words that these are made of
	mostTold      = 4e6   // sums that the meter may tell for either kind, of programs with many states
	plain         = 0.995 // part of the cost that an attack must keep of which something is left out
	shown         = 0.8   // of its power that a changed attack must show where it exceeds the budget
)

// power returns what an input of about so many characters costs, as a part of the power of its length with which it grows.
func (d *decision) power(l attack.Layout, length, degree int) float64 {
	if !l.Fits(length) {
		return 0
	}
	parts := make([]bound.Part, len(l))
	total := 0
	for i, n := range l.Times(length) {
		parts[i] = bound.Part{Text: l[i].Word, Times: n}
		total += n * len(l[i].Word)
	}
	steps := d.prover.meter.Steps(parts...)
	d.prover.steps += int64(total)
	return steps / math.Pow(float64(total), float64(degree))
}

// climber changes the attack of a verdict as long as it costs more.
type climber struct {
	*decision
	v       Verdict
	least   float64 // exponent with which an attack must rise at the budget
	best    attack.Layout
	length  int     // of an input that exceeds the budget
	most    float64 // power of best
	changed bool
	until   int // what the meter has told when no more is tried
}

// climb begins to change the attack of v. ok is false where steps cannot be computed.
func (d *decision) climb(v Verdict) (c *climber, ok bool) {
	if d.prover.meter == nil || v.Class != Polynomial || v.Attack.Rises() {
		return nil, false
	}
	least := min(shown*float64(v.Degree), d.prover.replay(*v.Attack).rise(v.Cost.PumpsForBudget))
	c = &climber{decision: d, v: v, least: least, best: attack.LayoutOf(*v.Attack, d.tree.Chars), length: v.Cost.LengthForBudget}
	c.until = d.prover.meter.Told() + mostTold
	c.most = d.power(c.best, c.length, v.Degree)
	return c, true
}

// spent reports whether no more is tried: of a program with many states, few attacks take much.
func (c *climber) spent() bool { return c.prover.meter.Told() >= c.until }

// try goes on from a layout, and reports whether it does: where that costs more.
func (c *climber) try(l attack.Layout) bool {
	cost := c.power(l, c.length, c.v.Degree)
	if cost <= c.most || cost <= sharper*c.most && l.Fixed() >= c.best.Fixed() {
		return false
	}
	if l, cost = c.keeps(c.v, l, c.length, c.least); cost <= c.most {
		return false
	}
	c.length = max(int(float64(c.length)*math.Pow(c.most/cost, 1/float64(c.v.Degree))), 8)
	c.most = c.power(l, c.length, c.v.Degree)
	c.best, c.changed = l, true
	return true
}

// shortest returns the verdict with the shortest attack of those that the layout found stands for.
func (c *climber) shortest() Verdict {
	shortest := c.v
	if !c.changed {
		return shortest
	}
	for _, unit := range c.best.Units(c.length) {
		a := c.best.Attack(c.length, unit)
		r := c.prover.replay(a)
		r.far = true
		if other, ok := c.claim(c.v, a, r); ok && c.settle(&other) {
			other = c.trimmed(other)
			rise := c.prover.replay(*other.Attack).rise(other.Cost.PumpsForBudget)
			if rise >= c.least && other.Cost.LengthForBudget < shortest.Cost.LengthForBudget {
				shortest = other
			}
		}
	}
	return shortest
}

// climbed returns v with an attack that was changed step by step as long as it cost more: a pump stands once, a word loses
// a character, a pump has another share of the input, or one letter more is pumped. So found is what the automaton does not
// tell: that one place to begin at is enough, or that what follows each of the first pumps need not be there.
func (d *decision) climbed(v Verdict) Verdict {
	c, ok := d.climb(v)
	if !ok {
		return v
	}
	all := c.best.Changes(d.letters(c.best))
	next := 0 // the kind of change to begin with
	for left, failed := mostClimbed, 0; left > 0 && failed < len(all) && !c.spent(); left-- {
		l := all[next%len(all)]
		next, failed = next+1, failed+1
		if c.try(l) {
			all, failed = c.best.Changes(d.letters(c.best)), 0
		}
	}
	return c.shortest()
}

// explored is climbed with changes at random, by words that parts of the pattern match: so found is what takes several
// changes at once, or a word to pump that is in no attack so far. It stops at an attack that is near to the length least.
func (d *decision) explored(v Verdict, least int) Verdict {
	c, ok := d.climb(v)
	if !ok {
		return v
	}
	words, random := d.words(c.best), fixedRandom()
	now, most := c.best, c.most
	known := make(map[string]bool)
	var key []byte
	for left, failed := mostExplored, 0; left > 0 && failed < mostFailed && float64(c.length) > sharp*float64(least) && !c.spent(); left-- {
		failed++
		l := now.Varied(words, random)
		if key = l.AppendKey(key[:0]); known[string(key)] {
			continue // it costs no more than the best so far
		}
		known[string(key)] = true
		cost := d.power(l, c.length, v.Degree)
		if cost <= most {
			continue
		}
		now, most, failed = l, cost, 0
		if most > sharper*c.most { // to ask whether it grows as it must takes longer
			c.try(now)
			now, most = c.best, c.most
			clear(known)
		}
	}
	c.try(now)
	c.simplify()
	return c.shortest()
}

// simplify takes what stands in the layout found without a use.
func (c *climber) simplify() {
	if !c.changed {
		return
	}
	enough := plain * c.most
	for again := true; again; {
		again = false
		for _, l := range c.best.Plainer() {
			if c.power(l, c.length, c.v.Degree) < enough {
				continue
			}
			if l, cost := c.keeps(c.v, l, c.length, c.least); cost >= enough && l.Size() < c.best.Size() {
				c.best, c.most, again = l, cost, true
				break
			}
		}
	}
}

// words returns texts that parts of the pattern match, one by one and several in a row, and letters.
func (d *decision) words(l attack.Layout) (words [][]rune) {
	add := func(word []rune) {
		if len(word) > 0 && len(word) <= mostPhased && len(words) < mostWords && !slices.ContainsFunc(words, func(w []rune) bool { return slices.Equal(w, word) }) {
			words = append(words, slices.Clone(word))
		}
	}
	for _, p := range l {
		add(p.Word)
	}
	for class := range min(d.prover.costs.Alphabet.Len, mostLetters) {
		add([]rune{d.prover.costs.Alphabet.Example(class)})
	}
	s := sample.New(nil)
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		add(s.Text(n))
		for i := range n.Subs {
			var row []rune
			for j := i; n.Op == syntax.OpConcat && j < len(n.Subs); j++ {
				row = append(row, s.Text(n.Subs[j])...)
				add(row)
			}
		}
		return len(words) < mostWords
	})
	return words
}

// keeps returns a layout, with what every match needs behind it where engines look for that, and its power. That is 0 if it
// is no attack that grows as v does, rises with less than the exponent least, or lacks more of what they look for.
func (d *decision) keeps(v Verdict, l attack.Layout, length int, least float64) (attack.Layout, float64) {
	units := l.Units(length)
	if len(units) == 0 {
		return l, 0
	}
	a := l.Attack(length, units[0])
	if prefilter.ForText(d.tree.Dialect) {
		lacks := len(d.lacks(*v.Attack))
		if needed := d.lacks(a); len(needed) > lacks {
			l = append(slices.Clone(l), attack.Piece{Word: d.tree.Chars("\n" + strings.Join(needed, "\n"))})
			if a = l.Attack(length, units[0]); len(a.Pumps) == 0 || len(d.lacks(a)) > lacks {
				return l, 0
			}
		}
	}
	r := d.prover.replay(a)
	r.far = true
	if _, grows := r.grows(v.Degree); !grows || r.rise(units[0]) < least {
		return l, 0
	}
	return l, d.power(l, length, v.Degree)
}

// trimmed returns v with an attack that repeats a word less often in a pump that holds several, where as many pumps exceed
// the budget all the same.
func (d *decision) trimmed(v Verdict) Verdict {
	a := attack.Attack{Pumps: slices.Clone(v.Attack.Pumps), Suffix: v.Attack.Suffix}
	n := v.Cost.PumpsForBudget
	for i, p := range a.Pumps {
		word := d.tree.Chars(p.Pump)
		once := len(attack.Root(word))
		for len(word) > once {
			a.Pumps[i].Pump = wtf8.Encode(word[once:])
			if _, within := d.prover.replay(a).cost(n, d.limits.Steps); within {
				break
			}
			word = word[once:]
		}
		a.Pumps[i].Pump = wtf8.Encode(word)
	}
	if other, ok := d.claim(v, a, d.prover.replay(a)); ok && d.settle(&other) && other.Cost.LengthForBudget < v.Cost.LengthForBudget {
		return other
	}
	return v
}

// letters returns characters that may be pumped beside the pieces of an attack: those that are in them, and others.
func (d *decision) letters(l attack.Layout) (letters []rune) {
	alphabet := d.prover.costs.Alphabet
	add := func(r rune) {
		if len(letters) < climbedLetter && !slices.Contains(letters, r) {
			letters = append(letters, r)
		}
	}
	for _, p := range l {
		if n := len(p.Word); n > 0 {
			add(p.Word[n-1])
			add(p.Word[0])
		}
	}
	for k := range alphabet.Len {
		class := k / 2 // the first one, the last one, and so on
		if k%2 == 1 {
			class = alphabet.Len - 1 - class
		}
		add(alphabet.Example(class))
	}
	return letters
}
