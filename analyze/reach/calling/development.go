package calling

import (
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/tree"
)

// developing are names of what says that a program is being developed, and serving of what says that it is not.
var (
	developing = lazyregexp.New(`(?i)debug|^_*(is|in)?_?dev(elopment)?(_?mode)?_*$`)
	serving    = lazyregexp.New(`(?i)^_*(is|in)?_?prod(uction)?(_?mode)?_*$`)
)

// ofDevelopment reports whether a child of what chooses by a test, which is its first child, is chosen only where a
// program is developed or debugged.
func ofDevelopment(n *tree.Node, child int) bool {
	switch {
	case n.Op == tree.Logical && n.Text == "??":
		return false
	case n.Op == tree.Logical:
		return asksFor(n.Kid(0), n.Text == "&&", 0)
	}
	return asksFor(n.Kid(0), child == 1, 0)
}

// asksFor reports whether a test can only have an outcome where a program is developed.
func asksFor(test *tree.Node, outcome bool, depth int) bool {
	if test == nil || depth > mostChained {
		return false
	}
	a, b := test.Kid(0), test.Kid(1)
	switch test.Op {
	case tree.Unary:
		return test.Text == "!" && asksFor(a, !outcome, depth+1)
	case tree.Logical:
		// Both hold where a conjunction does, and neither where a disjunction does not.
		either := asksFor(a, outcome, depth+1) || asksFor(b, outcome, depth+1)
		both := asksFor(a, outcome, depth+1) && asksFor(b, outcome, depth+1)
		return both || either && test.Text != "??" && (test.Text == "&&") == outcome
	case tree.Binary:
		if strings.Trim(test.Text, "!=") != "" {
			return false
		}
		for _, k := range [2]*tree.Node{a, b} {
			if k != nil && k.Op == tree.String {
				same := !strings.HasPrefix(test.Text, "!")
				return same == outcome && developing.MatchString(k.Text) || same != outcome && serving.MatchString(k.Text)
			}
		}
	case tree.Name, tree.Member, tree.Call:
		name := lastName(test)
		return outcome && developing.MatchString(name) || !outcome && serving.MatchString(name)
	}
	return false
}
