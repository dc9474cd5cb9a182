package block

import (
	"cmp"
	"fmt"
	"strconv"

	"snag/analyze/block/growth"
	"snag/analyze/block/stall"
	"snag/analyze/judge"
	"snag/analyze/stats"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/wire"
)

// effectWords say what an effect means to people.
var effectWords = map[stall.Effect]string{
	stall.EffectUnknown:  "not measured",
	stall.EffectFast:     "too fast to delay anyone",
	stall.BlocksEveryone: "blocks everyone",
	stall.BlocksWorker:   "blocks all that its process serves",
	stall.BlocksPartly:   "blocks others for a part of its time",
	stall.BlocksLock:     "waits for a lock: one at a time, others are served",
	stall.BlocksPool:     "waits for a pool: a few at a time, others are served",
	stall.Partitioned:    "works in small pieces, others are served between them",
	stall.Slow:           "slow, but blocks nobody",
}

// report puts the run together for readers.
func (r *handlerRun) report() *report.Report {
	o := r.options
	rep := &report.Report{Partial: r.partial, Findings: r.findings(), Data: r.data(), Notes: r.notes, Changed: r.changed()}
	rep.Summary = report.Summary{Text: r.sentence(), Counts: []report.Count{{Name: "stalls", N: len(r.Stalls)}, {Name: "requests", N: r.data().Requests}}}
	rep.NotMeasured, rep.Unknown = r.notMeasured(), r.unknown()
	if rep.NotMeasured != "" {
		rep.Summary.Text = fmt.Sprintf("%s %s: not measured: %s", r.input.Method, report.Visible(r.shownURL()), rep.NotMeasured)
	}
	if r.refusedThroughout() && rep.NotMeasured == "" {
		rep.Notes = append(rep.Notes, fmt.Sprintf("every request is answered with %d, also the smallest: that is taken for the normal answer", r.growing.Statuses.Usual(o.expected)))
	}
	rep.Sections = r.sections()
	rep.Notes = append(rep.Notes, o.HTTP2Note()...)
	if c := r.collateral; c.Effect == stall.EffectUnknown && c.MachineStalls() {
		rep.Notes = append(rep.Notes, "whom it delays is not known: other threads of the target waited for a processor for as long as other requests did; run it again on an idle machine")
	}
	if r.stream != nil && r.stream.Clock == "process" {
		rep.Notes = append(rep.Notes, "times are those of this process and not of the kernel: off by up to a few milliseconds on a busy machine")
	}
	if !r.pipelined {
		rep.Notes = append(rep.Notes, "the target does not pipeline: canaries use as many connections as needed")
	}
	return rep
}

// sentence sums the run up.
func (r *handlerRun) sentence() string {
	c := r.collateral
	text := fmt.Sprintf("%s %s: ", r.input.Method, report.Visible(r.shownURL()))
	switch {
	case c.Effect == stall.EffectUnknown && r.failure != nil:
		return text + "no answer to judge by: " + r.failureWords() + "."
	case c.Effect.Blocks():
		text += fmt.Sprintf("%s: own %s, others stalled %s (ratio %.2f, %d of %d runs), %s delayed at %d a second",
			effectWords[c.Effect], cli.ShortMillis(c.Own), cli.ShortMillis(c.Stall), c.Ratio, c.Stalled, c.Trials, cli.Plural(c.Delayed, "request"), r.rate)
	default:
		text += effectWords[cmp.Or(c.Effect, stall.EffectUnknown)] // none is known of a run that ended early
		if c.Own > 0 {
			text += fmt.Sprintf(" (own %s, others %s)", cli.ShortMillis(c.Own), cli.ShortMillis(c.Stall))
		}
	}
	if r.growing != nil {
		text += "; " + r.growth.String()
	}
	return text + "."
}

func (r *handlerRun) failureWords() string {
	f := r.failure
	text := report.RedactURLs(f.String())
	if f.Outcome == wire.Answered {
		text += ": " + growth.MeaningOf(f.Status, nil).String()
	}
	return text
}

// again is the command of snag that sends the request of size n.
func (r *handlerRun) again(n int) string {
	o := r.options
	words := append([]string{"snag", "block", "handler", r.shownURL()}, o.request.Words(o.Headers)...)
	if r.attack != nil {
		words = append(words, "--attack", o.attack)
	}
	return cli.RedactedLine(append(words, "--size", strconv.Itoa(n)))
}

// curl is a command that sends the request of size n, of snag where curl cannot.
func (r *handlerRun) curl(n int) string {
	if len(r.options.request.Form) > 0 {
		return r.again(n) // a multipart body has line ends that no report shows as a shell reads them
	}
	request, err := r.input.Request(n, r.options.seed)
	if err != nil {
		return ""
	}
	if len(request.Body) > 2000 {
		return r.again(n)
	}
	shown := shownRequestOf(r.options.Wire.TLS != nil, r.options.Wire.Host, request)
	if text := shown.curl(r.options.CurlVersion()); len(text) < 4000 {
		return text
	}
	return r.again(n)
}

// findings are what is wrong, worst first.
func (r *handlerRun) findings() []report.Finding {
	o := r.options
	n, failed := 0, 0 // sizes, of what grows
	if r.grows {
		n = r.size
	}
	found := r.collateral.Judge(o.budget, r.workerCount(), n)
	if r.growing != nil && r.growing.Largest > 0 {
		found = append(found, r.growth.Judge(r.crossing, growth.Bounds{
			Budget: o.budget, Largest: o.to, Accepted: r.growing.Bound, Complete: !r.partial && r.failure == nil,
			Harmless: r.collateral.Effect == stall.Slow || r.collateral.Effect == stall.Partitioned,
		})...)
	}
	if f := r.failure; f != nil {
		status := 0
		if f.Outcome == wire.Answered {
			status = f.Status
		}
		if r.grows {
			failed = f.N
		}
		one := stall.JudgeFailure(failed, status, r.failureWords())
		if r.notMeasured() != "" {
			one.Level = judge.Note // it says nothing about a limit
		}
		switch {
		case f.Outcome == wire.Refused:
			one.Help = "Look at the last lines that the server wrote: it listened no more, which the request or anything else may have caused."
		case !r.answered():
			one.Help = "Look for the cause in what the server logs: no request was answered properly, of whatever size."
		}
		found = append(found, one)
	}
	var all []report.Finding
	for _, f := range found {
		f.Evidence = r.data()
		one := report.Finding{Finding: f, Location: r.location(), Fingerprint: cli.Fingerprint(r.identity(f.Rule)...)}
		if r.attack != nil {
			one.Details = append(one.Details, report.Detail{Label: "attack", Text: r.attack.name()})
		}
		if command := r.curl(r.size); command != "" {
			one.Details = append(one.Details, report.Detail{Label: "reproduce", Text: command, Code: true})
		}
		if r.where != nil {
			one.Details = append(one.Details, report.Detail{Label: "where", Text: r.where.Words()})
		}
		for _, p := range r.stalling[:min(len(r.stalling), shownProcesses)] {
			one.Details = append(one.Details, report.Detail{Label: "process", Text: p.String()})
		}
		all = append(all, one)
	}
	return all
}

// shownProcesses is how many of those that stall are shown; JSON has all.
const shownProcesses = 4

// identity is what tells a finding from all others: also the attack, where there are several.
func (r *handlerRun) identity(rule string) []string {
	words := []string{rule, r.input.Method, cli.PathOf(r.options.URL)}
	if r.several {
		words = append(words, r.attack.Build(2))
	}
	return words
}

// sections show the figures.
func (r *handlerRun) sections() []report.Section {
	t := report.NewTable("WHAT", "RESULT")
	row := func(what, result string, tone report.Tone) {
		t.Add(report.Muted.Cell(what), tone.Cell(result))
	}
	c, g := r.collateral, r.growth
	tone := report.Good
	if c.Effect.Blocks() {
		tone = report.Bad
	}
	if r.stream != nil {
		text := effectWords[c.Effect]
		if c.Trials > 0 && c.Effect != stall.EffectFast {
			text += fmt.Sprintf(": own %s, others stalled %s (ratio %.2f, %d of %d runs)", cli.ShortMillis(c.Own), cli.ShortMillis(c.Stall), c.Ratio, c.Stalled, c.Trials)
		}
		if c.Together > 0 {
			text += fmt.Sprintf(", with %d at once", c.Together)
		}
		row("others", text, tone)
	}
	if r.growing != nil && r.growing.Largest > 0 {
		tone := report.Plain
		text := g.String()
		switch g.Kind {
		case stats.Exponential:
			tone = report.Bad
			text += fmt.Sprintf(" [%.3g, %.3g]", g.BaseLow, g.BaseHigh)
		case stats.Polynomial, stats.Linear:
			text += fmt.Sprintf(" [%.2f, %.2f]", g.Low, g.High)
			if g.Kind == stats.Polynomial {
				tone = report.Warn
			}
		}
		text += fmt.Sprintf(", %s confidence, by the %s clock", g.Grade(), cmp.Or(g.Clock, "wall"))
		if g.Reason != "" {
			text += " (" + g.Reason + ")"
		}
		row("growth", text, tone)
		budget := fmt.Sprintf("%s is not reached up to n = %d", r.options.budget, max(r.crossing.Within, r.growing.Largest))
		tone = report.Good
		if r.crossing.N > 0 {
			budget, tone = fmt.Sprintf("%s first exceeded at n = %s", r.options.budget, r.crossing.Words()), report.Warn
		}
		row("budget", budget, tone)
	}
	if r.growing != nil && (len(r.growing.Statuses.Ranges()) > 1 || r.growing.Statuses.Usual(nil) >= 400) {
		text := r.growing.Statuses.String()
		if n := r.growing.Bound; n > 0 {
			text += fmt.Sprintf("; n = %s is the largest that is accepted", cli.Thousands(int64(n)))
		}
		row("answers", text, report.Plain)
	}
	if r.where != nil {
		row("where", r.where.Words(), report.Strong)
	}
	for _, p := range r.stalling[:min(len(r.stalling), shownProcesses)] {
		row("process", fmt.Sprintf("%s  (%d of %d runs)", p, p.Times, len(r.Trials)), report.Plain)
	}
	if w := r.workers; w != nil && w.Count > 0 {
		text := cli.Plural(w.Count, "process")
		if w.Partial {
			text = "at least " + text
		}
		row("served by", fmt.Sprintf("%s (%d of %d connections waited for the first)", text, w.Stuck, w.Connections), report.Plain)
	}
	if r.stream != nil {
		p, lag := stall.Responses(r.stream.Samples), stall.Lags(r.stream.Samples)
		row("canary", fmt.Sprintf("%s at %d a second: p50 %s, p90 %s, p95 %s, p99 %s, max %s; idle p50 %s", report.RedactURL(r.canary.Path), r.rate,
			cli.ShortMillis(p.P50), cli.ShortMillis(p.P90), cli.ShortMillis(p.P95), cli.ShortMillis(p.P99), cli.ShortMillis(p.Max), cli.ShortMillis(r.Idle.P50)), report.Plain)
		noise := fmt.Sprintf("snag's own lag p99 %s", cli.ShortMillis(lag.P99))
		tone := report.Plain
		if r.pressure >= 0 {
			noise += fmt.Sprintf(", CPU pressure %.0f%%", 100*r.pressure)
			if r.pressure > 0.5 {
				tone = report.Warn
			}
		}
		row("noise", noise, tone)
	}
	if r.growing != nil {
		row("cost", fmt.Sprintf("%s, the longest %s, the largest %s bytes", cli.Plural(r.growing.Requests, "request"), cli.ShortMillis(r.growing.Longest), cli.Thousands(int64(r.growing.Bytes))), report.Muted)
	}
	sections := []report.Section{{Table: t}}
	if len(r.Stalls) > 0 {
		sections = append(sections, target.StallSection(r.Stalls))
	}
	if figure := growthSection(g); figure != nil {
		sections = append(sections, *figure)
	}
	if r.stream != nil && len(r.Stalls) > 0 {
		sections = append(sections, target.CanarySection(peaksOf(r.stream.Samples)))
	}
	return sections
}
