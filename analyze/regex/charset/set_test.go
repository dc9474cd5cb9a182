package charset

import (
	"math/rand/v2"
	"testing"
)

// model is a set over 0..limit as a table, to check the algebra against.
const limit = 40

type model [limit + 1]bool

func (m model) set() Set {
	var rs []Range
	for i, in := range m {
		if in {
			rs = append(rs, Range{rune(i), rune(i)})
		}
	}
	return New(rs...)
}

func check(t *testing.T, what string, got Set, in func(i int) bool) {
	t.Helper()
	for i := range got {
		if got[i].Lo > got[i].Hi || i > 0 && got[i].Lo <= got[i-1].Hi+1 {
			t.Fatalf("%s: %v is not normal", what, got)
		}
	}
	n := 0
	for i := range limit + 1 {
		if in(i) {
			n++
		}
		if got.Contains(rune(i)) != in(i) {
			t.Fatalf("%s: %v, membership of %d is not %v", what, got, i, in(i))
		}
	}
	if got.Size() != n || got.IsEmpty() != (n == 0) {
		t.Fatalf("%s: %v has size %d, want %d", what, got, got.Size(), n)
	}
}

func TestAlgebraAgainstTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var a, b model
		for i := range a {
			a[i], b[i] = rng.IntN(3) == 0, rng.IntN(4) > 0
		}
		s, u := a.set(), b.set()
		both, equal := false, true
		for i := range a {
			both = both || a[i] && b[i]
			equal = equal && a[i] == b[i]
		}
		check(t, "New", s, func(i int) bool { return a[i] })
		check(t, "Union", s.Union(u), func(i int) bool { return a[i] || b[i] })
		check(t, "Intersect", s.Intersect(u), func(i int) bool { return a[i] && b[i] })
		check(t, "Subtract", s.Subtract(u), func(i int) bool { return a[i] && !b[i] })
		check(t, "Negate", s.Negate(limit), func(i int) bool { return !a[i] })
		check(t, "Negate at 20", s.Negate(20), func(i int) bool { return i <= 20 && !a[i] })
		if got := s.Overlaps(u); got != both {
			t.Fatalf("%v.Overlaps(%v) = %v", s, u, got)
		}
		if got := s.Equal(u); got != equal {
			t.Fatalf("%v.Equal(%v) = %v", s, u, got)
		}
		check(t, "s unchanged", s, func(i int) bool { return a[i] })
		check(t, "u unchanged", u, func(i int) bool { return b[i] })
	}
}

func TestNew(t *testing.T) {
	tests := []struct {
		in   []Range
		want string
	}{
		{nil, "[]"},
		{[]Range{{'b', 'a'}}, "[]"},
		{[]Range{{'x', 'z'}, {'a', 'c'}, {'d', 'd'}, {'b', 'y'}}, "[a-z]"},
		{[]Range{{'a', 'b'}, {'\t', '\t'}, {'\n', '\r'}}, `[\t-\rab]`},
		{[]Range{{'-', '-'}, {']', '^'}, {0x7F, 0x7F}, {0x2028, 0x10FFFF}}, `[\-\]\^\x7f\u2028-\u{10ffff}]`},
	}
	for _, tt := range tests {
		if got := New(tt.in...).String(); got != tt.want {
			t.Errorf("New(%v) = %s, want %s", tt.in, got, tt.want)
		}
	}
	if got := Of('c', 'a', 'b', 'a').String(); got != "[a-c]" {
		t.Errorf("Of = %s", got)
	}
}
