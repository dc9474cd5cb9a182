package cmd

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/cmd/report"
)

// planned is a command of snag with its arguments, checked and ready to run as part of another one. It
// runs once.
type planned struct {
	stdio   *Stdio // its own
	command *cobra.Command
	args    []string
	report  *report.Report // set by the run, nil when it ended before there was one
}

// outcome is what came of a planned command.
type outcome struct {
	report *report.Report // nil when it ended before there was one
	err    error          // as the command returned it: nil, errFindings, or why it could not be done
	took   time.Duration
}

// status is the exit status that the command alone would have had.
func (o outcome) status() int { return statusOf(o.err) }

// newPlanned returns a command by its words after "snag". It reads nothing and prints nothing but
// progress, which goes to stderr.
func newPlanned(outer *Stdio, stderr io.Writer, words []string) (*planned, error) {
	p := &planned{}
	p.stdio = &Stdio{In: strings.NewReader(""), Out: io.Discard, Err: stderr, quiet: outer.quiet, verbose: outer.verbose,
		keep: func(r *report.Report) { p.report = r }}
	var err error
	p.command, _, err = outer.root(p.stdio).Find(words)
	return p, err
}

// parse hands over the arguments of the command line, as in a terminal.
func (p *planned) parse(args []string) error {
	c := p.command
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	p.args = c.Flags().Args()
	if err := c.ValidateArgs(p.args); err != nil {
		return err
	}
	if err := c.ValidateRequiredFlags(); err != nil {
		return err
	}
	return c.ValidateFlagGroups()
}

// run runs the command.
func (p *planned) run(ctx context.Context) outcome {
	began := time.Now()
	p.command.SetContext(ctx)
	err := p.command.RunE(p.command, p.args)
	return outcome{p.report, err, time.Since(began)}
}

// words are the command line of a planned command, for people.
func (p *planned) words() []string {
	words := strings.Fields(p.command.CommandPath())
	p.command.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed { // Visit leaves out lists that were replaced
			return
		}
		switch v := f.Value.(type) {
		case pflag.SliceValue:
			for _, one := range v.GetSlice() {
				words = append(words, "--"+f.Name, one)
			}
		default:
			if f.Value.Type() == "bool" && f.Value.String() == "true" {
				words = append(words, "--"+f.Name)
				return
			}
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	dash := p.command.ArgsLenAtDash()
	for i, arg := range p.args {
		if i == dash {
			words = append(words, "--")
		}
		words = append(words, arg)
	}
	return words
}

// shown is the command line as it may be shown and pasted into a shell.
func (p *planned) shown() string {
	return commandLine(report.RedactArgs(p.words()))
}

// statusOf returns the exit status that an error of a command stands for.
func statusOf(err error) int {
	_, ours := errors.AsType[failure](err)
	switch {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	case ours:
		return exitFailure
	}
	return exitUsage
}
