package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choice is a value that an enum may have. Help completes the value in a shell's menu.
type choice struct{ name, help string }

// enum is the value of a flag with a fixed set of choices.
type enum struct {
	value   string
	choices []choice
	// alias returns the choice that another name stands for; it may be nil.
	alias func(name string) (string, bool)
}

func newEnum(value string, choices ...choice) *enum { return &enum{value: value, choices: choices} }

func (e *enum) String() string { return e.value }

// Type names the value in messages of pflag.
func (e *enum) Type() string { return "choice" }

// Set accepts one of the choices.
func (e *enum) Set(s string) error {
	for _, c := range e.choices {
		if c.name == s {
			e.value = s
			return nil
		}
	}
	if e.alias != nil {
		if name, ok := e.alias(s); ok {
			e.value = name
			return nil
		}
	}
	return fmt.Errorf("must be one of %s", strings.Join(e.names(), ", "))
}

func (e *enum) names() []string {
	names := make([]string, len(e.choices))
	for i, c := range e.choices {
		names[i] = c.name
	}
	return names
}

// flag adds the enum to the flags of a command, with completion in shells.
func (e *enum) flag(c *cobra.Command, flags *pflag.FlagSet, name, shorthand, usage string) {
	flags.VarP(e, name, shorthand, usage)
	complete(c, name, e.choices)
}

// complete offers the choices when a shell completes the value of a flag.
func complete(c *cobra.Command, flag string, choices []choice) {
	completions := make([]cobra.Completion, len(choices))
	for i, ch := range choices {
		completions[i] = cobra.CompletionWithDesc(ch.name, ch.help)
	}
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist or has completions already
	}
}
