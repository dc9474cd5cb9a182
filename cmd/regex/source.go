package regex

import (
	"context"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"

	"snag/analyze/reach"
	"snag/analyze/reach/link"
	"snag/analyze/source/constant"
	"snag/analyze/source/extract"
	"snag/cmd/regex/pattern"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// openChanges finds out what has changed, where only that is asked for.
func (o *regexOptions) openChanges(ctx context.Context) (err error) {
	switch {
	case o.staged:
		if o.index, o.changes, err = worktree.Staged(ctx, o.paths); err == nil {
			o.open = append(o.open, o.index)
		}
	case o.changedSince != "":
		o.changes, err = worktree.ChangedSince(ctx, o.paths, o.changedSince)
	}
	if err == nil && o.changes != nil {
		o.otherwise = !slices.ContainsFunc(o.changes.Names(), func(name string) bool {
			l, ok := extract.ByPath(name)
			return ok && reach.Follows(l)
		})
	}
	return err
}

// openConstants opens the files among which source files find the constants that they import.
func (o *regexOptions) openConstants() error {
	folder, inside := worktree.CommonFolder(o.within())
	if o.index != nil {
		folder, inside = o.index.Folder(), o.index.Name
	}
	tree, err := source.NewTree(folder, nil)
	if err != nil {
		return fmt.Errorf("constants of other files were not looked for: %w", err)
	}
	o.open = append(o.open, tree)
	o.inside = inside
	o.constants = constantsOf(tree)
	if o.index != nil {
		o.constants = constantsOf(revision{o.index, tree})
	}
	return nil
}

func constantsOf(files link.Files) *constant.Project {
	return constant.New(constant.Files{Resolve: link.New(files).Resolve, Read: files.Read})
}

// within returns a path in each of the folders that are audited, and the files.
func (o *regexOptions) within() []string {
	var all []string
	for _, p := range o.paths {
		if p == "-" {
			continue
		}
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			p = filepath.Join(p, "_")
		}
		all = append(all, worktree.DisplayPath(p))
	}
	return all
}

func (o *regexOptions) closeOpen() {
	for _, c := range o.open {
		c.Close()
	}
}

// follows reports whether to look for who can send a text to what is vulnerable: where only changes count, these are in
// code through which values are followed.
func (o *regexOptions) follows() bool {
	return !o.noReach && len(o.expressions) == 0 && o.list == "" && !o.otherwise
}

// walk returns the files below roots: those on disk, or those in git's index.
func (o *regexOptions) walk(ctx context.Context, roots []string) iter.Seq[source.File] {
	if o.index != nil {
		return o.index.Files(roots, o.tree.Options)
	}
	return source.Walk(ctx, roots, o.tree.Options)
}

// sourceFiles returns the source files below the paths.
func (o *regexOptions) sourceFiles(ctx context.Context, paths []string) iter.Seq[pattern.Unit] {
	return func(yield func(pattern.Unit) bool) {
		for f := range o.walk(ctx, paths) {
			u, ok := o.sourceUnit(f)
			if ok && !yield(u) {
				return
			}
		}
	}
}

// sourceUnit makes a unit of a file; ok is false for one in which nothing changed that could matter.
func (o *regexOptions) sourceUnit(f source.File) (u pattern.Unit, ok bool) {
	u = pattern.Unit{Name: worktree.DisplayPath(f.Path), Language: o.inDialect(f.Language)}
	if o.changes != nil {
		u.Touched = func(first, last int) bool { return o.changes.Touch(f.Path, first, last) }
		changed := u.Touched(1, math.MaxInt)
		// What did not change itself may be reached by what did.
		u.Whole = o.follows() && f.Skip == nil && reach.Follows(f.Language)
		if !f.Dir && !changed && !u.Whole {
			return u, false
		}
		u.Unchanged = !changed
	}
	if f.Skip != nil {
		u.LeaveOut(u.Name, f, f.Skip)
		return u, true
	}
	if o.constants != nil {
		u.Constants, u.Path = o.constants, o.inside(u.Name)
	}
	u.Read = func() ([]byte, *source.Skip) {
		if o.index != nil {
			return o.index.ReadFile(f, o.tree.Options)
		}
		return source.Read(f, o.tree.Options)
	}
	u.File = f
	return u, true
}
