package redos

import (
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/transform"
	"snag/analyze/wtf8"
)

// Bounds on the search for attacks that repeat no character.
const (
	leastDistinct  = 1000 // characters in a row: fewer end the growth before it amounts to anything
	mostRanges     = 4    // of them
	mostReferred   = 4    // groups
	mostLeadRising = 30   // characters that lead to a group
)

// distinct looks for an attack on what asks for the text of a group once more: of ever new characters, where any text that
// repeats itself soon has it, or of a long text and one that is nearly the same.
func (d *decision) distinct() (v Verdict, ok bool) {
	if d.part {
		return v, false
	}
	attacks := append(d.rising(), d.echoes()...)
	limit := d.prover.steps + 2*chainSteps
	for degree := 3; degree >= 2; degree-- {
		for _, a := range attacks {
			if d.prover.steps > limit || d.ctx.Err() != nil {
				return v, false
			}
			r := d.prover.replay(a)
			if _, grows := r.grows(degree); grows {
				v = (&hunter{decision: d}).verdict(a, degree, r.estimate(degree, d.limits.Steps))
				v.AtLeast, v.Bounded = true, r.ends
				if !a.Rises() {
					return v, true
				}
				once := newProver(d.tree, syntax.Prefix, d.limits.Steps)
				if _, grows := once.replay(a).grows(degree); !grows && d.mode != syntax.Full {
					v.Rule = SearchRestart
				}
				return v, true
			}
		}
	}
	return v, false
}

// rising returns attacks whose pumps begin with ever new characters, the shortest pumps first: one for each group that is
// referred to, behind what leads to it, with what stands between it and the next loop.
func (d *decision) rising() (attacks []attack.Attack) {
	ranges := manyInRow(d.tree)
	for _, group := range referred(d.tree.Root) {
		lead, between := d.around(group)
		if len(lead) > mostLeadRising || len(between) > mostLeadRising {
			continue
		}
		for _, span := range ranges {
			var rests []string
			for _, rest := range [][]rune{nil, lead, between, append(slices.Clone(between), lead...)} {
				if text := wtf8.Encode(rest); !slices.Contains(rests, text) {
					rests = append(rests, text)
				}
			}
			for _, rest := range rests {
				pump := attack.Pump{Prefix: wtf8.Encode(lead), Pump: string(span.Lo) + rest, RisesTo: span.Hi}
				for _, suffix := range []string{"", "!", "\n"} {
					attacks = append(attacks, attack.Attack{Pumps: []attack.Pump{pump}, Suffix: suffix})
				}
			}
		}
	}
	return attacks
}

// echoes returns attacks that repeat what a loop in a group reads, and once more in front of what refers to the group: a
// long text is compared at every place of one that is nearly as long.
func (d *decision) echoes() (attacks []attack.Attack) {
	for _, group := range referred(d.tree.Root) {
		for _, loop := range group.Loops() {
			s := sample.New(nil)
			lead, _ := s.Until(d.tree.Root, loop)
			pump := s.Text(loop.Subs[0])
			_, between := d.around(group)
			if len(pump) == 0 || len(lead) > mostLeadRising || len(between) > mostLeadRising {
				continue
			}
			for _, apart := range []string{"!", "\n", "x"} {
				first := attack.Pump{Prefix: wtf8.Encode(lead), Pump: wtf8.Encode(pump)}
				again := attack.Pump{Prefix: wtf8.Encode(between) + apart, Pump: wtf8.Encode(pump)}
				room := attack.Pump{Pump: strings.Repeat(apart, len(pump))} // or there would be nothing to compare with
				attacks = append(attacks, attack.Attack{Pumps: []attack.Pump{first, again, room}})
			}
		}
	}
	return attacks
}

// referred returns the groups that references refer to.
func referred(root *syntax.Node) (groups []*syntax.Node) {
	var indices []int
	syntax.Walk(root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpBackref {
			indices = append(indices, n.Refs...)
		}
		return true
	})
	syntax.Walk(root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpGroup && slices.Contains(indices, n.Index) && len(groups) < mostReferred {
			groups = append(groups, n)
		}
		return true
	})
	return groups
}

// around returns a text that leads to a group, and one that may stand between it and the next loop.
func (d *decision) around(group *syntax.Node) (lead, between []rune) {
	s := sample.New(nil)
	lead, _ = s.Until(d.tree.Root, group)
	inside := s.Text(group)
	for _, loop := range d.tree.Root.Loops() {
		s := sample.New(nil)
		text, found := s.Until(d.tree.Root, loop)
		if skip := len(lead) + len(inside); found && len(text) > skip && loop.Span.Start >= group.Span.End {
			return lead, text[skip:]
		}
	}
	return lead, nil
}

// manyInRow returns ranges of many characters of which the pattern tells none from the others: where it allows that, of
// ideographs, which are letters, and of private use, which are not.
func manyInRow(tree *syntax.Tree) (ranges []charset.Range) {
	var sets []charset.Set
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		if len(n.Set) > 0 && len(sets) < 100 {
			sets = append(sets, n.Set)
		}
		return true
	})
	add := func(set charset.Set) bool {
		var longest charset.Range
		for _, span := range set {
			if span.Hi-span.Lo > longest.Hi-longest.Lo {
				longest = span
			}
		}
		many := longest.Hi-longest.Lo+1 >= leastDistinct
		if many && len(ranges) < mostRanges && !slices.Contains(ranges, longest) {
			ranges = append(ranges, longest)
		}
		return many
	}
	alphabet := charset.NewPartition(sets, tree.MaxChar())
	plane := charset.New(charset.Range{Lo: 0x100, Hi: 0xD7FF}, charset.Range{Lo: 0xE000, Hi: 0xFFFF})
	for class := range alphabet.Len {
		all := plane.Intersect(alphabet.Ranges(class))
		letters := add(all.Intersect(charset.New(charset.Range{Lo: 0x4E00, Hi: 0x9FFF})))
		private := add(all.Intersect(charset.New(charset.Range{Lo: 0xE000, Hi: 0xF8FF})))
		if !letters && !private {
			add(all)
		}
	}
	return ranges
}

// adjacent decides a pattern whose references ask whether a character is the one before by one in which few stand for all.
func (d *decision) adjacent() (v Verdict, ok bool) {
	if d.part || d.tree.Flags.Has(syntax.RightToLeft) {
		return v, false
	}
	tree, ok := transform.Narrowed(d.tree)
	if !ok {
		return v, false
	}
	two := &decision{ctx: d.ctx, tree: tree, mode: d.mode, limits: d.limits, prover: newProver(tree, d.mode, d.limits.Steps), part: true}
	if v = two.backtracking(); v.Attack == nil {
		return v, v.Class == Linear
	}
	return d.claim(v, *v.Attack, d.prover.replay(*v.Attack))
}
