package shutdown

import (
	"strings"
	"testing"
)

// TestTrafficFacts says how long connections are sent, who learns of the end when, and the line that would do.
func TestTrafficFacts(t *testing.T) {
	at := func(m Millis) *Millis { return &m }
	platform := func(delay Millis) Platform {
		return Platform{Kind: Kubernetes, Grace: 60_000, Delay: delay, Traffic: 5000, Settings: []Setting{
			{Role: RoleHook, Key: "lifecycle.preStop", Value: "none", File: "f.yaml", Line: 7, Default: delay == 0},
			{Role: RoleReadiness, Key: "readinessProbe", File: "f.yaml", Line: 9},
		}}
	}
	ready := []Endpoint{{Path: "/ready", Readiness: true, Before: 200, Turned: at(100), As: "503"}}
	for _, c := range []struct {
		name   string
		delay  Millis
		probe  *Readiness
		change func(*Timeline)
		want   []string // parts of the facts, in their order
	}{
		{"closes at once", 0, nil, nil, []string{"sent for 5.00 s after the order to end (--traffic), and lifecycle.preStop (default, f.yaml:7 says nothing) delays the signal by 0 ms: 5.00 s of them come to a server that answers for 5 ms; lifecycle: {preStop: {sleep: {seconds: 5}}} would cover them"}},
		{"a hook covers a part", 3000, nil, nil, []string{"lifecycle.preStop (f.yaml:7) delays the signal by 3.00 s: 2.00 s of them come to a server that answers for 5 ms; lifecycle: {preStop: {sleep: {seconds: 5}}} would"}},
		{"a hook covers it", 5000, nil, nil, []string{"delays the signal by 5.00 s: none come after it"}},
		{"serves on", 0, nil, func(t *Timeline) {
			t.New = NewConnections{Before: 5, OK: 250, LastOK: at(5100), FirstFailed: at(5110)}
		}, []string{"they were answered for 5.00 s after the signal, which is as long as they are sent"}},
		{"no load", 0, &Readiness{Path: "/ready", Period: 5000, Failures: 1}, func(t *Timeline) { t.New, t.Target.Protocol = NewConnections{}, NoListener }, nil},

		{"a command asks", 5000, &Readiness{Period: 10_000, Failures: 3}, nil, []string{"none come", "whatever readinessProbe says (f.yaml:9); a load balancer that asks the same way learns of it 30.00 s after the first failure (3 failures every 10.00 s); the check did not ask"}},
		{"it never says no", 5000, &Readiness{Path: "/ready", Period: 10_000, Failures: 3}, func(t *Timeline) {
			t.Endpoints = []Endpoint{{Path: "/ready", Readiness: true, Before: 200, Turned: at(5), As: "refused"}}
		}, []string{"none come", "and /ready never said no while connections were answered: no period would do"}},
		{"a period that would do", 5000, &Readiness{Path: "/ready", Period: 10_000, Failures: 3}, func(t *Timeline) {
			t.Endpoints, t.Listener.Closed = ready, at(4300)
		}, []string{"none come", "answered for 4.20 s after /ready had said 503; periodSeconds: 4 with failureThreshold: 1 would do"}},
		{"long enough", 5000, &Readiness{Path: "/ready", Period: 2000, Failures: 2}, func(t *Timeline) {
			t.Endpoints, t.Listener.Closed = ready, at(4300)
		}, []string{"none come", "answered for 4.20 s after /ready had said 503, which is long enough"}},
		{"too short for any", 5000, &Readiness{Path: "/ready", Period: 10_000, Failures: 3}, func(t *Timeline) {
			t.Endpoints, t.Listener.Closed = ready, at(500)
		}, []string{"none come", "no period would do, but serving on for 30.00 s would"}},
	} {
		p := platform(c.delay)
		p.Readiness = c.probe
		tl := deployed(p)
		if c.change != nil {
			c.change(&tl)
		}
		var got []string
		for _, f := range Judge(tl).Facts {
			if strings.HasPrefix(f, "new connections are sent") || strings.HasPrefix(f, "endpoints drop") {
				got = append(got, f)
			}
		}
		ok := len(got) == len(c.want)
		for i := range got {
			ok = ok && strings.Contains(got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}
