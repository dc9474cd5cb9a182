package manifest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/shutdown"
)

// show is a deployment in short: its settings with their lines, and what is played.
func show(d Deployment) string {
	var b strings.Builder
	for _, s := range d.Settings {
		place := fmt.Sprint(s.Line)
		if s.Default {
			place = "default " + place
		}
		if s.Shell {
			place += " shell"
		}
		fmt.Fprintf(&b, "%s %s=%s @%s\n", s.Role, s.Key, s.Value, place)
	}
	fmt.Fprintf(&b, "%s: %s of %s", d.Name, d.Delay, d.Grace)
	for _, f := range []struct {
		set  bool
		name string
	}{{d.Endless, "endless"}, {d.First, "pid1"}, {d.Tree, "tree"}, {d.Notify, "notify"}, {d.Forking, "forking"}, {d.Hangup, "hangup"}} {
		if f.set {
			b.WriteString(" " + f.name)
		}
	}
	for _, f := range []string{d.Signal, d.Final, d.Ready, d.PIDFile, strings.Join(d.Command, "|"), strings.Join(d.Environment, "|"), strings.Join(d.Unplayed, "; ")} {
		if f != "" {
			b.WriteString(" [" + f + "]")
		}
	}
	return b.String()
}

const pod = `kind: Pod
metadata: {name: web}
spec:
`

func TestKubernetes(t *testing.T) {
	for _, c := range []struct{ name, in, workload, container, want string }{
		{"nothing said", pod + "  containers:\n  - name: app\n", "", "", `
hook lifecycle.preStop=none @default 5
signal lifecycle.stopSignal=SIGTERM, or what the image says @default 5
grace terminationGracePeriodSeconds=30 @default 4
readiness readinessProbe=none @default 5
Pod web, container app: 0 ms of 30.00 s pid1`},
		{"all said", pod + `  terminationGracePeriodSeconds: 60
  shareProcessNamespace: true
  containers:
  - name: app
    command: [sh, -c, exec node server.js]
    lifecycle:
      stopSignal: SIGINT
      preStop:
        sleep: {seconds: 7}
    readinessProbe:
      httpGet: {path: /ready, port: 80}
      periodSeconds: 5
      failureThreshold: 2
`, "", "", `
hook lifecycle.preStop=sleep 7 @11
signal lifecycle.stopSignal=SIGINT @10
grace terminationGracePeriodSeconds=60 @4
readiness readinessProbe=/ready every 5 s, 2 failures: 10 s @13
command command=exec node server.js @8
Pod web, container app: 7.00 s of 60.00 s [SIGINT] [/ready]`},
		{"a hook that sleeps in a shell", pod + "  containers:\n  - name: app\n    lifecycle: {preStop: {exec: {command: [/bin/sh, -c, 'echo bye; sleep 1.5m && true']}}}\n", "", "", `
hook lifecycle.preStop=/bin/sh -c echo bye; sleep 1.5m && true @6
signal lifecycle.stopSignal=SIGTERM, or what the image says @default 5
grace terminationGracePeriodSeconds=30 @default 4
readiness readinessProbe=none @default 5
Pod web, container app: 90.00 s of 30.00 s pid1`},
		{"a hook that asks nginx", pod + "  containers:\n  - name: app\n    lifecycle: {preStop: {exec: {command: [sh, -c, '/usr/sbin/nginx -s quit; sleep 20']}}}\n", "", "", `
hook lifecycle.preStop=sh -c /usr/sbin/nginx -s quit; sleep 20 @6
signal lifecycle.stopSignal=SIGQUIT @default 5
grace terminationGracePeriodSeconds=30 @default 4
readiness readinessProbe=none @default 5
Pod web, container app: 0 ms of 30.00 s pid1 [SIGQUIT] [the hook sends SIGQUIT, and another signal follows when it ends]`},
		{"a hook that cannot be played", pod + "  containers:\n  - name: app\n    lifecycle: {preStop: {exec: {command: [/drain.sh]}}}\n    args: [serve]\n", "", "", `
hook lifecycle.preStop=/drain.sh @6
signal lifecycle.stopSignal=SIGTERM, or what the image says @default 5
grace terminationGracePeriodSeconds=30 @default 4
readiness readinessProbe=none @default 5
command args=serve @7
Pod web, container app: 0 ms of 30.00 s pid1 [the preStop hook runs /drain.sh, whose time is a part of the grace period]`},
		{"one of many", "kind: Service\n---\nkind: List\nitems:\n- kind: CronJob\n  metadata: {name: nightly}\n  spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: job}]}}}}}\n- kind: StatefulSet\n  metadata: {name: db}\n  spec: {template: {spec: {terminationGracePeriodSeconds: 0, containers: [{name: pg}, {name: job}]}}}\n", "statefulset/db", "pg", `
hook lifecycle.preStop=none @default 10
signal lifecycle.stopSignal=SIGTERM, or what the image says @default 10
grace terminationGracePeriodSeconds=0 @10
readiness readinessProbe=none @default 10
StatefulSet db, container pg: 0 ms of 0 ms pid1 [the other containers of the pod (job) get their signal at the same time, so what this one needs of them while it drains may be gone]`},
		{"an anchor", "kind: Deployment\nmetadata: {name: a}\nspec:\n  template: {spec: {containers: [{name: app, lifecycle: &l {preStop: {sleep: {seconds: 3}}}}]}}\n---\nkind: Deployment\nmetadata: {name: b}\nspec:\n  template: {spec: {containers: [{name: app, lifecycle: *l}]}}\n", "b", "", `
hook lifecycle.preStop=sleep 3 @4
signal lifecycle.stopSignal=SIGTERM, or what the image says @default 9
grace terminationGracePeriodSeconds=30 @default 9
readiness readinessProbe=none @default 9
Deployment b, container app: 3.00 s of 30.00 s pid1`},
	} {
		d, err := kubernetes("f.yaml", []byte(c.in), c.workload, c.container)
		if got := show(d); err != nil || got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s:\n%s\n%s, %v\nwant\n%s", c.name, c.in, got, err, c.want)
		}
	}
}

func TestKubernetesRefuses(t *testing.T) {
	two := pod + "  containers:\n  - name: a\n  - name: b\n"
	for _, c := range []struct{ in, container, want string }{
		{"", "", "f.yaml holds no pod"},
		{"- a\n- b\n", "", "f.yaml holds no pod"},
		{"kind: ConfigMap\n", "", "f.yaml holds no pod"},
		{two, "", "f.yaml holds several containers"},
		{two, "c", "f.yaml holds no such container"},
		{pod + "  terminationGracePeriodSeconds: soon\n  containers: [{name: a}]\n", "", "f.yaml:4:34: terminationGracePeriodSeconds must be a number of seconds"},
		{pod + "  terminationGracePeriodSeconds: -1\n  containers: [{name: a}]\n", "", "f.yaml:4:34: terminationGracePeriodSeconds must be a number of seconds"},
		{pod + "  containers: [{name: a, lifecycle: {stopSignal: SIGFOO}}]\n", "", `f.yaml:4:50: lifecycle.stopSignal: "SIGFOO" is not a signal that can be sent here`},
		{"spec: {{ .Values.spec }}\n", "", "f.yaml is a template, which is no YAML yet"},
		{"spec: {a b\n", "", "f.yaml:1:"},
		{strings.Repeat("a: {", 200), "", "f.yaml:1:"},
	} {
		_, err := kubernetes("f.yaml", []byte(c.in), "", c.container)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.in, err, c.want)
		}
	}
}

func TestCompose(t *testing.T) {
	environment := func(name string) (string, bool) { return "45s", name == "GRACE" }
	for _, c := range []struct{ in, service, want string }{
		{"services:\n  web:\n    image: x\n", "", `
signal stop_signal=SIGTERM, or what the image says @default 2
grace stop_grace_period=10s @default 2
init init=false @default 2
service web: 0 ms of 10.00 s pid1`},
		{"services:\n  web:\n    stop_signal: QUIT\n    stop_grace_period: ${GRACE:-1s}\n    init: true\n    command: sh -c \"npm start\"\n  db: {}\n", "web", `
signal stop_signal=SIGQUIT @3
grace stop_grace_period=45s @4
init init=true @5
command command=npm start @6 shell
service web: 0 ms of 45.00 s [SIGQUIT]`},
		{"services:\n  web:\n    stop_grace_period: ${PATIENCE:-1m30s}\n    entrypoint: [node, server.js]\n    extends: {service: base}\n", "", `
signal stop_signal=SIGTERM, or what the image says @default 2
grace stop_grace_period=1m30s @3
init init=false @default 2
command entrypoint=node server.js @4
service web: 0 ms of 90.00 s pid1 [the service extends another one, which may say more: docker compose config resolves it]`},
		{"x: &b {stop_signal: 3}\nservices:\n  web:\n    <<: *b\n", "", `
signal stop_signal=SIGQUIT @1
grace stop_grace_period=10s @default 3
init init=false @default 3
service web: 0 ms of 10.00 s pid1 [SIGQUIT]`},
	} {
		d, err := compose("f.yaml", []byte(c.in), c.service, environment)
		if got := show(d); err != nil || got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s\n%s, %v\nwant\n%s", c.in, got, err, c.want)
		}
	}
	for _, c := range []struct{ in, service, want string }{
		{"version: 3\n", "", "f.yaml holds no services"},
		{"services: {a: {}, b: {}}\n", "", "f.yaml holds several services"},
		{"services: {a: {}}\n", "c", `f.yaml holds no service "c"`},
		{"services: {a: {stop_grace_period: 30}}\n", "", `f.yaml:1:35: stop_grace_period: "30" is not a time`},
		{"services: 5\n", "", "f.yaml:1:11: services must be a mapping"},
	} {
		if _, err := compose("f.yaml", []byte(c.in), c.service, environment); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.in, err, c.want)
		}
	}
}

func TestUnit(t *testing.T) {
	for _, c := range []struct{ in, dropIn, want string }{
		{"[Service]\nExecStart=/usr/bin/node server.js\n", "", `
signal KillSignal=SIGTERM @default 1
kill-mode KillMode=control-group @default 1
grace TimeoutStopSec=90s @default 1
start Type=simple @default 1
status SuccessExitStatus= @default 1
command ExecStart=/usr/bin/node server.js @2
unit web: 0 ms of 90.00 s tree [SIGTERM] [/usr/bin/node|server.js]`},
		{`# a comment
[Unit]
Description=x
[Service]
Type=notify
Environment="A=b c" PORT=80
ExecStart=-@/bin/srv name \
# between
  --port ${PORT} $A 'two words' a\x20b 100%%
KillSignal=SIGINT
KillMode=mixed
FinalKillSignal=SIGABRT
SendSIGHUP=yes
TimeoutStopSec=1min 30s
SuccessExitStatus=143
SuccessExitStatus=SIGKILL 2
`, "", `
signal KillSignal=SIGINT @10
kill-mode KillMode=mixed @11
grace TimeoutStopSec=1min 30s @14
final-kill FinalKillSignal=SIGABRT @12
start Type=notify @5
status SuccessExitStatus=143 SIGKILL 2 @16
command ExecStart=-@/bin/srv name --port ${PORT} $A 'two words' a\x20b 100%% @7
unit web: 0 ms of 90.00 s notify hangup [SIGINT] [SIGABRT] [/bin/srv|--port|80|b|c|two words|a b|100%] [A=b c|PORT=80]`},
		{"[Service]\nExecStart=/bin/a\nTimeoutStopSec=5\nKillMode=process\n", "[Service]\nTimeoutSec=infinity\nExecStart=\nExecStart=/bin/b %i\nKillMode=\n", `
signal KillSignal=SIGTERM @default 1
kill-mode KillMode=control-group @default 1
grace TimeoutSec=infinity @2
start Type=simple @default 1
status SuccessExitStatus= @default 1
command ExecStart=/bin/b %i @4
unit web: 0 ms of 90.00 s endless tree [SIGTERM] [the specifiers (%) in ExecStart]`},
		{"[Service]\nType=forking\nPIDFile=/run/n.pid\nExecStart=/usr/sbin/nginx\nExecStop=/bin/kill -s QUIT $MAINPID\nUser=www\nEnvironmentFile=-/etc/x\nSendSIGKILL=no\n", "", `
signal ExecStop=/bin/kill -s QUIT $MAINPID @5
kill-mode KillMode=control-group @default 1
grace TimeoutStopSec=90s @default 1
final-kill SendSIGKILL=no @8
start Type=forking @2
status SuccessExitStatus= @default 1
command ExecStart=/usr/sbin/nginx @4
unit web: 0 ms of 90.00 s endless forking [SIGQUIT] [/run/n.pid] [/usr/sbin/nginx] [the variables of EnvironmentFile=-/etc/x; the unit runs with User=www; SIGTERM comes as soon as ExecStop=/bin/kill -s QUIT $MAINPID at FILE:5 has ended]`},
		{"[Service]\nExecStart=/bin/a\nExecStop=/bin/a --stop\n", "", `
signal KillSignal=SIGTERM @default 1
kill-mode KillMode=control-group @default 1
grace TimeoutStopSec=90s @default 1
start Type=simple @default 1
status SuccessExitStatus= @default 1
hook ExecStop=/bin/a --stop @3
command ExecStart=/bin/a @2
unit web: 0 ms of 90.00 s tree [SIGTERM] [/bin/a] [ExecStop=/bin/a --stop at FILE:3, which comes before SIGTERM]`},
	} {
		file := filepath.Join(t.TempDir(), "web.service")
		if err := os.WriteFile(file, []byte(c.in), 0o644); err != nil {
			t.Fatal(err)
		}
		if c.dropIn != "" {
			os.Mkdir(file+".d", 0o755)
			if err := os.WriteFile(filepath.Join(file+".d", "10-more.conf"), []byte(c.dropIn), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		d, err := Unit(file, nil)
		if got := strings.ReplaceAll(show(d), file, "FILE"); err != nil || got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s%s\n%s, %v\nwant\n%s", c.in, c.dropIn, got, err, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"", "not a unit of a service"},
		{"[Timer]\nOnCalendar=daily\n", "not a unit of a service"},
		{"[Service]\nExecStart\n", `:2: "ExecStart" is neither`},
		{"[Service]\nKillMode=some\n", `:2: KillMode: "some" is none`},
		{"[Service]\nKillSignal=SIGFOO\n", `:2: KillSignal: "SIGFOO" is not a signal`},
		{"[Service]\nTimeoutStopSec=5 parsecs\n", `:2: TimeoutStopSec: "5 parsecs" is not a time`},
		{"[Service]\nExecStart=/bin/a 'b\n", ":2: ExecStart: a quote is not closed"},
	} {
		file := filepath.Join(t.TempDir(), "web.service")
		if err := os.WriteFile(file, []byte(c.in), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Unit(file, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.in, err, c.want)
		}
	}
}

func TestImage(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"FROM node:22\nCMD npm start\n", `
signal STOPSIGNAL=SIGTERM, or what node:22 says @default 1
grace stop timeout=10 @default 0
command CMD=npm start @2 shell
the image: 0 ms of 10.00 s pid1`},
		{"FROM --platform=x a AS base\nSTOPSIGNAL 3\nCMD [\"x\"]\nFROM scratch\nCMD [\"y\"]\nFROM base\nRUN <<EOF\nSTOPSIGNAL 9\nEOF\nRUN a \\\n  # no\n  STOPSIGNAL 9\nENTRYPOINT [\"/bin/sh\", \"-c\", \\\n \"exec srv\"]\n", `
signal STOPSIGNAL=SIGQUIT @2
grace stop timeout=10 @default 0
command ENTRYPOINT=exec srv @13
the image: 0 ms of 10.00 s pid1 [SIGQUIT]`},
		{`[{
  "Config": {
    "StopSignal": "SIGWINCH",
    "StopTimeout": 25,
    "Cmd": ["/bin/sh", "-c", "node a; b"]
  },
  "HostConfig": {"Init": true}
}]`, `
signal StopSignal=SIGWINCH @3
grace StopTimeout=25s @4
init Init=true @7
command Cmd=node a; b @5 shell
the image: 0 ms of 25.00 s [SIGWINCH]`},
	} {
		file := filepath.Join(t.TempDir(), "Dockerfile")
		if err := os.WriteFile(file, []byte(c.in), 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := ImageFile(file, nil)
		if got := show(d); err != nil || got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s\n%s, %v\nwant\n%s", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{"", "RUN x\n", "FROM\n", "[]", "[{},{}]", "{\"Config\": 5}", "FROM a\nSTOPSIGNAL nothing\n", "\x00", "FROM \xff\n"} {
		file := filepath.Join(t.TempDir(), "Dockerfile")
		if err := os.WriteFile(file, []byte(in), 0o644); err != nil {
			t.Fatal(err)
		}
		if d, err := ImageFile(file, nil); err == nil {
			t.Errorf("%q: %s, want an error", in, show(d))
		}
	}
}

func TestAsks(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"/bin/kill -s QUIT $MAINPID", "SIGQUIT"}, {"kill -15 1", "SIGTERM"}, {"kill 1", ""}, {"kill -INT ${MAINPID}", "SIGINT"},
		{"nginx -s quit", "SIGQUIT"}, {"/usr/sbin/nginx -s reload", ""},
		{"/sbin/start-stop-daemon --quiet --stop --retry QUIT/5 --pidfile /run/nginx.pid", "SIGQUIT"},
		{"start-stop-daemon --start --exec x", ""}, {"kill -NONE 1", ""}, {"", ""},
	} {
		if got, _ := asks(c.in); got != c.want {
			t.Errorf("asks(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// TestHostile reads what is made to cost much, within a time that the limit of a test binary shows.
func TestHostile(t *testing.T) {
	var keys, merges strings.Builder
	for i := range 90_000 {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	merges.WriteString("m0: &m0 {a: 1}\n")
	for i := range 8 {
		fmt.Fprintf(&merges, "m%d: &m%d {%s}\n", i+1, i+1, strings.Repeat(fmt.Sprintf("<<: *m%d, ", i), 40))
	}
	for name, text := range map[string]string{
		"keys": keys.String(), "keys of a pod": pod + "  containers: [{name: a}]\n" + strings.ReplaceAll("\n"+keys.String(), "\nk", "\n  k"),
		"merges":   merges.String() + "services:\n  web:\n    <<: *m8\n",
		"sections": strings.Repeat("[Service]\nA=b\\\n", 50_000), "stages": strings.Repeat("FROM a AS b\nCMD x\n", 50_000),
	} {
		kubernetes("f", []byte(text), "", "")
		compose("f", []byte(text), "", func(string) (string, bool) { return "", false })
		dockerfile("f", text)
		if _, err := assignments("f", text); err == nil && name == "keys" {
			t.Error("YAML passes for a unit")
		}
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"90", "1m30s"}, {"1min 30s", "1m30s"}, {"1.5h", "1h30m0s"}, {"2d 3 us", "48h0m0.000003s"}, {"5s5s", "10s"},
		{"infinity", "infinity"}, {" 20 sec ", "20s"}, {"0", "0s"}, {"1M", "730h30m0s"},
		{"", "bad"}, {"s", "bad"}, {"5 parsecs", "bad"}, {"-5", "bad"}, {"1..5s", "bad"}, {"1e5", "bad"}, {"99999999999y", "bad"},
	} {
		d, endless, err := Span(c.in)
		got := d.String()
		if endless {
			got = "infinity"
		}
		if err != nil {
			got = "bad"
		}
		if got != c.want {
			t.Errorf("Span(%q) = %s (%v), want %s", c.in, got, err, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{{"1m30s", "1m30s"}, {"500ms", "500ms"}, {"30", "bad"}, {"1 m", "bad"}, {"1d", "bad"}, {"", "bad"}} {
		d, err := ComposeSpan(c.in)
		got := d.String()
		if err != nil {
			got = "bad"
		}
		if got != c.want {
			t.Errorf("ComposeSpan(%q) = %s (%v), want %s", c.in, got, err, c.want)
		}
	}
}

// FuzzFiles checks that no text makes a reader panic, and that what is read keeps its promises: lines of the
// file, known signals, and times that are not negative.
func FuzzFiles(f *testing.F) {
	for _, seed := range []string{
		pod + "  containers: [{name: a, lifecycle: {preStop: {exec: {command: [sleep, '5']}}}}]\n", "services: {web: {stop_grace_period: 1m}}\n",
		"[Service]\nExecStart=/bin/a 'b c' \\\n d\nTimeoutStopSec=1min 2s\n", "FROM a AS b\nCMD [\"x\"]\nFROM b\nRUN <<E\nE\n",
		`[{"Config": {"StopSignal": "15", "StopTimeout": -1}}]`, "a: &a [*a]\n", "<<: *x\n", "? [a]\n: b\n", "kind: List\nitems: [{kind: List}]\n",
	} {
		f.Add(seed)
	}
	none := func(string) (string, bool) { return "", false }
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Count(text, "\n") + 1
		check := func(d Deployment, err error) {
			if err != nil {
				return
			}
			for _, s := range d.Settings {
				if s.Line < 0 || s.Line > lines {
					t.Errorf("%q: line %d of %d", text, s.Line, lines)
				}
			}
			if d.Grace < 0 || d.Delay < 0 {
				t.Errorf("%q: %v of %v", text, d.Delay, d.Grace)
			}
			if _, ok := shutdown.Lookup(d.Signal); d.Signal != "" && !ok {
				t.Errorf("%q: signal %q", text, d.Signal)
			}
		}
		check(kubernetes("f", []byte(text), "", ""))
		check(compose("f", []byte(text), "", none))
		check(dockerfile("f", text))
		check(inspected("f", []byte(text)))
		if all, err := assignments("f", text); err == nil {
			u := unit{file: "f", section: 1, all: all}
			check(u.deployment("f"))
		}
	})
}

// FuzzSpan checks that a time is never negative.
func FuzzSpan(f *testing.F) {
	for _, seed := range []string{"1min 30s", "1.5h", "infinity", "9999999y", "5s5", "\u00b5s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, _, err := Span(text); err == nil && d < 0 {
			t.Errorf("Span(%q) = %s", text, d)
		}
		if d, err := ComposeSpan(text); err == nil && d < 0 {
			t.Errorf("ComposeSpan(%q) = %s", text, d)
		}
	})
}
