package shutdown

import (
	"fmt"
	"slices"
	"strings"
)

// Verdict is the answer of a check. The zero Verdict is Unknown.
type Verdict string

// The verdicts.
const (
	Unknown     Verdict = "unknown"
	Graceful    Verdict = "graceful"
	NotGraceful Verdict = "not-graceful"
)

// Level is the weight of a finding.
type Level string

// The levels. An Error makes the verdict NotGraceful.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Rule is the stable name of what a finding is about.
type Rule string

// The rules of a check.
const (
	RuleDropped       Rule = "shutdown/dropped-requests"
	RuleFailed        Rule = "shutdown/failed-requests"
	RuleNotExited     Rule = "shutdown/not-exited"
	RuleNoEffect      Rule = "shutdown/no-effect"
	RuleOrphan        Rule = "shutdown/orphan"
	RulePort          Rule = "shutdown/port-held"
	RuleZombie        Rule = "shutdown/zombie"
	RuleBroken        Rule = "shutdown/broken-connections"
	RuleSlowExit      Rule = "shutdown/waits-for-connection"
	RuleReadiness     Rule = "shutdown/readiness"
	RuleKeepAlive     Rule = "shutdown/keep-alive-race"
	RuleExitStatus    Rule = "shutdown/exit-status"
	RuleCrashed       Rule = "shutdown/crashed"
	RuleLostWork      Rule = "shutdown/lost-work"
	RuleSecondSignal  Rule = "shutdown/second-signal"
	RulePipe          Rule = "shutdown/dies-of-sigpipe"
	RuleUnknown       Rule = "shutdown/unknown"
	RuleCrashSilent   Rule = "shutdown/crash-without-message"
	RuleCrashStatus   Rule = "shutdown/crash-without-status"
	RuleCrashSurvived Rule = "shutdown/crash-unnoticed"
)

// Finding is one defect or doubt, with what to change.
type Finding struct {
	Rule    Rule
	Level   Level
	Message string
	Help    string
	// Cause is what the advice was chosen for, and Runtime whom it addresses.
	Cause   Cause
	Runtime Runtime
}

// Judgement is what a timeline means.
type Judgement struct {
	Verdict Verdict
	// Reason says in one clause why the verdict is Unknown; it is empty otherwise.
	Reason   string
	Findings []Finding // errors first, then in the order of the rules
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
)

// Judge says what the timeline means: whether the shutdown was graceful, and if not, why, and what
// to change.
func Judge(t Timeline) Judgement {
	j := judge{Timeline: t, server: t.Target.Runtime}
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
	j.work()
	j.second()
	return j.verdict()
}

type judge struct {
	Timeline
	server   Runtime // what answers the requests
	late     int     // requests that were lost while snag was late with the rest of them
	findings []Finding
	facts    []string
}

func (j *judge) find(rule Rule, level Level, cause Cause, runtime Runtime, format string, args ...any) {
	j.findings = append(j.findings, Finding{
		Rule: rule, Level: level, Cause: cause, Runtime: runtime,
		Message: fmt.Sprintf(format, args...), Help: Advice(cause, runtime),
	})
}

func (j *judge) fact(format string, args ...any) {
	j.facts = append(j.facts, fmt.Sprintf(format, args...))
}

// requests judges what became of the requests in flight.
func (j *judge) requests() {
	f := j.InFlight
	lost := f.Count(Dropped) + f.Count(Truncated)
	for _, r := range f.Requests {
		if r.Late {
			j.late++
		}
	}
	if lost -= j.late; lost > 0 {
		message := fmt.Sprintf("%d of %d requests in flight were lost (%s)", lost, f.Started(), j.losses())
		if j.killedWhileServing() {
			message += ", the last of them when the grace period ran out"
		}
		cause := j.lossCause()
		j.find(RuleDropped, Error, cause, j.blamed(cause), "%s; %s", message, j.endInWords())
	}
	if failed := f.Count(ServerError); failed > 0 {
		j.find(RuleFailed, Error, CauseAnswersErrors, j.server,
			"%d of %d requests in flight were answered with a server error that the endpoint does not give otherwise", failed, f.Started())
	}
}

// losses lists the ways in which requests were lost, such as "3 reset, 1 fin".
func (j *judge) losses() string {
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

func (j *judge) killedWhileServing() bool {
	return slices.ContainsFunc(j.InFlight.Requests, func(r Request) bool { return r.How == "killed" })
}

func (j *judge) endInWords() string {
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
func (j *judge) lossCause() Cause {
	e := j.Exit
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
	case e.Kind == Signaled && sameSignal(e.Signal, j.Delivery.Name) && *e.At < promptly:
		return CauseNoHandler
	case e.stands(j.Delivery.Number) && *e.At < promptly && (j.server == JVM || j.Target.Runtime.wraps() && j.Target.Server != nil):
		return CauseNoHandler // the VM, or the wrapper about its child, says so with this code
	case e.Kind == Exited && e.Code == 2 && *e.At < promptly && j.server == Go && j.Target.Inner == 1:
		return CauseNoHandler // the default action is discarded for PID 1, and Go exits with 2 then
	case j.Children.Replaced && j.Target.Runtime == UWSGI:
		return CauseReloads
	case j.InFlight.Count(Completed) > 0 && slices.ContainsFunc(j.InFlight.Requests, func(r Request) bool { return r.Outcome == Dropped && r.How == "reset" }):
		return CauseQueue // the kernel resets what was sent to it and never accepted
	case e.At != nil && *e.At < promptly:
		return CauseExitsAtOnce
	case j.lossesBefore(promptly):
		return CauseCutsAtOnce
	}
	return CauseOwnLimit
}

// blamed returns the program that the advice on lost requests addresses: a wrapper or a manager
// such as gunicorn, rather than the child that answers, when it decides when the child ends.
func (j *judge) blamed(cause Cause) Runtime {
	if cause == CauseReloads || j.server == Other {
		return j.Target.Runtime
	}
	return j.server
}

// lossesBefore reports whether every lost request was lost within limit of the signal.
func (j *judge) lossesBefore(limit Millis) bool {
	return !slices.ContainsFunc(j.InFlight.Requests, func(r Request) bool {
		return (r.Outcome == Dropped || r.Outcome == Truncated) && (r.Ended == nil || *r.Ended > limit)
	})
}

func (j *judge) stopped() bool { return j.Listener.Closed != nil && !j.closedByKill() }

// closedByKill reports whether the listener was closed by nothing but the process's forced end.
func (j *judge) closedByKill() bool {
	return j.Listener.Closed != nil && j.Exit.KilledByUs && *j.Listener.Closed > j.Grace-pollingJitter
}

// ending judges how and when the process ended.
func (j *judge) ending() {
	e := j.Exit
	switch {
	case e.KilledByUs || e.Kind == Running:
		j.stuck()
	case e.Kind == Signaled && !sameSignal(e.Signal, j.Delivery.Name) && (j.Delivery.Name != "SIGKILL"):
		j.find(RuleCrashed, Error, CauseCrashes, j.Target.Runtime, "the process died of %s while it shut down", e.Signal)
	case e.Kind == Signaled && e.Core && e.Signal != "SIGQUIT":
		j.find(RuleCrashed, Error, CauseCrashes, j.Target.Runtime, "the process died of %s and left a core image", e.Signal)
	case e.Kind == Signaled:
		if f := j.InFlight; f.Started() > 0 && f.Count(Completed) == f.Started() && len(j.Children.Orphans) == 0 {
			j.fact("%s is no failure: every request in flight was answered before", e)
		}
	case e.stands(j.Delivery.Number):
		j.fact("exit code %d is the shell's 128+%d, set by the program: the process was not killed by %s; systemd counts it as a failure unless SuccessExitStatus lists it",
			e.Code, j.Delivery.Number, j.Delivery.Name)
	case e.Kind == Exited && e.Code != 0 && j.InFlight.Count(Dropped) == 0:
		j.find(RuleExitStatus, Warning, CauseExitStatus, j.Target.Runtime, "the process ended with exit code %d after %s", e.Code, *e.At)
	case e.Kind == UnknownExit:
		j.fact("the exit status is unknown: %s", e.Reason)
	}
	if e.Kind != Running && !e.KilledByUs && e.At != nil {
		j.waited(*e.At)
	}
}

// stuck explains why the process was still there when the grace period ended.
func (j *judge) stuck() {
	runtime := j.Target.Runtime
	switch {
	case j.Delivery.Stopped:
		j.find(RuleNoEffect, Error, CauseStopped, runtime, "%s was not delivered within %s: the process is stopped", j.Delivery.Name, j.Grace)
	case j.Delivery.Pending:
		j.find(RuleNoEffect, Error, CauseBlocked, runtime, "%s is still pending: every thread blocks it and nothing reads it", j.Delivery.Name)
	case j.Children.Replaced && (j.Listener.Closed == nil || j.closedByKill()), j.Listener.Reopened != nil:
		j.find(RuleNoEffect, Error, CauseReloads, runtime, "%s made the process reload: it replaced its workers and still serves after %s", j.Delivery.Name, j.Grace)
	case j.Target.Protocol == HTTP && (j.Listener.Closed == nil || j.closedByKill()) && j.New.OK > 0:
		cause := CauseSwallowed
		switch {
		case j.Target.Inner == 1 && (j.Target.AtRest == DefaultAction || j.Target.AtRest == RuntimeHandler):
			cause = CausePID1
		case j.Target.Runtime == Shell && j.Target.Server != nil && j.Target.Server.PID != j.Target.PID:
			cause = CauseNotForwarded
		}
		j.find(RuleNoEffect, Error, cause, runtime, "%s had no effect: the process still accepted connections when it was killed after %s", j.Delivery.Name, j.Grace)
	case j.Target.Protocol == NoListener && j.Target.Inner == 1:
		j.find(RuleNoEffect, Error, CausePID1, runtime, "%s had no effect on PID 1 within %s", j.Delivery.Name, j.Grace)
	default:
		cause, what := j.waitsFor(j.Grace)
		j.find(RuleNotExited, Error, cause, j.waiter(), "the process had not ended after %s%s", j.Grace, what)
	}
}

// waiter is whose code waits: the server's, even when a wrapper above it does too.
func (j *judge) waiter() Runtime {
	if j.server != Other {
		return j.server
	}
	return j.Target.Runtime
}

// waitsFor names what was still open shortly before end.
func (j *judge) waitsFor(end Millis) (Cause, string) {
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
	switch {
	case pending > 0:
		return CauseNotFinished, fmt.Sprintf("; %d requests in flight were still unanswered", pending)
	case j.Target.Protocol == TCP && j.server != Postgres:
		return CauseHangs, "" // whether such a connection is in the way cannot be told
	case open(Silent) && open(Idle):
		return CauseKeepAlive, "; the idle keep-alive connection and the silent one (connected, nothing sent) were both still open"
	case open(Silent):
		return CauseSilent, "; all that was still open was the silent connection (connected, nothing sent)"
	case open(Idle):
		return CauseKeepAlive, "; the idle keep-alive connection was still open"
	}
	return CauseHangs, "; all connections had ended, so something else keeps it alive"
}

// waited judges an end that came long after the last request was answered.
func (j *judge) waited(end Millis) {
	last := Millis(0)
	for _, r := range j.InFlight.Requests {
		if r.Ended != nil {
			last = max(last, *r.Ended)
		}
	}
	if end-last < waitedLong || j.Target.Protocol == NoListener {
		return
	}
	cause, _ := j.waitsFor(end)
	what := ""
	switch cause {
	case CauseSilent:
		what = "the silent connection (connected, nothing sent)"
	case CauseKeepAlive:
		what = "the idle keep-alive connection"
	default:
		return
	}
	j.find(RuleSlowExit, Warning, cause, j.waiter(), "the process ended %s after its last answer, together with %s: it waited for it", end-last, what)
}

// verdict sums up.
func (j *judge) verdict() Judgement {
	result := j.weigh()
	switch {
	case result.Verdict == NotGraceful:
		return result
	case j.late > 0:
		result.Reason = fmt.Sprintf("this machine was too busy: snag sent the rest of %s too late", count(j.late, "request", "requests"))
	case j.Target.Protocol == HTTP && j.InFlight.Started() == 0:
		result.Reason = "no request could be kept in flight: " + j.InFlight.Reason
	case j.Target.Protocol != HTTP && j.Work == nil:
		result.Reason = "only connections and the end were observed, not whether acknowledged work survives"
	default:
		return result
	}
	result.Verdict = Unknown
	result.Findings = append(result.Findings, Finding{
		Rule: RuleUnknown, Level: Warning, Message: result.Reason, Cause: CauseUnobserved, Runtime: j.server,
		Help: j.remedy(),
	})
	return result
}

// remedy says how an unknown verdict can be avoided.
func (j *judge) remedy() string {
	switch {
	case j.late > 0:
		return "repeat the check when the machine has less to do"
	case j.Target.Protocol == HTTP:
		return Advice(CauseUnobserved, j.server)
	}
	return "give a command that writes and then checks work with --probe"
}

// weigh sorts the findings and lets the errors among them decide.
func (j *judge) weigh() Judgement {
	slices.SortStableFunc(j.findings, func(a, b Finding) int { return a.Level.rank() - b.Level.rank() })
	result := Judgement{Verdict: Graceful, Findings: j.findings, Facts: j.facts}
	if len(j.findings) > 0 && j.findings[0].Level == Error {
		result.Verdict = NotGraceful
	}
	return result
}

func (l Level) rank() int { return slices.Index([]Level{Error, Warning, Note}, l) }
