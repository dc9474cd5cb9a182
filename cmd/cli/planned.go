package cli

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

// Planned is a command of snag with its arguments, checked and ready to run as part of another one. It
// runs once.
type Planned struct {
	Stdio   *Stdio // its own
	Command *cobra.Command
	args    []string
	report  *report.Report // Set by the run, nil when it ended before there was one
}

// Outcome is what came of a planned command.
type Outcome struct {
	Report *report.Report // nil when it ended before there was one
	Err    error          // as the command returned it: nil, ErrFindings, or why it could not be done
	Took   time.Duration
}

// Status is the exit status that the command alone would have had.
func (o Outcome) Status() int { return statusOf(o.Err) }

// NewPlanned returns a command by its words after "snag". It reads nothing and prints nothing but
// progress, which goes to stderr.
func NewPlanned(outer *Stdio, stderr io.Writer, words []string) (*Planned, error) {
	p := &Planned{}
	p.Stdio = &Stdio{In: strings.NewReader(""), Out: io.Discard, Err: stderr, Quiet: outer.Quiet, Verbose: outer.Verbose, RemoteHosts: outer.RemoteHosts, Settings: &SourceSettings{},
		keep: func(r *report.Report) { p.report = r }}
	var err error
	p.Command, _, err = outer.Root(p.Stdio).Find(words)
	if err != nil {
		return nil, err
	}
	// A config may plan thousands: of the tree of commands only the way to this one is kept, and nothing
	// for the shell.
	p.Command.LocalFlags().VisitAll(func(f *pflag.Flag) { delete(f.Annotations, completions) })
	for c := p.Command; c.HasParent(); c = c.Parent() {
		for _, other := range c.Parent().Commands() {
			if other != c {
				c.Parent().RemoveCommand(other)
			}
		}
	}
	return p, nil
}

// Parse hands over the arguments of the command line, as in a terminal.
func (p *Planned) Parse(args []string) error {
	c := p.Command
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

// Run runs the command.
func (p *Planned) Run(ctx context.Context) Outcome {
	began := time.Now()
	p.Command.SetContext(ctx)
	err := p.Command.RunE(p.Command, p.args)
	return Outcome{p.report, err, time.Since(began)}
}

// words are the command line of a planned command, for people.
func (p *Planned) words() []string {
	words := strings.Fields(p.Command.CommandPath())
	p.Command.Flags().VisitAll(func(f *pflag.Flag) {
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
	dash := p.Command.ArgsLenAtDash()
	for i, arg := range p.args {
		if i == dash {
			words = append(words, "--")
		}
		words = append(words, arg)
	}
	return words
}

// Shown is the command line as it may be shown and pasted into a shell.
func (p *Planned) Shown() string {
	return RedactedLine(report.RedactArgs(p.words()))
}

// statusOf returns the exit status that an error of a command stands for.
func statusOf(err error) int {
	_, ours := errors.AsType[Failure](err)
	switch {
	case err == nil:
		return ExitClean
	case errors.Is(err, ErrFindings):
		return ExitFindings
	case ours:
		return ExitFailure
	}
	return ExitUsage
}
