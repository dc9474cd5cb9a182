package syntax

import (
	"slices"
	"strings"
)

// groupConstruct reads what begins with a parenthesis, up to the body if it has one.
func (p *parser) groupConstruct() {
	start := p.pos
	if len(p.frames)+p.depth > MaxDepth {
		p.tooLarge(start)
		return
	}
	p.pos++
	f := frame{start: start, backward: p.frames[len(p.frames)-1].backward}
	if p.peek() == '*' && p.has(featureVerb) {
		p.verb(f)
		return
	}
	if p.peek() == '*' && p.dialect != Ruby && p.at(1) >= 'A' && p.at(1) <= 'Z' {
		p.foreign(start, featureVerb, "")
		return
	}
	if p.peek() != '?' {
		if p.flags.Has(NoCapture) {
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
		case next == '*' && p.dialect == PCRE:
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
		if p.dialect != PCRE {
			p.fail(start, msgBadGroup)
			return
		}
		p.look(f, false, false)
	case 'R':
		p.pos--
		if p.dialect == Rust {
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
		case p.dialect == Python, p.dialect == Java, p.dialect == Go, p.dialect == Rust,
			p.dialect == PCRE && !p.flags.Has(DuplicateNames):
			p.fail(f.start, msgDuplicateName)
			return
		}
	}
	if old := p.names[f.index-1]; old != "" && old != name && p.dialect == PCRE {
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
	if p.dialect == DotNet {
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
	if p.dialect == PCRE && len([]rune(name)) > 32 {
		p.fail(start, "the name of the group is too long")
		return ""
	}
	return name
}

// isNameRune reports whether r may stand in a name, at its start or further on.
func (p *parser) isNameRune(r rune, first bool) bool {
	if p.dialect == Ruby {
		return r != ')' && !(first && (isDigit(r) || r == '-' || r == '+'))
	}
	if r < 0x80 {
		letter := isASCIILetter(r)
		if first || p.dialect == Java {
			return letter || !first && isDigit(r) || r == '_' && p.dialect != Java
		}
		if p.dialect == Rust && (r == '.' || r == '[' || r == ']') {
			return true
		}
		return letter || isDigit(r) || r == '_'
	}
	switch p.dialect {
	case Java:
		return false
	case Python:
		if p.bytes {
			return false
		}
		if first {
			return isIDStart(r)
		}
		return isIDContinue(r) && r != 0x200C && r != 0x200D
	case PCRE:
		return !p.bytes && (letters.Contains(r) || !first && digitUnicode.Contains(r))
	}
	if first {
		return letters.Contains(r)
	}
	return wordUnicode.Contains(r)
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
			if same := p.byName[name]; p.dialect == Python && same != nil {
				p.checkClosed(same[0], f.start)
			}
			p.refer(OpBackref, 0, name, f.start)
			p.repeat()
		}
	case '>':
		p.only(featurePythonCall, f.start)
		if name := p.name(')', f.start); name != "" {
			p.refer(OpCall, 0, name, f.start)
			p.repeat()
		}
	default:
		p.fail(f.start, msgBadGroup)
	}
}

// call reads (?R), (?1), (?+1), (?-1) or (?&name) after the question mark.
func (p *parser) call(start int) {
	c := p.peek()
	if c == '&' {
		p.only(featureNamedCall, start)
		p.pos++
		if name := p.name(')', start); name != "" {
			p.refer(OpCall, 0, name, start)
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
	p.refer(OpCall, index, "", start)
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
		n = min(n, MaxRepeat/2) + p.number
	}
	return n, true
}

// refer adds a node that refers to a group by number, or by name if that is not "".
func (p *parser) refer(op Op, index int, name string, start int) {
	n := p.newNode(op, start)
	n.Name = name
	if op == OpBackref {
		n.Fold = p.alphabet.fold
		p.checkNamed(name, start)
	}
	if op == OpCall {
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
	if p.dialect == Ruby && name != "" && p.byName[name] == nil {
		p.fail(start, msgBadReference)
	}
}

// flagGroup reads flags after (? and either opens a group with them or sets them up to the end of the
// group they are in.
func (p *parser) flagGroup(f frame) {
	flags := p.flags
	if p.peek() == '^' {
		p.only(featureCaretFlags, f.start)
		p.pos++
		flags &^= IgnoreCase | Multiline | DotAll | Extended | ExtendedMore | NoCapture | ASCII | ASCIIOnly | Locale | Unicode&^p.keepUnicode()
	}
	from := p.pos
	negative := false
	var on, off Flags
	for p.err == nil {
		c := p.peek()
		switch c {
		case ')':
			if p.pos == from && flags == p.flags && p.src[p.pos-1] == '?' && p.dialect != PCRE && p.dialect != Perl && p.dialect != Java && p.dialect != DotNet {
				p.fail(f.start, msgBadFlags)
				return
			}
			p.pos++
			p.bareFlags(f, flags, from)
			return
		case ':':
			if p.dialect == Python && p.src[p.pos-1] == '-' {
				p.fail(p.pos, msgBadFlags)
				return
			}
			p.pos++
			f.kind = frameGroup
			p.openFrame(f)
			p.setFlags(flags)
			return
		case '-':
			if negative || p.src[from-1] == '^' {
				p.fail(p.pos, msgBadFlags)
				return
			}
			negative = true
			p.pos++
			continue
		case eof:
			p.fail(f.start, msgUnterminatedGroup)
			return
		}
		l, ok := p.dialect.letter(string(p.src[p.pos:min(p.pos+2, len(p.src))]), inside)
		if !ok || negative && !p.mayClear(l) {
			if p.pos == from && !negative {
				p.fail(f.start, msgBadGroup)
			} else {
				p.fail(p.pos, msgBadFlags)
			}
			return
		}
		p.pos += len(l.letter)
		if negative {
			off |= l.flag
		} else {
			on |= l.flag
		}
		if p.dialect == Python && !p.pythonFlags(on, off) {
			p.fail(p.pos-1, msgBadFlags)
			return
		}
		if negative {
			flags &^= l.flag
			if l.flag == Extended {
				flags &^= ExtendedMore
			}
		} else {
			flags = p.withFlag(flags, l.flag)
		}
	}
}

// keepUnicode is the flag u where it belongs to the whole pattern.
func (p *parser) keepUnicode() Flags {
	if p.dialect == PCRE {
		return Unicode
	}
	return 0
}

// withFlag returns flags with one more set, which may clear others.
func (p *parser) withFlag(flags, add Flags) Flags {
	switch {
	case p.dialect == PCRE || p.dialect == Java || p.dialect == Rust:
	case add&(ASCII|Unicode|Locale) != 0 || add == 0 && p.dialect == Ruby:
		flags &^= ASCII | ASCIIOnly | Unicode | Locale
	}
	return flags | add
}

// mayClear reports whether a flag may stand after a minus.
func (p *parser) mayClear(l flagLetter) bool {
	switch p.dialect {
	case Python:
		return !strings.Contains("aLu", l.letter)
	case Perl:
		return !strings.Contains("aadlup", l.letter) || l.letter == "p"
	case Ruby:
		return strings.Contains("imx", l.letter)
	}
	return true
}

// bareFlags sets flags from here to the end of the group.
func (p *parser) bareFlags(f frame, flags Flags, from int) {
	if p.dialect == Python {
		p.globalFlags(f, flags, from)
		return
	}
	if p.dialect == Ruby {
		f.kind = frameFlags
		p.openFrame(f)
	}
	p.setFlags(flags)
}

// pythonFlags reports whether flags may be set and cleared together.
func (p *parser) pythonFlags(on, off Flags) bool {
	kinds := on & (ASCII | Locale | Unicode)
	return on&off == 0 && kinds&(kinds-1) == 0 && !(p.bytes && on.Has(Unicode)) && !(!p.bytes && on.Has(Locale))
}

// globalFlags sets Python's flags for the whole pattern, which must begin with them.
func (p *parser) globalFlags(f frame, flags Flags, from int) {
	before := p.flags & (ASCII | Locale | Unicode)
	if slices.Contains(p.src[from:p.pos], '-') || before != 0 && flags&before == 0 {
		p.fail(f.start, msgBadFlags)
		return
	}
	if len(p.frames) > 1 || len(p.terms) > 0 || len(p.alts) > 0 {
		p.foreign(f.start, featureFlags, "")
		return
	}
	p.setFlags(flags)
}

// conditional reads the condition of (?(...)yes|no) after its parenthesis and opens the branches.
func (p *parser) conditional(f frame) {
	f.kind = frameIf
	at := p.pos
	var condition *Node
	switch c := p.peek(); {
	case p.dialect == DotNet:
		p.dotnetCondition(f)
		return
	case c == '?' || c == '*':
		for p.dialect == PCRE && c == '?' && p.at(1) == 'C' && p.err == nil {
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
		if c == '?' && next != '=' && next != '!' && next != '<' && !(next == '*' && p.dialect == PCRE) {
			if p.dialect == Perl && (next == '{' || next == '?' || next == 'p') {
				p.unmodelled(f.start, "code that the pattern runs")
			}
			p.fail(f.start, msgBadCondition)
			return
		}
		if p.dialect != PCRE && p.dialect != Perl {
			p.fail(f.start, msgBadCondition)
			return
		}
		p.groupConstruct()
		return
	case isDigit(c) || (c == '+' || c == '-') && p.dialect == PCRE || c == '-' && p.dialect == Ruby:
		n, ok := p.groupNumber(f.start)
		if !ok {
			return
		}
		condition = p.newNode(OpIf, at)
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
		if p.dialect == Python {
			p.fail(f.start, msgBadName)
			return
		}
		if p.dialect == Ruby && (isDigit(p.peek()) || p.peek() == '-') {
			n, ok := p.groupNumber(f.start)
			if !ok || !p.accept(end) {
				p.fail(f.start, msgBadName)
				return
			}
			condition = p.newNode(OpIf, at)
			condition.Refs = []int{n}
			break
		}
		name := p.name(end, f.start)
		if p.dialect == Ruby {
			name = p.withoutLevel(name, f.start)
			p.checkNamed(name, f.start)
		}
		condition = p.newNode(OpIf, at)
		condition.Name = name
	case p.dialect == Ruby:
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
	if condition.Op == OpIf {
		p.refs = append(p.refs, condition)
		if p.dialect == Python && p.frames[len(p.frames)-1].outer > 0 {
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
func (p *parser) wordCondition(f frame, at int) *Node {
	end := p.pos
	for end < len(p.src) && p.src[end] != ')' {
		end++
	}
	word := string(p.src[p.pos:end])
	switch {
	case p.dialect == Python:
	case word == "DEFINE":
		p.pos = end
		n := p.settled(false, at)
		n.Name = word
		return n
	case p.dialect == PCRE && (strings.HasPrefix(word, "VERSION=") || strings.HasPrefix(word, "VERSION>")):
		return p.versionCondition(f, at, end)
	case strings.HasPrefix(word, "R"):
		rest := word[1:]
		if rest == "" || rest[0] == '&' || strings.Trim(rest, "0123456789") == "" {
			p.pos = end
			n := p.settled(false, at)
			n.Name = "R"
			p.refs = append(p.refs, n)
			if rest != "" {
				m := p.newNode(OpCall, at)
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
	if p.dialect == Perl {
		p.fail(f.start, msgBadCondition)
		return nil
	}
	from := p.pos
	name := p.name(')', f.start)
	if p.err != nil {
		return nil
	}
	p.pos = from + len([]rune(name))
	n := p.newNode(OpIf, at)
	n.Name = name
	return n
}

// settled returns a condition that always or never holds.
func (p *parser) settled(holds bool, at int) *Node {
	body := p.newNode(OpEmpty, at)
	n := p.newNode(OpLook, at)
	n.Negate = !holds
	n.Subs = p.newSubs(body)
	return n
}

// versionCondition reads VERSION=10.4 or VERSION>=10.4.
func (p *parser) versionCondition(f frame, at, end int) *Node {
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
	if n.Op == OpAtomic && n.Subs[0].Op == OpLook {
		n = n.Subs[0]
	}
	if n.Op != OpLook {
		p.fail(f.start, msgBadCondition)
		return
	}
	f.condition = n
	p.terms = p.terms[:len(p.terms)-1]
	f.body, f.alt, f.altLo = p.pos, p.pos, p.next()
}

// closeIf returns the conditional f with its branches.
func (p *parser) closeIf(f frame, alts []*Node) *Node {
	n := f.condition
	if n == nil {
		p.fail(f.start, msgBadCondition)
		return p.newNode(OpEmpty, f.start)
	}
	if len(alts) > 2 || len(alts) == 2 && n.Name == "DEFINE" && n.Op == OpLook {
		p.fail(f.start, msgManyBranches)
	}
	yes, no := alts[0], (*Node)(nil)
	if len(alts) > 1 {
		no = alts[1]
	} else {
		no = p.newNode(OpEmpty, p.pos-1)
		no.Span.End = p.pos - 1
	}
	if n.Op == OpIf {
		n.Subs = p.newSubs(yes, no)
	} else {
		look := n
		if look.Name == "DEFINE" {
			look.Name = ""
		}
		n = p.newNode(OpIf, f.start)
		n.Subs = p.newSubs(look, yes, no)
	}
	n.Span = Span{f.start, p.pos}
	n.GroupLo, n.GroupHi = f.lo, p.next()
	return n
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
