package merge

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// TestWorst compares with all findings in order.
func TestWorst(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{0, 1, 7, 50} {
		for _, n := range []int{0, 1, 7, 8, 100, 333} {
			w := worst{most: most}
			var all []report.Finding
			for i := range n {
				f := report.Finding{Finding: judge.Finding{Level: judge.Level(random.IntN(3))}, Weight: float64(random.IntN(4)), Location: report.Location{PID: i + 1}}
				switch random.IntN(5) {
				case 0:
					f.Suppression = &report.Suppression{}
				case 1:
					f.Minor = "minor"
				}
				all = append(all, f)
				w.add(f)
				if most > 0 && len(w.held) > 2*most {
					t.Fatalf("%d of %d: it holds %d", most, n, len(w.held))
				}
			}
			got := w.findings()
			want := slices.Clone(all)
			slices.SortStableFunc(want, func(a, b report.Finding) int {
				class := func(f report.Finding) int {
					if f.Suppression != nil {
						return 2
					}
					return len(f.Minor) / 5
				}
				return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(b.Level, a.Level), cmp.Compare(b.Weight, a.Weight))
			})
			if most > 0 {
				want = want[:min(most, n)]
			}
			slices.SortFunc(want, func(a, b report.Finding) int { return cmp.Compare(a.Location.PID, b.Location.PID) })
			if w.count != n || !slices.EqualFunc(got, want, func(a, b report.Finding) bool { return a.Location.PID == b.Location.PID }) {
				t.Errorf("%d of %d: got %v, want %v", most, n, got, want)
			}
		}
	}
}

// TestRecordsStopWithTheirContext ends the reading in the middle.
func TestRecordsStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := sorter{ctx: ctx}
	defer s.close()
	for range 10 {
		if err := s.add(record{}); err != nil {
			t.Fatal(err)
		}
	}
	read := 0
	var last error
	for _, err := range s.all() {
		if last = err; err == nil {
			read++
		}
		if read == 3 {
			cancel()
		}
	}
	if read != 3 || !errors.Is(last, context.Canceled) {
		t.Errorf("it read %d records and ended with %v, want 3 and %v", read, last, context.Canceled)
	}
}
