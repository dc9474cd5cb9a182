package runtime

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"snag/analyze/block/growth"
)

// Op is the work that a budget is for: "parse", "stringify" or "both".
type Op string

// Of is what counts for the budget.
func (o Op) Of(t Times) Spent {
	switch o {
	case "stringify":
		return t.Stringify
	case "both":
		return Spent{Least: t.Parse.Least + max(t.Stringify.Least, 0), Typical: t.Parse.Typical + max(t.Stringify.Typical, 0), First: t.Parse.First + t.Stringify.First}
	}
	return t.Parse
}

// Survey measures documents in several runtimes, predicts the largest ones within a budget, and measures
// those again. What is set before Run says what to measure; Results and Notes are what came of it.
type Survey struct {
	Op       Op
	Budget   time.Duration
	Sizes    []int64  // of the documents of each shape, in bytes, rising
	Shapes   []string // none are all, or with Document those that tell the most
	Document []byte   // of the user, nil for none
	Guide    bool     // measure the document of the Node.js guide and nothing else
	NoDepth  bool     // do not look for the limits of nesting
	Folder   string   // for documents, which stay there
	Progress func(done, total int, what string)

	// Paces are how long a fixed piece of work took on a processor, in nanoseconds, while predictions were measured.
	Paces   []float64
	Results []*Result // of the runtimes, in their order
	Notes   []string
}

// Result is what one runtime did.
type Result struct {
	Runtime
	Shapes []*ShapeResult
	Own    *ShapeResult // the user's document, nil for none
	Guide  *Times       // nil when it was not measured
	// Parse and Write are the limits of nesting, nil when nobody looked for them.
	Parse, Write *DepthLimits
	Failure      string // why the guide's document was not measured, "" when it was
}

// DepthLimits are the deepest arrays and objects.
type DepthLimits struct{ Arrays, Objects Limit }

// ShapeResult is one shape in one runtime.
type ShapeResult struct {
	Name    string
	Times   []SizedTimes // by rising size; none when it was refused
	Payload growth.Payload
	Safe    float64 // bytes within the budget
	Known   Known   // how much of Safe is known
	// Again is the measurement of a document of the safe size, nil when there is none.
	Again *SizedTimes
	// Over is the smallest document that was measured to take longer than the budget where the safe size is not known
	// exactly, nil when there is none.
	Over *SizedTimes
	// Cold is what that document takes in milliseconds in a JVM whose compiler has seen none before, 0 in other
	// runtimes.
	Cold     float64
	Refused  string       // what the runtime said, "" when it took every document
	thorough []SizedTimes // what the safe size rests on
}

// Known is how much is known of a size within a budget.
type Known int

// What may be known.
const (
	Exactly Known = iota
	AtLeast       // a larger document may do as well
	Unknown       // all that was measured takes longer, or the times vary too much
)

// SizedTimes are the times of a document with so many bytes.
type SizedTimes struct {
	Bytes int64
	Times
}

// Run measures in the runtimes. The error is that of ctx, or says what cannot be measured at all.
func (v *Survey) Run(ctx context.Context, runtimes []Runtime) error {
	for _, one := range runtimes {
		v.Results = append(v.Results, &Result{Runtime: one})
	}
	if v.Guide {
		return v.measureGuide(ctx)
	}
	return v.measureShapes(ctx)
}

// Measured reports whether anything was measured.
func (v *Survey) Measured() bool {
	return slices.ContainsFunc(v.Results, func(one *Result) bool { return one.Guide != nil || one.Own.Judged() || one.Worst() != nil })
}

// Refusal is what the first runtime said that took nothing, "" when none did.
func (v *Survey) Refusal() string {
	for _, one := range v.Results {
		if one.Failure != "" {
			return one.Name() + ": " + one.Failure
		}
		for _, s := range one.Shapes {
			if s.Refused != "" {
				return fmt.Sprintf("%s, %s: %s", one.Name(), s.Name, s.Refused)
			}
		}
	}
	return ""
}

// Told reports whether anything is known of a shape: what it costs, or that it was refused.
func (s *ShapeResult) Told() bool { return s.Judged() || s.Refused != "" }

// Judged reports whether a shape was measured to the end: an interrupted run has shapes without a rate.
func (s *ShapeResult) Judged() bool { return s != nil && len(s.Times) > 0 && s.Payload.NsPerByte > 0 }

// write writes a document to a file and returns its path and size.
func (v *Survey) write(fill func(io.Writer) (int64, error)) (string, int64, error) {
	path := filepath.Join(v.Folder, "document.json")
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

func (v *Survey) measureGuide(ctx context.Context) error {
	path, _, err := v.write(func(w io.Writer) (int64, error) { return GuideLength, WriteGuide(w) })
	if err != nil {
		return err
	}
	for _, one := range v.Results {
		v.Progress(0, 0, "the guide's document in "+one.Name())
		t, err := one.Measure(ctx, path, Longer)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			one.Failure = err.Error()
			continue
		}
		one.Guide = &t
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

func (v *Survey) measureShapes(ctx context.Context) error {
	shapes := Shapes
	if names := v.Shapes; len(names) > 0 {
		shapes = nil
		for _, name := range names {
			s, _ := Lookup(name)
			shapes = append(shapes, s)
		}
	} else if v.Document != nil {
		typical, _ := Lookup(Typical)
		worst, _ := Lookup("distinct-objects")
		nested, _ := Lookup("nested-arrays")
		shapes = []Shape{typical, worst, nested}
	}
	if v.Document != nil {
		if err := v.measureOwn(ctx); err != nil {
			return err
		}
	}
	for _, one := range v.Results {
		for _, s := range shapes {
			one.Shapes = append(one.Shapes, &ShapeResult{Name: s.Name})
		}
	}
	for i, s := range shapes {
		for _, size := range v.Sizes {
			path, written, err := v.write(func(w io.Writer) (int64, error) { return s.Write(w, size) })
			if err != nil {
				return err
			}
			for _, one := range v.Results {
				v.Progress(i, len(shapes), fmt.Sprintf("shapes, %s in %s", s.Name, one.Name()))
				if err := v.time(ctx, one, one.Shapes[i], path, written, Brief); err != nil {
					return err
				}
			}
		}
	}
	for _, one := range v.Results {
		for _, s := range one.Shapes {
			s.judge(v)
		}
		v.Progress(0, 0, "measuring the predicted sizes again in "+one.Name())
		if err := v.predictions(ctx, one); err != nil {
			return err
		}
		if v.NoDepth {
			continue
		}
		v.Progress(0, 0, "looking for the limits of nesting in "+one.Name())
		if err := one.limits(ctx); err != nil {
			return err
		}
	}
	return nil
}

// time adds a measurement to a shape.
func (v *Survey) time(ctx context.Context, one *Result, s *ShapeResult, path string, size int64, effort Effort) error {
	t, err := one.Measure(ctx, path, effort)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.Refused = err.Error()
		return nil
	}
	s.Times = append(s.Times, SizedTimes{size, t})
	return nil
}

// measureOwn measures the user's document alone and repeated.
func (v *Survey) measureOwn(ctx context.Context) error {
	for _, one := range v.Results {
		one.Own = &ShapeResult{Name: "yours"}
	}
	for i, n := range []int64{1, 4, 16} {
		if n > 1 && n*int64(len(v.Document)) > 256<<20 {
			break
		}
		fill := repeated(v.Document, n)
		if n == 1 {
			fill = func(w io.Writer) (int64, error) { n, err := w.Write(v.Document); return int64(n), err }
		}
		path, size, err := v.write(fill)
		if err != nil {
			return err
		}
		for _, one := range v.Results {
			v.Progress(i, 3, "your document in "+one.Name())
			if err := v.time(ctx, one, one.Own, path, size, Longer); err != nil {
				return err
			}
			if one.Own.Refused != "" && n == 1 {
				return fmt.Errorf("%s does not take the document: %s", one.Name(), one.Own.Refused)
			}
		}
	}
	for _, one := range v.Results {
		one.Own.judge(v)
	}
	return nil
}
