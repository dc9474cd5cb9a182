package equivalence

import (
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/sorting"
)

// futures are what the rest of an input can mean to the bodies of lookaheads: each is a set of places
// in them that accept a prefix of the rest. Every input has one sequence of futures, which is found
// from its end backwards.
type futures struct {
	*program
	places map[int32]int32 // instruction behind a character → number
	order  []int32         // instructions by number
	sets   []charset.Bits  // by future; the first is that of the end
	arcs   [][]arc         // by future: what it may be in front of
	index  map[string]int32
	memo   map[int64]bool
	memoOf arc // what memo is about
	work   int
	limits Limits
}

// arc reports whether a future comes about by reading class before the future then.
type arc struct{ class, then int32 }

// findFutures finds all futures.
func (p *program) findFutures(limits Limits) (*futures, error) {
	f := &futures{program: p, places: map[int32]int32{}, index: map[string]int32{}, memo: map[int64]bool{}, limits: limits}
	for _, look := range p.aheads {
		f.collect(p.looks[look], map[int32]bool{})
	}
	classes := p.classes()
	f.note(int32(p.part.Len), -1)
	for k := 0; k < len(f.sets); k++ {
		for _, class := range classes {
			f.note(class, int32(k))
			if len(f.sets) > limits.States/8+1 || f.work > limits.Work {
				return f, fmt.Errorf("%w: futures of lookaheads", ErrTooLarge)
			}
		}
	}
	return f, nil
}

// classes lists the classes of the alphabet, those first that read best.
func (p *program) classes() []int32 {
	list := make([]int32, p.part.Len)
	for class := range list {
		list[class] = int32(class)
	}
	sorting.Stable(list, func(a, b int32) int {
		return readability(p.part.Example(int(a))) - readability(p.part.Example(int(b)))
	})
	return list
}

// readability ranks characters, the most readable lowest.
func readability(r rune) int {
	switch {
	case 'a' <= r && r <= 'z':
		return 0
	case 'A' <= r && r <= 'Z':
		return 1
	case '0' <= r && r <= '9':
		return 2
	case ' ' < r && r < 0x7F:
		return 3
	case r == ' ':
		return 4
	case r == '\n':
		return 5
	case r < ' ':
		return 6
	}
	return 7
}

// collect numbers the places behind characters that can be reached from pc.
func (f *futures) collect(pc int32, seen map[int32]bool) {
	if seen[pc] {
		return
	}
	seen[pc] = true
	in := &f.code[pc]
	switch in.op {
	case opSplit:
		for _, alt := range in.alts {
			f.collect(alt, seen)
		}
		return
	case opMatch, opFail:
		return
	case opChar:
		if _, ok := f.places[in.out]; !ok {
			f.places[in.out] = int32(len(f.order))
			f.order = append(f.order, in.out)
		}
	}
	f.collect(in.out, seen)
}

// note adds the future of reading class before the future then.
func (f *futures) note(class, then int32) {
	kinds := len(f.kindAt)
	set := make(charset.Bits, (len(f.order)*kinds+63)/64)
	f.recall(class, then)
	for i, pc := range f.order {
		for kind := range kinds {
			if f.succeeds(pc, int32(kind), class, then, nil) {
				set.Add(i*kinds + kind)
			}
		}
	}
	key := set.Key()
	k, ok := f.index[string(key)]
	if !ok {
		k = int32(len(f.sets))
		f.index[string(key)] = k
		f.sets = append(f.sets, set)
		f.arcs = append(f.arcs, nil)
	}
	if then >= 0 {
		f.arcs[k] = append(f.arcs[k], arc{class, then})
	}
}

// has reports whether the place behind a character of class, at pc, accepts in front of future k.
func (f *futures) has(k, pc, class int32) bool {
	return f.sets[k].Has(int(f.places[pc])*len(f.kindAt) + int(f.kinds[class]))
}

// recall makes memo be about class and the future then.
func (f *futures) recall(class, then int32) {
	if f.memoOf != (arc{class, then}) {
		f.memoOf = arc{class, then}
		clear(f.memo)
	}
}

// holdsAt reports whether the body of a lookahead accepts behind a character of kind.
func (f *futures) holdsAt(look, kind, class, then int32) bool {
	f.recall(class, then)
	return f.succeeds(f.looks[look], kind, class, then, nil)
}

// succeeds reports whether the body of a lookahead accepts from pc on, after a character of kind, when
// class comes next and then the future then. open are the loops that have consumed nothing yet.
func (f *futures) succeeds(pc, kind, class, then int32, open []int32) bool {
	f.work++
	key := int64(pc)<<24 | int64(kind)<<4
	if len(open) == 0 {
		if known, ok := f.memo[key]; ok {
			return known
		}
		f.memo[key] = false // on the way: a loop that comes back here has consumed nothing
	}
	ok := f.follow(pc, kind, class, then, open)
	if len(open) == 0 {
		f.memo[key] = ok
	}
	return ok
}

func (f *futures) follow(pc, kind, class, then int32, open []int32) bool {
	in := &f.code[pc]
	switch in.op {
	case opMatch:
		return true
	case opFail:
		return false
	case opChar:
		return int(class) < f.part.Len && f.part.Sets[in.set].Has(int(class)) && f.has(then, in.out, class)
	case opSplit:
		for _, alt := range in.alts {
			if f.succeeds(alt, kind, class, then, open) {
				return true
			}
		}
		return false
	case opEnter:
		if slices.Contains(open, in.loop) {
			return false
		}
		open = append(open[:len(open):len(open)], in.loop)
	case opCheck:
		if slices.Contains(open, in.loop) {
			return false
		}
	case opTest:
		if !f.passes(in.test, kind, class) {
			return false
		}
	case opAhead:
		if f.succeeds(f.looks[in.look], kind, class, then, nil) != in.want {
			return false
		}
	}
	return f.succeeds(in.out, kind, class, then, open)
}

// passes reports whether a test holds between a character of kind and class.
func (p *program) passes(test, kind, class int32) bool {
	for _, r := range p.tests[test] {
		if r.Prev.Has(p.kindAt[kind]) && r.Next.Has(int(class)) {
			return true
		}
	}
	return false
}
