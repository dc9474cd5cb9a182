package treetest

import (
	"testing"

	"snag/analyze/source/tree"
)

// deepest is how deep a tree may be, whatever was read.
const deepest = 8000

// Bounded fails where the tree of a text is too deep, or where more was skipped than there is.
func Bounded(t *testing.T, src string, parse func(src []byte) *tree.File) {
	t.Helper()
	f := parse([]byte(src))
	if d := depth(f.Body); d > deepest {
		t.Errorf("%.60q... has a tree of depth %d", src, d)
	}
	if f.Skipped < 0 || f.Skipped > len(src) {
		t.Errorf("%.60q... of %d bytes: %d bytes skipped", src, len(src), f.Skipped)
	}
}

// depth returns how deep the tree of a function is.
func depth(f *tree.Func) int {
	deep := 0
	var visit func(n *tree.Node, d int)
	below := func(d int) *tree.Walk {
		return &tree.Walk{Node: func(n *tree.Node) bool {
			visit(n, d+1)
			return false
		}}
	}
	visit = func(n *tree.Node, d int) {
		deep = max(deep, d)
		w := below(d)
		for _, k := range n.Kids {
			w.Visit(k)
		}
		w.VisitFunc(n.Func)
		if n.Class != nil {
			w.VisitClass(n.Class)
		}
	}
	below(0).VisitFunc(f)
	return deep
}

// Check fails where a node stands outside of the text that it was read from, for fuzzing.
func Check(t *testing.T, src []byte, parse func(src []byte) *tree.File) {
	t.Helper()
	f := parse(src)
	if f.Skipped < 0 || f.Skipped > len(src) {
		t.Errorf("%q: %d bytes skipped", src, f.Skipped)
	}
	tree.Nodes(f, func(n *tree.Node) {
		if n.Start < 0 || n.End < n.Start || int(n.End) > len(src) {
			t.Fatalf("%q: %v stands at [%d,%d)", src, n.Op, n.Start, n.End)
		}
	})
	tree.Print(f.Body)
}
