package parser

import (
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// posixBracket reads [:name:] or [:^name:] at the colon. If it is something else it does not move.
func (p *parser) posixBracket(at int) (charset.Set, bool) {
	end := p.pos + 1
	for end < len(p.src) && end-p.pos < 40 && p.src[end] != ':' && p.src[end] != ']' && p.src[end] != '[' {
		if p.src[end] == '\\' {
			if p.dialect != syntax.PCRE && p.dialect != syntax.Perl {
				return nil, false
			}
			if end+1 < len(p.src) && (p.src[end+1] == ']' || p.src[end+1] == '\\') {
				end++
			}
		}
		end++
	}
	if end+1 >= len(p.src) || p.src[end] != ':' || p.src[end+1] != ']' {
		return nil, false
	}
	name := string(p.src[p.pos+1 : end])
	negate := strings.HasPrefix(name, "^")
	set, ok := p.posixClass(strings.TrimPrefix(name, "^"))
	if !ok && p.dialect == syntax.Perl && len(name) < 3 {
		return nil, false
	}
	if !ok {
		p.fail(at, msgBadPosix)
		return nil, true
	}
	if negate {
		set = set.Negate(p.alphabet.Limit)
	}
	p.pos = end + 2
	return set, true
}

// collates reports whether [.x.] or [=x=] stands here, behind the bracket.
func (p *parser) collates(mark rune) bool {
	for i := 1; i < 64 && p.at(i) != eof && p.at(i) != ']' && p.at(i) != '\\'; i++ {
		if p.at(i) == mark && p.at(i+1) == ']' {
			return true
		}
	}
	return false
}

// wordEdgeBracket reads PCRE's [[:<:]] and [[:>:]] behind the first bracket.
func (p *parser) wordEdgeBracket() bool {
	if p.peek() != '[' || p.at(1) != ':' || p.at(2) != '<' && p.at(2) != '>' || p.at(3) != ':' || p.at(4) != ']' || p.at(5) != ']' {
		return false
	}
	start := p.pos - 1
	behind := p.at(2) == '>'
	p.pos += 6
	boundary := p.newNode(syntax.OpAssert, start)
	boundary.Assert, boundary.Set = syntax.WordBoundary, p.alphabet.Boundary
	set := p.newNode(syntax.OpSet, start)
	set.Set = p.alphabet.Word
	look := p.newNode(syntax.OpLook, start)
	look.Subs, look.Behind = p.newSubs(set), behind
	n := p.newNode(syntax.OpConcat, start)
	n.Subs = p.newSubs(boundary, look)
	p.push(n)
	return true
}

// posixClass returns the set of a POSIX class by its name.
func (p *parser) posixClass(name string) (charset.Set, bool) {
	return p.remember("[:"+name, func() (charset.Set, bool) { return p.alphabet.PosixClass(name) })
}
