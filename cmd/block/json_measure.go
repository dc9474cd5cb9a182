package block

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"snag/analyze/block/growth"
	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/probe/runtime"
)

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
	payload growth.Payload
	safe    float64 // bytes within the budget
	// thorough are the measurements that the safe size rests on, again is the one of that size; nil when
	// there are none.
	thorough []sizedTimes
	again    *sizedTimes
	refused  string
}

type sizedTimes struct {
	bytes int64
	runtime.Times
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

func (r *jsonRun) measureGuide(ctx context.Context, p *cli.Progress) error {
	path, _, err := r.write(func(w io.Writer) (int64, error) { return runtime.GuideLength, runtime.WriteGuide(w) })
	if err != nil {
		return err
	}
	for _, one := range r.runtimes {
		p.Set(0, 0, "the guide's document in "+one.Name())
		t, err := one.Measure(ctx, path, runtime.Longer)
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

func (r *jsonRun) measureShapes(ctx context.Context, p *cli.Progress, document []byte) error {
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
				p.Set(i, len(shapes), fmt.Sprintf("shapes, %s in %s", s.Name, one.Name()))
				if err := r.time(ctx, one, one.shapes[i], path, written, runtime.Brief); err != nil {
					return err
				}
			}
		}
	}
	for _, one := range r.runtimes {
		for _, s := range one.shapes {
			s.judge(r.options)
		}
		p.Set(0, 0, "measuring the predicted sizes again in "+one.Name())
		if err := r.predictions(ctx, one, document); err != nil {
			return err
		}
		if r.options.noDepth {
			continue
		}
		p.Set(0, 0, "looking for the limits of nesting in "+one.Name())
		if err := one.limits(ctx); err != nil {
			return err
		}
	}
	return nil
}

// time adds a measurement to a shape.
func (r *jsonRun) time(ctx context.Context, one *runtimeRun, s *shapeRun, path string, size int64, effort runtime.Effort) error {
	t, err := one.Measure(ctx, path, effort)
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
func (r *jsonRun) measureOwn(ctx context.Context, p *cli.Progress, document []byte) error {
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
			p.Set(i, 3, "your document in "+one.Name())
			if err := r.time(ctx, one, one.own, path, size, runtime.Longer); err != nil {
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
	costs := func(times []sizedTimes, of func(runtime.Spent) float64) []growth.PayloadCost {
		var all []growth.PayloadCost
		for _, t := range times {
			all = append(all, growth.PayloadCost{Bytes: float64(t.bytes), Ms: of(o.work(t.Times))})
		}
		return all
	}
	s.payload = growth.JudgePayload(costs(s.times, func(spent runtime.Spent) float64 { return spent.Least }))
	decisive := s.payload
	if len(s.thorough) > 0 {
		decisive = growth.JudgePayload(costs(s.thorough, func(spent runtime.Spent) float64 { return spent.Typical }))
	}
	s.safe = decisive.SizeFor(cli.Milliseconds(o.budget))
}

// predictions measures the sizes that were predicted for a runtime again: of the typical shape, of the
// user's document, and of the worst shape. What is the worst may change when its prediction does.
func (r *jsonRun) predictions(ctx context.Context, one *runtimeRun, document []byte) error {
	if s := one.shape(runtime.Typical); s != nil {
		shape, _ := runtime.Lookup(s.name)
		if err := r.again(ctx, one, s, shape.Write); err != nil {
			return err
		}
	}
	if one.own != nil && one.own.safe >= float64(len(document)) {
		err := r.again(ctx, one, one.own, func(w io.Writer, size int64) (int64, error) {
			return repeated(document, max(size/int64(len(document)), 1))(w)
		})
		if err != nil {
			return err
		}
	}
	for range 6 {
		worst := one.worst()
		if worst == nil || worst.again != nil || worst.safe < 16 || worst.safe > mostAgain {
			return nil
		}
		shape, _ := runtime.Lookup(worst.name)
		if err := r.again(ctx, one, worst, shape.Write); err != nil {
			return err
		}
	}
	return nil
}

// mostAgain is the largest document that is measured again, in bytes: values take ten times as much
// memory.
const mostAgain = 64 << 20

// again measures a document of the predicted size, and corrects the prediction until it holds or the
// times vary too much for that. The safe size is the one whose time came nearest to the budget.
func (r *jsonRun) again(ctx context.Context, one *runtimeRun, s *shapeRun, fill func(io.Writer, int64) (int64, error)) error {
	budget := cli.Milliseconds(r.options.budget)
	off := func(t sizedTimes) float64 { return math.Abs(math.Log(r.options.work(t.Times).Typical / budget)) }
	effort := runtime.Thorough
	effort.ParseOnly = r.options.op.String() == "parse"
	for range 5 {
		if s.safe < 16 || s.safe > mostAgain {
			break
		}
		path, size, err := r.write(func(w io.Writer) (int64, error) { return fill(w, int64(s.safe)) })
		if err != nil {
			return err
		}
		t, err := one.Measure(ctx, path, effort)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || r.options.work(t).Typical <= 0 {
			break // it refuses documents of this size
		}
		last := sizedTimes{size, t}
		s.thorough = append(s.thorough, last)
		if s.again == nil || off(last) < off(*s.again) {
			s.again = &last
		}
		if off(last) < 0.1 {
			break
		}
		s.judge(r.options)
	}
	if s.again != nil {
		s.safe = float64(s.again.bytes)
		if took := r.options.work(s.again.Times).Typical; took > 1.15*budget || took < 0.85*budget {
			r.notes = append(r.notes, fmt.Sprintf("%s: %s of %s took %.1f ms: its times vary too much to come nearer to the budget", one.Name(), judge.Size(s.safe), s.name, took))
		}
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
