package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/blocking"
	"snag/cmd/report"
	"snag/probe/runtime"
)

// jsonOptions are what the command line of snag block json says.
type jsonOptions struct {
	stdio  *Stdio
	output outputOptions
	failOn levelGate

	file     string
	runtimes []string
	shapes   []string
	sizes    []string
	bytes    []int64
	op       *enum
	budget   time.Duration
	maxBody  string
	body     int64
	noDepth  bool
	guide    bool
}

func newBlockJSON(io *Stdio) *cobra.Command {
	o := &jsonOptions{stdio: io}
	c := &cobra.Command{
		Use:   "json [flags] [FILE|-]",
		Short: "Measure how long JSON blocks each language runtime, and the largest body within a budget",
		Long: `Parse, search and write documents of thirty shapes and growing sizes in every runtime found: Go in
this process (encoding/json and its second version), node, bun, deno, python3, ruby and php by a small
script each, with its own clock and a heartbeat beside it. Megabytes are the wrong unit: the shape
decides. The largest body within the budget is predicted, measured again and corrected.

With a FILE that document is measured too, and how many times it may be repeated. --guide measures
the document of the Node.js guide on blocking the event loop.`,
		Example: `  snag block json                                    the table of shapes for every runtime
  snag block json orders.json --budget 20ms
  snag block json --runtime node --max-body 100KB   is the limit of the server low enough?
  snag block json --shape records,nested-arrays --sizes 1MB,4MB
  snag block json --guide`,
		Args: cobra.MaximumNArgs(1),
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringSliceVar(&o.runtimes, "runtime", nil, "measure these `runtimes`: "+strings.Join(runtime.Names(), ", "))
	f.StringSliceVar(&o.shapes, "shape", nil, "measure these `shapes` only")
	f.StringSliceVar(&o.sizes, "sizes", []string{"64KB", "256KB", "1MB"}, "measure these `sizes`")
	o.op = newEnum("parse", choice{"parse", "reading a document"}, choice{"stringify", "writing it"}, choice{"both", "reading and writing it"})
	o.op.flag(c, f, "op", "", "the `work` that the budget is for: parse, stringify or both")
	f.DurationVar(&o.budget, "budget", 50*time.Millisecond, "the `time` that one document may block")
	f.StringVar(&o.maxBody, "max-body", "", "the `size` of a body that the server accepts: a shape that breaks the budget within it is a finding")
	f.BoolVar(&o.noDepth, "no-depth", false, "do not look for the limits of nesting")
	f.BoolVar(&o.guide, "guide", false, "measure the document of the Node.js guide instead")
	var shapes, runtimes []choice
	for _, s := range runtime.Shapes {
		shapes = append(shapes, choice{s.Name, s.What})
	}
	for _, name := range runtime.Names() {
		runtimes = append(runtimes, choice{name, ""})
	}
	complete(c, "shape", shapes)
	complete(c, "runtime", runtimes)
	o.failOn = newLevelGate(c)
	o.output.flags(c)
	c.RunE = run(func(ctx context.Context, args []string) error {
		if len(args) > 0 {
			o.file = args[0]
		}
		if err := o.check(); err != nil {
			return err
		}
		out, err := o.output.open(io, c)
		if err != nil {
			return err
		}
		defer out.discard()
		return o.measure(ctx, out)
	})
	return c
}

// parseSize reads a size such as 100KB or 4MB, in powers of 1024 as servers count them.
func parseSize(text string) (int64, error) {
	number, factor := strings.ToUpper(strings.TrimSpace(text)), int64(1)
	for _, unit := range []struct {
		suffix string
		factor int64
	}{{"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1}} {
		if n, ok := strings.CutSuffix(number, unit.suffix); ok {
			number, factor = n, unit.factor
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if size := v * float64(factor); err == nil && size >= 1 && size <= 4<<30 {
		return int64(size), nil
	}
	return 0, fmt.Errorf("%q is not a size such as 100KB or 4MB", text)
}

func (o *jsonOptions) check() error {
	for _, text := range o.sizes {
		size, err := parseSize(text)
		if err != nil {
			return usagef("--sizes: %w", err)
		}
		o.bytes = append(o.bytes, size)
	}
	slices.Sort(o.bytes)
	if o.maxBody != "" {
		var err error
		if o.body, err = parseSize(o.maxBody); err != nil {
			return usagef("--max-body: %w", err)
		}
	}
	for _, name := range o.shapes {
		if _, ok := runtime.Lookup(name); !ok {
			return usagef("--shape %s: is none of them; complete it in a shell, or see snag block json -f json", name)
		}
	}
	for _, name := range o.runtimes {
		if !slices.Contains(runtime.Names(), name) {
			return usagef("--runtime %s: must be one of %s", name, strings.Join(runtime.Names(), ", "))
		}
	}
	switch {
	case o.budget < time.Millisecond:
		return usagef("--budget %s: must be at least 1ms", o.budget)
	case o.guide && o.file != "":
		return usagef("--guide measures a document of its own: give no FILE")
	}
	return nil
}

// jsonRun is what was measured.
type jsonRun struct {
	options  *jsonOptions
	dir      string // of documents
	runtimes []*runtimeRun
	notes    []string
}

// runtimeRun is what one runtime did.
type runtimeRun struct {
	runtime.Runtime
	shapes  []*shapeRun
	own     *shapeRun // the user's document
	guide   *runtime.Times
	parse   *depthLimits
	write   *depthLimits
	failure string
}

type depthLimits struct{ arrays, objects runtime.Limit }

// shapeRun is one shape in one runtime.
type shapeRun struct {
	name    string
	times   []sizedTimes
	payload blocking.Payload
	safe    float64 // bytes within the budget
	// again is what a document of the safe size took when it was measured; 0 when it was not.
	again   float64
	refused string
}

type sizedTimes struct {
	bytes int64
	runtime.Times
}

// cost is what counts for the budget.
func (o *jsonOptions) cost(t runtime.Times) float64 {
	switch o.op.String() {
	case "stringify":
		return t.Stringify
	case "both":
		return t.Parse + max(t.Stringify, 0)
	}
	return t.Parse
}

func (o *jsonOptions) measure(ctx context.Context, out *output) error {
	p := newProgress(o.stdio)
	defer p.stop()
	dir, err := os.MkdirTemp("", "snag-json-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &jsonRun{options: o, dir: dir}
	var document []byte
	if o.file != "" {
		if document, err = o.read(); err != nil {
			return err
		}
	}
	p.set(0, 0, "starting the runtimes")
	found, err := runtime.Find(ctx, o.runtimes...)
	if err != nil {
		return usageError{err}
	}
	for _, one := range found {
		defer one.Close()
		r.runtimes = append(r.runtimes, &runtimeRun{Runtime: one})
	}
	if o.guide {
		err = r.measureGuide(ctx, p)
	} else {
		err = r.measureShapes(ctx, p, document)
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	p.stop()
	return r.close(ctx, out)
}

func (o *jsonOptions) read() ([]byte, error) {
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

// write writes a document to a file and returns its path and size.
func (r *jsonRun) write(fill func(io.Writer) (int64, error)) (string, int64, error) {
	path := filepath.Join(r.dir, "document.json")
	f, err := os.Create(path)
	if err != nil {
		return "", 0, err
	}
	size, err := fill(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return path, size, err
}

func (r *jsonRun) measureGuide(ctx context.Context, p *progress) error {
	path, _, err := r.write(func(w io.Writer) (int64, error) { return runtime.GuideLength, runtime.WriteGuide(w) })
	if err != nil {
		return err
	}
	for _, one := range r.runtimes {
		p.set(0, 0, "the guide's document in "+one.Name())
		t, err := one.Measure(ctx, path, 3)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			one.failure = err.Error()
			continue
		}
		one.guide = &t
	}
	return nil
}

// repeated writes a document n times as an array.
func repeated(document []byte, n int64) func(io.Writer) (int64, error) {
	return func(w io.Writer) (int64, error) {
		total := int64(2)
		io.WriteString(w, "[")
		for i := range n {
			if i > 0 {
				io.WriteString(w, ",")
				total++
			}
			if _, err := w.Write(document); err != nil {
				return total, err
			}
			total += int64(len(document))
		}
		_, err := io.WriteString(w, "]")
		return total, err
	}
}

func (r *jsonRun) measureShapes(ctx context.Context, p *progress, document []byte) error {
	shapes := runtime.Shapes
	if names := r.options.shapes; len(names) > 0 {
		shapes = nil
		for _, name := range names {
			s, _ := runtime.Lookup(name)
			shapes = append(shapes, s)
		}
	} else if document != nil {
		typical, _ := runtime.Lookup(runtime.Typical)
		worst, _ := runtime.Lookup("distinct-objects")
		nested, _ := runtime.Lookup("nested-arrays")
		shapes = []runtime.Shape{typical, worst, nested}
	}
	if document != nil {
		if err := r.measureOwn(ctx, p, document); err != nil {
			return err
		}
	}
	for _, one := range r.runtimes {
		for _, s := range shapes {
			one.shapes = append(one.shapes, &shapeRun{name: s.Name})
		}
	}
	for i, s := range shapes {
		for _, size := range r.options.bytes {
			path, written, err := r.write(func(w io.Writer) (int64, error) { return s.Write(w, size) })
			if err != nil {
				return err
			}
			for _, one := range r.runtimes {
				p.set(i, len(shapes), fmt.Sprintf("shapes, %s in %s", s.Name, one.Name()))
				if err := r.time(ctx, one, one.shapes[i], path, written, 3); err != nil {
					return err
				}
			}
		}
	}
	for _, one := range r.runtimes {
		for _, s := range one.shapes {
			s.judge(r.options)
		}
		p.set(0, 0, "measuring the predicted sizes again in "+one.Name())
		for _, s := range one.shapes {
			if s == one.worst() || s == one.shape(runtime.Typical) {
				shape, _ := runtime.Lookup(s.name)
				if err := r.again(ctx, one, s, shape.Write); err != nil {
					return err
				}
			}
		}
		if r.options.noDepth {
			continue
		}
		p.set(0, 0, "looking for the limits of nesting in "+one.Name())
		if err := one.limits(ctx); err != nil {
			return err
		}
	}
	return nil
}

// time adds a measurement to a shape.
func (r *jsonRun) time(ctx context.Context, one *runtimeRun, s *shapeRun, path string, size int64, reps int) error {
	t, err := one.Measure(ctx, path, reps)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.refused = err.Error()
		return nil
	}
	s.times = append(s.times, sizedTimes{size, t})
	return nil
}

// measureOwn measures the user's document alone and repeated.
func (r *jsonRun) measureOwn(ctx context.Context, p *progress, document []byte) error {
	for _, one := range r.runtimes {
		one.own = &shapeRun{name: "yours"}
	}
	for i, n := range []int64{1, 4, 16} {
		if n > 1 && n*int64(len(document)) > 256<<20 {
			break
		}
		fill := repeated(document, n)
		if n == 1 {
			fill = func(w io.Writer) (int64, error) { n, err := w.Write(document); return int64(n), err }
		}
		path, size, err := r.write(fill)
		if err != nil {
			return err
		}
		for _, one := range r.runtimes {
			p.set(i, 3, "your document in "+one.Name())
			if err := r.time(ctx, one, one.own, path, size, 5); err != nil {
				return err
			}
			if one.own.refused != "" && n == 1 {
				return fmt.Errorf("%s does not take the document: %s", one.Name(), one.own.refused)
			}
		}
	}
	for _, one := range r.runtimes {
		one.own.judge(r.options)
	}
	return nil
}

// judge predicts the safe size.
func (s *shapeRun) judge(o *jsonOptions) {
	var costs []blocking.PayloadCost
	for _, t := range s.times {
		costs = append(costs, blocking.PayloadCost{Bytes: float64(t.bytes), Ms: o.cost(t.Times)})
	}
	s.payload = blocking.JudgePayload(costs)
	s.safe = s.payload.SizeFor(ms(o.budget))
}

// again measures a document of the predicted size, and corrects the prediction until it holds.
func (r *jsonRun) again(ctx context.Context, one *runtimeRun, s *shapeRun, fill func(io.Writer, int64) (int64, error)) error {
	const most = 64 << 20 // values take ten times as much memory
	for range 4 {
		if s.safe < 16 || s.safe > most {
			return nil
		}
		path, size, err := r.write(func(w io.Writer) (int64, error) { return fill(w, int64(s.safe)) })
		if err != nil {
			return err
		}
		t, err := one.Measure(ctx, path, 5)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return nil // it refuses documents of this size
		}
		s.again = r.options.cost(t)
		s.times = append(s.times, sizedTimes{size, t})
		if off := s.again / ms(r.options.budget); off > 0.93 && off < 1.07 {
			s.safe = float64(size)
			return nil
		}
		shown := s.payload
		s.judge(r.options)
		s.payload.NsPerByte, s.payload.Exponent = shown.NsPerByte, shown.Exponent
	}
	return nil
}

func (one *runtimeRun) shape(name string) *shapeRun {
	for _, s := range one.shapes {
		if s.name == name {
			return s
		}
	}
	return nil
}

// worst is the shape with the smallest safe size, nil when nothing was measured.
func (one *runtimeRun) worst() *shapeRun {
	var worst *shapeRun
	for _, s := range one.shapes {
		if len(s.times) > 0 && s.safe > 0 && (worst == nil || s.safe < worst.safe) {
			worst = s
		}
	}
	return worst
}

// limits finds how deep documents may be nested.
func (one *runtimeRun) limits(ctx context.Context) error {
	var all [4]runtime.Limit
	for i := range all {
		var err error
		if all[i], err = runtime.DepthLimit(ctx, one, i%2 == 1, i >= 2); err != nil {
			return err
		}
	}
	one.parse, one.write = &depthLimits{all[0], all[1]}, &depthLimits{all[2], all[3]}
	return nil
}

// close reports and gates.
func (r *jsonRun) close(ctx context.Context, out *output) error {
	rep := &report.Report{Partial: ctx.Err() != nil, Findings: r.findings(), Data: r.data(), Notes: r.notes, Sections: r.sections()}
	rep.Summary = report.Summary{Text: r.sentence(), Counts: []report.Count{{Name: "runtimes", N: len(r.runtimes)}}}
	if err := out.close(rep); err != nil {
		return err
	}
	measured := slices.ContainsFunc(r.runtimes, func(one *runtimeRun) bool {
		return one.guide != nil || one.own != nil || one.worst() != nil
	})
	switch {
	case rep.Partial:
		return errPartial
	case !measured:
		return errors.New("no runtime could be measured")
	}
	return r.options.failOn.check(rep)
}
