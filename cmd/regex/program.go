package regex

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"snag/analyze/reach"
	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/report"
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
func (o *regexOptions) openProgram(ctx context.Context, known *model.Model) (*Program, *source.Tree, error) {
	names, missing := o.program(ctx)
	folder, inside := worktree.CommonFolder(names)
	if o.index != nil {
		folder, inside = o.index.Folder(), o.index.Name
	}
	p := &Program{Missing: missing, Jobs: o.jobs, Model: known, folder: folder, inside: inside, outside: map[string]string{}}
	for _, name := range names {
		p.Paths = append(p.Paths, inside(name))
		p.outside[inside(name)] = name
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

// followed are the patterns for which somebody who can send a text is looked for.
func followed(all []audited) []*audited {
	var asked []*audited
	for i := range all {
		a := &all[i]
		if l, ok := extract.ByPath(a.file); ok && reach.Follows(l) && a.file != "" && a.IsVulnerable() {
			asked = append(asked, a)
		}
	}
	return asked
}

// Program is the files of a program in which values are followed to the matches of regexes.
type Program struct {
	// Paths are the files, with slashes, relative to the folder of the program. Files reads them.
	Paths []string
	Files link.Files
	// Missing names what of the program is not among Paths.
	Missing []string
	// Model is what is known of frameworks.
	Model *model.Model
	// Jobs is how many files are read at once; 0 for one for each processor.
	Jobs int

	folder  string                   // of the program, "" where reports call all files by their paths
	ways    int                      // that are kept for each regex, 0 for a few
	inside  func(name string) string // the path of a file that reports call by a name; nil where these are the same
	outside map[string]string        // the names that reports call files by, where they are others than their paths
	opened  *reach.Project
}

// project returns what answers questions about the program. It is made with the first one.
func (p *Program) project() *reach.Project {
	if p.opened == nil {
		p.opened = reach.Open(reach.Input{Paths: p.Paths, Files: p.Files, Missing: p.Missing, Jobs: p.Jobs, Model: p.Model, MaxWays: p.ways})
	}
	return p.opened
}

func (p *Program) placer() *placer {
	return &placer{files: p.Files, lines: map[string]*literal.Lines{}, outside: p.outside, folder: p.folder}
}

// follow finds out who can send texts to patterns. When ctx ends, what is known by then counts, and says so.
func (p *Program) follow(ctx context.Context, asked []*audited) {
	if len(asked) == 0 {
		return
	}
	var regexes []reach.Regex
	for _, a := range asked {
		file := a.file
		if p.inside != nil {
			file = p.inside(file)
		}
		regexes = append(regexes, reach.Regex{
			File: file, Start: a.Expr.Start.Offset, End: a.Expr.End.Offset, TextStart: a.At.Start.Offset, TextEnd: a.At.End.Offset,
		})
	}
	places := p.placer()
	for i, r := range p.project().Regexes(ctx, regexes) {
		x := &reached{Result: r}
		for _, at := range r.Matches {
			x.matches = append(x.matches, places.one(at))
		}
		for _, w := range r.Ways {
			x.steps = append(x.steps, places.all(w.Trace))
			x.disarmed = append(x.disarmed, nil)
			if asked[i].disarms(ctx, w) {
				x.disarmed[len(x.disarmed)-1] = places.all(w.Edited)
			}
		}
		asked[i].reach = x
	}
}

// placer turns offsets into places.
type placer struct {
	files   link.Files
	lines   map[string]*literal.Lines
	outside map[string]string // the names that the report calls files by
	folder  string            // of files that have none there, "" for that in which they are named
}

// one returns a place as reports have it.
func (p *placer) one(t reach.Place) report.Location {
	l := p.lines[t.File]
	if l == nil {
		text, err := p.files.Read(t.File)
		if err != nil {
			text = nil
		}
		lines := literal.NewLines(text)
		l = &lines
		p.lines[t.File] = l
	}
	name := t.File
	if n, ok := p.outside[t.File]; ok {
		name = n
	} else if p.folder != "" {
		name = worktree.DisplayPath(filepath.Join(p.folder, filepath.FromSlash(t.File)))
	}
	return report.Location{File: name, Start: position(l.Position(t.Start)), End: position(l.Position(t.End))}
}

// all returns the places of a trace.
func (p *placer) all(trace []reach.Place) []report.Location {
	var all []report.Location
	for _, t := range trace {
		at := p.one(t)
		if n := len(all); n > 0 && all[n-1].File == at.File && all[n-1].Start.Line == at.Start.Line {
			all[n-1] = at // of several steps on a line the last one is shown
			continue
		}
		all = append(all, at)
	}
	return all
}
