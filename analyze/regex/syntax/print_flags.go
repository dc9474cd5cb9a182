package syntax

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
	on := p.dialect.letters(f, inside, func(l flagLetter) bool { return !p.flags.Has(l.flag) })
	off := p.dialect.letters(p.flags, inside, func(l flagLetter) bool {
		return !f.Has(l.flag) && p.dialect.reader.mayClear(l)
	})
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
