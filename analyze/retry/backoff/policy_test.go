package backoff

import "testing"

// FuzzParsePolicy checks that what is read is printed so that it is read as the same.
func FuzzParsePolicy(f *testing.F) {
	for _, text := range []string{"exp:base=100ms,factor=2,cap=10s,jitter=full", "steps:table=1s/2s,first=0", "linear:base=1s,jitter=+5ms", "none", "fibonacci:base=1h,start=1-2,jitter=33.3%"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePolicy(text)
		if err != nil {
			return
		}
		again, err := ParsePolicy(p.String())
		if err != nil || again.String() != p.String() {
			t.Errorf("ParsePolicy(%q) prints %q, which is read as %q, %v", text, p, again, err)
		}
		for k := range 70 {
			if d := p.Nominal(k); d < 0 {
				t.Errorf("%s: delay %d is %v", p, k, d)
			}
		}
	})
}
