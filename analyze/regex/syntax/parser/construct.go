package parser

import (
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// groupConstruct reads what begins with a parenthesis, up to the body if it has one.
func (p *parser) groupConstruct() {
	f, ok := p.begin()
	if !ok {
		return
	}
	start := f.start
	if p.peek() == '*' && p.has(featureVerb) {
		p.verb(f)
		return
	}
	if p.peek() == '*' && p.dialect != syntax.Ruby && p.at(1) >= 'A' && p.at(1) <= 'Z' {
		p.foreign(start, featureVerb, "")
		return
	}
	if p.peek() != '?' {
		if p.flags.Has(syntax.NoCapture) {
			f.kind = frameGroup
			p.openFrame(f)
			return
		}
		p.openCapture(f, "")
		return
	}
	p.pos++
	c := p.peek()
	p.pos++
	switch c {
	case ':':
		f.kind = frameGroup
		p.openFrame(f)
	case '=', '!':
		p.look(f, false, c == '!')
	case '>':
		p.only(featureAtomic, start)
		f.kind = frameAtomic
		p.openFrame(f)
	case '|':
		p.only(featureBranchReset, start)
		f.kind, f.reset = frameGroup, true
		p.openFrame(f)
		p.frames[len(p.frames)-1].last = p.number
	case '~':
		p.only(featureAbsent, start)
		f.kind = frameAbsent
		p.openFrame(f)
	case '<':
		switch next := p.peek(); {
		case next == '=' || next == '!':
			p.pos++
			p.look(f, true, next == '!')
		case next == '*' && p.dialect == syntax.PCRE:
			p.pos++
			p.look(f, true, false)
		default:
			p.only(featureAngleName, start)
			p.namedGroup(f, '>')
		}
	case '\'':
		p.only(featureQuoteName, start)
		p.namedGroup(f, '\'')
	case 'P':
		p.pythonGroup(f)
	case '(':
		p.only(featureConditional, start)
		p.conditional(f)
	case '#':
		p.only(featureComment, start)
	case '{', '?', 'p':
		if c == '?' && p.peek() != '{' || c == 'p' && p.peek() != '{' {
			p.fail(start, msgBadGroup)
			return
		}
		p.only(featureCode, start)
		p.unmodelled(start, "code that the pattern runs")
	case 'C':
		p.only(featureCallout, start)
		p.callout(start)
	case '[':
		p.only(featureSetClass, start)
		p.setOperation(start)
	case '*':
		if p.dialect != syntax.PCRE {
			p.fail(start, msgBadGroup)
			return
		}
		p.look(f, false, false)
	case 'R':
		p.pos--
		if p.dialect == syntax.Rust {
			p.flagGroup(f)
			return
		}
		p.call(start)
	case '&', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+':
		p.pos--
		p.call(start)
	case '-':
		p.pos--
		if isDigit(p.at(1)) && p.has(featureRecursion) {
			p.call(start)
			return
		}
		p.flagGroup(f)
	default:
		p.pos--
		p.flagGroup(f)
	}
}

// only fails if the dialect does not have f, which begins at start.
func (p *parser) only(f feature, start int) {
	if p.err == nil && !p.has(f) {
		p.foreign(start, f, "")
	}
}

// unmodelled fails because of what the pattern may say but no tree can.
func (p *parser) unmodelled(start int, what string) {
	if p.err == nil {
		p.fail(start, what+" cannot be analysed")
		p.err.Limit = true
	}
}

func (p *parser) look(f frame, behind, negate bool) {
	p.only(featureLook, f.start)
	f.kind, f.behind, f.negate, f.backward = frameLook, behind, negate, behind
	p.openFrame(f)
}

// openCapture numbers the group f, of the given name or "", and opens it.
func (p *parser) openCapture(f frame, name string) {
	f.kind = frameCapture
	f.index = p.next()
	p.number = f.index
	if f.index > len(p.names) {
		p.names = append(p.names, "")
	}
	if name != "" {
		p.nameCapture(f, name)
	}
	p.openFrame(f)
}

func (p *parser) nameCapture(f frame, name string) {
	p.perl.named = true
	if p.byName == nil {
		p.byName = make(map[string][]int)
	}
	same := p.byName[name]
	known := len(same) > 0 && same[len(same)-1] == f.index
	if len(same) > 0 && !known {
		switch {
		case p.dialect == syntax.Python, p.dialect == syntax.Java, p.dialect == syntax.Go, p.dialect == syntax.Rust,
			p.dialect == syntax.PCRE && !p.flags.Has(syntax.DuplicateNames):
			p.fail(f.start, msgDuplicateName)
			return
		}
	}
	if old := p.names[f.index-1]; old != "" && old != name && p.dialect == syntax.PCRE {
		p.fail(f.start, "groups of one number must have one name")
		return
	}
	p.names[f.index-1] = name
	if !known {
		p.byName[name] = append(same, f.index)
	}
}

// namedGroup reads a name, its end and opens the group.
func (p *parser) namedGroup(f frame, end rune) {
	if p.dialect == syntax.DotNet {
		p.dotnetGroup(f, end)
		return
	}
	name := p.name(end, f.start)
	if name != "" {
		p.openCapture(f, name)
	}
}

// name reads a name and the character that ends it, or fails and returns "".
func (p *parser) name(end rune, start int) string {
	from := p.pos
	for p.peek() != eof && p.peek() != end && p.isNameRune(p.peek(), p.pos == from) {
		p.pos++
	}
	if p.pos == from || p.peek() != end {
		p.fail(start, msgBadName)
		return ""
	}
	p.pos++
	name := string(p.src[from : p.pos-1])
	if p.dialect == syntax.PCRE && len([]rune(name)) > 32 {
		p.fail(start, "the name of the group is too long")
		return ""
	}
	return name
}

// isNameRune reports whether r may stand in a name, at its start or further on.
func (p *parser) isNameRune(r rune, first bool) bool {
	if p.dialect == syntax.Ruby {
		return r != ')' && !(first && (isDigit(r) || r == '-' || r == '+'))
	}
	if r < 0x80 {
		letter := isASCIILetter(r)
		if first || p.dialect == syntax.Java {
			return letter || !first && isDigit(r) || r == '_' && p.dialect != syntax.Java
		}
		if p.dialect == syntax.Rust && (r == '.' || r == '[' || r == ']') {
			return true
		}
		return letter || isDigit(r) || r == '_'
	}
	switch p.dialect {
	case syntax.Java:
		return false
	case syntax.Python:
		if p.bytes {
			return false
		}
		if first {
			return isIDStart(r)
		}
		return isIDContinue(r) && r != 0x200C && r != 0x200D
	case syntax.PCRE:
		return !p.bytes && (alphabet.UnicodeLetter().Contains(r) || !first && alphabet.UnicodeDigit().Contains(r))
	}
	if first {
		return alphabet.UnicodeLetter().Contains(r)
	}
	return alphabet.UnicodeWord().Contains(r)
}

func isASCIILetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// pythonGroup reads what follows (?P.
func (p *parser) pythonGroup(f frame) {
	c := p.peek()
	p.pos++
	switch c {
	case '<':
		p.only(featurePythonName, f.start)
		p.namedGroup(f, '>')
	case '=':
		p.only(featurePythonRef, f.start)
		if name := p.name(')', f.start); name != "" {
			if same := p.byName[name]; p.dialect == syntax.Python && same != nil {
				p.checkClosed(same[0], f.start)
			}
			p.refer(syntax.OpBackref, 0, name, f.start)
			p.repeat()
		}
	case '>':
		p.only(featurePythonCall, f.start)
		if name := p.name(')', f.start); name != "" {
			p.refer(syntax.OpCall, 0, name, f.start)
			p.repeat()
		}
	default:
		p.fail(f.start, msgBadGroup)
	}
}

// setOperation reads Perl's (?[ ... ]).
func (p *parser) setOperation(start int) {
	p.unmodelled(start, "a class of set operations (?[...])")
}

// callout skips PCRE's (?C...), which calls the program.
func (p *parser) callout(start int) {
	digits := p.digits()
	if count(digits) > 255 {
		p.fail(start, "the number of the callout is too large")
		return
	}
	if c := p.peek(); len(digits) == 0 && c != ')' && strings.ContainsRune("`'\"^%#${", c) {
		end := c
		if c == '{' {
			end = '}'
		}
		for p.pos++; p.peek() != eof; p.pos++ {
			if p.peek() != end {
				continue
			}
			if p.at(1) != end {
				break
			}
			p.pos++
		}
		p.pos++
	}
	if !p.accept(')') {
		p.fail(start, "the callout is not closed")
	}
}
