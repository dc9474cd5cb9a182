package regex

import (
	"context"
	"iter"
	"math"

	"snag/cmd/worktree"
	"snag/probe/source"
)

// sourceFiles returns the source files below the paths.
func (o *regexOptions) sourceFiles(ctx context.Context, paths []string) (iter.Seq[unit], error) {
	var changes *source.Changes
	if o.changedSince != "" {
		var err error
		if changes, err = worktree.ChangedSince(ctx, o.changedSince); err != nil {
			return nil, err
		}
	}
	return func(yield func(unit) bool) {
		for f := range source.Walk(ctx, paths, o.tree.Options) {
			u, ok := o.sourceUnit(f, changes)
			if ok && !yield(u) {
				return
			}
		}
	}, nil
}

// sourceUnit makes a unit of a file; ok is false for one in which nothing changed.
func (o *regexOptions) sourceUnit(f source.File, changes *source.Changes) (u unit, ok bool) {
	u = unit{name: worktree.DisplayPath(f.Path), language: o.inDialect(f.Language)}
	if changes != nil {
		u.touched = func(first, last int) bool { return changes.Touch(f.Path, first, last) }
		if !f.Dir && !u.touched(1, math.MaxInt) {
			return u, false
		}
	}
	if f.Skip != nil {
		u.LeaveOut(u.name, f, f.Skip)
		return u, true
	}
	u.read = func() ([]byte, *source.Skip) { return source.Read(f, o.tree.Options) }
	u.file = f
	return u, true
}
