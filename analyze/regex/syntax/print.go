package syntax

import (
	"strconv"
	"strings"
	"unicode"

	"snag/analyze/regex/charset"
)

// Print returns a pattern with the meaning of t under t.Flags, in a canonical form: what parses to
// equal sets, repetitions and groups prints alike, groups stand only where they are needed, and
// printing what Print's result parses to gives that result again. It is built from the nodes alone;
// parts that do not follow t.Flags get modifier groups.
func Print(t *Tree) string {
	p := printer{flags: t.Flags, codePoints: t.ByCodePoint}
	if t.Dialect != JavaScript {
		return p.dialectTree(t)
	}
	fold, points := FoldNone, 0
	if t.ByCodePoint {
		points = 1
	}
	if t.Flags.Has(IgnoreCase) {
		fold = FoldLegacy
		if t.ByCodePoint {
			fold = FoldUnicode
		}
	}
	p.alphabet = alphabets[fold][points]()
	p.node(t.Root, precedenceAlternate)
	return p.out.String()
}

type printer struct {
	out        strings.Builder
	flags      Flags
	codePoints bool
	alphabet   *alphabet
	dialect    *dialectPrinter // nil for JavaScript
	// afterNumber reports whether the output ends in a backreference by number, which a digit would
	// change.
	afterNumber bool
}

// precedence tells which nodes may stand in a place without parentheses.
type precedence uint8

const (
	precedenceAlternate precedence = iota // all
	precedenceConcat                      // all but alternatives
	precedenceTerm                        // what may be part of a sequence
	precedenceAtom                        // what may be repeated
)

func (p *printer) write(s string) {
	p.out.WriteString(s)
	p.afterNumber = false
}

// node prints n where at least the precedence at is needed.
func (p *printer) node(n *Node, at precedence) {
	for n.Op == OpGroup && n.Index == 0 && n.Pop == 0 {
		n = n.Subs[0]
	}
	if n.Op == OpAlternate && p.dialect != nil && p.dialect.has(featureBranchReset) && resets(n) {
		p.branchReset(n)
		return
	}
	if n.precedence() < at {
		p.write("(?:")
		p.node(n, precedenceAlternate)
		p.write(")")
		return
	}
	switch n.Op {
	case OpEmpty:
	case OpSet:
		p.set(n.Set)
	case OpConcat:
		if p.dialect != nil && p.wordEdge(n) {
			return
		}
		for _, sub := range n.Subs {
			if !isEmpty(sub) {
				p.node(sub, precedenceConcat)
			}
		}
	case OpAlternate:
		for i, sub := range n.Subs {
			if i > 0 {
				p.write("|")
			}
			p.node(sub, precedenceAlternate)
		}
	case OpRepeat:
		p.node(n.Subs[0], precedenceAtom)
		p.quantifier(n)
	case OpAtomic, OpIf, OpCall, OpAbsent, OpKeep, OpVerb:
		p.construct(n)
	case OpGroup:
		if p.dialect != nil {
			p.capture(n)
			return
		}
		p.write("(")
		if n.Name != "" {
			p.write("?<" + n.Name + ">")
		}
		p.node(n.Subs[0], precedenceAlternate)
		p.write(")")
	case OpLook:
		if p.dialect != nil {
			p.dialectLook(n)
			return
		}
		p.write(lookOpening(n))
		p.node(n.Subs[0], precedenceAlternate)
		p.write(")")
	case OpBackref:
		if p.dialect != nil {
			p.reference(n)
			return
		}
		p.modified("i", n.Fold != FoldNone, p.alphabet.fold != FoldNone, func() {
			if n.Name != "" {
				p.write(`\k<` + n.Name + ">")
				return
			}
			p.write(`\` + strconv.Itoa(n.Refs[0]))
			p.afterNumber = true
		})
	case OpAssert:
		p.assertion(n)
	}
}

func isEmpty(n *Node) bool {
	for n.Op == OpGroup && n.Index == 0 && n.Pop == 0 {
		n = n.Subs[0]
	}
	return n.Op == OpEmpty
}

func (n *Node) precedence() precedence {
	switch n.Op {
	case OpAlternate:
		return precedenceAlternate
	case OpConcat, OpEmpty:
		return precedenceConcat
	case OpRepeat, OpLook, OpAssert, OpKeep, OpVerb:
		return precedenceTerm
	case OpAtomic:
		return precedenceTerm // may be written as a quantifier
	}
	return precedenceAtom
}

// modified calls body, within a group that sets or clears the flag of that letter where the flag is
// not as wanted.
func (p *printer) modified(letter string, want, have bool, body func()) {
	if want == have {
		body()
		return
	}
	if want {
		p.write("(?" + letter + ":")
	} else {
		p.write("(?-" + letter + ":")
	}
	body()
	p.write(")")
}

func lookOpening(n *Node) string {
	switch {
	case n.Behind && n.Negate:
		return "(?<!"
	case n.Behind:
		return "(?<="
	case n.Negate:
		return "(?!"
	}
	return "(?="
}

func (p *printer) assertion(n *Node) {
	if p.dialect != nil {
		p.dialectAssertion(n)
		return
	}
	multiline := p.flags.Has(Multiline)
	switch n.Assert {
	case TextStart:
		p.modified("m", false, multiline, func() { p.write("^") })
	case TextEnd:
		p.modified("m", false, multiline, func() { p.write("$") })
	case LineStart:
		p.modified("m", true, multiline, func() { p.write("^") })
	case LineEnd:
		p.modified("m", true, multiline, func() { p.write("$") })
	default:
		text := `\b`
		if n.Assert == NotWordBoundary {
			text = `\B`
		}
		// Only under u and v do word characters depend on i.
		usual := n.Set.Equal(p.alphabet.word)
		fold := p.alphabet.fold != FoldNone
		p.modified("i", fold == usual, fold, func() { p.write(text) })
	}
}

func (p *printer) quantifier(n *Node) {
	switch {
	case n.Min == 0 && n.Max == Unbounded:
		p.write("*")
	case n.Min == 1 && n.Max == Unbounded:
		p.write("+")
	case n.Min == 0 && n.Max == 1:
		p.write("?")
	case n.Max == Unbounded:
		p.write("{" + strconv.Itoa(n.Min) + ",}")
	case n.Min == n.Max:
		p.write("{" + strconv.Itoa(n.Min) + "}")
	default:
		p.write("{" + strconv.Itoa(n.Min) + "," + strconv.Itoa(n.Max) + "}")
	}
	if n.Lazy != (p.dialect != nil && p.flags.Has(Ungreedy)) {
		p.write("?")
	}
}

// set prints a term that matches exactly s.
func (p *printer) set(s charset.Set) {
	if p.dialect != nil {
		p.dialectSet(s)
		return
	}
	closed := p.alphabet.fold == FoldNone || charset.FoldClosure(s, p.alphabet.fold).Equal(s)
	if !closed {
		inner := printer{flags: p.flags &^ IgnoreCase, codePoints: p.codePoints}
		inner.alphabet = alphabets[FoldNone][0]()
		if p.codePoints {
			inner.alphabet = alphabets[FoldNone][1]()
		}
		inner.set(s)
		p.write("(?-i:" + inner.out.String() + ")")
		return
	}
	a := p.alphabet
	dot := a.dot
	if p.flags.Has(DotAll) {
		dot = a.any
	}
	switch {
	case s.Equal(dot):
		p.write(".")
	case s.Equal(a.any):
		p.write("[^]")
	case len(s) == 0:
		p.write("[]")
	default:
		if r, ok := p.literal(s); ok {
			if p.afterNumber && isDigit(r) {
				p.write("[" + string(r) + "]")
				return
			}
			p.rune(r, false)
			return
		}
		if name := p.shorthand(s); name != "" {
			p.write(name)
			return
		}
		p.class(s, p.rune)
	}
}

// literal returns the first character of s if s is what that character matches.
func (p *printer) literal(s charset.Set) (rune, bool) {
	r := charset.Canonicalize(s[0].Lo, p.alphabet.fold)
	if p.alphabet.fold == FoldLegacy && 'A' <= r && r <= 'Z' {
		r += 'a' - 'A'
	}
	return r, s.Size() <= 4 && p.alphabet.literal(r).Equal(s)
}

// shorthand returns the escape for s, or "".
func (p *printer) shorthand(s charset.Set) string {
	for _, letter := range "dDsSwW" {
		if set, _ := p.alphabet.class(letter); set.Equal(s) {
			return `\` + string(letter)
		}
	}
	return ""
}

// class prints s in brackets, whose characters put prints: as a complement if it reaches the end of the
// alphabet, with the shorthands that fit in.
func (p *printer) class(s charset.Set, put func(r rune, inClass bool)) {
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
		put(r.Lo, true)
		if r.Hi > r.Lo+1 {
			p.write("-")
		}
		if r.Hi > r.Lo {
			put(r.Hi, true)
		}
	}
	p.write("]")
}

// rune prints one character, escaped as its place demands.
func (p *printer) rune(r rune, inClass bool) {
	if i := strings.IndexRune("\t\n\v\f\r", r); i >= 0 {
		p.write(`\` + "tnvfr"[i:i+1])
		return
	}
	special := isSyntaxCharacter(r) || r == '/'
	if inClass {
		special = r == '\\' || r == ']' || r == '[' || r == '^' || r == '-' || r == '/' ||
			p.flags.Has(UnicodeSets) && isSetSyntax(r)
	}
	hex := strconv.FormatInt(int64(r), 16)
	switch {
	case special:
		p.write(`\` + string(r))
	case ' ' <= r && r < 0x7F || r > 0xFF && unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) ||
		r > 0xA0 && r <= 0xFF && r != 0xAD:
		p.write(string(r))
	case r <= 0xFF:
		p.write(`\x` + strings.Repeat("0", 2-len(hex)) + hex)
	case r <= charset.MaxUnit && (!p.codePoints || r < 0xD800 || r > 0xDFFF):
		p.write(`\u` + strings.Repeat("0", 4-len(hex)) + hex)
	default:
		// Under u and v two escapes \uHHHH could become one character; in braces they do not.
		p.write(`\u{` + hex + `}`)
	}
}
