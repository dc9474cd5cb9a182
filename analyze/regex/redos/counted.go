package redos

import (
	"slices"
	"strings"
	"unicode"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/transform"
	"snag/analyze/wtf8"
)

// bounded looks for growth that ends at the bound of a counted repetition, but only after it exceeds the
// budget. Linear is the verdict to return if it is proved that there is none.
func (d *decision) bounded(linear Verdict) Verdict {
	if d.steady() {
		return linear
	}
	if v, ok := d.uncalled(linear); ok {
		return v
	}
	a, res, err := d.analyze(1)
	if err != nil {
		return d.marginal(linear, Verdict{Reason: reason(err)})
	}
	var attacks []attack.Attack
	if res.Degree > 0 {
		attacks = attack.Synthesize(a, res.Chain)[:1]
	}
	attacks = append(attacks, simpleAttacks(a)...)
	for _, link := range res.Exponential {
		chain := []ambiguity.Link{link}
		all := attack.Synthesize(a, chain)
		if v, ok := d.tryExponential(a, chain, all); ok && d.prover.replay(*v.Attack).amounts() {
			v.Bounded = true
			return v
		}
		attacks = append(attacks, all...)
	}
	for i, att := range attacks {
		r := d.prover.replay(att)
		if probe, ok := r.cost(probeLength, quickSteps); ok && probe.Steps < quickSteps/10 && probe.Length > probeLength/2 {
			continue
		}
		if !r.amounts() {
			continue
		}
		v := Verdict{Class: Exponential, Bounded: true, Attack: &att, Rule: CountedBlowup}
		last, _ := r.outgrows()
		if spread, ok := r.grows(res.Degree + 1); ok && i == 0 && res.Degree > 0 && last.Length > shortLength && spread.step > 0 {
			v.Class, v.Degree = Polynomial, res.Degree+1
		}
		v.Cost = r.estimate(v.Degree, d.limits.Steps)
		if i == 0 && res.Degree > 0 {
			d.explain(&v, a, res.Chain)
			v.Rule = CountedBlowup
		}
		return v
	}
	return d.marginal(linear, Verdict{Reason: "no input was found on which counted repetitions exceed the budget, and no bound is known on other inputs"})
}

// uncalled decides like bounded about a pattern that calls groups, by the pattern with what is called in the place of its
// calls. A call takes a few steps itself: that pattern must do with a fraction of the budget. ok is false where a group calls
// itself, or what a group matched is asked for.
func (d *decision) uncalled(linear Verdict) (v Verdict, ok bool) {
	const fraction = 4
	calls := func(n *syntax.Node) bool { return n.Op == syntax.OpCall }
	if !d.tree.Root.Has(calls) || d.tree.Root.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpBackref || n.Op == syntax.OpIf }) {
		return v, false
	}
	tree := *d.tree
	if tree.Root = transform.Inlined(d.tree, d.tree.Root, nil); tree.Root == nil || tree.Root.Has(calls) {
		return v, false
	}
	limits := d.limits
	limits.Steps /= fraction
	inner := &decision{ctx: d.ctx, tree: &tree, mode: d.mode, limits: limits, prover: newProver(&tree, d.mode, limits.Steps)}
	v = inner.bounded(linear)
	if v.Class == Linear {
		return v, true
	}
	if v.Attack == nil {
		return v, false
	}
	r := d.prover.replay(*v.Attack)
	v.Cost = r.estimate(v.Degree, d.limits.Steps)
	return v, r.amounts()
}

// steady reports whether no input costs much for each of its characters: growth that counted repetitions end stays below
// the budget then.
func (d *decision) steady() bool {
	if d.limits.Bound == 0 {
		return false
	}
	each := min(steadySteps, float64(d.limits.Steps)/1000)
	for _, states := range [...]int{fewStates, 2 * costStates} {
		costs := d.prover.costsIn(states)
		if costs == nil {
			return false
		}
		if bound.Of(costs).Steady(each, 4*d.limits.Bound) {
			return true
		}
		if len(costs.Rows) < fewStates/4 {
			break // no counts were taken for others
		}
	}
	return false
}

// steadySteps are those for each character with which the usual budget is exceeded at a thousand characters.
const steadySteps = 1000

// marginal decides growth that was seen to end below the budget, or of which nothing was seen, by the bound on
// what any input costs and by what repeats in the most expensive text. It returns undecided where that does not tell.
func (d *decision) marginal(linear, undecided Verdict) Verdict {
	if d.endsWithin() {
		return linear
	}
	proved, worst := d.costly()
	if proved || !d.exceeds(worst) && d.levels() {
		return linear
	}
	for _, att := range worst {
		if r := d.prover.replay(att); r.amounts() {
			return Verdict{Class: Exponential, Bounded: true, Attack: &att, Rule: CountedBlowup, Cost: r.estimate(0, d.limits.Steps)}
		}
	}
	return undecided
}

// endsWithin reports whether no input exceeds the budget that is as long as what one attempt may read. From that length
// on the steps grow no faster than the number of attempts, hence than the length. The counts are not told apart: that
// leaves more costs, and few states.
func (d *decision) endsWithin() bool {
	if d.limits.Bound == 0 {
		return false
	}
	reads := covered(d.tree.Root, mostRead)
	if reads == mostRead || d.tree.Root.MayBeLong() {
		return false
	}
	costs := d.prover.costsIn(fewStates)
	if costs == nil {
		return false
	}
	res := bound.Of(costs).Compute(d.limits.Steps, bound.Limits{Work: d.limits.Bound, Length: reads + 1})
	return res.Length > reads
}

// exceeds reports whether one of the attacks exceeds the budget with no more characters than what all counted repetitions
// pass over: no bound on inputs of that length is within it then.
func (d *decision) exceeds(attacks []attack.Attack) bool {
	reads := covered(d.tree.Root, mostRead)
	return slices.ContainsFunc(attacks, func(a attack.Attack) bool {
		r := d.prover.replay(a)
		fixed := r.length(0)
		n := (reads - fixed) / max(r.length(1)-fixed, 1)
		if n < 1 {
			return false
		}
		_, within := r.cost(n, d.limits.Steps)
		return !within
	})
}

// levels reports whether the steps grow no faster than the length, and no input exceeds the budget that is as long as
// what all counted repetitions pass over: what they do ends there.
func (d *decision) levels() bool {
	if d.limits.Bound == 0 {
		return false
	}
	reads := covered(d.tree.Root, mostRead)
	costs := d.prover.costsIn(2 * costStates)
	if reads == mostRead || costs == nil {
		return false
	}
	budget := float64(d.limits.Steps)
	steps, _, ok := bound.Of(costs).Rate(reads, budget)
	return ok && steps <= budget
}

const (
	mostRead  = 2000 // characters of one attempt from which on the square exceeds the usual budget
	fewStates = 200  // of an automaton that does not tell large counts apart
)

// amounts reports whether an attack still costs more and more when it exceeds the budget, where loops of the
// automaton that proves it stand for counted repetitions.
func (r *replay) amounts() bool {
	_, ok := r.outgrows()
	return ok
}

// simpleAttacks pumps every kind of character, up to a dozen.
func simpleAttacks(a *nfa.NFA) []attack.Attack {
	var attacks []attack.Attack
	for class := range min(a.Alphabet.Len, 12) {
		attacks = append(attacks, attack.Attack{
			Pumps:  []attack.Pump{{Pump: wtf8.Encode([]rune{a.Alphabet.Example(class)})}},
			Suffix: "!",
		})
	}
	return attacks
}

// mayAmount reports whether counted repetitions may spend the budget.
func (d *decision) mayAmount() bool {
	root := d.tree.Root
	if root.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpCall }) {
		if root = transform.Inlined(d.tree, root, nil); root == nil {
			return true
		}
	}
	return combinations(root) >= minCombinations ||
		(d.mode == syntax.Search || d.mode == syntax.All) && covered(root, minCombinations) >= minCombinations
}

// covered is the number of characters that counted repetitions of n pass over, as far as that is at most most.
func covered(n *syntax.Node, most int) int {
	if n.Op == syntax.OpSet {
		return 1
	}
	sum, longest := 0, 0
	for _, sub := range n.Subs {
		each := covered(sub, most)
		sum, longest = min(sum+each, most), max(longest, each)
	}
	if n.Op == syntax.OpAlternate {
		return longest
	}
	if n.Op == syntax.OpRepeat && n.Max != syntax.Unbounded {
		return min(sum*min(n.Max, most), most)
	}
	return sum
}

// combinations is the number of ways to go through what n repeats or leaves out a limited number of
// times, and to choose among alternatives that match the same, as far as that is at most minCombinations.
func combinations(n *syntax.Node) int {
	if n.Op == syntax.OpAlternate {
		return choices(n.Subs)
	}
	ways := 1
	for _, sub := range n.Subs {
		ways = min(ways*combinations(sub), minCombinations)
	}
	if n.Op != syntax.OpRepeat {
		return ways
	}
	copies, spread := n.Max, n.Max-n.Min+1
	if n.Max == syntax.Unbounded {
		copies, spread = n.Min, 1 // further iterations are loops of the automaton
	}
	if copies == 0 {
		return spread
	}
	if ways == 1 && copies > 1 && variesInLength(n.Subs[0]) {
		ways = 2
	}
	each := ways
	for i := 1; i < copies && each > 1 && ways < minCombinations; i++ {
		ways *= each
	}
	return min(ways*spread, minCombinations)
}

// choices is the number of combinations in alternatives, taken together where one text may have more than one of them
// match: where the literal that one begins with begins the literal of the other.
func choices(alternatives []*syntax.Node) (most int) {
	type choice struct {
		literal string
		ways    int // with those of shorter literals that this one begins with
	}
	all := make([]choice, len(alternatives))
	for i, sub := range alternatives {
		all[i] = choice{string(literalHead(sub)), combinations(sub)}
	}
	slices.SortFunc(all, func(a, b choice) int { return strings.Compare(a.literal, b.literal) })
	var shorter []choice
	for _, c := range all {
		for len(shorter) > 0 && !strings.HasPrefix(c.literal, shorter[len(shorter)-1].literal) {
			shorter = shorter[:len(shorter)-1]
		}
		if len(shorter) > 0 {
			c.ways += shorter[len(shorter)-1].ways
		}
		shorter = append(shorter, c)
		most = max(most, c.ways)
	}
	return min(most, minCombinations)
}

// endOfText stands in a literal for the end of the text, where no character is.
const endOfText = charset.MaxRune

// literalHead returns the characters that n begins with, whatever their case, as far as they are certain.
func literalHead(n *syntax.Node) (head []rune) {
	switch n.Op {
	case syntax.OpSet:
		if r, ok := oneLetter(n.Set); ok {
			head = append(head, r)
		}
	case syntax.OpAssert:
		if n.Assert == syntax.TextEnd {
			head = append(head, endOfText)
		}
	case syntax.OpGroup, syntax.OpAtomic:
		return literalHead(n.Subs[0])
	case syntax.OpRepeat:
		if n.Min > 0 {
			return literalHead(n.Subs[0])
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if head = append(head, literalHead(sub)...); !isLiteral(sub) {
				break
			}
		}
	}
	return head
}

// isLiteral reports whether n is one character, in any case.
func isLiteral(n *syntax.Node) bool {
	if n.Op != syntax.OpSet {
		return false
	}
	_, ok := oneLetter(n.Set)
	return ok
}

// oneLetter returns the least character of a set that holds one letter in some of its cases.
func oneLetter(set charset.Set) (least rune, ok bool) {
	const mostCases = 4
	if set.IsEmpty() || set.Size() > mostCases {
		return 0, false
	}
	least = leastCase(set[0].Lo)
	for _, span := range set {
		for r := span.Lo; r <= span.Hi; r++ {
			if leastCase(r) != least {
				return 0, false
			}
		}
	}
	return least, true
}

// leastCase returns the least of the characters that are r in another case.
func leastCase(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}

// hasFewerCopies reports whether an automaton with fewer copies of what n repeats may be smaller.
func hasFewerCopies(n *syntax.Node) bool {
	return n.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpRepeat && n.Max != syntax.Unbounded && (n.Min != n.Max || n.Max > 1 && variesInLength(n.Subs[0]))
	})
}

// variesInLength reports whether n matches texts of several lengths.
func variesInLength(n *syntax.Node) bool {
	if n.Op == syntax.OpRepeat && n.Min != n.Max || n.Op == syntax.OpAlternate {
		return true
	}
	for _, sub := range n.Subs {
		if variesInLength(sub) {
			return true
		}
	}
	return false
}
