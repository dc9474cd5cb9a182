// Package engine runs attacks on real regular expression engines and measures how the time grows.
package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// Engine is a regular expression engine that can be measured. Measure may be called by several
// goroutines; matches are timed one after the other all the same. An Engine holds no process before
// the first Measure and none after Close.
type Engine interface {
	// Name is the engine's name in reports and on the command line.
	Name() string
	// Runs reports whether the engine runs patterns of the dialect.
	Runs(d syntax.Dialect) bool
	// Version is the engine's version, or "" as long as it is not known: an engine in a process
	// of its own tells it when it starts.
	Version() string
	// Check makes the engine ready, after which its version is known. The error is that of ctx, or
	// says why the engine cannot be used.
	Check(ctx context.Context) error
	// Measure runs growing inputs of the job's attack. What the engine cannot run, and what goes
	// wrong in it, is told in the series; the error is that of ctx and nothing else. The series
	// holds what was measured until then.
	Measure(ctx context.Context, job Job) (confirm.Series, error)
	// Close ends the engine's processes. It may be called more than once.
	Close() error
}

// Job is one pattern with the attack to run on it.
type Job struct {
	Pattern redos.Pattern
	// Verdict tells the attack, which must not be nil, the growth to look for, and the costs to
	// plan by.
	Verdict redos.Verdict
	Limits  Limits
}

// mode is the pattern's mode with the flags worked in, as in redos.Tree.
func (j Job) mode() syntax.Mode {
	tree := j.Verdict.Tree
	if tree == nil { // the verdict is not of an analysis
		var err error
		if tree, err = parser.Parse(j.Pattern.Dialect, j.Pattern.Text, j.Pattern.Flags); err != nil {
			return j.Pattern.Mode
		}
	}
	return tree.Applied(j.Pattern.Mode)
}

// Limits bound the measuring of one pattern in one engine. A zero field means the default of
// DefaultLimits.
type Limits struct {
	Total  time.Duration // for all inputs together
	Match  time.Duration // for one match, which is broken off then
	Length int           // of the longest input, in characters
}

// DefaultLimits returns the limits for a pattern among many.
func DefaultLimits() Limits {
	return Limits{Total: 2500 * time.Millisecond, Match: 500 * time.Millisecond, Length: 1 << 20}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	if l.Total <= 0 {
		l.Total = d.Total
	}
	if l.Match <= 0 {
		l.Match = d.Match
	}
	if l.Length <= 0 {
		l.Length = d.Length
	}
	return l
}

// Confirm measures the job and judges what was measured against the job's verdict. The error is
// that of ctx.
func Confirm(ctx context.Context, e Engine, job Job) (confirm.Confirmation, error) {
	series, err := e.Measure(ctx, job)
	return confirm.Judge(job.Verdict, series), err
}

// Names are the engines that Find knows, in the order in which it returns them.
func Names() []string {
	var names []string
	for _, h := range hosts {
		names = append(names, h.name)
	}
	return append(names, regexp2Name)
}

// Find returns the engines that the names ask for, each once, in the order of Names. "auto" stands
// for every engine that this machine has, "none" for none. An engine that is asked for by its name
// and missing, or that is not known, is an error. The caller closes the engines.
func Find(names ...string) ([]Engine, error) {
	wanted := map[string]bool{}
	auto := false
	for _, name := range names {
		switch name = strings.TrimSpace(name); {
		case name == "auto":
			auto = true
		case name == "none" || name == "":
		case slices.Contains(Names(), name):
			wanted[name] = true
		default:
			return nil, fmt.Errorf("unknown engine %q: known are auto, none, %s", name, strings.Join(Names(), ", "))
		}
	}
	var engines []Engine
	for i := range hosts {
		h := &hosts[i]
		if !auto && !wanted[h.name] {
			continue
		}
		path, err := h.find()
		switch {
		case err == nil:
			engines = append(engines, newExternal(h, path))
		case wanted[h.name]:
			return nil, fmt.Errorf("engine %s: %w", h.name, err)
		}
	}
	if auto || wanted[regexp2Name] {
		engines = append(engines, newRegexp2())
	}
	return engines, nil
}
