package backoff

import (
	"strings"
	"testing"
)

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

// FuzzReadGaps checks that what is read as gaps is none that could not be, whatever the file says.
func FuzzReadGaps(f *testing.F) {
	for _, text := range []string{"[[1002,2001],[1003]]", "[1,2]\n[3]", `{"gaps_ms": [1]}`, `{"data": {"traces": [{"attempts": [{"n": 1, "start_ms": 1, "end_ms": 2}]}]}}`, `{"n":1,"start_ms":5,"end_ms":1}{"n":2}`, "[1e400]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := ReadGaps(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, run := range runs {
			for _, gap := range run {
				if gap < 0 {
					t.Errorf("%q: a gap of %v", text, gap)
				}
			}
		}
	})
}
