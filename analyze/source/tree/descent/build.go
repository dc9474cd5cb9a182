package descent

import "snag/analyze/source/tree"

// Make returns a new node that begins at an offset. Its end is where the last token ended.
func (p *Cursor) Make(op tree.Op, start int32, text string, kids ...*tree.Node) *tree.Node {
	return p.Node(op, int(start), int(p.Behind()), text, kids...)
}

// Mark begins a list of kids, to which Push adds and which Closed, Take or Drop ends.
func (p *Cursor) Mark() int { return len(p.stack) }

// Push adds to the innermost list of kids.
func (p *Cursor) Push(n *tree.Node) { p.stack = append(p.stack, n) }

// Pushed returns the kids that were pushed since a mark.
func (p *Cursor) Pushed(mark int) []*tree.Node { return p.stack[mark:] }

// Closed returns a new node of the kids that were pushed since a mark.
func (p *Cursor) Closed(op tree.Op, start int32, text string, mark int) *tree.Node {
	n := p.Make(op, start, text, p.stack[mark:]...)
	p.Drop(mark)
	return n
}

// Take returns a list of the kids that were pushed since a mark.
func (p *Cursor) Take(mark int) []*tree.Node {
	kids := p.List(p.stack[mark:])
	p.Drop(mark)
	return kids
}

// Drop forgets the kids that were pushed since a mark.
func (p *Cursor) Drop(mark int) {
	clear(p.stack[mark:])
	p.stack = p.stack[:mark]
}

// Link returns the node of a chain that binds to the left and has a number of links. In very long chains the
// tree does not grow deeper.
func (p *Cursor) Link(links int, op tree.Op, start int32, text string, left, right *tree.Node) *tree.Node {
	if links < p.Longest() {
		return p.Make(op, start, text, left, right)
	}
	return p.Flatten(start, left, right)
}

// Longest returns how many links of a chain nest. The deeper it stands, the fewer, so that the depth of the
// whole tree is bounded.
func (p *Cursor) Longest() int { return max(8, 4*MaxDepth/(8+p.Depth)) }

// Flatten adds more to what is known to be in an expression that would be nested too deeply.
func (p *Cursor) Flatten(start int32, left *tree.Node, more ...*tree.Node) *tree.Node {
	if left.Op != tree.Unknown || len(left.Kids) == 0 {
		left = p.Make(tree.Unknown, start, "", left)
	}
	left.Kids = append(left.Kids, more...)
	left.End = p.Behind()
	return left
}
