package shutdown

import (
	"fmt"
	"strings"

	"snag/analyze/judge"
)

// leftovers judges what outlived the target.
func (j *inquiry) leftovers() {
	if j.Exit.Kind == Running {
		return
	}
	j.restarted()
	left := j.Children.Remaining()
	switch {
	case len(left) > 0 && !j.Exit.KilledByUs:
		serving := ""
		if j.Target.Protocol != NoListener && j.Listener.Closed == nil {
			serving = " and went on serving"
		}
		j.find(RuleOrphan, judge.Error, j.orphaning(), j.Target.Runtime, "%s outlived the process that got %s%s: %s",
			judge.Plural(len(left), "process"), j.Delivery.Name, serving, describe(left))
	case len(left) > 0:
		j.find(RuleOrphan, judge.Warning, CauseOrphans, j.Target.Runtime, "%s did not end when the process was killed: %s",
			judge.Plural(len(left), "process"), describe(left))
	case len(j.Children.Orphans) > 0 && !j.Exit.KilledByUs:
		last := Millis(0)
		for _, p := range j.Children.Orphans {
			last = max(last, *p.Ended)
		}
		if j.Exit.At != nil && last-*j.Exit.At > togetherness && !j.Platform.says(RoleKillMode, "control-group") {
			j.find(RuleOrphan, judge.Warning, CauseLeavesEarly, j.Target.Runtime, "the process ended %s before its children (%s): in a container they are killed at that moment",
				last-*j.Exit.At, describe(j.Children.Orphans))
		}
	}
	if len(j.Children.Zombies) > 0 {
		who := "1 child"
		if n := len(j.Children.Zombies); n > 1 {
			who = fmt.Sprintf("%d children", n)
		}
		j.find(RuleZombie, judge.Warning, CauseZombies, j.Target.Runtime, "%s ended and nobody waited for it: %s", who, describe(j.Children.Zombies))
	}
	if j.Port.Tested && !j.Port.Released && j.Restarted == nil {
		who := "by a process outside the tree"
		if len(j.Port.HeldBy) > 0 {
			who = "by " + strings.Trim(strings.ReplaceAll(fmt.Sprint(j.Port.HeldBy), " ", ", "), "[]")
		}
		j.find(RulePort, judge.Error, j.orphaning(), j.Target.Runtime, "%s is still held %s after the process ended, so a successor cannot listen", j.Target.Address, who)
	}
}

// restarted says that a supervisor put another process in the place of the one that ended, which is right when
// it crashed, and wrong when the end was asked for.
func (j *inquiry) restarted() {
	if r := j.Restarted; r != nil {
		j.find(RuleNoEffect, judge.Error, CauseRestarted, r.Supervisor.Runtime, "%s started the process again %s after it had got %s: %s",
			describe([]Process{r.Supervisor}), r.At, j.Delivery.Name, describe([]Process{r.Process}))
	}
}

// orphaning is why children live on.
func (j *inquiry) orphaning() Cause {
	if j.Target.Runtime.wraps() {
		return CauseNotForwarded
	}
	return CauseOrphans
}

func describe(processes []Process) string {
	var parts []string
	for _, p := range processes {
		name := strings.Join(p.Argv, " ")
		if len(name) > 60 {
			name = name[:57] + "..."
		}
		parts = append(parts, fmt.Sprintf("%d %s", p.PID, name))
	}
	return strings.Join(parts, ", ")
}

// listener judges what happened to those who came after the signal.
func (j *inquiry) listener() {
	if j.Target.Container != "" && j.New.Refused > 0 {
		j.fact("the engine may accept connections that the container refuses: those that ended without an answer count as refused")
	}
	// A server that was busy for a moment loses what had queued up in it; that is a burst.
	if j.New.Broken >= brokenRace && j.New.BrokenOver > j.allowed() {
		j.find(RuleBroken, judge.Warning, CauseListensOn, j.blamed(CauseListensOn),
			"%d new connections were accepted after the signal and then broken, over %s; the listener %s", j.New.Broken, j.New.BrokenOver, j.closing())
	} else if j.New.Broken > 0 && !j.Exit.KilledByUs {
		j.find(RuleBroken, judge.Note, CauseListensOn, j.blamed(CauseListensOn),
			"%s accepted after the signal and then broken, in the race in which a listener closes", wereAccepted(j.New.Broken))
	}
	if hanging := j.New.TimedOut >= brokenRace && j.New.Before > 0 && j.Target.Protocol.Requests(); hanging && j.Exit.Contended > patience/2 {
		j.busy = fmt.Sprintf("processes waited %s for it while %d new connections got no answer", j.Exit.Contended, j.New.TimedOut)
	} else if hanging {
		j.find(RuleHanging, judge.Warning, CauseListensOn, j.blamed(CauseListensOn),
			"%d new connections were accepted after the signal and not answered while snag waited; the listener %s", j.New.TimedOut, j.closing())
	}
	for _, e := range j.Endpoints {
		if !e.Readiness || e.Before/100 != 2 || j.Listener.Closed == nil || j.Exit.At != nil && *j.Exit.At < j.soon() {
			continue // of a process that just ended, the worse is said already
		}
		if j.Platform != nil && j.Platform.Kind == Kubernetes {
			continue // which takes the pod out of its endpoints by itself
		}
		switch {
		case e.Turned == nil, !strings.HasPrefix(e.As, "4") && !strings.HasPrefix(e.As, "5"):
			j.find(RuleReadiness, judge.Warning, CauseNotReadiness, j.server, "%s never said that the server is going away: the listener %s first", e.Path, j.closing())
		default:
			if window := *j.Listener.Closed - *e.Turned; window < readinessGap {
				j.find(RuleReadiness, judge.Warning, CauseNotReadiness, j.server, "%s turned to %s only %s before the listener closed", e.Path, e.As, max(window, 0))
			} else {
				j.fact("%s turned to %s after %s, and the server went on accepting for %s", e.Path, e.As, *e.Turned, window)
			}
		}
	}
}

func (j *inquiry) closing() string {
	if j.Listener.Closed == nil {
		return "stayed open"
	}
	return "closed after " + j.Listener.Closed.String()
}

// connections judges how the open connections were ended.
func (j *inquiry) connections() {
	c, ok := j.Connection(Active)
	if ok && c.Lost > 0 && !j.Exit.KilledByUs {
		j.find(RuleKeepAlive, judge.Note, CauseKeepAliveRace, j.server,
			"%s on the active keep-alive connection got no answer after the signal", judge.Plural(c.Lost, "request"))
		return
	}
	if ok && c.Ended != nil && c.Announced == nil && (c.How == "fin" || c.How == "reset") && j.InFlight.Started() > 0 &&
		j.InFlight.Count(Completed) == j.InFlight.Started() {
		j.find(RuleKeepAlive, judge.Note, CauseKeepAliveRace, j.server,
			`the active keep-alive connection was ended (%s) without "Connection: close" before: a client that is just sending loses its request`, c.How)
	}
}

// work judges what the caller's probe found.
func (j *inquiry) work() {
	w := j.Work
	switch {
	case w == nil:
	case w.Before.Error != "" || w.Before.Exit.Kind != Exited || w.Before.Exit.Code != 0:
		j.fact("the probe command failed before the signal, so it says nothing")
		j.Work = nil
	case w.After.Error != "" && w.After.Exit.Kind != Exited:
		j.fact("the probe command could not be run after the restart: %s", w.After.Error)
		j.Work = nil
	case w.After.Exit.Kind != Exited || w.After.Exit.Code != 0:
		j.find(RuleLostWork, judge.Error, CauseLosesWork, j.waiter(), "the probe command failed after the restart (%s): acknowledged work was lost", w.After.Exit)
	case w.After.Stdout != w.Before.Stdout:
		j.find(RuleLostWork, judge.Error, CauseLosesWork, j.waiter(), "the probe command printed %q before the signal and %q after the restart: acknowledged work was lost",
			clip(w.Before.Stdout), clip(w.After.Stdout))
	}
}

func clip(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return s
}

// second says what a second signal did.
func (j *inquiry) second() {
	at := j.Delivery.Second
	if at == nil {
		return
	}
	switch end := j.Exit.At; {
	case end == nil || j.Exit.KilledByUs || *end > *at+promptly:
		j.find(RuleSecondSignal, judge.Note, CauseSecondIgnored, j.server, "a second %s after %s did not end the process", j.Delivery.Name, *at)
	case *end >= *at:
		j.fact("the second %s, after %s, ended the process at once (%s)", j.Delivery.Name, *at, j.Exit)
	default:
		j.fact("the process had ended before the second %s was sent", j.Delivery.Name)
	}
}

// wereAccepted counts connections in the beginning of a sentence.
func wereAccepted(n int) string {
	if n == 1 {
		return "1 new connection was"
	}
	return fmt.Sprintf("%d new connections were", n)
}
