package syntax

// Widths returns the lengths in characters of the shortest and the longest text that the node may match, the latter
// Unbounded if there is none or it is not known. Lookarounds and assertions have none.
func (n *Node) Widths() (least, most int) { return n.widths(0) }

func (n *Node) widths(depth int) (least, most int) {
	if depth > 1000 {
		return 0, Unbounded
	}
	switch n.Op {
	case OpSet:
		return 1, 1
	case OpConcat:
		for _, sub := range n.Subs {
			l, m := sub.widths(depth + 1)
			least = min(least+l, MaxRepeat)
			most = sum(most, m)
		}
		return least, most
	case OpAlternate:
		for i, sub := range n.Subs {
			l, m := sub.widths(depth + 1)
			if i == 0 {
				least, most = l, m
				continue
			}
			if least = min(least, l); m == Unbounded || most == Unbounded {
				most = Unbounded
			} else {
				most = max(most, m)
			}
		}
		return least, most
	case OpRepeat:
		l, m := n.Subs[0].widths(depth + 1)
		least = min(l*min(n.Min, 1<<16), MaxRepeat)
		switch {
		case m == 0 || n.Max == 0:
			return least, 0
		case m == Unbounded || n.Max == Unbounded || n.Max > 1<<16:
			return least, Unbounded
		}
		return least, sum(m*n.Max, 0)
	case OpGroup, OpAtomic:
		return n.Subs[0].widths(depth + 1)
	case OpBackref, OpIf, OpCall, OpAbsent:
		return 0, Unbounded
	}
	return 0, 0
}

// sum adds two widths, of which one may be Unbounded.
func sum(a, b int) int {
	if a == Unbounded || b == Unbounded || a+b > 1<<20 {
		return Unbounded
	}
	return a + b
}
