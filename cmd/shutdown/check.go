package shutdown

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/drain"
)

// shutdownData is the data of the report of a check.
type shutdownData struct {
	Mode    string           `json:"mode"`
	Verdict shutdown.Verdict `json:"verdict"`
	Reason  string           `json:"reason"`
	Facts   []string         `json:"facts"`
	shutdown.Timeline
}

// checkShutdown runs the check and reports it.
func (o *shutdownOptions) checkShutdown(ctx context.Context, out *cli.Output, p *cli.Progress) error {
	timeline, err := o.observe(ctx, o.options(p))
	if err == nil && len(o.command) > 0 {
		timeline.Without = o.ablate(ctx, timeline, p)
		timeline.Alternatives = o.alternatives(ctx, timeline, p)
	}
	p.Stop()
	if err != nil {
		return err
	}
	return o.present(timeline, out)
}

// present reports a timeline.
func (o *shutdownOptions) present(timeline shutdown.Timeline, out *cli.Output) error {
	conceal(&timeline)
	judgement := shutdown.Judge(timeline)
	if o.remark != "" {
		judgement.Facts = append(judgement.Facts, o.remark)
	}
	r := &report.Report{
		Partial: timeline.Partial,
		Figures: figures(timeline),
		Summary: report.Summary{
			Text: summarize(timeline, judgement),
			Counts: []report.Count{
				{Name: "in_flight", N: timeline.InFlight.Started()},
				{Name: "completed", N: timeline.InFlight.Count(shutdown.Completed)},
				{Name: "dropped", N: timeline.InFlight.Count(shutdown.Dropped)},
				{Name: "truncated", N: timeline.InFlight.Count(shutdown.Truncated)},
				{Name: "server_errors", N: timeline.InFlight.Count(shutdown.ServerError)},
				{Name: "unknown", N: cli.Count(judgement.Verdict == shutdown.Unknown)},
			},
		},
		Findings: o.findings(judgement, timeline.Target.PID),
		Sections: append(checkSections(timeline), platformSection(timeline, judgement)...),
		Data:     shutdownData{"check", judgement.Verdict, judgement.Reason, cli.OrNone(judgement.Facts), timeline},
		Notes:    judgement.Facts,
	}
	// Who asks for a protocol without requests knows that the end is all that can be seen.
	asked := o.protocol.String() == string(shutdown.TCP) || o.protocol.String() == "none"
	switch {
	case judgement.Verdict != shutdown.Unknown:
	case asked && !timeline.Target.Protocol.Requests():
		r.Unknown = []string{judgement.Reason}
	default:
		r.NotMeasured = judgement.Reason
	}
	return out.End(r, nil, o.failOn.Check)
}

// ablate repeats the check without the connections that the process may have waited for, until one repeat ends
// sooner. What cannot be repeated tells nothing.
func (o *shutdownOptions) ablate(ctx context.Context, t shutdown.Timeline, p *cli.Progress) []shutdown.Ablation {
	var all []shutdown.Ablation
	for _, kinds := range shutdown.Suspects(t) {
		options := o.options(p)
		options.Probe = nil
		options.Load.Without = append(slices.Clone(options.Load.Without), kinds...)
		again, err := o.observe(ctx, options)
		if err != nil || again.Partial {
			break
		}
		one := again.Ablate(kinds)
		all = append(all, one)
		if one.Explains(t) {
			break
		}
	}
	return all
}

// conceal removes credentials from the command lines of a timeline.
func conceal(t *shutdown.Timeline) {
	hide := func(p *shutdown.Process) {
		if p != nil {
			p.Argv = report.RedactArgs(p.Argv)
		}
	}
	hide(&t.Target.Process)
	hide(t.Target.Server)
	for _, list := range [][]shutdown.Process{t.Children.Before, t.Children.Orphans, t.Children.Zombies} {
		for i := range list {
			hide(&list[i])
		}
	}
	t.Target.Output = report.RedactText(t.Target.Output)
	if t.Work != nil {
		t.Work.Argv = report.RedactArgs(t.Work.Argv)
	}
}

// summarize says in one sentence how the shutdown went.
func summarize(t shutdown.Timeline, j shutdown.Judgement) string {
	name := t.Delivery.Name
	switch {
	case t.Partial:
		return "Interrupted: the shutdown was not observed to its end."
	case j.Verdict == shutdown.Unknown:
		return fmt.Sprintf("Unknown whether %s is graceful: %s. %s.", name, j.Reason, ended(t))
	case j.Verdict == shutdown.NotGraceful:
		return fmt.Sprintf("%s is not graceful: %s. %s.", name, shortest(j), ended(t))
	}
	return fmt.Sprintf("%s is graceful: %s. %s.", name, served(t), ended(t))
}

// shortest counts the errors.
func shortest(j shutdown.Judgement) string {
	n := 0
	for _, f := range j.Findings {
		if f.Level == judge.Error {
			n++
		}
	}
	return cli.Plural(n, "defect")
}

func served(t shutdown.Timeline) string {
	if t.InFlight.Started() == 0 {
		if n := len(t.Streams); n > 0 {
			return "no requests were in flight, and " + cli.Plural(n, "stream") + " came to a right end"
		}
		return "no requests were in flight"
	}
	return fmt.Sprintf("%d of %s in flight completed", t.InFlight.Count(shutdown.Completed), cli.Plural(t.InFlight.Started(), "request"))
}

func ended(t shutdown.Timeline) string {
	if t.Exit.At == nil {
		return "The process is " + t.Exit.String()
	}
	return fmt.Sprintf("The process ended after %s: %s", *t.Exit.At, t.Exit)
}

// findings adds to those of the judge where they are and how to see them again.
func (o *shutdownOptions) findings(j shutdown.Judgement, pid int) []report.Finding {
	var list []report.Finding
	for _, f := range j.Findings {
		evidence := f.Evidence.(shutdown.Evidence)
		evidence.Reproduce = o.reproduce()
		f.Evidence = evidence
		one := report.Finding{Finding: f, Location: fileLocation(evidence.Setting)}
		print := []string{f.Rule, string(evidence.Cause), o.signal, strings.Join(o.command, "\x00")}
		if m := evidence.Setting; m != nil {
			print = append(print, string(m.Role))
			if m.Line > 0 && !m.Default {
				one.Details = append(one.Details, report.Detail{Label: "says", Text: m.Key + " " + m.Value, Code: true})
			}
			if m.Should != "" {
				one.Details = append(one.Details, report.Detail{Label: "should say", Text: m.Should, Code: true})
			}
		}
		if one.Location.IsZero() {
			one.Location = o.location(pid)
		}
		one.Details = append(one.Details, report.Detail{Label: "reproduce", Text: evidence.Reproduce, Code: true})
		one.Fingerprint = cli.Fingerprint(print...)
		list = append(list, one)
	}
	return list
}

func (o *shutdownOptions) location(pid int) report.Location {
	l := report.Location{Command: strings.Join(report.RedactArgs(o.command), " ")}
	switch {
	case o.target != "":
		l.Command = o.target
	case o.pid != 0:
		l = report.Location{PID: pid}
	}
	return l
}

// reproduce returns the command line that shows a finding again.
func (o *shutdownOptions) reproduce() string {
	words := []string{"snag", "shutdown"}
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, value)
		}
	}
	if o.signal != "SIGTERM" && (o.read == nil && o.target == "" || o.signalGiven) {
		add("--signal", strings.TrimPrefix(o.signal, "SIG"))
	}
	if o.to.String() != string(drain.ToTarget) && (o.read == nil || o.toGiven) {
		add("--to", o.to.String())
	}
	if o.grace.text != "30s" && (o.target == "" || o.grace.given) {
		add("--grace", o.grace.text)
	}
	if o.second > 0 {
		add("--second", o.second.String())
	}
	add("--slow-path", o.load.SlowPath)
	if o.read == nil || o.load.ReadyPath != o.read.Ready {
		add("--ready-path", o.load.ReadyPath)
	}
	if o.load.Path != "/" {
		add("--path", o.load.Path)
	}
	add("--hold-path", o.load.HoldPath)
	add("--method", o.load.Method)
	add("--without", strings.Join(o.without, ","))
	add("--with", strings.Join(o.with, ","))
	if o.port != 0 {
		add("--port", strconv.Itoa(o.port))
	}
	if o.protocol.String() != "auto" {
		add("--protocol", o.protocol.String())
	}
	add("--probe", o.probe)
	words = append(words, o.deployed.words()...)
	if o.asPID1 && (o.read == nil || o.pid1) {
		words = append(words, "--as-pid1")
	}
	switch {
	case o.crash:
		words = append(words, "--crash")
	case o.matrix:
		words = append(words, "--matrix")
	}
	words = report.RedactArgs(words)
	if o.fromUnit {
		return cli.RedactedLine(words)
	}
	if o.target != "" {
		return cli.RedactedLine(append(words, o.target))
	}
	if o.pid != 0 {
		return cli.RedactedLine(append(words, strconv.Itoa(o.pid)))
	}
	return cli.RedactedLine(append(append(words, "--"), report.RedactArgs(o.command)...))
}

// checkSections shows a timeline to people.
func checkSections(t shutdown.Timeline) []report.Section {
	outcome := report.NewTable("WHAT", "OUTCOME")
	if t.Target.Container != "" {
		outcome.Add("container", t.Target.Container)
	}
	outcome.Add("process", processText(t.Target.Process))
	if t.Target.Server != nil {
		outcome.Add("server", processText(*t.Target.Server))
	}
	if t.Target.AtRest != "" {
		outcome.Add("at rest", report.Muted.Cell(string(t.Target.AtRest)+" (a hint, no proof)"))
	}
	if t.Target.Address != "" {
		outcome.Add("listener", t.Target.Address+", "+listenerText(t))
	}
	outcome.Add("in flight", toneIf(t.InFlight.Count(shutdown.Completed) == t.InFlight.Started()).Cell(inFlightText(t.InFlight)))
	for _, c := range t.Connections {
		outcome.Add(string(c.Kind), connectionText(c))
	}
	for _, s := range t.Streams {
		outcome.Add(string(s.Kind), streamTone(s).Cell(s.Text()))
	}
	if t.Target.Protocol != shutdown.NoListener {
		outcome.Add("new", toneIf(t.New.Broken+t.New.TimedOut < 5).Cell(newText(t.New)))
	}
	for _, e := range t.Endpoints {
		outcome.Add(e.Path, endpointText(e))
	}
	outcome.Add("end", toneIf(!t.Exit.KilledByUs && t.Exit.Kind != shutdown.Running).Cell(endText(t)))
	if left := t.Children.Remaining(); len(left) > 0 {
		outcome.Add("left over", report.Bad.Cell(fmt.Sprintf("%s still alive", cli.Plural(len(left), "child process"))))
	}
	if t.Port.Tested {
		outcome.Add("port", toneIf(t.Port.Released).Cell(map[bool]string{true: "released", false: "still held"}[t.Port.Released]))
	}
	events := report.NewTable(">TIME", "EVENT")
	for _, e := range t.Events {
		events.Add(fmt.Sprintf("%.1f ms", float64(e.At)), e.What)
	}
	return []report.Section{{Title: "Outcome", Table: outcome}, {Title: "Timeline", Table: events, Picture: timelinePicture(t)}}
}

func toneIf(good bool) report.Tone {
	if good {
		return report.Good
	}
	return report.Bad
}

func processText(p shutdown.Process) string {
	text := fmt.Sprintf("%d %s", p.PID, strings.Join(p.Argv, " "))
	if p.Runtime != shutdown.Other {
		text += " [" + string(p.Runtime) + "]"
	}
	if p.Inner != 0 {
		text += fmt.Sprintf(" (PID %d in its namespace)", p.Inner)
	}
	return text
}

func listenerText(t shutdown.Timeline) string {
	if t.Listener.Closed == nil {
		return "never closed"
	}
	text := "closed after " + t.Listener.Closed.String()
	if t.Listener.Reopened != nil {
		text += ", listened on again after " + t.Listener.Reopened.String()
	}
	return text
}

func inFlightText(f shutdown.InFlight) string {
	if f.Started() == 0 {
		return "none: " + f.Reason
	}
	var parts []string
	for _, outcome := range []shutdown.Outcome{shutdown.Completed, shutdown.Dropped, shutdown.Truncated, shutdown.ServerError, shutdown.Pending} {
		if n := f.Count(outcome); n > 0 {
			name := string(outcome)
			if outcome == shutdown.Pending {
				name = "still under way"
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, name))
		}
	}
	return fmt.Sprintf("%s of %d (%s)", strings.Join(parts, ", "), f.Started(), f.Via)
}

func connectionText(c shutdown.Connection) string {
	switch {
	case c.Reason != "":
		return "not tested: " + c.Reason
	case c.Ended == nil:
		return "left open"
	}
	text := fmt.Sprintf("ended after %s (%s)", *c.Ended, c.How)
	if c.Kind == shutdown.Active {
		text += fmt.Sprintf(", %d answered, %d lost", c.Answered, c.Lost)
		if c.Announced == nil {
			text += `, no "Connection: close"`
		}
	}
	return text
}

func newText(n shutdown.NewConnections) string {
	text := fmt.Sprintf("%d ok, %d unavailable, %d refused, %d accepted and then broken", n.OK, n.Unavailable, n.Refused, n.Broken)
	if n.TimedOut > 0 {
		text += fmt.Sprintf(", %d never answered", n.TimedOut)
	}
	return text
}

func endpointText(e shutdown.Endpoint) string {
	if e.Turned == nil {
		return fmt.Sprintf("%d before, never turned", e.Before)
	}
	return fmt.Sprintf("%d before, %s after %s", e.Before, e.As, *e.Turned)
}

func endText(t shutdown.Timeline) string {
	if t.Exit.At == nil {
		return t.Exit.String()
	}
	text := fmt.Sprintf("%s after %s", t.Exit, *t.Exit.At)
	if t.Exit.Kind == shutdown.UnknownExit {
		text += ": " + t.Exit.Reason
	}
	if left := t.Grace - *t.Exit.At; !t.Exit.KilledByUs && left > 0 {
		text += fmt.Sprintf(", %s before the grace period ends", left.Duration().Round(10*time.Millisecond))
	}
	return text
}
