package syntax

import (
	"strings"
	"unicode/utf8"

	"snag/analyze/charset"
	"snag/analyze/wtf8"
)

// backslash reads what follows a backslash, which stands at start, outside of classes, and reports
// whether a quantifier may follow.
func (p *parser) backslash(start int) bool {
	c := p.peek()
	if c == eof {
		p.fail(start, msgEscapeAtEnd)
		return false
	}
	switch c {
	case 'Q':
		if p.has(featureQuote) {
			p.pos++
			p.quoting = true
			return false
		}
	case 'A', 'z', 'Z', 'G', 'b', 'B', '<', '>':
		if p.position(c, start) {
			if p.dialect == Python || p.dialect == PCRE {
				p.repeatAnchor()
				return false
			}
			return true
		}
	case 'K':
		if p.has(featureKeep) {
			if p.frames[len(p.frames)-1].inLook && p.dialect == Perl {
				p.fail(start, `\K in a lookaround`)
				return false
			}
			p.pos++
			p.push(p.newNode(OpKeep, start))
			if p.dialect == PCRE {
				p.repeatAnchor()
				return false
			}
			return true
		}
	case 'R':
		if p.has(featureLineBreak) {
			p.pos++
			p.lineBreak(start)
			return true
		}
	case 'X':
		if p.has(featureCluster) {
			p.pos++
			p.cluster(start)
			return true
		}
	case 'N':
		if p.has(featureNotNewline) && (p.at(1) != '{' || p.countAhead(1)) {
			p.pos++
			p.pushSet(p.alphabet.dot, start)
			return true
		}
	case 'C':
		if p.has(featureByte) {
			p.pos++
			if p.codePoints {
				p.unmodelled(start, `a single byte \C of a character`)
				return false
			}
			p.pushSet(p.alphabet.any, start)
			return true
		}
	case 'k':
		if next := p.at(1); p.has(featureNamedRef) && (p.dialect != Ruby || next == '<' || next == '\'') {
			p.namedReference(start)
			return true
		}
	case 'g':
		if next := p.at(1); p.has(featureGRef) || p.has(featureSubexpCall) && (next == '<' || next == '\'') {
			p.gReference(start)
			return true
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if p.numberedReference(start) || p.err != nil {
			return true
		}
	}
	if set, ok := p.setEscape(start); ok {
		if p.err == nil {
			p.pushSet(set, start)
		}
		return true
	}
	p.pos = start + 1
	for _, r := range p.escapedRunes(start, false) {
		p.pushRune(r, start)
	}
	return true
}

// countAhead reports whether the braces n characters ahead hold counts, as in \N{3}.
func (p *parser) countAhead(n int) bool {
	at := p.pos
	defer func() { p.pos = at }()
	p.pos += n
	_, ok := p.bracesOf()
	return ok
}

// position reads an escape for an assertion about the position.
func (p *parser) position(c rune, start int) bool {
	switch c {
	case 'A':
		p.only(featureTextStart, start)
		p.pos++
		p.pushAnchor(TextStart, nil, start)
	case 'z':
		if p.dialect == Python {
			return false
		}
		p.only(featureTextEnd, start)
		p.pos++
		p.pushAnchor(TextEnd, nil, start)
	case 'Z':
		if !p.has(featureTextEndLine) {
			return false
		}
		p.pos++
		if p.dialect == Python {
			p.pushAnchor(TextEnd, nil, start)
			break
		}
		p.pushAnchor(TextEndLine, p.alphabet.newline, start)
	case 'G':
		if !p.has(featureSearchStart) {
			return false
		}
		p.pos++
		p.pushAnchor(SearchStart, nil, start)
	case 'b', 'B':
		p.pos++
		if p.peek() == '{' && p.boundaryKind(c, start) {
			break
		}
		assert := WordBoundary
		if c == 'B' {
			assert = NotWordBoundary
		}
		p.pushAssert(assert, p.alphabet.boundary, start)
	case '<', '>':
		if !p.has(featureWordStart) {
			return false
		}
		p.pos++
		p.wordEdge(c == '<', c == '>', start)
	}
	return true
}

// boundaryKind reads the braces of \b{...}, where the dialect has such.
func (p *parser) boundaryKind(c rune, start int) bool {
	end := p.pos
	for end < len(p.src) && p.src[end] != '}' && end-p.pos < 20 {
		end++
	}
	if end == len(p.src) || p.src[end] != '}' {
		return false
	}
	kind := string(p.src[p.pos+1 : end])
	if p.dialect == Perl {
		kind = strings.Trim(kind, " \t")
	}
	switch {
	case p.dialect == Rust:
		switch kind {
		case "start", "end", "start-half", "end-half":
			p.pos = end + 1
			p.wordEdge(kind == "start" || kind == "end-half", kind == "end" || kind == "start-half", start)
			return true
		}
	case p.dialect == Perl, p.dialect == Java && kind == "g":
		switch kind {
		case "gcb", "g", "lb", "sb", "wb":
			p.unmodelled(start, `a boundary \b{`+kind+`}`)
			return true
		}
		p.fail(start, msgBadEscape)
		return true
	}
	return false
}

// wordEdge adds Rust's start of a word, end of a word, or one half of these: no word character before,
// or none behind.
func (p *parser) wordEdge(start, end bool, at int) {
	look := func(behind, negate bool) *Node {
		set := p.newNode(OpSet, at)
		set.Set = p.alphabet.word
		n := p.newNode(OpLook, at)
		n.Subs, n.Behind, n.Negate = p.newSubs(set), behind, negate
		return n
	}
	switch src := string(p.src[at:p.pos]); src {
	case `\b{start-half}`:
		p.push(look(true, true))
		return
	case `\b{end-half}`:
		p.push(look(false, true))
		return
	}
	_ = end
	n := p.newNode(OpConcat, at)
	n.Subs = p.newSubs(look(true, start), look(false, !start))
	p.push(n)
}

// lineBreak adds \R: \r\n, which is not divided, or one character that ends a line.
func (p *parser) lineBreak(start int) {
	set := func(s charset.Set) *Node {
		n := p.newNode(OpSet, start)
		n.Set = s
		return n
	}
	single := upTo(vertical, p.alphabet.limit)
	if p.perl.breaks {
		single = charset.Of('\n', '\r')
	}
	pair := p.newNode(OpConcat, start)
	pair.Subs = p.newSubs(set(charset.Of('\r')), set(lineFeed))
	alt := p.newNode(OpAlternate, start)
	alt.Subs = p.newSubs(pair, set(single))
	n := p.newNode(OpAtomic, start)
	n.Subs = p.newSubs(alt)
	p.push(n)
}

// cluster adds \X as a character and the marks and joiners behind it, which is what most grapheme
// clusters of Unicode are.
func (p *parser) cluster(start int) {
	set := func(s charset.Set) *Node {
		n := p.newNode(OpSet, start)
		n.Set = upTo(s, p.alphabet.limit)
		return n
	}
	pair := p.newNode(OpConcat, start)
	pair.Subs = p.newSubs(set(charset.Of('\r')), set(lineFeed))
	rest := p.newNode(OpRepeat, start)
	rest.Subs, rest.Max = p.newSubs(set(union("M", "Join_Control", "Emoji_Modifier"))), Unbounded
	any := p.newNode(OpConcat, start)
	any.Subs = p.newSubs(set(p.alphabet.any), rest)
	alt := p.newNode(OpAlternate, start)
	alt.Subs = p.newSubs(pair, any)
	n := p.newNode(OpAtomic, start)
	n.Subs = p.newSubs(alt)
	p.push(n)
}

// namedReference reads what follows \k.
func (p *parser) namedReference(start int) {
	p.pos++
	open := p.peek()
	var end rune
	switch open {
	case '<':
		end = '>'
	case '\'':
		p.only(featureQuoteRef, start)
		end = '\''
	case '{':
		p.only(featureBraceRef, start)
		end = '}'
	default:
		p.fail(start, msgBadName)
		return
	}
	p.pos++
	if end == '}' {
		p.braceBlanks()
	}
	if p.dialect == Ruby && (isDigit(p.peek()) || p.peek() == '-' || p.peek() == '+') {
		n, ok := p.groupNumber(start)
		if (p.peek() == '+' || p.peek() == '-') && isDigit(p.at(1)) {
			p.pos++ // the level of a recursion
			p.digits()
		}
		if !ok || n == 0 || !p.accept(end) {
			p.fail(start, msgBadReference)
			return
		}
		p.refer(OpBackref, n, "", start)
		return
	}
	if p.dialect == DotNet && isDigit(p.peek()) {
		digits := p.digits()
		if !p.accept(end) {
			p.fail(start, msgBadName)
			return
		}
		p.refer(OpBackref, count(digits), "", start)
		return
	}
	if name := p.refName(end, start); name != "" {
		p.refer(OpBackref, 0, name, start)
	}
}

// refName is name for references: Perl lets blanks stand around it, Ruby a level behind it.
func (p *parser) refName(end rune, start int) string {
	if p.dialect == Perl {
		stop := p.pos
		for stop < len(p.src) && p.src[stop] != end {
			stop++
		}
		from := p.pos
		for p.isNameRune(p.peek(), p.pos == from) {
			p.pos++
		}
		name := string(p.src[from:p.pos])
		p.braceBlanks()
		if name == "" || p.pos != stop || !p.accept(end) {
			p.fail(start, msgBadName)
			return ""
		}
		return name
	}
	if p.dialect != Ruby {
		return p.name(end, start)
	}
	return p.withoutLevel(p.name(end, start), start)
}

// withoutLevel returns the name of a group without the level of recursion that Ruby lets stand behind
// it, as in \k<name+1>. Other signs may stand in the names of groups, but not of references.
func (p *parser) withoutLevel(name string, start int) string {
	i := strings.IndexAny(name, "+-")
	if i < 0 {
		return name
	}
	if digits := name[i+1:]; digits == "" || strings.Trim(digits, "0123456789") != "" {
		p.fail(start, msgBadName)
		return ""
	}
	return name[:i]
}

// gReference reads what follows \g: a backreference in PCRE and Perl, a call in Ruby, and one in
// angle brackets or quotes in PCRE.
func (p *parser) gReference(start int) {
	p.pos++
	c := p.peek()
	switch {
	case (c == '<' || c == '\'') && p.has(featureSubexpCall):
		p.pos++
		end := c
		if c == '<' {
			end = '>'
		}
		if d := p.peek(); isDigit(d) || d == '-' || d == '+' {
			n, ok := p.groupNumber(start)
			if !ok || !p.accept(end) {
				p.fail(start, msgBadReference)
				return
			}
			p.refer(OpCall, n, "", start)
			return
		}
		if name := p.name(end, start); name != "" {
			p.refer(OpCall, 0, name, start)
		}
		return
	case !p.has(featureGRef):
		p.fail(start, msgBadName)
		return
	}
	braces := p.accept('{')
	if braces {
		p.braceBlanks()
	}
	d := p.peek()
	if !isDigit(d) && d != '-' && !(d == '+' && p.dialect == PCRE) {
		if !braces {
			p.fail(start, msgBadReference)
			return
		}
		if name := p.refName('}', start); name != "" {
			p.refer(OpBackref, 0, name, start)
		}
		return
	}
	n, ok := p.groupNumber(start)
	if braces {
		p.braceBlanks()
	}
	if !ok || n == 0 || braces && !p.accept('}') {
		p.fail(start, msgBadReference)
		return
	}
	p.refer(OpBackref, n, "", start)
}

// numberedReference reads a backslash before 1 to 9 if it begins a backreference. Otherwise it is an
// octal number or a digit, or an error, and nothing was read.
func (p *parser) numberedReference(start int) bool {
	if !p.has(featureBackref) {
		if p.dialect != Go || p.at(1) < '0' || p.at(1) > '7' {
			p.foreign(start, featureBackref, "")
		}
		return false
	}
	at := p.pos
	digits := p.digits()
	n := count(digits)
	first := digits[0]
	switch p.dialect {
	case Python:
		// Three octal digits are a character, else one or two digits a group.
		if len(digits) >= 3 && digits[0] <= '7' && digits[1] <= '7' && digits[2] <= '7' {
			break
		}
		digits = digits[:min(len(digits), 2)]
		p.pos = at + len(digits)
		if n = count(digits); n > p.number {
			p.fail(start, msgBadReference)
		} else {
			p.checkClosed(n, start)
		}
		p.refer(OpBackref, n, "", start)
		return true
	case Java:
		// As many digits as there are groups so far, at least one.
		n = int(digits[0] - '0')
		p.pos = at + 1
		for p.pos < at+len(digits) {
			longer := 10*n + int(p.peek()-'0')
			if longer > p.number {
				break
			}
			n = longer
			p.pos++
		}
		p.refer(OpBackref, n, "", start)
		return true
	case PCRE:
		if n < 10 || n < 214748364 && (first >= '8' || n <= p.number) {
			p.refer(OpBackref, n, "", start)
			return true
		}
	case DotNet:
		if n < 10 || p.hasNumber(n) {
			p.refer(OpBackref, n, "", start)
			return true
		}
		if p.flags.Has(ECMAScript) {
			// As many digits as there are groups.
			for k := len(digits) - 1; k > 0; k-- {
				if m := count(digits[:k]); p.hasNumber(m) {
					p.pos = at + k
					p.refer(OpBackref, m, "", start)
					return true
				}
			}
		}
	default:
		p.scanGroups()
		if n < 10 || p.dialect == Perl && first >= '8' || n <= p.scan.count {
			p.refer(OpBackref, n, "", start)
			return true
		}
	}
	p.pos = at
	return false
}

// close notes that the group numbered n is closed.
func (p *parser) close(n int) {
	for len(p.perl.closed) <= n {
		p.perl.closed = append(p.perl.closed, false)
	}
	p.perl.closed[n] = true
}

// checkClosed fails if the group numbered n cannot be referred to here, by Python's rules.
func (p *parser) checkClosed(n, start int) {
	if n >= len(p.perl.closed) || !p.perl.closed[n] {
		p.fail(start, msgOpenReference)
		return
	}
	if outer := p.frames[len(p.frames)-1].outer; outer > 0 && n >= outer {
		p.fail(start, "reference to a group in the same lookbehind")
	}
}

// hasNumber reports whether the whole pattern has a group numbered n.
func (p *parser) hasNumber(n int) bool {
	p.scanGroups()
	return n <= p.scan.count
}

// scanGroups counts the captures of the whole pattern ahead of parsing it, roughly: comments under the
// flag x are not looked for.
func (p *parser) scanGroups() {
	if p.scan.done {
		return
	}
	p.scan.done = true
	inClass := false
	for i := 0; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '\\':
			i++
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
			if i+1 < len(p.src) && p.src[i+1] == '^' {
				i++
			}
			if i+1 < len(p.src) && p.src[i+1] == ']' {
				i++
			}
		case c != '(':
		case i+1 == len(p.src) || p.src[i+1] != '?' && p.src[i+1] != '*':
			if !p.flags.Has(NoCapture) {
				p.scan.count++
			}
		case i+3 < len(p.src):
			next, then := p.src[i+2], p.src[i+3]
			if next == '<' && then != '=' && then != '!' || next == '\'' || next == 'P' && then == '<' {
				p.scan.count++
				p.scan.named = true
				if p.dialect == DotNet {
					end := i + 3
					for end < len(p.src) && wordDotNet.Contains(p.src[end]) {
						end++
					}
					p.scan.names = append(p.scan.names, string(p.src[i+3:end]))
				}
			}
		}
	}
}

// setEscape reads an escape that stands for a set, in classes and outside of them.
func (p *parser) setEscape(start int) (charset.Set, bool) {
	c := p.peek()
	switch c {
	case 'p', 'P':
		if p.dialect == Python || p.dialect == Ruby && p.at(1) != '{' {
			break
		}
		return p.property(start), true
	}
	set, ok := p.escapeSet(c)
	if ok {
		p.pos++
	}
	return set, ok
}

// escapedRunes reads a character by its escape, after the backslash at start. A few escapes stand for
// several characters.
func (p *parser) escapedRunes(start int, inClass bool) []rune {
	r, more := p.escapedRune(start, inClass)
	if p.err != nil {
		return nil
	}
	return append([]rune{r}, more...)
}

// escapedRune reads a character by its escape and returns it, and those that follow it if there are
// several.
func (p *parser) escapedRune(start int, inClass bool) (rune, []rune) {
	c := p.peek()
	p.pos++
	switch c {
	case eof:
		p.fail(start, msgEscapeAtEnd)
		return 0, nil
	case 'a':
		return '\a', nil
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 'f':
		return '\f', nil
	case 'v':
		return '\v', nil
	case 'e':
		if p.dialect != Python && p.dialect != Rust && p.dialect != Go {
			return 0x1B, nil
		}
	case 'b':
		if inClass && p.dialect != Java && p.dialect != Go && p.dialect != Rust {
			return '\b', nil
		}
	case 'c':
		if p.dialect != Python && p.dialect != Rust && p.dialect != Go {
			return p.control(start), nil
		}
	case 'x':
		if r := p.hexEscape(start); p.dialect == Ruby && r >= 0x80 && !p.bytes && p.err == nil {
			return p.utf8Bytes(r, start)
		} else {
			return r, nil
		}
	case 'o':
		if p.has(featureOctalBraces) {
			return p.octalBraces(start), nil
		}
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.octalEscape(c, start, inClass)
	case 'u':
		switch p.dialect {
		case Python, Java, Ruby, DotNet, Rust:
			if !(p.dialect == Python && p.bytes) {
				return p.utf16Escape(start)
			}
		}
	case 'U':
		switch {
		case p.dialect == Python && !p.bytes, p.dialect == Rust:
			return p.longEscape(start), nil
		}
	case 'N':
		if p.has(featureCharName) || p.dialect == PCRE {
			return p.charName(start, inClass), nil
		}
	case 'C', 'M':
		if p.dialect == Perl && c == 'C' {
			p.fail(start, msgBadEscape)
		}
		if p.dialect == Ruby && p.peek() != '-' {
			p.fail(start, msgBadEscape)
		}
		if p.dialect == Ruby && p.peek() == '-' {
			p.pos--
			if r := p.metaEscape(start); r < 0x80 || p.bytes || p.err != nil {
				return r, nil
			}
			p.fail(start, msgBadCode)
		}
	}
	return p.plainEscape(c, start, inClass), nil
}

// plainEscape returns what a backslash before a character without a meaning of its own stands for.
func (p *parser) plainEscape(c rune, start int, inClass bool) rune {
	letter := c < 0x80 && 'a' <= c|0x20 && c|0x20 <= 'z'
	switch p.dialect {
	case Ruby, Perl:
		return c
	case DotNet:
		if letter || c == '_' || c >= 0x80 && wordDotNet.Contains(c) {
			p.badLetter(c, start)
		}
	case Rust:
		if letter || c == '<' || c == '>' || c >= 0x80 {
			p.badLetter(c, start)
		}
	case PCRE:
		if letter && !(inClass && c == 'g') {
			p.badLetter(c, start)
		}
	default:
		if letter {
			p.badLetter(c, start)
		}
	}
	return c
}

// letterFeatures are the escapes that only some dialects have, by letter.
var letterFeatures = map[rune]feature{
	'h': featureHorizontal, 'H': featureHorizontal, 'V': featureVertical, 'R': featureLineBreak,
	'X': featureCluster, 'K': featureKeep, 'N': featureCharName, 'G': featureSearchStart,
	'z': featureTextEnd, 'Z': featureTextEndLine, 'k': featureNamedRef, 'g': featureGRef,
	'p': featureProperty, 'P': featureProperty, 'Q': featureQuote, 'E': featureQuote, 'o': featureOctalBraces,
	'C': featureByte,
}

// badLetter fails because \c means nothing here.
func (p *parser) badLetter(c rune, start int) {
	if f, ok := letterFeatures[c]; ok && !p.has(f) {
		p.foreign(start, f, "")
		return
	}
	p.fail(start, msgBadEscape)
}

// control reads what follows \c.
func (p *parser) control(start int) rune {
	c := p.peek()
	if c == eof {
		p.fail(start, msgBadEscape)
		return 0
	}
	p.pos++
	switch p.dialect {
	case Java:
		return c ^ 0x40
	case Ruby:
		if c == '\\' {
			return p.rawEscape(start) & 0x1F
		}
		if c == '?' {
			return 0x7F
		}
		return c & 0x1F
	}
	upper := c
	if 'a' <= c && c <= 'z' {
		upper -= 'a' - 'A'
	}
	if p.dialect == Perl && c == '{' {
		p.fail(start, msgBadEscape)
	}
	if upper < ' ' || upper > '~' || p.dialect == DotNet && (upper < '@' || upper > '_') {
		p.fail(start, msgBadEscape)
	}
	return upper ^ 0x40
}

// hexEscape reads what follows \x.
func (p *parser) hexEscape(start int) rune {
	if p.peek() == '{' && p.has(featureHexBraces) {
		return p.hexBraces(start)
	}
	if p.peek() == '{' && p.dialect != Ruby {
		p.foreign(start, featureHexBraces, "")
		return 0
	}
	least := 2
	switch p.dialect {
	case PCRE, Perl:
		least = 0
	case Ruby:
		least = 1
	}
	var r rune
	n := 0
	for ; n < 2 && hexValue(p.peek()) >= 0; n++ {
		r = 16*r + hexValue(p.peek())
		p.pos++
	}
	if n < least {
		p.fail(start, msgBadCode)
	}
	return r
}

// hexBraces reads {...} with hexadecimal digits.
func (p *parser) hexBraces(start int) rune {
	p.pos++
	p.codeBlanks()
	var r rune
	n := 0
	for {
		c := p.peek()
		if c == '_' && p.dialect == Perl && n > 0 {
			p.pos++
			continue
		}
		d := hexValue(c)
		if d < 0 {
			break
		}
		if r = 16*r + d; r > charset.MaxRune {
			r = charset.MaxRune + 1
		}
		n++
		p.pos++
	}
	p.codeBlanks()
	if p.dialect == Perl && p.peek() != '}' && p.peek() != eof {
		// What is no digit ends the number, and the rest is ignored.
		for p.peek() != '}' && p.peek() != eof {
			p.pos++
		}
	} else if n == 0 && p.dialect != Perl {
		p.fail(start, msgBadCode)
		return 0
	}
	if !p.accept('}') {
		p.fail(start, msgBadCode)
	}
	return p.checkCode(r, start)
}

func (p *parser) codeBlanks() {
	if p.dialect == Perl {
		p.braceBlanks()
	}
}

// checkCode fails if r is no character of the alphabet.
func (p *parser) checkCode(r rune, start int) rune {
	bad := r > charset.MaxRune && p.dialect != Perl
	switch p.dialect {
	case PCRE:
		bad = bad || r > p.alphabet.limit || p.codePoints && wtf8.IsSurrogate(r)
	case Rust, Go:
		bad = bad || wtf8.IsSurrogate(r)
	case Ruby:
		bad = bad || wtf8.IsSurrogate(r)
	}
	if bad {
		p.fail(start, msgBadCode)
	}
	return min(r, charset.MaxRune)
}

// octalBraces reads \o{...}.
func (p *parser) octalBraces(start int) rune {
	if !p.accept('{') {
		p.fail(start, msgBadCode)
		return 0
	}
	p.codeBlanks()
	var r rune
	n := 0
	for c := p.peek(); '0' <= c && c <= '7' || c == '_' && p.dialect == Perl; c = p.peek() {
		if c != '_' {
			r = min(8*r+c-'0', charset.MaxRune+1)
			n++
		}
		p.pos++
	}
	p.codeBlanks()
	if p.dialect == Perl && n > 0 {
		for p.peek() != '}' && p.peek() != eof {
			p.pos++
		}
	}
	if n == 0 || !p.accept('}') {
		p.fail(start, msgBadCode)
	}
	return p.checkCode(r, start)
}

// octalEscape reads a backslash before a digit that is no backreference.
func (p *parser) octalEscape(c rune, start int, inClass bool) (rune, []rune) {
	most := 3
	switch p.dialect {
	case Java:
		if c != '0' || p.peek() < '0' || p.peek() > '7' {
			p.fail(start, msgBadEscape)
			return 0, nil
		}
		if most = 2; p.peek() <= '3' {
			most = 3
		}
	case Python:
		if c >= '8' {
			p.fail(start, msgBadEscape)
			return 0, nil
		}
		p.pos--
	case Rust:
		p.foreign(start, featureBackref, "")
		return 0, nil
	case DotNet:
		if c >= '8' {
			p.fail(start, msgBadReference)
			return 0, nil
		}
		p.pos--
	default:
		if c >= '8' {
			return c, nil
		}
		p.pos--
	}
	var r rune
	for n := 0; n < most && '0' <= p.peek() && p.peek() <= '7'; n++ {
		if p.dialect == DotNet && p.flags.Has(ECMAScript) && r >= 0x20 {
			break
		}
		r = 8*r + p.peek() - '0'
		p.pos++
	}
	switch p.dialect {
	case Python:
		if r > 0o377 {
			p.fail(start, msgBadCode)
		}
	case PCRE:
		if !p.codePoints && r > 0xFF {
			p.fail(start, msgBadCode)
		}
	case DotNet:
		r &= 0xFF
	case Ruby:
		if r > 0xFF {
			p.fail(start, msgBadCode)
		} else if r >= 0x80 && !p.bytes {
			return p.utf8Bytes(r, start)
		}
	}
	return r, nil
}

// utf16Escape reads \uHHHH, two of them for a surrogate pair where characters are code points, and
// \u{...} where the dialect has it.
func (p *parser) utf16Escape(start int) (rune, []rune) {
	if p.peek() == '{' && (p.dialect == Ruby || p.dialect == Rust) {
		if p.dialect == Rust {
			return p.hexBraces(start), nil
		}
		return p.listEscape(start)
	}
	r, ok := p.hex(4)
	if !ok {
		p.fail(start, msgBadCode)
		return 0, nil
	}
	if p.dialect == Java && wtf8.IsHigh(r) && p.peek() == '\\' && p.at(1) == 'u' {
		at := p.pos
		p.pos += 2
		if low, ok := p.hex(4); ok && wtf8.IsLow(low) {
			return wtf8.Join(r, low), nil
		}
		p.pos = at
	}
	return p.checkCode(r, start), nil
}

// listEscape reads Ruby's \u{...} with codes between blanks.
func (p *parser) listEscape(start int) (rune, []rune) {
	p.pos++
	var rs []rune
	for {
		for p.peek() == ' ' || p.peek() == '\t' {
			p.pos++
		}
		if p.accept('}') {
			break
		}
		var r rune
		from := p.pos
		for d := hexValue(p.peek()); d >= 0 && p.pos-from < 6; d = hexValue(p.peek()) {
			r = 16*r + d
			p.pos++
		}
		if p.pos == from {
			p.fail(start, msgBadCode)
			return 0, nil
		}
		rs = append(rs, p.checkCode(min(r, charset.MaxRune+1), start))
	}
	if len(rs) == 0 {
		p.fail(start, msgBadCode)
		return 0, nil
	}
	return rs[0], rs[1:]
}

// longEscape reads \UHHHHHHHH, or \U{...}.
func (p *parser) longEscape(start int) rune {
	if p.dialect == Rust && p.peek() == '{' {
		return p.hexBraces(start)
	}
	var r rune
	for i := range 8 {
		d := hexValue(p.at(i))
		if d < 0 {
			p.fail(start, msgBadCode)
			return 0
		}
		if r = 16*r + d; r > charset.MaxRune {
			p.fail(start, msgBadCode)
			return 0
		}
	}
	p.pos += 8
	return p.checkCode(r, start)
}

// metaEscape reads Ruby's \C-x and \M-x.
func (p *parser) metaEscape(start int) rune {
	kind := p.peek()
	p.pos += 2
	c := p.peek()
	if c == eof || c >= 0x80 {
		p.fail(start, msgBadEscape)
		return 0
	}
	p.pos++
	if c == '\\' {
		c = p.rawEscape(start)
	}
	if kind == 'C' {
		if c == '?' {
			return 0x7F
		}
		return c & 0x9F
	}
	return c&0xFF | 0x80
}

// rawEscape reads an escape within a \C- or \M- of Ruby: a byte above U+007F needs no others.
func (p *parser) rawEscape(start int) rune {
	bytes := p.bytes
	p.bytes = true
	r, _ := p.escapedRune(start, false)
	p.bytes = bytes
	return r & 0xFF
}

// charName reads \N{U+hhhh}, or a character by its name.
func (p *parser) charName(start int, inClass bool) rune {
	end := p.pos
	for end < len(p.src) && p.src[end] != '}' {
		end++
	}
	if p.peek() != '{' || end == len(p.src) {
		p.fail(start, msgBadEscape)
		return 0
	}
	if p.at(1) == 'U' && p.at(2) == '+' && p.dialect != Python && p.dialect != Java {
		for i := p.pos + 3; i < end || i == p.pos+3; i++ {
			if c := p.src[i]; hexValue(c) < 0 && !(c == '_' && i > p.pos+3) || p.dialect == PCRE && p.bytes {
				p.fail(start, msgBadCode)
				return 0
			}
		}
		p.pos += 2
		return p.hexBraces(start)
	}
	if p.dialect == PCRE {
		p.foreign(start, featureCharName, "")
		return 0
	}
	if p.at(1) == '}' {
		p.fail(start, "no character has this name")
		return 0
	}
	p.unmodelled(start, "a character by its name")
	return 0
}

// utf8Bytes reads the escapes behind the first byte of a character that is written byte by byte, as
// Ruby allows.
func (p *parser) utf8Bytes(first rune, start int) (rune, []rune) {
	text := []byte{byte(first)}
	for !utf8.FullRune(text) && p.peek() == '\\' && (p.at(1) == 'x' || isDigit(p.at(1))) {
		p.pos++
		digits, base := 3, rune(8)
		if p.accept('x') {
			digits, base = 2, 16
		}
		var b rune
		for n := 0; n < digits; n++ {
			d := hexValue(p.peek())
			if d < 0 || d >= base {
				break
			}
			b = base*b + d
			p.pos++
		}
		text = append(text, byte(b))
	}
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size <= 1 || size < len(text) {
		p.fail(start, msgBadCode)
		return 0, nil
	}
	return r, nil
}
