package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/process"
	"snag/probe/scratch"
	"snag/probe/service"
)

// guide makes the tour.
func (o *demoOptions) guide(ctx context.Context) error {
	began := time.Now()
	place := DemoPlace{}
	var err error
	if place.Self, err = ownPath(); err != nil {
		return err
	}
	dir, remove, err := scratch.Dir("demo")
	if err != nil {
		return err
	}
	defer remove()
	place.dir = dir
	if err := writeTourFiles(place.dir); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	place.Base = "http://127.0.0.1:" + port
	steps, err := o.steps(place)
	if err != nil {
		return err
	}
	s := &service.Service{Name: "demo", Ready: place.url("/health"), Shown: place.url("/health"), Timeout: 20 * time.Second,
		Command: process.Command{Argv: []string{place.Self, "demo", "--quiet", "--port", port}}}
	defer s.Stop()
	t := newTour(o.stdio, place)
	t.printf("A fragile service runs on %s, and each command of snag looks at it.\n", place.Base)
	for i, step := range steps {
		if ctx.Err() != nil {
			break
		}
		t.begin(i, len(steps), step)
		if step.service {
			if err := s.Start(ctx); err != nil {
				return err
			}
		}
		t.make(ctx, step)
	}
	s.Stop()
	return t.end(ctx, len(steps), time.Since(began))
}

// steps are those that --only leaves.
func (o *demoOptions) steps(place DemoPlace) ([]tourStep, error) {
	all := TourSteps(place)
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	for _, name := range o.only {
		if !slices.Contains(names, name) {
			return nil, cli.WithHint(cli.Usagef("--only: no step is named %s", name), cli.Suggest(name, names))
		}
	}
	if len(o.only) == 0 {
		return all, nil
	}
	return slices.DeleteFunc(all, func(s tourStep) bool { return !slices.Contains(o.only, s.Name) }), nil
}

// freePort is a port of the loopback that nobody listens on at the moment.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listen: %w", err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

// tour prints what its steps find and counts how they went.
type tour struct {
	stdio   *cli.Stdio
	place   DemoPlace
	section string

	strong, good, bad *color.Color

	right, missed, failed, without int
}

func (t *tour) printf(format string, args ...any) { fmt.Fprintf(t.stdio.Out, format, args...) }

func newTour(stdio *cli.Stdio, place DemoPlace) *tour {
	t := &tour{stdio: stdio, place: place, strong: color.New(color.Bold), good: color.New(color.FgGreen), bad: color.New(color.FgRed)}
	for _, c := range []*color.Color{t.strong, t.good, t.bad} {
		if stdio.Colored(stdio.Out) {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return t
}

// paragraph prints a text, wrapped and indented.
func (t *tour) paragraph(c *color.Color, text string) {
	for line := range strings.SplitSeq(cli.Wrapped(report.Visible(text), cli.PageColumns, "  "), "\n") {
		t.printf("%s\n", c.Sprint(line))
	}
}

func (t *tour) begin(at, total int, s tourStep) {
	if s.section != t.section {
		t.section = s.section
		t.printf("\n%s\n", t.strong.Sprint(s.section))
	}
	shown := strings.ReplaceAll(strings.ReplaceAll(s.shown(), cli.QuoteWord(t.place.Self), "snag"), t.place.dir+string(os.PathSeparator), "")
	t.printf("\n%2d/%d %s\n$ %s\n", at+1, total, cli.Sentence(s.about), report.Visible(shown))
}

// make runs a step, a second time when it missed what is there: a busy machine blurs measurements.
func (t *tour) make(ctx context.Context, s tourStep) {
	var result cli.Outcome
	var missing []string
	for range 2 {
		p, err := cli.NewPlanned(t.stdio, t.stdio.Err, s.Words)
		if err == nil {
			err = p.Parse(ArgumentsOf(p, s.Words))
		}
		if err != nil {
			result = cli.Outcome{Err: err}
			break
		}
		result = p.Run(ctx)
		if missing = s.missing(result); len(missing) == 0 || ctx.Err() != nil {
			break
		}
	}
	if ctx.Err() != nil {
		return
	}
	plain := color.New()
	for _, line := range foundLines(result.Report, s.Expect) {
		t.paragraph(t.good, line)
	}
	switch {
	case errors.Is(result.Err, process.ErrUnsupported) || errors.Is(result.Err, process.ErrNamespace):
		t.without++
		t.paragraph(plain, fmt.Sprintf("Skipped: not supported on %s (%v).", runtime.GOOS, result.Err))
	case result.Status() > cli.ExitFindings:
		t.failed++
		t.paragraph(t.bad, fmt.Sprintf("Could not run: %v.", result.Err))
	case len(missing) > 0:
		t.missed++
		t.paragraph(t.bad, "It should have found "+strings.Join(missing, " and ")+".")
	default:
		t.right++
		t.paragraph(plain, s.Why)
	}
}

// ArgumentsOf are the words behind the name of the command.
func ArgumentsOf(p *cli.Planned, words []string) []string {
	return words[len(strings.Fields(p.Command.CommandPath()))-1:]
}

// missing are the rules that a step should have found and did not. A step that shows how to do it
// right must find nothing that counts.
func (s tourStep) missing(o cli.Outcome) []string {
	if o.Report == nil {
		return nil
	}
	var missing []string
	for _, rule := range s.Expect {
		if !slices.ContainsFunc(o.Report.Findings, func(f report.Finding) bool { return f.Rule == rule }) {
			missing = append(missing, rule)
		}
	}
	if len(s.Expect) == 0 && o.Status() == cli.ExitFindings {
		missing = append(missing, "nothing")
	}
	return missing
}

// foundLines are the findings in a line each, those that were expected first, and the summary.
func foundLines(r *report.Report, expected []string) []string {
	if r == nil {
		return nil
	}
	var lines []string
	seen := map[string]bool{}
	for _, rule := range expected {
		for _, f := range r.Findings {
			if f.Rule == rule && !seen[rule] {
				seen[rule] = true
				message, _, more := strings.Cut(f.Message, ". ")
				if more {
					message += "."
				}
				lines = append(lines, fmt.Sprintf("%s %s: %s", f.Level, f.Rule, message))
			}
		}
	}
	if len(lines) == 0 || r.Summary.Text != "" && len(expected) == 0 {
		lines = append(lines, r.Summary.Text)
	}
	return lines
}

// end says how the tour went, and returns what its exit status is made from.
func (t *tour) end(ctx context.Context, steps int, took time.Duration) error {
	t.printf("\n")
	if ctx.Err() != nil {
		return errors.New("interrupted: the tour is partial; everything was stopped")
	}
	text := fmt.Sprintf("%d of %s showed what they should in %.0f s; everything was stopped.", t.right, cli.Plural(steps, "step"), took.Seconds())
	if t.without > 0 {
		text += fmt.Sprintf(" %d were left out.", t.without)
	}
	t.printf("%s\n", text)
	switch {
	case t.failed > 0:
		return fmt.Errorf("%s could not run", cli.Plural(t.failed, "step"))
	case t.missed > 0:
		return cli.ErrFindings
	}
	return nil
}
