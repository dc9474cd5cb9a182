package redos

import (
	"cmp"
	"slices"

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
	if d.jointly(fewStates) || d.steady(d.limits.Bound/2, fewStates) || d.jointly(2*costStates) || d.endsWithin() || d.steady(4*d.limits.Bound, fewStates, 2*costStates) {
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

// steady reports whether no input costs much for each of its characters, as told by costs of so many states, with so much work
// for each: growth that counted repetitions end stays below the budget then.
func (d *decision) steady(work int, states ...int) bool {
	if d.limits.Bound == 0 {
		return false
	}
	each := min(steadySteps, float64(d.limits.Steps)/1000)
	for _, states := range states {
		costs := d.prover.costsIn(states)
		if costs == nil {
			return false
		}
		if bound.Of(costs).Steady(each, work) {
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
	proved, worst := d.costly()
	if proved || !d.exceeds(worst) && (d.levels() || d.fewRuns()) {
		return linear
	}
	if d.limits.LinearOnly {
		return undecided
	}
	for _, att := range worst {
		if r := d.prover.replay(att); r.amounts() {
			return Verdict{Class: Exponential, Bounded: true, Attack: &att, Rule: CountedBlowup, Cost: r.estimate(0, d.limits.Steps)}
		}
	}
	if v, ok := d.multiplied(); ok {
		return v
	}
	if v, ok := d.restarted(); ok {
		return v
	}
	if v, ok := d.paired(); ok {
		return v
	}
	return undecided
}

// jointly reports whether no input exceeds the budget to which what counted repetitions do grows, as told by costs of so many
// states at most: see growing. From there on the steps grow no faster than the number of attempts, hence than the length.
func (d *decision) jointly(states int) bool {
	length, ok := d.growing()
	if !ok || d.limits.Bound == 0 {
		return false
	}
	costs := d.prover.costsIn(states)
	return costs != nil && bound.Of(costs).Jointly(length, float64(d.limits.Steps))
}

// endsWithin is jointly, by bounds that take more to find.
func (d *decision) endsWithin() bool {
	length, ok := d.growing()
	return ok && d.limits.Bound > 0 && d.few(length)
}

// few reports whether no input of a length exceeds the budget, by costs that do not tell counts apart: that leaves
// more costs, and few states.
func (d *decision) few(length int) bool {
	for _, states := range [...]int{fewStates, fewStates / 3} {
		costs := d.prover.costsIn(states)
		if costs == nil {
			break
		}
		bounds := bound.Of(costs)
		res := bounds.Compute(d.limits.Steps, bound.Limits{Work: d.limits.Bound, Length: length + 1})
		if res.Length > length || bounds.Tiered(float64(d.limits.Steps), res.Length, length+1) > length {
			return true
		}
	}
	return false
}

// growing returns how many characters an input has at most to which what counted repetitions do grows: those that they pass
// over, and as many for what begins behind a loop, which does so as often as its text allows. ok is false where loops over more
// than a character may make more of it in longer inputs.
func (d *decision) growing() (length int, ok bool) {
	length = covered(d.tree.Root, mostRead)
	if length == mostRead || d.tree.Root.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpCall || n.Op == syntax.OpAbsent || n.Op == syntax.OpBackref
	}) {
		return 0, false
	}
	loops := d.tree.Root.Loops()
	if len(loops) > 0 {
		length *= 2
	}
	return length, !slices.ContainsFunc(loops, func(n *syntax.Node) bool { return n.Min > 1 || n.Subs[0].Bare().Op != syntax.OpSet })
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

// levels reports whether no input exceeds the budget that is as long as what all counted repetitions pass over, where it is
// known that each further character adds no more than some steps: what they do ends there, and the rest of the pattern is
// linear.
func (d *decision) levels() bool {
	if d.limits.Bound == 0 {
		return false
	}
	reads := covered(d.tree.Root, mostRead)
	costs := d.prover.costsIn(2 * costStates)
	if reads == mostRead || costs == nil {
		return false
	}
	bounds, budget := bound.Of(costs), float64(d.limits.Steps)
	steps, _, ok := bounds.Rate(reads, budget)
	return ok && (steps <= budget || bounds.Jointly(reads, budget) || d.few(reads))
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
	return combinations(root, false) >= minCombinations && combinations(root, true) >= minCombinations ||
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
// times, and to choose among alternatives that match the same, as far as that is at most minCombinations. Unless apart,
// alternatives are not told apart by what they begin with: that takes less time, and is no fewer.
func combinations(n *syntax.Node, apart bool) int {
	if n.Op == syntax.OpAlternate {
		return choices(n.Subs, apart)
	}
	ways := 1
	for _, sub := range n.Subs {
		ways = min(ways*combinations(sub, apart), minCombinations)
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
// match: where none of the characters that they begin with tells them apart.
func choices(alternatives []*syntax.Node, apart bool) int {
	if !apart {
		sum := 0
		for _, sub := range alternatives {
			sum = min(sum+combinations(sub, false), minCombinations)
		}
		return max(sum, 1)
	}
	all := make([]choice, len(alternatives))
	for i, sub := range alternatives {
		all[i] = choice{head(sub), combinations(sub, true)}
	}
	work := mostCompared
	return min(max(together(all, 0, &work), 1), minCombinations)
}

// choice is an alternative with the sets of the characters that it begins with, as far as they are certain, and its
// number of combinations.
type choice struct {
	head []charset.Set
	ways int
}

const (
	mostCompared = 100_000 // ranges that are looked at to tell the alternatives of a group apart
	mostHead     = 32      // characters of each that are looked at
)

// together is the greatest number of combinations of the choices that may match one text, where the characters before at
// do not tell them apart. It is that of all where work is spent.
func together(all []choice, at int, work *int) int {
	type begin struct {
		charset.Range
		choice
	}
	var begins []begin
	always, sum := 0, 0
	for _, c := range all {
		if sum += c.ways; at == len(c.head) {
			always += c.ways
			continue
		}
		for _, r := range c.head[at] {
			begins = append(begins, begin{r, c})
		}
	}
	if *work -= len(begins); *work < 0 || len(begins) == 0 {
		return sum
	}
	order := make([]int, len(begins)) // of their places, by what they begin with
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(begins[i].Lo, begins[j].Lo) })
	most := 0
	var open []begin // the ranges that have the character of the last beginning
	var ends rune    // the first character at which one of them ends
	compare := func() {
		same := make([]choice, len(open))
		for i, b := range open {
			same[i] = b.choice
		}
		if *work -= len(open); len(open) == 1 {
			most = max(most, open[0].ways)
		} else {
			most = max(most, together(same, at+1, work))
		}
	}
	for _, i := range order {
		b := begins[i]
		if len(open) > 0 && ends < b.Lo {
			compare()
			open = slices.DeleteFunc(open, func(o begin) bool { return o.Hi < b.Lo })
			ends = charset.MaxRune + 1
			for _, o := range open {
				ends = min(ends, o.Hi)
			}
		}
		if open = append(open, b); len(open) == 1 || b.Hi < ends {
			ends = b.Hi
		}
	}
	compare()
	return always + most
}

// head returns the sets of the characters that n begins with, as far as they are certain. The end of the text is a set of
// its own there.
func head(n *syntax.Node) (sets []charset.Set) {
	switch n.Op {
	case syntax.OpSet:
		sets = append(sets, n.Set)
	case syntax.OpAssert:
		if n.Assert == syntax.TextEnd {
			sets = append(sets, charset.Of(charset.MaxRune+1))
		}
	case syntax.OpGroup, syntax.OpAtomic:
		return head(n.Subs[0])
	case syntax.OpRepeat:
		if n.Min > 0 {
			return head(n.Subs[0])
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if sets = append(sets, head(sub)...); sub.Op != syntax.OpSet || len(sets) >= mostHead {
				break
			}
		}
	}
	return sets
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
