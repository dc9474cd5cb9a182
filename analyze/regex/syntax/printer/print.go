// Package printer writes a tree as a pattern of its dialect.
package printer

import (
	"strconv"
	"strings"
	"unicode"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// Print returns a pattern with the meaning of t under t.Flags, in a canonical form: what parses to
// equal sets, repetitions and groups prints alike, groups stand only where they are needed, and
// printing what Print's result parses to gives that result again. It is built from the nodes alone;
// parts that do not follow t.Flags get modifier groups.
func Print(t *syntax.Tree) string {
	p := printer{flags: t.Flags, key: alphabet.Key{Dialect: t.Dialect, CodePoints: t.ByCodePoint, Bytes: t.ByByte}}
	if t.Dialect != syntax.JavaScript {
		return p.dialectTree(t)
	}
	p.setFlags(t.Flags)
	p.node(t.Root, precedenceAlternate)
	return p.out.String()
}

type printer struct {
	out      strings.Builder
	flags    syntax.Flags
	key      alphabet.Key // without the flags
	alphabet *alphabet.Alphabet
	dialect  *dialectPrinter // nil for JavaScript
	// afterNumber reports whether the output ends in a backreference by number, which a digit would
	// change.
	afterNumber bool
}

// setFlags lets what follows be printed for the flags f.
func (p *printer) setFlags(f syntax.Flags) {
	p.flags = f
	p.alphabet = p.under(f)
}

// under returns the alphabet under the flags f.
func (p *printer) under(f syntax.Flags) *alphabet.Alphabet {
	key := p.key
	key.Flags = f
	return alphabet.Of(key)
}

// precedence tells which nodes may stand in a place without parentheses.
type precedence uint8

const (
	precedenceAlternate precedence = iota // all
	precedenceConcat                      // all but alternatives
	precedenceTerm                        // what may be part of a sequence
	precedenceAtom                        // what may be repeated
)

// write adds s. It is called in a hundred places.
//
//go:noinline
func (p *printer) write(s string) {
	p.out.WriteString(s)
	p.afterNumber = false
}

// wouldJoin reports whether r would become a part of the number before it.
func (p *printer) wouldJoin(r rune) bool { return p.afterNumber && '0' <= r && r <= '9' }

// node prints n where at least the precedence at is needed.
func (p *printer) node(n *syntax.Node, at precedence) {
	n = n.Bare()
	if n.Op == syntax.OpAlternate && p.dialect != nil && p.dialect.hasBranchReset() && resets(n) {
		p.branchReset(n)
		return
	}
	if precedenceOf(n) < at {
		p.write("(?:")
		p.node(n, precedenceAlternate)
		p.write(")")
		return
	}
	switch n.Op {
	case syntax.OpEmpty:
	case syntax.OpSet:
		p.set(n.Set)
	case syntax.OpConcat:
		if p.dialect != nil && (p.wordEdge(n) || p.spelling(n)) {
			return
		}
		for _, sub := range n.Subs {
			if !isEmpty(sub) {
				p.node(sub, precedenceConcat)
			}
		}
	case syntax.OpAlternate:
		for i, sub := range n.Subs {
			if i > 0 {
				p.write("|")
			}
			p.node(sub, precedenceAlternate)
		}
	case syntax.OpRepeat:
		p.node(n.Subs[0], precedenceAtom)
		p.quantifier(n)
	case syntax.OpAtomic, syntax.OpIf, syntax.OpCall, syntax.OpAbsent, syntax.OpKeep, syntax.OpVerb:
		p.construct(n)
	case syntax.OpGroup:
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
	case syntax.OpLook:
		if p.dialect != nil {
			p.dialectLook(n)
			return
		}
		p.write(lookOpening(n))
		p.node(n.Subs[0], precedenceAlternate)
		p.write(")")
	case syntax.OpBackref:
		if p.dialect != nil {
			p.reference(n)
			return
		}
		p.modified("i", n.Fold != syntax.FoldNone, p.alphabet.Fold != syntax.FoldNone, func() {
			if n.Name != "" {
				p.write(`\k<` + n.Name + ">")
				return
			}
			p.write(`\` + strconv.Itoa(n.Refs[0]))
			p.afterNumber = true
		})
	case syntax.OpAssert:
		p.assertion(n)
	}
}

func isEmpty(n *syntax.Node) bool { return n.Bare().Op == syntax.OpEmpty }

func precedenceOf(n *syntax.Node) precedence {
	switch n.Op {
	case syntax.OpAlternate:
		return precedenceAlternate
	case syntax.OpConcat, syntax.OpEmpty:
		return precedenceConcat
	case syntax.OpRepeat, syntax.OpLook, syntax.OpAssert, syntax.OpKeep, syntax.OpVerb:
		return precedenceTerm
	case syntax.OpAtomic:
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

func lookOpening(n *syntax.Node) string {
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

func (p *printer) assertion(n *syntax.Node) {
	if p.dialect != nil {
		p.dialectAssertion(n)
		return
	}
	multiline := p.flags.Has(syntax.Multiline)
	switch n.Assert {
	case syntax.TextStart:
		p.modified("m", false, multiline, func() { p.write("^") })
	case syntax.TextEnd:
		p.modified("m", false, multiline, func() { p.write("$") })
	case syntax.LineStart:
		p.modified("m", true, multiline, func() { p.write("^") })
	case syntax.LineEnd:
		p.modified("m", true, multiline, func() { p.write("$") })
	default:
		text := `\b`
		if n.Assert == syntax.NotWordBoundary {
			text = `\B`
		}
		// Only under u and v do word characters depend on i.
		usual := n.Set.Equal(p.alphabet.Word)
		fold := p.alphabet.Fold != syntax.FoldNone
		p.modified("i", fold == usual, fold, func() { p.write(text) })
	}
}

func (p *printer) quantifier(n *syntax.Node) {
	switch {
	case n.Min == 0 && n.Max == syntax.Unbounded:
		p.write("*")
	case n.Min == 1 && n.Max == syntax.Unbounded:
		p.write("+")
	case n.Min == 0 && n.Max == 1:
		p.write("?")
	case n.Max == syntax.Unbounded:
		p.write("{" + strconv.Itoa(n.Min) + ",}")
	case n.Min == n.Max:
		p.write("{" + strconv.Itoa(n.Min) + "}")
	default:
		p.write("{" + strconv.Itoa(n.Min) + "," + strconv.Itoa(n.Max) + "}")
	}
	if n.Lazy != (p.dialect != nil && p.flags.Has(syntax.Ungreedy)) {
		p.write("?")
	}
}

// set prints a term that matches exactly s.
func (p *printer) set(s charset.Set) {
	if p.dialect != nil {
		p.dialectSet(s)
		return
	}
	closed := p.alphabet.Fold == syntax.FoldNone || charset.FoldClosure(s, p.alphabet.Fold).Equal(s)
	if !closed {
		inner := printer{key: p.key}
		inner.setFlags(p.flags &^ syntax.IgnoreCase)
		inner.set(s)
		p.write("(?-i:" + inner.out.String() + ")")
		return
	}
	a := p.alphabet
	dot := a.Dot
	if p.flags.Has(syntax.DotAll) {
		dot = a.Any
	}
	switch {
	case s.Equal(dot):
		p.write(".")
	case s.Equal(a.Any):
		p.write("[^]")
	case len(s) == 0:
		p.write("[]")
	default:
		if r, ok := p.literal(s); ok {
			if p.wouldJoin(r) {
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
	r := charset.Canonicalize(s[0].Lo, p.alphabet.Fold)
	if p.alphabet.Fold == syntax.FoldLegacy && 'A' <= r && r <= 'Z' {
		r += 'a' - 'A'
	}
	return r, s.Size() <= 4 && p.alphabet.Literal(r).Equal(s)
}

// shorthand returns the escape for s, or "".
func (p *printer) shorthand(s charset.Set) string {
	for _, letter := range "dDsSwW" {
		if set, _ := p.alphabet.Class(letter); set.Equal(s) {
			return `\` + string(letter)
		}
	}
	return ""
}

// class prints s in brackets, whose characters put prints: as a complement if it reaches the end of the
// alphabet, with the shorthands that fit in.
func (p *printer) class(s charset.Set, put func(r rune, inClass bool)) {
	p.write("[")
	if s[len(s)-1].Hi == p.alphabet.Limit {
		p.write("^")
		s = s.Negate(p.alphabet.Limit)
	}
	for _, letter := range "wds" {
		set, _ := p.alphabet.Class(letter)
		if s.Intersect(set).Equal(set) {
			p.write(`\` + string(letter))
			s = s.Subtract(set)
		}
	}
	if p.noSurrogates() {
		// These cannot be written one by one.
		if surrogates := charset.MustProperty("Cs"); s.Overlaps(surrogates) {
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
	special := syntax.IsSyntaxCharacter(r) || r == '/'
	if inClass {
		special = r == '\\' || r == ']' || r == '[' || r == '^' || r == '-' || r == '/' ||
			p.flags.Has(syntax.UnicodeSets) && syntax.IsClassSetSyntaxCharacter(r)
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
	case r <= charset.MaxUnit && (!p.key.CodePoints || r < 0xD800 || r > 0xDFFF):
		p.write(`\u` + strings.Repeat("0", 4-len(hex)) + hex)
	default:
		// Under u and v two escapes \uHHHH could become one character; in braces they do not.
		p.write(`\u{` + hex + `}`)
	}
}
