package cli

import (
	"cmp"
	"context"
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

	"snag/cmd/report"
	"snag/cmd/report/render"
)

// OutputFlags are the flags that say where a report goes and how it looks.
type OutputFlags struct {
	format  *Enum
	file    string
	compare string // "" where there is nothing to compare with
	save    string // "" where the report is not to be kept
	all     *bool  // nil where findings are few
	// narrowing are the flags that say what is looked at, nil where reports do not record that.
	narrowing []string
}

// All adds --all to a command that may have many findings.
func (o *OutputFlags) All(c *cobra.Command) {
	o.all = c.Flags().Bool("all", false, "show every finding, however many there are")
}

// Flags adds --format and --output to a command. Formats are the names of those that make sense for
// it; none means all.
func (o *OutputFlags) Flags(c *cobra.Command, formats ...string) {
	var choices []Choice
	var names []string
	for _, f := range render.Formats {
		if len(formats) == 0 || slices.Contains(formats, f.Name) {
			choices = append(choices, Choice{f.Name, f.Description})
			names = append(names, f.Name)
		}
	}
	o.format = NewEnum("table", choices...)
	o.format.Flag(c, c.Flags(), "format", "f", "report as `format`: "+strings.Join(names, ", "))
	c.Flags().StringVarP(&o.file, "output", "o", "", "write the report to `file`, which appears when it is complete")
}

// Choose makes a format the one of the report, as --format does.
func (o *OutputFlags) Choose(format string) error { return o.format.Set(format) }

// Run makes the work of a command that reports a RunE. First prepare takes and checks the arguments, unless
// it is nil; then the output opens and is handed to work, which closes it. An output that is still open when
// work returns leaves no file behind.
func (o *OutputFlags) Run(io *Stdio, prepare func(c *cobra.Command, args []string) error, work func(context.Context, *Output) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		return Run(func(ctx context.Context, args []string) error {
			if prepare != nil {
				if err := prepare(c, args); err != nil {
					return err
				}
			}
			return o.With(io, c, func(out *Output) error { return work(ctx, out) })
		})(c, args)
	}
}

// With opens the output of a run and hands it to work, which closes it. An output that is still open when
// work returns leaves no file behind.
func (o *OutputFlags) With(io *Stdio, c *cobra.Command, work func(*Output) error) error {
	out := &Output{
		Stdio:   io,
		Command: strings.TrimPrefix(c.CommandPath(), "snag "),
		path:    o.file,
		save:    o.save,
		scope:   o.scope(c),
		started: time.Now().UTC(),
		Format:  FormatNamed(o.format.String()),
		All:     o.all == nil || *o.all,
	}
	if o.file != "" {
		if _, err := os.Stat(filepath.Dir(o.file)); err != nil {
			return Usagef("cannot write --output: %w", err)
		}
	}
	if o.compare != "" {
		if out.Streaming() {
			return Usagef("--compare adds to a report, and --format ndjson has none")
		}
		var err error
		if out.earlier, err = ReadEarlier(o.compare, out.Command); err != nil {
			return err
		}
	}
	defer out.discard()
	err := work(out)
	if _, usage := errors.AsType[UsageError](err); err == nil || usage || errors.Is(err, ErrFindings) || out.told || out.path != "" || out.Format.Name != "json" || io.keep != nil {
		return err
	}
	if unwritten := out.fail(err, c.Context().Err() != nil); unwritten != nil {
		return errors.Join(err, unwritten)
	}
	return err
}

// fail prints a document that says why there is no report: what reads stdout is not left with nothing. A file of --output
// stays as it is.
func (o *Output) fail(err error, interrupted bool) error {
	said, hint := messages(err)
	failed, message := true, report.RedactURLs(strings.Join(said, "; "))
	r := &report.Report{Partial: interrupted, Failed: &failed, Error: &report.Error{Message: report.Text(message), Hint: report.Text(report.RedactText(hint))},
		Summary: report.Summary{Text: strings.TrimSuffix(Sentence(message), ".") + "."}}
	o.save, o.earlier = "", nil
	return o.Close(r)
}

// FormatNamed returns the format with a name that is known to exist.
func FormatNamed(name string) render.Format {
	return render.Formats[slices.IndexFunc(render.Formats, func(f render.Format) bool { return f.Name == name })]
}

// Output is where the report of a run goes.
type Output struct {
	Stdio    *Stdio
	Command  string
	Format   render.Format
	All      bool // every finding is asked for
	path     string
	save     string         // also writes the report there in JSON
	earlier  *report.Report // what to compare with, nil for nothing
	scope    string         // what the command line asks to be looked at, "" where that is not recorded
	started  time.Time
	target   *target // nil until something is written
	streamed bool    // items were printed, or there are none
	until    context.Context
	told     bool // the report, or what stands in its place, was written
}

// StopWith makes the writing of the report fail when ctx ends, where a report that took so far is of no use. By
// default what an interrupted run has found is written.
func (o *Output) StopWith(ctx context.Context) { o.until = ctx }

// writing fails when its context has ended.
type writing struct {
	ctx context.Context
	io.Writer
}

// Write writes unless the context has ended.
func (w writing) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(b)
}

// Earlier returns the report that --compare names, nil without one.
func (o *Output) Earlier() *report.Report { return o.earlier }

// Streaming reports whether the format prints items as they come.
func (o *Output) Streaming() bool { return o.Format.Name == "ndjson" }

// NeedsData reports whether the format prints the data of the report.
func (o *Output) NeedsData() bool {
	return o.Format.Name == "json" || o.Streaming() || o.Stdio.keep != nil
}

// ForPeople reports whether the format shows people the details of findings, or keeps them for snag merge to show.
func (o *Output) ForPeople() bool {
	return slices.Contains([]string{"table", "json", "github", "gitlab", "markdown", "html"}, o.Format.Name)
}

// Item prints an item of the data when the format is streaming.
func (o *Output) Item(v any) error {
	if !o.Streaming() {
		return nil
	}
	w, err := o.writer()
	if err != nil {
		return err
	}
	o.streamed = true
	return report.WriteItem(w, v)
}

// Close completes the report and renders it, unless its items were streamed already.
func (o *Output) Close(r *report.Report) error {
	o.told = true
	r.Command, r.Version = cmp.Or(r.Command, o.Command), o.Stdio.Version
	r.Started, r.Duration = o.started, time.Since(o.started)
	r.Rules, r.All, r.Scope = o.Stdio.Rules, o.All, o.scope
	r.Sort()
	if o.earlier != nil {
		r.Compare(o.earlier)
	}
	switch {
	case o.save != "" && r.Partial:
		r.Notes = append(r.Notes, NotWritten(o.save))
	case o.save != "":
		if err := saveReport(o.save, r); err != nil {
			return err
		}
	}
	if o.Stdio.keep != nil {
		o.Stdio.keep(r)
		return nil
	}
	if o.Stdio.Quiet && (o.Format.Name == "table" || o.Streaming()) {
		r.Notes = nil // programs may have use for them
	}
	w, err := o.writer()
	if err != nil {
		return err
	}
	if o.Streaming() {
		// The lines of the format have no place for remarks.
		for _, n := range r.Notes {
			fmt.Fprintf(o.Stdio.Err, "note: %s\n", report.Visible(n))
		}
	}
	if !o.streamed {
		if !o.All && o.Format.Name != "json" {
			r = r.WithoutMinor()
		}
		view := render.View{Color: o.Stdio.Colored(o.target.Writer), Columns: columns(o.target.Writer)}
		if o.until != nil {
			w = writing{o.until, w}
		}
		if err := o.Format.Render(w, r, view); err != nil {
			o.discard()
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	if err := o.target.Commit(); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// CloseText completes the output with a text in place of a report, such as a script, whatever the format.
func (o *Output) CloseText(text string) error {
	o.told = true
	w, err := o.writer()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		o.discard()
		return fmt.Errorf("writing the text: %w", err)
	}
	return o.target.Commit()
}

// End closes the output and returns what the exit status is made from: ErrPartial for a partial report, else
// missing, which says what could not be had, else what gate says of the report. A nil gate lets all pass.
func (o *Output) End(r *report.Report, missing error, gate func(*report.Report) error) error {
	if err := o.Close(r); err != nil {
		return err
	}
	switch {
	case r.Partial:
		return ErrPartial
	case missing != nil || gate == nil:
		return missing
	}
	return gate(r)
}

// Columns is the width that figures of the report are to keep to.
func (o *Output) Columns() int {
	if o.path != "" || o.Stdio.keep != nil {
		return render.DefaultColumns
	}
	return min(max(columns(o.Stdio.Out), render.MinColumns), mostColumns)
}

func (o *Output) discard() {
	if o.target != nil {
		o.target.Discard()
	}
}

func (o *Output) writer() (io.Writer, error) {
	if o.target == nil {
		t, err := NewTarget(o.path, o.Stdio.Out)
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

// NewTarget opens what replaces a file once it is committed, or stdout for an empty path. The caller commits or
// discards it.
func NewTarget(path string, stdout io.Writer) (*target, error) {
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
	mode := fs.FileMode(0o600) // reports tell about what is not public
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
	if info != nil {
		keepOwner(f, info)
	}
	if err := f.Chmod(mode); err != nil { // after the owner, whose change takes rights away
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return &target{Writer: f, file: f, rename: path}, nil
}

func (t *target) Commit() error {
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

func (t *target) Discard() {
	if t.file == nil {
		return
	}
	t.file.Close()
	if t.rename != "" {
		os.Remove(t.file.Name())
	}
	t.file = nil
}
