package annotation

import (
	"slices"
	"strconv"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Alters reports whether a type of Python names what may make another value of one whose length is checked.
func Alters(b *model.Bound, n *tree.Node) bool {
	return len(b.Alters) > 0 && n != nil && slices.ContainsFunc(Names(n), func(name string) bool { return slices.Contains(b.Alters, name) })
}

// TypeMax returns the bound that a type of Python states: Annotated, Optional and Union of what is bounded.
func TypeMax(b *model.Bound, n *tree.Node) int64 {
	if Alters(b, n) {
		return graph.NoLimit
	}
	return typeMax(b, n, 0)
}

func typeMax(b *model.Bound, n *tree.Node, depth int) int64 {
	if n == nil || depth > 6 {
		return graph.NoLimit
	}
	either := func(all []*tree.Node) int64 {
		most := int64(0)
		for _, k := range all {
			if k == nil || k.Op == tree.Constant && k.Text == "null" {
				continue
			}
			most = max(most, typeMax(b, k, depth+1))
		}
		return most
	}
	switch n.Op {
	case tree.Call:
		return fieldMax(b, n, depth)
	case tree.Binary:
		return either(n.Kids)
	case tree.Index:
		inside := n.Kids[1:]
		if len(inside) == 1 && inside[0] != nil && inside[0].Op == tree.Array {
			inside = inside[0].Kids
		}
		switch n.Kids[0].Text {
		case "Annotated":
			most := int64(graph.NoLimit)
			for i, k := range inside {
				if i == 0 && IsMany(k) {
					return graph.NoLimit
				}
				most = min(most, typeMax(b, k, depth+1))
			}
			return most
		case "Optional", "Union":
			return either(inside)
		}
	}
	return graph.NoLimit
}

// FieldMax returns the bound that a call in the value or type of a field states, with a number that is
// written out.
func FieldMax(b *model.Bound, n *tree.Node) int64 { return fieldMax(b, n, 0) }

func fieldMax(b *model.Bound, n *tree.Node, depth int) int64 {
	most := int64(graph.NoLimit)
	if n == nil || depth > 6 {
		return most
	}
	if n.Op == tree.Call && n.Kid(0) != nil {
		for _, q := range slices.Concat(b.Fields, b.Limits) {
			if !q.Callee.EndsIn(n.Kids[0].Text) {
				continue
			}
			for _, param := range q.Params {
				if param.Role != "max" {
					continue
				}
				for i, arg := range n.Kids[1:] {
					if arg.Op == tree.Keyword && slices.Contains(param.Keywords, arg.Text) {
						arg = arg.Kid(0)
					} else if arg.Op == tree.Keyword || i != param.Index {
						continue
					}
					if v, err := strconv.ParseInt(arg.Text, 10, 64); err == nil && arg.Op == tree.Number && v >= 0 {
						most = min(most, v)
					}
				}
			}
		}
	}
	switch n.Op {
	case tree.Call, tree.Keyword, tree.Array:
		for _, kid := range n.Kids {
			most = min(most, fieldMax(b, kid, depth+1))
		}
	}
	return most
}
