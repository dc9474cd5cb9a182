// Package components finds the strongly connected components of graphs, by Tarjan's algorithm ("Depth-First Search and
// Linear Graph Algorithms", 1972) without recursion.
package components

// Of divides the nodes of a graph into parts in which each leads to each other one. next are the nodes that each leads
// to. It returns the number of the part of each node, from 0, and the nodes in the order of their parts: a part that
// leads to another one is all behind it.
func Of(next [][]int32) (part, order []int32) {
	n := len(next)
	part, order = make([]int32, n), make([]int32, 0, n)
	index, low := make([]int32, n), make([]int32, n)
	var open []int32 // nodes whose part is not known
	type visit struct {
		node int32
		next int
	}
	count, parts := int32(0), int32(0)
	for start := range n {
		if index[start] > 0 {
			continue
		}
		path := []visit{{int32(start), 0}}
		for len(path) > 0 {
			v := &path[len(path)-1]
			s := v.node
			if v.next == 0 && index[s] == 0 {
				count++
				index[s], low[s], part[s] = count, count, -1
				open = append(open, s)
			}
			if v.next < len(next[s]) {
				to := next[s][v.next]
				v.next++
				if index[to] == 0 {
					path = append(path, visit{to, 0})
				} else if part[to] < 0 {
					low[s] = min(low[s], index[to])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				from := path[len(path)-1].node
				low[from] = min(low[from], low[s])
			}
			for low[s] == index[s] {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				part[last] = parts
				order = append(order, last)
				if last == s {
					parts++
					break
				}
			}
		}
	}
	return part, order
}
