package shutdown

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"snag/analyze/judge"
)

func TestRuntimeOf(t *testing.T) {
	for _, c := range []struct {
		facts Facts
		want  Runtime
	}{
		{Facts{Exe: "/usr/bin/node", Argv: []string{"node", "server.js"}}, Node},
		{Facts{Exe: "/usr/bin/node", Argv: []string{"node", "/usr/bin/npm", "start"}}, NPM},
		{Facts{Exe: "/usr/bin/node", Argv: []string{"npm start"}}, NPM},
		{Facts{Exe: "/usr/bin/node", Argv: []string{"node", "/usr/lib/node_modules/npm/bin/npm-cli.js", "run", "dev"}}, NPM},
		{Facts{Exe: "/usr/bin/python3.11", Argv: []string{"/usr/bin/python3", "/usr/bin/gunicorn", "-w", "2"}}, Gunicorn},
		{Facts{Exe: "/usr/bin/python3.11", Argv: []string{"gunicorn: master [app]"}}, Gunicorn},
		{Facts{Exe: "/usr/bin/python3.11", Argv: []string{"python3", "-m", "uvicorn", "app:app"}}, Uvicorn},
		{Facts{Exe: "/usr/bin/python3.11", Argv: []string{"python3", "-m", "http.server"}}, Python},
		{Facts{Exe: "/usr/bin/ruby3.1", Argv: []string{"puma 5.6.5 (tcp://0.0.0.0:9292) [app]"}}, Puma},
		{Facts{Exe: "/usr/bin/ruby3.1", Argv: []string{"ruby", "server.rb"}}, Ruby},
		{Facts{Exe: "/usr/sbin/nginx", Argv: []string{"nginx: master process nginx"}}, Nginx},
		{Facts{Exe: "/usr/sbin/nginx (deleted)", Argv: []string{"nginx: worker process"}}, Nginx},
		{Facts{Exe: "/usr/sbin/apache2"}, Apache},
		{Facts{Exe: "/usr/sbin/php-fpm8.2"}, PHP},
		{Facts{Exe: "/usr/lib/jvm/java-17/bin/java", Argv: []string{"java", "-jar", "app.jar"}}, JVM},
		{Facts{Exe: "/usr/bin/dash", Argv: []string{"sh", "-c", "node server.js"}}, Shell},
		{Facts{Exe: "/bin/busybox", Argv: []string{"sh"}}, Shell},
		{Facts{Exe: "/srv/app", Argv: []string{"./app"}, GoBuild: true}, Go},
		{Facts{Exe: "/usr/bin/caddy", GoBuild: true}, Caddy},
		{Facts{Exe: `C:\Program Files\nodejs\node.exe`}, Node},
		{Facts{Argv: []string{"npm", "start"}}, NPM},
		{Facts{Exe: "/usr/bin/sleep", Argv: []string{"sleep", "npm"}}, Other},
		{Facts{}, Other},
	} {
		if got := RuntimeOf(c.facts); got != c.want {
			t.Errorf("RuntimeOf(%+v) = %q, want %q", c.facts, got, c.want)
		}
	}
}

func TestFromWaitStatus(t *testing.T) {
	name := func(n int) string { return map[int]string{9: "SIGKILL", 11: "SIGSEGV", 15: "SIGTERM"}[n] }
	for _, c := range []struct {
		status uint32
		want   string
	}{
		{0, "exit code 0"},
		{143 << 8, "exit code 143"},
		{255 << 8, "exit code 255"},
		{15, "death by SIGTERM"},
		{9, "death by SIGKILL"},
		{11 | 0x80, "death by SIGSEGV with a core image"},
	} {
		if got := FromWaitStatus(c.status, name).String(); got != c.want {
			t.Errorf("%#x: %q, want %q", c.status, got, c.want)
		}
	}
}

func TestDispositions(t *testing.T) {
	thread := func(blocked ...string) ThreadMask { return ThreadMask{Blocked: blocked} }
	for _, c := range []struct {
		name  string
		masks Masks
		want  Disposition
	}{
		{"nothing", Masks{Threads: []ThreadMask{thread()}}, DefaultAction},
		{"ignored", Masks{Ignored: []string{"SIGTERM"}, Threads: []ThreadMask{thread("SIGTERM")}}, IgnoredSignal},
		{"caught", Masks{Caught: []string{"SIGTERM"}, Threads: []ThreadMask{thread()}}, CaughtSignal},
		{"blocked by one of two", Masks{Threads: []ThreadMask{thread("SIGTERM"), thread()}}, DefaultAction},
		{"blocked by all", Masks{Threads: []ThreadMask{thread("SIGTERM"), thread("SIGTERM")}}, BlockedSignal},
		{"caught and blocked", Masks{Caught: []string{"SIGTERM"}, Threads: []ThreadMask{thread("SIGTERM")}}, BlockedSignal},
		{"signalfd", Masks{SignalFD: []string{"SIGTERM"}, Threads: []ThreadMask{thread("SIGTERM")}}, WaitedSignal},
		{"signalfd that nothing blocks for", Masks{SignalFD: []string{"SIGTERM"}, Threads: []ThreadMask{thread()}}, DefaultAction},
		{"sigwait", Masks{Threads: []ThreadMask{thread(), {Waiting: true, Waited: []string{"SIGTERM"}}}}, WaitedSignal},
		{"sigwait for another", Masks{Threads: []ThreadMask{{Waiting: true, Waited: []string{"SIGHUP"}}}}, DefaultAction},
		{"sigwait that may not be read", Masks{Threads: []ThreadMask{{Waiting: true}}}, Undisclosed},
		{"node", Masks{Process: Process{Runtime: Node}, Caught: []string{"SIGTERM"}, Threads: []ThreadMask{thread()}}, RuntimeHandler},
		{"java", Masks{Process: Process{Runtime: JVM}, Caught: []string{"SIGTERM"}, Threads: []ThreadMask{thread()}}, RuntimeHandler},
		{"go", Masks{Process: Process{Runtime: Go}, Caught: []string{"SIGTERM"}, Threads: []ThreadMask{thread()}}, RuntimeHandler},
		{"go under nohup", Masks{Process: Process{Runtime: Go}, Ignored: []string{"SIGTERM"}, Threads: []ThreadMask{thread()}}, IgnoredSignal},
	} {
		if got := c.masks.Of("SIGTERM"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	everything := Masks{Caught: []string{"SIGKILL"}, Ignored: []string{"SIGSTOP"}}
	if everything.Of("SIGKILL") != DefaultAction || everything.Of("SIGSTOP") != DefaultAction {
		t.Error("SIGKILL and SIGSTOP cannot be caught or ignored")
	}
	term, _ := Lookup("term")
	if m := DefaultAction.Meaning(term, true); !strings.Contains(m, "discards") {
		t.Errorf("default for PID 1: %q", m)
	}
	for _, d := range []Disposition{CaughtSignal, WaitedSignal, RuntimeHandler} {
		if strings.Contains(d.Meaning(term, false), "handles") {
			t.Errorf("%s is no proof of handling", d)
		}
	}
}

func TestSignals(t *testing.T) {
	for name, want := range map[string]Action{"TERM": Terminate, "sighup": Terminate, "QUIT": Core, "STOP": Stop, "CHLD": Ignore, "CONT": Continue, "TSTP": Stop, "XCPU": Core} {
		if s, ok := Lookup(name); !ok || s.Default != want {
			t.Errorf("%s: %+v, %v, want %s", name, s, ok, want)
		}
	}
	for _, s := range Signals {
		if s.Catchable == (s.Name == "SIGKILL" || s.Name == "SIGSTOP") {
			t.Errorf("%s: catchable %v", s.Name, s.Catchable)
		}
	}
}

// TestEveryCauseHasAdvice reads the causes from the source, so that none is forgotten.
func TestEveryCauseHasAdvice(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "advice.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "Cause" {
			return true
		}
		n++
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil || Advice(Cause(value), Other) == "" {
			t.Errorf("%s has no advice", spec.Names[0].Name)
		}
		return true
	})
	if n < 25 || n != len(advice) {
		t.Errorf("%d causes, %d with advice", n, len(advice))
	}
	if got := Advice(CauseSilent, Node); !strings.Contains(got, "closeIdleConnections() does not close") || !strings.Contains(got, "closeAllConnections()") {
		t.Errorf("advice for Node: %q", got)
	}
}

func at(m Millis) *Millis { return &m }

// drained is a timeline of a graceful shutdown, to be spoilt by the cases.
func drained() Timeline {
	t := Timeline{
		Target:   Target{Process: Process{PID: 7, Runtime: Node}, Protocol: HTTP, Launched: true},
		Delivery: Delivery{Name: "SIGTERM", Number: 15}, Grace: 30000,
		InFlight: InFlight{Via: "held-body"},
		Listener: Listener{Closed: at(5)},
		Exit:     Exit{Kind: Exited, At: at(1510)},
		Port:     Port{Tested: true, Released: true},
		New:      NewConnections{BrokenHow: map[string]int{}},
	}
	for range 4 {
		t.InFlight.Requests = append(t.InFlight.Requests, Request{Outcome: Completed, Status: 200, Ended: at(1502)})
	}
	return t
}

func TestJudge(t *testing.T) {
	drop := func(t *Timeline, ended Millis, how string) {
		for i := range t.InFlight.Requests {
			t.InFlight.Requests[i] = Request{Outcome: Dropped, How: how, Ended: at(ended)}
		}
	}
	for _, c := range []struct {
		name    string
		spoil   func(*Timeline)
		verdict Verdict
		rules   string
		cause   Cause // of the first finding
	}{
		{"graceful", func(*Timeline) {}, Graceful, "", ""},
		{"dies of the signal when drained", func(t *Timeline) { t.Exit = Exit{Kind: Signaled, Signal: "SIGTERM", At: at(1510)} }, Graceful, "", ""},
		{"exit 143 when drained", func(t *Timeline) { t.Exit.Code = 143 }, Graceful, "", ""},
		{"another code", func(t *Timeline) { t.Exit.Code = 1 }, Graceful, "exit-status", CauseExitStatus},
		{"status unknown", func(t *Timeline) { t.Exit = Exit{Kind: UnknownExit, Reason: "r", At: at(1510)} }, Graceful, "", ""},
		{"clean code, lost requests", func(t *Timeline) { drop(t, 4, "fin"); t.Exit.At = at(5) }, NotGraceful, "dropped-requests", CauseExitsAtOnce},
		{"no handler", func(t *Timeline) {
			drop(t, 4, "reset")
			t.Exit = Exit{Kind: Signaled, Signal: "SIGTERM", At: at(5)}
		}, NotGraceful, "dropped-requests", CauseNoHandler},
		{"JVM without a hook", func(t *Timeline) {
			drop(t, 4, "fin")
			t.Target.Runtime = JVM
			t.Exit = Exit{Kind: Exited, Code: 143, At: at(30)}
		}, NotGraceful, "dropped-requests", CauseNoHandler},
		{"gives up too soon", func(t *Timeline) { drop(t, 1000, "fin"); t.Exit.At = at(1001) }, NotGraceful, "dropped-requests", CauseOwnLimit},
		{"truncated", func(t *Timeline) { t.InFlight.Requests[0].Outcome = Truncated }, NotGraceful, "dropped-requests", CauseOwnLimit},
		{"never accepted", func(t *Timeline) {
			t.InFlight.Requests[0] = Request{Outcome: Dropped, How: "reset", Ended: at(1506)}
		}, NotGraceful, "dropped-requests", CauseQueue},
		{"early answers do not count", func(t *Timeline) { t.InFlight.Requests[0].Outcome = Early }, Graceful, "", ""},
		{"all early", func(t *Timeline) {
			for i := range t.InFlight.Requests {
				t.InFlight.Requests[i].Outcome = Early
			}
			t.InFlight.Reason = "answers at once"
		}, Unknown, "unknown", CauseUnobserved},
		{"snag was late", func(t *Timeline) {
			t.InFlight.Requests[0] = Request{Outcome: Dropped, How: "fin", Ended: at(2600), Late: true}
		}, Unknown, "unknown", CauseUnobserved},
		{"5xx", func(t *Timeline) { t.InFlight.Requests[0].Outcome = ServerError }, NotGraceful, "failed-requests", CauseAnswersErrors},
		{"killed while it waits", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Connections = []Connection{{Kind: Silent, Ended: at(30002), How: "killed"}, {Kind: Idle, Ended: at(5), How: "fin"}}
		}, NotGraceful, "not-exited", CauseSilent},
		{"killed with idle connections", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Connections = []Connection{{Kind: Idle, Ended: at(30002), How: "killed"}}
		}, NotGraceful, "not-exited", CauseKeepAlive},
		{"killed, nothing open", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
		}, NotGraceful, "not-exited", CauseHangs},
		{"swallowed", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Listener.Closed, t.New.OK = at(30005), 900
		}, NotGraceful, "no-effect", CauseSwallowed},
		{"PID 1", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Listener.Closed, t.New.OK = nil, 900
			t.Target.Inner, t.Target.AtRest = 1, DefaultAction
		}, NotGraceful, "no-effect", CausePID1},
		{"reload", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Listener.Closed, t.Children.Replaced = nil, true
		}, NotGraceful, "no-effect", CauseReloads},
		{"blocked", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Delivery.Pending = true
		}, NotGraceful, "no-effect", CauseBlocked},
		{"crash", func(t *Timeline) { t.Exit = Exit{Kind: Signaled, Signal: "SIGSEGV", Core: true, At: at(1510)} }, NotGraceful, "crashed", CauseCrashes},
		{"slow exit", func(t *Timeline) {
			t.Exit.At = at(4700)
			t.Connections = []Connection{{Kind: Silent, Ended: at(4699), How: "fin"}}
		}, Graceful, "waits-for-connection", CauseSilent},
		{"slow exit that ends sooner without the connection", func(t *Timeline) {
			t.Exit.At = at(4700)
			t.Connections = []Connection{{Kind: Silent, Ended: at(4699), How: "fin"}, {Kind: Idle, Ended: at(4699), How: "fin"}}
			t.Without = []Ablation{{[]Kind{Silent}, 3100, false}, {[]Kind{Idle}, 20, false}}
		}, Graceful, "waits-for-connection", CauseKeepAlive},
		{"slow exit that waits for either", func(t *Timeline) {
			t.Exit.At = at(4700)
			t.Connections = []Connection{{Kind: Silent, Ended: at(4699), How: "fin"}, {Kind: Idle, Ended: at(4699), How: "fin"}}
			t.Without = []Ablation{{[]Kind{Silent}, 3100, false}, {[]Kind{Idle}, 3100, false}, {[]Kind{Silent, Idle}, 20, false}}
		}, Graceful, "waits-for-connection", CauseKeepAlive},
		{"slow exit by a timer", func(t *Timeline) {
			t.Exit.At = at(4700)
			t.Connections = []Connection{{Kind: Silent, Ended: at(4699), How: "fin"}}
			t.Without = []Ablation{{[]Kind{Silent}, 3150, false}}
		}, Graceful, "", ""},
		{"slow exit of what serves", func(t *Timeline) {
			t.Exit.At, t.New.LastOK, t.Listener.Closed = at(6500), at(6490), at(6499)
			t.Connections = []Connection{{Kind: Idle, Ended: at(6499), How: "fin"}}
		}, Graceful, "", ""},
		{"stuck until the connection is left out", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Connections = []Connection{{Kind: Silent, Ended: at(30003), How: "reset"}}
			t.Without = []Ablation{{[]Kind{Silent}, 10, false}}
		}, NotGraceful, "not-exited", CauseSilent},
		{"stuck without the connection as well", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGKILL", At: at(30003), KilledByUs: true}
			t.Connections = []Connection{{Kind: Silent, Ended: at(30003), How: "reset"}}
			t.Without = []Ablation{{[]Kind{Silent}, 28000, true}}
		}, NotGraceful, "not-exited", CauseHangs},
		{"new connections that hang", func(t *Timeline) { t.New.Before, t.New.TimedOut = 50, 320 }, Graceful, "hanging-connections", CauseListensOn},
		{"new connections that hang on a busy machine", func(t *Timeline) {
			t.New.Before, t.New.TimedOut, t.Exit.Contended = 50, 320, 2600
		}, Unknown, "unknown", CauseUnobserved},
		{"new connections that hang on a machine with little to do", func(t *Timeline) {
			t.New.Before, t.New.TimedOut, t.Exit.Contended = 50, 320, 900
		}, Graceful, "hanging-connections", CauseListensOn},
		{"slow exit for another reason", func(t *Timeline) {
			t.Exit.At = at(4700)
			t.Connections = []Connection{{Kind: Silent, Ended: at(1600), How: "fin"}}
		}, Graceful, "", ""},
		{"orphan", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, Signal: "SIGTERM", At: at(2)}
			t.Target.Runtime, t.Listener.Closed = Shell, nil
			t.Children.Orphans = []Process{{PID: 8, Argv: []string{"node"}}}
			t.Port = Port{Tested: true, HeldBy: []int{8}}
		}, NotGraceful, "orphan port-held", CauseNotForwarded},
		{"leaves before its child", func(t *Timeline) {
			t.Exit = Exit{Kind: Exited, Code: 143, At: at(2)}
			t.Target.Runtime = Tini
			t.Children.Orphans = []Process{{PID: 8, Argv: []string{"node"}, Ended: at(1600)}}
		}, Graceful, "orphan", CauseLeavesEarly},
		{"zombie", func(t *Timeline) { t.Children.Zombies = []Process{{PID: 8, Argv: []string{"x"}}} }, Graceful, "zombie", CauseZombies},
		{"broken connections", func(t *Timeline) { t.New.Broken, t.New.BrokenOver = 70, 1500 }, Graceful, "broken-connections", CauseListensOn},
		{"a burst of broken connections", func(t *Timeline) { t.New.Broken, t.New.BrokenOver = 9, 180 }, Graceful, "broken-connections", CauseListensOn},
		{"readiness first", func(t *Timeline) {
			t.Listener.Closed = at(1005)
			t.Endpoints = []Endpoint{{Path: "/ready", Readiness: true, Before: 200, Turned: at(4), As: "503"}}
		}, Graceful, "", ""},
		{"readiness refused", func(t *Timeline) {
			t.Endpoints = []Endpoint{{Path: "/ready", Readiness: true, Before: 200, Turned: at(8), As: "refused"}}
		}, Graceful, "readiness", CauseNotReadiness},
		{"readiness together with the listener", func(t *Timeline) {
			t.Endpoints = []Endpoint{{Path: "/ready", Readiness: true, Before: 200, Turned: at(1), As: "503"}}
		}, Graceful, "readiness", CauseNotReadiness},
		{"health alone asks for nothing", func(t *Timeline) {
			t.Endpoints = []Endpoint{{Path: "/health", Before: 200, Turned: at(8), As: "refused"}}
		}, Graceful, "", ""},
		{"interrupted", func(t *Timeline) { t.Partial = true; drop(t, 3, "fin") }, Unknown, "", ""},
		{"no HTTP", func(t *Timeline) { t.Target.Protocol, t.InFlight = TCP, InFlight{} }, Unknown, "unknown", CauseUnobserved},
		{"work survived", func(t *Timeline) {
			t.Target.Protocol, t.InFlight = TCP, InFlight{}
			t.Work = &Work{Before: WorkRun{Exit: Exit{Kind: Exited}, Stdout: "42\n"}, After: WorkRun{Exit: Exit{Kind: Exited}, Stdout: "42\n"}}
		}, Graceful, "", ""},
		{"work lost", func(t *Timeline) {
			t.Target.Protocol, t.InFlight = TCP, InFlight{}
			t.Work = &Work{Before: WorkRun{Exit: Exit{Kind: Exited}, Stdout: "42\n"}, After: WorkRun{Exit: Exit{Kind: Exited}, Stdout: "\n"}}
		}, NotGraceful, "lost-work", CauseLosesWork},
		{"work could not be checked", func(t *Timeline) {
			t.Target.Protocol, t.InFlight = TCP, InFlight{}
			t.Work = &Work{Before: WorkRun{Exit: Exit{Kind: Exited, Code: 1}}}
		}, Unknown, "unknown", CauseUnobserved},
	} {
		timeline := drained()
		c.spoil(&timeline)
		got := Judge(timeline)
		var rules []string
		for _, f := range got.Findings {
			rules = append(rules, strings.TrimPrefix(f.Rule, "shutdown/"))
			if f.Message == "" || f.Help == "" {
				t.Errorf("%s: %s has no message or no help", c.name, f.Rule)
			}
		}
		cause := Cause("")
		if len(got.Findings) > 0 {
			cause = got.Findings[0].Evidence.(Evidence).Cause
		}
		if got.Verdict != c.verdict || strings.Join(rules, " ") != c.rules || cause != c.cause {
			t.Errorf("%s: %s %v %q, want %s %q %q", c.name, got.Verdict, rules, cause, c.verdict, c.rules, c.cause)
		}
		if got.Verdict == Unknown && got.Reason == "" {
			t.Errorf("%s: unknown without a reason", c.name)
		}
	}
}

func TestJudgeCrashes(t *testing.T) {
	well := Crash{Case: "port-in-use", Exit: Exit{Kind: Exited, Code: 1}, Stderr: "EADDRINUSE"}
	for _, c := range []struct {
		crash   Crash
		verdict Verdict
		rules   string
	}{
		{well, Graceful, ""},
		{Crash{Case: "port-in-use", Exit: Exit{Kind: Exited}, Stderr: "EADDRINUSE"}, NotGraceful, "[shutdown/crash-without-status]"},
		{Crash{Case: "bad-flag", Exit: Exit{Kind: Exited, Code: 2}, Stdout: "usage"}, NotGraceful, "[shutdown/crash-without-message]"},
		{Crash{Case: "bad-flag", Exit: Exit{Kind: Exited}}, NotGraceful, "[shutdown/crash-without-status shutdown/crash-without-message]"},
		{Crash{Case: "bad-flag", Exit: Exit{Kind: Running, KilledByUs: true}, Listened: true}, Graceful, "[shutdown/crash-unnoticed]"},
		{Crash{Case: "port-in-use", Exit: Exit{Kind: Running, KilledByUs: true}}, NotGraceful, "[shutdown/crash-unnoticed]"},
		{Crash{Case: "bad-flag", Skipped: "no"}, Unknown, ""},
	} {
		got := JudgeCrashes([]Crash{c.crash}, Go)
		var rules []string
		for _, f := range got.Findings {
			rules = append(rules, f.Rule)
		}
		text := ""
		if len(rules) > 0 {
			text = fmt.Sprint(rules)
		}
		if got.Verdict != c.verdict || text != c.rules {
			t.Errorf("%+v: %s %s, want %s %s", c.crash, got.Verdict, text, c.verdict, c.rules)
		}
	}
}

func TestJudgeOne(t *testing.T) {
	died := func(signal string) Timeline {
		end := Millis(3)
		return Timeline{Delivery: Delivery{Name: signal}, Exit: Exit{Kind: Signaled, Signal: signal, At: &end}, Work: &Work{
			Before: WorkRun{Exit: Exit{Kind: Exited}, Stdout: "42"}, After: WorkRun{Exit: Exit{Kind: Exited}}}}
	}
	for _, c := range []struct {
		name     string
		timeline Timeline
		want     string
	}{
		{"SIGTERM is judged as ever", died("SIGTERM"), RuleLostWork},
		{"SIGPIPE must not end it", died("SIGPIPE"), RulePipe},
		{"SIGHUP may mean what it likes", died("SIGHUP"), ""},
		{"killed at the end of its grace", Timeline{Delivery: Delivery{Name: "SIGPIPE"}, Exit: Exit{Kind: Signaled, Signal: "SIGKILL", KilledByUs: true}}, ""},
	} {
		var rules []string
		for _, f := range JudgeOne(c.timeline).Findings {
			rules = append(rules, f.Rule)
		}
		if got := strings.Join(rules, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSuspects checks which connections are left out of repeats.
func TestSuspects(t *testing.T) {
	at := func(ms Millis) *Millis { return &ms }
	both := []Connection{{Kind: Idle, Ended: at(4699)}, {Kind: Silent, Ended: at(4699)}}
	timeline := func(change func(*Timeline)) Timeline {
		t := Timeline{Target: Target{Protocol: HTTP}, Grace: 30000, Exit: Exit{Kind: Exited, At: at(4700)}, Connections: both,
			Listener: Listener{Closed: at(3)}, InFlight: InFlight{Requests: []Request{{Outcome: Completed, Ended: at(1500)}}}}
		change(&t)
		return t
	}
	for _, test := range []struct {
		name   string
		change func(*Timeline)
		want   string
	}{
		{"both", func(*Timeline) {}, "[[silent] [idle] [silent idle]]"},
		{"one", func(t *Timeline) { t.Connections = both[:1] }, "[[idle]]"},
		{"closed before", func(t *Timeline) { t.Exit.At = at(9000) }, "[]"},
		{"no wait", func(t *Timeline) { t.Exit.At, t.Connections[0].Ended = at(1600), at(1600) }, "[]"},
		{"it serves", func(t *Timeline) { t.New.LastOK = at(4690) }, "[]"},
		{"killed", func(t *Timeline) {
			t.Exit = Exit{Kind: Signaled, At: at(30001), KilledByUs: true}
			t.Connections = []Connection{{Kind: Silent, Ended: at(30001)}}
		}, "[[silent]]"},
		{"killed while it serves", func(t *Timeline) {
			t.Exit, t.Listener.Closed = Exit{Kind: Signaled, At: at(30001), KilledByUs: true}, nil
		}, "[]"},
		{"requests are unanswered", func(t *Timeline) { t.InFlight.Requests[0].Ended = nil }, "[]"},
		{"interrupted", func(t *Timeline) { t.Partial = true }, "[]"},
	} {
		if got := fmt.Sprint(Suspects(timeline(test.change))); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestAfterKill tells an end that snag brought about from one that came just before.
func TestAfterKill(t *testing.T) {
	for _, c := range []struct {
		exit   Exit
		signal string
		want   string
	}{
		{Exit{Kind: Signaled, Signal: "SIGKILL"}, "SIGKILL", "death by SIGKILL (sent by snag)"},
		{Exit{Kind: UnknownExit}, "SIGKILL", "ended, status unknown (sent by snag)"},
		{Exit{Kind: Exited}, "SIGKILL", "exit code 0"},
		{Exit{Kind: Exited, Code: 3}, "SIGKILL", "exit code 3"},
		{Exit{Kind: Signaled, Signal: "SIGTERM"}, "SIGKILL", "death by SIGTERM"},
		{Exit{Kind: Exited}, "SIGINT", "exit code 0 (sent by snag)"}, // which a handler of SIGINT may do
	} {
		if got := c.exit.AfterKill(c.signal).String(); got != c.want {
			t.Errorf("%+v after %s: %s, want %s", c.exit, c.signal, got, c.want)
		}
	}
}

// TestContended holds that an end is not taken for one that waited when the processors were busy with other things.
func TestContended(t *testing.T) {
	for _, c := range []struct {
		at, contended Millis
		lost          Millis // before the end
		ok, closed    Millis // of the last answer to a new connection, and of the listener; 0 for none
		code          int
		want          Cause
	}{
		{45, 0, 59, 0, 0, 143, CauseNoHandler},
		{545, 0, 59, 0, 0, 143, CauseCutsAtOnce},
		{545, 540, 59, 0, 0, 143, CauseNoHandler},
		{1100, 1090, 59, 0, 0, 143, CauseNoHandler},
		{1600, 1600, 59, 0, 0, 143, CauseOwnLimit}, // however busy it was
		{1500, 600, 59, 0, 0, 143, CauseOwnLimit},
		{925, 900, 59, 0, 0, 0, CauseExitsAtOnce},
		{925, 900, 842, 0, 0, 0, CauseCutsAtOnce},
		{925, 900, 59, 20, 0, 0, CauseExitsAtOnce},
		{925, 900, 59, 850, 0, 0, CauseOwnLimit}, // it had the time to answer
		{710, 700, 9, 0, 8, 1, CauseOwnLimit},    // and to close
	} {
		ended := c.at - c.lost
		tl := Timeline{
			Target:   Target{Process: Process{PID: 10, Runtime: JVM}, Protocol: HTTP},
			Delivery: Delivery{Name: "SIGTERM", Number: 15, To: "target", PIDs: []int{10}}, Grace: 10_000,
			InFlight: InFlight{Requests: []Request{{Method: "POST", Path: "/", Sent: -200, Ended: &ended, Outcome: Dropped, How: "fin"}}},
			New:      NewConnections{Broken: 19, BrokenOver: 669},
			Exit:     Exit{Kind: Exited, Code: c.code, At: &c.at, Contended: c.contended},
		}
		if c.ok > 0 {
			tl.New.LastOK = &c.ok
		}
		if c.closed > 0 {
			tl.Listener.Closed = &c.closed
		}
		findings := Judge(tl).Findings
		if len(findings) == 0 || findings[0].Rule != RuleDropped || findings[0].Evidence.(Evidence).Cause != c.want {
			t.Errorf("ended after %v, %v of it contended: got %+v, want %s", c.at, c.contended, findings, c.want)
		}
		// Nor are connections that queued up meanwhile taken for ones that it went on to accept.
		want := judge.Warning
		if c.contended > 169 && c.ok < 500 && c.closed == 0 {
			want = judge.Note
		}
		for _, f := range findings {
			if f.Rule == RuleBroken && f.Level != want {
				t.Errorf("ended after %v, %v of it contended: broken connections are a %s, want %s", c.at, c.contended, f.Level, want)
			}
		}
	}
}
