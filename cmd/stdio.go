package cmd

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// Stdio holds the streams of a run and what is known about them.
type Stdio struct {
	In       io.Reader
	Out, Err io.Writer

	color   *enum // --color
	quiet   bool  // --quiet
	verbose bool  // --verbose
	// What root fills in: the rules and the version that reports name, and the constructor of root itself
	// for a command that runs others.
	rules   []judge.Rule
	version string
	root    func(*Stdio) *cobra.Command
	// keep takes the report of a command that runs as part of another one, and nothing is printed.
	keep func(*report.Report)
}

// colored reports whether to colour what is written to w.
func (s *Stdio) colored(w io.Writer) bool {
	switch s.color.String() {
	case "always":
		return true
	case "never":
		return false
	}
	// See https://no-color.org: the variable counts when it is present and not empty.
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
