package retry

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

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"snag/analyze/nesting"
	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/faults"
	"snag/probe/retry"
)

// clientOptions are the flags of snag retry client.
type clientOptions struct {
	argv        []string
	runs        int
	quick       bool
	tcp, tls    bool
	handshake   *cli.Enum
	path        string
	scenarios   string
	faults      []string
	maxAttempts int
	timeout     time.Duration
	patience    time.Duration
	parallel    int
	speed       float64
	herd        int
	breaker     bool
	operations  int
	output      cli.OutputFlags
	gate        cli.LevelGate

	plan experiment.Plan       // of the flags
	also []experiment.Scenario // of --scenarios
}

func newRetryClient(io *cli.Stdio) *cobra.Command {
	var o clientOptions
	c := &cobra.Command{
		Use:   "client [flags] -- CMD...",
		Short: "Play a failing server to a client, and tell its retry policy and where it is unsafe",
		Long: `Runs the command again and again, each time against a server of snag's own on the loopback that
fails in another way: with a status, with and without Retry-After, by refusing or resetting the
connection before or after the request, by closing it, by half an answer, by silence. From the
attempts that the client makes follow its policy (schedule, jitter, number of attempts) and what is
unsafe about it. A client that speaks HTTP/2 also meets RST_STREAM, GOAWAY and a server that never
sends SETTINGS, one that speaks gRPC its statuses, and is judged by the rules of gRPC.

The command should do one thing (one request, say) and exit. {url}, {host} and {port} in its
arguments stand for the server, and SNAG_URL, SNAG_HOST and SNAG_PORT name it in the environment.
With --operations the command serves several, as many as {operations} says; {other} is then a second
server, which is always well.
All processes that it starts are ended with it. Over a whole audit there are at most 200 attempts and
64 runs.`,
		Example: `  snag retry client -- curl -sS --retry 4 {url}
  snag retry client --quick -- node pay.js {url}
  snag retry client --operations 10 -- node pay.js {url} {operations}
  snag retry client --tcp -- redis-cli -h {host} -p {port} ping`,
		Args: cli.Args(1, -1, "-- and the command line of a client"),
	}
	f := c.Flags()
	f.IntVar(&o.runs, "runs", 8, "run the client up to `n` times to learn its schedule; two identical runs are enough where they tell it for certain")
	f.BoolVar(&o.quick, "quick", false, "three runs, the most telling faults, and no run longer than 6 seconds")
	f.BoolVar(&o.tcp, "tcp", false, "plain connections instead of HTTP, for clients of databases and caches")
	o.handshake = handshakeFlag(c)
	f.BoolVar(&o.tls, "tls", false, "HTTPS, over HTTP/2 for who asks for it, with a certificate made on the fly that the usual environment variables tell the client to trust")
	f.StringVar(&o.path, "path", "", "append this `path` to the URL")
	f.StringVar(&o.scenarios, "scenarios", "", "also play the scenarios in this YAML `file`")
	f.StringSliceVar(&o.faults, "fault", nil, "try these `faults` instead of the default ones, such as 503, reset-after-request or silence")
	f.IntVar(&o.maxAttempts, "max-attempts", 25, "end a run after `n` attempts")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "end a run after this `time`")
	f.DurationVar(&o.patience, "patience", 30*time.Second, "how long to stay silent; a client that waits so long has no timeout, from 30 seconds on")
	f.IntVar(&o.parallel, "parallel", 5, "play up to `n` runs at a time")
	f.IntVar(&o.herd, "herd", 0, "also let `n` clients fail in the same moment, and see how closely they come back together")
	f.BoolVar(&o.breaker, "breaker", false, "look for a circuit breaker instead: the command must call at a steady rate until it is ended")
	f.IntVar(&o.operations, "operations", 0, "look at many operations instead: the command serves as many as {operations} says, `n` of them in an outage")
	f.Float64Var(&o.speed, "speed", 1, "let the client's clock run `n` times as fast, by way of libfaketime")
	o.output.Flags(c)
	o.output.Compare(c)
	o.gate = cli.NewLevelGate(c)
	c.RunE = o.output.Run(io, func(_ *cobra.Command, args []string) (err error) {
		o.argv = args
		if o.plan, err = o.newPlan(); err == nil && o.scenarios != "" {
			o.also, err = readScenarios(o.scenarios, o.plan.Timeout, o.plan.MaxAttempts)
		}
		return err
	}, func(ctx context.Context, out *cli.Output) error { return auditClient(ctx, io, out, &o) })
	return c
}

// allFaults and quickFaults are tried once each. Those with a Retry-After come from the plan.
var (
	allFaults = []string{"refuse", "503", "500", "502", "504", "429", "408", "400", "401", "403", "404", "409", "422",
		"reset-on-accept", "reset-after-headers", "reset-after-request", "close-after-request", "truncate", "stale", "silence"}
	quickFaults = []string{"refuse", "503", "500", "404", "422", "reset-after-request", "close-after-request", "truncate"}
	// A client that speaks HTTP/2 meets these as well, one that speaks gRPC those of calls instead of all others.
	streamFaults = []string{"rst-refused-stream", "rst-internal-error", "rst-enhance-your-calm", "goaway-excluded", "goaway-included", "no-settings"}
	callFaults   = []string{"refuse", "grpc-resource-exhausted", "grpc-internal", "grpc-unknown", "grpc-invalid-argument", "grpc-not-found", "grpc-permission-denied", "grpc-unauthenticated",
		"rst-refused-stream", "rst-internal-error", "goaway-excluded", "goaway-included", "reset-on-accept", "reset-after-request", "close-after-request", "truncate", "502", "no-settings", "silence"}
	quickStreamFaults = []string{"rst-refused-stream", "rst-internal-error", "goaway-excluded", "goaway-included"}
	quickCallFaults   = []string{"refuse", "grpc-invalid-argument", "grpc-not-found", "grpc-internal", "rst-refused-stream", "rst-internal-error", "goaway-excluded", "goaway-included", "reset-after-request"}
	tcpFaults         = []string{"refuse", "reset-on-accept", "close-on-accept", "close-after-handshake", "reset-after-request", "close-after-request", "silence", "silence-after-handshake"}
)

func (o *clientOptions) newPlan() (experiment.Plan, error) {
	p := experiment.Plan{
		Runs: o.runs, MaxAttempts: o.maxAttempts, Timeout: o.timeout, Patience: o.patience,
		Parallel: o.parallel, RetryAfter: []int{503, 429}, Herd: o.herd,
	}
	names, streams, calls := allFaults, streamFaults, callFaults
	switch {
	case o.tcp:
		names, streams, calls, p.RetryAfter = tcpFaults, nil, nil, nil
	case o.quick:
		names, streams, calls, p.RetryAfter = quickFaults, quickStreamFaults, quickCallFaults, []int{503}
	}
	if o.quick {
		p.Runs, p.Timeout, p.Patience = min(p.Runs, 3), min(p.Timeout, 6*time.Second), min(p.Patience, 4*time.Second)
		p.Parallel = max(p.Parallel, 6)
	}
	if len(o.faults) > 0 {
		names, streams, calls, p.RetryAfter = o.faults, nil, o.faults, nil
	}
	for _, list := range []struct {
		names []string
		into  *[]experiment.Fault
	}{{names, &p.Faults}, {streams, &p.Streams}, {calls, &p.Calls}} {
		for _, name := range list.names {
			f, err := experiment.ParseFault(name)
			if err != nil {
				return p, cli.Usagef("--fault: %w", err)
			}
			*list.into = append(*list.into, f)
		}
	}
	switch {
	case p.Runs < 1:
		return p, cli.Usagef("--runs must be 1 or more")
	case p.MaxAttempts < 2:
		return p, cli.Usagef("--max-attempts must be 2 or more")
	case p.Parallel < 1 || p.Parallel > 16:
		return p, cli.Usagef("--parallel must be between 1 and 16")
	case p.Timeout <= 0 || p.Patience <= 0:
		return p, cli.Usagef("--timeout and --patience must be positive")
	case o.herd != 0 && (o.herd < 2 || o.herd > 40):
		return p, cli.Usagef("--herd must be between 2 and 40")
	case !(o.speed >= 1 && o.speed <= 100):
		return p, cli.Usagef("--speed must be between 1 and 100")
	case o.handshake.Value != faults.Auto && !o.tcp:
		return p, cli.Usagef("--handshake is about plain connections: add --tcp")
	case o.operations != 0 && (o.operations < 2 || o.operations > 60):
		return p, cli.Usagef("--operations must be between 2 and 60")
	case o.operations != 0 && (o.breaker || o.herd > 0 || o.tcp):
		return p, cli.Usagef("--operations excludes --breaker, --herd and --tcp")
	case o.operations != 0 && !strings.Contains(strings.Join(o.argv, " "), "{operations}"):
		return p, cli.Usagef("--operations needs {operations} in the arguments of the command")
	case o.tcp && o.tls:
		return p, cli.Usagef("--tcp and --tls exclude each other")
	}
	return p, nil
}

// scenarioFile is the YAML of --scenarios.
type scenarioFile struct {
	Scenarios []struct {
		Name        string   `yaml:"name"`
		Script      []string `yaml:"script"`
		MaxAttempts int      `yaml:"max-attempts"`
		Timeout     string   `yaml:"timeout"`
	} `yaml:"scenarios"`
}

func readScenarios(path string, timeout time.Duration, maxAttempts int) ([]experiment.Scenario, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, cli.Usagef("--scenarios: %w", err)
	}
	return parseScenarios(path, text, timeout, maxAttempts)
}

// parseScenarios reads the text of a file of scenarios. What they do not say is as the arguments have it.
func parseScenarios(path string, text []byte, timeout time.Duration, maxAttempts int) ([]experiment.Scenario, error) {
	var file scenarioFile
	if err := nesting.Unmarshal(text, &file, yaml.Strict()); err != nil {
		return nil, cli.Usagef("--scenarios: %s: %.300s", path, yaml.FormatError(err, false, false)) // it quotes keys as a whole
	}
	var list []experiment.Scenario
	for i, entry := range file.Scenarios {
		s := experiment.Scenario{Name: cmp.Or(entry.Name, fmt.Sprintf("scenario %d", i+1)), Timeout: timeout, MaxAttempts: cmp.Or(entry.MaxAttempts, maxAttempts)}
		if entry.Timeout != "" {
			var err error
			if s.Timeout, err = time.ParseDuration(entry.Timeout); err != nil || s.Timeout <= 0 {
				return nil, cli.Usagef("--scenarios: %s: %s: timeout %q is not a positive duration", path, s.Name, entry.Timeout)
			}
		}
		if len(entry.Script) == 0 {
			return nil, cli.Usagef("--scenarios: %s: %s has no script", path, s.Name)
		}
		for i, name := range entry.Script {
			f, err := experiment.ParseFault(name)
			if err == nil && i > 0 && f.Kind == experiment.Refuse {
				err = errors.New("refuse can only be the first and only fault of a script")
			}
			if err != nil {
				return nil, cli.Usagef("--scenarios: %s: %s: %w", path, s.Name, err)
			}
			s.Script = append(s.Script, f)
		}
		list = append(list, s)
	}
	return list, nil
}

// newWatchClosedPort is the hidden command that runs in the namespace of a closed port.
func newWatchClosedPort(io *cli.Stdio) *cobra.Command {
	return &cobra.Command{
		Use: "watch-closed-port", Hidden: true, Args: cobra.NoArgs,
		Short: "Count the attempts of a client on a closed port, inside a network namespace",
		RunE: cli.Run(func(ctx context.Context, _ []string) error {
			return retry.WatchClosedPort(ctx, io.In, io.Out)
		}),
	}
}

// Faketime are the places where distributions put the library that changes clocks.
var Faketime = []string{"/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib*/faketime/libfaketimeMT.so.1", "/usr/local/lib/faketime/libfaketimeMT.so.1"}

// newDriver prepares to run the client of the options. Close the driver when done.
func (o *clientOptions) newDriver() (*retry.Driver, error) {
	client := retry.Client{
		Argv: o.argv, Path: o.path, TCP: o.tcp, Handshake: o.handshake.Value, Speed: o.speed,
		Namespace: []string{"snag", "retry", "watch-closed-port"},
	}
	if o.tls {
		var err error
		if client.TLS, err = faults.NewCertificate(); err != nil {
			return nil, err
		}
	}
	if o.speed > 1 {
		for _, pattern := range Faketime {
			if found, _ := filepath.Glob(pattern); len(found) > 0 {
				client.Faketime = found[0]
			}
		}
		if client.Faketime == "" {
			return nil, cli.WithHint(errors.New("--speed needs libfaketime, which is not installed"), "install the package faketime, or leave --speed out")
		}
	}
	return retry.NewDriver(client)
}

func auditClient(ctx context.Context, io *cli.Stdio, out *cli.Output, o *clientOptions) error {
	driver, err := o.newDriver()
	if err != nil {
		return err
	}
	defer driver.Close()
	bar := cli.NewProgress(io)
	defer bar.Stop()
	a := clientAudit{options: o}
	switch {
	case o.operations > 0:
		a.many, err = driver.Many(ctx, experiment.Fault{Status: 503}, o.operations, min(o.patience, o.timeout), o.timeout)
	case o.breaker:
		a.breaker, err = driver.Breaker(ctx, experiment.Fault{Status: 503}, o.timeout)
	default:
		err = a.observe(ctx, driver, o.plan, o.also, bar.Set)
	}
	bar.Stop()
	for _, t := range slices.Concat(a.audit.Control, a.audit.Traces, a.many.Alone, []experiment.Trace{a.breaker, a.many.Outage, a.many.Slow}) {
		conceal(t.Attempts)
	}
	switch {
	case ctx.Err() != nil:
		a.partial = true
	case errors.Is(err, experiment.ErrBudget):
		a.notes = append(a.notes, fmt.Sprintf("Not everything was tried: %v.", err))
	case err != nil:
		return err
	}
	if !a.partial && a.silent() {
		return cli.WithHint(fmt.Errorf("%s made no attempt at all", o.argv[0]), "use {url}, or {host} and {port}, in the arguments of the command, or SNAG_URL in its environment")
	}
	return out.End(a.report(), nil, o.gate.Check)
}

// conceal removes credentials from the targets of requests.
func conceal(attempts []experiment.Attempt) {
	for i := range attempts {
		attempts[i].Target = report.RedactURL(attempts[i].Target)
	}
}

// observe runs the plan and then the scenarios of the user.
func (a *clientAudit) observe(ctx context.Context, driver *retry.Driver, plan experiment.Plan, scenarios []experiment.Scenario, progress func(done, total int, what string)) error {
	if a.options.speed > 1 {
		fast, err := driver.Compressible(ctx, plan.Timeout)
		if err != nil {
			return err
		}
		if !fast {
			return cli.WithHint(fmt.Errorf("%s does not follow the faster clock, or does not retry a 503", a.options.argv[0]), "leave --speed out; statically linked programs, such as those in Go, cannot be sped up")
		}
		a.notes = append(a.notes, fmt.Sprintf("The client's clock ran %g times as fast (libfaketime); all times are the client's. Retry-After as a date was not tried.", a.options.speed))
	}
	seen, err := driver.Observe(ctx, plan, progress)
	a.audit, a.herd = seen.Audit, seen.Herd
	for _, s := range scenarios {
		if err != nil {
			break
		}
		var t experiment.Trace
		if t, err = driver.Run(ctx, s); err == nil {
			a.audit.Traces = append(a.audit.Traces, t)
		}
	}
	return err
}
