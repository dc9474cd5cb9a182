package parser

import (
	"errors"
	re2 "regexp/syntax"
	"strings"

	"snag/analyze/regex/syntax"
)

// checkGo returns what Go's own parser says against the pattern.
func (p *parser) checkGo() error {
	flags := re2.Perl
	for _, f := range []struct {
		ours   syntax.Flags
		theirs re2.Flags
	}{{syntax.IgnoreCase, re2.FoldCase}, {syntax.DotAll, re2.DotNL}, {syntax.Ungreedy, re2.NonGreedy}} {
		if p.flags.Has(f.ours) {
			flags |= f.theirs
		}
	}
	if p.flags.Has(syntax.Multiline) {
		flags &^= re2.OneLine
	}
	_, err := re2.Parse(string(p.src), flags)
	return err
}

// failGo makes what Go's parser said the error, unless this parser found one, whose position is exact.
func (p *parser) failGo(err error) {
	if p.err != nil {
		return
	}
	p.fail(0, err.Error())
	if e, ok := errors.AsType[*re2.Error](err); ok {
		p.err.Msg = e.Code.String()
		p.err.Limit = e.Code == re2.ErrNestingDepth || e.Code == re2.ErrLarge
		if before, _, found := strings.Cut(string(p.src), e.Expr); found && e.Expr != "" {
			p.err.Pos = len([]rune(before))
		}
	}
}
