package syntax

import (
	"slices"
	"strings"
)

// flagGroup reads flags after (? and either opens a group with them or sets them up to the end of the
// group they are in.
func (p *parser) flagGroup(f frame) {
	flags := p.flags
	if p.peek() == '^' {
		p.only(featureCaretFlags, f.start)
		p.pos++
		flags &^= IgnoreCase | Multiline | DotAll | Extended | ExtendedMore | NoCapture | ASCII | ASCIIOnly | Locale
		if p.dialect == Perl {
			flags &^= Unicode
		}
	}
	from := p.pos
	negative := false
	var on, off Flags
	for p.err == nil {
		c := p.peek()
		switch c {
		case ')':
			if p.src[p.pos-1] == '?' && !p.mayBeNoFlags() {
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

// mayBeNoFlags reports whether (?) is taken, which means nothing.
func (p *parser) mayBeNoFlags() bool {
	switch p.dialect {
	case PCRE, Perl, Java, DotNet:
		return true
	}
	return false
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
