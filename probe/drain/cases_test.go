package drain

import (
	"fmt"
	"strings"
	"time"

	"snag/analyze/shutdown"
)

// acceptance is one case: a server, how it is checked, and what must come out.
type acceptance struct {
	name string
	// needs are the programs without which the case is skipped; root needs to be root.
	needs []string
	root  bool
	// argv is what to start.
	argv func(fixture) []string
	// options completes the options; nil leaves them.
	options func(fixture, *Options)

	verdict shutdown.Verdict
	// exit is the end: "0", "143", "SIGTERM", or "killed" when the grace period ran out; several for a program that does
	// not end the same way each time.
	exit string
	// flight counts the requests in flight: completed, dropped, truncated, server errors.
	flight [4]int
	// rules are those of errors and warnings, in any order, without the "shutdown/". One with a "?" behind it is found
	// only sometimes, as the program does not do the same each time.
	rules string
	// cause is that of the first finding.
	cause shutdown.Cause
	// also checks more; nil checks nothing.
	also func(shutdown.Timeline) error
	// hasty cases wait no longer for the start than their options say.
	hasty bool
	// live cases need Go alone and run always; the others run with the long tests.
	live bool
}

func grace(d time.Duration) func(fixture, *Options) {
	return func(_ fixture, o *Options) { o.Grace = d }
}

func with(changes ...func(fixture, *Options)) func(fixture, *Options) {
	return func(f fixture, o *Options) {
		for _, change := range changes {
			change(f, o)
		}
	}
}

func signalled(name string) func(fixture, *Options) {
	return func(_ fixture, o *Options) { o.Signal = name }
}

// early leaves a server that cuts what is open after 2.5 s much time to spare.
func early(_ fixture, o *Options) { o.Load.Hold = time.Second }

func noSilent(_ fixture, o *Options) { o.Load.Without = []shutdown.Kind{shutdown.Silent} }

func slow(_ fixture, o *Options) { o.Load.SlowPath = "/slow" }

func ready(_ fixture, o *Options) { o.Load.ReadyPath = "/ready" }

func pid1(_ fixture, o *Options) { o.Command.AsPID1 = true }

func second(_ fixture, o *Options) { o.Second = 500 * time.Millisecond }

var (
	allDone    = [4]int{4, 0, 0, 0}
	allDropped = [4]int{0, 4, 0, 0}
	short      = 3 * time.Second
)

func node(way string) func(fixture) []string {
	return func(f fixture) []string { return f.node(way) }
}

func golang(way string) func(fixture) []string {
	return func(f fixture) []string { return f.golang(way) }
}

func python(way string) func(fixture) []string {
	return func(f fixture) []string { return f.python(way) }
}

func java(way string) func(fixture) []string {
	return func(f fixture) []string {
		return []string{"java", "-XX:TieredStopAtLevel=1", f.data("Server.java"), way, f.number()}
	}
}

const (
	graceful = shutdown.Graceful
	not      = shutdown.NotGraceful
)

var nodes = []string{"node"}

var acceptances = []acceptance{
	// Node: six kinds of handler and more, and the other signals.
	{name: "node-nohandler", needs: nodes, argv: node("nohandler"), verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "node-nohandler-int", needs: nodes, argv: node("nohandler"), options: signalled("SIGINT"), verdict: not, exit: "SIGINT", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "node-nohandler-hup", needs: nodes, argv: node("nohandler"), options: signalled("SIGHUP"), verdict: not, exit: "SIGHUP", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "node-nohandler-quit", needs: nodes, argv: node("nohandler"), options: signalled("SIGQUIT"), verdict: not, exit: "SIGQUIT", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "node-nohandler-usr2", needs: nodes, argv: node("nohandler"), options: signalled("SIGUSR2"), verdict: not, exit: "SIGUSR2", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "node-nohandler-pipe", needs: nodes, argv: node("nohandler"), options: with(signalled("SIGPIPE"), grace(short)), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseSwallowed},
	{name: "node-close", needs: nodes, argv: node("close"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "not-exited", cause: shutdown.CauseSilent},
	{name: "node-close-no-silent", needs: nodes, argv: node("close"), options: noSilent, verdict: graceful, exit: "0", flight: allDone},
	{name: "node-close-idle", needs: nodes, argv: node("close-idle"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "not-exited", cause: shutdown.CauseSilent},
	{name: "node-close-all", needs: nodes, argv: node("close-all"), options: early, verdict: graceful, exit: "0", flight: allDone},
	{name: "node-exit0", needs: nodes, argv: node("exit0"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "node-exit3", needs: nodes, argv: node("exit3"), options: noSilent, verdict: graceful, exit: "3", flight: allDone, rules: "exit-status", cause: shutdown.CauseExitStatus},
	{name: "node-swallow", needs: nodes, argv: node("swallow"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseSwallowed},
	{name: "node-cut", needs: nodes, argv: node("cut"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "node-good", needs: nodes, argv: node("good"), options: with(ready, early), verdict: graceful, exit: "0", flight: allDone, also: readinessFirst},
	{name: "node-close-ready", needs: nodes, argv: node("close-all"), options: with(ready, early), verdict: graceful, exit: "0", flight: allDone, rules: "readiness", cause: shutdown.CauseNotReadiness},
	{name: "node-impatient", needs: nodes, argv: node("impatient"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseOwnLimit},
	{name: "node-rekill", needs: nodes, argv: node("rekill"), options: early, verdict: graceful, exit: "SIGTERM", flight: allDone},
	{name: "node-exit143", needs: nodes, argv: node("exit143"), options: early, verdict: graceful, exit: "143", flight: allDone},
	{name: "node-answers503", needs: nodes, argv: node("answers503"), verdict: not, exit: "0", flight: [4]int{0, 0, 0, 4}, rules: "failed-requests", cause: shutdown.CauseAnswersErrors},
	{name: "node-timer", needs: nodes, argv: node("timer"), options: with(early, grace(3500*time.Millisecond)), verdict: not, exit: "killed", flight: allDone, rules: "not-exited", cause: shutdown.CauseHangs},
	{name: "node-abort", needs: nodes, argv: node("abort"), options: early, verdict: not, exit: "SIGABRT", flight: allDone, rules: "crashed", cause: shutdown.CauseCrashes},
	{name: "node-slow-path", needs: nodes, argv: node("close"), options: with(noSilent, slow), verdict: graceful, exit: "0", flight: allDone},

	// Wrappers.
	{name: "sh", needs: nodes, argv: func(f fixture) []string { return []string{"sh", "-c", f.shellNode("close")} }, verdict: not, exit: "SIGTERM", flight: allDone, rules: "orphan port-held", cause: shutdown.CauseNotForwarded, also: leftBehind},
	{name: "bash", needs: []string{"node", "bash"}, argv: func(f fixture) []string { return []string{"bash", "-c", f.shellNode("close")} }, verdict: not, exit: "SIGTERM", flight: allDone, rules: "orphan port-held", cause: shutdown.CauseNotForwarded, also: leftBehind},
	{name: "sh-exec", needs: nodes, argv: func(f fixture) []string { return []string{"sh", "-c", "exec " + f.shellNode("close-all")} }, options: early, verdict: graceful, exit: "0", flight: allDone},
	{name: "npm", needs: []string{"node", "npm"}, argv: func(f fixture) []string { return []string{"npm", "start", "--silent"} }, options: func(f fixture, o *Options) {
		o.Command.Dir = f.data("npm")
		o.Command.Env = []string{"SNAG_TEST_PORT=" + f.number(), "npm_config_update_notifier=false"}
		o.Startup = 20 * time.Second
	}, verdict: not, exit: "SIGTERM", flight: allDone, rules: "orphan port-held", cause: shutdown.CauseNotForwarded, also: leftBehind},
	{name: "sh-to-listener", needs: nodes, argv: func(f fixture) []string { return []string{"sh", "-c", f.shellNode("close-all")} }, options: with(early, func(_ fixture, o *Options) { o.To = ToListener }), verdict: graceful, exit: "0", flight: allDone},
	{name: "sh-to-group", needs: nodes, argv: func(f fixture) []string { return []string{"sh", "-c", f.shellNode("close-all")} }, options: with(early, func(_ fixture, o *Options) { o.To = ToGroup }), verdict: graceful, exit: "SIGTERM", flight: allDone, rules: "orphan", cause: shutdown.CauseLeavesEarly},
	{name: "tini", needs: []string{"node", "tini"}, argv: func(f fixture) []string { return append([]string{"tini", "-s", "--"}, f.node("close-all")...) }, options: early, verdict: graceful, exit: "0", flight: allDone},
	{name: "tini-nohandler", needs: []string{"node", "tini"}, argv: func(f fixture) []string { return append([]string{"tini", "-s", "--"}, f.node("nohandler")...) }, verdict: not, exit: "143", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "tini-sh", needs: []string{"node", "tini"}, argv: func(f fixture) []string { return []string{"tini", "--", "sh", "-c", f.shellNode("close")} }, verdict: not, exit: "143", flight: allDone, rules: "orphan port-held", cause: shutdown.CauseNotForwarded, also: leftBehind},
	{name: "tini-g-sh", needs: []string{"node", "tini"}, argv: func(f fixture) []string { return []string{"tini", "-g", "--", "sh", "-c", f.shellNode("close-all")} }, options: early, verdict: graceful, exit: "143", flight: allDone, rules: "orphan", cause: shutdown.CauseLeavesEarly},
	{name: "dumb-init", needs: []string{"node", "dumb-init"}, argv: func(f fixture) []string { return append([]string{"dumb-init", "--"}, f.node("close-all")...) }, options: early, verdict: graceful, exit: "0", flight: allDone},

	// Go, right and wrong.
	{name: "go-none", argv: golang("none"), verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler, live: true},
	{name: "go-shutdown", argv: golang("shutdown"), options: grace(9 * time.Second), verdict: graceful, exit: "0", flight: allDone, rules: "waits-for-connection", cause: shutdown.CauseSilent},
	{name: "go-shutdown-no-silent", argv: golang("shutdown"), options: noSilent, verdict: graceful, exit: "0", flight: allDone, live: true},
	{name: "go-shutdown-slow", argv: golang("shutdown"), options: with(noSilent, slow), verdict: graceful, exit: "0", flight: allDone},
	{name: "go-bug", argv: golang("bug"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce, live: true},
	{name: "go-ready", argv: golang("ready"), options: with(ready, noSilent), verdict: graceful, exit: "0", flight: allDone, also: readinessFirst},
	{name: "go-close", argv: golang("close"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "go-impatient", argv: golang("impatient"), verdict: not, exit: "1", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseOwnLimit},
	{name: "go-notifyctx-second", argv: golang("notifyctx"), options: with(second, noSilent), verdict: graceful, exit: "0", flight: allDone},
	{name: "go-stop-second", argv: golang("stop"), options: second, verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseSecondSignal, live: true},
	{name: "go-swallow", argv: golang("swallow"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseSwallowed},
	{name: "go-quit", argv: golang("shutdown"), options: signalled("SIGQUIT"), verdict: not, exit: "2", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "go-hup", argv: golang("shutdown"), options: signalled("SIGHUP"), verdict: not, exit: "SIGHUP", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler, live: true},

	{name: "go-tls", argv: golang("tls"), options: with(noSilent, func(_ fixture, o *Options) { o.Load.TLS = true }), verdict: graceful, exit: "0", flight: allDone},

	// Java.
	{name: "java", needs: []string{"javac"}, argv: java("none"), verdict: not, exit: "143", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "java-hook", needs: []string{"javac"}, argv: java("hook"), options: noSilent, verdict: graceful, exit: "143", flight: allDone},

	// Python.
	{name: "python-none", needs: []string{"python3"}, argv: python("none"), verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	// Where KeyboardInterrupt is raised inside Thread.start(), which happens to about one run in seven, socketserver ends with 1.
	{name: "python-int", needs: []string{"python3"}, argv: python("none"), options: signalled("SIGINT"), verdict: not, exit: "SIGINT 1", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "python-handler", needs: []string{"python3"}, argv: python("handler"), verdict: graceful, exit: "0", flight: allDone},
	{name: "python-blocked", needs: []string{"python3"}, argv: python("blocked"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseBlocked},
	{name: "python-ignored", needs: []string{"python3"}, argv: python("ignored"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseSwallowed},
	{name: "python-module", needs: []string{"python3"}, argv: func(f fixture) []string {
		return []string{"python3", "-m", "http.server", "--bind", "127.0.0.1", "--directory", f.dir, f.number()}
	}, verdict: shutdown.Unknown, exit: "SIGTERM", rules: "unknown", cause: shutdown.CauseUnobserved},
	{name: "gunicorn-sync", needs: []string{"gunicorn"}, argv: func(f fixture) []string { return f.gunicorn("-w", "2") }, options: noSilent, verdict: not, exit: "0", flight: [4]int{2, 2, 0, 0}, rules: "dropped-requests broken-connections", cause: shutdown.CauseQueue},
	{name: "gunicorn-gthread", needs: []string{"gunicorn"}, argv: func(f fixture) []string { return f.gunicorn("-w", "1", "--worker-class", "gthread", "--threads", "12") }, options: noSilent, verdict: graceful, exit: "0", flight: allDone},
	{name: "uwsgi", needs: []string{"uwsgi"}, argv: func(f fixture) []string { return f.uwsgi() }, options: with(slow, noSilent, grace(8*time.Second)), verdict: not, exit: "killed", flight: allDropped, rules: "dropped-requests no-effect", cause: shutdown.CauseReloads},
	// Workers and master get the signal at once: who is first decides whether connections are still taken that nobody answers.
	{name: "uwsgi-die-on-term", needs: []string{"uwsgi"}, argv: func(f fixture) []string { return f.uwsgi("--die-on-term") }, options: with(slow, noSilent), verdict: not, exit: "0", flight: allDropped, rules: "broken-connections? dropped-requests"},

	// nginx, puma.
	{name: "nginx-term", needs: []string{"nginx"}, argv: fixture.nginx, verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "nginx-int", needs: []string{"nginx"}, argv: fixture.nginx, options: signalled("SIGINT"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "nginx-quit", needs: []string{"nginx"}, argv: fixture.nginx, options: with(signalled("SIGQUIT"), noSilent), verdict: graceful, exit: "0", flight: allDone},
	{name: "nginx-quit-silent", needs: []string{"nginx"}, argv: fixture.nginx, options: with(signalled("SIGQUIT"), grace(short)), verdict: not, exit: "killed", flight: allDone, rules: "not-exited", cause: shutdown.CauseSilent},
	{name: "nginx-kill", needs: []string{"nginx"}, argv: fixture.nginx, options: signalled("SIGKILL"), verdict: not, exit: "SIGKILL", flight: allDone, rules: "orphan port-held", cause: shutdown.CauseOrphans, also: leftBehind},
	{name: "nginx-hup", needs: []string{"nginx"}, argv: fixture.nginx, options: with(signalled("SIGHUP"), noSilent, grace(short)), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseReloads},
	{name: "puma", needs: []string{"puma"}, argv: func(f fixture) []string { return f.puma() }, options: slow, verdict: graceful, exit: "SIGTERM", flight: allDone},
	{name: "puma-int", needs: []string{"puma"}, argv: func(f fixture) []string { return f.puma() }, options: with(slow, signalled("SIGINT")), verdict: graceful, exit: "0", flight: allDone},

	// PID 1 of a namespace.
	{name: "pid1-node", needs: nodes, argv: node("nohandler"), options: with(pid1, grace(short)), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CausePID1},
	{name: "pid1-node-close-all", needs: nodes, argv: node("close-all"), options: with(pid1, early), verdict: graceful, exit: "0", flight: allDone},
	{name: "pid1-python", needs: []string{"python3"}, argv: python("none"), options: with(pid1, grace(short)), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CausePID1},
	{name: "pid1-go", argv: golang("none"), options: pid1, verdict: not, exit: "2", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "pid1-sh", needs: nodes, argv: func(f fixture) []string { return []string{"sh", "-c", f.shellNode("close-all")} }, options: with(pid1, grace(short)), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CausePID1},
	{name: "pid1-tini", needs: []string{"node", "tini"}, argv: func(f fixture) []string { return append([]string{"tini", "--"}, f.node("nohandler")...) }, options: pid1, verdict: not, exit: "143", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},

	// Others than HTTP.
	{name: "redis", needs: []string{"redis-server", "redis-cli"}, argv: redisServer("--save", "3600 1"), options: redisProbe, verdict: graceful, exit: "0"},
	{name: "redis-forgetful", needs: []string{"redis-server", "redis-cli"}, argv: redisServer("--save", ""), options: redisProbe, verdict: not, exit: "0", rules: "lost-work", cause: shutdown.CauseLosesWork},
	{name: "redis-kill", needs: []string{"redis-server", "redis-cli"}, argv: redisServer("--save", "3600 1"), options: with(redisProbe, signalled("SIGKILL")), verdict: not, exit: "SIGKILL", rules: "lost-work", cause: shutdown.CauseLosesWork},
	{name: "postgres-smart", needs: []string{"postgres", "initdb", "setpriv"}, root: true, argv: fixture.postgres, options: with(grace(short), overTCP), verdict: not, exit: "killed", rules: "not-exited", cause: shutdown.CauseSilent},
	{name: "postgres-fast", needs: []string{"postgres", "initdb", "setpriv"}, root: true, argv: fixture.postgres, options: with(signalled("SIGINT"), overTCP, noSilent), verdict: shutdown.Unknown, exit: "0", rules: "unknown", cause: shutdown.CauseUnobserved},
	{name: "stopped", argv: func(fixture) []string { return []string{"sh", "-c", "kill -STOP $$; exec sleep 60"} }, options: with(noListener, grace(time.Second)), verdict: not, exit: "killed", rules: "no-effect", cause: shutdown.CauseStopped, live: true},
	{name: "stopped-systemd", argv: func(fixture) []string { return []string{"sh", "-c", "kill -STOP $$; exec sleep 60"} }, options: with(noListener, func(_ fixture, o *Options) { o.Continue = true }), verdict: shutdown.Unknown, exit: "SIGTERM", rules: "unknown", cause: shutdown.CauseUnobserved},
	{name: "zombie", argv: func(f fixture) []string {
		return []string{"sh", "-c", "sleep 0.05 & exec " + f.shell(f.golang("shutdown"))}
	}, options: noSilent, verdict: graceful, exit: "0", flight: allDone, rules: "zombie", cause: shutdown.CauseZombies, live: true},
	{name: "daemon", argv: func(f fixture) []string {
		return []string{"sh", "-c", f.shell(f.golang("shutdown")) + " & exit 0"}
	}, options: with(noSilent, func(_ fixture, o *Options) { o.Daemon = true }), verdict: graceful, exit: "0", flight: allDone, also: isDaemon, live: true},
	{name: "daemon-pid-file", argv: func(f fixture) []string {
		return []string{"sh", "-c", f.shell(f.golang("none")) + " & echo $! > " + f.dir + "/pid"}
	}, options: func(f fixture, o *Options) { o.Daemon, o.PIDFile = true, f.dir+"/pid" }, verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler, also: isDaemon, live: true},
	{name: "unit-notify", needs: []string{"python3"}, argv: python("notify"), options: with(noSilent, unit("notify")), verdict: graceful, exit: "0", flight: allDone, also: func(tl shutdown.Timeline) error {
		if n := tl.Notified; n == nil || !n.Ready || n.Stopping == nil || n.Extended != 1 {
			return fmt.Errorf("notified %+v", n)
		}
		return nil
	}},
	{name: "unit-not-notified", argv: golang("shutdown"), options: with(noSilent, unit("notify")), verdict: not, exit: "0", flight: allDone, rules: "platform-setting", cause: shutdown.CauseSetting, live: true, hasty: true},
	{name: "kubernetes", argv: golang("shutdown"), options: with(noSilent, kubernetes), verdict: not, exit: "0", flight: allDone, rules: "traffic-after-signal", cause: shutdown.CauseTraffic, live: true},
	{name: "kubernetes-serves-on", argv: golang("ready"), options: with(noSilent, kubernetes, func(_ fixture, o *Options) { o.Platform.Traffic = 800 }), verdict: graceful, exit: "0", flight: allDone},
	{name: "final-signal", argv: golang("swallow"), options: with(grace(500*time.Millisecond), func(_ fixture, o *Options) { o.Final = "SIGINT" }), verdict: not, exit: "killed", flight: [4]int{0, 4, 0, 0}, rules: "dropped-requests no-effect", cause: shutdown.CauseNotFinished, live: true, also: func(tl shutdown.Timeline) error {
		if tl.Exit.Signal != "SIGINT" {
			return fmt.Errorf("it ended by %v, want SIGINT", tl.Exit)
		}
		return nil
	}},
	{name: "streams-good", needs: nodes, argv: streaming("streams", "good"), options: with(noSilent, allStreams), verdict: graceful, exit: "0", flight: allDone, also: fates("websocket closed, sse closed, chunked finished, upload finished, pipelined finished, connect finished")},
	{name: "streams-close", needs: nodes, argv: streaming("streams", "close"), options: with(noSilent, grace(short), allStreams), verdict: not, exit: "killed", flight: allDone, rules: "not-exited stream-holds stream-holds", cause: shutdown.CauseStream, also: fates("websocket killed, sse killed, chunked finished, upload finished, pipelined finished, connect finished")},
	{name: "streams-cut", needs: nodes, argv: streaming("streams", "cut"), options: with(noSilent, allStreams), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests stream-cut stream-cut stream-cut stream-cut stream-cut", cause: shutdown.CauseExitsAtOnce, also: fates("websocket cut, sse cut, chunked cut, upload cut, pipelined cut, connect cut")},
	{name: "http2-good", needs: nodes, argv: streaming("http2", "good"), options: with(noSilent, streams(shutdown.HTTP2Stream)), verdict: graceful, exit: "0", flight: allDone, also: fates("http2 finished")},
	{name: "http2-cut", needs: nodes, argv: streaming("http2", "cut"), options: with(noSilent, streams(shutdown.HTTP2Stream)), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests stream-cut", cause: shutdown.CauseCutsAtOnce, also: fates("http2 cut")},
	{name: "http2-untested", argv: golang("shutdown"), options: with(noSilent, streams(shutdown.HTTP2Stream)), verdict: shutdown.Unknown, exit: "0", flight: allDone, rules: "unknown", cause: shutdown.CauseUnobserved},
	{name: "go-h2c", argv: golang("h2c"), options: with(noSilent, streams(shutdown.HTTP2Stream, shutdown.GRPC)), verdict: graceful, exit: "0", flight: allDone, rules: "health-not-serving", cause: shutdown.CauseHealth, also: fates("http2 finished, grpc finished"), live: true},
	{name: "grpc", argv: golang("grpc"), options: with(noSilent, streams(shutdown.GRPC)), verdict: graceful, exit: "0", flight: allDone, also: fates("grpc finished")},
	{name: "grpc-none", argv: golang("grpc-none"), options: with(noSilent, streams(shutdown.GRPC)), verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests stream-cut", cause: shutdown.CauseNoHandler, also: fates("grpc cut"), live: true},
	{name: "worker", argv: func(fixture) []string { return []string{"sleep", "60"} }, options: func(_ fixture, o *Options) { o.Protocol, o.Startup = NoListener, 200*time.Millisecond }, verdict: shutdown.Unknown, exit: "SIGTERM", rules: "unknown", cause: shutdown.CauseUnobserved, live: true},
}

func isDaemon(tl shutdown.Timeline) error {
	if !tl.Target.Daemon || tl.Target.PID == 0 || tl.Target.Runtime != shutdown.Go {
		return fmt.Errorf("target %+v is not the daemon", tl.Target)
	}
	return nil
}

func streaming(file, way string) func(fixture) []string {
	return func(f fixture) []string { return []string{"node", f.data(file + ".js"), way, f.number()} }
}

// streams adds streams of these kinds.
func streams(kinds ...shutdown.StreamKind) func(fixture, *Options) {
	return func(_ fixture, o *Options) {
		for _, kind := range kinds {
			o.Load.With = append(o.Load.With, StreamConfig{Kind: kind})
		}
	}
}

func allStreams(_ fixture, o *Options) {
	o.Load.With = []StreamConfig{{shutdown.WebSocket, "/ws"}, {shutdown.SSE, "/events"}, {shutdown.Chunked, "/parts"}, {Kind: shutdown.Upload}, {Kind: shutdown.Pipelined}, {Kind: shutdown.Connect}}
}

// fates compares what became of the streams.
func fates(want string) func(shutdown.Timeline) error {
	return func(tl shutdown.Timeline) error {
		var got []string
		for _, s := range tl.Streams {
			got = append(got, string(s.Kind)+" "+string(s.Outcome)+s.Reason)
		}
		if strings.Join(got, ", ") != want {
			return fmt.Errorf("streams %s, want %s", strings.Join(got, ", "), want)
		}
		return nil
	}
}

// unit plays a unit of systemd of a type.
func unit(kind string) func(fixture, *Options) {
	return func(_ fixture, o *Options) {
		o.Notify = kind == "notify"
		o.Startup = time.Second
		o.Platform = &shutdown.Platform{Kind: shutdown.Systemd, Grace: 12_000, Settings: []shutdown.Setting{{Role: shutdown.RoleStart, Key: "Type", Value: kind}}}
	}
}

func kubernetes(_ fixture, o *Options) {
	o.Platform = &shutdown.Platform{Kind: shutdown.Kubernetes, Grace: 12_000, Traffic: 5000}
}

func overTCP(_ fixture, o *Options) { o.Protocol = shutdown.TCP }

func noListener(_ fixture, o *Options) { o.Protocol, o.Startup = NoListener, 200*time.Millisecond }

func redisServer(args ...string) func(fixture) []string {
	return func(f fixture) []string {
		return append([]string{"redis-server", "--port", f.number(), "--bind", "127.0.0.1", "--dir", f.dir, "--loglevel", "warning"}, args...)
	}
}

func redisProbe(f fixture, o *Options) {
	o.Protocol = shutdown.TCP
	o.Probe = []string{"sh", "-c", `if [ "$SNAG_PHASE" = before ]; then redis-cli -p "$SNAG_PORT" set k 42 >/dev/null; fi; redis-cli -p "$SNAG_PORT" get k`}
}

func readinessFirst(tl shutdown.Timeline) error {
	e := tl.Endpoints[0]
	if e.As != "503" || e.Turned == nil || tl.Listener.Closed == nil || *e.Turned >= *tl.Listener.Closed {
		return fmt.Errorf("readiness %+v, listener closed %v", e, tl.Listener.Closed)
	}
	return nil
}

func leftBehind(tl shutdown.Timeline) error {
	if len(tl.Children.Remaining()) == 0 || tl.Port.Released || len(tl.Port.HeldBy) == 0 || tl.Listener.Closed != nil {
		return fmt.Errorf("remaining %v, port %+v, listener closed %v", tl.Children.Remaining(), tl.Port, tl.Listener.Closed)
	}
	return nil
}
