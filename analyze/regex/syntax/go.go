package syntax

import (
	"errors"
	"regexp/syntax"
	"strings"
)

// checkGo returns what Go's own parser says against the pattern.
func (p *parser) checkGo() error {
	flags := syntax.Perl
	for _, f := range []struct {
		ours   Flags
		theirs syntax.Flags
	}{{IgnoreCase, syntax.FoldCase}, {DotAll, syntax.DotNL}, {Ungreedy, syntax.NonGreedy}} {
		if p.flags.Has(f.ours) {
			flags |= f.theirs
		}
	}
	if p.flags.Has(Multiline) {
		flags &^= syntax.OneLine
	}
	_, err := syntax.Parse(string(p.src), flags)
	return err
}

// failGo makes what Go's parser said the error, unless this parser found one, whose position is exact.
func (p *parser) failGo(err error) {
	if p.err != nil {
		return
	}
	p.fail(0, err.Error())
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		p.err.Msg = e.Code.String()
		p.err.Limit = e.Code == syntax.ErrNestingDepth || e.Code == syntax.ErrLarge
		if before, _, found := strings.Cut(string(p.src), e.Expr); found && e.Expr != "" {
			p.err.Pos = len([]rune(before))
		}
	}
}
