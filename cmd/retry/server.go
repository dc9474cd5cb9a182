package retry

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/retry"
)

// serverOptions are the flags of snag retry server.
type serverOptions struct {
	url           string
	headers       []string
	method, data  string
	keyHeader     string
	allowWrites   bool
	allowRemote   bool
	reads, burst  int
	timeout       time.Duration
	maxWait       time.Duration
	maxRetryAfter time.Duration
	watch         time.Duration
	output        cli.OutputFlags
	gate          cli.LevelGate
}

func newRetryServer(io *cli.Stdio) *cobra.Command {
	var o serverOptions
	c := &cobra.Command{
		Use:   "server URL",
		Short: "Tell whether a server fails in a way that clients can retry safely",
		Long: `Sends requests with GET, sequentially and many at once, and judges the failures: whether each
is an answer or leaves its client in doubt, whether 429 and 503 say when to come back, in a form that
can be read, and whether that is true.

With --watch it sends a request every quarter of a second while you cause an outage, and tells what
clients see of it and when it ends.

With --allow-writes and --data it also sends your own request, with idempotency keys: the same twice,
with another body, two at once, without a key, with and without quotes. Nothing that writes is ever
sent otherwise.`,
		Example: `  snag retry server http://127.0.0.1:8080/orders
  snag retry server http://127.0.0.1:8080/orders --watch 30s
  snag retry server http://127.0.0.1:8080/orders --allow-writes --data '{"item":1}' -H 'Content-Type: application/json'`,
		Args: cli.Args(1, 1, "one URL"),
	}
	f := c.Flags()
	f.StringArrayVarP(&o.headers, "header", "H", nil, "send this `header` with every request, as \"Name: value\"")
	f.StringVar(&o.method, "method", http.MethodPost, "the `method` of the request that writes")
	f.StringVar(&o.data, "data", "", "the `body` of the request that writes, or @FILE")
	f.StringVar(&o.keyHeader, "key-header", "Idempotency-Key", "the `header` that carries the idempotency key")
	f.BoolVar(&o.allowWrites, "allow-writes", false, "send the request of --data, which may change something")
	f.BoolVar(&o.allowRemote, "allow-remote", false, "allow a server that is not on this machine")
	f.IntVar(&o.reads, "reads", 5, "send `n` sequential requests")
	f.IntVar(&o.burst, "burst", 20, "requests `n` at once")
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "the `time` that one request may take")
	f.DurationVar(&o.maxWait, "max-wait", 30*time.Second, "wait up to this `time` to see whether Retry-After is true")
	f.DurationVar(&o.maxRetryAfter, "max-retry-after", time.Hour, "a Retry-After above this `time` is not sane")
	f.DurationVar(&o.watch, "watch", 0, "watch the server for this `time` while you cause an outage")
	o.output.Flags(c)
	o.output.Compare(c)
	o.gate = cli.NewLevelGate(c)
	var plan retry.ServerPlan
	c.RunE = o.output.Run(io, func(_ *cobra.Command, args []string) (err error) {
		o.url = args[0]
		plan, err = o.plan(io)
		return err
	}, func(ctx context.Context, out *cli.Output) error { return auditServer(ctx, io, out, plan, &o) })
	return c
}

func (o *serverOptions) plan(stdio *cli.Stdio) (retry.ServerPlan, error) {
	p := retry.ServerPlan{
		URL: o.url, Header: http.Header{}, Timeout: o.timeout, Reads: o.reads, Burst: o.burst,
		MaxWait: o.maxWait, MaxRetryAfter: o.maxRetryAfter, Watch: o.watch, Interval: 250 * time.Millisecond,
	}
	u, err := url.Parse(o.url)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return p, cli.Usagef("%q is not a URL of HTTP", report.RedactURL(o.url))
	}
	if !o.allowRemote && !stdio.MayReach(u.Hostname()) {
		return p, cli.Usagef("%s is not this machine; add --allow-remote if that server is yours", u.Hostname())
	}
	if o.reads < 0 || o.burst < 0 || o.reads+o.burst > 100 || o.timeout <= 0 || o.maxWait < 0 || o.watch < 0 || o.watch > 10*time.Minute {
		return p, cli.Usagef("--reads and --burst must be 100 or less together, --timeout positive, --watch 10 minutes or less")
	}
	for _, h := range o.headers {
		name, value, ok := strings.Cut(h, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return p, cli.Usagef("--header %q is not of the form \"Name: value\"", report.RedactHeaderLine(h))
		}
		p.Header.Add(name, strings.TrimSpace(value))
	}
	if !o.allowWrites {
		if o.data != "" {
			return p, cli.Usagef("--data is sent with --allow-writes only, since it may change something")
		}
		return p, nil
	}
	if o.data == "" {
		return p, cli.Usagef("--allow-writes needs the request to send: --data BODY or --data @FILE")
	}
	body := []byte(o.data)
	if file, ok := strings.CutPrefix(o.data, "@"); ok {
		if file == "-" {
			body, err = io.ReadAll(stdio.In)
		} else {
			body, err = os.ReadFile(file)
		}
		if err != nil {
			return p, cli.Usagef("--data: %w", err)
		}
	}
	p.Write = &retry.Write{Method: strings.ToUpper(o.method), KeyHeader: o.keyHeader, Body: body}
	return p, nil
}

func auditServer(ctx context.Context, stdio *cli.Stdio, out *cli.Output, plan retry.ServerPlan, o *serverOptions) error {
	bar := cli.NewProgress(stdio)
	bar.Set(0, 0, "asking "+report.RedactURL(o.url))
	audit := retry.ProbeServer(ctx, plan)
	bar.Stop()
	partial := ctx.Err() != nil
	if !partial && o.watch == 0 && audit.Unreachable() {
		return cli.WithHint(fmt.Errorf("%s: %s", report.RedactURL(o.url), audit.Reads[0].Error), "start the server first, or watch it with --watch")
	}
	r := serverReport(o, audit)
	r.Partial = partial
	if status := audit.Unanswerable(); status != 0 {
		r.NotMeasured = "every request was answered with " + cli.StatusReason(status)
		r.Summary.Text = report.RedactURL(o.url) + ": not measured: " + r.NotMeasured
	}
	if len(audit.Exchanges()) == 0 {
		r.NotMeasured = "no request was answered"
		r.Summary.Text = report.RedactURL(o.url) + ": not measured: " + r.NotMeasured
	}
	return out.End(r, nil, o.gate.Check)
}

// serverData is the data of snag retry server.
type serverData struct {
	URL       string                `json:"url"`
	Checks    []experiment.Check    `json:"checks"`
	Exchanges []experiment.Exchange `json:"exchanges"`
}

func serverReport(o *serverOptions, a experiment.ServerAudit) *report.Report {
	judged, exchanges := a.Judge(), a.Exchanges()
	location := report.Location{URL: report.RedactURL(o.url)}
	r := &report.Report{Unknown: openQuestions(judged), Figures: serverFigures(exchanges), Data: serverData{URL: location.URL, Checks: cli.OrNone(judged.Checks), Exchanges: cli.OrNone(exchanges)}}
	for _, f := range judged.Findings {
		d := f.Evidence.(experiment.Evidence).Defect
		f.Evidence = nil // there is no run that shows it
		r.Findings = append(r.Findings, report.Finding{Finding: f, Location: location, Fingerprint: cli.Fingerprint(d.Rule(), d.String(), location.URL)})
	}
	t := report.NewTable("REQUEST", ">COUNT", "OUTCOME", "PHASE", "RETRY-AFTER")
	type group struct{ name, outcome, phase, after string }
	var order []group
	counts := map[group]int{}
	for _, e := range exchanges {
		g := group{e.Name, e.Error, e.Effect.String(), e.RetryAfter}
		if e.Error == "" {
			g.outcome = strings.TrimSpace(strconv.Itoa(e.Status) + " " + http.StatusText(e.Status))
		}
		if counts[g]++; counts[g] == 1 {
			order = append(order, g)
		}
	}
	for _, g := range order {
		t.Add(g.name, counts[g], g.outcome, g.phase, g.after)
	}
	r.Sections = []report.Section{checkSection(judged.Checks), {Title: "Requests", Table: t}}
	r.Summary.Text = fmt.Sprintf("%s: %s, %s in %s.", location.URL, cli.Plural(judged.Count(experiment.Failed), "defect"), cli.Plural(judged.Count(experiment.Unknown), "open question"), cli.Plural(len(exchanges), "request"))
	r.Summary.Counts = []report.Count{{Name: "checks", N: len(judged.Checks)}, {Name: "failed", N: judged.Count(experiment.Failed)}, {Name: "unknown", N: judged.Count(experiment.Unknown)}, {Name: "requests", N: len(exchanges)}}
	return r
}
