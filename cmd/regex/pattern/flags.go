package pattern

import (
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
)

// Flags are the flags that say how patterns are to be read that stand in no program.
type Flags struct {
	Flags   string
	dialect *cli.Enum
	Mode    *cli.Enum
}

// NewFlags returns the flags for a search of JavaScript.
func NewFlags() Flags {
	p := Flags{
		dialect: cli.NewEnum(syntax.JavaScript.String(), dialectChoices()...),
		Mode:    cli.NewEnum(syntax.Search.String(), modes...),
	}
	p.dialect.Alias = func(name string) (string, bool) {
		d, known := syntax.ParseDialect(name)
		return d.String(), known
	}
	return p
}

// Add adds the flags to a command. of names the patterns that they are about.
func (p *Flags) Add(c *cobra.Command, of, dialectOf string) {
	f := c.Flags()
	f.StringVar(&p.Flags, "flags", "", "the regex `flags` of "+of+", such as gi")
	p.dialect.Flag(c, f, "dialect", "", "the `dialect` of "+dialectOf+": "+strings.Join(p.dialect.Names(), ", "))
	p.Mode.Flag(c, f, "mode", "", "how "+of+" is applied, as a `mode`: search, prefix (at the start only), full (to the whole text), all (to every match)")
}

// Subject returns a pattern that stands nowhere.
func (p *Flags) Subject(id, pattern string) Subject {
	mode, _ := syntax.ParseMode(p.Mode.Value)
	return Subject{ID: id, Subject: audit.Subject{Pattern: redos.Pattern{Text: pattern, Flags: p.Flags, Dialect: p.DialectValue(), Mode: mode}}}
}

// DialectValue returns the dialect that was asked for.
func (p *Flags) DialectValue() syntax.Dialect {
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

// FromArgument returns an argument of the command line as WTF-8. Bytes that are not become U+FFFD.
func FromArgument(s string) string { return wtf8.Encode(wtf8.Decode(s)) }
