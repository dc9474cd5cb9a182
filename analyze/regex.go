package analyze

import (
	"context"

	"snag/analyze/syntax"
)

// DefaultLimits are the limits that the command line uses.
var DefaultLimits = Limits{States: 30_000, Work: 600_000, Steps: 1_000_000}

// Regex decides how the cost of matching pattern grows. Pattern is WTF-8, flags are those of
// ECMAScript. The error is a *syntax.Error for an invalid pattern or invalid flags, or that of ctx.
func Regex(ctx context.Context, pattern, flags string, mode Mode, limits Limits) (Verdict, error) {
	tree, err := syntax.Parse(pattern, flags)
	if err != nil {
		return Verdict{}, err
	}
	return Tree(ctx, tree, mode, limits)
}

// Tree decides how the cost of matching a parsed pattern grows. The sticky flag makes a search a match
// at one position, the global flag makes it a search for all matches. The error is that of ctx.
func Tree(ctx context.Context, tree *syntax.Tree, mode Mode, limits Limits) (Verdict, error) {
	if mode == Search {
		switch {
		case tree.Flags&syntax.Sticky != 0:
			mode = Prefix
		case tree.Flags&syntax.Global != 0:
			mode = All
		}
	}
	d := &decision{ctx: ctx, tree: tree, mode: mode, limits: limits, prover: newProver(tree, mode)}
	v := d.decide()
	return v, ctx.Err()
}
