package printer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// dialectSet prints a term that matches exactly s.
func (p *printer) dialectSet(s charset.Set) {
	a := p.alphabet
	switch {
	case s.Equal(a.Dot) && !p.flags.Has(syntax.DotAll), s.Equal(a.Any) && p.flags.Has(syntax.DotAll):
		p.write(".")
		return
	case p.spells() && hasSpelling(s):
		p.withFlags(p.flags&^syntax.IgnoreCase, func() { p.dialectSet(s) })
		return
	case s.Equal(a.Any):
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
		if p.wouldJoin(r) {
			p.write("[" + string(r) + "]")
			return
		}
		p.dialectRune(r, false)
		return
	}
	if !p.isClosed(s) {
		p.withFlags(p.flags&^syntax.IgnoreCase, func() { p.dialectSet(s) })
		return
	}
	p.class(s, p.dialectRune)
}

// spells reports whether a text that is printed matches other spellings of it as well.
func (p *printer) spells() bool {
	return (p.dialect.Dialect == syntax.Ruby || p.dialect.Dialect == syntax.Perl) && p.alphabet.Fold != syntax.FoldNone
}

// spelling prints a sequence that would match other spellings as well, so that it does not, and reports whether it is
// such a one.
func (p *printer) spelling(n *syntax.Node) bool {
	if !p.spells() {
		return false
	}
	flat := inOne(n, nil)
	for i := range flat {
		for _, s := range charset.Spellings() {
			if p.isText(flat[i:], s.Text) {
				p.withFlags(p.flags&^syntax.IgnoreCase, func() { p.node(n, precedenceAlternate) })
				return true
			}
		}
	}
	return false
}

// inOne appends the nodes of a sequence, with those of sequences in it, whose groups are not printed.
func inOne(n *syntax.Node, nodes []*syntax.Node) []*syntax.Node {
	for _, sub := range n.Subs {
		if sub = sub.Bare(); sub.Op == syntax.OpConcat {
			nodes = inOne(sub, nodes)
		} else if !isEmpty(sub) {
			nodes = append(nodes, sub)
		}
	}
	return nodes
}

// isText reports whether the first of nodes are the characters of a text.
func (p *printer) isText(nodes []*syntax.Node, text []rune) bool {
	for i, r := range text {
		if i == len(nodes) || nodes[i].Bare().Op != syntax.OpSet || !nodes[i].Bare().Set.Equal(p.alphabet.Literal(r)) {
			return false
		}
	}
	return true
}

// hasSpelling reports whether s holds a character that is several as well where case is folded.
func hasSpelling(s charset.Set) bool {
	return slices.ContainsFunc(charset.Spellings(), func(sp charset.Spelling) bool { return s.Overlaps(sp.Chars) })
}

// isClosed reports whether a class of the characters of s matches no others.
func (p *printer) isClosed(s charset.Set) bool {
	if p.alphabet.Fold == syntax.FoldNone {
		return true
	}
	if p.alphabet.Fold == syntax.FoldJava {
		return charset.FoldClosure(s, syntax.FoldJava).Equal(s)
	}
	return p.alphabet.Closure(s).Equal(s)
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
			if p.alphabet.Literal(c).Equal(s) && (best < 0 || best < 'a' && 'a' <= c && c <= 'z') {
				best = c
			}
		}
	}
	return best, best >= 0
}

// noSurrogates reports whether surrogates cannot be written as numbers.
func (p *printer) noSurrogates() bool {
	if p.dialect == nil {
		return false
	}
	switch p.dialect.Dialect {
	case syntax.PCRE, syntax.Ruby, syntax.Go, syntax.Rust:
		return p.key.CodePoints
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
	special := syntax.IsSyntaxCharacter(r)
	if inClass {
		special = strings.ContainsRune(`\][^-&~`, r)
	}
	special = special || p.flags.Has(syntax.Extended) && r == '#' || d == syntax.Perl && (r == '@' || r == '$') || d == syntax.Ruby && r == '#'
	graphic := ' ' < r && r < 0x7F || r == ' ' && !p.flags.Has(syntax.Extended) ||
		r > 0xA0 && r != 0xAD && r <= p.alphabet.Limit && !p.key.Bytes && !(d == syntax.Ruby && p.flags.Has(syntax.Bytes)) && unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
	hex := strconv.FormatInt(int64(r), 16)
	switch {
	case special:
		p.write(`\` + string(r))
	case graphic:
		p.write(string(r))
	case r <= 0xFF && (d != syntax.Ruby || r < 0x80 || p.key.Bytes):
		p.write(`\x` + strings.Repeat("0", 2-len(hex)) + hex)
	case d == syntax.PCRE || d == syntax.Perl || d == syntax.Go || d == syntax.Java:
		p.write(`\x{` + hex + "}")
	case d == syntax.Ruby || d == syntax.Rust:
		p.write(`\u{` + hex + "}")
	case r <= charset.MaxUnit:
		p.write(`\u` + strings.Repeat("0", 4-len(hex)) + hex)
	default:
		p.write(`\U` + strings.Repeat("0", 8-len(hex)) + hex)
	}
}
