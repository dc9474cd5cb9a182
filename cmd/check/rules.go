package check

import "snag/analyze/judge"

// ruleNotRun is the rule of a run of checks.
const ruleNotRun = "check/not-run"

// Rules are the rules of a run of checks.
var Rules = []judge.Rule{
	{
		ID: ruleNotRun, Name: "CheckNotRun", Level: judge.Error,
		Short: "A check of snag.yaml could not run.",
		Full:  `What the check needs was not there: a service did not start or ended, a target did not answer, a setting was wrong, or the run was interrupted. Nothing is known about what it was to check, and a check that could not run never passes.`,
		Help:  "Run the command of the finding alone to see what it needs.",
	},
}
