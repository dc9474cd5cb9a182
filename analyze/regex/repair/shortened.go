package repair

import (
	"fmt"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

const (
	boundedLoops = 200 // iterations
	// fewLoops are so many that what is left of the growth is seen fast.
	fewLoops = 4
	// mostBounded is how many characters an input has at most that a bounded pattern is tried on. One of so many that
	// exceeds the usual budget takes more steps for each than a linear pattern is allowed.
	mostBounded = 999
)

// shortened bounds the loops that are to blame, where that makes the pattern linear.
func (r *repair) shortened() (Fix, bool) {
	loops := r.blamedSets()
	if len(loops) == 0 || r.staysSlow(loops) {
		return Fix{}, false
	}
	tree, c := r.limited(loops, boundedLoops)
	if !r.isLinear(tree) {
		return Fix{}, false
	}
	a := r.step(attempt{tree: r.tree}, tree, c, ChangesLanguage)
	a.audit = audit{class: redos.Linear}
	f := r.fix(a)
	f.Note = fmt.Sprintf("it does not match where one of the loops would have to read more than %d characters", boundedLoops)
	return f, true
}

// blamedSets returns the loops over one set that are to blame.
func (r *repair) blamedSets() (loops []*syntax.Node) {
	for _, n := range newView(r.tree).hot(r.first()) {
		if isSetLoop(n) && n.Min <= 1 {
			loops = append(loops, n)
		}
	}
	return loops
}

// staysSlow reports whether it is soon seen that the pattern does not become linear when the loops are bounded.
func (r *repair) staysSlow(loops []*syntax.Node) bool {
	tree, _ := r.limited(loops, boundedLoops)
	if tree == nil || r.overspends(tree, boundedLoops*len(loops)) {
		return true
	}
	// Growth of other loops goes on however short these are.
	few, _ := r.limited(loops, fewLoops)
	return few.Root.MayBeLong() && !r.isLinear(few)
}

// limited returns the pattern with the loops repeated so many times at most, nil where that is not possible.
func (r *repair) limited(loops []*syntax.Node, most int) (*syntax.Tree, candidate) {
	c := candidate{rule: "bound", reason: "A loop that ends early cannot be tried for long."}
	for _, n := range loops {
		lazy := ""
		if n.Lazy {
			lazy = "?"
		}
		span := syntax.Span{Start: n.Subs[0].Span.End, End: n.Span.End}
		c.edits = append(c.edits, edit{span, fmt.Sprintf("{%d,%d}%s", n.Min, most, lazy)})
	}
	source := apply(r.tree.Source, c.edits)
	if source == nil {
		return nil, c
	}
	tree, err := parser.Parse(r.pattern.Dialect, wtf8.Encode(source), r.pattern.Flags)
	if err != nil {
		return nil, c
	}
	return tree, c
}

// overspends reports whether tree exceeds the budget of steps on the attack of the verdict with so many characters, or
// what bounds the loops can make of it.
func (r *repair) overspends(tree *syntax.Tree, length int) bool {
	a := r.verdict.Attack
	if a == nil {
		return false
	}
	fixed, each := len(tree.Chars(a.Build(0))), len(tree.Chars(a.Build(1)))
	n := (min(length, mostBounded) - fixed) / max(each-fixed, 1)
	p, err := backtrack.Compile(tree)
	if err != nil || n < 1 {
		return false
	}
	res := p.Match(tree.Chars(a.Build(n)), backtrack.Options{Mode: r.mode, MaxSteps: r.limits.Audit.Steps})
	return res.Outcome == backtrack.StepLimit
}
