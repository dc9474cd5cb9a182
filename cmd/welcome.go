package cmd

import (
	"fmt"
	"os"
	"strings"

	"snag/analyze/source/project"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// welcome is what snag says without arguments in the folder of a program that has no snag.yaml yet: what it sees,
// and the commands to begin with. It is empty elsewhere. Nothing is started for it.
func welcome(folder string) string {
	root := os.DirFS(folder)
	if file, err := root.Open("snag.yaml"); err == nil {
		file.Close()
		return ""
	}
	p := project.Read(root)
	if len(p.Languages) == 0 && len(p.Starts) == 0 {
		return ""
	}
	var b strings.Builder
	seen := "A program"
	if len(p.Languages) > 0 {
		seen = "A program in " + listed(p.Languages)
	}
	if len(p.Frameworks) > 0 {
		seen += " with " + listed(p.Frameworks)
	}
	start, starts := p.First()
	if starts {
		seen += ", started by " + cli.CommandLine(report.RedactArgs(start.Argv))
	}
	if p.Port != "" {
		seen += " (port " + p.Port + ")"
	}
	b.WriteString(cli.Wrapped(report.Visible(seen), screenColumns, "") + "\n\n")
	row := func(command, what string) { fmt.Fprintf(&b, "  %-20s %s\n", command, what) }
	row("snag regex", "regexes that an input can stall, and who can send it")
	row("snag reach", "its routes, what they read, and what that reaches")
	row("snag block calls", "calls that stop everybody while one request is served")
	row("snag check --init", "a first snag.yaml: these, its endpoints and its shutdown")
	if start.Server != nil {
		for _, command := range []string{"block routes", "shutdown"} {
			if line := "snag " + command + " -- " + cli.CommandLine(report.RedactArgs(start.Server)); len(line) <= screenColumns-2 {
				fmt.Fprintf(&b, "  %s\n", report.Visible(line))
			}
		}
	}
	b.WriteString("\n'snag --help' lists all commands.\n")
	return b.String()
}

// listed joins names as in a sentence.
func listed(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
