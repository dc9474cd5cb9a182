package defence

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// A part is a node of the pattern with what engines see in it.
type part struct {
	op       syntax.Op
	subs     []*part
	set      charset.Set
	min, max int
	lazy     bool
	node     *syntax.Node // for assertions and lookarounds
	width    int          // of a lookbehind's body

	id int
	// body reports whether an iteration is matched once and not entered again: its width is fixed, so
	// that another way through it ends where the first did.
	body bool
	// remembered reports whether Java remembers where the body of this loop failed.
	remembered bool
	// next is a character that follows a run of others directly, in its cases, nil if something else does.
	next charset.Set
	// possessive reports whether PCRE2 tries no shorter run.
	possessive bool
	// early says where PCRE2's JIT does not enter this run again.
	early early
}

// A program is a pattern made ready for the model.
type program struct {
	root    *part
	tree    *syntax.Tree
	mode    syntax.Mode
	loops   int // those that Perl's cache counts
	parts   int
	looks   bool        // has lookarounds
	atomic  bool        // has atomic groups
	refers  bool        // has references
	lineRun bool        // begins with .*
	leading charset.Set // of an X+ that it begins with
}

// Patterns beyond these sizes are not modelled.
const (
	maxParts = 2000
	maxCount = 2000
)

// compile prepares the tree, or says why that is not done.
func compile(tree *syntax.Tree, mode syntax.Mode) (*program, string) {
	p := &program{tree: tree, mode: mode}
	if tree.Flags.Has(syntax.RightToLeft) {
		return nil, "matching from right to left is not modelled"
	}
	root, why := p.part(tree.Root)
	if why != "" {
		return nil, why
	}
	p.root = root
	p.markLoops(root, false)
	p.markEarly(root)
	p.markStart(root)
	if tree.Dialect == syntax.PCRE {
		p.markPossessive(root, following{})
	}
	return p, ""
}

func (p *program) part(n *syntax.Node) (*part, string) {
	q := &part{op: n.Op, set: n.Set, min: n.Min, max: n.Max, lazy: n.Lazy, node: n, id: p.parts}
	if p.parts++; p.parts > maxParts {
		return nil, "the pattern is too large for the model"
	}
	switch n.Op {
	case syntax.OpBackref:
		if p.tree.Dialect != syntax.Perl {
			return nil, "backreferences are not modelled"
		}
		p.refers = true
	case syntax.OpIf, syntax.OpCall, syntax.OpAbsent, syntax.OpVerb:
		return nil, "conditionals, subroutines and verbs are not modelled"
	case syntax.OpAtomic:
		p.atomic = true
	case syntax.OpLook:
		p.looks = true
	case syntax.OpRepeat:
		if n.Min > maxCount {
			return nil, "the pattern is too large for the model"
		}
	}
	for _, sub := range n.Subs {
		s, why := p.part(sub)
		if why != "" {
			return nil, why
		}
		q.subs = append(q.subs, s)
	}
	if n.Op == syntax.OpConcat {
		for i, s := range q.subs[:max(len(q.subs)-1, 0)] {
			if after := q.subs[i+1]; s.op == syntax.OpRepeat && s.run() && s.single().Size() > 1 && after.op == syntax.OpSet && after.set.Size() <= 2 {
				s.next = after.set
			}
		}
	}
	if n.Op == syntax.OpLook && n.Behind {
		lo, hi := q.subs[0].widths()
		if lo != hi {
			return nil, "a lookbehind of variable length is not modelled"
		}
		q.width = lo
	}
	return q, ""
}

// widths are the least and the largest number of characters that the part matches; hi is -1 when there
// is no largest.
func (q *part) widths() (lo, hi int) {
	switch q.op {
	case syntax.OpSet:
		return 1, 1
	case syntax.OpConcat:
		for _, s := range q.subs {
			l, h := s.widths()
			lo, hi = lo+l, plus(hi, h)
		}
		return lo, hi
	case syntax.OpAlternate:
		lo, hi = q.subs[0].widths()
		for _, s := range q.subs[1:] {
			l, h := s.widths()
			lo = min(lo, l)
			if h < 0 || hi < 0 {
				hi = -1
			} else {
				hi = max(hi, h)
			}
		}
		return lo, hi
	case syntax.OpRepeat:
		l, h := q.subs[0].widths()
		if q.max == syntax.Unbounded && h != 0 || h < 0 {
			return l * q.min, -1
		}
		return l * q.min, h * max(q.max, 0)
	case syntax.OpGroup, syntax.OpAtomic:
		return q.subs[0].widths()
	case syntax.OpBackref:
		return 0, -1
	}
	return 0, 0
}

func plus(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

// run reports whether the part repeats a single character.
func (q *part) run() bool {
	return q.op == syntax.OpRepeat && q.single() != nil
}

// single is the set of a repetition of one character.
func (q *part) single() charset.Set {
	s := q.subs[0]
	for s.op == syntax.OpGroup && s.node.Index == 0 {
		s = s.subs[0]
	}
	if s.op == syntax.OpSet {
		return s.set
	}
	return nil
}

// markLoops finds the loops that Java and Perl remember. Java knows those that stand in no other
// quantified group; both leave out those with a body of fixed width, which Java calls deterministic
// when it has no alternatives either.
func (p *program) markLoops(q *part, inLoop bool) {
	if q.op == syntax.OpRepeat && !q.run() {
		lo, hi := q.subs[0].widths()
		q.body = lo == hi && lo > 0 && !q.subs[0].captures(true)
		if q.max == syntax.Unbounded {
			q.remembered = !inLoop && !q.lazy && !q.subs[0].deterministic()
			if !q.body {
				p.loops++
			}
		}
		inLoop = true
	}
	if q.op == syntax.OpLook && q.node.Behind {
		inLoop = true
	}
	for _, s := range q.subs {
		p.markLoops(s, inLoop)
	}
}

// captures reports whether there is a capturing group inside, or one that outer does not leave out.
func (q *part) captures(outer bool) bool {
	if q.op == syntax.OpGroup && q.node.Index > 0 && !outer {
		return true
	}
	outer = outer && q.op == syntax.OpGroup && q.node.Index == 0
	for _, s := range q.subs {
		if s.captures(outer) {
			return true
		}
	}
	return false
}

// deterministic reports whether there is one way through the part, as Java sees it.
func (q *part) deterministic() bool {
	switch q.op {
	case syntax.OpAlternate:
		return false
	case syntax.OpLook: // whatever is in it
		return true
	case syntax.OpRepeat:
		if q.min != q.max {
			return false
		}
	}
	for _, s := range q.subs {
		if !s.deterministic() {
			return false
		}
	}
	return true
}

// markStart looks at what the pattern begins with. Ruby passes over lines only where it looks for something that every
// match holds, but then also where a group captures or one character must be there.
func (p *program) markStart(q *part) {
	switch q.op {
	case syntax.OpConcat:
		if len(q.subs) > 0 {
			p.markStart(q.subs[0])
		}
	case syntax.OpGroup:
		p.markStart(q.subs[0])
		if p.refers && q.node.Index > 0 { // which Perl does not leave out, for what a reference may ask for
			p.lineRun, p.leading = false, nil
		}
	case syntax.OpAlternate:
		p.markStarts(q.subs)
	case syntax.OpRepeat:
		if p.tree.Dialect == syntax.Perl && !q.run() && q.min > 0 {
			if p.markStart(q.subs[0]); q.lazy { // Perl asks what a loop that must run begins with
				p.leading = nil
			}
			return
		}
		ruby := p.tree.Dialect == syntax.Ruby
		if q.max != syntax.Unbounded || !q.run() || q.lazy && ruby {
			return
		}
		switch set := q.single(); {
		case q.min == 0 || ruby:
			p.lineRun = dot(set)
			if ruby && p.lineRun {
				all := needed(p.tree.Root, "ruby")
				p.lineRun = all.first() != nil
			}
		case q.min == 1 && !q.lazy && !dot(set): // of which Perl does not look for the beginning
			p.leading = set
		}
	}
}

// markStarts looks at what alternatives begin with. Perl asks no alternatives, PCRE2 and Ruby pass over lines where each
// of them begins with .*, and look for no other beginning.
func (p *program) markStarts(alternatives []*part) {
	if p.tree.Dialect == syntax.Perl {
		return
	}
	lines := true
	for _, s := range alternatives {
		p.lineRun = false
		p.markStart(s)
		lines = lines && p.lineRun
	}
	p.lineRun, p.leading = lines, nil
}

// dot reports whether a set is what . matches: everything but what ends a line, or everything.
func dot(set charset.Set) bool {
	visible := charset.New(charset.Range{Lo: ' ', Hi: '~'})
	return visible.Subtract(set).IsEmpty() && set.Contains('\t') && set.Contains(0)
}
