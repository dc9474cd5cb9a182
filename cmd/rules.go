package cmd

import (
	"slices"

	"snag/analyze/block/growth"
	"snag/analyze/block/pool"
	"snag/analyze/block/stall"
	"snag/analyze/judge"
	"snag/analyze/regex/audit"
	"snag/analyze/retry/backoff"
	"snag/analyze/shutdown"
	"snag/analyze/source/calls"
)

// ruleNotRun is the rule of a run of checks.
const ruleNotRun = "check/not-run"

// rules is the one table of everything that snag can find. docs/rules.md, the rules in SARIF and the
// help under a finding are made from it.
var rules = slices.Concat(audit.Rules, checkRules, backoff.Rules, shutdown.Rules, stall.Rules, growth.Rules, pool.Rules, calls.Rules)

// checkRules are the rules of a run of checks.
var checkRules = []judge.Rule{
	{
		ID: ruleNotRun, Name: "CheckNotRun", Level: judge.Error,
		Short: "A check of snag.yaml could not run.",
		Full:  `What the check needs was not there: a service did not start or ended, a target did not answer, a setting was wrong, or the run was interrupted. Nothing is known about what it was to check, and a check that could not run never passes.`,
		Help:  "Run the command of the finding alone to see what it needs.",
	},
}
