package cmd

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
	"snag/cmd/report"
)

// The version and the commit of sources without their history, such as the archive of a release, which packagers
// build: go build -ldflags "-X snag/cmd.release=1.2.3 -X snag/cmd.commit=...".
var release, commit string

// version returns the version that the build recorded, "devel" when it recorded none.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" || info.Main.Version == "" {
		return cmp.Or(release, "devel")
	}
	return info.Main.Version
}

// versionData is the data of the report of snag version.
type versionData struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // "" where the build recorded none
	Time     string `json:"time"`     // of the commit
	Modified bool   `json:"modified"` // the build had changes that were not committed
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// builtFrom tells what the program was built from.
func builtFrom() versionData {
	d := versionData{Version: version(), Commit: commit, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				d.Commit = s.Value
			case "vcs.time":
				d.Time = s.Value
			case "vcs.modified":
				d.Modified = s.Value == "true"
			}
		}
	}
	return d
}

// newVersion returns snag version.
func newVersion(io *cli.Stdio) *cobra.Command {
	var output cli.OutputFlags
	c := &cobra.Command{
		Use:   "version",
		Short: "Show the version, and the commit that it was built from",
		Example: `  snag version
  snag version -f json`,
		Args: cobra.NoArgs,
	}
	output.Flags(c, "table", "json")
	c.RunE = output.Run(io, nil, func(_ context.Context, out *cli.Output) error {
		return out.Close(&report.Report{Data: builtFrom(), Summary: report.Summary{Text: strings.TrimSpace(versionText())}})
	})
	return c
}

// versionText is what --version prints: the version, the commit it was built from, and by what.
func versionText() string {
	d := builtFrom()
	words := []string{"snag", d.Version}
	if d.Commit != "" {
		of := ""
		if d.Time != "" {
			of = " of " + d.Time
		}
		words = append(words, fmt.Sprintf("(commit %.12s%s)", d.Commit, of))
	}
	if d.Modified {
		words = append(words, "(modified)")
	}
	return strings.Join(append(words, d.Go, d.Platform), " ") + "\n"
}
