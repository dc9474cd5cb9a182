package nfa

import (
	"encoding/binary"
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
	vague    bool
	ref      Ref
	conds    *conds
	number   int32
	path     int32 // of choices, if there are rides
}

// conds is a list of lookarounds, by the entry of the body, the last one first. Equal lists are the
// same pointer. path, if it is not Any, is that of the way out of the body that must be the first to
// succeed; back is the number of a lookbehind, 0 for a lookahead.
type conds struct {
	before *conds
	body   int32
	want   bool
	path   int32
	back   int32
}

// pursuit is the following of an atomic group's path within a closure: the instruction of the body
// that corresponds to where it began, and how many choices had been taken there. outer is that of the group
// around it.
type pursuit struct {
	body  int32
	from  int
	outer *pursuit
}

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
	b.items, b.sure, b.vague, b.enter, b.idle, b.commit, b.conds = make([]item, 0, 4), !b.cuts, b.cuts, false, false, false, nil
	b.open, b.choices, b.pursuit, b.ref = b.open[:0], b.choices[:0], nil, Ref{}
	for _, r := range slices.Backward(b.rides) { // inner ones come first
		if r.first <= pc && pc <= r.last && b.prog[r.first].scope == b.prog[pc].scope {
			b.pursuit = &pursuit{body: pc - r.offset, outer: b.pursuit}
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

// walk follows empty transitions from pc. Every instruction is passed at most so many times in the same
// circumstances: twice is enough to see that there are several ways.
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
					return nil
				}
			}
			b.emit(item{prev: prev, on: on, to: in.out, span: in.span, ref: b.referring(in.ref, pc)})
			return nil
		}
		if b.seen(pc, prev, next) {
			return nil
		}
		switch in.op {
		case opSplit:
			back := b.branch()
			idle := b.idle
			for i, alt := range in.alts {
				b.idle = b.idle || pc == b.begin
				b.choices = append(b.choices, int32(i))
				if err := b.walk(alt, prev, next); err != nil {
					return err
				}
				b.idle = idle
				b.restore(back)
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
			b.sure, b.vague = false, b.vague || in.vague
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
					continue
				}
				back := b.branch()
				b.choices = append(b.choices, int32(i))
				if err := b.walk(in.out, p, n); err != nil {
					return err
				}
				b.restore(back)
			}
			return nil
		case opLook:
			back, enter := b.branch(), b.enter
			b.enter = true
			if err := b.walk(in.body, prev, next); err != nil {
				return err
			}
			b.enter = enter
			b.restore(back)
			b.conds = b.list(conds{before: b.conds, body: in.body, want: in.want, path: Any})
		case opRide:
			b.pursuit = &pursuit{body: in.body, from: len(b.choices), outer: b.pursuit}
		case opRideEnd:
			if b.pursuit != nil {
				b.conds = b.picked(b.conds, b.pursuit)
				b.pursuit = b.pursuit.outer
			}
		case opReferEnd:
			b.ref = b.referring(in.ref, leaves)
		case opBehind:
			look := &b.lookBehinds[in.back-1]
			if look.costs {
				b.looked = append(b.looked, passed{in.back, in.body, prev})
			}
			if look.ahead && !look.open {
				b.conds = b.list(conds{before: b.conds, body: in.body, want: in.want, path: Any})
			}
			if look.told || look.sight >= 0 {
				b.conds = b.list(conds{before: b.conds, body: in.body, want: in.want, path: Any, back: in.back})
			}
		case opMatch:
			b.emit(item{prev: prev, on: next, to: Accept, accept: true})
			if b.enter || !b.opt.Repeat || in.scope != 0 || b.commit {
				return nil
			}
			again := b.begin
			if b.idle {
				again = b.skip
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

// branching is what a walk has done before it parts.
type branching struct {
	open, choices int
	sure, vague   bool
	conds         *conds
	pursuit       *pursuit
	ref           Ref
}

func (b *builder) branch() branching {
	return branching{len(b.open), len(b.choices), b.sure, b.vague, b.conds, b.pursuit, b.ref}
}

// leaves is the way out of a backreference.
const leaves = -1

// referring returns the way that a transition takes through the first backreference on its way, given that it
// takes this one through the backreference of a number, if that is not 0.
func (b *builder) referring(number, way int32) Ref {
	if b.ref.Number != 0 || number == 0 {
		return b.ref
	}
	return Ref{number, way}
}

// restore goes back to where the walk parted.
func (b *builder) restore(at branching) {
	b.open, b.choices = b.open[:at.open], b.choices[:at.choices]
	b.sure, b.vague, b.conds, b.pursuit, b.ref = at.sure, at.vague, at.conds, at.pursuit, at.ref
}

// emit adds an item with the circumstances of the walk.
func (b *builder) emit(it item) {
	if it.accept {
		it.ref = b.ref
	}
	it.sure, it.vague, it.enter, it.commit, it.conds, it.number = b.sure, b.vague, b.enter, b.commit && !it.accept, b.conds, int32(len(b.items))
	if len(b.rides) > 0 {
		it.path = b.path(0)
	}
	if b.pursuit != nil && !b.enter {
		it.sure = false
		for p := b.pursuit; p != nil; p = p.outer {
			it.conds = b.picked(it.conds, p)
		}
	}
	b.items = append(b.items, it)
}

// picked returns list with the condition that the body of an atomic group goes this way first.
func (b *builder) picked(list *conds, p *pursuit) *conds {
	return b.list(conds{before: list, body: p.body, want: true, path: b.path(p.from)})
}

// path returns the number of the choices taken since there were so many.
func (b *builder) path(from int) int32 {
	key := make([]byte, 0, 64)
	for _, c := range b.choices[from:] {
		key = binary.LittleEndian.AppendUint32(key, uint32(c))
	}
	n, ok := b.paths[string(key)]
	if !ok {
		if b.paths == nil {
			b.paths = make(map[string]int32)
		}
		n = int32(len(b.paths))
		b.paths[string(key)] = n
	}
	return n
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

// specialSteps is how many steps count for a visit in special circumstances, which takes as many times longer to
// look up.
const specialSteps = 4

func (b *builder) seen(pc int32, prev, next charset.Bits) bool {
	if &prev[0] == &b.all[0] && &next[0] == &b.all[0] && len(b.open) == 0 && !b.enter && !b.commit && b.conds == nil {
		if b.visits[pc] >= b.most {
			b.nfa.Merged = true
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
	b.steps += specialSteps - 1
	key := visit{pc, len(b.open), &prev[0], &next[0], b.enter, b.commit, b.conds}
	if b.special[key] >= b.most {
		b.nfa.Merged = true
		return true
	}
	b.special[key]++
	return false
}
