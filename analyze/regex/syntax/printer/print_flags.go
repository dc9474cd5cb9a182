package printer

import (
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// settings prints what a pattern of PCRE must begin with for its assertions, and for duplicate names.
func (p *printer) settings(t *syntax.Tree) {
	if t.ByCodePoint && !t.Flags.Has(syntax.Unicode) {
		p.write("(*UTF)")
	}
	var unicode, line *syntax.Node
	syntax.Walk(t.Root, func(n *syntax.Node) bool {
		switch {
		case n.Op != syntax.OpAssert:
		case n.Assert == syntax.WordBoundary || n.Assert == syntax.NotWordBoundary:
			if !n.Set.Equal(alphabet.ASCIIWord) {
				unicode = n
			}
		case n.Set != nil:
			line = n
		}
		return true
	})
	if unicode != nil && !t.Flags.Has(syntax.Unicode) {
		p.write("(*UCP)")
		p.flags |= syntax.UnicodeClasses
	}
	if line != nil {
		for _, setting := range []struct {
			word    string
			newline alphabet.Newline
		}{{"(*CR)", alphabet.NewlineCR}, {"(*ANYCRLF)", alphabet.NewlineAnyCRLF}, {"(*ANY)", alphabet.NewlineAny}, {"(*NUL)", alphabet.NewlineNul}} {
			p.key.Newline = setting.newline
			if a := p.under(p.flags); a.Newline.Equal(line.Set) && a.Pair == line.Pair {
				p.write(setting.word)
				break
			}
			p.key.Newline = alphabet.NewlineDefault
		}
	}
	seen := map[string]bool{}
	for _, name := range t.Names {
		if name != "" && seen[name] && !t.Flags.Has(syntax.DuplicateNames) {
			p.write("(?J)")
			break
		}
		seen[name] = true
	}
}

// where prints body where the alphabet is as wanted: as it is, or within a group with other flags.
func (p *printer) where(wanted func(*alphabet.Alphabet) bool, body func()) {
	if wanted(p.alphabet) {
		body()
		return
	}
	for _, f := range p.dialect.Reachable(p.flags, alphabet.Flags) {
		if wanted(p.under(f)) {
			p.withFlags(f, body)
			return
		}
	}
	body()
}

// withFlags prints body within a group that has the flags f.
func (p *printer) withFlags(f syntax.Flags, body func()) {
	p.write("(?" + p.dialect.FormatChange(p.flags, f) + ":")
	outer := p.flags
	p.setFlags(f)
	body()
	p.setFlags(outer)
	p.write(")")
}
