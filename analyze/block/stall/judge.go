package stall

import (
	"fmt"
	"time"

	"snag/analyze/judge"
)

// at says in a clause of which size a request is, "" when n is 0 because it does not grow.
func at(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" at n = %d", n)
}

// fewTrials is the number of trials below which a busy machine may have made the stall.
const fewTrials = 3

// Judge returns the finding that requests of size n stall others for longer than the budget, if they do.
// The size is 0 when they do not grow, processes are those that serve. It is a note where so few trials were made that
// the machine may have stalled them, and the target was not seen to compute.
func (c Collateral) Judge(budget time.Duration, processes, n int) []judge.Finding {
	if !c.Effect.Blocks() || c.Stall < budget {
		return nil
	}
	who := "everybody else"
	if c.Effect == BlocksWorker {
		who = fmt.Sprintf("all that the same of %d processes serves", processes)
		if processes < 2 {
			who = "all that the same process serves"
		}
	}
	level, doubt := judge.Error, ""
	if c.Together > 0 {
		return []judge.Finding{{Rule: RuleOthersWait, Level: judge.Warning, Message: fmt.Sprintf("everybody else waits %s while %d requests%s run, one in each process; one takes %s.",
			judge.Millis(c.Stall), c.Together, at(n), judge.Millis(c.Own))}}
	}
	if c.Trials < fewTrials && c.Computed < c.Trials {
		level, doubt = judge.Note, ", too few to blame it"
	}
	return []judge.Finding{{Rule: RuleOthersWait, Level: level,
		Message: fmt.Sprintf("%s waits %s while one request%s runs (%s, ratio %.2f, %d of %d runs%s).",
			who, judge.Millis(c.Stall), at(n), judge.Millis(c.Own), c.Ratio, c.Stalled, c.Trials, doubt)}}
}

// JudgeFailure returns the finding that a request of size n, 0 when it does not grow, was not answered
// properly: how says in a clause what happened, and status is that of the answer, 0 for none.
func JudgeFailure(n, status int, how string) judge.Finding {
	level := judge.Warning
	if status > 0 && status < 500 {
		level = judge.Note // a limit on the input, most likely
	}
	return judge.Finding{Rule: RuleHandlerFails, Level: level, Message: fmt.Sprintf("the probe ended%s: %s.", at(n), how)}
}

// Over returns how many of the target's stalls are as long as the budget or longer, and its longest.
func (l *Log) Over() (count int, longest Stall) {
	count = l.DroppedOver
	for _, s := range l.Stalls {
		if s.Machine != "" {
			continue
		}
		if s.Length > longest.Length {
			longest = s
		}
		if s.Length >= l.Budget {
			count++
		}
	}
	return count, longest
}

// Judge returns the finding that a service stood still for longer than the budget, if it did.
func (l *Log) Judge() []judge.Finding {
	over, longest := l.Over()
	if over == 0 {
		return nil
	}
	return []judge.Finding{{Rule: RuleStalled, Level: judge.Warning,
		Message: fmt.Sprintf("%s of %s or more in %.1f s; the longest lasted %s and delayed %s.",
			judge.Plural(over, "stall"), l.Budget, l.End.Seconds(), judge.Millis(longest.Length), judge.Plural(longest.Delayed, "request"))}}
}
