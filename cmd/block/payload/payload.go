// Package payload holds snag block json: the size of a document that blocks for as long as a budget.
package payload

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"snag/analyze/stats"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/runtime"
	"snag/probe/scratch"
)

// options are what the command line of snag block json says.
type options struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate

	file     string
	runtimes []string
	shapes   []string
	sizes    []string
	bytes    []int64
	op       *cli.Enum
	budget   time.Duration
	maxBody  string
	body     int64
	noDepth  bool
	guide    bool
}

// New returns the command snag block json.
func New(io *cli.Stdio) *cobra.Command {
	o := &options{stdio: io}
	c := &cobra.Command{
		Use:   "json [flags] [FILE|-]",
		Short: "Measure how long JSON blocks each language runtime, and the largest body within a budget",
		Long: `Parse, search and write documents of thirty shapes and growing sizes in every runtime found: Go in
this process (encoding/json and its second version), node, bun, deno, python3, ruby, php and Jackson on
java by a small script each, with its own clock and a heartbeat beside it. Megabytes are the wrong unit: the shape
decides. The largest body within the budget is predicted, measured again and corrected.

With a FILE that document is measured too, and how many times it may be repeated. --guide measures
the document of the Node.js guide on blocking the event loop.`,
		Example: `  snag block json                                    the table of shapes for every runtime
  snag block json orders.json --budget 20ms
  snag block json --runtime node --max-body 100KB   is the limit of the server low enough?
  snag block json --shape records,nested-arrays --sizes 1MB,4MB
  snag block json --guide`,
		Args: cli.Args(0, 1, "one document, or none"),
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringSliceVar(&o.runtimes, "runtime", nil, "measure these `runtimes`: "+strings.Join(runtime.Names(), ", "))
	f.StringSliceVar(&o.shapes, "shape", nil, "measure these `shapes` only")
	f.StringSliceVar(&o.sizes, "sizes", []string{"64KB", "256KB", "1MB"}, "measure these `sizes`")
	o.op = cli.NewEnum("parse", cli.Choice{Name: "parse", Help: "reading a document"}, cli.Choice{Name: "stringify", Help: "writing it"}, cli.Choice{Name: "both", Help: "reading and writing it"})
	o.op.Flag(c, f, "op", "", "the `work` that the budget is for: parse, stringify or both")
	f.DurationVar(&o.budget, "budget", 50*time.Millisecond, "the `time` that one document may block")
	f.StringVar(&o.maxBody, "max-body", "", "the `size` of a body that the server accepts: a shape that exceeds the budget within it is a finding")
	f.BoolVar(&o.noDepth, "no-depth", false, "do not look for the limits of nesting")
	f.BoolVar(&o.guide, "guide", false, "measure the document of the Node.js guide instead")
	var shapes, runtimes []cli.Choice
	for _, s := range runtime.Shapes {
		shapes = append(shapes, cli.Choice{Name: s.Name, Help: s.What})
	}
	for _, name := range runtime.Names() {
		runtimes = append(runtimes, cli.Choice{Name: name, Help: ""})
	}
	cli.Complete(c, "shape", shapes)
	cli.Complete(c, "runtime", runtimes)
	o.failOn = cli.NewLevelGate(c)
	o.output.Flags(c)
	o.output.Compare(c)
	o.output.Save(c)
	c.RunE = o.output.Run(io, func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			o.file = args[0]
		}
		return o.check()
	}, o.measure)
	return c
}

func (o *options) check() error {
	for _, text := range o.sizes {
		size, err := cli.ParseSize(text)
		if err != nil {
			return cli.Usagef("--sizes: %w", err)
		}
		o.bytes = append(o.bytes, size)
	}
	slices.Sort(o.bytes)
	if o.maxBody != "" {
		var err error
		if o.body, err = cli.ParseSize(o.maxBody); err != nil {
			return cli.Usagef("--max-body: %w", err)
		}
	}
	for _, name := range o.shapes {
		if _, ok := runtime.Lookup(name); !ok {
			return cli.Usagef("--shape: no shape is named %s; complete it in a shell, or see snag block json -f json", name)
		}
	}
	for _, name := range o.runtimes {
		if !slices.Contains(runtime.Names(), name) {
			return cli.Usagef("--runtime %s: must be one of %s", name, strings.Join(runtime.Names(), ", "))
		}
	}
	switch {
	case o.budget < time.Millisecond:
		return cli.Usagef("--budget %s: must be at least 1ms", o.budget)
	case o.guide && o.file != "":
		return cli.Usagef("--guide measures a document of its own: give no FILE")
	}
	return nil
}

// run is what was measured.
type run struct {
	options *options
	*runtime.Survey
}

func (o *options) measure(ctx context.Context, out *cli.Output) error {
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	dir, remove, err := scratch.Dir("json")
	if err != nil {
		return err
	}
	defer remove()
	r := &run{o, &runtime.Survey{Op: runtime.Op(o.op.String()), Budget: o.budget, Sizes: o.bytes, Shapes: o.shapes,
		Guide: o.guide, NoDepth: o.noDepth, Folder: dir, Progress: p.Set}}
	if o.file != "" {
		if r.Document, err = o.read(); err != nil {
			return err
		}
		if err := wellFormed(r.Document); err != nil {
			return fmt.Errorf("the document is not JSON: %w", err)
		}
	}
	p.Set(0, 0, "starting the runtimes")
	found, err := runtime.Find(ctx, o.runtimes...)
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("interrupted while the runtimes were started: nothing is known")
	case err != nil:
		return cli.Usage(err)
	}
	for _, one := range found {
		defer one.Close()
	}
	if err := r.Run(ctx, found); err != nil && ctx.Err() == nil {
		return err
	}
	if moved := stats.Moved(r.Paces); moved > target.PaceNoise {
		r.Notes = append(r.Notes, fmt.Sprintf("the machine's speed moved by %.0f%% meanwhile: sizes within the budget are off by up to as much", 100*moved))
	}
	p.Stop()
	return r.close(ctx, out)
}

func (o *options) read() ([]byte, error) {
	if o.file == "-" {
		content, err := io.ReadAll(o.stdio.In)
		if err != nil {
			return nil, fmt.Errorf("read stdin: %w", err)
		}
		return content, nil
	}
	content, err := os.ReadFile(o.file)
	if err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	return content, nil
}

// wellFormed says where a document is no JSON, nil when it is. How deep it is nested is for the runtimes to judge.
func wellFormed(document []byte) error {
	err := json.Unmarshal(document, &json.RawMessage{})
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok || strings.Contains(err.Error(), "exceeded max depth") {
		return nil
	}
	before := document[:min(max(int(syntax.Offset)-1, 0), len(document))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Errorf("line %d, column %d: %w", bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(before[start:])+1, err)
}

// close reports and gates.
func (r *run) close(ctx context.Context, out *cli.Output) error {
	rep := &report.Report{Partial: ctx.Err() != nil, Findings: r.findings(), Data: r.data(), Notes: r.Notes, Sections: r.sections(), Figures: r.figures(), Unknown: r.unknown()}
	rep.Summary = report.Summary{Text: r.sentence(), Counts: []report.Count{{Name: "runtimes", N: len(r.Results)}}}
	var missing error
	if why, hint := r.whyNothing(rep.Partial); why != "" {
		rep.NotMeasured, rep.Summary.Text = why, fmt.Sprintf("Nothing was measured: %s; %s.", why, hint)
		missing = cli.WithHint(fmt.Errorf("nothing was measured: %s", why), hint)
	}
	return out.End(rep, missing, r.options.failOn.Check)
}
