package cmd

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/block/calls"
	"snag/analyze/block/contexts"
	"snag/analyze/block/growth"
	"snag/analyze/block/memory"
	"snag/analyze/block/migration"
	"snag/analyze/block/pool"
	"snag/analyze/block/routes"
	"snag/analyze/block/stall"
	"snag/analyze/judge"
	"snag/analyze/regex/audit"
	requests "snag/analyze/retry/calls"
	"snag/analyze/retry/experiment"
	"snag/analyze/shutdown"
	"snag/cmd/check"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// rules is the one table of everything that snag can find. docs/rules.md, the rules in SARIF and the
// help under a finding are made from it.
var rules = slices.Concat(audit.Rules, check.Rules, experiment.Rules, shutdown.Rules, stall.Rules, growth.Rules, pool.Rules, memory.Rules, migration.Rules, routes.Rules, calls.Rules, contexts.Rules, requests.Rules)

// ruleData is a rule as programs read it.
type ruleData struct {
	ID    string      `json:"id"`
	Name  string      `json:"name"`
	Level judge.Level `json:"level"`
	Short string      `json:"short"`
	Full  string      `json:"full"`
	Help  string      `json:"help"`
}

// rulesData is the data of the report of snag rules.
type rulesData struct {
	Rules []ruleData `json:"rules"`
}

// Items makes every rule a line of the ndjson format.
func (d *rulesData) Items(yield func(any) bool) {
	for _, r := range d.Rules {
		if !yield(r) {
			return
		}
	}
}

// Members makes the data an object of the json format.
func (d *rulesData) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) { yield("rules", iter.Seq[any](d.Items)) }
}

// newRules returns snag rules.
func newRules(io *cli.Stdio) *cobra.Command {
	var output cli.OutputFlags
	c := &cobra.Command{
		Use:   "rules [RULE...]",
		Short: "Show what can be found, or everything about a rule",
		Long: `List the rules that findings belong to, or explain those that are named: what they find, and what to
do about it. A name such as retry stands for all rules below it.`,
		Example: `  snag rules
  snag rules retry/no-jitter
  snag rules regex -f json`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range rules {
				ids = append(ids, cobra.CompletionWithDesc(r.ID, r.Short))
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
	}
	output.Flags(c, "table", "json", "ndjson")
	var chosen []judge.Rule
	named := false
	c.RunE = output.Run(io, func(_ *cobra.Command, args []string) (err error) {
		named = len(args) > 0
		chosen, err = rulesNamed(args)
		return err
	}, func(_ context.Context, out *cli.Output) error { return out.Close(rulesReport(chosen, named)) })
	return c
}

// rulesNamed returns the rules of some names, all for none.
func rulesNamed(names []string) ([]judge.Rule, error) {
	if len(names) == 0 {
		return rules, nil
	}
	var chosen []judge.Rule
	for _, name := range names {
		found := false
		for _, r := range rules {
			if r.ID == name || strings.HasPrefix(r.ID, strings.TrimSuffix(name, "/")+"/") {
				chosen, found = append(chosen, r), true
			}
		}
		if !found {
			return nil, cli.WithHint(cli.Usagef("no rule is named %q", name), "'snag rules' lists them all")
		}
	}
	return chosen, nil
}

func rulesReport(chosen []judge.Rule, explain bool) *report.Report {
	data := &rulesData{}
	r := &report.Report{Data: data, Summary: report.Summary{Text: cli.Plural(len(chosen), "rule") + "."}}
	t := report.NewTable("RULE", "LEVEL", "WHAT IT FINDS")
	for _, rule := range chosen {
		data.Rules = append(data.Rules, ruleData{rule.ID, rule.Name, rule.Level, rule.Short, rule.Full, rule.Help})
		t.Add(rule.ID, rule.Level, rule.Short)
		if explain {
			r.Sections = append(r.Sections, report.Section{
				Title: fmt.Sprintf("%s (%s)", rule.ID, rule.Level),
				Text:  rule.Short + "\n\n" + rule.Full + "\n\nWhat to do: " + rule.Help,
			})
		}
	}
	if !explain {
		r.Sections = []report.Section{{Table: t}}
	}
	return r
}
