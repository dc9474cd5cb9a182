// Package merge holds snag merge.
package merge

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/regex"
	"snag/cmd/report"
	"snag/cmd/worktree"
)

// mergeOptions are what the command line of snag merge says.
type mergeOptions struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	files  []string
	failOn *cli.Enum
	// byReport says that the reports are of different trees.
	byReport bool
}

// New returns snag merge.
func New(io *cli.Stdio) *cobra.Command {
	o := &mergeOptions{stdio: io, failOn: cli.NewEnum("same",
		cli.Choice{Name: "same", Help: "what failed the runs that are merged"},
		cli.Choice{Name: "error", Help: "errors"},
		cli.Choice{Name: "warning", Help: "errors and warnings"},
		cli.Choice{Name: "note", Help: "any finding"},
		cli.Choice{Name: "none", Help: "nothing"})}
	c := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put several JSON reports together into one, in any format",
		Long: `Merge reports that were written with --format json: the parts of a run that was divided with
--shard, or reports of different commands. The parts of a divided run must all be there.

With --by-report they are of different trees, such as the repositories of an organisation: the name of a
report stands before the paths of its findings, and a table counts by report, the worst first.

What two reports say of the same place with the same fingerprint stands in the result once.`,
		Example: `  snag regex --shard 1/2 -f json -o part-1.json
  snag regex --shard 2/2 -f json -o part-2.json
  snag merge part-1.json part-2.json
  snag merge -f sarif -o all.sarif part-*.json
  snag merge --by-report -f html -o fleet.html reports/*.json`,
		Args: cli.Args(1, -1, "the reports to put together, as --format json wrote them"),
	}
	c.Flags().SortFlags = false
	o.failOn.Flag(c, c.Flags(), "fail-on", "", "exit with 1 for findings of this `level` or worse: same, error, warning, note or none")
	c.Flags().BoolVar(&o.byReport, "by-report", false, "the reports are of different trees: count by report")
	o.output.Flags(c)
	o.output.All(c)
	c.RunE = o.output.Run(io, func(_ *cobra.Command, args []string) error {
		o.files = args
		return nil
	}, func(_ context.Context, out *cli.Output) error { return mergeReports(o, out) })
	return c
}

// mergeReports reads the reports, checks that no part of a divided run is missing, and reports all.
func mergeReports(o *mergeOptions, out *cli.Output) error {
	var parts []*report.Report
	for _, name := range o.files {
		var without []string
		if o.byReport || !out.NeedsData() {
			without = []string{patternList}
		}
		r, err := o.read(name, without)
		if _, is := errors.AsType[*os.PathError](err); is {
			return cli.Usagef("%w", err)
		}
		if err != nil {
			return cli.Usagef("%s is not a report of --format json: %w", name, err)
		}
		if o.byReport {
			r.Data = nil
		}
		parts = append(parts, r)
	}
	put := merge
	if o.byReport {
		put = mergeTrees
	}
	merged, err := put(parts, o.files)
	if err != nil {
		return err
	}
	once(merged)
	if err := out.Close(merged); err != nil {
		return err
	}
	switch {
	case merged.Partial:
		return errors.New("one of the reports is partial")
	case o.failOn.Value == "same":
		if *merged.Failed {
			return cli.ErrFindings
		}
		return nil
	}
	return cli.LevelGateOf(o.failOn.Value).Check(merged)
}

func (o *mergeOptions) read(name string, without []string) (*report.Report, error) {
	var in io.Reader = o.stdio.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return report.Read(bufio.NewReaderSize(in, 1<<20), without...)
}

// mergedData is the data of a report that was merged from others: that of one divided run of snag
// regex as if it had not been divided, or the data of each report.
type mergedData struct {
	Reports []mergedReport `json:"reports"`
}

// Members makes the data an object of the json format.
func (d *mergedData) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		yield("reports", iter.Seq[any](func(yield func(any) bool) {
			for _, r := range d.Reports {
				if !yield(r) {
					return
				}
			}
		}))
	}
}

// mergedReport is one of the reports that were merged.
type mergedReport struct {
	Command  string      `json:"command"`
	Version  string      `json:"version"`
	File     report.Text `json:"file"`
	Findings int         `json:"findings"`
	Data     any         `json:"data,omitzero"`
}

// once leaves of the findings with one fingerprint at one place the first.
func once(merged *report.Report) {
	type key struct {
		fingerprint string
		place       report.Location
	}
	seen := map[key]bool{}
	merged.Findings = slices.DeleteFunc(merged.Findings, func(f report.Finding) bool {
		k := key{f.Fingerprint, f.Location}
		if f.Fingerprint == "" || !seen[k] {
			seen[k] = true
			return false
		}
		return true
	})
}

// merge puts reports together. The names tell where they come from, in the same order.
func merge(parts []*report.Report, names []string) (*report.Report, error) {
	merged := united(parts, names)
	first := parts[0]
	same := !slices.ContainsFunc(parts, func(r *report.Report) bool { return r.Command != first.Command })
	if same && first.Command == "regex" {
		return merged, mergeRegex(merged, parts, names)
	}
	var texts []string
	data := &mergedData{}
	for i, r := range parts {
		texts = append(texts, r.Command+": "+r.Summary.Text)
		data.Reports = append(data.Reports, mergedReport{r.Command, r.Version, report.Text(names[i]), len(r.Findings), r.Data})
	}
	merged.Summary.Text = strings.Join(texts, " ")
	merged.Data = data
	return merged, nil
}

// united is what the reports have in common to put together: their findings, notes and counts, and whether one
// is partial or failed.
func united(parts []*report.Report, names []string) *report.Report {
	merged := &report.Report{}
	failed := false
	for i, r := range parts {
		merged.Partial = merged.Partial || r.Partial
		merged.Findings = append(merged.Findings, r.Findings...)
		for _, n := range r.Notes {
			if !slices.Contains(merged.Notes, n) {
				merged.Notes = append(merged.Notes, n)
			}
		}
		if r.Version != parts[0].Version {
			merged.Notes = append(merged.Notes, fmt.Sprintf("%s is a report of version %s, and %s of %s", names[i], r.Version, names[0], parts[0].Version))
		}
		failed = failed || hasFailed(r)
		merged.Summary.Counts = addCounts(merged.Summary.Counts, r.Summary.Counts)
	}
	merged.Failed = &failed
	return merged
}

// hasFailed reports whether the run of a report failed, by its own gate where it says so.
func hasFailed(r *report.Report) bool {
	if r.Failed != nil {
		return *r.Failed
	}
	return cli.LevelGateOf("warning").Check(r) != nil
}

// addCounts adds the numbers of equal names, in the order in which they first come up.
func addCounts(sum, more []report.Count) []report.Count {
	for _, c := range more {
		i := slices.IndexFunc(sum, func(s report.Count) bool { return s.Name == c.Name })
		if i < 0 {
			sum = append(sum, c)
			continue
		}
		sum[i].N += c.N
	}
	return sum
}

// patternList is the member of the data of snag regex that holds the patterns.
const patternList = "patterns"

// mergedRegexData is regexData whose patterns are left as they were written.
type mergedRegexData struct {
	patterns   []json.RawMessage
	files      int
	unreadable []worktree.Unreadable
	skipped    []worktree.LeftOut
}

// Items makes every pattern a line of the ndjson format.
func (d *mergedRegexData) Items(yield func(any) bool) {
	for _, p := range d.patterns {
		if !yield(p) {
			return
		}
	}
}

// Members makes the data an object of the json format.
func (d *mergedRegexData) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		_ = yield(patternList, iter.Seq[any](d.Items)) && yield("files", d.files) && yield("unreadable", d.unreadable) && yield("skipped", d.skipped)
	}
}

// mergeRegex makes the reports of snag regex one, as if the run had not been divided.
func mergeRegex(merged *report.Report, parts []*report.Report, names []string) error {
	data := &mergedRegexData{unreadable: []worktree.Unreadable{}, skipped: []worktree.LeftOut{}}
	have := map[int]string{} // file by shard
	of := 0
	for i, r := range parts {
		read, _ := r.Data.(*report.Data) // nil when there is none
		if p := read.Member(patternList); p.Items == nil {
			return cli.Usagef("%s: data: it has no list of patterns", names[i])
		}
		var d struct {
			files      int
			unreadable []worktree.Unreadable
			skipped    []worktree.LeftOut
			shard      *worktree.Shard
		}
		for name, v := range map[string]any{"files": &d.files, "unreadable": &d.unreadable, "skipped": &d.skipped, "shard": &d.shard} {
			if err := read.Member(name).Decode(v); err != nil {
				return cli.Usagef("%s: data: %s: %w", names[i], name, err)
			}
		}
		if s := d.shard; s != nil {
			switch other, twice := have[s.Index]; {
			case twice:
				return cli.Usagef("%s and %s are both part %s", other, names[i], s)
			case of != 0 && of != s.Of:
				return cli.Usagef("%s is part %s, but another report is one of %d parts", names[i], s, of)
			}
			of = s.Of
			have[s.Index] = names[i]
		}
		data.patterns = append(data.patterns, read.Member(patternList).Items...)
		data.files += d.files
		data.unreadable = append(data.unreadable, d.unreadable...)
		data.skipped = append(data.skipped, d.skipped...)
		r.Data = nil // its patterns are held once
	}
	if missing := missingParts(have, of); missing != "" {
		return cli.WithHint(fmt.Errorf("the run was divided into %d parts, and %s not here", of, missing),
			"a part that failed leaves no report: look at its job")
	}
	if err := sortPatterns(data.patterns); err != nil {
		return err
	}
	sorting.Stable(data.unreadable, func(a, b worktree.Unreadable) int { return cmp.Compare(a.File, b.File) })
	sorting.Stable(data.skipped, func(a, b worktree.LeftOut) int { return cmp.Compare(a.File, b.File) })
	merged.Command, merged.Data = "regex", data
	merged.Notes = slices.DeleteFunc(merged.Notes, func(n string) bool { return strings.HasPrefix(n, worktree.LeftOutPrefix) })
	if text := worktree.LeftOutNote(data.skipped); text != "" {
		merged.Notes = append(merged.Notes, text)
	}
	merged.Summary = regex.CountsOf(merged.Summary.Counts).Summary(data.files, len(data.unreadable))
	return nil
}

// missingParts names the parts of a divided run that are not there, "" when all are.
func missingParts(have map[int]string, of int) string {
	var missing []string
	for i := 1; i <= of; i++ {
		if _, ok := have[i]; !ok {
			missing = append(missing, fmt.Sprintf("%d/%d", i, of))
		}
	}
	switch {
	case len(missing) == 0:
		return ""
	case len(missing) == 1:
		return "part " + missing[0] + " is"
	}
	return "parts " + strings.Join(missing, ", ") + " are"
}

// sortPatterns puts patterns into the order in which an undivided run has them: by file and place.
func sortPatterns(patterns []json.RawMessage) error {
	type placed struct {
		raw          json.RawMessage
		file         report.Text
		line, column int
	}
	all := make([]placed, len(patterns))
	for i, raw := range patterns {
		var p struct {
			Location report.JSONLocation `json:"location"`
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			return cli.Usagef("data.patterns: %w", err)
		}
		all[i] = placed{raw, p.Location.File, p.Location.Line, p.Location.Column}
	}
	sorting.Stable(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
	for i := range all {
		patterns[i] = all[i].raw
	}
	return nil
}
