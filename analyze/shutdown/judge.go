package shutdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/sorting"
)

// Verdict is the answer of a check. The zero Verdict is Unknown.
type Verdict string

// The verdicts.
const (
	Unknown     Verdict = "unknown"
	Graceful    Verdict = "graceful"
	NotGraceful Verdict = "not-graceful"
)

// Evidence is what supports a finding.
type Evidence struct {
	// Cause is what the advice was chosen for, and Runtime whom it addresses.
	Cause   Cause   `json:"cause"`
	Runtime Runtime `json:"runtime"`
	// Reproduce is a command line that shows the finding again. The judge leaves it to its caller.
	Reproduce string `json:"reproduce"`
	Exit      *Exit  `json:"exit,omitempty"`
	// Requests are those in flight, of findings that are about them.
	Requests []Request `json:"inflight,omitempty"`
	// Setting is the line of a deployment that the finding is about, nil for none.
	Setting *Misfit `json:"setting,omitempty"`
}

// Judgement is what a timeline means.
type Judgement struct {
	Verdict Verdict
	// Reason says in one clause why the verdict is Unknown; it is empty otherwise.
	Reason string
	// Findings have an [Evidence] each: errors first, then in the order of the rules.
	Findings []judge.Finding
	// Facts are sentences worth saying that are no defects.
	Facts []string
}

// The limits of the judgement, all generous against the noise of a busy machine.
const (
	promptly      Millis = 500  // an end within this time of the signal waited for nothing
	waitedLong    Millis = 2000 // an end this long after the last request waited for something
	togetherness  Millis = 250  // two things this close happened together
	brokenRace           = 5    // this many connections are lost to the closing race of any server
	readinessGap  Millis = 25   // a readiness that turned less than this before the end did not turn first
	pollingJitter Millis = 60
	patience      Millis = 5000 // after so long without an answer a new connection counts as timed out
)

// Judge says what the timeline means: whether the shutdown was graceful, and if not, why, and what
// to change.
func Judge(t Timeline) Judgement {
	j := inquiry{Timeline: t, server: t.Target.Runtime}
	if t.Target.Server != nil {
		j.server = t.Target.Server.Runtime
	}
	if t.Partial {
		return Judgement{Verdict: Unknown, Reason: "the observation was interrupted"}
	}
	j.requests()
	j.ending()
	j.leftovers()
	j.listener()
	j.connections()
	j.streams()
	j.work()
	j.second()
	j.platform()
	return j.verdict()
}

// inquiry is a judgement in the making.
type inquiry struct {
	Timeline
	server   Runtime // what answers the requests
	late     int     // requests that were lost while snag was late with the rest of them
	busy     string  // what this machine was too busy for, so that nothing is known of it
	findings []judge.Finding
	facts    []string
}

func (j *inquiry) find(rule string, level judge.Level, cause Cause, runtime Runtime, format string, args ...any) {
	e := Evidence{Cause: cause, Runtime: runtime}
	if j.Exit.Kind != "" {
		exit := j.Exit
		e.Exit = &exit
	}
	if rule == RuleDropped || rule == RuleFailed {
		e.Requests = j.InFlight.Requests
	}
	j.findings = append(j.findings, judge.Finding{
		Rule: rule, Level: level, Message: fmt.Sprintf(format, args...), Help: Advice(cause, runtime), Evidence: e,
	})
}

func (j *inquiry) fact(format string, args ...any) {
	j.facts = append(j.facts, fmt.Sprintf(format, args...))
}

// requests judges what became of the requests in flight.
func (j *inquiry) requests() {
	f := j.InFlight
	lost := f.Count(Dropped) + f.Count(Truncated)
	for _, r := range f.Requests {
		if r.Late {
			j.late++
		}
	}
	if j.late > 0 {
		j.busy = fmt.Sprintf("snag sent the rest of %s too late", judge.Plural(j.late, "request"))
	}
	if lost -= j.late; lost > 0 {
		message := fmt.Sprintf("%d of %d requests in flight were lost (%s)", lost, f.Started(), j.losses())
		if j.killedWhileServing() {
			message += ", the last of them when the grace period ran out"
		}
		cause := j.lossCause()
		j.find(RuleDropped, judge.Error, cause, j.blamed(cause), "%s; %s", message, j.endInWords())
	}
	if failed := f.Count(ServerError); failed > 0 {
		j.find(RuleFailed, judge.Error, CauseAnswersErrors, j.server,
			"%d of %d requests in flight were answered with a server error that the endpoint does not give otherwise", failed, f.Started())
	}
}

// losses lists the ways in which requests were lost, such as "3 reset, 1 fin".
func (j *inquiry) losses() string {
	counts := map[string]int{}
	for _, r := range j.InFlight.Requests {
		switch r.Outcome {
		case Truncated:
			counts["truncated"]++
		case Dropped:
			counts[r.How]++
		}
	}
	var parts []string
	for how, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, how))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

func (j *inquiry) killedWhileServing() bool {
	return slices.ContainsFunc(j.InFlight.Requests, func(r Request) bool { return r.How == "killed" })
}

func (j *inquiry) endInWords() string {
	if j.Exit.At == nil {
		return "the process is " + j.Exit.String()
	}
	return fmt.Sprintf("the process ended after %s: %s", *j.Exit.At, j.Exit)
}

// String writes the time with a fitting unit.
func (m Millis) String() string {
	if m >= 1000 || m <= -1000 {
		return fmt.Sprintf("%.2f s", float64(m)/1000)
	}
	return fmt.Sprintf("%.0f ms", float64(m))
}

// lossCause explains why requests were lost.
func (j *inquiry) lossCause() Cause {
	e, soon := j.Exit, j.soon()
	switch {
	case e.Kind == Signaled && e.KilledByUs && !j.stopped():
		switch {
		case j.Children.Replaced, j.Target.Runtime == UWSGI:
			return CauseReloads
		case j.lossesBefore(promptly):
			return CauseCutsAtOnce
		}
		return CauseNotFinished
	case e.KilledByUs:
		return CauseNotFinished
	case e.Kind == Signaled && sameSignal(e.Signal, j.Delivery.Name) && j.Delivery.Second != nil && *e.At >= *j.Delivery.Second:
		return CauseSecondSignal
	case e.Kind == Signaled && sameSignal(e.Signal, j.Delivery.Name) && *e.At < soon:
		return CauseNoHandler
	case e.stands(j.Delivery.Number) && *e.At < soon && (j.server == JVM || j.Target.Container != "" || j.Target.Runtime.wraps() && j.Target.Server != nil):
		return CauseNoHandler // the VM, or the wrapper about its child, says so with this code
	case e.Kind == Exited && e.Code == 2 && *e.At < soon && j.server == Go && j.Target.Inner == 1:
		return CauseNoHandler // the default action is discarded for PID 1, and Go exits with 2 then
	case j.Children.Replaced && j.Target.Runtime == UWSGI:
		return CauseReloads
	case j.InFlight.Count(Completed) > 0 && slices.ContainsFunc(j.InFlight.Requests, func(r Request) bool { return r.Outcome == Dropped && r.How == "reset" }):
		return CauseQueue // the kernel resets what was sent to it and never accepted
	case e.At != nil && *e.At < soon && !j.lossesBefore(*e.At-promptly):
		return CauseExitsAtOnce
	case j.lossesBefore(soon):
		return CauseCutsAtOnce
	}
	return CauseOwnLimit
}

// soon is the time within which an end waited for nothing. Where others kept the processors busy it is longer, up to
// three times as long, unless the process went on to answer or had closed its listener: then it had the time to end
// as well.
func (j *inquiry) soon() Millis {
	allowed := j.allowed()
	if end := j.Exit.At; end == nil || *end >= allowed {
		return promptly
	}
	return allowed
}

// allowed is the time for which a server may seem to do nothing while others keep the processors busy.
func (j *inquiry) allowed() Millis {
	end, ok, closed := j.Exit.At, j.New.LastOK, j.Listener.Closed
	if end == nil || ok != nil && *ok > promptly || closed != nil && *end-*closed > promptly {
		return promptly
	}
	return promptly + min(j.Exit.Contended, 2*promptly)
}

// blamed returns the program that the advice on lost requests addresses: a wrapper or a manager
// such as gunicorn, rather than the child that answers, when it decides when the child ends.
func (j *inquiry) blamed(cause Cause) Runtime {
	if cause == CauseReloads || j.server == Other {
		return j.Target.Runtime
	}
	return j.server
}

// lossesBefore reports whether every lost request was lost within limit of the signal.
func (j *inquiry) lossesBefore(limit Millis) bool {
	return !slices.ContainsFunc(j.InFlight.Requests, func(r Request) bool {
		return (r.Outcome == Dropped || r.Outcome == Truncated) && (r.Ended == nil || *r.Ended > limit)
	})
}

func (j *inquiry) stopped() bool { return j.Listener.Closed != nil && !j.closedByKill() }

// closedByKill reports whether the listener was closed by nothing but the process's forced end.
func (j *inquiry) closedByKill() bool {
	return j.Listener.Closed != nil && j.Exit.KilledByUs && *j.Listener.Closed > j.Grace-pollingJitter
}

// ending judges how and when the process ended.
func (j *inquiry) ending() {
	e := j.Exit
	switch {
	case e.KilledByUs || e.Kind == Running:
		j.stuck()
	case e.Kind == Signaled && !sameSignal(e.Signal, j.Delivery.Name) && (j.Delivery.Name != "SIGKILL"):
		j.find(RuleCrashed, judge.Error, CauseCrashes, j.Target.Runtime, "the process died of %s while it shut down", e.Signal)
	case e.Kind == Signaled && e.Core && e.Signal != "SIGQUIT":
		j.find(RuleCrashed, judge.Error, CauseCrashes, j.Target.Runtime, "the process died of %s and left a core image", e.Signal)
	case e.Kind == Signaled:
		if f := j.InFlight; f.Started() > 0 && f.Count(Completed) == f.Started() && len(j.Children.Orphans) == 0 {
			j.fact("%s is no failure: every request in flight was answered before", e)
		}
	case e.stands(j.Delivery.Number):
		j.fact("exit code %d is the shell's 128+%d, set by the program: the process was not killed by %s; systemd counts it as a failure unless SuccessExitStatus lists it",
			e.Code, j.Delivery.Number, j.Delivery.Name)
	case e.Kind == Exited && e.Code != 0 && j.InFlight.Count(Dropped) == 0:
		j.find(RuleExitStatus, judge.Warning, CauseExitStatus, j.Target.Runtime, "the process ended with exit code %d after %s", e.Code, *e.At)
	case e.Kind == UnknownExit:
		j.fact("the exit status is unknown: %s", e.Reason)
	}
	if e.Kind != Running && !e.KilledByUs && e.At != nil {
		j.waited(*e.At)
	}
}

// stuck explains why the process was still there when the grace period ended.
func (j *inquiry) stuck() {
	runtime := j.Target.Runtime
	switch {
	case j.Delivery.Stopped:
		j.find(RuleNoEffect, judge.Error, CauseStopped, runtime, "%s was not delivered within %s: the process is stopped", j.Delivery.Name, j.Grace)
	case j.Delivery.Pending:
		j.find(RuleNoEffect, judge.Error, CauseBlocked, runtime, "%s is still pending: every thread blocks it and nothing reads it", j.Delivery.Name)
	case j.Children.Replaced && (j.Listener.Closed == nil || j.closedByKill()), j.Listener.Reopened != nil:
		j.find(RuleNoEffect, judge.Error, CauseReloads, runtime, "%s made the process reload: it replaced its workers and still serves after %s", j.Delivery.Name, j.Grace)
	case j.endsLater():
		j.find(RuleNotExited, judge.Error, CauseGrace, runtime, "the process had not ended after %s, and ends later", j.Grace)
	case j.Target.Protocol.Requests() && (j.Listener.Closed == nil || j.closedByKill()) && j.New.OK > 0:
		cause := CauseSwallowed
		switch {
		case j.Target.Inner == 1 && (j.Target.AtRest == DefaultAction || j.Target.AtRest == RuntimeHandler || j.Target.Container != "" && j.Target.AtRest == Undisclosed):
			cause = CausePID1
		case j.Target.Runtime == Shell && j.Target.Server != nil && j.Target.Server.PID != j.Target.PID:
			cause = CauseNotForwarded
		}
		j.find(RuleNoEffect, judge.Error, cause, runtime, "%s had no effect: the process still accepted connections when it was killed after %s", j.Delivery.Name, j.Grace)
	case j.Target.Protocol == NoListener && j.Target.Inner == 1:
		j.find(RuleNoEffect, judge.Error, CausePID1, runtime, "%s had no effect on PID 1 within %s", j.Delivery.Name, j.Grace)
	default:
		cause, what := j.waitsFor(j.Grace)
		j.find(RuleNotExited, judge.Error, cause, j.waiter(), "the process had not ended after %s%s", j.Grace, what)
	}
}

// connectionNames are the kinds of connection in words.
var connectionNames = map[Kind]string{
	Silent: "the silent connection (connected, nothing sent)",
	Idle:   "the idle keep-alive connection",
	Active: "the connection in use",
}

// verdict sums up.
func (j *inquiry) verdict() Judgement {
	result := j.weigh()
	switch {
	case result.Verdict == NotGraceful:
		return result
	case j.busy != "":
		result.Reason = "this machine was too busy: " + j.busy
	case j.untested() != "":
		result.Reason = j.untested()
	case j.Target.Protocol.Requests() && j.InFlight.Started() == 0 && !j.decided():
		result.Reason = "no request could be kept in flight: " + cmp.Or(j.InFlight.Reason, "all were answered before the signal")
	case !j.Target.Protocol.Requests() && j.Work == nil:
		result.Reason = "only connections and the end were observed, not whether acknowledged work survives"
	default:
		return result
	}
	result.Verdict = Unknown
	j.find(RuleUnknown, judge.Warning, CauseUnobserved, j.server, "%s", result.Reason)
	j.findings[len(j.findings)-1].Help = j.remedy()
	result.Findings = j.weigh().Findings
	return result
}

// remedy says how an unknown verdict can be avoided.
func (j *inquiry) remedy() string {
	switch {
	case j.busy != "":
		return "repeat the check when the machine has less to do"
	case j.Target.Protocol.Requests():
		return Advice(CauseUnobserved, j.server)
	}
	return "give a command that writes and then checks work with --probe"
}

// weigh sorts the findings and lets the errors among them decide.
func (j *inquiry) weigh() Judgement {
	sorting.Stable(j.findings, func(a, b judge.Finding) int { return cmp.Compare(b.Level, a.Level) })
	result := Judgement{Verdict: Graceful, Findings: j.findings, Facts: j.facts}
	if len(j.findings) > 0 && j.findings[0].Level == judge.Error {
		result.Verdict = NotGraceful
	}
	return result
}
