// Package watch holds snag block watch: a log of the stalls of a running service.
package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/block/stall"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/process"
	"snag/probe/stream"
	"snag/probe/wire"
)

// options are what the command line of snag block watch says.
type options struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate
	target.Target

	rate    int
	floor   time.Duration
	budget  time.Duration
	metrics string
}

// New returns the command snag block watch.
func New(io *cli.Stdio) *cobra.Command {
	o := &options{stdio: io}
	c := &cobra.Command{
		Use:   "watch [flags] URL [-- COMMAND...]",
		Short: "Log the stalls of a running service, for a time or until Ctrl-C",
		Long: `Send a cheap request at fixed times, and nothing else, and list every time in which nobody was
answered: when it began, how long it lasted, how many requests it delayed. Times count from when a
request was meant to be sent, so that a stall is not hidden by what was not sent during it.

The URL's path is the canary. With -f ndjson each stall is printed within two seconds of its end. With
--metrics it serves OpenMetrics at /metrics meanwhile, for as long as it may run, in constant memory. A run
of more than an hour is told hour by hour.`,
		Example: `  snag block watch http://127.0.0.1:3000/health --duration 1m
  snag block watch http://127.0.0.1:3000/health -f ndjson | jq .length_ms
  snag block watch http://127.0.0.1:3000/health --for 24h --metrics :9464
  snag block watch /health --duration 10s -- node server.js`,
		Args: cobra.ArbitraryArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	o.TimeFlag(c, "duration", 0, "end after this `time`; 0 means at Ctrl-C")
	f.DurationVar(&o.MaxTime, "for", 0, "the same as --duration")
	c.MarkFlagsMutuallyExclusive("duration", "for")
	f.StringVar(&o.metrics, "metrics", "", "serve OpenMetrics at this `address`, such as :9464, under /metrics")
	o.Target.Flags(io, c)
	f.IntVar(&o.rate, "rate", 0, "canary requests a second; a stall is measured to half of the time between two (default 500, or fewer where they would take a twentieth of a processor, and 200 where that cannot be read)")
	f.DurationVar(&o.floor, "floor", 20*time.Millisecond, "list stalls of this `time` or more")
	f.DurationVar(&o.budget, "budget", 50*time.Millisecond, "a stall of this `time` is a finding")
	o.failOn = cli.NewLevelGate(c)
	o.output.Flags(c)
	o.output.Compare(c)
	o.output.Save(c)
	c.RunE = o.output.Run(io, func(c *cobra.Command, args []string) error {
		switch {
		case o.rate < 0 || o.rate > 2000:
			return cli.Usagef("--rate %d: must be from 1 to 2000, or 0", o.rate)
		case o.floor < time.Millisecond || o.budget < o.floor || o.MaxTime < 0:
			return cli.Usagef("--floor must be at least 1ms, --budget no less than that, and --duration not negative")
		}
		return o.Parse(c, args)
	}, o.watch)
	return c
}

// data is the data of the report.
type data struct {
	URL       report.Text          `json:"url"`
	Protocol  string               `json:"protocol"` // http/1.1 or h2
	Seconds   float64              `json:"seconds"`
	Rate      int                  `json:"rate"` // canaries a second
	Stalls    []target.Stall       `json:"stalls"`
	Stalled   float64              `json:"stalled_share"`
	Ends      []turnover           `json:"ends"` // of the processes of the target
	Responses target.Percentiles   `json:"responses"`
	Lost      int                  `json:"lost"` // canaries that were not answered
	Lag       target.Percentiles   `json:"lag"`
	Failures  map[wire.Outcome]int `json:"failures"`
	Pressure  *float64             `json:"pressure"`
	Hours     []hourItem           `json:"hours,omitzero"` // of a run of more than an hour
}

// turnover is a moment at which no process of the target was left, for JSON.
type turnover struct {
	Ended   float64  `json:"ended_at_ms"`
	PIDs    []int    `json:"ended"`
	Back    *float64 `json:"back_at_ms"` // null when nobody serves
	Serving []int    `json:"serving"`
}

func newTurnover(t stall.Turnover) turnover {
	one := turnover{Ended: cli.Milliseconds(t.At), PIDs: append([]int{}, t.Ended...), Serving: append([]int{}, t.Serving...)}
	if len(t.Serving) > 0 {
		back := cli.Milliseconds(t.Back)
		one.Back = &back
	}
	return one
}

// Items yields the stalls, and when processes ended.
func (d data) Items(yield func(any) bool) {
	for _, e := range d.Ends {
		if !yield(e) {
			return
		}
	}
	for _, s := range d.Stalls {
		if !yield(s) {
			return
		}
	}
}

// watch runs the stream and reports.
func (o *options) watch(ctx context.Context, out *cli.Output) error {
	metrics, err := o.listen(ctx)
	if err != nil {
		return err
	}
	if metrics != nil {
		defer metrics.Close()
	}
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	defer o.Close()
	p.Set(0, 0, "starting")
	// What comes before the stream, which then lasts for the whole duration, may take as long, and on a busy machine longer
	// than a very short one.
	o.LeastTime = 5 * time.Second
	ready, cancel, err := o.Open(ctx)
	defer cancel()
	if err != nil {
		return err
	}
	if path := cli.PathOf(o.URL); path != "" && !o.Implied && o.Canary == "" {
		o.Canary = path
	}
	canary, err := o.FindCanary(ready)
	if err != nil {
		return err
	}
	plan := stream.Plan{Target: o.Wire, Canary: canary.Bytes, Pipelined: wire.Pipelines(ready, o.Wire, canary.Bytes), Limit: o.Limit}
	note := ""
	if o.rate == 0 {
		o.rate, note = stream.ChooseRate(ready, plan, o.PIDs, stream.DiscreetRate)
	}
	interval := time.Second / time.Duration(o.rate)
	load := process.StartPressure()
	var before time.Duration
	var failed error
	logged := 0
	ticker := newTicker(o.PIDs, newLives(o.Servers))
	defer ticker.end()
	tally := newTally(interval, o.floor, o.budget, ticker)
	tally.told = func(s stall.Stall) {
		if out.Streaming() && failed == nil {
			failed = out.Item(itemOf(s))
		}
	}
	tally.turned = func(t stall.Turnover) {
		if out.Streaming() && failed == nil {
			failed = out.Item(newTurnover(t))
		}
	}
	plan.Interval, plan.Duration, plan.Part = interval, o.MaxTime, tally.add
	if metrics != nil || out.Streaming() {
		plan.PartSize = o.rate // a second, so that what is told is not older
	}
	if metrics != nil {
		defer serveMetrics(metrics, func(w io.Writer) {
			writeMetrics(w, tally.now(), o.stdio.Version, report.RedactURLs(o.URL))
		}).Close()
	}
	plan.Stop = func() bool { return failed != nil }
	plan.Seen = func(s stall.Sample) {
		ticker.answered(s.Done)
		gap := s.Done - max(s.Sent, before)
		before = max(before, s.Done)
		if gap < o.floor {
			return
		}
		logged++
		p.Set(0, 0, fmt.Sprintf("%s, the last of %s", cli.Plural(logged, "stall"), cli.ShortMillis(gap)))
	}
	seen, err := stream.Run(ctx, plan)
	cut := o.MaxTime > 0 && ctx.Err() != nil
	p.Stop()
	if err != nil {
		return fmt.Errorf("the canary %s: %w", report.RedactURL(canary.Path), err)
	}
	tally.finish(seen.Samples)
	if failed != nil {
		return failed
	}
	return o.report(out, seen, tally, report.RedactURL(canary.Path), load.Share(), note, cut)
}

// itemOf returns a stall as the data has it.
func itemOf(s stall.Stall) target.Stall {
	return target.Stall{Start: cli.Milliseconds(s.Start), Length: cli.Milliseconds(s.Length), Delayed: s.Delayed, Lost: s.Lost, Open: s.Open, Machine: s.Machine, Seen: cli.Milliseconds(s.Seen)}
}

// report lists the stalls. An interrupt is how a watch without a duration ends, whose report is complete; one with a
// duration is cut short by it.
func (o *options) report(out *cli.Output, seen stream.Observation, t *tally, path string, pressure float64, note string, cut bool) error {
	log := t.log
	switch {
	case !log.Answered() && cut:
		return errors.New("interrupted before a request of the stream was answered: nothing is known")
	case !log.Answered():
		return stream.ErrNoStream
	}
	stalls, end, responses := log.Stalls, log.End, log.Responses()
	over, _ := log.Over()
	machines, held := t.metrics.Machine.Count, t.metrics.Machine.Sum
	count := len(stalls) + log.Dropped
	d := data{URL: report.Text(report.RedactURLs(o.URL)), Protocol: o.Protocol(), Seconds: cli.Thousandths(end.Seconds()), Rate: o.rate, Stalls: []target.Stall{},
		Ends: []turnover{}, Lost: log.Lost, Responses: target.NewPercentiles(responses), Lag: target.NewPercentiles(log.Lags()), Failures: seen.Failures}
	for _, s := range stalls {
		d.Stalls = append(d.Stalls, itemOf(s))
	}
	turned := t.ticker.turnovers()
	since, silent := log.Silent()
	if silent && len(o.PIDs) == 0 && seen.Failures[wire.Refused] > 0 {
		turned.Add(stall.Turnover{At: since}) // nobody listens there any more
	}
	for _, one := range turned.List {
		d.Ends = append(d.Ends, newTurnover(one))
	}
	if end > 0 {
		d.Stalled = cli.Thousandths(float64(log.Stalled) / float64(end))
	}
	if pressure >= 0 {
		share := cli.Thousandths(pressure)
		d.Pressure = &share
	}
	if len(t.hours.List) > 1 && end > time.Hour {
		d.Hours = hourItems(seen.Start.Add(-t.hours.Phase), t.hours.List)
	}
	rep := &report.Report{Partial: cut, Data: d}
	rep.Summary = report.Summary{Counts: []report.Count{{Name: "stalls", N: count}, {Name: "over_budget", N: over}, {Name: "machine", N: machines}}}
	rep.Summary.Text = fmt.Sprintf("%s in %.1f s of %s at %d a second: p50 %s, p99 %s, max %s.", cli.Plural(count, "stall"), end.Seconds(), path, o.rate,
		cli.ShortMillis(responses.P50), cli.ShortMillis(responses.P99), cli.ShortMillis(responses.Max))
	if all := log.Lost + responses.Count; log.Lost > 0 {
		rep.Summary.Text += fmt.Sprintf(" These are the %s that were answered; %s were not.", cli.Thousands(int64(responses.Count)), cli.Thousands(int64(log.Lost)))
		rep.Notes = append(rep.Notes, fmt.Sprintf("%s of %s were not answered (%s): the percentiles are of the others", cli.Thousands(int64(log.Lost)), cli.Plural(all, "request"), outcomes(seen.Failures)))
	}
	short := "" // why the end of the time was not measured
	switch gone := turned.Gone(); {
	case gone != nil:
		short = fmt.Sprintf("the target ended %.1f s after the start, and nothing took its place", gone.At.Seconds())
	case seen.Overdue:
		short = fmt.Sprintf("no answer came for %s, from %.1f s on", o.Limit, since.Seconds())
		rep.Notes = append(rep.Notes, short+": the watch ended then; --limit waits longer")
	}
	if short != "" {
		rep.Unknown = append(rep.Unknown, "whether the target stalls later: "+short)
	}
	if held > end/2 {
		rep.Unknown = append(rep.Unknown, "whether the target stalls: the machine was busy with other work for most of the time")
	}
	if machines > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("%s the machine's and not counted: the target, or snag, waited for a processor and did not compute", map[bool]string{true: "1 stall is", false: fmt.Sprintf("%d stalls are", machines)}[machines == 1]))
	}
	if len(stalls) > 0 {
		rep.Sections = append(rep.Sections, target.StallSection(stalls), target.CanarySection(log.Peaks))
	}
	if len(d.Hours) > 0 {
		rep.Sections = append(rep.Sections, hourSection(d.Hours))
	}
	for _, f := range append(turned.Judge(log.Lost, log.Lost+responses.Count), log.Judge()...) {
		f.Evidence = d
		rep.Findings = append(rep.Findings, report.Finding{
			Finding: f, Location: report.Location{URL: strings.TrimSuffix(string(d.URL), "/")}, Fingerprint: cli.Fingerprint(f.Rule, cli.PathOf(o.URL)),
		})
	}
	rep.Figures = figures(log)
	rep.Notes = append(rep.Notes, o.HTTP2Note()...)
	if note != "" {
		rep.Notes = append(rep.Notes, note)
	}
	if log.Dropped > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("%d more stalls are counted and not listed, the shortest ones", log.Dropped))
	}
	if pressure > 0.5 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("processes waited for a processor %.0f%% of the time", 100*pressure))
	}
	if seen.Clock == "process" {
		rep.Notes = append(rep.Notes, "times are those of this process and not of the kernel: off by up to a few milliseconds on a busy machine")
	}
	return out.End(rep, nil, func(r *report.Report) error {
		if err := o.failOn.Check(r); err != nil || short == "" {
			return err
		}
		return errors.New("the rest of the time was not measured: " + short)
	})
}

// outcomes says what became of requests, the most frequent first.
func outcomes(failures map[wire.Outcome]int) string {
	var words []string
	for _, one := range slices.SortedFunc(maps.Keys(failures), func(a, b wire.Outcome) int {
		return cmp.Or(cmp.Compare(failures[b], failures[a]), cmp.Compare(a, b))
	}) {
		words = append(words, fmt.Sprintf("%s %s", cli.Thousands(int64(failures[one])), one))
	}
	return strings.Join(words, ", ")
}
