// Package demo holds snag demo and its tour.
package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
	"snag/probe/demo"
)

// demoOptions are what the command line of snag demo says.
type demoOptions struct {
	stdio *cli.Stdio

	port     int
	shutdown *cli.Enum
	chaos    demo.Chaos
	tour     bool
	only     []string
}

// New returns snag demo.
func New(io *cli.Stdio) *cobra.Command {
	o := &demoOptions{stdio: io}
	c := &cobra.Command{
		Use:   "demo",
		Short: "Run a service that is fragile on purpose, to try every command on",
		Long: `Serve on the loopback everything that snag finds, each on a route of its own, and print for each the
command that finds it. One lock stands for an event loop: what computes keeps everybody waiting. All
is bounded, and Ctrl-C ends it.

--tour starts the service, runs every command against it, says what each one found and why that
matters, and ends everything. It takes about a minute.`,
		Example: `  snag demo --tour                        see everything that snag finds
  snag demo --port 8080                   the service alone
  snag demo --chaos pause=300ms/2s        stand still now and then, for snag block watch
  snag shutdown -- snag demo --shutdown hasty
  snag retry client -- snag demo client --policy unsafe {url}`,
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&o.tour, "tour", false, "run every command against the service, explain, and end")
	f.StringSliceVar(&o.only, "only", nil, "with --tour, make these `steps` alone: regex, handler, ...")
	f.IntVar(&o.port, "port", 0, "listen on this `port` of 127.0.0.1 (default any free one)")
	o.shutdown = cli.NewEnum(string(demo.Good),
		cli.Choice{Name: string(demo.Good), Help: "finish what is in flight on SIGTERM, and exit"},
		cli.Choice{Name: string(demo.Hasty), Help: "drop everything on SIGTERM"},
		cli.Choice{Name: string(demo.Deaf), Help: "ignore SIGTERM"})
	o.shutdown.Flag(c, f, "shutdown", "", "`how` to end on SIGTERM: good, hasty or deaf")
	f.Var((*ChaosValue)(&o.chaos), "chaos", "go wrong by itself: `accidents` are crash=SHARE, fail=SHARE, pause=TIME/EVERY and seed=N")
	c.RunE = cli.Run(func(ctx context.Context, _ []string) error {
		if o.tour {
			return o.guide(ctx)
		}
		return o.serve(ctx)
	})
	c.AddCommand(newDemoClient(io))
	return c
}

// ChaosValue is the value of --chaos.
type ChaosValue demo.Chaos

// Type names the value in messages of pflag.
func (v *ChaosValue) Type() string { return "chaos" }

func (v *ChaosValue) String() string {
	var words []string
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if v.Crash > 0 {
		add("crash=%g", v.Crash)
	}
	if v.Fail > 0 {
		add("fail=%g", v.Fail)
	}
	if v.Pause > 0 {
		add("pause=%s/%s", v.Pause, v.Interval)
	}
	if v.Seed > 0 {
		add("seed=%d", v.Seed)
	}
	return strings.Join(words, ",")
}

// Set accepts a list such as crash=0.01,pause=300ms/2s.
func (v *ChaosValue) Set(text string) error {
	for word := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(word, "=")
		var err error
		switch name {
		case "crash":
			v.Crash, err = parseShare(value)
		case "fail":
			v.Fail, err = parseShare(value)
		case "seed":
			v.Seed, err = strconv.ParseUint(value, 10, 64)
		case "pause":
			pause, interval, _ := strings.Cut(value, "/")
			if v.Pause, err = time.ParseDuration(pause); err == nil {
				v.Interval, err = time.ParseDuration(interval)
			}
			if err != nil || v.Pause <= 0 || v.Pause > 30*time.Second || v.Interval < 10*time.Millisecond {
				return errors.New("pause must be TIME/EVERY, such as 300ms/2s, of 30 seconds at most")
			}
		default:
			return fmt.Errorf("%q: must be one of crash, fail, pause, seed", name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func parseShare(text string) (float64, error) {
	share, err := strconv.ParseFloat(text, 64)
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, fmt.Errorf("%q is not a share from 0 to 1", text)
	}
	return share, nil
}

// serve is the service alone.
func (o *demoOptions) serve(ctx context.Context) error {
	if len(o.only) > 0 {
		return cli.Usagef("--only goes with --tour")
	}
	if o.port < 0 || o.port > 65535 {
		return cli.Usagef("--port %d: is not a port", o.port)
	}
	how := demo.Shutdown(o.shutdown.String())
	if how == demo.Deaf {
		signal.Ignore(syscall.SIGTERM) // before anybody can take the service for ready
	}
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.port)))
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	base := "http://" + l.Addr().String()
	if !o.stdio.Quiet {
		fmt.Fprint(o.stdio.Out, DemoPage(base))
	}
	err = demo.New(demo.Config{Shutdown: how, Chaos: o.chaos}).Serve(ctx, l)
	if errors.Is(err, demo.ErrCrashed) {
		return cli.WithHint(err, "leave crash out of --chaos to keep it running")
	}
	return err
}

// DemoPage lists the routes, and for each the command that finds what is wrong with it.
func DemoPage(base string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A fragile service listens on %s. Ctrl-C ends it.\n\n", base)
	for _, r := range demo.Routes() {
		path := r.Path
		if r.Query != "" {
			path += "?" + r.Query
		}
		fmt.Fprintf(&b, "%-4s %-22s %s\n", r.Method, path, r.What)
		for _, words := range RouteCommands(base)[r.Path] {
			fmt.Fprintf(&b, "  %s\n", VisibleWords(append([]string{"snag"}, words...)))
		}
	}
	b.WriteString("\nClients, shutdown and chaos are for commands that start them:\n")
	for _, words := range StartingCommands {
		fmt.Fprintf(&b, "  %s\n", VisibleWords(append([]string{"snag"}, words...)))
	}
	return b.String()
}

func newDemoClient(stdio *cli.Stdio) *cobra.Command {
	var names []string
	var choices []cli.Choice
	var list strings.Builder
	for _, p := range demo.Policies {
		names = append(names, p.Name)
		choices = append(choices, cli.Choice{Name: p.Name, Help: p.What})
		fmt.Fprintf(&list, "  %-8s %s\n", p.Name, p.What)
	}
	policy := cli.NewEnum("polite", choices...)
	c := &cobra.Command{
		Use:   "client URL",
		Short: "Be a client that retries, well or badly",
		Long:  "Send one request to a server on this machine and retry by one of these policies:\n\n" + strings.TrimRight(list.String(), "\n"),
		Example: `  snag retry client -- snag demo client {url}
  snag retry client -- snag demo client --policy unsafe {url}`,
		Args: cli.Args(1, 1, "one URL"),
	}
	policy.Flag(c, c.Flags(), "policy", "", "retry by this `policy`: "+strings.Join(names, ", "))
	c.RunE = cli.Run(func(ctx context.Context, args []string) error {
		u, err := url.Parse(args[0])
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return cli.Usagef("%q is not a URL of HTTP", args[0])
		}
		if !cli.IsLoopback(u.Hostname()) {
			return cli.Usagef("%s: only loopback targets are allowed", u.Hostname())
		}
		for _, p := range demo.Policies {
			if p.Name == policy.String() {
				return p.Call(ctx, args[0])
			}
		}
		return nil
	})
	return c
}

// ownPath is the path of this program, by the name that it was called by where that still leads to
// it: a program may be several, by its name.
func ownPath() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	called, err := exec.LookPath(os.Args[0])
	if err != nil {
		return own, nil
	}
	a, errA := os.Stat(own)
	b, errB := os.Stat(called)
	if errA != nil || errB != nil || !os.SameFile(a, b) {
		return own, nil
	}
	return filepath.Abs(called)
}
