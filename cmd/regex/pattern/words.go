package pattern

import (
	"fmt"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/stats"
	"snag/cmd/cli"
)

// budgetWords names a budget of steps.
func budgetWords(steps int64) string { return cli.Thousands(steps) + " steps" }

// costWords says at which length of this attack the budget breaks.
func costWords(c redos.Cost) string {
	if c.LengthForBudget == 0 {
		return ""
	}
	text := fmt.Sprintf("%s spent at %s characters", budgetWords(c.BudgetSteps), cli.Thousands(int64(c.LengthForBudget)))
	if c.Extrapolated {
		text += ", computed from the growth"
	}
	if c.SafeLength > 0 {
		text += fmt.Sprintf("; no input of fewer than %s takes as many", cli.Thousands(int64(c.SafeLength)))
	}
	return text
}

// confirmationWords says what an engine made of the attack.
func confirmationWords(c confirm.Confirmation) string {
	version := ""
	if c.Version != "" {
		version = " in " + c.Version
	}
	if c.Outcome != confirm.Confirmed {
		what := map[confirm.Outcome]string{
			confirm.OptimisedAway: "optimised away", confirm.NotReached: "not reached",
			confirm.NotRun: "not run", confirm.Skipped: "not run", confirm.Error: "failed",
			confirm.Limited: "given up", confirm.StackOverflow: "stack overflow",
		}[c.Outcome]
		if c.Reason == "" {
			return what + version
		}
		return what + version + ": " + c.Reason
	}
	words := "confirmed" + version + ": " + GrowthWords(c.Growth)
	if n := len(c.Points); n > 0 {
		last := c.Points[n-1]
		took := "take " + cli.Millis(last.Millis)
		if last.AtLeast {
			took = "are not done after " + cli.Millis(last.Millis)
		}
		words += fmt.Sprintf("; %s characters %s", cli.Thousands(int64(last.Length)), took)
	}
	if c.Reason != "" {
		words += " (" + c.Reason + ")"
	}
	return words
}

// GrowthWords say how times grow that are not linear.
func GrowthWords(g stats.Growth) string {
	switch g.Kind {
	case stats.Exponential:
		return fmt.Sprintf("×%.2g for each repetition", g.Base)
	case stats.Polynomial:
		return fmt.Sprintf("time grows as n^%.1f", g.Degree)
	}
	return "time grows far faster than the input"
}
