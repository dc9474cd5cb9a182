package parser

import (
	"sort"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// openGroup reads the opening of a group, lookaround or capture, up to its body.
func (p *parser) openGroup() {
	f, ok := p.begin()
	if !ok {
		return
	}
	start := f.start
	f.kind = frameCapture
	if p.accept('?') {
		switch c := p.peek(); c {
		case ':':
			p.pos++
			f.kind = frameGroup
		case '=', '!':
			p.pos++
			f.kind, f.negate, f.backward = frameLook, c == '!', false
		case '<':
			p.pos++
			if c := p.peek(); c == '=' || c == '!' {
				p.pos++
				f.kind, f.behind, f.negate, f.backward = frameLook, true, c == '!', true
				break
			}
			if name := p.groupName(start); name != "" {
				p.capture(&f, name)
			}
			return
		case 'i', 'm', 's', '-':
			f.kind = frameGroup
			flags, ok := p.modifiers()
			if !ok {
				return
			}
			p.openFrame(f)
			p.setFlags(flags)
			return
		default:
			p.foreignGroup(start, c)
			return
		}
	}
	if f.kind == frameCapture {
		p.capture(&f, "")
		return
	}
	p.openFrame(f)
}

// capture numbers the group f, of the given name or "", and opens it.
func (p *parser) capture(f *frame, name string) {
	index := p.next()
	if name != "" {
		if p.byName == nil {
			p.byName = make(map[string][]int)
		}
		same := p.byName[name]
		if n := len(same); n > 0 && p.duplicate == nil && !p.inOtherAlternative(same[n-1]) {
			p.duplicate = &syntax.Error{Pos: f.start, Msg: msgDuplicateGroupName}
		}
		p.byName[name] = append(same, index)
	}
	p.names = append(p.names, name)
	p.number = index
	f.index = index
	p.openFrame(*f)
}

// inOtherAlternative reports whether the capture numbered index stands in an alternative of an open
// group (or of the pattern) that lies before the current one, so that it cannot take part in the
// same match as what follows. To ask this of the last capture of a name is enough: what keeps the
// others apart from it keeps them apart from all that follows in the same group, too.
func (p *parser) inOtherAlternative(index int) bool {
	// The captures in earlier alternatives of frame f are f.lo <= n < f.altLo (less its own number),
	// and these intervals ascend.
	i := sort.Search(len(p.frames), func(i int) bool { return p.frames[i].altLo > index })
	if i == len(p.frames) {
		return false
	}
	f := p.frames[i]
	return f.lo <= index && index != f.index
}

// modifiers reads ims-ims: after (? and returns the flags in force after it.
func (p *parser) modifiers() (syntax.Flags, bool) {
	start := p.pos
	const letters = "ims"
	var seen, remove uint8
	dash := false
	for {
		c := p.peek()
		i := strings.IndexRune(letters, c)
		switch {
		case c == eof:
			p.fail(start-2, msgUnterminatedGroup)
			return 0, false
		case c == '-':
			if dash {
				p.fail(p.pos, msgMultipleDashes)
				return 0, false
			}
			dash = true
		case i >= 0:
			if seen&(1<<i) != 0 {
				p.fail(p.pos, msgRepeatedFlag)
				return 0, false
			}
			seen |= 1 << i
			if dash {
				remove |= 1 << i
			}
		case c == ':' && seen != 0:
			p.pos++
			f := p.flags
			for i, flag := range []syntax.Flags{syntax.IgnoreCase, syntax.Multiline, syntax.DotAll} {
				if seen&(1<<i) != 0 {
					f &^= flag
					if remove&(1<<i) == 0 {
						f |= flag
					}
				}
			}
			return f, true
		default:
			if c == ')' && seen != 0 {
				p.foreign(start-2, featureFlags, msgInvalidFlagGroup)
			}
			p.fail(start-2, msgInvalidFlagGroup)
			return 0, false
		}
		p.pos++
	}
}

// groupName reads a name and the > after it, in the construct that begins at start, or fails and
// returns "". Escapes in names are those of u in every mode.
func (p *parser) groupName(start int) string {
	name := make([]rune, 0, 24)
	for p.peek() != eof {
		c := p.src[p.pos]
		p.pos++
		if c == '>' && len(name) > 0 {
			return string(name)
		}
		if c == '\\' {
			var ok bool
			if !p.accept('u') {
				break
			}
			if c, ok = p.unicodeEscape(true); !ok {
				p.fail(start, msgInvalidUnicodeEscape)
				return ""
			}
		}
		if !isIDStart(c) && (len(name) == 0 || !isIDContinue(c)) {
			break
		}
		name = append(name, c)
	}
	p.fail(start, msgInvalidGroupName)
	return ""
}

func isIDStart(r rune) bool {
	if r < 128 {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || r == '$' || r == '_'
	}
	set, _ := charset.Property("ID_Start")
	return set.Contains(r)
}

// isIDContinue includes ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER, as ECMAScript does.
func isIDContinue(r rune) bool {
	if r < 128 {
		return isIDStart(r) || isDigit(r)
	}
	set, _ := charset.Property("ID_Continue")
	return r == 0x200C || r == 0x200D || set.Contains(r)
}

// scanCaptures counts the captures of the whole pattern ahead of parsing it, for the escapes whose
// meaning depends on them.
func (p *parser) scanCaptures() {
	if p.scan.done {
		return
	}
	p.scan.done = true
	depth := 0 // of classes, which nest under v
	for i := 0; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '\\':
			i++
		case c == '[' && (depth == 0 || p.sets):
			depth++
		case c == ']' && depth > 0:
			depth--
		case c != '(' || depth > 0:
		case i+1 == len(p.src) || p.src[i+1] != '?':
			p.scan.count++
		case i+2 < len(p.src) && p.src[i+2] == '<':
			if lookbehind := i+3 < len(p.src) && (p.src[i+3] == '=' || p.src[i+3] == '!'); !lookbehind {
				p.scan.count++
				p.scan.named = true
			}
		}
	}
}

// namedSyntax reports whether \k begins a reference: always under u and v, else if the pattern has a
// named group.
func (p *parser) namedSyntax() bool {
	if p.codePoints || p.byName != nil {
		return true
	}
	p.scanCaptures()
	return p.scan.named
}

// hasCapture reports whether the pattern has a capture numbered index.
func (p *parser) hasCapture(index int) bool {
	if index <= len(p.names) {
		return true
	}
	p.scanCaptures()
	return index <= p.scan.count
}

// pushBackref adds a backreference by number, or by name if that is not "".
func (p *parser) pushBackref(index int, name string, start int) {
	n := p.newNode(syntax.OpBackref, start)
	n.Fold = p.alphabet.Fold
	if name != "" {
		n.Name = name
		p.refs = append(p.refs, n)
	} else {
		n.Refs = []int{index}
	}
	p.push(n)
}

// resolveNames finds the captures of the references by name, and makes the errors that concern
// names only known when the rest of the pattern is right, as V8 does.
func (p *parser) resolveNames() {
	if p.err != nil {
		return
	}
	if p.duplicate != nil {
		p.err = p.duplicate
		return
	}
	for _, n := range p.refs {
		if n.Refs = p.byName[n.Name]; n.Refs == nil {
			p.fail(n.Span.Start, msgUnknownNamedReference)
			return
		}
	}
}
