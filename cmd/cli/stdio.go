// Package cli holds what all commands share: streams, output, exit statuses, flags, progress, and words.
package cli

import (
	"io"
	"os"
	"strconv"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"snag/analyze/judge"
	"snag/cmd/report"
	"snag/cmd/report/render"
)

// Stdio holds the streams of a run and what is known about them.
type Stdio struct {
	In       io.Reader
	Out, Err io.Writer

	Color   *Enum // --color
	Quiet   bool  // --quiet
	Verbose bool  // --verbose
	// What root fills in: the rules and the version that reports name, and for a command that runs others
	// the constructor of root, with the one command of a name below it, or with all for "".
	Rules   []judge.Rule
	Version string
	Tree    func(io *Stdio, only string) *cobra.Command
	// RemoteHosts are the hosts other than this machine that a command which runs others may let them
	// reach, as its own command line names them.
	RemoteHosts []string
	// Settings are those of the config that lists the command. Nil means that the command stands alone and
	// reads them itself.
	Settings *SourceSettings
	// keep takes the report of a command that runs as part of another one, and nothing is printed.
	keep func(*report.Report)
}

// Colored reports whether to colour what is written to w.
func (s *Stdio) Colored(w io.Writer) bool {
	switch s.Color.String() {
	case "always":
		return true
	case "never":
		return false
	}
	// See https://no-color.org: the variable counts when it is present and not empty.
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w)
}

// IsTerminal reports whether what is written to w goes to a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// columns is the width of the terminal that is written to, else what the variable COLUMNS says, else the
// default of reports.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return min(columns, mostColumns)
	}
	return render.DefaultColumns
}

// mostColumns bounds what the variable COLUMNS can ask for.
const mostColumns = 1000
