package callsearch

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"snag/analyze/reach/calling"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// project is the files of a search, by the names that the report calls them by.
type project struct {
	names     []string
	manifests []string // of packages, by which others import them
	texts     map[string]opened

	*source.Tree                   // for what else lies there, such as packages
	outside      map[string]string // names by the paths that the search knows
}

// Read implements link.Files.
func (p *project) Read(path string) ([]byte, error) {
	if one, ok := p.texts[p.outside[path]]; ok {
		return one.text, nil
	}
	return p.Tree.Read(path)
}

// Searched is a finding of a search, with the handlers that may get to its calls.
type Searched struct {
	report.Finding
	Name     string // what the finding is known by from run to run
	Handlers []report.Location
	Within   int // the line on which the function begins that its calls stand in, 0 for not known
}

// Search returns what a kind of search finds below paths, with the fingerprints that its command gives.
func Search(ctx context.Context, io *cli.Stdio, kind Kind, paths []string, tree worktree.Flags, p *cli.Progress) ([]Searched, error) {
	o := &options{Kind: kind, stdio: io, tree: tree, paths: paths, jobs: runtime.GOMAXPROCS(0)}
	d, rep := data{}, &report.Report{}
	files, _ := o.read(ctx, &d, p)
	result, err := files.find(ctx, o)
	if err != nil || ctx.Err() != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	files.report(rep, &d, result, nil)
	all := make([]Searched, len(rep.Findings))
	for i, f := range rep.Findings {
		all[i] = Searched{Finding: f, Name: result.Found[i].Name, Within: result.Found[i].Within}
		for _, h := range result.Found[i].Handlers {
			all[i].Handlers = append(all[i].Handlers, place(files.named(h.File), h.Position, h.Position))
		}
	}
	return all, nil
}

// find runs a search over the files, unless ctx ends.
func (p *project) find(ctx context.Context, o *options) (Result, error) {
	folder, inside := worktree.CommonFolder(p.names)
	p.outside = map[string]string{}
	paths := make([]string, len(p.names))
	for i, name := range p.names {
		paths[i] = inside(name)
		p.outside[paths[i]] = name
	}
	var err error
	named := slices.Clone(paths)
	for _, name := range p.manifests {
		named = append(named, inside(name))
	}
	if p.Tree, err = source.NewTree(folder, named); err != nil {
		return Result{}, fmt.Errorf("calls were not followed: %w", err)
	}
	defer p.Tree.Close()
	below := func(path string) string { return o.belowRoot(p.texts[p.outside[path]].File) }
	return cli.UnlessDone(ctx, func() (Result, error) {
		return o.Find(calling.Input{Paths: paths, Files: p, Below: below, Jobs: o.jobs}), nil
	})
}

// named is what the report calls a file.
func (p *project) named(path string) string {
	if name, ok := p.outside[path]; ok {
		return name
	}
	return path
}

// report adds what was found to a report.
func (p *project) report(rep *report.Report, d *data, r Result, changes *source.Changes) {
	occasions := map[string]int{}
	suppressions := map[string][]extract.Suppression{} // by file
	for i := range r.Found {
		f := &r.Found[i]
		name := p.named(f.File)
		one := p.texts[name]
		if changes != nil && !changes.Touch(one.Path, f.Start.Line, f.Start.Line) {
			continue
		}
		items := f.Items(report.Text(name))
		d.Calls = append(d.Calls, items...)
		code := trimmed(one.text, f.Start)
		id := name + "\n" + f.Name + "\n" + code
		x := report.Finding{
			Finding:     f.Finding,
			Location:    place(name, f.Start, f.End),
			Details:     append([]report.Detail{{Label: "code", Text: report.RedactText(code), Code: true}}, f.Details...),
			Excerpt:     report.ExcerptOf(one.text, report.Span{Start: f.Start.Offset, End: f.End.Offset}, report.Span{}),
			Fingerprint: cli.Fingerprint(f.Rule, id, fmt.Sprint(occasions[id])),
		}
		occasions[id]++
		x.Evidence, x.Short = items[0], x.Message
		for _, s := range f.Way {
			x.Trace = append(x.Trace, place(p.named(s.File), s.Position, s.Position))
		}
		comments, known := suppressions[name]
		if !known {
			comments = one.Language.Suppressions(one.text)
			suppressions[name] = comments
		}
		for _, s := range comments {
			if s.AppliesTo == f.Start.Line && s.Reason != "" && s.Covers(f.Rule) {
				x.Suppression = &report.Suppression{InSource: true, Reason: s.Reason}
			}
		}
		rep.Findings = append(rep.Findings, x)
	}
	for _, file := range r.Left {
		d.NotFollowed = append(d.NotFollowed, p.named(file)+", which is too large, by itself or with the others")
	}
	if r.Limited != "" {
		d.NotFollowed = append(d.NotFollowed, r.Limited)
	}
	d.NotFollowed = sorted(d.NotFollowed)
}
