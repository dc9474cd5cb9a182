package cmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/retry/backoff"
	"snag/cmd/report"
)

func newRetryInfer(stdio *Stdio) *cobra.Command {
	var output outputOptions
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
		Args: cobra.ExactArgs(1),
	}
	output.flags(c, "table", "json", "markdown", "html")
	c.Flags().Uint64Var(&seed, "seed", 0, "`seed` of the sampler that weighs the models")
	c.RunE = run(func(_ context.Context, args []string) error {
		in := stdio.In
		if args[0] != "-" {
			f, err := os.Open(args[0])
			if err != nil {
				return usagef("%w", err)
			}
			defer f.Close()
			in = f
		}
		runs, err := readGaps(in)
		if err != nil {
			return usagef("%s: %w", args[0], err)
		}
		out, err := output.open(stdio, c)
		if err != nil {
			return err
		}
		defer out.discard()
		inference := backoff.Infer(runs, backoff.Options{Seed: seed})
		most := 0
		for _, gaps := range runs {
			most = max(most, len(gaps))
		}
		r := &report.Report{
			Sections: []report.Section{policySection(inference, most+1, false)},
			Data:     newInferenceData(inference, most),
		}
		r.Summary.Text = sentence(describePolicy(inference.Policy)) + "."
		r.Summary.Counts = []report.Count{{Name: "runs", N: inference.Runs}, {Name: "gaps", N: inference.Gaps}}
		return out.close(r)
	})
	return c
}

// readGaps reads the gaps of every run, in milliseconds.
func readGaps(in io.Reader) ([][]time.Duration, error) {
	var runs [][]time.Duration
	var attempts []backoff.Attempt
	add := func(gaps []float64) error {
		run := make([]time.Duration, 0, len(gaps))
		for _, ms := range gaps {
			if ms < 0 || ms > 1e10 {
				return fmt.Errorf("%g ms is not a gap", ms)
			}
			run = append(run, time.Duration(ms*float64(time.Millisecond)))
		}
		runs = append(runs, run)
		return nil
	}
	d := json.NewDecoder(bufio.NewReader(in))
	for n := 1; ; n++ {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", n, err)
		}
		var list []float64
		var lists [][]float64
		var object gapsObject
		switch {
		case json.Unmarshal(raw, &list) == nil && len(list) > 0:
			err = add(list)
		case json.Unmarshal(raw, &lists) == nil:
			for _, gaps := range lists {
				err = errors.Join(err, add(gaps))
			}
		case json.Unmarshal(raw, &object) == nil:
			var found bool
			if found, err = object.each(add); err == nil && !found {
				var a backoff.Attempt
				if a, err = object.attempt(); err == nil {
					attempts = append(attempts, a)
				}
			}
		default:
			err = errors.New("neither a list of numbers, nor a list of such lists, nor an object with gaps_ms")
		}
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", n, err)
		}
	}
	for _, operation := range (backoff.Trace{Attempts: attempts}).Operations() {
		runs = append(runs, operation.Gaps())
	}
	if len(runs) == 0 {
		return nil, errors.New("there are no gaps in it")
	}
	return runs, nil
}

// gapsObject is any object from which gaps can be read.
type gapsObject struct {
	Gaps json.RawMessage `json:"gaps_ms"`
	Data *struct {
		ControlRuns int `json:"control_runs"`
		Runs        []struct {
			Gaps []float64 `json:"gaps_ms"`
		} `json:"runs"`
	} `json:"data"`

	Start  *float64 `json:"start_ms"`
	End    float64  `json:"end_ms"`
	Method string   `json:"method"`
	Target string   `json:"target"`
	Phase  string   `json:"phase"`
	Fault  string   `json:"fault"`
}

func (o *gapsObject) each(add func([]float64) error) (found bool, err error) {
	if o.Data != nil {
		runs := o.Data.Runs
		if n := o.Data.ControlRuns; n > 0 && n <= len(runs) {
			runs = runs[:n]
		}
		for _, run := range runs {
			err = errors.Join(err, add(run.Gaps))
		}
		return true, err
	}
	if o.Gaps == nil {
		return false, nil
	}
	var list []float64
	if json.Unmarshal(o.Gaps, &list) == nil {
		return true, add(list)
	}
	var lists [][]float64
	if err := json.Unmarshal(o.Gaps, &lists); err != nil {
		return true, errors.New("gaps_ms is neither a list of numbers nor a list of such lists")
	}
	for _, gaps := range lists {
		err = errors.Join(err, add(gaps))
	}
	return true, err
}

// attempt is the attempt that a line of snag retry serve describes.
func (o *gapsObject) attempt() (backoff.Attempt, error) {
	if o.Start == nil {
		return backoff.Attempt{}, errors.New("an object without gaps_ms, and no attempt either")
	}
	fault, err := backoff.ParseFault(o.Fault)
	if err != nil {
		return backoff.Attempt{}, err
	}
	ms := func(x float64) time.Duration { return time.Duration(x * float64(time.Millisecond)) }
	a := backoff.Attempt{Start: ms(*o.Start), End: ms(o.End), Method: o.Method, Target: o.Target, Fault: fault, Phase: backoff.PhaseRequest}
	if i := slices.Index([]string{"connect", "headers", "request"}, strings.ToLower(o.Phase)); i >= 0 {
		a.Phase = backoff.Phase(i)
	}
	return a, nil
}
