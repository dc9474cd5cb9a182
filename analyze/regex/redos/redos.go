package redos

import (
	"context"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
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
func (p Pattern) Parse() (*syntax.Tree, error) { return parser.Parse(p.Dialect, p.Text, p.Flags) }

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
	v := judged(ctx, tree, tree.Applied(mode), limits)
	if mode == syntax.Search && tree.Flags.Has(syntax.Sticky) && tree.Flags.Has(syntax.Global) {
		v = resumed(ctx, v, limits)
	}
	return v, ctx.Err()
}

func judged(ctx context.Context, tree *syntax.Tree, mode syntax.Mode, limits Limits) Verdict {
	d := &decision{ctx: ctx, tree: tree, mode: mode, limits: limits, prover: newProver(tree, mode, limits.Steps)}
	v := d.decide()
	v.Tree = tree
	return v
}

// resumed returns what the verdict v on one match says of matches that follow one another until one fails. They
// cost no more than a search for all matches, which does the same up to there and then goes on.
func resumed(ctx context.Context, v Verdict, limits Limits) Verdict {
	v.Cost.SafeLength = 0 // it holds for one match
	if v.Class != Linear || v.ByDesign {
		return v
	}
	a, err := nfa.Compile(v.Tree, nfa.Options{Anchored: true, Repeat: true, MaxStates: limits.States, Unroll: unrolls[0]})
	if err == nil && a.Exact && !a.Counted && !a.Nested && !a.Recursive {
		if res, err := ambiguity.Analyze(a, limits.Work); err == nil && !res.Grows() {
			return v
		}
	}
	if judged(ctx, v.Tree, syntax.All, limits).Class == Linear {
		return v
	}
	return Verdict{Tree: v.Tree, Reason: "one match is safe, and what matches that follow one another cost together is not decided"}
}
