package redos

import (
	"slices"
	"unicode/utf8"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/syntax"
)

// Work that one replay of an attack may take, in steps of the reference matcher.
const (
	matcherSteps = 2_000     // beyond, it is worth while to find out whether steps can be computed
	mostFirst    = 20_000    // beyond, computing them is tried first, however many states there are
	meteredTimes = 12        // repetitions of which computed steps add up
	quickSteps   = 8_000     // enough to tell exponential growth
	replaySteps  = 1_000_000 // enough to tell a polynomial of high degree

	computedSteps = 1000 * replaySteps // the same where they are computed
)

// prover replays attacks in the reference matcher.
type prover struct {
	tree    *syntax.Tree
	program *backtrack.Program // made when first needed
	err     error              // of making it: then no attack can be replayed
	ended   bool               // steps are remembered at places from which on inputs are the same
	mode    syntax.Mode
	lookups []backtrack.Lookup // that are counted as well
	budget  int64              // what growth that ends must exceed to be a finding, as far as that can be counted
	steps   int64              // spent so far
	input   []rune
	parts   []bound.Part
	costs   *backtrack.Costs         // made when first needed, nil where they are not known
	meter   *bound.Meter             // nil where steps must be counted
	priced  bool                     // costs were made
	whole   *backtrack.Costs         // which are the same for any larger number of states, nil for none yet
	least   int                      // number of states that those were made with
	made    map[int]*backtrack.Costs // others, by the number of states that is allowed
	replays map[string]*replay       // by the parts of their attacks
	long    int                      // characters of the shortest input that took more than mostFirst steps, 0 for none yet
}

// newProver returns a prover for tree, with a budget of matching steps.
func newProver(tree *syntax.Tree, mode syntax.Mode, budget int64) *prover {
	return &prover{tree: tree, mode: mode, budget: min(max(budget, quickSteps), largestBudget)}
}

// compile makes the program, once.
func (p *prover) compile() error {
	if p.program == nil {
		if p.program, p.err = backtrack.CompileLookups(p.tree, p.lookups); p.err != nil {
			p.program = &backtrack.Program{}
		}
		p.ended = p.program.HasEnds()
	}
	return p.err
}

// replay is an attack whose parts are in the alphabet of the pattern, with what is known of its costs.
type replay struct {
	*prover
	prefixes, pumps [][]rune
	suffix          []rune
	distinct        []int // repetitions of each pump, see attack.Pump
	seen            points
	over            points         // steps that were taken before a limit was reached
	rises           bool           // some repetitions are distinct
	explodes        *exploding     // what exponential returned
	ends            bool           // much longer inputs were seen to cost no more
	far             bool           // a few of its pumps may exceed the budget: growth is told from what is computed beyond
	atEnd           backtrack.Ends // of inputs that are the same from there on
	many            int            // the fewest repetitions with which counting was given up for computing, 0 for none yet
}

// points are what some numbers of repetitions cost: of the same number, the last one.
type points []CostPoint

// at returns what n repetitions cost. ok is false where that is not among the points.
func (p points) at(n int) (point CostPoint, ok bool) {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].Pumps == n {
			return p[i], true
		}
	}
	return CostPoint{}, false
}

// replay returns the replay of an attack, always the same one.
func (p *prover) replay(a attack.Attack) *replay {
	key := make([]byte, 0, 128)
	for _, pump := range a.Pumps {
		key = append(append(append(append(key, pump.Prefix...), 0xFF), pump.Pump...), 0xFF) // which WTF-8 does not have
		if pump.RisesTo != 0 {
			key = append(utf8.AppendRune(key, pump.RisesTo), 0xFF, 0xFF)
		}
	}
	key = append(key, a.Suffix...)
	if r, ok := p.replays[string(key)]; ok {
		return r
	}
	r := &replay{prover: p, suffix: p.tree.Chars(a.Suffix)}
	if p.replays == nil {
		p.replays = make(map[string]*replay)
	}
	p.replays[string(key)] = r
	for _, pump := range a.Pumps {
		r.prefixes = append(r.prefixes, p.tree.Chars(pump.Prefix))
		r.pumps = append(r.pumps, p.tree.Chars(pump.Pump))
		r.distinct = append(r.distinct, pump.Distinct())
		r.rises = r.rises || pump.RisesTo != 0
	}
	return r
}

// length is the number of characters of the attack with n repetitions.
func (r *replay) length(n int) int {
	length := len(r.suffix)
	for i, pump := range r.pumps {
		length += len(r.prefixes[i]) + n*len(pump)
	}
	return length
}

// cost returns what the attack costs with n repetitions. ok is false if it costs more than limit
// steps, or more memory than a matcher has.
func (r *replay) cost(n int, limit int64) (point CostPoint, ok bool) {
	if point, ok = r.seen.at(n); ok {
		return point, point.Steps <= limit
	}
	if point, ok = r.over.at(n); ok && point.Steps >= limit {
		return point, false
	}
	if r.compile() != nil {
		return CostPoint{}, false
	}
	steps, within := r.run(n, limit)
	r.prover.steps += steps
	point = CostPoint{Pumps: n, Length: r.length(n), Steps: steps}
	if !within {
		r.over = append(r.over, point)
		return point, false
	}
	r.seen = append(r.seen, point)
	return point, true
}

// price makes the costs of the program, once. They are nil where they are not known.
func (p *prover) price() *backtrack.Costs {
	if !p.priced && p.compile() == nil {
		p.costs = p.costsIn(costStates)
		p.meter, _ = bound.NewMeter(p.costs, p.mode)
		p.priced = true
	}
	return p.costs
}

// costsIn returns the costs of the program in so many states at most, nil where they are not known.
func (p *prover) costsIn(states int) *backtrack.Costs {
	if p.compile() != nil {
		return nil
	}
	if p.whole != nil && p.least <= states {
		return p.whole
	}
	if known, ok := p.made[states]; ok {
		return known
	}
	costs, err := p.program.Costs(p.tree.MaxChar(), p.mode, states)
	if err == nil && costs.Whole {
		p.whole, p.least = costs, states
		return costs
	}
	if p.made == nil {
		p.made = make(map[int]*backtrack.Costs)
	}
	p.made[states] = costs
	return costs
}

// run returns the steps that n repetitions take, at most limit, or what there was until the memory of a matcher was
// spent: then it is not within.
func (r *replay) run(n int, limit int64) (steps int64, within bool) {
	if r.rises { // what is computed is so by kinds of characters
		return r.match(n, limit)
	}
	first := int64(matcherSteps)
	if r.priced && r.meter != nil {
		first = int64(r.length(min(n, meteredTimes))) * int64(len(r.costs.Rows)) / 4
	}
	first = min(first, limit, mostFirst)
	if first >= matcherSteps && (!r.priced || r.meter != nil && !r.tookMany(n)) {
		if steps, within = r.match(n, first); within || first == limit {
			return steps, within
		}
		if r.many = n; first == mostFirst {
			r.long = r.length(n)
		}
		r.price()
	}
	if r.meter != nil {
		r.parts = r.parts[:0]
		for i, pump := range r.pumps {
			r.parts = append(r.parts, bound.Part{Text: r.prefixes[i], Times: 1}, bound.Part{Text: pump, Times: n})
		}
		exact := int64(r.meter.Steps(append(r.parts, bound.Part{Text: r.suffix, Times: 1})...))
		return min(exact, limit), exact <= limit
	}
	return r.match(n, limit)
}

// tookMany reports whether fewer repetitions, or an input as short, took more steps than it is worth while to count
// before they are computed.
func (r *replay) tookMany(n int) bool {
	return r.many > 0 && n >= r.many || r.long > 0 && r.length(n) >= r.long
}

// text is the attack with n repetitions, until the next one is made.
func (r *replay) text(n int) []rune {
	in := r.input[:0]
	for i, pump := range r.pumps {
		in = append(in, r.prefixes[i]...)
		from := len(in)
		in = slices.Grow(in, n*len(pump))[:from+n*len(pump)]
		for done := copy(in[from:], pump); done > 0 && done < len(in)-from; done *= 2 {
			copy(in[from+done:], in[from:from+done])
		}
		for k := 0; k < n && r.distinct[i] > 0; k++ {
			in[from+k*len(pump)] += rune(k % r.distinct[i])
		}
	}
	r.input = append(in, r.suffix...)
	return r.input
}

// match counts the steps that n repetitions take, as run does. From the last pump on, inputs of more repetitions end in
// those of fewer.
func (r *replay) match(n int, limit int64) (steps int64, within bool) {
	opt := backtrack.Options{Mode: r.mode, MaxSteps: limit}
	if last := len(r.pumps) - 1; !r.rises && r.ended {
		if opt.Common = len(r.suffix) + n*len(r.pumps[last]) - 1; opt.Common >= 0 {
			opt.Ends = &r.atEnd
		}
	}
	res := r.program.Match(r.text(n), opt)
	return res.Steps, res.Outcome != backtrack.StepLimit && res.Outcome != backtrack.MemoryLimit
}
