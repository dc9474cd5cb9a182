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

// Complete offers the choices when a shell completes the value of a flag.
func Complete(c *cobra.Command, flag string, choices []Choice) {
	completions := make([]cobra.Completion, len(choices))
	for i, ch := range choices {
		completions[i] = cobra.CompletionWithDesc(ch.Name, ch.Help)
	}
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist or has completions already
	}
}
