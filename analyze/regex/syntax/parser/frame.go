package parser

import "snag/analyze/regex/syntax"

type frameKind uint8

const (
	framePattern frameKind = iota // the whole pattern
	frameGroup
	frameCapture
	frameLook
	frameAtomic
	frameAbsent
	frameIf
	frameFlags // from flags in the middle of a group to its end, where they open a group
)

// A frame is a group that is not closed yet.
type frame struct {
	kind           frameKind
	start          int // offset of the opening parenthesis
	body, alt      int // offsets where the body and the current alternative begin
	terms, alts    int // heights of the stacks at the start
	lo, altLo      int // numbers of the next capture at the start and at the current alternative
	index          int // of a capture
	flags          syntax.Flags
	behind, negate bool // of a lookaround
	backward       bool // the body is matched right to left
	reset          bool // alternatives count captures from the same number
	last           int  // of a branch reset: the number after the last of the alternatives so far
	condition      *syntax.Node
	pop            string // .NET: the group to take a capture from, by name or number
	inLook         bool   // stands in a lookaround
	outer          int    // the number after the last capture before the outermost lookbehind, or 0
}

// begin reads the parenthesis that a group begins with. ok is false where groups nest too deep.
func (p *parser) begin() (f frame, ok bool) {
	start := p.pos
	if len(p.frames)+p.depth > MaxDepth {
		p.tooLarge(start)
		return f, false
	}
	p.pos++
	return frame{start: start, backward: p.frames[len(p.frames)-1].backward}, true
}

// openFrame begins a group whose body starts here.
func (p *parser) openFrame(f frame) {
	f.body, f.alt = p.pos, p.pos
	f.terms, f.alts = len(p.terms), len(p.alts)
	f.altLo = p.next()
	f.lo = f.altLo
	if f.kind == frameCapture {
		f.lo = f.index
	}
	f.flags = p.flags
	if n := len(p.frames); n > 0 {
		f.inLook, f.outer = p.frames[n-1].inLook, p.frames[n-1].outer
	}
	if f.kind == frameLook {
		f.inLook = true
		if f.behind && f.outer == 0 {
			f.outer = f.lo
		}
	}
	p.frames = append(p.frames, f)
}

// closeAlternative makes the terms since the last | one node.
func (p *parser) closeAlternative() {
	f := &p.frames[len(p.frames)-1]
	terms := p.terms[f.terms:]
	all := terms
	if p.spells() {
		all = p.respell(terms)
	}
	var n *syntax.Node
	switch len(all) {
	case 0:
		n = p.newNode(syntax.OpEmpty, f.alt)
	case 1:
		n = all[0]
	default:
		n = p.newNode(syntax.OpConcat, f.alt)
		n.Subs = p.newSubs(all...)
		n.GroupLo = f.altLo
	}
	clear(terms)
	p.terms = p.terms[:f.terms]
	p.alts = append(p.alts, n)
}

// closeBody ends the innermost frame and returns what is in it.
func (p *parser) closeBody() *syntax.Node {
	p.closeAlternative()
	f := &p.frames[len(p.frames)-1]
	if f.reset {
		p.number = max(f.last, p.number)
	}
	alts := p.alts[f.alts:]
	n := alts[0]
	if len(alts) > 1 {
		n = p.newNode(syntax.OpAlternate, f.body)
		n.Subs = p.newSubs(alts...)
		n.GroupLo = alts[0].GroupLo
	}
	p.dropFrame()
	return n
}

// dropFrame forgets the innermost frame with its alternatives.
func (p *parser) dropFrame() {
	f := p.frames[len(p.frames)-1]
	clear(p.alts[f.alts:])
	p.alts = p.alts[:f.alts]
	p.frames = p.frames[:len(p.frames)-1]
}

// isCondition reports whether the group being closed is the condition of a conditional.
func (p *parser) isCondition() bool {
	f := &p.frames[len(p.frames)-1]
	return f.kind == frameIf && f.condition == nil
}

// closeGroup ends the group at its closing parenthesis.
func (p *parser) closeGroup() {
	f := p.frames[len(p.frames)-1]
	if f.kind == frameIf {
		p.closeAlternative()
		p.pos++
		n := p.closeIf(f, p.alts[f.alts:])
		p.dropFrame()
		p.push(n)
		return
	}
	body := p.closeBody()
	p.pos++
	if f.flags != p.flags {
		p.setFlags(f.flags)
	}
	n := p.newNode(syntax.OpGroup, f.start)
	n.Subs = p.newSubs(body)
	n.GroupLo = f.lo
	switch f.kind {
	case frameCapture:
		n.Index, n.Name = f.index, p.names[f.index-1]
	case frameLook:
		n.Op, n.Behind, n.Negate = syntax.OpLook, f.behind, f.negate
		if p.dialect != syntax.JavaScript && f.negate && isNothing(body) && !p.isCondition() {
			// What is never there fails everywhere.
			n.Op, n.Set, n.Behind, n.Negate, n.Subs = syntax.OpSet, never, false, false, nil
		}
		if n.Op == syntax.OpLook && f.behind && p.dialect != syntax.JavaScript {
			p.perl.behinds = append(p.perl.behinds, n)
		}
	case frameAtomic:
		n.Op = syntax.OpAtomic
	case frameAbsent:
		n.Op = syntax.OpAbsent
	}
	if f.pop != "" {
		p.perl.pops = append(p.perl.pops, pop{n, f.pop})
	}
	if p.dialect == syntax.Python && f.kind == frameCapture {
		p.close(f.index)
	}
	p.push(n)
}
