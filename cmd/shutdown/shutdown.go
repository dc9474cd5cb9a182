// Package shutdown holds snag shutdown.
package shutdown

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/drain"
	"snag/probe/process"
)

// shutdownOptions are what the command line of snag shutdown says.
type shutdownOptions struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate

	// One of these stands for another mode than the check.
	masks, signals, crash, matrix bool

	signal        string
	to            *cli.Enum
	second        time.Duration
	grace         *grace
	force, asPID1 bool
	port          int
	startup       time.Duration
	protocol      *cli.Enum
	load          drain.Config
	without, with []string
	probe         string
	matrixSignals []string
	command       []string // after --
	pid           int
	toGiven       bool // --to was given
	deployed
	boxed
}

// New returns snag shutdown.
func New(io *cli.Stdio) *cobra.Command {
	o := &shutdownOptions{stdio: io, grace: &grace{text: "30s", Duration: 30 * time.Second}}
	c := &cobra.Command{
		Use:   "shutdown [flags] PID | docker://NAME | -- COMMAND...",
		Short: "Check that a process drains, closes, finishes and exits on SIGTERM",
		Long: `Put a server under load, send it SIGTERM, and record to the millisecond what becomes of every
request in flight, of idle, active, silent and new connections, of the listener, of the process
and of its children. A COMMAND is started, checked and ended; a PID is attached to, and it is
ended too: that is the test. Of docker://NAME or podman://NAME a published port is put under
load while its engine stops it. Listening ports are found by themselves.

--with adds streams that end in their own ways: WebSockets, server-sent events, uploads, HTTP/2,
gRPC. Requests are kept in flight by holding back half of their body, or on an endpoint that takes a
second or two (--slow-path). A process that has not ended after --grace is killed, as Kubernetes
and the others do.

The files of a deployment say how a process is ended: --manifest, --unit, --compose or --image
ends it so, and names the lines that do not fit what was measured. They are only read; what is
started is the COMMAND, or the ExecStart of a unit.

--masks shows what each thread would do with each signal and sends nothing; --signals prints this
platform's table; --crash starts the command with something wrong; --matrix sends several signals
to one fresh process each. Only processes of the given tree are ever signalled.`,
		Example: `  snag shutdown -- node server.js
  snag shutdown --slow-path /report --ready-path /readyz --grace kubernetes -- ./server
  snag shutdown 4711                            the running process, which this ends
  snag shutdown --with websocket=/ws,sse=/events,upload -- node server.js
  snag shutdown --manifest deploy.yaml --container app -- node server.js
  snag shutdown --unit web.service              its ExecStart, as systemd ends it
  snag shutdown --as-pid1 -- npm start          as in a container, without a container
  snag shutdown --signal QUIT -- nginx -g 'daemon off;'
  snag shutdown --protocol tcp --probe ./check.sh -- redis-server
  snag shutdown docker://web                    a container, which its engine stops
  snag shutdown --masks 4711                    look, send nothing`,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.signal, "signal", "TERM", "send this `signal`, by name")
	o.to = cli.NewEnum(string(drain.ToTarget),
		cli.Choice{Name: string(drain.ToTarget), Help: "the process given: a wrapper, when it is one"},
		cli.Choice{Name: string(drain.ToListener), Help: "the process that owns the listener"},
		cli.Choice{Name: string(drain.ToGroup), Help: "the tree's processes in the target's process group"},
		cli.Choice{Name: string(drain.ToTree), Help: "every process of the tree"})
	o.to.Flag(c, f, "to", "", "send it to this `recipient`: target, listener, group or tree")
	f.Var(o.grace, "grace", "kill after this `time`, or the one of kubernetes, docker, compose, systemd, ecs, heroku or cloud-run")
	cli.Complete(c, "grace", graceChoices())
	f.DurationVar(&o.second, "second", 0, "send the signal again after this `time`")
	f.StringVar(&o.load.SlowPath, "slow-path", "", "keep requests in flight on this `path`, which takes a second or more")
	f.StringVar(&o.load.ReadyPath, "ready-path", "", "poll this `path` for readiness")
	f.StringVar(&o.load.HealthPath, "health-path", "", "poll this `path` for health")
	f.StringVar(&o.load.Path, "path", "/", "the `path` of all other requests")
	f.StringVar(&o.load.HoldPath, "hold-path", "", "the `path` that takes the half-held bodies (default --path)")
	f.StringVar(&o.load.Method, "method", "", "the `method` of requests with a half-held body (default the first of POST, PUT, GET that works)")
	f.IntVar(&o.load.InFlight, "in-flight", 4, "keep `n` requests in flight")
	f.DurationVar(&o.load.Hold, "hold", 1500*time.Millisecond, "complete the held bodies this `time` after the signal")
	f.StringSliceVar(&o.without, "without", nil, "leave out these `connections`: idle, active, silent")
	cli.Complete(c, "without", []cli.Choice{{Name: "idle", Help: "kept alive, unused"}, {Name: "active", Help: "kept alive, in use"}, {Name: "silent", Help: "connected, nothing sent"}})
	f.StringSliceVar(&o.with, "with", nil, "add `streams`: http2, grpc, websocket=PATH, sse=PATH, chunked=PATH, upload, pipelined, connect")
	cli.Complete(c, "with", streamChoices())
	o.deployed.flags(c, f)
	f.IntVar(&o.port, "port", 0, "the listening `port` to use, when there are several")
	o.protocol = cli.NewEnum("auto",
		cli.Choice{Name: "auto", Help: "HTTP when the listener answers a request or HTTP/2, else TCP"},
		cli.Choice{Name: "http", Help: "requests and connections"},
		cli.Choice{Name: "http2", Help: "requests over HTTP/2, for what speaks no HTTP/1.1"},
		cli.Choice{Name: "tcp", Help: "connections and exit only"},
		cli.Choice{Name: "none", Help: "exit only: the process listens on nothing"})
	o.protocol.Flag(c, f, "protocol", "", "what the target `speaks`: auto, http, http2, tcp or none")
	f.BoolVar(&o.load.TLS, "tls", false, "speak TLS; the certificate is not verified")
	f.DurationVar(&o.startup, "startup", 10*time.Second, "wait this `time` for a started command to listen; up to three times as long while others keep the processors busy")
	f.StringVar(&o.probe, "probe", "", "a shell `command` run before the signal (SNAG_PHASE=before) and after a restart (after): it must exit with 0 and print the same")
	f.BoolVar(&o.asPID1, "as-pid1", false, "start the command as PID 1 of a PID namespace, as in a container (Linux)")
	f.BoolVar(&o.masks, "masks", false, "show the dispositions of all processes and threads; send nothing")
	f.BoolVar(&o.signals, "signals", false, "print the table of signals")
	f.BoolVar(&o.crash, "crash", false, "start the command with a bad flag, a missing config and a port in use: does it say so and exit with a status")
	f.BoolVar(&o.matrix, "matrix", false, "send each of several signals to a fresh process")
	f.StringSliceVar(&o.matrixSignals, "matrix-signals", []string{"TERM", "INT", "HUP", "QUIT", "PIPE"}, "the `signals` of --matrix")
	f.BoolVar(&o.force, "force", false, "also send SIGUSR1 to Node or the JVM")
	o.failOn = cli.NewLevelGate(c)
	*o.failOn.Levels = *cli.LevelGateOf("error").Levels
	f.Lookup("fail-on").DefValue = "error"
	o.output.Flags(c)
	o.output.Compare(c)
	c.MarkFlagsMutuallyExclusive("masks", "signals", "crash", "matrix")
	c.RunE = o.output.Run(io, func(c *cobra.Command, args []string) error {
		o.toGiven = c.Flags().Changed("to")
		o.grace.given = c.Flags().Changed("grace")
		o.signalGiven, o.trafficGiven, o.pid1 = c.Flags().Changed("signal"), c.Flags().Changed("traffic"), c.Flags().Changed("as-pid1")
		return o.parse(args, c.ArgsLenAtDash())
	}, o.run)
	return c
}

// parse takes the target from the arguments and completes the options.
func (o *shutdownOptions) parse(args []string, dash int) error {
	switch {
	case o.signals && len(args) > 0:
		return cli.Usagef("--signals takes no target")
	case o.signals:
		return nil
	}
	if err := o.deployed.load(o); err != nil {
		return err
	}
	switch {
	case len(args) == 0 && o.read != nil && len(o.read.Command) > 0:
		o.command, o.fromUnit = o.read.Command, true
	case len(args) == 0 && o.unit != "":
		return cli.WithHint(cli.Usagef("%s has no ExecStart that can be started as it stands", o.unit), "give the command: snag shutdown --unit "+o.unit+" -- COMMAND...")
	case len(args) == 0 && o.read != nil && o.file() != "":
		return o.commandWanted()
	case dash == 0 && len(args) > 0:
		o.command = args
	case dash < 0 && len(args) == 1 && strings.Contains(args[0], "://"):
		if _, err := o.boxed.take(o, args[0]); err != nil {
			return err
		}
	case dash < 0 && len(args) == 1:
		pid, err := strconv.Atoi(args[0])
		if err != nil {
			return cli.Usagef("%q is not a PID; a command follows --, as in: snag shutdown -- %s", args[0], args[0])
		}
		for _, f := range []struct {
			name string
			set  bool
		}{{"--as-pid1", o.asPID1}, {"--crash", o.crash}, {"--matrix", o.matrix}} {
			if f.set {
				return cli.Usagef("%s needs a command that snag starts", f.name)
			}
		}
		if err := process.Guard(pid); errors.Is(err, process.ErrGone) {
			return err
		} else if err != nil {
			return cli.Usage(err)
		}
		o.pid = pid
	default:
		return cli.Usagef("give one PID, or -- and a command, or docker://NAME")
	}
	for _, kind := range o.without {
		if !slices.Contains([]string{"idle", "active", "silent"}, kind) {
			return cli.Usagef("--without %s: must be idle, active or silent", kind)
		}
		o.load.Without = append(o.load.Without, shutdown.Kind(kind))
	}
	for _, text := range o.with {
		one, err := streamOf(text)
		if err != nil {
			return err
		}
		o.load.With = append(o.load.With, one)
	}
	if err := o.deployed.apply(o); err != nil {
		return err
	}
	switch {
	case o.load.InFlight < 1 || o.load.InFlight > 1000:
		return cli.Usagef("--in-flight %d: must be from 1 to 1000", o.load.InFlight)
	case o.grace.Duration < 100*time.Millisecond:
		return cli.Usagef("--grace %s: must be at least 100ms", o.grace.Duration)
	case o.second < 0 || o.load.Hold < 0:
		return cli.Usagef("times must not be negative")
	case o.port < 0 || o.port > 65535:
		return cli.Usagef("--port %d: is not a port", o.port)
	}
	if !o.toGiven && o.grace.to != "" {
		o.to.Value = string(o.grace.to)
	}
	for _, path := range []*string{&o.load.SlowPath, &o.load.ReadyPath, &o.load.HealthPath, &o.load.Path, &o.load.HoldPath} {
		if *path != "" && !strings.HasPrefix(*path, "/") {
			return cli.Usagef("path %q must begin with /", report.RedactURL(*path))
		}
		if strings.ContainsAny(*path, " \r\n\t") {
			return cli.Usagef("path %q must not contain white space", report.RedactURL(*path))
		}
	}
	var err error
	if o.signal, err = signalName(o.signal); err != nil {
		return err
	}
	for i := range o.matrixSignals {
		if o.matrixSignals[i], err = signalName(o.matrixSignals[i]); err != nil {
			return err
		}
	}
	return nil
}

// signalName returns the full name of a signal that may be sent here.
func signalName(text string) (string, error) {
	signal, ok := shutdown.Lookup(text)
	if !ok || process.SignalNumber(signal.Name) == 0 {
		return "", cli.Usagef("%q is not a signal on this platform; snag shutdown --signals lists them", text)
	}
	if signal.Name == "SIGSTOP" {
		return "", cli.Usagef("SIGSTOP stops a process, so it says nothing about its shutdown")
	}
	return signal.Name, nil
}

// options hands the command line to the prober.
func (o *shutdownOptions) options(p *cli.Progress) drain.Options {
	options := drain.Options{
		Command: process.Command{Argv: o.command, AsPID1: o.asPID1}, PID: o.pid,
		Port: o.port, Startup: o.startup, Signal: o.signal, To: drain.Recipient(o.to.String()), Second: o.second,
		Grace: o.grace.Duration, Continue: o.grace.text == "systemd", Load: o.load, Force: o.force,
		Progress: func(what string) { p.Set(0, 0, what) },
	}
	if protocol := o.protocol.String(); protocol != "auto" {
		options.Protocol = shutdown.Protocol(protocol)
	}
	if o.probe != "" {
		options.Probe = []string{"sh", "-c", o.probe}
		if runtime.GOOS == "windows" {
			options.Probe = []string{"cmd", "/c", o.probe}
		}
	}
	o.deployed.complete(&options)
	return options
}

// run does what the flags ask for.
func (o *shutdownOptions) run(ctx context.Context, out *cli.Output) error {
	if o.signals {
		return o.listSignals(out)
	}
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	var err error
	switch {
	case o.masks:
		err = o.showMasks(ctx, out, p)
	case o.crash:
		err = o.checkCrashes(ctx, out, p)
	case o.matrix:
		err = o.sendMatrix(ctx, out, p)
	case o.engine != nil:
		err = o.checkContainer(ctx, out, p)
	default:
		err = o.checkShutdown(ctx, out, p)
	}
	return o.explain(err)
}

// explain adds the remedy that is known for an error of the prober.
func (o *shutdownOptions) explain(err error) error {
	unmeasured, ok := errors.AsType[*drain.NotMeasured](err)
	switch {
	case errors.Is(err, process.ErrNamespace):
		return cli.WithHint(err, "turn on unprivileged user namespaces, or run snag as root")
	case ok && unmeasured.Daemons > 0:
		return cli.WithHint(err, daemonHint(unmeasured))
	case ok && unmeasured.Output != "":
		lines := strings.Split(strings.TrimSpace(unmeasured.Output), "\n")
		return cli.WithHint(err, "it wrote: "+strings.Join(lines[max(0, len(lines)-3):], " / "))
	case errors.Is(err, drain.ErrHarmful):
		return cli.WithHint(cli.Usage(err), "--force sends it")
	case errors.Is(err, process.ErrUnsupported):
		return cli.WithHint(err, "this needs Linux")
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted before the signal was sent: nothing is known")
	}
	return err
}

// grace is the value of --grace: a time, or a platform whose time and recipients it takes.
type grace struct {
	text string
	time.Duration
	to    drain.Recipient
	given bool // on the command line
}

// platforms are the presets of --grace.
var platforms = []struct {
	name, help string
	after      time.Duration
	to         drain.Recipient
}{
	{"kubernetes", "30 s, to PID 1 of the container", 30 * time.Second, drain.ToTarget},
	{"docker", "10 s, to PID 1 of the container", 10 * time.Second, drain.ToTarget},
	{"compose", "10 s, to PID 1 of the container", 10 * time.Second, drain.ToTarget},
	{"systemd", "90 s, to every process of the unit, with SIGCONT", 90 * time.Second, drain.ToTree},
	{"ecs", "30 s, to PID 1 of the container", 30 * time.Second, drain.ToTarget},
	{"heroku", "30 s, to every process of the dyno", 30 * time.Second, drain.ToTree},
	{"cloud-run", "10 s, to PID 1 of the container", 10 * time.Second, drain.ToTarget},
}

func graceChoices() []cli.Choice {
	var choices []cli.Choice
	for _, p := range platforms {
		choices = append(choices, cli.Choice{Name: p.name, Help: p.help})
	}
	return choices
}

func (g *grace) String() string { return g.text }

// Type names the value in messages of pflag.
func (g *grace) Type() string { return "time" }

// Set accepts a duration or the name of a platform.
func (g *grace) Set(s string) error {
	for _, p := range platforms {
		if p.name == s {
			*g = grace{text: s, Duration: p.after, to: p.to}
			return nil
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return errors.New("must be a time such as 30s, or kubernetes, docker, compose, systemd, ecs, heroku or cloud-run")
	}
	*g = grace{text: s, Duration: d}
	return nil
}
