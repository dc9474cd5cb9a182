package regex

import (
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/cmd/cli"
)

// patternFlags are the flags that say how patterns are to be read that stand in no program.
type patternFlags struct {
	flags   string
	dialect *cli.Enum
	mode    *cli.Enum
}

// newPatternFlags returns the flags for a search of JavaScript.
func newPatternFlags() patternFlags {
	p := patternFlags{
		dialect: cli.NewEnum(syntax.JavaScript.String(), dialectChoices()...),
		mode:    cli.NewEnum(syntax.Search.String(), modes...),
	}
	p.dialect.Alias = func(name string) (string, bool) {
		d, known := syntax.ParseDialect(name)
		return d.String(), known
	}
	return p
}

// add adds the flags to a command. of names the patterns that they are about.
func (p *patternFlags) add(c *cobra.Command, of, dialectOf string) {
	f := c.Flags()
	f.StringVar(&p.flags, "flags", "", "the regex `flags` of "+of+", such as gi")
	p.dialect.Flag(c, f, "dialect", "", "the `dialect` of "+dialectOf+": "+strings.Join(p.dialect.Names(), ", "))
	p.mode.Flag(c, f, "mode", "", "how "+of+" is applied, as a `mode`: search, prefix (at the start only), full (to the whole text), all (to every match)")
}

// subject returns a pattern that stands nowhere.
func (p *patternFlags) subject(id, pattern string) subject {
	mode, _ := syntax.ParseMode(p.mode.Value)
	return subject{id: id, Subject: audit.Subject{Pattern: redos.Pattern{Text: pattern, Flags: p.flags, Dialect: p.dialectValue(), Mode: mode}}}
}

// dialectValue returns the dialect that was asked for.
func (p *patternFlags) dialectValue() syntax.Dialect {
	d, _ := syntax.ParseDialect(p.dialect.Value)
	return d
}

// modes are the modes that can be asked for, in their order.
var modes = []cli.Choice{
	{Name: syntax.Search.String(), Help: "the first match anywhere"},
	{Name: syntax.Prefix.String(), Help: "a match at the start only, as re.match and lookingAt do"},
	{Name: syntax.Full.String(), Help: "a match of the whole text only, as re.fullmatch and matches() do"},
	{Name: syntax.All.String(), Help: "every match, one after the other, as replacing and splitting do"},
}

func dialectChoices() []cli.Choice {
	var choices []cli.Choice
	for _, d := range syntax.Dialects() {
		help := "backtracks"
		if !d.Backtracks() {
			help = "linear by design"
		}
		choices = append(choices, cli.Choice{Name: d.String(), Help: help})
	}
	return choices
}
