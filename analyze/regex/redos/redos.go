package redos

import (
	"context"

	"snag/analyze/regex/syntax"
)

// DefaultLimits are the limits that the command line uses.
var DefaultLimits = Limits{States: 30_000, Work: 600_000, Steps: 1_000_000, Bound: 200_000}

// Pattern is a regular expression and how a program applies it.
type Pattern struct {
	Text    string // WTF-8
	Flags   string // as the dialect writes them
	Dialect syntax.Dialect
	Mode    syntax.Mode
}

// Parse returns the tree of p. The error is a *syntax.Error.
func (p Pattern) Parse() (*syntax.Tree, error) { return p.Dialect.Parse(p.Text, p.Flags) }

// Analyze decides how the cost of matching a pattern grows. The error is a *syntax.Error for an invalid
// pattern or invalid flags, or that of ctx.
func Analyze(ctx context.Context, p Pattern, limits Limits) (Verdict, error) {
	tree, err := p.Parse()
	if err != nil {
		return Verdict{}, err
	}
	return Tree(ctx, tree, p.Mode, limits)
}

// Tree decides how the cost of matching a parsed pattern grows, in steps of an engine that backtracks
// without defences, or by design where the dialect's engine never backtracks. The flags of the tree have
// a say in the mode: see syntax.Tree.Applied. The error is that of ctx.
func Tree(ctx context.Context, tree *syntax.Tree, mode syntax.Mode, limits Limits) (Verdict, error) {
	mode = tree.Applied(mode)
	d := &decision{ctx: ctx, tree: tree, mode: mode, limits: limits, prover: newProver(tree, mode)}
	v := d.decide()
	v.Tree = tree
	return v, ctx.Err()
}
