package nfa

import (
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// item is a transition that still depends on the character before.
type item struct {
	prev, on charset.Bits
	to       int32 // instruction after the character, or Accept
	span     syntax.Span
	sure     bool
	enter    bool
	accept   bool
	commit   bool // after a match, where the search goes on
	conds    *conds
	number   int32
}

// conds is a list of lookaheads, by the entry of the body, the last one first. Equal lists are the
// same pointer.
type conds struct {
	before *conds
	body   int32
	want   bool
	pick   int32
}

// pursuit is the following of an atomic group's path within a closure: the instruction of the body
// that corresponds to where it began, and the number of ways out of there that were passed.
type pursuit struct{ body, passed int32 }

type visit struct {
	pc         int32
	open       int
	prev, next *uint64
	enter      bool
	commit     bool
	conds      *conds
}

// closure returns what may happen at pc without anything being consumed before, in priority order.
// A failure is kept in b.err.
func (b *builder) closure(pc int32) []item {
	if got := b.closures[pc]; got != nil || b.err != nil {
		return got
	}
	b.items, b.sure, b.enter, b.idle, b.commit, b.conds = make([]item, 0, 4), true, false, false, false, nil
	b.open, b.pursuit = b.open[:0], nil
	for _, r := range b.rides {
		if r.first <= pc && pc <= r.last {
			b.pursuit = &pursuit{body: pc - r.offset}
		}
	}
	b.err = b.walk(pc, b.all, b.all)
	for _, t := range b.touched {
		b.visits[t] = 0
	}
	b.touched = b.touched[:0]
	clear(b.special)
	b.closures[pc] = b.items
	if len(b.looked) > 0 {
		if b.behinds == nil {
			b.behinds = make(map[int32][]passed)
		}
		b.behinds[pc], b.looked = b.looked, nil
	}
	return b.items
}

// walk follows empty transitions from pc. Every instruction is passed at most twice in the same
// circumstances, which is enough to see that there are several ways.
func (b *builder) walk(pc int32, prev, next charset.Bits) error {
	for {
		b.steps++
		if b.steps > 64*b.opt.MaxStates {
			return fmt.Errorf("%w: too many ways from one character to the next", ErrTooLarge)
		}
		in := &b.prog[pc]
		if in.op == opChar {
			on := b.part.Sets[in.set]
			if &next[0] != &b.all[0] {
				if on = on.And(next); on.IsEmpty() {
					if b.pursuit != nil && !b.enter {
						b.pursuit.passed++ // in the body, which stands alone, it is a way out
					}
					return nil
				}
			}
			b.emit(item{prev: prev, on: on, to: in.out, span: in.span})
			return nil
		}
		if b.seen(pc, prev, next) {
			return nil
		}
		switch in.op {
		case opSplit:
			idle, open, sure, conds, pursuit := b.idle, len(b.open), b.sure, b.conds, b.pursuit
			for _, alt := range in.alts {
				b.idle = b.idle || pc == b.search
				if err := b.walk(alt, prev, next); err != nil {
					return err
				}
				b.idle, b.open, b.sure, b.conds, b.pursuit = idle, b.open[:open], sure, conds, pursuit
			}
			return nil
		case opEnter:
			b.open = append(b.open, in.loop)
		case opCheck:
			if slices.Contains(b.open, in.loop) { // nothing was consumed
				if in.exit == fails {
					return nil
				}
				pc = in.exit
				continue
			}
		case opNote:
			b.sure = false
		case opTest:
			rects := b.tests[in.test]
			for i, r := range rects {
				p, n := prev, next
				if in.flip {
					r.Prev, r.Next = r.Next, r.Prev
				}
				if !prev.Within(r.Prev) {
					p = b.intern(prev.And(r.Prev))
				}
				if !next.Within(r.Next) {
					n = b.intern(next.And(r.Next))
				}
				if p.IsEmpty() || n.IsEmpty() {
					if b.pursuit == nil || b.enter {
						continue
					}
					p, n = b.none, b.none // to count the ways out
				}
				if i == len(rects)-1 {
					return b.walk(in.out, p, n)
				}
				open, sure, conds, pursuit := len(b.open), b.sure, b.conds, b.pursuit
				if err := b.walk(in.out, p, n); err != nil {
					return err
				}
				b.open, b.sure, b.conds, b.pursuit = b.open[:open], sure, conds, pursuit
			}
			return nil
		case opLook:
			enter, sure, open, outer := b.enter, b.sure, len(b.open), b.conds
			b.enter = true
			if err := b.walk(in.body, prev, next); err != nil {
				return err
			}
			b.enter, b.sure, b.open = enter, sure, b.open[:open]
			b.conds = b.list(conds{outer, in.body, in.want, Any})
		case opRide:
			b.pursuit = &pursuit{body: in.body}
		case opRideEnd:
			if b.pursuit != nil {
				b.conds, b.pursuit = b.picked(b.conds), nil
			}
			if next.IsEmpty() {
				return nil
			}
		case opBehind:
			b.looked = append(b.looked, passed{in.body, prev})
		case opMatch:
			b.emit(item{prev: prev, on: next, to: Accept, accept: true})
			if b.enter || !b.opt.Repeat || in.scope != 0 || b.commit || b.search < 0 {
				return nil
			}
			again := b.search
			if b.idle { // after an empty match the search skips a character
				again = b.prog[b.search].alts[1]
			}
			b.commit = true
			err := b.walk(again, prev, next)
			b.commit = false
			return err
		case opFail:
			return nil
		}
		pc = in.out
	}
}

// emit adds an item with the circumstances of the walk.
func (b *builder) emit(it item) {
	it.sure, it.enter, it.commit, it.conds, it.number = b.sure, b.enter, b.commit && !it.accept, b.conds, int32(len(b.items))
	if b.pursuit != nil && !b.enter {
		it.conds, it.sure = b.picked(it.conds), false
	}
	b.items = append(b.items, it)
}

// picked returns list with the condition that the body of an atomic group goes this way first.
func (b *builder) picked(list *conds) *conds {
	b.pursuit.passed++
	return b.list(conds{list, b.pursuit.body, true, b.pursuit.passed - 1})
}

// list returns the one copy of a list of conditions.
func (b *builder) list(c conds) *conds {
	if known, ok := b.lists[c]; ok {
		return known
	}
	if b.lists == nil {
		b.lists = make(map[conds]*conds)
	}
	b.lists[c] = &c
	return &c
}

// intern returns the one copy of bits that conditions share, so that equal ones are the same slice.
func (b *builder) intern(bits charset.Bits) charset.Bits {
	for _, known := range b.interned {
		if known.Equal(bits) {
			return known
		}
	}
	b.interned = append(b.interned, bits)
	return bits
}

func (b *builder) seen(pc int32, prev, next charset.Bits) bool {
	if &prev[0] == &b.all[0] && &next[0] == &b.all[0] && len(b.open) == 0 && !b.enter && !b.commit && b.conds == nil {
		if b.visits[pc] >= 2 {
			return true
		}
		if b.visits[pc] == 0 {
			b.touched = append(b.touched, pc)
		}
		b.visits[pc]++
		return false
	}
	if b.special == nil {
		b.special = make(map[visit]uint8)
	}
	key := visit{pc, len(b.open), &prev[0], &next[0], b.enter, b.commit, b.conds}
	b.special[key]++
	return b.special[key] > 2
}
