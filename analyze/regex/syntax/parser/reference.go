package parser

import (
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

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
	if p.dialect == syntax.Ruby && (isDigit(p.peek()) || p.peek() == '-' || p.peek() == '+') {
		n, ok := p.groupNumber(start)
		if (p.peek() == '+' || p.peek() == '-') && isDigit(p.at(1)) {
			p.pos++ // the level of a recursion
			p.digits()
		}
		if !ok || n == 0 || !p.accept(end) {
			p.fail(start, msgBadReference)
			return
		}
		p.refer(syntax.OpBackref, n, "", start)
		return
	}
	if p.dialect == syntax.DotNet && isDigit(p.peek()) {
		digits := p.digits()
		if !p.accept(end) {
			p.fail(start, msgBadName)
			return
		}
		p.refer(syntax.OpBackref, count(digits), "", start)
		return
	}
	if name := p.refName(end, start); name != "" {
		p.refer(syntax.OpBackref, 0, name, start)
	}
}

// refName is name for references: Perl lets blanks stand around it, Ruby a level behind it.
func (p *parser) refName(end rune, start int) string {
	if p.dialect == syntax.Perl {
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
	if p.dialect != syntax.Ruby {
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
			p.refer(syntax.OpCall, n, "", start)
			return
		}
		if name := p.name(end, start); name != "" {
			p.refer(syntax.OpCall, 0, name, start)
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
	if !isDigit(d) && d != '-' && !(d == '+' && p.dialect == syntax.PCRE) {
		if !braces {
			p.fail(start, msgBadReference)
			return
		}
		if name := p.refName('}', start); name != "" {
			p.refer(syntax.OpBackref, 0, name, start)
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
	p.refer(syntax.OpBackref, n, "", start)
}

// numberedReference reads a backslash before 1 to 9 if it begins a backreference. Otherwise it is an
// octal number or a digit, or an error, and nothing was read.
func (p *parser) numberedReference(start int) bool {
	if !p.has(featureBackref) {
		if p.dialect != syntax.Go || p.at(1) < '0' || p.at(1) > '7' {
			p.foreign(start, featureBackref, "")
		}
		return false
	}
	at := p.pos
	digits := p.digits()
	n := count(digits)
	first := digits[0]
	switch p.dialect {
	case syntax.Python:
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
		p.refer(syntax.OpBackref, n, "", start)
		return true
	case syntax.Java:
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
		p.refer(syntax.OpBackref, n, "", start)
		return true
	case syntax.PCRE:
		if n < 10 || n < 214748364 && (first >= '8' || n <= p.number) {
			p.refer(syntax.OpBackref, n, "", start)
			return true
		}
	case syntax.DotNet:
		if n < 10 || p.hasNumber(n) {
			p.refer(syntax.OpBackref, n, "", start)
			return true
		}
		if p.flags.Has(syntax.ECMAScript) {
			// As many digits as there are groups.
			for k := len(digits) - 1; k > 0; k-- {
				if m := count(digits[:k]); p.hasNumber(m) {
					p.pos = at + k
					p.refer(syntax.OpBackref, m, "", start)
					return true
				}
			}
		}
	default:
		p.scanGroups()
		if n < 10 || p.dialect == syntax.Perl && first >= '8' || n <= p.scan.count {
			p.refer(syntax.OpBackref, n, "", start)
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
			if !p.flags.Has(syntax.NoCapture) {
				p.scan.count++
			}
		case i+3 < len(p.src):
			next, then := p.src[i+2], p.src[i+3]
			if next == '<' && then != '=' && then != '!' || next == '\'' || next == 'P' && then == '<' {
				p.scan.count++
				p.scan.named = true
				if p.dialect == syntax.DotNet {
					end := i + 3
					for end < len(p.src) && alphabet.DotNetWord().Contains(p.src[end]) {
						end++
					}
					p.scan.names = append(p.scan.names, string(p.src[i+3:end]))
				}
			}
		}
	}
}

// call reads (?R), (?1), (?+1), (?-1) or (?&name) after the question mark.
func (p *parser) call(start int) {
	c := p.peek()
	if c == '&' {
		p.only(featureNamedCall, start)
		p.pos++
		if name := p.name(')', start); name != "" {
			p.refer(syntax.OpCall, 0, name, start)
			p.repeat()
		}
		return
	}
	p.only(featureRecursion, start)
	if p.err != nil {
		return
	}
	index := 0
	if c == 'R' {
		p.pos++
	} else {
		var ok bool
		if index, ok = p.groupNumber(start); !ok {
			return
		}
	}
	if !p.accept(')') {
		p.fail(start, msgBadGroup)
		return
	}
	p.refer(syntax.OpCall, index, "", start)
	p.repeat()
}

// groupNumber reads the number of a group, which may be relative to here: -1 is the last group before,
// +1 the next one.
func (p *parser) groupNumber(start int) (int, bool) {
	sign := p.peek()
	if sign == '+' || sign == '-' {
		p.pos++
	}
	digits := p.digits()
	if len(digits) == 0 {
		p.fail(start, msgBadReference)
		return 0, false
	}
	n := count(digits)
	switch sign {
	case '-':
		if n = p.number + 1 - n; n < 1 || count(digits) == 0 {
			p.fail(start, msgBadReference)
			return 0, false
		}
	case '+':
		if n == 0 {
			p.fail(start, msgBadReference)
			return 0, false
		}
		n = min(n, syntax.MaxRepeat/2) + p.number
	}
	return n, true
}

// refer adds a node that refers to a group by number, or by name if that is not "".
func (p *parser) refer(op syntax.Op, index int, name string, start int) {
	n := p.newNode(op, start)
	n.Name = name
	if op == syntax.OpBackref {
		n.Fold = p.alphabet.Fold
		p.checkNamed(name, start)
	}
	if op == syntax.OpCall {
		p.perl.calls = true
	}
	if name == "" {
		n.Refs = []int{index}
	}
	p.refs = append(p.refs, n)
	p.push(n)
}

// checkNamed fails if Ruby has not seen the group of that name yet, which only calls may name ahead.
func (p *parser) checkNamed(name string, start int) {
	if p.dialect == syntax.Ruby && name != "" && p.byName[name] == nil {
		p.fail(start, msgBadReference)
	}
}
