package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/cmd/report"
)

// Planned is a command of snag with its arguments, checked and ready to run as part of another one. It
// runs once.
type Planned struct {
	Stdio   *Stdio         // its own
	Command *cobra.Command // nil after Pack
	name    []string       // the words after "snag"
	given   []string       // the arguments, with -- if there is one
	report  *report.Report // Set by the run, nil when it ended before there was one
	packed  []setting
	shown   string // set by Pack
}

// setting is the value of a flag that is not its default.
type setting struct {
	name    string
	values  []string // several for a list
	changed bool
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
	p := &Planned{name: words}
	p.Stdio = &Stdio{In: strings.NewReader(""), Out: io.Discard, Err: stderr, Quiet: outer.Quiet, Verbose: outer.Verbose, RemoteHosts: outer.RemoteHosts, Settings: &SourceSettings{},
		Tree: outer.Tree, keep: func(r *report.Report) { p.report = r }}
	return p, p.build()
}

// build makes the command.
func (p *Planned) build() (err error) {
	p.Command, _, err = p.Stdio.Tree(p.Stdio, p.name[0]).Find(p.name)
	return err
}

// Pack keeps of the command only what it takes to make it again, which Run does: a config may plan thousands.
func (p *Planned) Pack() {
	p.shown = p.Shown()
	p.packed = nil
	p.Command.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed && f.Value.String() == f.DefValue {
			return
		}
		one := setting{f.Name, []string{f.Value.String()}, f.Changed}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			one.values = list.GetSlice()
		}
		p.packed = append(p.packed, one)
	})
	p.Command = nil
}

// unpack makes the command that Pack took apart.
func (p *Planned) unpack() error {
	if err := p.build(); err != nil {
		return err
	}
	for _, one := range p.packed {
		f := p.Command.Flag(one.name)
		var err error
		if list, ok := f.Value.(pflag.SliceValue); ok {
			err = list.Replace(one.values)
		} else {
			err = f.Value.Set(one.values[0])
		}
		if err != nil {
			return fmt.Errorf("--%s: %w", one.name, err)
		}
		f.Changed = one.changed
	}
	return p.Parse(p.given)
}

// SetList replaces the values of a flag that is a list, of a command that was packed.
func (p *Planned) SetList(name string, values []string) error {
	if err := p.unpack(); err != nil {
		return err
	}
	f := p.Command.Flag(name)
	if err := f.Value.(pflag.SliceValue).Replace(values); err != nil {
		return fmt.Errorf("--%s: %w", name, err)
	}
	f.Changed = true
	p.Pack()
	return nil
}

// Parse hands over the arguments of the command line, as in a terminal.
func (p *Planned) Parse(args []string) error {
	c := p.Command
	p.given = args
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	if err := c.ValidateArgs(c.Flags().Args()); err != nil {
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
	if p.Command == nil {
		if err := p.unpack(); err != nil {
			return Outcome{Err: Fail(err), Took: time.Since(began)}
		}
		defer func() { p.Command = nil }()
	}
	p.Command.SetContext(ctx)
	err := p.Command.RunE(p.Command, p.Command.Flags().Args())
	return Outcome{p.report, err, time.Since(began)}
}

// shownLine is the command line of a command with the flags to keep and other words, as it may be shown and pasted into
// a shell.
func shownLine(c *cobra.Command, args []string, keep func(*pflag.Flag) bool) string {
	words := strings.Fields(c.CommandPath())
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed || !keep(f) { // Visit leaves out lists that were replaced
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
	return RedactedLine(report.RedactArgs(append(words, args...)))
}

// Shown is the command line as it may be shown and pasted into a shell.
func (p *Planned) Shown() string {
	if p.Command == nil {
		return p.shown
	}
	args := slices.Clone(p.Command.Flags().Args())
	if dash := p.Command.ArgsLenAtDash(); dash >= 0 {
		args = slices.Insert(args, dash, "--")
	}
	return shownLine(p.Command, args, func(*pflag.Flag) bool { return true })
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
