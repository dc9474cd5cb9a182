package graph

import (
	"slices"

	"snag/analyze/source/tree"
)

// Annotated is the Name of a Value that is a type of Python with what is said of it besides: what becomes it first is
// the type.
const Annotated = "Annotated"

// typeForm adds an expression of Python that makes a type out of others, and returns its node, 0 for any other: the
// texts of Literal are a list, a union is each of its types. What is a type in quotes is not known.
func (b *builder) typeForm(n *tree.Node) ID {
	of, key := n.Kid(0), n.Kid(1)
	if b.f.Language != tree.Python || of == nil || key == nil || of.Op != tree.Name && of.Op != tree.Member {
		return 0
	}
	inside := []*tree.Node{key}
	if key.Op == tree.Array {
		inside = key.Kids
	}
	if of.Text == "Literal" {
		return b.array(&tree.Node{Op: tree.Array, Start: n.Start, End: n.End, Kids: inside})
	}
	switch {
	case len(inside) == 0 || isText(inside[0]):
		return 0
	case of.Text == Annotated:
	case of.Text != "Optional" && of.Text != "Union" || slices.ContainsFunc(inside, isText):
		return 0
	}
	var parts []ID
	for _, k := range inside {
		if !isText(k) { // which Annotated ignores
			parts = append(parts, b.expression(k))
		}
	}
	if parts[0] == 0 && of.Text == Annotated && len(parts) > 1 {
		parts[0] = b.value(inside[0]) // of None
	} else if parts[0] == 0 {
		return 0
	}
	to := b.either(n, parts...)
	if of.Text == Annotated {
		b.f.Nodes[to].Name = Annotated
	}
	return to
}

func isText(n *tree.Node) bool { return n != nil && n.Op == tree.String }

// withoutTypes returns what a class of Python extends without the types that this is made for: Base of Base[T].
func (b *builder) withoutTypes(base *tree.Node) *tree.Node {
	if of := base.Kid(1); b.f.Language == tree.Python && base.Op == tree.Index && of != nil && of.Op != tree.Number && of.Op != tree.String {
		return base.Kid(0)
	}
	return base
}
