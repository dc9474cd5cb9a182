package cmd

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manualDate is printed in the foot of the manual pages, so that they do not change by themselves.
const manualDate = "November 2026"

// manualPage is the manual page of a command in the macros of man(7). It is written here since the
// generator of cobra links a parser of Markdown and one of YAML into the program.
func manualPage(c *cobra.Command) string {
	var b strings.Builder
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %q 1 %q snag \"Snag manual\"\n", strings.ToUpper(name), manualDate)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(c.Short))
	b.WriteString(".SH SYNOPSIS\n")
	for line := range strings.Lines(usageLines(c)) {
		fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(strings.TrimSpace(line)))
	}
	b.WriteString(".SH DESCRIPTION\n")
	for i, paragraph := range strings.Split(cmp.Or(c.Long, c.Short), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(paragraph, " ") {
			fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(paragraph))
		} else {
			b.WriteString(roff(paragraph) + "\n")
		}
	}
	for _, group := range []struct {
		title string
		flags *pflag.FlagSet
	}{{"OPTIONS", c.LocalFlags()}, {"OPTIONS OF EVERY COMMAND", c.InheritedFlags()}} {
		if !group.flags.HasAvailableFlags() {
			continue
		}
		fmt.Fprintf(&b, ".SH %s\n", group.title)
		group.flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				b.WriteString(manualFlag(f))
			}
		})
	}
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	b.WriteString(".SH EXIT STATUS\n0 when nothing was found, 1 for findings, 2 for a wrong command line or config, 3 when it could not be measured.\n")
	var related []string
	if c.HasParent() {
		related = append(related, c.Parent().CommandPath())
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			related = append(related, sub.CommandPath())
		}
	}
	if len(related) > 0 {
		for i, path := range related {
			related[i] = ".BR " + roff(strings.ReplaceAll(path, " ", "-")) + " (1)"
		}
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(related, " ,\n"))
	}
	return b.String()
}

func manualFlag(f *pflag.Flag) string {
	placeholder, usage := pflag.UnquoteUsage(f)
	head := `\fB` + roff("--"+f.Name) + `\fR`
	if f.Shorthand != "" {
		head = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + head
	}
	if placeholder != "" {
		head += ` \fI` + roff(placeholder) + `\fR`
	}
	switch {
	case f.Name == "jobs":
		usage += " (default one for each processor)" // and not the number of this machine
	case f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" && f.DefValue != "0s":
		usage += " (default " + strings.Trim(f.DefValue, "[]") + ")"
	}
	return ".TP\n" + head + "\n" + roff(usage) + "\n"
}

// roff escapes a text: no character of it means anything to the formatter.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", "\\(ga", "^", `\(ha`, "~", `\(ti`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
