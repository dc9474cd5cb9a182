package validate

import (
	"errors"
	re2 "regexp/syntax"
	"strings"

	"snag/analyze/regex/syntax"
)

// Go returns what Go's own parser says against a pattern, nil if it takes it.
func Go(source []rune, flags syntax.Flags) *syntax.Error {
	perl := re2.Perl
	for _, f := range []struct {
		ours   syntax.Flags
		theirs re2.Flags
	}{{syntax.IgnoreCase, re2.FoldCase}, {syntax.DotAll, re2.DotNL}, {syntax.Ungreedy, re2.NonGreedy}} {
		if flags.Has(f.ours) {
			perl |= f.theirs
		}
	}
	if flags.Has(syntax.Multiline) {
		perl &^= re2.OneLine
	}
	_, err := re2.Parse(string(source), perl)
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*re2.Error](err)
	if !ok {
		return &syntax.Error{Msg: err.Error()}
	}
	invalid := &syntax.Error{Msg: e.Code.String(), Limit: e.Code == re2.ErrNestingDepth || e.Code == re2.ErrLarge}
	if before, _, found := strings.Cut(string(source), e.Expr); found && e.Expr != "" {
		invalid.Pos = len([]rune(before))
	}
	return invalid
}
