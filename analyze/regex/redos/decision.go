package redos

import (
	"context"
	"errors"
	"fmt"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
)

// decision is the analysis of one pattern.
type decision struct {
	ctx     context.Context
	tree    *syntax.Tree
	mode    syntax.Mode
	limits  Limits
	prover  *prover
	tried   int64         // steps of replays of exponential loops
	part    bool          // a text stands for a group: see expands
	spare   []trial       // the most expensive attacks of a hunt that proved nothing
	settled []syntax.Span // lookbehinds that are known to be cheap: see settles
	sight   *nfa.Sight    // of lookbehinds that hold lookarounds: see sees
	last    []syntax.Span // lookbehinds with which a match ends: see concludes
	ends    bool          // nothing grows but what counted repetitions end
	// patient reports whether more work is allowed than limits say, since no attack was found.
	patient bool
}

// unrolls are the numbers of copies to which counted repetitions are unrolled, tried in turn until
// the automaton fits.
var unrolls = [...]int{400, 60, 8, 1}

func (d *decision) decide() Verdict {
	if d.tree.Flags.Has(syntax.NonBacktracking) && d.tree.Dialect == syntax.DotNet || !d.tree.Dialect.Backtracks() {
		return Verdict{Class: Linear, ByDesign: true, Note: sizeNote(d.tree)}
	}
	v := d.backtracking()
	if v.Class == Unknown && d.prover.err != nil {
		v.Reason = d.prover.err.Error()
	}
	if d.limits.LinearOnly && v.Class == Unknown {
		return v
	}
	return d.farther(d.untrimmed(d.begun(d.worst(d.require(d.lookedUp(v))))))
}

// backtracking decides for an engine that backtracks.
func (d *decision) backtracking() Verdict {
	v := d.whole()
	if v.Reason == spent && !d.patient {
		d.patient = true
		d.limits.Work *= patience
		v = d.whole()
	}
	if v.Class == Unknown && !d.limits.LinearOnly {
		if v = d.otherwise(v); v.Class == Unknown && !d.part {
			if !d.ends && !d.tree.Flags.Has(syntax.RightToLeft) && d.atLength() {
				if v = (Verdict{Class: Linear}); d.mayAmount() {
					d.ends = true
					v = d.bounded(v)
				}
			}
			if v.Class == Unknown && d.prover.compile() == nil {
				return d.scattered(v)
			}
		}
	}
	if v.Class == Polynomial && v.AtLeast && !d.part && looksWithin(d.tree.Root) {
		if worse := d.scattered(v); worse.Class == Exponential || worse.Degree > v.Degree {
			return worse
		}
	}
	return v
}

// whole decides by the pattern as it stands.
func (d *decision) whole() Verdict {
	if d.tree.Flags.Has(syntax.RightToLeft) {
		return d.fromTheRight()
	}
	if !d.tree.Root.Has((*syntax.Node).IsLong) && !d.mayAmount() {
		return Verdict{Class: Linear} // every attempt sees a text of bounded length
	}
	a, res, err := d.analyze(unrolls[:]...)
	if err != nil && len(res.Exponential) == 0 {
		return d.replayed(nil, true, Verdict{Reason: reason(err)})
	}
	v, tried := d.judge(a, res)
	if (v.Class == Unknown || a.Nested) && d.settles() {
		if b, res, err := d.analyze(unrolls[:]...); err == nil {
			if w, _ := d.judge(b, res); w.Class == Linear {
				a, v = b, w
			}
		}
	}
	var seen Verdict
	if v.Class == Unknown && !a.Nested && d.sees() {
		if b, res, err := d.analyze(unrolls[:]...); err == nil {
			w, more := d.judge(b, res)
			if tried = append(tried, more...); w.Class == Polynomial { // there may be worse
				seen = w
			} else {
				v = w
			}
		}
	}
	if a.Counted && (v.Class == Unknown || v.Attack != nil && !d.prover.replay(*v.Attack).amounts()) {
		// The loops that stand for large counts may be to blame.
		if a, res, err := d.analyze(maxUnroll); err == nil && !a.Counted {
			var more []attack.Attack
			v, more = d.judge(a, res)
			tried = append(tried, more...)
		} else if v.Attack != nil {
			if linear, _ := d.costly(); linear {
				v = Verdict{Class: Linear}
			}
		}
	}
	switch {
	case v.Class == Polynomial && (a.Nested || a.Recursive):
		v.AtLeast = true // what is not in the automaton may cost more
	case v.Class != Linear:
	case a.Nested:
		v = Verdict{Reason: "the cost of a lookbehind is not decided"}
	case a.Recursive:
		v = Verdict{Reason: "the cost of recursion is not decided"}
	}
	if v.Class == Unknown && d.concludes() {
		v = Verdict{Class: Linear}
	}
	if v.Class == Unknown {
		if d.guarded() {
			return Verdict{Class: Linear}
		}
		if r := d.replayed(tried, len(res.Exponential) > 0 || a.Recursive || seen.Degree > 0, v); seen.Degree == 0 || r.Class == Exponential || r.Degree >= seen.Degree {
			return r
		}
		return seen
	}
	if v.Class == Polynomial && (a.Nested || len(res.Exponential) > 0) && looksWithin(d.tree.Root) {
		if worse := d.replayed(tried, true, v); worse.Class == Exponential {
			return worse
		}
	}
	if v.Class == Linear && d.mayAmount() {
		d.ends = true
		return d.bounded(v)
	}
	return v
}

// fromTheRight decides a pattern that is matched from right to left: as its mirror image, from left to right
// on the text turned round, where all steps are the same.
func (d *decision) fromTheRight() Verdict {
	undecided := Verdict{Reason: "matching from right to left is not decided"}
	if d.mode == syntax.Prefix {
		return d.hunt(nil, true, undecided)
	}
	tree := *d.tree
	tree.Flags &^= syntax.RightToLeft
	tree.Root = d.tree.Root.Mirror()
	image := &decision{ctx: d.ctx, tree: &tree, mode: d.mode, limits: d.limits, prover: newProver(&tree, d.mode, d.limits.Steps)}
	v := image.backtracking()
	if v.Attack == nil {
		if v.Class == Unknown {
			return d.hunt(nil, true, v)
		}
		return v
	}
	seen := v.Attack.Reversed()
	if v, ok := d.claim(v, seen, d.prover.replay(seen)); ok {
		return v
	}
	return d.hunt([]attack.Attack{seen}, v.Class == Exponential, Verdict{Reason: reason(errNotReproduced)})
}

// replayed decides by replays what the automaton leaves undecided: see hunt, and byParts for what that does
// not find.
func (d *decision) replayed(tried []attack.Attack, explodes bool, undecided Verdict) Verdict {
	v := d.hunt(tried, explodes, undecided)
	if explodes && (v.Class == Unknown || v.Class == Polynomial) && HasLongBehind(d.tree) {
		if worse, ok := d.preceded(tried); ok {
			return worse
		}
	}
	if !d.limits.Whole && (v.Class == Unknown || v.Class == Polynomial && explodes) {
		if p, ok := d.byParts(); ok && (v.Class == Unknown || p.Class == Exponential) {
			return p
		}
	}
	if v.Class == Unknown && d.expands() {
		return Verdict{Class: Linear}
	}
	if v.Class == Unknown {
		if r, ok := d.distinct(); ok {
			return r
		}
	}
	if v.Class == Unknown {
		if r, ok := d.adjacent(); ok {
			return r
		}
	}
	if v.Class == Unknown {
		if c, ok := d.counts(); ok {
			return c
		}
	}
	return v
}

// maxUnroll is the number of copies tried when fewer do not decide. A pattern without ambiguous loops is looked at
// again from minCombinations ways through its counted repetitions on and, where a match may begin anywhere, from so
// many characters that they cover: the square of that comes near the usual budget.
const (
	maxUnroll       = 4000
	minCombinations = 600
	probeLength     = 32      // repetitions after which a bounded blow-up shows
	maxDegree       = 1 << 20 // no bound is known
	shortLength     = 100     // an input that is astronomical at this length is called exponential
)

// patience is how many times as much work an analysis may take where no attack is found.
const patience = 4

// analyze builds the automaton with the first number of copies that fits, and its ambiguity.
func (d *decision) analyze(unrolls ...int) (a *nfa.NFA, res ambiguity.Result, err error) {
	for _, unroll := range unrolls {
		if a, err = d.compile(unroll); err != nil {
			if !hasFewerCopies(d.tree.Root) || d.ctx.Err() != nil {
				break // fewer copies make no smaller automaton
			}
			continue
		}
		if res, err = ambiguity.Analyze(a, d.limits.Work); err == nil {
			break
		}
	}
	return a, res, err
}

// judge turns an ambiguity into a verdict, by replaying what it promises: the attacks that were tried.
func (d *decision) judge(a *nfa.NFA, res ambiguity.Result) (v Verdict, tried []attack.Attack) {
	if !res.Grows() {
		return Verdict{Class: Linear}, nil
	}
	for _, link := range res.Exponential {
		chain := []ambiguity.Link{link}
		attacks := attack.Synthesize(a, chain)
		tried = append(tried, attacks...)
		if v, ok := d.tryExponential(a, chain, attacks); ok {
			return v, tried
		}
	}
	var best Verdict
	if res.Degree > 0 {
		attacks := attack.Synthesize(a, res.Chain)
		tried = append(tried, attacks...)
		best = d.tryPolynomial(a, res, attacks)
		if best.Degree == res.Degree+1 {
			return best, tried
		}
	}
	upTo := res.Degree + 1
	if len(res.Exponential) > 0 {
		upTo = maxDegree
	}
	v, more := d.resolve(a, best, upTo)
	return v, append(tried, more...)
}

// errNotReproduced reports an ambiguity of the automaton that no replay shows.
var errNotReproduced = errors.New("no input was found that reproduces the ambiguity")

// undecided returns the best growth that was proved, of which the automaton allows the degree upTo, or
// Unknown.
func (d *decision) undecided(best Verdict, upTo int, err error) Verdict {
	if best.Degree > 0 {
		if upTo > best.Degree && upTo < maxDegree {
			best.UpTo = upTo
		}
		return best
	}
	return Verdict{Reason: reason(err)}
}

func (d *decision) compile(unroll int) (*nfa.NFA, error) {
	return nfa.Compile(d.tree, nfa.Options{
		Anchored:  d.mode == syntax.Prefix || d.mode == syntax.Full,
		Repeat:    d.mode == syntax.All,
		Whole:     d.mode == syntax.Full,
		MaxStates: d.limits.States,
		Unroll:    unroll,
		Settled:   d.settled,
		Sight:     d.sight,
		Last:      d.last,
	})
}

// spent is the reason where the analysis takes more work than is allowed.
const spent = "the analysis budget is spent"

// reason says in one clause why there is no verdict.
func reason(err error) string {
	switch {
	case errors.Is(err, ambiguity.ErrBudget):
		return spent
	case errors.Is(err, nfa.ErrTooLarge):
		return "the automaton of the pattern is too large"
	}
	return err.Error()
}

// largeSize is the number of states from which a pattern that never backtracks is worth a note, and
// maxSize the largest number that is counted.
const (
	largeSize = 10_000
	maxSize   = 1 << 40
)

// sizeNote says what a pattern costs an engine that is linear by design: its counted repetitions are
// copied when it is compiled, and every copy may be alive at every character.
func sizeNote(tree *syntax.Tree) string {
	n := compiledSize(tree.Root)
	switch {
	case n < largeSize:
		return ""
	case tree.Dialect == syntax.Rust && n > 1<<18:
		return fmt.Sprintf("its counted repetitions compile to about %d states, which exceeds the default size limit of 10 MB", n)
	}
	return fmt.Sprintf("its counted repetitions compile to about %d states, each of which may cost time for every character", n)
}

// compiledSize is the number of characters of n after its counted repetitions are copied.
func compiledSize(n *syntax.Node) int {
	size := 0
	if n.Op == syntax.OpSet {
		size = 1
	}
	for _, sub := range n.Subs {
		size = min(size+compiledSize(sub), maxSize)
	}
	if n.Op == syntax.OpRepeat {
		if copies := max(n.Min, n.Max, 1); size > maxSize/copies {
			return maxSize
		} else {
			size *= copies
		}
	}
	return size
}
