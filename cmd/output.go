package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// outputOptions are the flags that say where a report goes and how it looks.
type outputOptions struct {
	format *enum
	file   string
}

// flags adds --format and --output to a command. Formats are the names of those that make sense for
// it; none means all.
func (o *outputOptions) flags(c *cobra.Command, formats ...string) {
	var choices []choice
	var names []string
	for _, f := range report.Formats {
		if len(formats) == 0 || slices.Contains(formats, f.Name) {
			choices = append(choices, choice{f.Name, f.Description})
			names = append(names, f.Name)
		}
	}
	o.format = newEnum("table", choices...)
	o.format.flag(c, c.Flags(), "format", "f", "report as `format`: "+strings.Join(names, ", "))
	c.Flags().StringVarP(&o.file, "output", "o", "", "write the report to `file`, which appears when it is complete")
}

// open begins the output of a run. A command streams items as they come, if it has any, and hands
// the report to close at the end; or it calls discard.
func (o *outputOptions) open(io *Stdio, c *cobra.Command) (*output, error) {
	out := &output{
		stdio:   io,
		command: strings.TrimPrefix(c.CommandPath(), "snag "),
		path:    o.file,
		started: time.Now().UTC(),
		format:  formatNamed(o.format.String()),
	}
	if o.file == "" {
		return out, nil
	}
	if _, err := os.Stat(filepath.Dir(o.file)); err != nil {
		return nil, usagef("cannot write --output: %w", err)
	}
	return out, nil
}

// formatNamed returns the format with a name that is known to exist.
func formatNamed(name string) report.Format {
	return report.Formats[slices.IndexFunc(report.Formats, func(f report.Format) bool { return f.Name == name })]
}

// output is where the report of a run goes.
type output struct {
	stdio    *Stdio
	command  string
	format   report.Format
	path     string
	started  time.Time
	target   *target // nil until something is written
	streamed bool    // items were printed, or there are none
}

// streaming reports whether the format prints items as they come.
func (o *output) streaming() bool { return o.format.Name == "ndjson" }

// needsData reports whether the format prints the data of the report.
func (o *output) needsData() bool {
	return o.format.Name == "json" || o.streaming() || o.stdio.keep != nil
}

// item prints an item of the data when the format is streaming.
func (o *output) item(v any) error {
	if !o.streaming() {
		return nil
	}
	w, err := o.writer()
	if err != nil {
		return err
	}
	o.streamed = true
	return report.WriteItem(w, v)
}

// close completes the report and renders it, unless its items were streamed already.
func (o *output) close(r *report.Report) error {
	r.Command, r.Version = cmp.Or(r.Command, o.command), o.stdio.version
	r.Started, r.Duration = o.started, time.Since(o.started)
	r.Rules = o.stdio.rules
	r.Sort()
	if o.stdio.keep != nil {
		o.stdio.keep(r)
		return nil
	}
	if o.stdio.quiet && (o.format.Name == "table" || o.streaming()) {
		r.Notes = nil // programs may have use for them
	}
	w, err := o.writer()
	if err != nil {
		return err
	}
	if o.streaming() {
		// The lines of the format have no place for remarks.
		for _, n := range r.Notes {
			fmt.Fprintf(o.stdio.Err, "note: %s\n", report.Visible(n))
		}
	}
	if !o.streamed {
		if err := o.format.Render(w, r, o.stdio.colored(o.target.Writer)); err != nil {
			o.discard()
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	if err := o.target.commit(); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// discard gives the output up. It leaves no file behind and may be called after close.
func (o *output) discard() {
	if o.target != nil {
		o.target.discard()
	}
}

func (o *output) writer() (io.Writer, error) {
	if o.target == nil {
		t, err := newTarget(o.path, o.stdio.Out)
		if err != nil {
			return nil, fmt.Errorf("writing the report: %w", err)
		}
		o.target = t
	}
	return o.target, nil
}

// target is stdout, a device, or a file that replaces another one when it is complete.
type target struct {
	io.Writer
	file   *os.File // nil for stdout
	rename string   // what file becomes, "" when it is written in place
}

func newTarget(path string, stdout io.Writer) (*target, error) {
	if path == "" {
		return &target{Writer: stdout}, nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: path, Err: errors.New("is a directory")}
	case err == nil && !info.Mode().IsRegular():
		// A pipe or a device cannot be replaced.
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &target{Writer: f, file: f}, err
	}
	mode := fs.FileMode(0o644)
	if err == nil {
		mode = info.Mode().Perm()
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real // replace what a link points to, not the link
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".snag-*")
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(mode); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return &target{Writer: f, file: f, rename: path}, nil
}

func (t *target) commit() error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	if t.rename != "" {
		if err == nil {
			err = os.Rename(t.file.Name(), t.rename)
		}
		if err != nil {
			os.Remove(t.file.Name())
		}
	}
	t.file = nil
	return err
}

func (t *target) discard() {
	if t.file == nil {
		return
	}
	t.file.Close()
	if t.rename != "" {
		os.Remove(t.file.Name())
	}
	t.file = nil
}

// levelGate is a --fail-on for commands whose findings are graded by level alone.
type levelGate struct{ *enum }

func newLevelGate(c *cobra.Command) levelGate {
	g := levelGate{newEnum("warning",
		choice{"error", "errors"},
		choice{"warning", "errors and warnings"},
		choice{"note", "any finding"},
		choice{"none", "nothing"})}
	g.flag(c, c.Flags(), "fail-on", "", "exit with 1 for findings of this `level` or worse: error, warning, note or none")
	return g
}

// check returns errFindings when the report has a finding that counts.
func (g levelGate) check(r *report.Report) error {
	for _, f := range r.Findings {
		if f.Suppression != nil || g.value == "none" {
			continue
		}
		if g.value == "note" || f.Level == judge.Error || (g.value == "warning" && f.Level == judge.Warning) {
			return errFindings
		}
	}
	return nil
}
