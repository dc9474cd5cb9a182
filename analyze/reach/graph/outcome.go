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
		b.toldBy(b.heldBy(n.Kid(0)), when, n.Text)
	case n.Op == tree.Index && fieldOf(n.Kid(1)) != "*":
		b.toldBy(b.heldBy(n.Kid(0)), when, fieldOf(n.Kid(1)))
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

// heldBy returns the call of which a variable holds the result, or what is meant by another expression; nil where code sets
// members of the variable, or hands it to a function that may.
func (b *builder) heldBy(n *tree.Node) *tree.Node {
	if n != nil && n.Op == tree.Name {
		if v := b.s.uses[n]; v != nil && (v.altered || v.given) {
			return nil
		}
	}
	return b.meant(n)
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
		if when != Returned { // [a, b].every(fn)
			for _, one := range b.listed(list) {
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

// eachIn returns what a loop gives its target: an element, or in JavaScript a key where it goes over the members of an object.
// What stands first of two, where it takes elements apart, may also be a key of a Map.
func (b *builder) eachIn(n *tree.Node, over ID) ID {
	if b.f.Language != tree.JavaScript {
		return b.load(n, over, "*")
	}
	if n.Text == "in" {
		return b.load(n, over, Keys)
	}
	each, target := b.load(n, over, "*"), n.Kid(0)
	if n.Text == "async" { // what a stream emits as data
		each = b.either(n, each, b.load(n, over, "data@0"))
	}
	if target != nil && target.Op == tree.Declare {
		target = target.Kid(0)
	}
	if target == nil || target.Op != tree.Array || len(target.Kids) > 2 || target.Kid(0) == nil || target.Kid(0).Op == tree.Spread {
		return each
	}
	pair := b.add(Node{Kind: Object, Start: n.Start, End: n.End})
	b.store(b.either(n, b.load(n, each, "0"), b.load(n, over, Keys)), pair, "0")
	b.store(b.load(n, each, "1"), pair, "1")
	return pair
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

// passed is what is known of the elements of a list where all of them went through the code of a loop that none left early.
type passed struct {
	id   ID // the element
	caps []memberCap
}

// roundOf returns what is known of the element that a loop has at hand, nil where it may be something else, or nothing is
// known. Loops of PHP and Ruby are not asked, but for those of PHP over a list that is written out.
func (b *builder) roundOf(loop *tree.Node) *passed {
	target, over := loop.Kid(0), loop.Kid(1)
	if b.flat || b.env == nil || b.env.dead || b.f.Language == tree.PHP && (over == nil || over.Op != tree.Array) || b.f.Language == tree.Ruby {
		return nil
	}
	if target != nil && target.Op == tree.Declare && len(target.Kids) == 1 {
		target = target.Kids[0]
	}
	if target == nil || target.Op != tree.Name || b.s.uses[target] == nil || !b.ordered(b.s.uses[target]) {
		return nil
	}
	k := b.env.of(b.s.uses[target])
	if len(k.defs) != 1 {
		return nil
	}
	return &passed{k.defs[0].id, b.holds(b.s.uses[target])}
}

// passedAll notes, behind a loop that nothing leaves by break, what holds of each element of the list that a loop went over:
// of a mapping of Python these are its keys.
func (b *builder) passedAll(loop *tree.Node, all *passed, set *variables) {
	m, ok := b.member(loop.Kid(1))
	if !ok {
		for _, k := range b.listed(loop.Kid(1)) {
			of, ok := b.member(k)
			for _, c := range all.caps {
				if ok && !of.v.altered && !slices.Contains(set.list, of.v) && !strings.HasPrefix(c.path, handed) {
					b.limit(member{of.v, of.path + c.path}, c.cap)
				}
			}
		}
		return
	}
	if b.f.Language == tree.Python {
		m.path += elements
	}
	defer func(since int32) { b.since = since }(b.since)
	b.since = loop.Start
	sym := int32(0)
	for _, c := range all.caps {
		if strings.HasPrefix(c.path, handed) || c.cap.isFree() {
			continue
		}
		path := []string{"*"}
		if c.path != "" {
			path = append(path, strings.Split(c.path[1:], ".")...)
		}
		sym = b.sym(Sym{Call: Inside, Arg: c.cap.Sym, Delta: c.cap.Max, Path: path, Next: sym})
	}
	if sym != 0 {
		b.limit(m, Cap{Max: NoLimit, Sym: sym})
	}
}

// lists are the functions that make a list of what they are handed.
var lists = []string{"List.of", "Set.of", "Arrays.asList", "Stream.of", "Array.of", "listOf", "setOf", "arrayOf", "sequenceOf"}

// listed returns the elements of a list that is written out.
func (b *builder) listed(n *tree.Node) []*tree.Node {
	all := []*tree.Node(nil)
	switch {
	case n == nil:
	case n.Op == tree.Array:
		all = n.Kids
	case n.Op == tree.Call && slices.Contains(lists, dotted(n.Kid(0))):
		all = n.Kids[1:]
	}
	if len(all) > manyParts || slices.ContainsFunc(all, func(k *tree.Node) bool { return k == nil || k.Op == tree.Spread }) {
		return nil
	}
	return all
}

// key is a variable that a loop sets to one text after the other, with one of them.
type key struct {
	v    *variable
	text string
}

// passedEach notes, behind a loop over texts that are written out which nothing leaves early, what holds of the members that
// have these for names: for (const name of ['s', 't']) if (req.body[name].length > 10) return.
func (b *builder) passedEach(loop *tree.Node) {
	target := loop.Kid(0)
	if target.Op == tree.Declare {
		target = target.Kid(0)
	}
	all := b.listed(b.meant(loop.Kid(1)))
	v := b.s.uses[target]
	if v == nil || v.writes != 1 || v.foreign || b.unchanged != nil || b.env.dead || slices.ContainsFunc(all, func(k *tree.Node) bool { return k.Op != tree.String }) {
		return
	}
	defer func(since int32) { b.since, b.key, b.unchanged = since, key{}, nil }(b.since)
	b.unchanged = &flag{&variable{}, &tree.Node{Op: tree.Array}} // no flag: all of the code was run
	for _, k := range all {
		saved := b.fork()
		b.since, b.key = loop.Start, key{v, k.Text}
		if b.unraised(*b.unchanged, loop.Kid(2), 0); b.env.dead {
			b.env = saved
		}
	}
}
