package block

import (
	"cmp"
	"fmt"
	"slices"

	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// closeAll reports on several attacks, of which some were not fired any more, and gates.
func closeAll(runs []*handlerRun, unfired int, out *cli.Output) error {
	o := runs[0].options
	worst := slices.MaxFunc(runs, func(a, b *handlerRun) int { return cmp.Compare(a.weight(), b.weight()) })
	rep := worst.report()
	data := worst.data()
	rep.Findings, rep.Unknown, rep.Notes = nil, nil, nil
	table := report.NewTable("ATTACK", "IN", "ANSWERS", "GROWTH", "BUDGET", "OTHERS")
	costly, measured, requests, stalls := 0, 0, 0, 0
	for _, r := range runs {
		one := r.report()
		rep.Findings = append(rep.Findings, one.Findings...)
		for _, open := range one.Unknown {
			rep.Unknown = append(rep.Unknown, r.attack.name()+": "+open)
		}
		for _, note := range one.Notes {
			rep.Notes = append(rep.Notes, r.attack.name()+": "+note)
		}
		data.Attacks = append(data.Attacks, r.data())
		requests, stalls = requests+r.data().Requests, stalls+len(r.Stalls)
		rep.Partial = rep.Partial || r.partial
		if one.NotMeasured == "" {
			measured++
		}
		if r.weight() > 1 {
			costly++
		}
		table.Add(r.attackRow(one.NotMeasured)...)
	}
	rep.Summary = report.Summary{Text: fmt.Sprintf("%s: %d of %s make it slow.", report.Visible(worst.shownURL()), costly, cli.Plural(len(runs), "attack")),
		Counts: []report.Count{{Name: "stalls", N: stalls}, {Name: "requests", N: requests}}}
	if unfired > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("%s not fired: the target did not answer any more", cli.Plural(unfired, "attack")))
		rep.Unknown = append(rep.Unknown, fmt.Sprintf("%s that were not fired", cli.Plural(unfired, "attack")))
	}
	if measured > 0 {
		rep.NotMeasured = ""
	}
	rep.Data = data
	rep.Sections = append([]report.Section{{Title: "Attacks", Table: table}}, worst.sections()...)
	rep.Sections[1].Title = "The worst: " + worst.attack.name()
	return out.End(rep, nil, o.gate(runs))
}

// weight orders runs by what was found: nothing measured, nothing found, a note, a warning, an error.
func (r *handlerRun) weight() int {
	if r.notMeasured() != "" {
		return -1
	}
	weight := 0
	for _, f := range r.findings() {
		weight = max(weight, map[judge.Level]int{judge.Note: 1, judge.Warning: 2, judge.Error: 3}[f.Level])
	}
	return weight
}

// attackRow shows the run as one of several.
func (r *handlerRun) attackRow(notMeasured string) []any {
	answers, growing, budget := "-", "-", "-"
	if r.growing != nil && r.growing.Largest > 0 {
		answers, growing = r.growing.Statuses.String(), r.growth.String()
		if budget = "not reached"; r.crossing.N > 0 {
			budget = "n = " + r.crossing.Words()
		}
	}
	others := effectWords[r.collateral.Effect]
	if notMeasured != "" {
		others = "not measured: " + notMeasured
	}
	tone := report.Good
	switch weight := r.weight(); {
	case weight >= 2:
		tone = report.Bad
	case weight != 0:
		tone = report.Warn
	}
	return []any{report.Plain.Cell(r.attack.name()), report.Muted.Cell(r.input.Place()), report.Plain.Cell(answers), tone.Cell(growing), report.Plain.Cell(budget), report.Plain.Cell(others)}
}
