package equivalence

import (
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
)

// Automaton returns the automaton of a pattern in which every lookaround is decided: a state knows as
// much of the text before it as lookbehinds see, and of the rest as lookaheads see. Every text
// determines both, so that no ambiguity is added. What it costs to look back is not in it: see Cheap.
// The bodies of lookaheads are, as in what nfa.Compile makes. Where there are such, the automaton must
// not be resolved, since it does not say on which rests of the input an acceptance depends. The error
// wraps ErrTooLarge or ErrUnsupported.
func Automaton(tree *syntax.Tree, mode syntax.Mode, limits Limits) (*nfa.NFA, error) {
	opt := Options{Mode: mode, Level: Spans, Limits: limits}
	p, err := compile([]*syntax.Tree{tree}, opt)
	if err != nil {
		return nil, err
	}
	if p.cuts {
		return nil, fmt.Errorf("%w: verbs", ErrUnsupported)
	}
	b := &builder{follower: newFollower(p, opt), index: map[key]int32{}, contexts: map[string]int32{}, scopes: p.scopes(), visits: map[step]int{}}
	if b.futures, err = p.findFutures(limits); err != nil {
		return nil, err
	}
	b.nfa = &nfa.NFA{Alphabet: p.part, End: p.part.Len, Search: -1, Exact: len(p.aheads) == 0, Looks: len(p.aheads)}
	b.states(key{pc: p.entries[0], future: -1, context: b.context(int32(len(p.kindAt)-1), make([][]int32, len(p.behinds)))})
	for n := 0; n < len(b.keys); n++ {
		if len(b.keys) > limits.States || b.steps > limits.Work {
			return nil, fmt.Errorf("%w: automaton of %d states", ErrTooLarge, len(b.keys))
		}
		b.fill(n)
	}
	return b.nfa, nil
}

// builder makes an automaton from a program.
type builder struct {
	*follower
	nfa      *nfa.NFA
	scopes   []int32 // of each instruction
	contexts map[string]int32
	known    []place // what each context knows
	index    map[key]int32
	keys     []key

	items       []item // of the state and the class that are looked at
	visits      map[step]int
	sure, enter bool
	commit      bool
}

// key tells states apart.
type key struct {
	pc, off, context int32
	future           int32 // -1: nothing is known of the rest
	held             string
}

// step is a visit of an instruction in circumstances that matter.
type step struct {
	pc, off             int32
	held, open          string
	sure, enter, commit bool
}

// item is what a state may do on one class.
type item struct {
	to                          key
	accept, sure, enter, commit bool
	span                        syntax.Span
}

// scopes numbers the lookaheads that the instructions are in the body of.
func (p *program) scopes() []int32 {
	scopes := make([]int32, len(p.code))
	for i, look := range p.aheads { // inner ones come first
		seen := map[int32]bool{}
		var mark func(pc int32)
		mark = func(pc int32) {
			if seen[pc] {
				return
			}
			seen[pc] = true
			scopes[pc] = int32(i + 1)
			in := &p.code[pc]
			switch in.op {
			case opSplit:
				for _, alt := range in.alts {
					mark(alt)
				}
			case opMatch, opFail:
			default:
				mark(in.out)
			}
		}
		mark(p.looks[look])
	}
	return scopes
}

func (b *builder) context(kind int32, backs [][]int32) int32 {
	name := []byte{byte(kind), byte(kind >> 8)}
	for _, set := range backs {
		name = append(name, byte(len(set)), byte(len(set)>>8))
		for _, pc := range set {
			name = append(name, byte(pc), byte(pc>>8))
		}
	}
	c, ok := b.contexts[string(name)]
	if !ok {
		c = int32(len(b.known))
		b.contexts[string(name)] = c
		b.known = append(b.known, place{kind: kind, backs: backs})
	}
	return c
}

func (b *builder) states(k key) int32 {
	n, ok := b.index[k]
	if !ok {
		n = int32(len(b.keys))
		b.index[k] = n
		b.keys = append(b.keys, k)
		b.nfa.States = append(b.nfa.States, nfa.State{Scope: b.scopes[k.pc], Tag: b.tag(k)})
	}
	return n
}

// tag names what k knows of the text.
func (b *builder) tag(k key) int32 {
	return k.context*int32(len(b.sets)+1) + k.future + 2
}

// fill gives state n its transitions. Those of several classes are joined where they stand at the same
// place in the order.
func (b *builder) fill(n int) {
	k := b.keys[n]
	at := b.known[k.context]
	type join struct {
		rank int
		item item
	}
	trans := map[join]*nfa.Trans{}
	var order []join
	rests := make([]int, b.part.Len+1) // futures that may follow each class
	ways := b.ways(k.future)
	for _, a := range ways {
		rests[a.class]++
	}
	for _, a := range ways {
		class := int(a.class)
		b.arrive(place{kind: at.kind, class: a.class, then: a.then, backs: at.backs})
		next := key{context: -1, future: a.then}
		if class < b.part.Len {
			next.context = b.context(b.kinds[class], b.nextBacks)
		}
		b.items = b.items[:0]
		clear(b.visits)
		b.sure, b.enter, b.commit = class == b.part.Len || rests[class] == 1, false, false
		b.trace(thread{pc: k.pc, off: k.off, held: k.held}, nil, next, false)
		dead := false
		for rank, it := range b.items {
			if dead && !it.enter && !it.commit {
				continue
			}
			dead = dead || it.accept && it.sure && !it.enter
			j := join{rank, it}
			t := trans[j]
			if t == nil {
				t = &nfa.Trans{On: make(charset.Bits, b.part.Words()), To: nfa.Accept, Sure: it.sure, Enter: it.enter,
					Commit: it.commit, Number: int32(rank), Span: it.span}
				if !it.accept {
					t.To = b.states(it.to)
				}
				trans[j] = t
				order = append(order, j)
			}
			t.On.Add(class)
		}
	}
	sorting.Stable(order, func(x, y join) int { return x.rank - y.rank })
	for _, j := range order {
		b.nfa.States[n].Trans = append(b.nfa.States[n].Trans, *trans[j])
	}
}

// ways returns what may come next in a future, less than 0 for any, the end of the input at last.
func (b *builder) ways(future int32) (ways []arc) {
	for k := range b.sets {
		if future < 0 || int(future) == k {
			ways = append(ways, b.arcs[k]...)
		}
	}
	if future <= 0 {
		ways = append(ways, arc{int32(b.part.Len), -1})
	}
	return ways
}

func (b *builder) emit(it item) {
	it.sure, it.enter = b.sure, b.enter
	it.commit = b.commit && !it.accept
	b.items = append(b.items, it)
}

// trace follows t to what may happen with the next character, every instruction at most twice in the
// same circumstances. idle reports whether the search began here.
func (b *builder) trace(t thread, open []int32, next key, idle bool) {
	for {
		b.steps++
		in := &b.code[t.pc]
		if in.op != opChar {
			s := step{pc: t.pc, off: t.off, held: t.held, sure: b.sure, enter: b.enter, commit: b.commit}
			if len(open) > 0 {
				s.open = fmt.Sprint(open)
			}
			times := b.visits[s] + 1
			if b.visits[s] = times; times > 2 {
				return
			}
		}
		switch in.op {
		case opChar:
			if next.context >= 0 && b.part.Sets[in.set].Has(int(b.class)) {
				to := key{pc: in.out, context: next.context, future: next.future, held: t.held}
				if t.held != "" {
					to.held = hold(t.held, b.class)
				}
				b.emit(item{to: to, span: in.span})
			}
			return
		case opSplit:
			sure, enter, commit := b.sure, b.enter, b.commit
			for _, alt := range in.alts {
				t.pc = alt
				b.trace(t, open[:len(open):len(open)], next, idle)
				b.sure, b.enter, b.commit = sure, enter, commit
			}
			return
		case opStart:
			t.held, idle = b.blank, true
		case opReset:
			t = b.reset(t, in)
		case opEnter:
			open = append(open, in.loop)
		case opCheck:
			if slices.Contains(open, in.loop) {
				return
			}
		case opTest:
			if !b.passes(in.test, b.kind, b.class) {
				return
			}
		case opAhead:
			enter := b.enter
			b.enter = true
			b.trace(thread{pc: b.looks[in.look]}, open[:len(open):len(open)], next, idle)
			b.sure, b.enter = false, enter
			if b.holdsAt(in.look, b.kind, b.class, b.then) != in.want {
				return
			}
		case opBehind:
			if b.holds[b.behind(&t, in)] != in.want {
				return
			}
		case opRefAhead:
			if b.heldNext(&t, in) != in.want {
				return
			}
		case opOpen, opShut:
			t.held = setHeld(t.held, b.heldIndex[in.slot], in.op == opOpen)
		case opRef:
			if text := heldText(t.held, b.heldIndex[in.slot]); len(text) > 0 {
				b.out, b.gen = b.out[:0], b.gen+1
				if next.context >= 0 {
					clear(b.special)
					b.refer(t, in, text)
				}
				for _, to := range b.out {
					b.emit(item{to: key{to.pc, to.off, next.context, next.future, to.held}, span: in.span})
				}
				return
			}
		case opSkip:
			if next.context >= 0 {
				b.emit(item{to: key{pc: in.out, context: next.context, future: next.future}})
			}
			return
		case opMatch:
			b.emit(item{accept: true})
			if in.slot < 0 || b.enter || b.opt.Mode != syntax.All || b.commit {
				return
			}
			t = thread{pc: b.search[0]}
			if !idle {
				t.pc = b.code[t.pc].out
			}
			b.commit = true
			b.trace(t, nil, next, false)
			b.commit = false
			return
		default:
			return
		}
		t.pc = in.out
	}
}
