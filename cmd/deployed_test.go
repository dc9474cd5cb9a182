//go:build unix

package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// place is where a deployment is tried: a folder of its own and a free port.
type place struct {
	*testing.T
	dir, port string
}

func (p place) write(name, text string) string {
	file := filepath.Join(p.dir, name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		p.Fatal(err)
	}
	return file
}

// nginx returns nginx in front of a server that answers everything, with a line more in its configuration.
func (p place) nginx(more string) []string {
	back := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("hello")) }))
	p.Cleanup(back.Close)
	conf := p.write("nginx.conf", fmt.Sprintf(`%[3]s
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
  server { listen 127.0.0.1:%[2]s; location / { proxy_pass %[4]s; } }
}
`, p.dir, p.port, more, back.URL))
	os.Chmod(p.dir, 0o755)
	return []string{"nginx", "-c", conf, "-e", filepath.Join(p.dir, "error.log")}
}

func (p place) data(name string) string { return snagtest.Path(p.T, "testdata/shutdown/"+name) }

func (p place) gunicorn() []string {
	return []string{"gunicorn", "-b", "127.0.0.1:" + p.port, "--chdir", p.data("."), "--log-level", "error", "-w", "1", "--worker-class", "gthread", "--threads", "12", "app:application"}
}

func (p place) puma() []string {
	return []string{"puma", "-b", "tcp://127.0.0.1:" + p.port, "-t", "6:6", "-e", "production", p.data("config.ru")}
}

func (p place) golang(way string) []string {
	return []string{snagtest.Build(p.T, "testdata/shutdown/gosrv"), way, p.port}
}

func (p place) node(way string) []string { return []string{"node", p.data("server.js"), way, p.port} }

func (p place) python(way string) []string {
	return []string{"python3", p.data("server.py"), way, p.port}
}

func (p place) redis(daemonize string) []string {
	return []string{"redis-server", "--port", p.port, "--bind", "127.0.0.1", "--dir", p.dir, "--save", "", "--daemonize", daemonize, "--pidfile", p.dir + "/redis.pid", "--logfile", p.dir + "/log"}
}

// list writes a command as JSON and YAML do.
func list(argv []string) string {
	text, _ := json.Marshal(argv)
	return string(text)
}

// pod is a Deployment whose container starts the command, with more lines of the pod and of the container.
func (p place) pod(spec, container string, argv []string) []string {
	file := p.write("deploy.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n"+spec+
		"      containers:\n      - name: app\n        command: "+list(argv)+"\n"+container)
	return append([]string{"--manifest", file, "--"}, argv...)
}

// unit is a unit of systemd that starts the command.
func (p place) unit(lines string, argv []string) []string {
	return []string{"--unit", p.write("web.service", "[Service]\nExecStart="+strings.Join(argv, " ")+"\n"+strings.ReplaceAll(lines, "DIR", p.dir))}
}

func (p place) compose(lines string, argv []string) []string {
	return append([]string{"--compose", p.write("compose.yaml", "services:\n  web:\n"+lines), "--"}, argv...)
}

func (p place) image(text string, argv []string) []string {
	return append([]string{"--image", p.write("Dockerfile", text), "--"}, argv...)
}

// deployments are files that fit the servers that they start, and twins of them in which one line does not.
var deployments = []struct {
	name  string
	needs []string
	flags []string // of both
	right func(place) []string
	wrong func(place) []string
	want  string // the line that would fit
}{
	{
		name: "a hook for a listener that closes at once",
		right: func(p place) []string {
			return p.pod("", "        lifecycle: {preStop: {sleep: {seconds: 5}}}\n", p.golang("shutdown"))
		},
		wrong: func(p place) []string { return p.pod("", "", p.golang("shutdown")) },
		want:  "lifecycle: {preStop: {sleep: {seconds: 5}}}",
	},
	{
		name: "a period that holds the hook", needs: []string{"node"}, flags: []string{"--hold", "1s"},
		right: func(p place) []string {
			return p.pod("      terminationGracePeriodSeconds: 40\n", "        readinessProbe: {httpGet: {path: /ready, port: 80}}\n        lifecycle: {preStop: {exec: {command: [sh, -c, sleep 5]}}}\n", p.node("good"))
		},
		wrong: func(p place) []string {
			return p.pod("      terminationGracePeriodSeconds: 5\n", "        readinessProbe: {httpGet: {path: /ready, port: 80}}\n        lifecycle: {preStop: {exec: {command: [sh, -c, sleep 5]}}}\n", p.node("good"))
		},
		want: "terminationGracePeriodSeconds: 15",
	},
	{
		name: "a server that serves on", needs: []string{"gunicorn"}, flags: []string{"--traffic", "0s"},
		right: func(p place) []string { return p.pod("", "", p.gunicorn()) },
		wrong: func(p place) []string {
			return p.pod("", "", []string{"sh", "-c", strings.Join(p.gunicorn(), " ") + "; true"})
		},
		want: `command: ["`,
	},
	{
		name: "the signal that drains nginx", needs: []string{"nginx"},
		right: func(p place) []string { return p.unit("KillSignal=SIGQUIT\nKillMode=mixed\n", p.nginx("daemon off;")) },
		wrong: func(p place) []string { return p.unit("KillMode=mixed\n", p.nginx("daemon off;")) },
		want:  "KillSignal=SIGQUIT",
	},
	{
		name: "nginx in the background", needs: []string{"nginx"},
		right: func(p place) []string {
			return p.unit("Type=forking\nPIDFile=DIR/nginx.pid\nKillSignal=SIGQUIT\nKillMode=mixed\n", p.nginx(""))
		},
		wrong: func(p place) []string {
			return p.unit("PIDFile=DIR/nginx.pid\nKillSignal=SIGQUIT\nKillMode=mixed\n", p.nginx(""))
		},
		want: "Type=forking",
	},
	{
		name: "redis in the background", needs: []string{"redis-server"}, flags: []string{"--protocol", "tcp", "--startup", "2s"},
		right: func(p place) []string { return p.unit("Type=forking\nPIDFile=DIR/redis.pid\n", p.redis("yes")) },
		wrong: func(p place) []string { return p.unit("Type=forking\nPIDFile=DIR/redis.pid\n", p.redis("no")) },
		want:  "Type=exec",
	},
	{
		name: "a service that says when it is ready", needs: []string{"python3"}, flags: []string{"--startup", "5s"},
		right: func(p place) []string { return p.unit("Type=notify\n", p.python("notify")) },
		wrong: func(p place) []string { return p.unit("Type=notify\n", p.python("handler")) },
		want:  "Type=exec",
	},
	{
		name: "a period in which a server drains", needs: []string{"puma"},
		right: func(p place) []string { return p.compose("    stop_grace_period: 30s\n", p.puma()) },
		wrong: func(p place) []string { return p.compose("    stop_grace_period: 1s\n", p.puma()) },
		want:  "stop_grace_period: 10s",
	},
	{
		name: "the signal that a program handles", needs: []string{"node"}, flags: []string{"--hold", "1s"},
		right: func(p place) []string { return p.compose("    stop_signal: SIGTERM\n", p.node("close-all")) },
		wrong: func(p place) []string {
			return p.compose("    stop_signal: SIGUSR2\n    init: true\n", p.node("close-all"))
		},
		want: "stop_signal: SIGTERM",
	},
	{
		name: "the signal of an image", needs: []string{"nginx"},
		right: func(p place) []string {
			argv := p.nginx("daemon off;")
			return p.image("FROM debian\nSTOPSIGNAL SIGQUIT\nCMD "+list(argv)+"\n", argv)
		},
		wrong: func(p place) []string {
			argv := p.nginx("daemon off;")
			return p.image("FROM debian\nCMD "+list(argv)+"\n", argv)
		},
		want: "STOPSIGNAL SIGQUIT",
	},
	{
		name: "the form of a command", needs: []string{"python3"},
		right: func(p place) []string {
			return p.image("FROM debian\nCMD "+list(p.python("handler"))+"\n", p.python("handler"))
		},
		wrong: func(p place) []string {
			line := strings.Join(p.python("handler"), " ") + "; true"
			return p.image("FROM debian\nCMD "+line+"\n", []string{"sh", "-c", line})
		},
		want: `CMD ["`,
	},
	{
		name: "the timeout of an image", needs: []string{"java"}, flags: []string{"--startup", "60s"},
		right: func(p place) []string {
			return p.image(`[{"Config": {"StopTimeout": 30}}]`, []string{"java", "-XX:TieredStopAtLevel=1", p.data("Server.java"), "hook", p.port})
		},
		wrong: func(p place) []string {
			return p.image(`[{"Config": {"StopTimeout": 1}}]`, []string{"java", "-XX:TieredStopAtLevel=1", p.data("Server.java"), "hook", p.port})
		},
		want: "docker run --stop-timeout 10",
	},
}

// TestDeployments checks servers as files say that they are ended: nothing is said of those that fit, and of their
// twins the line that would fit.
func TestDeployments(t *testing.T) {
	snagtest.Long(t)
	snagtest.Linux(t)
	for _, c := range deployments {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			snagtest.Needs(t, c.needs...)
			for _, twin := range []struct {
				name string
				args func(place) []string
				want string
			}{{"right", c.right, ""}, {"wrong", c.wrong, c.want}} {
				snagtest.InThree(t, func() error {
					p := place{t, t.TempDir(), unusedPort(t)}
					args := slices.Concat([]string{"shutdown", "-f", "json", "--without", "silent"}, c.flags, twin.args(p))
					var stdout, stderr bytes.Buffer
					status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
					var document struct {
						Findings []struct {
							Level, Message string
							Evidence       struct {
								Setting *struct{ Should string }
							}
						}
						Data struct{ Verdict string }
					}
					if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
						return fmt.Errorf("%q: status %d: %v: %s", args, status, err, stderr.String())
					}
					var said []string
					others := ""
					for _, f := range document.Findings {
						if s := f.Evidence.Setting; s != nil {
							said = append(said, s.Should)
						} else if f.Level != "note" {
							others += "; " + f.Message
						}
					}
					tells := func(line string) bool { return strings.HasPrefix(line, twin.want) }
					switch {
					case twin.want == "" && (len(said) > 0 || document.Data.Verdict == "not-graceful"):
						return fmt.Errorf("%q: a file that fits should say %q; %s%s", args, said, document.Data.Verdict, others)
					case twin.want != "" && !slices.ContainsFunc(said, tells):
						return fmt.Errorf("%q: said %q, want %s; %s%s", args, said, twin.want, document.Data.Verdict, others)
					}
					return nil
				})
			}
		})
	}
}
