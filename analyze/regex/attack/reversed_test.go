package attack

import "testing"

func TestReversed(t *testing.T) {
	a := Attack{Pumps: []Pump{{Prefix: "ab", Pump: "cd"}, {Prefix: "e", Pump: "fg"}}, Suffix: "hi"}
	for n, want := range []string{"iheba", "ihgfedcba", "ihgfgfedcdcba"} {
		if got := a.Reversed().Build(n); got != want {
			t.Errorf("reversed, %d repetitions of %v are %q, want %q", n, a, got, want)
		}
	}
}
