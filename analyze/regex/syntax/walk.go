package syntax

// Walk calls visit for n and what is in it, parents first and in the order of the pattern. Where
// visit returns false the operands of that node are left out.
func Walk(n *Node, visit func(n *Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, sub := range n.Subs {
		Walk(sub, visit)
	}
}
