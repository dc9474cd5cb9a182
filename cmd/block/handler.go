package block

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/block/growth"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/process"
	"snag/probe/wire"
)

// handlerOptions are what the command line of snag block handler says.
type handlerOptions struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate
	target.Target

	request     target.Request
	from, to    int
	size        int
	budget      time.Duration
	rate        int
	trials      int
	maxRequests int
	maxBytes    int
	control     string
	noVary      bool
	seed        uint64
	attack      string
	expected    []int
	sizes       int // that are measured again and again, each so many times; 0 for the usual numbers
	repetitions int
	curl        string
	har         string
	export      *cli.Enum
}

func newBlockHandler(io *cli.Stdio) *cobra.Command {
	o := &handlerOptions{stdio: io}
	c := &cobra.Command{
		Use:   "handler [flags] URL [-- COMMAND...]",
		Short: "Measure how an endpoint's cost grows with its input, and whom it stalls meanwhile",
		Long: `Send an endpoint requests of growing size, carefully, until they take long enough to judge: how the
cost grows, at which size it exceeds the budget, and how long requests to another endpoint, sent at fixed
times over a connection of their own, are stalled meanwhile.

URL, headers and body are Go templates over the size n: {{n}}, {{repeat "1," n}}, {{seq n}},
{{random n}}, {{salt}}. A body from @FILE is scaled: n times the document. Without a template the one
request is measured. {{attack}} is escaped as its place asks: a path, a query, a header, a cookie, a string
of JSON, a form. With -- COMMAND the target is started, and URL may be a path.

With --export nothing is sent: the request, of the size --size, is written as another program takes it. A
credential in it is a variable of the environment, $SECRET.`,
		Example: `  snag block handler 'http://127.0.0.1:3000/report?rows={{n}}'
  snag block handler '/search?q={{repeat "a" n}}!' -- node server.js
  snag block handler http://127.0.0.1:3000/import -d '[{{repeat "1," n}}1]' --budget 20ms
  snag block handler --curl "curl -X POST http://127.0.0.1:3000/x -d '{{seq n}}'"
  snag block handler http://127.0.0.1:3000/validate -d '{{attack}}' --attack finding.json`,
		Args: cobra.ArbitraryArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	o.request.Flags(c, "send this `body`; @FILE reads and scales a document")
	o.Target.Flags(io, c)
	f.DurationVar(&o.budget, "budget", 50*time.Millisecond, "the `time` that one request may block")
	f.IntVar(&o.from, "from", 1, "the smallest `n`")
	f.IntVar(&o.to, "to", 1_000_000, "the largest `n`")
	f.IntVar(&o.size, "size", 0, "also measure the stall at this `n` (default the largest that was reached)")
	f.IntVar(&o.rate, "rate", 0, "canary requests a second (default 500, or fewer where they would take a twentieth of a processor)")
	f.IntVar(&o.trials, "trials", 5, "send the suspect `n` times beside the canary")
	f.IntVar(&o.maxRequests, "max-requests", 600, "send at most `n` requests of the suspect")
	o.TimeFlag(c, "max-time", 30*time.Second, "end after this `time`, for each attack of several")
	f.IntVar(&o.maxBytes, "max-bytes", 16<<20, "send no request of more than `n` bytes")
	f.StringVar(&o.control, "control", endpoint.NoRoute, "a `path` that ignores bodies: the time of an upload to it is not the handler's")
	f.BoolVar(&o.noVary, "no-vary", false, "do not add a parameter to the query that keeps caches from answering")
	f.Uint64Var(&o.seed, "seed", 1, "the `seed` of what is random in inputs and their order")
	f.StringVar(&o.attack, "attack", "", "{{attack}} is the attack, n pumps, of a regex finding in this JSON `report`; all in turn, or FILE#2, FILE#fingerprint or FILE#rule")
	f.IntSliceVar(&o.expected, "expect-status", nil, "take an answer with one of these `statuses` for one of the handler, whatever it usually means")
	f.StringVar(&o.curl, "curl", "", "take the request from this curl `command`")
	f.StringVar(&o.har, "har", "", "take the request from this HAR `file`, FILE#2 for its second entry")
	o.output.Save(c)
	o.output.Compare(c)
	o.export = cli.NewEnum("", exportChoices...)
	o.export.Flag(c, f, "export", "", "write the request for another `program` instead: curl, k6, vegeta or oha")
	o.failOn = cli.NewLevelGate(c)
	o.output.Flags(c)
	c.RunE = o.output.Run(io, func(c *cobra.Command, args []string) error {
		if err := o.take(c, args); err != nil {
			return err
		}
		return o.check()
	}, func(ctx context.Context, out *cli.Output) error {
		if o.export.Value != "" {
			return o.exportRequest(out)
		}
		return o.measure(ctx, out)
	})
	return c
}

// take takes the request from the command line, or from where --curl or --har says.
func (o *handlerOptions) take(c *cobra.Command, args []string) error {
	imported, err := o.imported()
	if err != nil {
		return cli.Usage(err)
	}
	if imported == nil {
		return o.Parse(c, args)
	}
	if dash := c.ArgsLenAtDash(); dash > 0 || dash < 0 && len(args) > 0 {
		return cli.Usagef("the request is taken from another place: give no URL")
	} else if dash == 0 {
		o.Command = args
	}
	o.URL, o.request.Method, o.request.Data = imported.URL, cmp.Or(o.request.Method, imported.Method), cmp.Or(o.request.Data, imported.Body)
	o.Headers = append(imported.Headers, o.Headers...)
	return nil
}

// imported reads the request that --curl or --har names, nil when neither is given.
func (o *handlerOptions) imported() (*endpoint.Imported, error) {
	var one endpoint.Imported
	flag, err := "curl", error(nil)
	switch {
	case o.curl != "" && o.har != "":
		return nil, errors.New("--curl and --har exclude each other")
	case o.curl != "":
		var words []string
		if words, err = cli.ShellWords(o.curl); err == nil {
			one, err = endpoint.FromCurl(words)
		}
	case o.har != "":
		flag = "har"
		one, err = endpoint.ReadHAR(o.har)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	return &one, nil
}

// check says what is wrong with the values of the flags.
func (o *handlerOptions) check() error {
	switch {
	case o.from < 1 || o.to < o.from:
		return cli.Usagef("--from %d --to %d: must be 1 or more, and rise", o.from, o.to)
	case o.size < 0:
		return cli.Usagef("--size %d: must not be negative", o.size)
	case o.rate != 0 && (o.rate < 10 || o.rate > 2000):
		return cli.Usagef("--rate %d: must be from 10 to 2000", o.rate)
	case o.trials < 1 || o.trials > 100:
		return cli.Usagef("--trials %d: must be from 1 to 100", o.trials)
	case o.budget < time.Millisecond:
		return cli.Usagef("--budget %s: must be at least 1ms", o.budget)
	case slices.ContainsFunc(o.expected, func(status int) bool { return status < 100 || status > 599 }):
		return cli.Usagef("--expect-status: must be from 100 to 599")
	case o.maxRequests < 1 || o.MaxTime <= 0 || o.maxBytes < 1:
		return cli.Usagef("limits must be positive")
	}
	return o.request.Check()
}

// input makes the input of the suspect, with an attack in it unless that is nil.
func (o *handlerOptions) input(fired *firedAttack) (*endpoint.Input, error) {
	c := endpoint.InputConfig{Method: o.request.Method, URL: o.URL, Headers: o.Headers, Body: o.request.Data, Form: o.request.Form, MaxBytes: o.maxBytes, Vary: !o.noVary}
	if content, ok, err := o.request.File(); err != nil {
		return nil, err
	} else if ok {
		c.Body, c.Sample = "", content
	}
	if fired != nil {
		c.Attack = fired.Build
	}
	in, err := endpoint.NewInput(c)
	if err != nil {
		return nil, cli.Usage(err)
	}
	if fired != nil && in.Place() == "" {
		return nil, cli.WithHint(cli.Usagef("--attack: {{attack}} stands nowhere in the request"), "write it where the attack belongs, such as '/search?q={{attack}}'")
	}
	return in, nil
}

// attacks are those to put into the request, in turn; a single nil for none.
func (o *handlerOptions) attacks() ([]*firedAttack, error) {
	if o.attack == "" {
		return []*firedAttack{nil}, nil
	}
	all, err := readAttacks(o.attack)
	if err != nil {
		return nil, cli.Usage(err)
	}
	if len(all) > 1 && (o.output.Keeps() || o.export.Value != "") {
		return nil, cli.Usagef("--save, --compare and --export take one attack, and %s holds %d: name one, such as %s#1", o.attack, len(all), o.attack)
	}
	var attacks []*firedAttack
	for _, a := range all {
		attacks = append(attacks, &a)
	}
	return attacks, nil
}

// measure runs the probe, with each attack in turn if there are any, and reports.
func (o *handlerOptions) measure(ctx context.Context, out *cli.Output) error {
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	defer o.Close()
	var before *growth.Run
	if earlier := out.Earlier(); earlier != nil {
		var err error
		if before, err = RunOf(earlier); err != nil {
			return cli.Usagef("--compare: %w", err)
		}
	}
	attacks, err := o.attacks()
	if err != nil {
		return err
	}
	p.Set(0, 0, "starting")
	each := o.MaxTime
	o.MaxTime *= time.Duration(len(attacks))
	ctx, cancel, err := o.Open(ctx)
	defer cancel()
	if err != nil {
		return err
	}
	if _, err := o.input(attacks[0]); err != nil {
		return err
	}
	canary, err := o.FindCanary(ctx)
	if err != nil {
		return err
	}
	var runs []*handlerRun
	for i, a := range attacks {
		r := &handlerRun{options: o, attack: a, several: len(attacks) > 1, canary: canary, time: min(each, target.TimeLeft(ctx)/time.Duration(len(attacks)-i))}
		if o.MayAsk {
			r.time = r.time * 9 / 10 // the rest is for asking where it blocks
		}
		if r.input, err = o.input(a); err != nil {
			return err
		}
		r.grows = r.input.Grows()
		r.measure(ctx, p)
		runs = append(runs, r)
		if f := r.failure; ctx.Err() != nil || f != nil && f.Outcome != wire.Answered {
			break // the target may still be busy with it
		}
	}
	p.Stop()
	r := runs[0]
	if before != nil {
		r.compared = r.run().Since(*before)
	}
	if len(attacks) > 1 {
		return closeAll(runs, len(attacks)-len(runs), out)
	}
	return out.End(r.report(), nil, o.gate(runs))
}

// gate is what a report of runs has to pass: a run in which the target was lost does not pass for one without findings.
func (o *handlerOptions) gate(runs []*handlerRun) func(*report.Report) error {
	return func(rep *report.Report) error {
		if err := o.failOn.Check(rep); err != nil {
			return err
		}
		for _, r := range runs {
			if r.unwatched != nil {
				return fmt.Errorf("whom the request delays was not measured: %w", r.unwatched)
			}
		}
		return nil
	}
}

// measure grows the input, and watches whom the request delays, both in the time of the run, and asks then where the
// target blocks.
func (r *handlerRun) measure(ctx context.Context, p *cli.Progress) {
	o := r.options
	load := process.StartPressure()
	whole := ctx
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	r.pipelined = wire.Pipelines(ctx, o.Wire, r.canary.Bytes)
	r.size = max(o.size, 1)
	if r.grows {
		r.grow(ctx, p)
	} else {
		r.once(ctx, p)
	}
	r.stuck(whole)
	if r.failure == nil && !r.turnedAway() || r.grows {
		r.watch(ctx, p)
		r.stuck(whole)
	}
	r.pressure = load.Share()
	r.partial = whole.Err() == context.Canceled
	if !r.partial && r.where == nil && r.collateral.Effect.Blocks() && r.collateral.Stall >= 20*time.Millisecond {
		p.Set(0, 0, "asking the target where it blocks")
		r.locate(whole)
	}
}
