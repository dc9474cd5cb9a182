package regex

import (
	"context"
	"iter"

	"snag/analyze/reach/model"
	"snag/analyze/regex/redos"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// Reader reads and judges source as snag regex does, without engines and without what earlier runs have decided.
type Reader struct{ options regexOptions }

// NewReader returns a reader of the source below paths, the current folder for none, which reads as many files at
// once as there are jobs.
func NewReader(io *cli.Stdio, paths []string, tree worktree.Flags, jobs int) *Reader {
	return &Reader{regexOptions{stdio: io, judge: redos.Analyze, pattern: pattern.NewFlags(), failOn: pattern.NewGate("none"), budget: pattern.NewBudget(), paths: paths, tree: tree, jobs: jobs}}
}

// Judge judges the regexes, and yields what is found in one file after the other.
func (r *Reader) Judge(ctx context.Context) (iter.Seq[pattern.UnitResult], error) {
	o := &r.options
	units, err := o.units(ctx)
	if err != nil {
		return nil, err
	}
	by := pattern.Auditor{Decide: o.judge.Remembering(), Limits: o.limits()}
	return cli.InOrder(ctx, o.jobs, units, func(u pattern.Unit) pattern.UnitResult { return u.Audit(ctx, by) }), nil
}

// Open returns the files in which values are followed. The tree that reads them is to be closed.
func (r *Reader) Open(ctx context.Context, known *model.Model) (*pattern.Program, *source.Tree, error) {
	return r.options.openProgram(ctx, known)
}
