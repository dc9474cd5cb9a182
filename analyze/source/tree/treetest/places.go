package treetest

import "snag/analyze/source/tree"

// Ranges returns where the nodes of a tree begin and end.
func Ranges(f *tree.File) map[[2]int32]bool {
	ranges := map[[2]int32]bool{}
	tree.Nodes(f, func(n *tree.Node) { ranges[[2]int32{n.Start, n.End}] = true })
	return ranges
}

// Depth returns how deep the tree of a file is.
func Depth(f *tree.File) int { return depth(f.Body) }
