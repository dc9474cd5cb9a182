package repair

import (
	"context"
	"sync"

	"snag/analyze/regex/redos"
)

// Remembering returns a Propose that looks for the fixes of each pattern once: many files of a tree have the same
// ones. All calls must be made with the same limits, and with verdicts that are the same for the same pattern. The
// fixes must not be written to.
func Remembering() func(ctx context.Context, p redos.Pattern, v redos.Verdict, limits Limits) ([]Fix, error) {
	type search struct {
		sync.Mutex
		done  bool
		fixes []Fix
	}
	var mu sync.Mutex
	searches := make(map[redos.Pattern]*search)
	return func(ctx context.Context, p redos.Pattern, v redos.Verdict, limits Limits) ([]Fix, error) {
		mu.Lock()
		s := searches[p]
		if s == nil {
			s = new(search)
			searches[p] = s
		}
		mu.Unlock()
		s.Lock()
		defer s.Unlock()
		if s.done {
			return s.fixes, ctx.Err()
		}
		fixes, err := Propose(ctx, p, v, limits)
		if err == nil {
			s.fixes, s.done = fixes, true
		}
		return fixes, err
	}
}
