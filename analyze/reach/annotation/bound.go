package annotation

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Alters reports whether a type of Python names what may make another value of one whose length is checked.
func Alters(b *model.Bound, n *tree.Node) bool {
	return len(b.Alters) > 0 && n != nil && slices.ContainsFunc(Names(n), func(name string) bool { return slices.Contains(b.Alters, name) })
}

// Reader reads the bounds that a library gives what stands in one file.
type Reader struct {
	Bound *model.Bound
	// Calls reports whether the name of a function, with those that it is a member of, may be that of one of the library.
	Calls func(name string, q *model.CallPattern) bool
	// Longest returns the length of the longest text in which a pattern has a match.
	Longest func(pattern string) int64
}

// TypeMax returns the bound that a type of Python states: Annotated, Optional and Union of what is bounded.
func (r Reader) TypeMax(n *tree.Node) int64 {
	if Alters(r.Bound, n) {
		return graph.NoLimit
	}
	return r.typeMax(n, 0)
}

func (r Reader) typeMax(n *tree.Node, depth int) int64 {
	if n == nil || depth > 6 {
		return graph.NoLimit
	}
	either := func(all []*tree.Node) int64 {
		most := int64(0)
		for _, k := range all {
			if k == nil || k.Op == tree.Constant && k.Text == "null" {
				continue
			}
			most = max(most, r.typeMax(k, depth+1))
		}
		return most
	}
	switch n.Op {
	case tree.Call:
		return r.fieldMax(n, depth)
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
				most = min(most, r.typeMax(k, depth+1))
			}
			return most
		case "Optional", "Union":
			return either(inside)
		}
	}
	return graph.NoLimit
}

// FieldMax returns the bound that a call in the value or type of a field states, with a number or a pattern that is
// written out.
func (r Reader) FieldMax(n *tree.Node) int64 { return r.fieldMax(n, 0) }

func (r Reader) fieldMax(n *tree.Node, depth int) int64 {
	most := int64(graph.NoLimit)
	if n == nil || depth > 6 {
		return most
	}
	if n.Op == tree.Call && n.Kid(0) != nil {
		if name := dotted(n.Kids[0]); slices.Contains(r.Bound.Alters, name[strings.LastIndexByte(name, '.')+1:]) {
			return most
		}
		for _, q := range slices.Concat(r.Bound.Fields, r.Bound.Limits) {
			if !r.Calls(dotted(n.Kids[0]), q) {
				continue
			}
			for _, param := range q.Params {
				if !slices.Contains([]string{"max", "regex", "choices", "values"}, param.Role) {
					continue
				}
				for i, arg := range n.Kids[1:] {
					if arg.Op == tree.Keyword && slices.Contains(param.Keywords, arg.Text) {
						arg = arg.Kid(0)
					} else if arg.Op == tree.Keyword || i != param.Index {
						continue
					}
					switch v, err := strconv.ParseInt(arg.Text, 10, 64); {
					case param.Role == "choices" || param.Role == "values":
						most = min(most, longestOf(arg))
					case err == nil && arg.Op == tree.Number && v >= 0:
						most = min(most, v)
					case param.Role == "regex" && arg.Op == tree.String:
						most = min(most, r.Longest(arg.Text))
					}
				}
			}
		}
	}
	if n.Op == tree.Call {
		for _, f := range r.Bound.Formats {
			if r.Calls(dotted(n.Kid(0)), f.Call) {
				most = min(most, f.Max)
			}
		}
	}
	switch n.Op {
	case tree.Call, tree.Keyword, tree.Array:
		for _, kid := range n.Kids {
			most = min(most, r.fieldMax(kid, depth+1))
		}
	}
	return most
}

// longestOf returns the length of the longest text in a list of texts that is written out.
func longestOf(list *tree.Node) int64 {
	if list == nil || list.Op != tree.Array || len(list.Kids) == 0 {
		return graph.NoLimit
	}
	most := 0
	for _, k := range list.Kids {
		if k == nil || k.Op != tree.String || len(k.Kids) > 0 {
			return graph.NoLimit
		}
		most = max(most, utf8.RuneCountInString(k.Text))
	}
	return int64(most)
}

// dotted returns a name with those that it is a member of, "." before one of something else.
func dotted(n *tree.Node) string {
	if n == nil || n.Op != tree.Name && n.Op != tree.Member {
		return ""
	}
	if n.Op == tree.Member {
		return dotted(n.Kid(0)) + "." + n.Text
	}
	return n.Text
}
