package parser

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
	"snag/analyze/wtf8"
)

// bracket reads a class after its bracket, which stands at start, in the dialects other than
// JavaScript.
func (p *parser) bracket(start int) charset.Set {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth+len(p.frames) > MaxDepth {
		p.tooLarge(start)
		return nil
	}
	if c := p.peek(); p.dialect == syntax.PCRE && (c == ':' || c == '.' || c == '=') && p.collates(c) {
		p.fail(start, "a POSIX class stands outside of a class")
		return nil
	}
	p.skipInClass()
	negate := p.accept('^')
	p.skipInClass()
	if p.dialect == syntax.Ruby && p.peek() == ']' && !p.literalBracket() {
		p.fail(start, "empty class")
		return nil
	}
	begin := p.pos
	set := p.classUnion(start, true)
	if p.peek() == '-' && p.has(featureSubtraction) && p.err == nil {
		return p.subtraction(start, set, negate)
	}
	empty, operated := p.pos == begin, false
	for p.err == nil {
		operator := p.classOperator()
		if operator == 0 {
			break
		}
		operated = true
		p.pos += 2
		begin = p.pos
		right := p.classUnion(start, false)
		p.spend(len(set) + len(right))
		switch {
		case p.dialect == syntax.Java && p.pos == begin:
			if empty {
				p.fail(start, msgBadClass)
			}
			continue // nothing on one side of the operator
		case p.dialect == syntax.Java && empty:
			set, empty = right, false
			continue
		}
		switch operator {
		case '&':
			set = set.Intersect(right)
		case '-':
			set = set.Subtract(right)
		case '~':
			set = set.Union(right).Subtract(set.Intersect(right))
		}
	}
	if p.err == nil && !p.accept(']') {
		p.fail(start, msgOpenClass)
	}
	if p.err != nil {
		return nil
	}
	if p.dialect == syntax.Ruby && p.depth == 1 && operated {
		set = p.alphabet.Closure(set)
	}
	if negate {
		p.perl.explicit.Reset()
		set = set.Negate(p.alphabet.Limit)
	}
	return set
}

// subtraction reads -[...] at the end of the class of set, which begins at start. What is taken away is
// taken from the complement if the class is one.
func (p *parser) subtraction(start int, set charset.Set, negate bool) charset.Set {
	at := p.pos + 1
	p.pos += 2
	if negate {
		set = set.Negate(p.alphabet.Limit)
	}
	set = set.Subtract(p.bracket(at))
	if p.err == nil && !p.accept(']') {
		p.fail(at, "a subtraction must be the last thing in a class")
	}
	return set
}

// classOperator returns the character that is doubled here to make an operator between classes, or 0.
func (p *parser) classOperator() rune {
	c := p.peek()
	if c != p.at(1) {
		return 0
	}
	switch {
	case c == '&' && p.has(featureIntersection):
		return c
	case (c == '-' || c == '~') && p.has(featureDifference):
		return c
	}
	return 0
}

// A classItem is a member of a class: a character, or a set.
type classItem struct {
	char  rune
	set   charset.Set
	isSet bool
	// explicit reports whether the set is a property.
	explicit bool
	// fixed reports whether case folding leaves the set alone.
	fixed bool
}

// A classBuilder collects the members of a class.
type classBuilder struct {
	p     *parser
	chars charset.Builder // to be folded
	sets  charset.Builder // not to be
}

func (b *classBuilder) add(item classItem) {
	if item.explicit && b.p.dialect == syntax.Ruby {
		b.p.perl.explicit.AddSet(item.set)
	}
	if !item.isSet && item.char >= 0x80 && (b.p.dialect == syntax.Ruby || b.p.dialect == syntax.Perl) {
		b.p.perl.explicit.AddRange(item.char, item.char)
	}
	switch {
	case !item.isSet && b.p.alphabet.Fold == syntax.FoldJava:
		b.chars.AddSet(b.p.alphabet.Literal(item.char))
	case !item.isSet:
		b.chars.AddRange(item.char, item.char)
	case item.fixed:
		b.p.spend(len(item.set))
		b.sets.AddSet(item.set)
	default:
		b.p.spend(len(item.set))
		b.chars.AddSet(item.set)
	}
}

// addRange adds what lo-hi, which stands at the offset at, means.
func (b *classBuilder) addRange(lo, hi classItem, at int) {
	first, rest := hi.char, []rune(nil)
	if hi.char >= 0x80 {
		// Where several units stand for a character, the range goes to the first of them.
		units := b.p.units(hi.char)
		first, rest = units[0], units[1:]
	}
	switch {
	case b.p.err != nil:
	case hi.isSet && b.p.hyphenBeforeSet():
		b.add(lo)
		b.add(classItem{char: '-'})
		b.add(hi)
	case hi.isSet || lo.char > first:
		b.p.fail(at, msgBadRange)
	default:
		if b.p.alphabet.Fold == syntax.FoldJava {
			b.chars.AddSet(alphabet.JavaRange(lo.char, first))
		} else {
			b.chars.AddRange(lo.char, first)
		}
		if b.p.dialect == syntax.Ruby && first >= 0x80 {
			b.p.perl.explicit.AddRange(lo.char, first)
		}
		for _, u := range rest {
			b.add(classItem{char: u})
		}
	}
}

// addUnits adds all units of the character of item but the last, which it returns: that one may begin a
// range.
func (b *classBuilder) addUnits(item classItem) classItem {
	if !item.isSet && item.char >= 0x80 {
		units := b.p.units(item.char)
		for _, u := range units[:len(units)-1] {
			b.add(classItem{char: u})
		}
		item.char = units[len(units)-1]
	}
	return item
}

// classUnion reads members of the class that begins at start, up to its end or an operator.
func (p *parser) classUnion(start int, first bool) charset.Set {
	b := classBuilder{p: p}
	for begin := p.pos; p.err == nil; {
		p.skipInClass()
		at := p.pos
		if p.unionEnds(start, first, at == begin) {
			break
		}
		item := p.classItem(start)
		if p.err != nil {
			break
		}
		lo := b.addUnits(item)
		p.skipInClass()
		if !p.rangeFollows() {
			b.add(lo)
			continue
		}
		hyphen := p.pos
		p.pos++
		p.skipInClass()
		switch {
		case p.peek() == ']' && !p.quoting, lo.isSet && p.hyphenAfterSet():
			b.add(lo)
			b.add(classItem{char: '-'})
			p.pos = hyphen + 1
		case lo.isSet:
			p.fail(at, msgBadRange)
		default:
			b.addRange(lo, p.classItem(start), at)
		}
	}
	if p.dialect == syntax.Ruby && (p.depth > 1 || p.classOperator() != 0 || !first) {
		// Onigmo folds what comes out of the whole class.
		return b.chars.Set().Union(b.sets.Set())
	}
	return p.alphabet.Closure(b.chars.Set()).Union(b.sets.Set())
}

// unionEnds reports whether the members end here, and fails where the pattern does.
func (p *parser) unionEnds(start int, first, begins bool) bool {
	c := p.peek()
	switch {
	case c == eof:
		p.fail(start, msgOpenClass)
		return true
	case p.quoting:
		return false
	case c == ']':
		return !(first && begins && p.literalBracket())
	case c == '-' && p.at(1) == '[' && p.has(featureSubtraction) && !begins:
		return true
	}
	return p.classOperator() != 0
}

// skipInClass skips what the dialect skips in classes.
func (p *parser) skipInClass() {
	for {
		c := p.peek()
		switch {
		case !p.quoting && p.flags.Has(syntax.ExtendedMore) && (c == ' ' || c == '\t'):
			p.pos++
		case !p.quoting && p.flags.Has(syntax.Extended) && (p.dialect == syntax.Java || p.dialect == syntax.Rust) && p.isBlank(c):
			p.pos++
		case !p.quoting && p.flags.Has(syntax.Extended) && (p.dialect == syntax.Java || p.dialect == syntax.Rust) && c == '#':
			for c != eof && !p.endsComment(c) {
				p.pos++
				c = p.peek()
			}
		case c == '\\' && p.at(1) == 'E' && (p.quoting || p.dialect == syntax.Perl || p.dialect == syntax.PCRE):
			p.pos += 2
			p.quoting = false
		case p.quoting:
			return
		case c == '\\' && p.at(1) == 'Q' && p.has(featureQuote):
			p.pos += 2
			p.quoting = true
		default:
			return
		}
	}
}

// literalBracket reports whether a ] at the start of a class is a member.
func (p *parser) literalBracket() bool {
	if p.dialect != syntax.Ruby {
		return true
	}
	return slices.Contains(p.src[p.pos+1:min(len(p.src), p.pos+1+1000)], ']')
}

// rangeFollows reports whether a hyphen follows that makes a range.
func (p *parser) rangeFollows() bool {
	if p.peek() != '-' || p.quoting || p.classOperator() != 0 {
		return false
	}
	next := p.at(1)
	return next != ']' && next != eof && !(next == '[' && (p.has(featureNestedClass) || p.has(featureSubtraction)))
}

// hyphenAfterSet reports whether a hyphen behind a set stands for itself.
func (p *parser) hyphenAfterSet() bool {
	switch p.dialect {
	case syntax.Perl, syntax.Java, syntax.DotNet:
		return true
	}
	return false
}

// hyphenBeforeSet reports whether a hyphen between a character and a set stands for itself.
func (p *parser) hyphenBeforeSet() bool {
	switch p.dialect {
	case syntax.Perl:
		return true
	}
	return false
}

// units returns what stands for r in the alphabet: r itself, bytes of UTF-8 or units of UTF-16.
func (p *parser) units(r rune) []rune {
	switch {
	case p.bytes && r >= 0x80 && !p.perl.escaped && (p.dialect != syntax.Python || r > 0xFF):
		var out []rune
		for _, b := range []byte(string(r)) {
			out = append(out, rune(b))
		}
		return out
	case r > p.alphabet.Limit:
		high, low := wtf8.Split(r)
		return []rune{high, low}
	}
	return []rune{r}
}

// classItem reads one member of the class that begins at start.
func (p *parser) classItem(start int) classItem {
	at := p.pos
	c := p.peek()
	p.pos++
	p.perl.escaped = false
	// Onigmo folds all members but \d, \s, \w and \h.
	folded := p.dialect == syntax.Ruby && !p.flags.Has(syntax.ASCII)
	switch {
	case c == eof:
		p.fail(start, msgOpenClass)
	case p.quoting:
	case c == '[':
		if p.peek() == ':' && p.has(featurePosixClass) {
			if set, ok := p.posixBracket(at); ok {
				return classItem{set: set, isSet: true, fixed: !folded || string(p.src[at:min(p.pos, at+9)]) == "[:ascii:]"}
			}
		}
		if p.has(featureNestedClass) {
			return classItem{set: p.bracket(at), isSet: true, fixed: !folded}
		}
		if (p.peek() == '.' || p.peek() == '=') && (p.dialect == syntax.PCRE || p.dialect == syntax.Perl) && p.collates(p.peek()) {
			p.fail(at, "collating elements are not supported")
		}
	case c == '\\':
		property := p.peek() == 'p' || p.peek() == 'P'
		if set, ok := p.setEscape(at); ok {
			return classItem{set: set, isSet: true, explicit: property, fixed: !(folded && property)}
		}
		return p.escapedItem(at)
	}
	return classItem{char: c}
}

// escapedItem reads a member that is an escape, whose backslash stands at the offset at.
func (p *parser) escapedItem(at int) classItem {
	p.perl.escaped = true
	if next := p.peek(); p.dialect == syntax.PCRE && (next == 'N' && p.at(1) != '{' || next == 'B' || next == 'R' || next == 'X') {
		p.fail(at, msgBadEscape)
	}
	rs := p.escapedRunes(at, true)
	switch len(rs) {
	case 0:
		return classItem{}
	case 1:
		return classItem{char: rs[0]}
	}
	return classItem{set: p.alphabet.Closure(charset.Of(rs...)), isSet: true, fixed: true}
}
