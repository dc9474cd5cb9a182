package redos

import (
	"math"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

const (
	leastWindow    = 20  // iterations from which on a repetition is pumped that ends
	mostWindows    = 8   // repetitions that are pumped
	mostMultiplied = 600 // characters that stand in front of the pump
	windowLength   = 150 // times that the pump stands there while these are looked for
)

// multiplied looks for growth that counted repetitions end, behind a text on which many runs come to what grows: the
// parts of a text that leads there are repeated, each as often as that makes the input more expensive. The more of what
// begins a match is within the reach of a counter, and the more of what goes on from there, the more runs there are.
func (d *decision) multiplied() (v Verdict, ok bool) {
	if d.prover.price() == nil || d.prover.meter == nil {
		return v, false
	}
	var windows []*syntax.Node
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpRepeat && (n.Max == syntax.Unbounded || n.Max-n.Min >= leastWindow) && len(windows) < mostWindows {
			windows = append(windows, n)
		}
		return n.Op != syntax.OpLook
	})
	for _, window := range windows {
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
	}
	return v, false
}

// multiply repeats the parts of an input before the last one, as long as that makes it clearly more expensive: each time
// the part that does so most for the characters that it adds.
func (d *decision) multiply(parts []bound.Part) []bound.Part {
	const clearly = 1.02
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
