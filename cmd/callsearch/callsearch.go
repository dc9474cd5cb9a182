// Package callsearch makes the commands that search source code for calls: their flags, which files they read, and
// how what they find is reported.
package callsearch

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"snag/analyze/judge"
	"snag/analyze/reach/calling"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// Kind is a kind of search.
type Kind struct {
	Use, Short, Long, Example string
	// Knows reports whether calls are known in a language, and Languages names those.
	Knows     func(l extract.Language) bool
	Languages string
	// Find searches a project.
	Find func(in calling.Input) Result
	// Summary says how many calls there are, in how many files.
	Summary func(calls, files string) string
}

// Result is what a search found.
type Result struct {
	// Found is in the order of the files, and of each file.
	Found []Found
	// Left are files that were not read, and Limited says why values were not followed to the end.
	Left    []string
	Limited string
}

// Found is a finding of a search, about one or more calls on a line.
type Found struct {
	judge.Finding
	File       string
	Start, End literal.Position
	// Name is what the finding is known by from run to run, beside the text of the line.
	Name string
	// Items are its calls in the data. File is the name that the report calls the file by.
	Items func(file report.Text) []any
	// Details are shown to people behind the code.
	Details []report.Detail
	// Way leads from a handler to the calls; it is empty where they stand in one.
	Way []Step
	// Handlers are those that may get to the calls.
	Handlers []Step
	// Within is the line on which the function begins that they stand in, 0 for not known.
	Within int
}

// Step is a function on the way to a call.
type Step struct {
	File, Name string
	Position   literal.Position
}

// options are what the command line says.
type options struct {
	Kind
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate
	tree   worktree.Flags

	paths         []string
	baseline      string
	writeBaseline string
	changedSince  string
	jobs          int
}

// New returns the command of a kind of search.
func New(io *cli.Stdio, kind Kind) *cobra.Command {
	o := &options{Kind: kind, stdio: io}
	c := &cobra.Command{Use: kind.Use, Short: kind.Short, Long: kind.Long, Example: kind.Example}
	f := c.Flags()
	f.SortFlags = false
	o.tree.Flags(c)
	f.StringVar(&o.changedSince, "changed-since", "", "report only what stands on lines changed since a git `revision`")
	f.StringVar(&o.baseline, "baseline", "", "accept the findings in `file`")
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings to `file`, to accept them from now on")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "read `n` files at a time; the result does not depend on it")
	o.failOn = cli.NewLevelGate(c)
	o.output.Flags(c)
	o.output.CompareSource(c, "changed-since")
	o.output.All(c)
	c.MarkFlagsMutuallyExclusive("baseline", "write-baseline")
	c.MarkFlagsMutuallyExclusive("changed-since", "write-baseline")
	c.MarkFlagsMutuallyExclusive("compare", "changed-since")
	c.RunE = o.output.Run(io, func(_ *cobra.Command, args []string) error {
		if o.jobs < 1 {
			return cli.Usagef("--jobs %d: must be at least 1", o.jobs)
		}
		if o.paths = args; len(args) == 0 {
			o.paths = []string{"."}
		}
		return nil
	}, o.search)
	return c
}

// data is the report in JSON.
type data struct {
	Calls      []any                 `json:"calls"`
	Files      int                   `json:"files"`
	Unreadable []worktree.Unreadable `json:"unreadable"`
	Skipped    []worktree.LeftOut    `json:"skipped"`
	// NotFollowed says what of the program was not followed, so that calls may be missing.
	NotFollowed []string `json:"not_followed"`
}

// Items yields the calls.
func (d data) Items(yield func(any) bool) {
	for _, c := range d.Calls {
		if !yield(c) {
			return
		}
	}
}

func (o *options) search(ctx context.Context, out *cli.Output) error {
	var known *worktree.Baseline
	if o.baseline != "" {
		var err error
		if known, err = worktree.ReadBaseline(o.baseline); err != nil {
			return err
		}
	}
	var changes *source.Changes
	if o.changedSince != "" {
		var err error
		if changes, err = worktree.ChangedSince(ctx, o.paths, o.changedSince); err != nil {
			return err
		}
	}
	policy, err := o.tree.Load(o.stdio)
	if err != nil {
		return err
	}
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	d := data{Calls: []any{}, Unreadable: []worktree.Unreadable{}, Skipped: []worktree.LeftOut{}, NotFollowed: []string{}}
	files, missing := o.read(ctx, &d, p)
	rep := &report.Report{Partial: ctx.Err() != nil}
	if text := worktree.Remark(changes); text != "" {
		rep.Notes = append(rep.Notes, text)
	}
	if !rep.Partial {
		p.Set(d.Files, 0, "files read, following calls")
		result, err := files.find(ctx, o)
		switch rep.Partial = ctx.Err() != nil; {
		case rep.Partial: // nothing was followed to its end
		case err != nil:
			return err
		default:
			files.report(rep, &d, result, changes)
		}
	}
	p.Stop()
	for i := range rep.Findings {
		known.Suppress(&rep.Findings[i])
		policy.Apply(&rep.Findings[i])
	}
	for _, u := range d.Unreadable {
		rep.Findings = append(rep.Findings, u.Finding())
	}
	rep.Data = d
	rep.Summary = report.Summary{
		Text:   o.Summary(cli.Plural(len(d.Calls), "call"), cli.Plural(d.Files, "file")),
		Counts: []report.Count{{Name: "calls", N: len(d.Calls)}, {Name: "files", N: d.Files}},
	}
	if rep.Partial {
		rep.Summary.Text = cli.Sentence(cli.Plural(d.Files, "file")) + " read, and nothing is known of the calls in any."
	}
	return o.end(out, rep, d, known, missing)
}

func (o *options) end(out *cli.Output, rep *report.Report, d data, known *worktree.Baseline, missing error) error {
	if text := worktree.LeftOutNote(d.Skipped); text != "" {
		rep.Notes = append(rep.Notes, text)
	}
	for i, what := range d.NotFollowed {
		if i == mostNamed {
			rep.Notes = append(rep.Notes, fmt.Sprintf("not followed: %d more, which -f json names", len(d.NotFollowed)-i))
			break
		}
		rep.Notes = append(rep.Notes, "not followed: "+what)
	}
	if gone := known.Gone(rep.Findings); gone > 0 && !rep.Partial {
		rep.Notes = append(rep.Notes, fmt.Sprintf("%d of the findings in %s are gone; --write-baseline writes it anew", gone, o.baseline))
	}
	gate := o.failOn.Check
	if o.writeBaseline != "" && rep.Partial {
		rep.Notes = append(rep.Notes, cli.NotWritten(o.writeBaseline))
	} else if o.writeBaseline != "" {
		n, err := worktree.WriteBaseline(o.writeBaseline, rep.Findings)
		if err != nil {
			return err
		}
		gate = nil
		rep.Notes = append(rep.Notes, fmt.Sprintf("%s written to the baseline %s", cli.Plural(n, "finding"), o.writeBaseline))
	}
	return out.End(rep, missing, gate)
}

// mostNamed bounds the notes on what was not followed.
const mostNamed = 20

// opened is a file that was read.
type opened struct {
	worktree.Omitted
	source.File
	name string
	text []byte
	read bool
}

// read reads the files that are asked for.
func (o *options) read(ctx context.Context, d *data, p *cli.Progress) (*project, error) {
	settings := o.tree.Options
	settings.Also = []string{".py", ".pyw"}
	files := &project{texts: map[string]opened{}}
	walk := func(yield func(source.File) bool) {
		for f := range source.Walk(ctx, o.paths, settings) {
			if f.Skip == nil && !o.Knows(f.Language) {
				if filepath.Base(f.Path) == "package.json" {
					files.manifests = append(files.manifests, worktree.DisplayPath(f.Path))
				}
				if !f.Named {
					continue
				}
				f.Skip = &source.Skip{Reason: source.NotSource, Detail: "calls are known in " + o.Languages}
			}
			if !yield(f) {
				return
			}
		}
	}
	var missing error
	for one := range cli.InOrder(ctx, o.jobs, walk, func(f source.File) opened {
		one := opened{File: f, name: worktree.DisplayPath(f.Path)}
		text, skip := source.Read(f, settings)
		if skip != nil {
			one.LeaveOut(one.name, f, skip)
			return one
		}
		one.text, one.read = text, true
		return one
	}) {
		d.Unreadable = append(d.Unreadable, one.Unreadable...)
		d.Skipped = append(d.Skipped, one.Skipped...)
		if one.Missing != nil && missing == nil {
			missing = one.Missing
		}
		if one.read {
			d.Files++
			files.names = append(files.names, one.name)
			files.texts[one.name] = one
		}
		p.Set(d.Files, 0, "files read, "+one.name)
	}
	return files, missing
}

// belowRoot returns the path of a file below the folder that was asked for.
func (o *options) belowRoot(f source.File) string {
	if !f.Named {
		for _, root := range o.paths {
			if below, err := filepath.Rel(root, f.Path); err == nil && filepath.IsLocal(below) {
				return filepath.ToSlash(below)
			}
		}
	}
	return filepath.Base(f.Path)
}

// place is a position as reports have it.
func place(file string, start, end literal.Position) report.Location {
	at := func(p literal.Position) report.Position {
		return report.Position{Line: p.Line, Column: p.Column, ColumnUTF16: p.Column16, Offset: p.Offset}
	}
	return report.Location{File: file, Start: at(start), End: at(end)}
}

// trimmed is the text of the line at a position.
func trimmed(text []byte, p literal.Position) string {
	start := bytes.LastIndexByte(text[:p.Offset], '\n') + 1
	line, _, _ := bytes.Cut(text[start:], []byte("\n"))
	return string(bytes.TrimSpace(line))
}

// sorted returns a list without what stands in it twice.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
