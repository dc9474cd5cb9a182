package reach

import (
	"fmt"
	"testing"
)

func TestWaysKept(t *testing.T) {
	trace := func(n int) []Place { return make([]Place, n) }
	for _, c := range []struct {
		what       string
		ways       []Way
		most, more int
		want       string // the inputs and the places of those that are kept
	}{
		{"none", nil, 2, 0, "[]"},
		{"nearest first", []Way{{Level: Library, Input: "a"}, {Level: Remote, Input: "b"}}, 2, 0, "[b0 a0]"},
		{"longest first", []Way{{Input: "a", MaxLength: 9}, {Input: "b", MaxLength: NoLimit}}, 2, 0, "[b0 a0]"},
		{"the same by fewer steps", []Way{{Input: "a", Trace: trace(5)}, {Input: "b", Trace: trace(4)}, {Input: "a", Trace: trace(2)}}, 2, 0, "[a2 b4]"},
		{"those beyond are counted once", []Way{{Input: "a"}, {Input: "b"}, {Input: "c"}, {Input: "c", Trace: trace(1)}, {Input: "a"}}, 2, 1, "[a0 b0]"},
	} {
		var r Result
		for _, w := range c.ways {
			r.add(w, c.most)
		}
		r.settle(false, c.most)
		got := []string{}
		for _, w := range r.Ways {
			got = append(got, fmt.Sprint(w.Input, len(w.Trace)))
		}
		if fmt.Sprint(got) != c.want || r.More != c.more {
			t.Errorf("%s: got %v and %d more, want %s and %d", c.what, got, r.More, c.want, c.more)
		}
	}
}

// Of many ways the same are kept and counted as of few, in whatever order they are found.
func TestManyWays(t *testing.T) {
	const all = 1000
	for _, step := range []int{1, 7, all - 1} {
		var r Result
		for i := range 2 * all {
			n := i * step % all
			r.add(Way{Level: Library, Input: fmt.Sprint(n), Trace: make([]Place, n)}, 3)
		}
		if held := len(r.Ways); held > 24 {
			t.Errorf("step %d: %d ways are held at once", step, held)
		}
		r.settle(false, 3)
		got := ""
		for _, w := range r.Ways {
			got += " " + w.Input
		}
		if got != " 0 1 2" || r.More != all-3 {
			t.Errorf("step %d: got%s and %d more, want 0 1 2 and %d", step, got, r.More, all-3)
		}
	}
}
