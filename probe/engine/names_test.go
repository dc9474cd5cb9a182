package engine

import (
	"testing"

	"snag/analyze/regex/confirm"
)

func TestEnginesOfDialects(t *testing.T) {
	for _, h := range hosts {
		if got := confirm.EngineOf(h.dialect); got != h.name {
			t.Errorf("confirm.EngineOf(%v) = %q, want %q", h.dialect, got, h.name)
		}
	}
}
