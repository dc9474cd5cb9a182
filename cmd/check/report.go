package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// checkData is the data of the report of snag check.
type checkRunData struct {
	Checks []checkItem `json:"checks"`
}

// Items yields the checks.
func (d checkRunData) Items(yield func(any) bool) {
	for _, c := range d.Checks {
		if !yield(c) {
			return
		}
	}
}

// checkItem is one check in the data.
type checkItem struct {
	Name     string      `json:"name"`
	Kind     string      `json:"kind"`
	Command  report.Text `json:"command"`
	Result   string      `json:"result"` // passed, findings, unknown, not-run
	Status   int         `json:"status"` // the exit status of the command alone
	Duration int64       `json:"duration_ms"`
	Partial  bool        `json:"partial"`
	Error    report.Text `json:"error,omitempty"`
	Hint     report.Text `json:"hint,omitempty"`
	Summary  report.Text `json:"summary,omitempty"`
	// Findings counts them by level, null when there is no report.
	Findings *report.Tally `json:"findings"`
	Data     any           `json:"data"` // as that command reports it, null when it could not
}

// The results of a check.
const (
	checkPassed   = "passed"
	checkFindings = "findings"
	checkUnknown  = "unknown"
	checkNotRun   = "not-run"
)

func (r checkResult) result() string {
	switch r.Status() {
	case cli.ExitClean:
		return checkPassed
	case cli.ExitFindings:
		if errors.Is(r.Err, cli.ErrUnknown) {
			return checkUnknown
		}
		return checkFindings
	}
	return checkNotRun
}

// item is the check as data. The hint is the remedy of its error.
func (r checkResult) item() checkItem {
	item := checkItem{Name: r.name, Kind: r.kind.name, Command: report.Text(r.Shown()), Result: r.result(), Status: r.Status(), Duration: r.Took.Milliseconds()}
	if item.Status > cli.ExitFindings {
		item.Error = report.Text(report.RedactURLs(cli.Text(r.Err)))
		item.Hint = report.Text(report.RedactText(cli.HintOf(r.Err)))
	}
	if rep := r.Report; rep != nil {
		tally := rep.Tally()
		item.Findings, item.Partial, item.Summary, item.Data = &tally, rep.Partial, report.Text(rep.Outcome()), rep.Data
	}
	return item
}

// finding reports whether the check could not run, so that formats that know findings alone show it.
func (r checkResult) finding() report.Finding {
	item := r.item()
	f := report.Finding{
		Finding:     judge.Finding{Rule: ruleNotRun, Level: judge.Error, Message: fmt.Sprintf("The check %q could not run: %s.", r.name, item.Error), Evidence: map[string]any{"check": r.name, "command": item.Command, "status": item.Status}},
		Fingerprint: cli.Fingerprint(ruleNotRun, r.name),
		Details:     []report.Detail{{Label: "command", Text: string(item.Command), Code: true}},
	}
	if item.Hint != "" {
		f.Help = cli.Sentence(string(item.Hint)) + "."
	}
	return f
}

// openQuestions is the finding that a check left a question open.
func (r checkResult) openQuestions() report.Finding {
	command := report.Text(r.Shown())
	return report.Finding{
		Finding: judge.Finding{Rule: ruleUnknown, Level: judge.Warning, Message: fmt.Sprintf("The check %q leaves open: %s.", r.name, strings.Join(r.Report.Unknown, "; ")),
			Evidence: map[string]any{"check": r.name, "command": command, "status": r.Status()}},
		Fingerprint: cli.Fingerprint(ruleUnknown, r.name),
		Details:     []report.Detail{{Label: "command", Text: string(command), Code: true}},
	}
}

// mergeChecks makes one report of those of the checks, compared with an earlier one unless that is nil.
func mergeChecks(c *config, results []checkResult, before *earlier) (*report.Report, error) {
	all := &report.Report{Notes: c.notes(), Project: &report.Project{}}
	data := checkRunData{Checks: []checkItem{}}
	t := report.NewTable("CHECK", "KIND", "RESULT", ">FINDINGS", ">TIME")
	all.Sections = []report.Section{{Title: "Checks", Table: t}}
	counts := map[string]int{}
	for _, r := range results {
		item := r.item()
		counts[item.Result]++
		row := []report.Cell{{Text: r.name, Tone: report.Strong}, {Text: r.kind.name}, {Text: "passed", Tone: report.Good}, {Text: "-"}, {Text: shownSeconds(r.Took)}}
		switch item.Result {
		case checkPassed:
			all.Passed = append(all.Passed, report.Passed{Class: r.kind.name, Name: r.name, Took: r.Took})
		case checkFindings:
			row[2] = report.Cell{Text: "findings", Tone: report.Bad}
		case checkUnknown:
			row[2] = report.Cell{Text: "unknown", Tone: report.Warn}
			all.Findings = append(all.Findings, r.openQuestions())
		case checkNotRun:
			all.Project.Open = append(all.Project.Open, r.name+" could not run: "+string(item.Error))
			row[2] = report.Cell{Text: "could not run", Tone: report.Bad}
			all.Findings = append(all.Findings, r.finding())
		}
		if rep := r.Report; rep != nil {
			for _, open := range rep.Unknown {
				all.Project.Open = append(all.Project.Open, r.name+": "+open)
			}
			if n := len(rep.Findings); n > 0 {
				row[3].Text = strconv.Itoa(n)
				if item.Result == checkPassed {
					row[3].Text = passedFindings(rep)
				}
			}
			all.Partial = all.Partial || rep.Partial
			for _, f := range rep.Findings {
				f.Details = append(f.Details[:len(f.Details):len(f.Details)], report.Detail{Label: labelCheck, Text: r.name})
				f.Proved = r.proves(f)
				all.Findings = append(all.Findings, f)
			}
			for _, s := range rep.Sections {
				title := r.name
				if s.Title != "" {
					title += ": " + s.Title
				}
				all.Sections = append(all.Sections, report.Section{Title: title, Table: s.Table, Text: s.Text, Picture: s.Picture})
			}
			for _, note := range rep.Notes {
				all.Notes = append(all.Notes, r.name+": "+note)
			}
		}
		t.Rows = append(t.Rows, row)
		data.Checks = append(data.Checks, item)
	}
	all.Data = data
	all.Summary.Text = fmt.Sprintf("%s: %d passed", cli.Plural(len(results), "check"), counts[checkPassed])
	if n := counts[checkFindings]; n > 0 {
		all.Summary.Text += fmt.Sprintf(", %d with findings", n)
	}
	if n := counts[checkUnknown]; n > 0 {
		all.Summary.Text += fmt.Sprintf(", %d unknown", n)
	}
	if n := counts[checkNotRun]; n > 0 {
		all.Summary.Text += fmt.Sprintf(", %d could not run", n)
	}
	all.Summary.Text += "."
	all.Summary.Counts = []report.Count{{Name: "checks", N: len(results)}, {Name: "passed", N: counts[checkPassed]},
		{Name: "with_findings", N: counts[checkFindings]}, {Name: "unknown", N: counts[checkUnknown]}, {Name: "not_run", N: counts[checkNotRun]}}
	if before != nil {
		before.compare(all, data.Checks)
	}
	return all, c.secrets.concealReport(all)
}

func shownSeconds(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// reportChecks prints the one report and returns the error that stands for the one exit status.
func reportChecks(ctx context.Context, c *config, results []checkResult, before *earlier, out *cli.Output) error {
	all, err := mergeChecks(c, results, before)
	if err != nil {
		return err
	}
	all.Partial = all.Partial || ctx.Err() != nil
	worst, notRun := cli.ExitClean, 0
	for _, r := range results {
		// A wrong setting comes first, then what could not run: either says less than a finding does.
		worst = max(worst, rank(r.Status()))
		if r.Status() > cli.ExitFindings {
			notRun++
		}
	}
	failed := worst > cli.ExitClean
	all.Failed = &failed
	if err := out.Close(all); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return cli.ErrPartial
	case worst == rank(cli.ExitUsage):
		return cli.WithHint(cli.Usagef("%s could not run", cli.Plural(notRun, "check")), "a setting is wrong; the report says which")
	case worst == rank(cli.ExitFailure):
		return fmt.Errorf("%s could not run", cli.Plural(notRun, "check"))
	case worst == cli.ExitFindings:
		return cli.ErrFindings
	}
	return nil
}

// rank orders exit statuses by what a merged run makes of them.
func rank(status int) int {
	return cmp.Or(map[int]int{cli.ExitUsage: 3, cli.ExitFailure: 2}[status], status)
}

// passedFindings says why the findings of a check that passed do not count.
func passedFindings(r *report.Report) string {
	tally := r.Tally()
	if open := tally.Errors + tally.Warnings + tally.Notes; open > 0 {
		return fmt.Sprintf("%d below fail-on", open)
	}
	return fmt.Sprintf("%d accepted", tally.Suppressed)
}
