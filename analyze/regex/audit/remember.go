package audit

import (
	"context"
	"sync"

	"snag/analyze/regex/redos"
)

// mostRemembered is for how many patterns a Decider remembers what was decided: beyond, a list may be of any length.
const mostRemembered = 50_000

// Remembering returns a Decider that asks decide about each pattern once, as many files of a tree have the same ones. All
// calls must be made with the same limits, and what verdicts point to must not be written to.
func (decide Decider) Remembering() Decider {
	var mu sync.Mutex
	decided := make(map[redos.Pattern]*redos.Verdict) // nil for plainly safe ones, which are most
	return func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error) {
		mu.Lock()
		v, ok := decided[p]
		mu.Unlock()
		switch {
		case ok && v == nil:
			return redos.Verdict{Class: redos.Linear}, ctx.Err()
		case ok:
			return *v, ctx.Err()
		}
		found, err := decide(ctx, p, limits)
		if err != nil {
			return found, err
		}
		if v = &found; found.IsPlain() {
			v = nil
		}
		mu.Lock()
		defer mu.Unlock()
		if len(decided) < mostRemembered {
			decided[p] = v
		}
		return found, nil
	}
}
