package graph

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// outcome notes what follows from how a call ended, or from a member of what it returned.
func (b *builder) outcome(n *tree.Node, when Outcome) {
	switch {
	case n == nil:
	case n.Op == tree.Call:
		b.told(n, when)
		if callee := n.Kid(0); callee != nil && callee.Op == tree.Member && len(n.Kids) == 1 {
			b.toldBy(b.meant(callee.Kid(0)), when, callee.Text)
		}
	case n.Op == tree.Member:
		b.toldBy(b.meant(n.Kid(0)), when, n.Text)
	case n.Op == tree.Name:
		if call, via := b.returned(n); via != "" {
			b.gave(call, when, via)
			if b.stable(call, 0) {
				b.toldBy(call, when, via)
			}
		}
	case n.Op == tree.Binary && n.Text == "=~":
		if index, ok := b.calls[n]; ok {
			b.limitArg(n.Kid(0), Sym{Call: index, Arg: -1, When: when})
			b.limitArg(n.Kid(1), Sym{Call: index, Arg: 0, When: when})
		}
	}
}

// matched notes what follows from an operator that matches.
func (b *builder) matched(n *tree.Node, truth bool) {
	index, ok := b.calls[n]
	if !ok || !truth {
		return
	}
	b.limitArg(n.Kid(0), Sym{Call: index, Arg: -1, When: True})
	b.limitArg(n.Kid(1), Sym{Call: index, Arg: 0, When: True})
}

// limitArg limits a variable or member that was handed to a call.
func (b *builder) limitArg(n *tree.Node, s Sym) {
	if n == nil {
		return
	}
	m, ok := b.member(n)
	if !ok {
		m, ok = b.handedMember(n)
	}
	if !ok {
		m, ok = b.member(b.sentBy(n))
	}
	if ok {
		b.limit(m, Cap{Max: NoLimit, Sym: b.sym(s)})
	}
	if n.Op != tree.Object || len(n.Kids) > manyParts || slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return k == nil || k.Op != tree.Pair || k.Text == "" }) {
		return
	}
	for _, k := range n.Kids { // { body: req.body }
		if k.Kid(1) != nil && k.Kid(1).Op != tree.Object {
			part := s
			part.Path = append(slices.Clone(s.Path), k.Text)
			b.limitArg(k.Kid(1), part)
		}
	}
}

// manyParts is how many members of an object that is written out as an argument are told apart.
const manyParts = 16

// toldBy limits the arguments of a call by a member of what it returned.
func (b *builder) toldBy(n *tree.Node, when Outcome, via string) {
	if n != nil && n.Op == tree.Name {
		if call, part := b.returned(n); part == "" {
			b.gave(call, when, via)
		}
		return
	}
	if n == nil || n.Op != tree.Call || b.flat {
		return
	}
	index, ok := b.calls[n]
	if !ok || mayNotRun(n, when) {
		return
	}
	for i, k := range n.Kids[min(1, len(n.Kids)):] {
		b.limitArg(k, Sym{Call: index, Arg: int32(i), When: when, Via: via})
	}
	b.gave(n, when, via)
}

// gave limits the variables that hold what a call returned by a member of it.
func (b *builder) gave(n *tree.Node, when Outcome, via string) {
	index, ok := b.calls[n]
	if !ok {
		return
	}
	for _, v := range b.s.results[n] {
		s := Sym{Call: index, Arg: Output, When: when, Via: via}
		if v.constant != nil && v.constant.Op == tree.Member {
			s.Path = []string{v.constant.Text}
		}
		if v.writes == 1 && b.ordered(v) {
			b.limit(member{v, ""}, Cap{Max: NoLimit, Sym: b.sym(s)})
		}
	}
}

// returned returns the call whose result a variable holds, or the member via of it, whatever the arguments have become
// since; nil for none.
func (b *builder) returned(n *tree.Node) (call *tree.Node, via string) {
	v := b.s.uses[n]
	if b.flat || v == nil || v.writes != 1 || v.foreign || v.param || !b.isSet(v) {
		return nil, ""
	}
	if v.constant != nil && v.constant.Op == tree.Member {
		via = v.constant.Text
	}
	if v.constant != nil {
		b.asOf(v.constant)
	}
	return called(v.constant), via
}

// told limits the arguments of a call by what the function that is called tells of them.
func (b *builder) told(n *tree.Node, when Outcome) {
	// A yield may be of nothing.
	for n != nil && len(n.Kids) > 0 && (n.Op == tree.Await || n.Op == tree.Cast || n.Op == tree.Assign && when == Returned) {
		n = n.Kids[len(n.Kids)-1]
	}
	if n == nil || n.Op != tree.Call || b.flat {
		return
	}
	index, ok := b.calls[n]
	if !ok {
		return
	}
	for i, k := range n.Kids {
		arg := int32(i - 1)
		if i == 0 {
			if k == nil || k.Op != tree.Member || when == Returned && !b.opt.Checks(k.Text) {
				continue
			}
			if k = k.Kid(0); when == Returned {
				b.toldBy(b.meant(k), Returned, n.Kids[0].Text)
			}
		}
		if i > 0 && mayNotRun(n, when) {
			return
		}
		b.limitArg(k, Sym{Call: index, Arg: arg, When: when})
		list := b.elementsIn(k)
		if i == 0 {
			if list = k; b.streamed(k) != nil { // of the elements of what the stream goes over
				b.limitArg(b.streamed(k), Sym{Call: index, Arg: arg, When: when})
			}
		}
		if list != nil && list.Op == tree.Array && when != Returned { // [a, b].every(fn)
			for _, one := range list.Kids {
				b.limitArg(one, Sym{Call: index, Arg: arg, When: when, Path: []string{"*"}})
			}
		}
		if m, ok := b.member(b.elementsIn(k)); ok {
			b.limit(member{m.v, m.path + elements}, Cap{Max: NoLimit, Sym: b.sym(Sym{Call: index, Arg: arg, When: when})})
		}
	}
}

// mayNotRun reports whether a call that ended so may be one of nothing, which says nothing of what it is handed.
func mayNotRun(n *tree.Node, when Outcome) bool { return n.Maybe && when != True && when != NotNull }

// streams are the methods of Java, Kotlin and C# that go over all elements of a list, each as it is.
var streams = []string{"stream", "parallelStream", "asSequence", "AsEnumerable", "AsParallel"}

// streamed returns the list over which an expression goes as a stream, nil for any other expression.
func (b *builder) streamed(n *tree.Node) *tree.Node {
	if b.f.Language != tree.Java && b.f.Language != tree.CSharp || n == nil || n.Op != tree.Call || len(n.Kids) != 1 || n.Kids[0] == nil || n.Kids[0].Op != tree.Member || !slices.Contains(streams, n.Kids[0].Text) {
		return nil
	}
	return n.Kids[0].Kid(0)
}

// elements stands behind the path of a list where a limit is that of each element which going over the list gives: of a
// mapping of Python these are its keys.
const elements = ".*"

// comprehends reports whether a call is what a comprehension of Python is read as.
func comprehends(language tree.Language, n *tree.Node) bool {
	return language == tree.Python && n != nil && n.Op == tree.Call && len(n.Kids) == 2 && n.Kids[0] != nil && n.Kids[0].Op == tree.Member &&
		n.Kids[1] != nil && n.Kids[1].Op == tree.Function && n.Kids[1].Start == n.Start
}

// elementsIn returns the list over all of whose elements a comprehension of Python goes, nil for anything else.
func (b *builder) elementsIn(n *tree.Node) *tree.Node {
	if !comprehends(b.f.Language, n) || n.Kids[0].Text != "map" {
		return nil // or of those of several lists
	}
	if body := n.Kids[1].Func.Body; body.Kid(0) == nil || body.Kids[0].Op != tree.Return {
		return nil // of some of them
	}
	return n.Kids[0].Kid(0)
}

// eachOf returns the node of a list that code goes over, with what is known of each of its elements.
func (b *builder) eachOf(n *tree.Node, id ID) ID {
	m, ok := b.member(n)
	if !ok || id == 0 {
		return id
	}
	c, known := b.env.cap(member{m.v, m.path + elements})
	if !known {
		return id
	}
	to := b.value(n)
	b.copy(id, to, c)
	return to
}

// ended notes what is known of the parameters where the function ends with the value of an expression, or
// with none.
func (b *builder) ended(value *tree.Node, explicit bool) {
	if b.env.dead || b.flat || len(b.ends) > 1<<12 {
		return
	}
	b.ends = append(b.ends, b.endsHere(Returned))
	if b.f.Language == tree.Rust && (value == nil || value.Op != tree.Constant || value.Text != "null") {
		b.ends = append(b.ends, b.endsHere(NotNull))
	}
	b.endsWithout(value)
	b.lets()
	if !explicit || value == nil {
		b.ends = append(b.ends, b.endsHere(False))
		return
	}
	saved := b.env
	for _, truth := range []bool{true, false} {
		if value.Op == tree.Constant && (value.Text == "true") != truth || value.Op == tree.New && b.f.Language == tree.Go && !truth {
			continue
		}
		b.env = saved
		b.env = b.fork()
		b.refine(value, truth)
		when := True
		if !truth {
			when = False
		}
		b.ends = append(b.ends, b.endsHere(when))
	}
	b.env = saved
}

// endsHere returns what is known of the parameters of the function being read.
func (b *builder) endsHere(when Outcome) end { return end{when, b.paramCaps(), b.paramMembers()} }

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
	fn := &b.f.Funcs[index]
	outcomes := []Outcome{Returned, True, False}
	if b.f.Language == tree.Rust {
		outcomes = append(outcomes, NotNull)
	}
	for _, when := range outcomes {
		for i := range fn.Params {
			c, first := Free, true
			for _, e := range b.ends {
				switch {
				case e.when != when:
				case first:
					c, first = e.caps[i], false
				default:
					c = c.join(e.caps[i])
				}
			}
			if c != Free {
				fn.Tells = append(fn.Tells, Tell{Param: int32(i), When: when, Cap: c})
			}
		}
		b.tellMembers(index, when)
	}
	b.tellMembers(index, Passed)
}

// tellMembers is tell for members of the parameters.
func (b *builder) tellMembers(index int32, when Outcome) {
	fn := &b.f.Funcs[index]
	var of [][]memberCap
	first := true
	for _, e := range b.ends {
		switch {
		case e.when != when:
			continue
		case e.members == nil:
			return
		case first:
			of, first = slices.Clone(e.members), false
		default:
			for i := range of {
				of[i] = joinCaps(of[i], e.members[i])
			}
		}
	}
	for i, caps := range of {
		for _, c := range caps {
			steps := strings.Split(strings.TrimPrefix(c.path, handed)[1:], ".")
			if i == len(fn.Params) {
				fn.Tells = append(fn.Tells, Tell{OfSelf, when, steps, c.cap})
				continue
			}
			if v := b.s.uses[fn.Tree.Params[i].Target]; !slices.Contains(v.alters, "*") && !slices.Contains(v.alters, steps[0]) {
				fn.Tells = append(fn.Tells, Tell{int32(i), when, steps, c.cap})
			}
		}
	}
}

// isEmpty reports whether code does nothing but raise an error, if it does that.
func isEmpty(body *tree.Node) bool {
	return body == nil || !slices.ContainsFunc(body.Kids, func(n *tree.Node) bool {
		if n != nil && n.Op == tree.Expression && len(n.Kids) == 1 {
			n = n.Kids[0]
		}
		return n != nil && n.Op != tree.Throw && n.Op != tree.String && n.Op != tree.Constant
	})
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
