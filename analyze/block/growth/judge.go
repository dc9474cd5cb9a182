package growth

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"snag/analyze/judge"
	"snag/analyze/stats"
)

// Words shows the size with its interval.
func (c Crossing) Words() string {
	text := fmt.Sprintf("%.0f (%.0f to %.0f)", c.N, math.Floor(c.Low), math.Ceil(c.High))
	if c.N >= 1000 {
		text = fmt.Sprintf("%s (%s to %s)", judge.Thousands(int64(c.N)), judge.Thousands(int64(c.Low)), judge.Thousands(int64(math.Ceil(c.High))))
	}
	if c.Extrapolated {
		text += ", extrapolated"
	}
	return text
}

// Bounds are what a growing cost is held against.
type Bounds struct {
	Budget  time.Duration // of one request
	Largest int           // size that is allowed
	// Harmless reports whether others are served meanwhile, so that a long request does no harm by itself.
	Harmless bool
	// Accepted is the largest size that is accepted, 0 where no larger one is refused.
	Accepted int
	// Complete reports whether the measurement came to its end.
	Complete bool
}

// Judge returns what is wrong with the growth, which reaches the budget at the crossing.
func (g Growth) Judge(c Crossing, b Bounds) []judge.Finding {
	breaks := ""
	if c.N > 0 {
		breaks = fmt.Sprintf(" The %s budget is first exceeded at n = %s.", b.Budget, c.Words())
	}
	one := func(rule string, level judge.Level, format string, args ...any) []judge.Finding {
		return []judge.Finding{{Rule: rule, Level: level, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case (g.Kind == stats.Exponential || g.Kind == stats.Polynomial) && b.Accepted > 0 && c.N == 0:
		return one(RuleSuperlinear, judge.Note, "the cost grows as %s, but no input above n = %s is accepted, and up to there it stays within %s.", g, judge.Thousands(int64(b.Accepted)), b.Budget)
	case g.Kind == stats.Exponential:
		return one(RuleSuperlinear, judge.Error, "the cost grows exponentially with the input: %s, %s confidence.%s", g, g.Grade(), breaks)
	case g.Kind == stats.Polynomial && g.Confidence >= 0.5:
		return one(RuleSuperlinear, judge.Warning, "the cost grows as n^%.2f [%.2f, %.2f], %s confidence: ten times the input takes %.0f times as long.%s",
			g.Exponent, g.Low, g.High, g.Grade(), math.Pow(10, g.Exponent), breaks)
	case c.N > 0 && !b.Harmless:
		return one(RuleOverBudget, judge.Warning, "the %s budget is first exceeded at n = %s, below the largest size of %d.", b.Budget, c.Words(), b.Largest)
	case g.Kind == stats.Undetermined && b.Complete:
		return one(RuleUnknown, judge.Note, "how the cost grows could not be determined: %s.", cmp.Or(g.Reason, "too little was measured"))
	}
	return nil
}

// JudgeDocument returns the finding that a runtime takes longer than the budget for a document of so many
// bytes, if the cost in milliseconds exceeds it; safe is the size of a repetition that does not, 0 when
// that is not known.
func JudgeDocument(runtime string, cost, bytes, safe float64, budget time.Duration) []judge.Finding {
	if cost <= float64(budget)/float64(time.Millisecond) {
		return nil
	}
	message := fmt.Sprintf("%s takes %.1f ms for this document of %s, over the budget of %s", runtime, cost, judge.Size(bytes), budget)
	if safe > 0 {
		message += fmt.Sprintf(", which allows about %s of it", judge.Size(safe))
	}
	return []judge.Finding{{Rule: RuleJSONBudget, Level: judge.Warning, Message: message + "."}}
}

// JudgeLimit returns the finding that a server accepts bodies, of up to so many bytes, that break the budget
// in a runtime: breaking is the size of a document of a shape that takes the budget. An accepted size of 0 is not known.
func JudgeLimit(runtime, shape string, breaking, accepted float64, budget time.Duration) []judge.Finding {
	if accepted == 0 || breaking >= accepted {
		return nil
	}
	return []judge.Finding{{Rule: RuleJSONBudget, Level: judge.Warning,
		Message: fmt.Sprintf("a body of %s is accepted, but %s already spends the budget of %s on %s of %s.", judge.Size(accepted), runtime, budget, judge.Size(breaking), shape)}}
}

// JudgeDepth returns the finding that a runtime reads a kind of nesting deeper than it can write, if it
// does; each level takes so many bytes.
func JudgeDepth(runtime, kind string, reads, writes, bytes int) []judge.Finding {
	if writes >= reads {
		return nil
	}
	return []judge.Finding{{Rule: RuleJSONDepth, Level: judge.Note,
		Message: fmt.Sprintf("%s reads %s nested deeper than it can write: %s levels, a body of %s, are read and then fail in writing.",
			runtime, kind, judge.Thousands(int64(writes+1)), judge.Size(float64((writes+1)*bytes)))}}
}
