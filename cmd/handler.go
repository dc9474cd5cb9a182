package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/blocking"
	"snag/analyze/stats"
	"snag/cmd/report"
	"snag/probe/handler"
)

// handlerOptions are what the command line of snag block handler says.
type handlerOptions struct {
	stdio  *Stdio
	output outputOptions
	failOn levelGate
	blockTarget

	method, data string
	from, to     int
	size         int
	budget       time.Duration
	rate         int
	trials       int
	maxRequests  int
	maxTime      time.Duration
	maxBytes     int
	control      string
	noVary       bool
	seed         uint64
	attack       string
	curl         string
	har          string
	save         string
	compare      string
}

func newBlockHandler(io *Stdio) *cobra.Command {
	o := &handlerOptions{stdio: io}
	c := &cobra.Command{
		Use:   "handler [flags] URL [-- COMMAND...]",
		Short: "Measure how an endpoint's cost grows with its input, and whom it stalls meanwhile",
		Long: `Send an endpoint requests of growing size, carefully, until they take long enough to judge: how the
cost grows, at which size it breaks the budget, and how long requests to another endpoint, sent at fixed
times over a connection of their own, are stalled meanwhile.

URL, headers and body are Go templates over the size n: {{n}}, {{repeat "1," n}}, {{seq n}},
{{random n}}, {{salt}}. A body from @FILE is scaled: n times the document. Without a template the one
request is measured. With -- COMMAND the target is started, and URL may be a path.`,
		Example: `  snag block handler 'http://127.0.0.1:3000/report?rows={{n}}'
  snag block handler '/search?q={{repeat "a" n}}!' -- node server.js
  snag block handler http://127.0.0.1:3000/import -d '[{{repeat "1," n}}1]' --budget 20ms
  snag block handler --curl "curl -X POST http://127.0.0.1:3000/x -d '{{seq n}}'"
  snag block handler http://127.0.0.1:3000/validate -d '{{attack}}' --attack finding.json`,
		Args: cobra.ArbitraryArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.method, "request", "X", "", "use this `method` (default GET, or POST with a body)")
	f.StringVarP(&o.data, "data", "d", "", "send this `body`; @FILE reads and scales a document")
	o.blockTarget.flags(c)
	f.DurationVar(&o.budget, "budget", 50*time.Millisecond, "the `time` that one request may block")
	f.IntVar(&o.from, "from", 1, "the smallest `n`")
	f.IntVar(&o.to, "to", 1_000_000, "the largest `n`")
	f.IntVar(&o.size, "size", 0, "also measure the stall at this `n` (default the largest that was reached)")
	f.IntVar(&o.rate, "rate", 500, "canary requests a second")
	f.IntVar(&o.trials, "trials", 5, "send the suspect `n` times beside the canary")
	f.IntVar(&o.maxRequests, "max-requests", 600, "send at most `n` requests of the suspect")
	f.DurationVar(&o.maxTime, "max-time", 30*time.Second, "end after this `time`")
	f.IntVar(&o.maxBytes, "max-bytes", 16<<20, "send no request of more than `n` bytes")
	f.StringVar(&o.control, "control", noRoute, "a `path` that ignores bodies: the time of an upload to it is not the handler's")
	f.BoolVar(&o.noVary, "no-vary", false, "do not add a parameter to the query that keeps caches from answering")
	f.Uint64Var(&o.seed, "seed", 1, "the `seed` of what is random in inputs and their order")
	f.StringVar(&o.attack, "attack", "", "{{attack}} is the attack, n pumps, of the first regex finding in this JSON `report`")
	f.StringVar(&o.curl, "curl", "", "take the request from this curl `command`")
	f.StringVar(&o.har, "har", "", "take the request from this HAR `file`, FILE#2 for its second entry")
	f.StringVar(&o.save, "save", "", "write the run to `file`, to compare with later")
	f.StringVar(&o.compare, "compare", "", "compare with the run in `file`: better, worse or within noise")
	o.failOn = newLevelGate(c)
	o.output.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		return run(func(ctx context.Context, args []string) error {
			if err := o.check(c, args); err != nil {
				return err
			}
			out, err := o.output.open(io, c)
			if err != nil {
				return err
			}
			defer out.discard()
			return o.measure(ctx, out)
		})(c, args)
	}
	return c
}

func (o *handlerOptions) check(c *cobra.Command, args []string) error {
	if o.curl != "" && o.har != "" {
		return usagef("--curl and --har exclude each other")
	}
	imported := importedRequest{}
	var err error
	switch {
	case o.curl != "":
		imported, err = parseCurl(o.curl)
	case o.har != "":
		imported, err = readHAR(o.har)
	}
	if err != nil {
		return usageError{err}
	}
	if imported.url != "" {
		if len(args) == 0 || c.ArgsLenAtDash() == 0 {
			args = append([]string{imported.url}, args...)
			o.url = imported.url
			if dash := c.ArgsLenAtDash(); dash == 0 {
				o.command = args[1:]
			} else if len(args) != 1 {
				return usagef("the request is taken from another place: give no URL")
			}
		} else {
			return usagef("the request is taken from another place: give no URL")
		}
		if o.method == "" {
			o.method = imported.method
		}
		if o.data == "" {
			o.data = imported.body
		}
		o.headers = append(imported.headers, o.headers...)
	} else if err := o.parseTarget(c, args); err != nil {
		return err
	}
	switch {
	case o.from < 1 || o.to < o.from:
		return usagef("--from %d --to %d: must be 1 or more, and rise", o.from, o.to)
	case o.size < 0:
		return usagef("--size %d: must not be negative", o.size)
	case o.rate < 10 || o.rate > 2000:
		return usagef("--rate %d: must be from 10 to 2000", o.rate)
	case o.trials < 1 || o.trials > 100:
		return usagef("--trials %d: must be from 1 to 100", o.trials)
	case o.budget < time.Millisecond:
		return usagef("--budget %s: must be at least 1ms", o.budget)
	case o.maxRequests < 1 || o.maxTime <= 0 || o.maxBytes < 1:
		return usagef("limits must be positive")
	}
	return nil
}

// input makes the input of the suspect.
func (o *handlerOptions) input() (*handler.Input, error) {
	c := handler.InputConfig{Method: o.method, URL: o.url, Headers: o.headers, Body: o.data, MaxBytes: o.maxBytes, Vary: !o.noVary}
	if name, ok := strings.CutPrefix(o.data, "@"); ok {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, usagef("--data: %w", err)
		}
		c.Body, c.Sample = "", content
	}
	if o.attack != "" {
		prefix, pump, suffix, err := readAttack(o.attack)
		if err != nil {
			return nil, usageError{err}
		}
		whole := func(quote func(string) string) string {
			return fmt.Sprintf("{{%q}}{{repeat %q n}}{{%q}}", quote(prefix), quote(pump), quote(suffix))
		}
		c.URL = strings.ReplaceAll(c.URL, "{{attack}}", whole(queryEscape))
		c.Body = strings.ReplaceAll(c.Body, "{{attack}}", whole(func(s string) string { return s }))
	}
	in, err := handler.NewInput(c)
	if err != nil {
		return nil, usageError{err}
	}
	return in, nil
}

// handlerRun is what was observed and judged.
type handlerRun struct {
	options    *handlerOptions
	input      *handler.Input
	grows      bool
	canaryPath string
	canary     []byte
	pipelined  bool

	growing    *handler.Growing
	growth     blocking.Growth
	crossing   blocking.Crossing
	workers    *handler.Workers
	size       int // n of the trials
	stream     *handler.Observation
	base       blocking.Percentiles
	stalls     []blocking.Stall
	trials     []blocking.Trial
	overlaps   []blocking.Overlap
	collateral blocking.Collateral
	where      *place
	pressure   float64
	failure    *handler.Failure
	partial    bool
	notes      []string
	compared   *comparison
}

// measure runs the probe and reports.
func (o *handlerOptions) measure(ctx context.Context, out *output) error {
	p := newProgress(o.stdio)
	defer p.stop()
	defer o.close()
	var before *savedRun
	if o.compare != "" {
		var err error
		if before, err = readRun(o.compare); err != nil {
			return err
		}
	}
	p.set(0, 0, "starting")
	if err := o.open(ctx); err != nil {
		return err
	}
	input, err := o.input()
	if err != nil {
		return err
	}
	r := &handlerRun{options: o, input: input, grows: input.Grows()}
	r.canaryPath, r.canary, err = o.findCanary(ctx)
	if err != nil {
		return withHint(err, "is it the right address, and does --canary name a cheap path?")
	}
	load := handler.StartPressure()
	interrupted := ctx
	ctx, cancel := context.WithTimeout(ctx, o.maxTime)
	defer cancel()
	r.pipelined = handler.Pipelines(ctx, o.target, r.canary)
	r.size = max(o.size, 1)
	if r.grows {
		r.grow(ctx, p)
	} else {
		r.once(ctx, p)
	}
	if r.failure == nil || r.grows {
		r.watch(ctx, p)
	}
	r.pressure = load.Share()
	r.partial = interrupted.Err() != nil
	if !r.partial && r.collateral.Effect.Blocks() && r.collateral.Stall >= 20*time.Millisecond {
		p.set(0, 0, "asking the target where it blocks")
		r.locate(interrupted)
	}
	p.stop()
	if before != nil {
		r.compared = before.compare(r)
	}
	if o.save != "" && !r.partial {
		if err := r.saved().write(o.save); err != nil {
			return err
		}
	}
	return r.close(out)
}

// once measures a request that does not grow.
func (r *handlerRun) once(ctx context.Context, p *progress) {
	p.set(0, 0, "measuring the request")
	request, err := r.input.Request(1, r.options.seed)
	if err != nil {
		r.failure = &handler.Failure{Outcome: handler.Failed, Error: err.Error()}
		return
	}
	client := handler.NewClient(r.options.target)
	defer client.Close()
	reply := client.Do(ctx, request.Bytes(r.options.target), r.options.limit)
	if to := reply.Get("Location"); to != "" && reply.Status/100 == 3 {
		r.notes = append(r.notes, fmt.Sprintf("the answer is a redirect (%d) to %s, which is not followed", reply.Status, report.Visible(report.RedactURL(to))))
	}
	if reply.Outcome != handler.Answered || reply.Status >= 400 {
		r.failure = &handler.Failure{N: 0, Outcome: reply.Outcome, Status: reply.Status, Error: reply.Error}
	}
}

// grow grows the input and judges how the cost does.
func (r *handlerRun) grow(ctx context.Context, p *progress) {
	o := r.options
	target := min(max(150*time.Millisecond, 3*o.budget), o.limit/3)
	g := handler.Grow(ctx, handler.GrowConfig{
		Target: o.target, Input: r.input, Canary: r.canary, Control: o.control, PIDs: o.pids,
		Plan:        blocking.Plan{From: o.from, To: o.to, Target: target, Cap: min(max(time.Second, 2*target), o.limit/2)},
		MaxRequests: o.maxRequests * 3 / 4, MaxTime: o.maxTime * 6 / 10, Limit: o.limit, Seed: o.seed,
		Progress: func(n int) { p.set(0, 0, fmt.Sprintf("growing the input, n = %d", n)) },
	})
	r.growing, r.failure = &g, g.Failure
	r.growth = blocking.JudgeGrowth(g.Series)
	r.crossing = blocking.BudgetSize(g.Series, r.growth, o.budget)
	if o.size == 0 {
		r.size = max(g.Largest, o.from)
	}
	if g.FirstTime > 5*time.Millisecond && g.Later < g.FirstTime/5 {
		r.notes = append(r.notes, fmt.Sprintf("n = %d took %s the first time and %s later: a cache answers, and the growth is the cache's", g.Largest, shortMillis(g.FirstTime), shortMillis(g.Later)))
	}
	if g.Cut && ctx.Err() == nil {
		r.notes = append(r.notes, "requests or time for growing ran out; --max-requests and --max-time allow more")
	}
}

// watch fires the suspect beside a stream of cheap requests.
func (r *handlerRun) watch(ctx context.Context, p *progress) {
	o := r.options
	if ctx.Err() != nil || r.growing != nil && r.growing.Largest == 0 {
		return
	}
	shots := make([][]byte, 0, o.trials)
	for i := range o.trials {
		request, err := r.input.Request(r.size, o.seed+uint64(1000+i))
		if err != nil {
			break
		}
		shots = append(shots, request.Bytes(o.target))
	}
	if len(shots) == 0 {
		return
	}
	expected := r.expected(ctx, shots[0])
	if expected < 0 {
		return
	}
	lanes := 1
	if r.pipelined && expected > 20*time.Millisecond {
		p.set(0, 0, "counting processes")
		w := handler.CountWorkers(ctx, o.target, shots[0], r.canary, expected, 96, 20)
		r.workers = &w
		if w.Count > 1 {
			lanes = min(2*w.Count, 40) // the kernel or the parent deals connections out: twice as many reach all
		}
	}
	p.set(0, 0, "measuring whom it stalls")
	interval := time.Second / time.Duration(o.rate)
	if expected > 0 { // no more than what the time allows
		if left := time.Until(deadline(ctx)) - time.Second; left > 0 {
			shots = shots[:min(len(shots), max(1, int(left/(2*expected+100*time.Millisecond))))]
		}
	}
	var usage []time.Duration
	var mark handler.Usage
	plan := handler.Plan{
		Target: o.target, Canary: r.canary, Interval: interval, Pipelined: r.pipelined, Lanes: lanes,
		Shots: shots, Lead: 500 * time.Millisecond, Rest: max(100*time.Millisecond, expected/4), Limit: o.limit, Seed: o.seed,
	}
	if len(o.pids) > 0 {
		plan.Fired = func(after bool) {
			if !after {
				mark = handler.ReadUsage(o.pids)
				return
			}
			total, _, _ := handler.ReadUsage(o.pids).Since(mark)
			usage = append(usage, total)
		}
	}
	seen, err := handler.Stream(ctx, plan)
	if err != nil {
		r.notes = append(r.notes, fmt.Sprintf("the canary: %v", err))
		return
	}
	r.stream = &seen
	r.judgeStream(plan, usage)
	if w := r.workers; w != nil && (w.Partial || r.collateral.Ratio < 0.75) {
		w.Count = 0 // what does not block a process cannot count them
	}
	if !r.collateral.Effect.Blocks() && r.collateral.Own > 20*time.Millisecond && ctx.Err() == nil {
		r.overlap(ctx, shots[0])
		r.collateral = blocking.JudgeCollateral(r.trials, r.workerCount(), r.overlaps)
	}
}

// expected is about how long the suspect takes; negative when it does not answer.
func (r *handlerRun) expected(ctx context.Context, shot []byte) time.Duration {
	client := handler.NewClient(r.options.target)
	defer client.Close()
	reply := client.Do(ctx, shot, r.options.limit)
	if reply.Outcome != handler.Answered {
		if r.failure == nil && ctx.Err() == nil {
			r.failure = &handler.Failure{N: r.size, Outcome: reply.Outcome, Status: reply.Status, Error: reply.Error}
		}
		return -1
	}
	return reply.Latency()
}

func deadline(ctx context.Context) time.Time {
	at, _ := ctx.Deadline()
	return at
}

func (r *handlerRun) workerCount() int {
	if r.workers == nil {
		return 0
	}
	return r.workers.Count
}

// judgeStream makes trials of what the stream saw.
func (r *handlerRun) judgeStream(plan handler.Plan, usage []time.Duration) {
	seen := r.stream
	var quiet []blocking.Sample
	for _, s := range seen.Samples {
		if s.Done < plan.Lead && !s.Lost {
			quiet = append(quiet, s)
		}
	}
	r.base = blocking.Responses(quiet)
	var fastest []float64
	for _, s := range quiet {
		fastest = append(fastest, float64(s.Done-s.Sent))
	}
	base := time.Duration(0)
	if len(fastest) > 0 {
		base = time.Duration(stats.Quantile(fastest, 0.25))
	}
	stream := blocking.Stream{Samples: seen.Samples, Interval: plan.Interval, Base: base}
	for i, shot := range seen.Shots {
		t := blocking.Trial{Own: shot.Own() - base, Stall: stream.During(shot.Sent, shot.Done), Lost: shot.Outcome != handler.Answered}
		if i < len(usage) {
			t.CPU = usage[i]
		}
		var meanwhile []float64
		for _, s := range seen.Samples {
			if s.Intended > shot.Sent && s.Intended < shot.Done && !s.Lost {
				meanwhile = append(meanwhile, float64(s.Done-s.Sent-base))
			}
		}
		if len(meanwhile) > 0 {
			t.Raised = time.Duration(stats.Median(meanwhile))
		}
		r.trials = append(r.trials, t)
		if t.Lost && r.failure == nil && shot.Outcome != handler.Cancelled {
			r.failure = &handler.Failure{N: r.size, Outcome: shot.Outcome, Status: shot.Status}
		}
	}
	// A hiccup of the machine is no stall of the server: what is listed must stand out of both.
	floor := max(10*time.Millisecond, 4*plan.Interval)
	r.stalls = stream.Stalls(floor)
	r.collateral = blocking.JudgeCollateral(r.trials, r.workerCount(), nil)
}

// overlap sends two and eight suspects at once.
func (r *handlerRun) overlap(ctx context.Context, shot []byte) {
	for _, count := range []int{2, 8} {
		makespan, ok := handler.Makespan(ctx, r.options.target, shot, count, r.options.limit)
		if !ok {
			return
		}
		r.overlaps = append(r.overlaps, blocking.Overlap{Count: count, Makespan: makespan})
	}
}

// readAttack takes the first attack out of a report of snag regex.
func readAttack(path string) (prefix, pump, suffix string, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", "", "", fmt.Errorf("--attack: %w", err)
	}
	type attack struct {
		Prefix string `json:"prefix"`
		Pump   string `json:"pump"`
		Suffix string `json:"suffix"`
		Pumps  []struct {
			Prefix string `json:"prefix"`
			Pump   string `json:"pump"`
		} `json:"pumps"`
	}
	var document struct {
		Attack *attack `json:"attack"`
		Data   struct {
			Patterns []struct {
				Attack *attack `json:"attack"`
			} `json:"patterns"`
		} `json:"data"`
		Evidence struct {
			Attack *attack `json:"attack"`
		} `json:"evidence"`
	}
	if err := json.Unmarshal(content, &document); err != nil {
		return "", "", "", fmt.Errorf("--attack: %s is no JSON report: %w", path, err)
	}
	attacks := []*attack{document.Attack, document.Evidence.Attack}
	for _, p := range document.Data.Patterns {
		attacks = append(attacks, p.Attack)
	}
	i := slices.IndexFunc(attacks, func(a *attack) bool { return a != nil })
	if i < 0 {
		return "", "", "", fmt.Errorf("--attack: %s holds no attack", path)
	}
	a := attacks[i]
	if len(a.Pumps) > 1 {
		return "", "", "", errors.New("--attack: the attack has several pumps; write them as a template")
	}
	if len(a.Pumps) == 1 {
		return a.Pumps[0].Prefix, a.Pumps[0].Pump, a.Suffix, nil
	}
	return a.Prefix, a.Pump, a.Suffix, nil
}

func queryEscape(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// secretHeader redacts a header line.
func secretHeader(line string) string {
	name, value, _ := strings.Cut(line, ":")
	return name + ": " + report.RedactHeader(name, strings.TrimSpace(value))
}
