package parser

import (
	"slices"

	"snag/analyze/regex/syntax"
)

// flagGroup reads flags after (? and either opens a group with them or sets them up to the end of the
// group they are in.
func (p *parser) flagGroup(f frame) {
	flags := p.flags
	if p.peek() == '^' {
		p.only(featureCaretFlags, f.start)
		p.pos++
		flags &^= syntax.IgnoreCase | syntax.Multiline | syntax.DotAll | syntax.Extended | syntax.ExtendedMore | syntax.NoCapture | syntax.ASCII | syntax.ASCIIOnly | syntax.Locale
		if p.dialect == syntax.Perl {
			flags &^= syntax.Unicode
		}
	}
	from := p.pos
	negative := false
	var on, off syntax.Flags
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
			if p.dialect == syntax.Python && p.src[p.pos-1] == '-' {
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
		letter, flag, ok := p.dialect.InlineFlag(string(p.src[p.pos:min(p.pos+2, len(p.src))]))
		if !ok || negative && !p.dialect.MayClear(letter) {
			if p.pos == from && !negative {
				p.fail(f.start, msgBadGroup)
			} else {
				p.fail(p.pos, msgBadFlags)
			}
			return
		}
		p.pos += len(letter)
		if negative {
			off |= flag
		} else {
			on |= flag
		}
		if p.dialect == syntax.Python && !p.pythonFlags(on, off) {
			p.fail(p.pos-1, msgBadFlags)
			return
		}
		if negative {
			flags &^= flag
			if flag == syntax.Extended {
				flags &^= syntax.ExtendedMore
			}
		} else {
			flags = p.dialect.WithFlag(flags, flag)
		}
	}
}

// mayBeNoFlags reports whether (?) is taken, which means nothing.
func (p *parser) mayBeNoFlags() bool {
	switch p.dialect {
	case syntax.PCRE, syntax.Perl, syntax.Java, syntax.DotNet:
		return true
	}
	return false
}

// bareFlags sets flags from here to the end of the group.
func (p *parser) bareFlags(f frame, flags syntax.Flags, from int) {
	if p.dialect == syntax.Python {
		p.globalFlags(f, flags, from)
		return
	}
	if p.dialect == syntax.Ruby {
		f.kind = frameFlags
		p.openFrame(f)
	}
	p.setFlags(flags)
}

// pythonFlags reports whether flags may be set and cleared together.
func (p *parser) pythonFlags(on, off syntax.Flags) bool {
	kinds := on & (syntax.ASCII | syntax.Locale | syntax.Unicode)
	return on&off == 0 && kinds&(kinds-1) == 0 && !(p.bytes && on.Has(syntax.Unicode)) && !(!p.bytes && on.Has(syntax.Locale))
}

// globalFlags sets Python's flags for the whole pattern, which must begin with them.
func (p *parser) globalFlags(f frame, flags syntax.Flags, from int) {
	before := p.flags & (syntax.ASCII | syntax.Locale | syntax.Unicode)
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
