package block

import (
	"fmt"

	"snag/analyze/block/calls"
	"snag/analyze/block/routes"
	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/visit"
)

// provedCall is what the run says about a call that blocks, which snag block calls finds by its name.
type provedCall struct {
	Fingerprint string         `json:"fingerprint"`
	Rule        string         `json:"rule"`
	Call        string         `json:"call"`
	File        report.Text    `json:"file"`
	Line        int            `json:"line"`
	Verdict     routes.Verdict `json:"verdict"`
	Route       report.Text    `json:"route,omitempty"`
	Input       report.Text    `json:"input,omitempty"`
	Own         float64        `json:"own_ms"`
	Why         []string       `json:"why"`

	trial *trialRun // that says most, nil for none
}

// provedCall joins the trials of the routes whose requests may get to a call.
func (r *routesRun) provedCall(i int) provedCall {
	b := r.blocking[i]
	p := provedCall{Fingerprint: b.Fingerprint, Rule: calls.RuleBlockingCall, Call: b.Name, File: report.Text(b.File), Line: b.Line, Verdict: routes.NotMeasured, Why: []string{}}
	without := "no route is known whose requests get to it"
	for at := range r.routes {
		one, seen := &r.routes[at], &r.visited[at]
		if !one.Runs(b) {
			continue
		}
		if without = one.ID() + ": " + visitWords(seen.visit); seen.skipped != "" {
			without = one.ID() + " got no request: " + seen.skipped
		} else if seen.left > 0 {
			without = "there was no time for " + one.ID()
		}
		for k := range seen.trials {
			t := &seen.trials[k]
			verdict, why := r.judgeCall(b, t)
			if p.trial != nil && verdict.Weight() <= p.Verdict.Weight() || verdict == routes.NotMeasured && why == "" {
				continue
			}
			p.trial, p.Verdict, p.Route, p.Input, p.Own, p.Why = t, verdict, report.Text(one.ID()), report.Text(t.key()), cli.Milliseconds(t.Own), []string{}
			if verdict == routes.NotReproduced && t.Spot == nil && seen.visit.State != visit.Accepted {
				p.Why = append(p.Why, "perhaps no request gets to it: "+visitWords(seen.visit))
			}
			if why != "" {
				p.Why = append(p.Why, why)
			}
		}
	}
	if p.trial == nil {
		p.Why = append(p.Why, without)
	}
	return p
}

// callsOf are the calls that a trial proves.
func (r *routesRun) callsOf(t *trialRun) (all []routes.Blocking) {
	for _, b := range r.blocking {
		if verdict, _ := r.judgeCall(b, t); verdict == routes.Proved && r.routes[t.Route].Runs(b) {
			all = append(all, b)
		}
	}
	return all
}

// judgeCall says what a trial shows of a call.
func (r *routesRun) judgeCall(b routes.Blocking, t *trialRun) (routes.Verdict, string) {
	file, line := "", 0
	if t.full != nil && t.full.where != nil {
		file, line = r.named(t.full.where.File), t.full.where.Line
	}
	return t.JudgeBlocking(b, t.verdict, file, line, t.Trial, r.options.budget)
}

// callNotReproduced is the note about a call whose route was asked and that does not stall it.
func (r *routesRun) callNotReproduced(p provedCall, b routes.Blocking) report.Finding {
	text := fmt.Sprintf("%s, %s: %s", p.Route, p.Call, p.Why[0])
	for _, why := range p.Why[1:] {
		text += "; " + why
	}
	f := report.Finding{
		Finding:     judge.Finding{Rule: routes.RuleNotReproduced, Level: judge.Note, Message: text + ".", Evidence: p},
		Location:    report.Location{File: b.File, Start: report.Position{Line: b.Line, Column: b.Column}},
		Fingerprint: cli.Fingerprint(routes.RuleNotReproduced, string(p.Route), b.Fingerprint),
	}
	f.Details = append(f.Details, report.Detail{Label: "alone", Text: r.again(r.request(p.trial), 1), Code: true})
	return f
}

// addCalls adds a row to the table for each call of a route that is not proved by a row of its own.
func (r *routesRun) addCalls(table *report.Table, one routes.Route) (rows int) {
	for _, p := range r.calls {
		if string(p.Route) != one.ID() || p.Verdict == routes.Proved {
			continue
		}
		tone, took, who := report.Plain, judge.Millis(p.trial.Own), "nobody for long"
		switch {
		case p.Verdict == routes.Undecided:
			tone, who = report.Warn, p.trial.Who()
		case p.trial.verdict == routes.Proved: // something else stalls the route
			took, who = "-", "-"
		}
		rows++
		table.Add(report.Plain.Cell(one.ID()), report.Plain.Cell(p.Call), report.Plain.Cell("-"), report.Plain.Cell("-"),
			tone.Cell(took), tone.Cell(who), report.Muted.Cell(fmt.Sprintf("%s:%d", p.File, p.Line)))
	}
	return rows
}

// untriedCalls is a table of the calls to which no request got.
func (r *routesRun) untriedCalls() *report.Table {
	table := report.NewTable("CALL", "WHY IT WAS NOT TRIED", "LINE")
	for _, p := range r.calls {
		if p.trial == nil {
			table.Add(report.Plain.Cell(p.Call), report.Muted.Cell(p.Why[0]), report.Muted.Cell(fmt.Sprintf("%s:%d", p.File, p.Line)))
		}
	}
	return table
}
