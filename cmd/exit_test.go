package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
)

// execute runs snag with arguments in this process, and returns its exit status.
func execute(ctx context.Context, args []string, io *cli.Stdio) int {
	return executeRoot(ctx, newRoot(io), args, io)
}

func TestExitStatus(t *testing.T) {
	for _, c := range []struct {
		args   string
		work   error
		want   int
		stderr string
	}{
		{"", nil, 0, ""},
		{"", cli.ErrFindings, 1, ""},
		{"", cli.Usagef("bad value %q", "x"), 2, "snag: bad value \"x\"\nhint: run 'snag work --help' for usage\n"},
		{"", errors.New("no such target"), 3, "snag: no such target\n"},
		{"", cli.WithHint(errors.New("no such target"), "start it"), 3, "snag: no such target\nhint: start it\n"},
		{"", cli.WithHint(cli.Usagef("no"), "yes"), 2, "snag: no\nhint: yes\n"},
		{"", errors.New("evil \x1b[2J name"), 3, "snag: evil \\x1b[2J name\n"},
		{"", errors.Join(errors.New("no a"), errors.New("no b")), 3, "snag: no a\nsnag: no b\n"},
		{"", cli.WithHint(errors.Join(errors.New("no a"), errors.Join(errors.New("no a"), errors.New("no b"))), "start it"), 3, "snag: no a\nsnag: no b\nhint: start it\n"},
		{"", cli.Usage(errors.Join(errors.New("no a"))), 2, "snag: no a\nhint: run 'snag work --help' for usage\n"},
		{"", fmt.Errorf("%w: %w", errors.New("start"), errors.New("no a")), 3, "snag: start: no a\n"},
		{"", errors.New("file a\nb"), 3, "snag: file a\\nb\n"},
		{"--kimd x", nil, 2, "snag: unknown flag: --kimd\nhint: did you mean \"--kind\"?\n"},
		{"--number x", nil, 2, "snag: invalid argument \"x\" for \"--number\" flag: must be a number\nhint: run 'snag work --help' for usage\n"},
		{"--nope", nil, 2, "snag: unknown flag: --nope\nhint: run 'snag work --help' for usage\n"},
		{"--kind x", nil, 2, "snag: invalid argument \"x\" for \"--kind\" flag: must be one of a, b\nhint: run 'snag work --help' for usage\n"},
		{"surplus", nil, 2, "snag: snag work takes no argument such as \"surplus\"\nhint: run 'snag work --help' for usage\n"},
	} {
		var stdout, stderr bytes.Buffer
		io := &cli.Stdio{Out: &stdout, Err: &stderr}
		root := newRoot(io)
		work := &cobra.Command{Use: "work", Args: cobra.NoArgs, RunE: cli.Run(func(context.Context, []string) error { return c.work })}
		cli.NewEnum("a", cli.Choice{Name: "a", Help: ""}, cli.Choice{Name: "b", Help: ""}).Flag(work, work.Flags(), "kind", "", "")
		work.Flags().Int("number", 0, "")
		root.AddCommand(work)
		root.SetArgs(append([]string{"work"}, strings.Fields(c.args)...))
		executed, err := root.ExecuteContextC(t.Context())
		if got := cli.ExitStatus(io, executed, err); got != c.want || stderr.String() != c.stderr {
			t.Errorf("%q, %v: got %d %q, want %d %q", c.args, c.work, got, stderr.String(), c.want, c.stderr)
		}
		if stdout.Len() > 0 {
			t.Errorf("%q: stdout has %q", c.args, stdout.String())
		}
	}
}

func TestUnknownCommand(t *testing.T) {
	for args, want := range map[string]string{
		"regexx":                       "snag: unknown command \"regexx\" for \"snag\"\nhint: did you mean \"regex\"?\n",
		"block handlr":                 "snag: unknown command \"handlr\" for \"snag block\"\nhint: did you mean \"handler\"?\n",
		"retry --color never clent -x": "snag: unknown shorthand flag: 'x' in -x\nhint: run 'snag retry --help' for usage\n",
		"retry --color never clent":    "snag: unknown command \"clent\" for \"snag retry\"\nhint: did you mean \"client\"?\n",
		"demo clint":                   "snag: unknown command \"clint\" for \"snag demo\"\nhint: did you mean \"client\"?\n",
		"engines node":                 "snag: snag engines takes no argument such as \"node\"\nhint: run 'snag engines --help' for usage\n",
		"explain":                      "snag: give one pattern, in quotes for the shell\nhint: run 'snag explain --help' for usage\n",
		"explain a b":                  "snag: give one pattern, in quotes for the shell, not 2 arguments\nhint: run 'snag explain --help' for usage\n",
		"merge":                        "snag: give the reports to put together, as --format json wrote them\nhint: run 'snag merge --help' for usage\n",
		"frobnicate":                   "snag: unknown command \"frobnicate\" for \"snag\"\nhint: run 'snag --help' for usage\n",
	} {
		var stdout, stderr bytes.Buffer
		if status := execute(t.Context(), strings.Fields(args), &cli.Stdio{Out: &stdout, Err: &stderr}); status != 2 || stderr.String() != want {
			t.Errorf("%s: got %d %q, want 2 %q", args, status, stderr.String(), want)
		}
	}
}
