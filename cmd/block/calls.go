package block

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/source/calls"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// callsOptions are what the command line of snag block calls says.
type callsOptions struct {
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

func newBlockCalls(io *cli.Stdio) *cobra.Command {
	o := &callsOptions{stdio: io}
	c := &cobra.Command{
		Use:   "calls [PATH...]",
		Short: "Find calls in server code that block for each request",
		Long: `Search JavaScript, TypeScript and Python for calls that block the thread which serves everybody:
Node's synchronous fs, crypto, zlib and child_process, and in Python sleeping, requests, subprocesses
and files in async functions, whatever name they were imported under.

Only code that runs for each request counts, and what it calls in the same file. It is an error where the
source registers the code: as a handler, by name or written out, or by the decorator of a route. It is a
warning where that is a guess: of what has the parameters of a handler, of exported async functions, async
methods of exported classes, and all async functions of Python. What runs at the start, in a thread or on
the command line does not count.

A comment on the line or above it accepts a finding: // snag-ignore: REASON.`,
		Example: `  snag block calls
  snag block calls --changed-since origin/main
  snag block calls src/ --write-baseline calls.json
  snag block calls -f sarif -o calls.sarif`,
	}
	f := c.Flags()
	f.SortFlags = false
	o.tree.Flags(c)
	f.StringVar(&o.changedSince, "changed-since", "", "report only what stands on lines changed since a git `revision`")
	f.StringVar(&o.baseline, "baseline", "", "accept the findings in `file`")
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings to `file`, to accept them from now on")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "read `n` files at a time; the result does not depend on it")
	o.failOn = cli.NewLevelGate(c)
	o.output.Flags(c)
	o.output.All(c)
	c.MarkFlagsMutuallyExclusive("baseline", "write-baseline")
	c.MarkFlagsMutuallyExclusive("changed-since", "write-baseline")
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

// callItem is a call in the data.
type callItem struct {
	File    report.Text `json:"file"`
	Line    int         `json:"line"`
	Column  int         `json:"column"`
	Call    string      `json:"call"`
	Why     string      `json:"why"`
	Instead string      `json:"instead"`
	Routed  bool        `json:"routed"`
}

func itemOf(file string, c calls.Call) callItem {
	return callItem{report.Text(file), c.Line, c.Column, c.Name, c.Why, c.Instead, c.Routed}
}

type callsData struct {
	Calls      []callItem            `json:"calls"`
	Files      int                   `json:"files"`
	Unreadable []worktree.Unreadable `json:"unreadable"`
	Skipped    []worktree.LeftOut    `json:"skipped"`
}

// Items yields the calls.
func (d callsData) Items(yield func(any) bool) {
	for _, c := range d.Calls {
		if !yield(c) {
			return
		}
	}
}

// fileCalls is what was found in a file.
type fileCalls struct {
	worktree.Omitted
	name    string
	read    bool
	found   []calls.Call
	text    []byte
	lines   [][]byte
	ignored []extract.Suppression
}

func (o *callsOptions) search(ctx context.Context, out *cli.Output) error {
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
		if changes, err = worktree.ChangedSince(ctx, o.changedSince); err != nil {
			return err
		}
	}
	policy, err := o.tree.Load(o.stdio)
	if err != nil {
		return err
	}
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	options := o.tree.Options
	options.Also = []string{".py", ".pyw"}
	files := func(yield func(source.File) bool) {
		for f := range source.Walk(ctx, o.paths, options) {
			if f.Skip == nil && !calls.Knows(f.Language) {
				if !f.Named {
					continue
				}
				f.Skip = &source.Skip{Reason: source.NotSource, Detail: "calls are known in JavaScript and Python"}
			}
			if !yield(f) {
				return
			}
		}
	}
	rep := &report.Report{}
	data := callsData{Calls: []callItem{}, Unreadable: []worktree.Unreadable{}, Skipped: []worktree.LeftOut{}}
	var missing error
	occasions := map[string]int{}
	for one := range cli.InOrder(ctx, o.jobs, files, func(f source.File) fileCalls { return callsIn(f, o.paths, options, changes) }) {
		data.Unreadable = append(data.Unreadable, one.Unreadable...)
		data.Skipped = append(data.Skipped, one.Skipped...)
		if one.Missing != nil && missing == nil {
			missing = one.Missing
		}
		if one.read {
			data.Files++
		}
		p.Set(data.Files, 0, "files read, "+one.name)
		for _, line := range calls.ByLine(one.found) {
			for _, c := range line {
				data.Calls = append(data.Calls, itemOf(one.name, c))
			}
			c := line[0]
			end := line[len(line)-1]
			text := strings.TrimSpace(string(one.lines[min(c.Line-1, len(one.lines)-1)]))
			id := one.name + "\n" + c.Name + "\n" + text
			found := calls.Judge(line)
			f := report.Finding{
				Finding: found,
				Location: report.Location{File: one.name,
					Start: report.Position{Line: c.Line, Column: c.Column, ColumnUTF16: c.Column16, Offset: c.Offset},
					End:   report.Position{Line: end.Line, Column: end.Column + end.End - end.Offset, ColumnUTF16: end.Column16 + end.End - end.Offset, Offset: end.End}},
				Details: []report.Detail{
					{Label: "code", Text: report.RedactText(text), Code: true},
					{Label: "instead", Text: strings.TrimSuffix(strings.TrimPrefix(found.Help, "Use "), "."), Short: true}},
				Excerpt:     report.ExcerptOf(one.text, report.Span{Start: c.Offset, End: end.End}, report.Span{}),
				Fingerprint: cli.Fingerprint(calls.RuleBlockingCall, id, fmt.Sprint(occasions[id])),
			}
			f.Evidence, f.Short = itemOf(one.name, c), f.Message
			occasions[id]++
			for _, s := range one.ignored {
				if s.AppliesTo == c.Line && s.Reason != "" && s.Covers(calls.RuleBlockingCall) {
					f.Suppression = &report.Suppression{InSource: true, Reason: s.Reason}
				}
			}
			known.Suppress(&f)
			policy.Apply(&f)
			rep.Findings = append(rep.Findings, f)
		}
	}
	p.Stop()
	for _, u := range data.Unreadable {
		rep.Findings = append(rep.Findings, u.Finding())
	}
	rep.Partial, rep.Data = ctx.Err() != nil, data
	rep.Summary = report.Summary{
		Text:   fmt.Sprintf("%s that block requests in %s.", cli.Plural(len(data.Calls), "call"), cli.Plural(data.Files, "file")),
		Counts: []report.Count{{Name: "calls", N: len(data.Calls)}, {Name: "files", N: data.Files}},
	}
	if text := worktree.LeftOutNote(data.Skipped); text != "" {
		rep.Notes = append(rep.Notes, text)
	}
	if gone := known.Gone(rep.Findings); gone > 0 && !rep.Partial {
		rep.Notes = append(rep.Notes, fmt.Sprintf("%d of the findings in %s are gone; --write-baseline writes it anew", gone, o.baseline))
	}
	gate := o.failOn.Check
	if o.writeBaseline != "" && !rep.Partial {
		n, err := worktree.WriteBaseline(o.writeBaseline, rep.Findings)
		if err != nil {
			return err
		}
		gate = nil
		rep.Notes = append(rep.Notes, fmt.Sprintf("%s written to the baseline %s", cli.Plural(n, "finding"), o.writeBaseline))
	}
	return out.End(rep, missing, gate)
}

// callsIn searches one file, or what changed in it.
func callsIn(f source.File, roots []string, options source.Options, changes *source.Changes) fileCalls {
	one := fileCalls{name: worktree.DisplayPath(f.Path)}
	text, skip := source.Read(f, options)
	if skip != nil {
		one.LeaveOut(one.name, f, skip)
		return one
	}
	one.read = true
	if f.Language.Name != "HTML" { // it runs in browsers
		one.found, one.ignored = calls.Find(belowRoot(roots, f), f.Language, text)
	}
	if changes != nil {
		one.found = slices.DeleteFunc(one.found, func(c calls.Call) bool { return !changes.Touch(f.Path, c.Line, c.Line) })
	}
	if len(one.found) > 0 {
		one.text, one.lines = text, bytes.Split(text, []byte("\n"))
	}
	return one
}

// belowRoot returns the path of a file below the folder that was asked for: what lies above says nothing
// about the file.
func belowRoot(roots []string, f source.File) string {
	if !f.Named {
		for _, root := range roots {
			if below, err := filepath.Rel(root, f.Path); err == nil && filepath.IsLocal(below) {
				return filepath.ToSlash(below)
			}
		}
	}
	return filepath.Base(f.Path)
}
