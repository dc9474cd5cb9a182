package redos

import (
	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
)

// HasLongBehind reports whether tree has lookbehinds that see more than one character: Behind decides
// about it what Tree does not.
func HasLongBehind(tree *syntax.Tree) bool {
	return tree.Root.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpLook && n.Behind && !nfa.IsSimple(n)
	})
}

// Behind returns an automaton of tree in which what lookbehinds see is worked out, and its ambiguity. ok
// is false where looking back is not cheap, or a limit is reached.
func Behind(tree *syntax.Tree, mode syntax.Mode, limits Limits) (a *nfa.NFA, res ambiguity.Result, ok bool) {
	if !equivalence.Cheap(tree) {
		return nil, res, false
	}
	a, err := equivalence.Automaton(tree, mode, equivalence.Limits{Program: 8000, States: limits.States, Work: 4 * limits.Work})
	if err != nil {
		return nil, res, false
	}
	if res, err = ambiguity.Analyze(a, limits.Work); err != nil {
		return nil, res, false
	}
	if a.Exact && res.Grows() {
		// Alternatives that are never tried, because an earlier one succeeds, are no ambiguity.
		if resolved, err := a.Resolve(limits.resolving(), true); err == nil {
			if better, err := ambiguity.Analyze(resolved.NFA, limits.Work); err == nil && len(better.Exponential) == 0 && better.Degree <= res.Degree {
				a, res = resolved.NFA, better
			}
		}
	}
	return a, res, true
}

// guarded reports whether a pattern with lookbehinds is linear because of what they see.
func (d *decision) guarded() bool {
	if !HasLongBehind(d.tree) {
		return false
	}
	_, res, ok := Behind(d.tree, d.mode, d.limits)
	return ok && !res.Grows()
}
