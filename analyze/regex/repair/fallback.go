package repair

import (
	"fmt"

	"snag/analyze/judge"
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
	c := r.verdict.Cost
	f := Fix{Kind: Bound, Length: c.SafeLength - 1, Class: r.verdict.Class, Degree: r.verdict.Degree}
	if f.Length > 0 {
		f.Note = fmt.Sprintf("refuse inputs of more than %s characters: no input up to there takes more than %s steps",
			judge.Thousands(int64(f.Length)), judge.Thousands(c.BudgetSteps))
		return f, true
	}
	// Half the length of the attack, of which nothing is proved.
	if f.Length = c.LengthForBudget / 2; f.Length <= 0 {
		f.Length = 50
	}
	f.Note = fmt.Sprintf("refuse inputs of more than %d characters, half the length of the shortest attack found: nothing is proved of others", f.Length)
	return f, true
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
