package repair

import (
	"fmt"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// alternatives returns what can be done without changing the pattern.
func (r *repair) alternatives() []Fix {
	var list []Fix
	if f, ok := r.code(); ok {
		list = append(list, f)
	}
	if f, ok := r.bound(); ok {
		list = append(list, f)
	}
	if f, ok := r.engine(); ok {
		list = append(list, f)
	}
	return list
}

// bound refuses long inputs.
func (r *repair) bound() (Fix, bool) {
	length := r.verdict.Cost.LengthForBudget
	if length <= 0 {
		length = 100
	}
	// Half the length costs a quarter of the budget at most, or less.
	length = max(length/2, 1)
	return Fix{Kind: Bound, Length: length, Class: r.verdict.Class, Degree: r.verdict.Degree,
		Note: fmt.Sprintf("refuse inputs of more than %d characters: the pattern then stays within half the length at which it takes %d steps", length, r.verdict.Cost.BudgetSteps)}, true
}

// engine suggests an engine that does not backtrack, where the pattern has regular constructs only.
func (r *repair) engine() (Fix, bool) {
	regular := true
	syntax.Walk(r.tree.Root, func(n *syntax.Node) bool {
		switch n.Op {
		case syntax.OpLook, syntax.OpBackref, syntax.OpAtomic, syntax.OpIf, syntax.OpCall, syntax.OpAbsent, syntax.OpKeep, syntax.OpVerb:
			regular = false
		case syntax.OpAssert:
			regular = regular && n.Assert <= syntax.NotWordBoundary
		}
		return regular
	})
	if !regular || !r.pattern.Dialect.Backtracks() {
		return Fix{}, false
	}
	return Fix{Kind: Engine, Class: redos.Linear, Pattern: r.pattern.Text, Flags: r.pattern.Flags,
		Note: "the pattern has regular constructs only: RE2, the regex crate of Rust and Go's regexp match it in linear time"}, true
}
