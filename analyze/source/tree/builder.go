package tree

// Builder makes the nodes of one tree in few large allocations. The zero Builder is ready to use.
type Builder struct {
	nodes []Node
	kids  []*Node
	chunk int
}

// grown is the most nodes that are allocated at once.
const grown = 512

// Node returns a new node between two offsets, one without text where the end is in front of the start. It
// keeps no reference to kids.
func (b *Builder) Node(op Op, start, end int, text string, kids ...*Node) *Node {
	if len(b.nodes) == cap(b.nodes) {
		b.chunk = min(max(2*b.chunk, 16), grown)
		b.nodes = make([]Node, 0, b.chunk)
	}
	b.nodes = append(b.nodes, Node{Op: op, Start: int32(start), End: int32(max(start, end)), Text: text, Kids: b.List(kids)})
	return &b.nodes[len(b.nodes)-1]
}

// List returns a copy of a list of nodes, nil for an empty one.
func (b *Builder) List(nodes []*Node) []*Node {
	n := len(nodes)
	if n == 0 {
		return nil
	}
	if n > cap(b.kids)-len(b.kids) {
		b.kids = make([]*Node, 0, max(n, b.chunk))
	}
	from := len(b.kids)
	b.kids = append(b.kids, nodes...)
	return b.kids[from : from+n : from+n]
}
