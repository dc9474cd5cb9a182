package shutdown

import "strings"

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

// JudgePipe returns a finding when SIGPIPE ended the process, which then dies of any peer that
// goes away.
func JudgePipe(t Timeline) (Finding, bool) {
	if !strings.HasSuffix(t.Delivery.Name, "PIPE") || t.Exit.Kind != Signaled || t.Exit.KilledByUs || !sameSignal(t.Exit.Signal, t.Delivery.Name) {
		return Finding{}, false
	}
	return Finding{
		Rule: RulePipe, Level: Warning, Cause: CausePipe, Runtime: t.Target.Runtime,
		Message: "SIGPIPE ends the process: one write to a peer that has gone away can be its last",
		Help:    Advice(CausePipe, t.Target.Runtime),
	}, true
}
