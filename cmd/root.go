// Package cmd is the command line: it turns flags into options, lets the domain work, and presents
// the outcome. It is the only package that knows cobra, colours and exit statuses.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"snag/cmd/block"
	"snag/cmd/check"
	"snag/cmd/cli"
	"snag/cmd/demo"
	"snag/cmd/engines"
	"snag/cmd/explain"
	"snag/cmd/lsp"
	"snag/cmd/merge"
	"snag/cmd/reach"
	"snag/cmd/regex"
	"snag/cmd/retry"
	"snag/cmd/shutdown"
	"snag/probe/process"
	"snag/probe/scratch"
)

// Main runs snag with the arguments after the program's name and returns its exit status: 0 when
// nothing was found, 1 for findings, 2 when the command line or a configuration is wrong, 3 when it
// could not be measured. The first interrupt asks the command to stop and print what is known; a
// second one kills the process.
//
// While a command runs programs of others, this process guards another one that does the work, so that
// nothing of theirs outlives it (see [process.Supervise]).
func Main(args []string, io cli.Stdio) int {
	if status, done := process.Enter(); done {
		return status
	}
	defer scratch.Remove()
	cli.CollectLess()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // from now on a signal has its default effect
	root := newRoot(&io)
	superviseBy(root, func() (int, bool) { return process.Supervise(ctx) })
	return executeRoot(ctx, root, args, &io)
}

func executeRoot(ctx context.Context, root *cobra.Command, args []string, io *cli.Stdio) int {
	if len(args) == 0 {
		if text := welcome("."); text != "" {
			fmt.Fprint(io.Out, text)
			return 0
		}
	}
	cli.RegisterCompletions(root)
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	if c, rest, err := root.Find(args); err == nil {
		switch {
		case c == root:
			if root.ParseFlags(rest) == nil && root.Flags().Changed("version") {
				fmt.Fprint(io.Out, versionText())
				return 0
			}
		case !c.Runnable() && c.ParseFlags(rest) == nil && c.Flags().NArg() > 0:
			return cli.ExitStatus(io, c, cli.UnknownCommand(c, c.Flags().Arg(0))) // cobra would print its help
		}
	}
	c, err := root.ExecuteContextC(ctx)
	if status, ok := errors.AsType[supervised](err); ok {
		return int(status)
	}
	return cli.ExitStatus(io, c, err)
}

// branch makes one of the commands below snag.
type branch struct {
	name string
	make func(*cli.Stdio) *cobra.Command
}

// branches are the commands below snag, in the order of its help.
func branches() []branch {
	return []branch{
		{"regex", regex.New},
		{"explain", explain.New},
		{"block", block.New},
		{"retry", retry.New},
		{"shutdown", shutdown.New},
		{"check", check.New},
		{"demo", demo.New},
		{"reach", reach.New},
		{"engines", engines.New},
		{"lsp", lsp.New},
		{"merge", merge.New},
		{"rules", newRules},
		{"version", newVersion},
		{"docs", newDocs},
	}
}

func newRoot(io *cli.Stdio) *cobra.Command { return newTree(io, "") }

// newTree returns snag with one of its commands, or with all of them when only is empty.
func newTree(io *cli.Stdio, only string) *cobra.Command {
	io.Rules, io.Version, io.Tree = rules, version(), newTree
	root := &cobra.Command{
		Use:   "snag",
		Short: "Find what stalls a service before its users do",
		Long: `Snag finds the places where one request, one payload, one retry storm or one bad shutdown
stalls a service for everybody, proves each by running it, and says what to change.

Results go to stdout, everything else to stderr. The exit status is 0 when nothing was
found, 1 for findings, 2 for a wrong command line, 3 when it could not be measured.`,
		Example: `  snag demo --tour            see everything that it finds
  snag check --init           write a first config for a project
  snag regex src/             audit the regexes of a source tree
  snag explain '(\/.+)+$'     everything about one of them`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(io.In)
	root.SetOut(io.Out)
	root.SetErr(io.Err)
	root.Flags().Bool("version", false, "version for snag") // cobra's own would print by a template
	io.Color = cli.NewEnum("auto",
		cli.Choice{Name: "auto", Help: "colours on a terminal, unless NO_COLOR is set"},
		cli.Choice{Name: "always", Help: "colours everywhere"},
		cli.Choice{Name: "never", Help: "no colours"})
	io.Color.Flag(root, root.PersistentFlags(), "color", "", "`when` to colour: auto, always or never")
	root.PersistentFlags().BoolVarP(&io.Quiet, "quiet", "q", io.Quiet, "print the result alone: no progress, no notes")
	root.PersistentFlags().BoolVarP(&io.Verbose, "verbose", "v", io.Verbose, "say on stderr what is being done")
	root.MarkFlagsMutuallyExclusive("quiet", "verbose")
	for _, c := range branches() {
		if only == "" || c.name == only {
			root.AddCommand(c.make(io))
		}
	}
	setHelp(root)
	return root
}
