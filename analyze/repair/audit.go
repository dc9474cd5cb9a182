package repair

import (
	"snag/analyze"
	"snag/analyze/ambiguity"
	"snag/analyze/equivalence"
	"snag/analyze/nfa"
	"snag/analyze/syntax"
)

// audit is how a pattern grows, and where.
type audit struct {
	class  analyze.Class
	degree int
	// spots are the parts that consume the same text, the innermost loop first.
	spots []syntax.Span
	// restart tells that the search itself is one of them.
	restart bool
}

// worse reports whether a grows faster than b.
func (a audit) worse(b audit) bool { return a.rank() > b.rank() }

func (a audit) rank() int {
	switch a.class {
	case analyze.Linear:
		return 1
	case analyze.Polynomial:
		return a.degree
	case analyze.Exponential:
		return 1 << 20
	}
	return 1 << 21
}

// equivalenceMode is mode in the words of package equivalence.
func equivalenceMode(mode analyze.Mode) equivalence.Mode {
	return [...]equivalence.Mode{
		analyze.Search: equivalence.Search, analyze.Prefix: equivalence.Prefix,
		analyze.Full: equivalence.Full, analyze.All: equivalence.All,
	}[mode]
}

// modeOf is how tree is applied: the flags have a say.
func modeOf(tree *syntax.Tree, mode analyze.Mode) analyze.Mode {
	if mode == analyze.Search {
		switch {
		case tree.Flags.Has(syntax.Sticky):
			return analyze.Prefix
		case tree.Flags.Has(syntax.Global):
			return analyze.All
		}
	}
	return mode
}

// auditWork is what an audit of a short pattern costs, in steps of proofs: attacks are replayed until
// they are sure.
var auditWork = [...]int{analyze.Unknown: 150_000, analyze.Linear: 5_000, analyze.Polynomial: 20_000, analyze.Exponential: 150_000}

// audit decides how tree grows. Lookbehinds of more than one character are worked out exactly, if
// looking back is cheap; everything else is left to package analyze.
func (r *repair) audit(tree *syntax.Tree) audit {
	if !hasLongBehind(tree.Root) {
		v, err := analyze.Tree(r.ctx, tree, r.mode, r.limits.Audit)
		if err != nil {
			return audit{}
		}
		r.work += auditWork[v.Class] * (1 + len(tree.Source)/150)
		a := audit{class: v.Class, degree: v.Degree}
		if v.Class == analyze.Linear || v.Class == analyze.Unknown {
			return a
		}
		a.spots = append(a.spots, v.Hotspots...)
		for _, w := range v.Ways {
			for _, s := range w.Spans {
				if s.Start == s.End {
					a.restart = true
					continue
				}
				a.spots = append(a.spots, s)
			}
		}
		return a
	}
	if !equivalence.Cheap(tree) {
		return audit{}
	}
	limits := equivalence.Limits{Program: 8000, States: r.limits.Audit.States, Work: 4 * r.limits.Audit.Work}
	automaton, err := equivalence.Automaton(tree, equivalenceMode(r.mode), limits)
	if err != nil {
		return audit{}
	}
	res, err := ambiguity.Analyze(automaton, r.limits.Audit.Work)
	if err != nil {
		return audit{}
	}
	if automaton.Exact && (len(res.Exponential) > 0 || res.Degree > 0) {
		// Alternatives that are never tried, because an earlier one succeeds, are no ambiguity.
		if resolved, err := automaton.Resolve(r.limits.Audit.States/5, true); err == nil {
			if better, err := ambiguity.Analyze(resolved.NFA, r.limits.Audit.Work); err == nil && len(better.Exponential) == 0 && better.Degree <= res.Degree {
				automaton, res = resolved.NFA, better
			}
		}
	}
	a := audit{class: analyze.Linear}
	links := res.Chain
	if len(res.Exponential) > 0 {
		a.class, links = analyze.Exponential, res.Exponential
	} else if res.Degree > 0 {
		a.class, a.degree = analyze.Polynomial, res.Degree+1
	}
	for i := len(links) - 1; i >= 0; i-- {
		a.add(automaton, links[i])
	}
	return a
}

// add notes what the runs of a link consume with.
func (a *audit) add(n *nfa.NFA, link ambiguity.Link) {
	for i := len(link.Runs) - 1; i >= 0; i-- {
		for _, step := range link.Runs[i] {
			span := n.States[step.State].Trans[step.Trans].Span
			if span.Start == span.End {
				a.restart = true
				continue
			}
			a.spots = append(a.spots, span)
		}
	}
}

// hasLongBehind reports whether n has lookbehinds that see more than one character.
func hasLongBehind(n *syntax.Node) bool {
	if n.Op == syntax.OpLook && n.Behind && !equivalence.IsSimple(n) {
		return true
	}
	for _, sub := range n.Subs {
		if hasLongBehind(sub) {
			return true
		}
	}
	return false
}
