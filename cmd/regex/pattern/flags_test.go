package pattern

import (
	"testing"

	"snag/analyze/regex/syntax"
)

func TestParseMode(t *testing.T) {
	for i, m := range modes {
		if got, ok := syntax.ParseMode(m.Name); !ok || got != syntax.Mode(i) {
			t.Errorf("%q is mode %v, %v, want %v", m.Name, got, ok, i)
		}
	}
	if got, ok := syntax.ParseMode(""); !ok || got != syntax.Search {
		t.Errorf("no mode is %v, %v, want a search", got, ok)
	}
	if _, ok := syntax.ParseMode("twice"); ok {
		t.Error("twice is taken for a mode")
	}
}
