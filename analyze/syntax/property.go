package syntax

import (
	"strings"

	"snag/analyze/charset"
	"snag/analyze/wtf8"
)

func splitUnits(r rune) []rune {
	if r <= charset.MaxUnit {
		return []rune{r}
	}
	high, low := wtf8.Split(r)
	return []rune{high, low}
}

// property reads \p{...}, \P{...} or \pL at the p, whose backslash stands at start.
func (p *parser) property(start int) charset.Set {
	negate := p.peek() == 'P'
	p.pos++
	var name string
	if p.accept('{') {
		from := p.pos
		for p.peek() != '}' && p.peek() != eof {
			p.pos++
		}
		name = string(p.src[from:p.pos])
		if !p.accept('}') {
			p.fail(start, msgBadProperty)
			return nil
		}
	} else {
		if p.peek() == eof || p.dialect == DotNet || p.dialect == Ruby {
			p.fail(start, msgBadProperty)
			return nil
		}
		name = string(p.peek())
		p.pos++
	}
	set, ok := p.namedProperty(&name, &negate)
	if !ok {
		p.fail(start, msgBadProperty)
		return nil
	}
	set = upTo(set, p.alphabet.limit)
	if negate {
		set = set.Negate(p.alphabet.limit)
	}
	return set
}

// namedProperty returns the characters with a property.
func (p *parser) namedProperty(name *string, negate *bool) (charset.Set, bool) {
	s := *name
	if strings.HasPrefix(s, "^") && (p.dialect == PCRE || p.dialect == Ruby || p.dialect == Perl) {
		*negate = !*negate
		s = s[1:]
	}
	if set, ok := charset.Property(s); ok {
		return set, true
	}
	if set, ok := charset.Property("Script=" + s); ok {
		return set, true
	}
	return nil, false
}

func runeNamed(name string) (rune, bool) { return 0, false }
