package block

import (
	"cmp"
	"fmt"

	"snag/analyze/block/routes"
	"snag/analyze/judge"
	"snag/analyze/stats"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/visit"
)

// sections show the routes, and what was left out.
func (r *routesRun) sections() (sections []report.Section) {
	table := report.NewTable("ROUTE", "INPUT", "BOUND", "GROWTH", "AT THE BOUND", "WHO WAITS", "LINE")
	skipped := report.NewTable("ROUTE", "WHY IT GOT NO REQUEST")
	for i, one := range r.routes {
		seen := &r.visited[i]
		if seen.skipped != "" {
			skipped.Add(report.Plain.Cell(one.ID()), report.Muted.Cell(seen.skipped))
			continue
		}
		r.addRoute(table, one, seen)
	}
	sections = append(sections, report.Section{Table: table})
	if untried := r.untriedCalls(); len(untried.Rows) > 0 {
		sections = append(sections, report.Section{Title: "Calls that block", Table: untried})
	}
	if len(skipped.Rows) > 0 {
		sections = append(sections, report.Section{Title: "Left out", Table: skipped})
	}
	return sections
}

// addRoute adds the rows of a route: one for each input that was suspected or costs something, and one for the others.
func (r *routesRun) addRoute(table *report.Table, one routes.Route, seen *routeRun) {
	quiet, rows := 0, 0
	for _, t := range seen.worst() {
		if t.verdict == routes.Harmless && (t.why == "" || t.Spot == nil) || t.Spot == nil && t.verdict == routes.NotMeasured {
			if t.Spot != nil {
				quiet++
			}
			continue
		}
		rows++
		tone := map[routes.Verdict]report.Tone{routes.Proved: report.Bad, routes.Undecided: report.Warn, routes.NotMeasured: report.Warn}[t.verdict]
		at := fmt.Sprintf("n = %s: %s", cli.Thousands(int64(t.Largest)), judge.Millis(t.Own))
		who := t.Who()
		switch {
		case t.Spot == nil:
			at = judge.Millis(t.Own)
		case t.Largest == 0:
			at, who = cmp.Or(t.why, "not measured"), "-"
		case t.verdict == routes.Undecided:
			who = "undecided"
		case t.verdict != routes.Proved:
			who = "nobody for long"
		}
		input := t.key()
		if t.Spot != nil {
			input += " (" + string(t.Spot.Form) + ")"
		}
		table.Add(report.Plain.Cell(one.ID()), report.Plain.Cell(input), report.Plain.Cell(boundWords(t)), tone.Cell(growthWords(t)), tone.Cell(at), tone.Cell(who), report.Muted.Cell(r.lineOf(t)))
	}
	calls := r.addCalls(table, one)
	state := visitWords(seen.visit)
	if seen.visit.Tries == 0 {
		state = "not tried"
	}
	switch {
	case seen.visit.State != visit.Accepted && rows == 0:
		table.Add(report.Plain.Cell(one.ID()), report.Plain.Cell("-"), report.Plain.Cell("-"), report.Warn.Cell(state), report.Plain.Cell("-"), report.Plain.Cell("-"), report.Muted.Cell(routeLine(one)))
	case rows == 0 && quiet == 0 && seen.left > 0:
		table.Add(report.Plain.Cell(one.ID()), report.Plain.Cell("-"), report.Plain.Cell("-"), report.Warn.Cell("time ran out"), report.Plain.Cell("-"), report.Plain.Cell("-"), report.Muted.Cell(routeLine(one)))
	case rows == 0 && (quiet > 0 || calls == 0):
		text := "no input is known"
		if quiet > 0 {
			text = cli.Plural(quiet, "input")
		}
		table.Add(report.Plain.Cell(one.ID()), report.Plain.Cell(text), report.Plain.Cell("-"), report.Good.Cell("within the budget"), report.Plain.Cell("-"), report.Plain.Cell("nobody"), report.Muted.Cell(routeLine(one)))
	}
}

func routeLine(one routes.Route) string {
	if one.File == "" {
		return "-"
	}
	return fmt.Sprintf("%s:%d", one.File, one.Line)
}

func (r *routesRun) lineOf(t *trialRun) string {
	if l := r.location(t); l.File != "" {
		return fmt.Sprintf("%s:%d", l.File, l.Start.Line)
	}
	return routeLine(r.routes[t.Route])
}

// boundWords say how long the input can be.
func boundWords(t *trialRun) string {
	switch {
	case t.Bound > 0:
		return "n = " + cli.Thousands(int64(t.Bound))
	case t.MaxLength >= 0:
		return cli.Plural(t.MaxLength, "character")
	case t.Spot == nil:
		return "-"
	}
	return "none known"
}

// growthWords name the growth.
func growthWords(t *trialRun) string {
	switch {
	case t.Spot == nil:
		return "-"
	case t.Growth.Kind == stats.Undetermined && t.full == nil:
		return "-"
	}
	return t.Growth.String()
}
