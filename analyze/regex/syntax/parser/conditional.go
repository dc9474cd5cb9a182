package parser

import (
	"strings"

	"snag/analyze/regex/syntax"
)

// conditional reads the condition of (?(...)yes|no) after its parenthesis and opens the branches.
func (p *parser) conditional(f frame) {
	f.kind = frameIf
	at := p.pos
	var condition *syntax.Node
	switch c := p.peek(); {
	case p.dialect == syntax.DotNet:
		p.dotnetCondition(f)
		return
	case c == '?' || c == '*':
		for p.dialect == syntax.PCRE && c == '?' && p.at(1) == 'C' && p.err == nil {
			p.pos += 2
			p.callout(f.start)
			if p.peek() != '(' {
				p.fail(f.start, msgBadCondition)
				return
			}
			p.pos++
		}
		// A lookaround is the condition: its group comes first in the body and is taken out of it.
		p.pos--
		p.openFrame(f)
		next := p.at(2)
		if c == '?' && next != '=' && next != '!' && next != '<' && !(next == '*' && p.dialect == syntax.PCRE) {
			if p.dialect == syntax.Perl && (next == '{' || next == '?' || next == 'p') {
				p.unmodelled(f.start, "code that the pattern runs")
			}
			p.fail(f.start, msgBadCondition)
			return
		}
		if p.dialect != syntax.PCRE && p.dialect != syntax.Perl {
			p.fail(f.start, msgBadCondition)
			return
		}
		p.groupConstruct()
		return
	case isDigit(c) || (c == '+' || c == '-') && p.dialect == syntax.PCRE || c == '-' && p.dialect == syntax.Ruby:
		n, ok := p.groupNumber(f.start)
		if !ok {
			return
		}
		condition = p.newNode(syntax.OpIf, at)
		condition.Refs = []int{n}
		if n == 0 {
			p.fail(f.start, msgBadReference)
			return
		}
	case c == '<' || c == '\'':
		p.pos++
		end := c
		if c == '<' {
			end = '>'
		}
		if p.dialect == syntax.Python {
			p.fail(f.start, msgBadName)
			return
		}
		if p.dialect == syntax.Ruby && (isDigit(p.peek()) || p.peek() == '-') {
			n, ok := p.groupNumber(f.start)
			if !ok || !p.accept(end) {
				p.fail(f.start, msgBadName)
				return
			}
			condition = p.newNode(syntax.OpIf, at)
			condition.Refs = []int{n}
			break
		}
		name := p.name(end, f.start)
		if p.dialect == syntax.Ruby {
			name = p.withoutLevel(name, f.start)
			p.checkNamed(name, f.start)
		}
		condition = p.newNode(syntax.OpIf, at)
		condition.Name = name
	case p.dialect == syntax.Ruby:
		p.fail(f.start, msgBadCondition)
		return
	default:
		condition = p.wordCondition(f, at)
	}
	if p.err != nil {
		return
	}
	if !p.accept(')') {
		p.fail(f.start, msgBadCondition)
		return
	}
	f.condition = condition
	if condition.Op == syntax.OpIf {
		p.refs = append(p.refs, condition)
		if p.dialect == syntax.Python && p.frames[len(p.frames)-1].outer > 0 {
			index := 0
			if condition.Name != "" && p.byName[condition.Name] != nil {
				index = p.byName[condition.Name][0]
			} else if condition.Name == "" {
				index = condition.Refs[0]
			}
			p.checkClosed(index, f.start)
		}
	}
	p.openFrame(f)
}

// wordCondition reads a condition that is a word: a name, or one that PCRE and Perl give a meaning.
func (p *parser) wordCondition(f frame, at int) *syntax.Node {
	end := p.pos
	for end < len(p.src) && p.src[end] != ')' {
		end++
	}
	word := string(p.src[p.pos:end])
	switch {
	case p.dialect == syntax.Python:
	case word == "DEFINE":
		p.pos = end
		n := p.settled(false, at)
		n.Name = word
		return n
	case p.dialect == syntax.PCRE && (strings.HasPrefix(word, "VERSION=") || strings.HasPrefix(word, "VERSION>")):
		return p.versionCondition(f, at, end)
	case strings.HasPrefix(word, "R"):
		rest := word[1:]
		if rest == "" || rest[0] == '&' || strings.Trim(rest, "0123456789") == "" {
			p.pos = end
			n := p.settled(false, at)
			n.Name = "R"
			p.refs = append(p.refs, n)
			if rest != "" {
				m := p.newNode(syntax.OpCall, at)
				if rest[0] == '&' {
					m.Name = rest[1:]
				} else {
					m.Refs = []int{count([]rune(rest))}
				}
				p.refs = append(p.refs, m)
			}
			return n
		}
	}
	if p.dialect == syntax.Perl {
		p.fail(f.start, msgBadCondition)
		return nil
	}
	from := p.pos
	name := p.name(')', f.start)
	if p.err != nil {
		return nil
	}
	p.pos = from + len([]rune(name))
	n := p.newNode(syntax.OpIf, at)
	n.Name = name
	return n
}

// settled returns a condition that always or never holds.
func (p *parser) settled(holds bool, at int) *syntax.Node {
	body := p.newNode(syntax.OpEmpty, at)
	n := p.newNode(syntax.OpLook, at)
	n.Negate = !holds
	n.Subs = p.newSubs(body)
	return n
}

// versionCondition reads VERSION=10.4 or VERSION>=10.4.
func (p *parser) versionCondition(f frame, at, end int) *syntax.Node {
	p.pos += len("VERSION")
	atLeast := p.accept('>')
	if !p.accept('=') {
		p.fail(f.start, msgBadCondition)
		return nil
	}
	major, minor := p.digits(), []rune(nil)
	if p.accept('.') {
		minor = p.digits()
	}
	if len(major) == 0 || p.pos != end || len(minor) > 2 {
		p.fail(f.start, msgBadCondition)
		return nil
	}
	for len(minor) < 2 {
		minor = append(minor[:len(minor):len(minor)], '0')
	}
	const version = 10_42
	v := count(major)*100 + count(minor)
	return p.settled(v == version || atLeast && v < version, at)
}

// takeCondition makes the lookaround that was just closed the condition of the conditional it begins.
func (p *parser) takeCondition() {
	f := &p.frames[len(p.frames)-1]
	n := p.terms[len(p.terms)-1]
	if n.Op == syntax.OpAtomic && n.Subs[0].Op == syntax.OpLook {
		n = n.Subs[0]
	}
	if n.Op != syntax.OpLook {
		p.fail(f.start, msgBadCondition)
		return
	}
	f.condition = n
	p.terms = p.terms[:len(p.terms)-1]
	f.body, f.alt, f.altLo = p.pos, p.pos, p.next()
}

// closeIf returns the conditional f with its branches.
func (p *parser) closeIf(f frame, alts []*syntax.Node) *syntax.Node {
	n := f.condition
	if n == nil {
		p.fail(f.start, msgBadCondition)
		return p.newNode(syntax.OpEmpty, f.start)
	}
	if len(alts) > 2 || len(alts) == 2 && n.Name == "DEFINE" && n.Op == syntax.OpLook {
		p.fail(f.start, msgManyBranches)
	}
	yes, no := alts[0], (*syntax.Node)(nil)
	if len(alts) > 1 {
		no = alts[1]
	} else {
		no = p.newNode(syntax.OpEmpty, p.pos-1)
		no.Span.End = p.pos - 1
	}
	if n.Op == syntax.OpIf {
		n.Subs = p.newSubs(yes, no)
	} else {
		look := n
		if look.Name == "DEFINE" {
			look.Name = ""
		}
		n = p.newNode(syntax.OpIf, f.start)
		n.Subs = p.newSubs(look, yes, no)
	}
	n.Span = syntax.Span{Start: f.start, End: p.pos}
	n.GroupLo, n.GroupHi = f.lo, p.next()
	return n
}
