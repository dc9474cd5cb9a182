package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// isMany reports whether a type is that of a list or another collection.
func isMany(n *tree.Node) bool {
	if n == nil {
		return false
	}
	if n.Op == tree.Array {
		return true
	}
	if n.Op == tree.Index || n.Op == tree.Call || n.Op == tree.Cast {
		n = n.Kid(0)
	}
	if n == nil || n.Op != tree.Name && n.Op != tree.Member {
		return false
	}
	name := strings.ToLower(lastPart(n.Text))
	for _, kind := range []string{"list", "set", "map", "array", "collection", "dict", "sequence", "iterable", "enumerable", "tuple", "stream", "dictionary"} {
		if strings.HasSuffix(name, kind) || strings.HasSuffix(name, "[]") {
			return true
		}
	}
	return false
}

// typeMax returns the bound that a type of Python states: Annotated, Optional and Union of what is bounded.
func typeMax(b *model.Bound, n *tree.Node, depth int) int64 {
	if n == nil || depth > 6 {
		return NoLimit
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
			most := int64(NoLimit)
			for i, k := range inside {
				if i == 0 && isMany(k) {
					return NoLimit
				}
				most = min(most, typeMax(b, k, depth+1))
			}
			return most
		case "Optional", "Union":
			return either(inside)
		}
	}
	return NoLimit
}

// fieldMax returns the bound that a call in the value or type of a field states, with a number that is
// written out.
func fieldMax(b *model.Bound, n *tree.Node, depth int) int64 {
	most := int64(NoLimit)
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
