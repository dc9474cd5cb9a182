package shutdown

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/shutdown"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/drain"
	"snag/probe/process"
)

// signalItem is a line of the table of signals.
type signalItem struct {
	Name      string          `json:"name"`
	Number    int             `json:"number"`
	Default   shutdown.Action `json:"default"`
	Catchable bool            `json:"catchable"`
	Purpose   string          `json:"purpose"`
	CommonUse string          `json:"customs"`
}

// listSignals prints the signals of this platform.
func (o *shutdownOptions) listSignals(out *cli.Output) error {
	table := report.NewTable(">NO", "SIGNAL", "DEFAULT", "HANDLED", "PURPOSE", "COMMON USE")
	items := []signalItem{}
	for _, s := range shutdown.Signals {
		number := process.SignalNumber(s.Name)
		if number == 0 {
			continue
		}
		items = append(items, signalItem{s.Name, number, s.Default, s.Catchable, s.Purpose, s.CommonUse})
	}
	sorting.Stable(items, func(a, b signalItem) int { return a.Number - b.Number })
	for _, s := range items {
		table.Add(s.Number, report.Strong.Cell(s.Name), string(s.Default), map[bool]string{true: "yes", false: "no"}[s.Catchable], s.Purpose, s.CommonUse)
	}
	return out.Close(&report.Report{
		Summary:  report.Summary{Text: cli.Plural(len(items), "signal") + " on this platform.", Counts: []report.Count{{Name: "signals", N: len(items)}}},
		Sections: []report.Section{{Table: table}},
		Data: struct {
			Mode    string       `json:"mode"`
			Signals []signalItem `json:"signals"`
		}{"signals", items},
	})
}

// masksItem is one process of the masks.
type masksItem struct {
	shutdown.Masks
	// Dispositions are of every signal of the platform, by name.
	Dispositions map[string]shutdown.Disposition `json:"dispositions"`
}

// shownSignals are those that the table of masks has columns for.
var shownSignals = []string{"SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGPIPE", "SIGTERM"}

// showMasks reports what each process of the tree would do with each signal. Nothing is sent.
func (o *shutdownOptions) showMasks(ctx context.Context, out *cli.Output, p *cli.Progress) error {
	all, err := drain.AtRest(ctx, o.options(p))
	p.Stop()
	if err != nil {
		return err
	}
	table := report.NewTable(">PID", "PROCESS", ">THREADS")
	for _, name := range shownSignals {
		table.Columns = append(table.Columns, report.Column{Name: strings.TrimPrefix(name, "SIG")})
	}
	threads := report.NewTable(">PID", ">TID", "THREAD", "BLOCKED", "WAITS FOR")
	items := []masksItem{}
	seen := map[shutdown.Disposition]bool{}
	var notes []string
	for _, m := range all {
		m.Argv = report.RedactArgs(m.Argv)
		item := masksItem{m, map[string]shutdown.Disposition{}}
		for _, s := range shutdown.Signals {
			if process.SignalNumber(s.Name) != 0 {
				item.Dispositions[s.Name] = m.Of(s.Name)
			}
		}
		items = append(items, item)
		cells := []report.Cell{{Text: strconv.Itoa(m.PID)}, {Text: processName(m.Process)}, {Text: strconv.Itoa(len(m.Threads))}}
		for _, name := range shownSignals {
			d := item.Dispositions[name]
			seen[d] = true
			cells = append(cells, report.Cell{Text: dispositionText(d), Tone: dispositionTone(d)})
		}
		table.Rows = append(table.Rows, cells)
		for _, t := range m.Threads {
			waits := signalList(t.Waited)
			if t.Waiting && t.Waited == nil {
				waits = "signals that may not be read"
			}
			if len(t.Blocked) > 0 || t.Waiting {
				threads.Add(m.PID, t.TID, t.Name, signalList(t.Blocked), waits)
			}
		}
		if m.Partial != "" {
			notes = append(notes, fmt.Sprintf("%d: %s", m.PID, m.Partial))
		}
		if m.Inner == 1 {
			notes = append(notes, fmt.Sprintf("%d is PID 1 of its namespace: the kernel discards default actions for it", m.PID))
		}
	}
	for _, d := range []shutdown.Disposition{shutdown.CaughtSignal, shutdown.RuntimeHandler, shutdown.WaitedSignal, shutdown.BlockedSignal, shutdown.IgnoredSignal} {
		if seen[d] {
			notes = append(notes, string(d)+": "+d.Meaning(shutdown.Signal{}, false))
		}
	}
	notes = append(notes, "a mask is a hint: what a process does with a signal shows only when it is sent")
	sections := []report.Section{{Title: "Signals at rest", Table: table}}
	if len(threads.Rows) > 0 {
		sections = append(sections, report.Section{Title: "Threads that block or wait", Table: threads})
	}
	return out.Close(&report.Report{
		Summary:  report.Summary{Text: cli.Plural(len(items), "process") + " looked at, nothing sent.", Counts: []report.Count{{Name: "processes", N: len(items)}}},
		Sections: sections, Notes: notes,
		Data: struct {
			Mode      string      `json:"mode"`
			Processes []masksItem `json:"processes"`
		}{"masks", items},
	})
}

// signalList names the signals of a set for people, or those that are missing from a large one.
func signalList(names []string) string {
	const many = 20
	if len(names) < many {
		return strings.Join(names, " ")
	}
	var missing []string
	for _, s := range shutdown.Signals {
		if s.Catchable && process.SignalNumber(s.Name) != 0 && !slices.Contains(names, s.Name) {
			missing = append(missing, s.Name)
		}
	}
	if len(missing) == 0 {
		return "all"
	}
	return "all but " + strings.Join(missing, " ")
}

func dispositionText(d shutdown.Disposition) string {
	if d == shutdown.Undisclosed {
		return "not known"
	}
	return string(d)
}

func dispositionTone(d shutdown.Disposition) report.Tone {
	switch d {
	case shutdown.BlockedSignal:
		return report.Warn
	case shutdown.DefaultAction:
		return report.Muted
	}
	return report.Plain
}

func processName(p shutdown.Process) string {
	return report.Clip(strings.Join(p.Argv, " "), 40)
}

// crashData is the data of --crash.
type crashData struct {
	Mode    string           `json:"mode"`
	Verdict shutdown.Verdict `json:"verdict"`
	Reason  string           `json:"reason"`
	Facts   []string         `json:"facts"`
	Crashes []shutdown.Crash `json:"crashes"`
}

// checkCrashes starts the command with something wrong and reports how it ended.
func (o *shutdownOptions) checkCrashes(ctx context.Context, out *cli.Output, p *cli.Progress) error {
	crashes, err := drain.Crashes(ctx, o.options(p))
	p.Stop()
	if err != nil {
		return err
	}
	for i := range crashes {
		crashes[i].Argv = report.RedactArgs(crashes[i].Argv)
	}
	j := shutdown.JudgeCrashes(crashes, shutdown.RuntimeOf(shutdown.Facts{Exe: o.command[0], Argv: o.command}))
	table := report.NewTable("CASE", "END", "STDERR")
	for _, c := range crashes {
		end, message := c.Exit.String(), lastLine(c.Stderr)
		switch {
		case c.Skipped != "":
			end, message = "not tried: "+c.Skipped, ""
		case c.Listened:
			end = "listened"
		case c.Exit.KilledByUs:
			end = "still running after " + c.Limit.String()
		}
		table.Add(c.Case, end, message)
	}
	text := map[shutdown.Verdict]string{
		shutdown.Graceful:    "Every failed start leaves a message and a status.",
		shutdown.NotGraceful: "A failed start can go unnoticed.",
		shutdown.Unknown:     "Unknown: " + j.Reason + ".",
	}[j.Verdict]
	r := &report.Report{
		Summary:  report.Summary{Text: text, Counts: []report.Count{{Name: "cases", N: len(crashes)}, {Name: "unknown", N: cli.Count(j.Verdict == shutdown.Unknown)}}},
		Findings: o.findings(j, 0),
		Sections: []report.Section{{Title: "Failed starts", Table: table}},
		Data:     crashData{"crash", j.Verdict, j.Reason, cli.OrNone(j.Facts), crashes},
		Notes:    j.Facts,
	}
	return out.End(r, nil, o.failOn.Check)
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return report.Clip(lines[len(lines)-1], 80)
}

// matrixRun is one signal of the matrix.
type matrixRun struct {
	Signal string `json:"signal"`
	// Skipped says why the signal was not sent; the rest is empty then.
	Skipped  string             `json:"skipped,omitempty"`
	Effect   string             `json:"effect"`
	Verdict  shutdown.Verdict   `json:"verdict"`
	Timeline *shutdown.Timeline `json:"run,omitempty"`
}

// matrixGrace is how long each process of the matrix may take, unless --grace says otherwise.
const matrixGrace = 8 * time.Second

// sendMatrix sends each signal to a fresh process.
func (o *shutdownOptions) sendMatrix(ctx context.Context, out *cli.Output, p *cli.Progress) error {
	if !o.grace.given {
		o.grace.text, o.grace.Duration = matrixGrace.String(), matrixGrace
	}
	runs := []matrixRun{}
	table := report.NewTable("SIGNAL", "AT REST", "EFFECT", "IN FLIGHT", "END")
	partial := false
	var findings []report.Finding
	for _, signal := range o.matrixSignals {
		options := o.options(p)
		options.Signal = signal
		p.Set(len(runs), len(o.matrixSignals), signal)
		t, err := drain.Check(ctx, options)
		switch {
		case errors.Is(err, drain.ErrHarmful):
			runs = append(runs, matrixRun{Signal: signal, Skipped: err.Error()})
			table.Add(signal, "", "not sent: --force sends it")
			continue
		case err != nil && ctx.Err() != nil && len(runs) > 0:
			partial = true
		case err != nil:
			return err
		}
		if partial {
			break
		}
		conceal(&t)
		j := shutdown.JudgeOne(t)
		effect := shutdown.Effect(t)
		runs = append(runs, matrixRun{Signal: signal, Effect: effect, Verdict: j.Verdict, Timeline: &t})
		table.Add(report.Strong.Cell(signal), string(t.Target.AtRest), effect, inFlightText(t.InFlight), endText(t))
		findings = append(findings, o.findings(j, t.Target.PID)...)
		if t.Partial {
			partial = true
			break
		}
	}
	p.Stop()
	r := &report.Report{
		Partial:  partial,
		Summary:  report.Summary{Text: cli.Plural(len(runs), "signal") + " sent to a fresh process each.", Counts: []report.Count{{Name: "signals", N: len(runs)}}},
		Findings: findings,
		Sections: []report.Section{{Title: "Signals", Table: table}},
		Data: struct {
			Mode string      `json:"mode"`
			Runs []matrixRun `json:"runs"`
		}{"matrix", runs},
	}
	return out.End(r, nil, o.failOn.Check)
}
