package cmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/analyze/sorting"
	"snag/cmd/cli"
)

// The screen that --help fits, whose last row is for the prompt, and the width of everything else that is printed
// about a command.
const (
	screenRows    = 23
	screenColumns = 80
)

// mainFlags are the flags that --help shows of commands with more than fit a screen, most useful
// first. The other commands show theirs in the order of definition.
var mainFlags = map[string][]string{
	"snag regex":         {"expression", "engine", "fail-on", "changed-since", "baseline", "write-baseline", "format", "output"},
	"snag block handler": {"request", "data", "header", "canary", "budget", "to", "max-time", "allow-remote", "fail-on", "format"},
	"snag block pool":    {"light", "canary", "max", "overlap", "without", "max-time", "allow-remote", "fail-on", "format"},
	"snag block json":    {"runtime", "shape", "sizes", "budget", "max-body", "no-depth", "fail-on", "format"},
	"snag block watch":   {"duration", "budget", "rate", "canary", "allow-remote", "fail-on", "format"},
	"snag retry client":  {"quick", "runs", "fault", "tcp", "path", "herd", "breaker", "fail-on", "format"},
	"snag retry server":  {"header", "allow-writes", "data", "watch", "burst", "allow-remote", "fail-on", "format"},
	"snag retry herd":    {"policy", "clients", "attempts", "outage", "capacity", "live", "fail-on", "format"},
	"snag shutdown":      {"grace", "slow-path", "ready-path", "signal", "kubernetes", "manifest", "unit", "compose", "as-pid1", "masks", "fail-on", "format"},
}

// setHelp makes --help of every command below root fit a screen, and adds the command help, which
// tells all.
func setHelp(root *cobra.Command) {
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { fmt.Fprint(c.OutOrStdout(), briefHelp(c)) })
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show everything about a command",
		Long:  "Show the description of a command, its examples and all of its options.",
		Example: `  snag help regex
  snag help block handler`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			if parent, _, err := c.Root().Find(args); err == nil {
				for _, sub := range parent.Commands() {
					if sub.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return cli.WithHint(cli.Usagef("there is no command %q", strings.Join(args, " ")), "snag help lists the commands")
			}
			about.InitDefaultHelpFlag()
			_, err = fmt.Fprint(c.OutOrStdout(), fullHelp(about))
			return err
		},
	})
}

// fullHelp is everything about a command.
func fullHelp(c *cobra.Command) string {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(cmp.Or(c.Long, c.Short), "\n\n") {
		if !strings.HasPrefix(paragraph, " ") { // else it is a list
			paragraph = cli.Wrapped(paragraph, cli.PageColumns, "")
		}
		b.WriteString(paragraph + "\n\n")
	}
	b.WriteString("Usage:\n" + usageLines(c))
	if c.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	writeCommands(&b, c, cli.PageColumns)
	for _, group := range []struct {
		title string
		flags *pflag.FlagSet
	}{{"Flags", c.LocalFlags()}, {"Flags of every command", c.InheritedFlags()}} {
		if group.flags.HasAvailableFlags() {
			fmt.Fprintf(&b, "\n%s:\n%s\n", group.title, cli.TrimLines(group.flags.FlagUsagesWrapped(cli.PageColumns)))
		}
	}
	return b.String()
}

// briefHelp is what fits a screen: a sentence, examples, and the flags that matter most.
func briefHelp(c *cobra.Command) string {
	var b strings.Builder
	b.WriteString(cli.Wrapped(c.Short+".", screenColumns, "") + "\n")
	if c.HasParent() { // else the last line says it, and the commands need the rows
		b.WriteString("\nUsage:\n" + usageLines(c))
	}
	writeCommands(&b, c, screenColumns)
	rows := strings.Count(b.String(), "\n") + 2 // an empty line and the last one
	flags := briefFlags(c)
	if len(flags) > 0 {
		rows += 2
	}
	// Half of what is left is for examples, and what they do not need for flags.
	var examples []string
	for line := range strings.Lines(c.Example) {
		line = strings.TrimRight(line, "\n")
		if len([]rune(line)) <= screenColumns && len(examples) < max((screenRows-rows-2)/2, 1) {
			examples = append(examples, line)
		}
	}
	if len(examples) > 0 {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Join(examples, "\n"))
		rows += 2 + len(examples)
	}
	shown := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	shown.SortFlags = false
	text := ""
	for _, f := range flags {
		more := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
		more.SortFlags = false
		more.AddFlagSet(shown)
		more.AddFlag(f)
		longer := cli.TrimLines(more.FlagUsagesWrapped(screenColumns))
		if rows+strings.Count(longer, "\n")+1 > screenRows {
			continue // a shorter one may fit
		}
		shown, text = more, longer
	}
	if text != "" {
		fmt.Fprintf(&b, "\nFlags:\n%s\n", text)
	}
	about := strings.TrimSpace(strings.TrimPrefix(c.CommandPath(), "snag"))
	left, count := len(flags), 0
	shown.VisitAll(func(*pflag.Flag) { count++ })
	switch left -= count; {
	case about == "":
		b.WriteString("\n'snag COMMAND --help' shows a command, 'snag help COMMAND' everything about it.\n")
	case left > 0:
		fmt.Fprintf(&b, "\n'snag help %s' shows %s more and tells what they mean.\n", about, cli.Plural(left, "flag"))
	default:
		fmt.Fprintf(&b, "\n'snag help %s' tells more.\n", about)
	}
	return b.String()
}

// briefFlags are the flags of a command in the order in which --help wants them.
func briefFlags(c *cobra.Command) []*pflag.Flag {
	var flags []*pflag.Flag
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			flags = append(flags, f)
		}
	})
	order := mainFlags[c.CommandPath()]
	sorting.Stable(flags, func(a, b *pflag.Flag) int {
		return rankIn(order, a.Name) - rankIn(order, b.Name)
	})
	return flags
}

// rankIn is the place of a name in a list, or behind it.
func rankIn(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

func usageLines(c *cobra.Command) string {
	var b strings.Builder
	if c.Runnable() {
		fmt.Fprintf(&b, "  %s\n", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", c.CommandPath())
	}
	return b.String()
}

// writeCommands lists the commands below one, each with the beginning of its description that fits.
func writeCommands(b *strings.Builder, c *cobra.Command, columns int) {
	if !c.HasAvailableSubCommands() {
		return
	}
	b.WriteString("\nCommands:\n")
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() && sub.Name() != "help" {
			continue
		}
		line := []rune(fmt.Sprintf("  %-*s %s", c.NamePadding(), sub.Name(), sub.Short))
		if len(line) > columns {
			line = append(line[:columns-1], '…')
		}
		b.WriteString(string(line) + "\n")
	}
}
