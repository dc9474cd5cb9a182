package repair

import (
	"snag/analyze/regex/ambiguity"
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

// auditWork is what an audit of a short pattern costs, in steps of proofs: attacks are replayed until
// they are sure.
var auditWork = [...]int{redos.Unknown: 150_000, redos.Linear: 5_000, redos.Polynomial: 20_000, redos.Exponential: 150_000}

// audit decides how tree grows. Lookbehinds of more than one character are worked out exactly, if
// looking back is cheap; everything else is left to package redos.
func (r *repair) audit(tree *syntax.Tree) audit { return r.audited(tree, r.limits.Audit) }

// isLinear reports whether tree is proved to be linear. It takes less than an audit does where it is not.
func (r *repair) isLinear(tree *syntax.Tree) bool {
	limits := r.limits.Audit
	limits.LinearOnly = true
	return r.audited(tree, limits).class == redos.Linear
}

func (r *repair) audited(tree *syntax.Tree, limits redos.Limits) audit {
	if isForced(tree) {
		plain, mode, ok := r.unforced(tree)
		if !ok {
			return audit{}
		}
		return r.grows(plain, mode, limits)
	}
	return r.grows(tree, r.mode, limits)
}

func (r *repair) grows(tree *syntax.Tree, mode syntax.Mode, limits redos.Limits) audit {
	if !redos.HasLongBehind(tree) {
		limits.ClassOnly = true
		v, err := redos.Tree(r.ctx, tree, mode, limits)
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
	automaton, res, ok := redos.Behind(tree, mode, limits)
	if !ok {
		return audit{}
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
