package drain

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/snagtest"
)

// The cases mostly sleep, so more of them run at a time than there are processors.
const casesAtOnce = "6"

func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		f.Value.Set(casesAtOnce)
	}
	// Debian keeps servers where a user's PATH does not reach.
	path := os.Getenv("PATH") + ":/usr/sbin:/usr/local/sbin"
	if versions, _ := filepath.Glob("/usr/lib/postgresql/*/bin"); len(versions) > 0 {
		path += ":" + versions[len(versions)-1]
	}
	os.Setenv("PATH", path)
	status := m.Run()
	if fixtures.dir != "" {
		os.RemoveAll(fixtures.dir)
	}
	os.Exit(status)
}

// fixtures holds what is built once for all cases.
var fixtures struct {
	sync.Mutex
	dir   string
	gosrv string
	err   error
}

// goServer builds the Go fixture.
func goServer(t *testing.T) string {
	t.Helper()
	fixtures.Lock()
	defer fixtures.Unlock()
	if fixtures.dir == "" {
		fixtures.dir, fixtures.err = os.MkdirTemp("", "snag-drain-")
		if fixtures.err == nil {
			fixtures.gosrv = filepath.Join(fixtures.dir, "gosrv")
			out, err := exec.Command("go", "build", "-o", fixtures.gosrv, "../../testdata/shutdown/gosrv").CombinedOutput()
			if err != nil {
				fixtures.err = fmt.Errorf("%w: %s", err, out)
			}
		}
	}
	if fixtures.err != nil {
		t.Fatal(fixtures.err)
	}
	return fixtures.gosrv
}

var nextPort atomic.Int32

func init() { nextPort.Store(20000 + rand.Int32N(8000)) }

// freePort returns a port outside the range from which the system takes those of clients.
func freePort(t *testing.T) int {
	t.Helper()
	for range 1000 {
		port := int(nextPort.Add(1))
		if l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}

// fixture is where a case runs: a folder of its own and a port.
type fixture struct {
	*testing.T
	dir  string
	port int
}

func (f fixture) data(name string) string {
	path, err := filepath.Abs("../../testdata/shutdown/" + name)
	if err != nil {
		f.Fatal(err)
	}
	return path
}

func (f fixture) write(name, text string) string {
	path := filepath.Join(f.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
	return path
}

func (f fixture) number() string { return strconv.Itoa(f.port) }

func (f fixture) node(way string) []string {
	return []string{"node", f.data("server.js"), way, f.number()}
}

func (f fixture) shellNode(way string) string {
	return "node " + f.data("server.js") + " " + way + " " + f.number() + "; true"
}

func (f fixture) golang(way string) []string { return []string{goServer(f.T), way, f.number()} }

func (f fixture) python(way string) []string {
	return []string{"python3", f.data("server.py"), way, f.number()}
}

func (f fixture) gunicorn(args ...string) []string {
	argv := []string{"gunicorn", "-b", "127.0.0.1:" + f.number(), "--chdir", f.data("."), "--log-level", "error"}
	return append(append(argv, args...), "app:application")
}

func (f fixture) uwsgi(args ...string) []string {
	argv := []string{"uwsgi", "--plugin", "python3", "--http-socket", "127.0.0.1:" + f.number(), "--wsgi-file", f.data("app.py"),
		"--master", "--processes", "6", "--need-app"}
	return append(argv, args...)
}

func (f fixture) puma(args ...string) []string {
	return append([]string{"puma", "-b", "tcp://127.0.0.1:" + f.number(), "-t", "6:6", "-e", "production"}, append(args, f.data("config.ru"))...)
}

// nginx returns nginx in front of a server that answers everything.
func (f fixture) nginx() []string {
	back, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { back.Close() })
	go func() {
		for {
			conn, err := back.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				buffer := make([]byte, 4096)
				seen := ""
				for !strings.Contains(seen, "\r\n\r\n") {
					n, err := conn.Read(buffer)
					if err != nil {
						return
					}
					seen += string(buffer[:n])
				}
				fmt.Fprint(conn, "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")
			}()
		}
	}()
	conf := f.write("nginx.conf", fmt.Sprintf(`
worker_processes 2;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path %[1]s/body;
  proxy_temp_path %[1]s/proxy;
  fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi;
  scgi_temp_path %[1]s/scgi;
  server {
    listen 127.0.0.1:%[2]d;
    location / { proxy_pass http://%[3]s; }
  }
}
`, f.dir, f.port, back.Addr()))
	// The workers run as another user when root starts them.
	os.Chmod(f.dir, 0o755)
	return []string{"nginx", "-c", conf, "-e", filepath.Join(f.dir, "error.log"), "-g", "daemon off;"}
}

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
	// exit is the end: "0", "143", "SIGTERM", or "killed" when the grace period ran out.
	exit string
	// flight counts the requests in flight: completed, dropped, truncated, server errors.
	flight [4]int
	// rules are those of errors and warnings, in any order, without the "shutdown/".
	rules string
	// cause is that of the first finding.
	cause shutdown.Cause
	// also checks more; nil checks nothing.
	also func(*testing.T, shutdown.Timeline)
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
	{name: "go-none", argv: golang("none"), verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "go-shutdown", argv: golang("shutdown"), options: grace(9 * time.Second), verdict: graceful, exit: "0", flight: allDone, rules: "waits-for-connection", cause: shutdown.CauseSilent},
	{name: "go-shutdown-no-silent", argv: golang("shutdown"), options: noSilent, verdict: graceful, exit: "0", flight: allDone},
	{name: "go-shutdown-slow", argv: golang("shutdown"), options: with(noSilent, slow), verdict: graceful, exit: "0", flight: allDone},
	{name: "go-bug", argv: golang("bug"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "go-ready", argv: golang("ready"), options: with(ready, noSilent), verdict: graceful, exit: "0", flight: allDone, also: readinessFirst},
	{name: "go-close", argv: golang("close"), verdict: not, exit: "0", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "go-impatient", argv: golang("impatient"), verdict: not, exit: "1", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseOwnLimit},
	{name: "go-notifyctx-second", argv: golang("notifyctx"), options: with(second, noSilent), verdict: graceful, exit: "0", flight: allDone},
	{name: "go-stop-second", argv: golang("stop"), options: second, verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseSecondSignal},
	{name: "go-swallow", argv: golang("swallow"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseSwallowed},
	{name: "go-quit", argv: golang("shutdown"), options: signalled("SIGQUIT"), verdict: not, exit: "2", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseExitsAtOnce},
	{name: "go-hup", argv: golang("shutdown"), options: signalled("SIGHUP"), verdict: not, exit: "SIGHUP", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},

	{name: "go-tls", argv: golang("tls"), options: with(noSilent, func(_ fixture, o *Options) { o.Load.TLS = true }), verdict: graceful, exit: "0", flight: allDone},

	// Java.
	{name: "java", needs: []string{"javac"}, argv: java("none"), verdict: not, exit: "143", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "java-hook", needs: []string{"javac"}, argv: java("hook"), options: noSilent, verdict: graceful, exit: "143", flight: allDone},

	// Python.
	{name: "python-none", needs: []string{"python3"}, argv: python("none"), verdict: not, exit: "SIGTERM", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "python-int", needs: []string{"python3"}, argv: python("none"), options: signalled("SIGINT"), verdict: not, exit: "SIGINT", flight: allDropped, rules: "dropped-requests", cause: shutdown.CauseNoHandler},
	{name: "python-handler", needs: []string{"python3"}, argv: python("handler"), verdict: graceful, exit: "0", flight: allDone},
	{name: "python-blocked", needs: []string{"python3"}, argv: python("blocked"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseBlocked},
	{name: "python-ignored", needs: []string{"python3"}, argv: python("ignored"), options: grace(short), verdict: not, exit: "killed", flight: allDone, rules: "no-effect", cause: shutdown.CauseSwallowed},
	{name: "python-module", needs: []string{"python3"}, argv: func(f fixture) []string {
		return []string{"python3", "-m", "http.server", "--bind", "127.0.0.1", "--directory", f.dir, f.number()}
	}, verdict: shutdown.Unknown, exit: "SIGTERM", rules: "unknown", cause: shutdown.CauseUnobserved},
	{name: "gunicorn-sync", needs: []string{"gunicorn"}, argv: func(f fixture) []string { return f.gunicorn("-w", "2") }, options: noSilent, verdict: not, exit: "0", flight: [4]int{2, 2, 0, 0}, rules: "dropped-requests broken-connections", cause: shutdown.CauseQueue},
	{name: "gunicorn-gthread", needs: []string{"gunicorn"}, argv: func(f fixture) []string { return f.gunicorn("-w", "1", "--worker-class", "gthread", "--threads", "12") }, options: noSilent, verdict: graceful, exit: "0", flight: allDone},
	{name: "uwsgi", needs: []string{"uwsgi"}, argv: func(f fixture) []string { return f.uwsgi() }, options: with(slow, noSilent, grace(8*time.Second)), verdict: not, exit: "killed", flight: allDropped, rules: "dropped-requests no-effect", cause: shutdown.CauseReloads},
	{name: "uwsgi-die-on-term", needs: []string{"uwsgi"}, argv: func(f fixture) []string { return f.uwsgi("--die-on-term") }, options: with(slow, noSilent), verdict: not, exit: "0", flight: allDropped, rules: "broken-connections dropped-requests"},

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
	{name: "stopped", argv: func(fixture) []string { return []string{"sh", "-c", "kill -STOP $$; exec sleep 60"} }, options: with(noListener, grace(time.Second)), verdict: not, exit: "killed", rules: "no-effect", cause: shutdown.CauseStopped},
	{name: "stopped-systemd", argv: func(fixture) []string { return []string{"sh", "-c", "kill -STOP $$; exec sleep 60"} }, options: with(noListener, func(_ fixture, o *Options) { o.Continue = true }), verdict: shutdown.Unknown, exit: "SIGTERM", rules: "unknown", cause: shutdown.CauseUnobserved},
	{name: "zombie", argv: func(f fixture) []string {
		return []string{"sh", "-c", "sleep 0.05 & exec " + strings.Join(f.golang("shutdown"), " ")}
	}, options: noSilent, verdict: graceful, exit: "0", flight: allDone, rules: "zombie", cause: shutdown.CauseZombies},
	{name: "worker", argv: func(fixture) []string { return []string{"sleep", "60"} }, options: func(_ fixture, o *Options) { o.Protocol, o.Startup = NoListener, 200*time.Millisecond }, verdict: shutdown.Unknown, exit: "SIGTERM", rules: "unknown", cause: shutdown.CauseUnobserved},
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

// postgres returns a server on a new data directory. It refuses to run as root.
func (f fixture) postgres() []string {
	as := []string{"setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"}
	os.Chmod(filepath.Dir(f.dir), 0o755)
	os.Chmod(f.dir, 0o777)
	data := filepath.Join(f.dir, "data")
	initdb := exec.Command(as[0], append(as[1:], "initdb", "-D", data, "-A", "trust", "-N")...)
	initdb.Dir = "/"
	if out, err := initdb.CombinedOutput(); err != nil {
		f.Skipf("initdb: %v: %s", err, out)
	}
	return append(as, "postgres", "-D", data, "-p", f.number(), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="+f.dir, "-c", "fsync=off")
}

func readinessFirst(t *testing.T, tl shutdown.Timeline) {
	e := tl.Endpoints[0]
	if e.As != "503" || e.Turned == nil || tl.Listener.Closed == nil || *e.Turned > 250 || *tl.Listener.Closed-*e.Turned < 600 {
		t.Errorf("readiness %+v, listener closed %v", e, tl.Listener.Closed)
	}
}

func leftBehind(t *testing.T, tl shutdown.Timeline) {
	if len(tl.Children.Remaining()) == 0 || tl.Port.Released || len(tl.Port.HeldBy) == 0 || tl.Listener.Closed != nil {
		t.Errorf("remaining %v, port %+v, listener closed %v", tl.Children.Remaining(), tl.Port, tl.Listener.Closed)
	}
}

// TestAcceptance checks real servers whose behaviour is known. SNAG_REPEATS=20 runs each case 20
// times and prints how often the verdict was the same.
func TestAcceptance(t *testing.T) {
	snagtest.Long(t)
	if runtime.GOOS != "linux" {
		t.Skip("the cases were made on Linux")
	}
	repeats, _ := strconv.Atoi(os.Getenv("SNAG_REPEATS"))
	for _, c := range acceptances {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, program := range c.needs {
				snagtest.Needs(t, program)
			}
			if c.root && os.Geteuid() != 0 {
				snagtest.Skip(t, "needs to be root, to become the user that the server runs as")
			}
			same := 0
			for range max(1, repeats) {
				if t.Run("run", c.run) {
					same++
				}
			}
			if repeats > 0 {
				t.Logf("same verdict %d of %d", same, repeats)
			}
		})
	}
}

// run checks the server once.
func (c acceptance) run(t *testing.T) {
	f := fixture{T: t, dir: t.TempDir(), port: freePort(t)}
	o := Options{Command: process.Command{Argv: c.argv(f)}, Grace: 12 * time.Second}
	if c.options != nil {
		c.options(f, &o)
	}
	// A machine under load takes its time to start servers, never the other way round.
	o.Startup = max(o.Startup, 20*time.Second)
	if o.Protocol == NoListener {
		o.Startup = 200 * time.Millisecond
	}
	tl, err := Check(t.Context(), o)
	if errors.Is(err, process.ErrNamespace) {
		snagtest.Skip(t, "%v", err)
	}
	if err != nil {
		output := ""
		if n, ok := err.(*NotMeasured); ok {
			output = n.Output
		}
		t.Fatalf("%v\n%s", err, output)
	}
	j := shutdown.Judge(tl)
	explain := func() string {
		var b strings.Builder
		for _, e := range tl.Events {
			fmt.Fprintf(&b, "%9.1f %s\n", float64(e.At), e.What)
		}
		for _, f := range j.Findings {
			fmt.Fprintf(&b, "%s %s (%s, %s): %s\n", f.Level, f.Rule, f.Cause, f.Runtime, f.Message)
		}
		fmt.Fprintf(&b, "in flight %+v\nnew %+v\nconnections %+v\nchildren %+v\nport %+v\n%s", tl.InFlight, tl.New, tl.Connections, tl.Children, tl.Port, tl.Target.Output)
		return b.String()
	}
	if j.Verdict != c.verdict {
		t.Errorf("verdict %s (%s), want %s\n%s", j.Verdict, j.Reason, c.verdict, explain())
	}
	exit := tl.Exit.Signal
	switch {
	case tl.Exit.KilledByUs:
		exit = "killed"
	case tl.Exit.Kind == shutdown.Exited:
		exit = strconv.Itoa(tl.Exit.Code)
	}
	if exit != c.exit {
		t.Errorf("end %s (%v), want %s\n%s", exit, tl.Exit, c.exit, explain())
	}
	flight := [4]int{tl.InFlight.Count(shutdown.Completed), tl.InFlight.Count(shutdown.Dropped), tl.InFlight.Count(shutdown.Truncated), tl.InFlight.Count(shutdown.ServerError)}
	if flight != c.flight || tl.InFlight.Count(shutdown.Pending) > 0 {
		t.Errorf("in flight %v, want %v\n%s", flight, c.flight, explain())
	}
	var rules []string
	for _, f := range j.Findings {
		if f.Level != shutdown.Note {
			rules = append(rules, strings.TrimPrefix(string(f.Rule), "shutdown/"))
		}
	}
	want := strings.Fields(c.rules)
	slices.Sort(rules)
	slices.Sort(want)
	if !slices.Equal(rules, want) {
		t.Errorf("rules %v, want %v\n%s", rules, want, explain())
	}
	if c.cause != "" && (len(j.Findings) == 0 || j.Findings[0].Cause != c.cause) {
		t.Errorf("first cause is not %s\n%s", c.cause, explain())
	}
	for _, f := range j.Findings {
		if f.Help == "" {
			t.Errorf("%s (%s, %s) comes without advice", f.Rule, f.Cause, f.Runtime)
		}
	}
	if c.also != nil {
		c.also(t, tl)
	}
	nothingLeft(t, f.port)
}

// nothingLeft fails when anything still listens on the port.
func nothingLeft(t *testing.T, port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		t.Errorf("port %d is not free afterwards: %v", port, err)
		return
	}
	l.Close()
}
