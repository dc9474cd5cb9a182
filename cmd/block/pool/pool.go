// Package pool holds snag block pool: how many requests a service works on at once, and whether they hang together.
package pool

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/block/pool"
	"snag/analyze/stats"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/process"
	"snag/probe/wire"
)

// options are what the command line of snag block pool says.
type options struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate
	target.Target

	method, data string
	light        string
	most         int
	overlap      int
	budget       time.Duration
	idHeader     string
	logFile      string
	onStall      string
	without      []string
	seed         uint64
}

// New returns the command snag block pool.
func New(io *cli.Stdio) *cobra.Command {
	o := &options{stdio: io}
	c := &cobra.Command{
		Use:   "pool [flags] URL [-- COMMAND...]",
		Short: "Find out how many requests really run at once, and what overlapping does to them",
		Long: `Send several requests of a slow endpoint at once and go by the order of the answers, which a busy
machine does not falsify: how many run at once and what limits them, what one request too many meets,
whether requests that overlap hang, and whether they see each other's context.

The URL is the slow request; it should take 50 ms or more. --light names a cheap one that needs the same
resource (a trivial query, a small hash). Without it snag tries the numbers of the query as 1 and 0, or else
goes by how long requests take that are sent at once, which tells nothing about those that compute.`,
		Example: `  snag block pool http://127.0.0.1:3000/report --light /report?rows=1
  snag block pool '/hash?rounds=200000' --light '/hash?rounds=1' -- node server.js
  snag block pool http://127.0.0.1:3000/slow --on-stall http://127.0.0.1:3000/rails/locks
  snag block pool http://127.0.0.1:3000/me --log-file log/production.log`,
		Args: cobra.ArbitraryArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.method, "request", "X", "", "use this `method` (default GET, or POST with a body)")
	f.StringVarP(&o.data, "data", "d", "", "send this `body`")
	f.StringVar(&o.light, "light", "", "the `path` of a cheap request that needs the same resource, or its whole URL")
	o.Target.Flags(io, c)
	f.IntVar(&o.most, "max", 64, "look for pools of up to `n`")
	f.IntVar(&o.overlap, "overlap", 64, "look for requests that hang when up to `n` overlap; more than six while that is quick")
	o.TimeFlag(c, "max-time", time.Minute, "end after this `time`")
	f.DurationVar(&o.budget, "budget", 50*time.Millisecond, "the `time` that one request may occupy an event loop")
	f.StringVar(&o.idHeader, "id-header", "X-Request-Id", "the `header` that carries the id of a request, and should come back")
	f.StringVar(&o.logFile, "log-file", "", "also look for ids in this `file`, to which the target logs the path of each request")
	f.StringVar(&o.onStall, "on-stall", "", "fetch this `URL` of the same host, or run this command, when requests hang")
	f.StringSliceVar(&o.without, "without", nil, "leave out these `parts`: size, full, overlap, context, give-up")
	f.Uint64Var(&o.seed, "seed", 1, "the `seed` of ids")
	cli.Complete(c, "without", []cli.Choice{{Name: "size", Help: "the number of requests at once"}, {Name: "full", Help: "what a full pool does"}, {Name: "overlap", Help: "requests that hang"}, {Name: "context", Help: "ids that are mixed up"}, {Name: "give-up", Help: "clients that go away in the middle"}})
	o.failOn = cli.NewLevelGate(c)
	o.output.Flags(c)
	o.output.Compare(c)
	o.output.Save(c)
	c.RunE = o.output.Run(io, func(c *cobra.Command, args []string) error {
		if err := o.Parse(c, args); err != nil {
			return err
		}
		return o.check()
	}, o.measure)
	return c
}

func (o *options) check() error {
	for _, part := range o.without {
		switch part {
		case "size", "full", "overlap", "context", "give-up":
		default:
			return cli.Usagef("--without %s: must be size, full, overlap, context or give-up", part)
		}
	}
	switch {
	case o.most < 1 || o.most > 256:
		return cli.Usagef("--max %d: must be from 1 to 256", o.most)
	case o.overlap < 2 || o.overlap > 256:
		return cli.Usagef("--overlap %d: must be from 2 to 256", o.overlap)
	case o.budget < time.Millisecond:
		return cli.Usagef("--budget %s: must be at least 1ms", o.budget)
	case o.MaxTime <= 0:
		return cli.Usagef("--max-time must be positive")
	case o.light != "" && (!strings.HasPrefix(o.light, "/") && !strings.Contains(o.light, "://") || strings.ContainsAny(o.light, " \r\n")):
		return cli.Usagef("--light %q: must be a path or a URL, without white space", report.RedactURL(o.light))
	}
	return nil
}

// sameOrigin reports whether a URL has the scheme, host and port of base.
func sameOrigin(base *url.URL, raw string) bool {
	u, err := url.Parse(raw)
	if err != nil {
		return false
	}
	port := func(u *url.URL) string {
		return cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	}
	return u.Scheme == base.Scheme && strings.EqualFold(u.Hostname(), base.Hostname()) && port(u) == port(base)
}

// requestTarget returns the path and query of a URL that has a host, as they are written, without fragment.
func requestTarget(raw string) string {
	raw, _, _ = strings.Cut(raw, "#")
	_, rest, _ := strings.Cut(raw, "://")
	i := strings.IndexAny(rest, "/?")
	switch {
	case i < 0:
		return "/"
	case rest[i] == '?':
		return "/" + rest[i:]
	}
	return rest[i:]
}

func (o *options) skips(part string) bool {
	for _, p := range o.without {
		if p == part {
			return true
		}
	}
	return false
}

func (o *options) measure(ctx context.Context, out *cli.Output) error {
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	defer o.Close()
	p.Set(0, 0, "starting")
	ctx, cancel, err := o.Open(ctx)
	defer cancel()
	if err != nil {
		return err
	}
	if strings.Contains(o.onStall, "://") && !sameOrigin(o.Base, o.onStall) && !o.AllowRemote {
		return cli.Usagef("--on-stall %s: is not on the host of the target", report.RedactURL(o.onStall))
	}
	if strings.Contains(o.light, "://") {
		if !sameOrigin(o.Base, o.light) {
			return cli.Usagef("--light %s: is not on the host of the target", report.RedactURL(o.light))
		}
		o.light = requestTarget(o.light)
	}
	input, err := endpoint.NewInput(endpoint.InputConfig{Method: o.method, URL: o.URL, Headers: o.Headers, Body: o.data, Vary: false})
	if err != nil {
		return cli.Usage(err)
	}
	r := &run{options: o, input: input, limit: pool.Unsure}
	if r.canary, err = o.FindCanary(ctx); err != nil {
		return err
	}
	first, err := input.Request(1, o.seed)
	if err != nil {
		return cli.Usage(err)
	}
	client := wire.NewClient(o.Wire)
	defer client.Close()
	reply := client.Do(ctx, first.Bytes(o.Wire), o.Limit)
	for range 2 { // one of several may fail, which is no reason to measure nothing
		if reply.Outcome != wire.Answered || reply.Status < 500 {
			break
		}
		reply = client.Do(ctx, first.Bytes(o.Wire), o.Limit)
	}
	switch why := target.Unmeasured(input.Method, reply); {
	case why == "":
	case ctx.Err() == context.Canceled:
		return target.ErrInterrupted
	default:
		return o.Mute(fmt.Errorf("a single request: %s", why), reply)
	}
	r.own = reply.Latency()
	r.fastest = r.own
	alone := []float64{float64(r.own)}
	for i := 0; i < 3 && r.own < time.Second && r.hang == nil; i++ { // it may vary, and the first may have been held up
		again, hang := r.hangWatch(ctx).Single(ctx, client, 1)
		if again.Outcome == wire.Answered {
			r.own, r.fastest = max(r.own, again.Latency()), min(r.fastest, again.Latency())
			alone = append(alone, float64(again.Latency()))
		}
		r.hangs(hang)
	}
	client.Close()
	r.alone, r.usual = alone, time.Duration(stats.Median(alone))
	if r.hang == nil {
		r.idle, r.timed = r.rest(ctx)
		r.locks = process.ReadLocks(o.PIDs)
	}
	more := func(part string) bool { return !o.skips(part) && r.hang == nil && ctx.Err() == nil }
	// What hangs is looked for first: it is the gravest there is, and ends the rest. Those that overlap come before those
	// that are given up, since a server that does not notice that a client is gone lets these overlap as well.
	if more("overlap") {
		r.overlap(ctx, p)
	}
	const few, soon = 8, 200 * time.Millisecond
	if more("give-up") && r.own <= soon {
		r.giveUp(ctx, p, few)
		// Those that were given up may still run, one after the other, and would take places that are counted.
		if r.hang == nil {
			select {
			case <-ctx.Done():
			case <-time.After(few * r.own):
			}
		}
	}
	if more("size") {
		if err := r.findSize(ctx, p); err != nil {
			return err
		}
	}
	if more("full") && r.size != nil && r.size.K > 0 {
		r.overfill(ctx, p)
	}
	if more("context") {
		r.mix(ctx, p, first)
	}
	if more("give-up") {
		r.giveUp(ctx, p, r.many())
	}
	p.Stop()
	r.partial = ctx.Err() == context.Canceled
	return r.close(out)
}
