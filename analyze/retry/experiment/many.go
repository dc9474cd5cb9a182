package experiment

import (
	"fmt"
	"time"

	"snag/analyze/judge"
	"snag/analyze/retry/backoff"
)

// Many is what was seen of a client that serves many operations while the server fails.
type Many struct {
	// Operations is how many the client was told to serve.
	Operations int
	// Alone are runs in which it served one operation that failed, Outage the run in which all of them did.
	Alone  []Trace
	Outage Trace
	// Slow is a run of one operation that was not answered: what comes before its end is a hedge.
	Slow Trace
	// Calm and Torn are runs with a second server that always answers: in Torn the first one fails. Nil when
	// the client knows one server only.
	Calm, Torn *Trace
}

// Attempts is the number of attempts of one operation, each of several layers counted. More reports whether
// the client was cut off before it gave up.
func (m Many) Attempts() (n int, more bool) {
	for _, t := range m.Alone {
		if len(t.Attempts) >= n {
			n, more = len(t.Attempts), t.CutOff != ""
		}
	}
	return n, more
}

// Hedges counts the attempts that came while an earlier one was still waiting for its answer, and returns how
// long the first of them waited.
func (m Many) Hedges() (n int, after time.Duration) {
	attempts := m.Slow.Attempts
	for i, a := range attempts {
		if i > 0 && a.Start < attempts[0].End && attempts[0].Fault.Silent() && a.Method == attempts[0].Method && a.Target == attempts[0].Target {
			if n++; n == 1 {
				after = a.Start - attempts[0].Start
			}
		}
	}
	return n, after
}

// Nested is the retry loop inside another of one operation, nil for none.
func (m Many) Nested() *backoff.Nested {
	var gaps [][]time.Duration
	for _, t := range m.Alone {
		gaps = append(gaps, t.Busiest().Gaps())
	}
	return backoff.Infer(gaps, backoff.Options{}).Nested
}

// budgeted is the share of the requests that a client without a budget would make from which it has none.
const budgeted = 0.9

// Judge answers whether something bounds the retries of all operations together, whether it hedges, and
// whether the trouble of one server becomes that of another.
func (m Many) Judge() Judgement {
	var checks []Check
	each, more := m.Attempts()
	total := len(m.Outage.Attempts)
	budget := Check{Defect: NoBudget, Traces: []Trace{m.Outage}}
	expected := each * m.Operations
	switch {
	case each == 0 || total == 0:
		budget.Message = "No request came, so nothing shows about many operations."
	case each == 1:
		budget.Outcome, budget.Message = Passed, "One operation makes one attempt: there is nothing to bound."
	case more:
		budget.Message = "One operation did not give up before it was ended, so what many would do without a budget is not known."
	case total < m.Operations:
		budget.Outcome, budget.Message = Passed, fmt.Sprintf("%d operations became %s: most were not even tried, as behind a circuit breaker or a budget that is used up.", m.Operations, judge.Plural(total, "request"))
	case m.Outage.CutOff != "" && float64(total) < budgeted*float64(expected):
		budget.Message = fmt.Sprintf("%d operations made %s before the client was ended (%s); whether that was all is not known.", m.Operations, judge.Plural(total, "request"), m.Outage.CutOff)
	case float64(total) < budgeted*float64(expected):
		budget.Outcome, budget.Message = Passed, fmt.Sprintf("%d operations became %d requests, where %d attempts each would be %d: something bounds them together.", m.Operations, total, each, expected)
	default:
		budget.Outcome = Failed
		budget.Message = fmt.Sprintf("%d operations became %d requests: each makes its %d attempts, whatever became of those before.", m.Operations, total, each)
	}
	checks = append(checks, budget)
	if n := m.Nested(); n != nil {
		checks = append(checks, Check{Defect: Amplification, Outcome: Failed, Traces: m.Alone[:min(1, len(m.Alone))],
			Message: fmt.Sprintf("One operation becomes %d requests: a loop of %d inside a loop of %d.", each, n.InnerAttempts, n.OuterAttempts)})
	} else if each > amplified {
		checks = append(checks, Check{Defect: Amplification, Outcome: Failed, Traces: m.Alone[:min(1, len(m.Alone))], Message: fmt.Sprintf("One operation becomes %s%d requests.", atLeast(more), each)})
	}
	if m.Calm != nil && m.Torn != nil {
		c := Check{Defect: SharedTrouble, Traces: []Trace{*m.Torn}}
		calm, torn := len(m.Calm.Other), len(m.Torn.Other)
		switch {
		case calm == 0:
			c.Message = "The second server was not asked even when both were well: use {other} in the command."
		case m.Torn.CutOff != "":
			c.Message = fmt.Sprintf("The client was ended before it had asked the second server as often as when both were well (%d of %d).", torn, calm)
		case torn < calm:
			c.Outcome, c.Message = Failed, fmt.Sprintf("When the first server fails, the second one, which is well, gets %d of %d requests: they share a breaker, a budget or a queue.", torn, calm)
		default:
			c.Outcome, c.Message = Passed, fmt.Sprintf("When the first server fails, the second one gets all of its %d requests.", calm)
		}
		checks = append(checks, c)
	}
	return conclude(checks, m.Alone)
}
