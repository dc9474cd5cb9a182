package cmd

import (
	"slices"

	"snag/analyze/block/growth"
	"snag/analyze/block/memory"
	"snag/analyze/block/pool"
	"snag/analyze/block/stall"
	"snag/analyze/regex/audit"
	"snag/analyze/retry/backoff"
	"snag/analyze/shutdown"
	"snag/analyze/source/calls"
	"snag/cmd/check"
)

// rules is the one table of everything that snag can find. docs/rules.md, the rules in SARIF and the
// help under a finding are made from it.
var rules = slices.Concat(audit.Rules, check.Rules, backoff.Rules, shutdown.Rules, stall.Rules, growth.Rules, pool.Rules, memory.Rules, calls.Rules)
