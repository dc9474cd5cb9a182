package graph

import "snag/analyze/source/tree"

// lengthening are the methods of Ruby that make the text longer on which they are called.
var lengthening = []string{"<<", "concat", "prepend", "insert", "replace"}

// lengthened returns the variable or member that an expression makes longer in its place, as s << other does in Ruby, and what
// it adds; nil for none.
func lengthened(language tree.Language, n *tree.Node) (target *tree.Node, added []*tree.Node) {
	if language != tree.Ruby || n == nil {
		return nil, nil
	}
	switch {
	case n.Op == tree.Binary && n.Text == "<<":
		for target = n; target != nil && target.Op == tree.Binary && target.Text == "<<"; target = target.Kid(0) {
			added = append(added, target.Kid(1))
		}
	case n.Op == tree.Call && n.Kid(0) != nil && n.Kids[0].Op == tree.Member && len(n.Kids) > 1:
		for _, name := range lengthening {
			if n.Kids[0].Text == name {
				target, added = n.Kids[0].Kid(0), n.Kids[1:]
			}
		}
	}
	if target == nil || target.Op != tree.Name && target.Op != tree.Member {
		return nil, nil
	}
	return target, added
}

// lengthen gives the variable or member what an expression makes of it: what it was, which may be a list, or longer.
func (b *builder) lengthen(n *tree.Node, was ID, parts []ID) {
	target, added := lengthened(b.f.Language, n)
	if target == nil || target.Op == tree.Member && (was == 0 || target.Kid(0) == nil || target.Kid(0).Op != tree.This) {
		return
	}
	c := Concatenation{Parts: append([]ID{was}, parts...)}
	for i := range min(len(added), len(parts)) {
		b.store(parts[i], was, "*")
	}
	b.bind(target, b.either(n, was, b.concatenation(n, c)))
}
