package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"snag/cmd/report"
)

// The exit statuses.
const (
	ExitClean    = 0
	ExitFindings = 1
	ExitUsage    = 2
	ExitFailure  = 3
)

// ErrFindings means that the report has findings that gate. It was printed; there is no message.
var ErrFindings = errors.New("findings")

// ErrPartial means that a partial report was printed because the run was interrupted.
var ErrPartial = errors.New("interrupted: the report is partial")

// Failure marks an error that occurred while a command worked. An error of cobra, about the command
// line, never has the mark.
type Failure struct{ error }

func (f Failure) Unwrap() error { return f.error }

// UsageError marks an error of the command line or a configuration that a command itself noticed.
type UsageError struct{ error }

func (u UsageError) Unwrap() error { return u.error }

// Usage marks an error as one of the command line or a configuration.
func Usage(err error) error { return UsageError{err} }

// Fail marks an error as one that occurred while a command worked.
func Fail(err error) error { return Failure{err} }

// Usagef returns a formatted error that ends the run with the status for a wrong command line.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// hinted is an error for which the remedy is known.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// Hint returns the remedy.
func (h hinted) Hint() string { return h.hint }

// HintOf returns the remedy of an error, "" when none is known.
func HintOf(err error) string {
	if h, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return h.Hint()
	}
	return ""
}

// WithHint adds a remedy to an error, in a clause that follows "hint: ".
func WithHint(err error, hint string) error { return hinted{err, hint} }

// Run makes the work of a command a RunE, and marks its errors as failures.
func Run(work func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		err := work(c.Context(), args)
		if _, usage := errors.AsType[UsageError](err); err == nil || usage || errors.Is(err, ErrFindings) {
			return err
		}
		return Failure{err}
	}
}

// ExitStatus prints an error and returns the status to exit with.
func ExitStatus(io *Stdio, c *cobra.Command, err error) int {
	status := statusOf(err)
	if status <= ExitFindings {
		return status
	}
	if all, ok := errors.AsType[interface {
		error
		Print(line func(string))
	}](err); ok {
		all.Print(func(line string) { fmt.Fprintln(io.Err, line) })
		return status
	}
	if status == ExitUsage {
		err = inOurWords(c, err)
	}
	said, hint := messages(err)
	for _, message := range said {
		fmt.Fprintf(io.Err, "snag: %s\n", report.Visible(report.RedactURLs(message)))
	}
	if status == ExitUsage && hint == "" {
		hint = fmt.Sprintf("run '%s --help' for usage", c.CommandPath())
	}
	if hint != "" {
		fmt.Fprintf(io.Err, "hint: %s\n", report.Visible(report.RedactText(hint)))
	}
	return status
}

// messages are what an error says, each joined error by itself and none twice, and the remedy that goes
// with it, "" when none is known.
func messages(err error) (said []string, hint string) {
	hint = HintOf(err)
	for _, one := range joined(err) {
		message, suggestions, _ := strings.Cut(Text(one), "\n\nDid you mean this?\n") // so says cobra
		if near := strings.Fields(suggestions); hint == "" && len(near) > 0 {
			hint = fmt.Sprintf("did you mean %q?", near[0])
		}
		if !slices.Contains(said, message) {
			said = append(said, message)
		}
	}
	return said, hint
}

// Text is what an error says to people: a run that was cancelled was interrupted.
func Text(err error) string {
	if errors.Is(err, context.Canceled) {
		return strings.ReplaceAll(err.Error(), context.Canceled.Error(), "interrupted")
	}
	return err.Error()
}

// joined are the errors that errors.Join put together to one, whatever marks it bears, and their parts
// in turn. Another error is alone.
func joined(err error) []error {
	for wrapped := err; wrapped != nil && wrapped.Error() == err.Error(); wrapped = errors.Unwrap(wrapped) {
		list, ok := wrapped.(interface{ Unwrap() []error })
		if !ok {
			continue
		}
		var parts []error
		var texts []string
		for _, part := range list.Unwrap() {
			parts, texts = append(parts, joined(part)...), append(texts, part.Error())
		}
		if strings.Join(texts, "\n") == err.Error() {
			return parts
		}
		break
	}
	return []error{err}
}
