package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"snag/cmd/report"
	"snag/probe/source"
)

// treeOptions are the flags that say which files of a folder to read.
type treeOptions struct {
	source.Options
}

func (t *treeOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&t.IncludeIgnored, "include-ignored", false, "read files that git ignores")
	f.BoolVar(&t.IncludeVendored, "include-vendored", false, "read node_modules, vendor and the like")
	f.BoolVar(&t.IncludeMinified, "include-minified", false, "read minified bundles")
}

// sourceFiles returns the source files below the paths.
func (o *regexOptions) sourceFiles(ctx context.Context, paths []string) (iter.Seq[unit], error) {
	var changes *source.Changes
	if o.changedSince != "" {
		var err error
		if changes, err = changedSince(ctx, o.changedSince); err != nil {
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
	u = unit{name: displayPath(f.Path), language: o.inDialect(f.Language)}
	if changes != nil {
		u.touched = func(first, last int) bool { return changes.Touch(f.Path, first, last) }
		if !f.Dir && !u.touched(1, math.MaxInt) {
			return u, false
		}
	}
	if f.Skip != nil {
		u.leaveOut(f, f.Skip)
		return u, true
	}
	u.read = func() ([]byte, *source.Skip) { return source.Read(f, o.tree.Options) }
	u.file = f
	return u, true
}

func changedSince(ctx context.Context, revision string) (*source.Changes, error) {
	changes, err := source.ChangedSince(ctx, ".", revision)
	if err == nil || ctx.Err() != nil {
		return changes, err
	}
	err = fmt.Errorf("--changed-since: %w", err)
	switch {
	case errors.Is(err, source.ErrNoTree):
		return nil, withHint(err, "run snag inside a git repository")
	case errors.Is(err, source.ErrNoRevision):
		return nil, withHint(err, "in CI the history may have been fetched without it")
	}
	return nil, err
}

// leftOut is a file or folder that was left out on purpose, in data.skipped.
type leftOut struct {
	File   report.Text `json:"file"`
	Reason string      `json:"reason"`
}

// leaveOut notes that a file is not read. What was to be read and could not be is a problem; the rest
// is as it should be.
func (u *unit) leaveOut(f source.File, skip *source.Skip) {
	switch skip.Reason {
	case source.Unreadable, source.TooLarge, source.NotSource:
	case source.NotRegular, source.Binary:
		if f.Named {
			break
		}
		fallthrough
	default:
		u.skipped = append(u.skipped, leftOut{report.Text(u.name), skip.Reason.String()})
		return
	}
	u.problems = append(u.problems, unreadableItem{report.Text(u.name), report.Text(cmp.Or(skip.Detail, skip.String()))})
	if f.Named && skip.Reason == source.Unreadable {
		u.missing = fmt.Errorf("%s: %s", u.name, skip)
	}
}

// leftOutNote sums up what was left out, "" for nothing worth a word.
func leftOutNote(skipped []leftOut) string {
	counts := map[string]int{}
	var reasons []string
	for _, s := range skipped {
		if s.Reason == source.Repository.String() {
			continue // nobody expects these to be read
		}
		if counts[s.Reason]++; counts[s.Reason] == 1 {
			reasons = append(reasons, s.Reason)
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	slices.Sort(reasons)
	for i, r := range reasons {
		reasons[i] = fmt.Sprintf("%s (%d)", r, counts[r])
	}
	return leftOutPrefix + strings.Join(reasons, ", ")
}

const leftOutPrefix = "left out: "

// displayPath returns a path as reports show it: with slashes, and relative to the working directory
// when it lies below.
func displayPath(path string) string {
	path = filepath.Clean(path)
	if filepath.IsAbs(path) {
		if wd, err := os.Getwd(); err == nil {
			if below, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(below) {
				path = below
			}
		}
	}
	return filepath.ToSlash(path)
}
