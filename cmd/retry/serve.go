package retry

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/faults"
)

// serveOptions are the flags of snag retry serve.
type serveOptions struct {
	faults      []string
	scenarios   string
	name        string
	listen      string
	tcp, tls    bool
	handshake   *cli.Enum
	certificate string
	maxAttempts int
	duration    time.Duration
}

// handshakeFlag adds --handshake to a command.
func handshakeFlag(c *cobra.Command) *cli.Enum {
	choices := []cli.Choice{
		{Name: faults.Auto, Help: "the protocol that the client's first bytes tell; that of MySQL, whose server speaks first, must be named"},
		{Name: faults.None, Help: "none"},
	}
	for _, name := range faults.Handshakes() {
		choices = append(choices, cli.Choice{Name: name, Help: "the handshake of " + name})
	}
	e := cli.NewEnum(faults.Auto, choices...)
	e.Flag(c, c.Flags(), "handshake", "", "with --tcp, let clients in by the handshake of this `protocol` before what fails after it")
	return e
}

func newRetryServe(io *cli.Stdio) *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		Use:   "serve (--fault FAULT,... | --scenarios FILE)",
		Short: "Be a server that fails by script, and print the attempts of its clients",
		Long: `Listens on the loopback and fails: the first attempt of each operation meets the first fault, the
second one the second, and the last fault repeats. Every attempt is printed as a line of JSON when its
fault is complete. Where it listens is said on stderr. Interrupt it to end it.

Faults are a status (503), a status with Retry-After (503+2s, 429+3s-date), reset-on-accept,
reset-after-headers, reset-after-request, close-on-accept, close-after-request, truncate, silence,
stale (a kept-alive connection is closed when it is used again), and 200 for success. Over HTTP/2
there are rst-CODE (rst-refused-stream), goaway-excluded, goaway-included and no-settings as well,
and for gRPC grpc-STATUS (grpc-unavailable), with a pushback grpc-unavailable+2s, and one that
forbids to retry grpc-unavailable-stop. On plain connections (--tcp) there are
close-after-handshake and silence-after-handshake.`,
		Example: `  snag retry serve --fault 503,503+2s,200
  snag retry serve --fault reset-after-request --listen 127.0.0.1:8080 | snag retry infer -`,
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.StringSliceVar(&o.faults, "fault", nil, "the `faults`, separated by commas, in the order in which they happen")
	f.StringVar(&o.scenarios, "scenarios", "", "play a scenario of this YAML `file` instead of --fault")
	f.StringVar(&o.name, "name", "", "the `name` of the scenario (default the first)")
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "listen on this `address`, which must be of the loopback; port 0 takes a free one")
	f.BoolVar(&o.tcp, "tcp", false, "plain connections instead of HTTP")
	o.handshake = handshakeFlag(c)
	f.BoolVar(&o.tls, "tls", false, "HTTPS with a certificate made on the fly, over HTTP/2 for who asks for it")
	f.StringVar(&o.certificate, "certificate", "", "write the certificate to this `file`, for clients to trust")
	f.IntVar(&o.maxAttempts, "max-attempts", 0, "end after `n` attempts; 0 means never")
	f.DurationVar(&o.duration, "duration", 0, "end after this `time`; 0 means never")
	c.MarkFlagsOneRequired("fault", "scenarios")
	c.MarkFlagsMutuallyExclusive("fault", "scenarios")
	c.RunE = cli.Run(func(ctx context.Context, _ []string) error { return serveFaults(ctx, io, &o) })
	return c
}

// script is what the flags ask for.
func (o *serveOptions) script() ([]experiment.Fault, error) {
	var list []experiment.Fault
	for _, name := range o.faults {
		f, err := experiment.ParseFault(name)
		if err != nil {
			return nil, cli.Usagef("--fault: %w", err)
		}
		list = append(list, f)
	}
	if o.scenarios != "" {
		scenarios, err := readScenarios(o.scenarios, time.Hour, 0)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(scenarios, func(s experiment.Scenario) bool { return o.name == "" || s.Name == o.name })
		if i < 0 {
			return nil, cli.Usagef("--name: %s has no scenario %q", o.scenarios, o.name)
		}
		list = scenarios[i].Script
	}
	if slices.ContainsFunc(list, func(f experiment.Fault) bool { return f.Kind == experiment.Refuse }) {
		return nil, cli.Usagef("a server that listens cannot refuse; use snag retry client, which watches a closed port")
	}
	return list, nil
}

func serveFaults(ctx context.Context, io *cli.Stdio, o *serveOptions) error {
	script, err := o.script()
	if err != nil {
		return err
	}
	config := faults.Config{Script: script, Address: o.listen, TCP: o.tcp, Handshake: o.handshake.Value, MaxAttempts: o.maxAttempts}
	if o.handshake.Value != faults.Auto && !o.tcp {
		return cli.Usagef("--handshake is about plain connections: add --tcp")
	}
	if err := cli.LoopbackOnly(o.listen); err != nil {
		return err
	}
	if o.tls {
		certificate, err := faults.NewCertificate()
		if err != nil {
			return err
		}
		config.TLS = certificate
		if o.certificate != "" {
			if err := os.WriteFile(o.certificate, certificate.PEM, 0o644); err != nil {
				return cli.Usagef("--certificate: %w", err)
			}
		}
	}
	if o.duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.duration)
		defer cancel()
	}
	lines := json.NewEncoder(io.Out)
	failed := make(chan error, 1)
	config.Record = func(a experiment.Attempt) {
		a.Target = report.RedactURL(a.Target)
		if err := lines.Encode(a); err != nil {
			select {
			case failed <- err:
			default:
			}
		}
	}
	server, err := faults.Listen(config)
	if err != nil {
		return cli.WithHint(err, "choose another port with --listen 127.0.0.1:0")
	}
	defer server.Close()
	fmt.Fprintf(io.Err, "listening on %s\n", server.URL())
	select {
	case err := <-failed:
		return fmt.Errorf("write the attempts: %w", err)
	case <-server.Full():
	case <-ctx.Done():
	}
	return nil
}
