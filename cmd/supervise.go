package cmd

import (
	"slices"
	"strconv"

	"github.com/spf13/cobra"
)

// supervised is the exit status of the process that did the work; it has said everything itself.
type supervised int

func (s supervised) Error() string { return "exit status " + strconv.Itoa(int(s)) }

// superviseBy makes the command line, once it is read and right, run in the process that supervise
// starts, where the command may start programs. In that process supervise returns false.
func superviseBy(root *cobra.Command, supervise func() (status int, done bool)) {
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		if startsPrograms(c) {
			if status, done := supervise(); done {
				return supervised(status)
			}
		}
		return nil
	}
}

// startsPrograms reports whether the command, with its flags, starts programs that could leave
// something behind. Git is none of them: it is asked for objects only.
func startsPrograms(c *cobra.Command) bool {
	if c.Hidden || !c.HasParent() || c.Name() == "calls" || c.Name() == "infer" {
		return false
	}
	for c.Parent().HasParent() {
		c = c.Parent()
	}
	switch c.Name() {
	case "block", "retry", "shutdown", "check", "demo", "engines":
		return true
	case "regex", "explain":
		engines, err := c.Flags().GetStringSlice("engine")
		return err == nil && !slices.Equal(engines, []string{"none"})
	}
	return false
}
