package retry

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/guptarohit/asciigraph"
	"github.com/spf13/cobra"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/herd"
	"snag/analyze/stats"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/retry"
)

// herdOptions are the flags of snag retry herd.
type herdOptions struct {
	policy      string
	clients     int
	maxAttempts int
	outage      time.Duration
	spread      time.Duration
	capacity    float64
	burst       int
	seed        uint64
	live        string
	rate        float64
	requests    int
	allowRemote bool
	export      *cli.Enum
	output      cli.OutputFlags
	gate        cli.LevelGate
}

func newRetryHerd(io *cli.Stdio) *cobra.Command {
	var o herdOptions
	c := &cobra.Command{
		Use:   "herd --policy POLICY",
		Short: "Simulate clients with a retry policy that come back from an outage",
		Long: `Plays an outage to many clients with the same policy, and compares the policy with what it would be
without jitter and with other kinds of jitter: how many clients are served in the end, how many
requests they need, how long it takes and how closely they arrive together.

A policy is a shape with parameters, as snag retry client and infer print it:
exponential:base=200ms,factor=2,cap=10s,jitter=full. Shapes are fixed, linear, fibonacci, quadratic,
exponential, steps and immediate; jitter is none, 20%, +100ms, equal, full, decorrelated or polly-v2.

With --live the requests are really sent, to a server of yours, bounded in number and rate. With
--export k6 nothing is played here: a script for k6 goes to stdout or --output, in which each virtual user
is a client with the policy, for as many clients as the machines of k6 can play.`,
		Example: `  snag retry herd --policy exp:base=100ms,cap=10s --capacity 30
  snag retry herd --policy exp:base=200ms,jitter=full --clients 20 --live http://127.0.0.1:8080/
  snag retry herd --policy exp:base=200ms,jitter=full --clients 1000 --export k6 -o herd.js`,
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.StringVar(&o.policy, "policy", "", "the `policy` of every client")
	f.IntVar(&o.clients, "clients", 100, "how many `n` clients there are")
	f.IntVar(&o.maxAttempts, "attempts", 12, "how many attempts `n` each client makes, the first included")
	f.DurationVar(&o.outage, "outage", 3*time.Second, "how long every attempt fails")
	f.DurationVar(&o.spread, "spread", 0, "the `time` over which the clients make their first attempts")
	f.Float64Var(&o.capacity, "capacity", 30, "how many requests a second the server answers afterwards; 0 means any number")
	f.IntVar(&o.burst, "burst", 0, "how many requests `n` the server takes at once (default a quarter of a second's)")
	f.Uint64Var(&o.seed, "seed", 1, "`seed` of all that is random")
	f.StringVar(&o.live, "live", "", "send the requests to this `URL`")
	f.Float64Var(&o.rate, "rps", 20, "with --live, requests a second at most")
	f.IntVar(&o.requests, "requests", 100, "with --live, requests at most")
	f.BoolVar(&o.allowRemote, "allow-remote", false, "with --live, allow a server that is not on this machine")
	o.export = cli.NewEnum("", cli.Choice{Name: "k6", Help: "a script for k6 in which every virtual user is a client"})
	o.export.Flag(c, f, "export", "", "write the herd as a script for another `program` instead: k6")
	c.MarkFlagsMutuallyExclusive("export", "live")
	_ = c.MarkFlagRequired("policy") // the flag exists
	o.output.Flags(c)
	o.output.Compare(c)
	o.output.Save(c)
	o.gate = cli.NewLevelGate(c)
	var config herd.Config
	c.RunE = o.output.Run(io, func(*cobra.Command, []string) (err error) {
		if config, err = o.config(); err == nil && o.live != "" {
			err = o.checkLive(io)
		}
		return err
	}, func(ctx context.Context, out *cli.Output) error {
		if o.export.Value != "" {
			return out.CloseText(k6Script(config))
		}
		return simulateHerd(ctx, out, config, &o)
	})
	return c
}

// mostClients is how many clients are simulated at most.
const mostClients = 100_000

func (o *herdOptions) config() (herd.Config, error) {
	p, err := backoff.ParsePolicy(o.policy)
	if err != nil {
		return herd.Config{}, cli.Usagef("--policy: %w", err)
	}
	switch {
	case o.clients < 1 || o.clients > mostClients && o.export.Value == "":
		return herd.Config{}, cli.WithHint(cli.Usagef("--clients must be between 1 and %d", mostClients), "--export k6 writes a script for more")
	case o.maxAttempts < 1 || o.maxAttempts > 1000:
		return herd.Config{}, cli.Usagef("--attempts must be between 1 and 1000")
	case o.outage < 0 || o.spread < 0 || o.capacity < 0 || o.burst < 0:
		return herd.Config{}, cli.Usagef("--outage, --spread, --capacity and --burst must not be negative")
	}
	return herd.Config{
		Clients: o.clients, Policy: p, MaxAttempts: o.maxAttempts, Outage: o.outage, Spread: o.spread,
		Capacity: o.capacity, Burst: cmp.Or(o.burst, int(math.Ceil(o.capacity/4))), Seed: o.seed,
	}, nil
}

func simulateHerd(ctx context.Context, out *cli.Output, config herd.Config, o *herdOptions) error {
	var results []herd.Result
	for _, p := range herd.Variants(config.Policy) {
		config.Policy = p
		results = append(results, herd.Simulate(config))
	}
	r := herdReport(results)
	if o.live != "" {
		live := retry.Replay(ctx, retry.Live{
			URL: o.live, Clients: min(o.clients, o.requests), Policy: results[0].Config.Policy, MaxAttempts: o.maxAttempts,
			MaxRequests: o.requests, Rate: o.rate, Timeout: 10 * time.Second, Seed: o.seed,
		})
		o.addLive(r, live)
		r.Partial = ctx.Err() != nil
	}
	if d := r.Data.(*herdData).Live; d != nil && !r.Partial {
		r.NotMeasured = d.notMeasured()
	}
	return out.End(r, nil, o.gate.Check)
}

func (o *herdOptions) checkLive(stdio *cli.Stdio) error {
	u, err := url.Parse(o.live)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return cli.Usagef("--live: %q is not a URL of HTTP", report.RedactURL(o.live))
	}
	if !o.allowRemote && !stdio.MayReach(u.Hostname()) {
		return cli.Usagef("--live: %s is not this machine; add --allow-remote if that server is yours", u.Hostname())
	}
	if !(o.rate > 0) || o.requests < 1 {
		return cli.Usagef("--rps and --requests must be positive")
	}
	return nil
}

// herdData is the data of snag retry herd.
type herdData struct {
	Simulations []herd.Result `json:"simulations"`
	Live        *liveData     `json:"live"`
}

// notMeasured says why the live requests tell nothing about the server, "" when they do.
func (d *liveData) notMeasured() string {
	status := 0
	for text, n := range d.Statuses {
		one, _ := strconv.Atoi(text)
		if n > 0 && (one >= 200 && one < 300 || one == 429 || one == 503) {
			return ""
		}
		status = max(status, one)
	}
	if status == 0 {
		return "no live request was answered: does the server run?"
	}
	return "every live request was answered with " + cli.StatusReason(status)
}

type liveData struct {
	URL      string         `json:"url"`
	Requests int            `json:"requests"`
	Served   int            `json:"served"`
	Delayed  int            `json:"delayed_by_rate"`
	Unsent   int            `json:"unsent"`
	Statuses map[string]int `json:"statuses"`
	Arrivals []herd.Arrival `json:"arrivals"`
}

func herdReport(results []herd.Result) *report.Report {
	r := &report.Report{}
	t := report.NewTable("JITTER", ">SERVED", ">REQUESTS PER CLIENT", ">RECOVERED AFTER", ">PEAK IN 100 MS", ">TOGETHER")
	for i, result := range results {
		name := jitterName(result.Config.Policy)
		if i == 0 {
			name += " (as given)"
		}
		row := []report.Cell{
			{Text: name}, {Text: stats.Percent(result.Served, result.Config.Clients), Tone: report.Good}, {Text: fmt.Sprintf("%.1f", result.Amplification())},
			{Text: "never"}, {Text: strconv.Itoa(result.Peak)}, {Text: "-"},
		}
		if result.Served == result.Config.Clients {
			row[3].Text = cli.ShortDuration(result.Recovered.Round(10 * time.Millisecond))
		} else {
			row[1].Tone, row[3].Tone = report.Bad, report.Bad
		}
		if share := herd.Closest(result.Waves); len(result.Waves) > 0 {
			row[5] = report.Cell{Text: fmt.Sprintf("%.0f%%", 100*share), Tone: shareTone(share)}
		}
		t.Rows = append(t.Rows, row)
	}
	given := results[0]
	r.Sections = append(r.Sections,
		report.Section{Title: "After the outage", Table: t},
		report.Section{Title: "Requests over time, " + jitterName(given.Config.Policy) + " jitter", Text: plotArrivals(given.Arrivals)})
	if i := slices.IndexFunc(results, func(r herd.Result) bool { return r.Config.Policy.Jitter == backoff.Full }); i > 0 {
		r.Sections = append(r.Sections, report.Section{Title: "Requests over time, full jitter", Text: plotArrivals(results[i].Arrivals)})
	}
	for _, f := range given.Judge() {
		r.Findings = append(r.Findings, report.Finding{Finding: f, Fingerprint: cli.Fingerprint(f.Rule, given.Config.Policy.String())})
	}
	r.Summary.Text = fmt.Sprintf("%s: %s of %s served with %.1f requests each.", cli.Sentence(describePolicy(given.Config.Policy)), stats.Percent(given.Served, given.Config.Clients), cli.Plural(given.Config.Clients, "client"), given.Amplification())
	r.Summary.Counts = []report.Count{{Name: "clients", N: given.Config.Clients}, {Name: "served", N: given.Served}, {Name: "requests", N: given.Attempts}}
	r.Data = &herdData{Simulations: results}
	r.Figures = herdFigures(given)
	return r
}

func jitterName(p backoff.Policy) string {
	switch p.Jitter {
	case backoff.Proportional:
		return fmt.Sprintf("±%.3g%%", 100*p.Proportion)
	case backoff.Additive:
		return "+" + cli.ShortDuration(p.Width)
	case backoff.NoJitter, backoff.UnknownJitter:
		return "no"
	}
	return p.Jitter.String()
}

func shareTone(share float64) report.Tone {
	switch {
	case share >= herd.HerdShare:
		return report.Bad
	case share >= herd.CrowdShare:
		return report.Warn
	}
	return report.Good
}

func plotArrivals(list []herd.Arrival) string {
	const columns = 46 // with its axis it fits into the narrowest terminal
	counts, step := herd.Histogram(list, columns)
	if len(counts) < 2 {
		return "all at once"
	}
	return asciigraph.Plot(counts, asciigraph.Height(8), asciigraph.Precision(0), asciigraph.LowerBound(0),
		asciigraph.Caption(fmt.Sprintf("requests in each step of %s, for %s", cli.ShortDuration(step), cli.ShortDuration(list[len(list)-1].At))))
}

// addLive adds what came of real requests.
func (o *herdOptions) addLive(r *report.Report, live retry.LiveResult) {
	d := &liveData{URL: report.RedactURL(o.live), Requests: len(live.Arrivals), Delayed: live.Delayed, Unsent: live.Unsent, Statuses: map[string]int{}, Arrivals: cli.OrNone(live.Arrivals)}
	for _, a := range live.Arrivals {
		if a.Served {
			d.Served++
		}
	}
	for status, n := range live.Statuses {
		d.Statuses[strconv.Itoa(status)] = n
	}
	r.Data.(*herdData).Live = d
	t := report.NewTable("STATUS", ">REQUESTS")
	statuses := make([]int, 0, len(live.Statuses))
	for status := range live.Statuses {
		statuses = append(statuses, status)
	}
	slices.Sort(statuses)
	for _, status := range statuses {
		name := strconv.Itoa(status)
		if status == 0 {
			name = "no answer"
		}
		t.Add(name, live.Statuses[status])
	}
	r.Sections = append(r.Sections, report.Section{Title: "Live, against " + d.URL, Table: t})
	if len(live.Arrivals) > 1 {
		r.Sections = append(r.Sections, report.Section{Title: "Live requests over time", Text: plotArrivals(live.Arrivals)})
	}
	if live.Delayed > 0 || live.Unsent > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("Live: %s waited for --rps, %s not sent because of --requests.", cli.Plural(live.Delayed, "request"), cli.Plural(live.Unsent, "request")))
	}
}
