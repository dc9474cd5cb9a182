package check

import "snag/analyze/judge"

// The rules of a run of checks.
const (
	ruleNotRun  = "check/not-run"
	ruleUnknown = "check/unknown"
)

// Rules are the rules of a run of checks.
var Rules = []judge.Rule{
	{
		ID: ruleNotRun, Name: "CheckNotRun", Level: judge.Error,
		Short: "A check of snag.yaml could not run.",
		Full:  `What the check needs was not there: a service did not start or ended, a target did not answer, a setting was wrong, or the run was interrupted. Nothing is known about what it was to check, and a check that could not run never passes. An answer that is none, such as 404 or a redirect to a login, counts as well.`,
		Help:  "Run the command of the finding alone to see what it needs.",
	},
	{
		ID: ruleUnknown, Name: "CheckUnknown", Level: judge.Warning,
		Short: "A check of snag.yaml leaves open what it was to find out.",
		Full:  `The check ran and found nothing that counts, and could not decide a question that it was to decide: the growth of a cost is inconclusive, the size of a pool unknown, the machine too busy. Whether the target is right is not known.`,
		Help:  "Measure more, or on a machine with less to do. A fail-on without unknown lets the check pass.",
	},
}
