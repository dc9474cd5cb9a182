package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/retry/backoff"
	"snag/cmd/report"
)

// clientAudit presents an audit.
type clientAudit struct {
	options *clientOptions
	audit   backoff.Audit
	herd    []backoff.Trace
	breaker backoff.Trace // with --breaker, instead of the rest
	partial bool
	notes   []string
}

// silent reports whether the client never came.
func (a *clientAudit) silent() bool {
	none := func(t backoff.Trace) bool { return len(t.Attempts) == 0 }
	if !none(a.breaker) {
		return false
	}
	return !slices.ContainsFunc(a.audit.Control, func(t backoff.Trace) bool { return !none(t) }) &&
		!slices.ContainsFunc(a.audit.Traces, func(t backoff.Trace) bool { return !none(t) })
}

func (a *clientAudit) report() *report.Report {
	if a.options.breaker {
		return a.breakerReport()
	}
	checks := a.audit.Judge()
	attempts, more := a.audit.MaxAttempts()
	r := &report.Report{Partial: a.partial, Notes: a.notes}
	failed, unknown := 0, 0
	for _, check := range checks {
		switch check.Outcome {
		case backoff.Failed:
			failed++
			r.Findings = append(r.Findings, a.finding(check))
		case backoff.Unknown:
			unknown++
			f := a.finding(check)
			f.Rule, f.Level = ruleRetryUnknown, judge.Note
			r.Findings = append(r.Findings, f)
		}
	}
	least := ""
	if more {
		least = "at least "
	}
	r.Summary.Text = fmt.Sprintf("%s; %s%s; %s, %s.", sentence(describePolicy(a.audit.Inference.Policy)), least, plural(attempts, "attempt"), plural(failed, "defect"), plural(unknown, "open question"))
	r.Summary.Counts = []report.Count{{Name: "checks", N: len(checks)}, {Name: "failed", N: failed}, {Name: "unknown", N: unknown}, {Name: "runs", N: len(a.audit.Control) + len(a.audit.Traces)}}
	r.Sections = []report.Section{
		policySection(a.audit.Inference, attempts, more),
		checkSection(checks),
		a.faultSection(),
	}
	a.addHerd(r)
	if len(a.audit.Control) > 0 {
		r.Sections = append(r.Sections, report.Section{Title: "One run: " + a.audit.Control[0].Scenario, Text: timeline(a.audit.Control[0])})
	}
	data := a.data(checks)
	data.Herd = a.herdData()
	r.Data = data
	return r
}

// location is the client's command as it may be shown.
func (a *clientAudit) location() report.Location {
	return report.Location{Command: strings.Join(report.RedactArgs(a.options.argv), " ")}
}

func (a *clientAudit) finding(c backoff.Check) report.Finding {
	rule := defectRules[c.Defect]
	f := report.Finding{
		Finding:     judge.Finding{Rule: rule, Message: c.Message},
		Location:    a.location(),
		Fingerprint: fingerprint(rule, checkName(c.Defect), strings.Join(a.options.argv, "\x00")),
	}
	f.Level = ruleLevel(rule)
	if c.Mild && f.Level > judge.Note {
		f.Level--
	}
	traces := a.audit.Control[:min(1, len(a.audit.Control))]
	if len(c.Traces) > 0 {
		traces = nil
		for _, i := range c.Traces {
			traces = append(traces, a.audit.Traces[i])
		}
	}
	if len(traces) == 0 {
		return f
	}
	shown := traces[0]
	f.Evidence = findingEvidence{Scenario: shown.Scenario, Attempts: shown.Attempts, Reproduce: reproduce(shown, a.options)}
	f.Details = []report.Detail{{Label: "attempts", Text: inLine(shown), Code: true}}
	if command := reproduce(shown, a.options); command != "" {
		f.Details = append(f.Details, report.Detail{Label: "try it", Text: command, Code: true})
	}
	return f
}

type findingEvidence struct {
	Scenario  string            `json:"scenario"`
	Attempts  []backoff.Attempt `json:"attempts"`
	Reproduce string            `json:"reproduce,omitempty"`
}

// reproduce is the command that plays the same faults to a client started by hand.
func reproduce(t backoff.Trace, o *clientOptions) string {
	if len(t.Script) == 0 || t.Script[0].Kind == backoff.Refuse {
		return ""
	}
	names := make([]string, len(t.Script))
	for i, f := range t.Script {
		names[i] = f.String()
	}
	command := "snag retry serve --fault " + strings.Join(names, ",")
	if o.tcp {
		command += " --tcp"
	}
	return command
}

// timeline shows the attempts of a run to people, one a line.
func timeline(t backoff.Trace) string {
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
			wait = fmt.Sprintf("%+8s", "+"+shortDuration(max(at.Start-end, 0)))
		}
		ends[what] = at.End
		fmt.Fprintf(&b, "%2d %10s %s  %s", at.N, shortDuration(at.Start), wait, report.Visible(what))
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
		fmt.Fprintf(&b, "   the client exits with %d after %s", t.ExitCode, shortDuration(t.Duration))
	default:
		fmt.Fprintf(&b, "   the client dies of a signal after %s", shortDuration(t.Duration))
	}
	return b.String()
}

// inLine shows the busiest operation of a run in one line.
func inLine(t backoff.Trace) string {
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
			fmt.Fprintf(&b, ", after %s", shortDuration(gaps[i-1]))
		}
		fmt.Fprintf(&b, " [%s]", at.Fault)
	}
	return b.String()
}

var outcomeTones = map[backoff.Outcome]report.Tone{backoff.Failed: report.Bad, backoff.Passed: report.Good, backoff.Unknown: report.Warn}

func checkSection(checks []backoff.Check) report.Section {
	t := &report.Table{Columns: []report.Column{{Name: "CHECK"}, {Name: "OUTCOME"}, {Name: "WHY"}}}
	for _, c := range checks {
		t.Rows = append(t.Rows, []report.Cell{{Text: checkName(c.Defect)}, {Text: c.Outcome.String(), Tone: outcomeTones[c.Outcome]}, {Text: c.Message}})
	}
	return report.Section{Title: "Checks", Table: t}
}

// checkName is what a check is about, in two or three words.
func checkName(d backoff.Defect) string {
	switch d {
	case backoff.RetryAfterSeconds:
		return "retry-after (seconds)"
	case backoff.RetryAfterDate:
		return "retry-after (date)"
	case backoff.RetryAfterWrong:
		return "retry-after (form)"
	case backoff.RetryAfterUntrue:
		return "retry-after (truth)"
	case backoff.KeyMissing:
		return "key-missing"
	case backoff.UndeterminedPolicy:
		return "policy"
	case backoff.UnobservableRefusal:
		return "closed port"
	}
	return strings.TrimPrefix(defectRules[d], "retry/")
}

// faultSection shows what the client did about each fault.
func (a *clientAudit) faultSection() report.Section {
	t := &report.Table{Columns: []report.Column{{Name: "FAULT"}, {Name: "ATTEMPTS", Right: true}, {Name: "FIRST WAIT", Right: true}, {Name: "EXIT", Right: true}, {Name: "REMARK"}}}
	for _, trace := range slices.Concat(a.audit.Control[:min(1, len(a.audit.Control))], a.audit.Traces) {
		op := trace.Busiest()
		row := []report.Cell{{Text: trace.Scenario}, {Text: strconv.Itoa(len(op.Attempts))}, {}, {}, {Text: trace.CutOff}}
		if gaps := op.Gaps(); len(gaps) > 0 {
			row[2].Text = shortDuration(gaps[0])
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
	return report.Section{Title: "Faults", Table: t}
}

// clientData is the data of snag retry client.
type clientData struct {
	Client      []string      `json:"client"`
	Attempts    int           `json:"max_attempts"`
	More        bool          `json:"at_least"`
	WorstCase   float64       `json:"worst_case_ms"`
	Inference   inferenceData `json:"inference"`
	Checks      []checkData   `json:"checks"`
	Runs        []runData     `json:"runs"`
	ControlRuns int           `json:"control_runs"`
	Speed       float64       `json:"speed"`
	Herd        *clientHerd   `json:"herd"`
	Breaker     *breakerData  `json:"breaker"`
}

type checkData struct {
	Check     string   `json:"check"`
	Rule      string   `json:"rule"`
	Outcome   string   `json:"outcome"`
	Message   string   `json:"message"`
	Scenarios []string `json:"scenarios"`
}

type runData struct {
	Scenario     string            `json:"scenario"`
	Script       []backoff.Fault   `json:"script"`
	Operations   int               `json:"operations"`
	Gaps         []float64         `json:"gaps_ms"`
	Attempts     []backoff.Attempt `json:"attempts"`
	Duration     float64           `json:"duration_ms"`
	Exit         *int              `json:"exit_code"`
	CutOff       string            `json:"cut_off,omitempty"`
	Unobservable string            `json:"unobservable,omitempty"`
}

func newRunData(t backoff.Trace) runData {
	d := runData{
		Scenario: t.Scenario, Script: t.Script, Operations: len(t.Operations()), Gaps: []float64{},
		Attempts: append([]backoff.Attempt{}, t.Attempts...), Duration: backoff.Milliseconds(t.Duration),
		CutOff: t.CutOff, Unobservable: t.Unobservable,
	}
	for _, gap := range t.Busiest().Gaps() {
		d.Gaps = append(d.Gaps, backoff.Milliseconds(gap))
	}
	if t.ExitCode >= 0 && t.CutOff == "" && t.Unobservable == "" {
		d.Exit = &t.ExitCode
	}
	return d
}

// Items yields the runs, for ndjson.
func (d clientData) Items(yield func(any) bool) {
	for _, run := range d.Runs {
		if !yield(run) {
			return
		}
	}
}

func (a *clientAudit) data(checks []backoff.Check) clientData {
	d := clientData{Client: report.RedactArgs(a.options.argv), WorstCase: backoff.Milliseconds(a.audit.WorstCase()), ControlRuns: len(a.audit.Control), Speed: a.options.speed, Checks: []checkData{}, Runs: []runData{}}
	d.Attempts, d.More = a.audit.MaxAttempts()
	d.Inference = newInferenceData(a.audit.Inference, max(d.Attempts-1, 0))
	for _, c := range checks {
		entry := checkData{Check: checkName(c.Defect), Rule: defectRules[c.Defect], Outcome: c.Outcome.String(), Message: c.Message, Scenarios: []string{}}
		for _, i := range c.Traces {
			entry.Scenarios = append(entry.Scenarios, a.audit.Traces[i].Scenario)
		}
		d.Checks = append(d.Checks, entry)
	}
	for _, t := range slices.Concat(a.audit.Control, a.audit.Traces) {
		d.Runs = append(d.Runs, newRunData(t))
	}
	return d
}
