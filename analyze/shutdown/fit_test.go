package shutdown

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// deployed is a graceful shutdown of a server over HTTP on a platform, which ends after a second.
func deployed(p Platform) Timeline {
	at := func(m Millis) *Millis { return &m }
	return Timeline{
		Target:   Target{Process: Process{PID: 10, Argv: []string{"node", "server.js"}, Runtime: Node}, Protocol: HTTP, Launched: true},
		Delivery: Delivery{Name: "SIGTERM", Number: 15, To: "target", PIDs: []int{10}},
		Grace:    p.Grace - p.Delay,
		InFlight: InFlight{Via: "slow-path", Requests: []Request{{Ended: at(900), Outcome: Completed, Status: 200}}},
		New:      NewConnections{Before: 5, Refused: 20, FirstRefused: at(5), FirstFailed: at(5)},
		Listener: Listener{Closed: at(4)},
		Exit:     Exit{Kind: Exited, At: at(1000)},
		Port:     Port{Tested: true, Released: true},
		Platform: &p,
	}
}

func TestPlatform(t *testing.T) {
	at := func(m Millis) *Millis { return &m }
	kubernetes := Platform{Kind: Kubernetes, Grace: 30_000, Traffic: 5000, Settings: []Setting{
		{Role: RoleHook, Key: "lifecycle.preStop", Value: "none", File: "f.yaml", Line: 7, Default: true},
		{Role: RoleGrace, Key: "terminationGracePeriodSeconds", Value: "30", File: "f.yaml", Line: 5},
	}}
	unit := Platform{Kind: Systemd, Grace: 90_000, Settings: []Setting{
		{Role: RoleSignal, Key: "KillSignal", Value: "SIGTERM", File: "u", Line: 1, Default: true},
		{Role: RoleKillMode, Key: "KillMode", Value: "control-group", File: "u", Line: 1, Default: true},
		{Role: RoleStart, Key: "Type", Value: "simple", File: "u", Line: 1, Default: true},
		{Role: RoleStatus, Key: "SuccessExitStatus", Value: "2", File: "u", Line: 4},
	}}
	compose := Platform{Kind: Compose, Grace: 10_000, Settings: []Setting{
		{Role: RoleSignal, Key: "stop_signal", Value: "SIGTERM"}, {Role: RoleInit, Key: "init", Value: "false"},
		{Role: RoleCommand, Key: "entrypoint", Value: "node server.js", File: "c", Line: 3, Shell: true},
	}}
	plain := compose
	plain.Settings = compose.Settings[:2]
	set := func(p Platform, role Role, value string) Platform {
		p.Settings = slices.Clone(p.Settings)
		for i := range p.Settings {
			if p.Settings[i].Role == role {
				p.Settings[i].Value = value
			}
		}
		return p
	}
	with := func(p Platform, change func(*Platform)) Platform {
		p.Settings = slices.Clone(p.Settings)
		change(&p)
		return p
	}
	final := func(key, value string) Platform {
		return with(unit, func(p *Platform) {
			p.Settings = append(p.Settings, Setting{Role: RoleKill, Key: key, Value: value, File: "u", Line: 5})
		})
	}
	// killed is a drain that lasts longer than the grace period, ended by the signal.
	killed := func(t *Timeline, signal string) {
		t.Exit = Exit{Kind: Signaled, Signal: signal, KilledByUs: true, At: at(t.Grace)}
		t.New = NewConnections{}
	}
	// ignored is a signal without an effect.
	ignored := func(t *Timeline, signal string) {
		killed(t, "SIGKILL")
		t.Delivery.Name, t.New, t.Listener = signal, NewConnections{Before: 5, OK: 100}, Listener{}
	}
	for _, c := range []struct {
		name   string
		p      Platform
		change func(*Timeline)
		want   string // the rules of findings about settings with the lines that would fit
	}{
		{"closes at once", kubernetes, nil, "traffic-after-signal: lifecycle: {preStop: {sleep: {seconds: 5}}}"},
		{"a hook covers it", with(kubernetes, func(p *Platform) { p.Delay = 5000 }), nil, ""},
		{"a hook covers a part", with(kubernetes, func(p *Platform) { p.Delay = 3000 }), nil, "traffic-after-signal: lifecycle: {preStop: {sleep: {seconds: 5}}}"},
		{"serves on", kubernetes, func(t *Timeline) {
			t.New = NewConnections{Before: 5, OK: 250, LastOK: at(5100), FirstFailed: at(5110)}
			t.Exit.At, t.Listener.Closed = at(6000), at(5105)
		}, ""},
		{"answers 503", kubernetes, func(t *Timeline) {
			t.New = NewConnections{Before: 5, Unavailable: 250, FirstFailed: at(3)}
		}, "traffic-after-signal: lifecycle: {preStop: {sleep: {seconds: 5}}}"},
		{"ends before anybody comes", kubernetes, func(t *Timeline) { t.New = NewConnections{Before: 5} }, "traffic-after-signal: lifecycle: {preStop: {sleep: {seconds: 5}}}"},
		{"nobody comes", with(kubernetes, func(p *Platform) { p.Traffic = 0 }), nil, ""},
		{"a hook as long as the period", with(kubernetes, func(p *Platform) { p.Delay = 30_000 }), nil, "grace-period: terminationGracePeriodSeconds: 40"},
		{"no period", with(kubernetes, func(p *Platform) { p.Grace, p.Traffic = 0, 0 }), nil, "grace-period: terminationGracePeriodSeconds: 10"},
		{"barely", with(kubernetes, func(p *Platform) { p.Grace, p.Delay = 6000, 5000 }), nil, "grace-period: terminationGracePeriodSeconds: 15"},
		{"the hook it should have does not fit", with(kubernetes, func(p *Platform) { p.Grace = 6000 }), nil,
			"traffic-after-signal: lifecycle: {preStop: {sleep: {seconds: 5}}}; grace-period: terminationGracePeriodSeconds: 15"},

		{"killed, and longer suffices", with(kubernetes, func(p *Platform) { p.Grace, p.Delay = 8000, 5000 }), func(t *Timeline) {
			killed(t, "SIGKILL")
			t.Alternatives = []Alternative{{Role: RoleGrace, Value: "35", Completed: 1, Started: 1, Ended: at(6000)}}
		}, "grace-period: terminationGracePeriodSeconds: 17"},
		{"killed, and longer does not suffice", with(kubernetes, func(p *Platform) { p.Grace, p.Delay = 8000, 5000 }), func(t *Timeline) {
			killed(t, "SIGKILL")
			t.Alternatives = []Alternative{{Role: RoleGrace, Value: "35"}}
		}, ""},
		{"killed in compose", set(with(plain, func(p *Platform) { p.Grace = 3000 }), RoleGrace, "3s"), func(t *Timeline) {
			killed(t, "SIGKILL")
			t.Alternatives = []Alternative{{Role: RoleGrace, Value: "30", Completed: 1, Started: 1, Ended: at(4000)}}
		}, "grace-period: stop_grace_period: 10s"},
		{"killed while it still served", with(plain, func(p *Platform) { p.Grace = 2000 }), func(t *Timeline) {
			ignored(t, "SIGTERM")
			t.Target.Inner, t.Target.AtRest = 1, RuntimeHandler
			t.Alternatives = []Alternative{{Role: RoleGrace, Value: "30", Completed: 1, Started: 1, Ended: at(4000)}}
		}, "grace-period: stop_grace_period: 10s"},
		{"killed in a unit", with(unit, func(p *Platform) { p.Grace = 5000 }), func(t *Timeline) {
			killed(t, "SIGKILL")
			t.Alternatives = []Alternative{{Role: RoleGrace, Value: "30", Completed: 1, Started: 1, Ended: at(7000)}}
		}, "grace-period: TimeoutStopSec=14"},

		{"clean", unit, nil, ""},
		{"nobody is signalled", set(unit, RoleKillMode, "none"), nil, "platform-setting: KillMode=mixed"},
		{"nobody is signalled but by a command", with(set(unit, RoleKillMode, "none"), func(p *Platform) { p.Settings[0].Key = "ExecStop" }), nil, ""},
		{"the first process alone is signalled, and has no children", set(unit, RoleKillMode, "process"), nil, ""},
		{"children stay, and get the signal in a repeat", set(unit, RoleKillMode, "process"), func(t *Timeline) {
			t.Children.Orphans = []Process{{PID: 11, Argv: []string{"x"}}}
			t.Alternatives = []Alternative{{Role: RoleKillMode, Value: "control-group", Verdict: Graceful, Completed: 1, Started: 1}}
		}, "platform-setting: KillMode=control-group (measured)"},
		{"survives the last signal", final("FinalKillSignal", "SIGHUP"), func(t *Timeline) { killed(t, "SIGKILL") }, "platform-setting: FinalKillSignal=SIGKILL"},
		{"dies of the last signal", final("FinalKillSignal", "SIGABRT"), func(t *Timeline) { killed(t, "SIGABRT") }, ""},
		{"needs no last signal", final("FinalKillSignal", "SIGHUP"), nil, ""},
		{"no last signal", final("SendSIGKILL", "no"), func(t *Timeline) { killed(t, "SIGKILL") }, "platform-setting: SendSIGKILL=yes"},
		{"a signal that is ignored", unit, func(t *Timeline) {
			ignored(t, "SIGHUP")
			t.Alternatives = []Alternative{{Role: RoleSignal, Value: "SIGTERM", Verdict: Graceful, Completed: 1, Started: 1}}
		}, "platform-setting: KillSignal=SIGTERM (measured)"},
		{"a signal that is ignored, as SIGTERM is", unit, func(t *Timeline) { ignored(t, "SIGHUP") }, "platform-setting: "},
		{"SIGINT is handled alone", plain, func(t *Timeline) {
			ignored(t, "SIGTERM")
			t.Alternatives = []Alternative{{Role: RoleSignal, Value: "SIGINT", Verdict: Graceful, Completed: 1, Started: 1}}
		}, "platform-setting: stop_signal: SIGINT (measured)"},
		{"nothing is handled", plain, func(t *Timeline) {
			ignored(t, "SIGTERM")
			t.Alternatives = []Alternative{{Role: RoleSignal, Value: "SIGINT", Verdict: NotGraceful, Started: 1}}
		}, ""},
		{"a listed status", unit, func(t *Timeline) { t.Exit.Code = 2 }, ""},
		{"128+15", unit, func(t *Timeline) { t.Exit.Code = 143 }, "platform-setting: SuccessExitStatus=2 143"},
		{"by SIGTERM", unit, func(t *Timeline) { t.Exit = Exit{Kind: Signaled, Signal: "SIGTERM", At: at(1000)} }, ""},
		{"by SIGQUIT", unit, func(t *Timeline) {
			t.Exit, t.Delivery.Name = Exit{Kind: Signaled, Signal: "SIGQUIT", At: at(1000)}, "SIGQUIT"
		}, "platform-setting: SuccessExitStatus=2 SIGQUIT"},
		{"children stay", set(unit, RoleKillMode, "process"), func(t *Timeline) { t.Children.Orphans = []Process{{PID: 11, Argv: []string{"x"}}} }, "platform-setting: KillMode=mixed"},
		{"workers are signalled", unit, func(t *Timeline) {
			t.Delivery.PIDs, t.InFlight.Requests[0].Outcome = []int{10, 11}, Dropped
			t.Alternatives = []Alternative{{Role: RoleKillMode, Value: "mixed", Verdict: Graceful, Completed: 1, Started: 1}}
		}, "platform-setting: KillMode=mixed (measured)"},
		{"workers are signalled, to no harm", unit, func(t *Timeline) {
			t.Delivery.PIDs, t.InFlight.Requests[0].Outcome = []int{10, 11}, Dropped
			t.Alternatives = []Alternative{{Role: RoleKillMode, Value: "mixed", Verdict: NotGraceful}}
		}, ""},
		{"never ready", set(unit, RoleStart, "notify"), func(t *Timeline) { t.Notified = &Notified{} }, "platform-setting: Type=exec"},
		{"ready", set(unit, RoleStart, "notify"), func(t *Timeline) { t.Notified = &Notified{Ready: true} }, ""},
		{"in the foreground", set(unit, RoleStart, "forking"), nil, "platform-setting: Type=exec"},
		{"in the background, unexpectedly", unit, func(t *Timeline) { t.Target.Daemon = true }, "platform-setting: Type=forking"},
		{"in the background, and remains", with(unit, func(p *Platform) {
			p.Settings = append(p.Settings, Setting{Role: RoleStart, Key: "RemainAfterExit", Value: "yes"})
		}), func(t *Timeline) { t.Target.Daemon = true }, ""},
		{"in the background", set(unit, RoleStart, "forking"), func(t *Timeline) { t.Target.Daemon = true }, ""},
		{"a program with another signal", unit, func(t *Timeline) {
			t.Target.Runtime, t.InFlight.Requests[0].Outcome = Nginx, Dropped
		}, "platform-setting: KillSignal=SIGQUIT"},
		{"that signal", unit, func(t *Timeline) { t.Target.Runtime, t.Delivery.Name = Nginx, "SIGQUIT" }, ""},

		{"a shell that was left out", compose, nil, "platform-setting: entrypoint: [\"node\", \"server.js\"]"},
		{"PID 1 without a handler", plain, func(t *Timeline) {
			t.Target.Inner, t.Target.AtRest, t.New.OK, t.Listener.Closed = 1, RuntimeHandler, 10, nil
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", KilledByUs: true, At: at(10_000)}
		}, "platform-setting: init: true"},
		{"a shell that is PID 1", compose, func(t *Timeline) {
			t.Target.Runtime, t.Target.Server = Shell, &Process{PID: 11, Argv: []string{"node", "a.js"}, Runtime: Node}
			t.Target.Inner, t.Target.AtRest, t.New.OK, t.Listener.Closed = 1, DefaultAction, 10, nil
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", KilledByUs: true, At: at(10_000)}
		}, `platform-setting: entrypoint: ["node", "a.js"]`},
		{"a shell that keeps the signal", compose, func(t *Timeline) {
			t.Target.Runtime, t.Target.Server = Shell, &Process{PID: 11, Argv: []string{"node", "a b.js"}, Runtime: Node}
			t.Children.Orphans = []Process{{PID: 11, Argv: []string{"node"}}}
		}, `platform-setting: entrypoint: ["node", "a b.js"]`},
	} {
		tl := deployed(c.p)
		if c.change != nil {
			c.change(&tl)
		}
		var got []string
		for _, f := range Judge(tl).Findings {
			if m := f.Evidence.(Evidence).Setting; m != nil {
				text := strings.TrimPrefix(f.Rule, "shutdown/") + ": " + m.Should
				if m.Measured {
					text += " (measured)"
				}
				got = append(got, text)
				if f.Help == "" {
					t.Errorf("%s: %s comes without advice", c.name, f.Rule)
				}
			}
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestCandidates(t *testing.T) {
	tl := deployed(Platform{Kind: Systemd, Grace: 90_000})
	if got := tl.Candidates(); got != nil {
		t.Errorf("%v for a graceful shutdown", got)
	}
	tl.InFlight.Requests[0].Outcome = Dropped
	tl.Target.Runtime, tl.Delivery.PIDs = Nginx, []int{1, 2}
	got := tl.Candidates()
	if want := []Alternative{{Role: RoleSignal, Value: "SIGQUIT"}, {Role: RoleKillMode, Value: "mixed"}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	tl = deployed(Platform{Kind: Kubernetes, Grace: 8000, Delay: 5000})
	tl.Exit.KilledByUs = true
	got = tl.Candidates()
	if want := []Alternative{{Role: RoleGrace, Value: "35"}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	} else if given := got[0].Given(*tl.Platform); given != 30*time.Second {
		t.Errorf("%s is given", given)
	}
	tl.Platform = nil
	if got := tl.Candidates(); got != nil {
		t.Errorf("%v without a platform", got)
	}
}

func TestRestarted(t *testing.T) {
	tl := deployed(Platform{Kind: Systemd, Grace: 90_000})
	tl.Platform, tl.Port = nil, Port{Tested: true}
	tl.Restarted = &Restart{Process: Process{PID: 12, Argv: []string{"node"}}, At: 1100, Supervisor: Process{PID: 9, Argv: []string{"pm2"}}}
	j := Judge(tl)
	if len(j.Findings) != 1 || j.Findings[0].Rule != RuleNoEffect || !strings.Contains(j.Findings[0].Message, "9 pm2 started the process again") {
		t.Errorf("%+v", j.Findings)
	}
}

// TestStreams judges streams of each kind by what became of them.
func TestStreams(t *testing.T) {
	at := func(m Millis) *Millis { return &m }
	for _, c := range []struct {
		name    string
		streams []Stream
		flight  bool // whether a request was in flight too
		verdict Verdict
		want    string // the levels and rules of the findings
	}{
		{"a tunnel alone", []Stream{{Kind: Connect, Outcome: Finished, Ended: at(900)}}, false, Graceful, ""},
		{"a WebSocket alone", []Stream{{Kind: WebSocket, Outcome: SaidGo, Code: 1001, Ended: at(3)}}, false, Unknown, "warning unknown"},
		{"a WebSocket", []Stream{{Kind: WebSocket, Outcome: SaidGo, Code: 1001, Ended: at(3)}}, true, Graceful, ""},
		{"a WebSocket that is cut", []Stream{{Kind: WebSocket, Outcome: Cut, How: "fin", Ended: at(3)}}, true, Graceful, "warning stream-cut"},
		{"an upload that is cut", []Stream{{Kind: Upload, Outcome: Cut, How: "reset", Ended: at(3)}}, true, NotGraceful, "error stream-cut"},
		{"events to the end", []Stream{{Kind: SSE, Outcome: CutByKill, Ended: at(1000)}}, true, NotGraceful, "error stream-holds"},
		{"not tested", []Stream{{Kind: GRPC, Reason: "no HTTP/2"}}, true, Unknown, "warning unknown"},
		{"announced", []Stream{{Kind: HTTP2Stream, Outcome: Finished, Ended: at(900), Goaways: []Goaway{{At: 1, Last: anyStream}, {At: 2, Last: 1}}}}, true, Graceful, ""},
		{"announced in one step", []Stream{{Kind: HTTP2Stream, Outcome: Finished, Ended: at(900), Goaways: []Goaway{{At: 1, Last: 1}}}}, true, Graceful, "note goaway"},
		{"not announced", []Stream{{Kind: HTTP2Stream, Outcome: Finished, Ended: at(900)}}, true, Graceful, "warning goaway"},
		{"serving for ever", []Stream{{Kind: GRPC, Outcome: Finished, Watched: true, Ended: at(900), Goaways: []Goaway{{At: 1, Last: anyStream}}}}, true, Graceful, "warning health-not-serving"},
		{"pipelined", []Stream{{Kind: Pipelined, Outcome: Cut, How: "fin", Ended: at(900)}}, true, Graceful, "note stream-cut"},
	} {
		tl := deployed(Platform{})
		tl.Platform, tl.Streams = nil, c.streams
		if !c.flight {
			tl.InFlight = InFlight{Reason: "nothing waits"}
		}
		j := Judge(tl)
		var got []string
		for _, f := range j.Findings {
			got = append(got, f.Level.String()+" "+strings.TrimPrefix(f.Rule, "shutdown/"))
		}
		if text := strings.Join(got, ", "); text != c.want || j.Verdict != c.verdict {
			t.Errorf("%s: %s with %q, want %s with %q (%s)", c.name, j.Verdict, text, c.verdict, c.want, c.streams[0].Text())
		}
	}
}
