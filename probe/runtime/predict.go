package runtime

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/probe/process"
)

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// judge predicts the safe size.
func (s *ShapeResult) judge(v *Survey) {
	costs := func(times []SizedTimes, of func(Spent) float64) []growth.PayloadCost {
		var all []growth.PayloadCost
		for _, t := range times {
			all = append(all, growth.PayloadCost{Bytes: float64(t.Bytes), Ms: of(v.Op.Of(t.Times))})
		}
		return all
	}
	s.Payload = growth.JudgePayload(costs(s.Times, func(spent Spent) float64 { return spent.Least }))
	decisive := s.Payload
	if len(s.thorough) > 0 {
		decisive = growth.JudgePayload(costs(s.thorough, func(spent Spent) float64 { return spent.Typical }))
	}
	s.Safe = decisive.SizeFor(milliseconds(v.Budget))
}

// predictions measures the sizes that were predicted for a runtime again: of the typical shape, of the
// user's document, and of the worst shape. What is the worst may change when its prediction does.
func (v *Survey) predictions(ctx context.Context, one *Result) error {
	if s := one.Shape(Typical); s != nil {
		shape, _ := Lookup(s.Name)
		if err := v.again(ctx, one, s, shape.Write); err != nil {
			return err
		}
	}
	if one.Own != nil && one.Own.Safe >= float64(len(v.Document)) {
		err := v.again(ctx, one, one.Own, func(w io.Writer, size int64) (int64, error) {
			return repeated(v.Document, max(size/int64(len(v.Document)), 1))(w)
		})
		if err != nil {
			return err
		}
	}
	for range 6 {
		worst := one.Worst()
		if worst == nil || worst.Again != nil || worst.Safe < 16 || worst.Safe > mostAgain {
			break
		}
		shape, _ := Lookup(worst.Name)
		if err := v.again(ctx, one, worst, shape.Write); err != nil {
			return err
		}
	}
	if one.Name() != jvm {
		return nil
	}
	for _, s := range one.Shapes {
		if s.Again == nil {
			continue
		}
		shape, _ := Lookup(s.Name)
		if err := v.first(ctx, one, s, shape.Write); err != nil {
			return err
		}
	}
	return nil
}

// first measures what a document of the safe size takes in a JVM that was just started.
func (v *Survey) first(ctx context.Context, one *Result, s *ShapeResult, fill func(io.Writer, int64) (int64, error)) error {
	path, _, err := v.write(func(w io.Writer) (int64, error) { return fill(w, s.Again.Bytes) })
	if err != nil {
		return err
	}
	effort := cold
	effort.ParseOnly = v.Op == "parse"
	t, err := one.Measure(ctx, path, effort)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return nil // it does not take it when it is new, which says nothing about time
	}
	s.Cold = v.Op.Of(t).First
	if budget := milliseconds(v.Budget); s.Cold > 1.5*budget {
		v.Notes = append(v.Notes, fmt.Sprintf("%s: %s of %s take %.0f ms in a JVM that was just started: the sizes are those of a warm one", one.Name(), judge.Size(float64(s.Again.Bytes)), s.Name, s.Cold))
	}
	return nil
}

// mostAgain is the largest document that is measured again, in bytes: values take ten times as much
// memory.
const mostAgain = 64 << 20

// again measures a document of the predicted size, and corrects the prediction until it holds or the
// times vary too much for that. The safe size is the one whose time came nearest to the budget; of
// one that did not come near a part is known, or nothing.
func (v *Survey) again(ctx context.Context, one *Result, s *ShapeResult, fill func(io.Writer, int64) (int64, error)) error {
	budget := milliseconds(v.Budget)
	off := func(t SizedTimes) float64 { return math.Abs(math.Log(v.Op.Of(t.Times).Typical / budget)) }
	effort := Thorough
	effort.ParseOnly = v.Op == "parse"
	for range 8 {
		if s.Safe < 16 || s.Safe > mostAgain {
			break
		}
		path, size, err := v.write(func(w io.Writer) (int64, error) { return fill(w, int64(s.Safe)) })
		if err != nil {
			return err
		}
		v.Paces = append(v.Paces, float64(process.Pace()))
		t, err := one.Measure(ctx, path, effort)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || v.Op.Of(t).Typical <= 0 {
			break // it refuses documents of this size
		}
		last := SizedTimes{size, t}
		if off(last) < near {
			if last.Times, err = v.middle(ctx, one, path, effort, t); err != nil {
				return err
			}
		}
		s.thorough = append(s.thorough, last)
		if s.Again == nil || off(last) < off(*s.Again) {
			s.Again = &last
		}
		if off(last) < near/2 {
			break
		}
		s.judge(v)
		if fits, over := s.between(v); fits != nil && over != nil {
			if over.Bytes <= fits.Bytes+fits.Bytes/10 {
				break
			}
			if len(s.thorough) > 3 || s.Safe <= float64(fits.Bytes) || s.Safe >= float64(over.Bytes) {
				s.Safe = math.Sqrt(float64(fits.Bytes) * float64(over.Bytes))
			}
		}
	}
	if s.Again != nil {
		s.Safe = float64(s.Again.Bytes)
		if took := v.Op.Of(s.Again.Times).Typical; took > slack*budget || took < budget/slack {
			if steep, err := v.rises(ctx, one, s, fill, effort); steep || err != nil {
				return err
			}
			v.Notes = append(v.Notes, fmt.Sprintf("%s: %s of %s took %.1f ms: its times vary too much to come nearer to the budget", one.Name(), judge.Size(s.Safe), s.Name, took))
			s.settle(v)
			if s.Over == nil {
				return v.larger(ctx, one, s, fill, effort)
			}
		}
	}
	return nil
}

// rises reports whether a small step in size, of those that were measured, takes the time from within the budget to
// beyond it, as where a larger document brings about a collection of garbage each time: both are measured once more. The
// safe size is the one before the step then.
func (v *Survey) rises(ctx context.Context, one *Result, s *ShapeResult, fill func(io.Writer, int64) (int64, error), effort Effort) (bool, error) {
	fits, over := s.between(v)
	if fits == nil || over == nil || float64(over.Bytes) > slack*float64(fits.Bytes) {
		return false, nil
	}
	var again [2]float64
	for i, t := range []*SizedTimes{fits, over} {
		path, _, err := v.write(func(w io.Writer) (int64, error) { return fill(w, t.Bytes) })
		if err != nil {
			return false, err
		}
		times, err := one.Measure(ctx, path, effort)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err != nil {
			return false, nil // once it was read, which is all that is known then
		}
		again[i] = v.Op.Of(times).Typical
	}
	if limit := slack * milliseconds(v.Budget); again[0] > limit || again[1] <= limit {
		return false, nil
	}
	v.Notes = append(v.Notes, fmt.Sprintf("%s: %s of %s took %.1f ms, and %s took %.1f ms", one.Name(), judge.Size(float64(fits.Bytes)), s.Name, again[0], judge.Size(float64(over.Bytes)), again[1]))
	s.Again, s.Safe = fits, float64(fits.Bytes)
	return true, nil
}

// between returns the largest document that was measured and does not take longer than the budget and the smallest one
// that does, nil for none; both are nil where a larger one takes less than a smaller one.
func (s *ShapeResult) between(v *Survey) (fits, over *SizedTimes) {
	for i := range s.thorough {
		t := &s.thorough[i]
		switch takes := v.Op.Of(t.Times).Typical > slack*milliseconds(v.Budget); {
		case takes && (over == nil || t.Bytes < over.Bytes):
			over = t
		case !takes && (fits == nil || t.Bytes > fits.Bytes):
			fits = t
		}
	}
	if fits != nil && over != nil && fits.Bytes >= over.Bytes {
		return nil, nil
	}
	return fits, over
}

// larger measures documents of twice the largest size that was measured, and so on, until one takes longer than the
// budget: a size that is not known exactly is at least below that.
func (v *Survey) larger(ctx context.Context, one *Result, s *ShapeResult, fill func(io.Writer, int64) (int64, error), effort Effort) error {
	for size := 2 * s.Again.Bytes; size <= mostAgain && s.Over == nil; size *= 2 {
		path, written, err := v.write(func(w io.Writer) (int64, error) { return fill(w, size) })
		if err != nil {
			return err
		}
		t, err := one.Measure(ctx, path, effort)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return nil // it refuses documents of this size
		}
		if v.Op.Of(t).Typical > slack*milliseconds(v.Budget) {
			s.Over = &SizedTimes{written, t}
		}
	}
	return nil
}

// near is how far a time may be from the budget to be measured thoroughly, as a share of it.
const near = 0.1

// slack is the share of the budget up to which what a document took still counts as within it.
const slack = 1.15

// settle keeps of a safe size that was not found what is known of it: the largest document that was measured and did
// not take longer than the budget, and the smallest one that did.
func (s *ShapeResult) settle(v *Survey) {
	s.Known = Unknown
	for _, t := range s.thorough {
		fits := v.Op.Of(t.Times).Typical <= slack*milliseconds(v.Budget)
		switch {
		case fits && (s.Known == Unknown || t.Bytes > s.Again.Bytes):
			s.Known, s.Again, s.Safe = AtLeast, &t, float64(t.Bytes)
		case !fits && (s.Over == nil || t.Bytes < s.Over.Bytes):
			s.Over = &t
		}
	}
}

// middle measures the document twice more, since one process differs from the next, and returns the times of the three
// in the middle.
func (v *Survey) middle(ctx context.Context, one *Result, path string, effort Effort, first Times) (Times, error) {
	all := []Times{first}
	for range 2 {
		t, err := one.Measure(ctx, path, effort)
		if ctx.Err() != nil {
			return first, ctx.Err()
		}
		if err != nil {
			return first, nil // once it was read, which is all that is known then
		}
		all = append(all, t)
	}
	sorting.Stable(all, func(a, b Times) int { return cmp.Compare(v.Op.Of(a).Typical, v.Op.Of(b).Typical) })
	return all[1], nil
}

// Shape returns the shape of a name, nil where it was not measured.
func (one *Result) Shape(name string) *ShapeResult {
	for _, s := range one.Shapes {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Shown returns the shapes whose safe sizes tell most: the typical one, the worst one and the user's document, of those
// that there are.
func (one *Result) Shown() []*ShapeResult {
	var all []*ShapeResult
	for _, s := range []*ShapeResult{one.Shape(Typical), one.Worst(), one.Own} {
		if s != nil && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// Worst is the shape with the smallest safe size, nil when nothing was measured.
func (one *Result) Worst() *ShapeResult {
	var worst *ShapeResult
	for _, s := range one.Shapes {
		if len(s.Times) > 0 && s.Safe > 0 && (worst == nil || s.Safe < worst.Safe) {
			worst = s
		}
	}
	return worst
}

// Breaking returns the shape of which the smallest document takes the budget or longer, as far as that is known, and the
// size of that document in bytes; nil and 0 when nothing is known to.
func (one *Result) Breaking() (shape *ShapeResult, bytes float64) {
	for _, s := range one.Shapes {
		size := s.Safe
		if s.Known != Exactly {
			if s.Over == nil {
				continue
			}
			size = float64(s.Over.Bytes)
		}
		if len(s.Times) > 0 && size > 0 && (shape == nil || size < bytes) {
			shape, bytes = s, size
		}
	}
	return shape, bytes
}

// limits finds how deep documents may be nested.
func (one *Result) limits(ctx context.Context) error {
	var all [4]Limit
	for i := range all {
		var err error
		if all[i], err = depthLimit(ctx, one, i%2 == 1, i >= 2); err != nil {
			return err
		}
	}
	one.Parse, one.Write = &DepthLimits{all[0], all[1]}, &DepthLimits{all[2], all[3]}
	return nil
}
