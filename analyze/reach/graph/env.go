package graph

import (
	"slices"

	"snag/analyze/source/tree"
)

// def is a value that a variable may have at a place in the code, and how long it is there at most.
type def struct {
	id  ID
	cap Cap
}

// member names a variable, or something that is reached from it by the names of members.
type member struct {
	v    *variable
	path string // ".body.name", "" for the variable itself
}

// memberCap is how long a member of a variable is at most.
type memberCap struct {
	path string
	cap  Cap
}

// known is what is known of one variable at a place in the code. The lists are not changed in place, since other
// places share them.
type known struct {
	defs []def
	caps []memberCap
}

// leaf and twig hold what is known of variables by their numbers. Those whose turn is that of the env belong to it
// alone and are changed in place; others are copied first.
type leaf struct {
	turn   uint64
	capped bool // there may be caps in it
	vars   [8]known
}

type twig struct {
	turn   uint64
	capped bool
	leaves [16]*leaf
}

const (
	leafBits = 3
	twigBits = 4
)

// ledger is what all envs of a file share.
type ledger struct {
	turn uint64
	vars int32 // how many variables have numbers
	work int   // steps that keeping values in order took
}

func (l *ledger) next() uint64 {
	l.turn++
	return l.turn
}

// env is what is known of variables at a place in the code. A copy costs nothing until one of the two changes, and
// joining two costs what they differ by.
type env struct {
	twigs  []*twig
	owned  bool // twigs belongs to this env alone
	capped bool // there may be caps in it
	dead   bool // the place is not reached
	// answered reports whether a request was answered on every way to the place, though the code goes on.
	answered bool
	turn     uint64
	ledger   *ledger
}

func newEnv(l *ledger) *env { return &env{turn: l.next(), ledger: l} }

// fork returns a copy.
func (e *env) fork() *env {
	c := *e
	e.turn, e.owned = e.ledger.next(), false
	c.turn, c.owned = e.ledger.next(), false
	return &c
}

// of returns what is known of a variable.
func (e *env) of(v *variable) known {
	if v.number == 0 {
		return known{}
	}
	at := int(v.number)
	if t := at >> (leafBits + twigBits); t < len(e.twigs) && e.twigs[t] != nil {
		if l := e.twigs[t].leaves[at>>leafBits&(1<<twigBits-1)]; l != nil {
			return l.vars[at&(1<<leafBits-1)]
		}
	}
	return known{}
}

// set notes what is known of a variable.
func (e *env) set(v *variable, k known) {
	if v.number == 0 {
		e.ledger.vars++
		v.number = e.ledger.vars
	}
	at := int(v.number)
	l := e.leaf(at>>(leafBits+twigBits), at>>leafBits&(1<<twigBits-1))
	l.vars[at&(1<<leafBits-1)] = k
	if len(k.caps) > 0 {
		l.capped, e.twigs[at>>(leafBits+twigBits)].capped, e.capped = true, true, true
	}
}

// twig returns a twig that may be changed.
func (e *env) twig(t int) *twig {
	if !e.owned {
		e.ledger.work += len(e.twigs) / 16
		e.twigs, e.owned = slices.Clone(e.twigs), true
	}
	for len(e.twigs) <= t {
		e.twigs = append(e.twigs, nil)
	}
	switch w := e.twigs[t]; {
	case w == nil:
		e.twigs[t] = &twig{turn: e.turn}
	case w.turn != e.turn:
		own := *w
		own.turn = e.turn
		e.twigs[t] = &own
	}
	return e.twigs[t]
}

// leaf returns a leaf that may be changed.
func (e *env) leaf(t, i int) *leaf {
	w := e.twig(t)
	switch l := w.leaves[i]; {
	case l == nil:
		w.leaves[i] = &leaf{turn: e.turn}
	case l.turn != e.turn:
		own := *l
		own.turn = e.turn
		w.leaves[i] = &own
	}
	return w.leaves[i]
}

// cap returns the limit of a member; ok is false where none is known.
func (e *env) cap(m member) (c Cap, ok bool) {
	if !e.capped {
		return Free, false
	}
	for _, k := range e.of(m.v).caps {
		if k.path == m.path {
			return k.cap, true
		}
	}
	return Free, false
}

// maxMembers bounds the members of a variable whose limits are kept.
const maxMembers = 256

// limit notes the limit of a member.
func (e *env) limit(m member, c Cap) {
	k := e.of(m.v)
	e.ledger.work += len(k.caps) / 8
	at := slices.IndexFunc(k.caps, func(x memberCap) bool { return x.path == m.path })
	if at < 0 && len(k.caps) >= maxMembers {
		return
	}
	caps := make([]memberCap, len(k.caps), len(k.caps)+1)
	copy(caps, k.caps)
	if at < 0 {
		caps = append(caps, memberCap{m.path, c})
	} else {
		caps[at].cap = c
	}
	k.caps = caps
	e.set(m.v, k)
}

// forget drops what is known of the members of a variable whose path begins with the given one.
func (e *env) forget(v *variable, path string) {
	k := e.of(v)
	begins := func(x memberCap) bool { return len(x.path) >= len(path) && x.path[:len(path)] == path }
	if slices.ContainsFunc(k.caps, begins) {
		k.caps = slices.DeleteFunc(slices.Clone(k.caps), begins)
		e.set(v, k)
	}
}

// join returns what is known where either of two ways may have led. Of the two, only the result may be used further.
func join(a, b *env) *env {
	switch {
	case b == nil || b.dead && a != nil:
		return a
	case a == nil || a.dead:
		return b
	}
	b.turn, b.owned = b.ledger.next(), false // what a takes over from it must not change
	a.answered = a.answered && b.answered
	for t := range max(len(a.twigs), len(b.twigs)) {
		var x, y *twig
		if t < len(a.twigs) {
			x = a.twigs[t]
		}
		if t < len(b.twigs) {
			y = b.twigs[t]
		}
		if x == y || y == nil && !x.capped {
			continue
		}
		for i := range 1 << twigBits {
			var l, m *leaf
			if x != nil {
				l = x.leaves[i]
			}
			if y != nil {
				m = y.leaves[i]
			}
			if l != m {
				a.joinLeaf(t, i, l, m)
			}
		}
	}
	return a
}

// joinLeaf makes the leaf l what is known where either it or m holds.
func (e *env) joinLeaf(t, i int, l, m *leaf) {
	switch {
	case m == nil && !l.capped:
		return
	case l == nil && !m.capped:
		e.twig(t).leaves[i] = m
		return
	}
	var none leaf
	if m == nil {
		m = &none
	}
	own := e.leaf(t, i)
	e.ledger.work++
	for at := range own.vars {
		k, o := &own.vars[at], &m.vars[at]
		if len(o.defs) > 0 {
			k.defs = e.joinDefs(k.defs, o.defs)
		}
		k.caps = joinCaps(k.caps, o.caps)
	}
}

// joinCaps returns what holds of members on both ways.
func joinCaps(a, b []memberCap) []memberCap {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	if len(a) == len(b) && &a[0] == &b[0] {
		return a
	}
	var out []memberCap
	for _, x := range a {
		if at := slices.IndexFunc(b, func(y memberCap) bool { return y.path == x.path }); at >= 0 {
			out = append(out, memberCap{x.path, x.cap.join(b[at].cap)})
		}
	}
	return out
}

// joinDefs returns the values of both ways, those of the first one first.
func (e *env) joinDefs(a, b []def) []def {
	if len(a) == 0 || len(a) == len(b) && &a[0] == &b[0] {
		return b
	}
	e.ledger.work += len(a) * len(b) / 8
	out, owned := a, false
	own := func() {
		if !owned {
			out, owned = append(make([]def, 0, len(a)+len(b)), a...), true
		}
	}
next:
	for _, d := range b {
		for i := range out {
			if out[i].id == d.id {
				if c := out[i].cap.join(d.cap); c != out[i].cap {
					own()
					out[i].cap = c
				}
				continue next
			}
		}
		own()
		out = append(out, d)
	}
	return out
}

// join returns the limit of a value that obeys one of two limits. Of limits that are not known yet only
// equal ones stay.
func (c Cap) join(o Cap) Cap {
	if c.Sym != o.Sym {
		c.Sym = 0
	}
	if c.Max = max(c.Max, o.Max); c.isFree() {
		return Free
	}
	return Cap{c.Max, c.Sym, min(c.Since, o.Since)}
}

// variables are some variables, in the order in which they are met.
type variables struct {
	list []*variable
	has  map[*variable]bool
}

func (s *variables) add(v *variable) {
	if !s.has[v] {
		if s.has == nil {
			s.has = map[*variable]bool{}
		}
		s.has[v] = true
		s.list = append(s.list, v)
	}
}

// round is the node of the values that a variable may have at the start of a round of a loop.
type round struct {
	v    *variable
	node ID
}

// phi makes a node for each of the variables that a loop assigns, for the values that they may have at the
// start of a round.
func (b *builder) phi(n *tree.Node, assigned *variables) []round {
	var nodes []round
	for _, v := range assigned.list {
		b.env.forget(v, "")
		defs := b.defs(v)
		if len(defs) == 0 {
			continue
		}
		to := b.value(n)
		for _, d := range defs {
			b.copy(d.id, to, d.cap)
		}
		nodes = append(nodes, round{v, to})
		b.env.set(v, known{defs: []def{{to, Free}}})
	}
	return nodes
}

// again adds the values at the end of a round to those at the start of the next.
func (b *builder) again(e *env, nodes []round) {
	if e == nil || e.dead {
		return
	}
	for _, r := range nodes {
		for _, d := range e.of(r.v).defs {
			b.copy(d.id, r.node, d.cap)
		}
	}
}
