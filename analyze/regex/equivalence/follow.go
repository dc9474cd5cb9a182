package equivalence

import (
	"encoding/binary"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// thread is a path of the matcher. Tags are positions by name, -1 for none; hist is the name of the
// matches before, 0 for none.
type thread struct {
	pc, off, hist int32
	tags          []int32 // shared: not to be written to
	held          string  // what groups hold for backreferences: see heldWidth
}

// heldWidth is the room of one group in thread.held: its status, then its characters as classes of
// two bytes.
const heldWidth = 1 + 2*maxHeld

// The status of a group in thread.held: unset, or 1 more than the number of its characters, with
// heldOpen while it is being matched.
const heldOpen = 0x80

// place is a position of the input, as far as it is known: between a character of kind and class.
type place struct {
	kind, class, then int32
	now               int32 // its name
	backs             [][]int32
	nextBacks         [][]int32
	holds             []bool // by lookaround, for lookbehinds
}

// now is the name of the position that threads move to, larger than those of positions before.
const now = 1 << 20

// follower moves threads from one position to the next.
type follower struct {
	*program
	*futures
	opt Options

	place
	side     int
	out      []thread
	accepted bool
	final    int32
	names    map[string]int32 // of the histories that began at this position
	nextHist int32
	key      []byte

	outs  [2][]thread // what move returned, by side
	begun []int32     // the tags of a match that begins now
	slab  []int32     // tags of threads that were moved here: see cloned

	visited, added []uint32
	gen            uint32 // of added
	round          uint32 // of visited
	special        map[visit]bool
	steps          int
}

// visit is what makes a visit of an instruction at one position different from another.
type visit struct {
	pc, off int32
	open    string
	held    string
	round   uint32 // 0 for additions
}

func newFollower(p *program, opt Options) *follower {
	return &follower{program: p, opt: opt, visited: make([]uint32, len(p.code)), added: make([]uint32, len(p.code)),
		special: map[visit]bool{}, names: map[string]int32{}, place: place{holds: make([]bool, len(p.looks))}}
}

// arrive sets the position and decides the lookbehinds there.
func (f *follower) arrive(at place) {
	holds := f.holds
	f.place = at
	f.place.holds = holds
	clear(f.names)
	f.nextHist = now
	f.slab = f.slab[:0]
	f.nextBacks = make([][]int32, len(f.behinds))
	for i, look := range f.program.behinds {
		f.renew()
		f.side, f.accepted, f.out = -1, false, f.out[:0]
		for _, pc := range at.backs[i] {
			f.walk(thread{pc: pc}, nil)
		}
		f.walk(thread{pc: f.looks[look]}, nil)
		f.holds[look] = f.accepted
		next := make([]int32, len(f.out))
		for j, t := range f.out {
			next[j] = t.pc
		}
		slices.Sort(next)
		f.nextBacks[i] = next
	}
}

// renew forgets what was visited.
func (f *follower) renew() {
	f.gen++
	f.round++
	if len(f.special) > 0 {
		clear(f.special)
	}
}

// move returns the threads of one side behind class, the history that wins if the input ends here,
// and whether there was a match (Accepts). The threads and their tags are lost at the next position.
func (f *follower) move(side int, list []thread) (next []thread, final int32, accepted bool) {
	f.renew()
	f.side, f.out, f.accepted, f.final = side, f.outs[side][:0], false, 0
	for _, t := range list {
		if f.walk(t, nil) {
			break
		}
	}
	f.outs[side] = f.out
	return f.out, f.final, f.accepted
}

// cloned returns tags that may be written to, until the next position.
func (f *follower) cloned(tags []int32) []int32 {
	from := len(f.slab)
	f.slab = append(f.slab, tags...)
	return f.slab[from:len(f.slab):len(f.slab)]
}

// start returns the tags of a match that begins at this position.
func (f *follower) start() []int32 {
	if len(f.begun) == 0 || f.begun[0] != f.now {
		f.begun = make([]int32, f.slots)
		for i := range f.begun {
			f.begun[i] = -1
		}
		f.begun[0] = f.now
	}
	return f.begun
}

// seen reports whether pc was visited in the same circumstances before.
func (f *follower) seen(t *thread, open []int32) bool {
	if len(open) == 0 && t.held == "" && t.off == 0 {
		if f.visited[t.pc] == f.round {
			return true
		}
		f.visited[t.pc] = f.round
		return false
	}
	v := visit{pc: t.pc, off: t.off, held: t.held, round: f.round}
	if len(open) > 0 {
		sorted := slices.Clone(open)
		slices.Sort(sorted)
		key := make([]byte, 0, 2*len(sorted))
		for _, loop := range slices.Compact(sorted) {
			key = append(key, byte(loop), byte(loop>>8))
		}
		v.open = string(key)
	}
	if f.special[v] {
		return true
	}
	f.special[v] = true
	return false
}

// add appends a thread that stands behind the next character, unless one like it is preferred.
func (f *follower) add(t thread) {
	if t.held == "" && t.off == 0 {
		if f.added[t.pc] == f.gen {
			return
		}
		f.added[t.pc] = f.gen
	} else {
		v := visit{pc: t.pc, off: t.off, held: t.held}
		if f.special[v] {
			return
		}
		f.special[v] = true
	}
	f.out = append(f.out, t)
}

// walk follows thread t to what it may do with the next character. It reports whether t is sure to
// succeed, which makes all threads behind it irrelevant.
func (f *follower) walk(t thread, open []int32) bool {
	atEnd := int(f.class) == f.part.Len
	for {
		f.steps++
		if f.seen(&t, open) {
			return false
		}
		in := &f.code[t.pc]
		switch in.op {
		case opChar:
			if !atEnd && f.part.Sets[in.set].Has(int(f.class)) {
				if t.held != "" {
					t.held = hold(t.held, f.class)
				}
				t.pc = in.out
				f.add(t)
			}
			return false
		case opSplit:
			for _, alt := range in.alts {
				t.pc = alt
				if f.walk(t, open[:len(open):len(open)]) {
					return true
				}
			}
			return false
		case opStart:
			if f.opt.Level > Accepts {
				t.tags = f.start()
			}
			t.held = f.blank
		case opTag:
			t.tags = f.cloned(t.tags)
			t.tags[in.slot] = f.now
		case opReset:
			t = f.reset(t, in)
		case opEnter:
			open = append(open, in.loop)
		case opCheck:
			if slices.Contains(open, in.loop) {
				return false
			}
		case opTest:
			if !f.passes(in.test, f.kind, f.class) {
				return false
			}
		case opAhead:
			if f.futures.holdsAt(in.look, f.kind, f.class, f.then) != in.want {
				return false
			}
		case opBehind:
			if f.holds[f.behind(&t, in)] != in.want {
				return false
			}
		case opRefAhead:
			if f.heldNext(&t, in) != in.want {
				return false
			}
		case opOpen, opShut:
			t.held = setHeld(t.held, f.heldIndex[in.slot], in.op == opOpen)
		case opRef:
			text := heldText(t.held, f.heldIndex[in.slot])
			if len(text) > 0 {
				f.refer(t, in, text)
				return false
			}
		case opSkip:
			if atEnd {
				f.final = t.hist
				return true
			}
			f.add(thread{pc: in.out, hist: t.hist})
			return true
		case opDone:
			if atEnd {
				f.final = t.hist
				return true
			}
			f.add(t)
			return true
		case opMatch:
			return f.match(t, in)
		case opFail:
			return false
		case opCut:
			hist := t.hist
			t.pc = in.out
			if !f.walk(t, open) && f.search[f.side] >= 0 {
				f.walk(thread{pc: f.code[f.search[f.side]].out, hist: hist}, nil)
			}
			return true
		}
		t.pc = in.out
	}
}

// match ends the path t of a pattern or of the body of a lookbehind.
func (f *follower) match(t thread, in *inst) bool {
	f.accepted = true
	if f.side < 0 {
		return false // the threads of lookbehinds go on
	}
	if f.opt.Level == Accepts {
		f.final, f.out = 1, f.out[:0]
		return true
	}
	empty := t.tags[0] == f.now
	hist := f.history(t)
	if f.opt.Mode != syntax.All {
		return f.walk(thread{pc: f.done, hist: hist}, nil)
	}
	// The path passes the same instructions again, now for the next match.
	f.round++
	again := thread{pc: f.search[f.side], hist: hist}
	if !empty {
		again.pc = f.code[again.pc].out
	}
	return f.walk(again, nil)
}

// history names the matches of t, of which the last ends here.
func (f *follower) history(t thread) int32 {
	f.key = f.key[:0]
	f.key = binary.LittleEndian.AppendUint32(f.key, uint32(t.hist))
	for _, tag := range t.tags {
		f.key = binary.LittleEndian.AppendUint32(f.key, uint32(tag))
	}
	name, ok := f.names[string(f.key)]
	if !ok {
		f.nextHist++
		name = f.nextHist
		f.names[string(f.key)] = name
	}
	return name
}

// behind returns the lookbehind that in stands for when t has come there.
func (f *follower) behind(t *thread, in *inst) int32 {
	if in.slot > 0 && t.held != "" {
		if text := heldText(t.held, f.heldIndex[in.slot]); len(text) == 1 {
			if look, ok := in.values[f.singleChar[text[0]]]; ok {
				return look
			}
		}
	}
	return in.look
}

// heldNext reports whether what a group holds, which is one character or nothing, comes next.
func (f *follower) heldNext(t *thread, in *inst) bool {
	text := heldText(t.held, f.heldIndex[in.slot])
	if len(text) == 0 {
		return true
	}
	return int(f.class) < f.part.Len && f.equal(text[0], f.class, in.fold)
}

// equal reports whether two classes are of one character each, and these are the same.
func (f *follower) equal(x, y int32, fold charset.Fold) bool {
	a, b := f.singleChar[x], f.singleChar[y]
	return x == y || a >= 0 && b >= 0 && charset.Canonicalize(a, fold) == charset.Canonicalize(b, fold)
}

// refer lets t consume what a group holds.
func (f *follower) refer(t thread, in *inst, text []int32) {
	if int(f.class) == f.part.Len {
		return
	}
	if !f.equal(text[t.off], f.class, in.fold) {
		return
	}
	t.held = hold(t.held, f.class)
	if t.off++; int(t.off) == len(text) {
		t.pc, t.off = in.out, 0
	}
	f.add(t)
}

// reset unsets the tags and the texts of groups.
func (f *follower) reset(t thread, in *inst) thread {
	if f.slots > 1 && f.opt.Level == Groups {
		t.tags = f.cloned(t.tags)
		for g := in.lo; g < in.hi && int(2*g) < f.slots; g++ {
			t.tags[2*g-1], t.tags[2*g] = -1, -1
		}
	}
	if t.held != "" {
		b := []byte(t.held)
		for g := in.lo; g < in.hi; g++ {
			if i, ok := f.heldIndex[g]; ok {
				clear(b[i*heldWidth : (i+1)*heldWidth])
			}
		}
		t.held = string(b)
	}
	return t
}

// setHeld begins or ends the text of group i.
func setHeld(held string, i int, begin bool) string {
	b := []byte(held)
	if begin {
		clear(b[i*heldWidth : (i+1)*heldWidth])
		b[i*heldWidth] = heldOpen | 1
	} else {
		b[i*heldWidth] &^= heldOpen
	}
	return string(b)
}

// hold adds class to the texts of the groups that are being matched.
func hold(held string, class int32) string {
	b := []byte(nil)
	for at := 0; at < len(held); at += heldWidth {
		if held[at]&heldOpen == 0 {
			continue
		}
		if b == nil {
			b = []byte(held)
		}
		n := int(b[at]&^heldOpen) - 1
		b[at+1+2*n], b[at+2+2*n] = byte(class), byte(class>>8)
		b[at]++
	}
	if b == nil {
		return held
	}
	return string(b)
}

// heldText returns what group i holds, in classes.
func heldText(held string, i int) []int32 {
	at := i * heldWidth
	if held[at]&heldOpen != 0 || held[at] == 0 {
		return nil
	}
	text := make([]int32, held[at]-1)
	for n := range text {
		text[n] = int32(held[at+1+2*n]) | int32(held[at+2+2*n])<<8
	}
	return text
}
