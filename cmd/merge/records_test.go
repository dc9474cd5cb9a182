package merge

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// TestSorter puts the same records into order in memory and out of files.
func TestSorter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var in []record
	for i := range 2000 {
		in = append(in, record{
			place: report.Location{File: fmt.Sprint(random.IntN(5)), Start: report.Position{Line: random.IntN(20)}, URL: fmt.Sprint(random.IntN(2))},
			rule:  fmt.Sprint(random.IntN(3)), part: i % 7, id: random.Uint64N(4), level: judge.Level(random.IntN(3)),
			suppressed: random.IntN(2) == 0, text: bytes.Repeat([]byte{byte(i)}, i%50),
		})
	}
	for _, spills := range []int{0, 1, 7} {
		whole, parted := sorter{ctx: t.Context()}, sorter{ctx: t.Context()}
		defer parted.close()
		for i, r := range in {
			if err := whole.add(r); err != nil {
				t.Fatal(err)
			}
			if err := parted.add(r); err != nil {
				t.Fatal(err)
			}
			if spills > 0 && i%(len(in)/spills) == 100 {
				if err := parted.spill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 2 { // they can be read again
			got, want := collected(t, parted.all()), collected(t, whole.all())
			if !slices.EqualFunc(got, want, equal) || len(got) != len(in) {
				t.Errorf("%d files: %d records out of files differ from %d in memory", spills, len(got), len(want))
			}
			if !slices.IsSortedFunc(got, func(a, b record) int { return a.compare(&b) }) {
				t.Errorf("%d files: not in order", spills)
			}
			once := collected(t, parted.once())
			seen := map[string]bool{}
			for _, r := range once {
				key := fmt.Sprintf("%#v %d", r.place, r.id)
				if r.id != 0 && seen[key] {
					t.Errorf("%d files: %s twice", spills, key)
				}
				seen[key] = true
			}
			if len(once) == len(in) || !slices.EqualFunc(once, collected(t, whole.once()), equal) {
				t.Errorf("%d files: %d records once of %d", spills, len(once), len(in))
			}
		}
	}
}

// TestSorterReads reports a file that is cut off.
func TestSorterReads(t *testing.T) {
	s := sorter{ctx: t.Context()}
	defer s.close()
	for i := range 10 {
		if err := s.add(record{rule: fmt.Sprint(i), text: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.spill(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(s.runs[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(s.runs[0], info.Size()-1); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, last = range s.all() {
	}
	if last == nil {
		t.Error("a file that was cut off is read without an error")
	}
}

func collected(t *testing.T, from func(func(*record, error) bool)) (all []record) {
	for r, err := range from {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, *r)
	}
	return all
}

func equal(a, b record) bool {
	return a.compare(&b) == 0 && a.part == b.part && a.id == b.id && a.level == b.level && a.suppressed == b.suppressed && bytes.Equal(a.text, b.text)
}
