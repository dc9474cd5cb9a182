// Package memory holds snag block memory: what a service keeps of each request.
package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/block/memory"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/probe/endpoint"
	"snag/probe/footprint"
	"snag/probe/process"
	"snag/probe/wire"
)

// options are what the command line of snag block memory says.
type options struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate
	target.Target

	request     target.Request
	keys, round int
	maxRequests int
	clients     int
	wait        time.Duration
	memoryLimit string
	expected    []int
	where       bool
	seed        uint64

	limitBytes int64 // of --limit, 0 for none
}

// New returns the command snag block memory.
func New(io *cli.Stdio) *cobra.Command {
	o := &options{stdio: io}
	c := &cobra.Command{
		Use:   "memory [flags] URL [-- COMMAND...]",
		Short: "Find out what a service keeps for each key and for each request",
		Long: `Send rounds of requests with one key, then rounds with ever new keys, and where memory grew with the
one key again. After each round collect garbage and read what the processes really hold: whether it is
flat, levels off, grows with each distinct key, with each request, or comes back after a time; and
descriptors, sockets and threads as well.

{{salt}} in the URL, a header or the body is the key; without it a parameter of the query is. Node is asked
in its inspector and a JVM over its socket, when snag started it or was told its process, Go at /debug/pprof; for
others the memory that the kernel counts as theirs is read, which shows no less than half a megabyte.`,
		Example: `  snag block memory 'http://127.0.0.1:3000/user?id={{salt}}'
  snag block memory '/user?id={{salt}}' --limit 512MB -- node server.js
  snag block memory http://127.0.0.1:3000/report -H 'X-Tenant: {{salt}}' --attach-pid 4711`,
		Args: cobra.ArbitraryArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	o.request.Flags(c, "send this `body`; @FILE reads it")
	o.Target.CommonFlags(io, c)
	o.LimitFlag(c, "request-limit", 10*time.Second, "give a request up after this `time`")
	f.StringVar(&o.memoryLimit, "limit", "", "the memory that the service may use, such as `512MB` (default that of its control group)")
	f.IntVar(&o.keys, "keys", 10_000, "send at least `n` distinct keys, if there is time")
	f.IntVar(&o.round, "round", 500, "send `n` requests in the first rounds")
	f.IntVar(&o.maxRequests, "max-requests", 60_000, "send at most `n` requests")
	f.IntVar(&o.clients, "clients", 4, "send over `n` connections")
	o.TimeFlag(c, "max-time", 2*time.Minute, "end after this `time`; half of it is enough where the requests tell enough")
	f.DurationVar(&o.wait, "wait", 15*time.Second, "wait this `time` whether what was kept comes back")
	f.IntSliceVar(&o.expected, "expect-status", nil, "take an answer with one of these `statuses` for one of the handler, whatever it usually means")
	f.BoolVar(&o.where, "where", false, "say what holds the memory: the lines that allocate in Go, the constructors in Node")
	f.Uint64Var(&o.seed, "seed", 1, "the `seed` of keys")
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

// check says what is wrong with the values of the flags.
func (o *options) check() error {
	if o.memoryLimit != "" {
		bytes, err := cli.ParseSize(o.memoryLimit)
		if err != nil || bytes <= 0 {
			return cli.Usagef("--limit: %q is not a size such as 512MB", o.memoryLimit)
		}
		o.limitBytes = int64(bytes)
	}
	switch {
	case o.keys < 100 || o.round < 10 || o.maxRequests < o.round:
		return cli.Usagef("--keys must be at least 100, --round at least 10, and --max-requests no less than --round")
	case o.clients < 1 || o.clients > 64:
		return cli.Usagef("--clients %d: must be from 1 to 64", o.clients)
	case o.MaxTime <= 0 || o.wait < 0:
		return cli.Usagef("--max-time must be positive, and --wait not negative")
	}
	return o.request.Check()
}

// input makes the input whose key the salt is.
func (o *options) input() (*endpoint.Input, error) {
	c := endpoint.InputConfig{Method: o.request.Method, URL: o.URL, Headers: o.Headers, Body: o.request.Data, Form: o.request.Form}
	if content, ok, err := o.request.File(); err != nil {
		return nil, err
	} else if ok {
		c.Body = string(content)
	}
	c.Vary = !slices.ContainsFunc(append(append([]string{o.URL, c.Body}, o.Headers...), o.request.Form...), func(text string) bool {
		return strings.Contains(text, "{{") && (strings.Contains(text, "salt") || strings.Contains(text, "random"))
	})
	in, err := endpoint.NewInput(c)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return in, nil
}

// run is what was observed and judged.
type run struct {
	options   *options
	input     *endpoint.Input
	seen      footprint.Observation
	verdict   memory.Verdict
	collector string // "" for the kernel
	limit     int64
	notes     []string
	partial   bool
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
	input, err := o.input()
	if err != nil {
		return err
	}
	if _, err := o.FindCanary(ctx); err != nil {
		return err
	}
	if len(o.PIDs) == 0 {
		return cli.WithHint(fmt.Errorf("the processes behind %s are not known: what they hold cannot be read", o.Wire.Address), "start the command after --, or name the process by --attach-pid")
	}
	request := func(key uint64) []byte {
		one, err := input.Request(1, o.seed<<32+key)
		if err != nil {
			return nil
		}
		return one.Bytes(o.Wire)
	}
	if _, err := input.Request(1, o.seed); err != nil {
		return cli.Usage(err)
	}
	client := wire.NewClient(o.Wire)
	reply := client.Do(ctx, request(1), o.Target.Limit)
	client.Close()
	if why := target.Unmeasured(input.Method, reply); why != "" && !slices.Contains(o.expected, reply.Status) {
		return o.Mute(fmt.Errorf("a single request: %s", why), reply)
	}
	r := &run{options: o, input: input, limit: o.limitBytes}
	if r.limit == 0 {
		r.limit = process.MemoryLimit(o.PIDs[len(o.PIDs)-1])
	}
	collector := footprint.FindCollector(ctx, o.Base.String(), o.PIDs, o.MayAsk)
	defer collector.Close()
	if collector != nil {
		r.collector = collector.Name
	} else {
		r.notes = append(r.notes, "the runtime cannot be asked to collect its garbage: the memory is what the kernel counts, of which runtimes give back little")
	}
	if input.Vary {
		r.notes = append(r.notes, "the key is a parameter of the query that snag adds; {{salt}} puts it where the service reads one")
	}
	r.seen = footprint.Observe(ctx, footprint.Config{
		Target: o.Wire, Request: request, PIDs: func() []int { o.FindProcesses(); return o.PIDs }, Collector: collector,
		Plan: memory.Plan{Round: o.round, Keys: o.keys, Most: o.maxRequests}, Clients: o.clients, Limit: o.Target.Limit,
		MaxTime: target.TimeLeft(ctx), Wait: o.wait, Expected: o.expected, Where: o.where, Progress: func(doing string) { p.Set(0, 0, doing) },
	})
	r.verdict = memory.Judge(r.seen.Series)
	if r.seen.Cut && ctx.Err() != context.Canceled {
		r.notes = append(r.notes, "time ran out before everything was seen; --max-time allows more")
	}
	if r.seen.SitesUnknown != nil {
		r.notes = append(r.notes, "what holds the memory is not known: "+r.seen.SitesUnknown.Error())
	}
	if r.seen.Ended != nil {
		r.notes = append(r.notes, "the measurement ended: "+r.seen.Ended.Error())
	}
	p.Stop()
	r.partial = ctx.Err() == context.Canceled
	return r.close(out)
}
