package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Choice is a value that an enum may have. Help completes the value in a shell's menu.
type Choice struct{ Name, Help string }

// Enum is the value of a flag with a fixed set of choices.
type Enum struct {
	Value   string
	Choices []Choice
	// Alias returns the choice that another name stands for; it may be nil.
	Alias func(name string) (string, bool)
}

// NewEnum returns an enum with a default. The choices are in the order in which help lists them.
func NewEnum(value string, choices ...Choice) *Enum { return &Enum{Value: value, Choices: choices} }

func (e *Enum) String() string { return e.Value }

// Type names the value in messages of pflag.
func (e *Enum) Type() string { return "choice" }

// Set accepts one of the choices.
func (e *Enum) Set(s string) error {
	for _, c := range e.Choices {
		if c.Name == s {
			e.Value = s
			return nil
		}
	}
	if e.Alias != nil {
		if name, ok := e.Alias(s); ok {
			e.Value = name
			return nil
		}
	}
	return fmt.Errorf("must be one of %s", strings.Join(e.Names(), ", "))
}

// Names returns the names of the choices, in their order.
func (e *Enum) Names() []string {
	names := make([]string, len(e.Choices))
	for i, c := range e.Choices {
		names[i] = c.Name
	}
	return names
}

// Flag adds the enum to the flags of a command, with completion in shells.
func (e *Enum) Flag(c *cobra.Command, flags *pflag.FlagSet, name, shorthand, usage string) {
	flags.VarP(e, name, shorthand, usage)
	Complete(c, name, e.Choices)
}

// completions is the annotation of a flag that holds what a shell may complete.
const completions = "snag_completions"

// Complete offers the choices when a shell completes the value of a flag, once [RegisterCompletions]
// was called for the root of the command.
func Complete(c *cobra.Command, flag string, choices []Choice) {
	words := make([]string, len(choices))
	for i, ch := range choices {
		words[i] = cobra.CompletionWithDesc(ch.Name, ch.Help)
	}
	f := c.Flag(flag)
	if f == nil {
		panic("no flag is named " + flag)
	}
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[completions] = words
}

// RegisterCompletions hands the choices of all flags below the command to cobra, which keeps them for as
// long as the program runs. So it is called once, for the command line itself, and not for the many
// commands that one check may plan.
func RegisterCompletions(c *cobra.Command) {
	register := func(f *pflag.Flag) {
		words, ok := f.Annotations[completions]
		if !ok {
			return
		}
		if _, done := c.GetFlagCompletionFunc(f.Name); done {
			return
		}
		if err := c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(err) // the flag was found just now
		}
	}
	c.PersistentFlags().VisitAll(register)
	c.LocalFlags().VisitAll(register)
	for _, below := range c.Commands() {
		RegisterCompletions(below)
	}
}
