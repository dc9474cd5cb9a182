package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Args makes a check of the number of arguments that says what to give. A negative most means any number.
func Args(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch n := len(args); {
		case n == 0 && least > 0:
			return Usagef("give %s", what)
		case n < least || most >= 0 && n > most:
			return Usagef("give %s, not %s", what, Plural(n, "argument"))
		}
		return nil
	}
}

// UnknownCommand is the error for a word after a command that has others below it and knows none of the
// name.
func UnknownCommand(c *cobra.Command, word string) error {
	return suggesting(Usagef("unknown command %q for %q", word, c.CommandPath()), word, commandNames(c))
}

func commandNames(c *cobra.Command) []string {
	var names []string
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	return names
}

// suggesting adds the name that was meant to an error, if one is near.
func suggesting(err error, word string, names []string) error {
	if near := Nearest(word, names); near != "" {
		return WithHint(err, fmt.Sprintf("did you mean %q?", near))
	}
	return err
}

// inOurWords returns an error of cobra or pflag about the command line of c in the words of this program,
// with what was meant as far as that can be told.
func inOurWords(c *cobra.Command, err error) error {
	if HintOf(err) != "" {
		return err
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && unknown.GetSpecifiedShortnames() == "" {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		word := unknown.GetSpecifiedName()
		if near := Nearest(word, names); near != "" {
			return WithHint(err, fmt.Sprintf("did you mean %q?", "--"+near))
		}
		return err
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok && strings.Contains(err.Error(), "strconv.") {
		return Usagef("invalid argument %q for %q flag: must be a number", wrong.GetValue(), "--"+wrong.GetFlag().Name)
	}
	if rest, found := strings.CutPrefix(err.Error(), "unknown command "); found && !strings.Contains(rest, "\n") {
		word, _, _ := strings.Cut(strings.TrimPrefix(rest, `"`), `"`)
		if names := commandNames(c); len(names) > 0 {
			return suggesting(err, word, names)
		}
		return Usagef("%s takes no argument such as %q", c.CommandPath(), word)
	}
	return err
}
