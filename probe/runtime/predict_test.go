package runtime

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"testing"
	"time"
)

// unsteady is a runtime that takes a microsecond for each byte, times one of the factors in turn.
type unsteady struct {
	Runtime
	factors []float64
	step    int // in bytes, beyond which it takes four times as long; 0 for none
	count   int
}

func (u *unsteady) Name() string { return "unsteady" }

func (u *unsteady) Measure(_ context.Context, file string, _ Effort) (Times, error) {
	content, err := os.ReadFile(file)
	took := float64(len(content)) / 1000 * u.factors[min(u.count, len(u.factors)-1)]
	u.count++
	if u.step > 0 && len(content) > u.step {
		took *= 4
	}
	return Times{Parse: Spent{First: took, Least: took, Typical: took}}, err
}

// TestSafeSizeOfUnsteadyRuntimes finds the size that takes the budget though one process differs from the next.
func TestSafeSizeOfUnsteadyRuntimes(t *testing.T) {
	const budget, right = 50 * time.Millisecond, 50_000
	for _, test := range []struct {
		predicted float64
		factors   []float64
	}{
		{50_000, []float64{1}}, {58_000, []float64{0.87, 1}}, {43_000, []float64{1.15, 1}}, {30_000, []float64{1}},
		{50_000, []float64{1.05, 0.7, 1}}, {57_000, []float64{0.9, 1.02, 0.99, 0.93, 1}},
	} {
		v := &Survey{Op: "parse", Budget: budget, Folder: t.TempDir()}
		s := &ShapeResult{Name: Typical, Safe: test.predicted}
		for _, size := range []float64{10_000, 20_000, 40_000} {
			ms := size / test.predicted * 50
			s.Times = append(s.Times, SizedTimes{int64(size), Times{Parse: Spent{Least: ms, Typical: ms}}})
		}
		err := v.again(t.Context(), &Result{Runtime: &unsteady{factors: test.factors}}, s, func(w io.Writer, size int64) (int64, error) {
			n, err := w.Write(bytes.Repeat([]byte{' '}, int(size)))
			return int64(n), err
		})
		if err != nil || math.Abs(s.Safe/right-1) > 0.06 {
			t.Errorf("predicted %.0f, factors %v: got %.0f bytes, %v, want %d within 6%%", test.predicted, test.factors, s.Safe, err, right)
		}
	}
}

// TestSafeSizeBeforeStep finds the size from which on a document takes four times as long.
func TestSafeSizeBeforeStep(t *testing.T) {
	for _, step := range []int{14_000, 20_000, 31_000, 40_000} {
		v := &Survey{Op: "parse", Budget: 50 * time.Millisecond, Folder: t.TempDir()}
		s := &ShapeResult{Name: Typical, Safe: 50_000, Times: []SizedTimes{{Bytes: 50_000}}}
		err := v.again(t.Context(), &Result{Runtime: &unsteady{factors: []float64{1}, step: step}}, s, func(w io.Writer, size int64) (int64, error) {
			n, err := w.Write(bytes.Repeat([]byte{' '}, int(size)))
			return int64(n), err
		})
		took := s.Safe / 1000
		if s.Safe > float64(step) {
			took *= 4
		}
		if err != nil || s.Known != Exactly || took > slack*50 || s.Safe < float64(step)/slack {
			t.Errorf("a step at %d: got %.0f bytes, known %d, %v", step, s.Safe, s.Known, err)
		}
	}
}

// TestSafeSizeThatIsNotFound promises no size that was seen to take longer than the budget, and names one that was.
func TestSafeSizeThatIsNotFound(t *testing.T) {
	const budget = 50 * time.Millisecond
	for _, test := range []struct {
		name    string
		factors []float64
		want    Known
	}{
		{"now much longer and now much shorter", []float64{1.6, 0.5, 1.7, 0.4, 2}, AtLeast},
		{"ever longer", []float64{2, 4, 8, 16, 32, 64, 128, 256, 512}, Unknown},
		{"ever shorter", []float64{0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.007, 0.004}, AtLeast},
		{"as predicted", []float64{1}, Exactly},
	} {
		v := &Survey{Op: "parse", Budget: budget, Folder: t.TempDir()}
		s := &ShapeResult{Name: Typical, Safe: 50_000, Times: []SizedTimes{{Bytes: 50_000}}}
		one := &Result{Runtime: &unsteady{factors: test.factors}, Shapes: []*ShapeResult{s}}
		err := v.again(t.Context(), one, s, func(w io.Writer, size int64) (int64, error) {
			n, err := w.Write(bytes.Repeat([]byte{' '}, int(size)))
			return int64(n), err
		})
		if err != nil || s.Known != test.want {
			t.Errorf("%s: got %+v, %v, want %v", test.name, s, err, test.want)
		}
		if took := s.Again.Parse.Typical; s.Known != Unknown && took > slack*50 {
			t.Errorf("%s: %.0f bytes are said to fit, and took %.0f ms", test.name, s.Safe, took)
		}
		broken, size := one.Breaking()
		switch {
		case broken == nil:
			t.Errorf("%s: no size is known to break the budget", test.name)
		case s.Known == Exactly && (size != s.Safe || s.Over != nil):
			t.Errorf("%s: got %.0f bytes, %+v, want the safe size %.0f", test.name, size, s.Over, s.Safe)
		case s.Known != Exactly && (size != float64(s.Over.Bytes) || s.Over.Parse.Typical <= slack*50):
			t.Errorf("%s: %.0f bytes are said to break the budget, and %+v was measured", test.name, size, s.Over)
		}
	}
}
