// Package merge holds snag merge.
package merge

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
	"snag/cmd/report"
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
	m := newMerger(o.files, o.byReport, out.NeedsData())
	defer m.close()
	for i, name := range o.files {
		err := o.read(name, func(in io.Reader) error { return m.add(i, in) })
		if _, is := errors.AsType[*os.PathError](err); is {
			return cli.Usagef("%w", err)
		}
		if err != nil {
			return cli.Usagef("%s is not a report of --format json: %w", name, err)
		}
	}
	merged, err := m.report(out.Format.Name == "json")
	if err != nil {
		return err
	}
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

func (o *mergeOptions) read(name string, read func(io.Reader) error) error {
	in := o.stdio.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	return read(bufio.NewReaderSize(in, 1<<20))
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
