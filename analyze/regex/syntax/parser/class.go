package parser

import (
	"snag/analyze/regex/charset"
	"snag/analyze/wtf8"
)

// class reads a character class after its bracket, which stands at start, and adds it as a term.
func (p *parser) class(start int) {
	if p.sets {
		if set := p.setClass(start); p.err == nil {
			p.pushClassSet(set, start)
		}
		return
	}
	negate := p.accept('^')
	set := p.classRanges(start)
	if p.err != nil {
		return
	}
	set = charset.FoldClosure(set, p.alphabet.Fold)
	if negate {
		set = set.Negate(p.alphabet.Limit)
	}
	p.pushSet(set, start)
}

// classRanges reads the members of a class and its closing bracket.
func (p *parser) classRanges(start int) charset.Set {
	p.members.Reset()
	for p.err == nil {
		if p.low == 0 && p.accept(']') {
			return p.members.Set()
		}
		from := p.pos
		if p.low != 0 {
			from--
		}
		lo, class := p.classAtom(start)
		if p.low != 0 || p.peek() != '-' || p.at(1) == ']' || p.at(1) == eof {
			p.addMember(lo, class)
			continue
		}
		p.pos++
		hi, hiClass := p.classAtom(start)
		if p.err != nil {
			break
		}
		if class != nil || hiClass != nil {
			// Annex B: the hyphen stands for itself.
			if p.codePoints {
				p.fail(from, msgInvalidClass)
				break
			}
			p.addMember(lo, class)
			p.addMember('-', nil)
			p.addMember(hi, hiClass)
			continue
		}
		if lo > hi {
			p.fail(from, msgRangeOutOfOrder)
			break
		}
		p.members.AddRange(lo, hi)
	}
	return nil
}

// addMember adds the set class to the class being read, or the character r if class is nil.
func (p *parser) addMember(r rune, class charset.Set) {
	if class != nil {
		p.spend(len(class))
		p.members.AddSet(class)
		return
	}
	p.members.AddRange(r, r)
}

// classAtom reads one member of the class that begins at start: a character, or a set that is not
// nil. Where the alphabet is code units, an astral character comes as two members.
func (p *parser) classAtom(start int) (rune, charset.Set) {
	if r := p.low; r != 0 {
		p.low = 0
		return r, nil
	}
	from := p.pos
	r := p.peek()
	p.pos++
	switch r {
	case eof:
		p.fail(start, msgUnterminatedClass)
		return 0, nil
	case '\\':
		var class charset.Set
		if r, class = p.classEscape(from); class != nil || p.err != nil {
			return 0, class
		}
	}
	if r > charset.MaxUnit && !p.codePoints {
		r, p.low = wtf8.Split(r)
	}
	return r, nil
}

// classEscape reads what follows a backslash, which stands at start, in a class: a character, or a
// set that is not nil.
func (p *parser) classEscape(start int) (rune, charset.Set) {
	c := p.peek()
	switch {
	case c == eof:
		p.fail(start, msgEscapeAtEnd)
		return 0, nil
	case c == 'b':
		p.pos++
		return '\b', nil
	case (c == 'p' || c == 'P') && p.codePoints:
		set := p.propertyEscape(start, msgInvalidClassProperty)
		if set.chars == nil {
			return 0, charset.Set{}
		}
		return 0, set.chars
	}
	if set, ok := p.alphabet.Class(c); ok {
		p.pos++
		return 0, set
	}
	return p.characterEscape(start, true), nil
}
