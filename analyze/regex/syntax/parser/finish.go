package parser

import (
	"slices"
	"strconv"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/validate"
)

// finish numbers the groups as the dialect does, resolves what refers to them, looks for what
// the dialect refuses, and returns the tree.
func (p *parser) finish(root *syntax.Node) *syntax.Node {
	if p.err != nil {
		return nil
	}
	if p.dialect == syntax.DotNet || p.dialect == syntax.Ruby && p.perl.named {
		p.renumber(root)
	}
	for _, n := range p.refs {
		if p.err == nil {
			p.resolve(n)
		}
	}
	for _, pop := range p.perl.pops {
		number, err := strconv.Atoi(pop.name)
		if err == nil {
			number = p.slot(number)
		} else if same := p.byName[pop.name]; same != nil {
			number = same[0]
		}
		if number == 0 {
			p.fail(pop.node.Span.Start, msgBadReference)
			break
		}
		pop.node.Pop = number
	}
	if p.err == nil {
		p.err = p.refused(root)
	}
	if p.err != nil {
		return nil
	}
	return root
}

// refused returns the error for what the compiler of the dialect takes for no pattern, although it can be read.
func (p *parser) refused(root *syntax.Node) (err *syntax.Error) {
	tree := &syntax.Tree{Dialect: p.dialect, Source: p.src, Root: root, Groups: len(p.names)}
	if len(p.perl.behinds) > 0 {
		err = validate.Lookbehinds(tree, p.perl.behinds)
	}
	if err == nil && p.perl.calls && p.dialect == syntax.Ruby {
		err = validate.Recursion(tree, p.refs)
	}
	return err
}

// slot returns the capture that has a number in .NET, or 0.
func (p *parser) slot(number int) int {
	i, ok := slices.BinarySearch(p.perl.numbers, number)
	if !ok {
		return 0
	}
	return i + 1
}

// renumber gives groups the numbers that they have in the end.
func (p *parser) renumber(root *syntax.Node) {
	var numbers []int
	if p.dialect == syntax.DotNet {
		numbers = p.numberDotNet()
	} else {
		// Beside groups with names, others do not capture.
		numbers = make([]int, len(p.names)+1)
		next := 0
		for i, name := range p.names {
			if name != "" {
				next++
				numbers[i+1] = next
			}
		}
	}
	names := make([]string, slices.Max(numbers))
	for i, n := range numbers {
		if n > 0 && p.names[i-1] != "" {
			names[n-1] = p.names[i-1]
		}
	}
	for i, number := range p.perl.numbers {
		// A number that the place tells needs no name.
		if number == i+1 && names[i] == strconv.Itoa(number) {
			names[i] = ""
		}
	}
	for _, same := range p.byName {
		for i := range same {
			same[i] = numbers[same[i]]
		}
	}
	for name, same := range p.byName {
		slices.Sort(same)
		p.byName[name] = slices.Compact(same)
	}
	p.names = names
	p.number = len(names)
	next := 1
	p.renumberNode(root, numbers, &next)
}

// renumberNode renumbers n and what is in it, and bounds its captures. next is the number of the next
// capture in the order of the pattern.
func (p *parser) renumberNode(n *syntax.Node, numbers []int, next *int) {
	lo, hi := *next, 0
	if n.Op == syntax.OpGroup && n.Index > 0 {
		n.Index = numbers[n.Index]
		n.Name = ""
		if n.Index > 0 {
			n.Name = p.names[n.Index-1]
			*next++
			lo, hi = n.Index, n.Index+1
		}
	}
	for _, sub := range n.Subs {
		p.renumberNode(sub, numbers, next)
		if sub.GroupLo < sub.GroupHi {
			if hi == 0 {
				lo = sub.GroupLo
			}
			lo, hi = min(lo, sub.GroupLo), max(hi, sub.GroupHi)
		}
	}
	n.GroupLo, n.GroupHi = lo, max(lo, hi)
}

// resolve finds the groups that n refers to.
func (p *parser) resolve(n *syntax.Node) {
	switch {
	case n.Op == syntax.OpLook:
		// The condition on recursion (?(R)...): it never holds in a pattern without calls.
		if p.perl.calls {
			p.unmodelled(n.Span.Start, "a condition on recursion")
		}
		n.Name = ""
		return
	case n.Name != "":
		n.Refs = p.byName[n.Name]
		if n.Refs == nil {
			p.fail(n.Span.Start, msgBadReference)
		} else if n.Op == syntax.OpCall {
			if len(n.Refs) > 1 && p.dialect == syntax.Ruby {
				p.fail(n.Span.Start, "several groups have the name that is called")
			}
			n.Refs = n.Refs[:1]
		}
		return
	case p.dialect == syntax.DotNet:
		number := n.Refs[0]
		if n.Refs[0] = p.slot(number); n.Refs[0] == 0 {
			p.fail(n.Span.Start, msgBadReference)
		}
		return
	case p.dialect == syntax.Ruby && p.perl.named:
		if n.Op != syntax.OpCall || n.Refs[0] > 0 {
			p.fail(n.Span.Start, "references by number are not allowed beside named groups")
		}
		return
	case n.Refs[0] <= len(p.names):
		return
	case p.dialect == syntax.Perl && n.Op == syntax.OpIf:
		// No such group is ever set.
		look := p.settled(false, n.Span.Start)
		at := syntax.Span{Start: n.Span.Start, End: n.Span.Start}
		look.Span, look.Subs[0].Span = at, at
		look.GroupLo, look.GroupHi = n.GroupLo, n.GroupLo
		look.Subs[0].GroupLo, look.Subs[0].GroupHi = n.GroupLo, n.GroupLo
		n.Refs, n.Subs = nil, append([]*syntax.Node{look}, n.Subs...)
		return
	case p.dialect == syntax.Java:
		// Such a reference never matches.
		n.Op, n.Set, n.Refs, n.Fold = syntax.OpSet, never, nil, syntax.FoldNone
		return
	}
	p.fail(n.Span.Start, msgBadReference)
}
