package shutdown

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/judge"
)

// waiter is whose code waits: the server's, even when a wrapper above it does too.
func (j *inquiry) waiter() Runtime {
	if j.server != Other {
		return j.server
	}
	return j.Target.Runtime
}

// waitsFor names what was still open shortly before end.
func (j *inquiry) waitsFor(end Millis) (Cause, string) {
	open := func(kind Kind) bool {
		c, ok := j.Connection(kind)
		return ok && (c.Ended == nil || *c.Ended > end-togetherness)
	}
	pending := 0
	for _, r := range j.InFlight.Requests {
		if r.Outcome != Early && (r.Ended == nil || *r.Ended > end-togetherness) {
			pending++
		}
	}
	if held := j.held(end); held != "" {
		return CauseStream, "; still open: " + held
	}
	silent, idle := open(Silent), open(Idle)
	var kinds []Kind
	for _, kind := range []Kind{Silent, Idle} {
		if open(kind) {
			kinds = append(kinds, kind)
		}
	}
	switch {
	case pending > 0:
		return CauseNotFinished, fmt.Sprintf("; still unanswered: %s in flight", judge.Plural(pending, "request"))
	case j.Target.Protocol == TCP && j.server != Postgres:
		return CauseHangs, "" // whether such a connection is in the way cannot be told
	case len(kinds) > 0 && len(j.Without) > 0:
		return j.ablated(kinds)
	case silent && idle:
		return CauseKeepAlive, "; the idle keep-alive connection and the silent one (connected, nothing sent) were both still open"
	case silent:
		return CauseSilent, "; all that was still open was the silent connection (connected, nothing sent)"
	case idle:
		return CauseKeepAlive, "; the idle keep-alive connection was still open"
	}
	return CauseHangs, "; all connections had ended, so something else keeps it alive"
}

// ablated says what the repeats tell about the connections that were open at the end.
func (j *inquiry) ablated(kinds []Kind) (Cause, string) {
	for _, a := range j.Without { // single ones come first
		if !a.Explains(j.Timeline) {
			continue
		}
		var names []string
		for _, kind := range a.Kinds {
			names = append(names, connectionNames[kind])
		}
		cause := CauseKeepAlive
		if slices.Equal(a.Kinds, []Kind{Silent}) {
			cause = CauseSilent
		}
		return cause, fmt.Sprintf("; it waited for %s: in a repeat without, it ended %s after its last answer", strings.Join(names, " and "), a.Waited)
	}
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = connectionNames[kind]
	}
	return CauseHangs, fmt.Sprintf("; %s was still open, but in a repeat without it ended no sooner", strings.Join(names, " and "))
}

// Suspects are the sets of connections to leave out of repeats, one set each, to learn what the process waited for
// with so much of its time: nil when nothing is to be learned.
func Suspects(t Timeline) [][]Kind {
	end := t.Grace
	if !t.Exit.KilledByUs && t.Exit.At != nil {
		end = *t.Exit.At
		if waited, _ := t.Waited(); waited < waitedLong || t.servedUntil(end) {
			return nil
		}
	} else if !t.Exit.KilledByUs || t.Listener.Closed == nil {
		return nil
	}
	if t.Partial || !t.Target.Protocol.Requests() || slices.ContainsFunc(t.InFlight.Requests, func(r Request) bool { return r.Ended == nil || *r.Ended > end-togetherness }) {
		return nil
	}
	var kinds []Kind
	var sets [][]Kind
	for _, kind := range []Kind{Silent, Idle} {
		if c, ok := t.Connection(kind); ok && (c.Ended == nil || *c.Ended > end-togetherness) {
			kinds = append(kinds, kind)
			sets = append(sets, []Kind{kind})
		}
	}
	if len(kinds) > 1 {
		sets = append(sets, kinds)
	}
	return sets
}

// servedUntil reports whether new connections were answered until shortly before the end: the process did not
// wait, it served.
func (t Timeline) servedUntil(end Millis) bool {
	return t.New.LastOK != nil && *t.New.LastOK > end-togetherness
}

// waited judges an end that came long after the last request was answered.
func (j *inquiry) waited(end Millis) {
	waited, _ := j.Waited()
	if waited < waitedLong || j.Target.Protocol == NoListener {
		return
	}
	if j.servedUntil(end) {
		j.fact("the process went on serving for %s after the last of the requests in flight, and ended then", waited)
		return
	}
	cause, _ := j.waitsFor(end)
	if cause != CauseSilent && cause != CauseKeepAlive {
		if len(j.Without) > 0 {
			j.fact("the process ended %s after its last answer, and no sooner in repeats without the connections that were open: it may end by a timer", waited)
		}
		return
	}
	if len(j.Without) > 0 {
		_, what := j.ablated(nil)
		j.find(RuleSlowExit, judge.Warning, cause, j.waiter(), "the process ended %s after its last answer%s", waited, what)
		return
	}
	var names []string
	for _, kind := range []Kind{Silent, Idle} {
		if c, ok := j.Connection(kind); ok && (c.Ended == nil || *c.Ended > end-togetherness) {
			names = append(names, connectionNames[kind])
		}
	}
	j.find(RuleSlowExit, judge.Warning, cause, j.waiter(), "the process ended %s after its last answer, together with %s: it may have waited for that, which a repeat with --without would tell",
		waited, strings.Join(names, " and "))
}
