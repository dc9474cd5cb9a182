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
