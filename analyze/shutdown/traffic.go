package shutdown

import (
	"fmt"

	"snag/analyze/judge"
)

// platformTraffic judges what becomes of the connections that the platform still sends.
func (j *inquiry) platformTraffic() {
	p := j.Platform
	if p.Traffic <= 0 || j.New.Before == 0 || j.Target.Protocol == NoListener {
		return
	}
	hook, _ := p.Setting(RoleHook)
	comes := fmt.Sprintf("new connections are sent for %s after the order to end (--traffic), and %s (%s) delays the signal by %s", p.Traffic, hook.Key, hook.Where(), p.Delay)
	window := p.Traffic - p.Delay
	if window <= 0 {
		j.fact("%s: none come after it", comes)
		return
	}
	failed := j.New.FirstFailed
	if failed == nil && j.Exit.At != nil && len(j.Children.Remaining()) == 0 {
		failed = j.Exit.At // nothing was begun after the end, and nothing could have been answered
	}
	if failed == nil {
		j.fact("%s; they were answered as long as the check lasted", comes)
		return
	}
	// What is answered later is answered: one that failed in between was lost in a queue.
	from := *failed
	if j.New.LastOK != nil {
		from = max(from, *j.New.LastOK)
	}
	from = max(from, 0)
	if from >= window-togetherness {
		j.fact("%s; they were answered for %s after the signal, which is as long as they are sent", comes, min(from, window))
		return
	}
	needed := max(p.Traffic, p.Delay)
	j.fact("%s: %s of them come to a server that answers for %s; %s would cover them", comes, window, from, p.Line(RoleHook, seconds(needed)))
	message := fmt.Sprintf("new connections fail from %s after the signal on, and are still sent for %s after it", from, window)
	if p.Delay > 0 {
		message += fmt.Sprintf(", which the hook delays by %s", p.Delay)
	}
	j.misfit(RuleTraffic, judge.Error, CauseTraffic, RoleHook, seconds(needed), "%s", message)
	if end := j.Exit.At; end != nil && !j.Exit.KilledByUs && needed+*end > p.Grace*(1-spare) && !j.has(RuleGrace) {
		j.misfit(RuleGrace, judge.Warning, CauseGrace, RoleGrace, seconds(needed+j.needed()), "a hook of %s and the %s that the process needs do not fit into %s", needed, *end, p.Grace)
	}
}

// platformReadiness says when those learn of the end who ask the readiness probe themselves, as load balancers
// outside the cluster do. The endpoints of Kubernetes drop a pod that ends without asking it.
func (j *inquiry) platformReadiness() {
	p := j.Platform
	r := p.Readiness
	if r == nil || j.Target.Protocol == NoListener {
		return
	}
	said, _ := p.Setting(RoleReadiness)
	asks := fmt.Sprintf("endpoints drop a pod that ends whatever %s says (%s); a load balancer that asks the same way learns of it %s after the first failure (%s every %s)",
		said.Key, said.Where(), r.Notices(), judge.Plural(r.Failures, "failure"), r.Period)
	e, polled := j.readiness()
	switch answered := j.answered(); {
	case !polled:
		j.fact("%s; the check did not ask", asks)
	case e.Turned == nil || e.As == "" || e.As[0] != '4' && e.As[0] != '5':
		j.fact("%s, and %s never said no while connections were answered: no period would do", asks, e.Path)
	case answered-*e.Turned >= r.Notices():
		j.fact("%s, and connections were answered for %s after %s had said %s, which is long enough", asks, answered-*e.Turned, e.Path, e.As)
	case answered-*e.Turned >= 1000:
		j.fact("%s, and connections were answered for %s after %s had said %s; periodSeconds: %d with failureThreshold: 1 would do", asks, answered-*e.Turned, e.Path, e.As, int(answered-*e.Turned)/1000)
	default:
		j.fact("%s, and connections were answered for %s after %s had said %s; no period would do, but serving on for %s would", asks, max(0, answered-*e.Turned), e.Path, e.As, r.Notices())
	}
}

// readiness returns the endpoint that was polled for readiness, and whether it was ready before the signal.
func (j *inquiry) readiness() (Endpoint, bool) {
	for _, e := range j.Endpoints {
		if e.Readiness {
			return e, e.Before/100 == 2
		}
	}
	return Endpoint{}, false
}

// answered is how long after the signal new connections were answered.
func (j *inquiry) answered() Millis {
	switch {
	case j.Listener.Closed != nil:
		return *j.Listener.Closed
	case j.New.LastOK != nil:
		return *j.New.LastOK
	}
	return 0
}
