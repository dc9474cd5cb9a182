package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"snag/analyze/blocking"
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
