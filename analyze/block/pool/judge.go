package pool

import (
	"fmt"
	"time"

	"snag/analyze/block/stall"
	"snag/analyze/judge"
)

// Judge returns the finding that requests hang: for good, or as long as they overlap.
func (h Hang) Judge() judge.Finding {
	rule := RuleOverlapHang
	if h.Permanent {
		rule = RuleHang
	}
	return judge.Finding{Rule: rule, Level: judge.Error, Message: h.String() + "."}
}

// Judge returns the finding that requests were answered with the context of others, which a header tells, if
// any were.
func (c Context) Judge(header string) []judge.Finding {
	if len(c.Mixed) == 0 {
		return nil
	}
	if len(c.Mixed) == 1 && c.Mixed[0].Sent == "" {
		return []judge.Finding{{Rule: RuleContextMixed, Level: judge.Error,
			Message: fmt.Sprintf("A request without %s was answered with that of an earlier one: its context stayed behind.", header)}}
	}
	return []judge.Finding{{Rule: RuleContextMixed, Level: judge.Error,
		Message: fmt.Sprintf("%d of %d requests sent at once were answered with the %s of another request that was in flight.", len(c.Mixed), c.Requests, header)}}
}

// Judge returns what is wrong with what a full pool does.
func (s Size) Judge(full WhenFull) []judge.Finding {
	does := map[WhenFull]string{Resets: "resets connections", Fails: "answers with errors"}[full]
	if does == "" {
		return nil
	}
	return []judge.Finding{{Rule: RuleFullPool, Level: judge.Warning,
		Message: fmt.Sprintf("with its %d places taken, the target %s instead of queueing or answering 503.", s.K, does)}}
}

// JudgeLoop returns the finding that a request, which takes so long alone, occupies an event loop, if the
// limit is one and it takes at least the budget.
func (s Size) JudgeLoop(limit Limit, own, budget time.Duration) []judge.Finding {
	if s.K != 1 || limit != EventLoop || own < budget {
		return nil
	}
	return []judge.Finding{{Rule: stall.RuleOthersWait, Level: judge.Error,
		Message: fmt.Sprintf("one request at a time, and nobody else is served meanwhile: it occupies the event loop for %s.", judge.Millis(own))}}
}
