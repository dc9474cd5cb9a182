package redos

import "testing"

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
		{`(?:Tab|Pad).{1,200}Build/(\d+)\.(\d+)(?:\.(\d+)|).{1,200}[ +]Safari`, Polynomial, Unknown},
	} {
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
