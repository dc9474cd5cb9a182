package audit

import (
	"fmt"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
)

// sizes are inputs as they usually come, in characters.
var sizes = [...]struct {
	length int
	words  string
}{
	{16 << 10, "of 16 KB (the headers of a request)"},
	{100 << 10, "of 100 KB (a JSON body)"},
	{1 << 20, "of 1 MB"},
}

// times says how long the attack takes the engine that was timed on it at usual sizes. It is empty for what grows
// exponentially, up to counters only, or was not confirmed.
func (r *Result) times() string {
	v := r.Verdict
	if v.Class != redos.Polynomial || v.Bounded {
		return ""
	}
	var parts []string
	followed := ""
	for _, s := range sizes {
		t := confirm.TimeAt(v, r.Dialect, s.length, r.Confirmed...)
		if t.Basis != confirm.Measured && t.Basis != confirm.Followed {
			return ""
		}
		if t.Basis == confirm.Followed {
			followed = ", by its growth beyond what was run"
		}
		const longest = 1e12 // of milliseconds that a Duration holds
		parts = append(parts, fmt.Sprintf("an attack %s takes %s", s.words, judge.Millis(time.Duration(min(t.Millis, longest)*float64(time.Millisecond)))))
	}
	return "In the engine, " + strings.Join(parts, ", ") + followed + "."
}
