package redos

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestLinearOnly decides patterns twice: what is proved to be linear is so where nothing else is asked for, and of what
// grows the attack is left out that takes long to find.
func TestLinearOnly(t *testing.T) {
	t.Parallel()
	limits := DefaultLimits
	limits.ClassOnly, limits.LinearOnly = true, true
	for _, tt := range []struct {
		pattern   string
		all, only Class
	}{
		{`^a+b`, Linear, Linear},
		{`<[a-z]{1,200}\s{1,200}[^>]{0,200}>`, Linear, Linear},
		{`^(?:a+)+$`, Exponential, Exponential},
		{`\s+$`, Polynomial, Polynomial},
		{`<image[\s\S]{0,80}(?:xlink\s*:\s*)?href\s*=\s*["']?\s*(?:https?|javascript)\s*:`, Polynomial, Polynomial},
		{`b.{1,400}c.{1,400}d`, Exponential, Unknown},
		{long(`(?:Tab|Pad).{1,200}Build/(\d+)\.(\d+)(?:\.(\d+)|).{1,200}[ +]Safari`), Polynomial, Unknown},
	} {
		if tt.pattern == "" {
			continue
		}
		p := Pattern{Text: tt.pattern}
		all, err := Analyze(t.Context(), p, DefaultLimits)
		if err != nil || all.Class != tt.all {
			t.Errorf("Analyze(/%s/) = %v, %v; want %v", tt.pattern, all.Class, err, tt.all)
		}
		only, err := Analyze(t.Context(), p, limits)
		if err != nil || only.Class != tt.only {
			t.Errorf("Analyze(/%s/) = %v, %v where only linear growth is asked for; want %v", tt.pattern, only.Class, err, tt.only)
		}
	}
}

// TestShorterAttacksTakeLimitedWork counts the sums that are told of a program with many states, whose attack is changed again
// and again: they are bounded, whatever each try takes.
func TestShorterAttacksTakeLimitedWork(t *testing.T) {
	tree, err := Pattern{Text: `\([^)]{0,200}(?:\|[^|)]{0,50}){9,}\)`}.Parse()
	if err != nil {
		t.Fatal(err)
	}
	d := &decision{ctx: t.Context(), tree: tree, limits: DefaultLimits, prover: newProver(tree, syntax.Search, DefaultLimits.Steps)}
	v := d.backtracking()
	if d.prover.price() == nil || d.prover.meter == nil {
		t.Fatal("no costs")
	}
	d.settle(&v)
	told := d.prover.meter.Told()
	v = d.climbed(v)
	const most int = 4 * mostTold
	if told = d.prover.meter.Told() - told; v.Class != Polynomial || told > most {
		t.Errorf("got %v and %d sums to change its attack; want a polynomial and %d sums at most", v.Class, told, most)
	}
}
