package retry

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/report"
)

func newRetryInfer(stdio *cli.Stdio) *cobra.Command {
	var output cli.OutputFlags
	var seed uint64
	c := &cobra.Command{
		Use:   "infer FILE",
		Short: "Tell a retry policy from recorded gaps",
		Long: `Reads gaps between attempts, in milliseconds, and infers the policy that made them: its schedule,
its jitter and their parameters, with the runner-up and the confidence. FILE (or - for stdin) holds
JSON values, one or more: a list of gaps per run, [[1002, 2001], [1003, 2004]] or a list a line;
objects with "gaps_ms"; a report of snag retry client; or the lines of snag retry serve.

A gap is the time from the end of one failed attempt to the start of the next. A dozen gaps tell a
schedule without jitter; the kind of jitter takes about 8 runs of 4 gaps.`,
		Example: `  echo '[[1002,2001,4005],[1001,2003,4002]]' | snag retry infer -
  snag retry infer gaps.json -f json | jq .data.policy`,
		Args: cli.Args(1, 1, "one file of gaps, or - for stdin"),
	}
	output.Flags(c, "table", "json", "markdown", "html")
	c.Flags().Uint64Var(&seed, "seed", 0, "`seed` of the sampler that weighs the models")
	var runs [][]time.Duration
	c.RunE = output.Run(stdio, func(_ *cobra.Command, args []string) (err error) {
		in := stdio.In
		if args[0] != "-" {
			f, err := os.Open(args[0])
			if err != nil {
				return cli.Usagef("%w", err)
			}
			defer f.Close()
			in = f
		}
		if runs, err = experiment.ReadGaps(in); err != nil {
			return cli.Usagef("%s: %w", args[0], err)
		}
		return nil
	}, func(_ context.Context, out *cli.Output) error {
		inference := backoff.Infer(runs, backoff.Options{Seed: seed})
		r := &report.Report{
			Sections: []report.Section{policySection(inference, inference.Longest+1, false, experiment.HTTP1)},
			Data:     inference,
		}
		r.Summary.Text = cli.Sentence(describeInference(inference)) + "."
		r.Summary.Counts = []report.Count{{Name: "runs", N: inference.Runs}, {Name: "gaps", N: inference.Gaps}}
		return out.Close(r)
	})
	return c
}
