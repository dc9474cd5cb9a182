// Package bound says what a pattern costs on any input of some length, from the costs of its program: no
// input costs more than the bound.
//
// The cost of a text is a vector of what it costs from each state, and that of a text with one more
// character in front is a sum of its elements, or the larger of some: a monotone function of the vector.
// So of all texts of a length only those are kept whose vectors no other one exceeds everywhere. When
// they are too many, the nearest are replaced by the larger values of both, which is more than any input
// costs.
package bound

import (
	"slices"

	"snag/analyze/regex/backtrack"
)

// Result is what is known of the cost of inputs.
type Result struct {
	// Length is the largest number of characters found such that no shorter input takes more than the
	// budget.
	Length int
	// Complete reports whether the bound exceeds the budget at Length. Else the work allowed was spent
	// there, or the length that was asked for is reached.
	Complete bool
	// Linear reports whether the bound grows no faster than the length from there on.
	Linear bool
	// Word is the most expensive input found of Length characters, or one fewer, in classes of the alphabet.
	// Another one may be of another length, and repeats something else.
	Word, Other []int
}

// Limits bound the work.
type Limits struct {
	// Work is the number of terms to add up.
	Work int
	// Length is the number of characters at which an input is known to exceed the budget, 0 if there is
	// none.
	Length int
	// Roughly says that Result.Word need not be anything like the most expensive input.
	Roughly bool
	// Steep says that costs are known to grow faster than the square of the length: then no crowd is looked for, which
	// hardly ever bounds them.
	Steep bool
}

// maxWidth is the largest number of vectors of one length.
const maxWidth = 24

// texts are the vectors of all texts of one length that may be part of the worst input, one length after
// the other.
type texts interface {
	// begin goes back to the empty text, to keep so many vectors from then on.
	begin(width int)
	// prepend goes on to texts with one character more.
	prepend()
	// worst returns the bound of an input, and the text that it was found with.
	worst() (cost float64, text int32)
	// beyond returns the length at which the budget is exceeded where that follows from the lengths so
	// far, an input of that length, and whether the bound grows no faster than the length.
	beyond(budget float64) (length int, word []int, linear, ok bool)
	spell(text int32) []int
	spent() int
	// lossless reports whether all vectors that count were kept since begin.
	lossless() bool
}

// Bounds finds what no input of a program exceeds, and keeps what it learns of the program.
type Bounds struct {
	e       *evaluator
	all     *backtrack.Costs // with states that are equal
	letters []int
	settled bool // lookbehinds cost the same from some length on

	gathered *system // of which Tiered tells, nil before it does
	told     *tiers  // the last ones that were asked
}

// Of returns the bounds of a program with the costs.
func Of(costs *backtrack.Costs) *Bounds {
	b := &Bounds{e: newEvaluator(merged(costs)), all: costs}
	b.letters = letters(b.e.Costs)
	b.settled = b.e.reach(64)
	return b
}

// Rated returns what no input exceeds as far as a closed form tells, which takes a small part of the time that Compute
// does. ok is false where there is none: it takes costs that grow as the square of the length at most.
func (b *Bounds) Rated(budget int64) (res Result, ok bool) {
	for i := 0; b.settled && i < len(crowds); i++ {
		if c := b.e.crowd(b.letters, i); c != nil {
			res = c.told(float64(budget))
			return res, res.Word != nil
		}
	}
	return res, false
}

// Compute returns what no input exceeds. The costs are those of a program.
func (b *Bounds) Compute(budget int64, limits Limits) Result {
	e, list := b.e, b.letters
	if b.settled {
		return e.widening(list, float64(budget), limits)
	}
	// What lookbehinds read grows with the input: they are taken to read as much as the longest input has.
	var best Result
	part := limits
	part.Work = limits.Work / 6
	low, high := 1, 32
	for range 12 {
		e.reach(high)
		e.crowds = [len(crowds)]*crowd{}
		e.known, e.systems, e.flat = 0, [2]*system{}, nil
		part.Length = high
		res := e.widening(list, float64(budget), part)
		res.Linear = false // it holds for lookbehinds that read no further
		switch {
		case res.Length >= high:
			best, low = res, high
			best.Length, best.Complete = high, false
			if limits.Length > 0 && low >= limits.Length || high > 1<<14 {
				return best
			}
			high *= 2
		case high > low+low/8+1:
			if res.Length > best.Length {
				best = res
			}
			high = low + (high-low)/2
		default:
			return best
		}
	}
	return best
}

// widening keeps few vectors and then more, of texts as such and then by their type, as far as the work allows. All
// bounds hold. Where Result.Word need not be expensive, closed forms are tried first.
func (e *evaluator) widening(letters []int, budget float64, limits Limits) (best Result) {
	var plain texts
	var types [askings]texts
	var word []int
	widest := 0
	left := limits.Work
	closed := limits.Roughly && !limits.Steep && e.summing() == e
	if closed {
		if crowded, ok := e.crowded(letters, budget, limits, true); ok {
			crowded.Other = e.another(letters, crowded, budget, limits)
			return crowded
		}
	}
	order := tries
	if limits.Roughly {
		order = roughly
	}
	each := 0.0 // terms that it takes to keep one vector of each length
	for i, try := range order {
		if try.types && types[try.of] == nil {
			s, ok := e.typed(try.of, left)
			if !ok {
				continue
			}
			types[try.of] = s
		}
		if plain == nil {
			plain = e.plain(letters)
		}
		part := limits
		part.Work = left / 2
		if i == len(order)-1 {
			part.Work = left
		}
		t, width := plain, try.width
		switch {
		case try.types:
			t = types[try.of]
		case width == maxWidth && each > 0:
			part.Work = limits.Work
			width = min(max(int(float64(part.Work)/each), 2), maxWidth)
		case width > 1 && width <= widest:
			continue
		}
		run := func() (res Result) {
			t.begin(width)
			begun := t.spent()
			res = grow(t, budget, part)
			if left -= t.spent() - begun; !try.types {
				each = float64(t.spent()-begun) / float64(width*max(res.Length, 1)) * float64(max(limits.Length, res.Length))
			}
			if width >= widest { // the fewer texts are taken for others, the more their costs are those of an input
				widest, word = width, res.Word
			}
			if i == 0 || res.Length > best.Length || res.Linear {
				best = res
			}
			best.Word = word
			return res
		}
		res := run()
		if i == 0 && !closed && !limits.Steep && !res.Linear && (!res.Complete || float64(res.Length)*near < float64(limits.Length)) {
			crowded, ok := e.crowded(letters, budget, limits, false)
			if crowded.Length > best.Length {
				best.Length, best.Complete = crowded.Length, crowded.Complete
			}
			if ok {
				best.Word = crowded.Word
				best.Other = e.another(letters, best, budget, limits)
				return best
			}
		}
		if _, divided := plain.(*system); i == 0 && divided && !res.Complete { // there are too many groups
			plain = newFrontier(e, letters)
			t, part.Work = plain, limits.Work
			res = run()
		}
		if res.Linear || res.Complete && t.lossless() && (try.types && try.of == everything || e.Exact) || left <= 0 && i > 0 ||
			limits.Length > 0 && float64(best.Length)*near >= float64(limits.Length) {
			break
		}
	}
	if widest > 1 && widest < maxWidth && best.Other == nil { // so few tell less of what an expensive input begins with
		if wide := e.another(letters, best, budget, Limits{Work: 4 * limits.Work, Length: limits.Length}); len(wide) > 0 {
			best.Word, best.Other = wide, best.Word
		}
	}
	if float64(best.Length)*absurd < float64(limits.Length) {
		best.Length = max(best.Length, e.parted(letters, budget))
	}
	return best
}

// another returns another expensive input where the bound that crowds tell is far from what is known to exceed the budget.
func (e *evaluator) another(letters []int, res Result, budget float64, limits Limits) []int {
	if float64(res.Length)*loose >= float64(limits.Length) {
		return res.Other
	}
	t := e.plain(letters)
	t.begin(maxWidth)
	return grow(t, budget, Limits{Work: limits.Work / 8, Length: limits.Length}).Word
}

// plain returns the texts as such, always the same ones.
func (e *evaluator) plain(letters []int) texts {
	if e.flat == nil {
		e.flat = e.newPlain(letters)
	}
	return e.flat
}

func (e *evaluator) newPlain(letters []int) texts {
	if e.tangled() || slices.ContainsFunc(e.Nodes, func(n backtrack.CostNode) bool { return n.Max }) {
		return newFrontier(e, letters)
	}
	return newSystem(e, letters, settled(e, letters, few), nil)
}

// tries are the numbers of vectors that are kept, in turn, of the largest one as many as the work suffices for. A few settle down to a period soon, where many never do.
// Only with many is the text that was found sure to cost about as much.
var (
	tries = [...]try{
		{width: 1}, {width: maxWidth}, {1, true, everything}, {1, true, looked}, {width: 4}, {4, true, looked}, {2, true, everything}, {6, true, everything},
	}
	roughly = [...]try{
		{width: 1}, {1, true, everything}, {1, true, looked}, {width: 4}, {4, true, looked}, {2, true, everything}, {6, true, everything}, {width: maxWidth},
	}
)

// try is a number of vectors to keep, of each type or of all texts.
type try struct {
	width int
	types bool
	of    asking
}

// near is how many times the bound what is known to exceed the budget may be without another try.
const near = 1.1

// absurd is how many times the bound it may be without a look at what is told apart least.
const absurd = 2

// loose is how many times the bound it may be without a look at more than a crowd tells.
const loose = 1.2

// grow finds the length at which the budget is exceeded.
func grow(t texts, budget float64, limits Limits) (res Result) {
	start := t.spent()
	for n := 0; ; n++ {
		cost, text := t.worst()
		if cost > budget {
			res.Length, res.Complete, res.Word = n, true, t.spell(text)
			break
		}
		if t.spent()-start > limits.Work || limits.Length > 0 && n >= limits.Length {
			res.Length, res.Word = n+1, t.spell(text)
			break
		}
		if n > 0 && n%4 == 0 {
			if length, word, linear, ok := t.beyond(budget); ok {
				res.Length, res.Complete, res.Word, res.Linear = length, length < maxLeap, word, linear
				break
			}
		}
		t.prepend()
	}
	return res
}
