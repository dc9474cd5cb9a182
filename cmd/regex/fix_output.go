package regex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/report/render"
)

// fixOptions are the flags that ask for rewrites.
type fixOptions struct {
	propose bool // --fix
	write   bool // --write
	diff    bool // --diff
}

func (o *fixOptions) check(paths []string) error {
	switch {
	case o.write && !o.propose:
		return cli.WithHint(cli.Usagef("--write belongs to --fix"), "snag regex --fix shows what --fix --write would write")
	case o.write && o.diff:
		return cli.Usagef("--diff and --write exclude each other")
	case o.write && slices.Contains(paths, "-"):
		return cli.WithHint(cli.Usagef("--write cannot rewrite stdin"), "--diff prints what would change")
	}
	return nil
}

// wanted reports whether rewrites are to be found.
func (o *fixOptions) wanted() bool { return o.propose || o.diff }

// rewrites gathers the rewrites that may be written, by file.
type rewrites struct {
	options  fixOptions
	files    []*pattern.SourceEdits // in the order of the report
	proposed int                    // rewrites that may be written
}

// add takes in the rewrite of a finding that counts, and says in the finding what becomes of it.
func (r *rewrites) add(a *pattern.Audited, f *report.Finding) {
	if len(a.Fixes) == 0 || f.Suppression != nil {
		return
	}
	e, err := a.Edit()
	if err != nil {
		if r.options.write {
			f.Details = append(f.Details, report.Detail{Label: "written", Text: "no: " + err.Error(), Short: true})
		}
		return
	}
	lines := a.Source.Lines(e)
	if report.RedactText(lines) != lines { // a credential stands beside the pattern
		lines = ""
	}
	f.Fixes = append(f.Fixes, report.Fix{Description: a.Rewrite().Words(), Location: a.Location(), Text: e.Text, Lines: lines})
	r.proposed++
	if !slices.Contains(r.files, a.Source) {
		r.files = append(r.files, a.Source)
	}
	a.Source.Edits = append(a.Source.Edits, e)
	if r.options.write {
		f.Suppression = &report.Suppression{Reason: rewritten}
	}
}

// rewritten is why a finding that --write mends no longer counts.
const rewritten = "rewritten by this run"

// write makes the rewrites in the files. What cannot be written counts again, and its findings say why.
func (r *rewrites) write(ctx context.Context, findings []report.Finding) (note string, err error) {
	written, files := 0, 0
	var errs []error
	for _, s := range r.files {
		err := ctx.Err()
		if err == nil {
			err = s.Write()
		}
		if err == nil {
			written += len(s.Edits)
			files++
			continue
		}
		errs = append(errs, fmt.Errorf("%s: %w", s.Name, err))
		for i := range findings {
			f := &findings[i]
			if f.Location.File == s.Name && f.Suppression != nil && f.Suppression.Reason == rewritten {
				f.Suppression = nil
				f.Details = append(f.Details, report.Detail{Label: "written", Text: "no: " + err.Error(), Short: true})
			}
		}
	}
	return fmt.Sprintf("%s written to %s", cli.Plural(written, "rewrite"), cli.Plural(files, "file")), errors.Join(errs...)
}

// diffFormat is the format of --diff: the rewrites as a unified diff, which patch -p1 and git apply
// take.
func (r *rewrites) diffFormat() render.Format {
	return render.Format{Name: "diff", Render: func(w io.Writer, _ *report.Report, _ render.View) error {
		for _, s := range r.files {
			out, err := s.Result()
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			name := strings.TrimPrefix(filepath.ToSlash(s.Name), "/")
			text := diff.Diff("a/"+name, s.Content, "b/"+name, out)
			_, lines, _ := strings.Cut(string(text), "\n") // without the line of the command
			if _, err := io.WriteString(w, lines); err != nil {
				return err
			}
		}
		return nil
	}}
}
