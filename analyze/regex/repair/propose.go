package repair

import (
	"context"
	"slices"
	"strings"

	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

// repair is the search for the fixes of one pattern.
type repair struct {
	ctx     context.Context
	pattern redos.Pattern
	tree    *syntax.Tree
	verdict redos.Verdict
	limits  Limits
	mode    syntax.Mode // with the flags worked in

	tried int // candidates
	work  int // of proofs
	seen  map[string]bool
	// changed are rewrites that are linear but not equivalent.
	changed []attempt
	// matched are the examples, nil until they were asked for.
	matched []example
	// own is what the pattern itself takes on the attack of the verdict, nil until that was asked.
	own *redos.CostPoint
}

func newRepair(ctx context.Context, pattern redos.Pattern, verdict redos.Verdict, limits Limits) *repair {
	return &repair{ctx: ctx, pattern: pattern, tree: verdict.Tree, verdict: verdict, limits: limits,
		mode: verdict.Tree.Applied(pattern.Mode), seen: map[string]bool{}}
}

// attempt is a rewrite on the way.
type attempt struct {
	tree  *syntax.Tree
	audit audit
	steps []Step
	claim Equivalence
}

// maxSteps is how many changes one rewrite is made of.
const maxSteps = 8

// rewrites returns the best rewrite that is proved equivalent and, if that is not linear, some that
// are but change something.
func (r *repair) rewrites() []Fix {
	now := attempt{tree: r.tree, audit: r.first(), claim: SameMatches}
	best := now
	for len(now.steps) < maxSteps && now.audit.class != redos.Linear && !r.spent() {
		next, ok := r.improve(now)
		if !ok {
			break
		}
		if now = next; best.audit.worse(now.audit) {
			best = now
		}
	}
	var fixes []Fix
	if len(best.steps) > 0 {
		fixes = append(fixes, r.fix(best))
	}
	if f, ok := r.scan(best); ok {
		fixes = append(fixes, f)
	}
	if best.audit.class != redos.Linear {
		fixes = append(fixes, r.different()...)
		if f, ok := r.shortened(); ok {
			fixes = append(fixes, f)
		}
	}
	return fixes
}

// first is the audit of the pattern itself.
func (r *repair) first() audit {
	a := audit{class: r.verdict.Class, degree: r.verdict.Degree}
	a.spots = append(a.spots, r.verdict.Hotspots...)
	for _, w := range r.verdict.Ways {
		for _, s := range w.Spans {
			if s.Start < s.End {
				a.spots = append(a.spots, s)
			} else {
				a.restart = true
			}
		}
	}
	return a
}

// improve returns the first change of now that is proved and makes it linear, or else the one that
// helps most, or else one that changes what is to blame.
func (r *repair) improve(now attempt) (attempt, bool) {
	var better, other attempt
	v := newView(now.tree)
	blamed := v.blames(now.audit)
	for _, c := range v.candidates(now.audit, r.mode) {
		if r.spent() {
			break
		}
		next, ok := r.try(now, c)
		if !ok {
			continue
		}
		switch {
		case next.audit.class == redos.Linear:
			return next, true
		case now.audit.worse(next.audit):
			if better.tree == nil || better.audit.worse(next.audit) {
				better = next
			}
		case !next.audit.worse(now.audit) && other.tree == nil && newView(next.tree).blames(next.audit) != blamed:
			other = next
		}
	}
	if better.tree != nil {
		return better, true
	}
	return other, other.tree != nil
}

// blames names the loops that an audit found, to tell whether a change of the pattern moved them.
func (v *view) blames(a audit) string {
	var b strings.Builder
	for _, n := range v.hot(a) {
		b.WriteString(v.text(n))
		b.WriteByte(0)
	}
	return b.String()
}

func (r *repair) spent() bool {
	return r.tried >= r.limits.Candidates || r.work >= r.limits.Work || r.ctx.Err() != nil
}

// try makes a change, proves it and audits the result.
func (r *repair) try(now attempt, c candidate) (attempt, bool) {
	source := apply(now.tree.Source, c.edits)
	if source == nil {
		return attempt{}, false
	}
	text := wtf8.Encode(source)
	if r.seen[text] {
		return attempt{}, false
	}
	r.seen[text] = true
	tree, err := parser.Parse(r.pattern.Dialect, text, r.pattern.Flags)
	if err != nil || tree.Groups != r.tree.Groups || !slices.Equal(tree.Names, r.tree.Names) {
		return attempt{}, false
	}
	r.tried++
	claim := r.compare(now.tree, tree)
	switch claim {
	case ChangesLanguage, ChangesMatches:
		r.keep(now, tree, c, claim)
		return attempt{}, false
	case Unproved:
		r.keep(now, tree, c, Tested) // if the tests agree
		return attempt{}, false
	}
	next := r.step(now, tree, c, min(now.claim, claim))
	next.audit = r.audit(tree)
	if next.audit.class == redos.Unknown {
		return attempt{}, false
	}
	return next, true
}

// step is the attempt that follows now by change c, which makes it tree.
func (r *repair) step(now attempt, tree *syntax.Tree, c candidate, claim Equivalence) attempt {
	span := c.edits[0].span
	for _, e := range c.edits {
		span.Start, span.End = min(span.Start, e.span.Start), max(span.End, e.span.End)
	}
	step := Step{Span: span, Text: r.between(now.tree.Source, tree.Source, span), Rule: c.rule, Reason: c.reason, Pattern: wtf8.Encode(tree.Source)}
	return attempt{tree: tree, claim: claim, steps: append(slices.Clone(now.steps), step)}
}

// between returns what stands in after where before had span.
func (r *repair) between(before, after []rune, span syntax.Span) string {
	return wtf8.Encode(after[span.Start : len(after)-(len(before)-span.End)])
}

// compare returns what is known about a and b.
func (r *repair) compare(a, b *syntax.Tree) Equivalence {
	opt := equivalence.Options{Mode: r.mode, Level: equivalence.Spans, Limits: r.limits.Proof, Work: &r.work}
	diffs, err := equivalence.Compare(a, b, opt)
	switch {
	case len(diffs) > 0 && diffs[0].First != diffs[0].Second:
		return ChangesLanguage
	case len(diffs) > 0:
		return ChangesMatches
	case err == nil:
		return SameMatches
	}
	return Unproved
}

// fix reports an attempt.
func (r *repair) fix(a attempt) Fix {
	f := Fix{Kind: Rewrite, Pattern: wtf8.Encode(a.tree.Source), Flags: r.pattern.Flags, Equivalence: a.claim,
		Class: a.audit.class, Degree: a.audit.degree, Steps: a.steps}
	f.Groups = r.groups(a.tree)
	f.Before, f.After, f.AttackLength = r.costs(a.tree)
	f.Note = r.note(f)
	return f
}

// note says what is known about a rewrite.
func (r *repair) note(f Fix) string {
	var parts []string
	switch f.Equivalence {
	case SameMatches:
		parts = append(parts, "proved to find the same matches")
	case SameInputs:
		parts = append(parts, "proved to match the same inputs")
	case Tested:
		parts = append(parts, "found the same matches on all tested inputs")
	}
	for _, g := range f.Groups {
		if g == Different {
			parts = append(parts, "some groups capture something else")
			break
		}
	}
	if f.Class == redos.Polynomial {
		parts = append(parts, "still not linear")
	}
	return strings.Join(parts, "; ")
}

// costs returns the steps of the pattern and of its rewrite on the attack of the verdict, at a length
// that both can bear.
func (r *repair) costs(tree *syntax.Tree) (before, after int64, length int) {
	if r.verdict.Attack == nil {
		return 0, 0, 0
	}
	n, limit := min(r.verdict.Cost.PumpsForBudget, 2000), 4*max(r.limits.Audit.Steps, 1000)
	if r.own == nil {
		p, _, err := redos.Steps(r.tree, r.mode, *r.verdict.Attack, n, limit)
		if err != nil {
			return 0, 0, 0
		}
		r.own = &p
	}
	q, _, err := redos.Steps(tree, r.mode, *r.verdict.Attack, n, limit)
	if err != nil {
		return 0, 0, 0
	}
	return r.own.Steps, q.Steps, r.own.Length
}

// groups returns what is known about the captures of tree and the pattern.
func (r *repair) groups(tree *syntax.Tree) []Agreement {
	if r.tree.Groups == 0 {
		return nil
	}
	all := make([]Agreement, r.tree.Groups)
	looked := groupsIn(isLook, r.tree, tree)
	unsure := looked
	if d := r.tree.Dialect; d == syntax.Java || d == syntax.Perl { // which keep captures of ways that failed
		unsure = slices.Concat(looked, groupsIn((*syntax.Node).IsLoop, r.tree, tree))
	}
	opt := equivalence.Options{Mode: r.mode, Level: equivalence.Groups, Limits: r.limits.Proof, Ignore: looked, Work: &r.work}
	diffs, err := equivalence.Compare(r.tree, tree, opt)
	if err == nil && len(diffs) == 0 {
		for i := range all {
			all[i] = SameProved
			if slices.Contains(unsure, i+1) {
				all[i] = SameTested
			}
		}
		if len(unsure) == 0 {
			return all
		}
	}
	extra := make([][]rune, len(diffs))
	for i, d := range diffs {
		extra[i] = d.Input
	}
	for i, different := range r.testGroups(tree, extra) {
		switch {
		case different:
			all[i] = Different
		case all[i] == Different:
			all[i] = SameTested
		}
	}
	return all
}

func isLook(n *syntax.Node) bool { return n.Op == syntax.OpLook }

// groupsIn lists the groups that stand in nodes of a kind.
func groupsIn(kind func(*syntax.Node) bool, trees ...*syntax.Tree) []int {
	var list []int
	for _, t := range trees {
		syntax.Walk(t.Root, func(n *syntax.Node) bool {
			if !kind(n) {
				return true
			}
			syntax.Walk(n, func(n *syntax.Node) bool {
				if n.Op == syntax.OpGroup && n.Index > 0 && !slices.Contains(list, n.Index) {
					list = append(list, n.Index)
				}
				return true
			})
			return false
		})
	}
	return list
}
