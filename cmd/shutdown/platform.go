package shutdown

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/manifest"
	"snag/cmd/report"
	"snag/probe/drain"
	"snag/probe/process"
)

// deployed is what the command line says about a deployment: of the files only one.
type deployed struct {
	kubernetes                      bool
	manifest, unit, compose, image  string
	workload, container, service    string
	traffic                         time.Duration
	daemon                          bool
	pidFile                         string
	trafficGiven, signalGiven, pid1 bool // --traffic, --signal and --as-pid1 were given

	// read is what the file says, nil when none was named.
	read *manifest.Deployment
	// fromUnit reports whether the command is that of the unit.
	fromUnit bool
	// remark says why the check was made otherwise than the deployment wants, "" for nothing.
	remark string
}

// fileFlags are the flags of which one names a deployment.
var fileFlags = []string{"manifest", "unit", "compose", "image"}

func (d *deployed) flags(c *cobra.Command, f *pflag.FlagSet) {
	f.BoolVar(&d.kubernetes, "kubernetes", false, "end it as Kubernetes does: 30 s, PID 1, connections still sent for some seconds")
	f.StringVar(&d.manifest, "manifest", "", "the `file` of a manifest of Kubernetes that says how (- for stdin)")
	f.StringVar(&d.workload, "workload", "", "the `name` of one of several workloads in it")
	f.StringVar(&d.container, "container", "", "the `name` of one of several containers in it")
	f.StringVar(&d.unit, "unit", "", "the `file` of a unit of systemd that says how, with its drop-ins; without a command its ExecStart is started")
	f.StringVar(&d.compose, "compose", "", "the compose `file` that says how")
	f.StringVar(&d.service, "service", "", "the `name` of one of several services in it")
	f.StringVar(&d.image, "image", "", "the Dockerfile, or the `file` with what docker inspect prints, that says how")
	f.DurationVar(&d.traffic, "traffic", manifest.Traffic, "the `time` for which the platform still sends new connections")
	f.BoolVar(&d.daemon, "daemon", false, "follow a command that makes itself a daemon")
	f.StringVar(&d.pidFile, "pid-file", "", "the `file` in which it leaves its PID")
	c.MarkFlagsMutuallyExclusive(fileFlags...)
	c.MarkFlagsMutuallyExclusive("kubernetes", "unit", "compose", "image")
}

// load reads the file that the command line names.
func (d *deployed) load(o *shutdownOptions) error {
	for _, pair := range []struct{ part, value, of, file string }{
		{"--workload", d.workload, "--manifest", d.manifest}, {"--container", d.container, "--manifest", d.manifest}, {"--service", d.service, "--compose", d.compose},
	} {
		if pair.value != "" && pair.file == "" {
			return cli.Usagef("%s needs %s", pair.part, pair.of)
		}
	}
	var read manifest.Deployment
	var err error
	switch {
	case d.manifest != "":
		read, err = manifest.Kubernetes(d.manifest, o.stdio.In, d.workload, d.container)
	case d.unit != "":
		read, err = manifest.Unit(d.unit, o.stdio.In)
	case d.compose != "":
		read, err = manifest.Compose(d.compose, o.stdio.In, d.service, os.LookupEnv)
	case d.image != "":
		read, err = manifest.ImageFile(d.image, o.stdio.In)
	case d.kubernetes:
		read = manifest.Defaults()
	case d.trafficGiven:
		return cli.WithHint(cli.Usagef("--traffic needs a platform"), "--kubernetes is one")
	default:
		return nil
	}
	if err != nil {
		return err
	}
	d.read = &read
	return nil
}

// file is the file that the command line names, "" for none.
func (d *deployed) file() string { return cmp.Or(d.manifest, d.unit, d.compose, d.image) }

// commandWanted is the error for a file of a container without a command, which shows the one that the file has.
func (d *deployed) commandWanted() error {
	line := cli.RedactedLine(slices.Concat([]string{"snag", "shutdown"}, d.words())) + " -- "
	if words := d.read.Words; len(words) > 0 {
		line += cli.RedactedLine(report.RedactArgs(words))
	} else {
		line += "COMMAND..."
	}
	return cli.WithHint(cli.Usagef("what %s starts is not run from it: the command must be given", d.file()), line)
}

// apply fills in what the deployment says and the command line does not.
func (d *deployed) apply(o *shutdownOptions) error {
	if d.pidFile != "" {
		d.daemon = true
	}
	if d.daemon && len(o.command) == 0 {
		return cli.Usagef("--daemon needs a command that snag starts")
	}
	if d.traffic < 0 {
		return cli.Usagef("--traffic must not be negative")
	}
	if d.read == nil {
		return nil
	}
	r := d.read
	if d.trafficGiven {
		r.Traffic = shutdown.Of(d.traffic)
	}
	if !d.signalGiven && r.Signal != "" {
		o.signal = r.Signal
	}
	if !o.toGiven && r.Tree {
		o.to.Value = string(drain.ToTree)
	}
	const least = 100 * time.Millisecond
	switch {
	case o.grace.given:
		r.Grace = r.Delay + shutdown.Of(o.grace.Duration)
	case r.Kind == shutdown.Kubernetes && r.Grace > 0:
		o.grace.Duration = max(r.Left(), 2*time.Second) // what the kubelet adds when the hook has spent everything
	default:
		o.grace.Duration = max(r.Left(), least)
	}
	if o.load.ReadyPath == "" {
		o.load.ReadyPath = r.Ready
	}
	if !d.pid1 && r.First && len(o.command) > 0 {
		o.asPID1 = true
	}
	d.daemon = d.daemon || r.Forking && o.pid == 0
	if d.pidFile == "" && r.PIDFile != "" && filepath.IsAbs(r.PIDFile) {
		d.pidFile = r.PIDFile
	}
	return nil
}

// words are the flags that name the deployment.
func (d *deployed) words() []string {
	var words []string
	for _, f := range []struct{ name, value string }{
		{"--manifest", d.manifest}, {"--workload", d.workload}, {"--container", d.container}, {"--unit", d.unit},
		{"--compose", d.compose}, {"--service", d.service}, {"--image", d.image}, {"--pid-file", d.pidFile},
	} {
		if f.value != "" && (f.name != "--pid-file" || d.read == nil || d.read.PIDFile != f.value) {
			words = append(words, f.name, f.value)
		}
	}
	if d.kubernetes {
		words = append(words, "--kubernetes")
	}
	if d.trafficGiven {
		words = append(words, "--traffic", d.traffic.String())
	}
	if d.daemon && d.pidFile == "" && (d.read == nil || !d.read.Forking) {
		words = append(words, "--daemon")
	}
	return words
}

// complete hands the deployment to the prober.
func (d *deployed) complete(options *drain.Options) {
	options.Daemon, options.PIDFile = d.daemon, d.pidFile
	if r := d.read; r != nil {
		options.Follow = r.Kind == shutdown.Systemd
		options.Platform = &r.Platform
		options.Final, options.Alone, options.Hangup, options.Notify = r.Final, r.Alone, r.Hangup, r.Notify
		options.Continue = options.Continue || r.Continue
		options.Command.Env, options.Command.Dir = r.Environment, r.Directory
	}
}

// observe makes the check. Where a command cannot be made PID 1 although its platform would, it is made
// without, and the report says so.
func (o *shutdownOptions) observe(ctx context.Context, options drain.Options) (shutdown.Timeline, error) {
	t, err := drain.Check(ctx, options)
	if errors.Is(err, process.ErrNamespace) && !o.pid1 && o.read != nil {
		o.asPID1, options.Command.AsPID1 = false, false
		o.remark = "the command was not PID 1, as in a container, since " + process.ErrNamespace.Error()
		t, err = drain.Check(ctx, options)
	}
	return t, err
}

// alternatives repeats the check with other values of settings, to learn whether they are better.
func (o *shutdownOptions) alternatives(ctx context.Context, t shutdown.Timeline, p *cli.Progress) []shutdown.Alternative {
	candidates := t.Candidates()
	for i, candidate := range candidates {
		options := o.options(p)
		options.Probe, options.Platform = nil, nil
		switch candidate.Role {
		case shutdown.RoleSignal:
			options.Signal = candidate.Value
		case shutdown.RoleKillMode:
			options.To, options.Alone = drain.ToTarget, false
			if candidate.Value == "control-group" {
				options.To = drain.ToTree
			}
		case shutdown.RoleGrace:
			options.Grace = candidate.Given(*t.Platform)
		}
		again, err := o.observe(ctx, options)
		if err != nil || again.Partial {
			return candidates[:i]
		}
		candidates[i] = candidate.Became(again)
	}
	return candidates
}

// fileLocation is where a finding about a setting stands, the zero location for others.
func fileLocation(m *shutdown.Misfit) report.Location {
	if m == nil || m.Line == 0 {
		return report.Location{}
	}
	return report.Location{File: filepath.ToSlash(m.File), Start: report.Position{Line: m.Line, Column: 1}}
}

// platformSection shows what the deployment says and what would fit.
func platformSection(t shutdown.Timeline, j shutdown.Judgement) []report.Section {
	if t.Platform == nil {
		return nil
	}
	table := report.NewTable("SETTING", "SAYS", "WHERE", "FITS")
	for _, s := range t.Platform.Settings {
		fits := report.Muted.Cell("")
		for _, f := range j.Findings {
			if m := f.Evidence.(shutdown.Evidence).Setting; m != nil && m.Role == s.Role {
				fits = report.Bad.Cell("no")
				if m.Should != "" {
					fits.Text = "no: " + m.Should
				}
				break
			}
		}
		table.Add(s.Key, cmp.Or(s.Value, "none"), report.Muted.Cell(s.Where()), fits)
	}
	title := strings.TrimSpace(string(t.Platform.Kind))
	if t.Platform.Name != "" {
		title += ": " + t.Platform.Name
	}
	return []report.Section{{Title: cli.Sentence(title), Table: table}}
}

// foreground is how programs that make themselves daemons are kept from it.
var foreground = map[shutdown.Runtime]string{
	shutdown.Nginx: "nginx -g 'daemon off;'", shutdown.Redis: "redis-server --daemonize no", shutdown.PHP: "php-fpm -F",
	shutdown.Apache: "apachectl -D FOREGROUND", shutdown.HAProxy: "haproxy -W without daemon", shutdown.Lighttpd: "lighttpd -D",
	shutdown.Postgres: "postgres -D DIRECTORY", shutdown.Gunicorn: "gunicorn without --daemon", shutdown.UWSGI: "uwsgi without daemonize", shutdown.Puma: "puma without --daemon",
}

// daemonHint says how a command is checked that left a daemon.
func daemonHint(unmeasured *drain.NotMeasured) string {
	hint := "run it in the foreground"
	if way := foreground[unmeasured.Daemon]; way != "" {
		hint += " (" + way + ")"
	}
	return fmt.Sprintf("%s, or follow the daemon with --daemon", hint)
}
