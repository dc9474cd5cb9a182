package redos

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/syntax"
)

// guarded reports whether a pattern with lookbehinds is linear because of what they see: the automaton
// in which they are decided has no ambiguity, and looking back is cheap.
func (d *decision) guarded() bool {
	if !hasLongBehind(d.tree.Root) || !equivalence.Cheap(d.tree) {
		return false
	}
	mode := [...]equivalence.Mode{
		Search: equivalence.Search, Prefix: equivalence.Prefix, Full: equivalence.Full, All: equivalence.All,
	}[d.mode]
	limits := equivalence.Limits{Program: 8000, States: d.limits.States, Work: 4 * d.limits.Work}
	a, err := equivalence.Automaton(d.tree, mode, limits)
	if err != nil {
		return false
	}
	res, err := ambiguity.Analyze(a, d.limits.Work)
	if err != nil {
		return false
	}
	if a.Exact && (len(res.Exponential) > 0 || res.Degree > 0) {
		r, err := a.Resolve(d.limits.States/5, true)
		if err != nil {
			return false
		}
		if res, err = ambiguity.Analyze(r.NFA, d.limits.Work); err != nil {
			return false
		}
	}
	return len(res.Exponential) == 0 && res.Degree == 0
}

// hasLongBehind reports whether n has lookbehinds that see more than one character.
func hasLongBehind(n *syntax.Node) bool {
	return n.Op == syntax.OpLook && n.Behind && !equivalence.IsSimple(n) || slices.ContainsFunc(n.Subs, hasLongBehind)
}
