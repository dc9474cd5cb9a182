// Package cmd is the command line: it turns flags into options, lets the domain work, and presents
// the outcome. It is the only package that knows cobra, colours and exit statuses.
package cmd

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Main runs snag with the arguments after the program's name and returns its exit status: 0 when
// nothing was found, 1 for findings, 2 when the command line or a configuration is wrong, 3 when it
// could not be measured. The first interrupt asks the command to stop and print what is known; a
// second one kills the process.
func Main(args []string, io Stdio) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // from now on a signal has its default effect
	return execute(ctx, args, &io)
}

func execute(ctx context.Context, args []string, io *Stdio) int {
	root := newRoot(io)
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	c, err := root.ExecuteContextC(ctx)
	return exitStatus(io, c, err)
}

func newRoot(io *Stdio) *cobra.Command {
	io.rules, io.version, io.root = rules, version(), newRoot
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
		Version:       io.version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(io.In)
	root.SetOut(io.Out)
	root.SetErr(io.Err)
	root.SetVersionTemplate(versionText())
	io.color = newEnum("auto",
		choice{"auto", "colours on a terminal, unless NO_COLOR is set"},
		choice{"always", "colours everywhere"},
		choice{"never", "no colours"})
	io.color.flag(root, root.PersistentFlags(), "color", "", "`when` to colour: auto, always or never")
	root.PersistentFlags().BoolVarP(&io.quiet, "quiet", "q", io.quiet, "print the result alone: no progress, no notes")
	root.PersistentFlags().BoolVarP(&io.verbose, "verbose", "v", io.verbose, "say on stderr what is being done")
	root.MarkFlagsMutuallyExclusive("quiet", "verbose")
	root.AddCommand(
		newRegex(io),
		newExplain(io),
		newBlock(io),
		newRetry(io),
		newShutdown(io),
		newCheck(io),
		newDemo(io),
		newEngines(io),
		newMerge(io),
		newDocs(io),
	)
	setHelp(root)
	return root
}
