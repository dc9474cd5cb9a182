package block

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/block/routes"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/worktree"
)

// routesOptions are what the command line of snag block routes says.
type routesOptions struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn provedGate
	tree   worktree.Flags
	target.Target

	path      string // of the source, "" for none
	service   string // --url
	openapi   string
	har       string
	only      []string
	skip      []string
	writes    bool
	before    string
	budget    time.Duration
	trials    int
	routeTime time.Duration
	maxBytes  int
	seed      uint64
}

func newBlockRoutes(io *cli.Stdio) *cobra.Command {
	o := &routesOptions{stdio: io}
	c := &cobra.Command{
		Use:   "routes [flags] [PATH] [-- COMMAND...]",
		Short: "Prove on the running service what its code lets fear: every route, every input",
		Long: `Find the routes of a service in its source, in a description (--openapi), in a recording of a browser
(--har) and in the service itself, and build for each a request that the service accepts: with the fields, types, formats and examples
that are known, what refusals say is missing, and ids out of earlier answers. Then try, most promising first:

  1. the attack of each vulnerable regex that such a request reaches, in its input, growing
     carefully up to the bound that holds there;
  2. the request itself, beside a cheap one: does it block, and at a call that snag block calls
     finds in the code of the route?
  3. each input as a string, words, a number, an array and a nested document, growing.

What exceeds --budget while others wait is proved: the finding has the request as curl, and the command that
repeats it. What the code lets fear and the service does not bear out is told with what was answered and why.

Only requests that read are sent, unless --allow-writes is given or --only names a route. The command after
-- is started, started again when an attack wedges it, and ended.`,
		Example: `  snag block routes -- node server.js
  snag block routes --allow-writes -- flask run
  snag block routes --url http://127.0.0.1:3000 --openapi api.yaml
  snag block routes --only 'POST /search' -- node server.js
  snag block routes --before ./login.sh -- bin/rails server
  snag block routes -f json -o proved.json -- node server.js && snag regex --proved proved.json --fail-on proved`,
		Args: cobra.ArbitraryArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.service, "url", "", "the `URL` of a service that runs, or that the command serves")
	f.StringVar(&o.openapi, "openapi", "", "take routes from a description in OpenAPI 3 or 2 in this `file`")
	f.StringVar(&o.har, "har", "", "take routes from the requests that a browser recorded in this HAR `file`")
	f.StringArrayVar(&o.only, "only", nil, "send requests to this `route` alone, also one that writes: 'POST /search', '/users/*', GET; may be repeated")
	f.StringArrayVar(&o.skip, "skip", nil, "send no requests to this `route`; may be repeated")
	f.BoolVar(&o.writes, "allow-writes", false, "send POST, PUT, PATCH and DELETE as well: they may change and delete what the service keeps")
	f.StringVar(&o.before, "before", "", "run this `command` when the service is ready, and send the lines 'Name: value' that it prints as headers; SNAG_URL is the service")
	o.Target.CommonFlags(io, c)
	o.LimitFlag(c, "limit", 5*time.Second, "give a request up after this `time`, and look after the service")
	f.DurationVar(&o.budget, "budget", 50*time.Millisecond, "the `time` that one request may block")
	f.IntVar(&o.trials, "trials", 3, "send what costs much `n` times beside the canary")
	o.TimeFlag(c, "max-time", 5*time.Minute, "end after this `time`")
	f.DurationVar(&o.routeTime, "route-time", 30*time.Second, "try the inputs of a route for at most this `time`")
	f.IntVar(&o.maxBytes, "max-bytes", 1<<20, "send no request of more than `n` bytes")
	f.Uint64Var(&o.seed, "seed", 1, "the `seed` of what is random in the order of requests")
	o.tree.Flags(c)
	o.failOn = newProvedGate(c)
	o.output.Flags(c)
	o.output.CompareSource(c, "only", "skip", "allow-writes", "openapi", "har")
	c.MarkFlagsMutuallyExclusive("only", "skip")
	c.RunE = o.output.Run(io, func(c *cobra.Command, args []string) error { return o.take(c, args) }, o.run)
	return c
}

// take takes the target and the folder from the command line, and checks what it says.
func (o *routesOptions) take(c *cobra.Command, args []string) error {
	if dash := c.ArgsLenAtDash(); dash >= 0 {
		if args, o.Command = args[:dash], args[dash:]; len(o.Command) == 0 {
			return cli.Usagef("nothing follows --")
		}
	}
	switch {
	case len(args) > 1:
		return cli.Usagef("give one folder or file of source; the command goes behind --")
	case len(args) == 1:
		o.path = args[0]
	case o.openapi == "" && o.har == "":
		o.path = "."
	}
	if strings.Contains(o.path, "://") {
		return cli.WithHint(cli.Usagef("%q is no folder", o.path), "--url names a service that runs")
	}
	if o.service == "" && len(o.Command) == 0 {
		return cli.WithHint(cli.Usagef("there is no service to send requests to"), "give the command that serves after --, or --url with one that runs")
	}
	for _, pattern := range append(append([]string{}, o.only...), o.skip...) {
		if err := routes.CheckPattern(pattern); err != nil {
			return cli.Usage(err)
		}
	}
	switch {
	case o.Limit < 10*time.Millisecond:
		return cli.Usagef("the limit of a request, %s, must be at least 10ms", o.Limit)
	case o.budget < time.Millisecond:
		return cli.Usagef("--budget %s: must be at least 1ms", o.budget)
	case o.trials < 1 || o.trials > 100:
		return cli.Usagef("--trials %d: must be from 1 to 100", o.trials)
	case o.MaxTime <= 0 || o.routeTime <= 0 || o.maxBytes < 1:
		return cli.Usagef("limits must be positive")
	}
	if o.path != "" {
		if _, err := os.Stat(o.path); err != nil {
			return cli.Usagef("read the source: %w", err)
		}
	}
	return nil
}

// run finds the routes, starts the service, tries everything and reports.
func (o *routesOptions) run(ctx context.Context, out *cli.Output) error {
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	defer o.Close()
	found, err := o.gather(ctx, p)
	if err != nil {
		return err
	}
	o.Spare = true
	r := &routesRun{options: o, inventory: *found, progress: p}
	r.selection = routes.Selection{Only: o.only, Skip: o.skip, Writes: o.writes}
	r.given, r.port = len(o.Headers), o.Port
	bounded, cancel, err := r.open(ctx)
	defer cancel()
	if err != nil {
		return err
	}
	defer r.close()
	if err := r.prepare(bounded); err != nil {
		return err
	}
	r.ask(bounded)
	if err := r.choose(); err != nil {
		return err
	}
	if err := r.tryAll(bounded); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	p.Stop()
	err = out.End(r.report(ctx.Err() != nil), nil, o.failOn.Check)
	if r.lost != "" && ctx.Err() == nil && errors.Is(err, cli.ErrPartial) {
		return errors.New("the rest was not measured: " + r.lost)
	}
	return err
}
