package ambiguity_test

import (
	"testing"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/nfa"
)

func TestRuns(t *testing.T) {
	tests := []struct {
		pattern string
		most    int // the smallest number of runs that is enough, 0 where none is
	}{
		{`^a*b`, 1},
		{`^a*a{3}b`, 4},
		{`^a*ba*a{3}c`, 4},
		{`^(?:a|a)b`, 2},
		{`^(?:a|a|a|a|a)b`, 5}, // equal ways are counted
		{`^(?:|){3}ab`, 8},
		{`^(?:a?){3}b`, 3},
		{`^(?:ab|ac){2}$`, 2},
		{`^(?:a|a){3}b`, 8},
		{`^.{1,5}a`, 2},
		{`a{3}b`, 4},       // those of a search
		{`^(?=a*b)a*c`, 2}, // and of lookaheads
		{`^(?:a{1,9}|b)*c`, 0},
		{`^(?:a{1,9}|b)*`, 1}, // nothing fails
		{`^a*a*b`, 0},
		{`^(?:a+)+b`, 0},
		{`(?=[^]*a)b`, 0},
	}
	for _, tt := range tests {
		a := automaton(t, tt.pattern, nfa.Options{Anchored: tt.pattern[0] == '^', Ways: 50})
		r, err := a.Resolve(nfa.Limits{States: 5000, Work: 1_000_000}, true)
		if err != nil || a.Merged {
			t.Fatalf("/%s/: %v, merged: %t", tt.pattern, err, a.Merged)
		}
		got := 0
		for most := 1; most <= 50 && got == 0; most++ {
			if ambiguity.Runs(r.NFA, most, 1_000_000) {
				got = most
			}
		}
		if got != tt.most {
			t.Errorf("/%s/ has %d runs, want %d", tt.pattern, got, tt.most)
		}
	}
	few := automaton(t, `^(?:|){3}ab`, nfa.Options{Anchored: true, Ways: 3})
	if !few.Merged {
		t.Errorf("of eight equal ways three are said to be all")
	}
}
