package retry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/analyze/retry/herd"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/faults"
)

// clientAudit presents an audit.
type clientAudit struct {
	options *clientOptions
	audit   experiment.Audit
	herd    []experiment.Trace
	breaker experiment.Trace // with --breaker, instead of the rest
	many    experiment.Many  // with --operations, instead of the rest
	partial bool
	notes   []string
}

// silent reports whether the client never came.
func (a *clientAudit) silent() bool {
	none := func(t experiment.Trace) bool { return len(t.Attempts) == 0 }
	if !none(a.breaker) || !none(a.many.Outage) {
		return false
	}
	return !slices.ContainsFunc(a.audit.Control, func(t experiment.Trace) bool { return !none(t) }) &&
		!slices.ContainsFunc(a.audit.Traces, func(t experiment.Trace) bool { return !none(t) })
}

// ClientReport reports what an audit of a client observed in real time, and what it means.
func ClientReport(argv []string, audit experiment.Audit) *report.Report {
	a := clientAudit{options: &clientOptions{argv: argv, speed: 1}, audit: audit}
	return a.report()
}

func (a *clientAudit) report() *report.Report {
	if a.options.breaker {
		return a.breakerReport()
	}
	if a.options.operations > 0 {
		return a.manyReport()
	}
	judged := a.audit.Judge()
	attempts, more := a.audit.MaxAttempts()
	r := &report.Report{Partial: a.partial, Notes: a.notes, Figures: a.figures()}
	for _, f := range judged.Findings {
		r.Findings = append(r.Findings, a.finding(f))
	}
	r.Unknown = openQuestions(judged)
	failed, unknown := judged.Count(experiment.Failed), judged.Count(experiment.Unknown)
	least := ""
	if more {
		least = "at least "
	}
	r.Summary.Text = fmt.Sprintf("%s; %s%s; %s, %s.", cli.Sentence(describeInference(a.audit.Inference)), least, cli.Plural(attempts, "attempt"), cli.Plural(failed, "defect"), cli.Plural(unknown, "open question"))
	r.Summary.Counts = []report.Count{{Name: "checks", N: len(judged.Checks)}, {Name: "failed", N: failed}, {Name: "unknown", N: unknown}, {Name: "runs", N: len(a.audit.Control) + len(a.audit.Traces)}}
	r.Sections = []report.Section{
		policySection(a.audit.Inference, attempts, more, a.audit.Protocol()),
		checkSection(judged.Checks),
		a.faultSection(),
	}
	cohort := a.addHerd(r)
	if len(a.audit.Control) > 0 {
		r.Sections = append(r.Sections, report.Section{Title: "One run: " + a.audit.Control[0].Scenario, Text: timeline(a.audit.Control[0])})
	}
	data := a.data(judged.Checks)
	data.Herd = cohort
	r.Data = data
	return r
}

// location is the client's command as it may be shown.
func (a *clientAudit) location() report.Location {
	return report.Location{Command: strings.Join(report.RedactArgs(a.options.argv), " ")}
}

// finding adds to one of the judge where it is and how to see it again.
func (a *clientAudit) finding(f judge.Finding) report.Finding {
	e := f.Evidence.(experiment.Evidence)
	out := report.Finding{
		Location:    a.location(),
		Fingerprint: cli.Fingerprint(e.Defect.Rule(), e.Defect.String(), strings.Join(a.options.argv, "\x00")),
	}
	f.Evidence = nil
	if e.Trace != nil {
		e.Reproduce = reproduce(*e.Trace, a.options)
		f.Evidence = e
		out.Details = []report.Detail{{Label: "attempts", Text: inLine(*e.Trace), Code: true}}
		if e.Reproduce != "" {
			out.Details = append(out.Details, report.Detail{Label: "try it", Text: e.Reproduce, Code: true})
		}
	}
	out.Finding = f
	return out
}

// reproduce is the command that plays the same faults to a client started by hand.
func reproduce(t experiment.Trace, o *clientOptions) string {
	if len(t.Script) == 0 || t.Script[0].Kind == experiment.Refuse {
		return ""
	}
	names := make([]string, len(t.Script))
	for i, f := range t.Script {
		names[i] = f.String()
	}
	command := "snag retry serve --fault " + strings.Join(names, ",")
	if o.tcp {
		command += " --tcp"
		if o.handshake.Value != faults.Auto {
			command += " --handshake " + o.handshake.Value
		}
	}
	return command
}

// timeline shows the attempts of a run to people, one a line.
func timeline(t experiment.Trace) string {
	if t.Unobservable != "" {
		return "not observable: " + t.Unobservable
	}
	var b strings.Builder
	ends := map[string]time.Duration{}
	for i, at := range t.Attempts {
		what := strings.TrimSpace(at.Method + " " + at.Target)
		if what == "" {
			what = "connection"
		}
		wait := "        "
		if end, seen := ends[what]; seen {
			wait = fmt.Sprintf("%+8s", "+"+cli.ShortDuration(max(at.Start-end, 0)))
		}
		ends[what] = at.End
		fmt.Fprintf(&b, "%2d %10s %s  %s", at.N, cli.ShortDuration(at.Start), wait, report.Visible(what))
		if at.Reused {
			fmt.Fprintf(&b, " (connection %d again)", at.Conn)
		}
		if at.Key != "" {
			fmt.Fprintf(&b, " (key %s)", at.Key[:min(6, len(at.Key))])
		}
		if at.Counter != "" {
			fmt.Fprintf(&b, " (%s)", report.Visible(at.Counter))
		}
		fmt.Fprintf(&b, ": %s\n", at.Fault.Describe())
		if i == 29 && len(t.Attempts) > 31 {
			fmt.Fprintf(&b, "   and %d more\n", len(t.Attempts)-30)
			break
		}
	}
	switch {
	case t.CutOff != "":
		fmt.Fprintf(&b, "   %s: ended by snag", t.CutOff)
	case t.ExitCode >= 0:
		fmt.Fprintf(&b, "   the client exits with %d after %s", t.ExitCode, cli.ShortDuration(t.Duration))
	default:
		fmt.Fprintf(&b, "   the client dies of a signal after %s", cli.ShortDuration(t.Duration))
	}
	return b.String()
}

// inLine shows the busiest operation of a run in one line.
func inLine(t experiment.Trace) string {
	op := t.Busiest()
	if len(op.Attempts) == 0 {
		return "none"
	}
	var b strings.Builder
	b.WriteString(strings.TrimSpace(op.Method + " " + op.Target))
	gaps := op.Gaps()
	for i, at := range op.Attempts {
		if i > 7 {
			fmt.Fprintf(&b, " ... %d more", len(op.Attempts)-i)
			break
		}
		if i > 0 {
			fmt.Fprintf(&b, ", after %s", cli.ShortDuration(gaps[i-1]))
		}
		fmt.Fprintf(&b, " [%s]", at.Fault)
	}
	return b.String()
}

var outcomeTones = map[experiment.Outcome]report.Tone{experiment.Failed: report.Bad, experiment.Passed: report.Good, experiment.Unknown: report.Warn}

func checkSection(checks []experiment.Check) report.Section {
	t := report.NewTable("CHECK", "OUTCOME", "WHY")
	for _, c := range checks {
		t.Add(c.Defect.String(), outcomeTones[c.Outcome].Cell(c.Outcome.String()), c.Message)
	}
	return report.Section{Title: "Checks", Table: t}
}

// faultSection shows what the client did about each fault.
func (a *clientAudit) faultSection() report.Section {
	t := report.NewTable("FAULT", ">ATTEMPTS", ">FIRST WAIT", ">EXIT", "REMARK")
	for _, trace := range slices.Concat(a.audit.Control[:min(1, len(a.audit.Control))], a.audit.Traces) {
		op := trace.Busiest()
		row := []report.Cell{{Text: trace.Scenario}, {Text: strconv.Itoa(len(op.Attempts))}, {}, {}, {Text: trace.CutOff}}
		if gaps := op.Gaps(); len(gaps) > 0 {
			row[2].Text = cli.ShortDuration(gaps[0])
		}
		if trace.CutOff == "" {
			row[3].Text = strconv.Itoa(trace.ExitCode)
		}
		if trace.Unobservable != "" {
			row[1], row[4].Text = report.Cell{Text: "?", Tone: report.Warn}, "not observable: "+trace.Unobservable
			row[3].Text = ""
		}
		t.Rows = append(t.Rows, row)
	}
	return report.Section{Title: "Faults", Table: t, Picture: attemptsPicture(slices.Concat(a.audit.Control, a.audit.Traces))}
}

// clientData is the data of snag retry client.
type clientData struct {
	Client      []string           `json:"client"`
	Attempts    int                `json:"max_attempts"`
	More        bool               `json:"at_least"`
	WorstCase   float64            `json:"worst_case_ms"`
	Inference   backoff.Inference  `json:"inference"`
	Checks      []experiment.Check `json:"checks"`
	Runs        []experiment.Trace `json:"runs"`
	ControlRuns int                `json:"control_runs"`
	Speed       float64            `json:"speed"`
	Herd        *herd.Cohort       `json:"herd"`
	Breaker     *breakerData       `json:"breaker"`
	Many        *manyData          `json:"operations,omitempty"`
}

// Items yields the runs, for ndjson.
func (d clientData) Items(yield func(any) bool) {
	for _, run := range d.Runs {
		if !yield(run) {
			return
		}
	}
}

func (a *clientAudit) data(checks []experiment.Check) clientData {
	d := clientData{
		Client: report.RedactArgs(a.options.argv), WorstCase: backoff.Milliseconds(a.audit.WorstCase()), Inference: a.audit.Inference,
		Checks: cli.OrNone(checks), Runs: cli.OrNone(slices.Concat(a.audit.Control, a.audit.Traces)), ControlRuns: len(a.audit.Control), Speed: a.options.speed,
	}
	d.Attempts, d.More = a.audit.MaxAttempts()
	return d
}
