package redos

import (
	"math"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/prefilter"
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
	mostClimbed   = 400  // attacks that are tried on the way to a shorter one
	climbedLetter = 8    // letters that are pumped beside the others
	sharper       = 1.02 // times as much an attack must cost that stands with as many characters once
	mostUnits     = 3    // numbers of repetitions that are tried for what was found
	mostOnce      = 4    // repetitions that are few enough to stand in a prefix
	shown         = 0.8  // of its power that a changed attack must show where it exceeds the budget
)

// piece is a word of an attack and how much of the input it takes beside the other ones: it stands that many times for
// each time that another one of the share 1 does, and once without a share.
type piece struct {
	word  []rune
	share float64
}

// layout is an attack in pieces. What it says less exactly than pumps do is how often each stands, so that each can be given
// another share.
type layout []piece

// layout returns the pieces of an attack.
func (d *decision) layout(a attack.Attack) (l layout) {
	once := func(text string) {
		if text != "" {
			l = append(l, piece{word: d.tree.Chars(text)})
		}
	}
	for _, p := range a.Pumps {
		once(p.Prefix)
		l = append(l, piece{d.tree.Chars(p.Pump), 1})
	}
	once(a.Suffix)
	for i, p := range l {
		if p.share > 0 {
			l[i].word = root(p.word)
			l[i].share = float64(len(p.word) / len(l[i].word))
		}
	}
	return l
}

// weight is how long the pieces are that are repeated, with a share of 1, and how long the others.
func (l layout) weight() (repeated float64, fixed int) {
	for _, p := range l {
		if repeated += p.share * float64(len(p.word)); p.share == 0 {
			fixed += len(p.word)
		}
	}
	return repeated, fixed
}

// fixed is how many characters stand once.
func (l layout) fixed() int {
	_, fixed := l.weight()
	return fixed
}

// times returns how often each piece stands in an input of about so many characters.
func (l layout) times(length int) []int {
	repeated, fixed := l.weight()
	times := make([]int, len(l))
	for i, p := range l {
		if times[i] = 1; p.share > 0 {
			times[i] = max(int(float64(length-fixed)*p.share/repeated+0.5), 1)
		}
	}
	return times
}

// power returns what an input of about so many characters costs, as a part of the power of its length with which it grows.
func (d *decision) power(l layout, length, degree int) float64 {
	if repeated, fixed := l.weight(); repeated == 0 || fixed > length/2 {
		return 0
	}
	parts := make([]bound.Part, len(l))
	total := 0
	for i, n := range l.times(length) {
		parts[i] = bound.Part{Text: l[i].word, Times: n}
		total += n * len(l[i].word)
	}
	steps := d.prover.meter.Steps(parts...)
	d.prover.steps += int64(total)
	return steps / math.Pow(float64(total), float64(degree))
}

// attack returns the attack that an input of about so many characters is one of, if each pump stands in it unit times.
// Pieces that stand less often are not repeated.
func (l layout) attack(length, unit int) (a attack.Attack) {
	once := ""
	for i, n := range l.times(length) {
		word := wtf8.Encode(l[i].word)
		if l[i].share == 0 || 2*n < unit {
			once += strings.Repeat(word, n)
			continue
		}
		pump := strings.Repeat(word, max((n+unit/2)/unit, 1))
		if i > 0 && once == "" && len(a.Pumps) > 0 && slices.Equal(l[i].word, l[i-1].word) {
			a.Pumps[len(a.Pumps)-1].Pump += pump // the same word, repeated more often
			continue
		}
		a.Pumps = append(a.Pumps, attack.Pump{Prefix: once, Pump: pump})
		once = ""
	}
	a.Suffix = once
	return a
}

// units returns how often pumps may stand in an attack of about so many characters: as often as one of the pieces does.
func (l layout) units(length int) (units []int) {
	for i, n := range l.times(length) {
		if l[i].share > 0 && n > mostOnce && !slices.Contains(units, n) {
			units = append(units, n)
		}
	}
	slices.Sort(units)
	return units[:min(len(units), mostUnits)]
}

// climbed returns v with an attack that was changed step by step as long as it cost more: a pump stands once, a word loses
// a character, a pump has another share of the input, or one letter more is pumped. So found is what the automaton does not
// tell: that one place to begin at is enough, or that what follows each of the first pumps need not be there.
func (d *decision) climbed(v Verdict) Verdict {
	if d.prover.meter == nil || v.Class != Polynomial || v.Attack.Rises() {
		return v
	}
	least := min(shown*float64(v.Degree), d.prover.replay(*v.Attack).rise(v.Cost.PumpsForBudget))
	best, length := d.layout(*v.Attack), v.Cost.LengthForBudget
	most := d.power(best, length, v.Degree)
	all := d.changes(best)
	changed := false
	next := 0 // the kind of change to begin with
	for left, failed := mostClimbed, 0; left > 0 && failed < len(all); left-- {
		l := all[next%len(all)]
		next, failed = next+1, failed+1
		cost := d.power(l, length, v.Degree)
		if cost <= most || cost <= sharper*most && l.fixed() >= best.fixed() {
			continue
		}
		if l, cost = d.keeps(v, l, length, least); cost <= most {
			continue
		}
		length = max(int(float64(length)*math.Pow(most/cost, 1/float64(v.Degree))), 8)
		most = d.power(l, length, v.Degree)
		best, all, changed, failed = l, d.changes(l), true, 0
	}
	if !changed {
		return v
	}
	shortest := v
	for _, unit := range best.units(length) {
		a := best.attack(length, unit)
		r := d.prover.replay(a)
		r.far = true
		if other, ok := d.claim(v, a, r); ok && d.settle(&other) {
			other = d.trimmed(other)
			rise := d.prover.replay(*other.Attack).rise(other.Cost.PumpsForBudget)
			if rise >= least && other.Cost.LengthForBudget < shortest.Cost.LengthForBudget {
				shortest = other
			}
		}
	}
	return shortest
}

// keeps returns a layout, with what every match needs behind it where engines look for that, and its power. That is 0 if it
// is no attack that grows as v does, rises with less than the exponent least, or lacks more of what they look for.
func (d *decision) keeps(v Verdict, l layout, length int, least float64) (layout, float64) {
	units := l.units(length)
	if len(units) == 0 {
		return l, 0
	}
	a := l.attack(length, units[0])
	if prefilter.ForText(d.tree.Dialect) {
		lacks := len(d.lacks(*v.Attack))
		if needed := d.lacks(a); len(needed) > lacks {
			l = append(slices.Clone(l), piece{word: d.tree.Chars("\n" + strings.Join(needed, "\n"))})
			if a = l.attack(length, units[0]); len(a.Pumps) == 0 || len(d.lacks(a)) > lacks {
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
		once := len(root(word))
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

// changes returns attacks that differ from one in one place, or in two where the one makes the other possible.
func (d *decision) changes(l layout) (all []layout) {
	change := func(i int, p ...piece) {
		b := append(slices.Clone(l[:i]), p...)
		all = append(all, append(b, l[i+1:]...))
	}
	repeated, _ := l.weight()
	several := 0
	for _, p := range l {
		if p.share > 0 {
			several++
		}
	}
	for i, p := range l {
		if p.share == 0 {
			change(i)
			if last := len(p.word) - 1; last > 0 {
				change(i, piece{word: p.word[:last]})
				change(i, piece{word: p.word[1:]})
				change(i, piece{word: p.word[:last]}, p)
				change(i, p, p)
			}
			continue
		}
		if several > 1 {
			change(i, piece{word: p.word})
			if i+1 < len(l) && l[i+1].share == 0 {
				b := slices.Delete(slices.Clone(l), i+1, i+2)
				b[i].share = 0
				all = append(all, b)
			}
			change(i, piece{p.word, p.share * 2})
			change(i, piece{p.word, p.share / 2})
		}
		if last := len(p.word) - 1; last > 0 {
			for _, shorter := range [...][]rune{p.word[:last], p.word[1:]} {
				change(i, piece{shorter, p.share})
				change(i, piece{shorter, p.share}, piece{word: p.word})
				change(i, piece{word: p.word}, piece{shorter, p.share})
			}
		}
	}
	for _, letter := range d.letters(l) {
		pumped := piece{[]rune{letter}, repeated / float64(several)}
		for i, p := range l {
			if p.share == 0 {
				continue
			}
			change(i, p, pumped)
			change(i, p, piece{pumped.word, pumped.share / 3}) // where what it leads to costs little more than p
			change(i, piece{word: p.word}, pumped)
			change(i, p, piece{word: pumped.word})
			change(i, piece{word: pumped.word}, p)
			if several > 1 {
				change(i, pumped)
			}
		}
	}
	return all
}

// letters returns characters that may be pumped beside the pieces of an attack: those that are in them, and others.
func (d *decision) letters(l layout) (letters []rune) {
	alphabet := d.prover.costs.Alphabet
	add := func(r rune) {
		if len(letters) < climbedLetter && !slices.Contains(letters, r) {
			letters = append(letters, r)
		}
	}
	for _, p := range l {
		if n := len(p.word); n > 0 {
			add(p.word[n-1])
			add(p.word[0])
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

// root returns the shortest word of which a word is a number of repetitions.
func root(word []rune) []rune {
	for n := 1; n <= len(word)/2; n++ {
		if len(word)%n == 0 && slices.Equal(word[n:], word[:len(word)-n]) {
			return word[:n]
		}
	}
	return word
}
