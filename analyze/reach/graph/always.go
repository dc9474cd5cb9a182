package graph

import (
	"slices"

	"snag/analyze/source/tree"
)

// runsIn returns the function, plus 1, that makes a call and waits for it on every way on which it is not left before, or
// does so for each element of a list: await chain.run(req), await Promise.all(chains.map(chain => chain.run(req))). 0 for
// none.
func (b *builder) runsIn(n *tree.Node, method string) int32 {
	if b.fn < 0 || !b.opt.Runs(method) {
		return 0
	}
	f := &b.f.Funcs[b.fn]
	way, ok := always(f.Tree.Body, n)
	awaited := slices.ContainsFunc(way, func(n *tree.Node) bool { return n.Op == tree.Await })
	switch {
	case !ok:
		return 0
	case awaited && f.Tree.Kind != tree.Arrow:
		return b.fn + 1
	}
	if f.Parent >= 0 && (awaited || len(way) == 0 || way[0].Op == tree.Return || len(way) > 1 && way[1].Op == tree.Return) {
		if around, ok := always(b.f.Funcs[f.Parent].Tree.Body, f.Tree.Body); ok && isOfAll(around) {
			return f.Parent + 1
		}
	}
	if awaited {
		return b.fn + 1
	}
	return 0
}

// isOfAll reports whether the end of a way is a function that a list is mapped with, and all that comes of it is waited for.
func isOfAll(way []*tree.Node) bool {
	called := func(i int, method string) bool {
		n := way[len(way)-i]
		return n.Op == tree.Call && n.Kid(0) != nil && n.Kid(0).Op == tree.Member && n.Kid(0).Text == method
	}
	return len(way) > 3 && way[len(way)-1].Op == tree.Function && called(2, "map") && called(3, "all") && way[len(way)-4].Op == tree.Await
}

// always returns the nodes on the way from some code to a part of it, without that, and whether the code gets to it on
// every way on which it is not left before, in a loop over a list for each element.
func always(n, part *tree.Node) (way []*tree.Node, ok bool) {
	for n != nil && n != part {
		way = append(way, n)
		if n.Op == tree.Function && n.Func != nil && n.Func.Body == part {
			return way, true
		}
		i := slices.IndexFunc(n.Kids, func(k *tree.Node) bool { return k != nil && k.Start <= part.Start && part.End <= k.End })
		if i < 0 {
			return nil, false
		}
		switch next := n.Kids[i]; n.Op {
		case tree.Block, tree.Expression, tree.Declare, tree.Return, tree.Await, tree.Call, tree.Array, tree.Member, tree.Assign, tree.Cast, tree.Pair:
		case tree.Try:
			if i > 0 {
				return nil, false
			}
		case tree.ForEach:
			if first := next.Kid(0); i != 2 || next.Op != tree.Block || first == nil || first.Start > part.Start || first.End < part.End || !isWhole(next) {
				return nil, false
			}
		default:
			return nil, false
		}
		n = n.Kids[i]
	}
	return way, n == part
}

// isWhole reports whether a loop is ended early nowhere but where something was found.
func isWhole(n *tree.Node) bool {
	switch {
	case n == nil:
		return true
	case n.Op == tree.Break || n.Op == tree.Continue || n.Op == tree.Return || n.Op == tree.Throw:
		return false
	case n.Op == tree.If && hasErrors(n.Kid(0)):
		return isWhole(n.Kid(2))
	}
	return !slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return !isWhole(k) })
}

// hasErrors reports whether a condition is true only where a chain found something: !result.isEmpty(), result.errors.length.
func hasErrors(n *tree.Node) bool {
	if n == nil {
		return false
	}
	if n.Op == tree.Unary && n.Text == "!" {
		is := n.Kid(0)
		return is != nil && is.Op == tree.Call && is.Kid(0) != nil && is.Kid(0).Op == tree.Member && is.Kid(0).Text == "isEmpty"
	}
	return n.Op == tree.Member && n.Text == "length" && n.Kid(0) != nil && n.Kid(0).Op == tree.Member && n.Kid(0).Text == "errors"
}

// ordinal is a block that is being read, and how many of its statements were.
type ordinal struct {
	block *tree.Node
	at    int
}

// manyBefore is how many statements before a condition are looked at for what set a flag that it asks.
const manyBefore = 64

// flag is a variable that begins as what counts as true or false, such as nothing, zero or no text, or as an empty list or
// object, and that some code before a condition changes to the contrary, or puts something into.
type flag struct {
	v     *variable
	first *tree.Node // what it is set to first
}

// isContainer reports whether a flag is one that code puts something into.
func (f flag) isContainer() bool {
	return f.first.Op == tree.Array || f.first.Op == tree.Object || f.first.Op == tree.New || f.first.Op == tree.Call
}

// refineFlag notes what follows from a flag that a condition found to be as it was set first: none of the code was run
// that changes it, so of each condition around such code the contrary holds.
func (b *builder) refineFlag(n *tree.Node, truth bool, depth int) {
	v, size, truth := b.asksFlag(n, truth)
	if v == nil || b.unchanged != nil || v.shared || v.foreign || v.open {
		return
	}
	for i := len(b.blocks) - 1; i >= 0 && i >= len(b.blocks)-8; i-- {
		x := b.blocks[i]
		for at := x.at - 1; at >= 0 && at >= x.at-manyBefore; at-- {
			declared, first := b.setsFirst(x.block.Kids[at], v)
			if first == nil {
				continue
			}
			f, writes := flag{v, first}, 1
			if declared.Op == tree.Name {
				writes = 0 // it is only declared
			}
			ok := false
			is, known := b.truth(first)
			switch {
			case size:
				ok = f.isContainer() || first.Op == tree.String
			case !f.isContainer():
				ok = known && is == truth
			case !truth: // lists are true elsewhere
				ok = b.f.Language == tree.Python || b.f.Language == tree.PHP
			}
			for _, k := range x.block.Kids[at].Kids { // what is declared beside it
				ok = ok && (k == nil || k == declared || b.onlyRaises(f, k, &writes))
			}
			before := x.block.Kids[at+1 : x.at]
			for _, k := range before {
				ok = ok && b.onlyRaises(f, k, &writes)
			}
			if i < len(b.blocks)-1 || !begins(x.block.Kids[x.at], n) { // what stands in it may have been run before
				ok = ok && b.onlyRaises(f, x.block.Kids[x.at], &writes)
			}
			if !ok || !f.isContainer() && writes != v.writes {
				return
			}
			saved := b.fork()
			b.unchanged = &f
			for _, k := range before {
				b.unraised(f, k, depth)
			}
			if b.unchanged = nil; b.env.dead {
				b.env = saved
			}
			return
		}
	}
}

// begins reports whether a condition is read before anything else of a statement that does not ask it again.
func begins(statement, n *tree.Node) bool {
	for statement.Op == tree.If && statement.Kid(2) != nil && statement.Kids[2].Op == tree.If && statement.Kids[2].Start <= n.Start {
		statement = statement.Kids[2]
	}
	if test := statement.Kid(0); statement.Op == tree.If {
		return test != nil && test.Start <= n.Start && n.End <= test.End
	}
	return statement.Op == tree.Expression || statement.Op == tree.Declare || statement.Op == tree.Return || statement.Op == tree.Throw
}

// asksFlag returns the variable that a condition asks about, by its name, with what it was found to count as, or whether it has
// something in it, where it found that it has nothing. The variable is nil for any other condition.
func (b *builder) asksFlag(n *tree.Node, truth bool) (v *variable, size, is bool) {
	named := func(n *tree.Node) *variable {
		if n != nil && n.Op == tree.Name {
			return b.s.uses[n]
		}
		return nil
	}
	switch n.Op {
	case tree.Name:
		return named(n), false, truth
	case tree.Binary:
		op, with := n.Text, n.Kid(1)
		if e := equals[op]; e != "" {
			op = e
		}
		if !truth {
			op = negated[op]
		}
		switch {
		case with == nil || with.Op != tree.Number && with.Op != tree.String:
		case with.Op == tree.String && with.Text == "" && op == "==":
			return named(n.Kid(0)), false, b.f.Language == tree.Ruby
		case with.Op == tree.Number && (with.Text == "0" && (op == "==" || op == "<=") || with.Text == "1" && op == "<"):
			if v := named(n.Kid(0)); v != nil && b.f.Language != tree.Ruby {
				return v, false, false
			}
			return named(b.counted(n.Kid(0))), true, truth
		}
		return nil, false, truth
	case tree.Call:
		callee := n.Kid(0)
		if callee == nil {
			return nil, false, truth
		}
		if callee.Op == tree.Name && callee.Text == "empty" && len(n.Kids) == 2 && truth {
			return named(n.Kids[1]), true, truth
		}
		if callee.Op == tree.Member && len(n.Kids) == 1 && slices.Contains(asksEmpty[truth], callee.Text) {
			return named(callee.Kid(0)), true, truth
		}
	}
	if !truth && (n.Op == tree.Call || n.Op == tree.Member) {
		return named(b.counted(n)), true, truth
	}
	return nil, false, truth
}

// asksEmpty are the methods that are true, or false, of a list that is empty.
var asksEmpty = map[bool][]string{true: {"isEmpty", "empty?", "none?"}, false: {"any?", "Any", "isNotEmpty"}}

// counted returns what an expression tells the size of, nil for any other.
func (b *builder) counted(n *tree.Node) *tree.Node {
	if n != nil && n.Op == tree.Call && n.Kid(0) != nil && n.Kids[0].Op == tree.Name && len(n.Kids) == 2 && n.Kids[0].Text == "count" {
		return n.Kids[1]
	}
	of := b.measured(n)
	if of != nil && of.Op == tree.Call && len(of.Kids) == 2 && slices.Contains([]string{"Object.keys", "Object.values", "Object.entries"}, dotted(of.Kids[0])) {
		return of.Kids[1]
	}
	return of
}

// setsFirst returns the part of a statement that declares a variable which is a flag from there on, and what that sets it to,
// nil for any other.
func (b *builder) setsFirst(n *tree.Node, v *variable) (declared, first *tree.Node) {
	if n == nil || n.Op != tree.Declare && n.Op != tree.Expression {
		return nil, nil
	}
	for _, k := range n.Kids {
		if k != nil && k.Op == tree.Name && n.Text == "let" && b.f.Language == tree.JavaScript && b.s.uses[k] == v {
			return k, &tree.Node{Op: tree.Constant, Text: "null", Start: k.Start, End: k.End}
		}
		if k == nil || k.Op != tree.Assign || k.Text != "=" && k.Text != "" || k.Kid(0) == nil || k.Kids[0].Op != tree.Name || b.s.uses[k.Kids[0]] != v {
			continue
		}
		switch first := k.Kid(1); {
		case first == nil:
		case first.Op == tree.Constant && first.Text != "" || first.Op == tree.Number && first.Text == "0" || first.Op == tree.String && first.Text == "":
			return k, first
		case (first.Op == tree.Array || first.Op == tree.Object) && len(first.Kids) == 0:
			return k, first
		case (first.Op == tree.New || first.Op == tree.Call && (b.f.Language == tree.Java || b.f.Language == tree.Python)) && len(first.Kids) == 1 && first.Kids[0] != nil && first.Kids[0].Op == tree.Name:
			if slices.Contains([]string{"ArrayList", "LinkedList", "HashSet", "HashMap", "LinkedHashMap", "List", "Dictionary", "mutableListOf", "list", "dict", "set"}, first.Kids[0].Text) {
				return k, first
			}
		}
	}
	return nil, nil
}

// raises reports whether an expression changes a flag, or puts something into it.
func (b *builder) raises(f flag, n *tree.Node) bool {
	is := func(n *tree.Node) bool { return n != nil && n.Op == tree.Name && b.s.uses[n] == f.v }
	target := n.Kid(0)
	switch {
	case target == nil:
		return false
	case !f.isContainer():
		was, _ := b.truth(f.first)
		to, known := b.truth(n.Kid(1))
		counts := !was && f.first.Op == tree.Number
		grows := counts || !was && f.first.Op == tree.String
		return is(target) && (n.Op == tree.Assign && known && to != was && (n.Text == "=" || n.Text == "||=" && to || grows && (n.Text == "+=" || n.Text == ".=")) || isStep(n) && n.Text == "++" && counts)
	case n.Op == tree.Binary && n.Text == "<<" && b.f.Language == tree.Ruby:
		return is(target)
	case n.Op == tree.Call:
		return target.Op == tree.Member && is(target.Kid(0)) && len(n.Kids) > 1 && n.Kids[1] != nil && n.Kids[1].Op != tree.Spread &&
			slices.Contains([]string{"push", "unshift", "append", "add", "Add", "put"}, target.Text) &&
			!(f.first.Op == tree.Object && b.f.Language == tree.JavaScript)
	case n.Op == tree.Assign && n.Text == "=" && (target.Op == tree.Index || target.Op == tree.Member) && is(target.Kid(0)):
		key := target.Kid(1)
		if b.f.Language != tree.JavaScript {
			return target.Op == tree.Index
		}
		return f.first.Op == tree.Object && (target.Op == tree.Member && target.Text != "__proto__" || key != nil && key.Op == tree.String && key.Text != "__proto__")
	}
	return false
}

// onlyRaises reports whether code does nothing with a flag but change it and ask about it, and counts the changes.
func (b *builder) onlyRaises(f flag, n *tree.Node, writes *int) bool {
	if n == nil {
		return true
	}
	b.kept.work++
	kids := n.Kids
	is := func(n *tree.Node) bool { return n != nil && n.Op == tree.Name && b.s.uses[n] == f.v }
	switch {
	case n.Op == tree.Name:
		return !is(n)
	case n.Op == tree.Member && is(b.counted(n)):
		return true
	case n.Op == tree.Function || n.Op == tree.Define || n.Op == tree.ClassValue || n.Op == tree.DefineClass:
		return true // which use no variable that is not shared
	case n.Op == tree.Label:
		return false
	case b.raises(f, n):
		*writes++
		if kids = kids[1:]; !b.onlyRaises(f, n.Kids[0].Kid(1), writes) {
			return false
		}
	case n.Op == tree.Assign && n.Kid(0) != nil && is(n.Kids[0].Kid(0)):
		return false
	case n.Op == tree.If || n.Op == tree.Unary && n.Text == "!":
		if k := n.Kid(0); k != nil && k.Op == tree.Name {
			kids = kids[1:]
		}
	}
	return !slices.ContainsFunc(kids, func(k *tree.Node) bool { return !b.onlyRaises(f, k, writes) })
}

// unraised notes what holds where code was run that did not change a flag.
func (b *builder) unraised(f flag, n *tree.Node, depth int) {
	if n == nil || b.env.dead || depth > 32 {
		return
	}
	switch n.Op {
	case tree.Block:
		for _, k := range n.Kids {
			b.unraised(f, k, depth+1)
		}
	case tree.Expression:
		if k := n.Kid(0); k != nil && b.raises(f, k) {
			b.env.dead = true
		}
	case tree.Return, tree.Throw, tree.Break, tree.Continue:
		b.env.dead = true
	case tree.If:
		test := n.Kid(0)
		if !b.isSteady(test, 0) {
			return
		}
		defer func(since int32) { b.since = since }(b.since)
		other := b.fork()
		b.refineDepth(test, true, depth+1)
		b.unraised(f, n.Kid(1), depth+1)
		then := b.env
		b.env = other
		b.refineDepth(test, false, depth+1)
		b.unraised(f, n.Kid(2), depth+1)
		b.env = join(b.env, then)
	}
}

// isSteady reports whether an expression speaks of what has not been assigned since, as far as variables go.
func (b *builder) isSteady(n *tree.Node, depth int) bool {
	switch {
	case n == nil:
		return true
	case depth > 16 || n.Op == tree.Assign || n.Op == tree.Function:
		return false
	case n.Op == tree.Name:
		if v := b.s.uses[n]; v != nil && (b.unchanged == nil || v != b.unchanged.v) && (v.foreign || v.open || v.altered || v.writes > 1 && v.last >= n.Start) {
			return false
		}
	}
	return !slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return !b.isSteady(k, depth+1) })
}

// alwaysAnswers reports whether a method of the class answers the request whenever it returns.
func (b *builder) alwaysAnswers(name string, depth int) bool {
	if b.f.Language != tree.Ruby || depth > 2 {
		return false
	}
	for i := range b.f.Classes[b.class].Tree.Members {
		m := &b.f.Classes[b.class].Tree.Members[i]
		if m.Name != name || m.Func == nil || m.Func.Static || m.Func.Body == nil {
			continue
		}
		for _, k := range m.Func.Body.Kids {
			if k.Op != tree.Expression && (k.Op != tree.Return || k.Kid(0) == nil) {
				return false // perhaps
			}
			callee := k.Kid(0).Kid(0)
			if callee == nil || k.Kid(0).Op != tree.Call || callee.Op != tree.Name {
				continue
			}
			own := b.isMember(callee.Text)
			if !own && b.opt.Leaves("", callee.Text).True || own && callee.Text != name && b.alwaysAnswers(callee.Text, depth+1) {
				return true
			}
		}
	}
	return false
}
