package model

import (
	"slices"
	"testing"
)

// TestNormalRuby takes calls out of accesses of Ruby, where a member is one with parentheses or without, and leaves the
// access as it was to others.
func TestNormalRuby(t *testing.T) {
	tests := []struct{ steps, want []string }{
		{nil, nil},
		{[]string{"a"}, []string{"a"}},
		{[]string{"a", "()"}, []string{"a"}},
		{[]string{"a", "()", "()"}, []string{"a"}},
		{[]string{"a", "()", "b", "()", "c"}, []string{"a", "b", "c"}},
		{[]string{"()"}, []string{}},
	}
	for _, tt := range tests {
		before := slices.Clone(tt.steps)
		got := Ruby.normal(Access{Root: Root{Kind: Global}, Steps: tt.steps}).Steps
		_ = append(got, "another")
		if !slices.Equal(got, tt.want) || !slices.Equal(tt.steps, before) {
			t.Errorf("%q: got %q, and %q is left; want %q", before, got, tt.steps, tt.want)
		}
		if got := JavaScript.normal(Access{Root: Root{Kind: Global}, Steps: tt.steps}).Steps; !slices.Equal(got, before) {
			t.Errorf("%q: got %q in JavaScript; want the same", before, got)
		}
	}
}
