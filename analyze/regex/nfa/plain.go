package nfa

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// PlainAtomics returns root without the atomic groups that need no body of their own: those whose body
// has one way at most, and repetitions of such a body, which end where no more of them follow.
func PlainAtomics(root *syntax.Node) *syntax.Node {
	p := plainer{left: 200_000}
	return p.plain(root)
}

// plainer works on one tree.
type plainer struct {
	left int // nodes that may still be looked at
}

func (p *plainer) plain(n *syntax.Node) *syntax.Node {
	if p.left--; p.left < 0 || n.Op == syntax.OpLook && n.Behind { // which may be read the other way
		return n
	}
	n = rewrite(n, p.plain)
	if n.Op == syntax.OpConcat {
		return withoutChecks(n)
	}
	if n.Op != syntax.OpAtomic {
		return n
	}
	body := n.Subs[0]
	for body.Op == syntax.OpGroup && body.Index == 0 && body.Pop == 0 || body.Op == syntax.OpConcat && len(body.Subs) == 1 {
		body = body.Subs[0]
	}
	if isOneWay(body) {
		return body
	}
	switch body.Op {
	case syntax.OpRepeat:
		if r := plainRepeat(body); r != nil {
			return r
		}
	case syntax.OpConcat: // only the last part has several ways
		if c := plainSearch(body); c != nil {
			return c
		}
		last := len(body.Subs) - 1
		for _, sub := range body.Subs[:last] {
			if !isOneWay(sub) {
				return n
			}
		}
		c := *body
		c.Subs = append(slices.Clone(body.Subs[:last]), p.plain(around(n, body.Subs[last])))
		return &c
	case syntax.OpGroup:
		c := *body
		c.Subs = []*syntax.Node{p.plain(around(n, body.Subs[0]))}
		return &c
	case syntax.OpAlternate:
		if a := plainAlternate(body); a != nil {
			return a
		}
		if exclusive(body) { // the first character chooses
			c := *body
			c.Subs = make([]*syntax.Node, len(body.Subs))
			for i, sub := range body.Subs {
				c.Subs[i] = p.plain(around(n, sub))
			}
			return &c
		}
	}
	return n
}

// withoutChecks returns the sequence n without the lookaheads behind loops that what follows makes
// needless: it begins with other characters than an iteration.
func withoutChecks(n *syntax.Node) *syntax.Node {
	c := n
	for i, sub := range n.Subs[:max(len(n.Subs)-1, 0)] {
		if sub.Op == syntax.OpConcat && len(sub.Subs) == 2 && sub.Subs[0].Op == syntax.OpRepeat && sub.Subs[0].Max == syntax.Unbounded &&
			sub.Subs[1].Op == syntax.OpLook && sub.Subs[1].Span == sub.Subs[0].Span && apart(sub.Subs[0].Subs[0], n.Subs[i+1]) {
			if c == n {
				copied := *n
				copied.Subs = slices.Clone(n.Subs)
				c = &copied
			}
			c.Subs[i] = sub.Subs[0]
		}
	}
	return c
}

// apart reports whether n and after begin with different characters, both with one.
func apart(n, after *syntax.Node) bool {
	one, empty := first(n, 0)
	other, open := first(after, 0)
	return !empty && !open && len(one.Intersect(other)) == 0
}

// around returns the atomic group n with another body.
func around(n, body *syntax.Node) *syntax.Node {
	c := *n
	c.Subs = []*syntax.Node{body}
	return &c
}

// isOneWay reports whether n has one way to match at most, wherever it stands.
func isOneWay(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpEmpty, syntax.OpSet, syntax.OpLook, syntax.OpKeep, syntax.OpAssert, syntax.OpAtomic:
		return true
	case syntax.OpBackref:
		return len(n.Refs) == 1
	case syntax.OpRepeat:
		return n.Min == n.Max && isOneWay(n.Subs[0])
	case syntax.OpGroup:
		return isOneWay(n.Subs[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !isOneWay(sub) }) && exclusive(n)
	case syntax.OpConcat:
		for i, sub := range n.Subs {
			if isOneWay(sub) {
				continue
			}
			if i+1 == len(n.Subs) || !isRun(sub, n.Subs[i+1]) &&
				!(sub.Op == syntax.OpRepeat && isOneWay(sub.Subs[0]) && apart(sub.Subs[0], n.Subs[i+1])) {
				return false
			}
		}
		return true
	}
	return false
}

// isRun reports whether loop repeats one character and after shows that no more of them follow.
func isRun(loop, after *syntax.Node) bool {
	return loop.Op == syntax.OpRepeat && loop.Max == syntax.Unbounded && !loop.Lazy && loop.Subs[0].Op == syntax.OpSet &&
		after.Op == syntax.OpLook && after.Negate && !after.Behind && after.Subs[0].Op == syntax.OpSet &&
		slices.Equal(after.Subs[0].Set, loop.Subs[0].Set)
}

// exclusive reports whether the alternatives of n begin with different characters.
func exclusive(n *syntax.Node) bool {
	if len(n.Subs) > 200 { // too many to compare
		return false
	}
	var all charset.Set
	for _, sub := range n.Subs {
		set, empty := first(sub, 0)
		if empty || len(set.Intersect(all)) > 0 {
			return false
		}
		all = all.Union(set)
	}
	return true
}

// first returns the characters with which n may begin, and whether it may match without a character, or
// that is not known.
func first(n *syntax.Node, depth int) (set charset.Set, empty bool) {
	if depth > 100 {
		return nil, true
	}
	switch n.Op {
	case syntax.OpSet:
		return n.Set, false
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			s, empty := first(sub, depth+1)
			if set = set.Union(s); !empty {
				return set, false
			}
		}
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			s, e := first(sub, depth+1)
			set, empty = set.Union(s), empty || e
		}
		return set, empty
	case syntax.OpRepeat:
		set, empty = first(n.Subs[0], depth+1)
		return set, empty || n.Min == 0
	case syntax.OpGroup, syntax.OpAtomic:
		return first(n.Subs[0], depth+1)
	}
	return set, true
}

// plainRepeat returns what an atomic group around n matches if n repeats one character, else nil.
func plainRepeat(n *syntax.Node) *syntax.Node {
	one := n.Subs[0].Bare()
	if n.Lazy && isOneWay(one) {
		least := *n
		least.Max, least.Lazy = n.Min, false
		return &least
	}
	if n.Lazy {
		return nil
	}
	if one.Op != syntax.OpSet {
		_, empty := first(one, 0)
		if n.Max != syntax.Unbounded || empty || !isOneWay(one) || !isRegular(one) && !isChecked(one) {
			return nil
		}
		no := &syntax.Node{Op: syntax.OpLook, Span: n.Span, Negate: true, Subs: []*syntax.Node{beginning(one)}}
		return &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{n, no}}
	}
	no := notNext(one.Set, n.Span)
	least := *n
	least.Max = n.Min
	switch {
	case n.Max == syntax.Unbounded:
		return &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{n, no}}
	case n.Max == n.Min+1:
		more := &syntax.Node{Op: syntax.OpAlternate, Span: n.Span, Subs: []*syntax.Node{one, no}}
		return &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{&least, more}}
	}
	return nil
}

// plainSearch returns what an atomic group around n matches if n goes on, as lazily as it can, to what follows a
// loop over one set: the loop ends at the first place where that is. It returns nil for other sequences.
func plainSearch(n *syntax.Node) *syntax.Node {
	loop, after := n.Subs[0], n.Subs[1:]
	if loop.Op == syntax.OpGroup && loop.Pop == 0 {
		loop = loop.Subs[0]
	}
	if loop.Op != syntax.OpRepeat || !loop.Lazy || loop.Max != syntax.Unbounded || loop.Min > 1 || loop.Subs[0].Op != syntax.OpSet || len(after) == 0 {
		return nil
	}
	for _, sub := range after {
		if !isOneWay(sub) || !isRegular(sub) || sub.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpGroup && n.Index > 0 || n.Op == syntax.OpLook }) {
			return nil
		}
	}
	there := &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: after}
	if !isOneWay(there) {
		return nil
	}
	no := &syntax.Node{Op: syntax.OpLook, Span: n.Span, Negate: true, Subs: []*syntax.Node{there}}
	one := &syntax.Node{Op: syntax.OpConcat, Span: loop.Span, Subs: []*syntax.Node{no, loop.Subs[0]}}
	rest := *loop
	rest.Min, rest.Lazy, rest.Subs = 0, false, []*syntax.Node{one}
	var before *syntax.Node = &rest
	if loop.Min == 1 {
		before = &syntax.Node{Op: syntax.OpConcat, Span: loop.Span, Subs: []*syntax.Node{loop.Subs[0], &rest}}
	}
	if group := n.Subs[0]; group != loop {
		before = around(group, before)
	}
	return &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: append([]*syntax.Node{before}, after...)}
}

// isChecked reports whether n is one character that lookaheads allow: (?!X)Y.
func isChecked(n *syntax.Node) bool {
	if n.Op != syntax.OpConcat {
		return false
	}
	last := len(n.Subs) - 1
	for _, sub := range n.Subs[:last] {
		if sub.Op != syntax.OpLook || sub.Behind || !isRegular(sub.Subs[0]) || sub.Captures() {
			return false
		}
	}
	return n.Subs[last].Op == syntax.OpSet
}

// beginning returns what must match for n, which has one way, to match: without what follows a loop that
// is satisfied with one character, if nothing else does.
func beginning(n *syntax.Node) *syntax.Node {
	switch {
	case n.Op == syntax.OpGroup:
		return beginning(n.Subs[0])
	case n.Op == syntax.OpAlternate:
		return rewrite(n, beginning)
	case n.Op == syntax.OpConcat && len(n.Subs) == 2 && isRun(n.Subs[0], n.Subs[1]) && n.Subs[0].Min == 1:
		return n.Subs[0].Subs[0]
	}
	return n
}

// notNext is the lookahead that no character of set comes next.
func notNext(set charset.Set, span syntax.Span) *syntax.Node {
	char := &syntax.Node{Op: syntax.OpSet, Span: span, Set: set}
	return &syntax.Node{Op: syntax.OpLook, Span: span, Negate: true, Subs: []*syntax.Node{char}}
}

// plainAlternate returns what an atomic group around n matches if its alternatives are one character
// long, or one text of two that comes first, as for line breaks; else nil.
func plainAlternate(n *syntax.Node) *syntax.Node {
	var pair []*syntax.Node
	rest := n.Subs
	if first := n.Subs[0]; first.Op == syntax.OpConcat && len(first.Subs) == 2 && first.Subs[0].Op == syntax.OpSet && first.Subs[1].Op == syntax.OpSet {
		pair, rest = first.Subs, n.Subs[1:]
	}
	var set charset.Set
	for _, sub := range rest {
		if sub.Op != syntax.OpSet {
			return nil
		}
		set = set.Union(sub.Set)
	}
	char := func(s charset.Set) *syntax.Node { return &syntax.Node{Op: syntax.OpSet, Span: n.Span, Set: s} }
	if pair == nil {
		return char(set)
	}
	both := pair[0].Set.Intersect(set)
	alone := &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{char(both), notNext(pair[1].Set, n.Span)}}
	return &syntax.Node{Op: syntax.OpAlternate, Span: n.Span, Subs: []*syntax.Node{n.Subs[0], alone, char(set.Subtract(both))}}
}
