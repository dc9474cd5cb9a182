package parser

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
	"snag/analyze/wtf8"
)

// The dialects other than JavaScript descend from Perl 5 and share what follows: what is skipped,
// anchors, quotations, and the quantifiers behind them all.

// extra is the state of the parser that only these dialects need.
type extra struct {
	newline alphabet.Newline

	named   bool // a group has a name
	sets    map[namedSet]charset.Set
	numbers []int          // .NET: the numbers of the captures, ascending
	behinds []*syntax.Node // lookbehinds, to be measured at the end
	pops    []pop          // balancing groups
	calls   bool           // a group is called
	closed  []bool         // Python: the group of this number is closed
	marks   uint8          // see skipsToMark
	breaks  bool           // PCRE: \R is only \r, \n and \r\n
	// explicit are the members of the class that is read which were written as characters, ranges and properties.
	explicit charset.Builder
	escaped  bool // the last member of a class was written as an escape
}

// A pop is a balancing group with the name or number of the group that it takes a capture from.
type pop struct {
	node *syntax.Node
	name string
}

// leading reads what may only stand at the start of a pattern: PCRE's settings and Python's flags.
func (p *parser) leading() {
	if p.dialect == syntax.PCRE {
		p.settings()
	}
	if p.flags.Has(syntax.Literal) {
		p.quoting = true
	}
	switch p.dialect {
	case syntax.PCRE, syntax.Ruby, syntax.Go, syntax.Rust:
		if i := slices.IndexFunc(p.src, wtf8.IsSurrogate); i >= 0 {
			p.fail(i, "a surrogate is no character")
		}
	}
}

// special reads the next construct if these dialects read it otherwise than JavaScript. It reports
// whether it moved.
func (p *parser) special() bool {
	if p.quoting {
		return p.quotation()
	}
	if p.skip() {
		return true
	}
	start := p.pos
	c := p.peek()
	switch c {
	case '(':
		p.groupConstruct()
	case '[':
		p.pos++
		if p.dialect == syntax.PCRE && p.wordEdgeBracket() {
			p.repeat()
			break
		}
		p.perl.explicit.Reset()
		switch set := p.bracket(start); {
		case p.err != nil:
		case p.src[start+1] == '^':
			p.pushSet(set, start)
			p.repeat()
		default:
			p.pushSpelled(set, p.perl.explicit.Set(), start)
			p.repeat()
		}
	case '\\':
		p.pos++
		if p.backslash(start) && p.err == nil {
			p.repeat()
		}
	case '^', '$':
		p.pos++
		p.dialectAnchor(c, start)
		p.repeatAnchor()
	case '*', '+', '?':
		p.fail(start, msgNoOperand)
	case '{':
		if p.dialect == syntax.Perl && start > 1 && isASCIILetter(p.src[start-1]) && p.src[start-2] == '\\' {
			p.fail(start, "a brace behind an escape must be escaped")
			break
		}
		p.openBrace(start)
	case '}', ']':
		p.pos++
		p.literal(c, start)
		p.repeat()
	default:
		if c < 0x80 {
			return false
		}
		p.pos++
		p.literal(c, start)
		p.repeat()
	}
	return true
}

// literal adds a character that stands for itself in the pattern: where the alphabet is bytes, those
// of its UTF-8.
func (p *parser) literal(r rune, start int) {
	if !p.bytes || r < 0x80 || p.dialect == syntax.Python && r <= 0xFF {
		p.pushRune(r, start)
		return
	}
	for _, b := range []byte(string(r)) {
		p.pushSet(p.alphabet.Literal(rune(b)), start)
	}
}

// skip skips what means nothing: blanks and comments under the flag x, comments in parentheses, and
// empty quotations. It reports whether it moved.
func (p *parser) skip() bool {
	from := p.pos
	for p.err == nil {
		c := p.peek()
		switch {
		case c == '(' && p.at(1) == '?' && p.at(2) == '#' && p.has(featureComment):
			p.comment()
			continue
		case c == '\\' && (p.at(1) == 'Q' || p.at(1) == 'E') && p.has(featureQuote):
			if p.at(1) == 'E' {
				if p.dialect == syntax.Java || p.dialect == syntax.Go {
					return p.pos > from
				}
				p.pos += 2
				continue
			}
			if p.at(2) == '\\' && p.at(3) == 'E' {
				p.pos += 4
				continue
			}
			return p.pos > from
		case p.flags.Has(syntax.Extended) && p.isBlank(c):
			p.pos++
			continue
		case p.flags.Has(syntax.Extended) && c == '#':
			for c != eof && !p.endsComment(c) {
				p.pos++
				c = p.peek()
			}
			continue
		}
		break
	}
	return p.pos > from
}

// endsComment reports whether r ends a comment after #.
func (p *parser) endsComment(r rune) bool {
	switch p.dialect {
	case syntax.Java, syntax.PCRE:
		return p.alphabet.Newline.Contains(r)
	}
	return r == '\n'
}

// isBlank reports whether the flag x lets r be skipped.
func (p *parser) isBlank(r rune) bool {
	switch {
	case r == ' ' || '\t' <= r && r <= '\r':
		return true
	case p.dialect == syntax.Perl || p.dialect == syntax.Rust || p.dialect == syntax.PCRE && !p.bytes:
		return r == 0x85 || r == 0x200E || r == 0x200F || r == 0x2028 || r == 0x2029 ||
			p.dialect == syntax.Rust && r >= 0x80 && alphabet.UnicodeSpace().Contains(r)
	}
	return false
}

// comment skips (?#...).
func (p *parser) comment() {
	start := p.pos
	p.pos += 3
	for p.peek() != ')' {
		if p.peek() == eof {
			p.fail(start, msgOpenComment)
			return
		}
		if p.dialect == syntax.Ruby && p.peek() == '\\' && p.at(1) != eof {
			p.pos++
		}
		p.pos++
	}
	p.pos++
}

// quotation reads one character between \Q and \E, or the \E.
func (p *parser) quotation() bool {
	start := p.pos
	c := p.peek()
	switch {
	case c == eof:
		p.quoting = false
		return false
	case c == '\\' && p.at(1) == 'E' && !p.flags.Has(syntax.Literal):
		p.pos += 2
		p.quoting = false
		return true
	}
	p.pos++
	p.literal(c, start)
	if p.peek() == '\\' && p.at(1) == 'E' && !p.flags.Has(syntax.Literal) {
		p.pos += 2
		p.quoting = false
		p.repeat()
	}
	return true
}

// dialectAnchor adds what ^ or $ means under the flags.
func (p *parser) dialectAnchor(c rune, start int) {
	multiline := p.flags.Has(syntax.Multiline) || p.dialect == syntax.Ruby
	assert, set := syntax.TextStart, charset.Set(nil)
	switch {
	case c == '^' && multiline:
		assert, set = syntax.LineStart, p.alphabet.Newline
	case c == '^':
	case multiline:
		assert, set = syntax.LineEnd, p.alphabet.Newline
	case p.dialect == syntax.Go || p.dialect == syntax.Rust || p.flags.Has(syntax.DollarEnd):
		assert = syntax.TextEnd
	default:
		assert, set = syntax.TextEndLine, p.alphabet.Newline
	}
	p.pushAnchor(assert, set, start)
}

// pushAnchor adds an assertion about the ends of text or lines.
func (p *parser) pushAnchor(assert syntax.Assertion, set charset.Set, start int) {
	p.pushAssert(assert, set, start)
	n := p.terms[len(p.terms)-1]
	n.Pair = p.alphabet.Pair && set != nil
	if assert == syntax.LineStart {
		switch p.dialect {
		case syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl:
			n.Inner = true
		}
	}
}

// closeFlags ends the groups that flags in the middle of a group have opened.
func (p *parser) closeFlags() {
	for len(p.frames) > 1 && p.frames[len(p.frames)-1].kind == frameFlags {
		f := p.frames[len(p.frames)-1]
		body := p.closeBody()
		p.setFlags(f.flags)
		n := p.newNode(syntax.OpGroup, f.start)
		n.Subs = p.newSubs(body)
		n.GroupLo = f.lo
		p.push(n)
	}
}

// resetBranch lets the next alternative of a branch reset count from the start again.
func (p *parser) resetBranch(f *frame) {
	f.last = max(f.last, p.number)
	p.number = f.lo - 1
}
