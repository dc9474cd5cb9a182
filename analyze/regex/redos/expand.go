package redos

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// mostTexts is the largest number of texts of a group that are put in its place one by one.
const mostTexts = 16

// mostAlike is the largest number of characters of which one stands for all that are alike.
const mostAlike = 256

// expands reports whether a pattern is linear because it is so for each text that a group can have to which it
// refers: each way through the pattern is one through the pattern in which that text stands instead of the group and
// of what refers to it, and a search ends no later.
func (d *decision) expands() bool {
	if d.part || d.mode == syntax.All || d.tree.Flags.Has(syntax.RightToLeft) {
		return false // where every match is looked for, one text may pass over what another one tries
	}
	root := d.tree.Root
	for (root.Op == syntax.OpGroup && root.Index == 0 && root.Pop == 0 || root.Op == syntax.OpConcat) && len(root.Subs) == 1 {
		root = root.Subs[0]
	}
	if root.Op != syntax.OpConcat || root.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpIf || n.Op == syntax.OpCall || n.Op == syntax.OpVerb || n.Pop > 0
	}) {
		return false
	}
	for i, n := range root.Subs {
		if n.Op != syntax.OpGroup || n.Index == 0 || len(root.Groups(n.Index)) > 1 || refers(root.Subs[:i+1], n.Index) || !refers(root.Subs[i+1:], n.Index) {
			continue
		}
		texts, ok := textsOf(n.Subs[0])
		if !ok {
			if texts, ok = d.kindsOf(n); !ok {
				continue
			}
		}
		linear := len(texts) > 0 // of none nothing follows for what stands in front of the group
		for _, text := range texts {
			tree := *d.tree
			tree.Root = &syntax.Node{Op: syntax.OpConcat, Span: root.Span, Subs: slices.Clone(root.Subs)}
			for k := range tree.Root.Subs {
				tree.Root.Subs[k] = fixed(root.Subs[k], n.Index, text)
			}
			one := &decision{ctx: d.ctx, tree: &tree, mode: d.mode, limits: d.limits, prover: newProver(&tree, d.mode, d.limits.Steps), part: true}
			if linear = one.backtracking().Class == Linear; !linear {
				break
			}
		}
		if linear {
			return true
		}
	}
	return false
}

// kindsOf returns a character of each kind that a group of one character can have, if those are not too many: of
// characters that nothing but the group tells from each other, one stands for all. What holds with one of them in the
// place of the group holds with another one, for texts in which the two have changed places.
func (d *decision) kindsOf(group *syntax.Node) (texts [][]rune, ok bool) {
	one := group.Subs[0]
	if one.Op != syntax.OpSet || one.Set.Size() > mostAlike {
		return nil, false
	}
	sets := []charset.Set{one.Set, charset.Of('\r'), charset.Of('\n'), charset.Of(0x85, 0x2028, 0x2029)}
	told := false // by something that is no set
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		told = told || n.Op == syntax.OpAbsent || n.Op == syntax.OpBackref && n.Fold != syntax.FoldNone
		if n != group && len(n.Set) > 0 { // of assertions too
			sets = append(sets, n.Set)
		}
		return n != group && !told
	})
	if told {
		return nil, false
	}
	alphabet := charset.NewPartition(sets, d.tree.MaxChar())
	for class := range alphabet.Len {
		if in := alphabet.Ranges(class).Intersect(one.Set); len(in) > 0 {
			texts = append(texts, []rune{in[0].Lo})
		}
	}
	return texts, len(texts) <= mostTexts
}

// refers reports whether nodes refer to a group.
func refers(nodes []*syntax.Node, group int) bool {
	return slices.ContainsFunc(nodes, func(n *syntax.Node) bool {
		return n.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpBackref && slices.Contains(n.Refs, group) })
	})
}

// textsOf returns all texts that n matches, if they are few.
func textsOf(n *syntax.Node) (texts [][]rune, ok bool) {
	switch n.Op {
	case syntax.OpEmpty:
		return [][]rune{nil}, true
	case syntax.OpSet:
		if n.Set.Size() > mostTexts {
			return nil, false
		}
		for _, span := range n.Set {
			for r := span.Lo; r <= span.Hi; r++ {
				texts = append(texts, []rune{r})
			}
		}
		return texts, true
	case syntax.OpGroup:
		if n.Index > 0 {
			return nil, false
		}
		return textsOf(n.Subs[0])
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			more, ok := textsOf(sub)
			if texts = append(texts, more...); !ok || len(texts) > mostTexts {
				return nil, false
			}
		}
		return texts, true
	case syntax.OpConcat:
		texts = [][]rune{nil}
		for _, sub := range n.Subs {
			more, ok := textsOf(sub)
			if texts = inRow(texts, more); !ok || len(texts) > mostTexts {
				return nil, false
			}
		}
		return texts, true
	case syntax.OpRepeat:
		once, ok := textsOf(n.Subs[0])
		if !ok || n.Max > mostTexts || n.Max == syntax.Unbounded {
			return nil, false
		}
		row := [][]rune{nil}
		for count := 0; ; count++ {
			if count >= n.Min {
				texts = append(texts, row...)
			}
			if len(texts) > mostTexts || len(row) > mostTexts {
				return nil, false
			}
			if count == n.Max {
				return texts, true
			}
			row = inRow(row, once)
		}
	}
	return nil, false
}

// inRow returns each of heads with each of tails behind it.
func inRow(heads, tails [][]rune) (texts [][]rune) {
	for _, head := range heads {
		for _, tail := range tails {
			texts = append(texts, append(slices.Clone(head), tail...))
		}
	}
	return texts
}

// fixed returns n with a text instead of a group and of what refers to it.
func fixed(n *syntax.Node, group int, text []rune) *syntax.Node {
	if n.Op == syntax.OpBackref && len(n.Refs) == 1 && n.Refs[0] == group && n.Fold == 0 {
		return spelled(n.Span, text)
	}
	c := *n
	c.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		if n.Op == syntax.OpGroup && n.Index == group {
			c.Subs[i] = spelled(sub.Span, text)
		} else {
			c.Subs[i] = fixed(sub, group, text)
		}
	}
	return &c
}

// spelled matches a text.
func spelled(span syntax.Span, text []rune) *syntax.Node {
	n := &syntax.Node{Op: syntax.OpConcat, Span: span}
	for _, r := range text {
		n.Subs = append(n.Subs, &syntax.Node{Op: syntax.OpSet, Span: span, Set: charset.Of(r)})
	}
	return n
}
