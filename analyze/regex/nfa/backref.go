package nfa

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Bounds on what a backreference is replaced by exactly.
const (
	maxValues     = 6    // texts that the group may capture
	maxValueLen   = 24   // characters of one text
	maxSpecialise = 3000 // characters of all copies
)

// settleBackrefs returns root with the backreferences worked in whose value is known: those that
// stand inside or before their group, which capture nothing in ECMAScript since every iteration
// begins with its captures reset (22.2.2.3.1, RepeatMatcher step 4), and those to a group that can
// capture a few texts only, by an alternative for each text. Conditions whether a group is set that may
// be left out are worked in likewise.
func settleBackrefs(root *syntax.Node, groups int, ecma bool) *syntax.Node {
	s := settler{refs: make([]int, groups+1), groups: make([]int, groups+1), conditions: make([]int, groups+1), ecma: ecma}
	if s.count(root); !s.any || s.dynamic {
		return root
	}
	if ecma {
		root = s.early(root, make([]bool, groups+1))
	}
	for k, n := range s.refs {
		if s.groups[k] > 1 {
			continue // the number does not tell which one it is
		}
		if s.conditions[k] > 0 {
			root = s.presence(root, k, false)
		} else if n > 0 {
			root = s.specialise(root, k, false)
		}
	}
	return root
}

type settler struct {
	refs       []int // backreferences to each group, and conditions on it, without those to several
	conditions []int // conditions on each group
	groups     []int // groups of each number
	any        bool  // there are backreferences or conditions
	dynamic    bool  // what a group has captured does not follow from the place in the pattern
	ecma       bool  // captures end with the iteration, and what is not set matches nothing
}

func (s *settler) count(n *syntax.Node) {
	switch n.Op {
	case syntax.OpBackref, syntax.OpIf:
		s.any = s.any || len(n.Refs) > 0
		if len(n.Refs) == 1 {
			s.refs[n.Refs[0]]++
			if n.Op == syntax.OpIf {
				s.conditions[n.Refs[0]]++
			}
		}
	case syntax.OpGroup:
		s.groups[n.Index]++
		s.dynamic = s.dynamic || n.Pop != 0
	case syntax.OpCall:
		s.dynamic = true
	}
	for _, sub := range n.Subs {
		s.count(sub)
	}
}

// early replaces the backreferences to groups that are not closed yet. Lookbehinds, which run the
// other way, are left alone.
func (s *settler) early(n *syntax.Node, closed []bool) *syntax.Node {
	switch n.Op {
	case syntax.OpBackref:
		for _, ref := range n.Refs {
			if closed[ref] {
				return n
			}
		}
		if len(n.Refs) == 1 {
			s.refs[n.Refs[0]]--
		}
		return &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
	case syntax.OpLook:
		if n.Behind {
			markClosed(n, closed)
			return n
		}
	}
	n = rewrite(n, func(sub *syntax.Node) *syntax.Node { return s.early(sub, closed) })
	if n.Op == syntax.OpGroup && n.Index > 0 {
		closed[n.Index] = true
	}
	return n
}

func markClosed(n *syntax.Node, closed []bool) {
	if n.Op == syntax.OpGroup && n.Index > 0 {
		closed[n.Index] = true
	}
	for _, sub := range n.Subs {
		markClosed(sub, closed)
	}
}

// rewrite returns n with every operand replaced by what f makes of it. It copies only what changes.
func rewrite(n *syntax.Node, f func(*syntax.Node) *syntax.Node) *syntax.Node {
	var subs []*syntax.Node
	for i, sub := range n.Subs {
		r := f(sub)
		if r != sub && subs == nil {
			subs = append(make([]*syntax.Node, 0, len(n.Subs)), n.Subs[:i]...)
		}
		if subs != nil {
			subs = append(subs, r)
		}
	}
	if subs == nil {
		return n
	}
	c := *n
	c.Subs = subs
	return &c
}

// specialise replaces, in the smallest sequence that holds group k and all that refers to it, the
// part from the group on by one alternative for each text that the group may capture. In a loop, a
// group that is left out may still hold what an earlier iteration captured, save in ECMAScript.
func (s *settler) specialise(n *syntax.Node, k int, looped bool) *syntax.Node {
	if inner, found := s.descend(n, k, looped, s.specialise); found {
		return inner
	}
	at, group, optional := s.find(n, k)
	if group == nil || optional != nil && looped && !s.ecma {
		return n
	}
	fold, ok := foldOf(n, k)
	if !ok {
		return n
	}
	values, ok := valuesOf(group.Subs[0], fold)
	rest := &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: n.Subs[at:]}
	if !ok || (len(values)+1)*size(rest, maxSpecialise) > maxSpecialise {
		return n
	}
	alts := &syntax.Node{Op: syntax.OpAlternate, Span: n.Span}
	for _, v := range values {
		if v == nil {
			v = []*syntax.Node{} // set, but empty
		}
		alts.Subs = append(alts.Subs, s.substitute(rest, k, v, optional))
	}
	if optional != nil {
		alts.Subs = append(alts.Subs, s.substitute(rest, k, nil, optional))
	}
	c := *n
	c.Subs = append(append([]*syntax.Node{}, n.Subs[:at]...), alts)
	return &c
}

// descend applies f to the operand of n that holds group k and all that refers to it, if there is one.
func (s *settler) descend(n *syntax.Node, k int, looped bool, f func(*syntax.Node, int, bool) *syntax.Node) (*syntax.Node, bool) {
	for i, sub := range n.Subs {
		if s.holds(sub, k) == s.refs[k] && contains(sub, k) {
			looped = looped || n.Op == syntax.OpRepeat && n.Max != 1
			return rewrite(n, func(m *syntax.Node) *syntax.Node {
				if m == n.Subs[i] {
					return f(m, k, looped)
				}
				return m
			}), true
		}
	}
	return nil, false
}

// find returns the operand of sequence n that holds group k, the group, and what it is optional by: see
// lead.
func (s *settler) find(n *syntax.Node, k int) (at int, group, optional *syntax.Node) {
	if n.Op != syntax.OpConcat {
		return 0, nil, nil
	}
	at = -1
	for i, sub := range n.Subs {
		if contains(sub, k) {
			at = i
		}
	}
	if at < 0 {
		return 0, nil, nil
	}
	group, optional = lead(n.Subs[at], k)
	return at, group, optional
}

// presence replaces, in the smallest sequence that holds group k and the conditions on it, the part from
// the group on by an alternative with the group and one without it.
func (s *settler) presence(n *syntax.Node, k int, looped bool) *syntax.Node {
	if inner, found := s.descend(n, k, looped, s.presence); found {
		return inner
	}
	at, group, optional := s.find(n, k)
	if group == nil || optional != nil && looped && !s.ecma || s.holds(group, k) > 0 {
		return n // within the group it is not set yet, or by an earlier iteration
	}
	rest := &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: n.Subs[at:]}
	c := *n
	with := decide(rest, k, true, optional)
	if optional == nil {
		c.Subs = append(append([]*syntax.Node{}, n.Subs[:at]...), with)
		return &c
	}
	alts := &syntax.Node{Op: syntax.OpAlternate, Span: n.Span, Subs: []*syntax.Node{with, decide(rest, k, false, optional)}}
	c.Subs = append(append([]*syntax.Node{}, n.Subs[:at]...), alts)
	return &c
}

// decide returns n for the case that group k is set or not, which optional decides if it is not nil.
func decide(n *syntax.Node, k int, set bool, optional *syntax.Node) *syntax.Node {
	switch {
	case optional != nil && n == optional && set:
		return n.Subs[0]
	case optional != nil && n == optional:
		return &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
	case n.Op == syntax.OpIf && len(n.Refs) == 1 && n.Refs[0] == k:
		branch := n.Subs[1]
		if set {
			branch = n.Subs[0]
		}
		return decide(branch, k, set, optional)
	case n.Op == syntax.OpBackref && len(n.Refs) == 1 && n.Refs[0] == k && !set:
		return &syntax.Node{Op: syntax.OpSet, Span: n.Span}
	}
	return rewrite(n, func(sub *syntax.Node) *syntax.Node { return decide(sub, k, set, optional) })
}

// holds counts the backreferences to group k in n, and the conditions on it.
func (s *settler) holds(n *syntax.Node, k int) int {
	sum := 0
	if (n.Op == syntax.OpBackref || n.Op == syntax.OpIf) && len(n.Refs) == 1 && n.Refs[0] == k {
		sum++
	}
	for _, sub := range n.Subs {
		sum += s.holds(sub, k)
	}
	return sum
}

func contains(n *syntax.Node, k int) bool {
	if n.Op == syntax.OpGroup && n.Index == k {
		return true
	}
	for _, sub := range n.Subs {
		if contains(sub, k) {
			return true
		}
	}
	return false
}

// lead returns group k if n is sure to pass it exactly once and before anything else that has a
// choice. If it passes the group once or not at all, optional is the repetition that decides.
func lead(n *syntax.Node, k int) (group, optional *syntax.Node) {
	for {
		switch n.Op {
		case syntax.OpGroup:
			if n.Index == k {
				return n, optional
			}
			n = n.Subs[0]
		case syntax.OpLook:
			if n.Behind || n.Negate {
				return nil, nil
			}
			n = n.Subs[0]
		case syntax.OpRepeat:
			if optional != nil || n.Min != 0 || n.Max != 1 || n.Lazy {
				return nil, nil
			}
			optional = n
			n = n.Subs[0]
		case syntax.OpConcat:
			var next *syntax.Node
			for _, sub := range n.Subs {
				if contains(sub, k) {
					next = sub
					break
				}
				if sub.Op != syntax.OpSet && sub.Op != syntax.OpAssert && sub.Op != syntax.OpEmpty {
					return nil, nil
				}
			}
			n = next
		default:
			return nil, nil
		}
		if n == nil {
			return nil, nil
		}
	}
}

// substitute returns n with group k and what refers to it replaced by value. A nil value leaves out
// optional, which holds the group.
func (s *settler) substitute(n *syntax.Node, k int, value []*syntax.Node, optional *syntax.Node) *syntax.Node {
	if optional != nil && n == optional {
		if value == nil {
			return &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
		}
		return s.substitute(n.Subs[0], k, value, nil)
	}
	if n.Op == syntax.OpBackref && len(n.Refs) == 1 && n.Refs[0] == k && value == nil && !s.ecma && optional != nil {
		return &syntax.Node{Op: syntax.OpSet, Span: n.Span} // not set, it fails
	}
	if n.Op == syntax.OpGroup && n.Index == k || n.Op == syntax.OpBackref && len(n.Refs) == 1 && n.Refs[0] == k {
		text := &syntax.Node{Op: syntax.OpConcat, Span: n.Span}
		for _, c := range value {
			at := *c
			if n.Op == syntax.OpBackref {
				at.Span, at.Set = n.Span, charset.FoldClosure(at.Set, n.Fold)
			}
			text.Subs = append(text.Subs, &at)
		}
		if n.Op == syntax.OpGroup { // keeps its number for what else refers to it
			g := *n
			g.Subs = []*syntax.Node{text}
			return &g
		}
		return text
	}
	return rewrite(n, func(sub *syntax.Node) *syntax.Node { return s.substitute(sub, k, value, optional) })
}
