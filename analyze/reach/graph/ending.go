package graph

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/source/tree"
)

// ended notes what is known of the parameters where the function ends with the value of an expression, or
// with none.
func (b *builder) ended(value *tree.Node, explicit bool) {
	if b.env.dead || b.flat || len(b.ends) > 1<<12 {
		return
	}
	at := len(b.ends)
	b.ends = append(b.ends, b.endsHere(Returned))
	b.endsWithout(value)
	b.lets()
	if !explicit || value == nil {
		b.ends = append(b.ends, b.endsHere(False))
		if b.f.Language == tree.Rust || b.f.Language == tree.JavaScript { // where undefined is not null
			b.ends = append(b.ends, b.endsHere(NotNull))
		}
		return
	}
	for _, when := range []Outcome{True, False, NotNull} {
		b.endsAs(value, when, "")
	}
	if parts, closed := b.partsOf(value); len(parts) > 0 {
		for _, k := range parts {
			b.endsAs(k.Kid(1), True, k.Text)
			b.endsAs(k.Kid(1), False, k.Text)
			b.ends[at].parts = append(b.ends[at].parts, k.Text)
		}
		b.ends[at].closed = closed
	}
}

// manyReturned is how many members of an object or list that a function returns are told apart.
const manyReturned = 8

// partsOf returns the members of an object or list that is written out, as Pair, and whether it has no others. There are none
// of one whose members are not all known by their names.
func (b *builder) partsOf(n *tree.Node) (parts []*tree.Node, closed bool) {
	if n.Op != tree.Array && n.Op != tree.Object || len(n.Kids) > manyReturned {
		return nil, false
	}
	for i, k := range n.Kids {
		part := &tree.Node{Op: tree.Pair, Text: strconv.Itoa(i), Kids: []*tree.Node{nil, k}}
		if k != nil && k.Op == tree.Pair {
			part = &tree.Node{Op: tree.Pair, Text: k.Text, Kids: k.Kids}
			if k.Text == "" {
				part.Text = fieldOf(k.Kid(0))
			}
		}
		if k == nil || k.Op == tree.Spread || part.Text == "*" || part.Kid(1) == nil {
			return nil, false
		}
		parts = append(parts, part)
	}
	return parts, true
}

// endsAs notes what is known of the parameters where the function ends with a value, or a member of what it returns is one,
// of which something is found out; nothing where that cannot be.
func (b *builder) endsAs(value *tree.Node, when Outcome, part string) {
	defer func(saved *env, since int32) { b.env, b.since = saved, since }(b.env, b.since)
	b.env = b.fork()
	b.since = value.End
	if b.assume(value, when, 0); !b.env.dead {
		e := b.endsHere(when)
		e.part = part
		b.ends = append(b.ends, e)
	}
}

// assume notes what follows from a value that counts as true, as false, or is not null. The code does not get there where
// that cannot be.
func (b *builder) assume(n *tree.Node, when Outcome, depth int) {
	written := b.meant(n)
	is, known := b.truth(written)
	isNull := written != nil && written.Op == tree.Constant && written.Text == "null"
	switch {
	case n == nil || depth > 16:
	case when == NotNull && isNull || when != NotNull && known && is != (when == True):
		b.env.dead = true
	case n.Op == tree.Conditional:
		other := b.fork()
		b.refineDepth(n.Kid(0), true, depth)
		b.assume(n.Kid(1), when, depth+1)
		then := b.env
		b.env = other
		b.refineDepth(n.Kid(0), false, depth)
		b.assume(n.Kid(2), when, depth+1)
		b.env = join(b.env, then)
	case when == NotNull:
	case n.Op == tree.Logical && n.Text != "??":
		decides := n.Text == "||" // what the first side has to be for the second one not to count
		first, second := b.refineBoth(n.Kid(0), decides, depth)
		b.env = second
		if b.assume(n.Kid(1), when, depth+1); (when == True) == decides {
			b.env = join(b.env, first)
		}
	default:
		b.refineDepth(n, when == True, depth)
	}
}

// truth reports whether an expression that is written out counts as true, and whether that is known of it.
func (b *builder) truth(n *tree.Node) (is, known bool) {
	always := b.f.Language != tree.Python && b.f.Language != tree.PHP // whatever lists have in them
	switch {
	case n == nil:
	case n.Op == tree.Constant && n.Text != "":
		return n.Text == "true", true
	case n.Op == tree.String:
		return b.f.Language == tree.Ruby || n.Text != "" && (n.Text != "0" || b.f.Language != tree.PHP), true
	case n.Op == tree.Template:
		return true, slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return k != nil && k.Op == tree.String && len(k.Text) > 1 })
	case n.Op == tree.Binary && (n.Text == "+" || n.Text == "."): // a text with another one behind it
		for _, k := range n.Kids {
			if is, _ := b.truth(k); is && (k.Op == tree.String || k.Op == tree.Binary) {
				return true, true
			}
		}
	case n.Op == tree.New:
		return true, true
	case n.Op == tree.Number:
		v, ok := number(n.Text)
		return v != 0 || b.f.Language == tree.Ruby, ok
	case n.Op == tree.Array || n.Op == tree.Object:
		return always || len(n.Kids) > 0, !slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return k == nil || k.Op == tree.Spread })
	}
	return false, false
}

// endsHere returns what is known of the parameters of the function being read.
func (b *builder) endsHere(when Outcome) end {
	return end{when: when, caps: b.paramCaps(), members: b.paramMembers()}
}

// endings returns how the function ends in some way: with a value that counts so, or of which a member does.
func (b *builder) endings(when Outcome, part string) (all []end) {
	for _, e := range b.ends {
		named := slices.Contains(e.parts, part)
		switch {
		case e.when == when && e.part == part:
			all = append(all, e)
		case part != "" && e.when == Returned && !named && !(e.closed && when == True): // of which a member may be anything
			all = append(all, e)
		}
	}
	return all
}

// paramMembers returns the limits of members of the parameters of the function being read, of those that are what the caller
// handed over, and behind these of members of what it is called on.
func (b *builder) paramMembers() [][]memberCap {
	fn := &b.f.Funcs[b.fn]
	var all [][]memberCap
	for i := range fn.Params {
		target := fn.Tree.Params[i].Target
		if target == nil || target.Op != tree.Name {
			continue
		}
		v := b.s.uses[target]
		if v == nil || v.writes > 1 || !b.ordered(v) {
			continue
		}
		if caps := b.env.of(v).caps; len(caps) > 0 {
			if all == nil {
				all = make([][]memberCap, len(fn.Params)+1)
			}
			all[i] = caps
		}
	}
	if v := b.selves[b.fn]; v != nil && len(b.env.of(v).caps) > 0 {
		if all == nil {
			all = make([][]memberCap, len(fn.Params)+1)
		}
		all[len(fn.Params)] = b.env.of(v).caps
	}
	return all
}

// paramCaps returns the limits of the parameters of the function being read.
func (b *builder) paramCaps() []Cap {
	fn := &b.f.Funcs[b.fn]
	caps := make([]Cap, len(fn.Params))
	for i := range fn.Params {
		caps[i] = Free
		target := fn.Tree.Params[i].Target
		if target == nil || target.Op != tree.Name {
			continue
		}
		v := b.s.uses[target]
		if v == nil || !b.ordered(v) {
			continue
		}
		defs := b.defs(v)
		for j, d := range defs {
			if b.afters[d.id] {
				continue // it says nothing of what the caller handed over
			}
			if d.id != fn.Params[i] {
				caps[i] = Free
				break
			}
			if j == 0 {
				caps[i] = d.cap
			} else {
				caps[i] = caps[i].join(d.cap)
			}
		}
	}
	return caps
}

// tell notes how the ways in which a function ends limit its parameters.
func (b *builder) tell(index int32) {
	parts := []string{""}
	for _, e := range b.ends {
		if e.part != "" && !slices.Contains(parts, e.part) && len(parts) <= 2*manyReturned {
			parts = append(parts, e.part)
		}
	}
	for _, part := range parts {
		for _, when := range []Outcome{Returned, True, False, NotNull} {
			if part == "" || when == True || when == False {
				b.tellOf(index, when, part)
			}
		}
	}
	b.tellMembers(index, Passed, "", b.endings(Passed, ""))
}

// tellOf is tell for one way to end.
func (b *builder) tellOf(index int32, when Outcome, part string) {
	fn, ends := &b.f.Funcs[index], b.endings(when, part)
	for i := range fn.Params {
		c := Free
		for k, e := range ends {
			if c = c.join(e.caps[i]); k == 0 {
				c = e.caps[i]
			}
		}
		if c != Free {
			fn.Tells = append(fn.Tells, Tell{Param: int32(i), When: when, Via: part, Cap: c})
		}
	}
	b.tellMembers(index, when, part, ends)
}

// tellMembers is tellOf for members of the parameters.
func (b *builder) tellMembers(index int32, when Outcome, part string, ends []end) {
	fn := &b.f.Funcs[index]
	var of [][]memberCap
	for k, e := range ends {
		if e.members == nil {
			return
		}
		if k == 0 {
			of = slices.Clone(e.members)
			continue
		}
		for i := range of {
			of[i] = joinCaps(of[i], e.members[i])
		}
	}
	for i, caps := range of {
		for _, c := range caps {
			t := Tell{int32(i), when, part, strings.Split(strings.TrimPrefix(c.path, handed)[1:], "."), c.cap}
			if i == len(fn.Params) {
				t.Param = OfSelf
			} else if v := b.s.uses[fn.Tree.Params[i].Target]; slices.Contains(v.alters, "*") || slices.Contains(v.alters, t.Path[0]) {
				continue
			}
			fn.Tells = append(fn.Tells, t)
		}
	}
}

// endsWithout notes what holds where the function ends with nothing, or with what may be that.
func (b *builder) endsWithout(value *tree.Node) {
	js := b.f.Language == tree.JavaScript
	if b.fn <= 0 || !js && b.f.Language != tree.Python || js && (!b.f.Funcs[b.fn].Tree.Async || b.passing.answered || b.answers(value)) {
		return
	}
	if value != nil && !js {
		switch value.Op {
		case tree.String, tree.Array, tree.Object:
			return
		case tree.Call:
			if b.says(value).True {
				return
			}
		}
	}
	b.here(through{})
}

// answers reports whether an expression of JavaScript answers a request by a parameter of the function: reply.code(400).send().
func (b *builder) answers(n *tree.Node) bool {
	if n == nil || n.Op != tree.Call || n.Kid(0) == nil || n.Kids[0].Op != tree.Member {
		return false
	}
	method := n.Kids[0].Text
	for n != nil && (n.Op == tree.Call || n.Op == tree.Member) {
		n = n.Kid(0)
	}
	v := b.s.uses[n]
	return n != nil && v != nil && v.param && v.writes <= 1 && v.owner == b.f.Funcs[b.fn].Tree && b.opt.Leaves(OfParam+v.name, method).True
}
