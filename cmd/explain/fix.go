package explain

import (
	"context"
	"fmt"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax/parser"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/probe/engine"
)

// fixSections show how the best rewrite came about, and pattern and rewrite side by side.
func fixSections(ctx context.Context, a *pattern.Audited, engines []engine.Engine) []report.Section {
	f := a.Rewrite()
	if f == nil {
		return nil
	}
	var sections []report.Section
	if len(f.Steps) > 0 {
		t := report.NewTable("step", "pattern", "why")
		for _, s := range f.Steps {
			t.Add(s.Rule, report.Strong.Cell(s.Pattern), s.Reason)
		}
		sections = append(sections, report.Section{Title: "From the pattern to the fix", Table: t})
	}
	if a.Verdict.Attack != nil {
		sections = append(sections, sideBySide(ctx, a, f, engines))
	}
	return sections
}

// sideBySide compares pattern and rewrite on the attack and on the attack without its end, which most
// patterns match: what a rewrite costs on such an input is what it costs every day.
func sideBySide(ctx context.Context, a *pattern.Audited, f *repair.Fix, engines []engine.Engine) report.Section {
	t := report.NewTable("input", "measured in", "before", "after")
	harmless := *a.Verdict.Attack
	harmless.Suffix = ""
	for _, input := range []struct {
		name   string
		attack attack.Attack
	}{{"the attack", *a.Verdict.Attack}, {"the attack without its end", harmless}} {
		row := func(in, before, after string) {
			t.Add(input.name, in, before, report.Strong.Cell(after))
		}
		pumps := max(a.Verdict.Cost.PumpsForBudget, 1)
		after := a.Pattern
		after.Text, after.Flags = f.Pattern, f.Flags
		row("steps", stepsOn(a, a.Pattern, input.attack, pumps), stepsOn(a, after, input.attack, pumps))
		for _, e := range engines {
			if e.Runs(a.Dialect) && ctx.Err() == nil {
				row(e.Name(), timeOn(ctx, e, a.Pattern, a.Verdict, input.attack), timeOn(ctx, e, after, a.Verdict, input.attack))
			}
		}
	}
	return report.Section{Title: "Before and after", Table: t}
}

// stepsOn counts the steps of the reference matcher on an input of so many pumps.
func stepsOn(a *pattern.Audited, p redos.Pattern, att attack.Attack, pumps int) string {
	tree := a.Verdict.Tree
	if p != a.Pattern {
		var err error
		if tree, err = parser.Parse(p.Dialect, p.Text, p.Flags); err != nil {
			return "not parsed"
		}
	}
	// Far beyond the budget nothing is learned from going on.
	point, over, err := redos.Steps(tree, p.Mode, att, pumps, 10*a.Verdict.Cost.BudgetSteps)
	if err != nil {
		return "not run: " + err.Error()
	}
	steps := cli.Thousands(point.Steps)
	if over {
		steps = "over " + steps
	}
	return fmt.Sprintf("%s at %s characters", steps, cli.Thousands(int64(point.Length)))
}

// timeOn measures a pattern on growing inputs and returns the last.
func timeOn(ctx context.Context, e engine.Engine, p redos.Pattern, v redos.Verdict, att attack.Attack) string {
	v.Attack = &att
	s, err := e.Measure(ctx, engine.Job{Pattern: p, Verdict: v, Limits: engine.Limits{Total: time.Second, Match: 300 * time.Millisecond}})
	if err != nil || len(s.Points) == 0 {
		return "not measured"
	}
	last := s.Points[len(s.Points)-1]
	took := cli.Millis(last.Millis)
	if last.AtLeast {
		took = "over " + took
	}
	return fmt.Sprintf("%s at %s characters", took, cli.Thousands(int64(last.Length)))
}
