package graph

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// statement adds a statement to the graph.
func (b *builder) statement(n *tree.Node) {
	if n == nil {
		return
	}
	if !b.deeper() {
		b.f.Skipped += int(n.End - n.Start)
		return
	}
	defer b.back()
	switch n.Op {
	case tree.Block:
		b.blocks = append(b.blocks, ordinal{n, 0})
		for i, k := range n.Kids {
			b.blocks[len(b.blocks)-1].at = i
			b.passing.answered = i > 0 && k != nil && k.Op == tree.Return && n.Kids[i-1] != nil && n.Kids[i-1].Op == tree.Expression && b.fn > 0 && b.answers(n.Kids[i-1].Kid(0))
			b.statement(k)
		}
		b.passing.answered = false
		b.blocks = b.blocks[:len(b.blocks)-1]
	case tree.Expression:
		k := n.Kid(0)
		b.expression(k)
		if k != nil {
			b.since = k.End
		}
		b.told(k, Returned)
	case tree.Declare:
		b.declare(n)
	case tree.If:
		b.expression(n.Kid(0))
		other := b.fork()
		b.refine(n.Kid(0), true)
		b.holding(n.Kid(0), n.Kid(1))
		then := b.env
		b.env = other
		b.refine(n.Kid(0), false)
		b.statement(n.Kid(2))
		b.env = join(b.env, then)
	case tree.Loop:
		b.loop(n, "")
	case tree.ForEach:
		b.forEach(n, "")
	case tree.Label:
		switch k := n.Kid(0); {
		case k != nil && k.Op == tree.Loop:
			b.loop(k, n.Text)
		case k != nil && k.Op == tree.ForEach:
			b.forEach(k, n.Text)
		default:
			x := b.enter(n.Text, false)
			b.statement(k)
			b.leave(x)
		}
	case tree.Switch:
		b.choose(n)
	case tree.Return:
		b.returns(n)
	case tree.Throw:
		if id := b.last(n.Kid(0)); id != 0 {
			b.thrown = append(b.thrown, id)
		}
		b.env.dead = true
	case tree.Break, tree.Continue:
		b.jump(n)
	case tree.Try:
		b.try(n)
	case tree.Catch:
		b.bind(n.Kid(0), b.caught(n))
		b.holding(n.Kid(0), n.Kid(1))
	case tree.With:
		context := b.expression(n.Kid(1))
		if n.Kid(0) != nil {
			context = b.entered(n, context)
		}
		b.bind(n.Kid(0), context)
		if b.swallows(n.Kid(1)) {
			nothing := &tree.Node{Op: tree.Catch, Kids: []*tree.Node{nil, {Op: tree.Block}}}
			b.try(&tree.Node{Op: tree.Try, Kids: []*tree.Node{n.Kid(2), nil, nothing}})
			break
		}
		b.statement(n.Kid(2))
	case tree.Define:
		certain := b.certain[n] && len(b.ends) == 0
		if id := b.define(n.Func); id != 0 {
			b.f.Funcs[b.f.Nodes[id].Index].Certain = certain
		}
	case tree.DefineClass:
		id := b.classValue(n.Class)
		if v := b.s.classes[n.Class]; v != nil {
			b.write(v, id)
		}
	case tree.Import:
		b.imports(n)
	case tree.Export:
		b.exports(n)
	default:
		b.expression(n)
	}
}

// body adds the code of a function.
func (b *builder) body(n *tree.Node) {
	if n != nil && n.Op == tree.Block {
		for _, k := range n.Kids {
			if k != nil && k.Op == tree.Define {
				b.certain[k] = true
			}
			if k == nil || k.Op != tree.Expression && k.Op != tree.Return {
				continue
			}
			for at := k.Kid(0); at != nil && (at.Op == tree.Call || at.Op == tree.Member); at = at.Kid(0) {
				if at.Op == tree.Call {
					b.certain[at] = true
				}
			}
		}
	}
	b.statement(n)
}

// caught returns what a handler of exceptions may get: what the code of its function throws before it, and what functions do
// that are called there.
func (b *builder) caught(n *tree.Node) ID {
	if n.Kid(0) == nil {
		return 0
	}
	return b.either(n, append([]ID{b.value(n)}, b.thrown[max(0, len(b.thrown)-manyThrown):]...)...)
}

// manyThrown is how many places of a function are followed that throw something.
const manyThrown = 16

func (b *builder) declare(n *tree.Node) {
	for _, k := range n.Kids {
		switch {
		case k == nil || n.Text == "global" || n.Text == "nonlocal":
		case k.Op == tree.Assign:
			b.bind(k.Kid(0), b.cast(k, k.Kid(1), k.Kid(2), b.expression(k.Kid(1))))
		case k.Op == tree.Name && n.Text == "let" && b.f.Language == tree.JavaScript && b.s.uses[k] != nil:
			b.writeNothing(b.s.uses[k])
		}
	}
}

func (b *builder) enter(label string, loop bool) *exit {
	x := &exit{label: label, loop: loop}
	b.exits = append(b.exits, x)
	return x
}

// leave ends a statement that can be left by break.
func (b *builder) leave(x *exit) {
	b.exits = b.exits[:len(b.exits)-1]
	b.env = join(b.env, x.breaks)
}

func (b *builder) jump(n *tree.Node) {
	for i := len(b.exits) - 1; i >= 0; i-- {
		x := b.exits[i]
		if n.Text != "" && x.label != n.Text || n.Op == tree.Continue && !x.loop || n.Text == "" && (!x.loop && x.label != "" || x.label == tree.Retry) {
			continue
		}
		if n.Op == tree.Break {
			x.breaks = join(b.fork(), x.breaks)
		} else {
			x.continues = join(b.fork(), x.continues)
		}
		break
	}
	b.env.dead = true
}

func (b *builder) loop(n *tree.Node, label string) {
	test, body, update := n.Kid(0), n.Kid(1), n.Kid(2)
	set := &variables{}
	b.f.Loops = append(b.f.Loops, [2]int32{n.Start, n.End})
	b.assigned(n, set)
	nodes := b.phi(n, set)
	x := b.enter(label, true)
	var out *env
	if n.Text != "do" && test != nil {
		b.expression(test)
		out = b.fork()
		b.refine(test, true)
	}
	b.statement(body)
	b.env = join(b.env, x.continues)
	if n.Text == "do" && test != nil {
		b.expression(test)
		out = b.fork()
	}
	b.statement(update)
	b.again(b.env, nodes)
	if out == nil {
		b.env.dead = true
	} else {
		b.env = out
		b.refine(test, false)
	}
	b.leave(x)
}

func (b *builder) forEach(n *tree.Node, label string) {
	over := b.eachOf(n.Kid(1), b.expression(n.Kid(1)))
	set := &variables{}
	b.f.Loops = append(b.f.Loops, [2]int32{n.Start, n.End})
	b.assigned(n, set)
	nodes := b.phi(n, set)
	x := b.enter(label, true)
	out := b.fork()
	target := n.Kid(0)
	b.eachShared(target, n.Kid(1), over)
	if target != nil && target.Op == tree.Array && b.f.Language != tree.Python && b.f.Language != tree.JavaScript && (b.f.Language != tree.PHP || target.Text == "=>") {
		for i, k := range target.Kids { // a key and its value
			field := "*"
			if i == 0 && b.f.Language == tree.PHP {
				field = Keys
			}
			b.bind(k, b.load(n, over, field))
		}
	} else {
		b.bind(target, b.eachIn(n, over))
	}
	first := b.roundOf(n)
	b.statement(n.Kid(2))
	b.env = join(b.env, x.continues)
	b.again(b.env, nodes)
	last := b.roundOf(n)
	b.env = join(b.env, out)
	if n.Text == "" && x.breaks == nil && first != nil && last != nil && first.id == last.id {
		b.passedAll(n, last, set)
		if x.continues == nil {
			b.passedEach(n)
		}
	}
	b.leave(x)
}

// suppressing and passingOn are parts of the names of what makes contexts of Python: of those that go on where their block was
// left by an exception, and of those that never do, as they hold a file, a lock, a connection, a transaction or a clock.
var (
	suppressing = strings.Fields("suppress ignor swallow raises catch")
	passingOn   = strings.Fields("open lock mutex conn atomic transaction session connect cursor begin span trace timer timeout clock temp pool executor closing context client file database batch nested override chdir redirect semaphore condition")
)

// swallows reports whether a context may go on behind its block where an exception left that, as suppress of contextlib, one
// that nobody knows, or what the file makes with an __exit__ that may return something true, or a generator that catches what
// its yield raises.
func (b *builder) swallows(n *tree.Node) bool {
	if n == nil {
		return false
	}
	callee := n.Kid(0)
	if n.Op != tree.Call {
		if v := b.s.uses[n]; v != nil && v.constant != nil && v.constant.Op == tree.Call {
			return b.swallows(v.constant)
		}
		callee = n
	}
	name := dotted(callee)
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	in := func(part string) bool { return strings.Contains(name, part) }
	if slices.ContainsFunc(suppressing, in) {
		return true
	}
	if b.f.Language != tree.Python {
		return false
	}
	v := b.s.uses[callee]
	if v == nil || v.function == nil && !b.isContext(v) {
		return !slices.ContainsFunc(passingOn, in)
	}
	for c, of := range b.s.classes {
		if of == v && slices.ContainsFunc(c.Members, func(m tree.Field) bool {
			return (m.Name == "__exit__" || m.Name == "__aexit__") && m.Func != nil && has(m.Func.Body, func(n *tree.Node) bool {
				k := n.Kid(0)
				return n.Op == tree.Return && k != nil && (k.Op != tree.Constant || k.Text == "true")
			})
		}) {
			return true
		}
	}
	return v.function != nil && has(v.function.Body, func(n *tree.Node) bool {
		return n.Op == tree.Try && len(n.Kids) > 2 && has(n.Kid(0), func(n *tree.Node) bool { return n.Op == tree.Await && n.Text == "yield" })
	})
}

// has reports whether code has something in it.
func has(n *tree.Node, is func(*tree.Node) bool) bool {
	return n != nil && (is(n) || slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return has(k, is) }))
}

func (b *builder) try(n *tree.Node) {
	if n.Text == tree.Retry {
		b.tryAgain(n)
		return
	}
	set := &variables{}
	b.assigned(n.Kid(0), set)
	before := b.fork()
	written := make([]int, len(set.list))
	for i, v := range set.list {
		before.forget(v, "")
		written[i] = len(v.values)
	}
	b.trying++
	b.statement(n.Kid(0))
	b.trying--
	end := b.env
	for i, v := range set.list { // it may be left behind each of its assignments
		if k := before.of(v); len(v.values) > written[i] {
			var midway []def
			for _, c := range v.values[written[i]:] {
				midway = append(midway, def{c.From, c.Cap})
			}
			k.defs = before.joinDefs(k.defs, midway)
			before.set(v, k)
		}
	}
	for _, k := range n.Kids[min(2, len(n.Kids)):] {
		b.env = before
		b.env = join(b.fork(), end.fork())
		b.statement(k)
		end = join(b.env, end)
	}
	b.env = end
	if last := n.Kid(1); last != nil {
		b.finally(last, before, end)
	}
}

// tryAgain adds a try that may begin again, with what its code set until then.
func (b *builder) tryAgain(n *tree.Node) {
	set := &variables{}
	b.f.Loops = append(b.f.Loops, [2]int32{n.Start, n.End})
	b.assigned(n, set)
	nodes := b.phi(n, set)
	x := b.enter(tree.Retry, true)
	b.try(&tree.Node{Op: tree.Try, Kids: n.Kids, Start: n.Start, End: n.End})
	b.again(x.continues, nodes)
	b.leave(x)
}

// finally adds what runs however a try ended: also where it was left in the middle, so that no guard in it bounds
// anything there. Behind it the guards count again, except for what it assigns to.
func (b *builder) finally(last *tree.Node, before, end *env) {
	b.env = end
	after := b.fork()
	b.env = join(before, end)
	dead := b.env.dead
	b.statement(last)
	dead = !dead && b.env.dead
	set := &variables{}
	b.assigned(last, set)
	for _, v := range set.list {
		after.set(v, b.env.of(v))
	}
	after.dead = after.dead || dead
	b.env = after
}

// last adds an expression behind which its function is left.
func (b *builder) last(n *tree.Node) ID {
	ending := b.ending
	b.ending = b.trying == 0
	id := b.expression(n)
	b.ending = ending
	return id
}

// returns adds a return, and what it tells of the parameters.
func (b *builder) returns(n *tree.Node) {
	k := n.Kid(0)
	b.copy(b.handing(k, b.last(k)), b.f.Funcs[b.fn].Ret, Free)
	if b.f.Funcs[b.fn].Tree.Async {
		b.awaited(k)
	}
	b.ended(k, true)
	b.env.dead = true
}

// isContext reports whether a variable is a class of the file that says itself what happens behind its block.
func (b *builder) isContext(v *variable) bool {
	for c, of := range b.s.classes {
		if of == v {
			return v.writes == 1 && slices.ContainsFunc(c.Members, func(m tree.Field) bool { return m.Name == "__exit__" || m.Name == "__aexit__" })
		}
	}
	return false
}
