package parser

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// newNode returns a node without captures whose span begins at start and ends here.
func (p *parser) newNode(op syntax.Op, start int) *syntax.Node {
	if len(p.nodes) == cap(p.nodes) {
		if p.made += len(p.nodes); p.made > MaxNodes {
			p.tooLarge(start)
		}
		p.nodes = make([]syntax.Node, 0, min(2*cap(p.nodes), 1<<12))
	}
	next := p.next()
	p.nodes = append(p.nodes, syntax.Node{Op: op, Span: syntax.Span{Start: start, End: p.pos}, GroupLo: next, GroupHi: next})
	return &p.nodes[len(p.nodes)-1]
}

// newSubs returns a copy of subs for a node to keep. It allocates, and inlined it would be larger than its callers.
//
//go:noinline
func (p *parser) newSubs(subs ...*syntax.Node) []*syntax.Node {
	if len(subs) > cap(p.subs)-len(p.subs) {
		p.subs = make([]*syntax.Node, 0, max(len(subs), min(2*cap(p.subs), 1<<12)))
	}
	at := len(p.subs)
	p.subs = append(p.subs, subs...)
	return p.subs[at:len(p.subs):len(p.subs)]
}

// push makes n the last term of the current alternative.
func (p *parser) push(n *syntax.Node) { p.terms = append(p.terms, n) }

func (p *parser) pushSet(set charset.Set, start int) {
	n := p.newNode(syntax.OpSet, start)
	n.Set = set
	p.push(n)
}

// pushRune adds the literal r. Where the alphabet is code units, an astral character is two terms.
func (p *parser) pushRune(r rune, start int) {
	if r > charset.MaxUnit && !p.codePoints && !p.bytes {
		var high rune
		high, r = wtf8.Split(r)
		p.pushSet(p.alphabet.Literal(high), start)
	}
	set := p.alphabet.Literal(r)
	if r >= 0x80 {
		p.pushSpelled(set, set, start)
		return
	}
	p.pushSet(set, start)
}

func (p *parser) pushAssert(assert syntax.Assertion, set charset.Set, start int) {
	n := p.newNode(syntax.OpAssert, start)
	n.Assert, n.Set = assert, set
	p.push(n)
}

// isNothing reports whether n matches the empty text only, and captures nothing.
func isNothing(n *syntax.Node) bool {
	n = n.Bare()
	if n.Op == syntax.OpConcat {
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !isNothing(sub) })
	}
	return n.Op == syntax.OpEmpty
}
