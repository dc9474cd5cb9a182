package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/pool"
	"snag/cmd/report"
	"snag/probe/handler"
)

// poolOptions are what the command line of snag block pool says.
type poolOptions struct {
	stdio  *Stdio
	output outputOptions
	failOn levelGate
	blockTarget

	method, data string
	light        string
	most         int
	overlap      int
	maxTime      time.Duration
	idHeader     string
	logFile      string
	onStall      string
	without      []string
	seed         uint64
}

func newBlockPool(io *Stdio) *cobra.Command {
	o := &poolOptions{stdio: io}
	c := &cobra.Command{
		Use:   "pool [flags] URL [-- COMMAND...]",
		Short: "Find out how many requests really run at once, and what overlapping does to them",
		Long: `Send several requests of a slow endpoint at once and go by the order of the answers, which a busy
machine does not falsify: how many run at once and what limits them, what one request too many meets,
whether requests that overlap hang, and whether they see each other's context.

The URL is the slow request; it should take 50 ms or more. --light names a cheap one that needs the same
resource (a trivial query, a small hash): without it the size is a lower bound at best.`,
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
	f.StringVar(&o.light, "light", "", "the `path` of a cheap request that needs the same resource")
	o.blockTarget.flags(c)
	f.IntVar(&o.most, "max", 64, "look for pools of up to `n`")
	f.IntVar(&o.overlap, "overlap", 6, "look for requests that hang when up to `n` overlap")
	f.DurationVar(&o.maxTime, "max-time", time.Minute, "end after this `time`")
	f.StringVar(&o.idHeader, "id-header", "X-Request-Id", "the `header` that carries the id of a request, and should come back")
	f.StringVar(&o.logFile, "log-file", "", "also look for ids in this `file`, to which the target logs the path of each request")
	f.StringVar(&o.onStall, "on-stall", "", "fetch this `URL` of the same host, or run this command, when requests hang")
	f.StringSliceVar(&o.without, "without", nil, "leave out these `parts`: size, full, overlap, context")
	f.Uint64Var(&o.seed, "seed", 1, "the `seed` of ids")
	complete(c, "without", []choice{{"size", "the number of requests at once"}, {"full", "what a full pool does"}, {"overlap", "requests that hang"}, {"context", "ids that are mixed up"}})
	o.failOn = newLevelGate(c)
	o.output.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		return run(func(ctx context.Context, args []string) error {
			if err := o.parseTarget(c, args); err != nil {
				return err
			}
			if err := o.check(); err != nil {
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

func (o *poolOptions) check() error {
	for _, part := range o.without {
		switch part {
		case "size", "full", "overlap", "context":
		default:
			return usagef("--without %s: must be size, full, overlap or context", part)
		}
	}
	switch {
	case o.most < 1 || o.most > 256:
		return usagef("--max %d: must be from 1 to 256", o.most)
	case o.overlap < 2 || o.overlap > 32:
		return usagef("--overlap %d: must be from 2 to 32", o.overlap)
	case o.maxTime <= 0:
		return usagef("--max-time must be positive")
	case o.light != "" && (!strings.HasPrefix(o.light, "/") || strings.ContainsAny(o.light, " \r\n")):
		return usagef("--light %q: must be a path without white space", o.light)
	}
	return nil
}

func (o *poolOptions) skips(part string) bool {
	for _, p := range o.without {
		if p == part {
			return true
		}
	}
	return false
}

// poolRun is what was observed and judged.
type poolRun struct {
	options     *poolOptions
	input       *handler.Input
	canary      []byte
	canaryPath  string
	size        *pool.Size
	limit       pool.Limit
	waited      float64 // share of unrelated requests that had to wait while it was full
	full        pool.WhenFull
	overlapping *handler.Overlapping
	evidence    report.Text // gathered while requests hung
	context     *pool.Context
	own         time.Duration // the longest of a few requests alone
	fastest     time.Duration // the shortest
	requests    int
	notes       []string
	partial     bool
}

func (o *poolOptions) measure(ctx context.Context, out *output) error {
	p := newProgress(o.stdio)
	defer p.stop()
	defer o.close()
	p.set(0, 0, "starting")
	if err := o.open(ctx); err != nil {
		return err
	}
	if o.onStall != "" && strings.Contains(o.onStall, "://") && !strings.HasPrefix(o.onStall, o.base.Scheme+"://"+o.base.Host+"/") && !o.allowRemote {
		return usagef("--on-stall %s: is not on the host of the target", report.RedactURL(o.onStall))
	}
	input, err := handler.NewInput(handler.InputConfig{Method: o.method, URL: o.url, Headers: o.headers, Body: o.data, Vary: false})
	if err != nil {
		return usageError{err}
	}
	r := &poolRun{options: o, input: input, limit: pool.Unsure}
	if r.canaryPath, r.canary, err = o.findCanary(ctx); err != nil {
		return withHint(err, "is it the right address, and does --canary name a cheap path?")
	}
	interrupted := ctx
	ctx, cancel := context.WithTimeout(ctx, o.maxTime)
	defer cancel()
	first, err := input.Request(1, o.seed)
	if err != nil {
		return usageError{err}
	}
	client := handler.NewClient(o.target)
	defer client.Close()
	reply := client.Do(ctx, first.Bytes(o.target), o.limit)
	if reply.Outcome != handler.Answered || reply.Status >= 500 {
		return fmt.Errorf("a single request: %s", replyWords(reply))
	}
	r.own = reply.Latency()
	r.fastest = r.own
	for i := 0; i < 3 && r.own < time.Second; i++ { // it may vary, and the first may have been held up
		if again := client.Do(ctx, first.Bytes(o.target), o.limit); again.Outcome == handler.Answered {
			r.own, r.fastest = max(r.own, again.Latency()), min(r.fastest, again.Latency())
		}
	}
	client.Close()
	if !o.skips("size") && ctx.Err() == nil {
		if err := r.occupy(ctx, p); err != nil {
			return err
		}
	}
	if !o.skips("full") && r.size != nil && r.size.K > 0 && ctx.Err() == nil {
		r.overfill(ctx, p)
	}
	// What hangs when it overlaps says nothing about context.
	if !o.skips("overlap") && ctx.Err() == nil {
		r.hang(ctx, p)
	}
	if hangs := r.overlapping != nil && r.overlapping.Hang != nil; !o.skips("context") && ctx.Err() == nil && !hangs {
		r.mix(ctx, p, first)
	}
	p.stop()
	r.partial = interrupted.Err() != nil
	return r.close(out)
}

// next makes requests that differ.
func (r *poolRun) next() func() []byte {
	seed := r.options.seed
	return func() []byte {
		seed++
		request, err := r.input.Request(1, seed)
		if err != nil {
			return nil
		}
		return request.Bytes(r.options.target)
	}
}

// occupy finds the number of requests at once.
func (r *poolRun) occupy(ctx context.Context, p *progress) error {
	o := r.options
	hold := r.next()
	light := hold()
	if o.light != "" {
		fields, err := o.fields()
		if err != nil {
			return err
		}
		light = handler.Request{Method: "GET", Path: o.light, Header: fields}.Bytes(o.target)
	}
	burst := handler.NewBurst(o.target, r.canary, o.blockTarget.limit)
	defer burst.Close()
	if r.own < 10*time.Millisecond {
		r.size = &pool.Size{Unknown: fmt.Sprintf("the request takes only %s, too little to occupy anything", shortMillis(r.own))}
		return nil
	}
	search := pool.NewSearch(o.most)
	ended := time.Now().Add(o.maxTime / 2)
	waits := map[int][]bool{}
	own := max(r.fastest, 10*time.Millisecond)
	for ctx.Err() == nil && time.Now().Before(ended) {
		holds, more := search.Next()
		if !more {
			break
		}
		p.set(0, 0, fmt.Sprintf("occupying with %d requests", holds))
		trial, other, held := burst.Occupy(ctx, hold, light, holds, own)
		search.Add(trial)
		if trial.Void {
			own /= 2 // they may be faster than the first ones were
		}
		if !trial.Void && other.Outcome == handler.Answered {
			waits[holds] = append(waits[holds], other.Latency() > held/2)
		}
	}
	r.requests += burst.Requests
	size := search.Size()
	if _, more := search.Next(); more && size.Unknown == "" && size.K == 0 {
		size.Unknown = "time ran out; --max-time allows more"
	}
	if o.light == "" && size.K > 0 {
		size.AtLeast = true
	}
	r.size = &size
	if waited := waits[size.K]; size.K > 0 && len(waited) > 0 {
		for _, w := range waited {
			if w {
				r.waited += 1 / float64(len(waited))
			}
		}
	}
	r.limit = pool.JudgeLimit(size, r.waited, 0)
	return nil
}

// overfill sends more than the pool holds.
func (r *poolRun) overfill(ctx context.Context, p *progress) {
	o := r.options
	count := min(2*r.size.K+4, 80)
	p.set(0, 0, fmt.Sprintf("sending %d requests to a pool of %d", count, r.size.K))
	burst := handler.NewBurst(o.target, r.canary, o.blockTarget.limit)
	defer burst.Close()
	hold := r.next()
	requests := make([][]byte, count)
	for i := range requests {
		requests[i] = hold()
	}
	replies := burst.Send(ctx, requests, pool.Deadline(r.own, count))
	r.requests += count
	r.full = pool.JudgeFull(r.size.K, handler.Answers(replies))
}

// mix looks for requests that get each other's context.
func (r *poolRun) mix(ctx context.Context, p *progress, request handler.Request) {
	o := r.options
	p.set(0, 0, "sending requests with ids of their own")
	bursts := 12
	if r.own > 500*time.Millisecond {
		bursts = 3
	}
	sent, echoes := handler.Contexts(ctx, handler.ContextConfig{
		Target: o.target, Request: request, Canary: r.canary, Field: o.idHeader, Log: o.logFile,
		Bursts: bursts, Across: 8, Limit: pool.Deadline(r.own, 8), Seed: o.seed,
	})
	r.requests += sent
	c := pool.JudgeContext(sent, echoes)
	r.context = &c
}

// hang looks for requests that hang when they overlap.
func (r *poolRun) hang(ctx context.Context, p *progress) {
	o := r.options
	seen := handler.Overlap(ctx, handler.OverlapConfig{
		Target: o.target, Request: r.next(), Canary: r.canary, PIDs: o.pids, Most: o.overlap,
		Limit: time.Until(deadline(ctx)), OnStall: func() { r.evidence = report.Text(r.gather(ctx)) },
		Progress: func(n int) { p.set(0, 0, fmt.Sprintf("%d requests at once", n)) },
	})
	r.requests += seen.Requests
	r.overlapping = &seen
	if seen.Hang == nil && seen.Most < o.overlap && ctx.Err() == nil {
		r.notes = append(r.notes, fmt.Sprintf("only %d requests at once were tried: to wait for more, allow more with --max-time", max(seen.Most, 1)))
	}
}

// gather fetches what the user named, at the moment of a hang.
func (r *poolRun) gather(ctx context.Context) string {
	const limit = 16 << 10
	on := r.options.onStall
	ctx, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
	defer cancel()
	switch {
	case on == "":
		return ""
	case strings.HasPrefix(on, "http://") || strings.HasPrefix(on, "https://"):
		request, err := http.NewRequestWithContext(ctx, "GET", on, nil)
		if err != nil {
			return err.Error()
		}
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		response, err := client.Do(request)
		if err != nil {
			return report.RedactURLs(err.Error())
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(response.Body, limit))
		return fmt.Sprintf("%s\n%s", response.Status, body)
	}
	name, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		name, flag = "cmd", "/c"
	}
	command := exec.CommandContext(ctx, name, flag, on)
	command.WaitDelay = 100 * time.Millisecond
	output, err := command.CombinedOutput()
	text := string(output[:min(len(output), limit)])
	if err != nil {
		text += "\n" + err.Error()
	}
	return text
}

// poolData is the data of the report.
type poolData struct {
	URL       report.Text   `json:"url"`
	Own       float64       `json:"own_ms"`
	Size      *poolSizeItem `json:"size"`
	WhenFull  pool.WhenFull `json:"when_full,omitempty"`
	Overlap   *overlapItem  `json:"overlap"`
	Context   *contextItem  `json:"context"`
	Requests  int           `json:"requests"`
	Evidence  report.Text   `json:"evidence,omitempty"`
	Processes []int         `json:"pids"`
}

type poolSizeItem struct {
	K       int        `json:"k"`
	Tried   int        `json:"tried"`
	AtLeast bool       `json:"at_least"`
	Limit   pool.Limit `json:"limit"`
	Unknown string     `json:"unknown,omitempty"`
}

type overlapItem struct {
	Tried     int  `json:"tried"`
	Hangs     bool `json:"hangs"`
	Requests  int  `json:"requests,omitempty"`
	Stuck     int  `json:"stuck,omitempty"`
	Busy      bool `json:"busy"`
	Healthy   bool `json:"healthy"`
	Permanent bool `json:"permanent"`
}

type contextItem struct {
	Known    bool         `json:"known"`
	Requests int          `json:"requests"`
	Echoed   int          `json:"echoed"`
	Mixed    []pool.Mixed `json:"mixed"`
}

func (r *poolRun) data() poolData {
	d := poolData{URL: report.Text(report.RedactURLs(r.options.url)), Own: ms(r.own), WhenFull: r.full, Requests: r.requests,
		Evidence: report.Text(report.RedactURLs(string(r.evidence))), Processes: append([]int{}, r.options.pids...)}
	if s := r.size; s != nil {
		d.Size = &poolSizeItem{s.K, s.Tried, s.AtLeast, r.limit, s.Unknown}
	}
	if o := r.overlapping; o != nil {
		d.Overlap = &overlapItem{Tried: o.Most}
		if h := o.Hang; h != nil {
			d.Overlap = &overlapItem{h.Requests, true, h.Requests, h.Stuck, h.Busy, h.Healthy, h.Permanent}
		}
	}
	if c := r.context; c != nil {
		d.Context = &contextItem{c.Known(), c.Requests, c.Echoed, append([]pool.Mixed{}, c.Mixed...)}
	}
	return d
}

func (r *poolRun) sizeWords() string {
	s := r.size
	switch {
	case s.Unknown != "":
		return "unknown: " + s.Unknown
	case s.K == 0:
		return fmt.Sprintf("no limit seen up to %d", s.Tried)
	case s.AtLeast:
		return fmt.Sprintf("at least %d at once (%s); name a --light request for the exact number", s.K, r.limit)
	case s.K == 1:
		return fmt.Sprintf("one at a time (%s)", r.limit)
	}
	return fmt.Sprintf("%d at once (%s)", s.K, r.limit)
}

func (r *poolRun) close(out *output) error {
	t := &report.Table{Columns: []report.Column{{Name: "WHAT"}, {Name: "RESULT"}}}
	row := func(what, result string, tone report.Tone) {
		t.Rows = append(t.Rows, []report.Cell{{Text: what, Tone: report.Muted}, {Text: result, Tone: tone}})
	}
	row("alone", shortMillis(r.own), report.Plain)
	if r.size != nil {
		row("at once", r.sizeWords(), report.Strong)
	}
	if r.full != "" {
		row("when full", string(r.full), report.Plain)
	}
	if o := r.overlapping; o != nil {
		switch {
		case o.Hang != nil:
			row("overlapping", o.Hang.String(), report.Bad)
		case o.Most >= 2:
			row("overlapping", fmt.Sprintf("up to %d requests at once are all answered", o.Most), report.Good)
		default:
			row("overlapping", "cannot tell", report.Warn)
		}
	}
	if c := r.context; c != nil {
		switch {
		case len(c.Mixed) > 0:
			row("context", fmt.Sprintf("%d of %d requests got the id of another", len(c.Mixed), c.Requests), report.Bad)
		case c.Known():
			row("context", fmt.Sprintf("%d requests got their own %s back, none another's", c.Requests, r.options.idHeader), report.Good)
		default:
			row("context", fmt.Sprintf("cannot tell: no answer shows the %s", r.options.idHeader), report.Warn)
		}
	}
	findings := r.findings()
	rep := &report.Report{Partial: r.partial, Findings: findings, Data: r.data(), Notes: r.notes, Sections: []report.Section{{Table: t}},
		Summary: report.Summary{Text: r.sentence(), Counts: []report.Count{{Name: "requests", N: r.requests}}}}
	if err := out.close(rep); err != nil {
		return err
	}
	if r.partial {
		return errPartial
	}
	if r.size == nil && r.overlapping == nil && r.context == nil {
		return errors.New("nothing could be measured")
	}
	return r.options.failOn.check(rep)
}

func (r *poolRun) sentence() string {
	text := report.Visible(report.RedactURLs(r.options.url)) + ": "
	if r.size != nil {
		text += r.sizeWords()
	} else {
		text += "measured"
	}
	return text + fmt.Sprintf("; %s.", plural(r.requests, "request"))
}

func (r *poolRun) findings() []report.Finding {
	var all []report.Finding
	location := report.Location{URL: report.RedactURLs(r.options.url)}
	add := func(rule string, level report.Level, message string, evidence any, details ...report.Detail) {
		all = append(all, report.Finding{Rule: rule, Level: level, Message: message, Location: location, Evidence: evidence, Details: details,
			Fingerprint: fingerprint(rule, cmp.Or(r.options.method, "GET"), pathOf(r.options.url))})
	}
	data := r.data()
	if o := r.overlapping; o != nil && o.Hang != nil {
		details := []report.Detail{{Label: "reproduce", Code: true,
			Text: fmt.Sprintf("for i in $(seq %d); do curl -m 5 %s & done; wait", o.Hang.Requests, shellQuote(location.URL))}}
		if r.evidence != "" {
			details = append(details, report.Detail{Label: "meanwhile", Text: string(data.Evidence), Code: true})
		}
		add(ruleOverlapHang, report.Error, o.Hang.String()+".", data.Overlap, details...)
	}
	if c := r.context; c != nil && len(c.Mixed) > 0 {
		var details []report.Detail
		for _, m := range c.Mixed[:min(len(c.Mixed), 5)] {
			details = append(details, report.Detail{Label: m.Where, Text: fmt.Sprintf("sent %s, got %s", m.Sent, m.Got), Code: true})
		}
		add(ruleContextMixed, report.Error, fmt.Sprintf("%d of %d requests sent at once were answered with the %s of another request that was in flight.",
			len(c.Mixed), c.Requests, r.options.idHeader), data.Context, details...)
	}
	switch r.full {
	case pool.Resets, pool.Fails:
		add(ruleFullPool, report.Warning, fmt.Sprintf("with its %d places taken, the target %s instead of queueing or answering 503.", r.size.K,
			map[pool.WhenFull]string{pool.Resets: "resets connections", pool.Fails: "answers with errors"}[r.full]), data)
	}
	if s := r.size; s != nil && s.K == 1 && !s.AtLeast && r.limit == pool.EventLoop {
		add(ruleBlocksOthers, report.Error, fmt.Sprintf("one request at a time, and nobody else is served meanwhile: it occupies the event loop for %s.", shortMillis(r.own)), data)
	}
	return all
}
