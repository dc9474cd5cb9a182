package block

import (
	"fmt"

	"github.com/spf13/cobra"

	"snag/analyze/block/routes"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// provedGate is the --fail-on of snag block routes: a level as elsewhere, or proved for what was measured alone.
type provedGate struct {
	cli.LevelGate
	proved *bool
}

func newProvedGate(c *cobra.Command) provedGate {
	g := provedGate{cli.LevelGateOf("warning"), new(bool)}
	c.Flags().Var(g, "fail-on", "exit with 1 for what is `proved`, or for findings of a level or worse: error, warning, note or none; and for unknown: warning,unknown")
	cli.Complete(c, "fail-on", append([]cli.Choice{{Name: "proved", Help: "what stalls or ends the service for real"}}, cli.LevelChoices()...))
	return g
}

func (g provedGate) String() string {
	if g.proved != nil && *g.proved {
		return "proved"
	}
	if g.Levels == nil {
		return ""
	}
	return g.LevelGate.String()
}

// Names are the words that the value is made of.
func (g provedGate) Names() []string { return append([]string{"proved"}, g.LevelGate.Names()...) }

// Set accepts "proved", or what a gate of levels accepts.
func (g provedGate) Set(text string) error {
	if *g.proved = text == "proved"; *g.proved {
		return g.LevelGate.Set("none")
	}
	if err := g.LevelGate.Set(text); err != nil {
		return fmt.Errorf("must be proved, or a level: %w", err)
	}
	return nil
}

// Check returns ErrFindings when something counts.
func (g provedGate) Check(r *report.Report) error {
	if *g.proved {
		for _, f := range r.Findings {
			if f.Suppression == nil && (f.Rule == routes.RuleStalls || f.Rule == routes.RuleDies) {
				return cli.ErrFindings
			}
		}
	}
	return g.LevelGate.Check(r)
}
