package redos

import (
	"fmt"

	"snag/analyze/regex/syntax"
)

// largeSize is the number of states from which a pattern that never backtracks is worth a note, and
// maxSize the largest number that is counted.
const (
	largeSize = 10_000
	maxSize   = 1 << 40
)

// sizeNote says what a pattern costs an engine that is linear by design: its counted repetitions are
// copied when it is compiled, and every copy may be alive at every character.
func sizeNote(tree *syntax.Tree) string {
	n := compiledSize(tree.Root)
	switch {
	case n < largeSize:
		return ""
	case tree.Dialect == syntax.Rust && n > 1<<18:
		return fmt.Sprintf("its counted repetitions compile to about %d states, which exceeds the default size limit of 10 MB", n)
	}
	return fmt.Sprintf("its counted repetitions compile to about %d states, each of which may cost time for every character", n)
}

// compiledSize is the number of characters of n after its counted repetitions are copied.
func compiledSize(n *syntax.Node) int {
	size := 0
	if n.Op == syntax.OpSet {
		size = 1
	}
	for _, sub := range n.Subs {
		size = min(size+compiledSize(sub), maxSize)
	}
	if n.Op == syntax.OpRepeat {
		if copies := max(n.Min, n.Max, 1); size > maxSize/copies {
			return maxSize
		} else {
			size *= copies
		}
	}
	return size
}
