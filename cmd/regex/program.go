package regex

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/cmd/regex/pattern"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// projectMarks are files that stand at the top of a project.
var projectMarks = []string{
	".git", "package.json", "pyproject.toml", "setup.py", "requirements.txt", "composer.json", "Gemfile", "pom.xml", "build.gradle", "build.gradle.kts",
}

// program returns the files in which values are followed, whatever part of them is audited, and what of the
// program is not among them.
func (o *regexOptions) program(ctx context.Context) (names, missing []string) {
	roots := slices.DeleteFunc(slices.Clone(o.paths), func(p string) bool { return p == "-" })
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for _, root := range roots {
		whole := root == "."
		for _, mark := range projectMarks {
			_, err := os.Lstat(filepath.Join(root, mark))
			whole = whole || err == nil
		}
		if !whole {
			missing = append(missing, "files outside of "+worktree.DisplayPath(root))
		}
	}
	for f := range o.walk(ctx, roots) {
		switch {
		case f.Skip == nil && !f.Dir:
			names = append(names, worktree.DisplayPath(f.Path))
		case f.Skip != nil && (f.Skip.Reason == source.Excluded || f.Skip.Reason == source.TooLarge || f.Skip.Err != nil):
			missing = append(missing, "files that are left out")
		}
	}
	slices.Sort(missing)
	return names, slices.Compact(missing)
}

// openProgram returns the files in which values are followed. The tree that reads them is to be closed.
func (o *regexOptions) openProgram(ctx context.Context, known *model.Model) (*pattern.Program, *source.Tree, error) {
	names, missing := o.program(ctx)
	folder, inside := worktree.CommonFolder(names)
	if o.index != nil {
		folder, inside = o.index.Folder(), o.index.Name
	}
	p := &pattern.Program{Missing: missing, Jobs: o.jobs, Model: known, Folder: folder, Inside: inside, Outside: map[string]string{}}
	for _, name := range names {
		p.Paths = append(p.Paths, inside(name))
		p.Outside[inside(name)] = name
	}
	tree, err := source.NewTree(folder, p.Paths)
	if err != nil {
		return nil, nil, fmt.Errorf("values were not followed: %w", err)
	}
	p.Files = tree
	if o.index != nil {
		p.Files = revision{o.index, tree}
	}
	return p, tree, nil
}

// revision is the files of a commit or of git's index, with what is installed beside them on disk.
type revision struct {
	*source.Snapshot
	disk *source.Tree
}

// Exists reports whether there is a file of the name.
func (r revision) Exists(name string) bool {
	return r.Snapshot.Exists(name) || isInstalled(name) && r.disk.Exists(name)
}

// Read returns the content of a file.
func (r revision) Read(name string) ([]byte, error) {
	if !r.Snapshot.Exists(name) && isInstalled(name) {
		return r.disk.Read(name)
	}
	return r.Snapshot.Read(name)
}

func isInstalled(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), link.Installs)
}
