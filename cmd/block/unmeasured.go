package block

import (
	"fmt"

	"snag/analyze/block/growth"
	"snag/analyze/block/stall"
	"snag/analyze/stats"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/wire"
)

// turnedAway reports whether the answer is a redirect that does not follow from the work of the handler.
func (r *handlerRun) turnedAway() bool {
	return r.redirected != 0 && (r.input.Method == "GET" || r.input.Method == "HEAD" || target.AsksForLogin(r.redirectsTo))
}

// notMeasured says why the work of the handler was not measured, "" when it was or when how it failed is a
// finding.
func (r *handlerRun) notMeasured() string {
	at := ""
	if r.grows {
		at = fmt.Sprintf(" at n = %d", r.options.from)
	}
	answered := r.answered()
	switch f := r.failure; {
	case r.turnedAway():
		to := ""
		if r.redirectsTo != "" {
			to = " to " + report.Visible(report.RedactURL(r.redirectsTo))
		}
		return fmt.Sprintf("a redirect%s%s, which is not followed: %s", to, at, cli.StatusReason(r.redirected))
	case answered && r.refusedThroughout() && r.cheap():
		return fmt.Sprintf("every request is answered with %s, and the cost hardly grows: the work may lie behind it; --expect-status %d takes it for the answer",
			cli.StatusReason(r.growing.Statuses.Usual(nil)), r.growing.Statuses.Usual(nil))
	case answered:
		return ""
	case f == nil:
		return "no request was answered in the time and with the requests that --max-time and --max-requests allow"
	case f.Outcome == wire.Answered && f.Status > 0:
		text := "answered" + at + " with " + cli.StatusReason(f.Status)
		if growth.MeaningOf(f.Status, nil) == growth.Unreached {
			text += fmt.Sprintf("; %s, unless --expect-status %d takes it for the answer", growth.Unreached, f.Status)
		}
		return text
	}
	return ""
}

// answered reports whether a request was answered as its handler should.
func (r *handlerRun) answered() bool {
	return r.growing != nil && r.growing.Largest > 0 || !r.grows && r.stream != nil
}

// refusedThroughout reports whether each answer refuses the input, with a status that nobody expects.
func (r *handlerRun) refusedThroughout() bool {
	return r.growing != nil && growth.MeaningOf(r.growing.Statuses.Usual(r.options.expected), r.options.expected) == growth.Refused
}

// cheap reports whether the cost grows no faster than the input, and stays within the budget.
func (r *handlerRun) cheap() bool {
	return !r.growth.Kind.SuperLinear() && r.growth.Kind != stats.Threshold && r.crossing.N == 0
}

// whyFlat says what may have become of an attack that costs nothing; it is empty when it costs something, or
// there is none.
func (r *handlerRun) whyFlat() []string {
	g := r.growing
	if r.input.Place() == "" || g == nil || g.Largest == 0 || !r.cheap() {
		return nil
	}
	reading := growth.Reading{Place: r.input.Place(), Statuses: g.Statuses, Bound: g.Bound, Lengths: g.Lengths}
	if r.attack != nil {
		reading.Promised = r.attack.Promised
	}
	return reading.WhyFlat()
}

// unknown are the questions that the run leaves open.
func (r *handlerRun) unknown() (open []string) {
	if r.growing != nil && r.growth.Kind == stats.Undetermined {
		open = append(open, "how the cost grows: "+r.growth.String())
	}
	if r.stream == nil || r.collateral.Effect == stall.EffectUnknown {
		open = append(open, "whom the request delays")
	}
	return open
}
