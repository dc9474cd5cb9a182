package redos

import (
	"math"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

const (
	leastWindow    = 20  // iterations from which on a repetition is pumped that ends
	leastTimes     = 6   // of a part that grows with others
	mostWindows    = 8   // repetitions that are pumped
	mostMultiplied = 600 // characters that stand in front of the pump
	windowLength   = 150 // times that the pump stands there while these are looked for
	clearly        = 1.02
	restartLength  = 400        // characters of an input whose pump is changed
	mostLead       = 40         // characters of a pump that leads to a repetition
	pairedSteps    = 30_000_000 // of the reference matcher, to look for pairs
	pairedLength   = 300
	pairedPart     = 50
	soonerSteps    = 20_000_000 // of the reference matcher, for attacks that may exceed the budget sooner
	restartSteps   = 8_000_000  // of the reference matcher, to look for such pumps
)

// multiplied looks for growth that counted repetitions end, behind a text on which many runs come to what grows: the
// parts of a text that leads there are repeated, each as often as that makes the input more expensive. The more of what
// begins a match is within the reach of a counter, and the more of what goes on from there, the more runs there are.
func (d *decision) multiplied() (v Verdict, ok bool) {
	if d.prover.price() == nil || d.prover.meter == nil {
		return v, false
	}
	for _, window := range d.windows(false) {
		pump := sample.New(nil).Text(window.Subs[0])
		parts, found := leading(d.tree.Root, window)
		if !found || len(pump) == 0 || len(parts) == 0 || d.ctx.Err() != nil {
			continue
		}
		parts = d.multiply(append(parts, bound.Part{Text: pump, Times: max(windowLength/len(pump), 1)}))
		prefix := ""
		for _, p := range parts[:len(parts)-1] {
			prefix += strings.Repeat(wtf8.Encode(p.Text), p.Times)
		}
		for _, suffix := range []string{"", "!"} {
			a := attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: wtf8.Encode(pump)}}, Suffix: suffix}
			r := d.prover.replay(a)
			if !r.amounts() {
				continue
			}
			if spread, ok := r.grows(2); ok && spread.step > 0 {
				return Verdict{Class: Polynomial, Degree: 2, Bounded: true, Attack: &a, Rule: CountedBlowup, Cost: r.estimate(2, d.limits.Steps)}, true
			}
		}
		if v, ok := d.proportional(parts); ok {
			return v, true
		}
	}
	return v, false
}

// proportional tries an attack in which all parts of an expensive input that stand several times grow in step: where each
// counter stops what one of them makes more expensive, the steps grow with them together.
func (d *decision) proportional(parts []bound.Part) (v Verdict, ok bool) {
	least := 0 // times of the part that stands least often
	for _, p := range parts {
		if p.Times >= leastTimes && (least == 0 || p.Times < least) {
			least = p.Times
		}
	}
	if least == 0 {
		return v, false
	}
	var pumps []attack.Pump
	prefix := ""
	for _, p := range parts {
		text := wtf8.Encode(p.Text)
		if p.Times < leastTimes {
			prefix += strings.Repeat(text, p.Times)
			continue
		}
		pumps = append(pumps, attack.Pump{Prefix: prefix, Pump: strings.Repeat(text, (p.Times+least/2)/least)})
		prefix = ""
	}
	if len(pumps) < 2 {
		return v, false
	}
	for _, suffix := range []string{"", "!"} {
		a := attack.Attack{Pumps: pumps, Suffix: prefix + suffix}
		r := d.prover.replay(a)
		if !r.amounts() {
			continue
		}
		for degree := len(pumps); degree >= 2; degree-- {
			if spread, ok := r.grows(degree); ok && spread.step > 0 {
				return Verdict{Class: Polynomial, Degree: degree, Bounded: true, Attack: &a, Rule: CountedBlowup, Cost: r.estimate(degree, d.limits.Steps)}, true
			}
		}
	}
	return v, false
}

// counts returns what an attack proves of which a few characters exceed the budget, where counted repetitions end the
// growth. It is one of those that the hunt found most expensive. Where nothing else grows, more characters do as well.
func (d *decision) counts() (v Verdict, ok bool) {
	if combinations(d.tree.Root, true) < minCombinations && !d.ends {
		return v, false
	}
	h := &hunter{decision: d, limit: d.prover.steps + 10*chainSteps}
	for _, b := range d.spare {
		if h.spent() {
			break
		}
		r := d.prover.replay(b.attack)
		if last, ok := r.outgrows(); ok && (d.ends || last.Length <= shortLength) {
			degree := 0
			for by := 6; by >= 2 && degree == 0 && last.Length > shortLength; by-- {
				if spread, ok := r.grows(by); ok && spread.step > 0 {
					degree = by
				}
			}
			v = h.verdict(b.attack, degree, r.estimate(degree, d.limits.Steps))
			v.Bounded, v.Rule = true, CountedBlowup
			return v, true
		}
	}
	return v, false
}

// goesOn reports whether counters do not end the growth of v before that amounts to anything. Where nothing else grows, it is
// marked as growth that they end.
func (d *decision) goesOn(v *Verdict) bool {
	if !d.ends && (v.Class != Polynomial || endless(d.tree.Root)) {
		return true
	}
	if !d.settle(v) {
		return false
	}
	r := d.prover.replay(*v.Attack)
	if d.ends {
		v.Bounded, v.AtLeast, v.Rule = true, false, CountedBlowup
		return r.amounts()
	}
	return r.rise(2*v.Cost.PumpsForBudget) >= shown*float64(v.Degree)
}

// windows returns repetitions that take many iterations, those in lookarounds where they are asked for.
func (d *decision) windows(looks bool) (windows []*syntax.Node) {
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpRepeat && (n.Max == syntax.Unbounded || n.Max-n.Min >= leastWindow) && len(windows) < mostWindows {
			windows = append(windows, n)
		}
		return looks || n.Op != syntax.OpLook
	})
	return windows
}

// restarted looks for growth that counted repetitions end with pumps that lead to one of them, so that a search begins
// with each. They are changed by a character as long as that makes them clearly more expensive.
func (d *decision) restarted() (v Verdict, ok bool) {
	limit := d.prover.steps + restartSteps
	price := func(pump []rune) float64 { // for the square of the characters
		if len(pump) == 0 {
			return 0
		}
		r := d.prover.replay(attack.Attack{Pumps: []attack.Pump{{Pump: wtf8.Encode(pump)}}})
		point, _ := r.cost(max(restartLength/len(pump), 1), d.limits.Steps)
		return float64(point.Steps) / float64(point.Length*point.Length)
	}
	for _, window := range slices.Backward(d.windows(true)) {
		lead, found := sample.New(nil).Until(d.tree.Root, window)
		if !found || len(lead) < 2 || len(lead) > mostLead {
			continue
		}
		for _, end := range [...]string{"", "\n"} {
			pump := append(slices.Clone(lead), []rune(end)...)
			for most := price(pump); ; {
				var best []rune
				for i := range pump {
					for _, changed := range [...][]rune{slices.Insert(slices.Clone(pump), i, pump[i]), slices.Delete(slices.Clone(pump), i, i+1)} {
						if d.prover.steps > limit || d.ctx.Err() != nil {
							return v, false
						}
						if cost := price(changed); cost > clearly*most {
							best, most = changed, cost
						}
					}
				}
				if best == nil {
					break
				}
				pump = best
			}
			a := attack.Attack{Pumps: []attack.Pump{{Pump: wtf8.Encode(pump)}}}
			if r := d.prover.replay(a); r.amounts() {
				if spread, ok := r.grows(2); ok && spread.step > 0 {
					return Verdict{Class: Polynomial, Degree: 2, Bounded: true, Attack: &a, Rule: CountedBlowup, Cost: r.estimate(2, d.limits.Steps)}, true
				}
			}
		}
	}
	return v, false
}

// paired looks for growth that counted repetitions end with inputs in which two kinds of characters stand by turns: each of
// the one may begin an attempt, or an iteration, that goes on over the other.
func (d *decision) paired() (v Verdict, ok bool) {
	if d.limits.Bound == 0 {
		return v, false
	}
	limit := d.prover.steps + pairedSteps
	letters := sample.Kinds(d.tree)
	prefixes := []string{""}
	for _, window := range d.windows(true) {
		if lead, found := sample.New(nil).Until(d.tree.Root, window); found && len(lead) > 0 && len(lead) <= mostLead {
			prefixes = append(prefixes, wtf8.Encode(lead))
		}
	}
	for _, prefix := range prefixes {
		for _, x := range letters {
			for _, y := range letters {
				if d.prover.steps > limit || d.ctx.Err() != nil {
					return v, false
				}
				for _, suffix := range []string{"!", ""} {
					a := attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: wtf8.Encode([]rune{x, y})}}, Suffix: suffix}
					r := d.prover.replay(a)
					if point, within := r.cost(pairedLength/2, d.limits.Steps); within && point.Steps < d.limits.Steps/pairedPart {
						continue
					}
					if r.amounts() {
						return Verdict{Class: Exponential, Bounded: true, Attack: &a, Rule: CountedBlowup, Cost: r.estimate(0, d.limits.Steps)}, true
					}
				}
			}
		}
	}
	return v, false
}

// multiply repeats the parts of an input before the last one, as long as that makes it clearly more expensive: each time
// the part that does so most for the characters that it adds.
func (d *decision) multiply(parts []bound.Part) []bound.Part {
	cost := d.prover.meter.Steps(parts...)
	for length := 0; length < mostMultiplied && cost < 2*float64(d.limits.Steps); {
		best, most, added := -1, 0.0, 0
		for i := range parts[:len(parts)-1] {
			more := max(parts[i].Times/2, 1)
			parts[i].Times += more
			steps := d.prover.meter.Steps(parts...)
			parts[i].Times -= more
			if gain := math.Log(steps/cost) / float64(more*len(parts[i].Text)); steps > clearly*cost && gain > most {
				best, most, added = i, gain, more
			}
		}
		if best < 0 {
			break
		}
		parts[best].Times += added
		length += added * len(parts[best].Text)
		cost = d.prover.meter.Steps(parts...)
	}
	return parts
}

// leading returns a text that leads to a node, in parts: what stands between repetitions, and what each of them takes.
func leading(n, target *syntax.Node) (parts []bound.Part, found bool) {
	if n == target {
		return nil, true
	}
	joins := false // the last part goes on
	for _, sub := range n.Subs {
		if more, found := leading(sub, target); found {
			return append(parts, more...), true
		}
		text := sample.New(nil).Text(sub)
		if last := len(parts) - 1; sub.Op == syntax.OpSet && joins {
			parts[last].Text = slices.Concat(parts[last].Text, text)
		} else if n.Op == syntax.OpConcat && len(text) > 0 {
			parts = append(parts, bound.Part{Text: text, Times: 1})
		}
		joins = n.Op == syntax.OpConcat && sub.Op == syntax.OpSet && len(text) > 0
	}
	return nil, false
}

// sooner replaces the attack of v by one that repeats one letter, what a loop reads or what the automaton multiplies without
// its counters, where that exceeds the budget clearly sooner: at the length that counts, growth that counters end may be far
// worse than growth without an end. All are compared at ever longer inputs, and of long ones only those that cost more than v's.
func (d *decision) sooner(v *Verdict) {
	h := &hunter{decision: d, rng: fixedRandom()}
	var seeds []attack.Attack
	if !endless(d.tree.Root) {
		if a, res, err := d.analyze(1); err == nil {
			for i := range res.Exponential {
				seeds = append(seeds, attack.Synthesize(a, res.Exponential[i:i+1])...)
			}
		}
	}
	h.gather(seeds, sample.Kinds(d.tree))
	for _, n := range d.windows(true) {
		h.seed("", wtf8.Encode(sample.New(nil).Text(n.Subs[0])), "")
	}
	limit := d.prover.steps + soonerSteps
	for length, goal, found := 12, clearlyBelow(v), false; !found && length < goal; {
		length = min(length+length/2, goal)
		left := h.seeds[:0]
		for _, a := range h.seeds {
			if a.Suffix == "" {
				a.Suffix = v.Attack.Suffix
			}
			r := d.prover.replay(a)
			n := (length - r.length(0)) / max(r.length(1)-r.length(0), 1)
			if d.prover.steps > limit {
				return
			}
			if n > 0 && !r.within(n) {
				found = d.earlier(v, a, r) || found
			} else if n < 1 || v.Class == Exponential || length <= goal/4 || d.promises(*v.Attack, r, n) {
				left = append(left, a)
			}
		}
		h.seeds = left
	}
}

// clearlyBelow is the length at which an attack must exceed the budget that is taken instead of that of v.
func clearlyBelow(v *Verdict) int { return v.Cost.LengthForBudget - max(v.Cost.LengthForBudget/10, 1) }

// earlier takes an attack for v, whose replay is r, if that exceeds the budget clearly sooner than its own. Growth that is not
// what v says is Bounded where v knows of all that has no end, and the counters pass over as many characters.
func (d *decision) earlier(v *Verdict, a attack.Attack, r *replay) bool {
	if prefilter.ForText(d.tree.Dialect) && len(d.lacks(a)) > len(d.lacks(*v.Attack)) {
		return false
	}
	other, ok := d.claim(*v, a, r)
	if ok = ok && (v.Bounded || !r.ends); !ok && v.Class == Polynomial {
		other.Attack = &a
		passed := 0
		if !endless(d.tree.Root) && !v.AtLeast && v.UpTo <= v.Degree {
			passed = 2 * covered(d.tree.Root, mostRead)
		}
		degree, cost, climbs := r.climbs(d.limits.Steps)
		if last, grows := r.outgrows(); grows && last.Length <= min(shortLength, passed) {
			degree, cost, climbs = 0, r.estimate(0, d.limits.Steps), true
			other.Class = Exponential
		}
		other.Cost, ok = cost, climbs
		if degree == 0 || degree > v.Degree {
			if other.Degree, other.UpTo = degree, 0; cost.LengthForBudget <= passed {
				other.Rule, other.Hotspots, other.Ways = CountedBlowup, nil, nil
				other.Bounded, other.Beyond = true, uint8(v.Degree)
			}
			other.AtLeast = !other.Bounded
		}
	}
	if ok = ok && d.settle(&other) && other.Cost.LengthForBudget <= clearlyBelow(v); ok {
		*v = other
	}
	return ok
}
