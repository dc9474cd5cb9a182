package syntax

import (
	"slices"
	"strings"

	"snag/analyze/charset"
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
	if c := p.peek(); p.dialect == PCRE && (c == ':' || c == '.' || c == '=') && p.collates(c) {
		p.fail(start, "a POSIX class stands outside of a class")
		return nil
	}
	p.skipInClass()
	negate := p.accept('^')
	p.skipInClass()
	if p.dialect == Ruby && p.peek() == ']' && !p.literalBracket() {
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
		case p.dialect == Java && p.pos == begin:
			if empty {
				p.fail(start, msgBadClass)
			}
			continue // nothing on one side of the operator
		case p.dialect == Java && empty:
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
	if p.dialect == Ruby && p.depth == 1 && operated {
		set = p.fold(set)
	}
	if negate {
		set = set.Negate(p.alphabet.limit)
	}
	return set
}

// subtraction reads -[...] at the end of the class of set, which begins at start. What is taken away is
// taken from the complement if the class is one.
func (p *parser) subtraction(start int, set charset.Set, negate bool) charset.Set {
	at := p.pos + 1
	p.pos += 2
	if negate {
		set = set.Negate(p.alphabet.limit)
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

// classUnion reads members of the class that begins at start, up to its end or an operator.
func (p *parser) classUnion(start int, first bool) charset.Set {
	var chars, sets members
	begin := p.pos
	for p.err == nil {
		p.skipInClass()
		at := p.pos
		c := p.peek()
		if c == eof {
			p.fail(start, msgOpenClass)
			break
		}
		if c == ']' && !p.quoting && !(first && p.pos == begin && p.literalBracket()) {
			break
		}
		if !p.quoting && p.classOperator() != 0 {
			break
		}
		if c == '-' && !p.quoting && p.at(1) == '[' && p.has(featureSubtraction) && p.pos > begin {
			return p.fold(chars.set()).Union(sets.set())
		}
		lo, set, isSet := p.classMember(start)
		if p.err != nil {
			break
		}
		if !isSet && lo >= 0x80 {
			// Where several units stand for a character, the last of them may begin a range.
			units := p.units(lo)
			for _, u := range units[:len(units)-1] {
				chars.addRange(u, u)
			}
			lo = units[len(units)-1]
		}
		p.skipInClass()
		if !p.rangeFollows() {
			switch {
			case isSet && p.dialect == Ruby && !p.flags.Has(ASCII) && !isShorthand(p.src[at:p.pos]):
				p.spend(len(set))
				chars.addSet(set)
			case isSet:
				p.spend(len(set))
				sets.addSet(set)
			default:
				p.addChars(&chars, lo)
			}
			continue
		}
		hyphen := p.pos
		p.pos++
		p.skipInClass()
		if p.peek() == ']' && !p.quoting {
			p.pos = hyphen + 1
			if isSet {
				p.spend(len(set))
				sets.addSet(set)
			} else {
				p.addChars(&chars, lo)
			}
			chars.addRange('-', '-')
			continue
		}
		if isSet {
			if !p.hyphenAfterSet() {
				p.fail(at, msgBadRange)
				break
			}
			p.spend(len(set))
			sets.addSet(set)
			p.pos = hyphen + 1
			chars.addRange('-', '-')
			continue
		}
		if p.dialect == DotNet && p.peek() == '[' {
			p.pos = hyphen
			p.addChars(&chars, lo)
			continue
		}
		hi, hiSet, hiIsSet := p.classMember(start)
		if p.err != nil {
			break
		}
		if hiIsSet {
			if !p.hyphenBeforeSet() {
				p.fail(at, msgBadRange)
				break
			}
			p.addChars(&chars, lo)
			chars.addRange('-', '-')
			p.spend(len(hiSet))
			sets.addSet(hiSet)
			continue
		}
		units := []rune{hi}
		if hi >= 0x80 {
			units = p.units(hi)
		}
		p.addRange(&chars, lo, units[0], at)
		for _, u := range units[1:] {
			chars.addRange(u, u)
		}
	}
	if p.dialect == Ruby && (p.depth > 1 || p.classOperator() != 0 || !first) {
		return chars.set().Union(sets.set())
	}
	return p.fold(chars.set()).Union(sets.set())
}

// skipInClass skips what the dialect skips in classes.
func (p *parser) skipInClass() {
	for {
		c := p.peek()
		switch {
		case !p.quoting && p.flags.Has(ExtendedMore) && (c == ' ' || c == '\t'):
			p.pos++
		case !p.quoting && p.flags.Has(Extended) && (p.dialect == Java || p.dialect == Rust) && p.isBlank(c):
			p.pos++
		case !p.quoting && p.flags.Has(Extended) && (p.dialect == Java || p.dialect == Rust) && c == '#':
			for c != eof && !p.endsComment(c) {
				p.pos++
				c = p.peek()
			}
		case c == '\\' && p.at(1) == 'E' && (p.quoting || p.dialect == Perl || p.dialect == PCRE):
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
	if p.dialect != Ruby {
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
	return next != ']' && next != eof && !(next == '[' && p.has(featureNestedClass))
}

// hyphenAfterSet reports whether a hyphen behind a set stands for itself.
func (p *parser) hyphenAfterSet() bool {
	switch p.dialect {
	case Perl, Java, DotNet:
		return true
	}
	return false
}

// hyphenBeforeSet reports whether a hyphen between a character and a set stands for itself.
func (p *parser) hyphenBeforeSet() bool {
	switch p.dialect {
	case Perl:
		return true
	}
	return false
}

// addChars adds a character that is written in the class: where the alphabet is smaller, what stands
// for it.
func (p *parser) addChars(m *members, r rune) {
	if p.alphabet.fold == FoldJava {
		m.addSet(p.alphabet.literal(r))
		return
	}
	m.addRange(r, r)
}

// addRange adds the characters from lo to hi.
func (p *parser) addRange(m *members, lo, hi rune, at int) {
	if lo > hi {
		p.fail(at, msgBadRange)
		return
	}
	if p.alphabet.fold == FoldJava {
		m.addSet(javaRange(lo, hi))
		return
	}
	m.addRange(lo, hi)
}

// units returns what stands for r in the alphabet: r itself, bytes of UTF-8 or units of UTF-16.
func (p *parser) units(r rune) []rune {
	switch {
	case p.bytes && r >= 0x80 && !p.perl.escaped && p.dialect != Python:
		var out []rune
		for _, b := range []byte(string(r)) {
			out = append(out, rune(b))
		}
		return out
	case r > p.alphabet.limit:
		return splitUnits(r)
	}
	return []rune{r}
}

// classMember reads one member of the class that begins at start: a character, or a set.
func (p *parser) classMember(start int) (r rune, set charset.Set, isSet bool) {
	at := p.pos
	c := p.peek()
	p.pos++
	p.perl.escaped = false
	switch {
	case c == eof:
		p.fail(start, msgOpenClass)
	case p.quoting:
	case c == '[':
		if p.peek() == ':' && p.has(featurePosixClass) {
			if set, ok := p.posixBracket(at); ok {
				return 0, set, true
			}
		}
		if p.has(featureNestedClass) {
			return 0, p.bracket(at), true
		}
		if (p.peek() == '.' || p.peek() == '=') && (p.dialect == PCRE || p.dialect == Perl) && p.collates(p.peek()) {
			p.fail(at, "collating elements are not supported")
		}
	case c == '\\':
		if set, ok := p.setEscape(at); ok {
			return 0, set, true
		}
		p.perl.escaped = true
		if p.dialect == PCRE && p.peek() == 'N' && p.at(1) != '{' {
			p.fail(at, msgBadEscape)
		}
		if p.dialect == PCRE && (p.peek() == 'B' || p.peek() == 'R' || p.peek() == 'X') {
			p.fail(at, msgBadEscape)
		}
		rs := p.escapedRunes(at, true)
		switch len(rs) {
		case 0:
			return 0, nil, false
		case 1:
			return rs[0], nil, false
		}
		return 0, p.fold(charset.Of(rs...)), true
	}
	return c, nil, false
}

// posixBracket reads [:name:] or [:^name:] at the colon. If it is something else it does not move.
func (p *parser) posixBracket(at int) (charset.Set, bool) {
	end := p.pos + 1
	for end < len(p.src) && end-p.pos < 40 && p.src[end] != ':' && p.src[end] != ']' && p.src[end] != '[' {
		if p.src[end] == '\\' {
			if p.dialect != PCRE && p.dialect != Perl {
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
	if !ok && p.dialect == Perl && len(name) < 3 {
		return nil, false
	}
	if !ok {
		p.fail(at, msgBadPosix)
		return nil, true
	}
	if base := strings.TrimPrefix(name, "^"); p.alphabet.fold != FoldNone && (base == "lower" || base == "upper") {
		switch {
		case p.dialect == Perl:
			set = perlCased(set)
		case p.dialect == PCRE && !p.alphabet.unicode:
			set = posixASCII("alpha")
		case p.dialect == Go || p.dialect == Rust:
			set = p.fold(set)
		}
	}
	if negate {
		set = set.Negate(p.alphabet.limit)
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
	boundary := p.newNode(OpAssert, start)
	boundary.Assert, boundary.Set = WordBoundary, p.alphabet.boundary
	set := p.newNode(OpSet, start)
	set.Set = p.alphabet.word
	look := p.newNode(OpLook, start)
	look.Subs, look.Behind = p.newSubs(set), behind
	n := p.newNode(OpConcat, start)
	n.Subs = p.newSubs(boundary, look)
	p.push(n)
	return true
}

// isShorthand reports whether src is an escape such as \w, which case folding leaves alone.
func isShorthand(src []rune) bool {
	return len(src) == 2 && src[0] == '\\' || len(src) == 9 && string(src) == "[:ascii:]"
}
