package pattern

import "testing"

func TestBudget(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int64
	}{
		{"100ms", 20_000_000}, {"5ms", 1_000_000}, {"1e6", 1_000_000}, {"5000", 5000},
	} {
		b := NewBudget()
		if err := b.Set(c.in); err != nil || b.Steps != c.want || b.String() != c.in {
			t.Errorf("Set(%q): got %d %v, want %d", c.in, b.Steps, err, c.want)
		}
	}
	for _, bad := range []string{"", "fast", "0", "-1s", "1", "1e30", "NaN", "9999h"} {
		if err := NewBudget().Set(bad); err == nil {
			t.Errorf("Set(%q): no error", bad)
		}
	}
}
