package parser

import (
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// property reads \p{...}, \P{...} or \pL at the p, whose backslash stands at start, in the dialects
// other than JavaScript.
func (p *parser) property(start int) charset.Set {
	negate := p.peek() == 'P'
	p.pos++
	if p.dialect == syntax.Perl {
		p.braceBlanks()
	}
	var name string
	if p.accept('{') {
		from := p.pos
		for p.peek() != '}' && p.peek() != eof && p.pos-from <= maxPropertyLength {
			p.pos++
		}
		name = string(p.src[from:p.pos])
		if !p.accept('}') {
			p.fail(start, msgBadProperty)
			return nil
		}
	} else {
		if p.peek() == eof || p.dialect == syntax.Ruby {
			p.fail(start, msgBadProperty)
			return nil
		}
		name = string(p.peek())
		p.pos++
	}
	if p.dialect == syntax.Perl || p.dialect == syntax.PCRE {
		name = strings.Trim(name, " \t\n\r\f\v")
	}
	for _, mark := range negations(p.dialect) {
		if strings.HasPrefix(name, mark) {
			negate = !negate
			name = name[len(mark):]
		}
	}
	key := "p" + name
	if negate {
		key = "P" + name
	}
	set, ok := p.remember(key, func() (charset.Set, bool) {
		set, ok := p.alphabet.Property(name, p.depth > 0)
		if negate {
			set = set.Negate(p.alphabet.Limit)
		}
		return set, ok
	})
	if !ok {
		if p.dialect == syntax.Perl && (strings.HasPrefix(name, "Is") || strings.HasPrefix(name, "In") || strings.Contains(name, "::")) {
			p.unmodelled(start, "a property that the program defines")
		} else if p.alphabet.Knows(name) {
			p.unmodelled(start, "the property "+name)
		}
		p.fail(start, msgBadProperty)
		return nil
	}
	return set
}

// negations are the marks that negate a property within its braces.
func negations(d syntax.Dialect) []string {
	switch d {
	case syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.Go:
		return []string{"^"}
	}
	return nil
}

// remember returns what make returned when it was first called for key in the alphabet in use: patterns name
// the same properties over and over.
func (p *parser) remember(key string, make func() (charset.Set, bool)) (charset.Set, bool) {
	k := namedSet{key, p.alphabet, p.depth > 0}
	if s, ok := p.perl.sets[k]; ok {
		return s, true
	}
	s, ok := make()
	if ok {
		if p.perl.sets == nil {
			p.perl.sets = map[namedSet]charset.Set{}
		}
		p.perl.sets[k] = s
	}
	return s, ok
}

// A namedSet is a property or POSIX class, with what its meaning depends on.
type namedSet struct {
	name     string
	alphabet *alphabet.Alphabet
	inClass  bool
}
