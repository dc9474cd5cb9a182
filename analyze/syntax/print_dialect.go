package syntax

import (
	"strconv"
	"strings"
	"unicode"

	"snag/analyze/charset"
	"snag/analyze/wtf8"
)

// A dialectPrinter is what printing needs beyond JavaScript.
type dialectPrinter struct {
	Dialect
	reader *parser // tells what flags mean
	plain  int     // .NET: groups without a name so far
	names  []string
}

// dialectTree prints t in a dialect other than JavaScript.
func (p *printer) dialectTree(t *Tree) string {
	if t.Flags.Has(Literal) {
		return wtf8.Encode(t.Source)
	}
	p.dialect = &dialectPrinter{Dialect: t.Dialect}
	reader := &parser{dialect: t.Dialect, codePoints: t.ByCodePoint, bytes: t.ByByte}
	p.dialect.reader = reader
	switch {
	case t.Dialect == PCRE && t.Flags.Has(Unicode):
		p.flags |= UnicodeClasses
	case t.Dialect == Rust:
		p.flags |= Unicode
	}
	p.dialect.names = t.Names
	if t.Dialect == PCRE {
		p.settings(t)
	}
	reader.setFlags(p.flags)
	p.alphabet = reader.alphabet
	p.node(t.Root, precedenceAlternate)
	return p.out.String()
}

// settings prints what a pattern of PCRE must begin with for its assertions, and for duplicate names.
func (p *printer) settings(t *Tree) {
	if t.ByCodePoint && !t.Flags.Has(Unicode) {
		p.write("(*UTF)")
	}
	var unicode, line *Node
	Walk(t.Root, func(n *Node) bool {
		switch {
		case n.Op != OpAssert:
		case n.Assert == WordBoundary || n.Assert == NotWordBoundary:
			if !n.Set.Equal(asciiWord) {
				unicode = n
			}
		case n.Set != nil:
			line = n
		}
		return true
	})
	if unicode != nil && !t.Flags.Has(Unicode) {
		p.write("(*UCP)")
		p.flags |= UnicodeClasses
	}
	if line != nil {
		for _, setting := range []struct {
			word    string
			newline newline
		}{{"(*CR)", newlineCR}, {"(*ANYCRLF)", newlineAnyCRLF}, {"(*ANY)", newlineAny}, {"(*NUL)", newlineNul}} {
			p.dialect.reader.perl.newline = setting.newline
			if a := p.dialect.reader.dialectAlphabet(p.flags); a.newline.Equal(line.Set) && a.pair == line.Pair {
				p.write(setting.word)
				break
			}
			p.dialect.reader.perl.newline = newlineDefault
		}
	}
	seen := map[string]bool{}
	for _, name := range t.Names {
		if name != "" && seen[name] && !t.Flags.Has(DuplicateNames) {
			p.write("(?J)")
			break
		}
		seen[name] = true
	}
}

// resets reports whether alternatives of n count their captures from the same number.
func resets(n *Node) bool {
	for i, sub := range n.Subs[1:] {
		if sub.GroupLo < n.Subs[i].GroupHi {
			return true
		}
	}
	return false
}

// branchReset prints alternatives that count from the same number.
func (p *printer) branchReset(n *Node) {
	p.write("(?|")
	for i, sub := range n.Subs {
		if i > 0 {
			p.write("|")
		}
		p.node(sub, precedenceConcat)
	}
	p.write(")")
}

// construct prints a node that JavaScript does not have.
func (p *printer) construct(n *Node) {
	switch n.Op {
	case OpAtomic:
		body := n.Subs[0]
		if body.Op == OpRepeat && !body.Lazy && p.mayBePossessive(body) {
			p.node(body.Subs[0], precedenceAtom)
			greedy := *body
			greedy.Lazy = p.flags.Has(Ungreedy)
			p.quantifier(&greedy)
			p.write("+")
			return
		}
		p.write("(?>")
		p.node(body, precedenceAlternate)
		p.write(")")
	case OpIf:
		p.conditional(n)
	case OpCall:
		p.call(n)
	case OpAbsent:
		p.write("(?~")
		p.node(n.Subs[0], precedenceAlternate)
		p.write(")")
	case OpKeep:
		p.write(`\K`)
	case OpVerb:
		p.write("(*" + n.Name + ")")
	}
}

func (p *printer) mayBePossessive(n *Node) bool {
	switch p.dialect.Dialect {
	case DotNet:
		return false
	case Ruby:
		return n.Max == Unbounded && n.Min <= 1 || n.Min == 0 && n.Max == 1
	}
	return true
}

func (p *printer) conditional(n *Node) {
	p.write("(?")
	branches := n.Subs
	switch look := n.Subs[0]; {
	case len(n.Subs) == 2:
		p.write("(" + p.condition(n) + ")")
	case look.Subs[0].Op == OpEmpty && look.Negate && isEmpty(n.Subs[2]) && p.dialect.Dialect != DotNet:
		p.write("(DEFINE)")
		branches = n.Subs[1:]
	default:
		p.write(lookOpening(look))
		p.node(look.Subs[0], precedenceAlternate)
		p.write(")")
		branches = n.Subs[1:]
	}
	p.node(branches[0], precedenceConcat)
	if !isEmpty(branches[1]) {
		p.write("|")
		p.node(branches[1], precedenceConcat)
	}
	p.write(")")
}

// condition returns how a conditional names its group.
func (p *printer) condition(n *Node) string {
	if n.Name == "" {
		return strconv.Itoa(n.Refs[0])
	}
	switch p.dialect.Dialect {
	case Ruby, Perl, PCRE:
		return "<" + n.Name + ">"
	}
	return n.Name
}

func (p *printer) call(n *Node) {
	switch ruby := p.dialect.Dialect == Ruby; {
	case ruby && n.Name != "":
		p.write(`\g<` + n.Name + ">")
	case ruby:
		p.write(`\g<` + strconv.Itoa(n.Refs[0]) + ">")
	case n.Name != "":
		p.write("(?&" + n.Name + ")")
	case n.Refs[0] == 0:
		p.write("(?R)")
	default:
		p.write("(?" + strconv.Itoa(n.Refs[0]) + ")")
	}
}

// capture prints a group with a number, or one that takes a capture away.
func (p *printer) capture(n *Node) {
	name := n.Name
	if p.dialect.Dialect == DotNet {
		if name == "" && n.Index > 0 {
			if p.dialect.plain++; p.dialect.plain != n.Index {
				p.dialect.plain--
				name = strconv.Itoa(n.Index)
			}
		}
		if n.Pop > 0 {
			other := p.dialect.names[n.Pop-1]
			if other == "" {
				other = strconv.Itoa(n.Pop)
			}
			if name == "" && n.Index > 0 {
				p.dialect.plain--
				name = strconv.Itoa(n.Index)
			}
			name += "-" + other
		}
	}
	open := "("
	switch {
	case name == "":
		if p.flags.Has(NoCapture) {
			p.withFlags(p.flags&^NoCapture, func() { p.plainCapture(n, open) })
			return
		}
	case p.dialect.Dialect == Python || p.dialect.Dialect == Go:
		open = "(?P<" + name + ">"
	default:
		open = "(?<" + name + ">"
	}
	p.plainCapture(n, open)
}

func (p *printer) plainCapture(n *Node, open string) {
	p.write(open)
	p.node(n.Subs[0], precedenceAlternate)
	p.write(")")
}

// reference prints a backreference.
func (p *printer) reference(n *Node) {
	p.under(func(a *alphabet) bool { return a.fold == n.Fold }, func() {
		number := ""
		if n.Name == "" {
			number = strconv.Itoa(n.Refs[0])
		}
		switch d := p.dialect.Dialect; {
		case d == Python && n.Name != "":
			p.write("(?P=" + n.Name + ")")
		case n.Name != "":
			p.write(`\k<` + n.Name + ">")
		case d == PCRE || d == Perl:
			p.write(`\g{` + number + "}")
		case len(number) > 1 && (d == DotNet || d == Ruby):
			p.write(`\k<` + number + ">")
		default:
			p.write(`\` + number)
			p.afterNumber = true
		}
	})
}

// wordEdge prints Rust's starts and ends of words, which are two lookarounds.
func (p *printer) wordEdge(n *Node) bool {
	if p.dialect.Dialect != Rust || len(n.Subs) != 2 || n.Subs[0].Op != OpLook || n.Subs[1].Op != OpLook {
		return false
	}
	set := n.Subs[0].Subs[0].Set
	p.under(func(a *alphabet) bool { return a.word.Equal(set) }, func() {
		if n.Subs[0].Negate {
			p.write(`\b{start}`)
		} else {
			p.write(`\b{end}`)
		}
	})
	return true
}

func (p *printer) dialectLook(n *Node) {
	if p.dialect.Dialect == Rust {
		p.under(func(a *alphabet) bool { return a.word.Equal(n.Subs[0].Set) }, func() {
			if n.Behind {
				p.write(`\b{start-half}`)
			} else {
				p.write(`\b{end-half}`)
			}
		})
		return
	}
	p.write(lookOpening(n))
	p.node(n.Subs[0], precedenceAlternate)
	p.write(")")
}

func (p *printer) dialectAssertion(n *Node) {
	d := p.dialect.Dialect
	lines := func(a *alphabet) bool { return a.newline.Equal(n.Set) && a.pair == n.Pair }
	multiline := p.flags.Has(Multiline) || d == Ruby
	switch n.Assert {
	case TextStart:
		if multiline {
			p.write(`\A`)
		} else {
			p.write("^")
		}
	case TextEnd:
		if d == Python {
			p.write(`\Z`)
		} else {
			p.write(`\z`)
		}
	case SearchStart:
		p.write(`\G`)
	case TextEndLine:
		p.under(lines, func() {
			switch {
			case d != Python:
				p.write(`\Z`)
			case multiline:
				p.write("(?-m:$)")
			default:
				p.write("$")
			}
		})
	case LineStart, LineEnd:
		text := "^"
		if n.Assert == LineEnd {
			text = "$"
		}
		p.under(lines, func() {
			if !multiline {
				text = "(?m:" + text + ")"
			}
			p.write(text)
		})
	default:
		text := `\b`
		if n.Assert == NotWordBoundary {
			text = `\B`
		}
		p.under(func(a *alphabet) bool { return a.boundary.Equal(n.Set) }, func() { p.write(text) })
	}
}

// under prints body where the alphabet is as wanted: as it is, or within a group with other flags.
func (p *printer) under(wanted func(*alphabet) bool, body func()) {
	if wanted(p.alphabet) {
		body()
		return
	}
	choices := []Flags{p.flags}
	for _, l := range flagLetters[p.dialect.Dialect] {
		if l.place&inside == 0 || l.flag&alphabetFlags == 0 {
			continue
		}
		for _, f := range choices {
			if f&l.flag == 0 {
				choices = append(choices, p.dialect.reader.withFlag(f, l.flag))
			} else if p.dialect.reader.mayClear(l) {
				choices = append(choices, f&^l.flag)
			}
		}
	}
	for _, f := range choices {
		if wanted(p.dialect.reader.dialectAlphabet(f)) {
			p.withFlags(f, body)
			return
		}
	}
	body()
}

// withFlags prints body within a group that has the flags f.
func (p *printer) withFlags(f Flags, body func()) {
	on, off := "", ""
	for _, l := range flagLetters[p.dialect.Dialect] {
		switch {
		case l.place&inside == 0 || l.flag == 0:
		case f&l.flag != 0 && p.flags&l.flag == 0:
			on += l.letter
		case f&l.flag == 0 && p.flags&l.flag != 0 && p.dialect.reader.mayClear(l):
			off += l.letter
		}
	}
	if strings.Contains(on, "aaa") {
		on = strings.Replace(on, "aaa", "aa", 1)
	}
	if off != "" {
		off = "-" + off
	}
	p.write("(?" + on + off + ":")
	flags, alphabet := p.flags, p.alphabet
	p.flags = f
	p.alphabet = p.dialect.reader.dialectAlphabet(f)
	p.dialect.reader.flags, p.dialect.reader.alphabet = p.flags, p.alphabet
	body()
	p.flags, p.alphabet = flags, alphabet
	p.dialect.reader.flags, p.dialect.reader.alphabet = flags, alphabet
	p.write(")")
}

// dialectSet prints a term that matches exactly s.
func (p *printer) dialectSet(s charset.Set) {
	a := p.alphabet
	switch {
	case s.Equal(a.dot) && !p.flags.Has(DotAll), s.Equal(a.any) && p.flags.Has(DotAll):
		p.write(".")
		return
	case s.Equal(a.any):
		p.write(`[\s\S]`)
		return
	case len(s) == 0:
		p.write(`[^\s\S]`)
		return
	}
	if name := p.shorthand(s); name != "" {
		p.write(name)
		return
	}
	if r, ok := p.dialectLiteral(s); ok {
		if p.afterNumber && isDigit(r) {
			p.write("[" + string(r) + "]")
			return
		}
		p.dialectRune(r, false)
		return
	}
	if !p.isClosed(s) {
		p.withFlags(p.flags&^IgnoreCase, func() { p.dialectSet(s) })
		return
	}
	p.dialectClass(s)
}

// isClosed reports whether a class of the characters of s matches no others.
func (p *printer) isClosed(s charset.Set) bool {
	if p.alphabet.fold == FoldNone {
		return true
	}
	if p.alphabet.fold == FoldJava {
		return charset.FoldClosure(s, FoldJava).Equal(s)
	}
	return p.dialect.reader.fold(s).Equal(s)
}

// dialectLiteral returns a character that alone matches s.
func (p *printer) dialectLiteral(s charset.Set) (rune, bool) {
	if s.Size() > 6 {
		return 0, false
	}
	// The lower case letter of ASCII reads best.
	best := rune(-1)
	for _, r := range s {
		for c := r.Lo; c <= r.Hi; c++ {
			if p.alphabet.literal(c).Equal(s) && (best < 0 || best < 'a' && 'a' <= c && c <= 'z') {
				best = c
			}
		}
	}
	return best, best >= 0
}

// dialectClass prints s in brackets.
func (p *printer) dialectClass(s charset.Set) {
	p.write("[")
	if s[len(s)-1].Hi == p.alphabet.limit {
		p.write("^")
		s = s.Negate(p.alphabet.limit)
	}
	for _, letter := range "wds" {
		set, _ := p.alphabet.class(letter)
		if s.Intersect(set).Equal(set) {
			p.write(`\` + string(letter))
			s = s.Subtract(set)
		}
	}
	if p.noSurrogates() {
		// These cannot be written one by one.
		if surrogates := mustProperty("Cs"); s.Overlaps(surrogates) {
			p.write(`\p{Cs}`)
			s = s.Subtract(surrogates)
		}
	}
	for _, r := range s {
		p.dialectRune(r.Lo, true)
		if r.Hi > r.Lo+1 {
			p.write("-")
		}
		if r.Hi > r.Lo {
			p.dialectRune(r.Hi, true)
		}
	}
	p.write("]")
}

// noSurrogates reports whether surrogates cannot be written as numbers.
func (p *printer) noSurrogates() bool {
	switch p.dialect.Dialect {
	case PCRE, Ruby, Go, Rust:
		return p.codePoints
	}
	return false
}

// dialectRune prints one character, escaped as its place demands.
func (p *printer) dialectRune(r rune, inClass bool) {
	if i := strings.IndexRune("\t\n\f\r", r); i >= 0 {
		p.write(`\` + "tnfr"[i:i+1])
		return
	}
	d := p.dialect.Dialect
	special := isSyntaxCharacter(r)
	if inClass {
		special = strings.ContainsRune(`\][^-&~`, r)
	}
	special = special || p.flags.Has(Extended) && r == '#' || d == Perl && (r == '@' || r == '$') || d == Ruby && r == '#'
	graphic := ' ' < r && r < 0x7F || r == ' ' && !p.flags.Has(Extended) ||
		r > 0xA0 && r != 0xAD && r <= p.alphabet.limit && !p.dialect.reader.bytes && !(d == Ruby && p.flags.Has(Bytes)) && unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
	hex := strconv.FormatInt(int64(r), 16)
	switch {
	case special:
		p.write(`\` + string(r))
	case graphic:
		p.write(string(r))
	case r <= 0xFF && (d != Ruby || r < 0x80 || p.dialect.reader.bytes):
		p.write(`\x` + strings.Repeat("0", 2-len(hex)) + hex)
	case d == PCRE || d == Perl || d == Go || d == Java:
		p.write(`\x{` + hex + "}")
	case d == Ruby || d == Rust:
		p.write(`\u{` + hex + "}")
	case r <= charset.MaxUnit:
		p.write(`\u` + strings.Repeat("0", 4-len(hex)) + hex)
	default:
		p.write(`\U` + strings.Repeat("0", 8-len(hex)) + hex)
	}
}
