package graph

import "snag/analyze/source/tree"

// atMost returns the comparison that follows from a value being within a range, as n.between?(1, 9), (1..9).cover?(n),
// n.in?(1..9) and (1..9) === n say in Ruby; nil for none.
func (b *builder) atMost(n *tree.Node) *tree.Node {
	if b.f.Language != tree.Ruby {
		return nil
	}
	value, of := n.Kid(1), n.Kid(0)
	if n.Op == tree.Call {
		callee := n.Kid(0)
		if callee == nil || callee.Op != tree.Member {
			return nil
		}
		value, of = callee.Kid(0), n.Kid(1)
		switch {
		case callee.Text == "between?" && len(n.Kids) == 3:
			return compared(n, value, "<=", n.Kids[2])
		case callee.Text == "in?" && len(n.Kids) == 2:
		case (callee.Text == "cover?" || callee.Text == "include?" || callee.Text == "member?") && len(n.Kids) == 2:
			value, of = of, value
		default:
			return nil
		}
	}
	of = b.meant(of)
	if of == nil || of.Op != tree.Binary || of.Kid(1) == nil {
		return nil
	}
	switch of.Text {
	case "..":
		return compared(n, value, "<=", of.Kid(1))
	case "...":
		return compared(n, value, "<", of.Kid(1))
	}
	return nil
}

func compared(n, left *tree.Node, op string, right *tree.Node) *tree.Node {
	return &tree.Node{Op: tree.Binary, Start: n.Start, End: n.End, Text: op, Kids: []*tree.Node{left, right}}
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
