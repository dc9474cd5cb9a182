// Package merge holds snag merge.
package merge

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/report/render"
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
	}, func(ctx context.Context, out *cli.Output) error { return mergeReports(ctx, o, out) })
	return c
}

// mergeReports reads the reports, checks that no part of a divided run is missing, and reports all. Half of that is
// of no use: when ctx ends it stops, and nothing is written.
func mergeReports(ctx context.Context, o *mergeOptions, out *cli.Output) error {
	m := newMerger(ctx, o.files, o.byReport, out.NeedsData())
	defer m.close()
	for i, name := range o.files {
		err := o.read(ctx, name, func(in io.Reader) error { return m.add(i, in) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, is := errors.AsType[*os.PathError](err); is {
			return cli.Usagef("%w", err)
		}
		if err != nil {
			return cli.Usagef("%s is not a report of --format json: %w", name, err)
		}
	}
	merged, err := m.report(out.Format.Name == "json" || out.Streaming(), mostShown(out))
	if err != nil {
		return err
	}
	out.StopWith(ctx)
	if err := out.Close(merged); err != nil {
		return cmp.Or(ctx.Err(), err)
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

// mostShown is the number of findings that a format shows, the worst ones where there are more; 0 stands for all.
// Formats whose readers compare them with an earlier run need all.
func mostShown(out *cli.Output) int {
	switch out.Format.Name {
	case "sarif":
		return render.MostResults
	case "table", "markdown", "html", "github":
		if !out.All {
			return 10_000
		}
	}
	return 0
}

func (o *mergeOptions) read(ctx context.Context, name string, read func(io.Reader) error) error {
	in := o.stdio.In
	if name != "-" {
		f, err := cli.UnlessDone(ctx, func() (*os.File, error) { return os.Open(name) }) // a pipe waits for its writer
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	return read(bufio.NewReaderSize(untilDone{ctx, in}, 1<<20))
}

// untilDone reads until its context ends.
type untilDone struct {
	ctx context.Context
	io.Reader
}

// Read reads what comes before the context ends; what comes later is lost.
func (r untilDone) Read(b []byte) (int, error) {
	return cli.UnlessDone(r.ctx, func() (int, error) { return r.Reader.Read(b) })
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
