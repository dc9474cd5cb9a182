package stall

import (
	"fmt"
	"time"

	"snag/analyze/judge"
)

// Turnover is a moment at which no process of the target was left that had served until then. Times count from the start
// of the stream.
type Turnover struct {
	At    time.Duration // when that was seen
	Ended []int         // the processes that had served, none where they are not known
	// Back is when others served, and Serving which; they are 0 and none while nobody does.
	Back    time.Duration
	Serving []int
}

// Turnovers are those of a stream.
type Turnovers struct {
	List  []Turnover // in their order, at most MaxTurnovers
	Count int        // of all
}

// MaxTurnovers bounds the list: of a target that ends again and again the first ones and the last are kept.
const MaxTurnovers = 100

// Add notes a turnover.
func (t *Turnovers) Add(one Turnover) {
	t.Count++
	if len(t.List) == MaxTurnovers {
		t.List = t.List[:MaxTurnovers-1]
	}
	t.List = append(t.List, one)
}

// Gone returns the turnover after which nobody serves, nil when somebody does.
func (t *Turnovers) Gone() *Turnover {
	if n := len(t.List); n > 0 && len(t.List[n-1].Serving) == 0 {
		return &t.List[n-1]
	}
	return nil
}

// Judge returns the finding that the target ended or was replaced, if it did, while some of all requests were not
// answered.
func (t *Turnovers) Judge(lost, all int) []judge.Finding {
	if t.Count == 0 {
		return nil
	}
	unanswered := fmt.Sprintf("%s of %s were not answered", judge.Thousands(int64(lost)), judge.Plural(all, "request"))
	if gone := t.Gone(); gone != nil {
		again := ""
		if t.Count > 1 {
			again = fmt.Sprintf(", the last of %d times", t.Count)
		}
		return []judge.Finding{{Rule: RuleTargetEnds, Level: judge.Error,
			Message: fmt.Sprintf("the target ended %.1f s after the start%s, and nothing took its place: %s.", gone.At.Seconds(), again, unanswered)}}
	}
	first := t.List[0]
	times := ""
	if t.Count > 1 {
		times = fmt.Sprintf(" %d times, at first", t.Count)
	}
	return []judge.Finding{{Rule: RuleTargetEnds, Level: judge.Warning,
		Message: fmt.Sprintf("the target ended%s %.1f s after the start, and other processes took its place %.1f s later: %s.",
			times, first.At.Seconds(), (first.Back - first.At).Seconds(), unanswered)}}
}
