package shutdown

import "snag/analyze/judge"

// Effect says in a few words what a signal did, whatever it was meant to do.
func Effect(t Timeline) string {
	lost := t.InFlight.Count(Dropped)+t.InFlight.Count(Truncated) > 0
	switch e := t.Exit; {
	case e.KilledByUs && t.Children.Replaced:
		return "reloads"
	case e.KilledByUs && (t.Listener.Closed == nil || *t.Listener.Closed > t.Grace-pollingJitter):
		if t.Target.Protocol != NoListener && t.New.OK == 0 {
			return "keeps the listener open and answers nobody"
		}
		return "none"
	case e.KilledByUs:
		return "drains, does not end"
	case e.Kind == Running:
		return "none so far"
	case lost:
		return "ends, drops requests"
	case t.InFlight.Started() > 0:
		return "drains and ends"
	}
	return "ends"
}

// JudgeOne judges a timeline whose signal is one of several that were tried. SIGTERM has one meaning,
// and SIGPIPE is sent by peers that went away, so that a process which dies of it dies of any of them;
// the other signals may mean what the program likes, and have a verdict without findings.
func JudgeOne(t Timeline) Judgement {
	result := Judge(t)
	if t.Delivery.Name != "SIGTERM" {
		result.Findings = nil
	}
	if t.Delivery.Name == "SIGPIPE" && t.Exit.Kind == Signaled && !t.Exit.KilledByUs && sameSignal(t.Exit.Signal, t.Delivery.Name) {
		j := inquiry{Timeline: t}
		j.find(RulePipe, judge.Warning, CausePipe, t.Target.Runtime, "SIGPIPE ends the process: one write to a peer that has gone away can be its last")
		result.Findings = j.findings
	}
	return result
}
