package repair

import (
	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// audit is how a pattern grows, and where.
type audit struct {
	class  redos.Class
	degree int
	// spots are the parts that consume the same text, the innermost loop first.
	spots []syntax.Span
	// restart reports whether the search itself is one of them.
	restart bool
}

// worse reports whether a grows faster than b.
func (a audit) worse(b audit) bool { return a.rank() > b.rank() }

func (a audit) rank() int {
	switch a.class {
	case redos.Linear:
		return 1
	case redos.Polynomial:
		return a.degree
	case redos.Exponential:
		return 1 << 20
	}
	return 1 << 21
}

// equivalenceMode is mode in the words of package equivalence.
func equivalenceMode(mode redos.Mode) equivalence.Mode {
	return [...]equivalence.Mode{
		redos.Search: equivalence.Search, redos.Prefix: equivalence.Prefix,
		redos.Full: equivalence.Full, redos.All: equivalence.All,
	}[mode]
}

// modeOf is how tree is applied: the flags have a say.
func modeOf(tree *syntax.Tree, mode redos.Mode) redos.Mode {
	if mode == redos.Search {
		switch {
		case tree.Flags.Has(syntax.Sticky):
			return redos.Prefix
		case tree.Flags.Has(syntax.Global):
			return redos.All
		}
	}
	return mode
}

// auditWork is what an audit of a short pattern costs, in steps of proofs: attacks are replayed until
// they are sure.
var auditWork = [...]int{redos.Unknown: 150_000, redos.Linear: 5_000, redos.Polynomial: 20_000, redos.Exponential: 150_000}

// audit decides how tree grows. Lookbehinds of more than one character are worked out exactly, if
// looking back is cheap; everything else is left to package analyze.
func (r *repair) audit(tree *syntax.Tree) audit {
	if !hasLongBehind(tree.Root) {
		v, err := redos.Tree(r.ctx, tree, r.mode, r.limits.Audit)
		if err != nil {
			return audit{}
		}
		r.work += auditWork[v.Class] * (1 + len(tree.Source)/150)
		a := audit{class: v.Class, degree: v.Degree}
		if v.Class == redos.Linear || v.Class == redos.Unknown {
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
	a := audit{class: redos.Linear}
	links := res.Chain
	if len(res.Exponential) > 0 {
		a.class, links = redos.Exponential, res.Exponential
	} else if res.Degree > 0 {
		a.class, a.degree = redos.Polynomial, res.Degree+1
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
