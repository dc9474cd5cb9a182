package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// external measures in a worker process that is started by the first Measure and replaced when it dies
// or hangs. Patterns are measured one after the other.
type external struct {
	host *host
	path string // of the executable
	// How long a worker may take to say that it is ready, to compile a pattern, and beyond the limit
	// of a match.
	startup, loading, grace time.Duration

	mu      sync.Mutex // held while a pattern is measured
	worker  *worker    // nil when none runs
	state   sync.Mutex // guards version, which may be asked for meanwhile
	version string
}

// newExternal returns the engine that runs the executable at path. It starts nothing yet.
func newExternal(h *host, path string) *external {
	// A worker that does not break matches off by itself is killed promptly.
	e := &external{host: h, path: path, startup: 15 * time.Second, loading: 2 * time.Second, grace: 20 * time.Millisecond}
	if h.breaksOff {
		e.grace = 2 * time.Second
	}
	if h.startup > 0 {
		e.startup = h.startup
	}
	return e
}

// Name implements Engine.
func (e *external) Name() string { return e.host.name }

// Runs implements Engine.
func (e *external) Runs(d syntax.Dialect) bool { return d == e.host.dialect }

// Version implements Engine.
func (e *external) Version() string {
	e.state.Lock()
	defer e.state.Unlock()
	return e.version
}

// Check implements Engine.
func (e *external) Check(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.worker != nil {
		return nil
	}
	return e.begin(ctx)
}

// begin starts a worker.
func (e *external) begin(ctx context.Context) error {
	w, err := e.start(ctx)
	if err != nil {
		return err
	}
	e.worker = w
	e.state.Lock()
	e.version = w.version
	e.state.Unlock()
	return nil
}

// Close implements Engine. It waits for a Measure that runs: cancel that first.
func (e *external) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop()
	return nil
}

func (e *external) drop() {
	if e.worker != nil {
		e.worker.end()
		e.worker = nil
	}
}

// Measure implements Engine.
func (e *external) Measure(ctx context.Context, job Job) (confirm.Series, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	series := confirm.Series{Engine: e.Name()}
	unavailable := func(why string) (confirm.Series, error) {
		series.Version = e.Version()
		series.End, series.Problem = confirm.Unavailable, why
		return series, nil
	}
	switch {
	case !e.Runs(job.Pattern.Dialect):
		return unavailable(fmt.Sprintf("%s runs no patterns of the dialect %s", e.Name(), job.Pattern.Dialect))
	case job.Verdict.Attack == nil:
		return unavailable("there is no attack to run")
	case !e.host.lone && hasLone(job):
		return unavailable("no text of " + e.Name() + " holds a lone surrogate")
	}
	load := loadFields(job, e.host.quoter())
	used := e.worker != nil
	a, err := e.ask(ctx, load, e.loading)
	if err != nil && used && ctx.Err() == nil {
		// The worker died since the last pattern: that is not this pattern's doing.
		a, err = e.ask(ctx, load, e.loading)
	}
	series.Version = e.Version()
	switch {
	case ctx.Err() != nil:
		return series, ctx.Err()
	case err != nil:
		series.End, series.Problem = confirm.Failed, err.Error()
		return series, nil
	case a.Error != "":
		return unavailable(a.Error)
	}
	err = e.run(ctx, job, &series)
	if err == nil && series.End == confirm.LengthLimit && e.host.dialect == syntax.JavaScript && narrow(job) {
		series.Spared, err = e.widen(ctx, job)
	}
	if err == nil && series.End == confirm.GaveUp && e.host.dialect == syntax.PCRE {
		err = e.repeat(ctx, job, &series)
	}
	if err == nil && !series.Past && (series.End == confirm.LengthLimit || series.End == confirm.GaveUp) && strings.HasSuffix(series.Version, "JIT") {
		err = e.interpret(ctx, job, &series)
	}
	return series, err
}

func (e *external) run(ctx context.Context, job Job, series *confirm.Series) error {
	load := loadFields(job, e.host.quoter())
	p := plan{verdict: job.Verdict, limits: job.Limits.orDefault(), series: series, toTheEnd: e.host.gives}
	return p.measure(ctx, func(ctx context.Context, n int, limit time.Duration) (shot, error) {
		s, err := e.shoot(ctx, load, n, 1, limit)
		if s.AtLeast && s.Length == 0 {
			s.Length = inputLength(job, n) // of a match that only the worker's end broke off
		}
		return s, err
	})
}

// narrow reports whether the attack is all Latin-1 and the pattern is not.
func narrow(job Job) bool {
	wide := func(s string) bool {
		return slices.ContainsFunc(wtf8.Decode(s), func(r rune) bool { return r > 0xFF })
	}
	for _, p := range job.Verdict.Attack.Pumps {
		if wide(p.Prefix) || wide(p.Pump) {
			return false
		}
	}
	return !wide(job.Verdict.Attack.Suffix) && (wide(job.Pattern.Text) || strings.Contains(job.Pattern.Text, `\u`))
}

// widen tries the attack with one more character, which is not Latin-1. V8 keeps strings of Latin-1
// characters apart and leaves out, in the code for them, what they cannot match.
func (e *external) widen(ctx context.Context, job Job) (spared string, err error) {
	a := *job.Verdict.Attack
	a.Suffix += "\u2028"
	job.Verdict.Attack = &a
	if _, err := e.ask(ctx, loadFields(job, e.host.quoter()), e.loading); err != nil {
		return "", ctx.Err()
	}
	var series confirm.Series
	if err := e.run(ctx, job, &series); err != nil {
		return "", err
	}
	if !confirm.Shown(series.Points, confirm.Fit(series.Points)) {
		return "", nil
	}
	return "V8 sees that no string of Latin-1 characters matches; with U+2028 after the attack the time grows", nil
}

// shoot runs one input of the job that load sets, as many times in one text. A worker that hangs although it was told
// to break off is killed: then the match took at least what the worker used.
func (e *external) shoot(ctx context.Context, load string, n, times int, limit time.Duration) (shot, error) {
	var a answer
	var err error
	var late *silence
	if e.worker == nil {
		a, err = e.ask(ctx, load, e.loading)
	}
	if err == nil && a.Error == "" {
		a, err = e.ask(ctx, fmt.Sprintf(`"n":%d,"times":%d,"limit":%d`, n, times, max(limit.Milliseconds(), 1)), limit+e.grace)
	}
	point := confirm.Point{Pumps: n, Length: a.Length, Millis: a.Millis, AtLeast: a.Timeout, Matched: a.Matched && !a.Timeout}
	switch {
	case ctx.Err() != nil:
		return shot{}, ctx.Err()
	case errors.As(err, &late):
		point.Millis, point.AtLeast = ms(min(late.used, limit)), true
	case err != nil:
		return shot{problem: err.Error()}, nil
	case a.Error != "":
		return shot{problem: a.Error, overflowed: a.Stage == "stack"}, nil
	}
	return shot{Point: point, gaveUp: a.Limit}, nil
}

// ask starts a worker when there is none, and drops one that does not answer within limit.
func (e *external) ask(ctx context.Context, fields string, limit time.Duration) (answer, error) {
	if e.worker == nil {
		if err := e.begin(ctx); err != nil {
			return answer{}, err
		}
	}
	a, err := e.worker.ask(ctx, fields, limit)
	if err != nil {
		e.drop()
	}
	return a, err
}

func (e *external) start(ctx context.Context) (*worker, error) {
	cmd, cleanup, err := e.host.command(e.path)
	if err != nil {
		return nil, err
	}
	cmd.Env = append(e.host.env(), cmd.Env...)
	return startWorker(ctx, cmd, e.startup, e.host.memory, cleanup)
}
