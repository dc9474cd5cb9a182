// Package worktree says which files of a source tree a command reads, what it left out, and which findings were
// accepted before.
package worktree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
	"snag/probe/source"
)

// Flags are the flags that say which files of a folder to read.
type Flags struct {
	source.Options

	exclude, include []string
	noConfig         bool
}

// Flags adds the flags to a command.
func (t *Flags) Flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&t.IncludeIgnored, "include-ignored", false, "read files that git ignores")
	f.BoolVar(&t.IncludeVendored, "include-vendored", false, "read node_modules, vendor and the like")
	f.BoolVar(&t.IncludeMinified, "include-minified", false, "read minified bundles")
	f.BoolVar(&t.IncludeBuilt, "include-built", false, "read what a build made of other files")
	f.StringArrayVar(&t.exclude, "exclude", nil, "leave out files and folders that match a `glob`, such as 'tests/**' or '*.spec.js'; may be repeated")
	f.StringArrayVar(&t.include, "include", nil, "read only files that match a `glob`; may be repeated")
	f.BoolVar(&t.noConfig, "no-config", false, "do without the exclude, paths and rules of snag.yaml, and without .snagignore")
}

// ChangedSince returns what differs between a revision and the working tree that paths are in, for --changed-since.
func ChangedSince(ctx context.Context, paths []string, revision string) (*source.Changes, error) {
	changes, err := source.ChangedSince(ctx, Around(paths), revision)
	return changes, explained(ctx, "--changed-since", err)
}

// Remark says what to know about what --changed-since compared, "" for nothing.
func Remark(c *source.Changes) string {
	if c == nil || !c.Apart {
		return ""
	}
	return "no commit is known from which the revision of --changed-since and HEAD come, so what changed there counts as well: fetch more of the history"
}

// Staged returns what is in git's index around paths, and what the next commit changes, for --staged.
func Staged(ctx context.Context, paths []string) (*source.Snapshot, *source.Changes, error) {
	index, changes, err := source.Staged(ctx, Around(paths))
	return index, changes, explained(ctx, "--staged", err)
}

// explained says which flag an error of git belongs to, and what to do about it.
func explained(ctx context.Context, flag string, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	err = fmt.Errorf("%s: %w", flag, err)
	switch {
	case errors.Is(err, source.ErrNoTree):
		return cli.WithHint(err, "run snag inside a git repository")
	case errors.Is(err, source.ErrRefused):
		return cli.WithHint(err, "git config --global --add safe.directory FOLDER trusts it, if you do")
	case errors.Is(err, source.ErrNoRevision):
		return cli.WithHint(err, "in CI the history may have been fetched without it")
	}
	return err
}

// DisplayPath returns a path as reports show it: with slashes, and relative to the working directory
// when it lies below.
func DisplayPath(path string) string {
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
