package graph

import (
	"slices"

	"snag/analyze/source/tree"
)

// refine notes what follows from a condition that was found true or false: how long texts are at most.
func (b *builder) refine(n *tree.Node, truth bool) {
	if n != nil {
		b.since = n.End
	}
	b.refineDepth(n, truth, 0)
}

// asOf notes that something was found out where an expression stands, or behind that.
func (b *builder) asOf(n *tree.Node) { b.since = min(b.since, n.End) }

func (b *builder) refineDepth(n *tree.Node, truth bool, depth int) {
	if n == nil || b.flat || depth > 64 {
		return
	}
	defer func(since int32) { b.since = since }(b.since)
	b.asOf(n)
	depth++
	b.refineFlag(n, truth, depth)
	if !truth {
		b.absent(n)
	}
	if of, contrary := b.condition(n); of != nil {
		b.refineDepth(of, truth != contrary, depth)
		b.falsy(n, truth)
		return
	}
	b.falsy(n, truth)
	switch n.Op {
	case tree.Logical:
		if n.Text == "&&" && truth || n.Text == "||" && !truth {
			b.refineDepth(n.Kid(0), truth, depth)
			b.refineDepth(n.Kid(1), truth, depth)
			return
		}
		if n.Text == "??" {
			return
		}
		// One of the two sides decided: the first, or the second after the first said otherwise.
		first, second := b.refineBoth(n.Kid(0), truth, depth)
		b.env = second
		b.refineDepth(n.Kid(1), truth, depth)
		b.env = join(b.env, first)
	case tree.Binary:
		switch n.Text {
		case "=~":
			b.matched(n, truth)
		case "!~":
			b.matched(n, !truth)
		case "in", "not in":
			if truth == (n.Text == "in") {
				b.foundIn(n, n.Kid(0))
			}
		case "===":
			b.matched(n, truth) // in Ruby
			if within := b.atMost(n); within != nil && truth {
				b.comparison(within, true)
				return
			}
			fallthrough
		default:
			if !b.constantly(n, truth, depth) {
				b.comparison(n, truth)
			}
		}
	case tree.Name:
		if f := b.unchanged; f != nil && b.s.uses[n] == f.v && !f.isContainer() {
			if is, known := b.truth(f.first); known && is != truth {
				b.env.dead = true
				return
			}
		}
		when := True
		if !truth {
			when = False
		}
		b.outcome(n, when)
	case tree.Call:
		when := True
		if !truth {
			when = False
			if callee := n.Kid(0); b.class >= 0 && callee != nil && callee.Op == tree.Name && b.s.uses[callee] == nil && !b.isMember(callee.Text) && b.opt.Leaves("", callee.Text).True {
				b.env.dead = true // as behind render(…) and return
				return
			}
		}
		b.told(n, when)
		if within := b.atMost(n); within != nil && truth {
			b.comparison(within, true)
		}
		b.unset(n, truth)
		if left, right := b.equated(n); truth && left != nil {
			b.equality(left, right, "==", false)
		}
		if name := b.ofParam(n.Kid(0)); name != "" && !truth && b.opt.Valid("!"+name) {
			b.validated("!" + name)
		}
		if callee := n.Kid(0); callee.Op == tree.Member && callee.Text == "nil?" {
			if truth {
				b.refineDepth(callee.Kid(0), false, depth)
			} else {
				b.outcome(b.meant(callee.Kid(0)), NotNull)
			}
		} else if callee.Op == tree.Member && len(n.Kids) == 1 {
			b.toldBy(b.meant(callee.Kid(0)), when, callee.Text)
		}
	case tree.Member, tree.Index:
		when := True
		if !truth {
			when = False
		}
		b.outcome(n, when)
		if truth && b.opt.Valid(dotted(n)) {
			b.validated(dotted(n))
		}
	}
}

// condition returns the condition that another one stands for, and whether for its contrary; nil for one that stands
// for itself.
func (b *builder) condition(n *tree.Node) (of *tree.Node, contrary bool) {
	switch n.Op {
	case tree.Unary:
		if n.Text == "!" {
			return n.Kid(0), true
		}
	case tree.Name:
		// A constant holds what was compared before it, if that cannot have changed since.
		if v := b.s.uses[n]; v != nil && v.writes == 1 && !v.foreign && !v.param && v.constant != nil && b.isSet(v) && b.stable(v.constant, 0) {
			b.asOf(v.constant)
			return v.constant, false
		}
	case tree.Assign:
		if n.Text == "=" {
			return n.Kid(1), false
		}
	case tree.Cast, tree.Await:
		return n.Kid(0), false
	}
	return nil, false
}

// longestFalsy is how long a text is at most that stands for nothing, as a text: "undefined".
const longestFalsy = 9

// falsy limits a variable or member that was found to be no true value: it is the empty text, or what is no text.
func (b *builder) falsy(n *tree.Node, truth bool) {
	if truth || b.loose || n.Op != tree.Name && n.Op != tree.Member && n.Op != tree.Index && b.getter(n) == "" {
		return
	}
	if m, ok := b.member(n); ok {
		b.limit(m, b.textual(longestFalsy))
	}
}

// refineBoth returns what is known where a condition was found to be the truth, and where it was found to be the
// contrary. A condition inside of others is looked at once for both: else every condition around it would double the
// work.
func (b *builder) refineBoth(n *tree.Node, truth bool, depth int) (same, contrary *env) {
	if n != nil && !b.flat && depth <= 64 {
		defer func(since int32) { b.since = since }(b.since)
		b.asOf(n)
		if of, not := b.condition(n); of != nil {
			same, contrary = b.refineBoth(of, truth != not, depth+1)
			if b.env = contrary; truth {
				b.falsy(n, false)
				return same, b.env
			}
			b.env = same
			b.falsy(n, false)
			same, b.env = b.env, contrary
			return same, contrary
		}
		if decides := n.Text == "||"; n.Op == tree.Logical && (decides || n.Text == "&&") {
			first, second := b.refineBoth(n.Kid(0), decides, depth+1)
			b.env = second
			is, isNot := b.refineBoth(n.Kid(1), decides, depth+1)
			is = join(is, first)
			if decides != truth {
				return isNot, is
			}
			return is, isNot
		}
	}
	contrary = b.fork()
	b.refineDepth(n, truth, depth)
	same, b.env = b.env, contrary
	b.refineDepth(n, !truth, depth)
	return same, b.env
}

// validated notes that the parameters of the function are valid by what is declared of them.
func (b *builder) validated(name string) {
	fn := &b.f.Funcs[b.fn]
	for i := range fn.Params {
		if target := fn.Tree.Params[i].Target; target != nil && target.Op == tree.Name {
			if v := b.s.uses[target]; v != nil && b.ordered(v) {
				b.limit(member{v, ""}, Cap{Max: NoLimit, Sym: b.sym(Sym{Call: Validated, Limit: fn.Params[i], Via: name})})
			}
		}
	}
}

// ofParam returns the name of a method that is called on a parameter, behind the type that this is declared with, or "".
func (b *builder) ofParam(callee *tree.Node) string {
	if callee == nil || callee.Op != tree.Member || callee.Kid(0) == nil || callee.Kid(0).Op != tree.Name {
		return ""
	}
	v := b.s.uses[callee.Kid(0)]
	if v == nil || !v.param || v.writes > 1 {
		return ""
	}
	params := b.f.Funcs[b.fn].Tree.Params
	for i := range params {
		if t := params[i].Type; t != nil && t.Op == tree.Name && params[i].Target != nil && b.s.uses[params[i].Target] == v {
			return t.Text + "." + callee.Text
		}
	}
	return ""
}

// meant returns the expression that a variable was set to which cannot have changed since, or the expression.
func (b *builder) meant(n *tree.Node) *tree.Node {
	for range 4 {
		switch {
		case n == nil:
			return nil
		case n.Op == tree.Cast || n.Op == tree.Await:
			n = n.Kid(0)
		case n.Op == tree.Name:
			v := b.s.uses[n]
			if v == nil || v.writes != 1 || v.foreign || v.param || v.constant == nil || !b.isSet(v) || !b.stable(v.constant, 0) {
				return n
			}
			n = v.constant
			b.asOf(n)
		default:
			return n
		}
	}
	return n
}

// constantly notes what follows from comparing a value with true, false or null, or a number with another, and
// reports whether that is what n does.
func (b *builder) constantly(n *tree.Node, truth bool, depth int) bool {
	op := equals[n.Text]
	left, right := n.Kid(0), n.Kid(1)
	if left == nil || right == nil {
		return false
	}
	if left.Op == tree.Constant || left.Op == tree.Number {
		left, right = right, left
		if m := mirrored[n.Text]; op == "" {
			op = m
		}
	} else if op == "" && negated[n.Text] != "" {
		op = n.Text
	}
	if !truth {
		op = negated[op]
	}
	asked := b.meant(left)
	if right.Op == tree.Name && right.Text == "undefined" && b.s.uses[right] == nil {
		right = &tree.Node{Op: tree.Constant, Text: "undefined"}
	}
	switch {
	case op == "":
		return false
	case right.Op == tree.Constant && right.Text != "":
		switch {
		case op == "==" && right.Text == "true":
			b.refineDepth(left, true, depth)
		case op == "==":
			// In JavaScript a text of spaces equals false.
			loose := b.loose
			b.loose = right.Text == "false" && len(n.Text) == 2 && b.f.Language == tree.JavaScript
			b.refineDepth(left, false, depth)
			b.loose = loose
		case op == "!=" && right.Text == "null":
			b.outcome(asked, NotNull)
		case op == "!=" && right.Text == "false" && !b.isIndex(asked):
			b.outcome(asked, NotFalse)
			b.refineFlag(left, true, depth)
		}
		return true
	case b.isIndex(asked) && isPlace(op, right):
		b.outcome(asked, NotFalse)
		return true
	case right.Op == tree.Number && asked != nil && asked.Op == tree.Call && b.measured(left) == nil:
		if _, ok := b.addends(asked, 0); ok {
			return false
		}
		v, ok := number(right.Text)
		exact := len(n.Text) == 3 || b.f.Language != tree.JavaScript && b.f.Language != tree.PHP
		if ok && (op == "==" && v != 0 || op == ">" && v >= 0 || op == ">=" && v > 0) {
			b.refineDepth(left, true, depth)
		} else if ok && op == "==" && exact {
			b.refineDepth(left, false, depth)
		}
		return true
	}
	return false
}

// isIndex reports whether an expression of JavaScript asks at which place of a list something is.
func (b *builder) isIndex(n *tree.Node) bool {
	return b.f.Language == tree.JavaScript && n != nil && n.Op == tree.Call && len(n.Kids) == 2 && n.Kids[0] != nil && n.Kids[0].Op == tree.Member && n.Kids[0].Text == "indexOf"
}

// isPlace reports whether a number compares so with a place that it is one, rather than -1 for none.
func isPlace(op string, with *tree.Node) bool {
	if with.Op == tree.Unary && with.Text == "-" && with.Kid(0) != nil && with.Kids[0].Op == tree.Number {
		return with.Kids[0].Text == "1" && (op == "!=" || op == ">")
	}
	_, ok := number(with.Text)
	return ok && with.Op == tree.Number && (op == "==" || op == ">" || op == ">=")
}

// stable reports whether an expression speaks of constants and of variables that are assigned once; in Go, where err holds
// what a check of a variable found that was declared and then read into, also of those that are not assigned behind it.
func (b *builder) stable(n *tree.Node, depth int) bool {
	if n == nil {
		return true
	}
	if depth > 16 {
		return false
	}
	switch n.Op {
	case tree.Name:
		v := b.s.uses[n]
		switch {
		case v == nil:
			return true
		case b.f.Language == tree.Go && v.owner == b.s.top.owner: // of a package, of which nothing is known from one statement to the next
			return true
		case v.foreign || v.altered:
			return false
		}
		return v.writes <= 1 || b.f.Language >= tree.Go && v.last < n.Start
	case tree.Cast: // &x, which the call itself sets at last
		v := b.s.uses[n.Kid(0)]
		return isShared(n) && v != nil && b.f.Language >= tree.Go && !v.foreign && !v.altered && v.last <= n.Kids[0].Start
	case tree.String, tree.Number, tree.Constant, tree.Regex, tree.Member, tree.Index, tree.Unary, tree.Binary, tree.Logical, tree.Call, tree.Await, tree.Object, tree.Pair, tree.Array, tree.Block, tree.Return:
	case tree.Function:
		return n.Func.Kind == tree.Arrow && b.stable(n.Func.Body, depth+1)
	default:
		return false
	}
	for _, k := range n.Kids {
		if !b.stable(k, depth+1) {
			return false
		}
	}
	return true
}

// limit notes that a variable or member is at most so long from here on.
func (b *builder) limit(m member, c Cap) {
	if of, ok := b.asHanded(m); ok {
		b.limit(of, c)
	}
	c.Since = b.since
	if m.path != "" {
		b.passing.limited(m.v)
		if have, ok := b.env.cap(m); ok {
			c = b.meet(have, c)
		}
		b.env.limit(m, c)
		return
	}
	defs := b.defs(m.v)
	if len(defs) == 0 {
		return
	}
	out := make([]def, len(defs))
	for i, d := range defs {
		out[i] = def{d.id, b.meet(d.cap, c)}
	}
	b.env.set(m.v, known{out, b.env.of(m.v).caps})
}

// unset notes that nothing is there, as isset($s) of PHP tells where it is false, or no more than an empty text, as
// empty($s) does where it is true; that a text has no character at a number, as isset($s[100]); and that something is among the
// keys of a list, as isset($list[$s]) where it is true.
func (b *builder) unset(n *tree.Node, truth bool) {
	callee, of := n.Kid(0), n.Kid(1)
	if b.f.Language == tree.PHP && truth && callee.Op == tree.Name && callee.Text == "isset" && len(n.Kids) == 2 && of != nil && of.Op == tree.Index {
		if _, ok := b.member(of.Kid(1)); ok { // a key of the list
			asks := &tree.Node{Op: tree.Call, Start: n.Start, End: n.End, Kids: []*tree.Node{
				{Op: tree.Name, Text: "array_key_exists", Start: callee.Start, End: callee.End}, of.Kids[1], of.Kids[0]}}
			b.expression(asks)
			b.foundIn(asks, of.Kids[1])
		}
	}
	if b.f.Language != tree.PHP || callee.Op != tree.Name || len(n.Kids) != 2 || of == nil || (callee.Text != "isset" || truth) && (callee.Text != "empty" || !truth) {
		return
	}
	b.falsy(of, false)
	if of.Op != tree.Index || truth {
		return
	}
	at, ok := b.whole(of.Kid(1))
	if m, is := b.member(of.Kid(0)); ok && is && at >= 0 {
		b.limit(m, Cap{Max: at})
	}
}

// absent limits a text that was found to have nothing at a number, or behind it: s[100], s.charAt(100), s[100:].
func (b *builder) absent(n *tree.Node) {
	of, at := n.Kid(0), n.Kid(1)
	switch {
	case n.Op == tree.Index && (b.f.Language == tree.JavaScript || b.f.Language == tree.Ruby):
	case n.Op == tree.Slice && b.f.Language == tree.Python && n.Kid(2) == nil:
	case n.Op == tree.Call && len(n.Kids) == 2 && of != nil && of.Op == tree.Member && b.f.Language == tree.JavaScript && slices.Contains([]string{"charAt", "slice", "substring"}, of.Text):
		of = of.Kid(0)
	default:
		return
	}
	most, ok := b.whole(at)
	if m, is := b.member(of); ok && is && most >= 0 {
		b.limit(m, Cap{Max: most})
	}
}
