package redos

import (
	"context"

	"snag/analyze/regex/edited"
	"snag/analyze/regex/syntax"
)

// Disarmed reports whether matching takes at most linear time on every text that comes out of some edits. It is
// false as well where that was not decided. The error is that of ctx.
func Disarmed(ctx context.Context, tree *syntax.Tree, mode syntax.Mode, edits []edited.Edit, limits Limits) (bool, error) {
	if len(edits) == 0 {
		return false, nil
	}
	texts := edited.After(edits, tree)
	if !texts.Limited() {
		return false, nil
	}
	v, err := Tree(ctx, texts.Restrict(tree), mode, limits)
	return err == nil && v.Class == Linear, err
}
