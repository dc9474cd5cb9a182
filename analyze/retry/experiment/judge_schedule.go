package experiment

import (
	"fmt"
	"time"

	"snag/analyze/judge"
	"snag/analyze/retry/backoff"
)

// amplified is the number of attempts for one operation from which it is too many: more than this
// multiplies the load of an outage.
const amplified = 4

// Endless is the number of attempts from which a client that was cut off counts as one that does not
// give up; before it, nobody knows.
const Endless = 11

// schedule judges the inferred policy.
func (a *Audit) schedule() []Check {
	attempts, more := a.MaxAttempts()
	in := a.Inference
	if attempts < 2 {
		if attempts == 1 && in.Policy.Shape == backoff.Undetermined {
			return []Check{{Defect: UndeterminedPolicy, Message: "The policy is not determined: " + in.Reason + "."}}
		}
		return nil
	}
	p := in.Policy
	var checks []Check
	add := func(d Defect, o Outcome, format string, args ...any) {
		checks = append(checks, Check{Defect: d, Outcome: o, Message: fmt.Sprintf(format, args...)})
	}
	immediate := 0
	for _, t := range a.Control {
		run := 0
		for _, gap := range t.Busiest().Gaps() {
			if gap >= backoff.AtOnce {
				break
			}
			run++
		}
		immediate = max(immediate, run)
	}
	switch {
	case p.Shape == backoff.Immediate && immediate >= 3, more && p.Shape == backoff.Immediate:
		add(Storm, Failed, "%d retries follow each other without a delay.", max(immediate, attempts-1))
	case p.Shape == backoff.Immediate:
		add(Storm, Failed, "Retries (%d) come at once, without a delay.", attempts-1)
		checks[len(checks)-1].Mild = true
	default:
		switch n, maybe, trace := a.burst(); {
		case n >= 2:
			add(Storm, Failed, "After %s %d retries follow each other without a delay, unlike those of the control runs.", trace.Script[0].Describe(), n)
			last := &checks[len(checks)-1]
			last.Mild, last.Traces = n < 3, []Trace{trace}
		case maybe >= 2:
			add(Storm, Unknown, "%d retries follow each other without a delay in one scenario; in so few runs that may be chance. More runs would tell.", maybe)
		default:
			add(Storm, Passed, "Retries wait.")
		}
	}
	switch {
	case more && attempts > Endless:
		add(Unbounded, Failed, "No end to the attempts was seen: the client was still trying after %d.", attempts)
	case more:
		add(Unbounded, Unknown, "When the client gives up was not seen: it was ended after %s. Allow more time to see.", attemptsOf(attempts))
	default:
		add(Unbounded, Passed, "The client gives up after %s.", attemptsOf(attempts))
	}
	worst := a.WorstCase()
	if attempts > amplified {
		note := ""
		if in.Nested != nil {
			note = fmt.Sprintf(" (a loop of %d inside a loop of %d)", in.Nested.InnerAttempts, in.Nested.OuterAttempts)
		}
		add(Amplification, Failed, "One operation becomes %s%d requests%s and lasts up to %s.", atLeast(more), attempts, note, worst.Round(10*time.Millisecond))
	} else {
		add(Amplification, Passed, "One operation becomes at most %s and lasts up to %s.", judge.Plural(attempts, "request"), worst.Round(10*time.Millisecond))
	}
	if p.Shape == backoff.Undetermined || p.Jitter == backoff.UnknownJitter {
		add(UndeterminedPolicy, Unknown, "The policy is not determined: %s.", in.Reason)
	}
	steady := in.Steady
	switch {
	case p.Shape == backoff.Immediate || p.Jitter == backoff.UnknownJitter:
	case p.Jitter == backoff.NoJitter && steady >= backoff.Certainty:
		add(NoJitterAtAll, Failed, "Every run retries at the same times, so clients that fail together come back together.")
	case in.Varies() && in.Confidence >= backoff.Certainty:
		add(NoJitterAtAll, Passed, "Delays vary: %s jitter.", p.Jitter)
	case in.Varies():
		add(NoJitterAtAll, Passed, "Delays vary, most likely by %s jitter.", p.Jitter)
	default:
		add(NoJitterAtAll, Unknown, "Whether chance changes the delays is not certain: the probability that it does is %.0f%%. More --runs would tell.", 100*(1-steady))
	}
	if p.Cap > 0 && p.CapOrder == backoff.CapBare && p.Jitter != backoff.NoJitter && p.Jitter != backoff.UnknownJitter {
		if in.Certain() {
			add(JitterLostAtCap, Failed, "Once the delay has reached its cap of %s it no longer varies.", backoff.Round(p.Cap))
		} else {
			add(JitterLostAtCap, Unknown, "Delays at the cap of %s seem not to vary, which is not certain. More --runs would tell.", backoff.Round(p.Cap))
		}
	}
	if growing := p.Shape == backoff.Exponential || p.Shape == backoff.Linear || p.Shape == backoff.Fibonacci || p.Shape == backoff.Quadratic; growing && in.Nested == nil {
		last := p.Nominal(max(attempts-2, 0))
		switch endless := more && attempts > Endless || last > time.Minute; {
		case (p.Cap > 0 || endless) && !in.Certain():
			add(NoCapAtAll, Unknown, "Whether the delays are capped is not certain, since the schedule is not. More --runs would tell.")
		case p.Cap > 0:
			add(NoCapAtAll, Passed, "Delays are capped at %s.", backoff.Round(p.Cap))
		case endless:
			add(NoCapAtAll, Failed, "Delays grow without a cap in %d attempts, to %s at last.", attempts, backoff.Round(last))
		}
	}
	return checks
}

// burst is the largest number of retries that follow each other at once in a scenario beside the control
// runs, and the trace that shows it. Those that the delays of the control runs make by chance are none; maybe is the
// number of those that no control run made either.
func (a *Audit) burst() (most, maybe int, shown Trace) {
	const byChance = 0.002
	for _, t := range a.Traces {
		run, chance, known := 0, 1., false
		for k, gap := range t.Busiest().Gaps() {
			probable, seen := a.atOnce(k)
			run, chance, known = run+1, chance*probable, known || seen
			if gap >= backoff.AtOnce {
				run, chance, known = 0, 1, false
			}
			if len(t.Script) == 0 {
				continue
			}
			if run > most && chance < byChance {
				most, shown = run, t
			}
			if run > maybe && !known {
				maybe = run
			}
		}
	}
	return most, maybe, shown
}

// atOnce estimates from the control runs how probable it is that the client makes retry k, from 0, at once, and
// whether one of them did.
func (a *Audit) atOnce(k int) (probable float64, seen bool) {
	short, n := 0., 0.
	for _, t := range a.Control {
		if gaps := t.Busiest().Gaps(); k < len(gaps) {
			n++
			if gaps[k] < backoff.AtOnce {
				short++
			}
		}
	}
	if short == 0 && (n == 0 || a.Inference.Policy.Jitter == backoff.NoJitter) {
		return 0, false
	}
	return (short + 0.5) / (n + 1), short > 0
}

func atLeast(more bool) string {
	if more {
		return "at least "
	}
	return ""
}

// WorstCase is the longest time that an operation took in the control runs, from its first attempt
// to the end of its last.
func (a *Audit) WorstCase() time.Duration {
	var worst time.Duration
	for _, t := range a.Control {
		if op := t.Busiest(); len(op.Attempts) > 0 {
			worst = max(worst, op.Attempts[len(op.Attempts)-1].End-op.Attempts[0].Start)
		}
	}
	return worst
}
