package backtrack

import (
	"slices"
	"unicode/utf8"

	"snag/analyze/regex/syntax"
)

// A Lookup is a part of a pattern at whose end Onigmo, the engine of Ruby, goes through what lies on its stack since the
// part began, to find what it put there: how often a repetition inside another has run, where an iteration began that may
// be empty, where to return from a call. That costs as much as the part left to come back to, each time.
type Lookup struct {
	// Node is the part. Of a repetition that Each is set for it is each iteration that ends and begins anew, else all
	// iterations up to the one that ends. Of the whole pattern that is called it is the root.
	Node *syntax.Node
	Each bool
	// Nested reports whether the part may be within itself, so that the same is gone through from many levels.
	Nested bool
}

// shortCount is how many iterations at most may lie on the stack that going through them counts for nothing.
const shortCount = 1000

// Lookups returns the lookups of a tree that go through more than a bounded number of entries, those of inner parts first.
// Dialects other than Ruby have none.
func Lookups(tree *syntax.Tree) []Lookup {
	if tree.Dialect != syntax.Ruby {
		return nil
	}
	s := surveyed(tree)
	if tree.Flags.Has(syntax.Oniguruma) && len(s.called) == 0 {
		return nil
	}
	s.visit(tree.Root, false)
	if s.called[0] {
		s.routine(tree.Root, 0)
	}
	return s.found
}

// CountsAnew reports whether Onigmo, the engine of Ruby, takes the pattern for one whose branches it cannot remember: a
// repetition whose iterations it counts stands in another, or a group is called.
func CountsAnew(tree *syntax.Tree) bool {
	s := surveyed(tree)
	return len(s.called) > 0 || s.countsWithin(tree.Root, false)
}

// surveyed returns a survey that knows which groups are called.
func surveyed(tree *syntax.Tree) *lookupSurvey {
	s := &lookupSurvey{tree: tree, called: make(map[int]bool), nested: make(map[int]bool), leaving: make(map[int]bool), kept: make(map[*syntax.Node]bool)}
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		switch n.Op {
		case syntax.OpCall:
			s.called[n.Refs[0]] = true
		case syntax.OpConcat:
			for i, sub := range n.Subs[1:] {
				s.keep(n.Subs[i], sub)
			}
		}
		return true
	})
	return s
}

// keep notes n if it is a loop of single characters with which next cannot begin: Onigmo does not let it give back any,
// wherever it is called. Where its comparison of sets might fail the loop is taken for one that does.
func (s *lookupSurvey) keep(n, next *syntax.Node) {
	for n.Op == syntax.OpGroup {
		n = n.Subs[0]
	}
	for next.Op == syntax.OpGroup || next.Op == syntax.OpAtomic || next.Op == syntax.OpConcat || next.Op == syntax.OpRepeat && next.Min > 0 {
		next = next.Subs[0]
	}
	if !n.IsLoop() || n.Lazy || n.Min > 1 || next.Op != syntax.OpSet || n.Subs[0].Op != syntax.OpSet || s.tree.Flags.Has(syntax.IgnoreCase) {
		return
	}
	one, other := n.Subs[0], next
	if s.isDot(one) || one.Set.IsEmpty() || other.Set.IsEmpty() || one.Set.Overlaps(other.Set) {
		return
	}
	if last := min(one.Set[len(one.Set)-1].Hi, other.Set[len(other.Set)-1].Hi); last < utf8.RuneSelf {
		s.kept[n] = true
	}
}

// looksUp reports whether there is a lookup at the end of n, or of each of its iterations.
func (c *compiler) looksUp(n *syntax.Node, each bool) bool {
	return slices.ContainsFunc(c.lookups, func(l Lookup) bool { return l.Node == n && l.Each == each })
}

// remains is the operand of what gives up ways, if that leaves entries on the stack.
func (c *compiler) remains(leaves bool) int {
	if leaves && c.p.lookups {
		return 1
	}
	return 0
}

// begin emits what a lookup begins with, if there is one, and returns its register, else -1.
func (c *compiler) begin(is bool) int {
	if !is {
		return -1
	}
	register := c.register()
	c.emit(opBegin, register, 0)
	return register
}

// lookup emits a lookup that began with register, if that is none of -1.
func (c *compiler) lookup(register int) {
	if register >= 0 {
		c.emit(opLookup, register, 0)
	}
}

// lookupSurvey collects the lookups of one tree.
type lookupSurvey struct {
	tree            *syntax.Tree
	called          map[int]bool          // groups
	nested, leaving map[int]bool          // of these: those that may be within themselves, that leave any number of entries
	kept            map[*syntax.Node]bool // loops that Onigmo takes for possessive
	found           []Lookup
}

func (s *lookupSurvey) visit(n *syntax.Node, repeated bool) {
	for _, sub := range n.Subs {
		s.visit(sub, repeated || n.Op == syntax.OpRepeat && !(n.Min == 1 && n.Max == 1))
	}
	switch {
	case n.Op == syntax.OpGroup && n.Index > 0 && s.called[n.Index]:
		s.routine(n, n.Index)
	case n.Op == syntax.OpRepeat && n.Max != 0:
		counts := s.counts(n)
		if counts && (repeated || len(s.called) > 0) && s.leaves(n) {
			s.found = append(s.found, Lookup{Node: n})
		}
		if (counts || n.Max == syntax.Unbounded) && n.Subs[0].IsNullable() && s.leaves(n.Subs[0]) {
			s.found = append(s.found, Lookup{Node: n, Each: true})
		}
	}
}

// countsWithin reports whether the iterations of a repetition in n are counted that is in another, as repeated says of n.
func (s *lookupSurvey) countsWithin(n *syntax.Node, repeated bool) bool {
	if n.Op == syntax.OpRepeat && n.Max != 0 {
		if repeated && s.counts(n) {
			return true
		}
		repeated = repeated || !(n.Min == 1 && n.Max == 1)
	}
	return slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return s.countsWithin(sub, repeated) })
}

// routine adds the lookup at the end of a group that is called.
func (s *lookupSurvey) routine(n *syntax.Node, group int) {
	nested := s.follow(s.nested, group, s.calls)
	if nested || s.leaves(n) {
		s.found = append(s.found, Lookup{Node: n, Nested: nested})
	}
}

// calls reports whether n calls a group that may be within itself.
func (s *lookupSurvey) calls(n *syntax.Node) bool {
	return n.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpCall && s.follow(s.nested, n.Refs[0], s.calls) })
}

// follow reports whether is holds for a group that is called, or known to be. It does for one that is being followed.
func (s *lookupSurvey) follow(known map[int]bool, group int, is func(body *syntax.Node) bool) bool {
	if holds, ok := known[group]; ok {
		return holds
	}
	known[group] = true
	if group == 0 {
		known[group] = is(s.tree.Root)
	} else {
		known[group] = slices.ContainsFunc(s.tree.Root.Groups(group), is)
	}
	return known[group]
}

// leaves reports whether n may leave any number of entries on the stack.
func (s *lookupSurvey) leaves(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpCall:
		return s.follow(s.leaving, n.Refs[0], s.leaves)
	case syntax.OpAbsent:
		return true
	case syntax.OpAtomic:
		if simpleStar(n) {
			return false
		}
	case syntax.OpLook:
		if n.Negate {
			return false
		}
	case syntax.OpRepeat:
		if s.kept[n] {
			return false
		}
		if n.Max != 0 && (n.Max == syntax.Unbounded || n.Max > shortCount) && s.piles(n) {
			return true
		}
	}
	for _, sub := range n.Subs {
		if s.leaves(sub) {
			return true
		}
	}
	return false
}

// piles reports whether each iteration of a repetition leaves something on the stack: a lazy one without a count does
// only where its body does.
func (s *lookupSurvey) piles(n *syntax.Node) bool {
	if !n.Lazy || s.counts(n) || n.Subs[0].IsNullable() {
		return true
	}
	return n.Subs[0].Has(func(inner *syntax.Node) bool {
		switch inner.Op {
		case syntax.OpRepeat:
			return inner.Min != inner.Max || s.counts(inner)
		case syntax.OpAlternate, syntax.OpGroup, syntax.OpAtomic, syntax.OpLook, syntax.OpIf, syntax.OpCall, syntax.OpAbsent:
			return inner.Op != syntax.OpGroup || inner.Index > 0
		}
		return false
	})
}

// simpleStar reports whether an atomic group holds the loop of a single character, which leaves nothing behind.
func simpleStar(n *syntax.Node) bool {
	loop := n.Subs[0].Bare()
	return loop.Op == syntax.OpRepeat && loop.Max == syntax.Unbounded && loop.Min <= 1 && !loop.Lazy && loop.Subs[0].Bare().Op == syntax.OpSet
}

// Sizes of Onigmo's code, in bytes. Of a repetition whose copies are larger together than expanded it counts the iterations.
const (
	expanded   = 50
	opSize     = 1
	jumpSize   = opSize + 4 // with an address
	memorySize = opSize + 2 // with the number of a group
	classSize  = opSize + 32
	joinedSize = 100 // bytes up to which a text that is repeated is written out
)

// counts reports whether Onigmo counts the iterations of a repetition, instead of writing them out.
func (s *lookupSurvey) counts(n *syntax.Node) bool {
	least, most := n.Min, n.Max
	if size, ok := s.literal(n.Subs[0]); ok && least > 1 {
		copies := min(max(joinedSize/size, 1), least)
		if least -= copies; most != syntax.Unbounded {
			most -= copies
		}
	}
	size := s.size(n.Subs[0])
	switch {
	case most == syntax.Unbounded && !n.Lazy && s.isDot(n.Subs[0]):
		return false
	case most == syntax.Unbounded:
		return least > 1 && size*min(least, expanded+1) > expanded
	case most <= 0 || most == 1 && (!n.Lazy || least == 0):
		return false
	}
	return n.Lazy || (size+jumpSize)*min(most, expanded+1) > expanded
}

// size is about how many bytes the code of n takes, more than expanded if it is large.
func (s *lookupSurvey) size(n *syntax.Node) (bytes int) {
	if size, ok := s.literal(n); ok {
		return opSize + size
	}
	switch n.Op {
	case syntax.OpSet:
		if s.isWord(n) || s.isDot(n) {
			return opSize
		}
		return classSize
	case syntax.OpConcat:
		for i := 0; i < len(n.Subs); i++ {
			joined := 0
			for ; i < len(n.Subs); i++ { // characters in a row are one text
				size, ok := s.literal(n.Subs[i])
				if !ok {
					break
				}
				joined += size
			}
			switch {
			case joined > 5:
				bytes += jumpSize + joined
			case joined > 0:
				bytes += opSize + joined
			}
			if i < len(n.Subs) {
				bytes += s.size(n.Subs[i])
			}
		}
		return bytes
	case syntax.OpAlternate:
		bytes = 2 * jumpSize * (len(n.Subs) - 1)
	case syntax.OpGroup:
		if n.Index > 0 {
			bytes = 2 * memorySize
		}
	case syntax.OpAtomic:
		bytes = 2 * opSize
	case syntax.OpLook:
		bytes = 2 * opSize
		switch {
		case n.Behind && n.Negate:
			bytes = 2*jumpSize + opSize - 1
		case n.Behind:
			bytes = jumpSize
		case n.Negate:
			bytes = jumpSize + opSize
		}
	case syntax.OpRepeat:
		return s.repeated(n)
	case syntax.OpBackref:
		return memorySize
	case syntax.OpCall, syntax.OpIf:
		bytes = jumpSize
	case syntax.OpAssert, syntax.OpKeep:
		return opSize
	}
	for _, sub := range n.Subs {
		bytes += s.size(sub)
	}
	return bytes
}

// repeated is size for a repetition.
func (s *lookupSurvey) repeated(n *syntax.Node) int {
	size := s.size(n.Subs[0])
	checked := size
	if n.Subs[0].IsNullable() {
		checked += 2 * memorySize
	}
	switch {
	case s.counts(n):
		return 2*memorySize + jumpSize - 1 + checked
	case n.Max != syntax.Unbounded:
		return size*n.Min + (size+jumpSize)*(n.Max-n.Min)
	case s.isDot(n.Subs[0]) && !n.Lazy:
		return size*n.Min + opSize
	case n.Min == 1 && size > expanded:
		return 3*jumpSize + checked
	}
	return size*n.Min + 2*jumpSize + checked
}

// literal returns the number of bytes of a part that is a character, or several in a row, as the pattern writes them.
func (s *lookupSurvey) literal(n *syntax.Node) (bytes int, ok bool) {
	switch n = n.Bare(); n.Op {
	case syntax.OpSet:
		if n.Set.Size() == 1 {
			return utf8.RuneLen(max(n.Set[0].Lo, 0)), true
		}
		text := s.text(n)
		if len(text) == 1 && text[0] != '.' && n.Set.Size() <= 4 && n.Set.Contains(text[0]) { // without regard to case
			return utf8.RuneLen(text[0]), true
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			size, ok := s.literal(sub)
			if !ok {
				return 0, false
			}
			bytes += size
		}
		return bytes, bytes > 0
	}
	return 0, false
}

// isDot and isWord report whether a part is what has an instruction of its own: any character, or \w and \W.
func (s *lookupSurvey) isDot(n *syntax.Node) bool {
	n = n.Bare()
	return n.Op == syntax.OpSet && string(s.text(n)) == "."
}

func (s *lookupSurvey) isWord(n *syntax.Node) bool {
	text := string(s.text(n))
	return text == `\w` || text == `\W`
}

// text is how the pattern writes a part.
func (s *lookupSurvey) text(n *syntax.Node) []rune {
	if n.Span.Start < 0 || n.Span.End > len(s.tree.Source) || n.Span.Start >= n.Span.End {
		return nil
	}
	return s.tree.Source[n.Span.Start:n.Span.End]
}
