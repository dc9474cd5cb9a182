package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/cmd/report"
	"snag/cmd/report/render"
)

// Compare adds --compare to a command, whose reports then tell what changed since the one that it names. Figures
// of the report are compared by their spread, findings by their fingerprints.
func (o *OutputFlags) Compare(c *cobra.Command) {
	c.Flags().StringVar(&o.compare, "compare", "", "compare with the JSON report in `file`: what is new, worse, better, gone, or within noise")
}

// CompareSource adds --compare to a command that reads source. Its report records the paths, and of the flags those
// that say what is read and the named ones: what is new or gone is only told where they were the same.
func (o *OutputFlags) CompareSource(c *cobra.Command, narrowing ...string) {
	o.Compare(c)
	o.narrowing = append([]string{"include", "include-ignored", "include-vendored", "include-minified", "include-built", "exclude", "no-config"}, narrowing...)
}

// scope is what a command line asks to be looked at, however it says so, "" for a command that does not read source.
func (o *OutputFlags) scope(c *cobra.Command) string {
	if o.narrowing == nil {
		return ""
	}
	paths, rest := c.Flags().Args(), []string(nil)
	if dash := c.ArgsLenAtDash(); dash >= 0 {
		paths, rest = paths[:dash], append([]string{"--"}, paths[dash:]...)
	}
	return shownLine(c, append(places(paths), rest...), func(f *pflag.Flag) bool {
		return slices.Contains(o.narrowing, f.Name) && f.Value.String() != f.DefValue
	})
}

// places are paths in one form: each once, from the working folder, in order. What is an address or "-" stays as it is,
// and nothing is left of the working folder alone, which is what no path means.
func places(paths []string) []string {
	var all []string
	wd, _ := os.Getwd()
	for _, path := range paths {
		if path != "-" && !strings.Contains(path, "://") {
			path = filepath.Clean(path)
			if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
				path = rel
			}
			path = filepath.ToSlash(path)
		}
		all = append(all, path)
	}
	slices.Sort(all)
	if all = slices.Compact(all); slices.Equal(all, []string{"."}) {
		return nil
	}
	return all
}

// Save adds --save to a command, which writes its report in JSON beside what it shows, for a later --compare.
func (o *OutputFlags) Save(c *cobra.Command) {
	c.Flags().StringVar(&o.save, "save", "", "also write the report in JSON to `file`, to compare with later")
}

// Keeps reports whether the report is to be saved or to be compared with an earlier one.
func (o *OutputFlags) Keeps() bool { return o.save != "" || o.compare != "" }

// NotWritten is what the report of an interrupted run says of a file for later runs: it would take what the run did not
// come to for what is not there.
func NotWritten(path string) string {
	return path + " was not written: the run ended before it was done"
}

// saveReport writes a report that is complete in JSON to a file.
func saveReport(path string, r *report.Report) error {
	t, err := NewTarget(path, nil)
	if err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	defer t.Discard()
	if err := FormatNamed("json").Render(t, r, render.View{}); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return t.Commit()
}

// ReadEarlier reads the report of a command that --compare names.
func ReadEarlier(name, command string) (*report.Report, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, Usagef("--compare: %w", err)
	}
	defer f.Close()
	r, err := report.Read(f)
	if err != nil {
		return nil, Usagef("--compare: %s is not a report of --format json: %w", name, err)
	}
	if r.Command != command {
		return nil, Usagef("--compare: %s is a report of snag %s, and not of snag %s", name, report.Visible(r.Command), command)
	}
	return r, nil
}
