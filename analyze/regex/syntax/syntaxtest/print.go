package syntaxtest

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/printer"
)

// shape writes what the nodes mean, without spans and groups that only bind.
func shape(b *strings.Builder, n *syntax.Node) {
	switch n.Op {
	case syntax.OpGroup:
		if n.Index == 0 && n.Pop == 0 {
			shape(b, n.Subs[0])
			return
		}
	case syntax.OpConcat:
		var parts []string
		for _, sub := range flatten(n, syntax.OpConcat) {
			var part strings.Builder
			shape(&part, sub)
			if part.String() != "()" {
				parts = append(parts, part.String())
			}
		}
		switch len(parts) {
		case 0:
			b.WriteString("()")
		case 1:
			b.WriteString(parts[0])
		default:
			b.WriteString("(seq " + strings.Join(parts, " ") + ")")
		}
		return
	case syntax.OpEmpty:
		b.WriteString("()")
		return
	}
	fmt.Fprintf(b, "(%d %s %v %d %d %d-%d %v %v %v", n.Op, Describe(n), n.Set, n.Fold, n.Index, n.GroupLo, n.GroupHi, n.Negate, n.Pair, n.Inner)
	for _, sub := range flatten(n, syntax.OpAlternate) {
		b.WriteByte(' ')
		shape(b, sub)
	}
	b.WriteByte(')')
}

// flatten returns the operands of n, with those of nested nodes of the associative operator op in
// place of the nodes themselves.
func flatten(n *syntax.Node, op syntax.Op) []*syntax.Node {
	if n.Op != op {
		return n.Subs
	}
	var out []*syntax.Node
	for _, sub := range n.Subs {
		if inner := sub.Bare(); inner.Op == op {
			out = append(out, flatten(inner, op)...)
		} else {
			out = append(out, sub)
		}
	}
	return out
}

func shapeOf(n *syntax.Node) string {
	var b strings.Builder
	shape(&b, n)
	return b.String()
}

// CheckPrint checks that the printed form of a tree means the same to parse and prints as itself.
func CheckPrint(t *testing.T, tree *syntax.Tree, parse func(d syntax.Dialect, pattern, flags string) (*syntax.Tree, error)) {
	t.Helper()
	printed := printer.Print(tree)
	again, err := parse(tree.Dialect, printed, tree.Dialect.FormatFlags(tree.Flags))
	if err != nil {
		t.Fatalf("/%s/%s prints as %q: %v", string(tree.Source), tree.Flags, printed, err)
	}
	if got, want := shapeOf(again.Root), shapeOf(tree.Root); got != want {
		t.Fatalf("/%s/%s prints as %q, which means\n%s, not\n%s", string(tree.Source), tree.Flags, printed, got, want)
	}
	if got := printer.Print(again); got != printed {
		t.Fatalf("/%s/%s prints as %q and that as %q", string(tree.Source), tree.Flags, printed, got)
	}
}
